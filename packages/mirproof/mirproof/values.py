"""The values of the machine: numbers of Python where they are known, terms of z3 where they are not."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import z3

# A number, a truth, a term, or one of the classes below.
Any_ = Any
WIDTHS = {"u8": 8, "u16": 16, "u32": 32, "u64": 64, "u128": 128, "usize": 64, "char": 32}
WIDTHS |= {"i32": 32, "i64": 64, "isize": 64}
COMPARISONS = ("Eq", "Ne", "Lt", "Le", "Gt", "Ge")


class Outside(Exception):
    """Something that the machine does not execute. What has it is not proved."""


class Items(NamedTuple):
    """The fields of a tuple, a struct or a closure, or the items of an array, by their places."""

    fields: tuple[Any_, ...]
    name: str = ""


class Enum(NamedTuple):
    """A variant that may not be known: its number, and what each variant would hold."""

    tag: Any_
    held: tuple[tuple[str, tuple[Any_, ...]], ...]

    def fields(self, variant: str) -> tuple[Any_, ...]:
        return dict(self.held)[variant]


class Memory(NamedTuple):
    """Items as many as memory holds, or an array has: an array of z3 from index to number."""

    array: z3.ArrayRef
    kind: str
    length: int = 0

    def anew(self) -> "Memory":
        """Any items."""
        return self._replace(array=z3.FreshConst(self.array.sort(), "memory"))


class Ref(NamedTuple):
    """A place of the state: a cell, and the way into it."""

    cell: Any_
    steps: tuple[tuple[str, Any_], ...] = ()


class Slice(NamedTuple):
    """So many items of a place, from one on; `group` of them count as one where it is not 0."""

    place: Ref
    start: Any_
    length: Any_
    group: int = 0


class Opaque(NamedTuple):
    """A value about which nothing is known but its type."""

    kind: str


class Iterator(NamedTuple):
    """An iterator of the standard library: its kind and what it holds."""

    kind: str
    held: tuple[Any_, ...]


@dataclass
class State:
    """The cells that hold values, and what is known on the path."""

    cells: dict[Any_, Any_] = field(default_factory=dict)
    known: list[Any_] = field(default_factory=list)

    def copy(self) -> "State":
        return State(dict(self.cells), list(self.known))


def none() -> Enum:
    return Enum(0, (("None", ()), ("Some", ())))


def some(value: Any_) -> Enum:
    return Enum(1, (("Some", (value,)),))


def option(is_some: Any_, value: Any_) -> Enum:
    """An option that is `Some` where a condition holds."""
    is_some = known(is_some)
    if isinstance(is_some, bool):
        return some(value) if is_some else none()
    return Enum(z3.If(is_some, z3.IntVal(1), z3.IntVal(0)), (("None", ()), ("Some", (value,))))


def succeeded(value: Any_) -> Enum:
    return Enum(0, (("Ok", (value,)),))


def failed(error: Any_) -> Enum:
    return Enum(1, (("Err", (error,)),))


def result_of(is_ok: Any_, value: Any_, error: str) -> Enum:
    """A result that is `Ok` where a condition holds."""
    is_ok = known(is_ok)
    tag = choice(is_ok, 0, 1) if isinstance(is_ok, bool) else z3.If(is_ok, z3.IntVal(0), z3.IntVal(1))
    return Enum(tag, (("Ok", (value,)), ("Err", (Items((), error),))))


def conjunction(*claims: Any_) -> Any_:
    """All of them, as a truth of Python where it is known."""
    if any(claim is False for claim in claims):
        return False
    open_ones = [claim for claim in claims if claim is not True]
    return z3.And(open_ones) if open_ones else True


def negation(claim: Any_) -> Any_:
    return (not claim) if isinstance(claim, bool) else z3.Not(claim)


def choice(condition: Any_, one: Any_, other: Any_) -> Any_:
    if isinstance(condition, bool):
        return one if condition else other
    return z3.If(condition, one, other)


def as_word(value: Any_, width: int = 64) -> Any_:
    """A number as a word of bits."""
    return z3.BitVecVal(value, width) if isinstance(value, int) else value


def is_within(value: Any_, low: int, high: int) -> Any_:
    """A word from one number to another."""
    return z3.And(z3.UGE(value, low), z3.ULE(value, high))


def known(value: Any_) -> Any_:
    """A number or truth of Python, where simplification finds one."""
    if isinstance(value, z3.ExprRef):
        value = z3.simplify(value)
        if z3.is_int_value(value) or z3.is_bv_value(value):
            return value.as_long()
        if z3.is_true(value) or z3.is_false(value):
            return z3.is_true(value)
    return value
