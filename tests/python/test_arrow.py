"""Columns and their conversion: types, memory that is shared, dictionaries, arguments, threads."""

from __future__ import annotations

import gc
import inspect
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import arrow_structs as structs
import pytest
from arrow_columns import CONVERSIONS, LAYOUTS, Enum, call, pa, rows_of, taken
from arrow_structs import null_count
from memory_of_calls import in_memory
from programs import run_program

import acelabel
from acelabel import AceError, arrow

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = ["example.com", "www.example.org", None, "a.b"]
REPORT = ["value", "code", "label_index", "offset", "message"]


def addresses(array: Any) -> list[int | None]:
    return [None if buffer is None else buffer.address for buffer in array.buffers()]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_chunk_that_needs_nothing_is_the_chunk_that_came(layout: str) -> None:
    plain = pa.array(NAMES, getattr(pa, layout)())
    other = pa.array(["Bücher.de", None], plain.type)
    result = taken(arrow.to_ascii(pa.chunked_array([plain, plain.slice(1), other])))
    assert [addresses(chunk) for chunk in result.chunks[:2]] == [addresses(plain)] * 2
    assert [chunk.offset for chunk in result.chunks] == [0, 1, 0]
    assert result.to_pylist() == [*NAMES, *NAMES[1:], "xn--bcher-kva.de", None]
    assert result.null_count == 3


def test_a_row_that_keeps_its_form_is_no_change() -> None:
    column = pa.array(["xn--bcher-kva.de", "a_b.de", None, "*.de"])
    result = pa.array(arrow.to_ascii(column, profile=acelabel.DNS))
    assert addresses(result) == addresses(column)


def test_a_view_that_needs_nothing_stays_where_it_is() -> None:
    rows = ["www.example.com", "www.BÜCHER.example", "short.de", "Short.DE", None, "another.example.org"]
    column = pa.array(rows, pa.string_view())
    result = pa.array(arrow.to_ascii(column))
    assert result.to_pylist() == [row and acelabel.to_ascii(row) for row in rows]
    before, after = column.buffers(), result.buffers()
    assert after[2].address == before[2].address
    assert len(after) == len(before) + 1
    assert after[3].size == len("www.xn--bcher-kva.example")
    views = [bytes(buffer)[: 16 * len(rows)] for buffer in (before[1], after[1])]
    same = [views[0][16 * row : 16 * row + 16] == views[1][16 * row : 16 * row + 16] for row in range(len(rows))]
    assert same == [True, False, True, False, True, True]


def test_octets_under_nulls_are_neither_looked_at_nor_copied() -> None:
    data = pa.py_buffer(b"a.com\xff\xfe..SECRETB.com")
    offsets = pa.py_buffer(b"".join(place.to_bytes(4, sys.byteorder) for place in (0, 5, 15, 20)))
    column = pa.Array.from_buffers(pa.string(), 3, [pa.py_buffer(b"\x05"), offsets, data])
    result = pa.array(arrow.to_ascii(column))
    assert result.to_pylist() == ["a.com", None, "b.com"]
    assert bytes(result.buffers()[2])[:10] == b"a.comb.com"


def test_dictionaries_are_made_unique_and_nulls_are_moved_to_the_keys() -> None:
    keys = pa.array([0, 1, 2, None, 1, 0], pa.int8())
    column = pa.DictionaryArray.from_arrays(keys, pa.array(["A.com", "a.com", "xn--a"]))
    result = pa.array(arrow.to_ascii(column, errors="null"))
    assert result.type == column.type
    assert result.dictionary.to_pylist() == ["a.com"]
    assert result.indices.to_pylist() == [0, 0, None, None, 0, 0]
    assert result.null_count == 2
    kept = pa.array(arrow.to_ascii(column, errors="keep"))
    assert kept.dictionary.to_pylist() == ["a.com", "xn--a"]
    with pytest.raises(AceError) as caught:
        arrow.to_ascii(column)
    assert (caught.value.row, caught.value.text) == (2, "xn--a")


def test_a_value_that_no_key_names_refuses_nothing() -> None:
    column = pa.DictionaryArray.from_arrays(pa.array([0, None]), pa.array(["A.com", "a..b"]))
    result = pa.array(arrow.to_ascii(column))
    assert result.to_pylist() == ["a.com", None]
    assert rows_of(arrow.to_ascii_report(column))[0]["code"] is None


def test_a_dictionary_that_needs_nothing_is_the_one_that_came() -> None:
    column = pa.DictionaryArray.from_arrays(pa.array([1, 0, None]), pa.array(["a.com", "a.com"]))
    result = pa.array(arrow.to_ascii(column))
    assert addresses(result) == addresses(column)
    assert addresses(result.dictionary) == addresses(column.dictionary)


