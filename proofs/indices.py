"""Indices of tables: src/unicode/stages.rs and table.rs, and the digits of src/bootstring/params.rs."""

import z3
from lemma import Claim, Lemma, lemma
from parameters import LARGEST_BASE

SHIFT = 7
BLOCKS = 0x11_0000 >> SHIFT
ASCII = 128


@lemma
def base_is_at_most_127() -> Lemma:
    """Digits are distinct characters of ASCII, of which there are 128, and the delimiter is one of the others."""
    is_digit = z3.Bools(" ".join(f"digit{character}" for character in range(ASCII)))
    delimiter = z3.Int("delimiter")
    is_apart = [z3.Not(z3.And(is_digit[character], delimiter == character)) for character in range(ASCII)]
    is_ascii = z3.And(delimiter >= 0, delimiter < ASCII)

    def at_most(base: int) -> z3.BoolRef:
        return z3.PbLe([(digit, 1) for digit in is_digit], base)

    return Lemma(
        [Claim([*is_apart, is_ascii], at_most(LARGEST_BASE))],
        {
            "a delimiter that may be a digit": Claim([is_ascii], at_most(LARGEST_BASE)),
            "126": Claim([*is_apart, is_ascii], at_most(LARGEST_BASE - 1)),
        },
    )


@lemma
def code_points_have_places_in_blocks() -> Lemma:
    """Code points up to U+10FFFF and no others have a block; block and rest do not overlap, so that `|` is a sum."""
    code_point = z3.BitVec("code_point", 32)
    block = z3.BitVec("block", 16)
    has_block = z3.ULT(z3.LShR(code_point, SHIFT), BLOCKS)
    wide, rest = z3.ZeroExt(48, block), z3.ZeroExt(32, code_point & 0x7F)
    place = wide << SHIFT | rest

    def is_sum(length: int) -> z3.BoolRef:
        return z3.And(place == wide * length + rest, z3.LShR(place, SHIFT) == wide)

    return Lemma(
        [Claim([], has_block == z3.ULE(code_point, 0x10_FFFF)), Claim([], is_sum(2**SHIFT))],
        {"blocks of 64": Claim([], is_sum(64)), "all of 21 bits": Claim([], has_block == z3.ULT(code_point, 2**21))},
    )
