"""Columns of a file: which ones, what becomes of values that are refused, and the way from the file to the output."""

import argparse
import re
from pathlib import Path

from acelabel.cli import sources
from acelabel.cli.advice import Tally
from acelabel.cli.converters import PROFILES, Converter
from acelabel.cli.failures import Unusable, fault_of, utf8_fault
from acelabel.cli.report import Reporter

REPORT = ("value", "code", "label_index", "offset")
"""The fields of a report."""

ARROW = ("parquet", "feather")
"""The formats that need a library."""

_SUFFIXES = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".feather": "feather",
    ".arrow": "feather",
}
_COMPRESSED = (".gz", ".bz2", ".xz", ".zst", ".zip")
_MOST_NAMES = 20

Fault = tuple[int, int, str]
"""A value that is refused: its row in the batch, its column, and its text."""


class Columns:
    """The columns of one run."""

    def __init__(self, options: argparse.Namespace, converter: Converter, reporter: Reporter, tally: Tally) -> None:
        self.names: list[str] = options.column
        self.into: list[str] = options.into or []
        """Where the results go; empty if they replace the columns."""

        self.reports: list[str] = [f"{name}_report" for name in self.into or self.names] if options.report else []
        """Where the reports go; empty without `--report`."""

        self.added = [*self.into, *self.reports]
        """The columns that the output has and the input has not."""

        self.function: str = re.sub("[- ]", "_", options.command)
        self.profile = PROFILES[options.profile or "uts46"]
        self.keep: bool = options.errors == "keep"
        self.stopped = False
        """Whether a value was refused and the run must stop (`--errors fail`)."""

        self.row = 0
        """How many rows are done."""

        self.file: str = options.file[0]
        self.converter = converter
        self._fail = options.errors == "fail"
        self._reporter = reporter
        self._tally = tally

    def unusable(self, fault: str) -> Unusable:
        """An error that names the file."""
        return Unusable(fault if self.file == sources.STDIN else f"{self.file}: {fault}")

    def verify(self, there: list[str], added: list[str]) -> None:
        """Verify that the input has the columns, and none of those that are added.

        Args:
            there: The columns of the input.
            added: The columns that the output has and the input has not.

        Raises:
            Unusable: It is not so.
        """
        for name in self.names:
            if there.count(name) > 1:
                raise self.unusable(f"there are {there.count(name)} columns {name}")
            if name not in there:
                more = f" and {len(there) - _MOST_NAMES} more" if len(there) > _MOST_NAMES else ""
                raise self.unusable(f"there is no column {name}, but {', '.join(there[:_MOST_NAMES])}{more}")
        for name in added:
            if [*there, *added].count(name) > 1:
                raise self.unusable(f"there is a column {name} already")

    def finish(self, rows: int, faults: list[Fault]) -> int:
        """Count the rows of a batch, and count and report the values that are refused.

        Returns:
            How many rows to write: all, or those before the first refusal if it stops the run.
        """
        faults.sort()
        before = self.row
        if faults and self._fail:
            self.stopped = True
            faults, rows = faults[:1], faults[0][0]
        self.row += rows
        self._tally.records += len(self.names) * rows + (faults[0][1] + 1 if self.stopped else 0)
        texts = [text for _, _, text in faults]
        self._tally.refuse(texts, self._codes(texts))
        for row, column, text in faults:
            fault = fault_of(text, self.converter.line) if self._reporter.listens else None
            if fault is None:
                break
            self._reporter.column = self.names[column] if len(self.names) > 1 else None
            self._reporter.failure(before + row + 1, fault)
        return rows

    def _codes(self, texts: list[str]) -> dict[int, str]:
        _, places, codes = self.converter.lines(texts)
        not_utf8 = {place: fault.code for place, text in enumerate(texts) if (fault := utf8_fault(text))}
        return dict(sorted((dict(zip(places, codes, strict=True)) | not_utf8).items()))


def format_of(given: str | None, source: str, output: str | None) -> str:
    """The format of the input and the output.

    Args:
        given: The value of `--format`.
        source: The path of the input.
        output: The path of the output; None for standard output.

    Raises:
        Unusable: The format is not known, or the suffix of the output is that of another one.
    """
    if source.lower().endswith(_COMPRESSED):
        raise Unusable(f"{source}: the file is compressed; unpack it first")
    of_source, of_output = (_SUFFIXES.get(Path(path).suffix.lower()) for path in (source, output or ""))
    form = given or of_source or of_output
    if form is None:
        raise Unusable("the suffix does not say the format; --format does")
    if of_output not in (None, form):
        raise Unusable(f"{output}: the format of the output is that of the input, {form}")
    return form
