"""Runs and dictionaries of nulls: row n is what the same function makes of row n of a plain column."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from arrow_columns import CONVERSIONS, GIVEN, LAYOUTS, call, first_refusal, pa, rows_of, scalar, taken
from hypothesis import given, settings
from hypothesis import strategies as st

import acelabel
from acelabel import AceError, arrow
from acelabel._works import WORKS

TEXTS = [
    None,
    "example.com",
    "Bücher.example",
    "a..b",
    "",
    "xn--bcher-kva.de",
    "https://Bücher.example:8080/x",
    "http://[::1]/",
    "see https://раураl.com, a@b.example",
    "A@Bücher.example",
    "раураl.com",
]
LAYOUTS_OF_VALUES = [*LAYOUTS, "null", "keys", "keys of null"]


def values_of(texts: list[str | None], layout: str) -> Any:
    if layout == "keys":
        distinct = [*dict.fromkeys(texts)]
        return pa.DictionaryArray.from_arrays(
            pa.array(map(distinct.index, texts), pa.int8()), pa.array(distinct, pa.string())
        )
    if layout == "keys of null":
        return pa.DictionaryArray.from_arrays(pa.array([0] * len(texts), pa.uint16()), pa.nulls(1))
    return pa.nulls(len(texts)) if layout == "null" else pa.array(texts, getattr(pa, layout)())


def rows_of_runs(ends: list[int], texts: list[str | None], rows: range) -> list[str | None]:
    """The slow way: for each row the first run that ends behind it."""
    return [next(text for end, text in zip(ends, texts, strict=True) if row < end) for row in rows]


@st.composite
def columns(draw: st.DrawFn) -> tuple[Any, list[str | None]]:
    """Chunks of runs, of which some begin inside the arrays that they lie in, and their rows."""
    layout, width = draw(st.sampled_from(LAYOUTS_OF_VALUES)), draw(st.sampled_from([16, 32, 64]))
    chunks: list[Any] = []
    rows: list[str | None] = []
    for _ in range(draw(st.integers(1, 3))):
        sizes = draw(st.lists(st.integers(1, 9), min_size=1, max_size=6))
        ends = [sum(sizes[: place + 1]) for place in range(len(sizes))]
        texts = draw(st.lists(st.sampled_from(TEXTS), min_size=len(ends), max_size=len(ends)))
        before = draw(st.integers(0, 2))
        numbers = pa.array([7] * before + ends, getattr(pa, f"int{width}")()).slice(before)
        values = values_of(TEXTS[1 : 1 + before] + texts, layout).slice(before)
        start = draw(st.integers(0, ends[-1]))
        part = range(start, draw(st.integers(start, ends[-1])))
        chunks.append(pa.RunEndEncodedArray.from_arrays(numbers, values).slice(start, len(part)))
        rows += [None] * len(part) if "null" in layout else rows_of_runs(ends, texts, part)
    return pa.chunked_array(chunks), rows


def every(column: object, errors: str) -> dict[str, list[Any]]:
    """The rows that each function gives."""
    options = {work.name: {"errors": errors} if work.can_refuse else {} for work in WORKS}
    return {name: rows_of(getattr(arrow, name)(column, **options[name], **GIVEN.get(name, {}))) for name in options}


@settings(max_examples=100)
@given(columns())
def test_rows_of_runs_are_those_of_a_plain_column(column_and_rows: tuple[Any, list[str | None]]) -> None:
    column, rows = column_and_rows
    assert column.to_pylist() == rows
    assert every(column, "null") == every(pa.array(rows, pa.string()), "null")


@settings(max_examples=200)
@given(columns(), st.sampled_from(sorted(CONVERSIONS)))
def test_rows_of_runs_are_those_of_the_scalar_calls(column_and_rows: tuple[Any, list[str | None]], work: str) -> None:
    column, rows = column_and_rows
    for errors in ("null", "keep"):
        array = taken(call(work, column, errors, 1))
        assert array.type == column.type
        assert array.to_pylist() == [scalar(work, text, errors) for text in rows]
    refused = first_refusal(work, rows)
    if refused is None:
        assert rows_of(call(work, column, "raise", 1)) == [scalar(work, text, "raise") for text in rows]
        return
    with pytest.raises(AceError) as caught:
        call(work, column, "raise", 1)
    row, expected = refused
    facts = ("code", "offset", "text", "codepoint", "label_index")
    assert caught.value.row == row
    assert [getattr(caught.value, fact) for fact in facts] == [getattr(expected, fact) for fact in facts]


@pytest.mark.parametrize("layout", ["string", "keys"])
@pytest.mark.parametrize("work", ["is_below", "host"])
def test_the_row_of_a_refusal_is_told_where_rows_come_out_of_runs(layout: str, work: str) -> None:
    good, refused = ("a.example", "a..b") if work == "is_below" else ("https://a.example", "https://a b")
    column = pa.RunEndEncodedArray.from_arrays(pa.array([2, 5, 9]), values_of([good, None, refused], layout))
    with pytest.raises(AceError) as caught:
        getattr(arrow, work)(column.slice(1), **GIVEN.get(work, {}))
    assert (caught.value.row, caught.value.text) == (4, refused)


def test_a_value_that_no_row_has_refuses_nothing() -> None:
    column = pa.RunEndEncodedArray.from_arrays(pa.array([2, 5, 9]), pa.array(["a..b", "B.example", "a..b"]))
    assert rows_of(arrow.to_ascii(column.slice(2, 3))) == ["b.example"] * 3
    assert rows_of(arrow.is_below(column.slice(2, 3), "example")) == [True] * 3


@pytest.mark.parametrize("layout", LAYOUTS)
def test_runs_that_need_nothing_are_those_that_came(layout: str) -> None:
    column = pa.RunEndEncodedArray.from_arrays(
        pa.array([2, 5]), pa.array(["a.example", "b.example"], getattr(pa, layout)())
    )
    result = pa.array(arrow.to_ascii(column))
    assert result.type == column.type
    buffers = [[buffer and buffer.address for buffer in array.buffers()] for array in (column, result)]
    assert buffers[0] == buffers[1]
    again = pa.array(arrow.to_ascii(arrow.to_ascii(column)))
    assert [buffer and buffer.address for buffer in again.buffers()] == buffers[0]


@pytest.mark.parametrize("width", [16, 32, 64])
@pytest.mark.parametrize("layout", [*LAYOUTS, "keys"])
def test_the_ends_of_sliced_runs_count_from_the_first_row(layout: str, width: int) -> None:
    """arrow-rs does not heed an offset of the ends: rows would be those before the slice."""
    core = pytest.importorskip("arro3.core")
    rows = ["Ä.de"] * 2 + ["Ü.de"] + ["ö.de"] * 2 + ["d.de"] * 4
    ends = pa.array([1, 2, 3, 5, 9], getattr(pa, f"int{width}")()).slice(1)
    column = pa.RunEndEncodedArray.from_arrays(ends, values_of(["Ä.de", "Ü.de", "ö.de", "d.de"], layout))
    for start, stop in itertools.combinations_with_replacement(range(len(rows) + 1), 2):
        expected = [acelabel.to_ascii(row) for row in rows[start:stop]]
        result = arrow.to_ascii(column.slice(start, stop - start))
        array = pa.array(result)
        assert taken(result).to_pylist() == expected
        new_ends = pa.array(array.run_ends)
        assert (array.offset, new_ends.offset, len(new_ends)) == (0, 0, len(array.values))
        numbers = new_ends.to_pylist()
        assert numbers == sorted(set(numbers))
        if expected:
            assert numbers[0] > 0
            assert numbers[-1] == len(expected)
        # The hand of arrow-rs: what it gives is not what it was given.
        read = pa.array(core.Array(result))
        assert read.to_pylist() == expected


def test_datafusion_reads_the_rows_of_sliced_runs() -> None:
    datafusion = pytest.importorskip("datafusion")
    column = pa.RunEndEncodedArray.from_arrays(
        pa.array([2, 3, 5, 9], pa.int32()), pa.array(["Ä.de", "Ü.de", "ö.de", "d.de"])
    )
    table = pa.table({"host": pa.chunked_array(arrow.to_ascii(column.slice(2, 4)))})
    read = datafusion.SessionContext().from_arrow(table)
    assert read.to_pydict() == {"host": ["xn--tda.de", "xn--nda.de", "xn--nda.de", "d.de"]}


def test_the_values_of_long_runs_are_converted_once() -> None:
    """The time and the memory of texts do not grow with the rows."""
    rows = 1 << 40
    column = pa.RunEndEncodedArray.from_arrays(pa.array([3, rows]), pa.array(["Bücher.example", "B.example"]))
    result = pa.array(arrow.to_ascii(column))
    assert len(result) == rows
    assert [result[place].as_py() for place in (0, 2, 3, rows - 1)] == ["xn--bcher-kva.example"] * 2 + ["b.example"] * 2


def test_a_long_column_of_runs_has_the_rows_of_a_plain_one() -> None:
    rng = random.Random(5)
    runs = [(text, rng.randrange(1, 12)) for text in rng.choices(TEXTS, k=20_000)]
    ends = list(itertools.accumulate(size for _, size in runs))
    column = pa.RunEndEncodedArray.from_arrays(pa.array(ends), pa.array([text for text, _ in runs]))
    column = column.slice(12_345, 70_000)
    rows = [text for text, size in runs for _ in range(size)]
    assert every(column, "null") == every(pa.array(rows[12_345:82_345]), "null")


@pytest.mark.parametrize("length", [0, 1, 3])
def test_dictionaries_of_null_are_taken_by_every_function(length: int) -> None:
    """pandas gives them for a column of categories that has no rows."""
    keys = pa.array([None, 0, None][:length], pa.int8())
    column = pa.DictionaryArray.from_arrays(keys, pa.nulls(min(length, 1)))
    nulls = every(pa.nulls(length, pa.string()), "null")
    assert every(column, "null") == every(column, "raise") == nulls
    assert taken(arrow.to_ascii(column)).type == column.type
    assert taken(arrow.to_ascii_report(column)).type.field(0).type == column.type


def test_a_series_of_categories_without_rows_is_taken() -> None:
    pandas = pytest.importorskip("pandas")
    series = pandas.Series([], dtype="category")
    assert every(series, "null") == every(pa.array([], pa.string()), "null")


@pytest.mark.parametrize("length", [0, 1, 3])
@pytest.mark.parametrize(
    "of", [pa.float64(), pa.int64(), pa.binary(), pa.list_(pa.string()), pa.struct({"a": pa.string()})]
)
def test_dictionaries_without_values_are_null_whatever_their_type(of: Any, length: int) -> None:
    column = pa.DictionaryArray.from_arrays(pa.nulls(length, pa.int8()), pa.array([], of))
    runs = pa.RunEndEncodedArray.from_arrays(pa.array([*range(1, length + 1)], pa.int32()), column)
    nulls = every(pa.nulls(length, pa.string()), "null")
    assert every(column, "null") == every(runs, "raise") == nulls
    assert taken(arrow.to_ascii(column)).type == pa.dictionary(pa.int8(), pa.null())


def test_categories_that_are_all_missing_are_null() -> None:
    """pandas makes them of floats."""
    pandas = pytest.importorskip("pandas")
    series = pandas.Series([float("nan")] * 2).astype("category")
    assert pa.array(series).type.value_type == pa.float64()
    assert rows_of(arrow.to_ascii(series)) == [None, None]
    with pytest.raises(TypeError, match=r"not of dictionaries of floats$"):
        arrow.to_ascii(pandas.Series([1.5, float("nan")]).astype("category"))
