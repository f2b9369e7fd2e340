"""`src/race/encode.rs`: of a text of any length, the rows and faults that are found, and the label that is written.

A text is any iterator: `UNIT` is the code point at a place, `COUNT` their number, `ANY` any place. A clone of it has
the same code points. `ARE_SCALARS` stands for all of them being scalar values, which is proved of `ANY`.
"""

from typing import Any

import z3
from room_base32 import BLOCK, MOST_OCTETS, ROOM, numbers, some_octets
from room_race import BEYOND, bits, is_ldh, is_std13, is_surrogate
from room_rows import CALLS, ROWS

from mirproof.contracts import Contract, if_ok
from mirproof.frames import ANY_ITEM, Frame, Loop
from mirproof.library_text import is_ascii
from mirproof.machine import Machine
from mirproof.sides import VARIANTS
from mirproof.values import (
    Items,
    Iterator,
    Outside,
    Ref,
    Slice,
    State,
    as_word,
    conjunction,
    failed,
    known,
    none,
    some,
    succeeded,
)

UNIT = z3.Function("unit", z3.BitVecSort(64), z3.BitVecSort(32))
HAS_OTHER = z3.Function("has_other", z3.BitVecSort(64), z3.BoolSort())
COUNT, ANY = z3.BitVecs("count any", 64)
ARE_SCALARS = z3.Bool("are_scalars")
TEXT = Iterator("given", (UNIT, 0, COUNT))
PREFIX, U0099 = b"bq--", 0x99
LABEL, MOST = len(PREFIX) + BLOCK, 62
OCTETS = "the octets that are written"


def is_scalar(code_point: Any) -> Any:
    return z3.And(z3.ULE(code_point, 0x10FFFF), z3.Not(is_surrogate(code_point)))


# The first pass.

SURVEY = f"RowSurvey({ROWS}, Option<usize>)"
PASS = {"iter": ANY_ITEM, "survey": SURVEY, "is_empty": "bool", "is_all_ldh": "bool"}


def is_of(row: int | Any, found: Items) -> Any:
    """A row is among those that were noted."""
    union, intersection, has_row0 = found.fields
    row = as_word(row, 8)
    return z3.And(union | row == union, z3.If(row == 0, has_row0, intersection & row == intersection))


def is_noted(survey: Items, at: Any) -> Any:
    """Of any code point before a place: it is a scalar value, its rows are noted, and so is U+0099."""
    found, u0099 = survey.fields
    unit = UNIT(ANY)
    pair = z3.And(is_of(0xD8, found), is_of(0xDC, found))
    has_rows = z3.If(z3.ULT(unit, BEYOND), is_of(bits(unit, 8, 8), found), pair)
    is_told = z3.Or(u0099.tag == 1, unit != U0099)
    return z3.Implies(z3.ULT(ANY, at), z3.And(is_scalar(unit), has_rows, is_told))


def is_first(survey: Items, at: Any) -> Any:
    """U+0099 is where it is said to be, before a place."""
    u0099 = survey.fields[1]
    held = [z3.And(z3.ULT(place, at), UNIT(as_word(place)) == U0099) for place in dict(u0099.held).get("Some", ())]
    return z3.Implies(u0099.tag == 1, z3.And(held))


def pass_invariant(frame: Frame, _: int) -> list[Any]:
    (_, inner, _), at = frame["iter"].held[0].held, as_word(frame["iter"].held[1])
    all_ldh = frame["is_all_ldh"] == z3.Not(HAS_OTHER(at))
    is_empty = frame["is_empty"] == (at == 0)
    found, u0099 = frame["survey"].fields
    survey = Items((Items((as_word(found.fields[0], 8), as_word(found.fields[1], 8), found.fields[2])), u0099))
    return [inner == at, z3.ULE(at, COUNT), is_empty, all_ldh, is_noted(survey, at), is_first(survey, at)]


def pass_facts(frame: Frame) -> list[Any]:
    """The definition: whether a code point before a place is no letter, digit or hyphen."""
    at = frame["iter"].held[1]
    return [HAS_OTHER(at + 1) == z3.Or(HAS_OTHER(at), z3.Not(is_std13(UNIT(at))))]


