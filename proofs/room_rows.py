"""`src/race/rows.rs`: union and intersection of rows, and the header and mode that they give."""

from typing import Any

import z3
from contracts import Contract
from machine import Machine
from values import Items, Ref, State, conjunction, option

NAMES = ("union", "intersection", "has_row0")


def rows(m: Machine, state: State) -> Items:
    return Items(
        (m.fresh(state, "u8", "union"), m.fresh(state, "u8", "intersection"), m.fresh(state, "bool", "has_row0"))
    )


def by_reference(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    """`&mut self`: the rows as they were are kept as `before`."""
    state.cells["rows"] = rows(m, state)
    return {"self": Ref("rows"), "before": state.cells["rows"]}


def by_value(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    return {"self": rows(m, state)}


def noted(before: Items, row: Any) -> Items:
    """The rows with one more."""
    union, intersection, has_row0 = before.fields
    is_zero = row == 0
    return Items((union | row, z3.If(is_zero, intersection, intersection & row), z3.Or(has_row0, is_zero)))


def takes_note(given: Any, result: Any) -> list[Any]:
    pairs = zip(given.end.cells["rows"].fields, noted(given.made.before, given.row).fields, strict=True)
    return [now == then for now, then in pairs]


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
    row = z3.BitVecVal(row, 8) if isinstance(row, int) else row
    m.store(state, place, noted(m.load(state, place), row))
    return Items(())


def header(m: Machine, state: State, rows_: Any) -> Any:
    return option(one_row(rows_), rows_.fields[0])


def is_empty(given: Any, result: Any) -> list[Any]:
    union, intersection, has_row0 = result.fields
    return [conjunction(union == 0, intersection == 0xFF, has_row0 is False)]


CALLS = {"Rows::add": add, "Rows::header": header}
CONTRACTS = [
    Contract("rows::*::new", ensures=is_empty),
    Contract("rows::*::add", ensures=takes_note, arguments=by_reference),
    Contract("rows::*::header", ensures=is_header, arguments=by_value),
    Contract("rows::*::mode", ensures=is_mode, arguments=by_value),
]
