"""Advice where a character is refused: which kind of text was taken for a name."""

# Imported when a message is asked for. Every text may be hostile and of any length, so only what surrounds the fault is
# read.

import re

from acelabel._hints import DOTS, MOST, label_at
from acelabel._native import DNS, UTS46, is_valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# The number of characters of a text that are read before a fault, and after it.
_NEAR = 64

_URL = "this looks like a URL: pass only its host name"
_ADDRESS = "this looks like an IP address, which is not a domain name"
_EMAIL = "this looks like an e-mail address: pass only the part after '@'"
_USER = "a user is not part of a host name: pass only the part after '@'"
_COMMENT = "a comment is not a name: skip it"

# Patterns that begin at the fault, and the encoding of a text that has them.
_ENCODED = (
    (r"%[0-9A-Fa-f]{2}", "percent-encoded"),
    (r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});", "written with character references of HTML"),
    (r"=\?[^?\s]{1,64}\?[bBqQ]\?", "like an encoded word of a mail header"),
    (r"=[C-F][0-9A-F]=[89AB][0-9A-F]", "like quoted-printable"),
    (r"\\(?:[0-9]{3}|[uU][0-9A-Fa-f]{4}|u\{|x[0-9A-Fa-f]{2}|[.@])", "written with escapes"),
)

# Spellings of a dot, a colon or an @ that keep people from following a link.
_DEFANGED = re.compile(r"[\[({<]\s?(?:\.|dot|:(?://)?|@|at)\s?[\])}>]|[\[({]\.(?=\w)|(?<=\.)[\])}]", re.IGNORECASE)

_NETWORK = re.compile(r"(?:[0-9]{1,3}\.){3}[0-9]{1,3}/[0-9]{1,2}")
# A text of its characters up to a zone, a prefix length or white space.
_IPV6 = re.compile(r"[0-9A-Fa-f:.]{2,45}(?![^\s%/])")
_SCHEMES = ("http", "https", "ftp", "ws", "wss", "file")
_AROUND = {
    **dict.fromkeys("'\"`", "quotation marks"),
    **dict.fromkeys(("<>", "()", "[]", "{}"), "brackets"),
}


def of_character(text: str, offset: int) -> str:
    """Return what helps where the character at an offset of a text is refused; empty if nothing is known."""
    character, rest = text[offset], text[offset : offset + MOST]
    if not character.isascii() and not character.isspace():
        return of_likely(text)
    encoded = next((name for pattern, name in _ENCODED if re.match(pattern, rest)), None)
    if encoded is not None:
        return f"this looks {encoded}: decode it first"
    # The first bracket of the pair may be no fault.
    start = offset - 2 if text[max(offset - 2, 0) : offset] in ("[.", "(.", "{.") else offset
    defanged = _DEFANGED.match(text, start)
    if defanged is not None:
        return f"this looks defanged: write {_fanged(defanged[0])!r} for {defanged[0]!r}"
    advise = _CHARACTERS.get(character)
    if advise is not None:
        return advise(text, offset)
    if character.isspace():
        return _of_white_space(text, offset)
    return _of_other(text, offset)


def of_likely(text: str) -> str:
    """Return what helps where a character beyond ASCII is refused; empty if nothing is known."""
    from acelabel._likely import note

    found = note(text) if len(text) <= MOST else None
    return f"it {found}" if found else ""


def is_of_dns(text: str) -> bool:
    """Return whether a text that has `_` or `*` is a name of the profile DNS, and its A-labels are true ones."""
    if len(text) > MOST or not is_valid(text, profile=DNS):
        return False
    return is_valid(text.translate({0x2A: "a", 0x5F: "a"}), profile=UTS46)


def _fanged(written: str) -> str:
    inside = written.strip("[](){}<> ").lower()
    return {"dot": ".", "": ".", "at": "@"}.get(inside, inside)


