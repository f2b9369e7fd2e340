"""The laws of Punycode for texts of all scripts and lengths, with the transliterated RFC as the oracle."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from inputs import (
    any_str,
    candidates,
    digit_strings,
    generated_text,
    long_texts,
    mutants,
    texts,
)
from outcomes import Refusal, code_points, outcome, reference_decode, reference_encode
from reference import PUNYCODE, Refused, decode, encode

from acelabel import AceError, _native, punycode, race

CODES = frozenset(_native.error_codes())


@given(texts)
def test_what_is_encoded_decodes_to_itself(text: str) -> None:
    encoded = punycode.encode(text)
    assert encoded.isascii()
    assert punycode.decode(encoded) == text
    assert punycode.decode(encoded.encode("ascii")) == text


@settings(max_examples=25)
@given(long_texts)
def test_what_is_long_decodes_to_itself(text: str) -> None:
    assert punycode.decode(punycode.encode(text)) == text


@given(candidates)
@example("bcher-KVA")
@example("--a")
def test_no_two_forms_decode_to_one_text(encoded: str) -> None:
    """Every accepted form is the encoder's own, but for the case of its digits."""
    text = outcome(punycode.decode, encoded)
    if isinstance(text, str):
        delimiter = max(encoded.rfind("-"), 0)
        assert punycode.encode(text) == encoded[:delimiter] + encoded[delimiter:].lower()


@given(st.one_of(texts, any_str))
def test_encoding_agrees_with_the_rfc(text: str) -> None:
    assert outcome(punycode.encode, text) == reference_encode(text)


@settings(max_examples=400)
@given(candidates)
def test_decoding_agrees_with_the_rfc(encoded: str) -> None:
    assert outcome(punycode.decode, encoded) == reference_decode(encoded)


@given(st.one_of(st.binary(max_size=30), digit_strings.map(str.encode)))
def test_decoding_octets_agrees_with_the_rfc(encoded: bytes) -> None:
    """Octets are read as Latin-1, so that one beyond ASCII is a character that is not basic."""
    expected = reference_decode(encoded.decode("latin-1"))
    assert outcome(punycode.decode, encoded) == expected
    assert outcome(punycode.decode, bytearray(encoded)) == expected


@pytest.mark.parametrize(("length", "distinct"), [(5_000, 3), (5_000, 150), (2_500, 300), (1_200, 1_200)])
def test_long_texts_agree_with_the_rfc(length: int, distinct: int) -> None:
    text = generated_text(random.Random(length + distinct), length, distinct)
    encoded = punycode.encode(text)
    assert encoded == encode(PUNYCODE, code_points(text))
    assert decode(PUNYCODE, encoded).code_points == code_points(text)
    assert punycode.decode(encoded) == text


@pytest.mark.parametrize("length", [1_000, 5_000])
def test_long_digit_strings_agree_with_the_rfc(length: int) -> None:
    generator = random.Random(length)
    for alphabet in ("ab", "abk", "abcdefghij", "abcdefghijklmnopqrstuvwxyz0123456789"):
        encoded = "".join(generator.choices(alphabet, k=length))
        assert outcome(punycode.decode, encoded) == reference_decode(encoded)


@given(any_str)
def test_any_str_is_answered_or_refused(text: str) -> None:
    """No exception but AceError, and each says where: at a character of the input, or at its end."""
    for call in (
        punycode.encode,
        punycode.decode,
        punycode.decode_with_case,
        punycode.trace_encode,
        punycode.trace_decode,
        race.encode,
        race.decode,
        race.mode,
        race.encode_domain,
        race.decode_domain,
    ):
        try:
            call(text)
        except AceError as error:
            assert error.code in CODES
            assert error.offset is not None
            assert 0 <= error.offset <= len(text)
            assert error.text == text
            assert error.codepoint == (ord(text[error.offset]) if error.offset < len(text) else None)


@given(st.binary(max_size=30))
def test_any_octets_are_answered_or_refused(octets: bytes) -> None:
    for call in (punycode.decode, punycode.decode_with_case, punycode.trace_decode, race.decode):
        for argument in (octets, bytearray(octets)):
            try:
                call(argument)
            except AceError as error:
                assert error.code in CODES
                assert error.offset is not None
                assert 0 <= error.offset <= len(octets)
                assert error.text == octets.decode("latin-1")


def forced(text: str, flags: list[bool]) -> str:
    """The text with each ASCII letter in the case of its flag."""
    cased = ((c.upper() if flag else c.lower()) if c.isascii() else c for c, flag in zip(text, flags, strict=True))
    return "".join(cased)


@st.composite
def annotated_texts(draw: st.DrawFn) -> tuple[str, list[bool]]:
    text = draw(texts)
    return text, draw(st.lists(st.booleans(), min_size=len(text), max_size=len(text)))


@given(annotated_texts())
def test_flags_come_back(annotated: tuple[str, list[bool]]) -> None:
    """What the flags of caseless ASCII characters say is lost; of all others nothing is."""
    text, flags = annotated
    told = [flag and not (c.isascii() and not c.isalpha()) for c, flag in zip(text, flags, strict=True)]
    assert punycode.decode_with_case(punycode.encode(text, case_flags=flags)) == (forced(text, flags), told)


@given(annotated_texts())
def test_flags_never_change_code_points(annotated: tuple[str, list[bool]]) -> None:
    text, flags = annotated
    encoded = punycode.encode(text, case_flags=flags)
    assert punycode.decode(encoded) == forced(text, flags)
    assert encoded.lower() == punycode.encode(text).lower()
    assert encoded == encode(PUNYCODE, code_points(text), flags=flags)


@given(st.one_of(candidates, mutants))
def test_annotation_agrees_with_the_rfc(encoded: str) -> None:
    expected: tuple[str, list[bool]] | Refusal
    try:
        decoded = decode(PUNYCODE, encoded)
        expected = ("".join(map(chr, decoded.code_points)), decoded.flags)
    except Refused as refused:
        expected = refused.code, refused.offset
    assert outcome(punycode.decode_with_case, encoded) == expected


def test_flags_of_another_number_are_refused() -> None:
    for flags in ([], [True], [True] * 7):
        with pytest.raises(ValueError, match="case_flags") as caught:
            punycode.encode("bücher", case_flags=flags)
        assert not isinstance(caught.value, AceError)
    assert punycode.encode("", case_flags=[]) == ""


def test_a_surrogate_is_refused_with_flags_too() -> None:
    assert outcome(lambda: punycode.encode("b\udc00", case_flags=[True, False])) == ("surrogate", 1)


@pytest.mark.parametrize("wrong", [None, 1, 1.5, ["a"], object(), memoryview(b"a-")])
def test_other_types_are_type_errors(wrong: object) -> None:
    for call in (punycode.decode, punycode.decode_with_case, punycode.trace_decode, punycode.encode, race.decode):
        with pytest.raises(TypeError):
            call(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("octets", [b"a", bytearray(b"a")])
def test_texts_to_encode_are_str(octets: bytes | bytearray) -> None:
    for call in (punycode.encode, punycode.trace_encode, race.encode, race.mode, race.encode_domain):
        with pytest.raises(TypeError):
            call(octets)  # type: ignore[arg-type]
