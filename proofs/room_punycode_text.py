"""`src/punycode.rs`, and the strings of `src/bootstring/mod.rs`: texts are handed on, and are what their types demand.

`CODEC` is what the procedures of `src/bootstring/` owe their callers: an encoded form is ASCII, a decoded text is of
scalar values. That they keep it is theirs to prove. `are_scalars` is a truth of a slice, as `is_ascii` is.
"""

from typing import Any

import z3
from room_utf8 import ANY, BEFORE, CODE_POINT

from mirproof.contracts import Contract, if_ok, nothing
from mirproof.frames import Frame, Loop
from mirproof.library import applied, called
from mirproof.library_items import any_item
from mirproof.library_iterators import character_at, is_scalar
from mirproof.library_text import as_slice, is_ascii, truth_of, width_of
from mirproof.library_vectors import or_refused, vector_of
from mirproof.machine import Machine
from mirproof.places_of import moved
from mirproof.values import (
    Items,
    Iterator,
    Opaque,
    Outside,
    Ref,
    Slice,
    State,
    as_word,
    failed,
    is_within,
    succeeded,
)

UPPER = 1 << 31
ROOMS = {"small": 24, "large": 64}
# The octets of all code points, and so many as memory was asked for.
IN_ALL, ASKED = z3.BitVec("in_all", 64), "memory that was asked for"


def are_scalars(m: Machine, state: State, part: Slice) -> Any:
    return truth_of(m, state, "are_scalars", part)


def true(m: Machine, state: State, part: Slice) -> Any:
    return True


# The debt of the procedures: a slice or a vector of which one thing is known, or an error.


def handing(kind: str, truth: Any) -> Any:
    """A procedure that calls `finish`, its last argument, with what it has found, and returns what comes back."""

    def call(m: Machine, state: State, *arguments: Any) -> Any:
        refused = state.copy()
        part = m.fresh_slice(state, kind, "found")
        m.assume(state, truth(m, state, part))
        found = applied(m, state, arguments[-1], [part], [f"&[{kind}]"], "T")
        return [(refused, failed(Items((), "Error"))), *((end, succeeded(value)) for end, value in found)]

    return call


def making(kind: str, truth: Any) -> Any:
    """A procedure that returns a vector."""

    def call(m: Machine, state: State, *_: Any) -> Any:
        made = m.fresh(state, f"Vec<{kind}>", "made")
        m.assume(state, truth(m, state, as_slice(state, made)))
        return or_refused(state, made)

    return call


def appending(m: Machine, state: State, *arguments: Any) -> Any:
    """More octets behind those of a vector, or none."""
    same = state.copy()
    m.store(state, arguments[-1], m.fresh(state, "Vec<u8>", "appended"))
    return [(state, succeeded(Items(()))), (same, failed(Items((), "Error")))]


def anything(m: Machine, state: State, *_: Any, result: str) -> Any:
    return or_refused(state, Opaque(result))


CODEC = {
    "bootstring::encode::encode": handing("u8", is_ascii),
    "bootstring::decode::decode": handing("u32", are_scalars),
    "bootstring::decode::code_points": making("u32", true),
    "encode_long": making("u8", is_ascii),
    "bootstring::encode::append": appending,
    "bootstring::decode::decode_long": anything,
    "Trace::encode": anything,
    "Trace::decode": anything,
}


def handed(truth: Any) -> Any:
    """The function of a caller is handed a slice of which this is known."""
    return if_ok(lambda given, found: [truth(given.machine, given.end, *found.fields)])


def is_ascii_found(given: Any, found: Any) -> list[Any]:
    """A string, a vector, or a slice that is handed over, is ASCII."""
    part = found.fields[0] if found.name == "a result" else as_slice(given.end, found)
    return [is_ascii(given.machine, given.end, part)]


is_ascii_made = if_ok(is_ascii_found)


# The code points of a text.


def fill_at_head(frame: Frame) -> dict[Any, Any]:
    at, octets = (frame.machine.fresh(frame.state, "usize", name) for name in ("at", "octets"))
    rooms = {name: f"[u32; {count}]" for name, count in ROOMS.items()}
    characters = Iterator("chars", (frame["text"], octets))
    return {"iter": moved(frame["iter"], at), "characters": characters, "count": at, **rooms}


def fill_invariant(frame: Frame, _: int) -> list[Any]:
    """The slots before this one have the characters of the octets before this place."""
    (part, at), (text, octets) = frame["iter"].held[0].held, frame["characters"].held
    count, octets = as_word(frame["count"]), as_word(octets)
    within = [z3.ULE(count, part.length), z3.ULE(octets, text.length), z3.ULE(count, octets)]
    return [count == at, BEFORE(octets) == count, *within, is_one(frame.machine, frame.state, part, count)]


def fill_facts(frame: Frame) -> list[Any]:
    """The definitions at a place."""
    text, octets = frame["characters"].held
    character = character_at(frame.machine, frame.state, text, octets)
    behind = octets + width_of(frame.machine, character)
    return [BEFORE(behind) == BEFORE(octets) + 1, CODE_POINT(BEFORE(octets)) == character]


