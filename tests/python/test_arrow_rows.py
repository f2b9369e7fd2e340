"""Row n of every column is what the call for one text makes of row n, whatever the column is made of."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest
from arrow_columns import (
    CONVERSIONS,
    GIVEN,
    LAYOUTS,
    WITH_PROFILE,
    Enum,
    call,
    first_refusal,
    pa,
    rows_of,
    scalar,
    taken,
)
from engine_names import reported
from hypothesis import given, settings
from hypothesis import strategies as st

import acelabel
from acelabel import AceError, Profile, arrow, punycode
from acelabel._engines import result_type
from acelabel._works import WORKS

NAMES = st.one_of(
    st.none(),
    st.sampled_from(
        [
            "example.com",
            "www.example.com",
            "a-long-enough-name.example.org",
            "example.com.",
            "a.b",
            "",
            ".",
            "-",
            "-a.b",
            "a-.b",
            "a..b",
            "a_b",
            "a" * 63,
            "a" * 64 + ".de",
            ("a" * 60 + ".") * 4 + "com",
            "Example.COM",
            "Bücher.example",
            "XN--BCHER-KVA.de",
            "xn--bcher-kva.de",
            "xn--a",
            "bcher-kva",
            "ls8h=",
            "żaba",
            "bq--af6p6yp7ml7wc",
            "日本語。jp",
            "א.com",
            "xn--4db.com",
            "☃-⌘.example",
            "𝒳𝓎𝓏.example",
            "é-!",
            "é@Bücher.example.",
            "a@b..c",
            "a@[192.0.2.1]",
        ]
    ),
    st.text(alphabet=st.sampled_from("ab-.09ZÄßü日xn"), max_size=24),
    st.text(max_size=8),
)
PROFILES = [
    acelabel.UTS46,
    acelabel.WHATWG,
    acelabel.IDNA2008,
    acelabel.DNS,
    acelabel.UTS46.replace(allow_root_dot=False),
]
PROFILES = [*PROFILES, acelabel.IDNA2003]


@st.composite
def columns(draw: st.DrawFn) -> tuple[Any, list[str | None]]:
    """A column with its rows: of any layout, a dictionary or not, sliced and in chunks."""
    layout = getattr(pa, draw(st.sampled_from(LAYOUTS)))()
    chunks, rows = [], []
    keys = draw(st.sampled_from([None, pa.int8(), pa.uint8(), pa.int16(), pa.uint32(), pa.int64()]))
    for _ in range(draw(st.integers(0, 3))):
        texts = draw(st.lists(NAMES, max_size=12).map(encodable))
        if keys is None:
            array = pa.array(texts, layout)
        else:
            values = pa.array(texts, layout)
            places = st.none() if not texts else st.one_of(st.none(), st.integers(0, len(texts) - 1))
            array = pa.DictionaryArray.from_arrays(pa.array(draw(st.lists(places, max_size=12)), keys), values)
        start = draw(st.integers(0, len(array)))
        array = array.slice(start, draw(st.integers(0, len(array) - start)))
        chunks.append(array)
        rows += array.to_pylist()
    type_of = layout if keys is None else pa.dictionary(keys, layout)
    column = pa.chunked_array(chunks, type_of)
    if len(chunks) == 1 and draw(st.booleans()):
        column = column.chunk(0)
        if keys is not None and draw(st.booleans()):
            column = Enum(column)
    return column, rows


def type_of_result(column: Any) -> Any:
    return column.column.type.value_type if isinstance(column, Enum) else column.type


def encodable(texts: list[str | None]) -> list[str | None]:
    """Without lone surrogates, which UTF-8 does not have."""
    return [text if text is None else text.encode("utf-8", "replace").decode() for text in texts]


@settings(max_examples=400)
@given(columns(), st.sampled_from(sorted(CONVERSIONS)), st.sampled_from(PROFILES), st.sampled_from([None, 1, 2, 3, 4]))
def test_rows_are_those_of_the_scalar_calls(
    column_and_rows: tuple[Any, list[str | None]], work: str, profile: Profile, threads: int | None
) -> None:
    column, rows = column_and_rows
    options = {"profile": profile} if work in WITH_PROFILE else {}
    for errors in ("null", "keep"):
        result = call(work, column, errors, threads, **options)
        assert len(result) == len(rows)
        array = taken(result)
        assert array.type == type_of_result(column)
        assert array.to_pylist() == [scalar(work, text, errors, **options) for text in rows]
        if pa.types.is_dictionary(array.type):
            # Of a chunk without rows the dictionary stays, and the keys become buffers that everyone takes.
            chunks = [chunk for chunk in array.chunks if len(chunk)]
            assert all(chunk.dictionary.null_count == 0 or chunk in changed(column, array) for chunk in chunks)
    first = first_refusal(work, rows, **options)
    if first is None:
        assert rows_of(call(work, column, "raise", threads, **options)) == rows_of(
            call(work, column, "null", threads, **options)
        )
    else:
        row, expected = first
        with pytest.raises(AceError) as caught:
            call(work, column, "raise", threads, **options)
        error = caught.value
        assert error.index == error.row == row
        facts = ("code", "offset", "text", "codepoint", "label_index")
        assert [getattr(error, fact) for fact in facts] == [getattr(expected, fact) for fact in facts]


def changed(before: Any, after: Any) -> list[Any]:
    """The chunks that are those that came."""
    chunks = before.chunks if isinstance(before, pa.ChunkedArray) else [before]
    return [new for old, new in zip(chunks, after.chunks, strict=True) if addresses(old) == addresses(new)]


def addresses(array: Any) -> list[int | None]:
    return [None if buffer is None else buffer.address for buffer in array.buffers()]


@settings(max_examples=200)
@given(columns(), st.sampled_from(PROFILES))
def test_verdicts_and_reports_are_those_of_the_scalar_calls(
    column_and_rows: tuple[Any, list[str | None]], profile: Profile
) -> None:
    column, rows = column_and_rows
    for work in WORKS:
        if work.refused == "false":
            options = {"profile": profile} if work.rules == "profile" else {}
            verdicts = [None if text is None else work.function()(text, **options) for text in rows]
            assert rows_of(getattr(arrow, work.name)(column, **options)) == verdicts
    for convert, report in ((acelabel.to_ascii, arrow.to_ascii_report), (acelabel.to_unicode, arrow.to_unicode_report)):
        expected = [reported(text, partial(convert, profile=profile)) for text in rows]
        assert rows_of(report(column, profile=profile)) == expected


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("work", ["punycode_encode", "punycode_decode"])
def test_rows_of_a_long_column_of_punycode_are_those_of_the_scalar_calls(layout: str, work: str) -> None:
    """Long enough for texts to be converted many at a time."""
    rng = random.Random(9)
    alphabets = ("aäöü-ß", "абвгда", "日本語例え", "กขฃคฅ", "가나다라", "a\U0001f600é", "abc-019Z")
    labels = ["".join(rng.choices(letters, k=rng.randrange(30))) for letters in alphabets for _ in range(40)]
    others = ["a" * 80, "ü" * 40, "bcher-k", "bcher-k_a", "99999999", "-", "--", "BCHER-KVA", "\0ü", "bcher-kvaü"]
    texts = [*labels, *map(punycode.encode, labels), *others, None]
    rows = rng.choices(texts, k=3_000)
    column = pa.array(rows, getattr(pa, layout)()).slice(7)
    for errors in ("null", "keep"):
        assert taken(call(work, column, errors, 1)).to_pylist() == [scalar(work, text, errors) for text in rows[7:]]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_first_refusal_in_a_long_column_of_punycode_has_its_row(layout: str) -> None:
    rows = ["bcher-kva"] * 700
    rows[401], rows[402] = "bcher-k_a", "99999999"
    with pytest.raises(AceError) as caught:
        arrow.punycode_decode(pa.array(rows, getattr(pa, layout)()))
    assert (caught.value.row, caught.value.code, caught.value.offset) == (401, "invalid_digit", 7)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("work", sorted(CONVERSIONS))
def test_the_number_of_threads_makes_no_difference(layout: str, work: str) -> None:
    """Columns long enough for threads, in which pieces of every kind stand next to each other."""
    plain = [f"host-{number}.example.com" for number in range(150_000)]
    mixed = [f"Bücher{number}.example" if number % 33 == 0 else name for number, name in enumerate(plain)]
    rows = [None if number % 1_001 == 0 else name for number, name in enumerate(plain[:70_000] + mixed + plain[:100])]
    rows[90_001] = "a..b"
    column = pa.array(rows, getattr(pa, layout)())
    results = [taken(call(work, column, "null", threads)) for threads in (1, 2, 3, 4, None)]
    assert all(result == results[0] for result in results)
    places = [*range(0, len(rows), 997), 69_999, 70_000, 90_001, len(rows) - 1]
    assert [results[0][place].as_py() for place in places] == [scalar(work, rows[place], "null") for place in places]
    if work in WITH_PROFILE:
        caught = []
        for threads in (1, 2, 4):
            with pytest.raises(AceError) as info:
                call(work, column, "raise", threads)
            caught.append(info.value)
        assert caught[0].row == 90_001
        assert caught[0] == caught[1] == caught[2]


def test_the_types_of_results_are_those_that_columns_have() -> None:
    """The fields stand in one table, from which the columns, the types of engines and the documents are made."""
    scalars = {
        "text": pa.string(),
        "bool": pa.bool_(),
        "int32": pa.int32(),
        "int64": pa.int64(),
        "float64": pa.float64(),
    }
    for work in WORKS:
        column = getattr(arrow, work.name)(pa.nulls(1, pa.string()), **GIVEN.get(work.name, {}))
        expected = result_type(work.name, scalars, lambda fields: pa.struct(fields.items()), pa.list_)
        assert pa.array(column).type == expected, work.name
