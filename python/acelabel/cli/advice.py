"""What a run says at its end: how many records were refused, why, and what would help."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from os.path import isfile
from typing import NamedTuple

from acelabel import DNS, UTS46, is_valid
from acelabel.cli.failures import NOT_UTF8
from acelabel.cli.records import Batch

_LOOKED_AT = 1000
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_PREFIXES = ("xn--", "Xn--", "xN--", "XN--")
# Characters beyond ASCII of which each is an octet that is a letter in Latin-1.
_LETTERS_OF_LATIN_1 = re.compile("[\x00-\x7f\udcc0-\udcd6\udcd8-\udcf6\udcf8-\udcff]*")


class Hint(NamedTuple):
    """What would help with some of the refusals."""

    codes: frozenset[str]
    """The codes of these refusals."""

    fits: Callable[[str], object]
    """Whether it would help with a record."""

    text: str


class Tally:
    """Counts refusals by their codes, and finds the hints that fit them."""

    def __init__(self, hints: tuple[Hint, ...], note: "Note | None") -> None:
        """Make a tally.

        Args:
            hints: What may be said about refusals.
            note: What may be said about records that were converted.
        """
        self.records = 0
        """How many records there were."""

        self.refused = 0
        """How many of them were refused."""

        self._codes: Counter[str] = Counter()
        self._hints = list(hints)
        self._found: list[str] = []
        self._note = note
        self._noted = 0
        self._utf16 = False

    def look_at(self, batch: Batch, separator: str) -> None:
        """Look at records before they are converted."""
        if self._note is not None and self._note.may_be_in(batch.text):
            self._noted += sum(map(self._note.is_about, batch.records))
        if batch.head:
            self._utf16 |= _looks_like_utf16(batch.head, separator)

    def refuse(self, records: list[str], faults: dict[int, str]) -> None:
        """Count refusals.

        Args:
            records: Some records.
            faults: The places of those that are refused, and the codes of what is wrong with them.
        """
        self._codes.update(faults.values())
        # The first refusals of an input say what kind of input it is; a hint is not worth a look at millions.
        for place, code in islice(faults.items(), max(_LOOKED_AT - self.refused, 0)):
            fitting = [hint for hint in self._hints if code in hint.codes and hint.fits(records[place])]
            self._found += [hint.text for hint in fitting]
            self._hints = [hint for hint in self._hints if hint not in fitting]
        self.refused += len(faults)

    def summary(self, verdict: str) -> str:
        """How many records were refused, by code: `2 of 1,000 refused: std3_disallowed 2`."""
        codes = sorted(self._codes.items(), key=lambda row: (-row[1], row[0]))
        return f"{self.refused:,} of {self.records:,} {verdict}: " + ", ".join(f"{c} {n:,}" for c, n in codes)

    def hints(self) -> Iterator[str]:
        """What would help, one line each."""
        if self._utf16:
            yield "hint: the input looks like UTF-16. Convert it first: iconv -f UTF-16 -t UTF-8"
        for text in self._found:
            if text is not _LATIN_1.text or not self._utf16:
                yield f"hint: {text}"
        if self._note is not None and self._noted:
            yield f"note: {self._note.about}: {self._noted:,} of {self.records:,}. {self._note.text}"


class Note(NamedTuple):
    """What is worth saying of records though they were converted."""

    may_be_in: Callable[[str], object]
    """Whether a text of many records may hold such a record: what is asked first, as it is fast."""

    is_about: Callable[[str], bool]
    """Whether a record is one."""

    about: str
    text: str


def hints_for(command: str, profile: str | None, *, domain: bool) -> tuple[Hint, ...]:
    """The hints for a command.

    Args:
        command: Its name, with a space between its two words if it has two.
        profile: The value of `--profile`; None for a command without it.
        domain: Whether `--domain` was given.
    """
    if profile is not None:
        return (_LATIN_1, *_hints_for_names(profile))
    if command in ("punycode decode", "trace decode"):
        codes = frozenset({"invalid_digit", "non_ascii"})
        text = "raw Punycode has no labels. For domain names use acelabel to-unicode"
        return _LATIN_1, Hint(codes, lambda record: "." in record, text)
    if command == "race decode" and not domain:
        codes = frozenset({"no_prefix", "bad_base32_char", "label_too_long"})
        text = "without --domain each input is one label. With --domain each label of a domain name is converted"
        return _LATIN_1, Hint(codes, lambda record: "." in record, text)
    return (_LATIN_1,)


def note_for(command: str, *, domain: bool) -> Note | None:
    """The note for a command; its arguments are those of `hints_for`."""
    group, _, direction = command.partition(" ")
    if group in ("punycode", "trace"):
        names = f"to-{'ascii' if direction == 'encode' else 'unicode'}"
        return Note(
            lambda text: any(prefix in text for prefix in _PREFIXES),
            lambda record: record.startswith(_PREFIXES),
            "inputs that begin with xn--",
            f"Raw Punycode has no such prefix; for domain names use acelabel {names}",
        )
    if command == "race encode" and not domain:
        return Note(
            lambda text: "." in text,
            lambda record: "." in record,
            "inputs that contain a full stop",
            "Each input is one label; for domain names use --domain",
        )
    return None


def file_note(names: list[str], verb: str) -> str | None:
    """What to say where an argument that was taken for a name is the path of a file; None if none is.

    Args:
        names: The arguments.
        verb: What the command does with the lines of a file.
    """
    path = next(filter(isfile, names), None)
    if path is None:
        return None
    shown = path.replace("\n", "\\n")
    return f"{shown} is a file; to {verb} its lines use --file {shown}"


def _hints_for_names(profile: str) -> Iterator[Hint]:
    character_codes = frozenset({"std3_disallowed", "disallowed_codepoint"})
    hyphen_codes = frozenset({"hyphen_3_4", "hyphen_start_end"})
    yield Hint(
        character_codes,
        _is_more_than_a_host,
        "a domain name comes without scheme, user, port and path: pass the host name only",
    )
    # A profile is recommended where it accepts the record.
    if profile != "dns":
        yield Hint(character_codes | hyphen_codes, _is_of_dns, "--profile dns allows _ and * in names")
    if profile != "whatwg":
        yield Hint(frozenset({"empty_domain"}), lambda record: not record, "empty names are refused, too")
    if profile == "idna2008":
        text = "--profile uts46 converts capital letters to small letters, and allows most symbols"
        yield Hint(frozenset({"disallowed_codepoint"}), _is_of_uts46, text)
        text = "the profiles uts46 and dns allow such hyphens"
        yield Hint(hyphen_codes, lambda record: _is_of_uts46(record) and is_valid(record, profile=DNS), text)
    if profile == "idna2003":
        text = "IDNA2003 knows the characters of Unicode 3.2 only; --profile uts46 knows newer ones"
        yield Hint(frozenset({"unassigned"}), _is_of_uts46, text)


def _is_of_uts46(record: str) -> bool:
    return is_valid(record, profile=UTS46)


def _is_of_dns(record: str) -> bool:
    return ("_" in record or "*" in record) and is_valid(record, profile=DNS)


def _is_more_than_a_host(record: str) -> bool:
    if "//" not in record and "@" not in record and (record.startswith("[") or record.count(":") > 1):
        # An IP address, which its message has said already.
        return False
    return re.search(r"[/@:\[]", record) is not None


_LATIN_1 = Hint(
    frozenset({NOT_UTF8}),
    _LETTERS_OF_LATIN_1.fullmatch,
    "the input looks like Latin-1 or Windows-1252. Convert it first: iconv -f WINDOWS-1252 -t UTF-8",
)


def _looks_like_utf16(head: bytes, separator: str) -> bool:
    # Every second octet of ASCII text in UTF-16 is NUL, which is also what ends a record with --null.
    zeros = 0 if separator == "\0" else max(head[0::2].count(0), head[1::2].count(0))
    return head.startswith(_UTF16_MARKS) or zeros > len(head) // 4