def is_surveyed(given: Any, result: Any) -> list[Any]:
    """All that was found of the code points; or the fault of one of them, at its place."""
    if result.tag == 0:
        (survey,) = result.fields("Ok")
        return [is_noted(survey, COUNT), is_first(survey, COUNT), HAS_OTHER(COUNT)]
    kind, offset = result.fields("Err")[0].fields
    unit = UNIT(as_word(offset))
    faults = {
        "Surrogate": [z3.ULT(offset, COUNT), is_surrogate(unit)],
        "CodePointTooLarge": [z3.ULT(offset, COUNT), z3.UGT(unit, 0x10FFFF)],
        "Empty": [COUNT == 0, offset == 0],
        "AllStd13": [z3.Not(HAS_OTHER(COUNT)), COUNT != 0, offset == 0],
    }
    return faults[kind.name.rpartition("::")[2]]


def surveyed(m: Machine, state: State, text: Any) -> Any:
    """The contract of `RowSurvey::of`, at a call."""
    if text != TEXT:
        raise Outside(f"a survey of {text}")
    survey = m.fresh(state, SURVEY)
    found = state.copy()
    m.assume(found, ARE_SCALARS, is_noted(survey, COUNT), is_first(survey, COUNT))
    return [(found, succeeded(survey)), (state.copy(), failed(Items((), "Error")))]


# The second pass.

SOME_OCTETS = f"Base32Octets([u8; {ROOM}], usize)"
WRITE = {"iter": ANY_ITEM, OCTETS: SOME_OCTETS}


def are_octets(octets: Items) -> list[Any]:
    """From 1 to 36, and zeros behind them."""
    room, count = octets.fields
    count = as_word(count)
    zeros = [z3.Implies(z3.ULE(count, place), octet == 0) for place, octet in enumerate(room.fields)]
    return [z3.UGE(count, 1), z3.ULE(count, MOST_OCTETS), conjunction(*map(known, zeros))]


