"""The contracts of vectors, of results and of options that closures continue: assumptions, as all in `library.py`."""

import re
from collections.abc import Callable
from typing import Any

import z3

from mirproof.frames import Call
from mirproof.library import LIBRARY, applied, called, goes_on, library, ways
from mirproof.machine import Machine
from mirproof.sides import VARIANTS
from mirproof.values import (
    Enum,
    Items,
    Ref,
    Slice,
    State,
    conjunction,
    failed,
    known,
    negation,
    none,
    option,
    some,
    succeeded,
)

# A process has less memory: so many octets.
MEMORY = 2**57


def vector_of(m: Machine, state: State, kind: str, length: Any) -> Items:
    """So many items of any value."""
    part = m.fresh_slice(state, kind, "vector")
    return Items((state.cells[part.place.cell], length), "Vec")


@library(r"Vec::<\w+>::new|String::new|String::with_capacity")
def empty(m: Machine, state: State, *_: Any, callee: str) -> Any:
    (kind,) = re.findall(r"<(\w+)>", callee) or ["u8"]
    return vector_of(m, state, kind, 0)


@library(r"Vec::<\w+>::capacity")
def capacity(m: Machine, state: State, vector: Any) -> Any:
    """At least the number of items."""
    capacity = m.fresh(state, "usize", "capacity")
    m.assume(state, m.numbers.compare("Ge", "usize", capacity, m.load(state, vector).fields[1]))
    return capacity


def or_refused(state: State, value: Any, error: str = "Error") -> list[tuple[State, Any]]:
    """A value, or an error, both from the same state."""
    return [(state.copy(), succeeded(value)), (state.copy(), failed(Items((), error)))]


@library(r"Vec::<\w+>::push")
def appended(m: Machine, state: State, place: Any, item: Any) -> Any:
    append(m, state, place, item)
    m.assume(state, known(m.less(m.load(state, place).fields[1], MEMORY)))
    return Items(())


def append(m: Machine, state: State, place: Ref, item: Any) -> None:
    length = m.load(state, place).fields[1]
    m.store(state, Ref(place.cell, (*place.steps, ("field", "0"), ("index", length))), item)
    m.store(state, Ref(place.cell, (*place.steps, ("field", "1"))), length + 1)


# Options and results, which are enums of two variants.


def by_tag(m: Machine, state: State, value: Enum) -> list[tuple[State, int]]:
    """The ways of an enum of two variants."""
    return ways(m, state, ((value.tag == tag, tag) for tag in (0, 1)))


def continued(variant: str, then: Callable[[Any], Any], otherwise: Callable[[Enum], Any]) -> Call:
    """A method that asks its closure, or function, about what this variant holds; the other variant has its answer."""

    def method(m: Machine, state: State, value: Any, closure: Any, *, callee: str, result: str) -> Any:
        ends: list[tuple[State, Any]] = []
        for way, tag in by_tag(m, state, value):
            if tag == VARIANTS[variant]:
                held, is_closure = list(value.fields(variant)), "{closure@" in callee
                found = (
                    called(m, way, callee, held, closure) if is_closure else applied(m, way, closure, held, [], result)
                )
                ends += [(end, then(each)) for end, each in found]
            else:
                ends.append((way, otherwise(value)))
        return ends

    return method


def same(value: Any) -> Any:
    return value


@library(r"Option::<.*>::map_or::<.*>")
def map_or(m: Machine, state: State, value: Any, other: Any, function: Any, *, callee: str, result: str) -> Any:
    return continued("Some", same, lambda _: other)(m, state, value, function, callee=callee, result=result)


@library(r"Option::<.*>::ok_or::<.*>")
def ok_or(m: Machine, state: State, value: Any, error: Any) -> Any:
    tags = by_tag(m, state, value)
    return [(way, succeeded(*value.fields("Some")) if tag else failed(error)) for way, tag in tags]


