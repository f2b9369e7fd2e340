"""`src/bootstring/deltas.rs`: the main loop of RFC 3492 section 6.3, for all texts.

Its deltas are those of the section. No delta is negative, and none exceeds 64 bits.
"""

from typing import Any, NamedTuple

import z3
from parameters import U32, U64, admitted, is_below, is_quotient
from room_bias import BIASES, PARAMETERS, P, parameter
from room_division import DIVIDENDS

from mirproof.contracts import Contract
from mirproof.frames import Frame, Loop
from mirproof.library import called
from mirproof.machine import Machine
from mirproof.numbers_of import Integers
from mirproof.values import Items, Iterator, Ref, State, none, some

# Of the text: its basic code points, and the others, of which there is an insertion each.
BASIC, ITEMS, INITIAL_N = z3.Ints("basic items initial_n")
ARE_SMALL = z3.Bool("are_small")
# Lengths and code points whose deltas are small: those of short texts of scalar values.
SHORT_TEXT, SCALARS = 64, 0x110000
# The insertion that was given last, the bias now, and the number of steps that an observer saw.
NOW, BIAS, SEEN = "insertion", "bias now", "steps"


class Now(NamedTuple):
    """An insertion, with the delta and the length of section 6.3, and whether nothing is to be written."""

    delta: Any
    code_point: Any
    index: Any
    place: Any
    length: Any
    is_over: Any


def next_insertion(m: Machine, state: State, iterator: Any) -> Any:
    """The contract of the iterator: code points ascend, and so do the indices of one code point; an index is at most
    the length of the text so far. It holds the code point before, one behind the index before, and how many it gave.
    """
    n, i, given = m.load(state, iterator).held
    code_point, index, place = (m.fresh(state, "u32", name) for name in ("code_point", "index", "place"))
    m.assume(way := state.copy(), given < ITEMS, code_point >= n, index <= BASIC + given)
    m.assume(way, z3.Implies(code_point == n, index >= i), z3.Implies(ARE_SMALL, code_point < SCALARS))
    m.store(way, iterator, Iterator("insertions", (code_point, index + 1, given + 1)))
    length = BASIC + given + 1
    way.cells[NOW] = Now((code_point - n) * length + index - i, code_point, index, place, length, False)
    over(state, True)
    return [(state, none()), (way, some(Items((code_point, index, place))))]


# The contracts of what else is called.


def over(state: State, is_over: Any) -> Any:
    state.cells[NOW] = state.cells[NOW]._replace(is_over=is_over)
    return is_over


def some_value(m: Machine, state: State, *_: Any, result: str) -> Any:
    """Any value of the type."""
    return m.fresh(state, result)


def is_refused(m: Machine, state: State, *_: Any) -> Any:
    return over(state, m.fresh(state, "bool", "is_refused"))


def most_digits(m: Machine, state: State, *_: Any) -> Any:
    return [(state.copy(), none()), (state, some(m.fresh(state, "u32", "most")))]


def is_longer(m: Machine, state: State, _: Any, value: Any, bias: Any, __: Any) -> Any:
    is_now = [value == state.cells[NOW].delta, bias == state.cells[BIAS], is_below(bias, U32)]
    m.oblige(state, z3.And(is_now), "requires of is_longer")
    return over(state, m.fresh(state, "bool", "is_longer"))


def exceed(m: Machine, state: State, _: Any, place: Any) -> Any:
    now = state.cells[NOW]
    m.oblige(state, z3.And(now.is_over, place == now.place), "the place of a code point with too many digits")
    return Items(())


def write(m: Machine, state: State, _: Any, value: Any, bias: Any, is_small: Any, __: Any) -> Any:
    """That of `varint::write`. What is written is the delta, unless nothing is to be written."""
    now = state.cells[NOW]
    fits = z3.And(is_below(bias, U32), is_below(value, U64), z3.Implies(is_small, value < DIVIDENDS))
    m.oblige(state, fits, "requires of varint::write")
    m.oblige(state, z3.And(z3.Not(now.is_over), value == now.delta, bias == state.cells[BIAS]), "section 6.3")
    return Items(())


def last(m: Machine, state: State, *_: Any) -> Any:
    state.cells["last"] = m.fresh(state, "u8", "last")
    return [(state.copy(), none()), (state, some(Ref("last")))]


def annotated(m: Machine, state: State, _: Any, place: Any, *__: Any) -> Any:
    m.oblige(state, place == state.cells[NOW].place, "the place of the code point that is annotated")
    return m.fresh(state, "u8", "annotated")


