"""The memory of the machine: what is known on a path, values that may be any, and places that are read and written."""

import re
from typing import Any

import z3

from mirproof.frames import Frame, Obligation
from mirproof.mir import Place, split_all
from mirproof.numbers_of import Arithmetic, Words, is_plain
from mirproof.values import (
    WIDTHS,
    Items,
    Iterator,
    Memory,
    Outside,
    Ref,
    Slice,
    State,
    choice,
    conjunction,
    known,
    option,
)


class Places:
    """Obligations, fresh values and places; the numbers are those of a proof."""

    def __init__(self, numbers: Arithmetic) -> None:
        self.numbers = numbers
        self.obligations: list[Obligation] = []
        self.cells = 0

    # Obligations.

    def oblige(self, state: State, claims: Any, text: str) -> None:
        """Enter an obligation, or several; afterwards the path goes on as if they held."""
        for claim in map(known, claims if isinstance(claims, list) else [claims]):
            self.obligations.append(Obligation(tuple(state.known), claim, text))
            self.assume(state, claim)

    def assume(self, state: State, *claims: Any) -> None:
        state.known += [claim for claim in claims if claim is not True]

    def is_possible(self, state: State) -> bool:
        """False only where what is known cannot be."""
        if any(claim is False for claim in state.known):
            return False
        solver = z3.Solver()
        solver.set("timeout", 2000)
        solver.add(state.known)
        return bool(solver.check() != z3.unsat)

    def fresh(self, state: State, kind: str, name: str = "value") -> Any:
        """Any value of a type."""
        kind = kind.strip()
        if kind == "bool":
            return z3.FreshBool(name)
        if kind in WIDTHS:
            value, limits = self.numbers.fresh(name, kind)
            self.assume(state, *limits)
            return value
        if match := re.fullmatch(r"\[(.*); (\d+)\]", kind):
            return Items(tuple(self.fresh(state, match[1], name) for _ in range(int(match[2]))), "[]")
        # A tuple, or a struct with its name.
        if match := re.fullmatch(r"(\w*)\((.+)\)", kind):
            return Items(tuple(self.fresh(state, each, name) for each in split_all(match[2])), match[1])
        if match := re.fullmatch(r"Option<(\w+)>", kind):
            return option(z3.FreshBool(name), self.fresh(state, match[1], name))
        # A string is a slice of octets.
        if match := re.fullmatch(r"&(?:'\w+ )?(?:mut )?(?:\[(\w+)\]|str)", kind):
            return self.fresh_slice(state, match[1] or "u8", name)
        if match := re.fullmatch(r"(?:[a-z]+::)*(?:Vec<(\w+)>|String)", kind):
            part = self.fresh_slice(state, match[1] or "u8", name)
            return Items((state.cells[part.place.cell], part.length), "Vec")
        if match := re.fullmatch(r"&(?:'\w+ )?(?:mut )?(.*)", kind):
            self.cells += 1
            cell = ("memory", self.cells)
            is_known = match[1] in WIDTHS or "[" in match[1] or match[1].endswith(("Vec<u8>", "Vec<u32>", "String"))
            state.cells[cell] = self.fresh(state, match[1], name) if is_known else kind
            return Ref(cell)
        raise Outside(f"any value of {kind}")

    def fresh_slice(self, state: State, kind: str, name: str) -> Slice:
        self.cells += 1
        cell = ("memory", self.cells)
        index = z3.BitVecSort(64) if isinstance(self.numbers.number("usize", 0), z3.BitVecRef) else z3.IntSort()
        sort = z3.BoolSort() if kind == "bool" else self.numbers.number(kind, 0).sort()
        state.cells[cell] = Memory(z3.FreshConst(z3.ArraySort(index, sort), name), kind)
        length = self.fresh(state, "usize", "length")
        # No object is larger than `isize::MAX`.
        self.assume(state, self.numbers.compare("Lt", "usize", length, 2**63 * 8 // WIDTHS.get(kind, 8)))
        return Slice(Ref(cell), 0, length)

    # Numbers.

    def term(self, value: Any, kind: str = "usize") -> Any:
        """A number as a term of z3."""
        return self.numbers.number(kind, value) if is_plain(value) else value

    def less(self, a: Any, b: Any, kind: str = "usize") -> Any:
        return self.numbers.compare("Lt", kind, a, b)

    def at_most(self, a: Any, b: Any, kind: str = "usize") -> Any:
        return self.numbers.compare("Le", kind, a, b)

    def is_between(self, value: Any, low: int | str, high: int | str, kind: str = "u8") -> Any:
        """A number, or an octet by its characters, from one to another."""
        first, last = (ord(each) if isinstance(each, str) else each for each in (low, high))
        return conjunction(self.numbers.compare("Ge", kind, value, first), self.at_most(value, last, kind))

    # Places.

    def load(self, state: State, ref: Ref) -> Any:
        if ref.cell not in state.cells:
            raise Outside(f"a value that is not known here: {ref.cell}")
        value = state.cells[ref.cell]
        for kind, step in ref.steps:
            value = self.inside(state, value, kind, step)
        return value

    def inside(self, state: State, value: Any, kind: str, step: Any) -> Any:
        if kind == "field":
            return value.fields[int(step)] if isinstance(value, Items) else value[int(step)]
        if kind == "variant":
            return value.fields(step)
        if kind == "chunk":
            start, size = step
            return Items(tuple(self.item(state, value, start + place) for place in range(size)), "[]")
        return self.item(state, value, step)

    def item(self, state: State, value: Any, index: Any) -> Any:
        """An item of an array or of memory; that the index is in range has been an obligation."""
        if isinstance(value, Memory):
            at = self.numbers.number("usize", index) if is_plain(index) else index
            found = z3.Select(value.array, at)
            if isinstance(found, z3.ArithRef):
                self.assume(state, found >= 0, found < 2 ** WIDTHS[value.kind])
            return found
        if is_plain(index):
            return value.fields[index]
        found = value.fields[-1]
        for place in reversed(range(len(value.fields) - 1)):
            found = self.choose(index == place, value.fields[place], found)
        return found

    def choose(self, condition: Any, one: Any, other: Any) -> Any:
        """One of two numbers."""
        if is_plain(one, other) and one == other:
            return one
        if is_plain(one, other) and not isinstance(condition, bool):
            if isinstance(self.numbers, Words):
                raise Outside("a table of known numbers at an index of a word")
            return z3.If(condition, z3.IntVal(one), z3.IntVal(other))
        return choice(condition, one, other)

    def store(self, state: State, ref: Ref, value: Any) -> None:
        old = state.cells.get(ref.cell)
        state.cells[ref.cell] = self.changed(old, ref.steps, value)

    def changed(self, old: Any, steps: tuple[tuple[str, Any], ...], value: Any) -> Any:
        if not steps:
            return value
        (kind, step), *more = steps
        rest = tuple(more)
        if kind == "field" and isinstance(old, Items):
            at = int(step)
            return old._replace(
                fields=(*old.fields[:at], self.changed(old.fields[at], rest, value), *old.fields[at + 1 :])
            )
        if kind == "index" and isinstance(old, Memory) and not rest:
            at = self.numbers.number("usize", step) if is_plain(step) else step
            return old._replace(array=z3.Store(old.array, at, value))
        if kind == "chunk":
            whole = self.changed(self.inside(State(), old, kind, step), rest, value)
            for place, item in enumerate(whole.fields):
                old = self.changed(old, (("index", step[0] + place),), item)
            return old
        if kind == "index" and isinstance(old, Items) and is_plain(step):
            return self.changed(old, (("field", step), *rest), value)
        if kind == "index" and isinstance(old, Items):
            return old._replace(fields=tuple(z3.If(step == at, value, item) for at, item in enumerate(old.fields)))
        raise Outside(f"a write into {kind} {step}")

    def ref_of(self, frame: Frame, place: Place) -> Ref | Slice:
        """The place in the state; a slice where the way leads through a reference to one."""
        ref: Any = Ref((frame.number, place.local))
        for kind, text in place.steps:
            if kind == "*":
                ref = self.load(frame.state, ref)
                # A string that is known is no place.
                is_string = isinstance(ref, Items) and ref.name.startswith('"')
                if not isinstance(ref, Ref | Slice) and not is_string:
                    raise Outside(f"what {ref} refers to")
            elif kind == "index":
                ref = self.at_index(frame, ref, text)
            else:
                ref = Ref(ref.cell, (*ref.steps, (kind, text.partition(":")[0])))
        return ref  # type: ignore[no-any-return]

    def at_index(self, frame: Frame, ref: Ref | Slice, text: str) -> Ref:
        if ".." in text:
            if isinstance(ref, Slice):
                raise Outside(f"the part {text} of a slice")
            first, end = map(int, text.split(".."))
            return Ref(ref.cell, (*ref.steps, ("chunk", (first, end - first))))
        index = (
            int(text.split(" ")[0]) if " of " in text else self.load(frame.state, Ref((frame.number, int(text[1:]))))
        )
        return self.item_ref(ref if isinstance(ref, Slice) else Slice(ref, 0, 0), index)

    def item_ref(self, part: Slice, index: Any) -> Ref:
        """The reference to an item of a slice, or to a group of them."""
        steps = list(part.place.steps)
        at = behind(part.start, index * part.group if part.group else index)
        if steps and steps[-1][0] == "chunk":
            # An item of a part is one of the whole.
            at = behind(steps.pop()[1][0], at)
        step = ("chunk", (at, part.group)) if part.group else ("index", at)
        return Ref(part.place.cell, (*steps, step))


# Where the place is among what an iterator holds.
PLACES = {"items": 1, "owned": 1, "numbers": 0, "given": 1, "parts": 1, "numbered": 1}


def moved(iterator: Iterator, count: Any) -> Iterator:
    """An iterator behind so many items more."""
    held = [moved(each, count) if isinstance(each, Iterator) else each for each in iterator.held]
    if iterator.kind in PLACES:
        held[PLACES[iterator.kind]] = behind(held[PLACES[iterator.kind]], count)
    return iterator._replace(held=tuple(held))


def behind(start: Any, count: Any) -> Any:
    return count if is_plain(start) and start == 0 else start + count
