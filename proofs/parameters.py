"""The values in the claims: integers of so many bits, and the parameter sets that `Settings::validate` admits."""

from typing import NamedTuple

import z3

U32 = 2**32
U64 = 2**64
# The largest number of octets in one piece of memory (`isize::MAX`), and one more.
MEMORY = 2**63
# The largest base: digits are distinct characters of ASCII, and the delimiter is another one (`base_is_at_most_127`).
LARGEST_BASE = 127


class Parameters(NamedTuple):
    """The numbers among the parameters."""

    base: z3.ArithRef
    tmin: z3.ArithRef
    tmax: z3.ArithRef
    skew: z3.ArithRef
    damp: z3.ArithRef
    initial_bias: z3.ArithRef


def parameters() -> Parameters:
    return Parameters(*z3.Ints("base tmin tmax skew damp initial_bias"))


def constraints(p: Parameters) -> dict[str, z3.BoolRef]:
    """The constraints of `Settings::validate` on numbers, each with its text there.

    The constraint on the initial bias is not among them: no claim needs it, so that all hold without it, too.
    """
    return {
        "base >= 2": p.base >= 2,
        "base <= 127": p.base <= LARGEST_BASE,
        "0 <= tmin <= tmax": z3.And(p.tmin >= 0, p.tmin <= p.tmax),
        "tmax <= base - 1": p.tmax < p.base,
        "tmax >= 1": p.tmax >= 1,
        "tmin <= base - 2": p.tmin + 2 <= p.base,
        "skew >= 1": z3.And(p.skew >= 1, p.skew < U32),
        "damp >= 2": z3.And(p.damp >= 2, p.damp < U32),
        "initial_bias": z3.And(p.initial_bias >= 0, p.initial_bias < U32),
    }


def admitted(p: Parameters, without: str = "") -> list[z3.BoolRef]:
    """All of them; one may be left out for a mutant."""
    everything = constraints(p)
    if without and without not in everything:
        raise ValueError(f"there is no constraint {without}")
    return [constraint for text, constraint in everything.items() if text != without]


def is_below(number: z3.ArithRef, limit: int, least: int = 0) -> z3.BoolRef:
    """A number from `least` up to, but without, `limit`."""
    return z3.And(number >= least, number < limit)


def is_quotient(quotient: z3.ArithRef, dividend: z3.ArithRef, divisor: z3.ArithRef) -> z3.BoolRef:
    """Division as the code has it, which drops the remainder. `divisor` is at least 1."""
    return z3.And(quotient * divisor <= dividend, dividend < quotient * divisor + divisor, quotient >= 0)
