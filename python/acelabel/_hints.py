"""What a message adds to its phrase: the length that was found, and what would help."""

# Asked for with the message only. Every text may be hostile and of any length, so only its beginning and what surrounds
# the fault are read.

from acelabel._native import DNS, IDNA2003, WHATWG, is_valid, race_decode, to_ascii

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from acelabel._errors import AceError

# Longer texts are not measured, in characters: no name or label has so many.
_MOST = 1024

# The characters that break a name into labels (UTS #46 section 2.3).
_DOTS = ".。．｡"

# The prefix of A-labels in either letter case.
_PREFIXES = ("xn--", "XN--", "Xn--", "xN--")

# How much of a text is read before and after a fault, in characters.
_NEAR = 64


def completed(phrase: str, error: "AceError") -> str:
    """Complete the phrase of a code with what was found.

    Args:
        phrase: The phrase, which names the character at fault.
        error: The error.

    Returns:
        For example ``the label is longer than 63 characters (70 in ASCII form)``.
    """
    measure = _MEASURES.get(error._facts[0])
    if measure is not None:
        length = measure(error)
        return phrase if length is None else phrase.replace(" in ASCII form", f" ({length} in ASCII form)")
    if "U+" in phrase and _is_hidden(error):
        return phrase + "; the decoded A-label contains it"
    return phrase


def hint(error: "AceError") -> str:
    """What would help.

    Args:
        error: The error.

    Returns:
        For example ``the profile dns allows it``; empty if nothing is known.
    """
    code, _, text, _, _, _ = error._facts
    advise = _ADVICE.get(code)
    return "" if advise is None or text is None else advise(error, text)


def _is_hidden(error: "AceError") -> bool:
    """Whether the code point in question is inside what an A-label decodes to."""
    _, offset, text, codepoint, _, _ = error._facts
    if codepoint is None or text is None or offset is None or not text.startswith(_PREFIXES, offset):
        return False
    return ord(text[offset]) != codepoint


def _label_length(error: "AceError") -> int | None:
    """The length of the ASCII form of a label that is too long."""
    text, offset = error.text, error.offset
    # In an address of e-mail the label is only a part of what stands between dots.
    if text is None or offset is None or len(text) > _MOST or "@" in text:
        return None
    start = max(text.rfind(dot, 0, offset) for dot in _DOTS) + 1
    ends = [end for end in (text.find(dot, offset) for dot in _DOTS) if end >= 0]
    label = text[start : min(ends, default=len(text))]
    if label.isascii():
        return len(label)
    # The offset of RACE is that of a character that no longer fits: the label has no ASCII form to be measured.
    return _ascii_length(label) if offset == start else None


def _name_length(error: "AceError") -> int | None:
    """The length of the ASCII form of a name that is too long, without the dot of the root."""
    text = error.text
    return None if text is None or len(text) > _MOST else _ascii_length(text)


def _ascii_length(text: str) -> int | None:
    # An error does not know its profile, and profiles map some characters differently: where two that are as different
    # as can be agree, the length is the one that was found.
    try:
        lengths = {
            len(to_ascii(text, profile=profile).removesuffix("."))
            for profile in (WHATWG, IDNA2003.replace(verify_dns_length=False, use_std3_ascii_rules=False))
        }
    except UnicodeError:
        return None
    return lengths.pop() if len(lengths) == 1 else None


def _of_character(error: "AceError", text: str) -> str:
    """What helps where one character is refused."""
    _, offset, _, codepoint, _, _ = error._facts
    character = "" if offset is None else text[offset : offset + 1]
    # In an A-label the character at the offset is not the one at fault.
    if offset is None or not character or (codepoint is not None and ord(character) != codepoint):
        return ""
    if character in "_*":
        return "the profile dns allows it" if _is_of_dns(text, offset) else ""
    advise = _CHARACTERS.get(character)
    if advise is not None:
        return advise(text, offset)
    return _of_white_space(text, offset) if character.isspace() else ""


