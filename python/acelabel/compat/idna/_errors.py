"""The exceptions, with the codes and the messages of the package `idna`.

They have a module of their own because `core` may be executed twice: where `sys.modules["idna"]` is
`acelabel.compat.idna`, `import idna.core` makes a second module of the same file. Both modules must have these classes.
"""

from typing import Literal, TypeAlias

_ErrorCode: TypeAlias = Literal[
    "input_too_long",
    "label_too_long",
    "domain_too_long",
    "empty_label",
    "empty_domain",
    "not_nfc",
    "hyphen_3_4",
    "hyphen_start_end",
    "leading_combiner",
    "disallowed_codepoint",
    "contextj",
    "contexto",
    "unknown_codepoint",
    "bidi_rule_1",
    "bidi_rule_2",
    "bidi_rule_3",
    "bidi_rule_4",
    "bidi_rule_5",
    "bidi_rule_6",
    "bidi_unknown_direction",
    "invalid_alabel",
    "non_canonical_alabel",
    "invalid_ascii",
    "invalid_utf8",
    "uts46_disallowed",
    "uts46_std3",
    "unsupported_errors",
]


class IDNAError(UnicodeError):
    """A label or domain name was refused.

    Args:
        args: The message.
        code: The reason: one of the stable codes of docs/migration.md.
        text: The label at fault; for `uts46_disallowed` and `uts46_std3` the whole name.
        codepoint: The code point at fault.
        position: The position of the code point in `text`, counted from 1.

    The last four are attributes of the same names. An attribute that does not apply is None. Where the payload of an
    A-label cannot be decoded, `__cause__` is the AceError that gives the reason.
    """

    def __init__(
        self,
        *args: object,
        code: _ErrorCode | None = None,
        text: str | None = None,
        codepoint: int | None = None,
        position: int | None = None,
    ) -> None:
        super().__init__(*args)
        self.code = code
        self.text = text
        self.codepoint = codepoint
        self.position = position


class IDNABidiError(IDNAError):
    """A label breaks the Bidi Rule (RFC 5893 section 2)."""


class InvalidCodepoint(IDNAError):
    """A label or name contains a code point that is not allowed or not assigned."""


class InvalidCodepointContext(IDNAError):
    """A label contains a code point in a context that does not allow it (RFC 5892 appendix A)."""


# The module where users find the classes. Tracebacks show it, and pickles name it.
for _family in (IDNAError, IDNABidiError, InvalidCodepoint, InvalidCodepointContext):
    _family.__module__ = "acelabel.compat.idna"

# Programs compare these texts: dnspython decides by `args[0] == "Label too long"` which exception it raises, and
# email-validator passes them on to its users. So they are part of the interface, and each is the package's text, letter
# for letter. A key is a code; where the package has several messages for one code, a slash and a word follow the code.
_MESSAGES = {
    "input_too_long": "Label too long",
    "input_too_long/name": "Domain too long",
    "label_too_long": "Label too long",
    "domain_too_long": "Domain too long",
    "empty_label": "Empty Label",
    "empty_domain": "Empty domain",
    "not_nfc": "Label must be in Normalization Form C",
    "hyphen_3_4": "Label has disallowed hyphens in 3rd and 4th position",
    "hyphen_start_end": "Label must not start or end with a hyphen",
    "leading_combiner": "Label begins with an illegal combining character",
    "disallowed_codepoint": "Codepoint {point} at position {position} of {text!r} not allowed",
    "contextj": "Joiner {point} not allowed at position {position} in {text!r}",
    "contexto": "Codepoint {point} not allowed at position {position} in {text!r}",
    "bidi_rule_1": "First codepoint in label {text!r} must be directionality L, R or AL",
    "bidi_rule_2": "Invalid direction for codepoint at position {position} in a right-to-left label",
    "bidi_rule_3": "Label ends with illegal codepoint directionality",
    "bidi_rule_4": "Can not mix numeral types in a right-to-left label",
    "bidi_rule_5": "Invalid direction for codepoint at position {position} in a left-to-right label",
    "bidi_rule_6": "Label ends with illegal codepoint directionality",
    "bidi_unknown_direction": "Unknown directionality in label {text!r} at position {position}",
    "invalid_alabel": "Invalid A-label",
    "invalid_alabel/empty": "Malformed A-label, no Punycode eligible content found",
    "invalid_alabel/hyphen": "A-label must not end with a hyphen",
    "non_canonical_alabel": "A-label is not the canonical Punycode encoding of its U-label",
    "invalid_ascii": "Invalid ASCII in A-label",
    "invalid_ascii/encode": "should pass a unicode string to the function rather than a byte string.",
    "invalid_utf8": "Invalid UTF-8 in label",
    "uts46_disallowed": "Codepoint {point} not allowed at position {position} in {text!r}",
    "uts46_std3": "Codepoint {point} not allowed at position {position} in {text!r}",
    "unsupported_errors": 'Unsupported error handling "{errors}"',
}


def _family_of(code: str) -> type[IDNAError]:
    if code == "disallowed_codepoint" or code.startswith("uts46_"):
        return InvalidCodepoint
    if code in ("contextj", "contexto"):
        return InvalidCodepointContext
    return IDNABidiError if code.startswith("bidi_") else IDNAError


def _refusal(key: str, text: str | None = None, place: int = 0, errors: str = "") -> IDNAError:
    """Make the exception of a refusal by its key in `_MESSAGES`. The compiled part calls this function.

    If one character is at fault, `text` is the label or name, and `place` the index of the character in it.
    """
    code: _ErrorCode = key.partition("/")[0]  # type: ignore[assignment]
    family = _family_of(code)
    if text is None:
        return family(_MESSAGES[key].format(errors=errors), code=code)
    codepoint, position = ord(text[place]), place + 1
    message = _MESSAGES[key].format(point=f"U+{codepoint:04X}", position=position, text=text)
    return family(message, code=code, text=text, codepoint=codepoint, position=position)
