"""The converter page in Chromium and Firefox: it shows what the Python package gives, and asks the network for nothing.

The page is web/dist/converter/index.html, which `nox -s web` builds. It is opened from the file, with the network off.
"""

import os

import pytest
from pages import PAGE, REST, Page
from typed import CUSTOM, NAMES, PARAMETERS, RACE, RACE_NAMES, STEPS, TEXTS

import acelabel
from acelabel import AceError, bootstring, clients, display, punycode, race
from acelabel import text as texts
from acelabel._errors import words
from acelabel._native import PROFILES, profile_of

pytest_plugins = ("shared",)
POLICIES = {name.lower(): getattr(display, name) for name in ("LOOKALIKE_AWARE", "STRICT", "UTS39_MODERATE")}
MOST_MILLISECONDS_TO_BEGIN = 200
# Advice that names functions of Python, and the words of the page, which has none.
ON_PAGE = {
    "encode takes text that is not ASCII": "choose the direction encode for text that is not ASCII",
    "the profile acelabel.DNS allows it": "the profile DNS allows it",
    "the profile acelabel.DNS allows it in labels that are ASCII only": (
        "the profile DNS allows it in labels that are ASCII only"
    ),
    "matches(name, pattern) takes it as the pattern, and the profile acelabel.DNS as a name": (
        "the profile DNS takes it as a name"
    ),
}


def words_on_page(error: acelabel.AceError) -> tuple[str, str]:
    reason, advice = words(error)
    return reason, ON_PAGE.get(advice, advice)


@pytest.mark.parametrize("name", NAMES)
def test_names(page: Page, name: str) -> None:
    page.show("names", name)
    rows = page.rows("tr[data-profile]", "profile")
    for title in PROFILES:
        profile = profile_of(title)  # type: ignore[arg-type]
        found = acelabel.inspect(name, profile=profile)
        codes: list[str] = list(dict.fromkeys(error.code for error in found.errors))
        assert rows[title] == [title, found.ascii or "–", found.unicode or "–", " ".join(codes) or "valid"]
    found = acelabel.inspect(name)
    assert page.problems() == [(error.code, error.offset, *words_on_page(error)) for error in found.errors]
    carets = page.read("#problems .fault")
    assert len(carets) == len(found.errors)
    for caret, error in zip(carets, found.errors, strict=True):
        assert error.offset is not None
        assert (name[error.offset : error.offset + 1] or "") in caret
    check_shown(page, name)


@pytest.mark.parametrize("name", ["examp1e.com", "éxample.com", "раураl.com", "www.example.com", "other.com"])
def test_names_to_watch(page: Page, name: str) -> None:
    watched = ["paypal.com", "example.com"]
    page.show("names", name, watched=", ".join(watched))
    watchlist = display.Watchlist(watched)
    targets = [hit.target for hit in watchlist.lookup(name)]
    assert page.read("#lookalike bdi") == targets
    rows = page.rows("tr[data-policy]", "policy")
    for title, policy in POLICIES.items():
        found = display.report(name, policy=policy, watchlist=watchlist)
        assert rows[title][1] == found.shown
        assert all(label.reason in rows[title][2] for label in found.labels if label.reason)


@pytest.mark.parametrize("name", ["faß.example", "bücher.example", "a_b.example", "xn--a.example"])
def test_other_programs(page: Page, name: str) -> None:
    page.show("names", name)
    readings = clients.read(name)
    kinds = [
        "host" if one.host else "raw" if one.raw else "refused" if one.refused else "unknown"
        for one in readings.values()
    ]
    told = page.read("tr[data-clients] td:nth-child(2)")
    assert sorted(", ".join(told).split(", ")) == sorted(readings)
    assert page.read("tr[data-clients='host'] td:nth-child(2)") == [", ".join(of) for of in readings.hosts.values()]
    for kind in ("host", "raw", "refused", "unknown"):
        of = ", ".join(page.read(f"tr[data-clients='{kind}'] td:nth-child(2)")).split(", ")
        assert sorted(filter(None, of)) == sorted(
            name for name, one in zip(readings, kinds, strict=True) if one == kind
        )


