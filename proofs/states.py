"""The states of encoder and decoder, src/bootstring/deltas.rs and decode.rs.

A delta is how far it is from one insertion to the next. `length` is that of the text with the new code point, `i` where
the search begins, one behind the insertion before.
"""

import z3
from lemma import Claim, Lemma, lemma
from parameters import MEMORY, U32, is_below


def delta_of(turns: z3.ArithRef, length: z3.ArithRef, target: z3.ArithRef, i: z3.ArithRef) -> z3.ArithRef:
    """The delta that the encoder writes: from `i` as many turns as the code point is further, and to the index."""
    return turns * length + target - i


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
