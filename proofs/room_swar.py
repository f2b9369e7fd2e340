"""`src/swar.rs`: each function is its meaning, octet by octet, on all words."""

from typing import Any

import z3

from mirproof.contracts import Contract

BITS = 64


def octets(word: Any) -> list[Any]:
    """From the lowest on."""
    return [z3.Extract(8 * place + 7, 8 * place, word) for place in range(8)]


def of_octets(parts: list[Any]) -> Any:
    return z3.Concat(*reversed(parts))


def marked(condition: Any) -> Any:
    return z3.If(condition, z3.BitVecVal(0x80, 8), z3.BitVecVal(0, 8))


def are_zero(given: Any, result: Any) -> list[Any]:
    return [result == of_octets([marked(octet == 0) for octet in octets(given.word)])]


def are_at_least(given: Any, result: Any) -> list[Any]:
    return [result == of_octets([marked(z3.UGE(octet & 0x7F, given.least)) for octet in octets(given.word)])]


def are_before(given: Any, result: Any) -> list[Any]:
    """As many octets as are zero before the first other one."""
    count = z3.BitVecVal(8, BITS)
    for place, octet in reversed(list(enumerate(octets(given.bits)))):
        count = z3.If(octet != 0, z3.BitVecVal(place, BITS), count)
    return [result == count]


def are_bits_of_marks(given: Any, result: Any) -> list[Any]:
    tops = [z3.Extract(8 * place + 7, 8 * place + 7, given.marks) for place in range(8)]
    return [result == z3.ZeroExt(BITS - 8, z3.Concat(*reversed(tops)))]


def is_last(given: Any, result: Any) -> list[Any]:
    place = z3.BitVecVal(0, BITS)
    for number, octet in enumerate(octets(given.marks)):
        place = z3.If(octet != 0, z3.BitVecVal(number, BITS), place)
    return [result == place]


def count(word: Any) -> Any:
    """The number of bits that are set, as a word of the same size."""
    size = word.size()
    total = z3.BitVecVal(0, size)
    for bit in range(size):
        total = total + z3.ZeroExt(size - 1, z3.Extract(bit, bit, word))
    return total


def are_counts(given: Any, result: Any) -> list[Any]:
    return [result == of_octets([count(octet) for octet in octets(given.word)])]


def totals(word: Any) -> list[Any]:
    """The sums of the octets up to each, in words that hold them."""
    wide = [z3.ZeroExt(8, octet) for octet in octets(word)]
    return [z3.Sum(wide[: place + 1]) for place in range(8)]


def small_sum(given: Any) -> list[Any]:
    return [z3.ULT(totals(given.word)[-1], 0x100)]


def are_sums(given: Any, result: Any) -> list[Any]:
    return [result == of_octets([z3.Extract(7, 0, total) for total in totals(given.word)])]


ZERO_OCTETS = Contract("zero_octets", ensures=are_zero, parameters=("word",))
CONTRACTS = [
    Contract("splat", ensures=lambda given, result: [result == of_octets([given.octet] * 8)]),
    ZERO_OCTETS,
    Contract("at_least", lambda given: [z3.ULT(given.least, 0x80)], are_at_least),
    Contract("octets_before", ensures=are_before),
    Contract("movemask", lambda given: [given.marks & 0x7F7F_7F7F_7F7F_7F7F == 0], are_bits_of_marks),
    Contract("last_octet", lambda given: [given.marks != 0], is_last),
    Contract("bit_counts", ensures=are_counts),
    Contract("running_sums", small_sum, are_sums),
    Contract("swar::sum", small_sum, lambda given, result: [result == z3.ZeroExt(BITS - 16, totals(given.word)[-1])]),
]
