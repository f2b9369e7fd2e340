"""The contracts of slices and of iterators of the standard library: assumptions, as all in `library.py`."""

import re
from typing import Any

import z3
from library import LIBRARY, at_most, called, library, lifted
from machine import Machine
from numbers_of import is_plain
from values import Items, Iterator, Outside, Ref, Slice, State, conjunction, known, negation, none, option, some

# A fold over more items than a word has octets is not executed.
FOLDED = 8
# The steps of other iterators, from `library_iterators.py`, by their kinds.
STEPS: dict[str, Any] = {}
# The same of those whose items come in several ways.
WAYS: dict[str, Any] = {}


@library(r"core::slice::<impl \[.*\]>::iter(_mut)?")
def items_of(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return Iterator("items", (arguments[0], 0))


@library(r"<.* as IntoIterator>::into_iter|<.* as Iterator>::(by_ref)")
def into_iterator(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return iterator_of(whole(m, state, arguments[0]))


def whole(m: Machine, state: State, value: Any) -> Any:
    """All items of an array that is referred to."""
    if isinstance(value, Ref) and isinstance(items := m.load(state, value), Items) and items.name == "[]":
        return Slice(value, 0, len(items.fields))
    return value


def iterator_of(value: Any) -> Iterator:
    if isinstance(value, Slice):
        return Iterator("items", (value, 0))
    if isinstance(value, Items) and value.name == "Vec":
        return Iterator("owned", (value, 0))
    if isinstance(value, Items) and value.name == "[]":
        return Iterator("array", value.fields)
    if isinstance(value, Items) and value.name.startswith("std::ops::Range"):
        return Iterator("numbers", value.fields)
    if isinstance(value, Iterator):
        return value
    raise Outside(f"an iterator of {value}")


@library(r"<.* as Iterator>::zip::<.*>")
def zipped(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    if isinstance(arguments[1], Ref) and isinstance(m.load(state, arguments[1]), Iterator):
        return Iterator("filled", (iterator_of(arguments[0]), arguments[1]))
    return Iterator("pairs", tuple(iterator_of(whole(m, state, each)) for each in arguments))


@library(r"<.* as Iterator>::take")
def taken(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return Iterator("first", (iterator_of(arguments[0]), arguments[1]))


@library(r"<.* as Iterator>::next")
def next_item(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    iterator = iterator_of(m.load(state, arguments[0]))
    if iterator.kind in WAYS:
        return WAYS[iterator.kind](m, state, arguments[0], *iterator.held)
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
    if iterator.kind == "owned":
        vector, at = iterator.held
        memory, length = vector.fields
        return (
            m.numbers.compare("Lt", "usize", at, length),
            m.item(state, memory, at),
            Iterator("owned", (vector, at + 1)),
        )
    if iterator.kind == "numbers":
        start, *end = iterator.held
        below = True
        if end:
            (last,) = end
            kind = "u32" if isinstance(start, z3.BitVecRef) and start.size() == 32 else "u64"
            below = start < last if is_plain(start, last) else m.numbers.compare("Lt", kind, start, last)
        return below, start, Iterator("numbers", (start + 1, *end))
    if iterator.kind == "first":
        inner, count = iterator.held
        there, item, rest = step(m, state, inner)
        left = count > 0 if is_plain(count) else m.numbers.compare("Gt", "usize", count, 0)
        return conjunction(left, there), item, Iterator("first", (rest, count - 1))
    if iterator.kind == "pairs":
        one, other = (step(m, state, each) for each in iterator.held)
        return conjunction(one[0], other[0]), Items((one[1], other[1])), Iterator("pairs", (one[2], other[2]))
    if iterator.kind == "reversed":
        there, item, rest = step_back(m, state, iterator.held[0])
        return there, item, Iterator("reversed", (rest,))
    if iterator.kind in STEPS:
        there, item, rest = STEPS[iterator.kind](m, state, *iterator.held)
        return there, item, rest
    raise Outside(f"an item of {iterator.kind}")


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
    there, _, _ = step(m, state, iterator)
    return there, m.item_ref(part, last), Iterator("items", (part._replace(length=last), at))


@library(r"core::slice::<impl \[.*\]>::as_rchunks::<\d+>")
def chunks_from_the_end(
    m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str
) -> Any:
    """The rest at the front, and as many chunks behind it as there are."""
    size = int(re.findall(r"::<(\d+)>$", callee)[0])
    (part,) = arguments
    count, left = (m.fresh(state, "usize", name) for name in ("count", "left"))
    compare = m.numbers.compare
    m.assume(state, compare("Lt", "usize", left, size), compare("Le", "usize", count, 2**63 // size))
    m.assume(state, count * size + left == part.length)
    return Items((Slice(part.place, part.start, left), Slice(part.place, part.start + left, count, size)))


@library(r"core::slice::<impl \[.*\]>::as_chunks(_mut)?::<\d+>")
def chunks(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    size = int(re.findall(r"::<(\d+)>$", callee)[0])
    (part,) = arguments
    count, facts = m.numbers.exact("Div", "usize", part.length, size)
    m.assume(state, *facts)
    rest = Slice(part.place, part.start + count * size, part.length - count * size)
    return Items((Slice(part.place, part.start, count, size), rest))


@library(r"core::slice::<impl \[\[\w+; \d+\]\]>::as_flattened")
def flattened(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """All items of arrays in an array, which nothing changes while they are borrowed: a copy of them."""
    (part,) = arguments
    arrays = [m.load(state, m.item_ref(part, place)) for place in range(part.length)]
    items = tuple(item for array in arrays for item in array.fields)
    m.cells += 1
    state.cells["memory", m.cells] = Items(items, "[]")
    return Slice(Ref(("memory", m.cells)), 0, len(items))


@library(r"core::slice::<impl \[.*\]>::len")
def length(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return arguments[0].length


@library(r"core::slice::<impl \[.*\]>::last_mut")
def last_item(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    (part,) = arguments
    return option(known(m.numbers.compare("Ne", "usize", part.length, 0)), m.item_ref(part, part.length - 1))


@library(r"core::slice::<impl \[.*\]>::split_first")
def split_first(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    (part,) = arguments
    there = known(m.numbers.compare("Ne", "usize", part.length, 0))
    rest = Slice(part.place, part.start + 1, part.length - 1)
    return option(there, Items((m.item_ref(part, 0), rest)))


@library(r"core::slice::<impl \[.*\]>::(first|last)")
def end_item(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    (part,) = arguments
    there = known(m.numbers.compare("Ne", "usize", part.length, 0))
    return option(there, m.item_ref(part, 0 if callee.endswith("first") else part.length - 1))


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
    part, bounds = whole(m, state, arguments[0]), arguments[1]
    if "RangeFrom" in callee:
        (low,), high = bounds.fields, part.length
    elif "RangeTo" in callee:
        low, (high,) = 0, bounds.fields
    else:
        low, high = bounds.fields
    m.oblige(state, at_most(m, low, high), "a range does not begin behind its end")
    m.oblige(state, at_most(m, high, part.length), "a range ends within the slice")
    return Slice(part.place, part.start + low, high - low)


@library(r"core::slice::<impl \[.*\]>::get(_mut)?::<(std::ops::)?Range(To|From)?<usize>>")
def part_if_there(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    part, bounds = arguments
    *low, bound = bounds.fields
    there = known(at_most(m, bound, part.length))
    if low:
        there = known(conjunction(there, at_most(m, low[0], bound)))
        return option(there, Slice(part.place, part.start + low[0], bound - low[0]))
    if "RangeTo" in callee:
        return option(there, Slice(part.place, part.start, bound))
    return option(there, Slice(part.place, part.start + bound, part.length - bound))


@library(r"core::slice::<impl \[.*\]>::get(_mut)?::<usize>")
def item_if_there(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    part, index = arguments
    return option(known(m.numbers.compare("Lt", "usize", index, part.length)), m.item_ref(part, index))


@library(r"core::slice::<impl \[.*\]>::copy_from_slice")
def copied(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    target, source = arguments
    m.oblige(state, known(target.length == source.length), "what is copied has the length of where it goes")
    if not is_plain(source.length):
        raise Outside("a copy of any length")
    for place in range(source.length):
        m.store(state, m.item_ref(target, place), m.load(state, m.item_ref(source, place)))
    return Items(())


@library(r"<.* as Iterator>::rev")
def reversed_items(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return Iterator("reversed", (iterator_of(arguments[0]),))


@library(r"<(Rev<)?(std::slice::)?Iter<.*> as Iterator>::fold::<.*>")
def folded(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """The items of a slice; where their number is not known, of at most eight, one way for each number."""
    is_last_first = "Rev<" in callee
    part = (arguments[0].held[0] if is_last_first else arguments[0]).held[0]
    counts = [part.length] if is_plain(part.length) else range(FOLDED + 1)
    m.oblige(state, at_most(m, part.length, counts[-1]), "few items are folded")
    ways = []
    for count in counts:
        way = state.copy()
        m.assume(way, known(part.length == count))
        if m.is_possible(way):
            paths = [(way, arguments[1])]
            for place in reversed(range(count)) if is_last_first else range(count):
                item = m.item_ref(part, place)
                paths = [end for path, value in paths for end in called(m, path, callee, [value, item])]
            ways += paths
    return ways


@library(r"<.* as Iterator>::take_while::<.*>")
def while_(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """The closure, which holds nothing that it could change, is executed of any item."""
    part = iterator_of(arguments[0]).held[0]
    some_item = state.copy()
    at = m.fresh(some_item, "usize", "at")
    m.assume(some_item, m.numbers.compare("Lt", "usize", at, part.length))
    if arguments[1].fields:
        raise Outside(f"a closure that holds {arguments[1].fields}")
    if m.is_possible(some_item):
        some_item.cells["item"] = m.item_ref(part, at)
        called(m, some_item, callee, [Ref("item")])
    return Iterator("some", (iterator_of(arguments[0]),))


@library(r"<.*TakeWhile<.*> as Iterator>::count")
def counted(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """Some number of items: nothing is proved about it but that it is at most their number."""
    part = arguments[0].held[0].held[0]
    count = m.fresh(state, "usize", "count")
    m.assume(state, at_most(m, count, lifted(m)(part.length)))
    return count


__all__ = ["LIBRARY"]
