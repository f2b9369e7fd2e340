"""The form of a refused label with `errors="keep"`, written down anew."""

import re
import string
import unicodedata

from acelabel import IDNA2008, Profile

RECORDS = [
    "гос.рф:443",
    "гос.рф/путь",
    "0.0.0.0 гос.рф",
    "гос.рф # note",
    "user@гос.рф",
    "127.0.0.1\tгос.рф",
    "||www.гос.рф^",
    "[www.гос.рф]",
    "<www.гос.рф>",
    "www.гос.рф?q=1",
    "www.гос.рф%20",
    "www.гос.рф\u3000гос",
    "www.гос.рф\u2028гос.рф",
    "гос.рф：443",
    "гос.рф／путь",
    "user＠гос.рф",
    "гос.рф\u2100",
    "Гос.РФ:443",
    "http://гос.рф",
    "xn--c1awj.xn--p1ai:443",
    "XN--C1AWJ.xn--p1ai/Path",
    "0.0.0.0 xn--c1awj.xn--p1ai",
]
"""They have white space, or a delimiter of URLs, addresses, lists, rules and hosts files."""

LISTS = ['"www.гос.рф"', "гос.рф,пример.рф", "гос.рф;443", "(www.гос.рф)", "host=гос.рф", "www.гос.рф\\путь"]
"""They hold a character that the profile WHATWG takes, or stands in."""

ROWS = [*RECORDS, None, "XN--A.ü", "_Dmarc.ü", "ü", *LISTS, "гос.рф:443"]
"""Records, missing values, labels that are refused, and names that are not."""

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
    """Return whether a label that is refused shows that its record stays whole."""
    return any(map(is_in_no_name, _ESCAPE.sub("", label)))


def kept_label(label: str, profile: Profile) -> str:
    """A label that is refused, as it is kept."""
    return label if profile.rules == IDNA2008.rules and not label.isascii() else folded(label)
