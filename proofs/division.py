"""Division by multiplication, src/bootstring/division.rs."""

import z3
from lemma import Claim, Lemma, lemma
from parameters import U64, is_below


@lemma
def dividends_are_at_most_what_was_said() -> Lemma:
    """The dividends after `Divisor::new(length, largest)`: a sum, or a delta or its half, which are not larger."""
    index, delta, half, total = z3.Ints("index delta half total")
    given = [is_below(index, U64), is_below(total, U64), delta == total - index, index <= total, half == delta / 2]
    return Lemma(
        [Claim(given, z3.And(delta <= total, half <= total, delta >= 0))],
        {"less than the sum": Claim(given, delta < total)},
    )
