"""Punycode of many texts at a time: src/batch/lanes/."""

import z3
from lemma import Claim, Lemma, lemma
from parameters import is_below, is_quotient
from places import Keys

ROWS = 64
OCTETS = 1008
LONGEST = 64
LARGEST = 0x10FFFF
PLACE_BITS = 10
# Floats have so many bits, so that they are integers up to there, and a quotient is rounded by half a last bit at most.
PRECISION = 24
EXACT = 2**PRECISION
ROOM = 2**14


@lemma
def quotients_of_floats_are_exact() -> Lemma:
    """A quotient that is not an integer is not rounded up to the next one: that is further away than half a last bit.

    The quotient `a / b` lies in [2**e, 2**(e+1)), in which floats are 2**(e-23) apart. It lacks at least `1 / b` to the
    next integer, and `b * 2**e <= a`. So the claim is `2**(e-24) < 1 / b`, times `b`. Below 1 floats are closer still.
    """
    a, b = z3.Ints("a b")

    def claims(limit: int) -> list[Claim]:
        numbers = [is_below(a, limit), is_below(b, EXACT, 1)]
        return [Claim([*numbers, b * 2**e <= a], b * 2**e < 2**PRECISION) for e in range(PRECISION)]

    return Lemma(claims(EXACT), {"dividends up to 2**24": claims(EXACT + 1)[-1]})


@lemma
def deltas_are_scaled_down_at_once() -> Lemma:
    """The loop of `adapt` with the numbers of Punycode, as one division by a power of 35 that comparisons choose."""
    delta, quotient = z3.Ints("delta quotient")

    def chosen(thrice: int) -> z3.ArithRef:
        once, twice = delta > 455, delta > 456 * 35 - 1
        return z3.If(delta > thrice, 35**3, z3.If(twice, 35**2, z3.If(once, 35, 1)))

    rounds = [delta]
    for _ in range(4):
        rounds.append(z3.If(rounds[-1] > 455, rounds[-1] / 35, rounds[-1]))
    given = [is_below(delta, EXACT)]

    def is_right(thrice: int, last: int = 3) -> z3.BoolRef:
        return z3.Implies(is_quotient(quotient, delta, chosen(thrice)), quotient == rounds[last])

    ends = rounds[3] <= 455
    return Lemma(
        [Claim(given, is_right(456 * 35**2 - 1)), Claim(given, ends)],
        {
            "a limit less by 1": Claim(given, is_right(456 * 35**2 - 2)),
            "two rounds": Claim(given, is_right(456 * 35**2 - 1, 2)),
            "deltas of 25 bits": Claim([is_below(delta, 2**25)], ends),
        },
    )


@lemma
def keys_of_a_batch_have_31_bits() -> Lemma:
    """A code point above a place among less than 1024 characters: not negative as `i32`, and in the order of pairs."""
    keys = Keys(PLACE_BITS)
    given = keys.below(LARGEST + 1, OCTETS)
    # The filler is above all of them.
    is_right = z3.And(keys.are_right(), keys.one < 2**31 - 1)
    # Less the number of characters before the text, which is at most the place.
    before = z3.BitVec("before", 32)
    moved = Claim([*given, z3.ULE(before, keys.place)], keys.one - before == keys.key(keys.value, keys.place - before))
    return Lemma(
        [Claim(given, z3.And(is_right, keys.come_back())), moved],
        {"2048 places": Claim(keys.below(LARGEST + 1, 2048), is_right)},
    )


@lemma
def indices_are_places_less_those_inserted_later() -> Lemma:
    """`place - (number - less)`: of `number` keys before a key, `less` are inserted before it and the others later.

    Basic code points are inserted before all, so that a place is the number of those before it, and of keys before it.
    """
    basic, number, less, place = z3.Ints("basic number less place")
    given = [basic >= 0, is_below(number, 16), less >= 0, less <= number, place == basic + number, place < LONGEST]
    index = place - (number - less)
    is_right = z3.And(index == basic + less, index >= 0, index <= place)
    return Lemma(
        [Claim(given, is_right)],
        {"more keys that are less": Claim([each for each in given if not each.eq(less <= number)], is_right)},
    )


