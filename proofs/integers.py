"""Generalized variable-length integers, src/bootstring/varint.rs: what is more than its bodies, which are proved."""

import z3
from lemma import Claim, Lemma, lemma
from parameters import LARGEST_BASE, MEMORY, U32, U64, admitted, is_below, parameters
from rfc3492 import threshold

# The number of thresholds in a word.
PACKED = 8
# All that `base - t` can be: z3 divides by a constant at once, and by a variable only with much work.
DIVISORS = range(1, LARGEST_BASE + 1)


@lemma
def writing_ends() -> Lemma:
    """The rest is smaller than the value where `t >= 1`, which holds from `k > bias` on, as `tmax >= 1`."""
    p = parameters()
    k, bias, q, t = z3.Ints("k bias q t")
    numbers = [is_below(k, U64), is_below(bias, U32)]
    grows = Claim([*admitted(p), *numbers, k > bias], threshold(p, k, bias) >= 1)
    shrinks = [
        Claim([is_below(q, U64), t >= 1, t <= LARGEST_BASE - divisor, q >= t], (q - t) / divisor < q)
        for divisor in range(1, LARGEST_BASE)
    ]
    never = [*admitted(p, "tmax >= 1"), p.tmax == 0, *numbers, k > bias]
    return Lemma(
        [grows, *shrinks],
        {
            "tmax = 0": Claim(never, threshold(p, k, bias) >= 1),
            "k = bias": Claim([*admitted(p), *numbers, k == bias], threshold(p, k, bias) >= 1),
            "t = 0": Claim([is_below(q, U64), t == 0], (q - t) / z3.IntVal(1) < q),
        },
    )


@lemma
def a_digit_halves_what_is_left() -> Lemma:
    """Where `base - t >= 2`, the rest of a value below `2**bits` is below `2**(bits - 1)`: after 64 digits it is 0."""
    q, t = z3.Ints("q t")
    numbers = [is_below(q, U64), is_below(t, LARGEST_BASE), q >= t]
    return Lemma(
        [Claim(numbers, 2 * ((q - t) / z3.IntVal(divisor)) <= q) for divisor in range(2, LARGEST_BASE + 1)],
        {"base - t = 1": Claim(numbers, 2 * ((q - t) / z3.IntVal(1)) <= q)},
    )


@lemma
def a_number_has_one_spelling() -> Lemma:
    """Two spellings of one number, of whatever lengths, begin with the same digit, and both end there or neither.

    What follows a digit that does not end the number is one number again, and shorter: by induction on the length the
    spellings are the same.
    """
    t = z3.Int("t")
    names = ("digit", "rest", "other_digit", "other_rest")
    digit, rest, other_digit, other_rest = z3.Ints(" ".join(names))

    def spells(divisor: int, first: z3.ArithRef, more: z3.ArithRef, least: int) -> z3.BoolRef:
        """A digit below the threshold ends the number; any other is followed by a number."""
        digit_in_range = is_below(first, LARGEST_BASE + 1)
        return z3.And(digit_in_range, first < t + divisor, more >= least, z3.Implies(first < t, more == 0))

    def value(divisor: int, first: z3.ArithRef, more: z3.ArithRef) -> z3.ArithRef:
        return z3.If(first < t, first, first + divisor * more)

    def given(divisor: int, least: int = 0) -> list[z3.BoolRef]:
        same = value(divisor, digit, rest) == value(divisor, other_digit, other_rest)
        both = (spells(divisor, digit, rest, least), spells(divisor, other_digit, other_rest, least))
        return [is_below(t, LARGEST_BASE + 1 - divisor), *both, same]

    are_one = z3.And(digit == other_digit, (digit < t) == (other_digit < t), rest == other_rest)
    return Lemma(
        [Claim(given(divisor), are_one) for divisor in DIVISORS], {"a rest below zero": Claim(given(10, -1), are_one)}
    )


@lemma
def reader_takes_back_what_is_written() -> Lemma:
    """The writer's rest times the reader's weight is what is missing in the reader's sum, digit for digit."""
    p = parameters()
    index, value, total, weight, q, rest, t = z3.Ints("index value total weight q rest t")
    numbers = [is_below(index, MEMORY), is_below(value, U64), is_below(q, U64), is_below(rest, U64), weight >= 1]
    range_of_t = [is_below(t, p.base)]
    missing = [*admitted(p), *numbers, *range_of_t, total + weight * q == index + value]
    # The digit of room `writing`.
    digit = q - rest * (p.base - t)
    step = total + digit * weight + weight * (p.base - t) * rest == index + value
    end = total + q * weight == index + value
    return Lemma(
        [Claim([*missing, q >= t], step), Claim([*missing, q < t], end)],
        {"weight * base": Claim([*missing, q >= t], total + digit * weight + weight * p.base * rest == index + value)},
    )


@lemma
def reader_refuses_only_what_does_not_fit() -> Lemma:
    """A digit other than 0 whose product or sum is beyond 64 bits: then the number is, too, whatever follows."""
    index, value, total, weight, q, digit = z3.Ints("index value total weight q digit")
    numbers = [is_below(index, MEMORY), value >= 0, total >= 0, weight >= 1, digit <= q]
    missing = [*numbers, total + weight * q == index + value]
    is_refused = z3.Or(weight >= U64, weight * digit >= U64, total + weight * digit >= U64)
    return Lemma(
        [Claim([*missing, digit >= 1, is_refused], index + value >= U64)],
        {"zeros refused, too": Claim([*missing, digit >= 0, is_refused], index + value >= U64)},
    )


@lemma
def eight_digits_are_enough_for_labels() -> Lemma:
    """Punycode: a delta of up to `0x110000 * 65` ends with the eighth digit, and the room of a short text holds all."""
    bias, q, places, basic, size, delta = z3.Ints("bias q places basic size delta")
    # Biases of Punycode are below `room_punycode.BIASES`.
    k = z3.IntVal(36 * PACKED)
    t = z3.If(k <= bias + 1, 1, z3.If(k >= bias + 26, 26, k - bias))
    after_seven = [is_below(delta, 0x110000 * 65 + 1), q == delta / 10**7, is_below(bias, 36 * 4 + 34)]
    divisor = z3.Int("divisor")
    smallest = [is_below(t, 27, 1), divisor == 36 - t, is_below(bias, U32)]
    text = [is_below(places, 65), z3.Or([size == room for room in (16, 32, 64)]), places <= size]
    octets = basic + z3.If(basic > 0, 1, 0) + PACKED * (places - basic)
    return Lemma(
        [
            # A length divides by its reciprocal (room `division`).
            Claim([is_below(places, 65)], places <= LARGEST_BASE),
            Claim(smallest, divisor >= 10),
            Claim(after_seven, q < t),
            Claim([is_below(delta, 0x110000 * 65 + 1)], delta < 2**27),
            Claim([*text, is_below(basic, 65), basic <= places], octets <= PACKED * size),
        ],
        {
            "seven digits": Claim([is_below(delta, 0x110000 * 65 + 1), q == delta / 10**6], q < 26),
            "seven octets each": Claim([*text, is_below(basic, 65), basic <= places], octets <= 7 * size),
        },
    )
