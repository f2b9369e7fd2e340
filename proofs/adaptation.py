"""Bias adaptation, src/bootstring/bias.rs, and the tables of src/punycode.rs that it asks."""

import z3
from lemma import Claim, Lemma, lemma
from parameters import U32, U64, admitted, is_below, is_quotient, parameters

# `2**64` is halved to nothing in so many rounds.
ROUNDS = 64


@lemma
def first_line_never_exceeds_delta() -> Lemma:
    """`delta / damp` or `delta / 2`, and that again by the length: at most `delta`, which was at most `largest`."""
    p = parameters()
    delta, length, scaled, share = z3.Ints("delta length scaled share")
    first = z3.Bool("first")
    numbers = [is_below(delta, U64), is_below(length, U64, 1)]
    line = [is_quotient(scaled, delta, z3.If(first, p.damp, 2)), is_quotient(share, scaled, length)]
    fits = z3.And(scaled <= delta, scaled + share <= delta)
    return Lemma(
        [Claim([*admitted(p), *numbers, *line], fits)],
        {
            "damp = 1": Claim([*admitted(p, "damp >= 2"), p.damp == 1, *numbers, *line], fits),
            "a sum below delta": Claim([*admitted(p), *numbers, *line], scaled + share < delta),
        },
    )


@lemma
def loop_at_least_halves() -> Lemma:
    """A round divides by `base - tmin >= 2`; it begins where something is left, so there are at most 64 rounds."""
    p = parameters()
    delta, scaled, bound = z3.Ints("delta scaled bound")
    numbers = [is_below(delta, U64), is_quotient(scaled, delta, p.base - p.tmin)]
    is_entered = [is_quotient(bound, (p.base - p.tmin) * p.tmax, 2), delta > bound]
    halves = Claim([*admitted(p), *numbers, *is_entered], z3.And(2 * scaled <= delta, scaled < delta))
    # After `done` rounds delta is below `2**(64 - done)`, and after 64 of them the loop is not entered.
    rounds = [
        Claim([2 * scaled <= delta, is_below(delta, 2 ** (ROUNDS - done)), scaled >= 0], scaled < 2 ** (63 - done))
        for done in range(ROUNDS - 1)
    ]
    last = Claim([*admitted(p), delta == 0, is_quotient(bound, (p.base - p.tmin) * p.tmax, 2)], delta <= bound)
    longer = [*admitted(p, "tmin <= base - 2"), p.tmin + 1 == p.base, *numbers, *is_entered]
    return Lemma(
        [halves, *rounds, last],
        {
            "tmin = base - 1": Claim(longer, scaled < delta),
            "a third": Claim([*admitted(p), *numbers, *is_entered], 3 * scaled <= delta),
        },
    )


@lemma
def loop_leaves_less_than_2_14() -> Lemma:
    """The delta after the loop, at most `(base - tmin) * tmax / 2`, is below 2**14, so that it fits `u32`."""
    p = parameters()
    delta, bound = z3.Ints("delta bound")
    is_left = [is_below(delta, U64), is_quotient(bound, (p.base - p.tmin) * p.tmax, 2), delta <= bound]
    return Lemma(
        [Claim([*admitted(p), *is_left], delta < 2**14)],
        {
            "2**12": Claim([*admitted(p), *is_left], delta < 2**12),
            "tmax of any size": Claim([*admitted(p, "tmax <= base - 1"), p.tmax < U32, *is_left], delta < 2**14),
        },
    )


@lemma
def last_line_fits() -> Lemma:
    """`(base - tmin + 1) * delta` is below 2**32, and divided by `delta + skew` at most `base - tmin`."""
    p = parameters()
    delta, quotient = z3.Ints("delta quotient")
    product = (p.base - p.tmin + 1) * delta
    is_left = [is_below(delta, 2**14), is_quotient(quotient, product, delta + p.skew)]
    fits = z3.And(product < U32, quotient <= p.base - p.tmin)
    no_skew = [*admitted(p, "skew >= 1"), p.skew == 0, is_below(delta, 2**14, 1)]
    return Lemma(
        [Claim([*admitted(p), *is_left], fits)],
        {
            "skew = 0": Claim([*no_skew, is_quotient(quotient, product, delta)], fits),
            "2**20": Claim([*admitted(p), *is_left], product < 2**20),
        },
    )


@lemma
def skew_may_be_cut() -> Lemma:
    """Where `delta + skew` does not fit 32 bits, the quotient is 0 with the sum and with `u32::MAX` alike."""
    p = parameters()
    delta, exact, cut = z3.Ints("delta exact cut")
    product = (p.base - p.tmin + 1) * delta
    too_much = [is_below(delta, 2**14), delta + p.skew >= U32]

    def quotients(limit: int) -> list[z3.BoolRef]:
        return [is_quotient(exact, product, delta + p.skew), is_quotient(cut, product, z3.IntVal(limit))]

    alike = z3.And(exact == 0, cut == 0)
    return Lemma(
        [Claim([*admitted(p), *too_much, *quotients(U32 - 1)], alike)],
        {"a sum cut to 16 bits": Claim([*admitted(p), *too_much, *quotients(2**16 - 1)], alike)},
    )


@lemma
def bias_fits() -> Lemma:
    """A base for each round and the last line: below 2**14, so that the sums fit `u32`."""
    p = parameters()
    rounds, quotient = z3.Ints("rounds quotient")
    line = [is_below(quotient, U32), quotient <= p.base - p.tmin]
    bias = rounds * p.base + quotient
    return Lemma(
        [Claim([*admitted(p), is_below(rounds, ROUNDS + 1), *line], bias < 2**14)],
        {"any number of rounds": Claim([*admitted(p), is_below(rounds, U64), *line], bias < 2**14)},
    )


@lemma
def tables_of_punycode_are_long_enough() -> Lemma:
    """`SCALED_BIASES` has what the loop leaves; `THRESHOLDS` every bias after a delta below 2**27."""
    left, delta, scaled, quotient = z3.Ints("left delta scaled quotient")
    is_left = [is_below(left, U64), left <= (36 - 1) * 26 / z3.IntVal(2)]
    entry = [*is_left, is_quotient(quotient, 36 * left, left + 38)]
    four_rounds = scaled == delta / 35 / 35 / 35 / 35
    return Lemma(
        [
            Claim(is_left, left < 456),
            Claim(entry, quotient <= 33),
            Claim([is_below(delta, 2**27), four_rounds], scaled <= 455),
            Claim([is_below(left, 5), is_below(scaled, 34)], 36 * left + scaled < 36 * 4 + 34),
        ],
        {
            "455 entries": Claim(is_left, left < 455),
            "a last line of at most 32": Claim(entry, quotient <= 32),
            "deltas below 2**30": Claim([is_below(delta, 2**30), four_rounds], scaled <= 455),
        },
    )
