"""The contracts of the standard library that the rooms ask: assumptions, which tests/rust compare with what it does."""

import re
from collections.abc import Callable
from typing import Any

import z3
from frames import Call
from machine import Machine
from numbers_of import is_plain
from values import (
    WIDTHS,
    Enum,
    Items,
    Iterator,
    Outside,
    Ref,
    Slice,
    State,
    choice,
    conjunction,
    known,
    negation,
    none,
    option,
    some,
)

LIBRARY: list[tuple[str, Call]] = []


def library(pattern: str) -> Callable[[Call], Call]:
    """Enter a function for callees of this form."""

    def enter(function: Call) -> Call:
        LIBRARY.append((pattern, function))
        return function

    return enter


@library(r"(core::panicking::)?(panic|panic_fmt|panic_const\w*|assert_failed)(::<.*>)?")
def panic(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    m.oblige(state, False, "a panic is not reached")
    return []


@library(r"core::fmt::rt::Argument::<'_>::\w+::<.*>|Arguments::<'_>::new::<.*>|Arguments::<'_>::from_str")
def formatted(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return Items((), "a message")


@library(r"<u\w+ as From<\w+>>::from|<\w+ as Into<u32>>::into")
def widened(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    if kinds[0] == "bool":
        return m.truth_as_number(result, arguments[0])
    return m.numbers.cast(kinds[0], result, arguments[0])[0]


@library(r"core::num::<impl (\w+)>::(wrapping|checked|saturating|overflowing)_(add|sub|mul)")
def without_panic(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    kind, how, operator = re.findall(r"<impl (\w+)>::(\w+?)_(\w+)", callee)[0]
    operator = operator.title()
    value, facts = m.numbers.exact(operator, kind, *arguments)
    m.assume(state, *facts)
    fits = known(m.numbers.fits(kind, operator, *arguments))
    if how == "checked":
        return option(fits, value)
    if how == "saturating":
        limit = 0 if operator == "Sub" else 2 ** WIDTHS[kind] - 1
        return choice(fits, value, m.numbers.number(kind, limit) if not isinstance(fits, bool) else limit)
    return m.numbers.cut(kind, value)


@library(r"core::num::<impl u64>::trailing_zeros")
def trailing_zeros(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    found = z3.BitVecVal(64, 32)
    for bit in reversed(range(64)):
        found = z3.If(z3.Extract(bit, bit, arguments[0]) == 1, z3.BitVecVal(bit, 32), found)
    return found


@library(r"core::num::<impl u64>::ilog2")
def ilog2(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    m.oblige(state, arguments[0] != 0, "the logarithm of 0 is not asked for")
    found = z3.BitVecVal(0, 32)
    for bit in range(64):
        found = z3.If(z3.Extract(bit, bit, arguments[0]) == 1, z3.BitVecVal(bit, 32), found)
    return found


@library(r"core::num::<impl usize>::div_ceil")
def div_ceil(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    a, b = arguments
    if is_plain(a, b):
        return -(-a // b)
    quotient, facts = m.numbers.exact("Div", "usize", a, b)
    rest, more = m.numbers.exact("Rem", "usize", a, b)
    m.assume(state, *facts, *more)
    return quotient + choice(rest != 0, m.numbers.number("usize", 1), m.numbers.number("usize", 0))


@library(r"core::num::<impl \w+>::from_(le|be)_bytes")
def from_octets(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    octets = list(arguments[0].fields)
    if "from_le" in callee:
        octets.reverse()
    if is_plain(*octets):
        return int.from_bytes(bytes(octets), "big")
    if not any(isinstance(octet, z3.BitVecRef) for octet in octets):
        return sum(octet * 256**place for place, octet in enumerate(reversed(octets)))
    return z3.Concat(*(z3.BitVecVal(octet, 8) if is_plain(octet) else octet for octet in octets))


@library(r"core::num::<impl \w+>::to_(le|be)_bytes")
def to_octets(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    count = int(re.findall(r"; (\d+)\]", result)[0])
    number = arguments[0]
    if is_plain(number):
        octets: list[Any] = list(number.to_bytes(count, "little"))
    elif isinstance(number, z3.BitVecRef):
        octets = [z3.Extract(8 * place + 7, 8 * place, number) for place in range(count)]
    else:
        octets, rest = [], number
        for _ in range(count):
            high, facts = m.numbers.exact("Div", "u64", rest, 256)
            m.assume(state, *facts)
            octets.append(rest - 256 * high)
            rest = high
    return Items(tuple(octets if "to_le" in callee else reversed(octets)), "[]")


@library(r"Option::<.*>::is_(some|none)")
def is_some(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    truth = known(m.load(state, arguments[0]).tag == 1)
    return truth if "is_some" in callee else negation(truth)


@library(r"<Option<.*> as Try>::branch|<std::option::Option<.*> as Try>::branch")
def branch(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    held = dict(arguments[0].held)
    goes_on = ("Continue", held.get("Some", ()))
    return Enum(1 - arguments[0].tag, (goes_on, ("Break", (none(),))))


@library(r"<(std::option::)?Option<.*> as FromResidual<.*>>::from_residual")
def from_residual(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return none()


@library(r"core::slice::<impl \[.*\]>::iter(_mut)?")
def items_of(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return Iterator("items", (arguments[0], 0))


@library(r"<.* as IntoIterator>::into_iter|<.* as Iterator>::(by_ref)")
def into_iterator(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return iterator_of(arguments[0])


def iterator_of(value: Any) -> Iterator:
    if isinstance(value, Slice):
        return Iterator("items", (value, 0))
    if isinstance(value, Items) and value.name.startswith("std::ops::Range"):
        return Iterator("numbers", value.fields)
    if isinstance(value, Iterator):
        return value
    raise Outside(f"an iterator of {value}")


@library(r"<.* as Iterator>::zip::<.*>")
def zipped(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return Iterator("pairs", tuple(map(iterator_of, arguments)))


@library(r"<.* as Iterator>::take")
def taken(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return Iterator("first", (iterator_of(arguments[0]), arguments[1]))


@library(r"<.* as Iterator>::next")
def next_item(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    iterator = iterator_of(m.load(state, arguments[0]))
    there, item, rest = step(m, state, iterator)
    there = known(there)
    if isinstance(there, bool):
        m.store(state, arguments[0], rest if there else iterator)
        return some(item) if there else none()
    ways = []
    for holds in (True, False):
        way = state.copy()
        m.assume(way, there if holds else negation(there))
        if m.is_possible(way):
            m.store(way, arguments[0], rest if holds else iterator)
            ways.append((way, some(item) if holds else none()))
    return ways


def step(m: Machine, state: State, iterator: Iterator) -> tuple[Any, Any, Iterator]:
    """Return whether there is one more item, the item, and the iterator behind it."""
    if iterator.kind == "items":
        part, at = iterator.held
        there = at < part.length if is_plain(at, part.length) else m.numbers.compare("Lt", "usize", at, part.length)
        return there, m.item_ref(part, at), Iterator("items", (part, at + 1))
    if iterator.kind == "numbers":
        start, *end = iterator.held
        below = True
        if end:
            (last,) = end
            below = start < last if is_plain(start, last) else m.numbers.compare("Lt", "u64", start, last)
        return below, start, Iterator("numbers", (start + 1, *end))
    if iterator.kind == "first":
        inner, count = iterator.held
        there, item, rest = step(m, state, inner)
        left = count > 0 if is_plain(count) else m.numbers.compare("Gt", "usize", count, 0)
        return conjunction(left, there), item, Iterator("first", (rest, count - 1))
    if iterator.kind == "pairs":
        one, other = (step(m, state, each) for each in iterator.held)
        return conjunction(one[0], other[0]), Items((one[1], other[1])), Iterator("pairs", (one[2], other[2]))
    raise Outside(f"an item of {iterator.kind}")


@library(r"core::slice::<impl \[.*\]>::as_chunks(_mut)?::<\d+>")
def chunks(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    size = int(re.findall(r"::<(\d+)>$", callee)[0])
    (part,) = arguments
    if not is_plain(part.start, part.length) or part.start:
        raise Outside("chunks of a slice of any length")
    count = part.length // size
    return Items((Slice(part.place, 0, count, size), Slice(part.place, count * size, part.length % size)))


@library(r"core::slice::<impl \[.*\]>::split_first")
def split_first(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    (part,) = arguments
    there = known(m.numbers.compare("Ne", "usize", part.length, 0))
    rest = Slice(part.place, part.start + 1, part.length - 1)
    return option(there, Items((m.item_ref(part, 0), rest)))


@library(r"core::slice::<impl \[.*\]>::(first|last)_chunk(_mut)?::<\d+>")
def chunk(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    size = int(re.findall(r"::<(\d+)>$", callee)[0])
    (part,) = arguments
    there = known(m.numbers.compare("Ge", "usize", part.length, size))
    start = part.start if "first_" in callee else part.start + part.length - size
    step_ = ("chunk", (start, size))
    return option(there, Ref(part.place.cell, (*part.place.steps, step_)))


@library(
    r"<\[.*\] as Index(Mut)?<(std::ops::)?Range\w*<usize>>>::index(_mut)?|<\[.*\] as Index(Mut)?<.*RangeFull>>::\w+"
)
def part_of(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    part, bounds = arguments
    if isinstance(part, Ref):
        part = Slice(part, 0, len(m.load(state, part).fields))
    if "RangeFrom" in callee:
        (low,), high = bounds.fields, part.length
    elif "RangeTo" in callee:
        low, (high,) = 0, bounds.fields
    else:
        low, high = bounds.fields
    m.oblige(state, at_most(m, low, high), "a range does not begin behind its end")
    m.oblige(state, at_most(m, high, part.length), "a range ends within the slice")
    return Slice(part.place, part.start + low, high - low)


@library(r"core::slice::<impl \[.*\]>::get(_mut)?::<(std::ops::)?Range(To|From)<usize>>")
def part_if_there(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    part, bounds = arguments
    (bound,) = bounds.fields
    there = known(at_most(m, bound, part.length))
    if "RangeTo" in callee:
        return option(there, Slice(part.place, part.start, bound))
    return option(there, Slice(part.place, part.start + bound, part.length - bound))


@library(r"core::slice::<impl \[.*\]>::get(_mut)?::<usize>")
def item_if_there(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    part, index = arguments
    return option(known(m.numbers.compare("Lt", "usize", index, part.length)), m.item_ref(part, index))


def at_most(m: Machine, a: Any, b: Any) -> Any:
    return a <= b if is_plain(a, b) else m.numbers.compare("Le", "usize", a, b)


@library(r"core::slice::<impl \[.*\]>::copy_from_slice")
def copied(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    target, source = arguments
    m.oblige(state, known(target.length == source.length), "what is copied has the length of where it goes")
    if not is_plain(source.length):
        raise Outside("a copy of any length")
    for place in range(source.length):
        m.store(state, m.item_ref(target, place), m.load(state, m.item_ref(source, place)))
    return Items(())


@library(r"array::<impl \[\w+; \d+\]>::map::<.*>|core::array::<impl .*>::map::<.*>")
def mapped(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    source = re.findall(r"impl \[(\w+);", callee)[0]
    target = re.findall(r"\[(\w+);", result)[0]
    if "From" not in str(arguments[1]):
        raise Outside(f"{callee} with {arguments[1]}")
    return Items(tuple(m.numbers.cast(source, target, item)[0] for item in arguments[0].fields), "[]")


@library(r"<usize as Ord>::min")
def smaller(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    a, b = arguments
    return min(a, b) if is_plain(a, b) else choice(m.numbers.compare("Le", "usize", a, b), *map(lifted(m), (a, b)))


def lifted(m: Machine) -> Any:
    return lambda value: m.numbers.number("usize", value) if is_plain(value) else value


@library(r"<\{closure@.*\} as Fn(Mut|Once)?<.*>>::call(_mut|_once)?")
def closure(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """The body of a closure, which is found by its place in the source."""
    (place,) = re.findall(r"\{closure@[^}]*\}", callee)
    body = next(
        each for found in m.bodies.values() for each in found if each.parameters and place in each.parameters[0]
    )
    return m.run(body, state, [arguments[0], *arguments[1].fields], {})


@library(r"<\w+ as TryFrom<\w+>>::try_from")
def narrowed(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    target, source = re.findall(r"<(\w+) as TryFrom<(\w+)>", callee)[0]
    value, fits = m.numbers.cast(source, target, arguments[0])
    fits = known(fits)
    held = (("Ok", (value,)), ("Err", (Items((), "TryFromIntError"),)))
    return Enum(choice(fits, 0, 1) if isinstance(fits, bool) else z3.If(fits, z3.IntVal(0), z3.IntVal(1)), held)


@library(r"Result::<.*>::ok")
def ok(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    held = dict(arguments[0].held)
    return Enum(1 - arguments[0].tag, (("None", ()), ("Some", held.get("Ok", ()))))
