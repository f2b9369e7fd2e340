"""Additions of a message to its phrase: the length that was found, and advice."""

# Asked for with the message only. Every text may be hostile and of any length, so only its beginning and what surrounds
# the fault are read.

from acelabel._native import IDNA2003, UTS46, WHATWG, alabel, punycode_decode, race_decode, to_ascii

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from acelabel._errors import AceError

# Longer texts are not measured, in characters: no name or label has so many.
MOST = 1024

# The characters that break a name into labels (UTS #46 section 2.3).
DOTS = ".。．｡"

# The codes that refuse ASCII characters and what is mapped to them.
_OF_ASCII = ("std3_disallowed", "forbidden_host_codepoint")

# The prefix of A-labels in either letter case.
PREFIXES = ("xn--", "XN--", "Xn--", "xN--")


def completed(phrase: str, error: "AceError") -> str:
    """Complete the phrase of a code with what was found.

    Args:
        phrase: The phrase, which names the character at fault.
        error: The error.

    Returns:
        For example ``the label is longer than 63 characters (70 in ASCII form)``.
    """
    length = measured(error)
    if length is not None:
        return phrase.replace(" in ASCII form", f" ({length} in ASCII form)")
    codepoint = error.codepoint
    if "U+" not in phrase or codepoint is None or codepoint > 0x10FFFF:
        return phrase
    from acelabel._characters import mapped, with_name

    character, is_hidden = chr(codepoint), _is_hidden(error)
    phrase = with_name(phrase, character)
    target = mapped(character) if is_hidden or (error.code in _OF_ASCII and not character.isascii()) else None
    if target is None:
        return phrase + "; the decoded A-label contains it" if is_hidden else phrase
    if is_hidden:
        return (
            f"{phrase.partition(' is ')[0]} is {'mapped' if target else 'ignored'} by UTS #46, so no A-label holds it"
        )
    if " " in target:
        return f"{phrase}; it is mapped to {'a space' if target == ' ' else 'a text with a space'}"
    return f"{phrase}; it is mapped to {target!r}"


def measured(error: "AceError") -> int | None:
    """Return the length of the ASCII form, where the code refuses it and there is one."""
    measure = _MEASURES.get(error._facts[0])
    return None if measure is None else measure(error)


def hint(error: "AceError") -> str:
    """Return what would help.

    Args:
        error: The error.

    Returns:
        For example ``the profile acelabel.DNS allows it``; empty if nothing is known.
    """
    code, _, text, _, _, _ = error._facts
    advise = _ADVICE.get(code)
    return "" if advise is None or text is None else advise(error, text)


def label_at(text: str, offset: int) -> str:
    """The label of a name that an offset is in."""
    start = max(text.rfind(dot, 0, offset) for dot in DOTS) + 1
    ends = [end for end in (text.find(dot, offset) for dot in DOTS) if end >= 0]
    return text[start : min(ends, default=len(text))]


def _is_hidden(error: "AceError") -> bool:
    """Return whether the code point in question is inside what an A-label decodes to."""
    _, offset, text, codepoint, _, _ = error._facts
    if codepoint is None or text is None or offset is None or not text.startswith(PREFIXES, offset):
        return False
    return ord(text[offset]) != codepoint


def _label_length(error: "AceError") -> int | None:
    """The length of the ASCII form of a label that is too long."""
    text, offset = error.text, error.offset
    # In an address of e-mail the label is only a part of what stands between dots.
    if text is None or offset is None or len(text) > MOST or "@" in text:
        return None
    label = label_at(text, offset)
    if label.isascii():
        return len(label)
    # The offset of RACE is that of a character that no longer fits: the label has no ASCII form to be measured.
    return _ascii_length(label) if offset == 0 or text[offset - 1] in DOTS else None


def _name_length(error: "AceError") -> int | None:
    """The length of the ASCII form of a name that is too long, without the dot of the root."""
    text = error.text
    return None if text is None or len(text) > MOST else _ascii_length(text)


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
    """Return what helps where one character is refused."""
    _, offset, _, codepoint, _, _ = error._facts
    if _is_hidden(error):
        return _of_alabel(error, text)
    character = "" if offset is None else text[offset : offset + 1]
    if offset is None or not character or (codepoint is not None and ord(character) != codepoint):
        return ""
    from acelabel._advice import of_character

    return of_character(text, offset)


