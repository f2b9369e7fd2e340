"""The Base32 of RACE, src/race/base32.rs: lengths, groups of forty bits, and characters."""

import z3
from lemma import Claim, Lemma, lemma
from parameters import is_below
from words import BITS, difference_fits, octets, of_octets, splat, sum_fits

ALPHABET = b"abcdefghijklmnopqrstuvwxyz234567"
# The most octets before Base32, and the room for them and for characters.
MOST_OCTETS = 36
ROOM = 40
BLOCK = 64


@lemma
def base32_lengths_fit() -> Lemma:
    """1 to 36 octets are at most 58 characters, so that a label is within 63; they come back from so many characters.

    What is decoded has at most 59 characters; 1, 3 and 6 modulo 8 are refused. So it has at most 36 octets, the one
    behind them has the bits left over, and the groups of eight characters lie within the room.
    """
    count, body = z3.Ints("count body")
    characters = (count * 8 + 4) / 5
    there = z3.And(characters <= 58, 4 + characters <= 63, characters * 5 / 8 == count)
    groups = z3.And((count + 4) / 5 * 5 <= ROOM, (count + 4) / 5 * 8 <= BLOCK)
    # The other lengths, and of each so many octets.
    is_length = z3.And([characters % 8 != left for left in (1, 3, 6)])
    length = body * 5 / 8
    accepted = [is_below(body, 60), *(body % 8 != left for left in (1, 3, 6))]
    back = z3.And(length <= MOST_OCTETS, (length * 8 + 4) / 5 == body, (body + 7) / 8 * 5 <= ROOM)
    left_over = z3.And(body * 5 - length * 8 < 5, (body + 7) / 8 * 5 >= length, length < ROOM)
    return Lemma(
        [
            Claim([is_below(count, MOST_OCTETS + 1, 1)], z3.And(there, groups, is_length)),
            Claim(accepted, z3.And(back, left_over)),
            # There is a last character where bits are left over.
            Claim([*accepted, body * 5 > length * 8], body >= 1),
        ],
        {
            "37 octets": Claim([is_below(count, MOST_OCTETS + 2, 1)], there),
            "every length": Claim([is_below(body, 60)], z3.And(back, left_over)),
        },
    )


@lemma
def the_first_character_of_an_octet() -> Lemma:
    """`octet * 8 / 5` holds the first bit of the octet, and the character before it none of its bits."""
    octet = z3.Int("octet")
    given = [is_below(octet, ROOM)]

    def is_first(character: z3.ArithRef) -> z3.BoolRef:
        return z3.And(5 * character <= 8 * octet, 8 * octet < 5 * character + 5, character < BLOCK)

    return Lemma(
        [Claim(given, is_first(octet * 8 / 5))],
        {"the next one": Claim(given, is_first((octet * 8 + 4) / 5))},
    )


def spread(bits: z3.BitVecRef) -> z3.BitVecRef:
    """`spread` of the code."""
    halves = (bits & 0xFF_FFF0_0000) << 12 | bits & 0xF_FFFF
    quarters = (halves & 0x000F_FC00_000F_FC00) << 6 | halves & 0x0000_03FF_0000_03FF
    return (quarters & 0x03E0_03E0_03E0_03E0) << 3 | quarters & 0x001F_001F_001F_001F


def gather(values: z3.BitVecRef) -> z3.BitVecRef:
    """`gather` of the code."""
    quarters = z3.LShR(values & 0x1F00_1F00_1F00_1F00, 3) | values & 0x001F_001F_001F_001F
    halves = z3.LShR(quarters & 0x03FF_0000_03FF_0000, 6) | quarters & 0x0000_03FF_0000_03FF
    return z3.LShR(halves & 0x000F_FFFF_0000_0000, 12) | halves & 0xF_FFFF


def in_fives(bits: z3.BitVecRef) -> z3.BitVecRef:
    """The meaning: eight values of five bits, an octet each, the highest bits first."""
    fives = [z3.Extract(5 * index + 4, 5 * index, bits) for index in range(8)]
    return of_octets([z3.ZeroExt(3, five) for five in fives])


@lemma
def groups_are_spread_and_gathered() -> Lemma:
    """Forty bits are eight values of five bits, in order, and these are the forty bits again."""
    bits, values = z3.BitVecs("bits values", BITS)
    forty = [z3.ULT(bits, 2**40)]
    are_values = [z3.ULT(each, 32) for each in octets(values)]
    back = z3.And(in_fives(gather(values)) == values, z3.ULT(gather(values), 2**40))
    return Lemma(
        [
            Claim(forty, z3.And(spread(bits) == in_fives(bits), gather(spread(bits)) == bits)),
            Claim(are_values, back),
        ],
        {
            "41 bits": Claim([z3.ULT(bits, 2**41)], gather(spread(bits)) == bits),
            "values of six bits": Claim([z3.ULT(each, 64) for each in octets(values)], back),
        },
    )


@lemma
def values_become_characters() -> Lemma:
    """All octets at once: what is added and taken away stays within each, and the alphabet comes out."""
    values = z3.BitVec("values", BITS)
    back = 0x61 + 26 - 0x32

    def digits(least: int) -> z3.BitVecRef:
        """`at_least(values, least) >> 7`."""
        return z3.LShR(((values | splat(0x80)) - splat(least)) & splat(0x80), 7)

    def meaning(value: z3.BitVecRef) -> z3.BitVecRef:
        character = z3.BitVecVal(ALPHABET[0], 8)
        for number, each in enumerate(ALPHABET):
            character = z3.If(value == number, z3.BitVecVal(each, 8), character)
        return character

    letters = values + splat(0x61)
    is_right = letters - digits(26) * back == of_octets([meaning(each) for each in octets(values)])
    other = letters - digits(25) * back == of_octets([meaning(each) for each in octets(values)])
    fits = z3.And(
        sum_fits(values, splat(0x61)),
        z3.BVMulNoOverflow(digits(26), z3.BitVecVal(back, BITS), signed=False),
        difference_fits(letters, digits(26) * back),
    )
    small = [z3.ULT(each, 32) for each in octets(values)]
    return Lemma(
        [Claim(small, fits), Claim(small, is_right)],
        {
            "digits from 25 on": Claim(small, other),
            "values of eight bits": Claim([], sum_fits(values, splat(0x61))),
        },
    )
