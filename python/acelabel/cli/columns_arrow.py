"""Columns of Parquet and Feather, batch by batch, by pyarrow or else polars."""

import io
import itertools
import os
import threading
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from operator import methodcaller
from pathlib import Path
from types import SimpleNamespace
from typing import Any, BinaryIO

from acelabel.cli import records
from acelabel.cli.columns import REPORT, Columns, Fault
from acelabel.cli.failures import Unusable, fault_of, reported
from acelabel.cli.sources import Value

# So many rows are worth several threads. Batches of wide rows are smaller.
_ROWS = 1 << 17
_OCTETS = 1 << 26
_BUFFER = 1 << 16
# So many octets tell what a file is.
_MARK = 16


def convert(columns: Columns, form: str, output: BinaryIO, advance: Callable[[int], object]) -> None:
    """Convert columns of Parquet or Feather, else raise `Unusable`. `advance` gets the octets since its last call."""
    if output.isatty():
        raise Unusable(f"{form} cannot be written to a terminal")
    with _opened(columns, form) as (library, empty, size):

        def tables() -> Iterator[Any]:
            for table, part in library.batches():
                done, faults, sizes = _converted(columns, library, table)
                columns.finish(faults, len(table), partial(_count, sizes))
                if columns.stopped:
                    return
                yield done
                advance(int(size * part))

        library.write(output, _converted(columns, library, empty)[0], tables())


def values(columns: Columns, form: str) -> Iterator[list[Value]]:
    """The values of columns of Parquet or Feather that are not null."""
    row = 0
    with _opened(columns, form) as (library, _, _):
        for table, _ in library.batches():
            found = []
            for name in columns.names:
                column, (starts, _), _ = library.values(table, name)
                for place, text in enumerate(library.texts(column)):
                    if not isinstance(text, str | None):
                        raise columns.unusable(f"the column '{name}' is not text")
                    if text is not None:
                        at = bisect_right(starts, place) - 1 if starts else place
                        found.append(Value(text, row + at + 1, name))
            row += len(table)
            yield sorted(found, key=lambda value: value.number)


@contextmanager
def _opened(columns: Columns, form: str) -> Iterator[tuple["_PyArrow | _Polars", Any, int]]:
    """The reader of the file, a table of it without rows, and its size."""
    if columns.file == records.STDIN:
        raise Unusable(f"{form} cannot be read from standard input")
    library = _library(form)
    try:
        with Path(columns.file).open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            fault = records.fault_of_input(stream.read(_MARK), form)
            if fault:
                raise columns.unusable(fault)
            stream.seek(0)
            empty, names = library.open(stream, form == "parquet")
            columns.verify(names, columns.added)
            yield library, empty, size
    except library.errors as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise columns.unusable(" ".join(str(error).split()) + library.advice) from None


def _count(sizes: list[list[int]], column: int, rows: int) -> int:
    """Return how many values a column has in so many first rows."""
    return sum(sizes[column][:rows])


def _library(form: str) -> "_PyArrow | _Polars":
    for library in (_PyArrow, _Polars):
        with suppress(ImportError):
            return library()
    raise Unusable(f"{form} needs pyarrow or polars: pip install 'acelabel[columns]'")


def _converted(columns: Columns, library: "_PyArrow | _Polars", table: Any) -> tuple[Any, list[Fault], list[list[int]]]:
    """A table with the results, the values that are refused, and for each column how many values its rows have."""
    results, reports, sizes = [], [], []
    faults: list[Fault] = []
    convert = _by_arrow if columns.has_arrow else _one_by_one
    for number, name in enumerate(columns.names):
        before, (starts, counts), listed = library.values(table, name)
        try:
            after, told, refused = convert(columns, library, before)
        except TypeError:
            fault = "is not text"
            if not any(hasattr(before, mark) for mark in ("__arrow_c_stream__", "__arrow_c_array__")):
                fault += ", or this pyarrow is too old: 15 is the first one that hands over such columns"
            raise columns.unusable(f"the column '{name}' {fault}") from None
        except ValueError as error:
            # Rows of a file are counted from 1 everywhere else, but this error knows one batch of them alone.
            raise ValueError(f"{error} (in the rows from {columns.row + 1} on, counted from 0)") from None
        if columns.reports:
            reports.append(listed(told))
        for place, text in refused:
            row = bisect_right(starts, place) - 1 if starts else place
            faults.append((row, number, place - starts[row] if starts else None, text))
        sizes.append(counts or [1] * len(table))
        if columns.tally.passing is not None:
            texts = [text for text in library.texts(before) if text is not None]
            # A batch in which the run stops is not written. There are no notes but on prefixes.
            columns.look_at(lambda _, first, texts=texts: texts[:first], 0 if refused else None)  # type: ignore[misc]
        results.append(listed(after))
    for name, column in zip([*(columns.into or columns.names), *columns.reports], results + reports, strict=True):
        table = library.put(table, name, column)
    return table, faults, sizes


