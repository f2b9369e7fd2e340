"""`acelabel.compat.idna` has the messages of the package, which programs compare and pass on."""

import codecs
import sys
import warnings
from collections.abc import Callable

import pytest

from acelabel.compat import idna
from acelabel.compat.idna import _errors, codec, compat

LONG = ".".join(["a" * 63] * 4)

# Each message of the package, by the key that it has here, and a call that it answers.
MESSAGES: dict[str, tuple[Callable[[], object], str]] = {
    "input_too_long": (lambda: idna.alabel("a" * 1025), "Label too long"),
    "input_too_long/name": (lambda: idna.encode("a" * 1025), "Domain too long"),
    "label_too_long": (lambda: idna.alabel("a" * 64), "Label too long"),
    "domain_too_long": (lambda: idna.encode(LONG), "Domain too long"),
    "empty_label": (lambda: idna.encode("a..b"), "Empty Label"),
    "empty_domain": (lambda: idna.encode(""), "Empty domain"),
    "not_nfc": (lambda: idna.alabel("e\u0301"), "Label must be in Normalization Form C"),
    "hyphen_3_4": (lambda: idna.alabel("ab--c"), "Label has disallowed hyphens in 3rd and 4th position"),
    "hyphen_start_end": (lambda: idna.alabel("-a"), "Label must not start or end with a hyphen"),
    "leading_combiner": (lambda: idna.ulabel("\u0301a"), "Label begins with an illegal combining character"),
    "disallowed_codepoint": (lambda: idna.encode("a.b_c"), "Codepoint U+005F at position 2 of 'b_c' not allowed"),
    "contextj": (lambda: idna.alabel("a\u200cb"), "Joiner U+200C not allowed at position 2 in 'a\\u200cb'"),
    "contexto": (lambda: idna.alabel("l·a"), "Codepoint U+00B7 not allowed at position 2 in 'l·a'"),
    "bidi_rule_1": (
        lambda: idna.check_bidi("0א"),
        "First codepoint in label '0א' must be directionality L, R or AL",
    ),
    "bidi_rule_2": (
        lambda: idna.check_bidi("אa"),
        "Invalid direction for codepoint at position 2 in a right-to-left label",
    ),
    "bidi_rule_3": (lambda: idna.check_bidi("א-"), "Label ends with illegal codepoint directionality"),
    "bidi_rule_4": (lambda: idna.check_bidi("א٠0"), "Can not mix numeral types in a right-to-left label"),
    "bidi_rule_5": (
        lambda: idna.check_bidi("aא"),
        "Invalid direction for codepoint at position 2 in a left-to-right label",
    ),
    "bidi_rule_6": (lambda: idna.check_bidi("a-", True), "Label ends with illegal codepoint directionality"),
    "bidi_unknown_direction": (
        lambda: idna.check_bidi("a\u0378"),
        "Unknown directionality in label 'a\\u0378' at position 2",
    ),
    "invalid_alabel": (lambda: idna.ulabel("xn--ls8h="), "Invalid A-label"),
    "invalid_alabel/empty": (lambda: idna.ulabel("xn--"), "Malformed A-label, no Punycode eligible content found"),
    "invalid_alabel/hyphen": (lambda: idna.ulabel("xn--a-"), "A-label must not end with a hyphen"),
    "non_canonical_alabel": (
        lambda: idna.ulabel("xn---bbk"),
        "A-label is not the canonical Punycode encoding of its U-label",
    ),
    "invalid_ascii": (lambda: idna.decode(b"\xff"), "Invalid ASCII in A-label"),
    "invalid_ascii/encode": (
        lambda: idna.encode(b"\xff"),
        "should pass a unicode string to the function rather than a byte string.",
    ),
    "invalid_utf8": (lambda: idna.check_label(b"\xff"), "Invalid UTF-8 in label"),
    "uts46_disallowed": (lambda: idna.uts46_remap("a\x80"), "Codepoint U+0080 not allowed at position 2 in 'a\\x80'"),
    "uts46_std3": (lambda: idna.uts46_remap("a_"), "Codepoint U+005F not allowed at position 2 in 'a_'"),
    "unsupported_errors": (
        lambda: codecs.encode("a", "idna2008", "ignore"),
        'Unsupported error handling "ignore"',
    ),
}


@pytest.mark.parametrize("key", MESSAGES)
def test_a_message(key: str) -> None:
    call, message = MESSAGES[key]
    with pytest.raises(idna.IDNAError) as caught:
        call()
    assert (caught.value.args, caught.value.code) == ((message,), key.partition("/")[0])


def test_every_message_has_its_call() -> None:
    assert MESSAGES.keys() == _errors._MESSAGES.keys()


@pytest.mark.parametrize("label", ["a" * 64, "ü" * 58, "a" * 1025, "_" * 255])
def test_dnspython_knows_a_label_that_is_too_long(label: str) -> None:
    """dns.name raises LabelTooLong where it finds this text, and IDNAException where it does not."""
    with pytest.raises(idna.IDNAError) as caught:
        idna.alabel(label)
    assert caught.value.args[0] == "Label too long"


def test_the_codecs_speak_likewise() -> None:
    assert codec.Codec().encode("") == (b"", 0)
    for call, message in (
        (lambda: codec.IncrementalDecoder().decode(b"\x80"), "Invalid ASCII in A-label"),
        (lambda: codec.IncrementalEncoder("replace").encode("a"), 'Unsupported error handling "replace"'),
        (lambda: codec.IncrementalDecoder().decode(b"a" * 255), "Domain too long"),
        (lambda: codec.IncrementalEncoder().encode("a" * 1025), "Label too long"),
    ):
        with pytest.raises(idna.IDNAError) as caught:
            call()
        assert caught.value.args == (message,)


def test_what_is_no_refusal_speaks_likewise() -> None:
    with pytest.raises(NotImplementedError, match=r"^IDNA 2008 does not utilise nameprep protocol$"):
        compat.nameprep("a")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        idna.encode("a", transitional=True)
    assert str(caught[0].message) == (
        "Transitional processing is deprecated in UTS #46 and has no effect. "
        "The transitional argument will be removed in a future version."
    )


def test_a_message_quotes_braces_as_they_are() -> None:
    text = "{point}{0}" + chr(sys.maxunicode)
    with pytest.raises(idna.InvalidCodepoint) as caught:
        idna.check_label(text)
    assert caught.value.args == (f"Codepoint U+007B at position 1 of {text!r} not allowed",)