def _of_colon(text: str, offset: int) -> str:
    rest = text[offset + 1 : offset + 1 + _NEAR]
    scheme = text[max(offset - _NEAR, 0) : offset].lower()
    if "://" in text[offset : offset + _NEAR] or (
        scheme in _SCHEMES and (rest[:1].isalpha() or rest[:1] in ("/", "\\"))
    ):
        return _URL
    if rest.partition("/")[0].isdigit():
        return _only_before("a port", ":")
    # An IPv6 address that begins with a letter or digit has its second colon near.
    if ":" in rest and _IPV6.match(text):
        return _ADDRESS
    advice = _of_address(text, offset)
    return advice if scheme == "mailto" or not advice else _USER


def _of_slash(text: str, offset: int) -> str:
    if text[offset : offset + 2] == "//":
        return _URL
    if offset < _NEAR and _NETWORK.match(text):
        return "this looks like an IP network, which is not a domain name"
    return _only_before("a path", "/")


def _of_hash(_: str, offset: int) -> str:
    return _COMMENT if offset == 0 else _only_before("a fragment", "#")


def _only_before(part: str, character: str) -> str:
    return f"{part} is not part of a host name: pass only the part before {character!r}"


def _of_white_space(text: str, offset: int) -> str:
    before, rest = text[max(offset - _NEAR, 0) : offset], text[offset : offset + _NEAR].lstrip()
    if rest.startswith("#"):
        return _COMMENT if not before else "a comment is not part of a name: remove it"
    if not before or not rest:
        return "remove the white space around the name"
    if before[-1] in DOTS or rest[0] in DOTS:
        return "remove the white space at the dot"
    # In a list of names the first one has a dot.
    return ("" if "." in before else _of_address(text, offset)) or "pass one name at a time"


def _of_bracket(text: str, offset: int) -> str:
    inside = text[offset + 1 : offset + _NEAR].partition("]")[0].partition("%")[0]
    is_literal = (":" in inside or "." in inside) and not inside.strip("0123456789abcdefABCDEF:.")
    return _ADDRESS if is_literal or inside.startswith("IPv6:") else _of_other(text, offset)


def _of_separator(text: str, offset: int) -> str:
    advice = _of_address(text, offset)
    if advice:
        return advice
    character = text[offset]
    return (
        "pass one name at a time"
        if text[offset + 1 : offset + 1 + _NEAR].strip()
        else f"remove the {character!r} after the name"
    )


def _of_dns(text: str, offset: int) -> str:
    """Return what helps with an underscore or asterisk."""
    advice = _of_address(text, offset)
    if advice or len(text) > MOST:
        return advice
    if is_of_dns(text):
        return "the profile acelabel.DNS allows it"
    if text[offset] == "_" and not label_at(text, offset).isascii():
        return "the profile acelabel.DNS allows it in labels that are ASCII only"
    return ""


def _of_other(text: str, offset: int) -> str:
    advice = _of_address(text, offset)
    if advice:
        return advice
    around = _AROUND.get(text[offset]) or _AROUND.get(text[offset] + text[-1])
    if offset == 0 and around and len(text) > 2 and (text[-1] == text[0] or around == "brackets"):
        return f"remove the {around} around the name"
    return ""


def _of_address(text: str, offset: int) -> str:
    """Return what helps if an `@` follows: before it a local part can have many characters that a name cannot."""
    before, rest = text[max(offset - MOST, 0) : offset], text[offset : offset + MOST]
    if "@" in before:
        is_display_name = text[offset] == ">" and "<" in before
        return "a display name is not part of an address: pass only what '<' and '>' enclose" if is_display_name else ""
    local_part, at, domain = rest.partition("@")
    # White space is in a quoted local part or behind a name; or the address is another one.
    if not at or (re.search(r"\s", local_part[1:]) and not re.match(r"[\s\"]|.*<", local_part)):
        return ""
    return "pass only the part between '@' and '>'" if ">" in domain and "<" in before + local_part else _EMAIL


if TYPE_CHECKING:
    _Advise = Callable[[str, int], str]

_CHARACTERS: "dict[str, _Advise]" = {
    ":": _of_colon,
    "/": _of_slash,
    "?": lambda *_: _only_before("a query", "?"),
    "#": _of_hash,
    "@": lambda *_: _EMAIL,
    "[": _of_bracket,
    "_": _of_dns,
    "*": _of_dns,
    ",": _of_separator,
    ";": _of_separator,
}
