"""Where `acelabel.compat.idna` answers otherwise than the package `idna` 3.20, and which of its tests see that.

docs/compat-idna.md shows the same rows; a test compares the two.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Difference:
    """What differs and why, and the failures it causes in the released tests (`path::class::test`, the subtest)."""

    what: str
    why: str
    failures: tuple[str, ...] = ()


ATTRIBUTES = "tests/test_idna_errors.py::ErrorAttributeTests"

DIFFERENCES = (
    Difference(
        "All facts of Unicode come from tables of one version; the interpreter's `unicodedata` is never asked. The "
        "codes `unknown_codepoint` and `bidi_unknown_direction` exist and do not occur.",
        "The package takes normalization, marks, bidi and combining classes from the interpreter, so that it does not "
        "know new characters on an old Python. Its tests put functions in the place of those.",
        (
            "tests/test_idna.py::IDNATests::test_check_label_contextj_unknown_codepoint",
            f"{ATTRIBUTES}::test_attributes_are_populated {{'text': \"'ab'\"}}",
            f"{ATTRIBUTES}::test_every_error_code_is_raisable {{'code': \"'bidi_unknown_direction'\"}}",
            f"{ATTRIBUTES}::test_every_error_code_is_raisable {{'code': \"'unknown_codepoint'\"}}",
            f"{ATTRIBUTES}::test_unknown_codepoint_adjacent_to_joiner",
        ),
    ),
    Difference(
        "An A-label whose payload decodes to a surrogate is refused as `invalid_alabel`, not `disallowed_codepoint`.",
        "A surrogate is no character, so such a payload is no Punycode (RFC 3492 section 6.2).",
    ),
    Difference(
        'check_bidi("", check_ltr=True) is True and raises no IndexError.',
        "A label without characters breaks no rule on characters.",
    ),
    Difference(
        "valid_contextj and valid_contexto count a negative `pos` from the end.",
        "Indices of Python do; the package's answer there depends on the rule.",
    ),
    Difference(
        "An argument of a wrong type raises TypeError, where the package may raise AttributeError.",
        "It is one exception for one fault. encode() and decode() raise IDNAError there, as the package does.",
    ),
    Difference(
        "Messages of errors are worded otherwise, but for those that name a code point that is not allowed.",
        "The package promises codes, not messages.",
    ),
    Difference(
        "Where a payload cannot be decoded, `__cause__` is an AceError instead of a UnicodeError of the codec.",
        "It says what is wrong with the payload, and where.",
    ),
    Difference(
        "The incremental encoder refuses a label of more than 1,024 characters before it is complete.",
        "It would be refused at its end anyway, and until then it would have to be kept.",
    ),
    Difference(
        "There is no command `idna`: its options are those of `python -m acelabel.compat.idna`.",
        "acelabel takes no name of the package's: no command, and no top-level module `idna`.",
    ),
)
