"""The one error of the package: what is wrong, where, and in which text."""

# Imported with the package, so nothing here may cost time before an error is shown: the phrases and hints (kept in
# Rust) and the Unicode facts are looked up when a message is asked for.

from acelabel._native import error_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self, TypeVar

    from acelabel._codes import Code
    from acelabel._native import Trace

    _Error = TypeVar("_Error", bound="AceError")
    _Unicode = tuple[int, int] | None
    _Facts = tuple[Code, int | None, str | None, int | None, int | None, int | None, _Unicode]

# The reach of an excerpt to either side of the fault, in characters and in terminal columns.
_REACH = 30

_CONTROLS = {"\t": "TAB", "\n": "LINE FEED", "\r": "CARRIAGE RETURN"}
# Letters, marks and symbols without ink have these words in their names.
_INVISIBLE = frozenset({"FILLER", "SELECTOR", "JOINER", "INHERENT", "BLANK"})

# The most characters of a text that a report shows: as many as a name of DNS can have.
LONG = 253


class AceError(UnicodeError):
    """An input was refused.

    An immutable value: errors are equal when they are of one type and have the same attributes, `trace` excepted. As of
    every exception, the traceback, the cause and the notes can be set. A second call of `__init__` is a TypeError.

    Args:
        code: What is wrong: a str in snake case, one of the stable codes that `acelabel.CODES` lists.
        offset: Where, an int: 0-based, in characters of what the caller passed. It is the length of the input if the
            fault is that the input ends.
        text: What the caller passed, a str; `bytes` are read as Latin-1, so that offsets agree. Of an object of a class
            derived from str only its characters are kept.
        codepoint: The code point in question, an int. Without it, the character of `text` at `offset`, if there is one.
        label_index: Which label of a domain name, an int counted from 0. None if the caller passed no domain name.
        index: Which item of a list, an int counted from 0. None if the caller passed no list.
        unicode: The version of Unicode that refuses the character, a tuple of two int, where newer ones let it through:
            the one that the profile asks for (`Profile.unicode`). None for all other refusals.

    All seven are attributes of the same names. `row` is another name of `index`, for columns.
    """

    # Where users find it, and so where tracebacks and pickles say it is.
    __module__ = "acelabel"
    __slots__ = ("_facts", "_trace")

    _facts: "_Facts"
    _trace: "Trace | None"

    # A derived class may call `__init__` late or never, and may take other arguments.
    def __new__(cls, *args: object, **_named: object) -> "Self":
        return _bare(cls, args, _NOTHING, None)

    def __init__(
        self,
        code: "Code",
        offset: int | None = None,
        text: str | None = None,
        *,
        codepoint: int | None = None,
        label_index: int | None = None,
        index: int | None = None,
        unicode: "_Unicode" = None,
    ) -> None:
        if self._facts is not _NOTHING:
            raise TypeError("an AceError cannot be initialized again")
        _set_facts(self, (code, offset, _plain(text), codepoint, label_index, index, unicode))

    # The signature that `inspect.signature` shows; a name of the class, so that it costs no import.
    __new__.__wrapped__ = __init__  # type: ignore[attr-defined]

    def __setattr__(self, name: str, value: object) -> None:
        if name in _FIXED:
            raise AttributeError(f"the attribute {name!r} of an AceError cannot be set")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        if name in _FIXED:
            raise AttributeError(f"the attribute {name!r} of an AceError cannot be deleted")
        super().__delattr__(name)

    @property
    def code(self) -> "Code":
        """Return what is wrong: one of the stable codes in `acelabel.CODES`, a str."""
        return self._facts[0]

    @property
    def offset(self) -> int | None:
        """Where: an int, 0-based, in characters of `text`; None if the fault is not at one place."""
        return self._facts[1]

    @property
    def text(self) -> str | None:
        """Return what the caller passed, a str; None if it was not a text."""
        return self._facts[2]

    @property
    def codepoint(self) -> int | None:
        """The code point in question, an int: what an A-label decodes to, or the character at the offset."""
        _, offset, text, codepoint, *_ = self._facts
        return _character_at(text, offset) if codepoint is None else codepoint

    @property
    def label_index(self) -> int | None:
        """Which label of a domain name, an int counted from 0; None if the caller passed no domain name."""
        return self._facts[4]

    @property
    def index(self) -> int | None:
        """Which item of a list, an int counted from 0; None if the caller passed no list."""
        return self._facts[5]

    @property
    def row(self) -> int | None:
        """Which row of a column, an int counted from 0: another name of `index`."""
        return self._facts[5]

    @property
    def unicode(self) -> "_Unicode":
        """The version of Unicode that alone refuses the character, such as `(15, 0)`; None for all other refusals."""
        return self._facts[6]

    @property
    def trace(self) -> "Trace | None":
        """The steps up to the fault, a Trace, if `trace_encode` or `trace_decode` raised the error; else None."""
        return self._trace

    @property
    def reason(self) -> str:
        """The fault, for people: a phrase without a full stop that names what was found; empty for other codes."""
        return words(self)[0]

    @property
    def excerpt(self) -> str:
        """The part of `text` around the offset, a str that one line of a terminal holds; empty if there is no text.

        What does not print is escaped as in a Python string, and what is left out is marked with an ellipsis.
        """
        text, offset = self.text, self.offset
        return "" if text is None else excerpt(text, offset or 0)[0]

    @property
    def column(self) -> int | None:
        """The place of the character at the offset in `excerpt`, an int: columns of a terminal counted from 0.

        Wide characters take two columns. None if the fault is not at one place, or there is no text.
        """
        text, offset = self.text, self.offset
        return None if text is None or offset is None else excerpt(text, offset)[1]

    @property
    def length(self) -> int | None:
        """The length of the ASCII form in characters, an int, where that is too long and can be measured; else None."""
        return error_words(*self._facts)[2]

    @property
    def hint(self) -> str:
        """The advice, for people: a phrase without a full stop; empty if nothing is known. Its words are not stable."""
        return words(self)[1]

    @property
    def meant(self) -> str | None:
        """The name that a program meant with the label at the offset, a str; None if none is known.

        It is told of a label with `xn--` that is no A-label because a known mistake made it, and is the Unicode form of
        the name that the right rules (UTS #46 section 4) make of the same text. The mistakes: ASCII text was encoded, a
        name was encoded twice, a text was not mapped before (full-width characters, a dot other than U+002E), or the
        marks of a filter rule were encoded with the name. The hint tells which one it was.

        >>> import acelabel
        >>> acelabel.inspect("xn--bcherde-n2a0649h").errors[0].meant
        'bücher.de'
        """
        return error_words(*self._facts)[3]

    def to_dict(self) -> dict[str, object]:
        """The facts as a dict of what JSON knows.

        Returns:
            A dict with `code`, `offset`, `codepoint`, `label_index` and `message`, as `Inspection.to_dict` has them for
            each error, and with `index`, `length` and `text`.
        """
        return {**facts(self), "index": self.index, "length": self.length, "text": self.text}

    def __str__(self) -> str:
        message = describe(self)
        _, offset, text, *_ = self._facts
        if text is None:
            return message
        before, fault, after = _around(text, offset or 0)
        shown = f"{before}{fault}{after}" if offset is None else f"{before}»{fault}«{after}"
        quote = '"' if "'" in shown and '"' not in shown else "'"
        return f"{message}: {quote}{shown.replace(quote, chr(92) + quote)}{quote}"

    def __repr__(self) -> str:
        code, offset, text, _, label_index, index, unicode = self._facts
        codepoint = None if self.codepoint == _character_at(text, offset) else self.codepoint
        named = {"codepoint": codepoint, "label_index": label_index, "index": index, "unicode": unicode}
        told = "".join(f", {name}={value!r}" for name, value in named.items() if value is not None)
        return f"{type(self).__name__}({code!r}, {offset!r}, {text!r}{told})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AceError):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __reduce__(self) -> tuple[object, ...]:
        # Not by the constructor: a class derived from this one may have another. The state holds notes and what such a
        # class adds.
        return _bare, (type(self), self.args, self._facts, self._trace), self.__dict__

    def _identity(self) -> tuple[object, ...]:
        code, offset, text, _, label_index, index, unicode = self._facts
        return type(self), code, offset, self.codepoint, label_index, index, unicode, text


