"""The borders at which implementations of Punycode differ, as settled in tests/vectors/punycode_borders.json."""

from typing import Any

import pytest
from known_answers import load, runs, text_of
from outcomes import outcome

from acelabel import punycode

ROWS = load("punycode_borders.json")["rows"]

# Each line of the table of disputes has rows of its own.
CASES = {
    "empty input",
    "all-basic text",
    "delimiter at offset 0 only",
    "a character that is no digit",
    "control characters or NUL before the last delimiter",
    "non-ASCII in the encoded form",
    "input ends inside an integer",
    "lone surrogate in the text",
    "surrogate out of the digits",
    "above U+10FFFF",
    "integers past 2**31 and 2**32",
    "integers past 2**64",
    "letter case of the digits",
    "case of the literal part",
}


def expected(row: dict[str, Any]) -> str | tuple[str, int]:
    return runs(row["result"]) if "result" in row else (row["code"], row["offset"])


def test_every_case_has_rows() -> None:
    assert {row["case"] for row in ROWS} == CASES


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['case']}-{text_of(row)[-12:]!a}")
def test_border(row: dict[str, Any]) -> None:
    call = punycode.encode if row["direction"] == "encode" else punycode.decode
    assert outcome(call, text_of(row)) == expected(row)


@pytest.mark.parametrize("row", [row for row in ROWS if row["direction"] == "decode" and text_of(row).isascii()])
@pytest.mark.parametrize("octets", [bytes, bytearray])
def test_border_in_octets(row: dict[str, Any], octets: type[bytes] | type[bytearray]) -> None:
    assert outcome(punycode.decode, octets(text_of(row).encode())) == expected(row)


@pytest.mark.parametrize("octets", [bytes, bytearray])
def test_octets_beyond_ascii_are_characters_of_their_own(octets: type[bytes] | type[bytearray]) -> None:
    assert outcome(punycode.decode, octets("bücher".encode())) == ("non_ascii", 1)
    assert outcome(punycode.decode, octets(b"bcher-kva\xff")) == ("non_ascii", 9)
