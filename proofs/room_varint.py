"""`src/bootstring/varint.rs`: thresholds are those of RFC 3492 section 6.2, one and eight in a word."""

from typing import Any

import rfc3492
import z3
from instance import BIAS, DIGITS, PACKED, arguments
from parameters import LARGEST_BASE, U32, U64, admitted, is_below
from room_bias import PARAMETERS, P
from room_division import DIVIDENDS, DIVISORS, formula

from mirproof.contracts import Contract
from mirproof.machine import Machine
from mirproof.numbers_of import Integers, Words
from mirproof.values import State


def are_admitted(given: Any) -> list[Any]:
    return [*admitted(P), is_below(BIAS, U32)]


def are_ordered(given: Any) -> list[Any]:
    numbers = [is_below(number, U64) for number in (given.k, given.bias)]
    return [*numbers, given.tmin <= given.tmax]


def is_threshold(given: Any, result: Any) -> list[Any]:
    p = P._replace(tmin=given.tmin, tmax=given.tmax)
    return [result == rfc3492.threshold(p, given.k, given.bias), given.tmin <= result, result <= given.tmax]


def is_set(given: Any) -> list[Any]:
    base, tmin, tmax = given.base, given.tmin, given.tmax
    return [z3.ULE(base, LARGEST_BASE), z3.ULE(tmin, tmax), z3.ULT(tmax, base), z3.ULT(given.bias, U32)]


def section_6_2(k: Any, bias: Any, tmin: Any, tmax: Any) -> Any:
    """The threshold, of words: no sum is beyond 64 bits."""
    return z3.If(z3.ULE(k, bias + tmin), tmin, z3.If(z3.UGE(k, bias + tmax), tmax, k - bias))


def threshold_of_words(m: Machine, state: State, k: Any, bias: Any, tmin: Any, tmax: Any) -> Any:
    """The contract of `threshold`, where the sums of its formula fit."""
    m.oblige(state, z3.And(z3.ULE(tmin, tmax), z3.ULT(bias, U32), z3.ULT(tmax, U32)), "requires of threshold")
    return section_6_2(k, bias, tmin, tmax)


def are_packed(given: Any, result: Any) -> list[Any]:
    """Each octet is the threshold of section 6.2, here of words."""
    claims = []
    result = z3.BitVecVal(result, 64) if isinstance(result, int) else result
    for place in range(PACKED):
        expected = section_6_2(given.base * (place + 1), given.bias, given.tmin, given.tmax)
        claims.append(z3.Extract(8 * place + 7, 8 * place, result) == z3.Extract(7, 0, expected))
    return claims


def is_late(given: Any, result: Any) -> list[Any]:
    return [result == rfc3492.threshold(P, P.base * (given.j + 1), BIAS), P.tmin <= result, result <= P.tmax]


def is_early(given: Any) -> list[Any]:
    return [*are_admitted(given), is_below(given.j, DIGITS)]


def is_quotient_of_both(given: Any, result: Any) -> list[Any]:
    divisor = given.made.divisor
    return [result * divisor <= given.dividend, given.dividend < result * divisor + divisor]


def is_octet(given: Any) -> list[Any]:
    return [is_below(given.value, 256)]


NUMBERS = Integers()
PACKED_THRESHOLDS = Contract(
    "packed_thresholds",
    is_set,
    are_packed,
    Words(),
    calls={"threshold": threshold_of_words},
    parameters=("base", "bias", "tmin", "tmax"),
)
CONTRACTS = [
    Contract("threshold", are_ordered, is_threshold, NUMBERS),
    PACKED_THRESHOLDS,
    Contract("late_threshold", is_early, is_late, NUMBERS, arguments=arguments, calls=PARAMETERS),
    Contract("low_octet", is_octet, lambda given, r: [r == given.value], NUMBERS, parameters=("value",), is_used=True),
    Contract(
        "by_reciprocal",
        lambda given: [is_below(given.dividend, DIVIDENDS)],
        is_quotient_of_both,
        NUMBERS,
        arguments=lambda m, state, case: {"reciprocal": formula(case["divisor"])},
        cases=[{"divisor": divisor} for divisor in DIVISORS],
    ),
]
