"""Columns of CSV, TSV and JSON Lines, by the standard library: only the values that change are written anew."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NamedTuple

from acelabel.cli.columns import REPORT, Columns, Fault
from acelabel.cli.failures import Unusable, fault_of, utf8_fault
from acelabel.cli.records import Source, whole_records
from acelabel.cli.screen import for_json, for_terminal

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_BYTE_ORDER_MARK = "\ufeff"
# A quote that is never closed must not make a field of the whole file.
_LONGEST_FIELD = 1 << 24
_LAYOUT = re.compile("(\t|\r\n)")

_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
# Numbers stay as they are in the file. A very long one is refused as an int.
_scan = json.JSONDecoder(parse_int=float).raw_decode
_SPACE = " \t\r\n"
_begin = re.compile(f"([{_SPACE}]*{{)[{_SPACE}]*(}}[{_SPACE}]*$)?").match
_key = re.compile(rf'[{_SPACE}]*"((?:[^"\\\x00-\x1f]|\\.)*)"[{_SPACE}]*:[{_SPACE}]*').match
_after = re.compile(f"[{_SPACE}]*(,|}}[{_SPACE}]*$)").match

_Text = str | None
_Report = dict[str, object]
_Places = dict[str | None, tuple[int, int]]


class _Row(NamedTuple):
    raw: str
    """The row as it is in the file, with what ends it."""

    texts: list[_Text]
    """The values of the columns."""

    where: Any = None
    """What its table needs to write it anew; None for an empty line."""


def convert(columns: Columns, form: str, stream: Source, output: BinaryIO, advance: Callable[[int], object]) -> None:
    """Convert columns of a text format.

    Args:
        columns: The columns.
        form: The format.
        stream: The input.
        output: What is written to.
        advance: Called with the number of octets read since the last call.

    Raises:
        Unusable: The input is not of the format, or has no such columns.
    """
    table = _JsonLines(columns) if form == "jsonl" else _Csv(columns, "," if form == "csv" else "\t")
    lines = _Lines(columns, stream, "\n" if form == "jsonl" else "")
    batch: list[_Row] = []
    for row in table.rows(lines):
        batch.append(row)
        if lines.at_end:
            _write(columns, table, lines, batch, output)
            if columns.stopped:
                return
            advance(lines.octets)
            batch = []
    _write(columns, table, lines, batch, output)


class _Lines:
    """The lines of a stream, with what ends them."""

    def __init__(self, columns: Columns, stream: Source, newline: str) -> None:
        # What is to be written before the next row.
        self.head = ""
        # Whether the line is the last one that can be had without waiting, and how much was read up to there.
        self.at_end = False
        self.octets = 0
        self._columns = columns
        self._stream = stream
        self._newline = newline

    def __iter__(self) -> Iterator[str]:
        first = True
        for data, octets in whole_records(self._stream, b"\n"):
            self.octets = octets
            if first and data.startswith(_UTF16_MARKS):
                raise self._columns.unusable("the input looks like UTF-16. Convert it first: iconv -f UTF-16 -t UTF-8")
            text = data.decode(errors="surrogateescape")
            if first and text.startswith(_BYTE_ORDER_MARK):
                self.head, text = text[:1], text[1:]
            first = False
            left = len(text)
            # str.splitlines() takes other characters for ends of lines, too.
            for line in io.StringIO(text, newline=self._newline):
                left -= len(line)
                self.at_end = left == 0
                yield line


class _Csv:
    def __init__(self, columns: Columns, delimiter: str) -> None:
        self._columns = columns
        self._delimiter = delimiter
        self._cells = re.compile(f'(?:^|{delimiter})("(?:[^"]|"")*"|[^{delimiter}]*)').findall
        self._special = re.compile(f'[{delimiter}"\r\n]').search
        self._places: list[int] = []

    def rows(self, lines: _Lines) -> Iterator[_Row]:
        raw: list[str] = []

        def kept(line: str) -> str:
            raw.append(line)
            return line

        csv.field_size_limit(_LONGEST_FIELD)
        reader = csv.reader(map(kept, lines), delimiter=self._delimiter, strict=True)
        try:
            header = next(reader, None)
            if header is None:
                raise self._columns.unusable("the input is empty: there is no header")
            lines.head += self._headed("".join(raw), header)
            raw.clear()
            for fields in reader:
                if len(fields) == len(header):
                    yield _Row("".join(raw), [fields[place] or None for place in self._places], fields)
                elif not fields:
                    # A line without fields. If there is one column, the field is empty.
                    yield _Row("".join(raw), [None for _ in self._places], [""] if len(header) == 1 else None)
                else:
                    number = f"line {reader.line_num}"
                    raise self._columns.unusable(f"{number}: {len(fields)} fields, but the header has {len(header)}")
                raw.clear()
        except csv.Error as error:
            raise self._columns.unusable(f"line {reader.line_num}: {error}") from None

    def written(self, row: _Row, texts: list[_Text], reports: list[_Report]) -> str:
        body = row.raw.rstrip("\r\n")
        cells = self._cells(body)
        added = [text or "" for text in texts] if self._columns.into else []
        for place, old, text in zip(self._places, row.texts, texts, strict=True):
            if text != old and not self._columns.into:
                cells[place] = self._cell(text or "", quoted=cells[place].startswith('"'))
        for report in reports:
            added += ["" if report[key] is None else str(report[key]) for key in REPORT]
        return self._delimiter.join([*cells, *map(self._cell, added)]) + row.raw[len(body) :]

    def _headed(self, raw: str, header: list[str]) -> str:
        added = [*self._columns.into, *(f"{name}.{key}" for name in self._columns.reports for key in REPORT)]
        self._columns.verify(header, added)
        self._places = [header.index(name) for name in self._columns.names]
        body = raw.rstrip("\r\n")
        # Without the end of the line, the header is all there is.
        return self._delimiter.join([body, *map(self._cell, added)]) + raw[len(body) :]

    def _cell(self, text: str, quoted: bool = False) -> str:
        if self._special(text) or (quoted and text):
            return '"' + text.replace('"', '""') + '"'
        return text


class _JsonLines:
    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._number = 0

    def rows(self, lines: _Lines) -> Iterator[_Row]:
        names = self._columns.names
        there: list[str] | None = None
        missing = set(names)
        for self._number, line in enumerate(lines, 1):
            if not line.strip(_SPACE):
                yield _Row(line, [None for _ in names])
                continue
            try:
                values, places = self._members(line)
            except (ValueError, RecursionError):
                raise self._unusable("not a JSON object") from None
            for name in self._columns.added:
                if name in values:
                    raise self._unusable(f"there is a column {name} already")
            there = [*values] if there is None else there
            missing -= values.keys()
            yield _Row(line, [self._text(name, values.get(name)) for name in names], places)
        if there is not None and missing:
            self._columns.verify(there, [])

    def written(self, row: _Row, texts: list[_Text], reports: list[_Report]) -> str:
        raw, places, into = row.raw, row.where, self._columns.into
        added = dict(zip(into, texts, strict=False)) | dict(zip(self._columns.reports, reports, strict=False))
        if added:
            end = places[None][0]
            raw = raw[:end] + ("," if len(places) > 1 else "") + for_json(_to_json(added))[1:-1] + raw[end:]
        if not into:
            changes = zip(self._columns.names, row.texts, texts, strict=True)
            for (start, end), text in sorted((places[name], text) for name, old, text in changes if old != text)[::-1]:
                raw = raw[:start] + for_json(_to_json(text)) + raw[end:]
        return raw

    def _members(self, line: str) -> tuple[dict[str, object], "_Places"]:
        # The place of None is that of further members.
        values: dict[str, object] = {}
        places: _Places = {}
        if (begin := _begin(line)) is None:
            raise ValueError
        at, end, closed = begin.end(), begin.end(1), begin[2]
        while not closed:
            if (found := _key(line, at)) is None:
                raise ValueError
            key = json.loads(f'"{found[1]}"') if "\\" in found[1] else found[1]
            if key in values and key in self._columns.names:
                raise self._unusable(f"there are two columns {key}")
            values[key], end = _scan(line, found.end())
            places[key] = found.end(), end
            if (after := _after(line, end)) is None:
                raise ValueError
            at, closed = after.end(), after[1] != ","
        places[None] = end, end
        return values, places

    def _text(self, name: str, value: object) -> _Text:
        if value is None or isinstance(value, str):
            return value
        raise self._unusable(f"the value of {name} is not a string")

    def _unusable(self, fault: str) -> Unusable:
        return self._columns.unusable(f"line {self._number}: {fault}")


def _write(columns: Columns, table: _Csv | _JsonLines, lines: _Lines, batch: list[_Row], output: BinaryIO) -> None:
    """Convert a batch and write it, up to the row that stops the run if one does."""
    results: list[list[_Text]] = []
    reports: list[list[_Report]] = []
    faults: list[Fault] = []
    for column in range(len(columns.names)):
        texts = [row.texts[column] for row in batch]
        refused = _converted(columns, texts)
        faults += [(row, column, text) for row in refused if (text := batch[row].texts[column]) is not None]
        if columns.reports:
            reports.append(_reported(columns, batch, column, texts, refused))
        results.append(texts)
    rows = columns.finish(len(batch), faults)
    written = [lines.head]
    for number, row in enumerate(batch[:rows]):
        new = [texts[number] for texts in results]
        if row.where is None or (new == row.texts and not columns.added):
            written.append(row.raw)
        else:
            written.append(table.written(row, new, [report[number] for report in reports]))
    lines.head = ""
    text = "".join(written)
    if output.isatty():
        # Tabs and ends of lines are those of the table.
        text = "".join(part if part in ("\t", "\r\n") else for_terminal(part) for part in _LAYOUT.split(text))
    output.write(text.encode(errors="surrogateescape"))
    output.flush()


def _converted(columns: Columns, texts: list[_Text]) -> list[int]:
    """Put the results into the places of texts, and return the places of those that are refused."""
    records = [(place, text) for place, text in enumerate(texts) if text is not None]
    lines, bad, _ = columns.converter.lines([text for _, text in records])
    for (place, _), line in zip(records, lines, strict=True):
        texts[place] = line
    refused = [*bad]
    try:
        "".join(text for _, text in records).encode()
    except UnicodeEncodeError:
        refused = sorted({*bad, *(number for number, (_, text) in enumerate(records) if utf8_fault(text))})
    for number in refused:
        place, text = records[number]
        texts[place] = None
        if columns.keep:
            texts[place] = text if utf8_fault(text) else columns.converter.kept(text)
    return [records[number][0] for number in refused]


def _reported(
    columns: Columns, batch: list[_Row], column: int, texts: list[_Text], refused: list[int]
) -> list[_Report]:
    reports: list[_Report] = [dict.fromkeys(REPORT) | {"value": text} for text in texts]
    for place in refused:
        fault = fault_of(batch[place].texts[column] or "", columns.converter.line)
        reports[place] = {key: getattr(fault, key, None) for key in REPORT}
    return reports
