"""`src/race/encode.rs`: units are written as the draft has it, behind an escape or not; pairs are UTF-16."""

from typing import Any

import z3
from room_base32 import MOST_OCTETS, counted, some_octets

from mirproof.contracts import Contract
from mirproof.machine import Machine
from mirproof.values import State, conjunction, is_within

ESCAPE, ESCAPED_ESCAPE = 0xFF, 0x99
BEYOND = 0x10000


def bits(number: Any, first: int, count: int) -> Any:
    return z3.Extract(first + count - 1, first, number)


def octet(number: int) -> Any:
    return z3.BitVecVal(number, 8)


def pair(code_point: Any) -> list[Any]:
    """UTF-16: two units of ten bits each, as four octets."""
    above = code_point - BEYOND
    units = [0xD800 + bits(z3.LShR(above, 10), 0, 16), 0xDC00 + z3.ZeroExt(6, bits(above, 0, 10))]
    return [each for unit in units for each in (bits(unit, 8, 8), bits(unit, 0, 8))]


def are_appended(given: Any, result: Any, octets: list[Any]) -> Any:
    """Behind those that there are, unless there is no room for all of them."""
    (room, count), (after, new_count) = given.made.before.fields, given.end.cells["octets"].fields
    fits = z3.ULE(count + len(octets), MOST_OCTETS)
    if result.tag != 1:
        return z3.Not(fits)
    expected = list(room.fields)
    for number, each in enumerate(octets):
        expected = [z3.If(count + number == place, each, old) for place, old in enumerate(expected)]
    same = (now == then for now, then in zip(after.fields, expected, strict=True))
    return conjunction(fits, new_count == count + len(octets), *same)


def is_compressed(given: Any, result: Any) -> list[Any]:
    """Section 2.4.1: of the row of the header the lower octet, FF as FF 99; of row 00 FF and the lower octet."""
    lower, row = bits(given.code_point, 0, 8), bits(given.code_point, 8, 8)
    is_foreign, is_escape = row != given.header, lower == ESCAPE
    ways = {
        (True, False): [octet(ESCAPE), lower],
        (False, True): [octet(ESCAPE), octet(ESCAPED_ESCAPE)],
        (False, False): [lower],
    }
    return [
        z3.Implies(z3.And(is_foreign == foreign, z3.Or(foreign, is_escape == escape)), are_appended(given, result, way))
        for (foreign, escape), way in ways.items()
    ]


def is_kept(given: Any, result: Any) -> list[Any]:
    code_point = given.code_point
    unit = [bits(code_point, 8, 8), bits(code_point, 0, 8)]
    return [
        z3.Implies(z3.ULT(code_point, BEYOND), are_appended(given, result, unit)),
        z3.Implies(z3.UGE(code_point, BEYOND), are_appended(given, result, pair(code_point))),
    ]


def is_code_point(given: Any) -> list[Any]:
    return [*counted(given), z3.ULE(given.code_point, 0x10FFFF)]


def is_std13(code_point: Any) -> Any:
    """A letter, a digit or a hyphen."""
    ranges = [(ord(first), ord(last)) for first, last in ("az", "AZ", "09", "--")]
    return z3.Or([is_within(code_point, low, high) for low, high in ranges])


def is_surrogate(unit: Any) -> Any:
    return is_within(unit, 0xD800, 0xDFFF)


def is_ldh(m: Machine, state: State, code_point: Any) -> Any:
    """The contract of `is_ldh`, at a call."""
    return is_std13(code_point)


CONTRACTS = [
    Contract("marks::is_ldh", ensures=lambda given, result: [is_std13(given.code_point) == result]),
    Contract(
        "surrogate_pair",
        lambda given: [is_within(given.code_point, BEYOND, 0x10FFFF)],
        lambda given, result: [a == b for a, b in zip(result.fields, pair(given.code_point), strict=True)],
    ),
    Contract("compress", counted, is_compressed, arguments=some_octets),
    Contract("race::encode::keep", is_code_point, is_kept, arguments=some_octets),
]
