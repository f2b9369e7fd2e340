"""The notation of RFC 3492 for code points: `u+0644`. With the case annotation, `U+043F` says upper case."""

import re
from collections.abc import Callable
from typing import TypeVar

from acelabel import AceError
from acelabel.cli.failures import RecordError

_Result = TypeVar("_Result")

_WORD = re.compile(r"\S+")
_CODE_POINT = re.compile(r"[uU]\+([0-9A-Fa-f]{1,8})")


def read(record: str, convert: Callable[[str, list[bool]], _Result]) -> _Result:
    """Read the code points of a record, and return what `convert` makes of their text.

    It is called with the text and a flag for each character, True where the letter was an upper-case U.

    Raises:
        RecordError: `invalid_notation` at the beginning of a word that is not a code point.
        AceError: `code_point_too_large` at the beginning of a word whose number is larger than U+10FFFF, and what
            `convert` raises, its offset moved to the word in the record.
    """
    starts: list[int] = []
    characters: list[str] = []
    flags: list[bool] = []
    for word in _WORD.finditer(record):
        code_point = _CODE_POINT.fullmatch(word[0])
        if code_point is None:
            raise RecordError("invalid_notation", word.start(), record)
        value = int(code_point[1], 16)
        if value > 0x10FFFF:
            raise AceError("code_point_too_large", word.start(), record, codepoint=value)
        starts.append(word.start())
        characters.append(chr(value))
        flags.append(word[0].startswith("U"))
    try:
        return convert("".join(characters), flags)
    except AceError as error:
        starts.append(len(record))
        offset = None if error.offset is None else starts[error.offset]
        raise AceError(error.code, offset, record, codepoint=error.codepoint, label_index=error.label_index) from None


def write(text: str, flags: list[bool] | None = None) -> str:
    """Write the characters of a text in the notation, separated by spaces.

    The flags say of each character if its letter is an upper-case U; without them every letter is one.
    """
    letters = ["U"] * len(text) if flags is None else ["U" if flag else "u" for flag in flags]
    return " ".join(f"{letter}+{ord(character):04X}" for letter, character in zip(letters, text, strict=True))
