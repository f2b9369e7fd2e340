"""Inputs that are larger than a page can draw: the page shows the start, says so, and converts everything."""

from collections.abc import Iterator

import browsers
import pytest
from pages import Page, crowd

import acelabel

# The time may grow with the length and not faster. A million characters, step by step, take longest.
MOST_MILLISECONDS = 1000
MOST_MILLISECONDS_PER_MILLION = 6000
MOST_ELEMENTS = 6000
ADDRESS = "https://xn--bcher-kva.example/ "


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp(request.param)
    with getattr(browsers, request.param)(folder) as browser:
        yield Page(browser)


def hold(page: Page, made: str) -> None:
    """Give the page a text that JavaScript makes, and check that the page stays quick and small."""
    took, length = page.browser.run(
        f"(() => {{ const text = {made}; const start = performance.now(); hold(text);"
        " document.body.offsetHeight; return [performance.now() - start, text.length]; })()"
    )
    assert took < (MOST_MILLISECONDS + MOST_MILLISECONDS_PER_MILLION * length / 1_000_000) * crowd()
    assert page.browser.run("document.querySelectorAll('*').length") < MOST_ELEMENTS
    assert "The page has a fault" not in page.browser.run("result.textContent")


@pytest.mark.parametrize("character", ["ü", "_", "\u200d", ".", "😀", "a."])
@pytest.mark.parametrize("count", [100_000, 1_000_000])
@pytest.mark.parametrize("view", ["names", "steps", "race"])
def test_one_long_line(page: Page, view: str, count: int, character: str) -> None:
    page.show(view, "a", **({"direction": "encode"} if view == "steps" else {}))
    hold(page, f"{character!r}.repeat({count})")


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


@pytest.mark.parametrize("count", [3000, 30_000, 300_000])
def test_a_large_text(page: Page, count: int) -> None:
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
