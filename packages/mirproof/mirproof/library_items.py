"""The contracts of slices and of iterators of the standard library: assumptions, as all in `library.py`."""

import re
from collections.abc import Callable
from typing import Any

import z3

from mirproof.frames import Call
from mirproof.library import LIBRARY, called, library, ways
from mirproof.machine import Machine
from mirproof.numbers_of import is_plain
from mirproof.values import (
    Items,
    Iterator,
    Outside,
    Ref,
    Slice,
    State,
    conjunction,
    known,
    negation,
    none,
    option,
    some,
)

# A fold over more items than a word has octets is not executed.
FOLDED = 8
# The steps of iterators by their kinds: whether there is one more item, the item, and the iterator behind it.
STEPS: dict[str, Any] = {}
# The same of those whose items come in several ways.
WAYS: dict[str, Any] = {}


def step_of(kind: str) -> Callable[[Any], Any]:
    """Enter the step of a kind of iterator, which takes what the iterator holds."""

    def enter(function: Any) -> Any:
        STEPS[kind] = function
        return function

    return enter


def step(m: Machine, state: State, iterator: Iterator) -> tuple[Any, Any, Iterator]:
    if iterator.kind not in STEPS:
        raise Outside(f"an item of {iterator.kind}")
    return STEPS[iterator.kind](m, state, *iterator.held)  # type: ignore[no-any-return]


@step_of("items")
def of_items(m: Machine, state: State, part: Slice, at: Any) -> Any:
    return m.less(at, part.length), m.item_ref(part, at), Iterator("items", (part, at + 1))


@step_of("owned")
def of_vector(m: Machine, state: State, vector: Items, at: Any) -> Any:
    memory, length = vector.fields
    return m.less(at, length), m.item(state, memory, at), Iterator("owned", (vector, at + 1))


@step_of("numbers")
def of_numbers(m: Machine, state: State, start: Any, *end: Any) -> Any:
    kind = "u32" if isinstance(start, z3.BitVecRef) and start.size() == 32 else "u64"
    return conjunction(*(m.less(start, last, kind) for last in end)), start, Iterator("numbers", (start + 1, *end))


@step_of("first")
def of_first(m: Machine, state: State, inner: Iterator, count: Any) -> Any:
    there, item, rest = step(m, state, inner)
    return conjunction(m.less(0, count), there), item, Iterator("first", (rest, count - 1))


@step_of("pairs")
def of_pairs(m: Machine, state: State, one: Iterator, other: Iterator) -> Any:
    (there, item, rest), (also, more, behind) = (step(m, state, each) for each in (one, other))
    return conjunction(there, also), Items((item, more)), Iterator("pairs", (rest, behind))


@step_of("numbered")
def of_numbered(m: Machine, state: State, inner: Iterator, at: Any) -> Any:
    there, item, rest = step(m, state, inner)
    return there, Items((at, item)), Iterator("numbered", (rest, at + 1))


@step_of("copies")
def of_copies(m: Machine, state: State, inner: Iterator) -> Any:
    there, item, rest = step(m, state, inner)
    return there, m.load(state, item) if there is not False else item, Iterator("copies", (rest,))


@step_of("given")
def of_given(m: Machine, state: State, function: Any, at: Any, count: Any) -> Any:
    """An iterator of which nothing is known: so many items, each a function of its place."""
    return m.less(at, count), function(m.term(at)), Iterator("given", (function, at + 1, count))


@step_of("reversed")
def of_reversed(m: Machine, state: State, inner: Iterator) -> Any:
    there, item, rest = step_back(m, state, inner)
    return there, item, Iterator("reversed", (rest,))


def step_back(m: Machine, state: State, iterator: Iterator) -> tuple[Any, Any, Iterator]:
    """The same from the end, of the items of a slice, which may be numbered."""
    if iterator.kind == "numbered":
        inner, first = iterator.held
        there, item, rest = step_back(m, state, inner)
        part, at = rest.held
        return there, Items((first + (part.length - at), item)), Iterator("numbered", (rest, first))
    if iterator.kind != "items":
        raise Outside(f"the last item of {iterator.kind}")
    part, at = iterator.held
    last = part.length - 1
    return m.less(at, part.length), m.item_ref(part, last), Iterator("items", (part._replace(length=last), at))


@library(r"<.* as Iterator>::next")
def next_item(m: Machine, state: State, place: Any) -> Any:
    iterator = iterator_of(m.load(state, place))
    if iterator.kind in WAYS:
        return WAYS[iterator.kind](m, state, place, *iterator.held)
    there, item, rest = step(m, state, iterator)
    there = known(there)
    ends = ways(m, state, ((there, (some(item), rest)), (negation(there), (none(), iterator))))
    for way, (_, left) in ends:
        m.store(way, place, left)
    return [(way, found) for way, (found, _) in ends]


