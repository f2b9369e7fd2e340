"""No cap on the length. How the cost grows with it is counted in instructions: `nox -s instructions`."""

import pytest
from inputs import PUNYCODE_KEYWORDS
from outcomes import outcome

from acelabel import punycode
from acelabel.bootstring import Bootstring

DISTINCT = 200_000
MILLION = 1_000_000


def distinct(length: int) -> str:
    """So many different characters, the highest first, so that each is inserted before all that are there."""
    code_points = [code_point for code_point in range(0x80, 0x110000) if not 0xD800 <= code_point <= 0xDFFF]
    return "".join(map(chr, reversed(code_points[:length])))


@pytest.mark.parametrize("text", [distinct(DISTINCT), distinct(DISTINCT)[::-1]], ids=["falling", "rising"])
def test_distinct_code_points_round_trip(text: str) -> None:
    assert len(set(text)) == DISTINCT
    assert punycode.decode(punycode.encode(text)) == text
    flags = [place % 3 == 0 for place in range(DISTINCT)]
    assert punycode.decode_with_case(punycode.encode(text, case_flags=flags)) == (text, flags)
    bootstring = Bootstring(**PUNYCODE_KEYWORDS)
    assert bootstring.decode(bootstring.encode(text)) == text


def test_basic_and_others_by_turns_round_trip() -> None:
    text = "".join(f"a{character}" for character in distinct(MILLION // 10))
    assert punycode.decode(punycode.encode(text)) == text


@pytest.mark.parametrize(
    ("hostile", "refusal"),
    [
        ("9" * MILLION, ("overflow", 17)),
        ("-" * MILLION + "9" * MILLION, ("overflow", MILLION + 17)),
        ("a" * MILLION + "-" + "9", ("truncated", MILLION + 2)),
        ("a" * MILLION + "=", ("invalid_digit", MILLION)),
        ("a-" + "a" * MILLION + "ü", ("non_ascii", MILLION + 2)),
        ("z" * MILLION, ("surrogate", 22)),
    ],
    ids=["nines", "delimiters", "truncated", "no digit", "not basic", "zs"],
)
def test_hostile_megabytes_are_refused(hostile: str, refusal: tuple[str, int]) -> None:
    assert outcome(punycode.decode, hostile) == refusal


def test_a_megabyte_of_insertions_at_the_front() -> None:
    """`a` is a delta of 0: each U+0080 goes behind the one before."""
    assert punycode.decode("a" * MILLION) == "\x80" * MILLION
    assert punycode.encode("\x80" * MILLION) == "a" * MILLION