def adapt(m: Machine, state: State, _: Any, delta: Any, closure: Any, first: Any, *, callee: str) -> Any:
    """That of `adapt`: the closure is asked for the quotient of a delta that is not larger."""
    now, scaled = state.cells[NOW], m.fresh(state, "u64", "scaled")
    m.assume(state, scaled <= delta)
    is_now = [delta == now.delta, first == (now.length == BASIC + 1), now.length >= 1]
    m.oblige(state, z3.And(is_now), "requires of adapt")
    state.cells["by_length"] = closure
    for way, quotient in called(m, state.copy(), callee, [scaled], Ref("by_length")):
        m.oblige(way, is_quotient(quotient, scaled, now.length), "the closure divides by the length")
    bias = state.cells[BIAS] = m.fresh(state, "u32", "bias")
    m.assume(state, bias < BIASES)
    return bias


def step(m: Machine, state: State, _: Any, told: Any) -> Any:
    delta, _, bias, n, i = told.fields
    now = state.cells[NOW]
    told = [delta == now.delta, bias == state.cells[BIAS], n == now.code_point, i == now.index]
    m.oblige(state, z3.And(told), "the step is that of section 6.3")
    state.cells[SEEN] += 1
    return Items(())


def made(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    state.cells |= {BIAS: P.initial_bias, SEEN: 0, NOW: Now(0, 0, 0, 0, 0, False)}
    in_order = Iterator("insertions", (INITIAL_N, 0, 0))
    others = {name: Ref(name) for name in ("params", "output", "observer")}
    return {"basic": BASIC, "are_small": ARE_SMALL, "in_order": in_order, **others}


def is_text(given: Any) -> list[Any]:
    """A text has fewer than 2**32 code points; a small one has so few, and only scalar values."""
    numbers = [BASIC >= 0, ITEMS >= 0, BASIC + ITEMS < U32, is_below(INITIAL_N, U32)]
    return [*admitted(P), *numbers, z3.Implies(ARE_SMALL, BASIC + ITEMS <= SHORT_TEXT)]


def at_head(frame: Frame) -> dict[Any, Any]:
    numbers: dict[Any, Any] = {name: z3.FreshInt(name) for name in ("bias", "n", "i", "length")}
    given = z3.FreshInt("given")
    ghosts = {BIAS: numbers["bias"], SEEN: z3.FreshInt("seen"), NOW: frame[NOW]}
    iterator = Iterator("insertions", (numbers["n"], numbers["i"], given))
    return {**numbers, **ghosts, "iter": iterator, "first": z3.FreshBool("first")}


def invariant(frame: Frame, _: int) -> list[Any]:
    """The state of the loop is that of the iterator: `n`, and one behind the index, at most the length so far."""
    n, least, given = frame["iter"].held
    i, length, bias = frame["i"], frame["length"], frame["bias"]
    looks = frame.types_in("<O as bootstring::observer::Observer>::LOOKS") == "true"
    return [
        z3.And(n == frame["n"], is_below(n, U32), least == i, is_below(i, length + 1)),
        z3.And(length == BASIC + given, is_below(given, ITEMS + 1), frame["first"] == (given == 0)),
        z3.And(is_below(bias, U32), bias == frame[BIAS], frame[SEEN] == (given if looks else 0)),
    ]


def insertions(truth: str) -> Contract:
    """With an observer that looks and annotates, and with one that does not."""
    of_output = {f"<impl Output as varint::Output>::{each.__name__}": each for each in (is_refused, exceed, last)}
    of_observer = {f"<O as Observer>::{each.__name__}": each for each in (annotated, step)}
    others = {"<P as Parameters>::initial_n": parameter(INITIAL_N), "<P as Parameters>::most_digits": most_digits}
    others["<impl Iterator<Item = Insertion> as Iterator>::next"] = next_insertion
    others["<impl Output as varint::Output>::end"] = some_value
    return Contract(
        "deltas::insertions",
        is_text,
        lambda given, result: [given.end.cells[NOW].is_over],
        Integers(),
        arguments=made,
        loops={0: Loop(at_head, invariant)},
        types={f"<O as bootstring::observer::Observer>::{name}": truth for name in ("LOOKS", "ANNOTATES")},
        calls={
            **PARAMETERS,
            **of_output,
            **of_observer,
            **others,
            "is_longer": is_longer,
            "varint::write": write,
            "adapt": adapt,
        },
    )


CONTRACTS = [insertions("false"), insertions("true")]