def _of_host(error: "AceError", text: str) -> str:
    """Return what helps where a host has a character that none has. Of a URL nothing more is known."""
    offset = error.offset or 0
    if text.startswith("://", offset):
        return "host.of_url takes a URL"
    return "" if "//" in text[: min(offset, MOST)] else _of_character(error, text)


def _of_scheme(error: "AceError", text: str) -> str:
    offset = error.offset or 0
    return 'base_scheme="https" reads it' if text[offset : offset + 2] == "//" else "write https:// before a host"


def _of_alabel(error: "AceError", text: str) -> str:
    """The right A-label of what an A-label decodes to, where its text would be mapped."""
    offset = error.offset
    if offset is None or len(text) > MOST or not text.startswith(PREFIXES, offset):
        return ""
    try:
        right = alabel(punycode_decode(label_at(text, offset)[4:].lower()), profile=UTS46)
    except UnicodeError:
        return ""
    return f"the label of the mapped text is {right!r}"


def _of_empty_label(error: "AceError", text: str) -> str:
    rest = text[:MOST].lstrip(DOTS)
    return "remove the dot at the beginning" if error.offset == 0 and text[:1] in DOTS and rest else ""


_BARE_ADDRESS = "pass the address alone, without a display name and angle brackets"


def _of_local_part(error: "AceError", text: str) -> str:
    offset = error.offset or 0
    if len(text) > MOST:
        return ""
    if "<" in text and text.rstrip().endswith(">"):
        return _BARE_ADDRESS
    if offset == 6 and text[:7].lower() == "mailto:":
        return "remove the mailto:"
    return "remove the white space around the address" if offset == 0 and text[:1].isspace() else ""


def _of_second_at_sign(error: "AceError", text: str) -> str:
    before = text[max((error.offset or 0) - MOST, 0) : error.offset]
    return "pass one address at a time" if any(separator in before for separator in ",; ") else ""


def _of_literal(_: "AceError", text: str) -> str:
    return "an IPv6 address in brackets begins with IPv6:" if len(text) <= MOST and text.count(":") > 1 else ""


def _of_prefix(error: "AceError", text: str) -> str:
    # A label of a name has its prefix by right.
    if error.label_index is None and text[:4].lower() == "xn--":
        return "raw Punycode has no prefix: leave out the xn--"
    return ""


def _of_missing_prefix(_: "AceError", text: str) -> str:
    return "this is an A-label: to_unicode decodes it" if text[:4].lower() == "xn--" else ""


def _of_integer(error: "AceError", text: str) -> str:
    _, offset, _, _, label_index, _ = error._facts
    is_decoded = offset is not None and text[offset : offset + 1].isascii()
    if label_index is not None or not is_decoded or text[:4].lower() in ("xn--", "bq--"):
        return _of_prefix(error, text)
    return "decode_code_points of acelabel.bootstring.Bootstring returns the integers"


def _of_separator(error: "AceError", text: str) -> str:
    # An escaped one is a part of its label.
    is_escaped = error.offset is not None and text.startswith("\\", error.offset)
    return "" if is_escaped or error.label_index is not None else "to_ascii and to_unicode take whole domain names"


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

_MEASURES: "dict[str, _Measure]" = {"label_too_long": _label_length, "domain_too_long": _name_length}

_ADVICE: "dict[str, _Advise]" = {
    "std3_disallowed": _of_character,
    "disallowed_codepoint": _of_character,
    "forbidden_host_codepoint": _of_host,
    "no_special_scheme": _of_scheme,
    "not_nfc": lambda error, text: _of_alabel(error, text) if _is_hidden(error) else "",
    "non_canonical_alabel": _of_alabel,
    "empty_label": _of_empty_label,
    "label_separator": _of_separator,
    "invalid_local_part": _of_local_part,
    "invalid_address_literal": _of_literal,
    "second_at_sign": _of_second_at_sign,
    "all_std13": _of_race_label,
    "no_prefix": _of_missing_prefix,
    # Refusals of raw decoding; behind these an `xn--` is a prefix that somebody forgot to remove.
    "invalid_digit": _of_prefix,
    "truncated": _of_prefix,
    "overflow": _of_prefix,
    "non_ascii": _of_prefix,
    "surrogate": _of_integer,
    "code_point_too_large": _of_integer,
    "basic_as_delta": _of_prefix,
}
