"""Where a column is handed over, and where it ends: memory, empty arrays, capsules, offsets, signals."""

from __future__ import annotations

import signal
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import arrow_structs as structs
import pytest
from arrow_columns import GIVEN, LAYOUTS, Enum, pa, rows_of, taken
from programs import run_program

import acelabel
from acelabel import arrow
from acelabel._works import BY_NAME

if TYPE_CHECKING:
    from collections.abc import Callable

PROGRAM = Path(__file__).with_name("arrow_borders.py")
WORKS = [name for name in arrow.__all__ if name != "Column"]


def outcome(*arguments: str) -> str:
    run = run_program(PROGRAM, *arguments)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout.strip()


@pytest.mark.measures_memory
@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the address space of a process")
@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ("array_without_memory", "MemoryError MemoryError answer"),
        ("stream_without_memory", "12 12 0"),
        ("long_name", "MemoryError answer answer"),
    ],
)
def test_what_is_handed_over_without_memory_is_an_error_and_no_abort(case: str, expected: str) -> None:
    assert outcome(case) == expected


def test_a_capsule_that_was_renamed_is_the_consumers() -> None:
    assert outcome("renamed") == "['a.com']"


@pytest.mark.measures_memory
@pytest.mark.parametrize("end", [2**63 - 1, 2**62, 2**48])
@pytest.mark.parametrize("function", WORKS)
@pytest.mark.skipif(sys.maxsize < 2**32, reason="such an offset is refused where an address has 32 bits")
def test_a_text_that_is_longer_than_memory_is_not_read(function: str, end: int) -> None:
    assert outcome("endless", function, str(end)) == "MemoryError"


def kept(column: Any) -> tuple[int, int]:
    """Return how many buffers of texts a column of views has, and how many octets they have."""
    buffers = [buffer for chunk in taken(column).chunks for buffer in chunk.buffers()[2:] if buffer is not None]
    return len(buffers), sum(buffer.size for buffer in buffers)


@pytest.mark.parametrize(
    "through", [lambda column: column, lambda column: pa.chunked_array(column)], ids=["", "pyarrow"]
)
@pytest.mark.parametrize("every", [1, 2, 100])
def test_views_that_are_converted_again_and_again_do_not_grow(through: Callable[[Any], Any], every: int) -> None:
    """A column of views kept each buffer that it ever had."""
    rows = [f"www.{'bücher' if row % every == 0 else 'buecher'}-{row}.example" for row in range(1_000)]
    column: Any = pa.array(rows, pa.string_view())
    size = sum(len(row.encode()) for row in rows) + 16 * len(rows)
    for _ in range(20):
        column = through(arrow.to_ascii(column))
        assert rows_of(column) == [acelabel.to_ascii(row) for row in rows]
        column = through(arrow.to_unicode(column))
        assert rows_of(column) == rows
        count, octets = kept(column)
        assert octets < 4 * size
        assert count < 4 * size // 64
    few, _ = kept(column)
    assert every == 100 or few < 8


def test_a_part_of_a_long_column_of_views_does_not_keep_the_whole() -> None:
    rows = [f"www.bücher-with-a-long-name-{row}.example" for row in range(50_000)]
    column = pa.array(rows, pa.string_view())
    result = arrow.to_ascii(column.slice(7, 10))
    assert rows_of(result) == [acelabel.to_ascii(row) for row in rows[7:17]]
    assert kept(result)[1] < 1_000
    unchanged = arrow.to_unicode(column.slice(7, 10))
    assert kept(unchanged) == kept(column)


def empty(layout: str, pointer: int | None = None, number_of_buffers: int = 3) -> Any:
    """An array of no rows, of which no buffer may be read."""
    form = {"string": b"u", "large_string": b"U", "string_view": b"vu"}[layout]
    return structs.OneArray(structs.schema(form), structs.array(0, [pointer] * number_of_buffers))


