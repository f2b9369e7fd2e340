"""Columns of CSV, TSV, JSON Lines and logs of Zeek: only the values that change are written anew."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from io import BufferedIOBase
from itertools import chain, islice
from typing import Any, BinaryIO

from acelabel.cli import records
from acelabel.cli.columns import REPORT, Columns, Fault, Row, Table, Texts, Values, unknown_format
from acelabel.cli.failures import fault_of, not_utf8, reported, utf8_fault
from acelabel.cli.feeds import ZeekHeader, escaped, unescaped
from acelabel.cli.records import fault_of_input, whole_records
from acelabel.cli.screen import for_terminal, to_json

# A quote that is never closed must not make a field of the whole file.
_LONGEST_FIELD = 1 << 24
_MARK, _ZEEK = b"\xef\xbb\xbf", b"#separator "
_SPACE = " \t\r\n"
_begin = re.compile(f"([{_SPACE}]*{{)[{_SPACE}]*(}}[{_SPACE}]*$)?").match
_key = re.compile(rf'[{_SPACE}]*"([^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*)"[{_SPACE}]*:[{_SPACE}]*').match
_item = re.compile(rf"[{_SPACE}]*[\[,][{_SPACE}]*").match
_after = re.compile(f"[{_SPACE}]*(,|}}[{_SPACE}]*$)").match
# Numbers stay as they are in the file. A very long one is refused as an int.
_scan = json.JSONDecoder(parse_int=float).raw_decode


def convert(columns: Columns, form: str, output: BinaryIO, advance: Callable[[int], object]) -> None:
    """Convert columns of a text format, as `columns_arrow.convert` does."""
    with records.opened(columns.file) as stream:
        table = _table(columns, form, stream)
        batch: list[Row] = []
        for row in table.rows():
            batch.append(row)
            if table.at_end:
                _write(columns, table, batch, output)
                if columns.stopped:
                    return
                advance(table.octets)
                batch = []
        _write(columns, table, batch, output)


def _table(columns: Columns, form: str, stream: BufferedIOBase) -> "_Format":
    pieces = whole_records(stream, b"\n")
    first = next(pieces, (b"", 0))
    kind: type[_Format] = _JsonLines if form == "jsonl" else _Csv
    is_other = form == "jsonl" or columns.options.delimiter or not columns.header
    if not is_other and first[0][:14].removeprefix(_MARK).startswith(_ZEEK):
        kind, columns.reporter.unit = _Zeek, "line"
    elif form == "zeek":
        fault = fault_of_input(first[0])
        raise columns.unusable(fault) if fault else unknown_format(columns.file)
    return kind(columns, chain([first], pieces), columns.options.delimiter or ("\t" if form == "tsv" else ","))


class _Csv(Table):
    def rows(self) -> Iterator[Row]:
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
                self.head += self._joined("".join(raw), {}, self.new_names)
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
        columns.verify(names, self.new_names, self._hint(raw))
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

    def written(self, row: Row, texts: Values, reports: list[Any]) -> str:
        raw, olds, _ = row
        values = [] if self.columns.into else zip(self._places, texts, olds, strict=True)
        changes = {place: text for place, text, old in values if text != old}
        return self._joined(raw, changes, self.new_values(texts, reports))

    def _joined(self, raw: str, changes: dict[int, Any], added: Iterable[Any]) -> str:
        body = raw.rstrip("\r\n")
        cells = self._cells(body)
        for place, text in changes.items():
            cells[place] = self._cell(text, cells[place].startswith('"'))
        if changes and not added and cells == [""]:
            # Readers pass over an empty line, and at the end of a file there is none.
            cells = ['""']
        return self.delimiter.join([*cells, *map(self._cell, added)]) + raw[len(body) :]

    def _cell(self, value: str | None, quoted: bool = False) -> str:
        text = value or ""
        return '"' + text.replace('"', '""') + '"' if self._special(text) or (quoted and text) else text


class _JsonLines(Table):
    def rows(self) -> Iterator[Row]:
        names = self.columns.names
        there: list[str] | None = None
        missing = set(names)
        for number, line in enumerate(self.lines("\n"), 1):
            self._number = number
            if not line.strip(_SPACE):
                yield line, [None] * len(names), None
                continue
            try:
                values, places = self._members(line, names)
                there = there or _paths(values)
                for name in names:
                    self._find(line, name, values, places)
            except (ValueError, RecursionError) as error:
                fault = "nested too deep" if isinstance(error, RecursionError) else "not a JSON object"
                raise self.columns.unusable(f"line {number}: {fault}") from None
            texts = [values.get(name) for name in names]
            for name, text in zip(names, texts, strict=True):
                if not all(isinstance(item, str | None) for item in (text if isinstance(text, list) else [text])):
                    fault = f"the value of '{name}' is neither a string nor a list of strings"
                    raise self.columns.unusable(f"line {number}: {fault}")
            missing -= values.keys()
            if not values.keys().isdisjoint(self.columns.added):
                self.columns.verify([*{*names, *values}], self.columns.added)
            yield line, texts, places
        if there is not None and missing:
            found = (name for name in names if name not in missing)
            self.columns.verify([*dict.fromkeys([*there, *found])], [])

    def written(self, row: Row, texts: Values, reports: list[Any]) -> str:
        raw, olds, places = row
        into = self.columns.into
        added = dict(zip(into, texts, strict=False)) | dict(zip(self.columns.reports, reports, strict=False))
        changes = [] if into else zip(self.columns.names, texts, olds, strict=True)
        edits = [edit for name, text, old in changes if text != old for edit in _edits(raw, places[name], text, old)]
        if added:
            comma = "," if len(places) > 1 else ""
            edits.append((places[None], comma + to_json(added)[1:-1]))
        at, parts = 0, []
        for (start, end), text in sorted(edits):
            parts += [raw[at:start], text]
            at = end
        return "".join([*parts, raw[at:]])

    def _find(self, line: str, path: str, values: dict[str, Any], places: dict[str | None, tuple[int, int]]) -> None:
        """Add a value inside objects under its path, if it is there. At each object the longest key wins."""
        rest, inner, spots, shift = path, values, places, 0
        while rest not in inner:
            cut = rest.rfind(".")
            while cut >= 0 and rest[:cut] not in inner:
                cut = rest.rfind(".", 0, cut)
            if cut < 0:
                return
            key, rest = rest[:cut], rest[cut + 1 :]
            if inner[key] is None:
                return
            if not isinstance(inner[key], dict):
                raise self.columns.unusable(f"line {self._number}: the value of '{key}' is not an object")
            start, end = spots[key]
            shift += start
            inner, spots = self._members(line[shift : shift - start + end], [rest])
        start, end = spots[rest]
        values[path], places[path] = inner[rest], (start + shift, end + shift)

    def _members(self, line: str, paths: list[str]) -> tuple[dict[str, Any], dict[str | None, tuple[int, int]]]:
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
            if key in values and any(path == key or path.startswith(f"{key}.") for path in paths):
                raise self.columns.unusable(f"line {self._number}: two members are named '{key}'")
            values[key], end = _scan(line, found.end())
            places[key] = found.end(), end
            if not (after := _after(line, end)):
                raise ValueError
            at, closed = after.end(), after[1] != ","
        places[None] = end, end
        return values, places


def _paths(values: dict[str, Any]) -> list[str]:
    """The keys of an object, and those of the objects in it."""
    inner = ((key, value if isinstance(value, dict) else {}) for key, value in values.items())
    return [path for key, keys in inner for path in ([f"{key}.{one}" for one in keys] or [key])]


def _edits(raw: str, place: tuple[int, int], new: Any, old: Any) -> Iterator[tuple[tuple[int, int], str]]:
    """Return the places and the new texts of a value: of a list, those of its items that change."""
    if not isinstance(old, list):
        yield place, to_json(new)
        return
    at = place[0]
    for text, before in zip(new, old, strict=True):
        # A bracket or a comma, and spaces, are before an item.
        at = _item(raw, at).end()  # type: ignore[union-attr]
        end = _scan(raw, at)[1]
        if text != before:
            yield (at, end), to_json(text)
        at = end


class _Zeek(Table):
    """A log of Zeek as text. Of its header the names and the types of new columns are added, and all else stays."""

    def rows(self) -> Iterator[Row]:
        header, places = ZeekHeader(), [0]
        # Lines of the header have no values.
        nothing: Values = [[]] * len(self.columns.names)
        for number, line in enumerate(self.lines("\n"), 1):
            body = line.rstrip("\r\n")
            fields = header.rows["fields"]
            if not body:
                yield line, nothing, None
            elif body.startswith("#"):
                # Rows before it keep the header that they have.
                header = copy(header)
                more = self._added(header.read(body), header)
                places = [header.rows["fields"].index(name) for name in self.columns.names if header.rows["fields"]]
                yield header.marks["separator"].join([body, *more]) + line[len(body) :], nothing, None
            else:
                cells = body.split(header.marks["separator"])
                if len(cells) != len(fields):
                    fault = f"line {number}: {len(cells)} fields, but the header has {len(fields)}"
                    raise self.columns.unusable(fault)
                yield line, [_of_zeek(cells[place], place, header) for place in places], (cells, header, places)

    def written(self, row: Row, texts: Values, reports: list[Any]) -> str:
        raw, olds, (cells, header, places) = row
        cells = [*cells]
        if not self.columns.into:
            for place, text, old in zip(places, texts, olds, strict=True):
                cells[place] = cells[place] if text == old else _to_zeek(text, header)
        added = [_to_zeek(value, header) for value in self.new_values(texts, reports)]
        body: str = header.marks["separator"].join([*cells, *added])
        return body + raw[len(raw.rstrip("\r\n")) :]

    def _added(self, key: str, header: ZeekHeader) -> list[str]:
        """Return the words that a line of the header gets."""
        columns, fields = self.columns, header.rows["fields"]
        if key == "fields":
            columns.verify(fields, self.new_names)
            return self.new_names
        if key != "types" or not fields:
            return []
        is_list = [_is_list(fields.index(name), header) for name in columns.names]
        kinds = ("string", "string", "count", "count", "string")
        types = [(one, "string") for one in is_list if columns.into]
        types += [(one, kind) for one in is_list if columns.reports for kind in kinds]
        return [f"vector[{kind}]" if one else kind for one, kind in types]


def _is_list(place: int, header: ZeekHeader) -> bool:
    return "".join(header.rows["types"][place : place + 1]).startswith(("set[", "vector["))


def _of_zeek(cell: str, place: int, header: ZeekHeader) -> str | Texts | None:
    """The value of a field. One that is unset or empty is not converted."""
    marks = header.marks
    if cell == marks["unset_field"]:
        return None
    if not _is_list(place, header):
        return None if cell == marks["empty_field"] else unescaped(cell)
    items = [] if cell == marks["empty_field"] else cell.split(marks["set_separator"])
    return [None if item == marks["unset_field"] else unescaped(item) for item in items]


def _to_zeek(value: str | Texts | None, header: ZeekHeader) -> str:
    marks = header.marks
    if value is None:
        return marks["unset_field"]
    if isinstance(value, list):
        return marks["set_separator"].join(_to_zeek(item, header) for item in value) or marks["empty_field"]
    special = "\\#\x7f" + marks["separator"] + marks["set_separator"]
    if value in (marks["unset_field"], marks["empty_field"]):
        special += value[0]
    return "".join(escaped(one) if one in special or one < " " else one for one in value)


_Format = _Csv | _JsonLines | _Zeek


def _write(columns: Columns, table: "_Format", batch: list[Row], output: BinaryIO) -> None:
    """Convert a batch and write it, up to the row that stops the run if one does."""
    results: list[Values] = []
    reports: list[list[Any]] = []
    faults: list[Fault] = []
    sizes = []
    for column in range(len(columns.names)):
        values = [texts[column] for _, texts, _ in batch]
        items = [value if isinstance(value, list) else [value] for value in values]
        sizes.append([*map(len, items)])
        new, refused = _converted(columns, [*chain.from_iterable(items)])
        results.append(_grouped(values, new))
        places = [(row, item) for row, size in enumerate(sizes[-1]) for item in range(size)] if refused else []
        for place, text in refused.items():
            row, item = places[place]
            faults.append((row, column, item if isinstance(values[row], list) else None, text))
        if columns.reports:
            told = [dict.fromkeys(REPORT) | {"value": text} for text in new]
            for place, text in refused.items():
                fault = fault_of(text, columns.converter.line)
                told[place] = {key: getattr(fault, key, None) for key in REPORT} | {"message": reported(fault)}
            reports.append(_grouped(values, told))
    written = [table.head]
    table.head = ""
    for number, line in enumerate(batch[: columns.finish(faults, sizes)]):
        texts = [column[number] for column in results]
        same = not line[2] or (texts == line[1] and not columns.added)
        written.append(line[0] if same else table.written(line, texts, [told[number] for told in reports]))
    text = "".join(written)
    if output.isatty():
        # Tabs and ends of lines are those of the table.
        parts = re.split("(\t|\r\n)", text)
        text = "".join(part if part in ("\t", "\r\n") else for_terminal(part) for part in parts)
    output.write(text.encode(errors="surrogateescape"))
    output.flush()


def _grouped(values: Values, flat: list[Any]) -> list[Any]:
    """Results in the form of the values: lists where these are lists."""
    items = iter(flat)
    return [[*islice(items, len(value))] if isinstance(value, list) else next(items) for value in values]


def _converted(columns: Columns, olds: Texts) -> tuple[Texts, dict[int, str]]:
    """The results, and the texts that are refused by their places."""
    places = [place for place, text in enumerate(olds) if text is not None]
    records = [text for text in olds if text is not None]
    lines, bad = columns.converter.lines(records)
    columns.look_at(records, min(bad, default=None))
    new = olds.copy()
    for place, line in zip(places, lines, strict=True):
        new[place] = line
    undecoded = not_utf8(records)
    refused = {places[number]: records[number] for number in {*bad, *undecoded}}
    for place, text in refused.items():
        new[place] = None if not columns.keep else text if utf8_fault(text) else columns.converter.kept(text)
    return new, refused
