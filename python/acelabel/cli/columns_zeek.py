"""Columns of logs of Zeek."""

from collections.abc import Iterator
from copy import copy
from typing import Any

from acelabel.cli.columns import Row, Table, Texts, Values
from acelabel.cli.feeds import ZeekHeader, unescaped


class Zeek(Table):
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
        kinds = ("string", "string", "count", "count")
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
    return "".join(_escaped(one) if one in special or one < " " else one for one in value)


def _escaped(character: str) -> str:
    return "".join(f"\\x{octet:02x}" for octet in character.encode(errors="surrogateescape"))