def test_metadata_is_not_taken_over_but_the_name_is() -> None:
    field = pa.field("host", pa.string(), metadata={"a": "b"})
    table = pa.table([pa.array(["B.com"])], pa.schema([field]))
    result = arrow.to_ascii(table.column(0))
    assert pa.field(result).metadata is None
    assert pa.field(arrow.to_ascii(Named(table))).name == "host"


class Named:
    """The column of a table as a stream, with the field's name and metadata."""

    def __init__(self, table: Any) -> None:
        self.table = table

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        del requested_schema
        _, array = self.table.column(0).chunk(0).__arrow_c_array__()
        return self.table.schema.field(0).__arrow_c_schema__(), array


def array_of(rows: list[str | None], type_of: Any) -> Any:
    if not pa.types.is_dictionary(type_of):
        return pa.array(rows, type_of)
    keys = pa.array([place if text else None for place, text in enumerate(rows)], type_of.index_type)
    return pa.DictionaryArray.from_arrays(keys, pa.array(rows, type_of.value_type))


@pytest.mark.parametrize("rows", [[], [[]], [["A.com"]], [["A.com"], [], ["b.com", None]]])
def test_a_result_is_a_column_with_all_methods_of_the_protocol(rows: list[list[str | None]]) -> None:
    for layout in LAYOUTS:
        type_of = getattr(pa, layout)()
        for column_type in (type_of, pa.dictionary(pa.int8(), type_of)):
            column = pa.chunked_array([array_of(chunk, column_type) for chunk in rows], column_type)
            result = arrow.to_ascii(column)
            expected = [row and row.lower() for chunk in rows for row in chunk]
            assert len(result) == len(expected)
            assert pa.field(result).type == column_type
            assert rows_of(result) == rows_of(result) == expected
            if len(rows) < 2:
                assert pa.array(result).to_pylist() == expected
            else:
                assert not hasattr(result, "__arrow_c_array__")
            assert rows_of(arrow.to_unicode(result)) == expected
            report = taken(arrow.to_ascii_report(column))
            assert [report.type.field(place).name for place in range(5)] == REPORT
            assert report.type.field(0).type == column_type
            assert len(arrow.is_valid(column)) == len(expected)


@pytest.mark.parametrize("validity", [None, b"\1"])
def test_the_buffer_of_a_null_column_says_nothing(validity: bytes | None) -> None:
    made = structs.array(2, [structs.octets(validity) if validity else None])
    column: Any = structs.OneArray(structs.schema(b"n"), made)
    assert null_count(arrow.to_ascii(column)) == 2


def test_a_null_column_stays_one() -> None:
    column = pa.nulls(3)
    assert null_count(arrow.to_ascii(column)) == 3
    for work in CONVERSIONS:
        assert rows_of(call(work, column, "raise", None)) == [None] * 3
    assert taken(arrow.is_valid(column)).type == pa.bool_()
    assert rows_of(arrow.is_valid(column)) == [None] * 3
    assert rows_of(arrow.to_ascii_report(column))[2] == dict.fromkeys(REPORT)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a_b", "'_' (U+005F) is not allowed in a label"),
        ("a\u200db", "here: U+200D; a zero-width joiner stands behind a virama (RFC 5892 appendix A.2)"),
        ("l·m", "'·' (U+00B7) is not allowed in this context; a middle dot stands between two small letters l"),
        ("אa", "left-to-right letters need a label of their own"),
    ],
)
def test_a_report_says_which_rule_was_broken(name: str, message: str) -> None:
    column = pa.array(["a.com", name, None, name])
    for each in (column, column.dictionary_encode(), pa.nulls(0, pa.string()), pa.chunked_array([column, column])):
        for row, text in zip(rows_of(arrow.to_ascii_report(each, profile="idna2008")), each, strict=True):
            assert (message in str(row["message"])) == (text.as_py() == name)
            assert (row["message"] is None) == (row["code"] is None)


def test_messages_of_a_column_without_refusals_take_no_memory() -> None:
    report = pa.array(arrow.to_ascii_report(pa.array(["a.com", None] * 100)))
    codes, messages = (report.field(name).buffers() for name in ("code", "message"))
    assert [buffer and buffer.address for buffer in codes] == [buffer and buffer.address for buffer in messages]


def test_a_result_outlives_what_it_was_made_of() -> None:
    results = []
    for layout in LAYOUTS:
        column = pa.array([f"host-number-{number}.example.com" for number in range(1_000)], getattr(pa, layout)())
        results += [arrow.to_ascii(column), arrow.to_ascii(pa.chunked_array([column, pa.array(["B.de"], column.type)]))]
    del column
    gc.collect()
    for result in results:
        array = taken(result)
        del result
        assert array[999].as_py() == "host-number-999.example.com"


