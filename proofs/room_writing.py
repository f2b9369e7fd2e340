"""`src/bootstring/varint.rs`: integers are written as in RFC 3492 section 6.3, digit for digit, whatever their length.

`PLACE` is any place among the digits of an integer: all claims are about the digit there.
"""

from typing import Any

import z3
from instance import BIAS, CALLS, DIGIT, DIGITS, PACKED, are_packed_from, arguments
from parameters import U32, U64, admitted, is_below
from rfc3492 import COUNT, IS_LONGER, WRITTEN, longer, writing
from room_bias import P
from room_division import DIVIDENDS

from mirproof.contracts import Contract, if_ok
from mirproof.frames import ANY_ITEM, Frame, Loop
from mirproof.library_vectors import MEMORY, or_refused
from mirproof.machine import Machine
from mirproof.numbers_of import Integers
from mirproof.places_of import moved
from mirproof.values import Items, Ref, State, conjunction, failed, none, some, succeeded

PLACE = z3.Int("place")
ROOM, PUT, HAS_ROOM = "memory of the room", "memory of the output", "has room"
SLOTS = f"[u8; {PACKED}]"


def are_admitted(given: Any) -> list[Any]:
    return [*admitted(P), is_below(BIAS, U32), PLACE >= 0]


def is_digit(octet: Any, value: Any, first: Any) -> Any:
    """The octet is the digit at `PLACE` of what is written from digit `first` on."""
    return octet == DIGIT(WRITTEN(value, first, PLACE))


def goes_on(value: Any, first: Any, q: Any, j: Any) -> list[Any]:
    """The rest of a value before digit `j` has the digits that are still to be written."""
    later = z3.Implies(j <= PLACE, WRITTEN(q, j, PLACE) == WRITTEN(value, first, PLACE))
    return [later, COUNT(value, first) == j - first + COUNT(q, j)]


# The first eight digits.


