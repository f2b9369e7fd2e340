"""`src/bootstring/encode_long.rs`: `Survey::of` finds the basic code points of a text, the others, and its first fault.

All claims on units are about the one at `ANY`.
"""

from typing import Any

import z3
from room_long import LENGTH, whole_text
from room_short import ANY, BASICS, FIRST_NON_BASIC, INITIAL_N, UNITS

from mirproof.contracts import Contract
from mirproof.frames import ANY_ITEM, Frame, Loop
from mirproof.library import library
from mirproof.machine import Machine
from mirproof.values import Items, State, as_word, failed, known, succeeded

FEW = 3
# A code point is one that the repertoire admits.
ADMITTED = z3.Function("admitted", z3.BitVecSort(32), z3.BoolSort())


UNIT = {"iter": ANY_ITEM, "literal": "Growing(Vec<u8>, bool)", "distinct": "Vec<u32>", "last": "Option<u32>"}


def is_right(unit: Any) -> Any:
    """A unit that is encoded: it is basic, or admitted and not below the initial `n`."""
    return z3.Or(z3.ULT(unit, FIRST_NON_BASIC), z3.And(ADMITTED(unit), z3.UGE(unit, INITIAL_N)))


def is_member(unit: Any, values: Items) -> Any:
    """Of at most `FEW` values and one more."""
    memory, count = values.fields
    return z3.Or([z3.And(z3.ULT(at, as_word(count, 64)), memory.array[at] == unit) for at in range(FEW + 1)])


def are_distinct(values: Items) -> Any:
    memory, count = values.fields
    count, pairs = as_word(count, 64), [(at, behind) for behind in range(FEW + 1) for at in range(behind)]
    return z3.And([z3.Implies(z3.UGT(count, two), memory.array[one] != memory.array[two]) for one, two in pairs])


def ascends(values: Items) -> Any:
    memory, count = values.fields
    count = as_word(count, 64)
    array = memory.array
    return z3.And([z3.Implies(z3.UGT(count, at + 1), z3.ULT(array[at], array[at + 1])) for at in range(FEW)])


def are_values(values: Items) -> Any:
    """None is basic, or below the initial `n`."""
    memory, count = values.fields
    found = [memory.array[at] for at in range(FEW + 1)]
    are_right = [z3.And(is_right(each), z3.UGE(each, FIRST_NON_BASIC)) for each in found]
    return z3.And([z3.Implies(z3.UGT(as_word(count, 64), at), each) for at, each in enumerate(are_right)])


def is_kept(unit: Any, values: Items) -> Any:
    """There are too many values, or the unit is one of them."""
    return z3.Or(z3.UGT(as_word(values.fields[1], 64), FEW), is_member(unit, values))


def is_literal(literal: Items, at: Any) -> list[Any]:
    """The basic code points before a place, octet for octet, unless memory is refused."""
    (memory, count), refused = literal.fields[0].fields, literal.fields[1]
    unit = UNITS[ANY]
    is_basic = z3.And(z3.ULT(ANY, at), z3.ULT(unit, FIRST_NON_BASIC))
    is_there = memory.array[BASICS(ANY)] == z3.Extract(7, 0, unit)
    return [
        z3.ULE(BASICS(at), at),
        z3.And(z3.ULE(as_word(count, 64), BASICS(at)), z3.Or(refused, as_word(count, 64) == BASICS(at))),
        z3.Implies(is_basic, z3.And(z3.ULT(BASICS(ANY), BASICS(at)), z3.Or(refused, is_there))),
    ]


def surveyed(frame: Frame, _: int) -> list[Any]:
    items, number = frame["iter"].held
    at, values, last = as_word(items.held[1], 64), frame["distinct"], frame["last"]
    unit, before = UNITS[ANY], dict(last.held).get("Some", ())
    is_new = z3.And(z3.ULT(ANY, at), z3.UGE(unit, FIRST_NON_BASIC))
    is_last = [z3.And(is_right(each), z3.UGE(each, FIRST_NON_BASIC), is_kept(each, values)) for each in before]
    return [
        z3.And(at == as_word(number, 64), z3.ULE(at, LENGTH), z3.ULE(as_word(values.fields[1], 64), FEW + 1)),
        *is_literal(frame["literal"], at),
        z3.Implies(is_new, z3.And(is_right(unit), is_kept(unit, values))),
        *(z3.Implies(last.tag == 1, each) for each in is_last),
        are_distinct(values),
        are_values(values),
    ]


