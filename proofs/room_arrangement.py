"""`src/bootstring/arrangement.rs`: texts on the stack keep the contract of the trait `Arrangement`, with `N` as room.

A text of `Shifted` is as `are_places` has it: an empty one, one with a literal part, and one behind each insertion.
`ANY` is any of its lanes.
"""

from typing import Any

import z3

from mirproof.contracts import Contract, nothing
from mirproof.frames import Frame, Loop
from mirproof.machine import Machine
from mirproof.places_of import moved as moved_by
from mirproof.values import Items, Memory, Opaque, Ref, State, as_word

ANY = z3.BitVec("any lane", 64)
SELF, BEFORE, FINISHED = "the text in the making", "the text before", "what is finished"


def some_text(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    """Any text of an arrangement; of `Shifted`, what holds of places, and for `begin` an empty one."""
    size = case["size"]
    code_points, count = m.fresh(state, f"[u32; {size}]", "code_points"), m.fresh(state, "usize", "count")
    text = Items((code_points, count))
    if case["is_shifted"]:
        places = Items(tuple(range(size)), "[]") if case["is_new"] else m.fresh(state, f"[u8; {size}]", "places")
        text = Items((places, code_points, 0 if case["is_new"] else count))
        m.assume(state, *are_places(text))
    state.cells |= {SELF: text, BEFORE: text}
    return {"self": Ref(SELF), "finish": Opaque("FnOnce")}


def are_places(text: Items, any_place: Any = None) -> list[Any]:
    """A place of a code point is below their number, and no other one's; one not in use was moved as often as there are
    code points.
    """
    size, count = len(text.fields[0].fields), as_word(text.fields[2], 64)
    places = [as_word(octet, 8) for octet in text.fields[0].fields]
    any_place, claims = item(places, ANY) if any_place is None else any_place, [z3.ULE(count, size)]
    for lane, octet in enumerate(places):
        place, is_used = z3.ZeroExt(56, octet), z3.UGT(count, lane)
        is_apart = z3.Or(lane == ANY, z3.UGE(ANY, count), octet != any_place)
        is_place = z3.And(z3.ULT(place, count), is_apart)
        claims.append(z3.And(z3.ULE(place, count + (size - 1)), z3.Implies(is_used, is_place)))
    return claims


def item(values: Any, index: Any) -> Any:
    found = values[-1]
    for at, value in reversed(list(enumerate(values[:-1]))):
        found = z3.If(index == at, value, found)
    return found


# The methods of both.


def is_empty(given: Any, text: Items) -> list[Any]:
    """No code points; of `Shifted` each place is its own, as `begin` asks."""
    *places, _, count = text.fields
    return [count == 0, *(list(each.fields) == list(range(len(each.fields))) for each in places)]


def has_room(given: Any) -> list[Any]:
    return [z3.ULE(given.literal.length, given.made.size)]


def is_begun(given: Any, result: Any) -> list[Any]:
    """The octets are the first code points, and all is told to be ASCII if each is."""
    *places, code_points, count = given.end.cells[SELF].fields
    octets, length = given.state.cells[given.literal.place.cell].array, given.literal.length
    claims, all_ascii = [*are_places(given.end.cells[SELF]), count == length] if places else [], []
    for at, (then, slot) in enumerate(zip(given.state.cells[SELF].fields[-2].fields, code_points.fields, strict=True)):
        octet, is_there = z3.Select(octets, z3.BitVecVal(at, 64)), z3.UGT(length, at)
        claims.append(slot == z3.If(is_there, z3.ZeroExt(24, octet), then))
        all_ascii.append(z3.Implies(is_there, z3.ULT(octet, 0x80)))
    (is_ascii,) = result.fields("Ok")
    return [z3.And(claims), is_ascii == z3.And(all_ascii)]


def finish(m: Machine, state: State, _: Any, given: Any) -> Any:
    (state.cells[FINISHED],) = given.fields
    return Opaque("T")


def is_finished(given: Any) -> list[Any]:
    """`end` told no more code points than there is room for."""
    return [z3.ULE(given.state.cells[SELF].fields[-1], given.made.size)]


def is_whole(given: Any, result: Any) -> list[Any]:
    """All code points are handed over, each at its place."""
    part, (*places, code_points, count) = given.end.cells[FINISHED], given.state.cells[SELF].fields
    handed = given.machine.load(given.end, part.place)
    place = z3.ZeroExt(56, item(places[0].fields, ANY)) if places else ANY
    is_there = of_memory(handed, place) == item(code_points.fields, ANY)
    return [part.start == 0, part.length == count, result.tag == 0, z3.Implies(z3.ULT(ANY, count), is_there)]


def of_memory(items: Any, index: Any) -> Any:
    return z3.Select(items.array, index) if isinstance(items, Memory) else item(items.fields, index)


def placed_at_head(frame: Frame) -> dict[Any, Any]:
    array = z3.FreshConst(z3.ArraySort(z3.BitVecSort(64), z3.BitVecSort(32)), "placed")
    return {"iter": moved_by(frame["iter"], frame.round), "placed": Memory(array, "u32")}


def placed_invariant(frame: Frame, lane: int) -> list[Any]:
    """The code points of so many lanes are where they belong."""
    places, code_points, _ = frame.state.cells[BEFORE].fields
    is_at = all(each.held[1] == lane for each in frame["iter"].held)
    if lane == 0 and isinstance(frame["placed"], Items):
        return [is_at]
    place = z3.ZeroExt(56, item(places.fields, ANY))
    is_there = of_memory(frame["placed"], place) == item(code_points.fields, ANY)
    return [is_at, z3.ULE(lane, frame["count"]), z3.Implies(z3.ULT(ANY, lane), is_there)]


# Insertions.


def is_inserted(given: Any, result: Any) -> list[Any]:
    """Those from the index on are one place further."""
    (now, _), (before, _) = (state.cells[SELF].fields for state in (given.end, given.state))
    expected = [*before.fields[: given.index], given.code_point, *before.fields[given.index : -1]]
    return [result.tag == 0, *(slot == each for slot, each in zip(now.fields, expected, strict=True))]


def is_index(given: Any) -> list[Any]:
    count = given.state.cells[SELF].fields[2]
    return [z3.ULE(given.index, count), z3.ULT(count, given.made.size)]


def moved_place(place: Any, is_new: Any, index: Any) -> Any:
    return z3.If(is_new, index, z3.If(z3.UGE(place, index), place + 1, place))


def moved(text: Items, index: Any, lanes: int) -> Items:
    """The new code point has the index as its place, and each place from there on is one further: in so many lanes."""
    places, *others = text.fields
    index, count = z3.Extract(7, 0, index), others[1]
    found = list(places.fields)
    for lane, place in enumerate(places.fields[:lanes]):
        found[lane] = moved_place(place, count == lane, index)
    return text._replace(fields=(Items(tuple(found), "[]"), *others))


def at_head(frame: Frame) -> dict[Any, Any]:
    lane = frame.round
    return {"iter": moved_by(frame["iter"], lane), SELF: moved(frame[BEFORE], index_of(frame), lane)}


def index_of(frame: Frame) -> Any:
    """The argument, which the variable of the same name hides."""
    return frame["index#1"]


def invariant(frame: Frame, lane: int) -> list[Any]:
    numbers, items = frame["iter"].held
    now, expected = frame.state.cells[SELF].fields, moved(frame.state.cells[BEFORE], index_of(frame), lane).fields
    are_moved = [one == other for one, other in zip(now[0].fields, expected[0].fields, strict=True)]
    return [numbers.held == (lane,) and items.held[1] == lane and now[1:] == expected[1:], z3.And(are_moved)]


def is_placed(given: Any, result: Any) -> list[Any]:
    """It is the last one in the order of insertion."""
    text, before = given.end.cells[SELF], given.state.cells[SELF]
    (places, code_points, count), lane = text.fields, before.fields[2]
    expected = moved(before, given.index, given.made.size).fields[0].fields
    claims = [one == other for one, other in zip(places.fields, expected, strict=True)]
    for at, (now, then) in enumerate(zip(code_points.fields, before.fields[1].fields, strict=True)):
        claims.append(now == z3.If(lane == at, given.code_point, then))
    any_place = moved_place(item(before.fields[0].fields, ANY), lane == ANY, z3.Extract(7, 0, given.index))
    is_any = z3.Implies(z3.ULT(ANY, count), item(places.fields, ANY) == any_place)
    return [result.tag == 0, count == lane + 1, z3.And(claims), is_any, *are_places(text, any_place)]


FINISH = {"<impl FnOnce(&[u32]) -> T as FnOnce<(&[u32],)>>::call_once": finish}


def arranged(name: str, size: int) -> list[Contract]:
    """The methods of an arrangement of this size."""
    is_shifted = name == "Shifted"
    some = {"size": size, "is_shifted": is_shifted, "is_new": False}

    def method(of: str, requires: Any, ensures: Any, **more: Any) -> Contract:
        parts: dict[str, Any] = {"arguments": some_text, "cases": [some], "types": {"N": str(size)}} | more
        return Contract(f"arrangement::*::{of}@{name}", requires, ensures, **parts)

    if is_shifted:
        insert = method("insert", is_index, is_placed, loops={0: Loop(at_head, invariant, size)})
        loops = {0: Loop(placed_at_head, placed_invariant, size)}
    else:
        insert = method("insert", nothing, is_inserted, cases=[some | {"index": index} for index in range(size)])
        loops = {}
    return [
        method("empty", nothing, is_empty),
        method("begin", has_room, is_begun, cases=[some | {"is_new": True}]),
        insert,
        method("finish", is_finished, is_whole, loops=loops, calls=FINISH),
    ]


END = Contract(
    "arrangement::*::end@InOrder",
    ensures=lambda given, _: [given.end.cells[SELF].fields[-1] == given.length],
    arguments=some_text,
    cases=[{"size": 16, "is_shifted": False, "is_new": False}],
    types={"N": "16"},
)
# Mutants are made of the last one of a name.
SIZES = {"InOrder": (32, 16), "Shifted": (64, 32)}
CONTRACTS = [END, *(each for name, sizes in SIZES.items() for size in sizes for each in arranged(name, size))]
