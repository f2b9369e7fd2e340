"""The contracts of strings: a string is a slice of octets. They are assumptions, as all in `library.py`.

That octets are ASCII, or UTF-8, is a truth of them which is not looked into unless they are known one by one.
"""

import re
from typing import Any

import z3

from mirproof.frames import Call
from mirproof.library import LIBRARY, library, ways
from mirproof.library_vectors import MEMORY, vector_of
from mirproof.machine import Machine
from mirproof.numbers_of import is_plain
from mirproof.values import (
    Items,
    Memory,
    Outside,
    Ref,
    Slice,
    State,
    choice,
    conjunction,
    known,
    negation,
    option,
    result_of,
)


def truth_of(m: Machine, state: State, name: str, part: Slice) -> Any:
    """A truth of the octets of a slice: of an array, of the first octet and of their number."""
    items = m.load(state, part.place)
    if isinstance(items, Memory):
        array = items.array
    else:
        array = z3.K(m.term(0).sort(), m.numbers.number("u8", 0))
        for place, item in enumerate(items.fields):
            array = z3.Store(array, place, item)
    terms = [array, m.term(part.start), m.term(part.length)]
    return z3.Function(name, *(each.sort() for each in terms), z3.BoolSort())(*terms)


def is_ascii(m: Machine, state: State, part: Slice) -> Any:
    """Of octets that are known one by one: each is below 80."""
    items = m.load(state, part.place)
    if isinstance(items, Items) and is_plain(part.start):
        claims = []
        for place, octet in enumerate(items.fields[part.start :]):
            is_behind = m.at_most(part.length, place)
            if is_behind is not True:
                claims.append(z3.Or(is_behind, m.less(octet, 0x80, "u8")))
        return known(conjunction(*claims))
    return truth_of(m, state, "is_ascii", part)


def is_utf8(m: Machine, state: State, part: Slice) -> Any:
    found = truth_of(m, state, "is_utf8", part)
    ascii_ = is_ascii(m, state, part)
    m.assume(state, found if ascii_ is True else z3.Implies(ascii_, found))
    return found


def octets_of(vector: Ref, length: Any) -> Slice:
    """Those of a vector, or of a string."""
    return Slice(Ref(vector.cell, (*vector.steps, ("field", "0"))), 0, length)


def as_slice(state: State, octets: Any) -> Slice:
    """The octets of a slice, or of a vector that is handed over."""
    if isinstance(octets, Slice):
        return octets
    state.cells["octets of a vector"] = octets
    return octets_of(Ref("octets of a vector"), octets.fields[1])


@library(r"(core::str::|std::str::)?from_utf8|String::from_utf8")
def from_utf8(m: Machine, state: State, octets: Any, *, callee: str) -> Any:
    error = "FromUtf8Error" if callee.startswith("String") else "Utf8Error"
    return result_of(is_utf8(m, state, as_slice(state, octets)), octets, error)


def is_boundary(m: Machine, state: State, text: Slice, at: Any) -> Any:
    """Return whether a character begins or the text ends at a place, which is not behind its end."""
    if is_plain(at) and at == 0:
        return True
    is_inside = m.is_between(m.load(state, m.item_ref(text, at)), 0x80, 0xBF)
    return known(z3.Or(at == 0, at == text.length, negation(is_inside)))


@library(r"core::str::<impl str>::get::<std::ops::Range<usize>>")
def text_if_there(m: Machine, state: State, text: Any, bounds: Any) -> Any:
    low, high = bounds.fields
    within = conjunction(m.at_most(low, high), m.at_most(high, text.length))
    there = conjunction(within, *(is_boundary(m, state, text, at) for at in (low, high)))
    return option(there, Slice(text.place, text.start + low, high - low))


@library(r"Result::<.*>::is_(ok|err)")
def is_ok(m: Machine, state: State, value: Any, *, callee: str) -> Any:
    return known(m.load(state, value).tag == (0 if callee.endswith("ok") else 1))


@library(r"Vec::<\w+>::extend_from_slice|String::push_str")
def extended(m: Machine, state: State, place: Any, more: Any, *, callee: str) -> Any:
    """So many items more: nothing is said about them, but that an empty vector has those of the slice afterwards."""
    (kind,) = re.findall(r"<(\w+)>", callee) or ["u8"]
    before, memory = m.load(state, place).fields[1], m.load(state, more.place)
    vector = vector_of(m, state, kind, before + more.length)
    if is_plain(before, more.start) and before == more.start == 0 and isinstance(memory, Memory):
        vector = vector._replace(fields=(memory, more.length))
    m.store(state, place, vector)
    m.assume(state, known(m.less(vector.fields[1], MEMORY)))
    return Items(())


@library(r"Vec::<\w+>::truncate")
def cut(m: Machine, state: State, place: Any, most: Any) -> Any:
    vector = m.load(state, place)
    memory, length = vector.fields
    m.store(state, place, vector._replace(fields=(memory, choice(m.at_most(most, length), most, length))))
    return Items(())


@library(r"core::str::<impl str>::as_bytes")
def octets_of_text(m: Machine, state: State, text: Any) -> Any:
    """Those of a string that is known, and of ASCII; or of any, which is a slice of them."""
    if isinstance(text, Slice):
        return text
    name = text.name
    if not name.isascii() or "\\" in name:
        raise Outside(f"the octets of {name}")
    state.cells[name] = Items(tuple(name[1:-1].encode()), "[]")
    return Slice(Ref(name), 0, len(name) - 2)


@library(r"char::methods::<impl char>::len_utf8")
def len_utf8(m: Machine, state: State, character: Any) -> Any:
    """A way for each number of octets."""
    width = width_of(m, character)
    return ways(m, state, ((width == count, count) for count in range(1, 5)))


def width_of(m: Machine, character: Any) -> Any:
    """Table 3-6 of The Unicode Standard: so many octets of a code point."""
    found = m.term(4)
    for count, end in ((3, 0x10000), (2, 0x800), (1, 0x80)):
        found = z3.If(m.less(character, end, "u32"), m.term(count), found)
    return found


@library(r"<str as ToOwned>::to_owned")
def owned(m: Machine, state: State, part: Any) -> Any:
    """A string of the same octets."""
    made, memory = vector_of(m, state, "u8", part.length), m.load(state, part.place)
    if is_plain(part.start) and part.start == 0 and isinstance(memory, Memory):
        made = made._replace(fields=(memory, part.length))
    for truth in (is_ascii, is_utf8):
        m.assume(state, truth(m, state, as_slice(state, made)) == truth(m, state, part))
    return made


ROWS: dict[str, Call] = {
    r"core::slice::ascii::<impl \[u8\]>::is_ascii": lambda m, state, part: is_ascii(m, state, part),
    r"<(Vec<.*>|String) as Deref(Mut)?>::deref(_mut)?|Vec::<.*>::as_slice": (
        lambda m, state, vector: octets_of(vector, m.load(state, vector).fields[1])
    ),
    r"core::str::<impl str>::len": lambda m, state, text: text.length,
    r"core::str::<impl str>::is_empty": lambda m, state, text: known(m.numbers.compare("Eq", "usize", text.length, 0)),
}
LIBRARY += ROWS.items()
