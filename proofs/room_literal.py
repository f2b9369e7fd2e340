"""`src/bootstring/decode.rs`: the literal part ends before the last delimiter, as in RFC 3492 section 3.1.

`ANY` is any place of the input: the delimiter that is found is the last one, as there is none at any place behind it.
"""

from types import SimpleNamespace
from typing import Any

import z3
from room_bias import parameter
from room_swar import ZERO_OCTETS
from room_swar import is_last as is_last_octet

from mirproof.contracts import Contract
from mirproof.frames import Frame, Loop
from mirproof.library import called, library
from mirproof.machine import Machine
from mirproof.values import Items, Iterator, Opaque, Outside, Ref, Slice, State, none, some

ANY = z3.BitVec("any place", 64)
DELIMITER = z3.BitVec("delimiter", 8)
EIGHT = 8


@library(r"<std::slice::Iter<'_, \w+> as Iterator>::rposition::<.*>")
def last_place(m: Machine, state: State, items: Any, closure: Any, *, callee: str) -> Any:
    """The last item of which the closure is true; or it is false of any. What the closure asks changes nothing."""
    part, first = m.load(state, items).held
    if first != 0 or part.start != 0:
        raise Outside("the last place behind the first one")
    found = m.fresh(state, "usize", "found")
    ((_, at_any),) = called(m, state.copy(), callee, [m.item_ref(part, ANY)], closure)
    ((_, at_found),) = called(m, state.copy(), callee, [m.item_ref(part, found)], closure)
    is_not = z3.Implies(z3.ULT(ANY, part.length), z3.Not(at_any))
    way, other = state.copy(), state.copy()
    m.assume(way, z3.ULT(found, part.length), at_found, z3.Implies(z3.UGT(ANY, found), is_not))
    m.assume(other, is_not)
    return [(way, some(found)), (other, none())]


def last_octet(m: Machine, state: State, marks: Any) -> Any:
    """The contract of the room of swar, a way for each octet."""
    m.oblige(state, marks != 0, "requires of last_octet")
    ways: list[tuple[State, Any]] = [(state.copy(), place) for place in range(EIGHT)]
    for way, place in ways:
        m.assume(way, *is_last_octet(SimpleNamespace(marks=marks), z3.BitVecVal(place, 64)))
    return ways


def octet(state: State, part: Slice, at: Any) -> Any:
    return z3.Select(state.cells[part.place.cell].array, at)


def is_last(given: Any, result: Any) -> list[Any]:
    """At the place that is found is the delimiter; it is not behind it, nor anywhere if no place is found."""
    is_behind = z3.And(z3.ULT(ANY, given.input.length), octet(given.end, given.input, ANY) == given.delimiter)
    if result.tag == 0:
        return [z3.Not(is_behind)]
    (found,) = result.fields("Some")
    is_there = octet(given.end, given.input, found) == given.delimiter
    return [z3.ULT(found, given.input.length), is_there, z3.Implies(is_behind, z3.ULE(ANY, found))]


def at_head(frame: Frame) -> dict[str, Any]:
    eights = frame["eights"]._replace(length=frame.machine.fresh(frame.state, "usize", "left"))
    return {"iter": Iterator("reversed", (Iterator("numbered", (Iterator("items", (eights, 0)), 0)),))}


def invariant(frame: Frame, _: int) -> list[Any]:
    """The delimiter is in none of the words that were looked at."""
    items, number = frame["iter"].held[0].held
    part, at = items.held
    eights, whole = frame["eights"], frame["input"]
    is_behind = z3.And(z3.UGE(ANY, part.start + part.length * EIGHT), z3.ULT(ANY, whole.length))
    return [
        part._replace(length=0) == eights._replace(length=0) and at == 0 and number == 0,
        z3.ULE(part.length, eights.length),
        z3.Implies(is_behind, octet(frame.state, whole, ANY) != frame["delimiter"]),
    ]


def is_split(given: Any, result: Any) -> list[Any]:
    """Before the last delimiter is the literal part, and behind it are the integers; it delimits nothing at the front.

    All that decoding asks of both is in `halves`.
    """
    literal, integers = result.fields
    is_behind = z3.And(z3.ULT(ANY, given.input.length), octet(given.end, given.input, ANY) == DELIMITER)
    if isinstance(literal.length, int):
        return [integers == 0, z3.Implies(is_behind, ANY == 0)]
    is_front = literal.place == given.input.place and literal.start == 0
    is_there = octet(given.end, given.input, literal.length) == DELIMITER
    is_within = z3.And(z3.UGE(literal.length, 1), integers == literal.length + 1, z3.ULE(integers, given.input.length))
    return [is_front, is_there, is_within, z3.Implies(is_behind, z3.ULE(ANY, literal.length))]


def halves(m: Machine, state: State, _: Any, part: Any) -> Any:
    """The contract of `split` without octets, for integers without width."""
    last = z3.FreshInt("last")
    way = state.copy()
    m.assume(way, last >= 1, last < part.length)
    literal = Slice(part.place, part.start, last)
    return [(way, Items((literal, last + 1))), (state, Items((Slice(Ref("nothing"), 0, 0), 0)))]


def is_place(given: Any, result: Any) -> list[Any]:
    kind, place = result.fields
    at_most = given.machine.numbers.compare("Le", "usize", place, given.literal.length)
    return [kind.name.endswith("::NonAscii"), at_most]


def ways_of_place(m: Machine, state: State) -> list[tuple[State, Any]]:
    return [(state, Items((Items((), "ErrorKind::NonAscii"), m.fresh(state, "usize", "place")), "Error"))]


LAST = Contract(
    "bootstring::decode::last",
    ensures=is_last,
    loops={0: Loop(at_head, invariant)},
    calls={"zero_octets": ZERO_OCTETS.call, "last_octet": last_octet},
    parameters=("input", "delimiter"),
    ways=lambda m, state: [(state.copy(), some(m.fresh(state, "usize", "found"))), (state.copy(), none())],
)
NOT_BASIC = Contract("not_basic", ensures=is_place, parameters=("literal",), ways=ways_of_place)
CONTRACTS = [
    LAST,
    Contract(
        "bootstring::decode::split",
        ensures=is_split,
        cases=[{"params": Opaque("P")}],
        calls={LAST.name: LAST.call, "<P as Parameters>::delimiter": parameter(DELIMITER)},
    ),
    NOT_BASIC,
]
