"""`src/bounded.rs`: what its functions ask of callers, and that their bodies give it, with assertions and without."""

import re
from typing import Any

from contracts import Contract
from library import at_most, library
from machine import Machine
from numbers_of import is_plain
from values import Slice, State

OPERATORS = {"add": "Add", "sub": "Sub", "mul": "Mul"}


@library(r"(bounded::)?(add|sub|mul)::<\w+>")
def arithmetic(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    name, kind = re.findall(r"(\w+)::<(\w+)>$", callee)[0]
    m.oblige(state, m.numbers.fits(kind, OPERATORS[name], *arguments), f"bounded::{name} of {kind}")
    value, facts = m.numbers.exact(OPERATORS[name], kind, *arguments)
    m.assume(state, *facts)
    return value


@library(r"(bounded::)?to::<\w+, \w+>|(bounded::)?index::<\w+>")
def same_number(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    value, fits = m.numbers.cast(re.findall(r"(\w+)>$", callee)[0], result, arguments[0])
    m.oblige(state, fits, f"bounded::to {result}")
    return value


@library(r"(bounded::)?below::<\d+>")
def below(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    length = int(re.findall(r"<(\d+)>$", callee)[0])
    index = arguments[0]
    m.oblige(
        state, index < length if is_plain(index) else m.numbers.compare("Lt", "usize", index, length), "bounded::below"
    )
    return index


@library(r"(bounded::)?shift")
def shift(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    bits = arguments[0]
    m.oblige(state, bits < 64 if is_plain(bits) else m.numbers.compare("Lt", "u32", bits, 64), "bounded::shift")
    return bits


@library(r"(bounded::)?at::<\w+>")
def item_at(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    part, index = arguments
    below_end = (
        index < part.length if is_plain(index, part.length) else m.numbers.compare("Lt", "usize", index, part.length)
    )
    m.oblige(state, below_end, "bounded::at")
    return m.load(state, m.item_ref(part, index))


@library(r"(bounded::)?first::<\w+>")
def first(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    part, count = arguments
    m.oblige(state, at_most(m, count, part.length), "bounded::first")
    return Slice(part.place, part.start, count, part.group)


def operation(name: str, kind: str) -> Contract:
    """`add`, `sub` or `mul` of a type: where the result fits, it is that."""
    operator = OPERATORS[name]

    def fits(given: Any) -> list[Any]:
        return [given.machine.numbers.fits(kind, operator, given.a, given.b)]

    def is_exact(given: Any, result: Any) -> list[Any]:
        return [result == given.machine.numbers.exact(operator, kind, given.a, given.b)[0]]

    return Contract(f"bounded::{name}", fits, is_exact, types={"I": kind})


def conversion(source: str, target: str) -> Contract:
    """`to` from a type to another: the same number where it fits."""

    def fits(given: Any) -> list[Any]:
        return [given.machine.numbers.cast(source, target, given.number)[1]]

    def is_same(given: Any, result: Any) -> list[Any]:
        return [result == given.machine.numbers.cast(source, target, given.number)[0]]

    return Contract("to", fits, is_same, types={"impl To<T>": source, "T": target})


def below_length(length: int) -> Contract:
    return Contract(
        "below",
        lambda given: [given.machine.numbers.compare("Lt", "usize", given.index, length)],
        lambda given, result: [result == given.index],
        types={"LEN": str(length)},
    )


INTEGERS = ["u8", "u32", "u64", "usize", "i32", "isize"]
CONVERSIONS = {
    "usize": "u8 u16 u32 u64 i32 isize",
    "u128": "u64",
    "u64": "u8 u32 usize",
    "u32": "u8 usize",
    "i32": "usize",
    "isize": "usize",
}
CONTRACTS = [
    *(operation(name, kind) for name in OPERATORS for kind in INTEGERS),
    *(conversion(source, target) for source, targets in CONVERSIONS.items() for target in targets.split()),
    *(below_length(length) for length in (8, 64, 128)),
    Contract(
        "shift",
        lambda given: [given.machine.numbers.compare("Lt", "u32", given.bits, 64)],
        lambda given, result: [result == given.bits],
    ),
]