@library(r"Option::<.*>::filter::<.*>|<std::array::IntoIter<.*> as Iterator>::find::<.*>")
def first_that(m: Machine, state: State, items: Any, closure: Any, *, callee: str) -> Any:
    """The first item that a closure admits, one way for each."""
    ends: list[tuple[State, Any]] = []
    if callee.startswith("Option"):
        tags = by_tag(m, state, items)
        ends, left = [(way, none()) for way, tag in tags if not tag], [way for way, tag in tags if tag]
        each_item = items.fields("Some")
    else:
        each_item, left = m.load(state, items).held, [state]
    for item in each_item:
        tried = []
        for way in left:
            way.cells["item"] = item
            tried += called(m, way, callee, [Ref("item")], closure)
        ends += [(way, some(item)) for way in those(m, tried, holds=True)]
        left = those(m, tried, holds=False)
    return ends + [(way, none()) for way in left]


def those(m: Machine, tried: list[tuple[State, Any]], *, holds: bool) -> list[State]:
    """The ways on which a truth holds, or does not."""
    ways = [way.copy() for way, _ in tried]
    for way, (_, truth) in zip(ways, tried, strict=True):
        m.assume(way, truth if holds else negation(truth))
    return [way for way in ways if m.is_possible(way)]


@library(r"(Result|Option)::<.*>::unwrap_or(_default)?")
def unwrap_or(m: Machine, state: State, value: Any, *others: Any, callee: str, result: str) -> Any:
    """The value that is held, else another: zero or nothing where none is given."""
    variant = "Some" if callee.startswith("Option") else "Ok"
    (other,) = others or (nothing(m, state, result),)
    tags = by_tag(m, state, value)
    return [(way, value.fields(variant)[0] if tag == VARIANTS[variant] else other) for way, tag in tags]


def nothing(m: Machine, state: State, kind: str) -> Any:
    """The default value of a type."""
    if kind.endswith("String"):
        return vector_of(m, state, "u8", 0)
    return Slice(Ref("nothing"), 0, 0) if "[" in kind or kind == "&str" else m.numbers.number(kind, 0)


@library(r"Option::<&\w+>::copied")
def copied(m: Machine, state: State, value: Any) -> Any:
    tags = by_tag(m, state, value)
    return [(way, some(m.load(way, *value.fields("Some"))) if tag else none()) for way, tag in tags]


@library(r"char::methods::<impl char>::from_u32")
def character(m: Machine, state: State, number: Any) -> Any:
    is_high = conjunction(m.numbers.compare("Gt", "u32", number, 0xDFFF), m.at_most(number, 0x10FFFF, "u32"))
    return option(negation(conjunction(negation(m.less(number, 0xD800, "u32")), negation(is_high))), number)


@library(r"<Option<\w+> as PartialEq>::ne")
def differ(m: Machine, state: State, *both: Any) -> Any:
    one, other = (m.load(state, each) for each in both)
    (a,), (b,) = one.fields("Some"), other.fields("Some")
    return known(z3.Or(one.tag != other.tag, z3.And(one.tag == 1, a != b)))


ROWS: dict[str, Call] = {
    r"Vec::<\w+>::len": lambda m, state, vector: m.load(state, vector).fields[1],
    r"(Vec::<\w+>|String)::try_reserve(_exact)?": lambda m, state, *_: or_refused(state, Items(()), "TryReserveError"),
    r"<(std::result::)?Result<.*> as Try>::branch": (
        lambda m, state, value: goes_on(value, "Ok", value.tag, failed(*dict(value.held).get("Err", [()])))
    ),
    r"<(std::result::)?Result<.*> as FromResidual<.*>>::from_residual": lambda m, state, residual: residual,
    r"Result::<.*>::map::<.*>": continued("Ok", succeeded, same),
    r"Result::<.*>::map_err::<.*>": continued("Err", failed, same),
    r"Result::<.*>::is_ok_and::<.*>": continued("Ok", same, lambda _: False),
    r"Option::<.*>::is_some_and::<.*>": continued("Some", same, lambda _: False),
    r"Option::<.*>::and_then::<.*>": continued("Some", same, lambda _: none()),
    r"Option::<.*>::ok_or_else::<.*>": continued("None", failed, lambda value: succeeded(*value.fields("Some"))),
    r"Option::<.*>::or": lambda m, state, one, other: (
        [(way, one if tag else other) for way, tag in by_tag(m, state, one)]
    ),
}
LIBRARY += ROWS.items()
