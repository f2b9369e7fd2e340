"""`src/race/mod.rs`, `src/race/decode.rs`: the checks of a label before its octets are read, what goes on the stack.

A label has at most 63 characters, of any values, or more than that: then `UNION` is that of all bits before a place.
"""

from typing import Any

import z3
from room_base32 import MOST_OCTETS
from room_punycode_text import is_ascii_made
from room_race_decode import CHARACTERS, FAULT, LABEL, PUSHED, at_octet, faults
from room_race_encode import COUNT, PREFIX, SOME_OCTETS, TEXT, UNIT, are_octets, some_label

from mirproof.contracts import Contract, if_ok
from mirproof.library import called
from mirproof.library_vectors import or_refused
from mirproof.machine import Machine
from mirproof.values import Items, Opaque, Ref, Slice, State, as_word, conjunction, failed, is_within, succeeded

UNION = z3.Function("union", z3.BitVecSort(64), z3.BitVecSort(32))
ESCAPED = f"EscapedCharacters([u32; {CHARACTERS}], usize)"
READ, HEADER = "who read the octets", "the header"
UNCOMPRESSED, SURROGATES = 0xD8, (0xD9, 0xDF)


def is_prefix(units: list[Any]) -> Any:
    """The code points are those of the prefix, each in either case."""
    cases = [{each, each.upper()} for each in map(chr, PREFIX)]
    pairs = zip(units, cases, strict=True)
    return z3.And([z3.Or([unit == ord(each) for each in case]) for unit, case in pairs])


# The label.