def check_shown(page: Page, name: str) -> None:
    rows = page.rows("tr[data-policy]", "policy")
    links = page.browser.run(
        "Object.fromEntries([...document.querySelectorAll('tr[data-policy]')].map((row) =>"
        " [row.dataset.policy, [...row.querySelectorAll('a')].map((one) => one.textContent)]))"
    )
    for title, policy in POLICIES.items():
        found = display.report(name, policy=policy)
        assert rows[title][:2] == [title, found.shown]
        assert links[title] == [label.reason for label in found.labels if label.reason]
    if not name.isascii():
        shown = page.browser.run("[...document.querySelectorAll('#scripts li')].map((one) => one.dataset.script)")
        assert set(shown) >= {script for label in acelabel.inspect(name).labels for script in label.scripts}


@pytest.mark.parametrize(("direction", "text"), TEXTS)
def test_text(page: Page, direction: str, text: str) -> None:
    page.show("text", text, direction=direction)
    rewrite = texts.to_unicode if direction == "to_unicode" else texts.to_ascii
    assert page.read("#rewritten") == [rewrite(text)]
    found = page.browser.run(
        "[...document.querySelectorAll('tr[data-kind]')].map((row) =>"
        " [row.dataset.kind, row.cells[0].textContent, Number(row.cells[2].textContent)])"
    )
    assert found == [[one.kind, one.name, one.start] for one in texts.find(text)]


# Goes through all steps by the button, and tells of each what the page shows.
WALK = """(() => {
  const texts = (query) => [...document.querySelectorAll(query)].map((one) => one.textContent);
  const seen = [];
  for (const next = document.querySelector("[data-go=Next]"); !next.disabled; ) {
    next.click();
    seen.push({
      which: texts("#which")[0],
      state: texts("#state dd").map((text) => parseInt(text)),
      digits: texts("#encoded mark")[0],
      delta: Number(texts("#delta")[0]),
      adds: texts("#loop td:nth-child(6)").map(Number),
      line: texts("#insertion")[0],
      points: texts("#so-far small").map((text) => parseInt(text, 16)),
      place: [...document.querySelectorAll("#so-far li")].findIndex((one) => one.className === "new"),
    });
  }
  return seen;
})()"""


def check_steps(page: Page, trace: punycode.Trace) -> None:
    assert page.read("#words") == [str(trace)]
    seen = page.browser.run(WALK)
    for number, (shown, step) in enumerate(zip(seen, trace, strict=True), 1):
        assert shown["which"] == f"Step {number} of {len(trace)}"
        assert shown["state"] == [step.n, step.i + 1, step.bias]
        assert (shown["digits"], shown["delta"]) == (step.digits, step.delta)
        # The rows of the loop give the delta, and the line under it the place and the character.
        assert sum(shown["adds"]) == step.delta
        assert f"U+{step.n:04X}" in shown["line"]
        assert shown["line"].endswith(f"is inserted at the place {step.i}.")
        assert (shown["points"], shown["place"]) == (list(step.code_points), step.i)


@pytest.mark.parametrize(("direction", "text"), STEPS)
def test_steps(page: Page, direction: str, text: str) -> None:
    page.show("steps", text, direction=direction)
    trace_of = punycode.trace_encode if direction == "encode" else punycode.trace_decode
    try:
        trace = trace_of(text)
    except AceError as error:
        assert page.problems() == [(error.code, error.offset, *words(error))]
        assert error.trace is not None
        trace = error.trace
    else:
        assert page.read("[data-field=output] dd") == [trace.output]
    check_steps(page, trace)


