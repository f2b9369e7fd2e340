"""`src/bootstring/encode_long.rs`, `src/bootstring/encode.rs`: the code points of a text of any length, in their order.

All claims on units and on places are about those at `ANY`.
"""

from typing import Any

import z3
from room_short import ANY, BASICS, FIRST_NON_BASIC, TEXT, UNITS

from mirproof.contracts import Contract
from mirproof.frames import Frame, Loop
from mirproof.library import called, library
from mirproof.library_items import step_of
from mirproof.library_vectors import or_refused, vector_of
from mirproof.machine import Machine
from mirproof.places_of import PLACES, moved
from mirproof.values import Items, Iterator, Memory, Opaque, Ref, Slice, State, as_word, conjunction, failed, succeeded

# Of a text, and so many of its code points that are basic, as `by_sorting` is told: fewer where memory is refused.
LENGTH, BASIC = z3.BitVecs("length basic", 64)
MOST_UNITS = 2**32 - 1
THE_TEXT = Slice(Ref(TEXT), 0, LENGTH)
FILTER_MAP = "<Zip<std::slice::Iter<'_, u32>, std::ops::RangeFrom<u32>> as Iterator>::filter_map"


def whole_text(state: State) -> Slice:
    state.cells[TEXT] = Memory(UNITS, "u32")
    return THE_TEXT


def is_text(given: Any) -> list[Any]:
    return [z3.ULE(LENGTH, MOST_UNITS)]


def wide(place: Any) -> Any:
    return z3.ZeroExt(32, as_word(place, 32))


# `occurrences` and `by_scanning`.


