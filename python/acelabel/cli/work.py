"""The results of many values, and those that are refused."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from acelabel._native import FileBatch, arrow_convert, arrow_text
from acelabel._tlds import known
from acelabel._works import BY_NAME, IN_TEXT
from acelabel.cli.advice import Tally
from acelabel.cli.conversion import Converter
from acelabel.cli.failures import NOT_UTF8, RecordError, fault_of, not_utf8, octets_of, utf8_fault
from acelabel.cli.options import Options
from acelabel.cli.report import Reporter

SEPARATOR_IN_OUTPUT = "separator_in_output"


Refused = tuple[int, int, int | None, str]
"""A value that is refused: its place among the values of its column, its row, its place in a list, and its text."""


@dataclass
class Work:
    """The work of one run on all values."""

    options: Options
    converter: Converter
    reporter: Reporter
    tally: Tally
    # True if a value was refused and the run must stop (`--errors fail`).
    stopped: bool = False

    def __post_init__(self) -> None:
        options = self.options
        self.keep, self.fail = options.errors == "keep", options.errors == "fail"
        # True if results may be no text.
        self.keeps_octets = self.keep and not options.column
        self._function = options.command.replace("-", "_").replace(" ", "_")
        if options.subject == "email":
            self._function = f"email_{self._function}"
        work = BY_NAME.get(f"text_{self._function}" if options.in_text else self._function)
        # True if there is a function of columns that does the same.
        self.has_arrow = work is not None and work.result == "text" and work.rules in ("profile", "none", *IN_TEXT)
        self.has_arrow &= not (options.domain or options.code_points)

    def arrow(self, column: Any, errors: Literal["null", "keep"], *, report: bool = False) -> Any:
        """The results of a column of Arrow, or the reports on it."""
        options = self.options
        if options.in_text:
            sought = (options.kinds, known(options.all_tlds), options.everywhere, False, options.rules, "text")
            return arrow_text(f"text_{self._function}", column, sought, None)
        return arrow_convert(self._function + "_report" * report, column, options.rules, errors, None)

    def converted(self, values: list[str | None]) -> tuple[list[str | None], list[int]]:
        """The results of values, and the places of those that are refused, whose result may tell why."""
        new = [*values]
        places = [place for place, text in enumerate(values) if text is not None]
        lines, faults = self.converter.lines([text for text in values if text is not None])
        for place, line in zip(places, lines, strict=True):
            new[place] = line
        return new, [places[at] for at in faults]

    def results(self, batch: FileBatch, column: int) -> tuple[Any, list[Refused]]:
        """The results of a column of a batch, and the values that are refused."""
        new: Any
        if self.has_arrow:
            before = batch.column(column)
            new = self.arrow(before, "null")
            refused = batch.refused(column, new)
            # Octets that are not UTF-8 are no text where they are kept.
            if not self.keeps_octets or not not_utf8([text for *_, text in refused]):
                return self.arrow(before, "keep") if refused and self.keep else new, refused
        new, places = self.converted(batch.texts(column))
        told = [*new]
        for place in places:
            told[place] = None
        refused = batch.refused(column, told)
        for place, _, _, text in refused if self.keep else []:
            # A line stays by itself where results have several.
            if self.converter.multiline or (utf8_fault(text) and not self.keeps_octets):
                new[place] = new[place] if self.says(text) else None
            else:
                kept = self.converter.kept(text)
                new[place] = octets_of(kept) if utf8_fault(text) else kept
        return new, refused

    def says(self, text: str) -> bool:
        """Return whether what is written for a value that is refused says itself what is wrong with it."""
        return self.converter.reports and utf8_fault(text) is None

    def refuse(self, texts: list[str], number: Callable[[int], int]) -> None:
        """Count the values that are refused, and report them, each with the number for its place among these."""
        codes = dict.fromkeys(range(len(texts)), SEPARATOR_IN_OUTPUT) | self.converter.lines(texts)[1] | not_utf8(texts)
        self.tally.refuse(texts, codes)
        for place, code in codes.items():
            if not self.reporter.listens:
                break
            if code == NOT_UTF8 or not self.converter.reports:
                found = fault_of(texts[place], self.converter.line)
                found = found or RecordError(SEPARATOR_IN_OUTPUT, None, texts[place])
                self.reporter.failure(number(place), found)
