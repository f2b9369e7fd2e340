"""Columns of CSV, TSV and JSON Lines, by the standard library: only the values that change are written anew."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from io import BufferedIOBase
from itertools import chain
from typing import Any, BinaryIO

from acelabel.cli import sources
from acelabel.cli.columns import REPORT, Columns, Fault
from acelabel.cli.failures import fault_of, not_utf8
from acelabel.cli.not_text import fault_of_input, wide_encoding
from acelabel.cli.records import whole_records
from acelabel.cli.screen import for_terminal, to_json

# A quote that is never closed must not make a field of the whole file.
_LONGEST_FIELD = 1 << 24
_HEAD = 1024
_SPACE = " \t\r\n"
_begin = re.compile(f"([{_SPACE}]*{{)[{_SPACE}]*(}}[{_SPACE}]*$)?").match
_key = re.compile(rf'[{_SPACE}]*"([^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*)"[{_SPACE}]*:[{_SPACE}]*').match
_after = re.compile(f"[{_SPACE}]*(,|}}[{_SPACE}]*$)").match
# Numbers stay as they are in the file. A very long one is refused as an int.
_scan = json.JSONDecoder(parse_int=float).raw_decode

_Texts = list[str | None]
_Row = tuple[str, _Texts, Any]
"""A row as it is in the file, the values of the columns, and what it takes to write it anew: None if it is empty."""


def convert(columns: Columns, form: str, output: BinaryIO, advance: Callable[[int], object]) -> None:
    """Convert columns of a text format, as `columns_arrow.convert` does."""
    with sources.opened(columns.file) as stream:
        kind, delimiter = _JsonLines if form == "jsonl" else _Csv, "\t" if form == "tsv" else ","
        table = kind(columns, stream, columns.delimiter or delimiter)
        batch: list[_Row] = []
        for row in table.rows():
            batch.append(row)
            if table.at_end:
                _write(columns, table, batch, output)
                if columns.stopped:
                    return
                advance(table.octets)
                batch = []
        _write(columns, table, batch, output)


class _Table:
    def __init__(self, columns: Columns, stream: BufferedIOBase, delimiter: str) -> None:
        self.columns = columns
        self.delimiter = delimiter
        # The text to be written before the next row.
        self.head = ""
        # True if the line is the last one that can be had without waiting; and the octets that were read up to there.
        self.at_end = False
        self.octets = 0
        self._stream = stream

    def lines(self, newline: str) -> Iterator[str]:
        first = True
        for data, octets in whole_records(self._stream, b"\n"):
            self.octets = octets
            text = data.decode(errors="surrogateescape")
            if first and (fault := fault_of_input(data) or wide_encoding(data[:_HEAD], "\n")):
                raise self.columns.unusable(fault)
            if first and text.startswith("\ufeff"):
                self.head, text = text[:1], text[1:]
            first = False
            left = len(text)
            # str.splitlines() takes other characters for ends of lines, too.
            for line in io.StringIO(text, newline=newline):
                left -= len(line)
                self.at_end = left == 0
                yield line


class _Csv(_Table):
    def rows(self) -> Iterator[_Row]:
        raw: list[str] = []
        delimiter = re.escape(self.delimiter)
        self._cells = re.compile(f'(?:^|{delimiter})("[^"]*(?:""[^"]*)*"|[^{delimiter}]*)').findall
        self._special = re.compile(f'[{delimiter}"\r\n]').search
        csv.field_size_limit(_LONGEST_FIELD)

        def kept(line: str) -> str:
            raw.append(line)
            return line

        reader = csv.reader(map(kept, self.lines("")), delimiter=self.delimiter, strict=True)
        try:
            first = next(reader, None)
            if first is None and not self.columns.header:
                return
            header = self._names(first or [], raw)
            rows: Iterable[list[str]] = reader
            if self.columns.header:
                self.head += self._joined("".join(raw), {}, self._added)
                raw.clear()
            else:
                rows = chain([first or []], reader)
            for fields in rows:
                # An empty line is an empty field, if there is one column.
                fields = fields or [""] * (len(header) == 1)
                if len(fields) not in (0, len(header)):
                    where = "header" if self.columns.header else "first row"
                    fault = f"line {reader.line_num}: {len(fields)} fields, but the {where} has {len(header)}"
                    raise self.columns.unusable(fault)
                yield "".join(raw), [fields[place] or None if fields else None for place in self._places], fields
                raw.clear()
        except csv.Error as error:
            raise self.columns.unusable(f"line {reader.line_num}: {error}{self._hint(raw)}") from None

    def _names(self, first: list[str], raw: list[str]) -> list[str]:
        """The names of the columns: the first row, or else numbers."""
        columns = self.columns
        names = first if columns.header else [str(number) for number in range(1, 1 + len(first or [""]))]
        self._added = columns.into + [f"{name}.{key}" for name in columns.reports for key in REPORT]
        columns.verify(names, self._added, self._hint(raw))
        new = [str(len(names) + number) for number in range(1, 1 + len(columns.into))]
        if not columns.header and columns.into != new:
            raise columns.unusable(f"with --no-header a new column is a number, too: --into {' --into '.join(new)}")
        self._places = [names.index(name) for name in columns.names]
        return names

    def _hint(self, raw: list[str]) -> str:
        line = "".join(raw[:1])
        if not line.strip():
            return f". The first line{', which is the header,' * self.columns.header} is empty"
        other = None if self.delimiter in line else next(filter(line.__contains__, ";\t,|"), None)
        if other is None:
            return ""
        asked = "tab" if other == "\t" else f"'{other}'"
        return f". The fields seem to be separated by '{other}', not by '{self.delimiter}': --delimiter {asked}"

    def written(self, row: _Row, texts: _Texts, reports: list[dict[str, Any]]) -> str:
        added = [text or "" for text in texts] if self.columns.into else []
        for report in reports:
            added += ["" if report[key] is None else str(report[key]) for key in REPORT]
        raw, olds, _ = row
        new = {} if self.columns.into else dict(zip(self._places, texts, strict=True))
        return self._joined(raw, {p: t for (p, t), old in zip(new.items(), olds, strict=False) if t != old}, added)

    def _joined(self, raw: str, changes: dict[int, str | None], added: list[str]) -> str:
        body = raw.rstrip("\r\n")
        cells = self._cells(body)
        for place, text in changes.items():
            cells[place] = self._cell(text or "", cells[place].startswith('"'))
        if changes and not added and cells == [""]:
            # Readers pass over an empty line, and at the end of a file there is none.
            cells = ['""']
        return self.delimiter.join([*cells, *map(self._cell, added)]) + raw[len(body) :]

    def _cell(self, text: str, quoted: bool = False) -> str:
        return '"' + text.replace('"', '""') + '"' if self._special(text) or (quoted and text) else text


class _JsonLines(_Table):
    def rows(self) -> Iterator[_Row]:
        names = self.columns.names
        there: list[str] | None = None
        missing = set(names)
        for number, line in enumerate(self.lines("\n"), 1):
            if not line.strip(_SPACE):
                yield line, [None] * len(names), None
                continue
            try:
                values, places = self._members(line)
            except (ValueError, RecursionError):
                raise self.columns.unusable(f"line {number}: not a JSON object") from None
            texts = [values.get(name) for name in names]
            for name, text in zip(names, texts, strict=True):
                if not isinstance(text, str | None):
                    raise self.columns.unusable(f"line {number}: the value of '{name}' is not a string")
            there = list(values) if there is None else there
            missing -= values.keys()
            if not values.keys().isdisjoint(self.columns.added):
                self.columns.verify([*{*names, *values}], self.columns.added)
            yield line, texts, places
        if there is not None and missing:
            self.columns.verify(there, [])

    def written(self, row: _Row, texts: _Texts, reports: list[dict[str, Any]]) -> str:
        raw, olds, places = row
        into = self.columns.into
        added = dict(zip(into, texts, strict=False)) | dict(zip(self.columns.reports, reports, strict=False))
        changes = [] if into else zip(self.columns.names, texts, olds, strict=True)
        edits = [(places[name], to_json(text)) for name, text, old in changes if text != old]
        if added:
            comma = "," if len(places) > 1 else ""
            edits.append((places[None], comma + to_json(added)[1:-1]))
        for (start, end), text in sorted(edits)[::-1]:
            raw = raw[:start] + text + raw[end:]
        return raw

    def _members(self, line: str) -> tuple[dict[str, Any], dict[str | None, tuple[int, int]]]:
        """The values of an object and where they are; under None, where further members go."""
        values: dict[str, Any] = {}
        places: dict[str | None, tuple[int, int]] = {}
        if not (begin := _begin(line)):
            raise ValueError
        at, end, closed = begin.end(), begin.end(1), begin[2]
        while not closed:
            if not (found := _key(line, at)):
                raise ValueError
            key = json.loads(f'"{found[1]}"') if "\\" in found[1] else found[1]
            if key in values and key in self.columns.names:
                raise self.columns.unusable(f"a row has two columns '{key}'")
            values[key], end = _scan(line, found.end())
            places[key] = found.end(), end
            if not (after := _after(line, end)):
                raise ValueError
            at, closed = after.end(), after[1] != ","
        places[None] = end, end
        return values, places


def _write(columns: Columns, table: _Csv | _JsonLines, batch: list[_Row], output: BinaryIO) -> None:
    """Convert a batch and write it, up to the row that stops the run if one does."""
    results: list[_Texts] = []
    reports: list[list[dict[str, Any]]] = []
    faults: list[Fault] = []
    for column in range(len(columns.names)):
        olds = [texts[column] for _, texts, _ in batch]
        new, refused = _converted(columns, olds)
        results.append(new)
        faults += [(place, column, text) for place, text in refused.items()]
        if columns.reports:
            told = [dict.fromkeys(REPORT) | {"value": text} for text in new]
            for place, text in refused.items():
                fault = fault_of(text, columns.converter.line)
                told[place] = {key: getattr(fault, key, None) for key in REPORT}
            reports.append(told)
    written = [table.head]
    table.head = ""
    for number, row in enumerate(batch[: columns.finish(len(batch), faults)]):
        new = [texts[number] for texts in results]
        same = not row[2] or (new == row[1] and not columns.added)
        written.append(row[0] if same else table.written(row, new, [told[number] for told in reports]))
    text = "".join(written)
    if output.isatty():
        # Tabs and ends of lines are those of the table.
        parts = re.split("(\t|\r\n)", text)
        text = "".join(part if part in ("\t", "\r\n") else for_terminal(part) for part in parts)
    output.write(text.encode(errors="surrogateescape"))
    output.flush()


def _converted(columns: Columns, olds: _Texts) -> tuple[_Texts, dict[int, str]]:
    """The results, and the texts that are refused by their places."""
    places = [place for place, text in enumerate(olds) if text is not None]
    records = [text for text in olds if text is not None]
    lines, bad, _ = columns.converter.lines(records)
    columns.look_at(records, min(bad, default=None))
    new = olds.copy()
    for place, line in zip(places, lines, strict=True):
        new[place] = line
    undecoded = not_utf8(records)
    refused = {*bad, *undecoded}
    for number in refused:
        kept = records[number] if number in undecoded else columns.converter.kept(records[number])
        new[places[number]] = kept if columns.keep else None
    return new, {places[number]: records[number] for number in refused}
