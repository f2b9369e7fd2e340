"""`src/bootstring/keys.rs`: keys are sorted by counting only where their code points differ in seven bits at most."""

import re
from typing import Any

import z3
from room_swar import are_sums, octets, small_sum

from mirproof.contracts import Contract
from mirproof.frames import Frame, Loop
from mirproof.library_items import part_of
from mirproof.machine import Machine
from mirproof.places_of import moved
from mirproof.values import Items, Memory, Ref, Slice, State, as_word

PLACE_BITS = 6
BLOCK_BITS = 7
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


# `by_rank`. The iterator of its first loop and its first ranks: others have their names, too.

KEYS_LEFT, RANKS = "iter#1", "ranks#1"


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
    return {KEYS_LEFT: moved(frame[KEYS_LEFT], frame.round), RANKS: Items(fours, "[]")}


def ranks_invariant(frame: Frame, done: int) -> list[Any]:
    """No rank counts the key itself."""
    ranks = [each for four in frame[RANKS].fields for each in four.fields]
    limits = [z3.And(each >= 0, each <= done - (at < done)) for at, each in enumerate(ranks)]
    is_at = frame[KEYS_LEFT].held[1] == done
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


# `by_counting`. A number of a block is that of a code point in it.

COUNT = z3.BitVec("count", 64)
BLOCK, EIGHT = 2**BLOCK_BITS, 8
NONE = z3.BitVecVal(0, 64)
# Any number of a block, and any place of a key. A claim on `ANY` is proved, and so it is known of each number.
ANY, AT = z3.BitVecs("any at", 64)
# So many keys from a place on have a number below another.
BELOW = z3.Function("below", INDEX, INDEX, z3.BitVecSort(8))
# The keys when all before a place have been put where they belong.
PUT = z3.Function("put", INDEX, KEYS.sort())
# The iterators of the three loops.
COUNTED, EIGHTS, MOVED = "iter#1", "iter#2", "iter#3"


def number_at(i: Any) -> Any:
    return z3.ZeroExt(64 - BLOCK_BITS, z3.Extract(PLACE_BITS + BLOCK_BITS - 1, PLACE_BITS, KEYS[i]))


def those(p: Any, i: Any) -> Any:
    """The keys from a place on that have a number."""
    return BELOW(p + 1, i) - BELOW(p, i)


def place_of(i: Any) -> Any:
    """A key is behind those of smaller numbers, and those before it of its own."""
    p = number_at(i)
    return z3.ZeroExt(56, BELOW(p + 1, NONE) - those(p, i))


def counted_at(p: Any, i: Any) -> Any:
    """The definition of `BELOW`, for a number and the next one."""
    ones = [z3.If(z3.ULT(number_at(i), each), z3.BitVecVal(1, 8), 0) for each in (p, p + 1)]
    more = [BELOW(each, i) == BELOW(each, i + 1) + one for each, one in zip((p, p + 1), ones, strict=True)]
    ends = z3.And(BELOW(p, i) == 0, BELOW(p + 1, i) == 0)
    return z3.If(z3.ULT(i, COUNT), z3.And(more), z3.Implies(i == COUNT, ends))


def is_count(p: Any, i: Any) -> Any:
    """All that `induction` shows of `BELOW`."""
    p = as_word(p, 64)
    at_most = z3.ULE(z3.ZeroExt(56, BELOW(p + 1, i)), COUNT - i)
    right = z3.And(z3.Implies(p == 0, BELOW(p, i) == 0), z3.ULE(BELOW(p, i), BELOW(p + 1, i)), at_most)
    return z3.Implies(z3.ULE(i, COUNT), right)


def induction() -> Any:
    """From the last key down to the first one."""
    claim = z3.Implies(z3.And(z3.ULT(ANY, BLOCK), counted_at(ANY, AT), is_count(ANY, AT + 1)), is_count(ANY, AT))
    return z3.Implies(z3.ULE(COUNT, COUNTS[-1]), claim)


def begins(frame: Frame, p: Any) -> Any:
    return as_word(frame.machine.item(frame.state, frame["starts"], p), 8)


def next_of(frame: Frame, name: str) -> Any:
    return as_word(frame[name].held[1], 64)


def from_item(frame: Frame, name: str, at: Any) -> dict[Any, Any]:
    """Any counts, and the iterator at any of its items."""
    starts = Memory(z3.FreshConst(z3.ArraySort(INDEX, z3.BitVecSort(8)), "starts"), "u8", BLOCK)
    return {name: moved(frame[name], at), "starts": starts}


def eight_of(frame: Frame) -> range:
    return range(EIGHT * frame.round, min(EIGHT * frame.round + EIGHT, BLOCK))


def at_eight(frame: Frame) -> dict[Any, Any]:
    """By the claim on any number, those of the next eight are still counts."""
    fresh = from_item(frame, EIGHTS, frame.round)
    starts = fresh["starts"]
    for p in eight_of(frame):
        starts = starts._replace(array=z3.Store(starts.array, p, those(p, NONE)))
    return fresh | {"starts": starts, "before": z3.ZeroExt(56, BELOW(EIGHT * frame.round, NONE))}


def from_key(name: str, length: int = 0) -> Any:
    """At any key, and where keys have been put, all those before it have been."""

    def fresh(frame: Frame) -> dict[Any, Any]:
        i = z3.FreshConst(INDEX, "at")
        put = {"keys": Ref(KEYS_NOW), KEYS_NOW: Memory(PUT(i), "i32", length)} if length else {}
        return from_item(frame, name, i) | put

    return fresh


