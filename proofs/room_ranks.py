"""`src/bootstring/ranks.rs`: a rank is read, and those of the places behind it grow by one. No rank reaches another."""

from typing import Any

import z3
from contracts import Contract
from machine import Machine
from values import Items, Ref, State, as_word

PLACES = 16
BITS = 4
MOST = 64
SIZES = (32, MOST)


def nibbles(word: Any) -> list[Any]:
    return [z3.Extract(BITS * place + BITS - 1, BITS * place, word) for place in range(PLACES)]


def as_number(rank: Any) -> Any:
    return z3.ZeroExt(32 - rank.size(), rank)


def in_word(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    word = m.fresh(state, "u64", "ranks")
    state.cells["ranks"] = Items((word,))
    return {"self": Ref("ranks"), "before_it": nibbles(word)}


def in_octets(size: int) -> Any:
    def made(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
        ranks = m.fresh(state, f"[u8; {size}]", "ranks")
        state.cells["ranks"] = Items((ranks,))
        return {"self": Ref("ranks"), "before_it": ranks.fields}

    return made


def after(given: Any) -> list[Any]:
    (ranks,) = given.end.cells["ranks"].fields
    return list(ranks.fields) if isinstance(ranks, Items) else nibbles(ranks)


def may_grow(given: Any) -> list[Any]:
    """The place is one of them, and no rank behind it is the largest."""
    ranks = given.made.before_it
    largest = 2 ** ranks[0].size() - 1
    place = as_word(given.place, 32)
    # That of the place itself grows, too, where a rank is an octet.
    is_behind = z3.ULT if largest < PLACES else z3.ULE
    limits = [z3.Implies(is_behind(place, at), rank != largest) for at, rank in enumerate(ranks)]
    return [z3.ULT(place, len(ranks)), *limits]


def is_handled(given: Any, result: Any) -> list[Any]:
    """The rank of the place; of those behind it, each is larger by one, and those before it are as they were."""
    claims = []
    place = as_word(given.place, 32)
    for at, (then, now) in enumerate(zip(given.made.before_it, after(given), strict=True)):
        same, grown = then == now, now == then + 1
        claims.append(z3.If(z3.ULT(place, at), grown, z3.Or(place == at, same)))
        claims.append(z3.Implies(place == at, as_number(then) == result))
    return [z3.And(claims)]


def is_free(given: Any) -> list[Any]:
    ranks = given.made.before_it
    is_empty = [z3.Implies(given.place == at, rank == 0) for at, rank in enumerate(ranks)]
    return [z3.ULT(given.place, len(ranks)), z3.ULT(given.before, 2 ** ranks[0].size()), *is_empty]


def has_begun(given: Any, result: Any) -> list[Any]:
    claims = []
    for at, (then, now) in enumerate(zip(given.made.before_it, after(given), strict=True)):
        expected = z3.Extract(now.size() - 1, 0, given.before)
        claims.append(now == z3.If(given.place == at, expected, then))
    return claims


def zero(m: Machine, state: State, *_: Any) -> Any:
    return 0


def are_zero(given: Any, result: Any) -> list[Any]:
    (ranks,) = result.fields
    return [rank == 0 for rank in (ranks.fields if isinstance(ranks, Items) else [ranks])]


def octets(size: int) -> list[Contract]:
    types, made = {"N": str(size)}, in_octets(size)
    cases = [{"place": place} for place in range(size)]
    return [
        Contract("ranks::*::default@Octets", ensures=are_zero, types=types),
        Contract("ranks::*::begin@Octets", is_free, has_begun, arguments=made, types=types),
        Contract("ranks::*::handle@Octets", may_grow, is_handled, arguments=made, types=types, cases=cases),
    ]


CONTRACTS = [
    Contract("ranks::*::default@Nibbles", ensures=are_zero, calls={"<u64 as std::default::Default>::default": zero}),
    Contract("ranks::*::begin@Nibbles", is_free, has_begun, arguments=in_word),
    Contract("ranks::*::handle@Nibbles", may_grow, is_handled, arguments=in_word),
    *(contract for size in SIZES for contract in octets(size)),
]
