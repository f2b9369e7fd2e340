"""The one error of the package: what is wrong, where, and in which text."""

# Imported with the package, so nothing here may cost time before an error is shown: the phrases (kept in Rust, beside
# the codes) and the Unicode facts are looked up when a message is asked for.

# How far an excerpt reaches to either side of the fault, in characters and in terminal columns.
_REACH = 30

# How much of a text a report shows, in characters: what a name of DNS can have.
_LONG = 253

# What raw Bootstring decoding refuses; behind these an `xn--` is a prefix somebody forgot to take off.
_RAW_DECODING = frozenset(
    {"invalid_digit", "truncated", "overflow", "non_basic", "surrogate", "code_point_too_large", "basic_as_delta"}
)


class AceError(UnicodeError):
    """An input was refused.

    Args:
        code: What is wrong: one of the stable codes of docs/errors.md, in snake case.
        offset: Where: 0-based, in characters of what the caller passed; its length where the fault is that it ends.
        text: What the caller passed; `bytes` are read as Latin-1, so that offsets agree.
        codepoint: The code point in question. Without it, the character of `text` at `offset`, if there is one.
        label_index: Which label of a domain name, 0-based. None where the caller passed no domain name.

    All five are attributes of the same names. Errors are equal when they are of one type and the five are equal.
    """

    # Where users find it, and so where tracebacks and pickles say it is.
    __module__ = "acelabel"

    code: str
    offset: int | None
    text: str | None
    codepoint: int | None
    label_index: int | None

    def __init__(
        self,
        code: str,
        offset: int | None = None,
        text: str | None = None,
        *,
        codepoint: int | None = None,
        label_index: int | None = None,
    ) -> None:
        # BaseException pickles and copies as `type(*args)` followed by the attributes, which is all it takes here.
        super().__init__(code, offset, text)
        self.code = code
        self.offset = offset
        self.text = text
        self.codepoint = _character_at(text, offset) if codepoint is None else codepoint
        self.label_index = label_index

    def __str__(self) -> str:
        message = describe(self)
        if self.text is None:
            return message
        before, fault, after = _around(self.text, self.offset or 0)
        if self.offset is not None:
            fault = f"»{fault}«"
        return f"{message}: '{before}{fault}{after}'"

    def __repr__(self) -> str:
        arguments = [repr(self.code), repr(self.offset), repr(self.text)]
        if self.codepoint != _character_at(self.text, self.offset):
            arguments.append(f"codepoint={self.codepoint!r}")
        if self.label_index is not None:
            arguments.append(f"label_index={self.label_index!r}")
        return f"{type(self).__name__}({', '.join(arguments)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AceError):
            return NotImplemented
        return self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())

    def _facts(self) -> tuple[object, ...]:
        return type(self), self.code, self.offset, self.codepoint, self.label_index, self.text

    def _phrase(self) -> str:
        """What is wrong, for people: a phrase without a full stop; empty for a code that is not the crate's."""
        from acelabel._native import error_message

        return error_message(self.code)


def describe(error: AceError) -> str:
    """Say what is wrong and where, on one line and without a quote of the input.

    Args:
        error: The error.

    Returns:
        For example ``invalid_digit at offset 2: not a digit of the encoding``.
    """
    message = error.code
    if error.offset is not None:
        message += f" at offset {error.offset}"
    if error.label_index is not None:
        message += f" in label {error.label_index}"
    phrase = error._phrase()
    if phrase:
        message += f": {phrase}"
    if error.codepoint is not None and error.codepoint > 0x7F:
        message += f" (U+{error.codepoint:04X})"
    if error.code in _RAW_DECODING and error.label_index is None and (error.text or "")[:4].lower() == "xn--":
        message += " (raw Punycode has no prefix: leave out the xn--)"
    return message


def facts(error: AceError) -> dict[str, object]:
    """What an error says, in a dict of what JSON knows.

    Args:
        error: The error.

    Returns:
        Its `code`, `offset`, `codepoint` and `label_index`, and `message`, which is `describe(error)`.
    """
    return {
        "code": error.code,
        "offset": error.offset,
        "codepoint": error.codepoint,
        "label_index": error.label_index,
        "message": describe(error),
    }


def shortened(text: str) -> str:
    """Make a text fit for one line of a report: what does not print is escaped, what is too long is cut.

    Args:
        text: The text.

    Returns:
        The text or its first 253 characters, as long as a name of DNS, and an ellipsis.
    """
    shown = _shown(text[:_LONG])
    return shown + "…" if len(text) > _LONG else shown


def excerpt(text: str, offset: int) -> tuple[str, int]:
    """Cut out of a text what surrounds an offset, fit for one line of a terminal.

    What does not print is escaped as in a Python string, and what is left out is marked with an ellipsis. The cost
    does not depend on the length of the text.

    Args:
        text: The text.
        offset: The place, 0-based in characters; the length of the text for its end.

    Returns:
        The excerpt, and the terminal column (0-based) at which the character at `offset` stands in it.
    """
    before, fault, after = _around(text, offset)
    return before + fault + after, sum(map(_columns, before))


def _character_at(text: str | None, offset: int | None) -> int | None:
    if text is None or offset is None or not 0 <= offset < len(text):
        return None
    return ord(text[offset])


def _around(text: str, offset: int) -> tuple[str, str, str]:
    """What is shown before the offset, at it, and after it."""
    offset = min(max(offset, 0), len(text))
    start = offset - _fitting(text[max(offset - _REACH, 0) : offset][::-1])
    end = offset + 1 + _fitting(text[offset + 1 : offset + 1 + _REACH])
    before = _shown(text[start:offset])
    after = _shown(text[offset + 1 : end])
    if start > 0:
        before = "…" + before
    if end < len(text):
        after += "…"
    return before, _shown(text[offset : offset + 1]), after


def _fitting(characters: str) -> int:
    """How many of the characters fit into the reach, counted in columns."""
    room = _REACH
    for count, character in enumerate(characters):
        room -= sum(map(_columns, _escaped(character)))
        if room < 0:
            return count
    return len(characters)


def _shown(characters: str) -> str:
    # A mark at the very beginning would combine with whatever is put before it, so it is escaped.
    if characters and _columns(characters[0]) == 0:
        return _escape(characters[0]) + _escaped(characters[1:])
    return _escaped(characters)


def _escaped(characters: str) -> str:
    return "".join(
        character if character.isprintable() and character != "\\" else _escape(character) for character in characters
    )


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def _columns(character: str) -> int:
    """How many columns of a terminal a printing character takes."""
    import unicodedata

    # Vowels and final consonants of Hangul written in letters join the syllable before them.
    if unicodedata.category(character) in ("Mn", "Me") or "\u1160" <= character <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
