"""The contracts of strings: a string is a slice of octets. They are assumptions, as all in `library.py`.

That octets are ASCII, or UTF-8, is a truth of them which is not looked into unless they are known one by one.
"""

import re
from typing import Any

import z3
from library import at_most, library
from library_vectors import MEMORY, vector_of
from machine import Machine
from numbers_of import is_plain
from values import Enum, Items, Memory, Outside, Ref, Slice, State, choice, conjunction, known, negation, option


def truth_of(m: Machine, state: State, name: str, part: Slice) -> Any:
    """A truth of the octets of a slice: of an array, of the first octet and of their number."""
    items = m.load(state, part.place)
    if isinstance(items, Memory):
        array = items.array
    else:
        index = m.numbers.number("usize", 0).sort()
        array = z3.K(index, m.numbers.number("u8", 0))
        for place, item in enumerate(items.fields):
            array = z3.Store(array, place, item)
    numbers = [m.numbers.number("usize", each) if is_plain(each) else each for each in (part.start, part.length)]
    sorts = [each.sort() for each in (array, *numbers)]
    return z3.Function(name, *sorts, z3.BoolSort())(array, *numbers)


def is_ascii(m: Machine, state: State, part: Slice) -> Any:
    """Of octets that are known one by one: each is below 80."""
    items = m.load(state, part.place)
    if isinstance(items, Items) and is_plain(part.start):
        claims = []
        for place, octet in enumerate(items.fields[part.start :]):
            is_behind = at_most(m, part.length, place)
            if is_behind is not True:
                claims.append(z3.Or(is_behind, m.numbers.compare("Lt", "u8", octet, 0x80)))
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


def result_of(truth: Any, value: Any, error: str) -> Enum:
    held = (("Ok", (value,)), ("Err", (Items((), error),)))
    return Enum(choice(truth, 0, 1) if isinstance(truth, bool) else z3.If(truth, z3.IntVal(0), z3.IntVal(1)), held)


@library(r"core::slice::ascii::<impl \[u8\]>::is_ascii")
def ascii_told(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return is_ascii(m, state, arguments[0])


@library(r"(core::str::|std::str::)?from_utf8")
def from_utf8(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return result_of(is_utf8(m, state, arguments[0]), arguments[0], "Utf8Error")


@library(r"String::from_utf8")
def string_of(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return result_of(is_utf8(m, state, as_slice(state, arguments[0])), arguments[0], "FromUtf8Error")


def is_boundary(m: Machine, state: State, text: Slice, at: Any) -> Any:
    """Return whether a character begins or the text ends at a place, which is not behind its end."""
    if is_plain(at) and at == 0:
        return True
    octet = m.load(state, m.item_ref(text, at))
    compared = m.numbers.compare
    is_inside = conjunction(compared("Ge", "u8", octet, 0x80), compared("Le", "u8", octet, 0xBF))
    return known(z3.Or(at == 0, at == text.length, negation(is_inside)))


@library(r"core::str::<impl str>::get::<std::ops::Range<usize>>")
def text_if_there(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    text, bounds = arguments
    low, high = bounds.fields
    within = conjunction(at_most(m, low, high), at_most(m, high, text.length))
    there = conjunction(within, *(is_boundary(m, state, text, at) for at in (low, high)))
    return option(known(there), Slice(text.place, text.start + low, high - low))


@library(r"Result::<.*>::is_(ok|err)")
def is_ok(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return known(m.load(state, arguments[0]).tag == (0 if callee.endswith("ok") else 1))


@library(r"<(Vec<.*>|String) as Deref(Mut)?>::deref(_mut)?|Vec::<.*>::as_slice")
def items_of_vector(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return octets_of(arguments[0], m.load(state, arguments[0]).fields[1])


@library(r"Vec::<\w+>::extend_from_slice|String::push_str")
def extended(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """So many items more: nothing is said about them, but that an empty vector has those of the slice afterwards."""
    place, more = arguments
    (kind,) = re.findall(r"<(\w+)>", callee) or ["u8"]
    before, memory = m.load(state, place).fields[1], m.load(state, more.place)
    vector = vector_of(m, state, kind, before + more.length)
    if is_plain(before, more.start) and before == more.start == 0 and isinstance(memory, Memory):
        vector = vector._replace(fields=(memory, more.length))
    m.store(state, place, vector)
    m.assume(state, known(m.numbers.compare("Lt", "usize", vector.fields[1], MEMORY)))
    return Items(())


@library(r"Vec::<\w+>::truncate")
def cut(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    place, most = arguments
    vector = m.load(state, place)
    length = vector.fields[1]
    m.store(state, place, vector._replace(fields=(vector.fields[0], choice(at_most(m, most, length), most, length))))
    return Items(())


@library(r"<u\d+ as (std::default::)?Default>::default")
def zero(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return 0


@library(r"core::str::<impl str>::(len|is_empty)")
def length_of_text(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    length = arguments[0].length
    return length if callee.endswith("len") else known(m.numbers.compare("Eq", "usize", length, 0))


@library(r"core::str::<impl str>::as_bytes")
def octets_of_text(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """Those of a string that is known, and of ASCII; or of any, which is a slice of them."""
    if isinstance(arguments[0], Slice):
        return arguments[0]
    text = arguments[0].name
    if not text.isascii() or "\\" in text:
        raise Outside(f"the octets of {text}")
    state.cells[text] = Items(tuple(text[1:-1].encode()), "[]")
    return Slice(Ref(text), 0, len(text) - 2)


@library(r"char::methods::<impl char>::len_utf8")
def len_utf8(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """A way for each number of octets."""
    width, ways = width_of(m, arguments[0]), []
    for count in range(1, 5):
        way = state.copy()
        m.assume(way, known(width == count))
        ways += [(way, count)] if m.is_possible(way) else []
    return ways


def width_of(m: Machine, character: Any) -> Any:
    found = m.numbers.number("usize", 4)
    for count, end in ((3, 0x10000), (2, 0x800), (1, 0x80)):
        found = z3.If(m.numbers.compare("Lt", "u32", character, end), m.numbers.number("usize", count), found)
    return found


@library(r"<str as ToOwned>::to_owned")
def owned(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """A string of the same octets."""
    (part,) = arguments
    made, memory = vector_of(m, state, "u8", part.length), m.load(state, part.place)
    if is_plain(part.start) and part.start == 0 and isinstance(memory, Memory):
        made = made._replace(fields=(memory, part.length))
    for name in ("is_ascii", "is_utf8"):
        truth = is_ascii if name == "is_ascii" else is_utf8
        m.assume(state, truth(m, state, as_slice(state, made)) == truth(m, state, part))
    return made


@library(r"String::with_capacity")
def with_capacity(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return vector_of(m, state, "u8", 0)