def before(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    """The closure has counted so many units before a place, and is asked of the one there."""
    whole_text(state)
    state.cells["closure"] = Items((z3.BitVec("before", 32), z3.BitVec("value", 32)), "closure")
    place = m.fresh(state, "u32", "place")
    return {"_1": Ref("closure"), "_2": Items((Ref(TEXT, (("index", wide(place)),)), place))}


def is_counted(given: Any) -> list[Any]:
    """So many of the units before a place are not greater: no more than places."""
    count, place = given.state.cells["closure"].fields[0], given._2.fields[1]
    return [z3.ULT(wide(place), LENGTH), z3.ULE(count, place)]


def is_occurrence(given: Any, result: Any) -> list[Any]:
    """The code point is inserted behind those that were counted, and behind its own occurrences before."""
    (count, value), (then, _) = (each.cells["closure"].fields for each in (given.state, given.end))
    place = given._2.fields[1]
    unit = UNITS[wide(place)]
    is_told = z3.And([a == b for a, b in zip(result.fields("Some")[0].fields, (value, count, place), strict=True)])
    is_more = then == count + z3.If(z3.ULE(unit, value), z3.BitVecVal(1, 32), 0)
    is_behind = z3.Implies(unit == value, z3.And(is_told, z3.UGT(then, count)))
    return [(result.tag == 1) == (unit == value), z3.ULE(wide(then), wide(place) + 1), is_more, is_behind]


def counted(m: Machine, state: State, items: Any, closure: Any) -> Any:
    """`filter_map`, by induction over the places, as the contract of the closure has it."""
    items, numbers = items.held
    count, value = closure.fields
    part, at = items.held
    is_first = z3.And(as_word(count, 32) == 0, as_word(numbers.held[0], 32) == 0, as_word(at, 64) == 0)
    m.oblige(state, is_first, "none is counted before the first place")
    m.oblige(state, z3.ULE(part.length, MOST_UNITS), "no place is beyond 32 bits")
    return Iterator("occurrences", (part, value))


def of_closure(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    """The closure of `by_scanning`, and one of its values."""
    state.cells |= {"closure": Items((whole_text(state),), "closure"), "value": z3.BitVec("value", 32)}
    return {"_1": Ref("closure"), "_2": Ref("value")}


CONTRACTS = [
    Contract(
        "occurrences::{closure#0}", lambda given: [*is_text(given), *is_counted(given)], is_occurrence, arguments=before
    ),
    Contract(
        "occurrences",
        is_text,
        lambda given, result: [result == Iterator("occurrences", (given.text, given.value))],
        arguments=lambda m, state, case: {"text": whole_text(state)},
        calls={FILTER_MAP: counted},
    ),
    Contract(
        "by_scanning::{closure#0}",
        is_text,
        lambda given, result: [result == Iterator("occurrences", (THE_TEXT, z3.BitVec("value", 32)))],
        arguments=of_closure,
        calls={FILTER_MAP: counted},
    ),
]

# `annotate` and `by_sorting`.


@library(r"<Zip<.*, std::ops::RangeFrom<(u32|usize)>> as Iterator>::filter::<.*>")
def filtered(m: Machine, state: State, items: Any, closure: Any, *, callee: str) -> Any:
    """The range goes on behind the last item, to the number of items."""
    items, numbers = items.held
    part, at = items.held
    m.oblige(state, conjunction(numbers.held[0] == 0, at == 0), "places are counted from 0")
    m.oblige(state, z3.ULE(part.length, MOST_UNITS if "<u32>" in callee else 2**64 - 1), "no place is beyond the range")
    return Iterator("filtered", (part, 0, closure, callee, 32 if "<u32>" in callee else 64))


def item_at(m: Machine, part: Slice, at: Any, width: int) -> Items:
    return Items((m.item_ref(part, at), z3.Extract(width - 1, 0, at)))


def is_admitted(m: Machine, state: State, item: Items, closure: Any, callee: str) -> Any:
    """The truth that the closure has for an item."""
    way = state.copy()
    way.cells["item"] = item
    ((_, truth),) = called(m, way, callee, [Ref("item")], closure)
    return truth


PLACES["filtered"] = 1


@step_of("filtered")
def first_admitted(
    m: Machine, state: State, part: Slice, at: Any, closure: Any, callee: str, width: int
) -> tuple[Any, Items, Iterator]:
    """The item at the first place from one on of which the closure is true, if there is one."""
    m.oblige(state, z3.ULE(as_word(at, 64), part.length), "no filter is beyond its items")
    found = m.fresh(state, "usize", "found")
    there, item = z3.ULT(found, part.length), item_at(m, part, found, width)
    m.assume(state, z3.ULE(at, found), z3.ULE(found, part.length))
    m.assume(state, z3.Implies(there, is_admitted(m, state, item, closure, callee)))
    return there, item, Iterator("filtered", (part, found + 1, closure, callee, width))


def head_of_annotate(frame: Frame) -> dict[Any, Any]:
    both = [moved(each, frame.machine.fresh(frame.state, "usize", "at")) for each in frame["iter"].held]
    octets = both[0].held[0].place.cell
    return {"iter": Iterator("pairs", tuple(both)), octets: frame[octets].anew()}


def annotating(frame: Frame, _: int) -> list[Any]:
    octets, places = frame["iter"].held
    literal, count = octets.held
    return [z3.ULE(as_word(count, 64), literal.length), z3.ULE(as_word(places.held[1], 64), LENGTH)]


def annotated(m: Machine, state: State, _: Any, place: Any, *__: Any) -> Any:
    is_basic = z3.And(z3.ULT(place, LENGTH), z3.ULT(UNITS[place], FIRST_NON_BASIC))
    m.oblige(state, is_basic, "the place of a basic code point is annotated")
    return m.fresh(state, "u8", "annotated")


def is_place(place: Any) -> Any:
    """A code point is there that is not basic."""
    return z3.And(z3.ULT(wide(place), LENGTH), z3.UGE(UNITS[wide(place)], FIRST_NON_BASIC))


def key(place: Any) -> Any:
    return z3.Concat(UNITS[wide(place)], place)


def are_places(vector: Items, by: Any) -> Any:
    """Of the place at `ANY`, and of the next one, which is larger, by its key or by itself."""
    memory, count = vector.fields
    one, next_ = memory.array[ANY], memory.array[ANY + 1]
    is_next = z3.Implies(z3.ULT(ANY + 1, count), z3.And(is_place(next_), z3.ULT(by(one), by(next_))))
    return z3.Implies(z3.ULT(ANY, count), z3.And(is_place(one), is_next))


def collected(m: Machine, state: State, items: Any, most: Any) -> Any:
    """That of `memory::collected`: all places at which both closures are as they must be, in their order."""
    inner, closure, name = items.held
    part, at, predicate, filter_, width = inner.held
    m.oblige(state, conjunction(part == THE_TEXT, at == 0), "places of the text")
    way = state.copy()
    place = m.fresh(way, "usize", "place")
    m.assume(way, z3.ULT(place, LENGTH))
    item = item_at(m, part, place, width)
    truth = is_admitted(m, way, item, predicate, filter_)
    m.oblige(way, truth == z3.UGE(UNITS[place], FIRST_NON_BASIC), "places of code points that are not basic")
    for end, found in called(m, way, name, [item], closure):
        m.oblige(end, found == item.fields[1], "the place itself")
    m.oblige(state, z3.ULE(LENGTH - BASICS(LENGTH), most), "all of them")
    m.oblige(state, most == LENGTH - BASIC, "memory for those alone that are not basic")
    places = vector_of(m, state, "u32", LENGTH - BASICS(LENGTH))
    refused = state.copy()
    m.assume(state, are_places(places, wide))
    return [(state, succeeded(places)), (refused, failed(Items((), "OutOfMemory")))]


def by_value(m: Machine, state: State, place_: Any, closure: Any, *, callee: str) -> Any:
    """That of `sort::by_value`: the same places, by the value that the closure has for each, then by themselves."""
    vector = m.load(state, place_)
    memory, count = vector.fields
    m.oblige(state, are_places(vector, wide), "requires of by_value")
    way = state.copy()
    m.assume(way, z3.ULT(ANY, count))
    place = memory.array[ANY]
    for end, found in called(m, way, callee, [place], closure):
        m.oblige(end, found == UNITS[wide(place)], "the value is the code point")
    refused, after = state.copy(), vector_of(m, state, "u32", count)
    m.assume(state, are_places(after, key))
    m.store(state, place_, after)
    return [(state, succeeded(Items(()))), (refused, failed(Items((), "OutOfMemory")))]


def of_members(m: Machine, state: State, part: Any, closure: Any, *, callee: str) -> Any:
    """That of `RankSelect`: a set of the places of the text at which the closure is true."""
    m.oblige(state, conjunction(part == THE_TEXT, z3.ULT(LENGTH, 2**32)), "requires of of_members")
    for end, truth in called(m, state.copy(), callee, [UNITS[ANY]], closure):
        m.oblige(end, truth == z3.ULT(UNITS[ANY], FIRST_NON_BASIC), "basic code points are members")
    return or_refused(state, Opaque("RankSelect"))


def insert(m: Machine, state: State, _: Any, place: Any) -> Any:
    """The same: a place of the text that is no member yet; its rank is at most the place."""
    rank = m.fresh(state, "u32", "rank")
    m.oblige(state, is_place(place), "requires of insert")
    m.assume(state, z3.ULE(rank, place))
    state.cells["rank"] = rank
    return rank


def in_order(m: Machine, state: State, items: Any, closure: Any, *, callee: str) -> Any:
    """`map`: the closure is executed of the place at `ANY`. No place comes twice, as keys ascend."""
    vector, at = items.held
    m.oblige(state, conjunction(at == 0), "the first place comes first")
    m.oblige(state, are_places(vector, key), "code points ascend, and places of each")
    way = state.copy()
    m.assume(way, z3.ULT(ANY, vector.fields[1]))
    place = vector.fields[0].array[ANY]
    for end, found in called(m, way, callee, [place], closure):
        expected = (UNITS[wide(place)], end.cells["rank"], place)
        is_it = [a == b for a, b in zip(found.fields, expected, strict=True)]
        m.oblige(end, z3.And(is_it), "the insertion of the place")
    return ORDER


def asked(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    """The closure of a filter, of the item at `ANY`."""
    whole_text(state)
    state.cells["item"] = Items((Ref(TEXT, (("index", ANY),)), ANY))
    return {"_1": Opaque("a closure"), "_2": Ref("item"), "code_point": UNITS[ANY]}


def of_units(name: str, is_basic: bool) -> Contract:
    """A closure that is true of basic code points alone, or of all others."""
    return Contract(
        name,
        ensures=lambda given, result: [result == (z3.ULT(UNITS[ANY], FIRST_NON_BASIC) == is_basic)],
        arguments=asked,
    )


# The insertions of the text, as `insertions` asks for them.
ORDER = Iterator("insertions", (THE_TEXT,))
CONTRACTS += [
    of_units("annotate::{closure#0}", is_basic=True),
    of_units("by_sorting::{closure#1}", is_basic=False),
    of_units("by_sorting::{closure#3}", is_basic=True),
    Contract(
        "annotate",
        is_text,
        arguments=lambda m, state, case: {"text": whole_text(state), "observer": Ref("observer")},
        loops={0: Loop(head_of_annotate, annotating)},
        calls={"<impl Observer as Observer>::annotated": annotated},
    ),
    Contract(
        "by_sorting",
        lambda given: [*is_text(given), z3.ULE(BASICS(LENGTH), LENGTH), z3.ULE(BASIC, BASICS(LENGTH))],
        lambda given, result: [result.tag == 1 or result.fields("Ok")[0] == ORDER],
        arguments=lambda m, state, case: {"text": whole_text(state), "basic": BASIC},
        calls={
            "collected": collected,
            "by_value": by_value,
            "RankSelect::of_members": of_members,
            "RankSelect::insert": insert,
            "<std::vec::IntoIter<u32> as Iterator>::map": in_order,
        },
    ),
]