def test_a_result_does_not_keep_those_before_it() -> None:
    """A chain of a hundred thousand of them would be given back link by link, with a stack of as many frames."""
    for layout in LAYOUTS:
        for column in (pa.array(["a.com"], getattr(pa, layout)()), pa.array(["a.com"]).dictionary_encode()):
            result = arrow.to_ascii(column)
            address = taken(result).chunk(0).buffers()[1].address
            for _ in range(100_000):
                result = arrow.to_ascii(result)
            assert taken(result).chunk(0).buffers()[1].address == address


@pytest.mark.parametrize("column", [None, 1, "a.com", ["a.com"], b"a", object()])
def test_what_is_no_column_is_a_type_error(column: Any) -> None:
    with pytest.raises(TypeError, match="argument 'column' must be an Arrow column"):
        arrow.to_ascii(column)


@pytest.mark.parametrize(
    ("column", "what"),
    [
        (pa.array([1]), "integers"),
        (pa.array([b"a"]), "bytes: cast them to a string type first"),
        (pa.array([b"a"], pa.binary(1)), "bytes: cast them to a string type first"),
        (pa.array([b"a"], pa.binary_view()), "bytes: cast them to a string type first"),
        (pa.array([["a"]]), "lists: flatten them first"),
        (pa.array([["a"]], pa.large_list(pa.string())), "lists: flatten them first"),
        (pa.array([["a"]], pa.list_(pa.string(), 1)), "lists: flatten them first"),
        (pa.array([["a"]], pa.list_view(pa.string())), "lists: flatten them first"),
        (pa.array([[("a", "b")]], pa.map_(pa.string(), pa.string())), "maps: pass the keys or the values"),
        (
            pa.UnionArray.from_dense(pa.array([0], pa.int8()), pa.array([0], pa.int32()), [pa.array(["a"])]),
            "unions: pass one of the children",
        ),
        (pa.array([1.5]), "floats"),
        (pa.array([{"a": "b"}]), "structs: pass one field; of a table, pass one column"),
        (pa.array([True]), "booleans"),
        (pa.array([0], pa.date32()), "dates or times"),
        (pa.array([0], pa.timestamp("us", "UTC")), "dates or times"),
        (pa.array([0], pa.duration("s")), "durations"),
        (pa.array([(1, 2, 3)], pa.month_day_nano_interval()), "intervals"),
        (pa.array([1], pa.decimal128(5)), "decimals"),
        (pa.DictionaryArray.from_arrays(pa.array([0]), pa.array([1])), "dictionaries of integers"),
        (
            pa.DictionaryArray.from_arrays(pa.array([0]), pa.array(["a"]).dictionary_encode()),
            "dictionaries of other values",
        ),
        (pa.RunEndEncodedArray.from_arrays(pa.array([1]), pa.array([1])), "runs of integers"),
        (
            pa.RunEndEncodedArray.from_arrays(
                pa.array([1]), pa.DictionaryArray.from_arrays(pa.array([0]), pa.array([1]))
            ),
            "runs of dictionaries of integers",
        ),
        (
            pa.RunEndEncodedArray.from_arrays(pa.array([1]), pa.array([b"a"])),
            "runs of bytes: cast them to a string type first",
        ),
        (pa.array([b"0" * 16], pa.uuid()), "the extension type 'arrow.uuid'"),
        (pa.ExtensionArray.from_storage(pa.bool8(), pa.array([1], pa.int8())), "the extension type 'arrow.bool8'"),
        (
            pa.RunEndEncodedArray.from_arrays(pa.array([1]), pa.array([b"0" * 16], pa.uuid())),
            "runs of the extension type 'arrow.uuid'",
        ),
        (pa.table({"a": ["b"]}), "structs: pass one field; of a table, pass one column"),
    ],
    ids=str,
)
def test_a_column_of_something_else_is_a_type_error(column: Any, what: str) -> None:
    types = "utf8, large_utf8, utf8_view, null, or a dictionary or runs of these"
    with pytest.raises(TypeError) as raised:
        arrow.to_ascii(column)
    assert str(raised.value) == f"argument 'column' must be an Arrow column of {types}, not of {what}"


class LongName(pa.ExtensionType):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__(pa.int8(), "é" * 100)

    def __arrow_ext_serialize__(self) -> bytes:
        return b""


def test_a_long_name_of_an_extension_is_cut() -> None:
    with pytest.raises(TypeError, match=f"not of the extension type '{'é' * 32}'$"):
        arrow.to_ascii(pa.ExtensionArray.from_storage(LongName(), pa.array([1], pa.int8())))