def is_one(m: Machine, state: State, part: Slice, count: Any) -> Any:
    """The item at `ANY`, any place before so many, is the code point of that number."""
    item = m.item(state, m.load(state, part.place), part.start + ANY)
    return z3.Implies(z3.ULT(ANY, count), item == CODE_POINT(ANY))


def unknown(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    """Functions of which nothing is known. No character is before the first octet, by definition."""
    m.assume(state, BEFORE(0) == 0)
    return {name: Opaque(name) for name in ("work", "finish")}


def are_all(m: Machine, state: State, text: Slice, part: Slice) -> list[Any]:
    """The code points of a text."""
    count = BEFORE(text.length)
    return [part.start == 0, as_word(part.length) == count, is_one(m, state, part, count)]


def are_made(given: Any, made: Any) -> list[Any]:
    return are_all(given.machine, given.end, given.text, as_slice(given.end, made))


def scalars(m: Machine, state: State, text: Any) -> Any:
    """The contract, at a call."""
    made = m.fresh(state, "Vec<u32>", "made")
    m.assume(state, *are_all(m, state, text, as_slice(state, made)))
    return or_refused(state, made)


def count(m: Machine, state: State, characters: Any) -> Any:
    """`count` of all characters."""
    text, at = characters.held
    if at != 0:
        raise Outside("a part of the characters")
    return BEFORE(text.length)


def collected(m: Machine, state: State, items: Any, most: Any) -> Any:
    """The contract of `memory::collected`: all items where `most` is no less: of a slice, or characters of a text."""
    inner, closure, name = items.held
    part, at = inner.held
    if at != 0:
        raise Outside("a part of the items")
    number_ = part.length if inner.kind == "items" else BEFORE(part.length)
    m.oblige(state, z3.UGE(most, number_), "as many items as there are")
    if inner.kind == "items":
        any_item(m, state, part, name, closure)
        # A truth takes an octet.
        made = vector_of(m, state, "u8", number_)
    else:
        made = vector_of(m, state, "u32", number_)
        m.assume(state, is_one(m, state, as_slice(state, made), number_))
    return or_refused(state, made)


# Strings that are appended to.


def appended(given: Any, result: Any) -> list[Any]:
    """All octets more, or none."""
    before, after = (state.cells[given.output.cell].fields[1] for state in (given.state, given.end))
    return [after == (before + given.encoded.length if result.tag == 0 else before)]


def item_at(m: Machine, state: State, part: Slice, at: Any) -> Any:
    return m.load(state, m.item_ref(part, at))


def are_bits(bits: Any, unit: Any, count: Any) -> Any:
    """Those of the code point at `ANY` are among the bits of the first ones."""
    return z3.Implies(z3.ULT(ANY, count), bits | unit == bits)


def all_bits(m: Machine, state: State, items: Any, _: Any, closure: Any, *, callee: str) -> Any:
    """`fold` over code points, by induction: it has the bits of any."""
    part, _ = items.held
    unit, at = item_at(m, state, part, ANY), m.fresh(state, "usize", "at")
    before, bits = m.fresh(state, "u32", "before"), m.fresh(state, "u32", "bits")
    one = state.copy()
    m.assume(one, z3.ULT(at, part.length), are_bits(before, unit, at))
    for end, after in called(m, one, callee, [before, m.item_ref(part, at)], closure):
        m.oblige(end, are_bits(after, unit, at + 1), "the bits of one code point more")
    m.assume(state, are_bits(bits, unit, part.length))
    return bits


def sum_of_sizes(m: Machine, state: State, items: Any) -> Any:
    """`sum` over code points: of each the closure tells its octets, at most 4, so that the sum fits."""
    inner, closure, name = items.held
    part, _ = inner.held
    one, at = state.copy(), m.fresh(state, "usize", "at")
    unit = item_at(m, one, part, at)
    m.assume(one, z3.ULT(at, part.length), is_scalar(m, unit))
    for end, size in called(m, one, name, [m.item_ref(part, at)], closure):
        m.oblige(end, as_word(size) == width_of(m, unit), "a summand")
    m.oblige(state, z3.ULT(part.length, 2**62), "a sum")
    return IN_ALL


def asked(m: Machine, state: State, _: Any, size: Any) -> Any:
    state.cells[ASKED] = size
    return or_refused(state, Items(()))


def with_characters(m: Machine, state: State, text: Any, items: Any) -> Any:
    """`extend` of a string: the closure is executed of any code point, which is a scalar value as all are.

    It asks for no memory: there was asked for the octets of all, or for as many of each as any has.
    """
    inner, closure, name = items.held
    part, at = inner.held
    if at != 0:
        raise Outside("a part of the code points")
    m.oblige(state, are_scalars(m, state, part), "all code points are scalar values")
    one, unit = state.copy(), item_at(m, state, part, ANY)
    m.assume(one, z3.ULT(ANY, part.length), is_scalar(m, unit))
    for count in range(1, 5):
        is_enough = z3.UGE(state.cells[ASKED], count * part.length)
        is_wide = z3.And(width_of(m, unit) == count, state.cells[ASKED] != IN_ALL)
        m.oblige(one, z3.Implies(is_wide, is_enough), "there is memory")
    called(m, one, name, [m.item_ref(part, ANY)], closure)
    m.store(state, text, m.fresh(state, "String", "text"))
    return Items(())


def append_text(m: Machine, state: State, code_points: Any, output: Any) -> Any:
    """The contract, at a call."""
    m.oblige(state, are_scalars(m, state, code_points), "requires of append_text")
    return appending(m, state, output)


# Appendix A.

FLAGS = {"self": "Annotation(&[bool])"}


def is_letter(octet: Any, first: str) -> Any:
    return is_within(octet, ord(first), ord(first) + 25)


def is_annotated(given: Any, result: Any) -> list[Any]:
    """A letter in the case of the flag at its place; all else as it is."""
    (part,), octet = given.state.cells["self"].fields, given.octet
    flag = given.state.cells[part.place.cell].array[given.place]
    upper, lower = z3.If(is_letter(octet, "a"), octet ^ 0x20, octet), z3.If(is_letter(octet, "A"), octet ^ 0x20, octet)
    return [result == z3.If(z3.ULT(given.place, part.length), z3.If(flag, upper, lower), octet)]


def is_marked(given: Any, result: Any) -> list[Any]:
    return [
        as_word(result, 32) == z3.If(is_letter(given.last_digit, "A"), z3.BitVecVal(UPPER, 32), z3.BitVecVal(0, 32))
    ]


def a_value(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    state.cells["value"] = m.fresh(state, "u32", "value")
    return {"_1": Opaque("a closure"), "_2": Ref("value"), "value": Ref("value")}


def is_flagged(given: Any, result: Any) -> list[Any]:
    value = given.state.cells["value"]
    return [z3.Or(value & UPPER != 0, is_letter(value, "A")) == result]


def is_cleared(given: Any, result: Any) -> list[Any]:
    return [given.end.cells["value"] == given.state.cells["value"] & (UPPER - 1)]


def are_as_many(given: Any, found: Any) -> list[Any]:
    """A flag for each code point."""
    text, flags_ = found.fields
    return [text.fields[1] == flags_.fields[1]]


def of_codec(name: str, ensures: Any = nothing, **more: Any) -> Contract:
    return Contract(name, ensures=ensures, arguments=unknown, calls={**CODEC, **more})


COUNT = "<Chars<'_> as Iterator>::count"
TEXT = {"with_code_points": handing("u32", true)}
CONTRACTS = [
    Contract(
        "with_code_points",
        ensures=if_ok(lambda given, found: are_all(given.machine, given.end, given.text, *found.fields)),
        arguments=unknown,
        loops={0: Loop(fill_at_head, fill_invariant, facts=fill_facts)},
        calls={"scalars": scalars},
    ),
    Contract(
        "scalars", ensures=if_ok(are_made), calls={"collected": collected, "<Chars<'_> as Iterator>::count": count}
    ),
    Contract("push_ascii", lambda given: [is_ascii(given.machine, given.state, given.encoded)], appended),
    Contract("bootstring::ascii", lambda given: [is_ascii(given.machine, given.state, given.encoded)], is_ascii_made),
    Contract(
        "append_text",
        lambda given: [are_scalars(given.machine, given.state, given.code_points)],
        calls={
            "<std::slice::Iter<'_, u32> as Iterator>::fold": all_bits,
            "String::try_reserve": asked,
            "<Map<std::slice::Iter<'_, u32>, {closure}> as Iterator>::sum": sum_of_sizes,
            "<String as Extend<char>>::extend": with_characters,
        },
    ),
    Contract(
        "bootstring::text_of",
        lambda given: [are_scalars(given.machine, given.state, given.code_points)],
        calls={"append_text": append_text},
    ),
    of_codec("punycode::encode", is_ascii_made, **TEXT),
    of_codec("encode_into", **TEXT),
    of_codec("punycode::decode", append_text=append_text),
    of_codec("decode_into", append_text=append_text),
    of_codec("punycode::encode_code_points", is_ascii_made),
    of_codec("encode_code_points_into"),
    of_codec("punycode::encode_with", handed(is_ascii)),
    of_codec("decode_to_code_points"),
    of_codec("decode_to_code_points_into"),
    of_codec("punycode::decode_with", handed(are_scalars)),
    of_codec("encode_octets_with_case", is_ascii_made),
    of_codec("punycode::decode_long"),
    of_codec("encode_with_case", is_ascii_made),
    of_codec("decode_with_case", if_ok(are_as_many), collected=collected),
    of_codec("trace_encode"),
    of_codec("trace_decode"),
    Contract("decode_with_case::{closure#0}", ensures=is_flagged, arguments=a_value),
    Contract("decode_with_case::{closure#1}", ensures=is_cleared, arguments=a_value),
    Contract("punycode::*::annotated@Annotation", ensures=is_annotated, kinds=FLAGS),
    Contract("punycode::*::mark@Annotation", ensures=is_marked, kinds=FLAGS),
]
