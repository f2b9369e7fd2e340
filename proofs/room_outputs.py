"""`src/bootstring/encode_short.rs`, `src/bootstring/encode_long.rs`: the outputs of the encoder, `Cursor`, `Blocks`.

The lengths of a cursor are counted on without room. `put` and `keep` are asked for with so many octets of one integer.
"""

from typing import Any

import z3
from instance import DIGITS, PACKED

from mirproof.contracts import Contract, Ensures
from mirproof.library_vectors import MEMORY, vector_of
from mirproof.machine import Machine
from mirproof.values import Enum, Items, State, as_word

SHORT_TEXT, BLOCK, HALF = 64, 256, 2**63 - 1
# So many integers of a short text are written, and so many octets of the next one; memory was refused for one of them.
INTEGERS, OCTETS = z3.BitVecs("integers octets", 64)
WAS_REFUSED = z3.Bool("was_refused")


def of(state: State) -> tuple[Any, ...]:
    return state.cells["self"].fields  # type: ignore[no-any-return]


def array(state: State) -> Any:
    """That of the slots of a cursor."""
    return state.cells[of(state)[0].place.cell].array


def is_counted(given: Any) -> list[Any]:
    """An integer has at most `DIGITS` octets, and there are 64: behind the literal part and the delimiter, or behind
    the place where memory was refused. No integer is written behind the last octet that is counted there.
    """
    end = of(given.state)[1]
    more = getattr(given, "count", z3.BitVecVal(1, 64))
    first = z3.If(WAS_REFUSED, HALF + (INTEGERS - 1) * DIGITS, SHORT_TEXT + 1 + INTEGERS * DIGITS)
    integers = [z3.ULT(INTEGERS, SHORT_TEXT), z3.Implies(WAS_REFUSED, INTEGERS != 0)]
    octets = [z3.ULE(more, PACKED), z3.ULT(OCTETS, DIGITS), z3.ULE(OCTETS + more, DIGITS)]
    return [*integers, *octets, z3.ULE(end, first + OCTETS)]


def is_put(given: Any, result: Any) -> list[Any]:
    """The octet is where the end was, if there is a slot; the end goes on."""
    (slots, end), (_, after) = of(given.state), of(given.end)
    there = z3.Store(array(given.state), end, given.octet)
    expected = z3.If(z3.ULT(end, slots.length), there, array(given.state))
    return [array(given.end) == expected, after == end + 1, z3.UGT(after, end)]


def has_room(given: Any, result: Any) -> list[Any]:
    """The eight slots from the end on, if there are as many."""
    slots, end = of(given.state)
    there = z3.And(z3.ULE(end, slots.length), z3.UGE(slots.length - end, PACKED))
    if result.tag is not None and "Some" not in dict(result.held):
        return [z3.Not(there)]
    return [(result.tag == 1) == there, *is_chunk(result, end)]


def is_chunk(result: Enum, start: Any) -> list[Any]:
    return [z3.Implies(result.tag == 1, ref.steps[-1][1][0] == start) for ref in dict(result.held).get("Some", ())]


def is_kept(given: Any, result: Any) -> list[Any]:
    end, after = of(given.state)[1], of(given.end)[1]
    return [after == end + given.count, z3.UGE(after, end)]


def is_at_half(given: Any, result: Any) -> list[Any]:
    return [of(given.end)[1] == HALF]


def of_cursor(name: str, requires: Any, ensures: Ensures) -> Contract:
    return Contract(f"encode_short::*::{name}@Cursor", requires, ensures, kinds={"self": "Cursor(&mut [u8], usize)"})


# `Blocks`.


GROWING = "Growing(Vec<u8>, bool)"
BLOCKS = f"Blocks([u8; {BLOCK}], usize, {GROWING}, Option<u32>)"


def sizes(state: State) -> tuple[Any, Any]:
    """The octets in the block, and those before it."""
    _, filled, growing_, _ = of(state)
    return as_word(filled), as_word(growing_.fields[0].fields[1])


def is_filled(given: Any) -> list[Any]:
    filled, length = sizes(given.state)
    return [z3.ULE(filled, BLOCK), z3.ULT(length, MEMORY)]