def with_empty_chunks(layout: str, pointer: int | None) -> Any:
    """A stream of a chunk without rows, one with a row, and another one without."""
    rows = structs.strings([b"A.com"], 8 if layout == "large_string" else 4)
    if layout == "string_view":
        rows = structs.views([structs.short(b"A.com")], [])
    first, last = empty(layout, pointer), empty(layout, pointer)
    return structs.Chunks(first.of, [first.made, rows, last.made])


@pytest.mark.parametrize("pointer", [None, 8])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_rows_without_offsets_are_handed_on_with_offsets(layout: str, pointer: int | None) -> None:
    """Legal, but nothing that consumers take: they read the first offset."""
    polars = pytest.importorskip("polars")
    works: list[tuple[Callable[..., Any], Any]] = [(arrow.to_ascii, "a.com"), (arrow.is_valid, True)]
    for work, row in [*works, (arrow.skeleton, "A.corn")]:
        for column, expected in ((empty(layout, pointer), []), (with_empty_chunks(layout, pointer), [row])):
            result = work(column)
            assert rows_of(result) == expected
            assert polars.Series(result).to_list() == expected
    if layout == "string_view":
        assert rows_of(arrow.to_ascii(empty(layout, pointer, number_of_buffers=5))) == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_values_without_rows_are_handed_on_with_offsets(layout: str) -> None:
    values = empty(layout)
    keys = structs.array(2, [structs.octets(b"\0"), structs.octets(b"\0\0")], values.made)
    result = arrow.to_ascii(structs.OneArray(structs.schema(b"c", values.of), keys))
    assert rows_of(result) == [None, None]
    polars = pytest.importorskip("polars")
    assert polars.Series(result).to_list() == [None, None]


@pytest.mark.parametrize("kind", ["flat", "dictionary", "Enum"])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("count", [64, 65, 129])
@pytest.mark.parametrize("work", WORKS)
def test_every_function_takes_more_rows_than_a_word_has_bits(work: str, count: int, layout: str, kind: str) -> None:
    """Each row is that of a column of one row: builds with assertions failed at the 65th row of a report."""
    names = ["a.com", "Bücher.example", None, "a..b", "раураl.com", "www.a-long-name.example", "bcher-kva"]
    rows = [names[row % len(names)] for row in range(count)]

    def column(texts: list[str | None]) -> Any:
        flat = pa.array(texts, getattr(pa, layout)())
        if kind == "flat":
            return flat
        return flat.dictionary_encode() if kind == "dictionary" else Enum(flat.dictionary_encode())

    function = getattr(arrow, work)
    options = GIVEN.get(work, {}) | ({"errors": "null"} if BY_NAME[work].can_refuse else {})
    single = {name: rows_of(function(column([name]), **options))[0] for name in names}
    assert rows_of(function(column(rows), **options)) == [single[name] for name in rows]


@pytest.mark.measures_time
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")
@pytest.mark.parametrize("made", [lambda column: column, Enum], ids=["dictionary", "Enum"])
@pytest.mark.parametrize("layout", ["string", "string_view"])
def test_signals_are_heard_in_all_of_the_work_on_a_dictionary(layout: str, made: Callable[[Any], Any]) -> None:
    """In processor time, which the load of other processes does not change: a signal comes every 10 milliseconds."""
    count = 1_000_000
    values = pa.array([f"Host-with-a-name-{row // 2}.example" for row in range(count)], getattr(pa, layout)())
    column = made(pa.DictionaryArray.from_arrays(pa.array(range(count), pa.int32()), values))
    heard = [time.process_time()]
    before = signal.signal(signal.SIGPROF, lambda *_: heard.append(time.process_time()))
    signal.setitimer(signal.ITIMER_PROF, 0.01, 0.01)
    try:
        arrow.to_ascii(column, threads=1)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    heard.append(time.process_time())
    assert max(later - earlier for earlier, later in pairwise(heard)) < 0.15


def test_offsets_that_change_while_they_are_read_are_no_want_of_memory() -> None:
    run = run_program(Path(__file__).with_name("arrow_changing.py"), "to_ascii", "3", "offsets")
    assert (run.returncode, run.stderr) == (0, "")
    assert set(run.stdout.split()) <= {"AceError", "ValueError"}