_new = UnicodeError.__new__

# The slots are written here and nowhere else: `AceError.__setattr__` refuses their names.
_FIXED = frozenset(AceError.__slots__)
_set_facts = AceError.__dict__["_facts"].__set__
_set_trace = AceError.__dict__["_trace"].__set__

# The facts of an error before `__init__`.
_NOTHING: "_Facts" = ("", None, None, None, None, None, None)  # type: ignore[assignment]


def _bare(family: "type[_Error]", args: tuple[object, ...], facts: "_Facts", trace: "Trace | None") -> "_Error":
    """An error as it is before `__init__` of its class, or, when `AceError.__reduce__` is undone, as it was."""
    error = _new(family, *args)
    _set_facts(error, facts)
    _set_trace(error, trace)
    return error


def _plain(text: str | None) -> str | None:
    """The text without the methods of a class of the caller: a message must not depend on them."""
    return str.__str__(text) if isinstance(text, str) else text


def refusal(
    code: "Code",
    offset: int | None,
    text: str | None,
    codepoint: int | None,
    label_index: int | None,
    index: int | None,
    unicode: "_Unicode",
) -> AceError:
    """Return what the compiled part raises, an AceError of these arguments: quicker than a call of the class."""
    text = _plain(text)
    error = _new(AceError, code, offset, text)
    _set_facts(error, (code, offset, text, codepoint, label_index, index, unicode))
    _set_trace(error, None)
    return error


