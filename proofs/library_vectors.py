"""The contracts of vectors, of results and of options that closures continue: assumptions, as all in `library.py`."""

import re
from typing import Any

import z3
from library import called, library
from machine import Machine
from values import Enum, Items, Ref, Slice, State, conjunction, known, negation, none, option, some

# A process has less memory: so many octets.
MEMORY = 2**57


@library(r"Vec::<\w+>::new|String::new")
def vector(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    (kind,) = re.findall(r"<(\w+)>", callee) or ["u8"]
    return vector_of(m, state, kind, 0)


def vector_of(m: Machine, state: State, kind: str, length: Any) -> Items:
    """So many items of any value."""
    part = m.fresh_slice(state, kind, "vector")
    return Items((state.cells[part.place.cell], length), "Vec")


@library(r"Vec::<\w+>::len")
def length_of(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return m.load(state, arguments[0]).fields[1]


@library(r"Vec::<\w+>::capacity")
def capacity(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """At least the number of items."""
    capacity = m.fresh(state, "usize", "capacity")
    m.assume(state, m.numbers.compare("Ge", "usize", capacity, m.load(state, arguments[0]).fields[1]))
    return capacity


@library(r"(Vec::<\w+>|String)::try_reserve(_exact)?")
def reserved(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return [(state.copy(), succeeded(Items(()))), (state.copy(), failed(Items((), "TryReserveError")))]


def succeeded(value: Any) -> Enum:
    return Enum(0, (("Ok", (value,)),))


def failed(error: Any) -> Enum:
    return Enum(1, (("Err", (error,)),))


@library(r"Vec::<\w+>::push")
def appended(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    place, item = arguments
    length = m.load(state, place).fields[1]
    m.store(state, Ref(place.cell, (*place.steps, ("field", "0"), ("index", length))), item)
    m.store(state, Ref(place.cell, (*place.steps, ("field", "1"))), length + 1)
    m.assume(state, known(m.numbers.compare("Lt", "usize", length + 1, MEMORY)))
    return Items(())


def by_tag(m: Machine, state: State, value: Enum) -> list[tuple[State, int]]:
    """The ways of an enum of two variants."""
    ways = []
    for tag in (0, 1):
        way = state.copy()
        m.assume(way, known(value.tag == tag))
        if m.is_possible(way):
            ways.append((way, tag))
    return ways


@library(r"<(std::result::)?Result<.*> as Try>::branch")
def branch(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    held = dict(arguments[0].held)
    return Enum(arguments[0].tag, (("Continue", held.get("Ok", ())), ("Break", (failed(*held.get("Err", [()])),))))


@library(r"<(std::result::)?Result<.*> as FromResidual<.*>>::from_residual")
def from_residual(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return arguments[0]


@library(r"Result::<.*>::map_err::<.*>")
def with_error(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    ends = []
    for way, tag in by_tag(m, state, arguments[0]):
        if tag == 0:
            ends.append((way, arguments[0]))
        else:
            found = called(m, way, callee, list(arguments[0].fields("Err")), arguments[1])
            ends += [(end, failed(error)) for end, error in found]
    return ends


@library(r"Option::<.*>::and_then::<.*>")
def and_then(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    ends = []
    for way, tag in by_tag(m, state, arguments[0]):
        if tag == 0:
            ends.append((way, none()))
        else:
            ends += called(m, way, callee, list(arguments[0].fields("Some")), arguments[1])
    return ends


@library(r"Option::<.*>::ok_or::<.*>")
def ok_or(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    value, error = arguments
    ways = by_tag(m, state, value)
    return [(way, succeeded(*value.fields("Some")) if tag else failed(error)) for way, tag in ways]


@library(r"Option::<.*>::ok_or_else::<.*>")
def ok_or_else(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    ends: list[tuple[State, Any]] = []
    for way, tag in by_tag(m, state, arguments[0]):
        if tag:
            ends.append((way, succeeded(*arguments[0].fields("Some"))))
        else:
            ends += [(end, failed(error)) for end, error in called(m, way, callee, [], arguments[1])]
    return ends


@library(r"Option::<.*>::is_some_and::<.*>|Result::<.*>::is_ok_and::<.*>")
def is_some_and(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    variant, wanted = ("Some", 1) if callee.startswith("Option") else ("Ok", 0)
    ends: list[tuple[State, Any]] = []
    for way, tag in by_tag(m, state, arguments[0]):
        is_there = tag == wanted
        held = list(arguments[0].fields(variant)) if is_there else []
        ends += called(m, way, callee, held, arguments[1]) if is_there else [(way, False)]
    return ends


@library(r"core::num::<impl u8>::is_ascii_alphanumeric")
def alphanumeric(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    octet = m.load(state, arguments[0])
    ranges = [(ord(first), ord(last)) for first, last in ("az", "AZ", "09")]
    within = [
        z3.And(m.numbers.compare("Ge", "u8", octet, low), m.numbers.compare("Le", "u8", octet, high))
        for low, high in ranges
    ]
    return known(z3.Or(within))


@library(r"Option::<.*>::filter::<.*>|<std::array::IntoIter<.*> as Iterator>::find::<.*>")
def first_that(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """The first item that a closure admits, one way for each."""
    ends: list[tuple[State, Any]] = []
    if callee.startswith("Option"):
        ways = by_tag(m, state, arguments[0])
        ends, left = [(way, none()) for way, tag in ways if not tag], [way for way, tag in ways if tag]
        items = arguments[0].fields("Some")
    else:
        items, left = m.load(state, arguments[0]).held, [state]
    for item in items:
        tried = []
        for way in left:
            way.cells["item"] = item
            tried += called(m, way, callee, [Ref("item")], arguments[1])
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
def unwrap_or(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """The value that is held, else another: zero or nothing where none is given."""
    value, *others = arguments
    variant, wanted = ("Some", 1) if callee.startswith("Option") else ("Ok", 0)
    if others:
        (other,) = others
    else:
        other = nothing(m, state, result)
    return [(way, value.fields(variant)[0] if tag == wanted else other) for way, tag in by_tag(m, state, value)]


def nothing(m: Machine, state: State, kind: str) -> Any:
    """The default value of a type."""
    if kind.endswith("String"):
        return vector_of(m, state, "u8", 0)
    return Slice(Ref("nothing"), 0, 0) if "[" in kind or kind == "&str" else m.numbers.number(kind, 0)


@library(r"Option::<&\w+>::copied")
def copied(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    ends: list[tuple[State, Any]] = []
    for way, tag in by_tag(m, state, arguments[0]):
        item = some(m.load(way, *arguments[0].fields("Some"))) if tag else none()
        ends.append((way, item))
    return ends


@library(r"<std::ops::Range<usize> as Clone>::clone")
def cloned(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return m.load(state, arguments[0])


@library(r"char::methods::<impl char>::from_u32")
def character(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    number = arguments[0]
    compared = m.numbers.compare
    is_low = compared("Lt", "u32", number, 0xD800)
    is_high = conjunction(compared("Gt", "u32", number, 0xDFFF), compared("Le", "u32", number, 0x10FFFF))
    return option(known(negation(conjunction(negation(is_low), negation(is_high)))), number)


@library(r"<Option<\w+> as PartialEq>::ne")
def differ(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    one, other = (m.load(state, each) for each in arguments)
    (a,), (b,) = one.fields("Some"), other.fields("Some")
    return known(z3.Or(one.tag != other.tag, z3.And(one.tag == 1, a != b)))


@library(r"core::num::<impl u128>::checked_shl")
def checked_shl(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    value, bits = arguments
    return option(known(m.numbers.compare("Lt", "u32", bits, 128)), m.numbers.exact("Shl", "u128", value, bits)[0])


@library(r"core::num::<impl \w+>::checked_rem")
def checked_rem(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    dividend, divisor = arguments
    rest, facts = m.numbers.exact("Rem", kinds[0], dividend, divisor)
    m.assume(state, z3.Implies(divisor != 0, z3.And(facts)))
    return option(divisor != 0, rest)


@library(r"core::num::<impl u8>::is_ascii|char::methods::<impl char>::is_ascii")
def is_ascii(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return known(m.numbers.compare("Lt", "u8", m.load(state, arguments[0]), 0x80))