_Converted = tuple[Any, Any, list[tuple[int, str]]]
"""The results for a column, the reports if they are asked for, and what is refused: its place, and its text."""


def _by_arrow(columns: Columns, library: "_PyArrow | _Polars", before: Any) -> _Converted:
    told = None
    after = library.taken(columns.arrow(before, "null", report=bool(columns.reports)))
    if columns.reports:
        told, after = after, library.value(after)
    refused = [(place, text) for place, text in library.refused(before, after) if text is not None]
    # Also where nothing is refused: the values of a dictionary must be the same in each batch.
    return library.taken(columns.arrow(before, "keep")) if columns.keep else after, told, refused


def _one_by_one(columns: Columns, library: "_PyArrow | _Polars", before: Any) -> _Converted:
    olds = library.texts(before)
    if not all(isinstance(text, str | None) for text in olds):
        raise TypeError
    news, _ = columns.converted(olds)
    refused = [(place, text) for place, text in enumerate(olds) if text is not None and news[place] is None]
    told = [dict.fromkeys(REPORT) | {"value": text} for text in news] if columns.reports else []
    for place, text in refused:
        if columns.reports:
            fault = fault_of(text, columns.converter.line)
            told[place] = {key: getattr(fault, key, None) for key in REPORT} | {"message": reported(fault)}
            told[place]["value"] = None
        if columns.keep:
            news[place] = columns.converter.kept(text)
    return library.made(news), library.made(told, is_report=True) if columns.reports else None, refused


