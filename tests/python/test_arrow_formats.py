"""Columns of texts that are files: each row is what `files.Rewriter` and `files.find` make of that text alone."""

from __future__ import annotations

import random
from typing import Any

import pytest
from arrow_columns import LAYOUTS, Enum, pa, rows_of, taken
from hypothesis import given
from hypothesis import strategies as st
from test_files import FILES
from test_text_properties import TEXTS

import acelabel
from acelabel import arrow, files, zone
from acelabel import text as texts

ZONE = ("büro.example. IN MX 10 ü ; für\n$ORIGIN ü.\n@ TXT ü\n", "xn--bro-hoa.example. IN MX 10 xn--tda\n")
FORMATS = [*files.FORMATS]
FACTS = ("start", "end", "kind", "name", "is_escaped", "code", "is_defanged", "decoded")
WORKS = ["text_to_ascii", "text_to_unicode"]
# A statement that goes on in the next row would be one that no text has by itself.
OPEN = ["server_name ü.example", "ü.example;", "ServerName \\", "bücher.example", "büro ( IN A", ") xn--tda IN A"]
ODD = [
    "",
    "nothing",
    "bü_ro xn--a",
    "192.0.2.1 bü_ro büro xn--a",
    "\ufeff||ü.example^",
    "//ü.example/ü\r",
    "💩.example",
]
LINES = [line for pair in [*FILES.values(), ZONE] for text in pair for line in (text, *text.splitlines())] + OPEN + ODD


def slow(work: str, text: str | None, format: str, **profile: Any) -> Any:  # noqa: A002
    """The result for one text."""
    if text is None:
        return None
    if work == "text_find" and format == "text":
        return [{name: getattr(one, name) for name in FACTS} for one in texts.find(text)]
    if work == "text_find":
        absent = dict.fromkeys(("is_escaped", "code", "is_defanged", "decoded"))
        return [place._asdict() | absent for place in files.find(text, format=format)]
    to: Any = work.removeprefix("text_")
    if format == "zone":
        return getattr(zone, to)(text, errors="keep", **profile)
    rewriter = files.Rewriter(format, to, errors="keep", **profile)
    # The octets one by one: what comes out does not depend on the pieces.
    pieces = [rewriter.feed(bytes([octet])) for octet in text.encode()]
    return b"".join([*pieces, rewriter.finish()]).decode()


@pytest.mark.parametrize("work", [*WORKS, "text_find"])
@pytest.mark.parametrize("format", FORMATS)
def test_each_format_in_each_layout(format: str, work: str) -> None:  # noqa: A002
    rows = [None, *LINES, None]
    expected = [slow(work, row, format) for row in rows]
    assert any(row and row != text for row, text in zip(expected, rows, strict=True))

    def function(column: Any) -> list[Any]:
        return rows_of(getattr(arrow, work)(column, format=format))

    for layout in LAYOUTS:
        column = pa.array(rows, getattr(pa, layout)())
        assert function(column) == expected
        assert function(column[3:7]) == expected[3:7]
        assert function(pa.chunked_array([column[:4], column[4:4], column[4:]])) == expected
        keys = column.dictionary_encode()
        assert function(keys) == expected
        assert function(Enum(keys)) == expected
    runs = pa.RunEndEncodedArray.from_arrays(pa.array([2, 5, 6], pa.int32()), pa.array(rows[:3]))
    assert function(runs) == [row for row, count in zip(expected, (2, 3, 1), strict=False) for _ in range(count)]
    assert function(pa.nulls(3)) == [None] * 3


@pytest.mark.parametrize("format", FORMATS)
@given(st.lists(st.none() | st.sampled_from(LINES) | TEXTS.filter(lambda line: "\ud800" not in line), max_size=6))
def test_rows_are_those_of_the_file_alone(format: str, rows: list[str | None]) -> None:  # noqa: A002
    column = pa.array(rows, pa.string())
    for work in WORKS:
        for profile in (acelabel.UTS46, acelabel.DNS):
            made = rows_of(getattr(arrow, work)(column, format=format, profile=profile))
            assert made == [slow(work, row, format, profile=profile) for row in rows]
    assert rows_of(arrow.text_find(column, format=format)) == [slow("text_find", row, format) for row in rows]


@pytest.mark.parametrize("format", FORMATS)
def test_names_come_back(format: str) -> None:  # noqa: A002
    unicode, in_ascii = FILES.get(format) or (ZONE[1].replace("xn--tda", "ü").replace("xn--bro-hoa", "büro"), ZONE[1])
    assert rows_of(arrow.text_to_ascii(pa.array([unicode]), format=format)) == [in_ascii]
    assert rows_of(arrow.text_to_unicode(pa.array([in_ascii]), format=format)) == [unicode]


def test_many_rows_are_the_same_with_threads_and_without() -> None:
    rows = [random.Random(1).choice(LINES) for _ in range(300_000)]
    column = pa.array(rows)
    for work in (*WORKS, "text_find"):
        one, several = (getattr(arrow, work)(column, format="nginx", threads=threads) for threads in (1, 4))
        assert taken(one).equals(taken(several))


def test_a_column_in_which_nothing_changes_is_the_one_that_came() -> None:
    column = pa.array(["||example^", None, "here"])
    made = pa.array(arrow.text_to_ascii(column, format="adblock"))
    assert made.buffers()[2].address == column.buffers()[2].address


def test_wrong_use() -> None:
    column = pa.array(["||ü.example^"])
    for work in (*WORKS, "text_find"):
        function: Any = getattr(arrow, work)
        with pytest.raises(ValueError, match=r"^argument 'format' must be 'text', 'adblock', .* or 'zone', not 'x'$"):
            function(column, format="x")
        with pytest.raises(ValueError, match="did you mean 'hosts'"):
            function(column, format="host")
        with pytest.raises(TypeError, match=r"^argument 'format' must be str, not"):
            function(column, format=None)
        for other in ("csv", "tsv", "jsonl", "zeek", "parquet", "certstream"):
            with pytest.raises(ValueError, match=r"^argument 'format': a table is a file of many rows"):
                function(column, format=other)
        with pytest.raises(ValueError, match=r"^argument 'format': a column of names has to_ascii and to_unicode"):
            function(column, format="lines")
        with pytest.raises(
            ValueError, match=r"^argument 'kinds' is for format='text': 'hosts' says itself where names"
        ):
            function(column, format="hosts", kinds=["bare"])
    for option in ({"tlds": {"de"}}, {"everywhere": True}, {"defanged": True}):
        with pytest.raises(ValueError, match=f"^argument '{next(iter(option))}' is for format='text': 'zone' says"):
            arrow.text_find(column, format="zone", **option)
