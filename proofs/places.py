"""Places, ranks and keys: src/bootstring/keys.rs, ranks.rs, arrangement.rs, rank_select.rs, sort.rs and deferred.rs."""

import itertools

import z3
from lemma import Claim, Lemma, lemma
from parameters import MEMORY, U32, is_below
from room_swar import BITS, count, of_octets

PLACE_BITS = 6
BLOCK_BITS = 7
HIGH_BITS = of_octets([z3.BitVecVal(0x80, 8)] * 8)


class Keys:
    """Two keys: each a value above the bits of a place."""

    def __init__(self, place_bits: int) -> None:
        self._bits = place_bits
        self.value, self.place, self._other_value, self._other_place = z3.BitVecs("value place value_2 place_2", 32)
        self.one, self._other = self.key(self.value, self.place), self.key(self._other_value, self._other_place)

    def key(self, value: z3.BitVecRef, place: z3.BitVecRef) -> z3.BitVecRef:
        return value << self._bits | place

    def below(self, values: int, places: int) -> list[z3.BoolRef]:
        """Values and places below these."""
        small = [z3.ULT(value, values) for value in (self.value, self._other_value)]
        return [*small, *(z3.ULT(place, places) for place in (self.place, self._other_place))]

    def are_right(self) -> z3.BoolRef:
        """Not negative as `i32`, and in the order of pairs."""
        is_same = self.value == self._other_value
        is_before = z3.And(is_same, z3.ULT(self.place, self._other_place))
        in_order = z3.Or(z3.ULT(self.value, self._other_value), is_before)
        # Comparisons of bit vectors are signed where they are not called otherwise.
        return z3.And((self.one < self._other) == in_order, self.one >= 0)

    def come_back(self) -> z3.BoolRef:
        mask = 2**self._bits - 1
        return z3.And(z3.LShR(self.one, self._bits) == self.value, self.one & mask == self.place)


@lemma
def keys_sort_by_value_and_place() -> Lemma:
    """Units of 25 bits above places of six: not negative as `i32`, in the order of pairs, none above the filler."""
    keys = Keys(PLACE_BITS)
    is_right = z3.And(keys.are_right(), keys.one <= 2**31 - 1)
    return Lemma(
        [Claim(keys.below(2**25, 64), z3.And(is_right, keys.come_back()))],
        {"units of 26 bits": Claim(keys.below(2**26, 64), is_right)},
    )


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
def keys_of_a_block_are_counted() -> Lemma:
    """Keys whose bits are alike above those of a block share it; octets hold where those of each code point begin."""
    low = PLACE_BITS + BLOCK_BITS
    every, some, one, other = z3.BitVecs("every some one other", 32)
    are_between = [z3.And(every & ~key == 0, key & ~some == 0) for key in (one, other)]
    share = z3.LShR(one, low) == z3.LShR(other, low)

    before = z3.Int("before")
    counts = z3.Ints(" ".join(f"count{index}" for index in range(8)))
    sums = z3.Sum([256**index * z3.Sum(counts[: index + 1]) for index in range(8)])
    ones = sum(256**index for index in range(8))
    # `sums << 8`, without what is moved out.
    starts = sums * 256 % 2**BITS + before * ones
    meaning = z3.Sum([256**index * (before + z3.Sum([0, *counts[:index]])) for index in range(8)])
    given = [before >= 0, *(count >= 0 for count in counts)]
    there_are = before + z3.Sum(counts)
    is_right = z3.And(starts == meaning, starts < 2**BITS)
    return Lemma(
        [
            Claim([*are_between, z3.LShR(every ^ some, low) == 0], share),
            Claim([*given, there_are <= 64], is_right),
        ],
        {
            "one bit less is compared": Claim([*are_between, z3.LShR(every ^ some, low + 1) == 0], share),
            "more keys than an octet counts": Claim([*given, there_are <= 512], is_right),
        },
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
        [Claim([*counts, rest < left + right], found)],
        {"no such place": Claim([*counts, rest <= left + right], found)},
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
def gaps_come_back() -> Lemma:
    """Groups of seven bits, from the one with the highest bit down: at most five, and together the gap again.

    The gap is taken modulo 2**32 and given back modulo 2**32.
    """
    gap, index, last = z3.BitVecs("gap index last", 32)
    groups = [z3.LShR(gap, shift) & 0x7F for shift in range(0, 32, 7)]
    together = z3.BitVecVal(0, 32)
    for number, group in enumerate(groups):
        together = together | group << (7 * number)
    four = groups[0] | groups[1] << 7 | groups[2] << 14 | groups[3] << 21
    highest = z3.BitVecVal(0, 32)
    for bit in range(32):
        highest = z3.If(z3.Extract(bit, bit, gap) == 1, z3.BitVecVal(bit, 32), highest)
    shift = z3.UDiv(highest, z3.BitVecVal(7, 32)) * 7
    nothing_above = z3.Or(z3.UGE(shift + 7, 32), z3.LShR(gap, shift + 7) == 0)
    has_index_back = last + 1 + (index - last - 1) == index
    return Lemma(
        [Claim([], z3.And(together == gap, nothing_above, z3.ULE(shift, 28), has_index_back))],
        {"four groups": Claim([], four == gap)},
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


@lemma
def places_of_a_text_fit_32_bits() -> Lemma:
    """A text of at most `u32::MAX` code points: counts and indices fit, and so does one insertion more below that."""
    text, kept, index = z3.Ints("text kept index")

    def given(most: int) -> list[z3.BoolRef]:
        counts = [text >= 0, kept >= 0, text + kept < most]
        return [*counts, index >= 0, index <= text + kept]

    fits = z3.And(index < U32, text + kept + 1 < U32, z3.Implies(kept == 0, text - index >= 0))
    return Lemma(
        [Claim(given(U32 - 1), fits)],
        {"one code point more": Claim(given(U32), fits)},
    )
