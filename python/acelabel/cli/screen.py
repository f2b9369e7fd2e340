"""Text that is safe to show: what a terminal would obey instead of showing is written as an escape."""

import json
import os
import re
import sys
from contextlib import suppress

# Control characters, bidi controls (UAX #9) and the separators of lines and paragraphs. A line feed stays: it is the
# command's own, or that of a report.
_OBEYED = "\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
_ESCAPED = re.compile(f"[{_OBEYED}\ud800-\udfff]")
# The characters that nobody sees: those of Default_Ignorable_Code_Point (Unicode), a blank pattern of Braille, and
# annotations.
_UNSEEN = (
    "\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_HIDDEN = re.compile(f"[{_UNSEEN}]")
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def for_terminal(text: str) -> str:
    """Escape, as in a Python string, what a terminal would obey, and octets that are not UTF-8."""
    return _ESCAPED.sub(_escaped, text)


def octets_for_terminal(octets: bytes, kept: tuple[str, ...]) -> bytes:
    """The same of octets, in which these texts stay."""
    parts = re.split(f"({'|'.join(kept)})", octets.decode(errors="surrogateescape"))
    return "".join(part if part in kept else for_terminal(part) for part in parts).encode()


def unhidden(text: str) -> str:
    """The same with escapes for what nobody sees."""
    return _HIDDEN.sub(_escaped, for_terminal(text))


def unhidden_json(text: str) -> str:
    """A value in JSON with escapes for what nobody sees."""
    return _HIDDEN.sub(lambda found: json.dumps(found[0])[1:-1], text)


def as_utf8(argument: str) -> str:
    """Read an argument of the process, or a path, as UTF-8 with `surrogateescape`, whatever the locale is."""
    if sys.getfilesystemencoding() == "utf-8":
        return argument
    return os.fsencode(argument).decode(errors="surrogateescape")


def as_path(text: str) -> str:
    """The path that an argument names: what `as_utf8` has read is undone. A lone surrogate may be no octet."""
    if sys.getfilesystemencoding() == "utf-8":
        return text
    return os.fsdecode(text.encode(errors="surrogateescape"))


def shown_path(path: str) -> str:
    """Return what messages call a file: its path on one line."""
    return as_utf8(path).replace("\n", "\\n")


def to_stderr(text: str) -> None:
    """Write a text and a line feed to stderr, with escapes for what a terminal would obey.

    Without a stderr, or if it cannot be written, the text goes nowhere: the results do not depend on it.
    """
    # Without a stderr, print() would fall back to stdout.
    if sys.stderr is None:
        return
    try:
        print(for_terminal(text), file=sys.stderr, flush=True)
    except OSError:
        # Text left in the buffer would change the exit status at the end of the interpreter.
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def to_json(value: object) -> str:
    """A value in JSON on one line, with escapes for C1 and bidi controls and lone surrogates, which are in strings."""
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", _encode(value))


def _escaped(found: re.Match[str]) -> str:
    character = found[0]
    if "\udc80" <= character <= "\udcff":
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")
