"""`acelabel display` and `acelabel lookalikes`: names as they are shown, and names that look like watched ones."""

import re
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO

from acelabel import AceError
from acelabel._engines import policy_of
from acelabel._errors import describe, shortened
from acelabel.cli import sources
from acelabel.cli.advice import Tally, advice_on, hints_for
from acelabel.cli.arguments import Options
from acelabel.cli.converters import Converter
from acelabel.cli.failures import Unusable, members_of, not_utf8, utf8_fault
from acelabel.cli.records import Batch, from_file
from acelabel.cli.report import say
from acelabel.cli.screen import as_utf8, for_terminal, shown_path, to_json

if TYPE_CHECKING:
    from acelabel.display import Watchlist

# The names of a file are those of its lines.
_SEPARATOR = b"\n"

# The separators of the labels of a name (UTS #46 section 2.3).
_LABELS = re.compile("[.\u3002\uff0e\uff61]")
# So many labels a report tells at most.
_PART = 127


def shown(options: Options) -> Converter:
    """Names as they are shown. None is refused. `acelabel.display` is imported when a command needs it."""
    from acelabel.display import ShownLabel, report, to_display

    rules = policy_of(options.policy)  # type: ignore[arg-type]
    watchlist = None if options.watch is None else _watchlist(options.watch, quiet=options.quiet)
    line = partial(to_display, policy=rules, watchlist=watchlist)
    report = partial(report, policy=rules, watchlist=watchlist)

    def members(record: str) -> dict[str, object]:
        """Show a record, and say of each label why it is not shown in Unicode."""
        found = report(record)
        # A report has the first labels only.
        rest = _LABELS.split(record)[len(found.labels) :]
        parts = (".".join(rest[start : start + _PART]) for start in range(0, len(rest), _PART))
        every = chain(found.labels, *(report(part).labels for part in parts))
        names = zip(*((label.ascii, label.unicode) for label in every), strict=True)
        forms = dict(zip(("ascii", "unicode"), map(".".join, names), strict=True))
        told = (*ShownLabel.__slots__, "shown")
        labels = [
            {**{name: getattr(label, name) for name in told}, "scripts": sorted(label.scripts)}
            for label in found.labels
        ]
        return {**forms, "shown": found.shown, "labels": labels}

    return Converter("ascii", line, lambda records: ([*map(line, records)], [], []), members)


def search(options: Options, inputs: list[str], output: BinaryIO) -> int:
    """Write which names look like watched ones. Returns the exit status: 1 if there is such a name, else 0.

    With `--quiet` nothing is written and the status is that of grep: 0 if there is such a name, else 1.
    Otherwise a message says how many lines hold no name.
    """
    quiet = options.quiet or options.no_messages
    watchlist = _watchlist(options.watch or "", quiet=quiet)
    write = _object if options.json else _line_on_terminal if output.isatty() else _line
    tally = Tally(hints_for(options))
    count = 0
    nameless = Nameless()
    look = watchlist._best
    for path in inputs:
        before = tally.records
        for batch in from_file(path, _SEPARATOR):
            found = []
            for number, name in enumerate(batch.records, tally.records - before + 1):
                best = look(name)
                if best:
                    target, how, *_ = best
                    found.append(write(path, number, name, target, how))
                elif best is False:
                    nameless.add(path, number, name)
            _look_at(batch, tally)
            count += len(found)
            if found and options.quiet:
                return 0
            if found:
                output.write("".join(found).encode(errors="surrogateescape"))
                output.flush()
    if options.quiet:
        return 1
    if not quiet:
        _say_counts(count, tally)
        # None of the lines of another encoding is a name.
        if not tally.wide:
            nameless.say(tally.records)
    return int(count > 0)


class Nameless:
    """The lines that hold no name, so that nothing could be looked up."""

    def __init__(self) -> None:
        self._count = 0
        self._first: tuple[str, int, str] | None = None

    def add(self, path: str, number: int, line: str) -> None:
        """Count a line, unless it is not UTF-8, which is said already."""
        if utf8_fault(line) is None:
            self._count += 1
            self._first = self._first or (path, number, line)

    def say(self, records: int) -> None:
        """Say how many lines there were, which was the first, and what would help."""
        if self._first is None:
            return
        path, number, line = self._first
        place = sources.at(path, f"line {number:,}")
        verb = "holds" if self._count == 1 else "hold"
        counts = f"{self._count:,} of {records:,} lines {verb} no domain name, so nothing was compared"
        say(f"{counts}. The first is {place}: '{shortened(line)}'")
        if "//" in line:
            advice = "only a URL whose host is a domain name can be compared"
        else:
            advice = advice_on(line) or "give one domain name, URL or e-mail address per line"
        say(f"hint: {advice}")


def _look_at(batch: Batch, tally: Tally) -> None:
    """Count the names, and those that are not UTF-8."""
    tally.look_at(batch, "\n")
    tally.records += len(batch.records)
    if not batch.well_formed:
        tally.refuse(batch.records, not_utf8(batch.records))


def _say_counts(count: int, tally: Tally) -> None:
    if count:
        say(f"{count:,} of {tally.records:,} names look{'s' * (count == 1)} like a watched name")
    if tally.refused:
        say(f"{tally.refused:,} of {tally.records:,} names {'is' if tally.refused == 1 else 'are'} not UTF-8")
    for hint in tally.hints():
        say(hint)


def _line(path: str, number: int, name: str, target: str, how: str) -> str:
    del path, number
    return "\t".join(map(_field, (name, target, how))) + "\n"


def _line_on_terminal(path: str, number: int, name: str, target: str, how: str) -> str:
    return _line(path, number, for_terminal(_field(name)), for_terminal(_field(target)), how)


def _field(text: str) -> str:
    # A tab is written as `display` writes it: tabs separate the fields.
    return text.replace("\t", "%09")


def _object(path: str, number: int, name: str, target: str, how: str) -> str:
    found = {"file": as_utf8(path), "line": number, **members_of("name", name), "target": target, "how": how}
    return to_json(found) + "\n"


def _watchlist(path: str, *, quiet: bool) -> "Watchlist":
    """The watched names that a file lists, one per line. Empty lines do not count.

    Raises:
        Unusable: The file is not UTF-8, or a line is not a name.
        OSError: It cannot be read.
    """
    from acelabel.display import Watchlist

    names: list[str] = []
    numbers: list[int] = []
    lines = 0
    for batch in from_file(path, _SEPARATOR):
        if not batch.well_formed:
            raise Unusable(f"{shown_path(path)}: the watched names are not UTF-8")
        rows = [(number, name) for number, name in enumerate(batch.records, lines + 1) if name and not name.isspace()]
        numbers += (number for number, _ in rows)
        names += (name for _, name in rows)
        lines += len(batch.records)
    if not names and not quiet:
        say(f"note: {shown_path(path)}: no names are watched")
    try:
        return Watchlist(names)
    except AceError as error:
        item = error.index or 0
        reason = describe(error).removeprefix(f"item {item}: ")
        place = f"{shown_path(path)}: line {numbers[item]:,}"
        raise Unusable(f"{place}: '{shortened(names[item])}' cannot be watched: {reason}") from None
