"""The one way from records to output: every command, every format and every failure goes through here."""

import json
import re
from collections.abc import Iterator
from typing import BinaryIO, Literal, NamedTuple

from acelabel import AceError
from acelabel._errors import facts
from acelabel.cli.converters import Converter
from acelabel.cli.failures import check_separator, check_utf8
from acelabel.cli.records import Batch
from acelabel.cli.report import Reporter

_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_SURROGATE = re.compile("[\ud800-\udfff]")


class Format(NamedTuple):
    """How records are written."""

    separator: str
    """What ends a record: a line feed or a NUL."""

    json: bool
    """Whether a record is written as a JSON object, which always ends in a line feed."""

    errors: Literal["blank", "keep", "fail"]
    """What is written for a record that fails: nothing in it, the record itself, or nothing from there on."""


class Run:
    """One run of a command over all its records."""

    def __init__(self, converter: Converter, form: Format, output: BinaryIO, reporter: Reporter) -> None:
        self.failures = 0
        """How many records have failed."""

        self.stopped = False
        """Whether a record failed where that is to be the end."""

        self._converter = converter
        self._form = form
        self._output = output
        self._reporter = reporter
        self._number = 0

    def convert(self, batch: Batch) -> None:
        """Convert the records of a batch and write the results, up to the record that stops the run if one does."""
        try:
            if self._form.json:
                self._write(self._objects(batch))
            else:
                self._convert_lines(batch)
        finally:
            self._output.flush()

    def _convert_lines(self, batch: Batch) -> None:
        results: list[str | None] = [None] * len(batch.records)
        if batch.well_formed:
            results = self._converter.lines(batch.records)
        text = self._joined(batch, results)
        if text is None:
            self._write(self._lines(batch, results))
        else:
            self._output.write(_octets(text))
            self._number += len(results)

    def _joined(self, batch: Batch, results: list[str | None]) -> str | None:
        """What to write for a batch in which nothing is out of the ordinary; None if something is."""
        whole = [result for result in results if result is not None]
        if batch.carriage_returns is not None or len(whole) != len(results):
            return None
        separator = self._form.separator
        text = separator.join(whole)
        if not self._converter.multiline and ("\r" in text or text.count(separator) != len(whole) - 1):
            return None
        return text + separator

    def _lines(self, batch: Batch, results: list[str | None]) -> Iterator[str]:
        carriage_returns = batch.carriage_returns or [False] * len(results)
        for record, result, carriage_return in zip(batch.records, results, carriage_returns, strict=True):
            self._number += 1
            try:
                line = self._line(record, result)
            except AceError as error:
                self._failed(error)
                if self.stopped:
                    return
                line = self._in_place_of_line(record)
            yield line + ("\r\n" if carriage_return else self._form.separator)

    def _line(self, record: str, result: str | None) -> str:
        if result is None:
            check_utf8(record)
            result = self._converter.line(record)
        if not self._converter.multiline:
            check_separator(record, result, self._form.separator)
        return result

    def _in_place_of_line(self, record: str) -> str:
        # A record given as an argument may hold the separator, and then it cannot be kept as one record.
        kept = self._converter.kept(record) if self._form.errors == "keep" else ""
        return "" if self._form.separator in kept else kept

    def _objects(self, batch: Batch) -> Iterator[str]:
        for record in batch.records:
            self._number += 1
            yield _to_json(self._members(record)) + "\n"
            if self.stopped:
                return

    def _members(self, record: str) -> dict[str, object]:
        converter = self._converter
        row: dict[str, object] = {"input": record, "ascii": None, "unicode": None, "error": None}
        try:
            check_utf8(record)
            return row | {converter.source: record} | converter.members(record)
        except AceError as error:
            self._failed(error)
            # JSON cannot carry octets that are not UTF-8.
            row["input"] = _SURROGATE.sub("\ufffd", record)
            if self._form.errors == "keep":
                row[converter.target] = _SURROGATE.sub("\ufffd", converter.kept(record))
            return row | {"error": facts(error)}

    def _failed(self, error: AceError) -> None:
        self.failures += 1
        self.stopped = self._form.errors == "fail"
        self._reporter.failure(self._number, error)

    def _write(self, pieces: Iterator[str]) -> None:
        for piece in pieces:
            self._output.write(_octets(piece))


def _octets(text: str) -> bytes:
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        # Only the arguments of a Windows command can hold surrogates of any other kind.
        return text.encode(errors="surrogatepass")
