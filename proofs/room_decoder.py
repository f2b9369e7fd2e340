"""`src/bootstring/decode.rs`: the main loop is that of RFC 3492 section 6.2, step for step, for all parameters.

The state of section 6.2 has cells of its own, which the calls of the loop move on and compare with what they are given:
reading takes its sum, its bias and its place from there, an insertion its code point and its index.
"""

from types import SimpleNamespace
from typing import Any

import arrangement
import z3
from arrangement import ROOM, TEXT, count_of, text_of
from instance import CALLS
from parameters import U32, U64, admitted, is_below
from room_bias import P, adapts, parameter
from room_params import is_reciprocal
from room_reading import INDICES, keeps_within

from mirproof.contracts import Contract
from mirproof.frames import Frame, Loop
from mirproof.library_vectors import MEMORY
from mirproof.machine import Machine
from mirproof.numbers_of import Integers, quotient
from mirproof.values import Items, Opaque, Ref, Slice, State, failed, none, some, succeeded

OBSERVER = "the observer"
INITIAL_N = z3.Int("initial_n")
FIRST_NON_BASIC = 0x80
# The loop keeps these from one insertion to the next, by the names of its variables, and the place behind what is read.
NAMES = ("n", "i", "bias", "first", "at")
# One round adds these: where its integer begins and how it ends, the sum, the index, and all that is asked.
OF_ROUND = ("begin", "last", "fault", "sum", "index", "mark", "is_told", "is_marked")
ROUND = dict.fromkeys(OF_ROUND) | {"mark": 0, "is_told": False, "is_marked": False}
OF_READING = Opaque("a fault of reading")


def cell(name: str) -> tuple[str, str]:
    return "section 6.2", name


def now(state: State) -> SimpleNamespace:
    """The state of section 6.2."""
    held = {name: state.cells[cell(name)] for name in (*NAMES, *OF_ROUND)}
    return SimpleNamespace(**held, length=count_of(state, Ref(TEXT)))


def set_to(state: State, **values: Any) -> None:
    state.cells.update({cell(name): value for name, value in values.items()})


# The calls of the main loop.


def read(m: Machine, state: State, *arguments: Any) -> tuple[State, Any, Any]:
    """An integer is read from where the one before ended: the way on which it is, its result, and what was given."""
    _, part, total, bias = arguments
    was = now(state)
    set_to(state, begin=was.at)
    is_next = z3.And(total == was.i, bias == was.bias, part.start == was.at, part.length > 0)
    fits = z3.And(is_below(part.length, MEMORY), is_below(total, INDICES), is_below(bias, U32))
    m.oblige(state, z3.And(is_next, fits), "requires of reading")
    way, given = state.copy(), SimpleNamespace(input=part, sum=total)
    found, left = z3.FreshInt("sum"), m.fresh(way, "usize", "left")
    result = Items((found, Slice(part.place, part.start + part.length - left, left)))
    m.assume(way, *keeps_within(given, succeeded(result)))
    at = part.length - left
    set_to(way, sum=found, at=part.start + at, last=m.load(way, m.item_ref(part, at - 1)))
    return way, result, given


def read_first(m: Machine, state: State, *arguments: Any) -> Any:
    way, found, _ = read(m, state, *arguments)
    return [(way, some(found)), (state, none())]


def read_checked(m: Machine, state: State, *arguments: Any) -> Any:
    way, found, given = read(m, state, *arguments)
    left = m.fresh(state, "usize", "left")
    fault = failed(Items((OF_READING, left)))
    m.assume(state, *keeps_within(given, fault))
    set_to(state, fault=given.input.start + given.input.length - left)
    return [(way, succeeded(found)), (state, fault)]


def adapt(m: Machine, state: State, _: Any, delta: Any, closure: Any, first: Any, *, callee: str) -> Any:
    """Section 6.2: `bias = adapt(i - oldi, length(output) + 1, test oldi is 0?)`, the first time."""
    was = now(state)
    bias, length = adapts(m, state, delta, closure, callee)
    m.oblige(state, z3.And(delta == was.sum - was.i, length == was.length + 1), "the delta and the length")
    m.oblige(state, first == was.first, "the first delta is told")
    set_to(state, bias=bias, first=False)
    return bias


def hardware_quotient(m: Machine, state: State, dividend: Any, divisor: Any) -> Any:
    """The contract of the room of division."""
    m.oblige(state, is_below(divisor, U64, 1), "requires of hardware_quotient")
    found, facts = quotient(dividend, divisor)
    m.assume(state, *facts)
    return found


def admit(m: Machine, state: State, n: Any) -> Any:
    """Section 6.2: `n = n + i div (length(output) + 1)`, and what is left of `i` is the index.

    The contract of `admit` of every repertoire: the same number, or a fault.
    """
    was = now(state)
    index = was.sum - (n - was.n) * (was.length + 1)
    m.oblige(state, z3.And(n >= was.n, n < U64, index >= 0, index <= was.length), "n goes on by the quotient")
    way = state.copy()
    set_to(way, n=n, index=index)
    m.assume(way, n < U32)
    return [(way, succeeded(n)), (state, failed(Opaque("ErrorKind")))]


def insert(m: Machine, state: State, text: Any, index: Any, code_point: Any) -> Any:
    """Section 6.2: `n` is inserted at position `i`, which is one further then; it is no basic code point."""
    was, observer = now(state), state.cells[OBSERVER]
    is_asked = was.is_told == observer.looks and was.is_marked == observer.annotates
    marked = z3.And(code_point >= was.n, code_point <= was.n + was.mark)
    m.oblige(state, z3.And(index == was.index, marked, was.n >= FIRST_NON_BASIC), "n is inserted at i")
    m.oblige(state, is_asked, "the observer is asked as it wants")
    set_to(state, i=was.index + 1)
    return arrangement.insert(m, state, text, index, code_point)


