"""The figures that documents repeat are those of the one run that docs/benchmarks.md holds."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
BENCHMARKS = (ROOT / "docs" / "benchmarks.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
# Sixteen of labels, names, columns, text and engines, and eight of files, of names found in text and of hosts in URLs.
MOST_PROMISES = 16 + 8


def tables(text: str) -> list[list[list[str]]]:
    """The cells of each Markdown table, without the rule below its head."""
    found = re.findall(r"(?:^\|.*\|\n)+", text, re.M)
    split = [
        [[cell.strip() for cell in line.strip("|\n").split("|")] for line in table.splitlines()] for table in found
    ]
    return [[head, *rows] for head, _, *rows in split]


def section(heading: str) -> list[list[str]]:
    (text,) = re.findall(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", BENCHMARKS, re.M | re.S)
    (table,) = tables(text)
    return table


def test_every_promise_is_kept() -> None:
    _, *promises = section("Promises")
    _, (_, *of_engines) = tables((ROOT / "docs" / "scale.md").read_text("utf-8").partition("<!-- table")[2])
    promises += of_engines
    assert 10 < len(promises) <= MOST_PROMISES
    assert [promise for promise in promises if promise[-1] != "PASS"] == []


def test_the_readme_shows_the_ratios_of_the_same_run() -> None:
    expected = {}
    for heading, place in (("Names, core", "core"), ("Names, one call from Python", "from Python")):
        (_, *columns), *rows = section(heading)
        for name, *cells in rows:
            if not name.startswith("acelabel"):
                ratios = [re.fullmatch(r"[\d,.]+ \(([\d.]+)\)", cell) for cell in cells]
                values = [match[1] for match in ratios if match]
                expected[f"{name}, {place}"] = dict(zip(columns, values, strict=True))
    (table,) = (table for table in tables(README) if table[0][0] == "times as long")
    (_, *columns), *rows = table
    assert {name: dict(zip(columns, cells, strict=True)) for name, *cells in rows} == expected


def test_every_bound_on_errors_is_kept() -> None:
    (_, *promises), *_ = tables((ROOT / "docs" / "rates.md").read_text("utf-8"))
    assert len(promises) == 8
    assert {promise[-1] for promise in promises} == {"PASS"}