def label(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    """So many characters; more than a label has where no number is given."""
    state.cells[PUSHED] = 0
    m.assume(state, UNION(0) == 0)
    if "count" not in case:
        return {"text": Ref(PUSHED), "label": m.fresh(state, "&[u32]", "label")}
    state.cells["label"] = m.fresh(state, f"[u32; {case['count']}]", "character")
    return {"label": Slice(Ref("label"), 0, case["count"]), "text": Ref(PUSHED)}


def is_long(given: Any) -> list[Any]:
    """More than a label has, unless their number is known; `UNION` begins with no bits."""
    length = given.label.length
    return [] if isinstance(length, int) else [z3.UGT(length, LABEL)]


def union_of(m: Machine, state: State, part: Slice) -> Any:
    """All bits of all characters."""
    if not isinstance(part.length, int):
        return UNION(part.length)
    found = as_word(0, 32)
    for place in range(part.length):
        found |= m.load(state, m.item_ref(part, place))
    return found


def folded(m: Machine, state: State, items: Any, total: Any, closure: Any, *, callee: str) -> Any:
    """`fold` over the characters: one after the other, or by induction over a long label."""
    part, _ = items.held
    total = as_word(total, 32)
    places = range(part.length) if isinstance(part.length, int) else [m.fresh(state, "usize", "at")]
    one = state.copy()
    for place in places:
        item = m.item_ref(part, place)
        if not isinstance(place, int):
            m.oblige(state, total == UNION(as_word(0)), "no bits before the first character")
            m.assume(one, z3.ULT(place, part.length), UNION(place + 1) == UNION(place) | m.load(one, item))
            total = UNION(place)
        ((one, total),) = called(m, one, callee, [total, item], closure)
        if not isinstance(place, int):
            m.oblige(one, total == UNION(place + 1), "the bits of one character more")
            return UNION(part.length)
    return total


def has_prefix(m: Machine, state: State, items: Any) -> Any:
    """The contract, at the call by the closure of `decode`: there are four characters."""
    inner, closure, name = items.held
    part, at = inner.held
    m.oblige(state, z3.UGE(as_word(part.length), len(PREFIX)), "four characters")
    units = []
    for place in range(len(PREFIX)):
        ((state, unit),) = called(m, state, name, [m.item_ref(part, at + place)], closure)
        units.append(unit)
    return [(state, is_prefix(units))]


def octets_of(m: Machine, state: State, body: Any) -> Any:
    """The contract of `base32::decode`, at a call."""
    m.oblige(state, z3.ULE(as_word(body.length), LABEL - len(PREFIX)), "requires of base32::decode: the length")
    if not isinstance(body.length, int):
        return []
    for place in range(body.length):
        m.oblige(state, z3.ULT(m.load(state, m.item_ref(body, place)), 0x80), "requires of base32::decode: ASCII")
    good, bad = state.copy(), state.copy()
    octets = Items((m.fresh(good, SOME_OCTETS).fields[0], body.length * 5 // 8), "Base32Octets")
    good.cells[HEADER] = octets.fields[0].fields[0]
    m.assume(good, octets.fields[1] >= 2, *are_octets(octets))
    offset = m.fresh(bad, "usize", "offset")
    m.assume(bad, z3.ULE(offset, LABEL + 1))
    return [(good, succeeded(octets)), (bad, failed(Items((Items((), "Base32"), offset), "Error")))]


def behind(name: str) -> Any:
    def read(m: Machine, state: State, *arguments: Any) -> Any:
        """The contract of `expand` and of `read_units`, at a call: there are few octets, and no text yet."""
        *header, octets, _, text = arguments
        m.oblige(state, z3.ULE(as_word(octets.length), CHARACTERS), f"requires of {name}")
        m.oblige(state, z3.And(as_word(state.cells[PUSHED]) == 0, text == Ref(PUSHED)), f"{name}: no text yet")
        m.oblige(state, conjunction(*(each == state.cells[HEADER] for each in header)), f"{name}: the header")
        state.cells |= {READ: name, PUSHED: m.fresh(state, "usize", "pushed")}
        m.assume(state, z3.ULE(state.cells[PUSHED], CHARACTERS))
        return or_refused(state, Items(()))

    return read


def is_decoded(given: Any, result: Any) -> list[Any]:
    """A label without a fault is read by whom its header names; else its first fault is told."""
    m, part, cells = given.machine, given.label, given.end.cells
    is_ascii = z3.ULE(union_of(m, given.state, part), 0x7F)
    length = as_word(part.length)
    is_long_enough = not isinstance(part.length, int) or part.length >= len(PREFIX)
    units = [m.load(given.state, m.item_ref(part, place)) for place in range(len(PREFIX))] if is_long_enough else []
    has = is_prefix(units) if units else z3.BoolVal(False)
    before, header = [is_ascii, has, z3.ULE(length, LABEL)], cells.get(HEADER)
    has_room = z3.ULE(as_word(cells[PUSHED]), CHARACTERS)
    if READ in cells:
        is_row = z3.Or(z3.ULT(header, UNCOMPRESSED), z3.UGT(header, SURROGATES[1]))
        return [*before, has_room, is_row if cells[READ] == "expand" else header == UNCOMPRESSED]
    name, offset = faults(result)
    return {
        "NonAscii": [z3.Not(is_ascii), z3.ULE(offset, length)],
        "NoPrefix": [is_ascii, z3.Not(has), as_word(offset) == 0],
        "LabelTooLong": [is_ascii, has, z3.UGT(length, LABEL), as_word(offset) == LABEL],
        "Base32": before,
        "SurrogateRow": [*before, header is not None and is_within(header, *SURROGATES), cells.get(FAULT) == 0],
    }[name]


# One place, and one character.


def character_of(m: Machine, state: State, octet: Any) -> Any:
    """The contract, at a call."""
    found, octet = m.fresh(state, "usize", "character"), as_word(octet)
    m.oblige(state, z3.ULE(octet, MOST_OCTETS), "requires of character_of")
    m.assume(state, z3.ULE(found, octet * 2), *is_first(found, octet))
    return found


def is_first(found: Any, octet: Any) -> list[Any]:
    """The first character that holds bits of an octet."""
    return [z3.ULE(5 * found, 8 * octet), z3.ULT(8 * octet, 5 * found + 5)]


def is_at(given: Any, result: Any) -> list[Any]:
    """It is told behind the prefix."""
    offset = result.fields[1]
    return [z3.UGE(offset, len(PREFIX)), *is_first(offset - len(PREFIX), given.octet)]


def is_kept(given: Any, result: Any) -> list[Any]:
    """The character behind the others, and one more of them."""
    (slots, count), (after, new_count) = (state.cells["self"].fields for state in (given.state, given.end))
    expected = (z3.If(count == place, given.character, old) for place, old in enumerate(slots.fields))
    return [new_count == count + 1, *(now == then for now, then in zip(after.fields, expected, strict=True))]


def text_on_stack(m: Machine, state: State, _: Any, text: Any) -> Any:
    """The contract of `decode`, at the call in `decode_with`: no text before, and some afterwards."""
    _, count = m.load(state, text).fields
    m.oblige(state, as_word(count) == 0, "requires of decode: no text yet")
    escaped = m.fresh(state, ESCAPED)
    m.assume(state, z3.ULE(escaped.fields[1], CHARACTERS))
    m.store(state, text, escaped)
    return or_refused(state, Items(()))


def is_text(given: Any, found: Any) -> list[Any]:
    """As many code points as there are, from the first one on."""
    (part,) = found.fields
    return [part.start == 0, z3.ULE(part.length, CHARACTERS)]


def labelled(m: Machine, state: State, *_: Any) -> Any:
    """The contract of `encode`, at a call."""
    return or_refused(state, some_label(m, state))


def read(m: Machine, state: State, _: Any, text: Any) -> Any:
    """The contract of `decode`, at a call with a string."""
    m.store(state, text, m.fresh(state, "String", "text"))
    return or_refused(state, Items(()))


FOLD = "<std::slice::Iter<'_, u32> as Iterator>::fold"
FINISH = [{"finish": Opaque("a closure")}]
CONTRACTS = [
    Contract(
        "at_octet",
        lambda given: [z3.ULE(given.octet, MOST_OCTETS)],
        is_at,
        cases=[{"kind": Items((), "ErrorKind")}],
        calls={"character_of": character_of},
    ),
    Contract(
        "race::*::push@EscapedCharacters",
        lambda given: [z3.ULT(given.state.cells["self"].fields[1], CHARACTERS)],
        is_kept,
        kinds={"self": ESCAPED},
    ),
    Contract(
        "marks::has_prefix",
        ensures=lambda given, result: [
            z3.And(z3.UGE(COUNT, len(PREFIX)), is_prefix([UNIT(place) for place in range(len(PREFIX))])) == result
        ],
        cases=[{"label": TEXT}],
    ),
    Contract(
        "race::decode::decode",
        is_long,
        is_decoded,
        arguments=label,
        types={"T": "u32"},
        cases=[{}, *({"count": count} for count in range(LABEL + 1))],
        calls={
            FOLD: folded,
            "marks::has_prefix": has_prefix,
            "base32::decode": octets_of,
            "at_octet": at_octet,
            **{name: behind(name) for name in ("expand", "read_units")},
        },
    ),
    Contract("race::decode_with", ensures=if_ok(is_text), cases=FINISH, calls={"race::decode::decode": text_on_stack}),
    *(
        Contract(name, ensures=is_ascii_made, cases=FINISH, calls={"race::encode::encode": labelled})
        for name in ("race::encode", "race::encode_code_points", "race::encode_with")
    ),
    Contract("race::decode", calls={"race::decode::decode": read}),
]
