"""The formulas of RFC 3492, written once: for all parameters that are admitted."""

from typing import Any

import z3
from numbers_of import quotient
from parameters import Parameters

ADAPTED = z3.Function("adapted", z3.IntSort(), z3.IntSort(), z3.IntSort())


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
