"""`src/bounded.rs`: what its functions ask of callers, and that their bodies give it, with assertions and without."""

import re
from typing import Any

import z3

from mirproof.contracts import Contract
from mirproof.library import library
from mirproof.library_items import size_in
from mirproof.library_text import as_slice, is_ascii, is_boundary, is_utf8
from mirproof.machine import Machine
from mirproof.values import Items, Slice, State, option

OPERATORS = {"add": "Add", "sub": "Sub", "mul": "Mul"}


@library(r"(bounded::)?(add|sub|mul)::<\w+>")
def arithmetic(m: Machine, state: State, a: Any, b: Any, *, callee: str) -> Any:
    name, kind = re.findall(r"(\w+)::<(\w+)>$", callee)[0]
    m.oblige(state, m.numbers.fits(kind, OPERATORS[name], a, b), f"bounded::{name} of {kind}")
    value, facts = m.numbers.exact(OPERATORS[name], kind, a, b)
    m.assume(state, *facts)
    return value


@library(r"(bounded::)?to::<\w+, \w+>|(bounded::)?index::<\w+>")
def same_number(m: Machine, state: State, number: Any, *, callee: str, result: str) -> Any:
    value, fits = m.numbers.cast(re.findall(r"(\w+)>$", callee)[0], result, number)
    m.oblige(state, fits, f"bounded::to {result}")
    return value


@library(r"(bounded::)?below::<\d+>")
def below(m: Machine, state: State, index: Any, *, callee: str) -> Any:
    m.oblige(state, m.less(index, size_in(callee)), "bounded::below")
    return index


@library(r"(bounded::)?shift")
def shift(m: Machine, state: State, bits: Any) -> Any:
    m.oblige(state, m.less(bits, 64, "u32"), "bounded::shift")
    return bits


@library(r"(bounded::)?at::<\w+>")
def item_at(m: Machine, state: State, part: Any, index: Any) -> Any:
    m.oblige(state, m.less(index, part.length), "bounded::at")
    return m.load(state, m.item_ref(part, index))


@library(r"(bounded::)?put::<\w+>")
def put(m: Machine, state: State, part: Any, index: Any, item: Any) -> Any:
    m.oblige(state, m.less(index, part.length), "bounded::put")
    m.store(state, m.item_ref(part, index), item)
    return Items(())


@library(r"(bounded::)?(ascii|utf8)(_string)?")
def text_of(m: Machine, state: State, octets: Any, *, callee: str) -> Any:
    m.oblige(state, truth_for(callee)(m, state, as_slice(state, octets)), f"{callee}: octets are as told")
    return octets


def truth_for(name: str) -> Any:
    return is_ascii if "ascii" in name else is_utf8


@library(r"(bounded::)?first::<\w+>")
def first(m: Machine, state: State, part: Any, count: Any) -> Any:
    m.oblige(state, m.at_most(count, part.length), "bounded::first")
    return Slice(part.place, part.start, count, part.group)


def operation(name: str, kind: str) -> Contract:
    """`add`, `sub` or `mul` of a type: where the result fits, it is that."""
    operator = OPERATORS[name]

    def fits(given: Any) -> list[Any]:
        return [given.machine.numbers.fits(kind, operator, given.a, given.b)]

    def is_exact(given: Any, result: Any) -> list[Any]:
        return [result == given.machine.numbers.exact(operator, kind, given.a, given.b)[0]]

    return Contract(f"bounded::{name}", fits, is_exact, types={"I": kind})


def conversion(source: str, target: str, name: str = "to") -> Contract:
    """`to` from a type to another, and `index`: the same number where it fits."""

    def fits(given: Any) -> list[Any]:
        return [given.machine.numbers.cast(source, target, given.number)[1]]

    def is_same(given: Any, result: Any) -> list[Any]:
        return [result == given.machine.numbers.cast(source, target, given.number)[0]]

    return Contract(name, fits, is_same, types={f"impl To<{'T' if name == 'to' else target}>": source, "T": target})


def below_length(length: int) -> Contract:
    return Contract(
        "below",
        lambda given: [given.machine.numbers.compare("Lt", "usize", given.index, length)],
        lambda given, result: [result == given.index],
        types={"LEN": str(length)},
    )


def in_range(given: Any) -> list[Any]:
    return [given.machine.numbers.compare("Lt", "usize", given.index, given.items.length)]


def is_item(given: Any, result: Any) -> list[Any]:
    return [result == z3.Select(given.state.cells[given.items.place.cell].array, given.index)]