def step(m: Machine, state: State, _: Any, told: Any) -> Any:
    """The observer is told the step, whose digits are octets of the input."""
    delta, digits, bias, n, i = told.fields
    was, (low, high) = now(state), digits.fields
    m.oblige(state, z3.And(bias == was.bias, n == was.n, i == was.index, delta == was.sum - was.i), "the step is told")
    m.oblige(state, z3.And(low == was.begin, high == was.at), "its digits are told")
    set_to(state, is_told=True)
    return Items(())


def mark(m: Machine, state: State, _: Any, octet: Any) -> Any:
    m.oblige(state, octet == now(state).last, "the last digit tells the mark")
    found = m.fresh(state, "u32", "mark")
    set_to(state, mark=found, is_marked=True)
    return found


# The main loop.


def some_text(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    basic, start = (m.fresh(state, "usize", name) for name in ("basic", "start"))
    state.cells |= {TEXT: text_of(basic), OBSERVER: case["kind"]}
    set_to(state, n=INITIAL_N, i=0, bias=P.initial_bias, first=True, at=start, **ROUND)
    return {"params": Opaque("P"), "text": Ref(TEXT), "observer": Ref(OBSERVER), "basic": basic, "start": start}


def is_split(given: Any) -> list[Any]:
    """The literal part ends before the integers begin, within the input, for which there is room."""
    length = given.input.length
    return [*are_admitted(given), is_below(given.start, length + 1, given.basic), length <= ROOM]


def are_admitted(given: Any) -> list[Any]:
    return [*admitted(P), is_below(INITIAL_N, U32), is_below(given.input.length, MEMORY)]


def at_head(frame: Frame) -> dict[Any, Any]:
    numbers: dict[str, Any] = {name: z3.FreshInt(name) for name in ("n", "i", "bias", "length", "at")}
    numbers["first"] = z3.FreshBool("first")
    at, whole = numbers["at"], frame["input"]
    own = {cell(name): numbers[name] for name in NAMES} | {TEXT: text_of(numbers["length"])}
    rest = Slice(whole.place, at, whole.length - at)
    gone = {cell(name): value for name, value in ROUND.items()}
    return {name: numbers[name] for name in ("n", "i", "bias", "length", "first")} | {"rest": rest} | own | gone


def invariant(frame: Frame, _: int) -> list[Any]:
    """The variables are the state of section 6.2, and each code point took an octet."""
    was, rest, whole = now(frame.state), frame["rest"], frame["input"]
    is_rest = z3.And(rest.start == was.at, rest.start + rest.length == whole.length, rest.length >= 0)
    return [
        *(frame[name] == getattr(was, name) for name in ("n", "i", "bias", "length", "first")),
        rest.place == whole.place,
        is_rest,
        z3.And(is_below(was.n, U64, INITIAL_N), is_below(was.i, was.length + 1), is_below(was.bias, U32)),
        z3.And(frame["basic"] <= was.length, was.length <= was.at),
    ]


def are_inserted(given: Any, result: Any) -> list[Any]:
    """The length of the text, which is not longer than the input; or a fault within the input."""
    was = now(given.end)
    if result.tag == 1:
        kind, place = result.fields("Err")[0].fields
        return [is_below(place, given.input.length + 1), *is_fault(was, kind, place)]
    (length,) = result.fields("Ok")
    return [was.at == given.input.length, length == was.length, length >= given.basic, length <= given.input.length]


def is_fault(was: SimpleNamespace, kind: Any, place: Any) -> list[Any]:
    """A fault of reading is where reading ended, another one where the integer begins."""
    if kind == OF_READING:
        return [place == was.fault]
    name = kind.name.rpartition("::")[2] if isinstance(kind, Items) else ""
    told = {"BasicAsDelta": was.n < FIRST_NON_BASIC}
    if name == "Overflow":
        told[name] = was.n + quotient(was.sum, was.length + 1)[0] >= U64
    return [place == was.begin, told.get(name, True)]


LOOP_CALLS = {
    **CALLS,
    **{f"<O as Observer>::{each.__name__}": each for each in (step, mark)},
    **{each.__name__: each for each in (read_first, read_checked, adapt, hardware_quotient, admit)},
    "<P as Parameters>::initial_n": parameter(INITIAL_N),
    "<A as Arrangement>::insert": insert,
    "division::reciprocal": is_reciprocal,
}


def constants(looks: bool, annotates: bool) -> dict[str, str]:
    """Those of an observer."""
    values = {"LOOKS": str(looks).lower(), "ANNOTATES": str(annotates).lower()}
    return {f"<O as bootstring::observer::Observer>::{name}": value for name, value in values.items()}


def main_loop(looks: bool, annotates: bool) -> Contract:
    """For an observer of this kind."""
    return Contract(
        "bootstring::decode::insertions",
        is_split,
        are_inserted,
        Integers(),
        arguments=some_text,
        cases=[{"kind": SimpleNamespace(looks=looks, annotates=annotates)}],
        loops={0: Loop(at_head, invariant)},
        types=constants(looks, annotates),
        calls=LOOP_CALLS,
    )


# An observer looks at the steps or not, and annotates or not.
KINDS = [(looks, annotates) for annotates in (False, True) for looks in (False, True)]
CONTRACTS = [main_loop(*kind) for kind in KINDS]
