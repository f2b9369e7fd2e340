"""`src/punycode.rs`, `src/punycode/tables.rs`: what `instance.py` asks for, of RFC 3492 section 5."""

from types import SimpleNamespace
from typing import Any

import rfc3492
import z3
from parameters import Parameters
from room_division import formula
from room_varint import are_packed

from mirproof.contracts import Contract
from mirproof.numbers_of import Integers, Words
from mirproof.values import Opaque

NUMBERS = {"base": 36, "tmin": 1, "tmax": 26, "skew": 38, "damp": 700, "initial_bias": 72}
SECTION_5 = Parameters(*map(z3.IntVal, NUMBERS.values()))
ASKED = {**{name: number for name, number in NUMBERS.items() if name != "skew"}, "initial_n": 0x80, "delimiter": 0x2D}
ALPHABET = b"abcdefghijklmnopqrstuvwxyz0123456789"
# Where the tables of scaled biases and of thresholds end.
DELTAS, BIASES = (36 - 1) * 26 // 2 + 1, 36 * 4 + 34
OWNER = "@Section5"


def method(name: str, ensures: Any, parameter: str = "", values: Any = (), **more: Any) -> Contract:
    cases = [{"self": Opaque("Section5"), **({parameter: value} if parameter else {})} for value in values or [0]]
    return Contract(f"punycode::*::{name}{OWNER}", ensures=ensures, cases=cases, **{"numbers": Integers(), **more})


def is_number(number: int) -> Any:
    return lambda given, result: [result == number]


def value_of(octet: int) -> int:
    """Section 5: a letter in either case, or a digit."""
    place = ALPHABET.find(bytes([octet]).lower())
    return place if place >= 0 else rfc3492.NO_DIGIT


def is_scaled(given: Any, result: Any) -> list[Any]:
    expected, facts = rfc3492.last_line(SECTION_5, z3.IntVal(given.delta))
    given.machine.assume(given.end, *facts)
    return [result == expected]


def are_thresholds(given: Any, result: Any) -> list[Any]:
    """One in each octet."""
    places = [z3.IntVal(36 * (j + 1)) for j in range(8)]
    expected = [rfc3492.threshold(SECTION_5, k, z3.IntVal(given.bias)) for k in places]
    return [result == z3.Sum([t * 256**j for j, t in enumerate(expected)])]


def is_late(given: Any) -> list[Any]:
    return [z3.UGE(given.bias, BIASES)]


def are_computed(given: Any, result: Any) -> list[Any]:
    """Behind the table: as the contract of `packed_thresholds` has it."""
    numbers = {name: z3.BitVecVal(NUMBERS[name], 64) for name in ("base", "tmin", "tmax")}
    return are_packed(SimpleNamespace(bias=z3.ZeroExt(32, given.bias), **numbers), result)


CONTRACTS = [
    *(method(name, is_number(number)) for name, number in ASKED.items()),
    method("digit", lambda given, result: [result == ALPHABET[given.value]], "value", range(36)),
    method("value", lambda given, result: [result == value_of(given.digit)], "digit", range(256)),
    method("scaled_bias", is_scaled, "delta", range(DELTAS)),
    method("reciprocal", lambda given, result: [result == formula(36 - given.t)], "t", range(36)),
    method("thresholds", are_thresholds, "bias", range(BIASES)),
    Contract("late_thresholds", is_late, are_computed, Words()),
]