def test_arguments_are_verified() -> None:
    column = pa.array(["a.com"])
    with pytest.raises(ValueError, match="argument 'errors' must be 'raise', 'null' or 'keep', not 'ignore'"):
        arrow.to_ascii(column, errors="ignore")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"argument 'profile' must be .*, not 'UTS46'; did you mean 'uts46'\?"):
        arrow.to_ascii(column, profile="UTS46")  # type: ignore[arg-type]
    for threads in (0, -1, -1 << 70):
        with pytest.raises(ValueError, match="argument 'threads' must be at least 1"):
            arrow.to_ascii(column, threads=threads)
    with pytest.raises(TypeError, match="argument 'threads' must be int or None, not str"):
        arrow.to_ascii(column, threads="2")  # type: ignore[arg-type]
    many = pa.array(["a.com"] * 200_000)
    for threads in (65, sys.maxsize, 1 << 70):
        assert addresses(pa.array(arrow.to_ascii(many, threads=threads))) == addresses(many)


def test_texts_that_are_not_utf8_are_refused_where_they_are_looked_at() -> None:
    for name, octets in (
        ("binary", b"\xff"),
        ("binary", b"a\xed\xa0\x80"),
        # The oldest pyarrow makes no view of buffers.
        *[("binary_view", b"\xffaaaaaaaaaaaaaaaaaaa")] * (int(pa.__version__.split(".")[0]) > 18),
    ):
        column = pa.array([b"a.com", octets], getattr(pa, name)())
        text = pa.Array.from_buffers(getattr(pa, name.replace("binary", "string"))(), 2, column.buffers())
        for work in CONVERSIONS:
            if work in ("to_ascii", "to_unicode", "punycode_encode"):
                with pytest.raises(ValueError, match="the text is not UTF-8 in row 1"):
                    call(work, text, "null", None)


def test_the_functions_are_those_of_the_module() -> None:
    for name in arrow.__all__:
        function = getattr(arrow, name)
        assert function.__module__ == "acelabel.arrow"
        assert function.__doc__
    assert set(inspect.signature(arrow.to_ascii).parameters) == {"column", "profile", "errors", "threads"}


def long_column() -> Any:
    return pa.array(["Bücher-und-Zeitschriften.example"] * 3_000_000)


def long_dictionary() -> Any:
    """Most of the work is that on keys and on values that become equal."""
    values = pa.array([f"Host{place // 2}.com" if place % 3 else f"a..{place}" for place in range(300_000)])
    keys = pa.array(range(300_000), pa.int32())
    return pa.DictionaryArray.from_arrays(pa.concat_arrays([keys] * 30), values)


@pytest.mark.measures_time
@pytest.mark.parametrize("column", [long_column, long_dictionary, lambda: Enum(long_dictionary())])
@pytest.mark.parametrize("function", [arrow.to_ascii_report, arrow.is_valid])
def test_other_threads_run_meanwhile(column: Callable[[], Any], function: Callable[..., Any]) -> None:
    made, longest, is_done = column(), 0.0, threading.Event()

    def tick() -> None:
        nonlocal longest
        last = time.perf_counter()
        while not is_done.is_set():
            time.sleep(0.001)
            last, before = time.perf_counter(), last
            longest = max(longest, last - before)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        start = time.perf_counter()
        function(made, threads=1)
        took = time.perf_counter() - start
    finally:
        is_done.set()
        thread.join()
    assert longest < took / 2


@pytest.mark.measures_time
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")
@pytest.mark.parametrize("threads", [1, 2])
def test_signals_are_heard(threads: int) -> None:
    column = long_column()
    start = time.perf_counter()
    arrow.to_ascii(column, threads=threads)
    whole = time.perf_counter() - start

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, whole / 20)
    start = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            arrow.to_ascii(column, threads=threads)
        assert time.perf_counter() - start < whole / 2
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.measures_memory
@pytest.mark.skipif(sys.platform != "linux", reason="the peak of a call is only known on Linux")
def test_many_long_texts_take_memory_for_those_that_are_converted() -> None:
    text = ("ü" * (1 << 22)).encode()
    items = structs.view(len(text), text) * 64 + structs.short(b"a.com") * 131_072
    buffers = map(structs.octets, (items, text, structs.numbers([len(text)], 8)))
    column: Any = structs.OneArray(structs.schema(b"vu"), structs.array(len(items) // 16, [None, *buffers]))
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before = in_memory("VmRSS")
    assert null_count(arrow.to_ascii(column, errors="null", threads=2)) == 64
    # For each of two threads, one text as code points.
    assert in_memory("VmHWM") - before < 2 * 8 * len(text)


@pytest.mark.parametrize("function", ["text_to_ascii", "to_unicode", "punycode_encode"])
def test_a_text_that_changes_while_it_is_converted_is_no_danger(function: str) -> None:
    run = run_program(Path(__file__).with_name("arrow_changing.py"), function, "2", "texts")
    assert (run.returncode, run.stderr) == (0, "")
    assert set(run.stdout.split()) <= {"AceError", "ValueError"}