def whole(m: Machine, state: State, value: Any) -> Any:
    """All items of an array that is referred to."""
    if isinstance(value, Ref) and isinstance(items := m.load(state, value), Items) and items.name == "[]":
        return Slice(value, 0, len(items.fields))
    return value


def iterator_of(value: Any) -> Iterator:
    if isinstance(value, Iterator):
        return value
    if isinstance(value, Slice):
        return Iterator("items", (value, 0))
    if isinstance(value, Items) and value.name == "Vec":
        return Iterator("owned", (value, 0))
    if isinstance(value, Items) and value.name == "[]":
        return Iterator("array", value.fields)
    if isinstance(value, Items) and value.name.startswith("std::ops::Range"):
        return Iterator("numbers", value.fields)
    raise Outside(f"an iterator of {value}")


@library(r"<.* as Iterator>::zip::<.*>")
def zipped(m: Machine, state: State, one: Any, other: Any) -> Any:
    if isinstance(other, Ref) and isinstance(m.load(state, other), Iterator):
        return Iterator("filled", (iterator_of(one), other))
    return Iterator("pairs", tuple(iterator_of(whole(m, state, each)) for each in (one, other)))


def size_in(callee: str) -> int:
    return int(re.findall(r"::<(\d+)>$", callee)[0])


