"""`src/bootstring/encode.rs`, `src/bootstring/encode_long.rs`: a text is encoded by the engine for its length."""

import re
from typing import Any

import z3
from room_bias import parameter
from room_long import LENGTH, MOST_UNITS, ORDER, THE_TEXT, is_text, whole_text
from room_outputs import BLOCK, BLOCKS, GROWING, extend
from room_short import ANY, BASICS, FIRST_NON_BASIC, INITIAL_N, UNITS
from room_survey import is_few, is_right, is_surveyed

from mirproof.contracts import Contract
from mirproof.library import called
from mirproof.library_vectors import MEMORY, or_refused
from mirproof.machine import Machine
from mirproof.values import Items, Opaque, Ref, Slice, State, conjunction, failed, none, some, succeeded

DELIMITER = z3.BitVec("delimiter", 8)
ROOMS = (16, 32, 64)
# The octets that are handed over, the room that was tried, and whether the literal part is annotated.
ENCODED, ROOM, ANNOTATED = "encoded", "room", "annotated"

# `encode_long`.


def survey(m: Machine, state: State, text: Any, initial_n: Any) -> Any:
    """That of `Survey::of`."""
    m.oblige(state, conjunction(text == THE_TEXT, initial_n == INITIAL_N), "the text and its smallest code point")
    literal, place = m.fresh(state, GROWING), m.fresh(state, "usize", "place")
    found = [succeeded(Items((literal, few))) for few in (some(m.fresh(state, "Vec<u32>", "few")), none())]
    found += [failed(Items((Items((), kind), place), "Error")) for kind in ("Overflow", "BelowInitialN", "NotAdmitted")]
    ends = [(state.copy(), each) for each in found]
    for way, each in ends:
        m.assume(way, *is_surveyed(None, each))
    return ends


def annotate(m: Machine, state: State, literal: Any, text: Any, _: Any) -> Any:
    """That of `annotate`: there are other octets, as many."""
    m.oblige(state, conjunction(text == THE_TEXT, z3.ULE(LENGTH, MOST_UNITS)), "requires of annotate")
    memory, state.cells[ANNOTATED] = m.load(state, literal.place), True
    m.store(state, literal.place, memory._replace(array=z3.FreshConst(memory.array.sort(), "annotated")))
    return Items(())


def by_scanning(m: Machine, state: State, text: Any, few: Any) -> Any:
    """That of `occurrences`, for each of few values, which ascend: a call of the closure for each of them."""
    values = Items((m.load(state, few.place), few.length), "Vec")
    claims = [text == THE_TEXT, z3.ULE(LENGTH, MOST_UNITS), *is_few(values)]
    m.oblige(state, conjunction(*claims), "requires of by_scanning")
    return ORDER


def by_sorting(m: Machine, state: State, text: Any, basic: Any) -> Any:
    within = [z3.ULE(BASICS(LENGTH), LENGTH), z3.ULE(basic, BASICS(LENGTH)), z3.ULE(LENGTH, MOST_UNITS)]
    m.oblige(state, conjunction(text == THE_TEXT, *within), "requires of by_sorting")
    return or_refused(state, ORDER)


def insertions(
    m: Machine, state: State, _: Any, in_order: Any, basic: Any, are_small: Any, output: Any, __: Any
) -> Any:
    """That of `insertions`, of as many code points as are not basic; nothing is written where memory is refused.

    What is written behind, and whether an integer has too many digits, is any.
    """
    growing = m.load(state, output).fields[2]
    is_counted = z3.Or(growing.fields[1], basic == BASICS(LENGTH))
    within = [z3.ULE(BASICS(LENGTH), LENGTH), z3.ULT(LENGTH, 2**32), is_counted]
    m.oblige(state, conjunction(in_order == ORDER, are_small is False, *within), "requires of insertions")
    m.oblige(state, z3.Implies(z3.ULT(ANY, LENGTH), is_right(UNITS[ANY])), "no code point is below the initial `n`")
    for claim in is_literal_part(state, *growing.fields[0].fields):
        m.oblige(state, z3.Or(growing.fields[1], claim), "the literal part and the delimiter")
    blocks = m.fresh(state, BLOCKS)
    _, filled, growing, state.cells[ENCODED] = blocks.fields
    m.assume(state, z3.ULE(filled, BLOCK), z3.ULT(growing.fields[0].fields[1], MEMORY))
    m.store(state, output, blocks)
    return Items(())


def is_literal_part(state: State, memory: Any, length: Any) -> list[Any]:
    """The basic code points, which may be annotated, and the delimiter behind them, if there are any."""
    count, unit, has_any = BASICS(LENGTH), UNITS[ANY], BASICS(LENGTH) != 0
    is_basic = z3.And(z3.ULT(ANY, LENGTH), z3.ULT(unit, FIRST_NON_BASIC))
    octets = z3.Implies(is_basic, memory.array[BASICS(ANY)] == z3.Extract(7, 0, unit))
    is_delimited = z3.Implies(has_any, memory.array[count] == DELIMITER)
    is_long = length == count + z3.If(has_any, z3.BitVecVal(1, 64), 0)
    return [is_long, is_delimited, True if state.cells[ANNOTATED] else octets]


