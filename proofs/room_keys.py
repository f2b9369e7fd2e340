"""`src/bootstring/keys.rs`: keys are sorted by counting only where their code points differ in seven bits at most."""

from typing import Any

import z3
from contracts import Contract
from machine import Machine
from values import Items, Ref, Slice, State

PLACE_BITS, BLOCK_BITS = 6, 7
# Fewer keys are sorted by their ranks.
COUNTS = range(17, 65)


def keys(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    state.cells["keys"] = Items(tuple(m.fresh(state, "i32", "key") for _ in range(case["count"])), "[]")
    return {"keys": Slice(Ref("keys"), 0, case["count"]), "each": state.cells["keys"].fields}


def block(key: Any) -> Any:
    return z3.Extract(31, PLACE_BITS + BLOCK_BITS, key)


def is_one_block(given: Any, result: Any) -> list[Any]:
    first, *others = given.made.each
    return [result == z3.And([block(key) == block(first) for key in others])]


CONTRACTS = [
    Contract(
        "share_a_block",
        lambda given: [key >= 0 for key in given.made.each],
        is_one_block,
        arguments=keys,
        cases=[{"count": count} for count in COUNTS],
    ),
]
