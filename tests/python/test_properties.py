"""The border of Punycode: what every kind of str and octets comes to. Rust's tests prove that answers are the RFC's."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from inputs import any_str, candidates, digit_strings, generated_text, mutants, texts
from outcomes import Refusal, code_points, outcome

from acelabel import AceError, _native, punycode, race
from acelabel.bootstring import PUNYCODE

CODES = frozenset(_native.error_codes())
# Where CPython stores one, two and four octets per character; ASCII is a kind of its own.
OF_EACH_STORAGE = ("", "\xff", "\uffff", "\U0010ffff")
each_storage = pytest.mark.parametrize("widest", OF_EACH_STORAGE, ids=["ASCII", "1", "2", "4"])


@given(texts)
def test_what_is_encoded_decodes_to_itself(text: str) -> None:
    encoded = punycode.encode(text)
    assert encoded.isascii()
    assert punycode.decode(encoded) == text
    assert punycode.decode(encoded.encode("ascii")) == punycode.decode(bytearray(encoded, "ascii")) == text


@pytest.mark.parametrize("plane", range(17))
def test_every_character_passes_the_border(plane: int) -> None:
    """The Rust tests encode and decode each character alone."""
    text = "".join(chr(code) for code in range(plane << 16, (plane + 1) << 16) if not 0xD800 <= code <= 0xDFFF)
    encoded = punycode.encode(text)
    assert punycode.decode(encoded) == text
    assert PUNYCODE.decode_code_points(encoded) == code_points(text)


def as_integers(text: str) -> str | Refusal:
    """Return what the code points of a str come to as a list, which is read on another way than a str."""
    surrogate = next((place for place, c in enumerate(text) if "\ud800" <= c <= "\udfff"), None)
    return ("surrogate", surrogate) if surrogate is not None else PUNYCODE.encode_code_points(code_points(text))


def read_as_its_code_points(text: str, widest: str) -> None:
    stored = "".join(c for c in text if c <= (widest or "\x7f")) + widest
    assert outcome(punycode.encode, stored) == as_integers(stored)
    with_flags = outcome(lambda: punycode.encode(stored, case_flags=[False] * len(stored)))
    assert with_flags == as_integers("".join(c.lower() if c.isascii() else c for c in stored))


@each_storage
@settings(max_examples=100)
@given(any_str)
def test_a_str_is_read_as_its_code_points(widest: str, text: str) -> None:
    read_as_its_code_points(text, widest)


@each_storage
@pytest.mark.parametrize("length", [1, 7, 8, 63, 64, 65, 256, 1_000, 5_000])
def test_a_str_of_any_length_is_read_as_its_code_points(widest: str, length: int) -> None:
    generator = random.Random(length)
    for distinct in (2, 40, 400):
        text = generated_text(generator, length, distinct)
        read_as_its_code_points(text, widest)
        read_as_its_code_points(text + "\ud800" * (distinct == 40), widest)


@each_storage
@settings(max_examples=100)
@given(candidates)
@example("bcher-KVA")
@example("--a")
def test_a_form_is_read_alike_from_str_and_octets(widest: str, encoded: str) -> None:
    """A str of any storage and octets, as far as they can hold a form: octets are characters of Latin-1."""
    form = "".join(c for c in encoded if c <= (widest or "\x7f")) + widest
    answer, flagged = outcome(punycode.decode, form), outcome(punycode.decode_with_case, form)
    assert answer == (flagged[0] if isinstance(flagged[1], list) else flagged)
    if max(form, default="") <= "\xff":
        for octets in (form.encode("latin-1"), bytearray(form, "latin-1")):
            assert outcome(punycode.decode, octets) == answer
            assert outcome(punycode.decode_with_case, octets) == flagged


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


@given(st.one_of(st.binary(max_size=30), digit_strings.map(str.encode), mutants.map(str.encode)))
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
    """The flags of caseless ASCII characters are lost; all other flags come back."""
    text, flags = annotated
    told = [flag and not (c.isascii() and not c.isalpha()) for c, flag in zip(text, flags, strict=True)]
    assert punycode.decode_with_case(punycode.encode(text, case_flags=flags)) == (forced(text, flags), told)


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
