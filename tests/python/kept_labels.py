"""What `errors="keep"` leaves of a label that is refused, written down anew."""

import re
import string
import unicodedata

from acelabel import IDNA2008, Profile

FOREIGN = frozenset(map(chr, range(128))) - frozenset(string.ascii_letters + string.digits + "-._*")
"""The characters of ASCII that no name holds."""

_CAPITALS = {ord(capital): capital.lower() for capital in string.ascii_uppercase}
_ESCAPE = re.compile(r"\\(?:[0-9]{3}|(?![0-9A-Za-z])[ -~]|\Z)")


def folded(text: str) -> str:
    """A text with its ASCII letters in lower case."""
    return text.translate(_CAPITALS)


def is_in_no_name(character: str) -> bool:
    """By Python's NFKC, with which UTS #46 maps. It has a dot where UTS #46 refuses."""
    return character.isspace() or not FOREIGN.isdisjoint(unicodedata.normalize("NFKC", character))


def shows_more_than_a_name(label: str) -> bool:
    """Whether a label that is refused shows that its record stays whole."""
    return any(map(is_in_no_name, _ESCAPE.sub("", label)))


def kept_label(label: str, profile: Profile) -> str:
    """A label that is refused, as it is kept."""
    return label if profile.rules == IDNA2008.rules and not label.isascii() else folded(label)
