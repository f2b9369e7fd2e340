"""A text in the making as bodies ask it: the contract of the trait `Arrangement`.

It counts its code points, for which there is room, as the caller chose it by the length of the input.
"""

from typing import Any

import z3
from parameters import U32, is_below

from mirproof.machine import Machine
from mirproof.values import Items, Opaque, Ref, State, failed, succeeded

TEXT, IS_ASCII = "the text", "the literal part is ASCII"
ROOM = z3.Int("room")


def text_of(count: Any, *, is_whole: bool = False) -> Items:
    """So many code points; `end` told their number where all of them are there."""
    return Items((count, is_whole), "Text")


def count_of(state: State, text: Ref) -> Any:
    return state.cells[text.cell].fields[0]


def empty(m: Machine, state: State, *_: Any) -> Any:
    return text_of(0)


def begin(m: Machine, state: State, text: Any, literal: Any) -> Any:
    """The literal part is put into an empty text; or memory is refused."""
    m.oblige(state, z3.And(count_of(state, text) == 0, literal.length <= ROOM), "requires of begin")
    way, is_ascii = state.copy(), z3.FreshBool("is_ascii")
    m.store(way, text, text_of(literal.length))
    way.cells[IS_ASCII] = is_ascii
    return [(way, succeeded(is_ascii)), (state, failed(refusal(m, state)))]


def refusal(m: Machine, state: State) -> Items:
    """Memory is refused, at no place of the input."""
    return Items((Opaque("ErrorKind"), 0), "Error")


def insert(m: Machine, state: State, text: Any, index: Any, code_point: Any) -> Any:
    count = count_of(state, text)
    is_place = z3.And(is_below(index, count + 1), count < ROOM)
    m.oblige(state, z3.And(is_place, is_below(code_point, U32)), "requires of insert")
    way = state.copy()
    m.store(way, text, text_of(count + 1))
    return [(way, succeeded(Items(()))), (state, failed(Opaque("ErrorKind")))]


def end(m: Machine, state: State, text: Any, length: Any) -> Any:
    m.oblige(state, length == count_of(state, text), "requires of end")
    m.store(state, text, text_of(length, is_whole=True))
    return Items(())


def finish(m: Machine, state: State, text: Any, *_: Any) -> Any:
    count, is_whole = state.cells[text.cell].fields
    m.oblige(state, z3.And(is_whole, count <= ROOM), "requires of finish")
    return [(state, succeeded(Opaque("T"))), (state.copy(), failed(refusal(m, state)))]


TRAIT = {each.__name__: each for each in (empty, begin, insert, end, finish)}
