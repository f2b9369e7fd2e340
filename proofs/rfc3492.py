"""The formulas of RFC 3492, written once: for all parameters that are admitted."""

from typing import Any

import z3
from parameters import U64, Parameters

from mirproof.numbers_of import quotient

NUMBER = z3.IntSort()
ADAPTED = z3.Function("adapted", NUMBER, NUMBER, NUMBER)
# The threshold of digit `j`, counted from 0: `threshold` of `k = base * (j + 1)`.
THRESHOLD = z3.Function("threshold", NUMBER, NUMBER)
# Of what is left of an integer before digit `j`: the digit at a place, and the number of digits that are left.
WRITTEN = z3.Function("written", NUMBER, NUMBER, NUMBER, NUMBER)
COUNT = z3.Function("count", NUMBER, NUMBER, NUMBER)
IS_LONGER = z3.Function("is_longer", NUMBER, NUMBER, z3.BoolSort())
# The digit-value of an octet, and `NO_DIGIT`.
VALUE = z3.Function("value", NUMBER, NUMBER)
NO_DIGIT = 255
# From digit `j`, the sum and the weight on: the outcome of reading, its sum, and the place behind the last digit.
OUTCOME, SUM, END = (z3.Function(name, *[NUMBER] * 4) for name in ("outcome", "sum", "end"))
OUTCOMES = ["Read", "Truncated", "InvalidDigit", "NonAscii", "Overflow", "Longer"]
WEIGHT = z3.Function("weight", NUMBER, NUMBER)


def bound(p: Parameters) -> tuple[Any, list[Any]]:
    """Section 6.1: the delta at which the loop ends, `((base - tmin) * tmax) div 2`."""
    return quotient((p.base - p.tmin) * p.tmax, z3.IntVal(2))


def last_line(p: Parameters, delta: Any) -> tuple[Any, list[Any]]:
    """Section 6.1: `((base - tmin + 1) * delta) div (delta + skew)`."""
    return quotient((p.base - p.tmin + 1) * delta, delta + p.skew)


def loop_of_adapt(p: Parameters, delta: Any, k: Any) -> list[Any]:
    """Section 6.1: the definition of `adapted(delta, k)`, unfolded once; one round of `while`, or the last line."""
    limit, facts = bound(p)
    scaled, more = quotient(delta, p.base - p.tmin)
    end, last = last_line(p, delta)
    step = z3.If(delta > limit, ADAPTED(scaled, k + p.base), k + end)
    return [*facts, *more, *last, ADAPTED(delta, k) == step]


def adapted(p: Parameters, delta: Any, length: Any, first: Any) -> tuple[Any, list[Any]]:
    """Section 6.1: the function `adapt`."""
    by_damp, facts = quotient(delta, p.damp)
    half, more = quotient(delta, z3.IntVal(2))
    scaled = z3.If(first, by_damp, half)
    by_length, last = quotient(scaled, length)
    return ADAPTED(scaled + by_length, z3.IntVal(0)), [*facts, *more, *last]


def threshold(p: Parameters, k: Any, bias: Any) -> Any:
    """Section 6.2: tmin if `k <= bias + tmin`, tmax if `k >= bias + tmax`, otherwise `k - bias`."""
    return z3.If(k <= bias + p.tmin, p.tmin, z3.If(k >= bias + p.tmax, p.tmax, k - bias))


def writing(p: Parameters, q: Any, j: Any, place: Any) -> list[Any]:
    """Section 6.3: the definition of `written` and `count`, unfolded once; one round of the loop over digits."""
    t = THRESHOLD(j)
    rest, facts = quotient(q - t, p.base - t)
    digit = z3.If(q < t, q, t + (q - t - (p.base - t) * rest))
    return [
        z3.Implies(q >= t, z3.And(facts)),
        WRITTEN(q, j, place) == z3.If(place == j, digit, WRITTEN(rest, j + 1, place)),
        COUNT(q, j) == z3.If(q < t, 1, 1 + COUNT(rest, j + 1)),
    ]


def longer(p: Parameters, q: Any, j: Any, most: Any) -> list[Any]:
    """The same loop, which counts to `most`."""
    t = THRESHOLD(j)
    rest, facts = quotient(q - t, p.base - t)
    goes_on = z3.And(q >= t, IS_LONGER(rest, j + 1))
    return [z3.Implies(q >= t, z3.And(facts)), IS_LONGER(q, j) == z3.If(j >= most, True, goes_on)]


def weight(p: Parameters, j: Any) -> list[Any]:
    """Section 6.2: `w` begins with 1, and each digit multiplies it by `base - t`."""
    return [WEIGHT(0) == 1, WEIGHT(j + 1) == WEIGHT(j) * (p.base - THRESHOLD(j))]


def reading(octet: Any, length: Any, j: Any, total: Any, most: int) -> list[Any]:
    """Section 6.2: one round of the loop over digits, of which there are `length`; `most` of them are looked at.

    The sum overflows, not the weight: zeros may follow.
    """
    value, t = VALUE(octet), THRESHOLD(j)
    after = total + value * WEIGHT(j)
    missing, bad, not_ascii, overflow, more = range(1, len(OUTCOMES))
    fault = z3.If(after >= U64, overflow, 0)
    fault = z3.If(value == NO_DIGIT, z3.If(octet < 0x80, bad, not_ascii), fault)
    fault = z3.If(j >= most, more, z3.If(j >= length, missing, fault))
    now, then = (j, total, WEIGHT(j)), (j + 1, after, WEIGHT(j + 1))
    is_end = z3.Or(fault != 0, value < t)
    return [
        OUTCOME(*now) == z3.If(is_end, fault, OUTCOME(*then)),
        SUM(*now) == z3.If(is_end, after, SUM(*then)),
        END(*now) == z3.If(is_end, z3.If(fault != 0, j, j + 1), END(*then)),
    ]
