"""Bootstring with parameters of one's own: agreement with the transliterated RFC, and what is refused."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from inputs import PUNYCODE_KEYWORDS, candidates, encoded_for, integers_for, keywords, parameters, texts
from outcomes import (
    code_points,
    outcome,
    reference_decode,
    reference_decode_code_points,
    reference_encode,
    reference_encode_code_points,
)
from reference import Parameters

from acelabel import AceError, bootstring, punycode
from acelabel.bootstring import Bootstring

PUNYCODE = Bootstring(**PUNYCODE_KEYWORDS)
DECIMAL = Parameters("0123456789", "_", 2, 5, 10, 50, 20, 0x80)
SIXTY_FOUR = Parameters(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", "_", 1, 40, 38, 700, 72, 0x80
)
FLAT = Parameters("0123456789", "_", 4, 4, 38, 700, 0, 0x80)
FROM_KANA = Parameters(delimiter="_", initial_n=0x3000)
FROM_ZERO = Parameters(delimiter="_", initial_n=0)
NO_MINIMUM = Parameters("01234567", ".", 0, 5, 3, 2, 8, 0x80)
BINARY = Parameters("01", "-", 0, 1, 1, 2, 0, 0x80)
INSTANCES = {
    "decimal": DECIMAL,
    "base 64": SIXTY_FOUR,
    "tmin = tmax": FLAT,
    "initial_n = 0x3000": FROM_KANA,
    "initial_n = 0": FROM_ZERO,
    "tmin = 0": NO_MINIMUM,
    "binary": BINARY,
}
each_instance = pytest.mark.parametrize("p", INSTANCES.values(), ids=INSTANCES)


@each_instance
def test_instance_agrees_with_the_rfc(p: Parameters) -> None:
    """Seeded texts, their mutations and plain noise; what lies below initial_n is refused where it stands."""
    bootstring = Bootstring(**keywords(p))
    generator = random.Random(3492)
    for _ in range(150):
        first = generator.choice([0x80, 0x100, 0x3000, 0x3040])
        text = "".join(chr(generator.choice([0x61, first + generator.randint(0, 0x60)])) for _ in range(8))
        encoded = outcome(bootstring.encode, text)
        assert encoded == reference_encode(text, p)
        if isinstance(encoded, str):
            assert bootstring.decode(encoded) == text
            assert bootstring.decode_code_points(encoded) == code_points(text)
        noise = "".join(generator.choices(p.digits + p.delimiter, k=generator.randint(0, 9)))
        assert outcome(bootstring.decode, noise) == reference_decode(noise, p)
        assert outcome(bootstring.decode_code_points, noise) == reference_decode_code_points(noise, p)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), parameters())
def test_any_parameters_agree_with_the_rfc(data: st.DataObject, p: Parameters) -> None:
    bootstring = Bootstring(**keywords(p))
    integers = data.draw(integers_for(p))
    encoded = outcome(bootstring.encode_code_points, integers)
    assert encoded == reference_encode_code_points(integers, p)
    if isinstance(encoded, str):
        assert bootstring.decode_code_points(encoded) == integers
        assert outcome(bootstring.decode, encoded) == reference_decode(encoded, p)
    candidate = data.draw(encoded_for(p))
    assert outcome(bootstring.decode_code_points, candidate) == reference_decode_code_points(candidate, p)
    assert outcome(bootstring.decode, candidate) == reference_decode(candidate, p)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), parameters())
def test_no_two_forms_decode_to_the_same_integers(data: st.DataObject, p: Parameters) -> None:
    bootstring = Bootstring(**keywords(p))
    candidate = data.draw(encoded_for(p))
    integers = outcome(bootstring.decode_code_points, candidate)
    if isinstance(integers, list):
        assert bootstring.encode_code_points(integers) == candidate


@given(texts, st.one_of(candidates, texts.map(punycode.encode)))
def test_punycode_is_bootstring_with_the_values_of_section_5(text: str, encoded: str) -> None:
    """But for the case of digits: a Bootstring object knows the digits it was given, and no others."""
    assert PUNYCODE.encode(text) == punycode.encode(text)
    lower = encoded.lower()
    assert outcome(PUNYCODE.decode, lower) == outcome(punycode.decode, lower)


def test_digits_are_exactly_those_given() -> None:
    assert punycode.decode("bcher-KVA") == "bücher"
    assert outcome(PUNYCODE.decode, "bcher-KVA") == ("invalid_digit", 6)
    both = Bootstring(**keywords(SIXTY_FOUR))
    assert both.decode(both.encode("bücher")) == "bücher"
    # Value 0 ends an integer; value 26 does not.
    assert outcome(both.decode, "A") == "\x80"
    assert outcome(both.decode, "a") == ("truncated", 1)


@given(st.lists(st.integers(0, 2**32 - 1), max_size=20))
@example([0x4ED6, 0x110000])
@example([2**32 - 1, 0, 0xD800, 0xDC00, 2**32 - 1])
def test_all_integers_of_32_bits_come_back(integers: list[int]) -> None:
    encoded = PUNYCODE.encode_code_points(integers)
    assert encoded == reference_encode_code_points(integers, Parameters())
    assert PUNYCODE.decode_code_points(encoded) == integers
    assert PUNYCODE.decode_code_points(encoded.encode()) == integers
    assert PUNYCODE.decode_code_points(bytearray(encoded.encode())) == integers


def test_what_no_string_can_hold_is_illegal_only_where_a_string_is_wanted() -> None:
    for integers, code in ([0xD800], "surrogate"), ([0xDFFF], "surrogate"), ([0x110000], "code_point_too_large"):
        encoded = PUNYCODE.encode_code_points(integers)
        assert PUNYCODE.decode_code_points(encoded) == integers
        assert outcome(PUNYCODE.decode, encoded) == (code, 0)
    assert PUNYCODE.encode_code_points([0xD83D, 0xDE00]) != PUNYCODE.encode("😀")
    assert outcome(PUNYCODE.encode, "b\ud83d\ude00") == ("surrogate", 1)


def test_integers_past_32_bits_are_refused() -> None:
    for integers, offset in ([2**32], 0), ([1, 2, 2**64], 2), ([0x80, -1], 1):
        assert outcome(PUNYCODE.encode_code_points, integers) == ("code_point_too_large", offset)
    largest = PUNYCODE.encode_code_points([2**32 - 1])
    # One more in the first digit, which weighs 1, is one code point further.
    digits = PUNYCODE_KEYWORDS["digits"]
    past = digits[digits.index(largest[0]) + 1] + largest[1:]
    assert outcome(PUNYCODE.decode_code_points, past) == ("code_point_too_large", 0)
    assert reference_decode_code_points(past, Parameters()) == ("code_point_too_large", 0)


@pytest.mark.parametrize("wrong", [None, 7, "abc", [1.5], ["a"], [None]])
def test_what_is_no_sequence_of_integers_is_a_type_error(wrong: Any) -> None:
    with pytest.raises(TypeError):
        PUNYCODE.encode_code_points(wrong)


@pytest.mark.parametrize("wrong", [None, 7, [0x61], memoryview(b"a-")])
def test_what_is_no_encoded_form_is_a_type_error(wrong: Any) -> None:
    for call in (PUNYCODE.decode, PUNYCODE.decode_code_points):
        with pytest.raises(TypeError):
            call(wrong)


# What is wrong with Punycode's own parameters after a change, and how the message names the constraint.
VIOLATIONS: list[tuple[dict[str, Any], str]] = [
    ({"tmin": 27}, r"tmin <= tmax"),
    ({"tmin": 2, "tmax": 1}, r"tmin <= tmax"),
    ({"tmin": -1}, r"0 <= tmin"),
    ({"tmax": 36}, r"tmax <= base - 1"),
    ({"tmax": 2**40}, r"tmax"),
    ({"digits": "abc"}, r"tmax <= base - 1"),
    ({"tmin": 35, "tmax": 35}, r"tmin <= base - 2"),
    ({"tmin": 0, "tmax": 0}, r"tmax >= 1"),
    ({"skew": 0}, r"skew >= 1"),
    ({"skew": -1}, r"skew"),
    ({"damp": 1}, r"damp >= 2"),
    ({"damp": 0}, r"damp >= 2"),
    ({"tmin": 2, "initial_bias": 35}, r"initial_bias mod base <= base - tmin"),
    ({"tmin": 2, "initial_bias": 35 + 36 * 7}, r"initial_bias mod base <= base - tmin"),
    ({"initial_bias": -1}, r"initial_bias"),
    ({"initial_n": -1}, r"initial_n"),
    ({"initial_n": 2**32}, r"initial_n"),
    ({"digits": ""}, r"base >= 2"),
    ({"digits": "a", "tmin": 0, "tmax": 0}, r"base >= 2"),
    ({"digits": "abca", "tmax": 3}, r"digits are distinct"),
    ({"digits": "ab-d", "tmax": 3}, r"the delimiter is no digit"),
    ({"digits": "abcü", "tmax": 3}, r"digits.*basic"),
    ({"digits": "ab\ud800", "tmax": 2}, r"digits.*basic"),
    ({"delimiter": "ü"}, r"delimiter.*basic"),
    ({"delimiter": "a"}, r"the delimiter is no digit"),
    ({"delimiter": ""}, r"the delimiter is one code point"),
    ({"delimiter": "--"}, r"the delimiter is one code point"),
]


@pytest.mark.parametrize(("change", "constraint"), VIOLATIONS, ids=[str(change) for change, _ in VIOLATIONS])
def test_a_violated_constraint_is_named(change: dict[str, Any], constraint: str) -> None:
    with pytest.raises(ValueError, match=constraint) as caught:
        Bootstring(**PUNYCODE_KEYWORDS | change)
    assert not isinstance(caught.value, AceError)


@pytest.mark.parametrize(
    "change",
    [
        {"tmin": 2, "initial_bias": 34 + 36 * 7},
        {"tmin": 34, "tmax": 35},
        {"tmin": 0, "tmax": 1},
        {"skew": 1, "damp": 2},
        {"digits": "ab", "tmin": 0, "tmax": 1},
        {"initial_n": 2**32 - 1},
        {"initial_n": 0},
        {"delimiter": "\0"},
    ],
    ids=str,
)
def test_the_last_values_allowed_work(change: dict[str, Any]) -> None:
    bootstring = Bootstring(**PUNYCODE_KEYWORDS | change)
    integers = [0x61, bootstring.initial_n or 0x80, 0x62]
    encoded = bootstring.encode_code_points(integers)
    assert encoded == reference_encode_code_points(integers, Parameters(**PUNYCODE_KEYWORDS | change))
    assert bootstring.decode_code_points(encoded) == integers


@pytest.mark.parametrize("change", [{"tmin": 1.0}, {"tmax": "26"}, {"digits": b"ab"}, {"delimiter": None}], ids=str)
def test_parameters_of_other_types_are_type_errors(change: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Bootstring(**PUNYCODE_KEYWORDS | change)


def test_every_parameter_must_be_given_by_name() -> None:
    for name in PUNYCODE_KEYWORDS:
        with pytest.raises(TypeError):
            Bootstring(**{key: value for key, value in PUNYCODE_KEYWORDS.items() if key != name})
    by_place: Any = Bootstring
    with pytest.raises(TypeError):
        by_place(*PUNYCODE_KEYWORDS.values())


def test_the_conditions_in_braces() -> None:
    """A code point below initial_n cannot be encoded; a basic one cannot arrive as a delta; basic ones are skipped."""
    kana = Bootstring(**keywords(FROM_KANA))
    assert outcome(kana.encode, "かé") == ("below_initial_n", 1)
    assert outcome(kana.encode_code_points, [0x61, 0x2FFF]) == ("below_initial_n", 1)
    # Of two faults the one that stands first.
    assert outcome(kana.encode_code_points, [0xE9, 2**32]) == ("below_initial_n", 0)
    assert outcome(kana.encode_code_points, [2**32, 0xE9]) == ("code_point_too_large", 0)
    assert kana.decode(kana.encode("aか\u3000")) == "aか\u3000"
    zero = Bootstring(**keywords(FROM_ZERO))
    assert outcome(zero.decode, "b_a") == ("basic_as_delta", 2)
    assert outcome(zero.decode_code_points, "a") == ("basic_as_delta", 0)
    assert zero.decode(zero.encode("aéb")) == "aéb"
    # U+0080 is the first that may arrive, U+007F the last that may not.
    last, first = zero.encode_code_points([0x80]), Parameters(delimiter="_")
    assert reference_decode(last, FROM_ZERO) == zero.decode(last) == "\x80"
    assert zero.encode("\x80") == reference_encode("\x80", FROM_ZERO) != reference_encode("\x80", first)


def test_punycode_is_an_instance_from_which_others_are_made() -> None:
    assert Bootstring(**PUNYCODE_KEYWORDS) == bootstring.PUNYCODE
    assert bootstring.PUNYCODE.encode("bücher") == punycode.encode("bücher")
    assert bootstring.PUNYCODE.replace() == bootstring.PUNYCODE
    for name, value in {"digits": "0123456789", "delimiter": "_", "tmin": 2, "tmax": 9, "skew": 9, "damp": 9}.items():
        changed: dict[str, Any] = {"tmax": 9, "initial_bias": 0, name: value}
        expected = Bootstring(**{**PUNYCODE_KEYWORDS, **changed})
        assert bootstring.PUNYCODE.replace(**changed) == expected
        assert getattr(expected, name) == value
    wrong: dict[str, Any] = {"base": 36}
    with pytest.raises(TypeError, match="base"):
        bootstring.PUNYCODE.replace(**wrong)
    with pytest.raises(ValueError, match="tmax"):
        bootstring.PUNYCODE.replace(tmax=36)