def basics(frame: Frame) -> list[Any]:
    """The definition, unfolded once."""
    at = frame["iter"].held[1]
    one = z3.If(z3.ULT(UNITS[at], FIRST_NON_BASIC), z3.BitVecVal(1, 64), 0)
    return [BASICS(at + 1) == BASICS(at) + one]


def admit(m: Machine, state: State, number: Any) -> Any:
    """That of the room of params: the same number, if it is admitted."""
    unit = z3.Extract(31, 0, number)
    m.oblige(state, z3.ULT(number, 2**32), "a unit of 32 bits")
    way = state.copy()
    m.assume(way, ADMITTED(unit))
    m.assume(state, z3.Not(ADMITTED(unit)))
    return [(way, succeeded(unit)), (state, failed(Items((), "NotAdmitted")))]


@library(r"core::slice::<impl \[u32\]>::contains")
def contains(m: Machine, state: State, part: Any, place: Any) -> Any:
    """Of few items."""
    part, item = part, m.load(state, place)
    m.oblige(state, z3.ULE(part.length, FEW + 1), "few items are searched")
    items = [m.load(state, m.item_ref(part, at)) for at in range(FEW + 1)]
    return known(z3.Or([z3.And(z3.UGT(part.length, at), each == item) for at, each in enumerate(items)]))


@library(r"core::slice::<impl \[u32\]>::sort_unstable")
def sort_few(m: Machine, state: State, part: Any) -> Any:
    """The same items, of few; they ascend if no two are equal."""
    m.oblige(state, z3.And(as_word(part.start, 64) == 0, z3.ULE(part.length, FEW + 1)), "few items are sorted")
    old = m.load(state, part.place)
    new = old.anew()
    one, other = (Items((memory, part.length)) for memory in (old, new))
    for place in range(FEW + 1):
        are_members = z3.And(is_member(old.array[place], other), is_member(new.array[place], one))
        m.assume(state, z3.Implies(z3.ULT(place, as_word(part.length)), are_members))
    m.assume(state, z3.Implies(are_distinct(one), ascends(other)))
    m.store(state, part.place, new)
    return Items(())


def is_surveyed(given: Any, result: Any) -> list[Any]:
    unit = UNITS[ANY]
    is_new = z3.And(z3.ULT(ANY, LENGTH), z3.UGE(unit, FIRST_NON_BASIC))
    if result.tag == 0:
        literal, few = result.fields("Ok")[0].fields
        values = few.fields("Some") if few.tag else ()
        claims = [z3.ULT(LENGTH, 2**32), *is_literal(literal, LENGTH), z3.Implies(is_new, is_right(unit))]
        return claims + [each for found in values for each in is_few(found)]
    kind, place = result.fields("Err")[0].fields
    if kind.name.endswith("Overflow"):
        return [z3.UGE(LENGTH, 2**32), place == LENGTH]
    fault = UNITS[place]
    is_low = kind.name.endswith("BelowInitialN")
    is_fault = z3.And(ADMITTED(fault), z3.ULT(fault, INITIAL_N)) if is_low else z3.Not(ADMITTED(fault))
    is_first = z3.Implies(z3.ULT(ANY, place), is_right(unit))
    return [z3.ULT(place, LENGTH), z3.UGE(fault, FIRST_NON_BASIC), is_fault, is_first]


def is_few(values: Items) -> list[Any]:
    """The code points that are not basic, which ascend."""
    is_new = z3.And(z3.ULT(ANY, LENGTH), z3.UGE(UNITS[ANY], FIRST_NON_BASIC))
    is_there = z3.Implies(is_new, is_member(UNITS[ANY], values))
    return [z3.ULE(as_word(values.fields[1], 64), FEW), ascends(values), are_values(values), is_there]


CONTRACTS = [
    Contract(
        "encode_long::*::of",
        lambda given: [BASICS(z3.BitVecVal(0, 64)) == 0, z3.ULT(LENGTH, 2**61)],
        is_surveyed,
        arguments=lambda m, state, case: {"text": whole_text(state), "initial_n": INITIAL_N},
        loops={0: Loop(UNIT, surveyed, facts=basics)},
        calls={"admit": admit},
    )
]
