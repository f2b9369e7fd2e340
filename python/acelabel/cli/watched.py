"""`acelabel display` and `acelabel lookalikes`: names as they are shown, and names that look like watched ones."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, cast

from acelabel._engines import policy_of
from acelabel.cli import sources
from acelabel.cli.converters import Results
from acelabel.cli.failures import Unusable
from acelabel.cli.records import Batch, Source, from_stream
from acelabel.cli.report import say
from acelabel.cli.screen import for_json, for_terminal

if TYPE_CHECKING:
    from acelabel.cli.converters import _Form
    from acelabel.display import Report, Watchlist

# The names of a file are those of its lines.
_SEPARATOR = b"\n"


class Shown:
    """Names as they are shown. None is refused. `acelabel.display` is imported when a command needs it."""

    source: "_Form" = "ascii"
    target: "_Form" = "unicode"
    multiline = False
    reports = False

    def __init__(self, policy: str, watch: str | None) -> None:
        from acelabel.display import report, to_display

        rules = policy_of(policy)  # type: ignore[arg-type]
        watchlist = None if watch is None else _watchlist(watch)
        self.line: Callable[[str], str] = lambda record: to_display(record, policy=rules, watchlist=watchlist)
        self._report: Callable[[str], Report] = lambda record: report(record, policy=rules, watchlist=watchlist)

    def lines(self, records: list[str]) -> Results:
        """Show many records."""
        return [self.line(record) for record in records], [], []

    def members(self, record: str) -> dict[str, object]:
        """Show a record, and say of each label why it is not shown in Unicode."""
        from dataclasses import asdict

        report = self._report(record)
        forms = {form: ".".join(getattr(label, form) for label in report.labels) for form in ("ascii", "unicode")}
        labels = [{**asdict(label), "shown": label.shown, "scripts": sorted(label.scripts)} for label in report.labels]
        return {**forms, "shown": report.shown, "labels": labels}

    def kept(self, record: str) -> str:
        """Return a record that is not UTF-8."""
        return record


def search(options: argparse.Namespace, inputs: list[str]) -> int:
    """Write which names look like watched ones.

    Args:
        options: The options, with `watch`, the path of the watched names.
        inputs: Paths of files, "-" for standard input.

    Returns:
        The exit status: 1 if there is such a name, else 0.
    """
    watchlist = _watchlist(options.watch)
    write = _object if options.json else _line
    output = sys.stdout.buffer
    shown = for_terminal if output.isatty() and not options.json else str
    count = names = 0
    for path in inputs:
        before = names
        for batch in _batches(path):
            found = [
                write(path, names - before + number, shown(name), shown(hit.target), hit.how)
                for number, name in enumerate(batch.records, 1)
                for hit in watchlist.lookup(name)
            ]
            names += len(batch.records)
            count += len(found)
            if found:
                output.write("".join(found).encode(errors="surrogateescape"))
                output.flush()
    if count and not options.quiet:
        say(f"{count:,} of {names:,} names look{'s' * (count == 1)} like a watched name")
    return int(count > 0)


def _line(path: str, number: int, name: str, target: str, how: str) -> str:
    del path, number
    return f"{name}\t{target}\t{how}\n"


def _object(path: str, number: int, name: str, target: str, how: str) -> str:
    # JSON cannot carry octets that are not UTF-8.
    name = name.encode(errors="surrogateescape").decode(errors="replace")
    found = {"file": path, "line": number, "name": name, "target": target, "how": how}
    return for_json(json.dumps(found, ensure_ascii=False, separators=(",", ":"))) + "\n"


def _watchlist(path: str) -> "Watchlist":
    """The watched names that a file lists.

    Raises:
        Unusable: The file is not UTF-8.
        OSError: It cannot be read.
    """
    from acelabel.display import Watchlist

    names: list[str] = []
    for batch in _batches(path):
        if not batch.well_formed:
            raise Unusable(f"{path}: the watched names are not UTF-8")
        names += filter(None, batch.records)
    return Watchlist(names)


def _batches(path: str) -> Iterator[Batch]:
    with sources.opened(path) as stream:
        yield from from_stream(cast("Source", stream), _SEPARATOR)
