"""`src/bootstring/bias.rs`: `adapt` and its last line are those of RFC 3492 section 6.1, for all parameters."""

from typing import Any

import rfc3492
import z3
from parameters import U32, U64, Parameters, admitted, is_below, parameters

from mirproof.contracts import Contract
from mirproof.frames import Frame, Loop
from mirproof.library import called
from mirproof.machine import Machine
from mirproof.numbers_of import QUOTIENT, Integers, quotient
from mirproof.values import Opaque, Outside, State

P = parameters()
DELTA, LENGTH = z3.Ints("whole_delta length")
# `2**64` is halved to nothing in so many rounds.
ROUNDS = 64
# A bias is below it.
BIASES = 2**14


def parameter(value: Any) -> Any:
    """A function of the parameters that returns this one."""
    return lambda m, state, *_: value


def by_length(m: Machine, state: State, _: Any, given: Any) -> Any:
    """The closure that callers hand over divides by the length: contract of `division::quotient`."""
    (scaled,) = given.fields
    m.oblige(state, z3.And(scaled >= 0, scaled <= DELTA), "at most the delta is divided by the length")
    found, facts = quotient(scaled, LENGTH)
    m.assume(state, *facts)
    return found


def adapts(m: Machine, state: State, delta: Any, closure: Any, callee: str) -> tuple[Any, Any]:
    """The contract of `adapt`: its bias, and the length by which its closure divides any number up to the delta."""
    m.oblige(state, is_below(delta, U64), "requires of adapt")
    scaled, inside = z3.FreshInt("scaled"), state.copy()
    m.assume(inside, scaled >= 0, scaled <= delta)
    ((end, found),) = called(m, inside, callee, [scaled], closure)
    if found.decl() != QUOTIENT or not found.arg(0).eq(scaled):
        raise Outside(f"a closure of adapt that returns {found}")
    m.oblige(end, is_below(found.arg(1), U64, 1), "a length is not 0")
    bias = z3.FreshInt("bias")
    m.assume(state, is_below(bias, BIASES))
    return bias, found.arg(1)


def last_line(m: Machine, state: State, _: Any, delta: Any) -> Any:
    """The contract of `scaled_bias`."""
    m.oblige(state, z3.And(delta >= 0, 2 * delta <= (P.base - P.tmin) * P.tmax), "requires of scaled_bias")
    found, facts = rfc3492.last_line(P, delta)
    m.assume(state, *facts, found <= P.base - P.tmin)
    return found


PARAMETERS = {
    f"<P as Parameters>::{name}": parameter(getattr(P, name))
    for name in ("base", "tmin", "tmax", "damp", "initial_bias")
}


def is_admitted(given: Any) -> list[Any]:
    return [*admitted(P), is_below(LENGTH, U64, 1), is_below(DELTA, U64)]


def is_that_of_the_rfc(given: Any, result: Any) -> list[Any]:
    expected, facts = rfc3492.adapted(P, given.delta, LENGTH, given.first)
    given.machine.assume(given.end, *facts)
    return [result == expected, result <= ROUNDS * P.base + P.base - P.tmin, is_below(result, BIASES)]


def at_head(frame: Frame) -> dict[str, Any]:
    return {"delta": z3.FreshInt("delta"), "k": z3.FreshInt("k")}


def invariant(frame: Frame, done: int) -> list[Any]:
    """After `done` rounds delta is below `2**(64 - done)`, and what is left to do leads to what the RFC has."""
    delta, k = frame["delta"], frame["k"]
    given = frame["delta#1"], frame["first"]
    expected, facts = rfc3492.adapted(P, given[0], LENGTH, given[1])
    frame.machine.assume(frame.state, *facts)
    return [z3.And(delta >= 0, delta * 2**done < U64), k == done * P.base, rfc3492.ADAPTED(delta, k) == expected]


def unfolded(frame: Frame) -> list[Any]:
    return rfc3492.loop_of_adapt(P, frame["delta"], frame["k"])


def is_left(given: Any) -> list[Any]:
    """Parameters of `scaled_bias`, and a delta that the loop leaves."""
    p = of_arguments(given)
    return [*admitted(p)[1:], p.base >= 2, 2 * given.delta <= (p.base - p.tmin) * p.tmax]


def of_arguments(given: Any) -> Parameters:
    return Parameters(given.base, given.tmin, z3.Int("tmax"), given.skew, z3.Int("damp"), z3.Int("initial_bias"))


def is_last_line(given: Any, result: Any) -> list[Any]:
    p = of_arguments(given)
    expected, facts = rfc3492.last_line(p, given.delta)
    given.machine.assume(given.end, *facts)
    return [result == expected, result <= p.base - p.tmin]


SCALED_BIAS = Contract("scaled_bias", is_left, is_last_line, Integers(), parameters=("base", "tmin", "skew", "delta"))
CONTRACTS = [
    Contract(
        "adapt",
        is_admitted,
        is_that_of_the_rfc,
        Integers(),
        arguments=lambda m, state, case: {"params": Opaque("P"), "delta": DELTA, "by_length": Opaque("FnOnce")},
        loops={0: Loop(at_head, invariant, ROUNDS, unfolded)},
        calls={
            **PARAMETERS,
            "<P as Parameters>::scaled_bias": last_line,
            "<impl FnOnce(u64) -> u64 as FnOnce<(u64,)>>::call_once": by_length,
        },
    ),
    SCALED_BIAS,
]
__all__ = ["BIASES", "CONTRACTS", "PARAMETERS", "U32"]
