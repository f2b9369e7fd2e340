"""SIMD within a register, src/swar.rs: each function equals its meaning on all words of 64 bits."""

from collections.abc import Callable

import z3
from lemma import Claim, Lemma, lemma
from parameters import is_below

WORD = z3.BitVec("word", 64)
BITS = 64


def splat(octet: int) -> z3.BitVecRef:
    return z3.BitVecVal(int.from_bytes(bytes([octet]) * 8), BITS)


HIGH_BITS = splat(0x80)


def octet(word: z3.BitVecRef, index: int) -> z3.BitVecRef:
    """The octet at an index, the lowest being 0."""
    return z3.Extract(8 * index + 7, 8 * index, word)


def octets(word: z3.BitVecRef) -> list[z3.BitVecRef]:
    return [octet(word, index) for index in range(8)]


def of_octets(each: list[z3.BitVecRef]) -> z3.BitVecRef:
    """The word of eight octets, the lowest first."""
    return z3.Concat(*reversed(each))


def marks(word: z3.BitVecRef, is_marked: Callable[[z3.BitVecRef], z3.BoolRef]) -> z3.BitVecRef:
    """The meaning of marks: 80 for each octet of which something is true, 00 for the others."""
    return of_octets([z3.If(is_marked(each), z3.BitVecVal(0x80, 8), z3.BitVecVal(0, 8)) for each in octets(word)])


def sum_fits(a: z3.BitVecRef, b: z3.BitVecRef) -> z3.BoolRef:
    """`bounded::add` of the code."""
    return z3.BVAddNoOverflow(a, b, signed=False)


def difference_fits(a: z3.BitVecRef, b: z3.BitVecRef) -> z3.BoolRef:
    """`bounded::sub` of the code."""
    return z3.UGE(a, b)


def zero_octets(word: z3.BitVecRef, low_bits: int = 0x7F) -> z3.BitVecRef:
    return ~(((word & splat(low_bits)) + splat(0x7F)) | word) & HIGH_BITS


@lemma
def zero_octets_are_marked() -> Lemma:
    """The marks of octets that are zero, and of no other."""

    def is_right(marked: z3.BitVecRef) -> z3.BoolRef:
        return marked == marks(WORD, lambda each: each == 0)

    # The usual trick, which also marks octets above a zero octet.
    borrows = (WORD - splat(0x01)) & ~WORD & HIGH_BITS
    return Lemma(
        [Claim([], z3.And(is_right(zero_octets(WORD)), sum_fits(WORD & splat(0x7F), splat(0x7F))))],
        {
            "(word - 01..) & !word": Claim([], is_right(borrows)),
            "all eight bits": Claim([], is_right(zero_octets(WORD, 0xFF))),
        },
    )


@lemma
def octets_of_at_least_are_marked() -> Lemma:
    """The marks of octets whose seven low bits are at least `least`, which is below 0x80."""
    least = z3.BitVec("least", 8)
    limit = of_octets([least] * 8)
    found = ((WORD | HIGH_BITS) - limit) & HIGH_BITS
    plain = (WORD - limit) & HIGH_BITS
    meaning = marks(WORD, lambda each: z3.UGE(each & 0x7F, least))
    is_small = [z3.ULT(least, 0x80)]
    fits = difference_fits(WORD | HIGH_BITS, limit)
    return Lemma(
        [Claim(is_small, z3.And(found == meaning, fits))],
        {
            "a bit not set before": Claim(is_small, plain == meaning),
            "least = 0x81": Claim([least == 0x81], found == meaning),
        },
    )


def trailing_zeros(word: z3.BitVecRef) -> z3.BitVecRef:
    """As the processor counts them: 64 for zero."""
    count = z3.BitVecVal(BITS, BITS)
    for bit in reversed(range(BITS)):
        count = z3.If(z3.Extract(bit, bit, word) == 1, z3.BitVecVal(bit, BITS), count)
    return count