def traced(error: AceError, trace: "Trace", note: str) -> AceError:
    """Give an error the steps up to the fault, and what a traceback says of them below it."""
    _set_trace(error, trace)
    error.add_note(note)
    return error


def traced_again(trace_of: "Callable[[str], Trace]", text: str) -> "Trace | None":
    """Make the trace of a text anew, which undoes `Trace.__reduce__`. It ends with the fault if the text is refused."""
    try:
        return trace_of(text)
    except AceError as error:
        return error.trace


def words(error: AceError, *, in_shell: bool = False) -> tuple[str, str]:
    """Return the reason, with the name of a character that nobody sees, and what would help."""
    reason, advice, *_ = error_words(*error._facts, in_shell=in_shell)
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


def describe(error: AceError, *, in_shell: bool = False) -> str:
    """Say what is wrong and where, on one line and without a quote of the input.

    What would help is told in the terms of Python, or in those of the command line.

    For example ``invalid_digit at offset 2: '!' (U+0021) is not a digit of the encoding``.
    """
    code, offset, text, _, label_index, index, _ = error._facts
    item = "" if index is None else f"item {index}: "
    place = "" if offset is None else f" at offset {offset}"
    # An empty text has no labels.
    label = "" if label_index is None or text == "" else f" in label {label_index}"
    reason, advice = words(error, in_shell=in_shell)
    message = f"{item}{code}{place}{label}: {reason}" if reason else f"{item}{code}{place}{label}"
    return f"{message}; {advice}" if advice else message


def facts(error: AceError, *, in_shell: bool = False) -> dict[str, object]:
    """Return `code`, `offset`, `codepoint`, `label_index` and, as `describe` has it, `message`: what JSON knows."""
    return {
        "code": error.code,
        "offset": error.offset,
        "codepoint": error.codepoint,
        "label_index": error.label_index,
        "message": describe(error, in_shell=in_shell),
    }


def shortened(text: str) -> str:
    """Make a text fit for one line of a report: what does not print is escaped, and an ellipsis ends what is cut."""
    shown = _shown(text[:LONG])
    return shown + "…" if len(text) > LONG else shown


def excerpt(text: str, offset: int) -> tuple[str, int]:
    """Cut out of a text what surrounds an offset, fit for one line of a terminal.

    What does not print is escaped as in a Python string, and what is left out is marked with an ellipsis. The cost
    does not depend on the length of the text. With the excerpt comes the terminal column, counted from 0, at which the
    character at the offset stands in it.
    """
    before, fault, after = _around(text, offset)
    return before + fault + after, sum(map(_columns, before))


def _character_at(text: str | None, offset: int | None) -> int | None:
    if text is None or offset is None or not 0 <= offset < len(text):
        return None
    return ord(text[offset])


def _around(text: str, offset: int) -> tuple[str, str, str]:
    """Return what is shown before the offset, at it, and after it."""
    offset = min(max(offset, 0), len(text))
    before = text[max(offset - _REACH, 0) : offset]
    fault = text[offset : offset + 1]
    after = text[offset + 1 : offset + 1 + _REACH]
    start, end = offset - len(before), offset + 1 + len(after)
    if not _is_plain(before, fault, after):
        start = offset - _fitting(before[::-1])
        end = offset + 1 + _fitting(after)
        before, fault, after = _shown(text[start:offset]), _shown(fault), _shown(text[offset + 1 : end])
    if start > 0:
        before = "…" + before
    if end < len(text):
        after += "…"
    return before, fault, after


def _is_plain(before: str, fault: str, after: str) -> bool:
    """Return whether all is shown as it is and fits. A quick answer for most texts."""
    characters = before + fault + after
    if not characters.isprintable() or "\\" in characters:
        return False
    if characters.isascii():
        return True
    if len(before) > _REACH // 2 or len(after) > _REACH // 2:
        return max(characters) < "\u0300"
    # So few fit whatever their width is, so that only a mark at the beginning of a part matters.
    return all(_columns(part[0]) for part in (before, fault, after) if part)


def _fitting(characters: str) -> int:
    """Return how many of the characters fit into the reach, counted in columns."""
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
    """Return how many columns of a terminal a printing character takes."""
    if character < "\u0300":
        return 1
    import unicodedata

    # Vowels and final consonants of Hangul written in letters join the syllable before them.
    if unicodedata.category(character) in ("Mn", "Me") or "\u1160" <= character <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
