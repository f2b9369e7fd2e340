"""The states of encoder and decoder, src/bootstring/encode.rs and decode.rs.

A delta is how far it is from one insertion to the next. `length` is that of the text with the new code point, `i` where
the search begins, one behind the insertion before.
"""

import z3
from lemma import Claim, Lemma, lemma
from parameters import MEMORY, U32, U64, is_below


def delta_of(turns: z3.ArithRef, length: z3.ArithRef, target: z3.ArithRef, i: z3.ArithRef) -> z3.ArithRef:
    """The delta that the encoder writes: from `i` as many turns as the code point is further, and to the index."""
    return turns * length + target - i


@lemma
def encoder_delta_fits() -> Lemma:
    """With fewer than 2**32 places `turns * length + target` is below 2**64."""
    turns, length, target = z3.Ints("turns length target")

    def given(limit: int) -> list[z3.BoolRef]:
        return [is_below(turns, U32), is_below(length, limit, 1), is_below(target, limit), target < length]

    return Lemma(
        [Claim(given(U32), turns * length + target < U64)],
        {"2**33 places": Claim(given(2**33), turns * length + target < U64)},
    )


@lemma
def encoder_delta_is_not_negative() -> Lemma:
    """`i` is at most the length before; with the same code point the index is not before `i`, and with a further one a
    turn passes it. The next `i` is within the length again.
    """
    turns, length, target, i = z3.Ints("turns length target i")
    numbers = [is_below(turns, U32), is_below(length, U32, 1), is_below(target, U32), target < length]
    state = [i >= 0, i <= length - 1]
    ascends = z3.Implies(turns == 0, target >= i)
    return Lemma(
        [
            Claim([*numbers, *state, ascends], delta_of(turns, length, target, i) >= 0),
            Claim([*numbers, *state], z3.And(target + 1 >= 0, target + 1 <= (length + 1) - 1)),
        ],
        {
            "indices that descend": Claim([*numbers, *state], delta_of(turns, length, target, i) >= 0),
            "an i beyond the text": Claim([*numbers, i >= 0, ascends], delta_of(turns, length, target, i) >= 0),
        },
    )


@lemma
def ranks_of_one_code_point_ascend() -> Lemma:
    """A rank is below the new length, and that of a place behind the one just handled is larger than that one's.

    The claims are about one place `other`: ranks and lengths are sums over all places of what it counts.
    """
    place, behind, other = z3.Ints("place behind other")
    is_handled = z3.Bool("is_handled")
    numbers = [is_below(place, U32), is_below(behind, U32), is_below(other, U32), place < behind]
    # A place is handled once.
    numbers += [z3.Implies(other == place, z3.Not(is_handled))]

    def counts(condition: z3.BoolRef) -> z3.ArithRef:
        return z3.If(condition, 1, 0)

    rank = counts(z3.And(is_handled, other < place))
    is_handled_then = z3.Or(is_handled, other == place)
    rank_behind = counts(z3.And(is_handled_then, other < behind))
    without = counts(z3.And(is_handled, other < behind))
    return Lemma(
        [
            Claim(numbers, rank + counts(other == place) <= rank_behind),
            Claim(numbers, rank + counts(other == place) <= counts(is_handled_then)),
        ],
        {"a place that is not added": Claim(numbers, rank + counts(other == place) <= without)},
    )


@lemma
def decoder_divides_back() -> Lemma:
    """`i + delta`, divided by the length: the quotient is the way of the code point, the remainder the index."""
    turns, length, target, i, quotient = z3.Ints("turns length target i quotient")
    numbers = [is_below(turns, U32), is_below(length, U32, 1), target >= 0, is_below(i, U32)]
    total = i + delta_of(turns, length, target, i)
    divided = [quotient * length <= total, total < quotient * length + length]
    back = z3.And(quotient == turns, total - quotient * length == target)
    return Lemma(
        [Claim([*numbers, target < length, *divided], back)],
        {"an index of the length": Claim([*numbers, target <= length, *divided], back)},
    )


@lemma
def the_delta_is_unique() -> Lemma:
    """From one state two deltas lead to two insertions, and two insertions need two deltas."""
    length, i = z3.Ints("length i")
    turns, target, other_turns, other_target = z3.Ints("turns target other_turns other_target")
    numbers = [is_below(length, MEMORY, 1), is_below(i, MEMORY), turns >= 0, other_turns >= 0]

    def within(limit: z3.ArithRef) -> list[z3.BoolRef]:
        return [z3.And(target >= 0, target < limit), z3.And(other_target >= 0, other_target < limit)]

    one, other = delta_of(turns, length, target, i), delta_of(other_turns, length, other_target, i)
    same = z3.And(turns == other_turns, target == other_target)
    return Lemma(
        [Claim([*numbers, *within(length)], (one == other) == same)],
        {"indices up to the length": Claim([*numbers, *within(length + 1)], (one == other) == same)},
    )


@lemma
def the_place_is_below_the_length() -> Lemma:
    """The product that is taken away is not larger; what is left is an index of the new text, and fits the memory."""
    total, length, quotient = z3.Ints("total length quotient")
    numbers = [is_below(total, U64), is_below(length, MEMORY, 1)]
    divided = [quotient * length <= total, total < quotient * length + length]
    place = total - quotient * length
    return Lemma(
        [Claim([*numbers, *divided], z3.And(quotient * length < U64, place >= 0, place < length, place + 1 < MEMORY))],
        {"below the length before": Claim([*numbers, *divided], place < length - 1)},
    )


@lemma
def a_text_is_not_longer_than_its_encoded_form() -> Lemma:
    """Literal code points take an octet each, and so do insertions, at least: all places of the text fit the memory."""
    size, literal, left, taken, made = z3.Ints("size literal left taken made")
    # `left` octets are still to be read after `made` insertions, and the next one takes some of them.
    state = [is_below(size, MEMORY), literal >= 0, made >= 0, left >= 1, literal + made + left <= size]
    holds = z3.And(literal + made + 1 + (left - taken) <= size, literal + made + 1 <= size)
    return Lemma(
        [Claim([*state, taken >= 1, taken <= left], holds)],
        {"an insertion without a digit": Claim([*state, taken >= 0, taken <= left], holds)},
    )
