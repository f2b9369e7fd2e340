"""The contracts of iterators that make others, and of methods with closures: assumptions, as all in `library.py`."""

import re
from typing import Any

import z3
from library import LIBRARY, applied, at_most, called, library, lifted
from library_items import STEPS, WAYS, iterator_of, step
from library_text import width_of
from library_vectors import by_tag, failed, succeeded, those
from machine import Machine
from values import Items, Iterator, Outside, Ref, Slice, State, choice, conjunction, known, negation, none, option, some


def kind_of(function: Any) -> Any:
    """Enter the step of a kind of iterator: whether there is an item, the item, and the iterator behind it."""
    STEPS[function.__name__] = function
    return function


@kind_of
def given(m: Machine, state: State, function: Any, at: Any, count: Any) -> Any:
    """An iterator of which nothing is known: so many items, each a function of its place."""
    there = known(m.numbers.compare("Lt", "usize", at, count))
    return there, function(lifted(m)(at)), Iterator("given", (function, at + 1, count))


@kind_of
def parts(m: Machine, state: State, part: Slice, at: Any, size: int) -> Any:
    """Parts of so many items; the last one may be shorter."""
    left = part.length - at
    count = m.fresh(state, "usize", "count")
    m.assume(state, count == choice(at_most(m, size, left), *map(lifted(m), (size, left))))
    there = known(m.numbers.compare("Lt", "usize", at, part.length))
    return there, Slice(part.place, part.start + at, count), Iterator("parts", (part, at + count, size))


@kind_of
def numbered(m: Machine, state: State, inner: Iterator, at: Any) -> Any:
    there, item, rest = step(m, state, inner)
    return there, Items((at, item)), Iterator("numbered", (rest, at + 1))


@kind_of
def copies(m: Machine, state: State, inner: Iterator) -> Any:
    there, item, rest = step(m, state, inner)
    return there, m.load(state, item) if there is not False else item, Iterator("copies", (rest,))


