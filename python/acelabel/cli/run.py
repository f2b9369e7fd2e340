"""Lines, and names of files, to results or reports, for the commands that convert."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import BinaryIO

from acelabel import AceError
from acelabel._errors import shortened
from acelabel._native import FileBatch
from acelabel.cli import failures, records, sources
from acelabel.cli.conversion import TARGETS
from acelabel.cli.screen import as_utf8, octets_for_terminal, to_json
from acelabel.cli.sources import Joined, Value
from acelabel.cli.work import Work


@dataclass
class Run(Work):
    """One run of a command over all its records."""

    output: BinaryIO = field(kw_only=True)
    # The number of names in files whose results differ, and of those that are left, as only zone files write them so.
    changed: int = 0
    left: int = 0
    # The number of lines that cannot be read.
    unread: int = 0
    # The names of texts that stay, by reason: how many, and the words for the first one.
    stays: dict[str, tuple[int, str]] = field(default_factory=dict)
    # Returns the numbers of the lines or values of the batch at hand, which only messages need.
    _numbers: Callable[[], list[int]] = list

    def convert(self, inputs: list[str], advance: Callable[[int], object]) -> None:
        """Convert the arguments or lines, and write the results, up to the one that stops the run if one does."""
        null, are_texts = self.options.null, self.converter.multiline
        if names := self.options.names:
            self._convert(FileBatch.of_lines(names, null=null, are_texts=are_texts))
        for path in inputs:
            self.reporter.file = records.name_of(path)
            batches = sources.batches(self.options, "lines", path, null=null, are_texts=are_texts, tally=self.tally)
            for batch, octets in batches:
                self._convert(batch)
                if self.stopped:
                    return
                advance(octets)

    def rewrite(self, inputs: list[str], form: str, advance: Callable[[int], object]) -> None:
        """Write the files of a format with the results in the place of names, up to the line of one that stops it."""
        output = Joined(self.output)
        for path in inputs:
            self.reporter.file = records.name_of(path)
            output.begin()
            for batch, octets in sources.batches(self.options, form, path):
                self.unread += batch.unread
                output.write(self._rewritten(batch))
                if self.stopped:
                    return
                self._look_at_left(path, batch)
                advance(octets)

    def _look_at_left(self, path: str, batch: FileBatch) -> None:
        for line, why, name in batch.left():
            first = records.at(path, f"line {line:,}: '{shortened(name.decode(errors='backslashreplace'))}'")
            count, first = self.stays.get(why, (0, first))
            self.stays[why] = count + 1, first

    def _rewritten(self, batch: FileBatch) -> bytes:
        self.tally.look_at_values(lambda mark: batch.notable(0, mark))
        self._number_lines(batch)
        texts = batch.texts(0, all=True)
        left = {place for place, text in enumerate(texts) if self._is_left(text)}
        results, codes = self.converter.lines(texts)
        refused = sorted({*codes, *failures.not_utf8(texts)} - left)
        rows = None
        if refused and self.fail:
            self.stopped, rows, refused = True, refused[0], refused[:1]
        for row in refused:
            results[row] = None if failures.utf8_fault(texts[row]) else self.converter.kept(texts[row])
        for row, text in enumerate(texts[:rows]):
            result = None if row in left else results[row]
            # A name of a zone file that is absolute stays absolute.
            if self.options.kind == "zone" and result is not None and text.endswith(".") and not result.endswith("."):
                result += "."
            results[row] = result
            self.changed += result not in (None, text)
        self.left += len(left)
        self.tally.records += len(texts) if rows is None else rows + 1
        self.refuse([texts[row] for row in refused], lambda place: self._numbers()[refused[place]])
        return batch.written([results], rows=rows)

    def report(self, inputs: list[str], form: str, advance: Callable[[int], object]) -> None:
        """Write a report for each name of the files of a format."""
        for path in inputs:
            self.reporter.file = records.name_of(path)
            for batch, octets in sources.batches(self.options, form, path):
                self.unread += batch.unread
                if not self.report_on(path, sources.values(batch)):
                    return
                self._look_at_left(path, batch)
                advance(octets)

    def _is_left(self, text: str) -> bool:
        """Return whether a name is written as only those of zone files are."""
        return self.options.kind == "zone" and any(mark in text for mark in "\\$")

    def report_on(self, path: str, values: list[Value]) -> bool:
        """Write a report for each value of a file. Returns False if one stops the run."""
        told = [value for value in values if not self._is_left(value.text)]
        self.left += len(values) - len(told)
        texts = [value.text for value in told]
        self._convert(FileBatch.of_lines(texts, null=False, are_texts=self.converter.multiline), path, told)
        return not self.stopped

    def _convert(self, batch: FileBatch, path: str = "", values: list[Value] | None = None) -> None:
        """Write the results of lines or, with their places, the reports on values of a file."""
        self._number_lines(batch, values)
        if self.options.json:
            self.tally.look_at_values(lambda mark: batch.notable(0, mark))
            self._write_json(batch, path, values)
        else:
            self._write(batch)
        self.output.flush()

    def _number_lines(self, batch: FileBatch, values: list[Value] | None = None) -> None:
        self._numbers = cache(
            lambda: [line for line, *_ in batch.names()] if values is None else [one.number for one in values]
        )

    def _write(self, batch: FileBatch) -> None:
        results, refused = self.results(batch, 0)
        rows = done = batch.rows
        before = None
        if refused and self.fail:
            self.stopped, refused = True, refused[:1]
            before, _, _, text = refused[0]
            done = before + 1
            # A report on what is wrong is written before the run stops.
            rows = before + self.says(text)
        self.tally.look_at_values(lambda mark: batch.notable(0, mark, before))
        written = batch.written([results], keep=self.keep, rows=rows)
        self.tally.records += done
        self.refuse([text for *_, text in refused], lambda place: self._numbers()[refused[place][0]])
        if self.output.isatty():
            written = octets_for_terminal(written, ("\0",) if self.options.null else ("\r\n",))
        self.output.write(written)

    def _write_json(self, batch: FileBatch, path: str, values: list[Value] | None) -> None:
        for row, record in enumerate(batch.texts(0, all=True)):
            self.tally.records += 1
            place: dict[str, object] = {}
            if values is not None:
                column = values[row].column
                column = failures.replaced(column) if isinstance(column, str) else column
                place = {"file": as_utf8(path), "line": values[row].number, "column": column}
            members = self._members(record, place, row)
            self.output.write(f"{to_json(members)}\n".encode())
            if self.stopped:
                return

    def _members(self, record: str, place: dict[str, object], at: int) -> dict[str, object]:
        converter = self.converter
        row: dict[str, object] = {**place, "input": record, "ascii": None, "unicode": None, "error": None}
        try:
            if undecoded := failures.utf8_fault(record):
                raise undecoded
            row |= {converter.source: record} | converter.members(record)
        except failures.REFUSALS as error:
            row |= failures.members_of("input", record)
            if self.options.errors == "keep":
                row[TARGETS[converter.source]] = failures.replaced(converter.kept(record))
            row["error"] = failures.facts_of(error)
            if isinstance(error, AceError) and error.trace is not None:
                row["steps"] = error.trace.to_dict()["steps"]
        if row["error"] is not None:
            self.stopped = self.options.errors == "fail"
            self.refuse([record], lambda _: self._numbers()[at])
        return row