def with_room(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    state.cells[ROOM] = m.fresh(state, SLOTS, "room")
    return arguments(m, state, case) | {"room": Ref(ROOM)}


def is_small(given: Any) -> list[Any]:
    return [*are_admitted(given), is_below(given.value, DIVIDENDS)]


def in_room(state: State, value: Any, count: Any) -> list[Any]:
    """So many octets of the room are digits."""
    octets = enumerate(state.cells[ROOM].fields)
    return [z3.Implies(z3.And(at == PLACE, at < count), is_digit(octet, value, 0)) for at, octet in octets]


def are_first(given: Any, result: Any) -> list[Any]:
    """All digits and their number, or eight and what is left."""
    value = given.value
    if result.tag == 0:
        (count,) = result.fields("Ok")
        return [count == COUNT(value, 0), count >= 1, count <= PACKED, *in_room(given.end, value, count)]
    (left,) = result.fields("Err")
    return [is_below(left, U64), *goes_on(value, 0, left, PACKED), *in_room(given.end, value, PACKED)]


def ways_of_first(m: Machine, state: State) -> list[tuple[State, Any]]:
    state.cells[ROOM] = m.fresh(state, SLOTS, "room")
    numbers = m.fresh(state, "usize", "count"), m.fresh(state, "u64", "left")
    return [(state.copy(), succeeded(numbers[0])), (state.copy(), failed(numbers[1]))]


def first_at_head(frame: Frame) -> dict[Any, Any]:
    return {"iter": moved(frame["iter"], frame.round), "q": "u64", "thresholds": "u64", ROOM: SLOTS}


def first_invariant(frame: Frame, done: int) -> list[Any]:
    value, q = frame["value"], frame["q"]
    items, numbers = frame["iter"].held
    return [
        items.held[1] == done and numbers.held[0] == done + 1,
        z3.And(q >= 0, q <= value),
        *are_packed_from(frame.machine, frame.state, frame["thresholds"], done),
        *goes_on(value, 0, q, z3.IntVal(done)),
        *in_room(frame.state, value, done),
    ]


# Digits from any on.


DIGITS_LEFT = {"digits": "Vec<u8>", "q": "u64", "j": "u64"}


def late_invariant(frame: Frame, _: int) -> list[Any]:
    value, first, q, j = (frame[name] for name in ("value", "first", "q", "j"))
    return [
        is_below(q, U64),
        *goes_on(value, first, q, j),
        j == first + frame["digits"].fields[1],
        *in_vector(frame["digits"], value, first),
    ]


def in_vector(vector: Items, value: Any, first: Any) -> list[Any]:
    """All items are digits."""
    memory, length = vector.fields
    at = PLACE - first
    digit = is_digit(z3.Select(memory.array, at), value, first)
    return [is_below(length, MEMORY), z3.Implies(is_below(at, length), digit)]


def are_late(given: Any, vector: Any) -> list[Any]:
    """All digits."""
    return [vector.fields[1] == COUNT(given.value, given.first), *in_vector(vector, given.value, given.first)]


# All of them: of an output, the octet at `PLACE`, how many were put, and whether memory was refused. An output is asked
# for at most `DIGITS` octets of one integer, and to keep octets only where it has just given room for eight.


def with_output(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    state.cells |= {PUT: Items((m.fresh(state, "u8", "put"), 0, False)), HAS_ROOM: False}
    return arguments(m, state, case) | {"output": Ref(PUT)}


def room(m: Machine, state: State, *_: Any) -> Any:
    given = state.copy()
    given.cells |= {ROOM: m.fresh(given, SLOTS, "room"), HAS_ROOM: True}
    return [(given, some(Ref(ROOM))), (state.copy(), none())]


def keep(m: Machine, state: State, _: Any, count: Any) -> Any:
    octet, length, is_refused = state.cells[PUT].fields
    fits = z3.And(count >= 0, count <= PACKED, length + count <= DIGITS)
    m.oblige(state, conjunction(state.cells[HAS_ROOM], fits), "requires of keep")
    for at, each in enumerate(state.cells[ROOM].fields):
        octet = z3.If(z3.And(length + at == PLACE, at < count), each, octet)
    state.cells |= {PUT: Items((octet, length + count, is_refused)), HAS_ROOM: False}
    return Items(())


def put(m: Machine, state: State, _: Any, octet_: Any) -> Any:
    octet, length, is_refused = state.cells[PUT].fields
    m.oblige(state, length < DIGITS, "requires of put")
    state.cells[HAS_ROOM] = False
    state.cells[PUT] = Items((z3.If(length == PLACE, octet_, octet), length + 1, is_refused))
    return Items(())


def refuse(m: Machine, state: State, *_: Any) -> Any:
    state.cells[PUT] = state.cells[PUT]._replace(fields=(*state.cells[PUT].fields[:2], True))
    return Items(())


def put_at_head(frame: Frame) -> dict[str, Any]:
    at, octet = z3.FreshInt("at"), frame.machine.fresh(frame.state, "u8", "put")
    return {"iter": moved(frame["iter"], at), PUT: Items((octet, frame["written"] + at, False))}


def put_invariant(frame: Frame, _: int) -> list[Any]:
    vector, at = frame["iter"].held
    octet, length, is_refused = frame[PUT].fields
    is_there = z3.Implies(length > PLACE, is_digit(octet, frame["value"], 0))
    return [z3.And(at >= 0, at <= vector.fields[1]), length == frame["written"] + at, not is_refused, is_there]


def is_written(given: Any, result: Any) -> list[Any]:
    octet, length, is_refused = given.end.cells[PUT].fields
    if is_refused:
        return []
    return [length == COUNT(given.value, 0), z3.Implies(length > PLACE, is_digit(octet, given.value, 0))]


# More digits than so many.


def longer_invariant(frame: Frame, _: int) -> list[Any]:
    j, end = frame["iter"].held
    is_same = IS_LONGER(frame["q"], j) == IS_LONGER(frame["value"], 0)
    return [is_below(frame["q"], U64), z3.And(j >= 0, j <= end), end == frame["most"], is_same]


def is_longer(given: Any, result: Any) -> list[Any]:
    return [IS_LONGER(given.value, 0) if result else z3.Not(IS_LONGER(given.value, 0))]


NUMBERS = Integers()
NAMES = ("params", "value", "bias")
FIRST = Contract(
    "first_digits",
    is_small,
    are_first,
    NUMBERS,
    arguments=with_room,
    loops={
        0: Loop(
            first_at_head, first_invariant, PACKED, lambda frame: writing(P, frame["q"], z3.IntVal(frame.round), PLACE)
        )
    },
    parameters=(*NAMES, "room"),
    calls=CALLS,
    ways=ways_of_first,
)
LATE = Contract(
    "late_digits",
    lambda given: [*are_admitted(given), is_below(given.value, U64), is_below(given.first, PACKED + 1)],
    if_ok(are_late),
    NUMBERS,
    arguments=arguments,
    loops={
        0: Loop(
            {"digits": "Vec<u8>", "q": "u64", "j": "u64"},
            late_invariant,
            facts=lambda frame: writing(P, frame["q"], frame["j"], PLACE),
        )
    },
    parameters=(*NAMES, "first"),
    calls=CALLS,
    ways=lambda m, state: or_refused(state, m.fresh(state, "Vec<u8>", "digits")),
)
OUTPUT = {f"<impl Output as varint::Output>::{each.__name__}": each for each in (room, keep, put, refuse)}
CONTRACTS = [
    FIRST,
    LATE,
    Contract(
        "varint::write",
        lambda given: [*are_admitted(given), z3.Implies(given.is_small, given.value < DIVIDENDS)],
        is_written,
        NUMBERS,
        arguments=with_output,
        loops={0: Loop(put_at_head, put_invariant)},
        calls={**CALLS, **OUTPUT, "first_digits": FIRST.call, "late_digits": LATE.call},
    ),
    Contract(
        "is_longer",
        are_admitted,
        is_longer,
        NUMBERS,
        arguments=arguments,
        loops={
            0: Loop(
                {"iter": ANY_ITEM, "q": "u64"},
                longer_invariant,
                facts=lambda frame: longer(P, frame["q"], frame["iter"].held[0], frame["most"]),
            )
        },
        calls=CALLS,
    ),
]
