"""`src/race/rows.rs`: union and intersection of rows, and the header and mode that they give."""

from typing import Any

import z3

from mirproof.contracts import Contract
from mirproof.machine import Machine
from mirproof.values import Items, State, as_word, conjunction, option

ROWS = "Rows(u8, u8, bool)"
SELF = {"self": ROWS}


def noted(before: Items, row: Any) -> Items:
    """The rows with one more."""
    union, intersection, has_row0 = before.fields
    is_zero = row == 0
    return Items((union | row, z3.If(is_zero, intersection, intersection & row), z3.Or(has_row0, is_zero)))


def takes_note(given: Any, result: Any) -> list[Any]:
    before, after = (state.cells["self"] for state in (given.state, given.end))
    return [now == then for now, then in zip(after.fields, noted(before, given.row).fields, strict=True)]


def one_row(found: Items) -> Any:
    """All rows but 00 are one and the same, or there is none: lemma `one_row_is_told_by_union_and_intersection`."""
    union, intersection, _ = found.fields
    return z3.Or(union == 0, union == intersection)


def is_header(given: Any, result: Any) -> list[Any]:
    is_some = result.tag == 1
    held = [result.fields("Some")[0] == given.self.fields[0]] if dict(result.held).get("Some") else []
    return [one_row(given.self) if is_some is True else z3.Not(one_row(given.self)), *held]


def is_mode(given: Any, result: Any) -> list[Any]:
    union, _, has_row0 = given.self.fields
    is_one = one_row(given.self)
    two_rows = z3.And(is_one, union != 0, has_row0)
    expected = z3.If(is_one, z3.If(two_rows, z3.IntVal(1), z3.IntVal(0)), z3.IntVal(2))
    return [expected == result.tag]


# The contracts, at a call.


def add(m: Machine, state: State, place: Any, row: Any) -> Any:
    m.store(state, place, noted(m.load(state, place), as_word(row, 8)))
    return Items(())


def header(m: Machine, state: State, rows_: Any) -> Any:
    return option(one_row(rows_), rows_.fields[0])


def is_empty(given: Any, result: Any) -> list[Any]:
    union, intersection, has_row0 = result.fields
    return [conjunction(union == 0, intersection == 0xFF, has_row0 is False)]


CALLS = {"Rows::add": add, "Rows::header": header}
CONTRACTS = [
    Contract("rows::*::new", ensures=is_empty),
    Contract("rows::*::add", ensures=takes_note, kinds=SELF),
    Contract("rows::*::header", ensures=is_header, kinds=SELF),
    Contract("rows::*::mode", ensures=is_mode, kinds=SELF),
]
