"""The figures that documents repeat are those of the one run that docs/benchmarks.md holds."""

import math
import re
from decimal import Decimal
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


def at_least(ratio: str) -> str:
    """Three quarters, rounded down; the ratio itself where this is less than once."""
    return str(math.floor(Decimal(ratio) * 3 / 4) or ratio)


def test_the_readme_says_at_least_three_quarters_of_the_ratios_of_the_same_run() -> None:
    expected = {}
    places = {"Names, core": "core", "Names, one call from Python": "from Python", "Finding names": "text.find"}
    for heading, place in places.items():
        (_, *columns), *rows = section(heading)
        for name, *cells in rows:
            ratios = [re.fullmatch(r"[\d,.]+ \(([\d.]+)\)", cell) for cell in cells]
            values = {column: at_least(match[1]) for column, match in zip(columns, ratios, strict=True) if match}
            expected[f"{name}, {place}"] = values
    ((_, *columns), *rows) = next(table for table in tables(README) if table[0][0] == "at least N times as fast as")
    columns = [column.removeprefix("text, ") for column in columns]
    for name, *cells in rows:
        assert {**expected[name], **dict(zip(columns, cells, strict=True))} == {
            **dict.fromkeys(columns, ""),
            **expected[name],
        }
    peers = ("ICU", "idna crate", "can-ada", "idna 3", "turbohtml")
    assert [name for name, *_ in rows if name.startswith(peers)] == [name for name, *_ in rows]
    assert {peer for peer in peers for name in expected if name.startswith(peer)} == {
        peer for peer in peers for name, *_ in rows if name.startswith(peer)
    }


def test_every_bound_on_errors_is_kept() -> None:
    (_, *promises), *_ = tables((ROOT / "docs" / "rates.md").read_text("utf-8"))
    assert len(promises) == 8
    assert {promise[-1] for promise in promises} == {"PASS"}
