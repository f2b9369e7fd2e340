"""Division by multiplication, src/bootstring/division.rs."""

import z3
from lemma import Claim, Lemma, lemma
from parameters import U64, is_below

SHIFT = 36
DIVIDENDS = 2**27
DIVISORS = range(1, 128)


def reciprocal(divisor: int, shift: int = SHIFT) -> int:
    """An entry of `RECIPROCALS`."""
    return (1 << shift) // divisor + 1


def is_exact(dividend: z3.ArithRef, divisor: int, factor: int, shift: int = SHIFT) -> z3.BoolRef:
    return dividend * factor / 2**shift == dividend / divisor


@lemma
def reciprocals_are_exact() -> Lemma:
    """`(x * m) >> 36` is `x / d` for every `x` below 2**27 and each of the 127 divisors."""
    x = z3.Int("x")
    small = [is_below(x, DIVIDENDS)]
    return Lemma(
        [Claim(small, is_exact(x, divisor, reciprocal(divisor))) for divisor in DIVISORS],
        {
            "a reciprocal without 1 more": Claim(small, is_exact(x, 7, reciprocal(7) - 1)),
            "a shift by 30": Claim(small, is_exact(x, 121, reciprocal(121, 30), 30)),
            "dividends below 2**36": Claim([is_below(x, 2**36)], is_exact(x, 127, reciprocal(127))),
        },
    )


@lemma
def products_with_reciprocals_fit() -> Lemma:
    """Below 2**64, so that nothing is lost before the shift."""
    x = z3.Int("x")
    return Lemma(
        [Claim([is_below(x, DIVIDENDS)], x * reciprocal(divisor) < U64) for divisor in DIVISORS],
        {"dividends below 2**29": Claim([is_below(x, 2**29)], x * reciprocal(1) < U64)},
    )


@lemma
def dividends_are_at_most_what_was_said() -> Lemma:
    """The dividends after `Divisor::new(length, largest)`: a sum, or a delta or its half, which are not larger."""
    index, delta, half, total = z3.Ints("index delta half total")
    given = [is_below(index, U64), is_below(total, U64), delta == total - index, index <= total, half == delta / 2]
    return Lemma(
        [Claim(given, z3.And(delta <= total, half <= total, delta >= 0))],
        {"less than the sum": Claim(given, delta < total)},
    )
