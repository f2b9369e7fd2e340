"""`src/bootstring/keys.rs`: keys are sorted by counting only where their code points differ in seven bits at most."""

from typing import Any

import z3
from contracts import Contract
from frames import Frame, Loop
from machine import Machine
from values import Items, Iterator, Ref, Slice, State

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


# `by_rank`. The iterator of its first loop and its ranks, by their locals: others have their names, too.

KEYS_LEFT, RANKS = 10, 6


def rank(place: int, done: int) -> Any:
    """The number of keys among the first `done` that are smaller than that at a place."""
    return z3.BitVec(f"rank {place} {done}", 32) if done else z3.BitVecVal(0, 32)


def counted(frame: Frame) -> list[Any]:
    """Its definition, unfolded once."""
    keys_, done = frame.state.cells["keys"].fields, frame.round
    ones = [z3.If(keys_[done] < key, z3.BitVecVal(1, 32), 0) if done < len(keys_) else 0 for key in keys_]
    return [rank(at, done + 1) == rank(at, done) + one for at, one in enumerate(ones)]


def ranks_at_head(frame: Frame) -> dict[Any, Any]:
    ranks = [rank(at, frame.round) for at in range(len(frame.state.cells["keys"].fields))]
    fours = tuple(Items(tuple(ranks[at : at + 4]), "[]") for at in range(0, len(ranks), 4))
    part, _ = frame.state.cells[frame.number, KEYS_LEFT].held
    return {(frame.number, KEYS_LEFT): Iterator("items", (part, frame.round)), (frame.number, RANKS): Items(fours, "[]")}


def ranks_invariant(frame: Frame, done: int) -> list[Any]:
    """No rank counts the key itself."""
    ranks = [each for four in frame.state.cells[frame.number, RANKS].fields for each in four.fields]
    limits = [z3.And(each >= 0, each <= done - (at < done)) for at, each in enumerate(ranks)]
    is_at = frame.state.cells[frame.number, KEYS_LEFT].held[1] == done
    return [is_at, *limits, *(each == rank(at, done) for at, each in enumerate(ranks))]


def are_at_their_ranks(given: Any, result: Any) -> list[Any]:
    """Each key is where its rank is. Nothing else is written."""
    before, after = given.made.each, given.end.cells["keys"].fields
    claims = []
    for place, (old, now) in enumerate(zip(before, after, strict=True)):
        for at, key in enumerate(before):
            old = z3.If(rank(at, len(before)) == place, key, old)
        claims.append(now == old)
    return claims


def by_rank(count: int) -> Contract:
    return Contract(
        "by_rank",
        ensures=are_at_their_ranks,
        arguments=keys,
        cases=[{"count": count}],
        loops={0: Loop(ranks_at_head, ranks_invariant, count, counted)},
        types={"N": str(count), "FOURS": str(count // 4)},
    )


CONTRACTS = [
    Contract(
        "share_a_block",
        lambda given: [key >= 0 for key in given.made.each],
        is_one_block,
        arguments=keys,
        cases=[{"count": count} for count in COUNTS],
    ),
    *map(by_rank, (4, 8, 16)),
]
