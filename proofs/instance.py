"""An instance of Bootstring as the bodies ask it: the contract of the trait `Parameters`, and of `late_threshold`.

Punycode keeps it (`room_punycode.py`), and so does every other instance (`room_instance.py`).
"""

from typing import Any

import z3
from parameters import LARGEST_BASE, is_below
from rfc3492 import NO_DIGIT, THRESHOLD, VALUE
from room_bias import PARAMETERS, P
from room_division import DIVIDENDS

from mirproof.machine import Machine
from mirproof.numbers_of import quotient
from mirproof.values import Opaque, Outside, State

BIAS = z3.Int("bias")
# Digits are octets of memory, of which there are fewer, behind eight others.
DIGITS = 2**57 + 8
PACKED = 8
# The octet that stands for a digit-value.
DIGIT = z3.Function("digit", z3.IntSort(), z3.IntSort())
RECIPROCAL = z3.Function("reciprocal", z3.IntSort(), z3.IntSort())


def arguments(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    return {"params": Opaque("P"), "bias": BIAS}


def threshold_of(m: Machine, state: State, j: Any) -> Any:
    """The definition of the formula of section 6.2, and what the contract of `threshold` says of it."""
    found = THRESHOLD(j)
    m.assume(state, P.tmin <= found, found <= P.tmax)
    return found


def late_threshold(m: Machine, state: State, _: Any, j: Any, bias: Any) -> Any:
    m.oblige(state, z3.And(is_below(j, DIGITS), bias == BIAS), "requires of late_threshold")
    return threshold_of(m, state, j)


def thresholds(m: Machine, state: State, _: Any, bias: Any) -> Any:
    m.oblige(state, bias == BIAS, "requires of thresholds")
    for j in range(PACKED):
        threshold_of(m, state, z3.IntVal(j))
    return packed_from(0)


def packed_from(first: int) -> Any:
    """The word of thresholds from one on: an octet each."""
    return z3.Sum([THRESHOLD(j) * 256 ** (j - first) for j in range(first, PACKED)])


def are_packed_from(m: Machine, state: State, word: Any, first: int) -> list[Any]:
    """The invariant of a word of thresholds: its lowest octet is the threshold of digit `first`."""
    if first == PACKED:
        return [word == 0]
    high, facts = quotient(word, 128)
    m.assume(state, *facts)
    return [word == packed_from(first), word - 128 * high == THRESHOLD(first)]


def digit(m: Machine, state: State, _: Any, value: Any) -> Any:
    m.oblige(state, z3.And(value >= 0, value < P.base), "requires of digit")
    m.assume(state, is_below(DIGIT(value), 256))
    return DIGIT(value)


def value(m: Machine, state: State, _: Any, digit: Any) -> Any:
    found = VALUE(digit)
    m.assume(state, z3.Or(is_below(found, P.base), found == NO_DIGIT))
    return found


def reciprocal(m: Machine, state: State, _: Any, t: Any) -> Any:
    divisor = P.base - t
    m.oblige(state, z3.And(divisor >= 1, divisor <= LARGEST_BASE), "requires of reciprocal")
    return RECIPROCAL(divisor)


def by_reciprocal(m: Machine, state: State, dividend: Any, factor: Any) -> Any:
    """The contract of the room of varint, of the divisor whose reciprocal it is."""
    if factor.decl() != RECIPROCAL:
        raise Outside(f"a division by {factor}")
    m.oblige(state, is_below(dividend, DIVIDENDS), "requires of by_reciprocal")
    found, facts = quotient(dividend, factor.arg(0))
    m.assume(state, *facts)
    return found


CALLS = {
    **PARAMETERS,
    **{f"<P as Parameters>::{each.__name__}": each for each in (thresholds, digit, value, reciprocal)},
    "late_threshold": late_threshold,
    "by_reciprocal": by_reciprocal,
}
