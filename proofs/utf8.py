"""UTF-8, src/utf8.rs: steps over characters of one length, and where they end."""

import z3
from lemma import Claim, Lemma, lemma
from parameters import MEMORY, is_below
from words import BITS, WORD, octet, octets, sum_fits, trailing_zeros


def octets_before(word: z3.BitVecRef) -> z3.BitVecRef:
    return z3.LShR(trailing_zeros(word), 3)


def is_continuation(each: z3.BitVecRef) -> z3.BoolRef:
    return each & 0xC0 == 0x80


def leading(are_characters: list[z3.BoolRef]) -> z3.BitVecRef:
    """The number of these that hold, up to the first that does not."""
    count = z3.BitVecVal(0, BITS)
    for number in reversed(range(len(are_characters))):
        count = z3.If(are_characters[number], 1 + count, 0)
    return count


def foreign_to_two(word: z3.BitVecRef) -> z3.BitVecRef:
    return (word & 0xC0E0_C0E0_C0E0_C0E0) ^ 0x80C0_80C0_80C0_80C0


def foreign_to_three(word: z3.BitVecRef, mask: int = 0x0000_C0C0_F0C0_C0F0) -> z3.BitVecRef:
    return (word & mask) ^ 0x0000_8080_E080_80E0 | 1 << 48


@lemma
def characters_of_two_octets_are_counted() -> Lemma:
    """Leading characters of table 3-7 of Unicode: C2 to DF, then 80 to BF. Nothing is carried from lane to lane."""
    more_bits = z3.BitVecVal(0x007E_007E_007E_007E, BITS)
    low_bits = WORD & 0x001E_001E_001E_001E
    too_long = ~(low_bits + more_bits) & 0x0080_0080_0080_0080
    pairs = [(octet(WORD, 2 * lane), octet(WORD, 2 * lane + 1)) for lane in range(4)]
    meaning = [z3.And(z3.UGE(first, 0xC2), z3.ULE(first, 0xDF), is_continuation(second)) for first, second in pairs]

    def count(bits: z3.BitVecRef) -> z3.BitVecRef:
        return z3.LShR(octets_before(bits) & ~z3.BitVecVal(1, BITS), 1)

    is_right = count(foreign_to_two(WORD) | too_long) == leading(meaning)
    return Lemma(
        [Claim([], z3.And(is_right, sum_fits(low_bits, more_bits)))],
        {"C0 and C1 allowed": Claim([], count(foreign_to_two(WORD)) == leading(meaning))},
    )


@lemma
def characters_of_three_octets_are_counted() -> Lemma:
    """Leading characters of two lanes whose octets have the form; what they are worth is asked apart."""
    lanes = [[octet(WORD, 3 * lane + index) for index in range(3)] for lane in range(2)]
    meaning = [z3.And(first & 0xF0 == 0xE0, *map(is_continuation, others)) for first, *others in lanes]

    def count(bits: z3.BitVecRef) -> z3.BitVecRef:
        return z3.UDiv(octets_before(bits), z3.BitVecVal(3, BITS))

    fewer_bits = foreign_to_three(WORD, 0x0000_C0C0_E0C0_C0E0)
    return Lemma(
        [Claim([], z3.And(count(foreign_to_three(WORD)) == leading(meaning), z3.ULE(leading(meaning), 2)))],
        {"three bits of a leading octet": Claim([], count(fewer_bits) == leading(meaning))},
    )


@lemma
def steps_end_within_the_octets() -> Lemma:
    """Octets from `there` on are the zeros behind the last one: no character of several octets is made of them.

    A step over ASCII counts at most seven, each as a code point, and these are taken off at the end.
    """
    there = z3.BitVec("there", BITS)
    zeros = [z3.Implies(z3.UGE(index, there), octet(WORD, index) == 0) for index in range(8)]
    given = [z3.UGE(there, 1), z3.ULE(there, 8), *zeros]
    two = octets_before(foreign_to_two(WORD)) & ~z3.BitVecVal(1, BITS)
    three = z3.UDiv(octets_before(foreign_to_three(WORD)), z3.BitVecVal(3, BITS)) * 3
    four = z3.Implies(WORD & 0xC0C0_C0F8 == 0x8080_80F0, z3.UGE(there, 4))
    within = z3.And(z3.ULE(two, there), z3.ULE(three, there), four)
    length, start, units, count, before = z3.Ints("length start units count before")
    step = [is_below(length, MEMORY, 1), start >= 0, start < length, is_below(units, 9), count >= 0]
    behind = start + units - length
    ends = z3.And(behind <= 7, z3.Implies(behind >= 0, count + units >= behind))
    shift = [*step, length >= 8, start > length - 8, before == 8 - (length - start)]
    return Lemma(
        [Claim(given, within), Claim(step, ends), Claim(shift, is_below(before * 8, 64, 8))],
        {
            "octets that are not zero": Claim(given[:2], within),
            "a step at the end": Claim([is_below(length, MEMORY), start == length, is_below(units, 9)], behind <= 7),
        },
    )


@lemma
def eight_code_points_have_room() -> Lemma:
    """Each is written as four octets at a place below 32, of which as many stay as it has: 36 octets are enough."""
    place, size, done = z3.Ints("place size done")
    state = [is_below(done, 8), is_below(place, 4 * done + 1), is_below(size, 5, 1)]
    fits = z3.And(place < 32, place + 4 <= 36, place + size <= 4 * (done + 1))
    return Lemma(
        [Claim(state, fits)],
        {"nine code points": Claim([is_below(done, 9), *state[1:]], fits)},
    )


@lemma
def eight_octets_are_read_from_the_lowest() -> Lemma:
    """The word of the last eight octets, moved down by those before the start: the octets from there on, then zeros."""
    before = z3.BitVec("before", BITS)
    moved = z3.LShR(WORD, before * 8)
    given = [z3.UGE(before, 1), z3.ULE(before, 7)]

    def at(index: int) -> z3.BitVecRef:
        """The octet `before + index` of the word; 0 if there is none."""
        found = z3.BitVecVal(0, 8)
        for number, each in enumerate(octets(WORD)):
            found = z3.If(before + index == number, each, found)
        return found

    each = [octet(moved, index) == at(index) for index in range(8)]
    other = [octet(moved, index) == at(index + 1) for index in range(8)]
    return Lemma([Claim(given, z3.And(each))], {"one octet further": Claim(given, z3.And(other))})
