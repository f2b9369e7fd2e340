# The part of the stub file of `acelabel._native` about facts of characters and names, and what errors say. There is no
# such module.

from typing import Literal, TypeAlias

from acelabel import AceError
from acelabel._choices import AnyProfile
from acelabel._inspection import Derived, Status
from acelabel._label_report import Kind, MappingKind

_Errors: TypeAlias = tuple[AceError, ...]
_Mapped: TypeAlias = tuple[tuple[int, int, MappingKind, str], ...]
_LabelFacts: TypeAlias = tuple[int, int, str | None, str | None, tuple[str, ...], _Errors, Kind, _Errors, _Mapped]
_NameFacts: TypeAlias = tuple[
    tuple[_LabelFacts, ...], int, _Errors, str | None, str | None, bool, bool, AceError | None
]
_Level: TypeAlias = Literal[
    "ascii_only",
    "single_script",
    "highly_restrictive",
    "moderately_restrictive",
    "minimally_restrictive",
    "unrestricted",
]

def code_point_facts(character: str | int, profile: AnyProfile, /) -> tuple[Status, str | None, Derived, str, str]:
    """Tell the facts about a code point that decide where it may stand.

    Args:
        character: The character, a str of one character, or the code point, an int.
        profile: The rules, a Profile or its name.

    Returns:
        The status, the text in its place or None, the derived property, Bidi_Class and Joining_Type.

    Raises:
        ValueError: `character` is a str of another length, or not a code point.
    """

def inspect_facts(domain: str, profile: AnyProfile, /) -> _NameFacts:
    """Look at a domain name and tell everything about it, in tuples.

    Args:
        domain: The name, a str.
        profile: The rules, a Profile or its name.

    Returns:
        The labels, each as where it begins and ends in `domain`, its A-label and U-label or None, its scripts, its
        errors, its kind, its problems if it passes undecoded, and the characters that are mapped, each as its offset,
        code point, kind and text; how many labels there are; the errors of the whole
        name; its ASCII and Unicode form or None; whether it is bidirectional; whether it ends in a number; the error
        that `to_ascii` raises, or None.
    """

def error_words(
    code: str,
    offset: int | None,
    text: str | None,
    codepoint: int | None,
    label_index: int | None,
    index: int | None,
    /,
) -> tuple[str, str, int | None]:
    """Returns what the message of an error says besides its facts, which may be anything: whoever makes one gives them.

    Args:
        code: The code, a str.
        offset: The offset, an int, or None.
        text: The text, a str, or None.
        codepoint: The code point that was given, an int, or None.
        label_index: Which label, or None if the text is no domain name.
        index: Which item, which is not asked.

    Returns:
        The reason, a phrase; what would help, a phrase; and the length of what is too long, an int, or None. They are
        empty if there is no such code or nothing is known.
    """

def is_of_dns(text: str, /) -> bool:
    """Returns whether a text that has `_` or `*` is a name of the profile DNS, and its A-labels are true ones.

    Args:
        text: The text, a str.

    Returns:
        A bool.
    """

def likely_mistake(name: str, /) -> str | None:
    """Say what a name looks like if it looks like a mistake.

    Args:
        name: The name, a str, valid or not.

    Returns:
        A phrase with what may be meant, a str fit for one line; None if there is no known mistake.
    """

def script_name(code_point: int, /) -> str:
    """The script of a code point (UAX #24).

    Args:
        code_point: The code point, an int of 32 bits.

    Returns:
        The long name of the script, a str; "Unknown" for an int that is not a code point.
    """

def security_restriction_level(text: str, /) -> _Level:
    """Returns how strict a restriction a text meets (UTS #39 section 5.2).

    Args:
        text: The text, a str.

    Returns:
        "ascii_only", "single_script", "highly_restrictive" (Latin with Chinese, Japanese or Korean),
        "moderately_restrictive" (Latin with one other recommended script, but neither Cyrillic nor Greek),
        "minimally_restrictive" or "unrestricted" (a character is not allowed in identifiers).
    """
