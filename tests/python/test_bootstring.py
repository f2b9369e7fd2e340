"""Bootstring objects: parameters that arrive, known answers, integers, and what is refused.

That any parameters give what RFC 3492 section 6 does, the tests of the crate prove.
"""

import pickle
import runpy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from inputs import PUNYCODE_KEYWORDS, candidates, texts
from known_answers import load
from outcomes import code_points, outcome

from acelabel import AceError, bootstring, punycode
from acelabel.bootstring import Bootstring

PUNYCODE = Bootstring(**PUNYCODE_KEYWORDS)
INSTANCES = {instance["id"]: instance for instance in load("bootstring.json")["instances"]}
each_instance = pytest.mark.parametrize("instance", INSTANCES.values(), ids=INSTANCES)


def made(instance: dict[str, Any]) -> Bootstring:
    return Bootstring(**{name: instance[name] for name in PUNYCODE_KEYWORDS})


@each_instance
def test_the_parameters_of_an_instance_are_those_given(instance: dict[str, Any]) -> None:
    assert {name: getattr(made(instance), name) for name in PUNYCODE_KEYWORDS} == {
        name: instance[name] for name in PUNYCODE_KEYWORDS
    }


@each_instance
def test_an_instance_has_known_answers(instance: dict[str, Any]) -> None:
    bootstring = made(instance)
    for row in instance["texts"]:
        text = row["text"]
        if "code" in row:
            assert outcome(bootstring.encode, text) == (row["code"], row["offset"])
            assert outcome(bootstring.encode_code_points, code_points(text)) == (row["code"], row["offset"])
            continue
        assert bootstring.encode(text) == bootstring.encode_code_points(code_points(text)) == row["encoded"]
        for encoded in (row["encoded"], row["encoded"].encode(), bytearray(row["encoded"], "ascii")):
            assert bootstring.decode(encoded) == text
            assert bootstring.decode_code_points(encoded) == code_points(text)
    for row in instance["refused"]:
        assert outcome(bootstring.decode, row["encoded"]) == (row["code"], row["offset"])


@each_instance
@given(st.data())
def test_any_str_is_answered_or_refused_by_an_instance(instance: dict[str, Any], data: st.DataObject) -> None:
    """An encoded text comes back, and only the encoder's own form is accepted."""
    bootstring = made(instance)
    text = data.draw(texts.map(lambda text: text[:3]) if instance["id"] == "binary" else texts)
    encoded = outcome(bootstring.encode, text)
    assert outcome(bootstring.encode_code_points, code_points(text)) == encoded
    if isinstance(encoded, str):
        assert bootstring.decode(encoded) == text
    decoded = outcome(bootstring.decode, candidate := data.draw(candidates))
    assert isinstance(decoded, tuple) or bootstring.encode(decoded) == candidate


@given(texts, st.one_of(candidates, texts.map(punycode.encode)))
def test_punycode_is_bootstring_with_the_values_of_section_5(text: str, encoded: str) -> None:
    """But for the case of digits: a Bootstring object knows the digits it was given, and no others."""
    assert PUNYCODE.encode(text) == punycode.encode(text)
    lower = encoded.lower()
    assert outcome(PUNYCODE.decode, lower) == outcome(punycode.decode, lower)


def test_digits_are_exactly_those_given() -> None:
    assert punycode.decode("bcher-KVA") == "bücher"
    assert outcome(PUNYCODE.decode, "bcher-KVA") == ("invalid_digit", 6)
    both = made(INSTANCES["base 64"])
    assert both.decode(both.encode("bücher")) == "bücher"
    # Value 0 ends an integer; value 26 does not.
    assert outcome(both.decode, "A") == "\x80"
    assert outcome(both.decode, "a") == ("truncated", 1)


@given(st.lists(st.integers(0, 2**32 - 1), max_size=20))
@example([0x4ED6, 0x110000])
@example([2**32 - 1, 0, 0xD800, 0xDC00, 2**32 - 1])
def test_all_integers_of_32_bits_come_back(integers: list[int]) -> None:
    encoded = PUNYCODE.encode_code_points(integers)
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


@pytest.mark.parametrize("wrong", [None, 7, "abc", [1.5], ["a"], [None]])
def test_what_is_no_sequence_of_integers_is_a_type_error(wrong: Any) -> None:
    with pytest.raises(TypeError):
        PUNYCODE.encode_code_points(wrong)


@pytest.mark.parametrize("wrong", [None, 7, [0x61], memoryview(b"a-")])
def test_what_is_no_encoded_form_is_a_type_error(wrong: Any) -> None:
    for call in (PUNYCODE.decode, PUNYCODE.decode_code_points):
        with pytest.raises(TypeError):
            call(wrong)