class _PyArrow:
    advice = ""

    def __init__(self) -> None:
        import pyarrow
        import pyarrow.compute
        import pyarrow.parquet

        self._pa: Any = pyarrow
        self.taken: Callable[[Any], Any] = pyarrow.chunked_array
        self.texts: Callable[[Any], list[str | None]] = methodcaller("to_pylist")
        self.errors = (pyarrow.ArrowException, OSError, ValueError, OverflowError)

    def open(self, stream: BinaryIO, parquet: bool) -> tuple[Any, list[str]]:
        self._parquet = parquet
        if not parquet:
            self._file = self._pa.ipc.open_file(stream)
            schema = self._file.schema
            try:
                return schema.empty_table(), schema.names
            except self._pa.ArrowNotImplementedError as error:
                raise ValueError(f"pyarrow cannot copy a column of this file: {error}") from error
        # Without these options, whole groups of rows are read at once.
        self._file = self._pa.parquet.ParquetFile(stream, buffer_size=_BUFFER, pre_buffer=False)
        for place in range(len(self._file.schema)):
            column = self._file.schema.column(place)
            if column.physical_type == "INT96":
                # Not each of them fits the 64 bits that pyarrow has for them.
                raise ValueError(f"the column '{column.path}' has the type INT96")
        return self._file.schema_arrow.empty_table(), self._file.schema_arrow.names

    def batches(self) -> Iterator[tuple[Any, float]]:
        file, table = self._file, self._pa.Table.from_batches
        if self._parquet:
            groups = map(file.metadata.row_group, range(file.num_row_groups))
            widest = max((group.total_byte_size // max(group.num_rows, 1) for group in groups), default=0)
            try:
                for batch in file.iter_batches(_rows(widest)):
                    yield table([batch]), len(batch) / file.metadata.num_rows
            except self._pa.ArrowNotImplementedError as error:
                advice = "lists of dictionaries in a file of several row groups: write them as lists of strings"
                raise ValueError(f"pyarrow cannot read a column of this file in parts, such as {advice}") from error
            return
        for number in range(file.num_record_batches):
            batch = file.get_batch(number)
            for start in range(0, len(batch), _ROWS):
                piece = batch.slice(start, _ROWS)
                yield table([piece]), len(piece) / len(batch) / file.num_record_batches

    def values(self, table: Any, name: str) -> tuple[Any, tuple[list[int], list[int]], Callable[[Any], Any]]:
        """The texts of a column; where each list begins and how much it counts, a null as one; and what makes lists."""
        column, pa = table.column(name), self._pa
        size = column.type.list_size if pa.types.is_fixed_size_list(column.type) else None
        if size is None and not (pa.types.is_list(column.type) or pa.types.is_large_list(column.type)):
            return column, ([], []), lambda made: made
        column = column.combine_chunks()
        if size is not None:
            field = column.type.value_field
            # pyarrow has no list of views from one of a fixed size in which a row is null.
            text = field.with_type(pa.large_string()) if pa.types.is_string_view(field.type) else field
            column = column.cast(pa.list_(text, size)).cast(pa.list_(text))
        lengths = column.value_lengths()
        starts = [0, *itertools.accumulate(lengths.fill_null(0).to_pylist())]

        def listed(values: Any) -> Any:
            values = self._without_views(values)
            made = pa.large_list if pa.types.is_large_list(column.type) else pa.list_
            item = column.type.value_field.with_type(values.type).with_nullable(True)
            lists = column.from_arrays(starts, values.combine_chunks(), type=made(item), mask=column.is_null())
            return lists if size is None else lists.cast(pa.list_(item, size))

        texts = column.flatten()
        # The dictionary of a batch without items is empty, and one file of Feather has one dictionary.
        texts = texts.cast(texts.type.value_type) if pa.types.is_dictionary(texts.type) else texts
        return texts, (starts, lengths.fill_null(1).to_pylist()), listed

    def made(self, values: list[Any], *, is_report: bool = False) -> Any:
        """A column of texts, or of reports."""
        pa, text = self._pa, self._pa.string()
        fields = dict(zip(REPORT, (text, text, pa.int32(), pa.int64(), text), strict=True))
        return pa.chunked_array([pa.array(values, pa.struct(fields) if is_report else text)])

    def value(self, report: Any) -> Any:
        return self._pa.compute.struct_field(report, "value")

    def refused(self, before: Any, after: Any) -> Iterator[tuple[int, str | None]]:
        if before.null_count < after.null_count:
            compute = self._pa.compute
            # Not every kind of text can be filtered.
            texts = before.to_pylist()
            for row in compute.indices_nonzero(compute.and_(before.is_valid(), after.is_null())).to_pylist():
                yield row, texts[row]

    def put(self, table: Any, name: str, column: Any) -> Any:
        column = self._without_views(column)
        place = table.schema.get_field_index(name)
        if place < 0:
            return table.append_column(name, column)
        return table.set_column(place, table.schema.field(place).with_type(column.type).with_nullable(True), column)

    def _without_views(self, column: Any) -> Any:
        """A column of reports whose texts are no views: pyarrow writes no more than 1,024 rows of such structs."""
        types = self._pa.types
        if not (self._parquet and types.is_struct(column.type)):
            return column
        text = self._pa.large_string()
        fields = [field.with_type(text) if types.is_string_view(field.type) else field for field in column.type]
        return column.cast(self._pa.struct(fields))

    def write(self, output: BinaryIO, empty: Any, tables: Iterator[Any]) -> None:
        pa = self._pa
        # Of a column that is encrypted, to read is an error, and to ask for its codec ends the process.
        first = next(tables, None)
        if self._parquet:
            codecs = self._codecs(empty) if first is not None else "SNAPPY"
            writer = pa.parquet.ParquetWriter(output, empty.schema, compression=codecs)
        else:
            writer = pa.ipc.new_file(output, empty.schema, options=pa.ipc.IpcWriteOptions(compression="lz4"))
        with writer:
            for table in tables if first is None else itertools.chain([first], tables):
                writer.write_table(table)

    def _codecs(self, empty: Any) -> dict[str, str] | str:
        """The codecs of the columns that are read, and for others that of the first one."""
        group = self._file.metadata.row_group(0)
        columns = [group.column(place).compression for place in range(group.num_columns)]
        codecs = [codec.replace("UNCOMPRESSED", "NONE") for codec in columns]
        first = codecs[0] if codecs else "SNAPPY"
        if set(codecs) <= {first}:
            return first
        # Other writers have other paths, in the same order.
        known = dict(zip(self._paths(self._file.schema_arrow.empty_table()), codecs, strict=False))
        return {path: known.get(path, first) for path in self._paths(empty)}

    def _paths(self, empty: Any) -> list[str]:
        """The paths of columns as pyarrow writes them: a field that is nested has several."""
        made = io.BytesIO()
        self._pa.parquet.write_table(empty, made)
        schema = self._pa.parquet.ParquetFile(made).schema
        return [schema.column(place).path for place in range(len(schema))]


class _Polars:
    # It reads fewer types.
    advice = ". pyarrow may read it: pip install 'acelabel[columns]'"

    def __init__(self) -> None:
        import polars
        from polars.exceptions import PanicException, PolarsError

        self._pl: Any = polars
        self.taken: Callable[[Any], Any] = polars.Series
        self.texts: Callable[[Any], list[str | None]] = methodcaller("to_list")
        # TypeError is that of a version that lacks a parameter.
        self.errors = (PolarsError, PanicException, OSError, ValueError, OverflowError, TypeError)

    def open(self, stream: BinaryIO, parquet: bool) -> tuple[Any, list[str]]:
        self._parquet = parquet
        # An absolute path is no address, and what looks like a pattern is a name.
        scan = self._pl.scan_parquet if parquet else self._pl.scan_ipc
        self._frame = scan(Path(stream.name).absolute(), glob=False, hive_partitioning=False)
        self._size = os.fstat(stream.fileno()).st_size
        schema = self._frame.collect_schema()
        return self._pl.DataFrame(schema=schema), schema.names()

    def batches(self) -> Iterator[tuple[Any, float]]:
        total = self._frame.select(self._pl.len()).collect().item()
        rows = _rows(self._size // max(total, 1))
        for start in range(0, total, rows):
            # One query over all rows would read far ahead.
            frame = self._frame.slice(start, rows).collect()
            yield frame, len(frame) / total

    def values(self, table: Any, name: str) -> tuple[Any, tuple[list[int], list[int]], Callable[[Any], Any]]:
        """The texts of a column, as of pyarrow; of lists none."""
        series, pl = table[name], self._pl
        if getattr(series.dtype, "inner", None) == pl.String:
            raise ValueError(f"the column '{name}' has lists")
        texts = series.cast(pl.String) if series.dtype in (pl.Categorical, pl.Enum, pl.Null) else series
        return texts, ([], []), lambda made: made

    def made(self, values: list[Any], *, is_report: bool = False) -> Any:
        """A column of texts, or of reports."""
        pl = self._pl
        fields = dict(zip(REPORT, (pl.String, pl.String, pl.Int32, pl.Int64, pl.String), strict=True))
        return pl.Series(values, dtype=pl.Struct(fields) if is_report else pl.String)

    def value(self, report: Any) -> Any:
        return report.struct.field("value")

    def refused(self, before: Any, after: Any) -> Iterator[tuple[int, str | None]]:
        refused = before.is_not_null() & after.is_null()
        return zip(refused.arg_true(), before.filter(refused), strict=True)

    def put(self, table: Any, name: str, column: Any) -> Any:
        return table.with_columns(column.alias(name))

    def write(self, output: BinaryIO, empty: Any, tables: Iterator[Any]) -> None:
        from polars.io.plugins import register_io_source

        faults: list[BaseException] = []

        def noted(call: Callable[[], Any]) -> Any:
            # polars makes errors of its own of those of others.
            try:
                return call()
            except BaseException as error:
                faults.append(error)
                raise

        def each(*_: object) -> Iterator[Any]:
            while not faults and (table := noted(lambda: next(tables, None))) is not None:
                yield table

        def run() -> None:
            sink: Any = SimpleNamespace(write=lambda data: noted(lambda: output.write(data)), flush=lambda: None)
            frame = register_io_source(each, schema=empty.schema)
            with suppress(BaseException):
                if self._parquet:
                    noted(lambda: frame.sink_parquet(sink, row_group_size=_ROWS))
                else:
                    oldest = self._pl.CompatLevel.oldest()
                    noted(lambda: frame.sink_ipc(sink, compression="lz4", compat_level=oldest))

        # While it writes, polars sees no signal: this thread does.
        thread = threading.Thread(target=run)
        thread.start()
        try:
            noted(thread.join)
        finally:
            thread.join()
        if faults:
            raise faults[0]


def _rows(octets: int) -> int:
    """Return how many rows of so many octets make a batch."""
    return max(1, min(_ROWS, _OCTETS // max(octets, 1)))
