"""`src/race/rows.rs`: union and intersection of rows, and the header and mode that they give."""

from typing import Any

import z3
from contracts import Contract
from machine import Machine
from values import Items, Ref, State, conjunction

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


def takes_note(given: Any, result: Any) -> list[Any]:
    union, intersection, has_row0 = given.made.before.fields
    after = given.end.cells["rows"].fields
    is_zero = given.row == 0
    return [
        after[0] == union | given.row,
        after[1] == z3.If(is_zero, intersection, intersection & given.row),
        after[2] == z3.Or(has_row0, is_zero),
    ]


def one_row(given: Any) -> Any:
    """All rows but 00 are one and the same, or there is none: lemma `one_row_is_told_by_union_and_intersection`."""
    union, intersection, _ = given.self.fields
    return z3.Or(union == 0, union == intersection)


def is_header(given: Any, result: Any) -> list[Any]:
    is_some = result.tag == 1
    held = [result.fields("Some")[0] == given.self.fields[0]] if dict(result.held).get("Some") else []
    return [one_row(given) if is_some is True else z3.Not(one_row(given)), *held]


def is_mode(given: Any, result: Any) -> list[Any]:
    union, _, has_row0 = given.self.fields
    two_rows = z3.And(one_row(given), union != 0, has_row0)
    expected = z3.If(one_row(given), z3.If(two_rows, z3.IntVal(1), z3.IntVal(0)), z3.IntVal(2))
    return [expected == result.tag]


def is_empty(given: Any, result: Any) -> list[Any]:
    union, intersection, has_row0 = result.fields
    return [conjunction(union == 0, intersection == 0xFF, has_row0 is False)]


CONTRACTS = [
    Contract("rows::*::new", ensures=is_empty),
    Contract("rows::*::add", ensures=takes_note, arguments=by_reference),
    Contract("rows::*::header", ensures=is_header, arguments=by_value),
    Contract("rows::*::mode", ensures=is_mode, arguments=by_value),
]
