"""`src/bootstring/decode.rs`: from an input to the main loop, and from it to a text, which has room for all of it."""

import re
from types import SimpleNamespace
from typing import Any

import z3
from arrangement import IS_ASCII, ROOM, TEXT, TRAIT, count_of, text_of
from parameters import is_below
from room_decoder import KINDS, OBSERVER, are_admitted, constants, is_split
from room_literal import NOT_BASIC, halves

from mirproof.contracts import Contract, if_ok
from mirproof.library_vectors import MEMORY, or_refused
from mirproof.machine import Machine
from mirproof.numbers_of import Integers
from mirproof.values import Items, Opaque, Ref, Slice, State, failed, negation, succeeded

# The most octets, and the most of integers, for which a text is arranged in one of these ways.
FEW_DIGITS, SHORT_FORM = 8, 64
ARRANGEMENTS = {
    "InOrder<16>": lambda length, digits: length <= 16,
    "InOrder<32>": lambda length, digits: z3.And(is_below(length, 33, 17), digits <= FEW_DIGITS),
    "Shifted<32>": lambda length, digits: z3.And(is_below(length, 33, 17), digits > FEW_DIGITS),
    "Shifted<64>": lambda length, digits: is_below(length, SHORT_FORM + 1, 33),
}


def ends(m: Machine, state: State, text: Ref, most: Any, *, is_whole: bool) -> list[tuple[State, Any]]:
    """A text of at most so many code points, and their number; or a fault within so many octets."""
    way, count, place = state.copy(), m.fresh(state, "usize", "count"), m.fresh(state, "usize", "place")
    for each in (way, state):
        m.assume(each, is_below(count, most + 1), is_below(place, most + 1))
    m.store(way, text, text_of(count, is_whole=is_whole))
    return [(way, count), (state, failed(Items((Opaque("ErrorKind"), place), "Error")))]


def oblige_split(m: Machine, state: State, input_: Slice, basic: Any, start: Any) -> None:
    m.oblige(state, is_split(SimpleNamespace(input=input_, basic=basic, start=start)), "requires of the main loop")


def insertions(m: Machine, state: State, _: Any, input_: Any, basic: Any, start: Any, text: Any, __: Any) -> Any:
    """The contract of the main loop: the text has the literal part when it begins."""
    oblige_split(m, state, input_, basic, start)
    m.oblige(state, count_of(state, text) == basic, "the literal part is there")
    m.oblige(state, state.cells[IS_ASCII], "the literal part is ASCII")
    made, fault = ends(m, state, text, input_.length, is_whole=False)
    m.assume(made[0], made[1] >= basic)
    return [(made[0], succeeded(made[1])), fault]


def not_basic(m: Machine, state: State, literal: Any) -> Any:
    m.oblige(state, negation(state.cells[IS_ASCII]), "there is an octet that is not ASCII")
    return NOT_BASIC.call(m, state, literal)


def fill(m: Machine, state: State, _: Any, parts: Any, text: Any, __: Any) -> Any:
    """The contract of `fill`."""
    input_, literal, start = parts.fields
    oblige_split(m, state, input_, literal.length, start)
    m.oblige(state, count_of(state, text) == 0, "the text is empty")
    made, fault = ends(m, state, text, input_.length, is_whole=True)
    return [(made[0], succeeded(Items(()))), fault]


def arrange(m: Machine, state: State, _: Any, parts: Any, *__: Any, callee: str) -> Any:
    """The contract of `arrange`, whose arrangement has room for the input and is chosen by its length."""
    input_, literal, start = parts.fields
    ((name, room),) = re.findall(r"((?:InOrder|Shifted)<(\d+)>)", callee)
    # `ROOM` is that of this arrangement.
    m.oblige(state, z3.And(input_.length <= int(room), is_below(start, input_.length + 1, literal.length)), "the room")
    m.oblige(state, ARRANGEMENTS[name](input_.length, input_.length - start), "the arrangement is chosen")
    return or_refused(state, Opaque("T"))