def is_encoded(given: Any, result: Any) -> list[Any]:
    """There is no fault in the text; or one is told, which may be that of an integer with too many digits.

    The literal part is annotated where the observer does.
    """
    if result.tag == 0:
        exceeded = given.end.cells[ENCODED]
        annotates = given.machine.types["encode_long"]["<O as bootstring::observer::Observer>::ANNOTATES"] == "true"
        return [
            given.end.cells[ANNOTATED] == annotates,
            z3.Implies(z3.ULT(ANY, LENGTH), is_right(UNITS[ANY])),
            exceeded.tag == 0,
        ]
    kind, *place = result.fields("Err")[0].fields or [Items(())]
    if kind.name.endswith("TooLong"):
        exceeded = given.end.cells[ENCODED]
        return [exceeded.tag == 1, place[0] == z3.ZeroExt(32, exceeded.fields("Some")[0])]
    return []


def some_text(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    state.cells |= {ANNOTATED: False, ROOM: 0}
    return {"params": Opaque("P"), "text": whole_text(state), "observer": Ref("observer"), "finish": Opaque("F")}


def encode_long(truth: str) -> Contract:
    return Contract(
        "encode_long",
        is_text,
        is_encoded,
        arguments=some_text,
        types={"<O as bootstring::observer::Observer>::ANNOTATES": truth},
        calls={
            "<P as Parameters>::initial_n": parameter(INITIAL_N),
            "<P as Parameters>::delimiter": parameter(DELIMITER),
            "Growing::<u8>::extend_from_slice": extend,
            "Survey::of": survey,
            "annotate": annotate,
            "by_scanning": by_scanning,
            "by_sorting": by_sorting,
            "deltas::insertions": insertions,
        },
    )


# `encode` and `append`.


def short_form(m: Machine, state: State, _: Any, text: Any, room: Any, *, callee: str) -> Any:
    """That of `encode_short`: some octets, or a fault."""
    count = int(re.findall(r", (\d+)>$", callee)[0])
    has_room = len(m.load(state, room).fields) == count
    m.oblige(state, conjunction(text == THE_TEXT, has_room, z3.ULE(LENGTH, count)), "requires of encode_short")
    octets = state.cells[ENCODED] = m.fresh(state, "&[u8]", "encoded")
    state.cells[ROOM] = count
    return [(state.copy(), some(octets)), (state, none())]


def long_form(m: Machine, state: State, _: Any, text: Any, *__: Any) -> Any:
    m.oblige(state, conjunction(text == THE_TEXT, z3.ULE(LENGTH, MOST_UNITS)), "requires of encode_long")
    octets = m.fresh(state, "Vec<u8>", "encoded")
    state.cells[ENCODED] = Slice(Ref("octets"), 0, octets.fields[1])
    return or_refused(state, octets)


def is_handed_over(given: Any, result: Any) -> list[Any]:
    """The octets are given to the function, which returns any value. The smallest room that fits was tried."""
    smallest: Any = z3.IntVal(0)
    for count in reversed(ROOMS):
        smallest = z3.If(z3.ULE(LENGTH, count), z3.IntVal(count), smallest)
    is_tried = given.end.cells[ROOM] == smallest
    if result.tag == 1:
        return [is_tried]
    (octets,) = result.fields("Ok")[0].fields
    return [is_tried, octets.length == given.end.cells[ENCODED].length, result.fields("Ok")[0].name == "a result"]


def encoded(m: Machine, state: State, _: Any, text: Any, finish: Any, *, callee: str) -> Any:
    """That of `encode`: the closure is called with some octets, or there is an error without a call."""
    m.oblige(state, conjunction(text == THE_TEXT, z3.ULE(LENGTH, MOST_UNITS)), "requires of encode")
    way = state.copy()
    octets = way.cells[ENCODED] = m.fresh(way, "&[u8]", "encoded")
    ends = [(end, succeeded(found)) for end, found in called(m, way, callee, [octets], finish)]
    return [*ends, (state, failed(Items((), "Error")))]


def is_appended(given: Any, result: Any) -> list[Any]:
    """So many octets more, or those that there were."""
    (memory, before), (now, after) = (each.cells["output"].fields for each in (given.state, given.end))
    if result.tag == 1:
        return [memory.array == now.array, before == after]
    return [after == before + given.end.cells[ENCODED].length]


CONTRACTS = [
    encode_long("false"),
    encode_long("true"),
    Contract(
        "bootstring::encode::encode",
        is_text,
        is_handed_over,
        arguments=some_text,
        calls={"encode_short": short_form, "encode_long": long_form},
    ),
    Contract(
        "bootstring::encode::append",
        is_text,
        is_appended,
        arguments=some_text,
        kinds={"output": "Vec<u8>"},
        calls={"bootstring::encode::encode": encoded},
    ),
]