def extend(m: Machine, state: State, place: Any, part: Any) -> Any:
    """That of `Growing::extend_from_slice`: so many octets more, or none at all from now on."""
    vector, refused = m.load(state, place).fields
    ends = []
    for new, is_refused in ((vector.fields[1] + part.length, refused), (as_word(0), True)):
        way = state.copy()
        m.assume(way, z3.ULT(new, MEMORY))
        m.store(way, place, Items((vector_of(m, way, "u8", new), is_refused), "Growing"))
        ends.append((way, Items(())))
    return ends


def is_empty(given: Any, result: Any) -> list[Any]:
    """All octets of the block are behind the others, unless memory is refused."""
    (filled, length), (after, longer) = sizes(given.state), sizes(given.end)
    is_refused = of(given.end)[2].fields[1]
    is_longer = z3.Or(longer == length + filled, z3.And(is_refused, longer == 0))
    return [after == 0, is_longer, *is_filled_then(given)]


def is_filled_then(given: Any) -> list[Any]:
    after, longer = sizes(given.end)
    return [z3.ULE(after, BLOCK), z3.ULT(longer, MEMORY)]


def is_put_into_block(given: Any, result: Any) -> list[Any]:
    filled, _ = sizes(given.state)
    after, _ = sizes(given.end)
    at = z3.If(filled == BLOCK, 0, filled)
    both = zip(of(given.state)[0].fields, of(given.end)[0].fields, strict=True)
    octets = [now == z3.If(at == place, given.octet, then) for place, (then, now) in enumerate(both)]
    return [z3.And(octets), after == at + 1, *is_filled_then(given)]


def has_eight(given: Any, result: Any) -> list[Any]:
    """Eight octets from the end of what is filled: `keep` may be asked for them."""
    filled, _ = sizes(given.state)
    after, _ = sizes(given.end)
    same = after == z3.If(z3.UGT(filled, BLOCK - PACKED), 0, filled)
    return [result.tag == 1, *is_chunk(result, after), z3.ULE(after + PACKED, BLOCK), same, *is_filled_then(given)]


def fits_block(given: Any) -> list[Any]:
    """Behind `room` there are eight octets."""
    filled, _ = sizes(given.state)
    return [*is_filled(given), z3.ULE(filled, BLOCK - PACKED), z3.ULE(given.count, PACKED)]


def is_kept_in_block(given: Any, result: Any) -> list[Any]:
    (filled, _), (after, _) = sizes(given.state), sizes(given.end)
    return [after == filled + given.count, *is_filled_then(given)]


def is_last(given: Any, result: Any) -> list[Any]:
    filled, _ = sizes(given.state)
    found = dict(result.held).get("Some", ())
    return [(result.tag == 1) == (filled != 0), *(ref.steps[-1][1] == filled - 1 for ref in found)]


def is_told(place: Any) -> Ensures:
    return lambda given, result: [result == place(given.state)]


def of_blocks(name: str, ensures: Ensures, requires: Any = is_filled) -> Contract:
    extends = {
        "Growing::<u8>::extend_from_slice": extend,
        "Growing::<u8>::is_refused": lambda m, state, place: m.load(state, place).fields[1],
    }
    return Contract(f"encode_long::*::{name}@Blocks", requires, ensures, kinds={"self": BLOCKS}, calls=extends)


CONTRACTS = [
    of_cursor("put", is_counted, is_put),
    of_cursor("room", lambda given: [], has_room),
    of_cursor("keep", is_counted, is_kept),
    of_cursor("refuse", lambda given: [], is_at_half),
    of_cursor("exceed", lambda given: [], is_at_half),
    of_cursor("end", lambda given: [], is_told(lambda state: of(state)[1])),
    of_blocks("flush", is_empty),
    of_blocks("put", is_put_into_block),
    of_blocks("room", has_eight),
    of_blocks("keep", is_kept_in_block, fits_block),
    of_blocks("end", is_told(lambda state: sum(sizes(state)))),
    of_blocks("last", is_last),
    of_blocks("is_refused", is_told(lambda state: of(state)[2].fields[1])),
    Contract("memory::*::is_refused", ensures=is_told(lambda state: of(state)[1]), kinds={"self": GROWING}),
    of_blocks("refuse", lambda given, result: [sizes(given.end)[1] == 0, of(given.end)[2].fields[1]]),
    of_blocks("exceed", lambda given, result: [of(given.end)[3].fields("Some")[0] == given.place]),
]
