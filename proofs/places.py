"""Places, ranks and keys: src/bootstring/keys.rs, ranks.rs, arrangement.rs, rank_select.rs, sort.rs and deferred.rs."""

import itertools

import z3
from lemma import Claim, Lemma, lemma
from parameters import MEMORY, U32, is_below
from room_swar import BITS, count, of_octets

HIGH_BITS = of_octets([z3.BitVecVal(0x80, 8)] * 8)


@lemma
def keys_go_where_their_rank_is() -> Lemma:
    """The rank of a key is the number of smaller ones: below the number of keys, and larger than that of a smaller key.

    The claims are about one key; ranks are sums over all keys.
    """
    key, larger, each = z3.BitVecs("key larger each", 32)
    is_key = z3.Bool("is_key")
    # `each` is the key itself, or another one.
    given = [key < larger, z3.Implies(is_key, each == key)]

    def counts(condition: z3.BoolRef) -> z3.ArithRef:
        return z3.If(condition, 1, 0)

    return Lemma(
        [
            Claim(given, counts(each < key) + counts(is_key) <= counts(each < larger)),
            Claim(given, counts(each < key) <= 1 - counts(is_key)),
        ],
        {"numbers without sign": Claim(given, counts(z3.ULT(each, key)) <= counts(z3.ULT(each, larger)))},
    )


@lemma
def a_rank_of_four_bits_may_grow() -> Lemma:
    """Of sixteen places no rank behind one that is handled now exceeds 14: neither of the two is counted."""
    handled, at, now = z3.BitVecs("handled at now", 16)
    one = z3.BitVecVal(1, 16)
    is_behind = [z3.ULT(at, 16), z3.ULT(now, at)]
    rank = count(handled & ((one << at) - 1))
    return Lemma(
        [Claim([*is_behind, handled & (one << now) == 0], z3.ULE(rank, 14))],
        {"a place that is handled twice": Claim(is_behind, z3.ULE(rank, 14))},
    )


@lemma
def select_finds_the_octet() -> Lemma:
    """Of sums that ascend by at most 8, those up to the rank are marked: the octet behind them has the bit."""
    sums = [z3.BitVec(f"sum{index}", 8) for index in range(8)]
    rank = z3.BitVec("rank", 8)
    ascend = [z3.ULE(sums[0], 8)]
    ascend += [z3.And(z3.ULE(low, high), z3.ULE(high - low, 8)) for low, high in itertools.pairwise(sums)]
    word = of_octets(sums)
    ranks = of_octets([rank] * 8) | HIGH_BITS
    ends_before = (ranks - word) & HIGH_BITS
    # `octets_are_summed`: there are eight at most.
    octet = z3.BitVecVal(0, BITS)
    for index in range(8):
        octet = octet + z3.ZeroExt(BITS - 1, z3.Extract(8 * index + 7, 8 * index + 7, ends_before))
    before = z3.LShR(word << 8, 8 * octet) & 0xFF
    up_to = z3.LShR(word, 8 * octet) & 0xFF
    wide = z3.ZeroExt(BITS - 8, rank)
    found = z3.And(z3.ULE(before, wide), z3.ULT(wide, up_to), z3.ULE(wide - before, 7))
    is_right = z3.And(z3.UGE(ranks, word), z3.ULT(octet, 8), found)
    return Lemma(
        [Claim([*ascend, z3.ULT(rank, sums[7])], is_right)],
        {"no such bit": Claim([*ascend, z3.ULE(rank, sums[7])], is_right)},
    )


@lemma
def the_lowest_bit_is_dropped() -> Lemma:
    """`rest & (rest - 1)` is the word without its lowest bit; of a word that is not zero one can be taken."""
    rest = z3.BitVec("rest", BITS)
    one = z3.BitVecVal(1, BITS)
    lowest = rest & -rest
    is_one_bit = z3.And(lowest != 0, lowest & (lowest - 1) == 0, rest & (lowest - 1) == 0)
    dropped = rest & (rest - 1)
    is_right = z3.And(z3.UGE(rest, one), is_one_bit, dropped == rest ^ lowest)
    return Lemma([Claim([rest != 0], is_right)], {"zero": Claim([], is_right)})


