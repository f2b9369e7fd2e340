"""The summary at the end of a run: how many records were refused, why, and what would help."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from os.path import isfile
from typing import NamedTuple

from acelabel import DNS, IDNA2008_MAPPED, UTS46, WHATWG, AceError, Profile, is_valid, to_ascii
from acelabel._errors import shortened
from acelabel._native import convert_records, error_words, is_of_dns, likely_mistake
from acelabel.cli.failures import NOT_UTF8, utf8_fault
from acelabel.cli.options import Options
from acelabel.cli.screen import as_path, shown_path

_LOOKED_AT = 1000
# The prefix of A-labels in either letter case.
_PREFIXES = ("xn--", "XN--", "Xn--", "xN--")
# Characters beyond ASCII of which each is an octet that is a letter in Latin-1.
_LETTERS_OF_LATIN_1 = re.compile("[\x00-\x7f\udcc0-\udcd6\udcd8-\udcf6\udcf8-\udcff]*")
# Characters of ASCII that no name holds, without those that end lines. A backslash may belong to an escape of a zone
# file.
_IN_NO_NAME = re.compile(r"[\x00-\x09\x0b\x0c\x0e-\x20!-),/:-@\[\]^`{-\x7f]")

# Lines of zone files that tell themselves: directives, and entries with a class.
_OF_ZONE = re.compile(r"\$(?:ORIGIN|TTL|INCLUDE|GENERATE)\s|.*\sIN\s+(?:A|AAAA|CNAME|DS|MX|NS|PTR|SOA|SRV|TXT)\s")

_HAS_LABELS = re.compile(r"[^\s.]\.[^\s.]")
_RACE = re.compile(r"(?:^|\.)bq--", re.IGNORECASE)


class Hint(NamedTuple):
    """Advice about the refusals with some codes, which may help with a record if it fits."""

    codes: frozenset[str]
    fits: Callable[[str], object]
    text: str


class Note(NamedTuple):
    """A remark about records that were converted."""

    # The name of a search in columns for all that may be such records: see `FileBatch.notable`.
    mark: str
    # True of such a record.
    fits: Callable[[str], object]
    # The words for such records.
    about: str
    # The text about the first one.
    said: Callable[[str], str]


class Tally:
    """Counts refusals by their codes, and finds the hints that fit them."""

    def __init__(self, hints: Iterable[Hint], notes: Iterable[Note] = (), profile: Profile | None = None) -> None:
        self.records = self.refused = 0
        # The text about an input that looks like UTF-16 or UTF-32.
        self.wide: str | None = None
        # The profile by which names are converted, if a label with xn-- that is no A-label passes undecoded.
        passes = profile is not None and (profile.pass_ascii or profile.pass_ascii_domain)
        self.passing = profile if passes else None
        self._codes: Counter[str] = Counter()
        self._hints = list(hints)
        self._found: list[str] = []
        self._notes = tuple(notes)
        # The text about the first record that a note fits, and the number of such records.
        self._noted: dict[Note, tuple[str, int]] = {}
        self._undecoded = 0

    def look_at_values(self, found: Callable[[str], list[str]]) -> None:
        """Look at values. The function returns those that may be worth a note, for the mark of one."""
        for note in self._notes:
            if fitting := [*filter(note.fits, found(note.mark))]:
                said, count = self._noted.get(note) or (note.said(fitting[0]), 0)
                self._noted[note] = said, count + len(fitting)
        # Labels with xn-- that pass undecoded are counted.
        if self.passing is not None:
            names = found("prefix")
            forms = convert_records(names, "to_unicode", self.passing)[0]
            labels = (label for form in forms if form is not None for label in form.split("."))
            self._undecoded += sum(label.startswith("xn--") for label in labels)

    def refuse(self, records: list[str], faults: dict[int, str]) -> None:
        """Count refusals: the places of those of the records that are refused, and the codes of what is wrong."""
        self._codes.update(faults.values())
        # The first refusals of an input say what kind of input it is; a hint is not worth a look at millions.
        for place, code in islice(faults.items(), max(_LOOKED_AT - self.refused, 0)):
            fitting = [hint for hint in self._hints if code in hint.codes and hint.fits(records[place])]
            self._found += [hint.text for hint in fitting]
            self._hints = [hint for hint in self._hints if hint not in fitting]
        self.refused += len(faults)

    def summary(self, verdict: str) -> str:
        """Return how many records were refused, by code: `2 of 1,000 refused: std3_disallowed 2`."""
        codes = sorted(self._codes.items(), key=lambda row: (-row[1], row[0]))
        return f"{self.refused:,} of {self.records:,} {verdict}: " + ", ".join(f"{c} {n:,}" for c, n in codes)

    def hints(self) -> Iterator[str]:
        """Return what would help, one line each."""
        if self.wide:
            yield f"hint: {self.wide}"
        for text in self._found:
            if text is not LATIN_1.text or not self.wide:
                yield f"hint: {text}"
        for note, (said, count) in self._noted.items():
            yield f"note: {note.about}: {count:,} of {self.records:,}. {said}"
        if self._undecoded:
            labels = "label" if self._undecoded == 1 else "labels"
            yield f"note: {self._undecoded:,} {labels} with xn-- passed undecoded: acelabel inspect says why"


LATIN_1 = Hint(
    frozenset({NOT_UTF8}),
    _LETTERS_OF_LATIN_1.fullmatch,
    "the input looks like Latin-1 or Windows-1252. Convert it first: iconv -f WINDOWS-1252 -t UTF-8",
)


def hints_for(options: Options, *, lines: bool = True) -> Iterator[Hint]:
    """The hints for a command that converts records, which may be lines."""
    yield LATIN_1
    if options.profile is not None:
        yield from _hints_for_names(options.command, options.profile, lines=lines and not options.null)
    elif options.command in ("punycode decode", "trace decode"):
        text = "raw Punycode has no labels. For domain names use acelabel to-unicode"
        yield Hint(frozenset({"invalid_digit", "non_ascii"}), _has_dot, text)
    elif options.command == "race decode" and not options.domain:
        text = "without --domain each input is one label. With --domain each label of a domain name is converted"
        yield Hint(frozenset({"no_prefix", "bad_base32_char", "label_too_long"}), _has_dot, text)


def notes_for(options: Options) -> Iterator[Note]:
    command = options.command
    group, _, direction = command.partition(" ")
    if group in ("punycode", "trace"):
        names = f"to-{'ascii' if direction == 'encode' else 'unicode'}"
        prefix = f"Raw Punycode has no such prefix; for domain names use acelabel {names}"
        about = "inputs that begin with xn--"
        yield Note("prefix", lambda one: one.startswith(_PREFIXES), about, lambda _: prefix)
        if direction == "encode" and not options.code_points:
            labels = "Raw Punycode has no labels; for domain names use acelabel to-ascii"
            yield Note("dot", _HAS_LABELS.search, "inputs that contain a full stop", lambda _: labels)
    if command == "race encode" and not options.domain:
        label = "Each input is one label; for domain names use --domain"
        yield Note("dot", _has_dot, "inputs that contain a full stop", lambda _: label)
    # A report of `inspect` has the note.
    if command in ("to-ascii", "to-unicode", "display", "host"):
        race = "acelabel race decode --domain decodes them"
        about = "names with labels of RACE"
        yield Note("race", _is_of_race, about, lambda _: race)
        rules = WHATWG if command == "host" else options.rules
        # Of a name that is refused the message says it.
        yield Note(
            "mistake",
            lambda record: likely_mistake(record) and is_valid(record, profile=rules),
            "names that look like a mistake",
            lambda record: f"The first one, '{shortened(record)}', {likely_mistake(record)}",
        )
    if command == "display":
        about = "inputs that are more than a domain name, which are shown as if they were one"
        # Such a record is refused, not shown, if it is not UTF-8.
        yield Note(
            "no_name",
            lambda one: _IN_NO_NAME.search(one) and not utf8_fault(one),
            about,
            _more_than_a_name,
        )


def file_note(names: list[str], verb: str) -> str | None:
    """Return what to say where an argument that was taken for a name is the path of a file; None if none is."""
    path = next(filter(isfile, map(as_path, names)), None)
    if path is None:
        return None
    shown = shown_path(path)
    return f"{shown} is a file; to {verb} its lines use --file {shown}"


def advice_on(record: str) -> str:
    """Return what would help with a record that is not a name; empty if nothing is known."""
    try:
        to_ascii(record, profile=DNS)
    except AceError as error:
        return error_words(*error._facts, in_shell=True)[1]
    return ""


def _is_of_race(record: str) -> bool:
    """Return whether a label is one of RACE. Not all that has its prefix is."""
    return _RACE.search(record) is not None and "RACE" in (likely_mistake(record) or "")


def _has_dot(text: str) -> bool:
    return "." in text


def _more_than_a_name(record: str) -> str:
    advice = advice_on(record)
    return f"The first one is '{shortened(record)}'" + (f" ({advice})" if advice else "")


def _hints_for_names(command: str, profile: str, *, lines: bool) -> Iterator[Hint]:
    character_codes = frozenset({"std3_disallowed", "disallowed_codepoint"})
    hyphen_codes = frozenset({"hyphen_3_4", "hyphen_start_end"})
    converts = "find finds" if command == "inspect" else f"{command} --format text converts"
    text = f"URLs and addresses are not domain names. acelabel {converts} the names inside them"
    yield Hint(character_codes, _is_of_text, text)
    if lines and command != "inspect":
        text = f"the input looks like a zone file. acelabel {command} --format zone FILE converts such files"
        yield Hint(character_codes, _OF_ZONE.match, text)
        tlds = " --tlds TLDS" if command == "to-ascii" else ""
        converts = f"acelabel {command} --format text{tlds} FILE converts names among other words and in comments"
        yield Hint(character_codes, _is_more_than_a_word, f"a line is one name. {converts}")
    text = "a domain name has no port or path: pass only the host name, which acelabel host --bare finds"
    yield Hint(character_codes, _is_more_than_a_host, text)
    # A profile is recommended where it accepts the record.
    if profile != "dns":
        text = "--profile dns allows _ and * in names"
        yield Hint(character_codes | hyphen_codes, lambda one: ("_" in one or "*" in one) and is_of_dns(one), text)
    is_of_uts46 = partial(is_valid, profile=UTS46)
    if lines:
        text = "an empty line is not a domain name. Remove such lines first: sed '/^[[:space:]]*$/d'"
        yield Hint(frozenset({"empty_domain"}), lambda record: not record, text)
    if profile == "idna2008":
        text = "--profile uts46 allows most symbols"
        # Of characters that are mapped the message says it.
        is_mapped = partial(is_valid, profile=IDNA2008_MAPPED)
        yield Hint(frozenset({"disallowed_codepoint"}), lambda one: is_of_uts46(one) and not is_mapped(one), text)
        text = "the profiles uts46 and dns allow such hyphens"
        yield Hint(hyphen_codes, lambda record: is_of_uts46(record) and is_valid(record, profile=DNS), text)
    if profile == "idna2003":
        text = "IDNA2003 knows the characters of Unicode 3.2 only; --profile uts46 knows newer ones"
        yield Hint(frozenset({"unassigned"}), is_of_uts46, text)


def _is_of_text(record: str) -> bool:
    return ("//" in record or "@" in record) and not _OF_ZONE.match(record)


def _is_more_than_a_word(record: str) -> bool:
    return len(record.split()) > 1 and not (_is_of_text(record) or _OF_ZONE.match(record))


def _is_more_than_a_host(record: str) -> bool:
    if "//" in record or "@" in record or record.startswith("[") or record.count(":") > 1:
        # Such a record has a hint of its own; or it is an IP address, which its message has said already.
        return False
    return re.search("[/:]", record) is not None and record.strip("0123456789./") != ""