def ilog2(word: z3.BitVecRef) -> z3.BitVecRef:
    """The place of the highest bit of a word that is not zero."""
    place = z3.BitVecVal(0, BITS)
    for bit in range(BITS):
        place = z3.If(z3.Extract(bit, bit, word) == 1, z3.BitVecVal(bit, BITS), place)
    return place


@lemma
def octets_before_the_first_are_counted() -> Lemma:
    """The number of octets before the first one in which a bit is set; 8 if none is."""
    count = z3.LShR(trailing_zeros(WORD), 3)
    meaning = z3.BitVecVal(8, BITS)
    for index in reversed(range(8)):
        meaning = z3.If(octet(WORD, index) != 0, z3.BitVecVal(index, BITS), meaning)
    return Lemma(
        [Claim([], count == meaning)],
        {"the last octet": Claim([WORD != 0], z3.LShR(ilog2(WORD), 3) == meaning)},
    )


@lemma
def the_last_octet_is_found() -> Lemma:
    """The last octet in which a bit is set, if there is one."""
    meaning = z3.BitVecVal(0, BITS)
    for index in range(8):
        meaning = z3.If(octet(WORD, index) != 0, z3.BitVecVal(index, BITS), meaning)
    return Lemma(
        [Claim([WORD != 0], z3.LShR(ilog2(WORD), 3) == meaning)],
        {"the first octet": Claim([WORD != 0], z3.LShR(trailing_zeros(WORD), 3) == meaning)},
    )


def bit_count(word: z3.BitVecRef, size: int) -> z3.BitVecRef:
    """The number of bits set, as a word of the same size: the meaning, bit by bit."""
    bits = [z3.ZeroExt(size - 1, z3.Extract(bit, bit, word)) for bit in range(size)]
    total = bits[0]
    for bit in bits[1:]:
        total = total + bit
    return total


def bit_counts(word: z3.BitVecRef, size: int = BITS) -> tuple[z3.BitVecRef, z3.BoolRef]:
    """`bit_counts` of the code, and that its sums and differences fit."""
    pattern = {mask: z3.BitVecVal(int.from_bytes(bytes([mask]) * (size // 8)), size) for mask in (0x55, 0x33, 0x0F)}
    taken = z3.LShR(word, 1) & pattern[0x55]
    pairs = word - taken
    two = (pairs & pattern[0x33], z3.LShR(pairs, 2) & pattern[0x33])
    nibbles = two[0] + two[1]
    fits = z3.And(difference_fits(word, taken), sum_fits(*two), sum_fits(nibbles, z3.LShR(nibbles, 4)))
    return (nibbles + z3.LShR(nibbles, 4)) & pattern[0x0F], fits


@lemma
def bits_of_octets_are_counted() -> Lemma:
    """The number of bits that are set in each octet; no octet takes from its neighbour."""
    counts, fits = bit_counts(WORD)
    meaning = of_octets([bit_count(each, 8) for each in octets(WORD)])
    pairs = WORD - (z3.LShR(WORD, 1) & splat(0x55))
    return Lemma(
        [Claim([], z3.And(fits, counts == meaning))],
        {
            "pairs alone": Claim([], pairs == meaning),
            "octets of which the halves are not added": Claim([], counts & splat(0x07) == meaning),
        },
    )


@lemma
def octets_are_summed() -> Lemma:
    """In each octet of the product with 01.. the sum of those up to it, if all together are below 0x100."""
    each = z3.Ints(" ".join(f"octet{index}" for index in range(8)))
    word = z3.Sum([256**index * number for index, number in enumerate(each)])
    # A wrapping product.
    running = word * sum(256**index for index in range(8)) % 2**BITS
    sums = [z3.Sum(each[: index + 1]) for index in range(8)]
    meaning = z3.Sum([256**index * number for index, number in enumerate(sums)])
    are_octets = [is_below(number, 256) for number in each]
    last = running / 2**56 == sums[-1]
    return Lemma(
        [
            Claim([*are_octets, sums[-1] < 256], running == meaning),
            Claim([*are_octets, sums[-1] < 256], last),
        ],
        {"a sum of 0x100": Claim([*are_octets, sums[-1] == 256], last)},
    )