@pytest.mark.parametrize(("direction", "text"), CUSTOM)
def test_steps_with_other_parameters(page: Page, direction: str, text: str) -> None:
    page.show("steps", text, direction=direction, **PARAMETERS)
    numbers = {name: int(value) for name, value in PARAMETERS.items() if name not in ("digits", "delimiter")}
    codec = bootstring.Bootstring(digits=PARAMETERS["digits"], delimiter=PARAMETERS["delimiter"], **numbers)
    try:
        trace = codec.trace_encode(text) if direction == "encode" else codec.trace_decode(text)
    except AceError as error:
        assert page.problems() == [(error.code, error.offset, *words(error))]
        assert error.trace is not None
        trace = error.trace
    check_steps(page, trace)


def test_parameters_that_cannot_be_used(page: Page) -> None:
    page.show("steps", "bücher", direction="encode", **(PARAMETERS | {"tmax": "50"}))
    assert page.read("#problems") == ["These parameters cannot be used: tmax <= base - 1."]


def test_a_parameter_that_cannot_be_read_is_marked(page: Page) -> None:
    page.show("steps", "bücher", direction="encode", damp="x")
    assert page.read("#problems") == ["These parameters cannot be used: damp is not an integer from 0 to 4294967295."]
    marked = page.browser.run("[...document.querySelectorAll('[aria-invalid=true]')].map((one) => one.id)")
    assert marked == ["parameter-damp"]


