"""Records, and names of files, to results or reports, for the commands that convert."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import repeat
from typing import BinaryIO, cast

from acelabel import AceError
from acelabel._native import FileBatch
from acelabel.cli import failures, records, sources
from acelabel.cli.advice import Tally
from acelabel.cli.conversion import TARGETS, Converter
from acelabel.cli.options import Options
from acelabel.cli.records import Batch
from acelabel.cli.report import Reporter
from acelabel.cli.screen import as_utf8, for_terminal, to_json

_SEPARATOR_IN_OUTPUT = "separator_in_output"


@dataclass
class Run:
    """One run of a command over all its records."""

    converter: Converter
    options: Options
    output: BinaryIO
    reporter: Reporter
    tally: Tally
    # True if a record failed and the run must stop (`--errors fail`).
    stopped: bool = False
    # The number of names in files whose results differ, and of those that are left, as only zone files write them so.
    changed: int = 0
    left: int = 0
    # The number of lines that cannot be read.
    unread: int = 0
    _number: int = 0
    # Where a name stands, as members of its object of JSON.
    _place: dict[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._for_terminal = self.output.isatty()
        # The character that ends a record, except a JSON object.
        self._separator = "\0" if self.options.null else "\n"

    def convert(self, inputs: list[str], advance: Callable[[int], object]) -> None:
        """Convert the arguments or files, and write the results, up to the record that stops the run if one does."""
        if names := self.options.names:
            text = "\n".join(names)
            self._convert(Batch(names, text, well_formed=failures.utf8_fault(text) is None))
        for path in inputs:
            # The records of each file are counted from 1.
            self._number = 0
            self.reporter.file = records.name_of(path)
            for batch in records.from_file(path, self._separator.encode()):
                self._convert(batch)
                if self.stopped:
                    return
                advance(batch.octets)

    def rewrite(self, inputs: list[str], form: str, advance: Callable[[int], object]) -> None:
        """Write the files of a format with the results in the place of names, up to the line of one that stops it."""
        last = b"\n"
        for path in inputs:
            self.reporter.file = records.name_of(path)
            if last != b"\n":
                # The last line of a file has an end before the next file.
                self.output.write(last := b"\n")
            for batch, octets in sources.batches(self.options, form, path):
                self.tally.look_at_values(lambda mark, batch=batch: batch.notable(0, mark))  # type: ignore[misc]
                self.unread += batch.unread
                written = self._rewritten(batch)
                self.output.write(written)
                self.output.flush()
                last = written[-1:] or last
                if self.stopped:
                    return
                advance(octets)

    def _rewritten(self, batch: FileBatch) -> bytes:
        values = sources.values(batch)
        texts = [value.text for value in values]
        is_left = [self._is_left(text) for text in texts]
        self.left += sum(is_left)
        results, faults = self.converter.lines(
            ["" if left else text for left, text in zip(is_left, texts, strict=True)]
        )
        faults = {place: code for place, code in faults.items() if not is_left[place]} | failures.not_utf8(texts)
        for place, (left, text) in enumerate(zip(is_left, texts, strict=True)):
            result = results[place]
            # A name of a zone file that is absolute stays absolute.
            if self.options.kind == "zone" and result is not None and text.endswith(".") and not result.endswith("."):
                result += "."
            results[place] = None if left else result
        rows = None
        if faults and self.options.errors == "fail":
            self.stopped = True
            rows = min(faults)
            faults = {rows: faults[rows]}
        for place, code in sorted(faults.items()):
            results[place] = None if code == failures.NOT_UTF8 else self.converter.kept(texts[place])
            self._report(values[place].number, texts[place], code)
        pairs = zip(texts[:rows], results[:rows], strict=True)
        self.changed += sum(result not in (None, text) for text, result in pairs)
        self.tally.records += len(texts) if rows is None else rows + 1
        self.tally.refuse(texts, faults)
        return batch.written([results], rows=rows)

    def report(self, inputs: list[str], form: str, advance: Callable[[int], object]) -> None:
        """Write a report for each name of the files of a format."""
        for path in inputs:
            self.reporter.file = records.name_of(path)
            for batch, octets in sources.batches(self.options, form, path):
                self.unread += batch.unread
                if not self.report_on(path, sources.values(batch)):
                    return
                advance(octets)

    def _is_left(self, text: str) -> bool:
        """Return whether a name is written as only those of zone files are."""
        return self.options.kind == "zone" and any(mark in text for mark in "\\$")

    def report_on(self, path: str, values: Iterable[sources.Value]) -> bool:
        """Write a report for each value of a file. Returns False if one stops the run."""
        for value in values:
            if self._is_left(value.text):
                self.left += 1
                continue
            self._number = value.number - 1
            column = failures.replaced(value.column) if isinstance(value.column, str) else value.column
            self._place = {"file": as_utf8(path), "line": value.number, "column": column}
            well_formed = failures.utf8_fault(value.text) is None
            self._convert(Batch([value.text], value.text, well_formed))
            if self.stopped:
                return False
        return True

    def _convert(self, batch: Batch) -> None:
        self.tally.look_at(batch, self._separator)
        before = self._number
        try:
            if self.options.json:
                for record in batch.records:
                    self._number += 1
                    self.output.write(f"{to_json(self._members(record))}\n".encode())
                    if self.stopped:
                        break
            else:
                self.output.write(failures.octets_of(self._lines(batch)))
        finally:
            done = self._number - before
            self.tally.records += done
            self.tally.count_undecoded(batch.records[: done - self.stopped])
            self.output.flush()

    def _lines(self, batch: Batch) -> str:
        """Return what to write for a batch.

        Where nothing is out of the ordinary, nothing is done here line by line: lines are joined and searched at once.
        """
        results, faults = self.converter.lines(batch.records)
        # These are in the order of the lines; more are found below.
        found_first = len(faults)
        if not batch.well_formed:
            faults |= failures.not_utf8(batch.records)
        lines = cast("list[str]", results)
        for place, code in faults.items():
            # A report on what is wrong stays, and so do the steps up to a fault.
            if not lines[place] or code == failures.NOT_UTF8:
                lines[place] = ""
        separator = self._separator
        text = separator.join(lines)
        if not self.converter.multiline and ("\r" in text or text.count(separator) != len(lines) - 1):
            for place, line in enumerate(lines):
                # A carriage return before a line feed is taken for a part of the line ending.
                if separator in line or (separator == "\n" and line.endswith("\r")):
                    lines[place], faults[place] = "", _SEPARATOR_IN_OUTPUT
            text = separator.join(lines)
        if len(faults) > found_first:
            faults = dict(sorted(faults.items()))
        if faults and self._fail(batch.records, lines, faults):
            text = separator.join(lines)
        elif not faults:
            self._number += len(lines)
        if self._for_terminal or batch.carriage_returns is not None:
            shown = map(for_terminal, lines) if self._for_terminal else lines
            ends = batch.carriage_returns or repeat(False)
            text = separator.join(f"{line}\r" if end else line for line, end in zip(shown, ends, strict=False))
        return text + separator if lines else ""

    def _fail(self, inputs: list[str], lines: list[str], faults: dict[int, str]) -> bool:
        """Count and report failures, given in order, and say whether lines had to change for them.

        With `--errors keep` something is put into the places of inputs that are refused; with `--errors fail` the
        first failure is the end.
        """
        before = self._number
        self._number += len(inputs)
        self.stopped = self.options.errors == "fail"
        if self.stopped:
            place, code = next(iter(faults.items()))
            faults = {place: code}
            # A report on what is wrong is written before the run stops.
            del lines[place + 1 if self._reports(code) else place :]
            self._number = before + place + 1
        self.tally.refuse(inputs, faults)
        for place, code in faults.items():
            if not self.reporter.listens:
                break
            self._report(before + place + 1, inputs[place], code)
        if self.options.errors == "keep":
            for place, code in faults.items():
                if not self._reports(code):
                    # A record given as an argument may hold the separator, and then it cannot be kept as one record.
                    kept = self.converter.kept(inputs[place])
                    lines[place] = "" if self._separator in kept else kept
        return self.options.errors != "blank"

    def _reports(self, code: str) -> bool:
        """Return whether what is written for a record says itself what is wrong with it."""
        return self.converter.reports and code != failures.NOT_UTF8

    def _report(self, number: int, record: str, code: str) -> None:
        if not self._reports(code):
            fault = failures.fault_of(record, self.converter.line)
            self.reporter.failure(number, fault or failures.RecordError(_SEPARATOR_IN_OUTPUT, None, record))

    def _members(self, record: str) -> dict[str, object]:
        converter = self.converter
        row: dict[str, object] = {**self._place, "input": record, "ascii": None, "unicode": None, "error": None}
        try:
            if fault := failures.utf8_fault(record):
                raise fault
            row |= {converter.source: record} | converter.members(record)
        except failures.REFUSALS as error:
            row |= failures.members_of("input", record)
            if self.options.errors == "keep":
                row[TARGETS[converter.source]] = failures.replaced(converter.kept(record))
            row["error"] = failures.facts_of(error)
            if isinstance(error, AceError) and error.trace is not None:
                row["steps"] = error.trace.to_dict()["steps"]
        found = row["error"]
        if isinstance(found, dict):
            self.stopped = self.options.errors == "fail"
            self.tally.refuse([record], {0: found["code"]})
            if self.reporter.listens:
                self._report(self._number, record, found["code"])
        return row