def at_key(name: str, claim: Any) -> Any:
    """The definitions at a key, and the claim on any number, of that of the key. No key is negative: that is required
    of all, and the one who sorts owes it of any key.
    """

    def facts(frame: Frame) -> list[Any]:
        i = next_of(frame, name)
        put = PUT(i + 1) == z3.Store(PUT(i), place_of(i), KEYS[i])
        found = [PUT(NONE) == KEYS, z3.Implies(z3.ULT(i, COUNT), z3.And(KEYS[i] >= 0, put))]
        for p in (ANY, number_at(i)):
            found += [claim(frame, i, p), counted_at(p, i), *(is_count(p, each) for each in (NONE, i, i + 1))]
        return found

    return facts


def is_counted(frame: Frame, i: Any, p: Any) -> Any:
    start = begins(frame, p)
    return z3.And(start + those(p, i) == those(p, NONE), z3.ULE(z3.ZeroExt(56, start), i))


def has_begun(frame: Frame, eights: int, p: Any) -> Any:
    """Of so many eights, each count has become the number of keys of smaller numbers."""
    p = as_word(p, 64)
    return begins(frame, p) == z3.If(z3.ULT(p, EIGHT * eights), BELOW(p, NONE), those(p, NONE))


def is_moved(frame: Frame, i: Any, p: Any) -> Any:
    start = begins(frame, p)
    return z3.And(start + those(p, i) == BELOW(p + 1, NONE), z3.ULE(z3.ZeroExt(56, start), COUNT))


def are_counted(frame: Frame, _: int) -> list[Any]:
    i = next_of(frame, COUNTED)
    return [z3.ULE(i, COUNT), is_counted(frame, i, ANY)]


def have_begun(frame: Frame, done: int) -> list[Any]:
    is_at = next_of(frame, EIGHTS) == done
    is_before = as_word(frame["before"], 64) == z3.ZeroExt(56, BELOW(EIGHT * done, NONE))
    return [is_at, is_before, has_begun(frame, done, ANY)]


def of_eight(frame: Frame) -> list[Any]:
    return [is_count(p, NONE) for p in (ANY, *eight_of(frame))]


def are_moved(frame: Frame, _: int) -> list[Any]:
    i = next_of(frame, MOVED)
    return [z3.ULE(i, COUNT), is_moved(frame, i, ANY), frame.state.cells[KEYS_NOW].array == PUT(i)]


def first_keys(m: Machine, state: State, array: Any, bounds: Any, *, callee: str) -> Any:
    """The part of an array in memory is that of the slice of all its items."""
    every = Slice(array, 0, m.load(state, array).length)
    return part_of(m, state, every, bounds, callee=callee)


RUNNING_SUMS = Contract("running_sums", small_sum, are_sums, parameters=("word",))


def sums_of(m: Machine, state: State, word: Any, *, result: str) -> Any:
    """That of `swar`, in octets alone: each sum is that of the counts up to it."""
    sums = RUNNING_SUMS.call(m, state, word, result=result)
    total = z3.BitVecVal(0, 8)
    for octet, now in zip(octets(word), octets(sums), strict=True):
        total = total + octet
        m.oblige(state, now == total, "a running sum")
    return sums


def keys_in_memory(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    state.cells[KEYS_NOW] = Memory(KEYS, "i32", case["length"])
    m.oblige(state, induction(), "the induction over the keys")
    m.assume(state, is_count(NONE, NONE))
    return {"keys": Ref(KEYS_NOW), "count": COUNT}


def by_counting(length: int) -> Contract:
    return Contract(
        "by_counting",
        lambda given: [z3.ULT(ANY, BLOCK), z3.ULE(COUNT, length)],
        lambda given, result: [given.end.cells[KEYS_NOW].array == PUT(COUNT)],
        arguments=keys_in_memory,
        cases=[{"length": length}],
        loops={
            0: Loop(from_key(COUNTED), are_counted, facts=at_key(COUNTED, is_counted)),
            1: Loop(at_eight, have_begun, BLOCK // EIGHT, of_eight),
            2: Loop(from_key(MOVED, length), are_moved, facts=at_key(MOVED, is_moved)),
        },
        types={"N": str(length)},
        calls={f"<[i32; {length}] as Index<RangeTo<usize>>>::index": first_keys, "running_sums": sums_of},
    )


# `sort`: the way for each number of keys.

KEYS_NOW, WAY = "keys of a short text", "way"


def some_keys(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    state.cells |= {KEYS_NOW: m.fresh(state, f"[i32; {case['length']}]", "keys"), WAY: "none"}
    return {"keys": Ref(KEYS_NOW), "count": COUNT}


def goes(way: str) -> Any:
    """A call that sorts the keys that it is handed, and takes note of it."""

    def call(m: Machine, state: State, *arguments: Any, callee: str) -> Any:
        if way == "by_counting":
            place, count = arguments
            is_right = z3.And(count == COUNT, z3.ULE(count, len(m.load(state, place).fields)))
            m.oblige(state, is_right, "requires of by_counting")
        number = re.search(r"::<(\d+)", callee)
        state.cells[WAY] = f"{way} {number[1]}" if number and way == "by_rank" else way
        return Items(())

    return call


def some_truth(m: Machine, state: State, part: Any, *, callee: str) -> Any:
    """Of the first `count` keys, that they are sorted, or share a block, where there are more than sixteen."""
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
    truths = ("core::slice::<impl [i32]>::is_sorted", "share_a_block")
    ways = ("by_rank", "by_counting", "core::slice::<impl [i32]>::sort_unstable")
    return Contract(
        "sort",
        lambda given: [z3.ULE(COUNT, length)],
        is_sorted_by,
        arguments=some_keys,
        cases=[{"length": length}],
        types={"N": str(length)},
        calls={**dict.fromkeys(truths, some_truth), **{name: goes(name.rpartition("::")[2]) for name in ways}},
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
    *map(by_counting, (16, 32, 64)),
    *map(sort, (16, 32, 64)),
]
