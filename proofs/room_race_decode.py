"""`src/race/decode.rs`: what is behind a header is read octet for octet, and each fault is that of its place.

The octets are at most 35 of any values. `SO_FAR` is the text of those before a place, `IS_GOOD` that they have no
fault, `ALL_LDH` and `ALL_ESCAPED` what `expand` finds out about all of them, `ROWS` the rows of all units. They are
defined by one more of each, as sections 2.3 and 2.4.2 have it.
"""

from typing import Any

import z3
from room_base32 import MOST_OCTETS, ROOM
from room_race import BEYOND, ESCAPE, ESCAPED_ESCAPE, is_ldh, is_std13, is_surrogate
from room_rows import CALLS, noted, one_row

from mirproof.contracts import Contract
from mirproof.frames import Frame, Loop
from mirproof.library import called
from mirproof.machine import Machine
from mirproof.places_of import moved
from mirproof.values import Items, Ref, Slice, State, as_word

PLACE, TRUTH, TEXT = z3.BitVecSort(64), z3.BoolSort(), z3.IntSort()
SO_FAR, UNITS_SO_FAR = (z3.Function(name, PLACE, TEXT) for name in ("so_far", "units_so_far"))
IS_GOOD, ALL_LDH, ALL_ESCAPED, HAS_ROW0 = (
    z3.Function(name, PLACE, TRUTH) for name in ("is_good", "all_ldh", "all_escaped", "has_row0")
)
UNION, INTERSECTION = (z3.Function(name, PLACE, z3.BitVecSort(8)) for name in ("union", "intersection"))
APPENDED = z3.Function("appended", TEXT, z3.BitVecSort(32), TEXT)
# Of the text its number of characters and what it is; the octet of a fault.
PUSHED, WRITTEN, FAULT = "characters that were pushed", "the text", "the octet of a fault"
CHARACTERS, LABEL = MOST_OCTETS - 1, 63


def push(m: Machine, state: State, _: Any, character: Any) -> Any:
    """The contract of the trait `RaceText`: there is room, and one more character afterwards."""
    m.oblige(state, z3.ULT(as_word(state.cells[PUSHED]), CHARACTERS), "room for a character")
    state.cells[PUSHED] = as_word(state.cells[PUSHED]) + 1
    state.cells[WRITTEN] = APPENDED(state.cells[WRITTEN], character)
    return Items(())


def at_octet(m: Machine, state: State, kind: Any, octet: Any) -> Any:
    """The contract, at a call."""
    m.oblige(state, z3.ULE(as_word(octet), MOST_OCTETS), "requires of at_octet")
    state.cells[FAULT] = as_word(octet)
    return Items((kind, m.fresh(state, "usize", "offset")), "Error")


