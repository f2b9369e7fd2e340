"""Columns of texts with names inside: row n is what the function for one text makes of row n."""

from __future__ import annotations

from typing import Any

import pytest
from arrow_columns import LAYOUTS, Enum, pa, rows_of, taken
from hypothesis import given
from hypothesis import strategies as st
from test_text_properties import TEXTS

import acelabel
from acelabel import arrow, text

A = "xn--bcher-kva"
LINES = [
    f"GET https://{A}.example/{A} 200",
    None,
    "",
    "nothing here",
    "see //bücher.example/ü, or a@пример.рф",
    f"{A}\n{A} \t {A}",
    f"//xn--a.{A}/ xn--a",
    "日本語",
    f"a long enough line without a name, and then {A} at its end",
]
WORKS = ["text_to_ascii", "text_to_unicode"]


def scalar(work: str, line: str | None, **profile: Any) -> str | None:
    return None if line is None else getattr(text, work.removeprefix("text_"))(line, **profile)


@pytest.mark.parametrize("work", WORKS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_layout(work: str, layout: str) -> None:
    function, column = getattr(arrow, work), pa.array(LINES, getattr(pa, layout)())
    expected = [scalar(work, line) for line in LINES]
    assert rows_of(function(column)) == expected
    assert rows_of(function(column[3:7])) == expected[3:7]
    assert rows_of(function(pa.chunked_array([column[:4], column[4:4], column[4:]]))) == expected
    assert taken(function(column)).type == column.type
    keys = column.dictionary_encode()
    assert rows_of(function(keys)) == expected
    assert rows_of(function(Enum(keys))) == expected
    assert rows_of(function(pa.nulls(3))) == [None] * 3


@pytest.mark.parametrize("work", WORKS)
@given(st.lists(st.none() | TEXTS.filter(lambda line: "\ud800" not in line), max_size=8))
def test_rows_are_those_of_the_function_for_one_text(work: str, lines: list[str | None]) -> None:
    for profile in (acelabel.UTS46, acelabel.DNS):
        expected = [scalar(work, line, profile=profile) for line in lines]
        assert rows_of(getattr(arrow, work)(pa.array(lines, pa.string()), profile=profile)) == expected


def test_many_rows_are_the_same_with_threads_and_without() -> None:
    column = pa.array(LINES * 40_000)
    one, several = arrow.text_to_unicode(column, threads=1), arrow.text_to_unicode(column, threads=4)
    assert taken(one).equals(taken(several))
    assert rows_of(one)[-len(LINES) :] == [scalar("text_to_unicode", line) for line in LINES]


def test_a_column_in_which_nothing_changes_is_the_one_that_came() -> None:
    column = pa.array(["nothing", None, "here"])
    made = pa.array(arrow.text_to_unicode(column))
    assert made.buffers()[2].address == column.buffers()[2].address


def test_wrong_use() -> None:
    broken = pa.Array.from_buffers(pa.string(), 2, pa.array([b"a", b"\xff //a/"]).buffers())
    for work in WORKS:
        with pytest.raises(ValueError, match="the text is not UTF-8 in row 1"):
            getattr(arrow, work)(broken)
        with pytest.raises(TypeError):
            getattr(arrow, work)(pa.array([1]))