@pytest.mark.parametrize("text", RACE)
def test_race(page: Page, text: str) -> None:
    page.show("race", text)
    try:
        found = race.explain(text)
    except AceError as error:
        assert page.problems() == [(error.code, error.offset, *words_on_page(error))]
        return
    fields = {title: value for title, (value,) in page.rows("[data-field]", "field", "dd").items()}
    rows = " ".join(f"{row:02X}" for row in found.rows)
    assert fields["text"] == found.text
    assert fields["label"] == found.label
    assert fields["mode"] == found.mode.replace("_", " ")
    assert fields["rows"] == rows
    assert fields["A-label today"] == race.to_alabel(found.label)
    octets = page.browser.run(
        "[...document.querySelectorAll('#octets li')].map((one) => parseInt(one.firstChild.textContent, 16))"
    )
    assert bytes(octets) == found.octets
    escapes = page.browser.run("document.querySelectorAll('#octets .escape').length")
    assert escapes == str(found).count("  FF ")
    groups = page.browser.run(
        "[...document.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    assert "bq--" + "".join(group[2] for group in groups) == found.label
    assert bytes.fromhex("".join(group[0] for group in groups)) == found.octets


@pytest.mark.parametrize("name", RACE_NAMES)
def test_race_of_a_name(page: Page, name: str) -> None:
    page.show("race", name)
    is_encoded = "bq--" in name.lower()
    try:
        converted = (race.decode_domain if is_encoded else race.encode_domain)(name)
    except AceError as error:
        assert page.problems() == [(error.code, error.offset, *words_on_page(error))]
        return
    text, encoded = (converted, name) if is_encoded else (name, converted)
    fields = page.rows("#converted [data-field]", "field", "dd")
    alabels = acelabel.to_ascii(text) if acelabel.is_valid(text) else "–"
    assert fields == {"converted": [converted], "A-labels today": [alabels]}
    rows = [*page.rows("tr[data-label]", "label").values()]
    assert rows == [
        [one, other, acelabel.alabel(one) if one else "–"]
        for one, other in zip(text.split("."), encoded.split("."), strict=True)
    ]
    page.click("#converted .copy")
    page.browser.wait("document.getElementById('status').textContent === 'Copied.'")


def test_a_button_says_what_it_copies(page: Page) -> None:
    page.show("names", "bücher.de")
    titles: list[str] = page.browser.run("[...document.querySelectorAll('.copy')].map((one) => one.ariaLabel)")
    assert titles[:2] == ["Copy ASCII: xn--bcher-kva.de", "Copy Unicode: bücher.de"]
    assert len(titles) == len(set(titles)) > 10
    page.show("names", "ü" * 100, profile="whatwg")
    assert max(page.browser.run("[...document.querySelectorAll('.copy')].map((one) => one.ariaLabel.length)")) < 100


@pytest.mark.parametrize("view", ["names", "text", "race"])
def test_an_empty_box_is_no_mistake(page: Page, view: str) -> None:
    page.show(view, "")
    assert page.read("#result") == ["Type or paste something above, or open a file."]
    page.browser.run(f"(() => {{ input.value = 'żaba'; input.dispatchEvent(new Event('input')); }})(), {REST}")
    assert page.read("#nothing") == []


def test_the_file_of_all_lines(page: Page) -> None:
    lines = [name for name in NAMES if name]
    page.show("names", "\n".join(lines))
    rows = page.browser.run("names.csv()").splitlines()
    assert rows[0] == "name,ascii,unicode,code,offset"
    for name, row in zip(lines, rows[1:], strict=True):
        found = acelabel.inspect(name)
        error = found.errors[0] if found.errors else None
        cells = (name, found.ascii, found.unicode, error and error.code, error and error.offset)
        assert row == ",".join("" if cell is None else f'"{cell}"' for cell in cells)
    page.click("#download")
    assert page.read("#status") == ["The file is written."]


def test_the_answer_comes_first_and_all_are_copied(page: Page) -> None:
    page.show("names", "a_b.de\nbücher.de\nB.de", line="1")
    assert page.read("h2")[0] == "Selected name (line 2)"
    assert page.read("#answer dd") == ["xn--bcher-kva.de", "bücher.de"]
    assert page.read("#same summary") == ["The same under all 7 profiles"]
    assert page.browser.run("[names.column(0), names.column(1)]") == [
        "\nxn--bcher-kva.de\nb.de\n",
        "\nbücher.de\nb.de\n",
    ]
    page.click("[data-all=ASCII]")
    page.browser.wait("document.getElementById('status').textContent === 'Copied.'")
    page.click("tr[data-line='0']")
    assert page.read("#name") == ["a_b.de"]
    assert page.read("#answer") == []
    assert page.read("#same summary") == ["As above: uts46, whatwg_strict, idna2003"]


def test_a_line_that_is_chosen_meanwhile_is_shown_alone(page: Page) -> None:
    page.show("names", "a.example\nb.example")
    page.browser.run(f"(() => {{ convert(); state.line = 1; names.look(state); }})(), {REST}")
    assert page.read("#name") == ["b.example"]
    assert page.read("#one h2")[0] == "Selected name (line 2)"
    assert len(page.read("#one h2")) == len(set(page.read("#one h2"))) == 5
    assert page.read("[data-policy] td:nth-child(2)") == ["b.example"] * len(POLICIES)


@pytest.mark.skipif("ACELABEL_FREE" not in os.environ, reason="the bound is that of a machine with nothing else to do")
def test_the_first_conversion_is_quick(page: Page) -> None:
    took = []
    for turn in range(5):
        # Another query is another page. By way of about:blank, Firefox changes the process and at times loads nothing.
        page.browser.open(f"{PAGE.as_uri()}?{turn}")
        page.browser.wait("performance.getEntriesByName('converted').length === 1")
        took.append(page.browser.run("performance.getEntriesByName('converted')[0].startTime"))
    assert min(took) < MOST_MILLISECONDS_TO_BEGIN


def test_steps_by_keyboard(page: Page) -> None:
    page.show("steps", "ihqwcrb4cv8a8dqg056pqjye")
    page.browser.run("document.getElementById('player').focus()")
    page.browser.press("\ue014", "\ue014")
    assert page.read("#which") == ["Step 2 of 9"]
    page.browser.press("\ue012")
    assert page.read("#which") == ["Step 1 of 9"]
    page.browser.press("\ue010")
    assert page.read("#which") == ["Step 9 of 9"]


def test_tabs_by_keyboard(page: Page) -> None:
    page.show("names", "bücher")
    page.browser.run("document.getElementById('tab-names').focus()")
    for view in ("text", "steps", "race", "names"):
        page.browser.press("\ue014")
        page.browser.wait(f"document.querySelector('[aria-selected=true]').id === 'tab-{view}'")
        assert page.browser.run("document.activeElement.id") == f"tab-{view}"
        # What is typed goes along.
        assert page.browser.run("input.value") == "bücher"


@pytest.mark.parametrize("view", ["names", "text", "steps", "race"])
def test_everything_has_a_name_and_fits(page: Page, view: str) -> None:
    page.show(view, "a_b.bücher..de")
    nameless = page.browser.run(
        "[...document.querySelectorAll('button, select, input, textarea, a, [role=group], [role=tabpanel]')]"
        ".filter((one) =>"
        " !(one.ariaLabel || one.textContent.trim() || one.labels?.length || one.ariaLabelledByElements?.length"
        " || one.getAttribute('aria-labelledby'))).map((one) => one.outerHTML)"
    )
    assert nameless == []
    for width in (360, 1100):
        page.browser.size(width, 800)
        assert page.browser.run("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", ["a_b.de", "例え_テスト.jp", "אa.example", "مثال1a.example", "e\u0301_a"])
def test_the_caret_is_below_its_character(page: Page, name: str) -> None:
    page.show("names", name)
    boxes = page.browser.run(
        "[...document.querySelectorAll('#problems .fault')].map((one) => {"
        " const style = getComputedStyle(one, '::after');"
        " const box = one.getBoundingClientRect(); const line = one.closest('.name').getBoundingClientRect();"
        " return [box.left, box.right, line.left, line.right, style.content, style.position, style.textAlign]; })"
    )
    assert len(boxes) == len(acelabel.inspect(name).errors) > 0
    for left, right, start, end, *style in boxes:
        assert start <= left < right <= end
        # It is centred on the box of the character, and takes no room between letters.
        assert style == ['"^"', "absolute", "center"]


@pytest.mark.parametrize("name", ["pаypal.com", "раураl.net", "аррӏе.xn--1-xyz", "ไทยa한", "กa한"])
def test_a_script_has_the_same_colour_in_each_name(page: Page, name: str) -> None:
    page.show("names", name)
    colours = page.browser.run(
        "Object.fromEntries([...document.querySelectorAll('#scripts li')].map((one) =>"
        " [one.dataset.script, one.className]))"
    )
    assert len(set(colours.values())) == len(colours) > 1
    assert colours["Latin"] == "s0"
    assert colours.get("Cyrillic", "s1") == "s1"
    coloured = page.read("#name .s0")
    assert "".join(coloured) == "".join(label for label in name.split(".") if label.isascii()) or "xn--" not in name


def test_codes_lead_to_their_pages(page: Page) -> None:
    page.show("names", "a_b.de")
    links = page.browser.run("[...document.querySelectorAll('#problems a')].map((one) => one.getAttribute('href'))")
    assert links == ["../errors.html#std3_disallowed"]
    page.show("names", "аррӏе.com")
    links = page.browser.run("[...document.querySelectorAll('[data-policy] a')].map((one) => one.getAttribute('href'))")
    assert "../display.html#whole_script_lookalike" in links


def test_a_link_carries_what_is_shown(page: Page) -> None:
    page.show("names", "bücher.de\na_b.de", profile="dns", line="1")
    page.click("#copy-link")
    page.browser.wait("document.getElementById('status').textContent === 'Copied.'")
    address = page.browser.run("location.href")
    page.browser.open(address.replace("#", "?anew#"))
    page.browser.wait("performance.getEntriesByName('converted').length === 1")
    assert page.browser.run("[input.value, document.getElementById('profile').value]") == ["bücher.de\na_b.de", "dns"]
    assert page.read("#name") == ["a_b.de"]


def test_nothing_is_asked_of_the_network(page: Page) -> None:
    page.click("#download")
    page.browser.run("new Promise((done) => setTimeout(done, 300))")
    outside = [one for one in page.browser.requests if not one.startswith((PAGE.as_uri(), "data:", "blob:", "about:"))]
    assert outside == []
    # It could not ask: the page may load nothing.
    assert page.browser.run("fetch('https://example.com/').then(() => 'answered', () => 'refused')") == "refused"
