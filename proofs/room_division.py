"""`src/bootstring/division.rs`: quotients by reciprocals are quotients, for every dividend and divisor there can be."""

from typing import Any

from parameters import U32, is_below, is_quotient

from mirproof.contracts import Contract
from mirproof.numbers_of import Integers

SHIFT = 36
DIVIDENDS = 2**27
DIVISORS = range(1, 128)
EACH = [{"divisor": divisor} for divisor in DIVISORS]


def formula(divisor: int) -> int:
    return int(2**SHIFT // divisor + 1)


def is_small(given: Any) -> list[Any]:
    return [is_below(given.dividend, DIVIDENDS), given.divisor >= 1, given.divisor <= DIVISORS[-1]]


def is_divisor(given: Any) -> list[Any]:
    return [given.divisor >= 1]


def divides(given: Any, result: Any) -> list[Any]:
    return [is_quotient(result, given.dividend, given.divisor)]


NUMBERS = Integers()
CONTRACTS = [
    Contract("reciprocal_of", ensures=lambda given, r: [r == formula(given.divisor)], numbers=NUMBERS, cases=EACH),
    Contract(
        "division::reciprocal", ensures=lambda given, r: [r == formula(given.divisor)], numbers=NUMBERS, cases=EACH
    ),
    Contract("is_small", ensures=lambda given, r: [r == (given.dividend < DIVIDENDS)], numbers=NUMBERS),
    Contract("has_reciprocal", ensures=lambda given, r: [r == (given.divisor < 128)], numbers=NUMBERS),
    Contract(
        "small_quotient", is_small, divides, NUMBERS, cases=EACH, parameters=("dividend", "divisor"), is_used=True
    ),
    Contract("hardware_quotient", is_divisor, divides, NUMBERS),
    Contract("quotient", is_divisor, divides, NUMBERS),
]
__all__ = ["CONTRACTS", "U32"]