@lemma
def deltas_of_a_batch_fit() -> Lemma:
    """The turns times the length, and the steps from one index to the next: below 2**27, and not negative."""
    turns, length, index, before = z3.Ints("turns length index before")
    given = [is_below(turns, LARGEST + 1), is_below(length, LONGEST + 1, 1)]
    given += [is_below(index, length), is_below(before, length)]
    # Indices of one code point ascend (`ranks_of_one_code_point_ascend`).
    given.append(z3.Implies(turns == 0, index > before))
    delta = turns * length + index - before - 1
    return Lemma(
        [Claim(given, is_below(delta, 2**27))],
        {
            "longer texts": Claim([*given[:1], is_below(length, 256, 1), *given[2:]], is_below(delta, 2**27)),
            "indices in any order": Claim(given[:-1], is_below(delta, 2**27)),
        },
    )


@lemma
def forms_of_a_batch_have_room() -> Lemma:
    """What is written of 64 texts, in blocks that go beyond the last octet, and with 128 for each integer left out."""
    integers, octets, basic, before = z3.Ints("integers octets basic before")
    text = [is_below(integers, 17), octets <= LONGEST, basic >= 0, basic + 2 * integers <= octets]
    # Of a form that stays: what is basic, the delimiter, six digits of the first integer, and five of each other one.
    size = basic + 1 + z3.If(integers > 0, 6 + 5 * (integers - 1), 0)
    others = [before >= 0, before <= (ROWS - 1) * 128]
    # Where the last integer is written, whatever was counted before, and a block of basic code points.
    last = before + basic + 1 + 128 * integers + 8
    block = before + basic + 15 + 16
    # A decoded text: 32 places of four octets, and three places more that are not counted.
    decoded = before + 32 * 4 + 4
    return Lemma(
        [
            Claim(text, size <= 128),
            Claim([*text, *others], z3.And(last <= ROOM, block <= ROOM, decoded <= ROOM)),
            # One that is left out has 128 digits at least.
            Claim([*text, integers > 0], 6 + 5 * (integers - 1) < 128),
        ],
        {
            "nine digits each": Claim(text, basic + 1 + 9 * integers <= 128),
            "half the room": Claim([*text, *others], last <= ROOM // 2),
        },
    )


@lemma
def digits_add_up_in_lanes() -> Lemma:
    """Pairs of products fit 16 bits with sign, sums of pairs 32. Values are below 128, weights products of `36 - t`."""
    values = z3.Ints("v0 v1 v2 v3 v4")
    factors = z3.Ints("f0 f1 f2 f3")
    given = [is_below(value, 128) for value in values] + [is_below(factor, 36, 10) for factor in factors]
    low, high = values[0] + values[1] * factors[0], values[2] + values[3] * factors[2]
    pairs = z3.Ints("low high")
    third, fifth = z3.Ints("third fifth")
    sums = [is_below(pair, 2**15) for pair in pairs]
    bounded = [is_below(pair, 128 * 36) for pair in pairs]
    weights = [is_below(third, 35**2 + 1, 100), is_below(fifth, 35**4 + 1, 10_000)]
    total = pairs[0] + pairs[1] * third
    # Of a fifth digit the value is below 36, or else the text is left out.
    more = [is_below(values[4], 36)]
    return Lemma(
        [
            Claim(given, z3.And(is_below(low, 128 * 36), is_below(high, 128 * 36))),
            Claim(bounded, z3.And(*sums)),
            Claim([*bounded, *weights], is_below(total, 2**31)),
            Claim([*bounded, *weights, *more], is_below(total + values[4] * fifth, 2**31)),
            # The fifth and sixth digit of the first integer.
            Claim([*bounded, third == 35**2], is_below(total + (127 + 127 * 10) * 122_500, 2**31)),
        ],
        {
            "values of any octet": Claim([is_below(pair, 256 * 256) for pair in pairs], z3.And(*sums)),
            "a seventh digit": Claim([*bounded, *weights, *more], is_below(total + values[4] * fifth * 35**2, 2**31)),
        },
    )


@lemma
def places_of_a_short_text_are_below_64() -> Lemma:
    """A place is below 32 at first, or an index below the length, and grows by one with each of at most 31 others."""
    place, insertions, length = z3.Ints("place insertions length")
    given = [is_below(length, 33), is_below(insertions, length + 1), is_below(place, 32)]
    return Lemma(
        [Claim(given, place + insertions < 64)],
        {"places of 40": Claim([*given[:2], is_below(place, 40)], place + insertions < 64)},
    )