def written(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    state.cells |= {OCTETS: m.fresh(state, SOME_OCTETS), "closure": Items((Ref("row"),)), "row": m.fresh(state, "u8")}
    return {"octets": Ref(OCTETS), "_1": Ref("closure"), "text": TEXT, "write_one": Items((), "fn write_one")}


def are_given(given: Any) -> list[Any]:
    return [*are_octets(given.state.cells[OCTETS]), is_scalar(getattr(given, "code_point", z3.BitVecVal(0, 32)))]


def are_left(given: Any, result: Any) -> list[Any]:
    return are_octets(given.end.cells[OCTETS])


def write_one(m: Machine, state: State, _: Any, given: Any) -> Any:
    """The contract of `keep` and of the closure of `encode`, at the call in `write`."""
    octets, code_point = given.fields
    claims = [*are_octets(m.load(state, octets)), is_scalar(code_point)]
    m.oblige(state, claims, "requires of what writes one code point")
    return ways_of_octets(m, state, octets, some(Items(())), none())


def ways_of_octets(m: Machine, state: State, octets: Ref, *results: Any) -> list[tuple[State, Any]]:
    m.store(state, octets, m.fresh(state, SOME_OCTETS))
    m.assume(state, *are_octets(m.load(state, octets)))
    return [(state.copy(), each) for each in results]


def write_facts(frame: Frame) -> list[Any]:
    """Of all code points before the end the one that comes next."""
    at = frame["iter"].held[1]
    return [z3.Implies(z3.And(ARE_SCALARS, z3.ULT(at, COUNT)), is_scalar(UNIT(at)))]


def all_written(m: Machine, state: State, octets: Any, text: Any, one: Any) -> Any:
    """The contract of `write`, at a call."""
    if text != TEXT or not ("race/encode.rs" in one.name or one.name == "fn race::encode::keep"):
        raise Outside(f"{text} written by {one}")
    m.oblige(state, [*are_octets(m.load(state, octets)), ARE_SCALARS], "requires of write")
    return ways_of_octets(m, state, octets, succeeded(Items(())), failed(Items((), "Error")))


# The label.

SOME_LABEL = f"RaceLabel([u8; {LABEL}], usize)"


def is_label(m: Machine, state: State, label: Items) -> list[Any]:
    """A prefix and so many characters, which are ASCII."""
    ascii_, length = label.fields
    state.cells["a label"] = ascii_
    return [is_ascii(m, state, Slice(Ref("a label"), 0, length)), z3.ULE(as_word(length), MOST)]


def characters(m: Machine, state: State, octets: Any, block: Any) -> Any:
    """The contract of `base32::encode`, at a call: so many letters and digits, and any octets behind them."""
    _, count = m.load(state, octets).fields
    m.oblige(state, [*are_octets(m.load(state, octets)), block.length == BLOCK], "requires of base32::encode")
    letters = -(-count * 8 // 5)
    for place in range(BLOCK):
        letter = m.fresh(state, "u8", "letter")
        m.assume(state, z3.Or(place >= letters, z3.ULT(letter, 0x80)))
        m.store(state, m.item_ref(block, place), letter)
    return letters


def labelled(m: Machine, state: State, octets: Any) -> Any:
    """The contract of `RaceLabel::of`, at a call."""
    m.oblige(state, are_octets(m.load(state, octets)), "requires of RaceLabel::of")
    return some_label(m, state)


def some_label(m: Machine, state: State) -> Items:
    label = m.fresh(state, SOME_LABEL)
    m.assume(state, *is_label(m, state, label))
    return label  # type: ignore[no-any-return]


def is_whole(given: Any, result: Any) -> list[Any]:
    """The characters of the label, as octets or as text."""
    length = given.state.cells["self"].fields[1]
    return [result.place == Ref("self", (("field", "0"),)), result.start == 0, result.length == length]


def holds_label(given: Any) -> list[Any]:
    return is_label(given.machine, given.state, given.state.cells["self"])


def is_encoded(given: Any, label: Any) -> list[Any]:
    return is_label(given.machine, given.end, label)


def is_mode(given: Any, mode: Any) -> list[Any]:
    """All code points of a text of one or two rows are below 10000."""
    is_compressed = z3.And(mode.tag < VARIANTS["Uncompressed"], z3.ULT(ANY, COUNT))
    return [z3.Implies(is_compressed, z3.ULT(UNIT(ANY), BEYOND))]


OF = {"RowSurvey::of": surveyed}
CONTRACTS = [
    Contract(
        "race::encode::*::of@impl Iterator",
        # By definition.
        lambda given: [z3.Not(HAS_OTHER(0))],
        ensures=is_surveyed,
        arguments=written,
        loops={0: Loop(PASS, pass_invariant, facts=pass_facts)},
        calls={**CALLS, "marks::is_ldh": is_ldh},
    ),
    Contract("race::encode::mode", ensures=if_ok(is_mode), arguments=written, calls=OF),
    Contract("race::encode::encode::{closure#0}", are_given, are_left, arguments=written),
    Contract("race::encode::keep", are_given, are_left, arguments=written),
    Contract(
        "race::encode::write",
        lambda given: [*are_given(given), ARE_SCALARS],
        are_left,
        arguments=written,
        loops={0: Loop(WRITE, lambda frame, _: are_octets(frame[OCTETS]), facts=write_facts)},
        calls={"<impl Fn(&mut Base32Octets, u32) -> Option<()> as Fn<(&mut Base32Octets, u32)>>::call": write_one},
    ),
    Contract(
        "base32::*::new",
        ensures=lambda given, result: [
            *are_octets(result),
            result.fields[1] == 1,
            result.fields[0].fields[0] == given.header,
        ],
    ),
    Contract(
        "race::encode::*::of@Base32Octets",
        ensures=is_encoded,
        arguments=some_octets,
        cases=numbers(range(1, MOST_OCTETS + 1)),
        calls={"base32::encode": characters},
    ),
    Contract("race::encode::*::as_bytes", holds_label, is_whole, kinds={"self": SOME_LABEL}),
    Contract("race::encode::*::as_str", holds_label, is_whole, kinds={"self": SOME_LABEL}),
    Contract(
        "race::encode::encode",
        ensures=if_ok(is_encoded),
        arguments=written,
        calls={
            **OF,
            "<impl Iterator<Item = u32> + Clone as Clone>::clone": lambda m, state, text: m.load(state, text),
            "Rows::header": CALLS["Rows::header"],
            "race::encode::write": all_written,
            "RaceLabel::of": labelled,
        },
    ),
]
