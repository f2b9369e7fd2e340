"""`src/bootstring/deferred.rs`: insertions into a text of any length keep what holds of it.

Of the runs, the last one is known alone, as no other is asked for.
"""

from typing import Any

import z3

from mirproof.contracts import Contract, if_ok
from mirproof.library import library
from mirproof.library_vectors import MEMORY, append, or_refused, vector_of
from mirproof.machine import Machine
from mirproof.values import Items, Opaque, Ref, State, as_word, failed, option, succeeded

SELF, GAP = "self", "the gap"
MOST = 2**32 - 1
ALLOWANCE, ALLOWANCE_EACH = 16384, 64
# A gap has at most so many groups of seven bits.
MOST_GROUPS = 5
TEXT, KEPT, RUNS, GAPS, BITS = 0, 2, 3, 4, 5
# A text, whose last run may be there.
LONG_TEXT = "Deferred(Vec<u32>, usize, usize, Runs(bool, InsertionRun(u32, u32, u32)), Vec<u8>, Vec<u64>)"


@library(r"Vec::<\w+>::insert")
def inserted(m: Machine, state: State, place: Any, index: Any, _: Any) -> Any:
    """One more item; nothing is said of where they are."""
    length = m.load(state, place).fields[1]
    m.oblige(state, m.numbers.compare("Le", "usize", index, length), "an index within the vector, or its end")
    m.store(state, place, vector_of(m, state, "u32", length + 1))
    return Items(())


def count_of(text: Items) -> Any:
    return text.fields[TEXT].fields[1] + text.fields[KEPT]


def is_text(text: Items) -> list[Any]:
    """All code points fit the memory, the last run has no more than are kept, and each of those has its bit."""
    in_order, allowance, kept, runs, _, bits = text.fields
    is_run, run = runs.fields
    length, words = in_order.fields[1], bits.fields[1]
    run_count = z3.ZeroExt(32, as_word(run.fields[1], 32))
    return [
        z3.And(z3.ULT(length, MEMORY), z3.ULT(kept, MEMORY), z3.ULT(length + kept, MEMORY)),
        z3.ULE(allowance, ALLOWANCE + ALLOWANCE_EACH * (length + kept)),
        z3.Implies(is_run, z3.ULE(run_count, kept)),
        as_word(words, 64) == z3.LShR(kept + 63, 6),
    ]


# The runs and what is pushed.


def last_run(m: Machine, state: State, place: Any) -> Any:
    return option(m.load(state, place).fields[0], Ref(place.cell, (*place.steps, ("field", "1"))))


def push(m: Machine, state: State, place: Any, item: Any) -> Any:
    """The contract of `memory::push`: one more item, or memory is refused."""
    way, old = state.copy(), m.load(state, place)
    if old.name == "Runs":
        m.store(way, place, Items((True, item), "Runs"))
    else:
        append(m, way, place, as_word(item, 64))
    return [(way, succeeded(Items(()))), (state, failed(Items((), "Error")))]


def put_gap(m: Machine, state: State, gaps: Any, gap: Any) -> Any:
    state.cells[GAP] = gap
    m.store(state, gaps, m.fresh(state, "Vec<u8>", "gaps"))
    return or_refused(state, Items(()))


def keep(m: Machine, state: State, place: Any, *_: Any) -> Any:
    """The contract of `keep`."""
    way, before = state.copy(), m.load(state, place)
    m.oblige(state, may_keep(before), "requires of keep")
    after = m.fresh(way, LONG_TEXT)
    m.store(way, place, after)
    is_more = [count_of(after) == count_of(before) + 1, after.fields[KEPT] == before.fields[KEPT] + 1]
    m.assume(way, *is_text(after), *is_more)
    return [(way, succeeded(Items(()))), (state, failed(Items((), "Error")))]


def without_place(m: Machine, state: State, value: Any, _: Any) -> Any:
    """`map_err(Error::kind)`."""
    kind = ("Err", (Opaque("ErrorKind"),))
    return value._replace(held=tuple(kind if each[0] == "Err" else each for each in value.held))


# The claims.


def may_keep(text: Items) -> list[Any]:
    return [*is_text(text), z3.ULT(count_of(text), MOST)]


def is_longer(given: Any, _: Any) -> list[Any]:
    """One code point more."""
    before, after = given.state.cells[SELF], given.end.cells[SELF]
    return [count_of(after) == count_of(before) + 1, *is_text(after)]


