"""axe finds nothing of WCAG level A or AA: in each view, with names, faults, notes and nothing, wide and narrow, light
and dark.
"""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from pages import Page

pytest_plugins = ("shared",)
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
STATES = [
    (
        "names",
        "Bücher.example\npаypal.com\nexample.com\nпочта.рф\na_b.bücher..de",
        {"watched": "paypal.com", "line": "1"},
    ),
    ("names", "a_b.bücher..de", {"profile": "idna2003"}),
    ("names", "", {}),
    ("text", "see bücher.de and //ü.de", {"direction": "to_ascii"}),
    ("text", "GET https://xn--bcher-kva.example/", {}),
    ("steps", "ihqwcrb4cv8a8dqg056pqjye", {}),
    ("steps", "bücher", {"direction": "encode", "damp": "x"}),
    ("race", "żaba", {}),
    ("race", "www.müller.de", {}),
    ("race", "bq--aaa", {}),
]
RUN = """axe.run(document, { runOnly: %s, resultTypes: ["violations"] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => [id, html, ...any.map((one) => one.message)])))"""


@pytest.fixture(scope="session")
def axe() -> str:
    """axe-core, as the package axe-playwright-python has it. Playwright is not needed."""
    found = find_spec("axe_playwright_python")
    assert found is not None
    assert found.submodule_search_locations is not None
    return (Path(found.submodule_search_locations[0]) / "axe.min.js").read_text("utf-8")


@pytest.mark.parametrize(("view", "text", "state"), STATES)
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing(page: Page, axe: str, width: int, view: str, text: str, state: dict[str, str]) -> None:
    if not page.browser.run("typeof axe === 'object'"):
        page.browser.run(f"(() => {{ {axe}; window.axe = axe; }})()")
    page.browser.size(width, 800)
    # Firefox chooses its colours when it starts.
    for is_dark in (False, True) if page.browser.name == "chromium" and width > 1000 else (False,):
        page.browser.colours(is_dark)
        page.show(view, text, **state)
        assert page.browser.run(RUN % json.dumps(TAGS)) == []
    page.browser.colours(False)
    assert page.browser.run("document.documentElement.scrollWidth") <= width


def test_axe_finds_a_fault(page: Page, axe: str) -> None:
    """What has no name, and what is too pale."""
    page.show("names", "a")
    page.browser.run(f"(() => {{ {axe}; window.axe = axe; }})()")
    page.browser.run("(() => { result.innerHTML = '<button></button><p style=\"color: #ddd\">pale</p>'; })()")
    found = {fault for fault, *_ in page.browser.run(RUN % json.dumps(TAGS))}
    assert found == {"button-name", "color-contrast"}
