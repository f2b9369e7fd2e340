"""Columns of texts with names inside: row n is what the function for one text makes of row n."""

from __future__ import annotations

from typing import Any

import pytest
from arrow_columns import LAYOUTS, Enum, pa, rows_of, taken
from engine_names import facts_of_names
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
    "日本語 hxxps://bücher[.]example/, user [at] a [dot] пример.рф",
    "//a_b.example //a.example,b //%C3%BC.de:80 ü@a.com@b.com bücher.com пример.рф",
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


OPTIONS = st.fixed_dictionaries(
    {
        "kinds": st.none() | st.lists(st.sampled_from(text.KINDS), max_size=2),
        "tlds": st.none() | st.just({"com", ".example", "рф"}) | st.just(["XN--P1AI"]),
        "profile": st.sampled_from([acelabel.UTS46, acelabel.DNS, "idna2008"]),
    }
)
MORE = st.fixed_dictionaries({"everywhere": st.booleans(), "defanged": st.booleans()})
ROWS = st.lists(st.none() | st.sampled_from(LINES) | TEXTS.filter(lambda line: "\ud800" not in line), max_size=8)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_names_in_each_layout(layout: str) -> None:
    column = pa.array(LINES, getattr(pa, layout)())
    expected = [facts_of_names(line, defanged=True) for line in LINES]
    keys = column.dictionary_encode()
    for of in (column, keys, Enum(keys), pa.chunked_array([column[:3], column[3:3], column[3:]])):
        assert rows_of(arrow.text_find(of, defanged=True)) == expected
    assert rows_of(arrow.text_find(column[3:9], defanged=True)) == expected[3:9]
    assert rows_of(arrow.text_find(pa.nulls(2))) == [None, None]
    made = taken(arrow.text_find(pa.chunked_array([], column.type)))
    assert made.to_pylist() == []
    types = [pa.int64(), pa.int64(), pa.string(), pa.string(), pa.bool_(), pa.string(), pa.bool_(), pa.string()]
    names = [*text.Found._fields[:7], "decoded"]
    fields = [pa.field(name, of) for name, of in zip(names, types, strict=True)]
    assert made.type == pa.list_(pa.field("item", pa.struct(fields)))


@given(ROWS, OPTIONS, MORE)
def test_names_are_those_of_the_function_for_one_text(rows: list[str | None], some: Any, more: Any) -> None:
    column = pa.array(rows, pa.string())
    expected = [facts_of_names(line, **some, **more) for line in rows]
    assert rows_of(arrow.text_find(column, **some, **more)) == expected
    assert rows_of(arrow.text_find(column.dictionary_encode(), **some, **more)) == expected
    assert rows_of(arrow.text_to_ascii(column, **some)) == [scalar("text_to_ascii", line, **some) for line in rows]
    del some["tlds"]
    expected_texts = [scalar("text_to_unicode", line, **some) for line in rows]
    assert rows_of(arrow.text_to_unicode(column, **some)) == expected_texts


def test_a_row_with_many_names() -> None:
    row = "ü //a_b.de\0 hxxp://bücher[.]example," * 100_000
    (made,) = rows_of(arrow.text_find(pa.array([row], pa.large_string()), defanged=True))
    assert made == facts_of_names(row, defanged=True)
    assert len(made) == 200_000


def test_many_rows_of_names_are_the_same_with_threads_and_without() -> None:
    column = pa.array(LINES * 20_000)
    one, several = (taken(arrow.text_find(column, tlds={"com"}, threads=threads)) for threads in (1, 4))
    assert one.equals(several)
    assert one[-len(LINES) :].to_pylist() == [facts_of_names(line, tlds={"com"}) for line in LINES]


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
    wrong: list[dict[str, Any]] = [{"kinds": "bare"}, {"kinds": 1}, {"tlds": "com"}, {"tlds": len}, {"tlds": {1}}]
    for options in [*wrong, {"everywhere": 1}, {"defanged": None}, {"profile": 1}]:
        with pytest.raises(TypeError, match=f"^argument '{next(iter(options))}' must be"):
            arrow.text_find(pa.array(["a"]), **options)
    with pytest.raises(TypeError, match=r"whose threads do not call Python, not builtin_function_or_method$"):
        arrow.text_to_ascii(pa.array(["a"]), tlds=len)  # type: ignore[arg-type]
    for options in ({"kinds": ["x"]}, {"tlds": {"a.b"}}, {"profile": "x"}):
        with pytest.raises(ValueError, match=f"^argument '{next(iter(options))}' must"):
            arrow.text_find(pa.array(["a"]), **options)
    for work in ["text_find", *WORKS]:
        with pytest.raises(ValueError, match="the text is not UTF-8 in row 1"):
            getattr(arrow, work)(broken)
        with pytest.raises(TypeError):
            getattr(arrow, work)(pa.array([1]))
