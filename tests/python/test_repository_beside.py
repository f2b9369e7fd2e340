"""The tables of docs/programs.md on engines and on places of Python, where the same versions are installed."""

import html
import re
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "programs"))

import beside

PAGE = (Path(__file__).parents[2] / "docs" / "programs.md").read_text("utf-8")
_ESCAPE = re.compile(r"\\u\{([0-9a-f]+)\}")
_EXAMPLE = re.compile(r"<code>(.*?)</code> → (?:<code>(.*?)</code>|refused)")


def text(cell: str) -> str:
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), html.unescape(cell))


def rows(table: str) -> list[list[str]]:
    (found,) = re.findall(f"<!-- table: {table} -->\n\n(.*?)\n\n<!-- end -->", PAGE, re.S)
    _, _, *lines = found.splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("function", beside.functions(), ids=lambda function: f"{function.engine} {function.name}")
def test_engines_change_the_names_that_the_page_shows(function: beside.Function) -> None:
    title = [f"{function.engine} {beside.version(function.engine)}", f"`{function.name}`"]
    found = [row for row in rows("engines") if row[:2] == title]
    if not found:
        pytest.skip("another version is on the page")
    ((_, _, other, refused, examples),) = found
    shown = {text(name): text(host) or None for name, host in _EXAMPLE.findall(examples)}
    assert bool(shown) >= (other != "0" or refused != "0")
    if not shown:
        return
    changed = beside.changed(function, [*shown])
    assert [*changed.other, *changed.refused] == [*shown]
    assert beside.hosts(function.run([*shown])) == [*shown.values()]


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the page is of Python 3.11")
def test_places_of_python_write_what_the_page_says() -> None:
    now = [[cell.strip() for cell in line.strip("|").split("|")] for line in beside.of_places()[2:]]
    page = {row[1]: row for row in rows("beside")}
    # A validator of another version is not on the page.
    found = [row for row in now if row[1] in page]
    assert len(found) >= len(beside.PLACES)
    assert found == [page[row[1]] for row in found]
