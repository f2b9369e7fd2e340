"""`acelabel display` and `acelabel lookalikes`: names as they are shown, and names that look like watched ones."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from acelabel import AceError
from acelabel._errors import describe, shortened
from acelabel._native import SEPARATORS, FileBatch, policy_of
from acelabel.cli import sources, tables
from acelabel.cli.advice import LATIN_1, Tally, advice_on
from acelabel.cli.conversion import Converter
from acelabel.cli.failures import Unusable, members_of, not_utf8, utf8_fault
from acelabel.cli.options import Options
from acelabel.cli.records import at
from acelabel.cli.registered import rules_of
from acelabel.cli.report import say
from acelabel.cli.screen import as_utf8, for_terminal, shown_path, to_json

if TYPE_CHECKING:
    from acelabel.display import Lookalike, Watchlist
    from acelabel.text import Kind

ADVICE = {
    "lines": "give one domain name, URL or e-mail address per line",
    "urls": "give one URL per line, at its beginning",
    "certstream": "give one JSON object per line, with the names in data.leaf_cert.all_domains or in data",
    "zeek": (
        "give a log of Zeek with its header, or in JSON, that has one of the fields query, host, server_name, san.dns"
    ),
}
"""The formats whose lines hold what is looked up, and what would help where a line holds no name."""

# The separators of the labels of a name (UTS #46 section 2.3).
_LABELS = re.compile(f"[{SEPARATORS}]")
# So many labels a report tells at most.
_PART = 127


def shown(options: Options) -> Converter:
    """Names as they are shown. None is refused. `acelabel.display` is imported when a command needs it."""
    from acelabel.display import ShownLabel, report, to_display

    rules = policy_of(options.policy)  # type: ignore[arg-type]
    watchlist = None if options.watch is None else watchlist_of(options)
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
            {**{name: getattr(label, name) for name in told}, "scripts": [*label.scripts]} for label in found.labels
        ]
        return {**forms, "shown": found.shown, "labels": labels}

    return Converter("ascii", line, lambda records: ([*map(line, records)], {}), members)


def search(options: Options, inputs: list[str], output: BinaryIO) -> int:
    """Write which names look like watched ones. Returns the exit status: 1 if there is such a name, else 0.

    With `--quiet` nothing is written and the status is that of grep: 0 if there is such a name, else 1.
    Otherwise a message says how many lines hold no name.
    """
    quiet = options.quiet or options.no_messages
    watchlist = watchlist_of(options)
    written = partial(_written, options=options, is_terminal=output.isatty())
    tally = Tally([LATIN_1])
    count = names = more = 0
    nameless, hidden = _Nameless(), _Hidden(watchlist)
    for path in inputs:
        before = tally.records, names, nameless.count
        for portion in _portions(options, path):
            before_portion = count
            for number, texts, line in portion.lines:
                is_nameless, before_line = True, count
                for text in texts:
                    best = watchlist._best(text)
                    is_nameless &= best is False
                    names += 1
                    if best:
                        count += 1
                        if options.quiet:
                            return 0
                        hits = _hits(watchlist, text, has_spans=options.json)
                        most = max(_MOST // max(len(text), 1), 1)
                        more += max(len(hits) - most, 0)
                        for hit in hits[:most]:
                            output.write(written(path, number, text, hit).encode(errors="surrogateescape"))
                if count == before_line and not quiet and (options.format or options.form) == "lines":
                    hidden.look(path, number, line())
                # That a line is not UTF-8 is said already.
                if is_nameless and utf8_fault(line()) is None:
                    nameless.count += 1
                    nameless.first = nameless.first or (path, number, line())
            tally.records += portion.total
            tally.refuse(portion.texts, not_utf8(portion.texts))
            if count > before_portion:
                output.flush()
        if before[1:] == (names, nameless.count) and tally.records > before[0]:
            nameless.files.append(path)
    if options.quiet:
        return 2 if tally.refused else 1
    if not quiet:
        _say_counts(count, names, tally, options.format or options.form)
        if more:
            say(f"{more:,} more hits in long lines are not written: with --json each has the whole line")
        nameless.say(tally.records, options.format or options.form)
        hidden.say()
    # A name that is not UTF-8 may look like anything.
    return 1 if count else 2 if tally.refused else 0


class _Portion(NamedTuple):
    """Some lines of an input, or names of one of another format."""

    # All texts that are looked up, or that hold what is.
    texts: list[str]
    # The number of all lines or names, also of those that are to hold nothing.
    total: int
    # For each line its number, the names in it or the texts that hold them, and a function that returns the line.
    lines: Iterable[tuple[int, list[str], Callable[[], str]]]


def _portions(options: Options, path: str) -> Iterator[_Portion]:
    form = options.format or options.form
    inside = partial(_inside, kinds=options.kinds) if form == "text" else lambda text: [text]
    if options.column or form not in (*ADVICE, "text"):
        for values in tables.names(options, path):
            texts = [value.text for value in values]
            lines = [(value.number, inside(value.text), partial(str, value.text)) for value in values]
            yield _Portion(texts, len(values), lines)
        return
    is_feed = form not in ("lines", "text")
    for batch, _ in sources.batches(options, form if is_feed else "lines", path, feed=is_feed):
        found: list[str | None] = batch.texts(0, all=True)
        rows = groupby(zip(range(batch.rows), batch.names(), found, strict=True), lambda row: row[1][0])
        yield _Portion([text for text in found if text is not None], batch.lines, _of_batch(batch, rows, inside))


def _of_batch(batch: FileBatch, rows: Any, inside: Callable[[str], list[str]]) -> Iterator[Any]:
    for number, of_line in rows:
        (row, _, first), *others = of_line
        texts = [text for text in (first, *(text for *_, text in others)) if text is not None]
        yield number, [name for text in texts for name in inside(text)], partial(batch.line, row)


def _inside(text: str, kinds: "Iterable[Kind] | None") -> list[str]:
    """The names inside a text, whatever their top-level domains and however they are written."""
    from acelabel.text import find

    found = find(text, tlds=lambda _: True, everywhere=True, defanged=True, kinds=kinds)
    return list(dict.fromkeys(one.decoded or one.name for one in found))


# All hits of a line together repeat it in about so many characters of JSON.
_MOST = 1 << 24


def _hits(watchlist: "Watchlist", line: str, *, has_spans: bool) -> list["Lookalike"]:
    """The hits of a line, and those of each further name in it that looks like the same, if their spans are written."""
    from acelabel.display import Lookalike
    from acelabel.text import find

    hits = watchlist.lookup(line)
    if not has_spans:
        return list({(hit.target, hit.how): hit for hit in hits}.values())
    spans = {hit.target: hit.span for hit in hits}
    whole, further = (0, len(line)), []
    for name in find(line, tlds=lambda _: True, defanged=True):
        for hit in watchlist.lookup(name.name):
            start, end = (name.start + place for place in hit.span)
            if name.is_defanged:
                start, end = name.start, name.end
            first = spans.get(hit.target)
            # A hit that is all of a text is one of which the place is not known, unless the text is a name.
            is_inside = first == whole != (start, end)
            if is_inside or (first is not None and (end <= first[0] or first[1] <= start)):
                further.append(Lookalike(hit.target, hit.how, hit.score, (start, end)))
    inside = {hit.target for hit in further}
    return [hit for hit in hits if hit.span != whole or hit.target not in inside] + further


@dataclass
class _Nameless:
    """The lines that hold no name, so that nothing could be looked up."""

    count: int = 0
    first: tuple[str, int, str] | None = None
    # The files in which no line holds a name.
    files: list[str] = field(default_factory=list)

    def say(self, total: int, kind: str) -> None:
        """Say how many lines of a kind of feed there were, which was the first, and what would help."""
        for path in self.files:
            say(f"note: {shown_path(path)}: no line holds a name, so nothing was compared")
        if self.first is None:
            if self.files:
                say(f"hint: {ADVICE.get(kind, ADVICE['lines'])}")
            return
        path, number, line = self.first
        place = at(path, f"line {number:,}")
        verb = "holds" if self.count == 1 else "hold"
        counts = f"{self.count:,} of {total:,} lines {verb} no domain name, so nothing was compared"
        say(f"{counts}. The first is {place}: '{shortened(line)}'")
        advice = ADVICE.get(kind, ADVICE["lines"])
        if line.startswith("{") and kind in ("lines", "urls"):
            advice = "--format certstream reads JSON of CertStream, and --format zeek that of Zeek"
        elif "//" in line and kind in ("lines", "urls"):
            advice = "only a URL whose host is a domain name can be compared"
        elif kind == "lines":
            advice = advice_on(line) or advice
        say(f"hint: {advice}")


# So many lines are looked at again.
_MOST_LOOKED_AT = 1000


@dataclass
class _Hidden:
    """The lines without a hit that are texts, and hold a name which looks like a watched one behind a slash."""

    watchlist: "Watchlist"
    looked_at: int = 0
    first: str | None = None

    def look(self, path: str, number: int, line: str) -> None:
        """Look at a line. A slash makes a text a URL, or a reference to one, unless words stand before it."""
        if self.first is None and "/" in line and "@" in line and self.looked_at < _MOST_LOOKED_AT:
            self.looked_at += 1
            if name := next(filter(self.watchlist._best, _inside(line, None)), None):
                self.first = f"{at(path, f'line {number:,}')}: '{shortened(name)}'"

    def say(self) -> None:
        """Say which name is hidden, and what would help."""
        if self.first is not None:
            say(f"a name inside a line that is a text looks like a watched one, and is not counted. {self.first}")
            say("hint: --format text looks up each name inside a text")


def _say_counts(count: int, names: int, tally: Tally, kind: str) -> None:
    s = "s" * (count == 1)
    if count and kind == "lines":
        # Of a text with names nobody knows how many there are.
        say(f"{count:,} of {names:,} lines hold{s} a name that looks like a watched one")
    elif count:
        say(f"{count:,} of {names:,} names look{s} like a watched name")
    if tally.refused:
        say(f"{tally.refused:,} of {tally.records:,} lines {'is' if tally.refused == 1 else 'are'} not UTF-8")
    for hint in tally.hints():
        say(hint)


def _written(path: str, number: int, name: str, hit: "Lookalike", *, options: Options, is_terminal: bool) -> str:
    if options.json:
        told = {key: getattr(hit, key) for key in hit.__slots__}
        return to_json({"file": as_utf8(path), "line": number, **members_of("name", name), **told}) + "\n"
    # Separators of fields and lines are written as `display` writes them.
    fields = (one.replace("\t", "%09").replace("\n", "%0A").replace("\r", "%0D") for one in (name, hit.target, hit.how))
    return "\t".join(map(for_terminal, fields) if is_terminal else fields) + "\n"


def watchlist_of(options: Options) -> "Watchlist":
    """The watched names and labels that files list, one per line without empty ones; else raise `Unusable`."""
    from acelabel.display import Watchlist

    names = listed(options.watch, Watchlist, "watched")
    labels = listed(options.labels, lambda labels: Watchlist(labels=labels), "watched", "; names are for --watch")
    quiet = options.quiet or options.no_messages
    if not names and not labels and not quiet:
        say(f"note: {shown_path(options.watch or options.labels or '')}: no names are watched")
    short = next((name for name in names if not _LABELS.search(name.strip().removesuffix("."))), None)
    if short and not quiet:
        more = "" if options.command in ("display", "lint") else "; for a brand under any domain use --labels"
        place = shown_path(options.watch or "")
        say(f"note: {place}: '{shortened(short)}' has no dot, so that only a last label can look like it{more}")
    rules = [rules_of(options)] if options.rule_files else []
    return Watchlist(names, labels=labels, distance=int(options.distance), rules=rules)


def listed(path: str | None, read: Callable[[list[str]], object], what: str, advice: str = "") -> list[str]:
    """The lines of a file that are neither empty nor comments.

    `read` refuses what cannot be `what`, such as watched; of names, advice is given.
    """
    if path is None:
        return []
    lines: list[str] = []
    for batch, _ in sources.batches(Options(), "lines", path):
        for line in batch.texts(0):
            if line is None:
                raise Unusable(f"{shown_path(path)}: the {what} names are not UTF-8")
            lines.append(line)
    rows = [(number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")]
    texts = [row for _, row in rows]
    try:
        read(texts)
    except AceError as error:
        item = error.index or 0
        reason = describe(error, in_shell=True).removeprefix(f"item {item}: ")
        place = f"{shown_path(path)}: line {rows[item][0]:,}"
        more = advice if _LABELS.search(texts[item]) else ""
        raise Unusable(f"{place}: '{shortened(texts[item])}' cannot be {what}: {reason}{more}") from None
    return texts