@library(r"core::slice::<impl \[.*\]>::chunks")
def in_parts(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    m.oblige(state, known(m.numbers.compare("Ne", "usize", arguments[1], 0)), "no parts of 0 items")
    return Iterator("parts", (arguments[0], 0, arguments[1]))


@library(r"<.* as Iterator>::enumerate")
def enumerated(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return Iterator("numbered", (iterator_of(arguments[0]), 0))


@library(r"<.* as Iterator>::copied(::<.*>)?")
def copied(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return Iterator("copies", (iterator_of(arguments[0]),))


@library(r"<.* as Iterator>::map::<.*>")
def mapped(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """Its items are for those to ask who call the closure."""
    place = (re.findall(r"\{closure@[^}]*\}", callee) or [""])[-1]
    return Iterator("mapped", (iterator_of(arguments[0]), arguments[1], place))


@library(r"<std::array::IntoIter<.*> as Iterator>::all::<.*>")
def all_of(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """The items of an array, one after the other, until one is not as the closure says."""
    ends, left = [], [state]
    for item in m.load(state, arguments[0]).held:
        tried = [end for way in left for end in called(m, way, callee, [item], arguments[1])]
        ends += [(way, False) for way in those(m, tried, holds=False)]
        left = those(m, tried, holds=True)
    return ends + [(way, True) for way in left]


@library(r"Option::<.*>::or")
def either(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return [(way, arguments[1 - tag]) for way, tag in by_tag(m, state, arguments[0])]


@library(r"Result::<.*>::map::<.*>")
def with_value(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    ends: list[tuple[State, Any]] = []
    for way, tag in by_tag(m, state, arguments[0]):
        if tag:
            ends.append((way, arguments[0]))
        else:
            found = called(m, way, callee, list(arguments[0].fields("Ok")), arguments[1])
            ends += [(end, succeeded(value)) for end, value in found]
    return ends


@library(r"core::slice::<impl \[.*\]>::is_empty")
def is_empty(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return known(m.numbers.compare("Eq", "usize", arguments[0].length, 0))


def halves(part: Slice, at: Any) -> Items:
    return Items((Slice(part.place, part.start, at), Slice(part.place, part.start + at, part.length - at)))


@library(r"core::slice::<impl \[.*\]>::split_at(_mut)?")
def split_at(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    part, at = arguments
    m.oblige(state, at_most(m, at, part.length), "a slice is split within it")
    return halves(part, at)


@library(r"core::slice::<impl \[.*\]>::split_at_checked")
def split_if_there(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    part, at = arguments
    return option(known(at_most(m, at, part.length)), halves(part, at))


def len_utf16(m: Machine, character: Any) -> Any:
    one, two = (m.numbers.number("usize", count) for count in (1, 2))
    return choice(known(m.numbers.compare("Lt", "u32", character, 0x10000)), one, two)


@library(r"char::methods::<impl char>::len_utf16")
def units_of(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return len_utf16(m, arguments[0])


@library(r"char::methods::<impl char>::decode_utf16::<.*>")
def from_utf16(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return arguments[0]._replace(kind="utf16")


def utf16(m: Machine, state: State, place: Ref, inner: Iterator, closure: Any, name: str) -> Any:
    """None behind the last unit; a character of one unit, or of two; or the error of a surrogate that is in no pair."""
    units, at = inner.held
    compared = m.numbers.compare
    there = known(compared("Lt", "usize", at, units.length))
    ends: list[tuple[State, Any]] = [(state.copy(), none())]
    m.assume(ends[0][0], negation(there))
    m.assume(state, there)
    for way, unit in called(m, state, name, [m.item_ref(units, at)], closure):
        for end, other in called(m, way, name, [m.item_ref(units, at + 1)], closure):
            is_pair = conjunction(
                is_between(m, unit, 0xD800, 0xDBFF),
                is_between(m, other, 0xDC00, 0xDFFF),
                compared("Lt", "usize", at + 1, units.length),
            )
            is_alone = is_between(m, unit, 0xD800, 0xDFFF)
            wide, low = (m.numbers.cast("u16", "char", each)[0] for each in (unit, other))
            pair = 0x10000 + ((wide & 0x3FF) * 0x400 + (low & 0x3FF))
            found = [
                (negation(is_alone), 1, succeeded(wide)),
                (is_pair, 2, succeeded(pair)),
                (conjunction(is_alone, negation(is_pair)), 1, failed(Items((), "DecodeUtf16Error"))),
            ]
            for holds, count, result in found:
                one = end.copy()
                m.assume(one, holds)
                m.store(one, place, Iterator("utf16", (Iterator("items", (units, at + count)), closure, name)))
                ends.append((one, some(result)))
    return [end for end in ends if m.is_possible(end[0])]


def is_between(m: Machine, unit: Any, low: int, high: int) -> Any:
    return conjunction(m.numbers.compare("Ge", "u16", unit, low), m.numbers.compare("Le", "u16", unit, high))


def filled(m: Machine, state: State, place: Ref, one: Iterator, other: Ref) -> Any:
    """Pairs with an iterator that is borrowed: it goes on only where the first one has an item."""
    there, item, rest = step(m, state, one)
    also, more, behind = step(m, state, iterator_of(m.load(state, other)))
    ends: list[tuple[State, Any]] = []
    for holds in (conjunction(there, also), negation(conjunction(there, also))):
        end = state.copy()
        m.assume(end, known(holds))
        ends.append((end, none()))
    (end, _), last = ends
    m.store(end, place, Iterator("filled", (rest, other)))
    m.store(end, other, behind)
    return [each for each in ((end, some(Items((item, more)))), last) if m.is_possible(each[0])]


@kind_of
def chars(m: Machine, state: State, text: Slice, at: Any) -> Any:
    """The characters of a string: scalar values, each of so many octets as UTF-8 has for it."""
    there = known(m.numbers.compare("Lt", "usize", at, text.length))
    character = character_at(m, state, text, at)
    behind = at + width_of(m, character)
    m.assume(state, z3.Implies(there, at_most(m, behind, text.length)), is_scalar(m, character))
    return there, character, Iterator("chars", (text, behind))


def character_at(m: Machine, state: State, text: Slice, at: Any) -> Any:
    """A function of the octets and of the place."""
    array, place = m.load(state, text.place).array, lifted(m)(text.start + at)
    character = m.numbers.number("char", 0)
    return z3.Function("character", array.sort(), place.sort(), character.sort())(array, place)


def is_scalar(m: Machine, number: Any) -> Any:
    """Return whether a number is a code point but no surrogate."""
    compared = m.numbers.compare
    is_surrogate = z3.And(compared("Ge", "u32", number, 0xD800), compared("Le", "u32", number, 0xDFFF))
    return z3.And(compared("Le", "u32", number, 0x10FFFF), z3.Not(is_surrogate))


@library(r"core::str::<impl str>::chars")
def chars_of(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return Iterator("chars", (arguments[0], 0))


@library(r"Chars::<'_>::as_str")
def rest_of_text(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    text, at = m.load(state, arguments[0]).held
    return Slice(text.place, text.start + at, text.length - at)


@library(r"<Chars<'_> as Iterator>::count")
def count_of_text(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """At most as many as there are octets."""
    text, at = arguments[0].held
    count = m.fresh(state, "usize", "count")
    m.assume(state, at_most(m, count, text.length - at))
    return count


def any_item(
    m: Machine, state: State, part: Slice, callee: str, closure: Any, before: tuple[Any, ...] = ()
) -> list[tuple[State, Any]]:
    """A closure that holds nothing, executed of any item of a slice: for all that has to hold there."""
    if isinstance(closure, Items) and closure.fields:
        raise Outside(f"a closure that holds {closure.fields}")
    one, at = state.copy(), m.fresh(state, "usize", "at")
    m.assume(one, m.numbers.compare("Lt", "usize", at, part.length))
    return called(m, one, callee, [*before, m.item_ref(part, at)], closure)


@library(r"<std::slice::Iter(Mut)?<.*> as Iterator>::for_each::<.*>")
def for_each(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """Afterwards there are any items where they could be changed."""
    part, _ = arguments[0].held
    any_item(m, state, part, callee, arguments[1])
    memory = m.load(state, part.place)
    if "IterMut" in callee:
        m.store(state, part.place, memory._replace(array=z3.FreshConst(memory.array.sort(), "memory")))
    return Items(())


@library(r"Option::<.*>::map_or::<.*>")
def map_or(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    value, other, made = arguments
    ends: list[tuple[State, Any]] = []
    for way, tag in by_tag(m, state, value):
        held = list(value.fields("Some")) if tag else []
        ends += applied(m, way, made, held, [], result) if tag else [(way, other)]
    return ends


WAYS |= {"utf16": utf16, "filled": filled}
__all__ = ["LIBRARY"]
