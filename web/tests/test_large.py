"""Inputs that are larger than a page can draw: the page shows the start, says so, and converts everything."""

import os

import pytest
from pages import REST, Page

import acelabel

pytest_plugins = ("shared",)

# Ten times the input may take ten times as long, and some more: other programs run beside it. The square of the length
# would take a hundred times as long.
TIMES = 10
MOST_TIMES = 20
MILLISECONDS_BESIDE = 1000
# The longest time for which the page does not answer, as a part of the job and in milliseconds. Where other programs
# keep it from its work, the part is greater; a page that worked by itself would not answer for all of the job.
IS_FREE = "ACELABEL_FREE" in os.environ
MOST_OF_JOB = 1 / 20 if IS_FREE else 1 / 5
MOST_MILLISECONDS = 100
MOST_ELEMENTS = 6000
ADDRESS = "https://xn--bcher-kva.example/ "
NAMES = "Array.from({ length: count / 20 }, (_, n) => `bücher-${n}.почта.example`).join('\\n')"

# Holds a text, and returns how long the answer takes, and the longest time for which the page does nothing else.
HOLD = """(async () => {
  const text = %s;
  const start = performance.now();
  let [last, longest, took] = [start, 0, null];
  hold(text);
  while (took === null || last < start + took + 100) {
    await new Promise((next) => setTimeout(next));
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (took === null && asked.size === 0) took = now - start;
  }
  return [took, longest];
})()"""


def hold(page: Page, made: str) -> tuple[float, float]:
    """Give the page a text that JavaScript makes, check that the page stays small, and return the milliseconds."""
    took, longest = page.browser.run(HOLD % made)
    page.browser.run(REST)
    assert page.browser.run("document.querySelectorAll('*').length") < MOST_ELEMENTS
    assert "The page has a fault" not in page.browser.run("result.textContent")
    return took, longest


def show(page: Page, view: str) -> None:
    """Show a view, in the direction that takes any text."""
    page.show(view, "a", **({"direction": "encode"} if view == "steps" else {}))


@pytest.mark.parametrize(
    ("view", "made"),
    [
        ("names", "'ü'.repeat(count)"),
        ("names", "'.'.repeat(count)"),
        ("names", NAMES),
        ("text", f"{ADDRESS!r}.repeat(count / 30)"),
        ("steps", "'ü'.repeat(count)"),
        ("race", "'😀'.repeat(count / 2)"),
    ],
)
def test_the_time_grows_with_the_length(page: Page, view: str, made: str) -> None:
    show(page, view)
    small, _ = hold(page, made.replace("count", "100_000"))
    large, _ = hold(page, made.replace("count", f"{TIMES} * 100_000"))
    assert large < MOST_TIMES * small + MILLISECONDS_BESIDE


@pytest.mark.parametrize(
    ("view", "made", "times"),
    [
        ("names", "'ü'.repeat(count)", 1),
        ("names", NAMES, 2),
        # A megabyte of text is converted so soon that the drawing is more than a part of it.
        ("text", f"{ADDRESS!r}.repeat(count / 30)", 10),
    ],
)
def test_the_page_answers_meanwhile(page: Page, view: str, made: str, times: int) -> None:
    show(page, view)

    def answers() -> bool:
        took, longest = hold(page, made.replace("count", f"{times} * 1_000_000"))
        return longest < took * MOST_OF_JOB and (not IS_FREE or longest < MOST_MILLISECONDS)

    # Other programs may keep the page from its work, so one good turn will do.
    assert any(answers() for _ in range(4))


def test_many_names(page: Page) -> None:
    page.show("names", "a")
    hold(page, NAMES.replace("count", "2_000_000"))
    assert page.read("#count") == ["100,000 names, 0 refused."]
    assert page.browser.run("names.csv().length") > 100_000 * len("bücher-1.почта.example")
    # The rows that are seen are drawn.
    assert page.read("tr[data-line='0'] td") == ["bücher-0.почта.example", *forms("bücher-0.почта.example"), ""]
    page.browser.run("(() => { document.querySelector('.long').scrollTop = 1e9; })()")
    page.browser.wait("document.querySelector(\"tr[data-line='99999']\") !== null")
    assert page.read("tr[data-line='99999'] td")[0] == "bücher-99999.почта.example"
    assert page.read("tr[data-line='0']") == []
    page.click("tr[data-line='99999']")
    assert page.read("h2")[0] == "Selected name (line 100,000)"
    assert page.read("#answer dd") == forms("bücher-99999.почта.example")