def decode_long(m: Machine, state: State, _: Any, input_: Any, *__: Any) -> Any:
    """The contract of `decode_long`, which is for inputs that are not short, and for observers."""
    observer, length = state.cells[OBSERVER], input_.length
    m.oblige(state, observer.looks or observer.annotates or length > SHORT_FORM, "a long form")
    count = z3.FreshInt("count")
    way = state.copy()
    m.assume(way, is_below(count, length + 1))
    return [(way, succeeded(text_of(count, is_whole=True))), (state, failed(Items((), "Error")))]


def decode(m: Machine, state: State, _: Any, input_: Any, *__: Any) -> Any:
    observer, is_short = state.cells[OBSERVER], input_.length <= SHORT_FORM
    m.oblige(state, z3.And(is_short, not observer.looks, not observer.annotates), "a short form")
    return or_refused(state, Opaque("T"))


def into_code_points(m: Machine, state: State, text: Any, *, result: str) -> Any:
    """That of a text whose number of code points was told; its own proof is open."""
    m.oblige(state, text.fields[1], "requires of into_code_points")
    return Opaque(result)


# Arguments.


def some_parts(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    """An input that was split, and an empty text."""
    input_, literal = (m.fresh_slice(state, "u8", name) for name in ("input", "literal"))
    state.cells[TEXT] = text_of(0)
    parts = Items((input_, literal, m.fresh(state, "usize", "start")))
    return {"_2": parts, "text": Ref(TEXT)} | some_observer(m, state, case)


def some_observer(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    """None, unless a contract is of a kind of them."""
    state.cells[OBSERVER] = case.get("kind", SimpleNamespace(looks=False, annotates=False))
    return {"params": Opaque("P"), "observer": Ref(OBSERVER), "finish": Opaque("FnOnce")}


def is_parted(given: Any) -> list[Any]:
    input_, literal, start = given._2.fields
    return is_split(SimpleNamespace(input=input_, basic=literal.length, start=start))


def is_filled(given: Any, result: Any) -> list[Any]:
    """A whole text, not longer than the input; or a fault within it."""
    length = given._2.fields[0].length
    if result.tag == 1:
        return [is_below(result.fields("Err")[0].fields[1], length + 1)]
    count, is_whole = given.end.cells[TEXT].fields
    return [is_whole, count <= length]


def has_memory(given: Any) -> list[Any]:
    """A long text has room for whatever memory holds."""
    return [*are_admitted(given), ROOM == MEMORY - 1]


def is_decoded(given: Any, text: Any) -> list[Any]:
    count, is_whole = text.fields
    return [is_whole, count <= given.input.length]


LONG = {f"<Deferred<u32::MAX> as Arrangement>::{name}": each for name, each in TRAIT.items()}
SHORT = {f"<A as Arrangement>::{name}": each for name, each in TRAIT.items()}
NAME = "bootstring::decode::"
SPLIT = {f"{NAME}split": halves}
NUMBERS = Integers()


def code_points(looks: bool, annotates: bool) -> Contract:
    """For an observer of this kind: a short form is decoded on the stack, unless the observer asks."""
    return Contract(
        f"{NAME}code_points",
        has_memory,
        numbers=NUMBERS,
        arguments=some_observer,
        cases=[{"kind": SimpleNamespace(looks=looks, annotates=annotates)}],
        types=constants(looks, annotates),
        calls={
            f"{NAME}decode_long": decode_long,
            f"{NAME}decode": decode,
            "Deferred::<u32::MAX>::into_code_points": into_code_points,
        },
    )


CONTRACTS = [
    Contract(
        "fill",
        is_parted,
        is_filled,
        NUMBERS,
        arguments=some_parts,
        calls=SHORT | {f"{NAME}insertions": insertions, "not_basic": not_basic},
    ),
    Contract("arrange", is_parted, numbers=NUMBERS, arguments=some_parts, calls=SHORT | {"fill": fill}),
    Contract(
        f"{NAME}decode_long",
        has_memory,
        if_ok(is_decoded),
        NUMBERS,
        arguments=some_observer,
        calls=LONG | SPLIT | {"fill": fill},
    ),
    Contract(
        f"{NAME}decode",
        has_memory,
        numbers=NUMBERS,
        arguments=some_observer,
        calls=LONG | SPLIT | {"arrange": arrange, f"{NAME}decode_long": decode_long},
    ),
    *(code_points(*kind) for kind in reversed(KINDS)),
]
