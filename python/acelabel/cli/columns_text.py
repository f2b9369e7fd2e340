"""Columns of CSV, TSV, JSON Lines and logs of Zeek: only the values that change are written anew.

The octets of the file are read and written by `acelabel._native.FileReader`.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, BinaryIO

from acelabel._native import FileBatch, FileReader
from acelabel.cli import records, sources
from acelabel.cli.columns import REPORT, Columns, unknown_format
from acelabel.cli.failures import Unusable, fault_of, reported
from acelabel.cli.records import wide_encoding
from acelabel.cli.screen import octets_for_terminal
from acelabel.cli.sources import Value

if TYPE_CHECKING:
    from acelabel.cli.columns import Fault

_MARK, _ZEEK = b"\xef\xbb\xbf", b"#separator "


def convert(columns: Columns, form: str, output: BinaryIO, advance: Callable[[int], object]) -> None:
    """Convert columns of a text format, as `columns_arrow.convert` does."""
    begin = b""
    for batch, octets, is_last in _batches(columns, form):
        if batch.rows or is_last:
            _write(columns, batch, output, begin)
            begin = b""
        else:
            # A header is not written before a row is read.
            begin += batch.written([[]] * len(columns.names))
        if columns.stopped:
            return
        advance(octets)


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


def _batches(columns: Columns, form: str) -> Iterator[tuple[FileBatch, int, bool]]:
    """The records of the file, how many octets were read for them, and whether they are the last ones."""
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
        yield batch, len(block or b""), block is None


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


def _write(columns: Columns, batch: FileBatch, output: BinaryIO, begin: bytes) -> None:
    """Convert a batch and write it behind its beginning, up to the row that stops the run if one does."""
    results: list[Any] = []
    reports: list[list[Any]] = []
    faults: list[Fault] = []
    for column in range(len(columns.names)):
        new, refused = columns.results(batch, column)
        first = refused[0][0] if refused else None
        columns.look_at(lambda *asked, column=column: batch.notable(column, *asked), first)
        results.append(new)
        faults += [(row, column, item, text) for _, row, item, text in refused]
        reports.append([_told(columns, place, text) for place, _, _, text in refused] if columns.reports else [])
    rows = columns.finish(faults, batch.rows, batch.count)
    written = begin + batch.written(results, reports, keep=columns.keep, rows=None if rows == batch.rows else rows)
    if output.isatty():
        # Tabs and ends of lines are those of the table.
        written = octets_for_terminal(written, ("\t", "\r\n"))
    output.write(written)
    output.flush()


def _told(columns: Columns, place: int, text: str) -> tuple[Any, ...]:
    """The report on a value that is refused, as `FileBatch.written` takes it."""
    fault = fault_of(text, columns.converter.line)
    return place, *(getattr(fault, key, None) for key in REPORT[1:-1]), reported(fault)
