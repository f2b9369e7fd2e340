"""Inputs that are larger than a page can draw: the page shows the start, says so, and converts everything."""

import pytest
from pages import Page

import acelabel

pytest_plugins = ("shared",)

# Ten times the input may take ten times as long, and some more: other programs run beside it. The square of the length
# would take a hundred times as long.
TIMES = 10
MOST_TIMES = 20
MILLISECONDS_BESIDE = 1000
MOST_ELEMENTS = 6000
ADDRESS = "https://xn--bcher-kva.example/ "


def hold(page: Page, made: str) -> float:
    """Give the page a text that JavaScript makes, check that the page stays small, and return the milliseconds."""
    took: float = page.browser.run(
        f"(() => {{ const text = {made}; const start = performance.now(); hold(text);"
        " document.body.offsetHeight; return performance.now() - start; })()"
    )
    assert page.browser.run("document.querySelectorAll('*').length") < MOST_ELEMENTS
    assert "The page has a fault" not in page.browser.run("result.textContent")
    return took


@pytest.mark.parametrize(
    ("view", "made"),
    [
        ("names", "'ü'.repeat(count)"),
        ("names", "'.'.repeat(count)"),
        ("names", "Array.from({ length: count / 20 }, (_, n) => `bücher-${n}.почта.example`).join('\\n')"),
        ("text", f"{ADDRESS!r}.repeat(count / 30)"),
        ("steps", "'ü'.repeat(count)"),
        ("steps", "'a.'.repeat(count / 2)"),
        ("race", "'😀'.repeat(count / 2)"),
    ],
)
def test_the_time_grows_with_the_length(page: Page, view: str, made: str) -> None:
    page.show(view, "a", **({"direction": "encode"} if view == "steps" else {}))
    # The first turn is not measured, as a browser compiles in it.
    _, small = (hold(page, made.replace("count", "100_000")) for _ in range(2))
    large = hold(page, made.replace("count", f"{TIMES} * 100_000"))
    assert large < MOST_TIMES * small + MILLISECONDS_BESIDE


def test_many_names(page: Page) -> None:
    page.show("names", "a")
    hold(page, "Array.from({ length: 100000 }, (_, n) => `bücher-${n}.почта.example`).join('\\n')")
    assert page.read("#count") == ["100,000 names, 0 refused. The first 200 are shown; the file has all."]
    assert page.browser.run("names.csv().length") > 100_000 * len("bücher-1.почта.example")


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
    page.browser.wait("document.getElementById('count').textContent.startsWith('1 name,')")
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


def test_a_large_text(page: Page) -> None:
    count = 30_000
    page.show("text", "a")
    hold(page, f"{ADDRESS!r}.repeat({count})")
    assert f"Names found: {count:,}" in page.read("h2")
    assert (
        len(page.browser.run("[...document.querySelectorAll('tr[data-kind]')].map((row) => row.dataset.kind)")) == 200
    )
    rewritten = ADDRESS.replace("xn--bcher-kva", "bücher") * count
    assert page.read("#rewritten") == [rewritten[:20_000].strip()]
    weak = page.read("#result > .weak")
    assert weak[0] == f"… only 20,000 of {len(rewritten):,} characters are shown. The button copies all of them."
    assert weak[-1] == f"… only 200 of {count:,} names are shown."
