"""The view of texts reads every format: it shows what `acelabel.files` gives."""

import pytest
from pages import REST, Page

import acelabel
from acelabel import AceError, files

pytest_plugins = ("shared",)
FORMATS = {name: about for name, about in files.FORMATS.items() if name != "text"}
TEXT = """! für Büros
||bücher.example^$domain=ü.example|~xn--tda.example
192.0.2.1 büro bü_ro # das Büro
DOMAIN-SUFFIX,ü.example
@ü.example büro@xn--bcher-kva.example
address=/ü.example/xn--bro-hoa/192.0.2.1
server_name 💩.example
  *.xn--tda.example;
1 2 GET https://ü.example/ü - HIER_DIRECT/xn--tda.example
"""
NAMES = """[...document.querySelectorAll('tr[data-kind]')].map((row) =>
  [row.dataset.kind, row.cells[0].textContent, row.cells[1].textContent, Number(row.cells[2].textContent)])"""


def judged(place: files.Place[str]) -> list[object]:
    """The row of a name: its kind, the name, the mark with the code of a refusal, and the place."""
    said = place.kind.replace("_", " ")
    try:
        acelabel.to_ascii(place.name)
    except AceError as error:
        said += f", {error.code}"
    return [place.kind, place.name, said, place.start]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("direction", ["to_ascii", "to_unicode"])
def test_each_format(page: Page, format: str, direction: str) -> None:  # noqa: A002
    page.show("text", TEXT, direction=direction, format=format)
    assert page.browser.run("document.getElementById('format').value") == format
    rewriter = files.Rewriter(format, direction, profile="uts46", errors="keep")  # type: ignore[arg-type]
    rewritten = rewriter.feed(TEXT.encode()) + rewriter.finish()
    assert page.read("#rewritten") == [rewritten.decode().strip()]
    found = files.find(TEXT, format=format)
    assert page.browser.run(NAMES) == [judged(place) for place in found]
    assert f"Names found: {len(found)}" in page.read("h2")
    assert page.read("mark") == [place.name for place in found]
    note = f"{rewriter.others} lines have" if rewriter.others > 1 else "One line has"
    expected = [f"{note} characters beyond ASCII that are not read as names: comments, patterns, other values."]
    assert page.read("#note") == expected * bool(rewriter.others)


def test_the_choice_has_the_formats_of_the_core(page: Page) -> None:
    page.show("text", "||ü.example^ //ü.example/", direction="to_ascii")
    options = page.browser.run("[...document.querySelectorAll('#format option')].map((one) => [one.value, one.text])")
    assert options == [["text", "text: running text"], *([name, f"{name}: {of}"] for name, of in FORMATS.items())]
    assert page.read("#rewritten") == ["||ü.example^ //xn--tda.example/"]
    choose = "((box) => { box.value = %r; box.dispatchEvent(new Event('change')); })(document.getElementById('format'))"
    page.browser.run(choose % "adblock" + f", {REST}")
    assert page.read("#rewritten") == ["||xn--tda.example^ //ü.example/"]
    page.browser.run("writeNow()")
    assert "format=adblock" in page.browser.run("location.hash")
    # The other direction draws the choice anew.
    page.show("text", "||xn--tda.example^", direction="to_unicode", format="adblock")
    assert page.browser.run("[format.value, format.options.length]") == ["adblock", 1 + len(FORMATS)]
    page.browser.run(choose % "text" + f", {REST}")
    page.browser.run("writeNow()")
    assert "format" not in page.browser.run("location.hash")


def test_a_format_that_there_is_not_is_running_text(page: Page) -> None:
    page.show("text", "||ü.example^ //ü.example/", direction="to_ascii", format="x")
    assert page.read("#rewritten") == ["||ü.example^ //xn--tda.example/"]
    assert page.browser.run("document.getElementById('format').value") == "text"