# Changes of Punycode's own parameters that are wrong, and the constraint that the message names.
VIOLATIONS: list[tuple[dict[str, Any], str]] = [
    ({"tmin": 27}, r"tmin <= tmax, which fails for tmin = 27, tmax = 26"),
    ({"tmin": 2, "tmax": 1}, r"tmin <= tmax"),
    ({"tmin": -1}, r"0 <= tmin"),
    ({"tmax": 36}, r"tmax <= base - 1"),
    ({"tmax": 2**40}, r"tmax"),
    ({"digits": "abc"}, r"tmax <= base - 1"),
    ({"tmin": 35, "tmax": 35}, r"tmin <= base - 2"),
    ({"tmin": 0, "tmax": 0}, r"tmax >= 1"),
    ({"skew": 0}, r"skew >= 1, which fails for skew = 0"),
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
    ({"digits": "abca", "tmax": 3}, r"digits are distinct, which fails for 'a'"),
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
    assert bootstring.decode_code_points(bootstring.encode_code_points(integers)) == integers


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
    kana = made(INSTANCES["initial_n = 0x3000"])
    assert outcome(kana.encode, "かé") == ("below_initial_n", 1)
    assert outcome(kana.encode_code_points, [0x61, 0x2FFF]) == ("below_initial_n", 1)
    # Of two faults the one that stands first.
    assert outcome(kana.encode_code_points, [0xE9, 2**32]) == ("below_initial_n", 0)
    assert outcome(kana.encode_code_points, [2**32, 0xE9]) == ("code_point_too_large", 0)
    assert kana.decode(kana.encode("aか\u3000")) == "aか\u3000"
    zero = made(INSTANCES["initial_n = 0"])
    assert outcome(zero.decode, "b_a") == ("basic_as_delta", 2)
    assert outcome(zero.decode_code_points, "a") == ("basic_as_delta", 0)
    assert zero.decode(zero.encode("aéb")) == "aéb"


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


@pytest.mark.parametrize(
    ("change", "text", "offset"),
    [
        ({"tmin": 0, "tmax": 1, "initial_bias": 2**32 - 1}, "é", 0),
        ({"tmax": 35}, "aé\U0010ffff", 2),
        ({"tmin": 34, "tmax": 35}, "\U0010ffff", 0),
        ({"tmax": 35}, "é" * 100 + "\U0010ffff", 100),
        ({"max_digits": 2}, "bücher", 1),
    ],
)
def test_a_short_text_cannot_ask_for_many_digits(change: dict[str, Any], text: str, offset: int) -> None:
    """RFC 3492 section 4 allows parameters under which one character takes 119 million digits, and minutes."""
    limited = bootstring.PUNYCODE.replace(**change)
    assert outcome(limited.encode, text) == ("too_long", offset)
    assert outcome(limited.encode_code_points, code_points(text)) == ("too_long", offset)
    with pytest.raises(AceError, match="more digits than max_digits allows") as caught:
        limited.trace_encode(text)
    assert caught.value.codepoint == ord(text[offset])


def test_max_digits_is_a_number_or_none() -> None:
    tally = bootstring.PUNYCODE.replace(tmax=35)
    assert (tally.max_digits, PUNYCODE.max_digits) == (66, 66)
    free = tally.replace(max_digits=None)
    assert free.max_digits is None
    encoded = free.encode("bücher \U0010ffff")
    assert len(encoded) == 254_607
    # A text that was encoded without a limit is decoded with it.
    assert tally.decode(encoded) == free.decode(encoded) == "bücher \U0010ffff"
    assert tally.replace(max_digits=254_600).encode("bücher \U0010ffff") == encoded
    assert eval(repr(free), {"Bootstring": Bootstring}) == free != tally
    assert pickle.loads(pickle.dumps(free)) == free
    for wrong in (0, -1, 2**32):
        with pytest.raises(ValueError, match="max_digits"):
            tally.replace(max_digits=wrong)
    for other in ("66", 6.0):
        with pytest.raises(TypeError, match=r"^argument 'max_digits' must be int or None"):
            tally.replace(max_digits=other)  # type: ignore[arg-type]


def test_integers_that_are_no_characters_are_named_a_way() -> None:
    swift = bootstring.PUNYCODE.replace(digits="abcdefghijklmnopqrstuvwxyzABCDEFGHIJ", delimiter="_")
    with pytest.raises(
        AceError, match=r"^surrogate at offset 9: .*decode_code_points of .*Bootstring returns the integers"
    ):
        swift.decode("tasksend_jxJBbEnja")
    assert swift.decode_code_points("tasksend_jxJBbEnja").count(0xD860) == 2
    # A text that is encoded holds the surrogate itself.
    for call in (punycode.encode, swift.encode):
        with pytest.raises(AceError) as caught:
            call("\ud800")
        assert "decode_code_points" not in str(caught.value)


def test_the_example_is_the_ancestor_of_punycode() -> None:
    """examples/amc_ace_z.py: another prefix, the same forms."""
    example = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "amc_ace_z.py"))
    assert example["AMC_ACE_Z"] == bootstring.PUNYCODE
    for sample in load("rfc3492.json")["samples"]:
        encoded = example["AMC_ACE_Z"].encode(sample["text"])
        assert (encoded, example["AMC_ACE_Z"].decode(encoded)) == (sample["exact_without_flags"], sample["text"])
    assert example["to_label"]("bücher") == "zq--bcher-kva"
    assert example["to_text"]("ZQ--bcher-kva") == "bücher"
    assert example["to_label"]("books") == example["to_text"]("books") == "books"
