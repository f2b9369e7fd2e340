"""Words of messages for a character that nobody sees, and for one that is mapped."""

import re
import unicodedata

from acelabel._native import UTS46, to_unicode

# Nothing but the mapping of UTS #46 changes a text under these rules, or refuses one.
_MAPPING = UTS46.replace(use_std3_ascii_rules=False, verify_dns_length=False, check_bidi=False, check_joiners=False)
# A letter that nothing composes with, so that a mark does not begin the label.
_LETTER = "中"

_CONTROLS = {"\t": "TAB", "\n": "LINE FEED", "\r": "CARRIAGE RETURN"}
# Letters, marks and symbols without ink have these words in their names.
_INVISIBLE = re.compile(r"\b(FILLER|SELECTOR|JOINER|INHERENT|BLANK)\b")


def mapped(character: str) -> str | None:
    """Return what UTS #46 maps a character to.

    Args:
        character: One character.

    Returns:
        The text, which is empty if the character is ignored; None if it is valid or disallowed.
    """
    try:
        text = to_unicode(_LETTER + character, profile=_MAPPING)[len(_LETTER) :]
    except UnicodeError:
        return None
    return None if text == character else text


def with_name(phrase: str, character: str) -> str:
    """Add the name of a character to its number in a phrase, if nobody sees the character."""
    number = f"U+{ord(character):04X}"
    name = _CONTROLS.get(character) or unicodedata.name(character, "")
    if not name or (character.isprintable() and not _INVISIBLE.search(name)):
        return phrase
    told = f"{name}, invisible"
    if f"({number})" in phrase:
        return phrase.replace(f"({number})", f"({number}, {told})")
    return phrase.replace(number, f"{number} ({told})")
