"""`src/utf8.rs`: so many octets are written as the code points of a text have, whatever its length, within the room.

`OCTETS` counts those of all code points before a place; what they are is proved of each (`encoded`).
"""

from types import SimpleNamespace
from typing import Any

import z3
from room_utf8 import is_encoded, width

from mirproof.contracts import Contract
from mirproof.frames import ANY_ITEM, Frame, Loop
from mirproof.machine import Machine
from mirproof.numbers_of import Integers
from mirproof.values import Items, Ref, Slice, State, as_word

PART, ROOM = 16, 68
MEMORY, GROWING = "memory of the room", "what grows"
# All that was written, and whether memory was refused.
SOME_OUTPUT = "Growing(Vec<u8>, bool)"


def output(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    state.cells[GROWING] = m.fresh(state, SOME_OUTPUT)
    state.cells["before"] = state.cells[GROWING].fields[0].fields[1]
    return {"output": Ref(GROWING), "before": state.cells["before"]}


def counted(state: State, part: Slice, at: Any) -> Any:
    """The definition at a place: the octets of one code point more."""
    here = part.start + at
    return octets_before(here + 1) == octets_before(here) + width(state.cells[part.place.cell].array[here])


def octets_before(place: Any) -> Any:
    return z3.Function("octets", place.sort(), place.sort())(place)


def size_of(part: Slice, at: Any) -> Any:
    """The octets of so many code points."""
    return octets_before(part.start + at) - octets_before(part.start + 0 * at)


def encoded(m: Machine, state: State, unit: Any) -> Any:
    """The contract of `encoded`, at a call."""
    found = m.fresh(state, "([u8; 4], usize)")
    m.assume(state, *is_encoded(SimpleNamespace(unit=unit), found))
    return found


# A part: at most sixteen code points.


def part_and_room(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    text = m.fresh_slice(state, "u32", "text")
    part = Slice(text.place, m.fresh(state, "usize", "start"), m.fresh(state, "usize", "count"))
    state.cells |= {"part": part, MEMORY: m.fresh(state, f"[u8; {ROOM}]", "room")}
    return {"_1": Items((Ref("part"),)), "room": Ref(MEMORY), "part": part}


def is_part(given: Any) -> list[Any]:
    """At most sixteen code points, which end where memory does."""
    part = given.made.part
    return [given.machine.at_most(part.length, PART), given.machine.at_most(part.start, 2**63)]


def is_written(given: Any, result: Any) -> list[Any]:
    part = given.made.part
    return [result == size_of(part, part.length), given.machine.at_most(result, 4 * PART)]


PART_LEFT = {"iter": ANY_ITEM, "size": "usize", MEMORY: f"[u8; {ROOM}]"}


def part_invariant(frame: Frame, _: int) -> list[Any]:
    part, at = frame["iter"].held
    size, at = as_word(frame["size"]), as_word(at)
    return [z3.ULE(at, part.length), size == size_of(part, at), z3.ULE(size, 4 * at)]


def one_part(m: Machine, state: State, closure: Any, room: Any) -> Any:
    """The contract of the closure of `write`: any octets in the room, of which so many are those of the part."""
    part = m.load(state, closure.fields[0])
    given = SimpleNamespace(machine=m, made=SimpleNamespace(part=part))
    m.oblige(state, is_part(given), "requires of a part")
    m.store(state, room, m.fresh(state, f"[u8; {ROOM}]", "room"))
    size = m.fresh(state, "usize", "size")
    m.assume(state, *is_written(given, size))
    return size


# The whole text.


def is_so_long(state: State, text: Slice, at: Any, before: Any) -> Any:
    """So many octets more than before, unless memory was refused."""
    vector, is_refused = state.cells[GROWING].fields
    return z3.Or(is_refused, vector.fields[1] == before + size_of(text, at))


def all_invariant(frame: Frame, _: int) -> list[Any]:
    text, at, size = frame["iter"].held
    at, before = frame.machine.term(at), frame.state.cells["before"]
    return [size == PART, frame.machine.at_most(at, text.length), is_so_long(frame.state, text, at, before)]


def is_pushed(given: Any, result: Any) -> list[Any]:
    vector, is_refused = given.end.cells[GROWING].fields
    return [z3.Or(is_refused, vector.fields[1] == given.made.before + width(given.unit))]


CONTRACTS = [
    Contract(
        "utf8::write::{closure#0}",
        types={"T": "u32"},
        requires=is_part,
        ensures=is_written,
        arguments=part_and_room,
        loops={
            0: Loop(
                {"iter": ANY_ITEM, "size": "usize", MEMORY: f"[u8; {ROOM}]"},
                part_invariant,
                facts=lambda frame: [counted(frame.state, *frame["iter"].held)],
            )
        },
        calls={"encoded": encoded},
    ),
    Contract(
        "utf8::write",
        types={"T": "u32"},
        ensures=lambda given, result: [is_so_long(given.end, given.text, given.text.length, given.made.before)],
        numbers=Integers(),
        arguments=output,
        loops={0: Loop({"iter": ANY_ITEM, GROWING: SOME_OUTPUT}, all_invariant)},
        calls={"utf8::write::{closure#0}": one_part},
    ),
    Contract("utf8::push", ensures=is_pushed, arguments=output, calls={"encoded": encoded}),
]
