"""`src/bootstring/keys.rs`: keys are sorted by counting only where their code points differ in seven bits at most."""

import re
from typing import Any

import z3
from contracts import Contract
from frames import Frame, Loop
from machine import Machine
from values import Items, Iterator, Ref, Slice, State

PLACE_BITS, BLOCK_BITS = 6, 7
FILLER = 2**31 - 1
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
    return {
        (frame.number, KEYS_LEFT): Iterator("items", (part, frame.round)),
        (frame.number, RANKS): Items(fours, "[]"),
    }


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


INDEX = z3.BitVecSort(64)
KEYS = z3.Const("keys", z3.ArraySort(INDEX, z3.BitVecSort(32)))


def lifted(number: Any, width: int) -> Any:
    return z3.BitVecVal(number, width) if isinstance(number, int) else number


# `sort`: the way for each number of keys.

COUNT = z3.BitVec("count", 64)
KEYS_NOW, WAY = "keys of a short text", "way"


def some_keys(length: int) -> Any:
    def made(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
        state.cells |= {KEYS_NOW: m.fresh(state, f"[i32; {length}]", "keys"), WAY: "none"}
        return {"keys": Ref(KEYS_NOW), "count": COUNT}

    return made


def goes(way: str) -> Any:
    """A call that sorts the keys that it is handed, and takes note of it."""

    def call(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
        number = re.search(r"::<(\d+)", callee)
        state.cells[WAY] = f"{way} {number[1]}" if number and way == "by_rank" else way
        return Items(())

    return call


def some_truth(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """Of the first `count` keys, that they are sorted, or share a block, where there are more than sixteen."""
    (part,) = arguments
    m.oblige(state, z3.And(part.length == COUNT, z3.UGE(COUNT, COUNTS[0])), "so many keys are looked at")
    truth = m.fresh(state, "bool", "truth")
    state.cells[WAY] = f"{state.cells[WAY]} {callee.rpartition('::')[2]}"
    state.cells[state.cells[WAY]] = truth
    return truth


def is_sorted_by(given: Any, result: Any) -> list[Any]:
    """The smallest room for ranks that holds the keys; beyond, by whether they are sorted and share a block."""
    way = given.end.cells[WAY]
    few = {"none": (0, 1), "by_rank 4": (2, 4), "by_rank 8": (5, 8), "by_rank 16": (9, 16)}
    low, high = few.get(way, (COUNTS[0], COUNTS[-1]))
    is_sorted, share = (given.end.cells.get(f"none {name}") for name in ("is_sorted", "is_sorted share_a_block"))
    claims = [z3.UGE(COUNT, low), z3.ULE(COUNT, high)]
    if way in ("by_counting", "sort_unstable"):
        return [*claims, z3.Not(is_sorted), share == (way == "by_counting")]
    return [*claims, is_sorted] if way not in few else claims


def sort(length: int) -> Contract:
    names = ("core::slice::<impl [i32]>::is_sorted", "share_a_block")
    ways = {
        name.rpartition("::")[2]: name
        for name in ("by_rank", "by_counting", "core::slice::<impl [i32]>::sort_unstable")
    }
    return Contract(
        "sort",
        lambda given: [z3.ULE(COUNT, length)],
        is_sorted_by,
        arguments=some_keys(length),
        types={"N": str(length)},
        calls={**dict.fromkeys(names, some_truth), **{name: goes(way) for way, name in ways.items()}},
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
    *map(sort, (16, 32, 64)),
]
