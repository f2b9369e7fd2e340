"""Columns of a file: which ones, and what becomes of values that are refused."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from os.path import isfile
from pathlib import Path

from acelabel._errors import shortened
from acelabel.cli import records
from acelabel.cli.compressed import without_suffix
from acelabel.cli.failures import Unusable
from acelabel.cli.formats import ARROW, SUFFIXES, TABLES
from acelabel.cli.options import Options
from acelabel.cli.screen import shown_path
from acelabel.cli.work import Work

Fault = tuple[int, int, int | None, str]
"""A value that is refused: its row in the batch, its column, its place in a list, and its text."""

REPORT = ("value", "code", "label_index", "offset", "message")
"""The fields of a report."""

_COMPRESSED = (".bz2", ".xz", ".zip")
_MOST_NAMES = 20
_MOST_LIKE = 1000


@dataclass
class Columns(Work):
    """The columns of one run."""

    # The number of rows that are done.
    row: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.file = self.options.file[0]
        self.header = not self.options.no_header
        self.names = self.options.column
        # Without --into, results replace the columns.
        self.into = self.options.into
        self.reports = [f"{name}_report" for name in self.into or self.names] if self.options.report else []
        self.added = self.into + self.reports

    def unusable(self, fault: str) -> Unusable:
        """An error that names the file."""
        return Unusable(records.at(self.file, fault))

    def verify(self, there: list[str], added: list[str], hint: str = "") -> None:
        """Verify that the input has the columns, and none of those that are added; else raise `Unusable`."""
        for name in self.names:
            if there.count(name) > 1:
                raise self.unusable(f"there are {there.count(name)} columns '{name}'")
            if name not in there:
                # Quotes show spaces in names, and names that are empty.
                shown = [f"'{shortened(other)}'" for other in there[:_MOST_NAMES]]
                more = [f"and {len(there) - _MOST_NAMES} more"] if len(there) > _MOST_NAMES else []
                meant = f"; did you mean '{like}'" if not hint and (like := _like(name, there)) else ""
                if self.header and name.isdecimal():
                    hint += ". With --no-header a column is a number"
                listed = ", ".join(shown + more) or "none"
                raise self.unusable(f"there is no column '{name}'{meant}; there are: {listed}{hint}")
        for name in added:
            if (there + added).count(name) > 1:
                raise self.unusable(f"there is a column '{name}' already")

    def look_at(self, found: Callable[[str, int | None], list[str]], first_refused: int | None) -> None:
        """Look at the values of a batch, of which one is the first that is refused.

        The function returns all that may be worth a note: for the mark of one, and the place before which they are.
        """
        before = first_refused if self.fail else None
        self.tally.look_at_values(lambda mark: found(mark, before))

    def finish(self, faults: list[Fault], rows: int, count: Callable[[int, int], int]) -> int:
        """Count the rows of a batch, and count and report the values that are refused.

        The function says how many values a column has in so many first rows: more or less than one in each where there
        are lists. Returns how many rows to write: all, or those before the first refusal if it stops the run.
        """
        faults.sort()
        if faults and self.fail:
            self.stopped = True
            faults = faults[:1]
            rows, last, item, _ = faults[0]
            of_row = (count(column, rows + 1) - count(column, rows) for column in range(last))
            self.tally.records += sum(of_row) + (item or 0) + 1
        self.tally.records += sum(count(column, rows) for column in range(len(self.names)))
        self.refuse([fault[-1] for fault in faults], lambda place: self._number(*faults[place]))
        self.row += rows
        return rows

    def _number(self, row: int, column: int, item: int | None, _: str) -> int:
        """The number of the row of a value that is refused, of which the column is told next."""
        name = self.names[column]
        self.reporter.column = name if len(self.names) > 1 else None
        if item is not None:
            self.reporter.column = f"{name}, item {item + 1}"
        return self.row + row + 1


def _like(name: str, there: list[str]) -> str | None:
    """Return which of these columns may be meant; None if none is alike."""
    # To compare long names takes long.
    near = {other.strip().casefold(): other for other in there[:_MOST_LIKE] if len(other) < _MOST_NAMES * 4}
    found = get_close_matches(name.strip().casefold()[: _MOST_NAMES * 4], near, 1)
    return near[found[0]] if found else None


def note_for(paths: list[str]) -> str | None:
    """Return what to say where the lines of a table were converted, or its name; None if there is no table."""
    path = next(filter(_form_of, filter(isfile, paths)), None)
    if path is None:
        return None
    shown = shown_path(path)
    return f"{shown} is a table; to convert one of its columns use --column COLUMN {shown}"


def format_of(options: Options, source: str) -> str:
    """The format of the input and the output, given or by the suffixes of their paths; else raise `Unusable`."""
    output = options.output
    if source.lower().endswith(_COMPRESSED):
        raise Unusable(f"{shown_path(source)}: the file is compressed; unpack it first")
    of_source, of_output = map(_form_of, (source, output))
    given = None if options.format == "text" else options.format
    form = given or of_source or of_output or ("csv" if options.delimiter else None)
    if form not in (None, "csv", "tsv") and (options.delimiter or options.no_header):
        raise Unusable(f"--delimiter and --no-header are for CSV and TSV, not for {form}")
    if form in ARROW and options.threads > 1:
        raise Unusable(f"--threads is for CSV, TSV, JSON Lines and Zeek: {form} takes as many as there are processors")
    if form is None:
        if options.no_header or (source == records.STDIN and sys.stdin.isatty()):
            raise unknown_format(source)
        # A log of Zeek says it inside.
        return "zeek"
    if of_output not in (None, form):
        raise Unusable(f"{shown_path(output or '')}: the format of the output is that of the input, {form}")
    for path in filter(None, (source, output)):
        if form in ARROW and path != without_suffix(path):
            raise Unusable(f"{shown_path(path)}: {form} is compressed inside: unpack the file, or leave its suffix out")
    return form


def unknown_format(source: str) -> Unusable:
    """An error about a file of which nothing says the format."""
    if source == records.STDIN:
        return Unusable("the format of standard input is not known; --format gives it: csv, tsv or jsonl")
    return Unusable(f"{shown_path(source)}: the suffix does not say the format; --format does: {', '.join(TABLES)}")


def _form_of(path: str | None) -> str | None:
    return SUFFIXES.get(Path(without_suffix(path or "")).suffix.lower())