def _is_of_dns(text: str, offset: int) -> bool:
    """Whether the profile DNS accepts a text with an underscore or asterisk."""
    if len(text) > _MOST:
        return False
    end = text.find(".", offset)
    label = text[text.rfind(".", 0, offset) + 1 : len(text) if end < 0 else end]
    # Only labels of ASCII may have one. This is decided quickly; the other dots are left to the profile.
    if not label.isascii() and "。" not in label and "．" not in label and "｡" not in label:
        return False
    return is_valid(text, profile=DNS)


_URL = "this looks like a URL: pass only its host name"


def _of_colon(text: str, offset: int) -> str:
    rest = text[offset + 1 : offset + 1 + _NEAR]
    if rest.startswith("//"):
        return _URL
    if rest.partition("/")[0].isdigit():
        return _only_before("a port", ":")
    # An IPv6 address that begins with a letter or digit has its second colon near.
    return _ADDRESS if ":" in rest and len(text) <= _NEAR else ""


_ADDRESS = "this looks like an IP address, which is not a domain name"


def _of_slash(text: str, offset: int) -> str:
    return _URL if text[offset : offset + 2] == "//" else _only_before("a path", "/")


def _of_hash(_: str, offset: int) -> str:
    return "a comment is not a name: skip it" if offset == 0 else _only_before("a fragment", "#")


def _only_before(part: str, character: str) -> str:
    return f"{part} is not part of a host name: pass only the part before {character!r}"


def _of_white_space(text: str, offset: int) -> str:
    before, rest = text[max(offset - _NEAR, 0) : offset], text[offset : offset + _NEAR].lstrip()
    if rest.startswith("#"):
        return "a comment is not a name: skip it" if not before else "a comment is not part of a name: remove it"
    if not before or not rest:
        return "remove the white space around the name"
    return "pass one name at a time"


def _of_prefix(error: "AceError", text: str) -> str:
    # A label of a name has its prefix by right.
    if error.label_index is None and text[:4].lower() == "xn--":
        return "raw Punycode has no prefix: leave out the xn--"
    return ""


def _of_separator(error: "AceError", _: str) -> str:
    return "to_ascii and to_unicode take whole domain names" if error.label_index is None else ""


def _of_race_label(error: "AceError", text: str) -> str:
    # `encode` and `mode` take a text. What `decode` refused is no label.
    if error.label_index is not None or text[:4].lower() != "bq--":
        return ""
    try:
        race_decode(text)
    except UnicodeError:
        return ""
    return "race.explain shows how an encoded label is made"


if TYPE_CHECKING:
    _Measure = Callable[[AceError], int | None]
    _Advise = Callable[[AceError, str], str]
    _AdviseOnCharacter = Callable[[str, int], str]

_MEASURES: "dict[str, _Measure]" = {"label_too_long": _label_length, "domain_too_long": _name_length}

_CHARACTERS: "dict[str, _AdviseOnCharacter]" = {
    ":": _of_colon,
    "/": _of_slash,
    "?": lambda *_: _only_before("a query", "?"),
    "#": _of_hash,
    "@": lambda *_: "this looks like an e-mail address: pass only the part after '@'",
    "[": lambda *_: _ADDRESS,
}

_ADVICE: "dict[str, _Advise]" = {
    "std3_disallowed": _of_character,
    "disallowed_codepoint": _of_character,
    "label_separator": _of_separator,
    "all_std13": _of_race_label,
    # What raw decoding refuses; behind these an `xn--` is a prefix that somebody forgot to remove.
    "invalid_digit": _of_prefix,
    "truncated": _of_prefix,
    "overflow": _of_prefix,
    "non_ascii": _of_prefix,
    "surrogate": _of_prefix,
    "code_point_too_large": _of_prefix,
    "basic_as_delta": _of_prefix,
}
