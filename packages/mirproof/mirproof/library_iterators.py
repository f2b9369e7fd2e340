"""The contracts of iterators that make others, and of methods with closures: assumptions, as all in `library.py`."""

import re
from typing import Any

import z3

from mirproof.frames import Call
from mirproof.library import LIBRARY, called, library, ways
from mirproof.library_items import WAYS, any_item, iterator_of, step, step_of
from mirproof.library_text import width_of
from mirproof.library_vectors import those
from mirproof.machine import Machine
from mirproof.values import (
    Items,
    Iterator,
    Ref,
    Slice,
    State,
    choice,
    conjunction,
    failed,
    known,
    negation,
    none,
    some,
    succeeded,
)


@step_of("parts")
def of_parts(m: Machine, state: State, part: Slice, at: Any, size: int) -> Any:
    """Parts of so many items; the last one may be shorter."""
    left = part.length - at
    count = m.fresh(state, "usize", "count")
    m.assume(state, count == choice(m.at_most(size, left), m.term(size), m.term(left)))
    return (
        m.less(at, part.length),
        Slice(part.place, part.start + at, count),
        Iterator("parts", (part, at + count, size)),
    )


@library(r"core::slice::<impl \[.*\]>::chunks")
def in_parts(m: Machine, state: State, part: Any, size: Any) -> Any:
    m.oblige(state, known(m.numbers.compare("Ne", "usize", size, 0)), "no parts of 0 items")
    return Iterator("parts", (part, 0, size))


@library(r"<.* as Iterator>::map::<.*>")
def mapped(m: Machine, state: State, inner: Any, closure: Any, *, callee: str) -> Any:
    """Its items are for those to ask who call the closure."""
    place = (re.findall(r"\{closure@[^}]*\}", callee) or [""])[-1]
    return Iterator("mapped", (iterator_of(inner), closure, place))


@library(r"<std::array::IntoIter<.*> as Iterator>::all::<.*>")
def all_of(m: Machine, state: State, items: Any, closure: Any, *, callee: str) -> Any:
    """The items of an array, one after the other, until one is not as the closure says."""
    ends, left = [], [state]
    for item in m.load(state, items).held:
        tried = [end for way in left for end in called(m, way, callee, [item], closure)]
        ends += [(way, False) for way in those(m, tried, holds=False)]
        left = those(m, tried, holds=True)
    return ends + [(way, True) for way in left]


def len_utf16(m: Machine, character: Any) -> Any:
    return choice(known(m.less(character, 0x10000, "u32")), m.term(1), m.term(2))


def utf16(m: Machine, state: State, place: Ref, inner: Iterator, closure: Any, name: str) -> Any:
    """None behind the last unit; a character of one unit, or of two; or the error of a surrogate that is in no pair."""
    units, at = inner.held
    there = known(m.less(at, units.length))
    ends: list[tuple[State, Any]] = [(state.copy(), none())]
    m.assume(ends[0][0], negation(there))
    m.assume(state, there)
    for way, unit in called(m, state, name, [m.item_ref(units, at)], closure):
        for end, other in called(m, way, name, [m.item_ref(units, at + 1)], closure):
            is_low = m.is_between(other, 0xDC00, 0xDFFF, "u16")
            is_pair = conjunction(m.is_between(unit, 0xD800, 0xDBFF, "u16"), is_low, m.less(at + 1, units.length))
            is_alone = m.is_between(unit, 0xD800, 0xDFFF, "u16")
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


def filled(m: Machine, state: State, place: Ref, one: Iterator, other: Ref) -> Any:
    """Pairs with an iterator that is borrowed: it goes on only where the first one has an item."""
    there, item, rest = step(m, state, one)
    also, more, behind = step(m, state, iterator_of(m.load(state, other)))
    both = conjunction(there, also)
    ends = ways(m, state, ((both, some(Items((item, more)))), (negation(both), none())))
    for way, found in ends:
        if found.tag == 1:
            m.store(way, place, Iterator("filled", (rest, other)))
            m.store(way, other, behind)
    return ends


WAYS |= {"utf16": utf16, "filled": filled}


@step_of("chars")
def of_chars(m: Machine, state: State, text: Slice, at: Any) -> Any:
    """The characters of a string: scalar values, each of so many octets as UTF-8 has for it."""
    there = known(m.less(at, text.length))
    character = character_at(m, state, text, at)
    behind = at + width_of(m, character)
    m.assume(state, z3.Implies(there, m.at_most(behind, text.length)), is_scalar(m, character))
    return there, character, Iterator("chars", (text, behind))


def character_at(m: Machine, state: State, text: Slice, at: Any) -> Any:
    """A function of the octets and of the place."""
    array, place = m.load(state, text.place).array, m.term(text.start + at)
    character = m.numbers.number("char", 0)
    return z3.Function("character", array.sort(), place.sort(), character.sort())(array, place)


def is_scalar(m: Machine, number: Any) -> Any:
    """Return whether a number is a code point but no surrogate."""
    return z3.And(m.at_most(number, 0x10FFFF, "u32"), z3.Not(m.is_between(number, 0xD800, 0xDFFF, "u32")))


@library(r"Chars::<'_>::as_str")
def rest_of_text(m: Machine, state: State, place: Any) -> Any:
    text, at = m.load(state, place).held
    return Slice(text.place, text.start + at, text.length - at)


@library(r"<Chars<'_> as Iterator>::count")
def count_of_text(m: Machine, state: State, characters: Any) -> Any:
    """At most as many as there are octets."""
    text, at = characters.held
    count = m.fresh(state, "usize", "count")
    m.assume(state, m.at_most(count, text.length - at))
    return count


@library(r"<std::slice::Iter(Mut)?<.*> as Iterator>::for_each::<.*>")
def for_each(m: Machine, state: State, items: Any, closure: Any, *, callee: str) -> Any:
    """Afterwards there are any items where they could be changed."""
    part, _ = items.held
    any_item(m, state, part, callee, closure)
    if "IterMut" in callee:
        m.store(state, part.place, m.load(state, part.place).anew())
    return Items(())


ROWS: dict[str, Call] = {
    r"core::str::<impl str>::chars": lambda m, state, text: Iterator("chars", (text, 0)),
    r"char::methods::<impl char>::decode_utf16::<.*>": lambda m, state, units: units._replace(kind="utf16"),
    r"char::methods::<impl char>::len_utf16": lambda m, state, character: len_utf16(m, character),
}
LIBRARY += ROWS.items()
__all__ = ["LIBRARY"]
