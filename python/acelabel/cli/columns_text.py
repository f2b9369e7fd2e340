"""Columns of CSV, TSV, JSON Lines and logs of Zeek: only the values that change are written anew.

The octets of the file are read and written by `acelabel._native.FileReader`.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from acelabel._native import FileBatch, FileReader
from acelabel.cli import records, sources
from acelabel.cli.columns import REPORT, Columns, unknown_format
from acelabel.cli.failures import Unusable, fault_of, reported
from acelabel.cli.records import wide_encoding
from acelabel.cli.screen import octets_for_terminal
from acelabel.cli.sources import Value
from acelabel.cli.work import Refused

if TYPE_CHECKING:
    from acelabel.cli.columns import Fault

_MARK, _ZEEK = b"\xef\xbb\xbf", b"#separator "


class _Part(NamedTuple):
    """A part of the file, the number of its octets, and whether it is the last one."""

    batch: FileBatch
    octets: int
    is_last: bool


class _Done(NamedTuple):
    """The results of a part by columns, with the values that are refused and the reports on them."""

    results: list[Any]
    refused: list[list[Refused]]
    reports: list[list[Any]]
    # The whole part with them.
    written: bytes


def convert(columns: Columns, form: str, output: BinaryIO, advance: Callable[[int], object]) -> None:
    """Convert columns of a text format, as `columns_arrow.convert` does."""
    begin = b""
    # A pipe may have to be waited for, and each row of it is written as soon as it is there.
    threads = 1 if records.sizes([columns.file]) is None else columns.options.threads
    for part, done in _in_order(_batches(columns, form), partial(_done, columns), threads):
        if part.batch.rows or part.is_last:
            _write(columns, part.batch, done, output, begin)
            begin = b""
        else:
            # A header is not written before a row is read.
            begin += part.batch.written([[]] * len(columns.names))
        if columns.stopped:
            return
        advance(part.octets)


def _in_order(parts: Iterator[_Part], work: Callable[[_Part], _Done], threads: int) -> Iterator[tuple[_Part, _Done]]:
    """Each part and its results, in order. The first thread reads, the others work ahead by a few parts."""
    if threads == 1:
        yield from ((part, work(part)) for part in parts)
        return
    pending: deque[tuple[_Part, Future[_Done]]] = deque()
    fault: Exception | None = None
    with ThreadPoolExecutor(threads - 1) as pool:
        try:
            for part in parts:
                pending.append((part, pool.submit(work, part)))
                if len(pending) > threads:
                    first, done = pending.popleft()
                    yield first, done.result()
        except (Unusable, OSError) as found:
            # The parts before it are written first.
            fault = found
        for part, done in pending:
            yield part, done.result()
    if fault:
        raise fault


def _done(columns: Columns, part: _Part) -> _Done:
    """The results of a part, if nothing stops the run."""
    batch, count = part.batch, len(columns.names)
    if not batch.rows:
        return _Done([[]] * count, [[]] * count, [[]] * count, b"")
    found = [columns.results(batch, column) for column in range(count)]
    results, refused = [new for new, _ in found], [faults for _, faults in found]
    told: list[list[Any]] = [[]] * count
    if columns.reports:
        told = [[_told(columns, place, text) for place, _, _, text in faults] for faults in refused]
    stops = columns.fail and any(refused)
    return _Done(results, refused, told, b"" if stops else batch.written(results, told, keep=columns.keep))


def values(columns: Columns, form: str) -> Iterator[list[Value]]:
    """The values of columns of a text format, as `columns_arrow.values` has them."""
    row = 0
    for batch, _, _ in _batches(columns, form):
        found = []
        for column, name in enumerate(columns.names):
            # All are told that have no result.
            nothing = [None] * batch.count(column, batch.rows)
            found += [Value(text, row + at + 1, name) for _, at, _, text in batch.refused(column, nothing)]
        row += batch.rows
        yield sorted(found, key=lambda value: value.number)


def _batches(columns: Columns, form: str) -> Iterator[_Part]:
    """The parts of the file."""
    reader = None
    for block in chain(sources.blocks(columns.file, 2 * records.BLOCK), [None]):
        reader = reader or _reader(columns, form, block or b"")
        try:
            batch = reader.finish() if block is None else reader.feed(block)
        except ValueError as fault:
            line, said, hint = fault.args
            raise columns.unusable(f"line {line}: {said}{_hint(columns, form, hint)}") from None
        except LookupError as fault:
            raise _missing(columns, form, *fault.args) from None
        yield _Part(batch, len(block or b""), block is None)


def _reader(columns: Columns, form: str, head: bytes) -> FileReader:
    is_other = form == "jsonl" or columns.options.delimiter or not columns.header
    if not is_other and head[: len(_MARK + _ZEEK)].removeprefix(_MARK).startswith(_ZEEK):
        form, columns.reporter.unit = "zeek", "line"
    elif form == "zeek":
        raise unknown_format(columns.file)
    if fault := wide_encoding(head, "\n"):
        raise columns.unusable(fault)
    return FileReader(
        "csv" if form == "tsv" else form,
        columns.names,
        into=columns.into,
        reports=columns.reports,
        delimiter=_delimiter(columns, form),
        header=columns.header,
    )


def _delimiter(columns: Columns, form: str) -> str:
    return columns.options.delimiter or ("\t" if form == "tsv" else ",")


def _missing(columns: Columns, form: str, there: list[str], hint: str | None) -> Unusable:
    """An error about columns where these are there."""
    added = columns.into + columns.reports
    if form != "jsonl":
        added = columns.into + [f"{name}.{key}" for name in columns.reports for key in REPORT]
    try:
        columns.verify(there, added, _hint(columns, form, hint))
    except Unusable as fault:
        return fault
    new = [str(len(there) + number) for number in range(1, 1 + len(columns.into))]
    return columns.unusable(f"with --no-header a new column is a number, too: --into {' --into '.join(new)}")


def _hint(columns: Columns, form: str, hint: str | None) -> str:
    """Return what a line of fields tells of its fault: that it is empty, or what seems to separate them."""
    if hint is None:
        return ""
    if not hint:
        return f". The first line{', which is the header,' * columns.header} is empty"
    asked = "tab" if hint == "\t" else f"'{hint}'"
    return f". The fields seem to be separated by '{hint}', not by '{_delimiter(columns, form)}': --delimiter {asked}"


def _write(columns: Columns, batch: FileBatch, done: _Done, output: BinaryIO, begin: bytes) -> None:
    """Write a part behind its beginning, up to the row that stops the run if one does."""
    faults: list[Fault] = []
    for column, refused in enumerate(done.refused):
        first = refused[0][0] if refused else None
        columns.look_at(lambda *asked, column=column: batch.notable(column, *asked), first)
        faults += [(row, column, item, text) for _, row, item, text in refused]
    rows = columns.finish(faults, batch.rows, batch.count)
    written = done.written
    if columns.stopped or not batch.rows:
        written = batch.written(done.results, done.reports, keep=columns.keep, rows=rows)
    written = begin + written
    if output.isatty():
        # Tabs and ends of lines are those of the table.
        written = octets_for_terminal(written, ("\t", "\r\n"))
    output.write(written)
    output.flush()


def _told(columns: Columns, place: int, text: str) -> tuple[Any, ...]:
    """The report on a value that is refused, as `FileBatch.written` takes it."""
    fault = fault_of(text, columns.converter.line)
    return place, *(getattr(fault, key, None) for key in REPORT[1:-1]), reported(fault)
