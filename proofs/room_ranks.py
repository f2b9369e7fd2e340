"""`src/bootstring/ranks.rs`: a rank is read, and those of the places behind it grow by one. No rank reaches another."""

from typing import Any

import z3

from mirproof.contracts import Contract
from mirproof.values import Items, State, as_word

PLACES = 16
BITS = 4
MOST = 64
SIZES = (32, MOST)


def nibbles(word: Any) -> list[Any]:
    return [z3.Extract(BITS * place + BITS - 1, BITS * place, word) for place in range(PLACES)]


def ranks_in(state: State) -> list[Any]:
    (ranks,) = state.cells["self"].fields
    return list(ranks.fields) if isinstance(ranks, Items) else nibbles(ranks)


def may_grow(given: Any) -> list[Any]:
    """The place is one of them, and no rank behind it is the largest."""
    ranks = ranks_in(given.state)
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
    for at, (then, now) in enumerate(zip(ranks_in(given.state), ranks_in(given.end), strict=True)):
        same, grown = then == now, now == then + 1
        claims.append(z3.If(z3.ULT(place, at), grown, z3.Or(place == at, same)))
        claims.append(z3.Implies(place == at, z3.ZeroExt(32 - then.size(), then) == result))
    return [z3.And(claims)]


def is_free(given: Any) -> list[Any]:
    ranks = ranks_in(given.state)
    is_empty = [z3.Implies(given.place == at, rank == 0) for at, rank in enumerate(ranks)]
    return [z3.ULT(given.place, len(ranks)), z3.ULT(given.before, 2 ** ranks[0].size()), *is_empty]


def has_begun(given: Any, result: Any) -> list[Any]:
    claims = []
    for at, (then, now) in enumerate(zip(ranks_in(given.state), ranks_in(given.end), strict=True)):
        expected = z3.Extract(now.size() - 1, 0, given.before)
        claims.append(now == z3.If(given.place == at, expected, then))
    return claims


def are_zero(given: Any, result: Any) -> list[Any]:
    (ranks,) = result.fields
    return [rank == 0 for rank in (ranks.fields if isinstance(ranks, Items) else [ranks])]


def octets(size: int) -> list[Contract]:
    types, kinds = {"N": str(size)}, {"self": f"Octets([u8; {size}])"}
    cases = [{"place": place} for place in range(size)]
    return [
        Contract("ranks::*::default@Octets", ensures=are_zero, types=types),
        Contract("ranks::*::begin@Octets", is_free, has_begun, kinds=kinds, types=types),
        Contract("ranks::*::handle@Octets", may_grow, is_handled, kinds=kinds, types=types, cases=cases),
    ]


NIBBLES = {"self": "Nibbles(u64)"}
CONTRACTS = [
    Contract(
        "ranks::*::default@Nibbles",
        ensures=are_zero,
        calls={"<u64 as std::default::Default>::default": lambda m, state: 0},
    ),
    Contract("ranks::*::begin@Nibbles", is_free, has_begun, kinds=NIBBLES),
    Contract("ranks::*::handle@Nibbles", may_grow, is_handled, kinds=NIBBLES),
    *(contract for size in SIZES for contract in octets(size)),
]