def is_put(given: Any, result: Any) -> list[Any]:
    """The item is where it goes, and all others are as they were."""
    before, after = (state.cells[given.items.place.cell].array for state in (given.state, given.end))
    return [after == z3.Store(before, given.index, given.item)]


def whole(given: Any) -> Slice:
    """The items, or the text."""
    return given.text if hasattr(given, "text") else given.items  # type: ignore[no-any-return]


def bounds(given: Any) -> tuple[Any, Any]:
    """Those of a part: of a range, from a start on, or of so many items."""
    if hasattr(given, "range"):
        return given.range.fields  # type: ignore[no-any-return]
    return getattr(given, "start", z3.BitVecVal(0, 64)), getattr(given, "count", given.items.length)


def range_fits(given: Any) -> list[Any]:
    low, high = bounds(given)
    return [z3.ULE(low, high), z3.ULE(high, whole(given).length)]


def is_range(given: Any, result: Any) -> list[Any]:
    low, high = bounds(given)
    return [result.place == whole(given).place, z3.And(result.start == low, result.length == high - low)]


def some_range(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    bounds = (m.fresh(state, "usize", "start"), m.fresh(state, "usize", "end"))
    return {"range": Items(bounds, "std::ops::Range::<usize>")}


def some_option(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    """Of a tag that is not known, and a number."""
    number = m.fresh(state, "u32", "held")
    return {"option": option(z3.FreshBool("is_some"), number), "number": number}


def is_there(given: Any) -> list[Any]:
    return [given.option.tag == 1]


def is_scalar_value(given: Any) -> list[Any]:
    number = given.code_point
    return [z3.ULE(number, 0x10FFFF), z3.Or(z3.ULT(number, 0xD800), z3.UGT(number, 0xDFFF))]


def text(name: str) -> Contract:
    """`ascii`, `utf8` and what makes strings: the octets themselves."""

    def is_text(given: Any) -> list[Any]:
        return [truth_for(name)(given.machine, given.state, as_slice(given.state, given.octets))]

    def are_same(given: Any, result: Any) -> list[Any]:
        (memory, length), (other, other_length) = (
            (each.place, each.length) if isinstance(each, Slice) else each.fields for each in (given.octets, result)
        )
        return [memory == other, length == other_length]

    return Contract(name, is_text, are_same)


def cuts_none(given: Any) -> list[Any]:
    ends = [is_boundary(given.machine, given.state, given.text, at) for at in given.range.fields]
    return [*range_fits(given), *ends]


SLICE = {"&[T]": "&[u32]", "&mut [T]": "&mut [u32]", "T": "u32"}
INTEGERS = ["u8", "u32", "u64", "u128", "usize", "i32", "isize"]
CONVERSIONS = {
    "usize": "u8 u16 u32 u64 i32 i64 isize",
    "u128": "u64",
    "u64": "u8 u32 usize",
    "u32": "u8 usize",
    "i32": "usize",
    "isize": "usize",
}
CONTRACTS = [
    *(operation(name, kind) for name in OPERATORS for kind in INTEGERS),
    *(conversion(source, target) for source, targets in CONVERSIONS.items() for target in targets.split()),
    *(conversion(source, "usize", "bounded::index") for source in ("u64", "u32", "i32", "isize")),
    *(below_length(length) for length in (8, 64, 128)),
    Contract(
        "shift",
        lambda given: [given.machine.numbers.compare("Lt", "u32", given.bits, 64)],
        lambda given, result: [result == given.bits],
    ),
    Contract("bounded::at", in_range, is_item, types=SLICE),
    Contract("bounded::put", in_range, is_put, types=SLICE),
    *(Contract(name, range_fits, is_range, types=SLICE) for name in ("bounded::first", "rest", "rest_mut")),
    Contract("part", range_fits, is_range, arguments=some_range, types=SLICE),
    Contract("bounded::characters", cuts_none, is_range, arguments=some_range),
    *map(text, ("bounded::ascii", "utf8", "ascii_string", "utf8_string")),
    Contract(
        "present",
        is_there,
        lambda given, result: [result == given.made.number],
        arguments=some_option,
        types={"T": "u32"},
    ),
    Contract(
        "some",
        is_there,
        lambda given, result: [result.tag == 1, result.fields("Some")[0] == given.made.number],
        arguments=some_option,
        types={"T": "u32"},
    ),
    Contract("scalar", is_scalar_value, lambda given, result: [result == given.code_point]),
]