def behind_header(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    """The octets behind it, and a text that is empty so far."""
    state.cells["octets"] = m.fresh(state, f"[u8; {ROOM}]", "octet")
    state.cells |= {PUSHED: 0, WRITTEN: SO_FAR(0)}
    count, end = (m.fresh(state, "usize", name) for name in ("count", "end"))
    # By definition.
    m.assume(
        state, IS_GOOD(0), UNITS_SO_FAR(0) == SO_FAR(0), UNION(0) == 0, INTERSECTION(0) == 0xFF, z3.Not(HAS_ROW0(0))
    )
    return {"octets": Slice(Ref("octets"), 1, count), "text": Ref(PUSHED), "end": end}


def are_few(given: Any) -> list[Any]:
    return [z3.ULE(given.octets.length, CHARACTERS)]


def octet(state: State, m: Machine, place: Any) -> Any:
    return m.item(state, state.cells["octets"], 1 + place)


def faults(result: Any) -> tuple[str, Any]:
    kind, offset = result.fields("Err")[0].fields
    return kind.name.rpartition("::")[2], offset


# Behind a row.


class Item:
    """One character at a place: itself or an escape and another octet."""

    def __init__(self, m: Machine, state: State, header: Any, at: Any, count: Any) -> None:
        first, second = octet(state, m, at), octet(state, m, at + 1)
        is_escape = first == ESCAPE
        self.is_foreign = z3.And(is_escape, second != ESCAPED_ESCAPE)
        self.row = z3.If(self.is_foreign, z3.BitVecVal(0, 8), header)
        self.unit = z3.ZeroExt(16, z3.Concat(self.row, z3.If(self.is_foreign, second, first)))
        self.next = z3.If(is_escape, at + 2, at + 1)
        is_zero = header == 0
        self.faults = {
            "U0099InCompressedMode": z3.And(is_zero, first == ESCAPED_ESCAPE),
            "TrailingEscape": z3.And(is_escape, at + 1 == count),
            "EscapeInRow0": z3.And(is_zero, self.is_foreign, z3.ULT(at + 1, count)),
            "Surrogate": is_surrogate(self.unit),
        }


def expand_facts(frame: Frame) -> list[Any]:
    """The definitions at a place."""
    (part, at), header = frame["octets"].held[1].held[0].held, frame["header"]
    item = Item(frame.machine, frame.state, header, at, part.length)
    return [
        IS_GOOD(item.next) == z3.And(IS_GOOD(at), z3.Not(z3.Or(list(item.faults.values())))),
        ALL_LDH(item.next) == z3.And(ALL_LDH(at), is_std13(item.unit)),
        ALL_ESCAPED(item.next) == z3.And(ALL_ESCAPED(at), item.row != header),
        SO_FAR(item.next) == APPENDED(SO_FAR(at), item.unit),
    ]


def expand_at_head(frame: Frame) -> dict[Any, Any]:
    m, state = frame.machine, frame.state
    truths = {name: m.fresh(state, "bool", name) for name in ("all_ldh", "all_escaped")}
    pairs = moved(frame["octets"], m.fresh(state, "usize", "at"))
    return {"octets": pairs, PUSHED: m.fresh(state, "usize", "pushed"), WRITTEN: z3.FreshInt("text"), **truths}


def expand_invariant(frame: Frame, _: int) -> list[Any]:
    numbers, copies = frame["octets"].held
    part, at = copies.held[0].held
    at, cells = as_word(at), frame.state.cells
    return [
        as_word(numbers.held[0]) == at + 1,
        z3.ULE(at, part.length),
        z3.ULE(as_word(cells[PUSHED]), at),
        cells[WRITTEN] == SO_FAR(at),
        IS_GOOD(at),
        frame["all_ldh"] == ALL_LDH(at),
        frame["all_escaped"] == ALL_ESCAPED(at),
    ]


def begins(given: Any) -> list[Any]:
    """By definition, a text of row 00 may be all letters, and any other all escaped."""
    return [*are_few(given), ALL_LDH(0) == (given.header == 0), ALL_ESCAPED(0) == (given.header != 0)]


def is_expanded(given: Any, result: Any) -> list[Any]:
    count, cells = given.octets.length, given.end.cells
    whole = [IS_GOOD(count), ALL_ESCAPED(count), ALL_LDH(count)]
    if result.tag == 0:
        return [whole[0], z3.Not(whole[1]), z3.Not(whole[2]), cells[WRITTEN] == SO_FAR(count)]
    name, offset = faults(result)
    if name == "AllEscaped":
        return [*whole[:2], cells[FAULT] == 0]
    if name == "AllStd13":
        return [whole[0], z3.Not(whole[1]), whole[2], offset == 0]
    at = count - 1 if name == "TrailingEscape" else cells[FAULT] - 1
    item = Item(given.machine, given.state, given.header, at, count)
    return [item.faults[name], z3.ULT(at, count), offset == given.made.end if name == "TrailingEscape" else True]


# Units.


def unit_at(state: State, m: Machine, at: Any) -> Any:
    return z3.ZeroExt(16, z3.Concat(octet(state, m, 2 * at), octet(state, m, 2 * at + 1)))


def rows_at(at: Any) -> Items:
    return Items((UNION(at), INTERSECTION(at), HAS_ROW0(at)))


def are_rows(one: Items, other: Items) -> list[Any]:
    return [now == then for now, then in zip(one.fields, other.fields, strict=True)]


def rows_of_all(m: Machine, state: State, items: Any, closure: Any, *, callee: str) -> Any:
    """`for_each`, by induction over the units: the closure is executed of any, with the rows of those before it."""
    part, _ = items.held
    (place,) = closure.fields
    m.oblige(state, are_rows(m.load(state, place), rows_at(as_word(0))), "no rows before the first unit")
    one, at = state.copy(), m.fresh(state, "usize", "at")
    m.store(one, place, rows_at(at))
    m.assume(one, z3.ULT(at, part.length))
    m.assume(one, *are_rows(rows_at(at + 1), noted(rows_at(at), octet(one, m, 2 * at))))
    for end, _ in called(m, one, callee, [m.item_ref(part, at)], closure):
        m.oblige(end, are_rows(m.load(end, place), rows_at(at + 1)), "the row of one more unit")
    m.store(state, place, rows_at(part.length))
    return Items(())


def units_facts(frame: Frame) -> list[Any]:
    """The definition at a place: a unit, or two of a pair."""
    at = frame["iter"].held[0].held[1]
    unit, other = (unit_at(frame.state, frame.machine, place) for place in (at, at + 1))
    pair = BEYOND + ((unit & 0x3FF) << 10 | other & 0x3FF)
    one, two = APPENDED(UNITS_SO_FAR(at), unit), APPENDED(UNITS_SO_FAR(at), pair)
    is_one = z3.Not(is_surrogate(unit))
    return [z3.If(is_one, UNITS_SO_FAR(at + 1) == one, UNITS_SO_FAR(at + 2) == two)]


def units_at_head(frame: Frame) -> dict[Any, Any]:
    m, state = frame.machine, frame.state
    at = m.fresh(state, "usize", "at")
    text = {PUSHED: m.fresh(state, "usize", "pushed"), WRITTEN: z3.FreshInt("text")}
    return {"iter": moved(frame["iter"], at), "at": 2 * at + 1, **text}


def units_invariant(frame: Frame, _: int) -> list[Any]:
    """The octet is the first one of a unit, and no more characters are pushed than there are units before it."""
    units, at = frame["iter"].held[0].held
    at, cells = as_word(at), frame.state.cells
    is_so_far = cells[WRITTEN] == UNITS_SO_FAR(at)
    return [as_word(frame["at"]) == 2 * at + 1, z3.ULE(at, units.length), z3.ULE(as_word(cells[PUSHED]), at), is_so_far]


def are_units(given: Any, result: Any) -> list[Any]:
    count, cells = given.octets.length, given.end.cells
    half, is_even = z3.LShR(count, 1), z3.Extract(0, 0, count) == 0
    is_one = one_row(rows_at(half))
    if result.tag == 0:
        return [is_even, z3.Not(is_one), cells[WRITTEN] == UNITS_SO_FAR(half)]
    name, offset = faults(result)
    if name == "D8OddLength":
        return [z3.Not(is_even), offset == given.made.end]
    if name == "D8ButCompressible":
        return [is_even, is_one, cells[FAULT] == 0]
    unit = unit_at(given.state, given.machine, z3.LShR(cells[FAULT], 1))
    return [is_even, z3.Not(is_one), name == "Surrogate", is_surrogate(unit), z3.Extract(0, 0, cells[FAULT]) == 1]


TRAIT = {"<impl RaceText as RaceText>::push": push, "at_octet": at_octet}
FOR_EACH = "<std::slice::Iter<'_, [u8; 2]> as Iterator>::for_each"
CONTRACTS = [
    Contract(
        "expand",
        begins,
        is_expanded,
        arguments=behind_header,
        loops={0: Loop(expand_at_head, expand_invariant, facts=expand_facts)},
        calls={**TRAIT, "marks::is_ldh": is_ldh},
    ),
    Contract(
        "read_units",
        are_few,
        are_units,
        arguments=behind_header,
        loops={0: Loop(units_at_head, units_invariant, facts=units_facts)},
        calls={**TRAIT, **CALLS, FOR_EACH: rows_of_all},
    ),
]
