"""The words of a message besides the facts of the error."""

# Imported with the package, so that nothing else is imported here before a message is asked for.

from acelabel._native import error_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from acelabel._errors import AceError

_CONTROLS = {"\t": "TAB", "\n": "LINE FEED", "\r": "CARRIAGE RETURN"}
# Letters, marks and symbols without ink have these words in their names.
_INVISIBLE = frozenset({"FILLER", "SELECTOR", "JOINER", "INHERENT", "BLANK"})


def words(error: "AceError") -> tuple[str, str]:
    """Return the reason, with the name of a character that nobody sees, and what would help."""
    reason, advice, _ = error_words(*error._facts)
    codepoint = error.codepoint
    if "U+" in reason and codepoint is not None and 0 <= codepoint <= 0x10FFFF:
        reason = _with_name(reason, chr(codepoint))
    return reason, advice


def _with_name(phrase: str, character: str) -> str:
    """Add the name of a character to its number in a phrase, if nobody sees the character."""
    import unicodedata

    number = f"U+{ord(character):04X}"
    name = _CONTROLS.get(character) or unicodedata.name(character, "")
    if not name or (character.isprintable() and _INVISIBLE.isdisjoint(name.replace("-", " ").split())):
        return phrase
    told = f"{name}, invisible"
    if f"({number})" in phrase:
        return phrase.replace(f"({number})", f"({number}, {told})")
    return phrase.replace(number, f"{number} ({told})")