@lemma
def places_have_words() -> Lemma:
    """A place below the length has a word; behind the last place are fewer bits than a word has."""
    place, length = z3.Ints("place length")
    given = [is_below(length, MEMORY, 1), is_below(place, MEMORY), place < length]
    words = (length + 63) / 64
    # `RankSelect::all` drops the bits of the last word that are beyond the length.
    dropped = (64 - length % 64) % 64
    is_filled = z3.And(words * 64 - dropped == length, dropped < 64)
    return Lemma(
        [Claim(given, z3.And(place / 64 < words, place % 64 < 64, is_filled))],
        {"words rounded down": Claim(given, place / 64 < length / 64)},
    )


@lemma
def words_have_nodes() -> Lemma:
    """The nodes above a word exist, from 1 on; no node has the number of a word; `k` is above `2k` and `2k + 1`.

    The numbers of a level lie between a power of two and the next one, so that the ways to all words are of one length.
    """
    word, words, first, node, power = z3.Ints("word words first node power")
    given = [is_below(word, words), words <= first]
    nodes = (first + words + 1) / 2
    above = (first + word) / 2
    of_a_level = [power >= 1, node >= power, node < 2 * power]

    def is_above(child: z3.ArithRef) -> z3.BoolRef:
        return z3.And(child / 2 == node, child >= 2 * power, child < 2 * (2 * power))

    return Lemma(
        [
            Claim(given, z3.And(above < nodes, nodes <= first, z3.Or(above >= 1, first + word == 1))),
            Claim([node >= 2], z3.And(node / 2 >= 1, node / 2 < node)),
            Claim(of_a_level, z3.And(is_above(2 * node), is_above(2 * node + 1))),
        ],
        {"nodes rounded down": Claim(given, above < (first + words) / 2)},
    )


@lemma
def left_counts_find_the_word() -> Lemma:
    """The count of the left child tells which of two children has the place, and its rank there."""
    left, right, rest = z3.Ints("left right rest")
    is_right = z3.If(left <= rest, 1, 0)
    next_rest = rest - left * is_right
    found = z3.And(next_rest >= 0, next_rest < z3.If(is_right == 1, right, left), left - (1 - is_right) >= 0)
    counts = [left >= 0, right >= 0, rest >= 0]
    return Lemma(
        [Claim([*counts, rest < left + right], found)], {"no such place": Claim([*counts, rest <= left + right], found)}
    )


@lemma
def digits_have_slots_of_their_own() -> Lemma:
    """A radix pass: a digit has as many slots as places, from where it begins: all exist, and none is of two digits."""
    start, count, taken, between, behind, other, length = z3.Ints("start count taken between behind other length")
    counts = [start >= 0, count >= 1, between >= 0, behind >= 1, length < U32]
    # The other digit begins behind all that come before it.
    sums = [length >= start + count + between + behind, is_below(other, U32), other < behind]
    slot, other_slot = start + taken, start + count + between + other
    apart = z3.And(slot < length, other_slot < length, slot < other_slot)
    return Lemma(
        [Claim([*counts, *sums, taken >= 0, taken < count], apart)],
        {"one place more": Claim([*counts, *sums, taken >= 0, taken <= count], apart)},
    )


@lemma
def pieces_lie_within_the_slice() -> Lemma:
    """Pieces of eight, and the last one, which overlaps: all lie within, and every place is in one of them."""
    length, index, place = z3.Ints("length index place")

    def given(size: int, least: int) -> list[z3.BoolRef]:
        return [is_below(length, MEMORY, least), is_below(index, MEMORY), index < length / size]

    def is_within(size: int) -> z3.BoolRef:
        return z3.And(index * size + size <= length, length - size >= 0)

    all_places = [is_below(length, MEMORY, 8), is_below(place, MEMORY), place < length]
    in_a_piece = z3.Or(place / 8 < length / 8, place >= length - 8)
    few = [is_below(length, 8, 4), is_below(place, 8), place < length]
    return Lemma(
        [
            Claim(given(8, 8), is_within(8)),
            Claim(all_places, in_a_piece),
            Claim(few, z3.And(z3.Or(place < 4, place >= length - 4), length - 4 >= 0)),
        ],
        {"without the last piece": Claim(all_places, place / 8 < length / 8)},
    )
