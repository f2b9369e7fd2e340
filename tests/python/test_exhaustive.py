"""All there is, where all is not too many: each character, and each short string over the characters of Punycode.

The tests of the crate do the same for strings of four characters.
"""

from itertools import product

import pytest
from inputs import PUNYCODE_CHARACTERS
from outcomes import outcome, reference_decode
from reference import PUNYCODE, adapt, integer

from acelabel import punycode

SURROGATES = range(0xD800, 0xE000)
PLANES = [range(plane << 16, (plane + 1) << 16) for plane in range(17)]
each_plane = pytest.mark.parametrize("plane", PLANES, ids=[f"plane {plane}" for plane in range(17)])


@each_plane
def test_every_character_alone(plane: range) -> None:
    """One character is one integer, its distance from U+0080, or a literal part."""
    for code_point in plane:
        character = chr(code_point)
        if code_point in SURROGATES:
            assert outcome(punycode.encode, character) == ("surrogate", 0)
            assert outcome(punycode.decode, integer(PUNYCODE, code_point - 0x80, 72)) == ("surrogate", 0)
            continue
        encoded = f"{character}-" if code_point < 0x80 else integer(PUNYCODE, code_point - 0x80, 72)
        assert punycode.encode(character) == encoded
        assert punycode.decode(encoded) == character


@each_plane
def test_every_character_between_letters(plane: range) -> None:
    """Between two letters it is the second of three places, so that the integer is three times as large, plus one."""
    for code_point in plane:
        text = f"a{chr(code_point)}b"
        if code_point in SURROGATES:
            assert outcome(punycode.encode, text) == ("surrogate", 1)
            encoded = "ab-" + integer(PUNYCODE, (code_point - 0x80) * 3 + 1, 72)
            assert outcome(punycode.decode, encoded) == ("surrogate", 3)
            continue
        encoded = f"{text}-" if code_point < 0x80 else "ab-" + integer(PUNYCODE, (code_point - 0x80) * 3 + 1, 72)
        assert punycode.encode(text) == encoded
        assert punycode.decode(encoded) == text


@each_plane
def test_every_character_twice(plane: range) -> None:
    """The second of two neighbours is a delta of 0, one digit whatever the bias has become."""
    for code_point in plane:
        if code_point in SURROGATES or code_point < 0x80:
            continue
        delta = code_point - 0x80
        encoded = integer(PUNYCODE, delta, 72) + integer(PUNYCODE, 0, adapt(PUNYCODE, delta, 1, True))
        assert punycode.encode(chr(code_point) * 2) == encoded
        assert punycode.decode(encoded) == chr(code_point) * 2


def test_no_code_point_above_the_last_one() -> None:
    """Seventeen planes more, in steps that are no divisor of anything."""
    for code_point in range(0x110000, 0x220000, 7):
        encoded = integer(PUNYCODE, code_point - 0x80, 72)
        assert outcome(punycode.decode, encoded) == ("code_point_too_large", 0)


@pytest.mark.parametrize("length", range(4))
def test_every_short_string_decodes_as_in_the_rfc(length: int) -> None:
    for characters in product(PUNYCODE_CHARACTERS, repeat=length):
        encoded = "".join(characters)
        assert outcome(punycode.decode, encoded) == reference_decode(encoded)
