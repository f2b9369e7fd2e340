"""The exceptions, and all functions on labels and domain names."""

from typing import Literal, TypeAlias

from acelabel._native import compat_idna_alabel as alabel
from acelabel._native import compat_idna_check_bidi as check_bidi
from acelabel._native import compat_idna_check_hyphen_ok as check_hyphen_ok
from acelabel._native import compat_idna_check_initial_combiner as check_initial_combiner
from acelabel._native import compat_idna_check_label as check_label
from acelabel._native import compat_idna_check_nfc as check_nfc
from acelabel._native import compat_idna_decode as decode
from acelabel._native import compat_idna_encode as encode
from acelabel._native import compat_idna_ulabel as ulabel
from acelabel._native import compat_idna_uts46_remap as uts46_remap
from acelabel._native import compat_idna_valid_contextj as valid_contextj
from acelabel._native import compat_idna_valid_contexto as valid_contexto
from acelabel._native import compat_idna_valid_label_length as valid_label_length
from acelabel._native import compat_idna_valid_string_length as valid_string_length
from acelabel._native import unicode_version

__all__ = [
    "IDNABidiError",
    "IDNAError",
    "InvalidCodepoint",
    "InvalidCodepointContext",
    "alabel",
    "check_bidi",
    "check_hyphen_ok",
    "check_initial_combiner",
    "check_label",
    "check_nfc",
    "decode",
    "encode",
    "ulabel",
    "unicode_version",
    "uts46_remap",
    "valid_contextj",
    "valid_contexto",
    "valid_label_length",
    "valid_string_length",
]

# The two private names that the package's own tests look at.
_max_input_length = 1024
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
        code: Why: one of the stable codes of docs/compat-idna.md.
        text: The label in question; for `uts46_disallowed` and `uts46_std3` the whole name.
        codepoint: The code point to blame.
        position: Its place in `text`, counted from 1.

    The last four are attributes of the same names, None where there is nothing to say. Where the payload of an A-label
    cannot be decoded, `__cause__` is the AceError that says why.
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
    """A label or name holds a code point that is not allowed, or not assigned."""


class InvalidCodepointContext(IDNAError):
    """A label holds a code point where its context does not allow it (RFC 5892 appendix A)."""


_CONTEXTS = ("contextj", "contexto")

# What is wrong, for people. `{point}` is the code point, `{position}` its place, `{text}` the label or name.
_MESSAGES = {
    "input_too_long": f"more than {_max_input_length} characters",
    "label_too_long": "a label has at most 63 characters as an A-label",
    "domain_too_long": "a name has at most 253 characters in its ASCII form, the dot of the root not counted",
    "empty_label": "a label is empty",
    "empty_domain": "the name is empty",
    "not_nfc": "the label is not in Normalization Form C",
    "hyphen_3_4": "the label has hyphens in third and fourth position",
    "hyphen_start_end": "the label begins or ends with a hyphen",
    "leading_combiner": "the label {text} begins with a combining mark",
    "disallowed_codepoint": "Codepoint {point} at position {position} of {text} not allowed",
    "contextj": "Joiner {point} not allowed at position {position} in {text}",
    "contexto": "Codepoint {point} not allowed at position {position} in {text}",
    "bidi_rule_1": "a label of a bidirectional name begins with a letter of either direction, not as {text}",
    "bidi_rule_2": "{point} at position {position} has no place in the right-to-left label {text}",
    "bidi_rule_3": "the right-to-left label {text} ends with neither a letter of its direction nor a digit",
    "bidi_rule_4": "the right-to-left label {text} mixes European and Arabic digits",
    "bidi_rule_5": "{point} at position {position} has no place in the left-to-right label {text}",
    "bidi_rule_6": "the left-to-right label {text} ends with neither a letter nor a digit",
    "invalid_alabel": "a label that begins with xn-- is no A-label",
    "non_canonical_alabel": "the A-label is not the one its text is encoded to",
    "invalid_ascii": "neither a str nor ASCII octets",
    "invalid_utf8": "the octets are not UTF-8",
    "uts46_disallowed": "Codepoint {point} not allowed at position {position} in {text}",
    "uts46_std3": "Codepoint {point} not allowed at position {position} in {text}",
    "unsupported_errors": "the only way to handle errors is 'strict'",
}


def _refusal(code: _ErrorCode, text: str | None = None, place: int = 0) -> IDNAError:
    """Make the exception of a refusal; the compiled part calls this. `place` counts from 0."""
    family = IDNAError
    if code == "disallowed_codepoint" or code.startswith("uts46_"):
        family = InvalidCodepoint
    elif code in _CONTEXTS:
        family = InvalidCodepointContext
    elif code.startswith("bidi_"):
        family = IDNABidiError
    if text is None:
        return family(_MESSAGES[code], code=code)
    codepoint, position = ord(text[place]), place + 1
    message = _MESSAGES[code].format(point=f"U+{codepoint:04X}", position=position, text=repr(text))
    return family(message, code=code, text=text, codepoint=codepoint, position=position)
