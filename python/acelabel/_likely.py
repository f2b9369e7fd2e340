"""The likely meaning of a name that looks like a known mistake although it is valid."""

# Imported when a message or a note is asked for. Only labels that can be in DNS are looked at.

import re

from acelabel._errors import shortened
from acelabel._native import is_valid, to_unicode
from acelabel._scripts import is_mixed

# Longer labels are not looked at, in characters: UTF-8 that was read as Latin-1 twice has four for one.
_MOST = 256
_LABEL = re.compile("[^.。．｡]+")

# Windows-1252 has characters where Latin-1 has control characters. Octets that it does not define are read as those.
_WINDOWS_1252 = {
    ord(character): octet
    for octet in range(0x80, 0xA0)
    for character in bytes([octet]).decode("cp1252", errors="ignore")
}
# One character that is not ASCII, as UTF-8 writes it: a first octet, and one to three that follow.
_CHARACTER = re.compile("([\xc2-\xdf])([\x80-\xbf])|([\xe0-\xf4])([\x80-\xbf]{2,3})")
MOJIBAKE = re.compile("[\xc2-\xf4][\x80-\xbf{}]".format("".join(map(chr, _WINDOWS_1252))))
"""Found in each text that `misread` may find something in, and in few others."""

# Characters that correct names have behind a capital letter with an accent, by their octets: apostrophes, dashes and
# middle dots (CAFÉ–BAR, L’ÉTÉ’S), marks behind a word (CAFÉ®, CAFÉ²), and letters (TÉŽ).
_JOINS = frozenset("\x92\x94\x96\x97\xb4\xb7")
_ENDS = frozenset("\x85\x99\xa0\xa8\xa9\xaa\xab\xae\xb0\xb2\xb3\xb9\xba\xbb\xbf")
_LETTERS = frozenset("\x8a\x8c\x8e\x9a\x9c\x9e")

# Hyphens that are typed for one hyphen, and dashes that an editor makes of two. What is mapped to U+002D is right.
_HYPHENS = "\u02d7\u058a\u05be\u1806\u2010\u2011\u2043\u207b\u2212\u2e17\u2e1a\u2e40\u30a0\u30fc"
_DASHES = "\u1400\u2012\u2013\u2014\u2015\u2500\u2e3a\u2e3b\u2e5d\u301c\u3030\ufe31\ufe32\ufe58"
PREFIX = re.compile(f"[xX][nN](?!--)([-{_HYPHENS}{_DASHES}]{{1,4}})")
"""Found in each text that `dashed` may find something in."""


def note(name: str) -> str | None:
    """Say what a name looks like if it looks like a mistake.

    Args:
        name: The name, a str, valid or not.

    Returns:
        A phrase with what may be meant, fit for one line; None if there is no known mistake.
    """
    for mistake, better in (
        ("looks like UTF-8 that was read as Latin-1 or Windows-1252", misread),
        ("has a dash in place of the hyphens of xn--", dashed),
    ):
        meant = better(name)
        if meant is not None:
            return f"{mistake}; '{shortened(meant)}' may be meant"
    return None


def misread(name: str) -> str | None:
    """Return what a name was before its UTF-8 was read as Latin-1 or Windows-1252; None if it does not look like that.

    `bÃ¼cher.de` was `bücher.de`. Each label counts for itself.
    """
    return _replaced(_LABEL, name, _read_right) if MOJIBAKE.search(name) else None


def dashed(name: str) -> str | None:
    """A name with the prefix of its A-labels, where that is typed with a dash; None if it is not.

    `xn–bcher-kva.de` is meant as `xn--bcher-kva.de`.
    """
    return _replaced(_LABEL, name, _with_prefix) if PREFIX.search(name) else None


def _replaced(pattern: "re.Pattern[str]", name: str, better: "_Better") -> str | None:
    changed = pattern.sub(lambda found: better(found[0]) or found[0], name)
    return None if changed == name else changed


def _read_right(label: str) -> str | None:
    raw = label.translate(_WINDOWS_1252)
    if len(label) > _MOST or label.isascii() or not any(_is_evident(found) for found in _CHARACTER.finditer(raw)):
        return None
    try:
        text = raw.encode("latin-1").decode()
    except UnicodeError:
        return None
    # The mistake may have been made twice.
    return _read_right(text) or (None if is_mixed(text) else text)


def _is_evident(found: "re.Match[str]") -> bool:
    """Return whether octets of UTF-8 that were read as characters are no text of a language."""
    raw = found.string
    before, behind = raw[: found.start()][-1:], raw[found.end() :][:1]
    if found[3]:
        return not _JOINS.issuperset(found[4].translate(dict.fromkeys(map(ord, _LETTERS))))
    first, second = found.groups()[:2]
    # The first octet is a capital letter in Latin-1.
    if "a" <= before <= "z":
        return True
    if second in _JOINS:
        return first == "\xc3" and "a" <= behind <= "z"
    if "a" <= behind <= "z" and second not in _LETTERS:
        return True
    if before >= "\x80" or behind >= "\x80":
        return second not in _LETTERS | _ENDS and (second != "\x9f" or first in "\xc3\xc4\xc5")
    if second in _ENDS:
        return False
    return first == "\xc3" or (first in "\xc4\xc5" and second not in _LETTERS and not re.search("[a-zA-Z]", raw))


def _with_prefix(label: str) -> str | None:
    found = PREFIX.match(label)
    if found is None or found[1].isascii():
        return None
    better = []
    # An editor makes one dash of two hyphens, unless one of them is left.
    for hyphen, dash in (("-", "-" if "-" in found[1] else "--"), ("--", "--"), ("-", "-")):
        hyphens = found[1].translate(dict.fromkeys(map(ord, _HYPHENS), hyphen) | dict.fromkeys(map(ord, _DASHES), dash))
        alabel = f"{label[:2]}{hyphens}{label[found.end() :]}"
        if hyphens.startswith("--") and len(label) <= _MOST and is_valid(alabel):
            better.append(alabel)
    return next((alabel for alabel in better if not is_mixed(to_unicode(alabel))), *better[:1] or (None,))


TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    _Better = Callable[[str], str | None]
