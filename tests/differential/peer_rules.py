"""The characters that peers know, and the rules as peers apply them, where a difference is judged."""

import ctypes
import importlib
import unicodedata
from collections.abc import Callable
from ctypes import c_uint32
from functools import cache

from peers import newest_icu

# Directions that do not make a name a Bidi domain name (RFC 5893 section 1.4).
LEFT_TO_RIGHT = {"L", "EN", "ES", "ET", "CS", "ON", "BN", "NSM", "B", "S", "WS"}


def joiner_in_place(text: str, position: int) -> bool:
    """Return whether PyPI's `idna` finds a joiner at a position of a label in its context (RFC 5892 A.1, A.2)."""
    try:
        return bool(importlib.import_module("idna.core").valid_contextj(text, position))
    except ValueError:
        # The interpreter does not know a character beside it.
        return False


def breaks_bidi_rule(labels: list[str]) -> bool:
    """Return whether `idna` finds a right-to-left character in the labels of a name, and one against the Bidi Rule."""
    core = importlib.import_module("idna.core")
    if all(unicodedata.bidirectional(character) in LEFT_TO_RIGHT for label in labels for character in label):
        return False
    try:
        return not all(core.check_bidi(label, check_ltr=True) for label in labels if label)
    except core.IDNAError:
        return True


def joining_type(character: str) -> str:
    """The joining type that PyPI's `idna` knows of a character, U if it knows none."""
    ranges, types = (importlib.import_module(f"idna.{module}") for module in ("intranges", "idnadata"))
    contain = ranges.intranges_contain
    return next((str(kind) for kind, of in types.joining_types.items() if contain(ord(character), of)), "U")


@cache
def unicode_age() -> Callable[[str], tuple[int, int]]:
    """Since which version of Unicode ICU knows a character; (99, 0) if it does not."""
    library, version = newest_icu()
    char_age = getattr(library, f"u_charAge_{version}")
    char_age.argtypes, char_age.restype = [c_uint32, ctypes.POINTER(ctypes.c_uint8 * 4)], None

    def age(character: str) -> tuple[int, int]:
        numbers = (ctypes.c_uint8 * 4)()
        char_age(ord(character), ctypes.byref(numbers))
        return (numbers[0], numbers[1]) if numbers[0] else (99, 0)

    return age