def forms(name: str) -> list[str]:
    return [acelabel.to_ascii(name), acelabel.to_unicode(name)]


def test_a_newer_input_ends_an_older_one(page: Page) -> None:
    made = "'ü'.repeat(1_000_000)"
    page.show("names", "a")
    took, _ = hold(page, made)
    newer = page.browser.run(
        f"(async () => {{ hold({made}); await new Promise((next) => setTimeout(next, 10));"
        f" const start = performance.now(); hold('b.example'); await {REST}; return performance.now() - start; }})()"
    )
    assert page.read("#count") == ["1 name, 0 refused."]
    assert page.read("#answer dd") == ["b.example", "b.example"]
    # A worker begins anew; the rest of the older work is not waited for.
    assert newer < took


def test_a_long_line_is_converted_whole(page: Page) -> None:
    page.show("names", "a")
    hold(page, "'ü'.repeat(100001)")
    assert page.read("#status") == ["The box shows the first 10,000 characters. Typing in it drops the others."]
    assert page.read("#name") == ["ü" * 1000 + " … only 1,000 of 100,001 characters are shown."]
    error = acelabel.inspect("ü" * 100_001).errors[0]
    assert page.problems()[0][:2] == (error.code, error.offset)


def test_what_typing_drops_is_brought_back(page: Page) -> None:
    page.show("names", "a")
    hold(page, "'bücher.example\\n'.repeat(100000)")
    page.browser.run("(() => { input.value = 'x'; input.dispatchEvent(new Event('input')); })()")
    page.browser.run(REST)
    assert page.read("#count") == ["1 name, 0 refused."]
    assert page.read("#status") == ["Only the text in the box is left."]
    page.click("#undo")
    assert page.read("#count")[0].startswith("100,000 names, 0 refused.")
    assert page.browser.run("document.getElementById('undo').hidden")


def test_the_characters_around_a_fault_are_shown(page: Page) -> None:
    page.show("steps", "a", direction="decode")
    hold(page, "'a'.repeat(150000) + '-_' + 'b'.repeat(50000)")
    assert [problem[:2] for problem in page.problems()] == [("invalid_digit", 150_001)]
    around = f"… {'a' * 99}-_{'b' * 99}"
    assert page.read("#problems .name bdi") == [f"{around} … only 200 of 200,002 characters are shown."]
    assert page.read("#problems .fault") == ["_"]


def test_of_many_steps_the_first_are_shown(page: Page) -> None:
    page.show("steps", "a", direction="encode")
    hold(page, "'ü'.repeat(2000)")
    assert page.read("#player .rest") == ["… only 1,000 of 2,000 steps are shown."]
    page.click("[data-go=Last]")
    assert page.read("#which") == ["Step 1000 of 2000"]


def test_a_large_text(page: Page) -> None:
    count = 30_000
    page.show("text", "a")
    hold(page, f"{ADDRESS!r}.repeat({count})")
    assert f"Names found: {count:,}" in page.read("h2")
    assert 0 < len(page.read("tr[data-kind]")) < 100
    rewritten = ADDRESS.replace("xn--bcher-kva", "bücher") * count
    assert page.read("#rewritten") == [rewritten[:4000].strip()]
    weak = page.read("#result > .weak")
    assert weak[0] == f"… only 4,000 of {len(rewritten):,} characters are shown. The button copies all of them."
    assert weak[-1] == f"… only 1,000 of {count:,} names are shown."
    copied = page.browser.run(
        "new Promise((done) => { const old = copy; copy = (text) => { copy = old; done(text); };"
        " document.querySelector('.copy').click(); })"
    )
    assert copied == rewritten