def is_inserted(given: Any, done: Any) -> list[Any]:
    """In order, if not too many are moved, which are counted; else it is kept, and so is all behind it."""
    (in_order, allowance, kept, *_), (_, left, kept_now, *_) = (
        state.cells[SELF].fields for state in (given.state, given.end)
    )
    count = in_order.fields[1] - given.index
    is_moved = z3.And(kept == 0, z3.ULE(count, allowance))
    is_counted = z3.And(kept_now == 0, left == allowance - count + ALLOWANCE_EACH)
    return [*is_longer(given, done), z3.If(is_moved, is_counted, kept_now == kept + 1)]


def is_kept(given: Any, done: Any) -> list[Any]:
    """Of the code point the highest bit, and a run: one more of the last one, with the gap, or a new one."""
    before, after = given.state.cells[SELF], given.end.cells[SELF]
    kept, bit = before.fields[KEPT], before.fields[KEPT] & 63
    old, now = (z3.Select(text.fields[BITS].fields[0].array, z3.LShR(kept, 6)) for text in (before, after))
    highest = z3.ZeroExt(32, z3.LShR(given.code_point, 31)) << bit
    value, (is_run, run) = given.code_point & 0x7FFF_FFFF, before.fields[RUNS].fields
    goes_on = z3.And(is_run, run.fields[0] == value)
    expected = (value, z3.If(goes_on, run.fields[1] + 1, 1), given.index)
    are_same = [a == b for a, b in zip(after.fields[RUNS].fields[1].fields, expected, strict=True)]
    is_gap = GAP not in given.end.cells or given.end.cells[GAP] == given.index - run.fields[2] - 1
    is_bit = now == z3.If(bit == 0, 0, old) | highest
    is_more = [*is_longer(given, done), after.fields[KEPT] == kept + 1, after.fields[RUNS].fields[0]]
    return [*is_more, is_bit, *are_same, z3.Implies(goes_on, is_gap)]


def is_index(given: Any) -> list[Any]:
    """Those of the trait: the index is one of the text, for which there is room with one more code point."""
    text = given.state.cells[SELF]
    return [*is_text(text), z3.ULE(given.index, count_of(text)), z3.ULT(count_of(text), MEMORY - 1)]


def are_groups(given: Any, _: Any) -> list[Any]:
    """Groups of seven bits, the highest first, and as few as hold the gap; all but the first have the highest bit."""
    (_, before), (memory, after) = (state.cells["gaps"].fields for state in (given.state, given.end))
    claims = [z3.UGE(after, before + 1), z3.ULE(after, before + MOST_GROUPS)]
    for count in range(1, MOST_GROUPS + 1):
        octets = [z3.Select(memory.array, before + at) for at in range(count)]
        bits = z3.Concat(*(z3.Extract(6, 0, octet) for octet in octets), z3.BitVecVal(0, 1))
        marks = [z3.Extract(7, 7, octet) == int(at > 0) for at, octet in enumerate(octets)]
        wide = z3.ZeroExt(64 - bits.size(), bits)
        is_gap = z3.LShR(wide, 1) == z3.ZeroExt(32, given.gap)
        claims.append(z3.Implies(after == before + count, z3.And(is_gap, *marks, count == 1 or octets[0] != 0)))
    return claims


TEXT_KIND = {"self": LONG_TEXT}
TYPES = {"MOST": str(MOST)}
LEN = Contract(
    "deferred::*::len@Deferred",
    lambda given: is_text(given.state.cells[SELF]),
    lambda given, result: [result == count_of(given.state.cells[SELF])],
    kinds=TEXT_KIND,
    types=TYPES,
    parameters=("self",),
)
INSERT = {
    f"Deferred::<{MOST}>::len": LEN.call,
    f"Deferred::<{MOST}>::keep": keep,
    "Result::<(), error::Error>::map_err": without_place,
}
KEEP = {
    "memory::push": push,
    "put_gap": put_gap,
    "<Vec<InsertionRun> as DerefMut>::deref_mut": lambda m, state, runs: runs,
    "core::slice::<impl [InsertionRun]>::last_mut": last_run,
}
CONTRACTS = [
    LEN,
    Contract("deferred::*::insert@Deferred", is_index, if_ok(is_inserted), kinds=TEXT_KIND, types=TYPES, calls=INSERT),
    Contract(
        "deferred::*::keep@Deferred",
        lambda given: may_keep(given.state.cells[SELF]),
        if_ok(is_kept),
        kinds=TEXT_KIND,
        types=TYPES,
        calls=KEEP,
    ),
    Contract(
        "put_gap",
        lambda given: [z3.ULT(given.state.cells["gaps"].fields[1], MEMORY)],
        if_ok(are_groups),
        kinds={"gaps": "Vec<u8>"},
    ),
]