@library(r"core::slice::<impl \[.*\]>::as_rchunks::<\d+>")
def chunks_from_the_end(m: Machine, state: State, part: Any, *, callee: str) -> Any:
    """The rest at the front, and as many chunks behind it as there are."""
    size = size_in(callee)
    count, left = (m.fresh(state, "usize", name) for name in ("count", "left"))
    m.assume(state, m.less(left, size), m.at_most(count, 2**63 // size), count * size + left == part.length)
    return Items((Slice(part.place, part.start, left), Slice(part.place, part.start + left, count, size)))


@library(r"core::slice::<impl \[.*\]>::as_chunks(_mut)?::<\d+>")
def chunks(m: Machine, state: State, part: Any, *, callee: str) -> Any:
    size = size_in(callee)
    count, facts = m.numbers.exact("Div", "usize", part.length, size)
    m.assume(state, *facts)
    rest = Slice(part.place, part.start + count * size, part.length - count * size)
    return Items((Slice(part.place, part.start, count, size), rest))


@library(r"core::slice::<impl \[\[\w+; \d+\]\]>::as_flattened")
def flattened(m: Machine, state: State, part: Any) -> Any:
    """All items of arrays in an array, which nothing changes while they are borrowed: a copy of them."""
    arrays = [m.load(state, m.item_ref(part, place)) for place in range(part.length)]
    items = tuple(item for array in arrays for item in array.fields)
    m.cells += 1
    state.cells["memory", m.cells] = Items(items, "[]")
    return Slice(Ref(("memory", m.cells)), 0, len(items))


@library(r"core::slice::<impl \[.*\]>::(first|last|last_mut|split_first)")
def end_item(m: Machine, state: State, part: Any, *, callee: str) -> Any:
    item: Any = m.item_ref(part, part.length - 1 if "::last" in callee else 0)
    if callee.endswith("split_first"):
        item = Items((item, Slice(part.place, part.start + 1, part.length - 1)))
    return option(m.numbers.compare("Ne", "usize", part.length, 0), item)


@library(r"core::slice::<impl \[.*\]>::(first|last)_chunk(_mut)?::<\d+>")
def chunk(m: Machine, state: State, part: Any, *, callee: str) -> Any:
    size = size_in(callee)
    start = part.start if "first_" in callee else part.start + part.length - size
    step_ = ("chunk", (start, size))
    there = m.numbers.compare("Ge", "usize", part.length, size)
    return option(there, Ref(part.place.cell, (*part.place.steps, step_)))


def bounds_of(part: Slice, bounds: Items, callee: str) -> tuple[Any, Any]:
    if "RangeFrom" in callee:
        return bounds.fields[0], part.length
    return (0, bounds.fields[0]) if "RangeTo" in callee else bounds.fields


@library(
    r"<\[.*\] as Index(Mut)?<(std::ops::)?Range\w*<usize>>>::index(_mut)?|<\[.*\] as Index(Mut)?<.*RangeFull>>::\w+"
)
def part_of(m: Machine, state: State, items: Any, bounds: Any, *, callee: str) -> Any:
    part = whole(m, state, items)
    low, high = bounds_of(part, bounds, callee)
    m.oblige(state, m.at_most(low, high), "a range does not begin behind its end")
    m.oblige(state, m.at_most(high, part.length), "a range ends within the slice")
    return Slice(part.place, part.start + low, high - low)


@library(r"core::slice::<impl \[.*\]>::get(_mut)?::<(std::ops::)?Range(To|From)?<usize>>")
def part_if_there(m: Machine, state: State, part: Any, bounds: Any, *, callee: str) -> Any:
    low, high = bounds_of(part, bounds, callee)
    there = conjunction(known(m.at_most(high, part.length)), known(m.at_most(low, high)))
    return option(there, Slice(part.place, part.start + low, high - low))


def halves(part: Slice, at: Any) -> Items:
    return Items((Slice(part.place, part.start, at), Slice(part.place, part.start + at, part.length - at)))


@library(r"core::slice::<impl \[.*\]>::split_at(_mut)?")
def split_at(m: Machine, state: State, part: Any, at: Any) -> Any:
    m.oblige(state, m.at_most(at, part.length), "a slice is split within it")
    return halves(part, at)


@library(r"core::slice::<impl \[.*\]>::copy_from_slice")
def copied(m: Machine, state: State, target: Any, source: Any) -> Any:
    m.oblige(state, known(target.length == source.length), "what is copied has the length of where it goes")
    if not is_plain(source.length):
        raise Outside("a copy of any length")
    for place in range(source.length):
        m.store(state, m.item_ref(target, place), m.load(state, m.item_ref(source, place)))
    return Items(())


@library(r"<(Rev<)?(std::slice::)?Iter<.*> as Iterator>::fold::<.*>")
def folded(m: Machine, state: State, items: Any, first: Any, *_: Any, callee: str) -> Any:
    """The items of a slice; where their number is not known, of at most eight, one way for each number."""
    is_last_first = "Rev<" in callee
    part = (items.held[0] if is_last_first else items).held[0]
    counts = [part.length] if is_plain(part.length) else range(FOLDED + 1)
    m.oblige(state, m.at_most(part.length, counts[-1]), "few items are folded")
    ends = []
    for way, count in ways(m, state, ((part.length == count, count) for count in counts)):
        paths = [(way, first)]
        for place in reversed(range(count)) if is_last_first else range(count):
            item = m.item_ref(part, place)
            paths = [end for path, value in paths for end in called(m, path, callee, [value, item])]
        ends += paths
    return ends


def any_item(
    m: Machine, state: State, part: Slice, callee: str, closure: Any, before: tuple[Any, ...] = ()
) -> list[tuple[State, Any]]:
    """A closure that holds nothing, executed of any item of a slice: for all that has to hold there."""
    if isinstance(closure, Items) and closure.fields:
        raise Outside(f"a closure that holds {closure.fields}")
    one, at = state.copy(), m.fresh(state, "usize", "at")
    m.assume(one, m.less(at, part.length))
    return called(m, one, callee, [*before, m.item_ref(part, at)], closure)


@library(r"<.* as Iterator>::take_while::<.*>")
def while_(m: Machine, state: State, items: Any, closure: Any, *, callee: str) -> Any:
    """The closure, which holds nothing that it could change, is executed of any item."""
    part = iterator_of(items).held[0]
    if closure.fields:
        raise Outside(f"a closure that holds {closure.fields}")
    at = m.fresh(state, "usize", "at")
    for some_item, item in ways(m, state, [(m.less(at, part.length), m.item_ref(part, at))]):
        some_item.cells["item"] = item
        called(m, some_item, callee, [Ref("item")])
    return Iterator("some", (iterator_of(items),))


@library(r"<.*TakeWhile<.*> as Iterator>::count")
def counted(m: Machine, state: State, items: Any) -> Any:
    """Some number of items: nothing is proved about it but that it is at most their number."""
    part = items.held[0].held[0]
    count = m.fresh(state, "usize", "count")
    m.assume(state, m.at_most(count, m.term(part.length)))
    return count


ITEMS = r"core::slice::<impl \[.*\]>::"
ROWS: dict[str, Call] = {
    rf"{ITEMS}iter(_mut)?": lambda m, state, part: Iterator("items", (part, 0)),
    r"<.* as IntoIterator>::into_iter|<.* as Iterator>::(by_ref)": (
        lambda m, state, value: iterator_of(whole(m, state, value))
    ),
    r"<.* as Iterator>::take": lambda m, state, inner, count: Iterator("first", (iterator_of(inner), count)),
    r"<.* as Iterator>::rev": lambda m, state, inner: Iterator("reversed", (iterator_of(inner),)),
    r"<.* as Iterator>::enumerate": lambda m, state, inner: Iterator("numbered", (iterator_of(inner), 0)),
    r"<.* as Iterator>::copied(::<.*>)?|core::str::<impl str>::bytes": (
        lambda m, state, inner: Iterator("copies", (iterator_of(inner),))
    ),
    rf"{ITEMS}len": lambda m, state, part: part.length,
    rf"{ITEMS}is_empty": lambda m, state, part: known(m.numbers.compare("Eq", "usize", part.length, 0)),
    rf"{ITEMS}get(_mut)?::<usize>": (
        lambda m, state, part, index: option(m.less(index, part.length), m.item_ref(part, index))
    ),
    rf"{ITEMS}split_at_checked": lambda m, state, part, at: option(m.at_most(at, part.length), halves(part, at)),
}
LIBRARY += ROWS.items()
__all__ = ["LIBRARY"]
