"""IDNA2003 beside the tables of RFC 3454 in the standard library: each code point that nameprep leaves alone."""

import stringprep
import unicodedata
from itertools import chain

from outcomes import outcome

import acelabel
from acelabel import IDNA2003

# Without the middles of the large blocks, of which all code points are alike: ideographs, syllables, private use.
CODE_POINTS = [
    *chain(range(0x80, 0x3500), range(0x4D00, 0x4F00), range(0x9F00, 0xAD00), range(0xD700, 0xD800)),
    *chain(range(0xE000, 0xE100), range(0xF800, 0x10400), range(0x1D000, 0x1D800), range(0x1FF00, 0x20100)),
    *chain(range(0x2A600, 0x2A700), range(0x2F700, 0x2FB00), range(0xE0000, 0xE0100), range(0x10FF00, 0x110000)),
]
PROHIBITED = tuple(getattr(stringprep, f"in_table_c{table}") for table in ("12", "22", *"3456789"))
SEPARATORS = "\u3002\uff0e\uff61"


def is_left_alone(character: str) -> bool:
    """Return whether nameprep neither removes nor maps nor normalizes a character (RFC 3491 sections 3 and 4)."""
    folded = "" if stringprep.in_table_b1(character) else stringprep.map_table_b2(character)
    return folded == character == unicodedata.ucd_3_2_0.normalize("NFKC", character)


def answer(label: str) -> str:
    """The code of the refusal of a label, without the number of a rule; nothing if it is accepted."""
    result = outcome(lambda text: acelabel.to_ascii(text, profile=IDNA2003), label)
    return "" if isinstance(result, str) else str(result[0]).rstrip("_0123456789")


def expected(character: str, forbidden: bool) -> str:
    if stringprep.in_table_a1(character):
        return "unassigned"
    if any(prohibited(character) for prohibited in PROHIBITED):
        return "disallowed_codepoint"
    return "bidi_rule" if forbidden else ""


def test_each_code_point_is_prohibited_or_has_its_direction() -> None:
    characters = [chr(code) for code in CODE_POINTS if chr(code) not in SEPARATORS and is_left_alone(chr(code))]
    assert len(characters) > 15_000
    wrong = []
    for character in characters:
        # Section 6 of RFC 3454: no RandALCat character beside an LCat one, and no LCat one between RandALCat ones.
        for label, forbidden in (
            (f"a{character}", stringprep.in_table_d1(character)),
            (f"א{character}א", stringprep.in_table_d2(character)),
        ):
            if answer(label) != expected(character, forbidden):
                wrong.append((label, answer(label), expected(character, forbidden)))
    assert wrong == []
