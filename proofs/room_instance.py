"""`src/bootstring/mod.rs`: an instance of parameters that were validated keeps the contract of the trait `Parameters`.

Its digits are octets. `ANY` is any of them: what its octet stands for is its place.
"""

from types import SimpleNamespace
from typing import Any

import rfc3492
import z3
from parameters import LARGEST_BASE, U32, constraints, is_below
from rfc3492 import NO_DIGIT
from room_bias import SCALED_BIAS, P
from room_decoder import INITIAL_N
from room_varint import PACKED_THRESHOLDS, are_packed, is_set

from mirproof.contracts import Contract, if_ok, nothing
from mirproof.frames import ANY_ITEM, Frame, Loop
from mirproof.library import library
from mirproof.machine import Machine
from mirproof.numbers_of import Integers, Words
from mirproof.values import Items, Ref, Slice, State, failed, option, succeeded

SELF, SETTINGS, DIGITS = "the instance", "the settings", "the digits"
ASCII = 0x80
ANY, DELIMITER = z3.Ints("any delimiter")
NUMBERS = (P.tmin, P.tmax, P.skew, P.damp, P.initial_bias, INITIAL_N)
MOST = option(z3.Bool("has_max_digits"), z3.Int("max_digits"))
ASKED = {
    "base": P.base,
    "tmin": P.tmin,
    "tmax": P.tmax,
    "damp": P.damp,
    "initial_bias": P.initial_bias,
    "initial_n": INITIAL_N,
    "delimiter": DELIMITER,
}


@library(r"String::as_bytes")
def as_octets(m: Machine, state: State, text: Any) -> Any:
    return m.load(state, text)


# An instance is made.


def some_digits(m: Machine, state: State) -> Slice:
    part = m.fresh_slice(state, "u8", "digits")
    state.cells[DIGITS] = part
    return part


def digit_at(state: State, place: Any) -> Any:
    part = state.cells[DIGITS]
    return z3.Select(state.cells[part.place.cell].array, place)


def settings(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    m.assume(state, *(is_below(each, U32) for each in (*NUMBERS, DELIMITER)), ANY >= 0)
    state.cells[SETTINGS] = Items((some_digits(m, state), DELIMITER, *NUMBERS, MOST))
    return {"settings": Ref(SETTINGS)}


def are_digits(state: State, *places: Any) -> list[Any]:
    """Digits at two places are ASCII, and none is another one: as `validate` has it of all of them."""
    one, other = (digit_at(state, place) for place in places)
    are_there = [is_below(place, P.base) for place in places]
    is_apart = z3.Implies(z3.And(*are_there, places[0] != places[1]), one != other)
    return [is_apart, z3.Implies(are_there[0], is_below(one, ASCII)), z3.Implies(are_there[1], is_below(other, ASCII))]


def validate(m: Machine, state: State, *_: Any) -> Any:
    """The contract of `validate`. Characters that are ASCII are as many as their octets."""
    way = state.copy()
    m.assume(way, *constraints(P).values(), state.cells[DIGITS].length == P.base, DELIMITER < ASCII)
    return [(way, succeeded(P.base)), (state, failed(Items((), "ParameterError")))]


def most_digits(m: Machine, state: State, _: Any, base: Any) -> Any:
    m.oblige(state, base <= LARGEST_BASE, "requires of most_digits")
    return MOST


VALUES_SO_FAR = {"iter": ANY_ITEM, "values": f"[u8; {ASCII}]"}


def invariant(frame: Frame, _: int) -> list[Any]:
    """The digits before one have their places as values."""
    (part, at), place = frame["iter"].held[0].held[0].held, place_of(frame)
    is_valued = frame.machine.item(frame.state, frame["values"], digit_at(frame.state, ANY)) == ANY
    values = [z3.Or(is_below(value, at), value == NO_DIGIT) for value in map(lifted, frame["values"].fields)]
    return [
        part == frame.state.cells[DIGITS],
        z3.And(at == place, is_below(lifted(at), P.base + 1)),
        z3.And(values),
        z3.Implies(at > ANY, is_valued),
    ]


def place_of(frame: Frame) -> Any:
    return frame["iter"].held[1].held[0]


def lifted(value: Any) -> Any:
    return z3.IntVal(value) if isinstance(value, int) else value


def is_made(given: Any, text: Any) -> list[Any]:
    """All parameters are those of the settings, and values those of the digits."""
    pairs = zip(text.fields[2:-2], (P.base, DELIMITER, *NUMBERS), strict=True)
    return [z3.And([one == other for one, other in pairs]), *is_instance(given.machine, given.end, text)]


def is_instance(m: Machine, state: State, instance: Items) -> list[Any]:
    """There are as many digits as the base is, and each octet stands for one or for none."""
    digits, values, *_ = instance.fields
    is_value = [z3.Or(is_below(value, P.base), value == NO_DIGIT) for value in map(lifted, values.fields)]
    any_digit = m.item(state, values, digit_at(state, ANY)) == ANY
    count = digits.length if isinstance(digits, Slice) else digits.fields[1]
    return [count == P.base, z3.And(is_value), z3.Implies(is_below(ANY, P.base), any_digit)]


# It is asked.


def some_instance(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    values = m.fresh(state, f"[u8; {ASCII}]", "values")
    instance = Items((some_digits(m, state), values, P.base, DELIMITER, *NUMBERS, MOST, MOST))
    state.cells[SELF] = instance
    m.assume(state, *constraints(P).values(), *is_instance(m, state, instance), *are_digits(state, ANY, ANY))
    return {"self": Ref(SELF)}


def method(name: str, ensures: Any, requires: Any = nothing, **more: Any) -> Contract:
    arguments: dict[str, Any] = {"numbers": Integers(), "arguments": some_instance} | more
    return Contract(f"bootstring::<impl*>::{name}@Bootstring", requires, ensures, **arguments)


def is_number(number: Any) -> Any:
    return lambda given, result: [result == number]


def is_value(given: Any, result: Any) -> list[Any]:
    """That of `instance.py`; what a digit stands for is its place."""
    is_any = z3.And(is_below(ANY, P.base), given.digit == digit_at(given.state, ANY))
    return [z3.Or(is_below(result, P.base), result == NO_DIGIT), z3.Implies(is_any, result == ANY)]


def is_digit(given: Any, result: Any) -> list[Any]:
    return [result == digit_at(given.state, given.value)]


def is_left(given: Any) -> list[Any]:
    return [2 * given.delta <= (P.base - P.tmin) * P.tmax]


def is_scaled(given: Any, result: Any) -> list[Any]:
    expected, facts = rfc3492.last_line(P, given.delta)
    given.machine.assume(given.end, *facts)
    return [result == expected]


def some_words(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    """The same parameters as words: what is not asked for is anything."""
    numbers = [m.fresh(state, "u32", name) for name in ("base", "tmin", "tmax")]
    base, tmin, tmax = numbers
    state.cells[SELF] = Items((None, None, base, None, tmin, tmax))
    return {"self": Ref(SELF), "base": base, "tmin": tmin, "tmax": tmax}


def as_words(given: Any) -> SimpleNamespace:
    numbers = {name: getattr(given.made, name) for name in ("base", "tmin", "tmax")} | {"bias": given.bias}
    return SimpleNamespace(**{name: z3.ZeroExt(32, number) for name, number in numbers.items()})


CONTRACTS = [
    Contract(
        "bootstring::<impl*>::new@Settings",
        ensures=if_ok(is_made),
        numbers=Integers(),
        arguments=settings,
        loops={
            0: Loop(
                {"iter": ANY_ITEM, "values": f"[u8; {ASCII}]"},
                invariant,
                facts=lambda frame: are_digits(frame.state, ANY, place_of(frame)),
            )
        },
        calls={"Settings::<'_>::validate": validate, "Settings::<'_>::most_digits": most_digits},
    ),
    *(method(name, is_number(number)) for name, number in ASKED.items()),
    method("digit", is_digit, lambda given: [is_below(given.value, P.base)]),
    method("value", is_value),
    method("scaled_bias", is_scaled, is_left, calls={"scaled_bias": SCALED_BIAS.call}),
    method(
        "thresholds",
        lambda given, result: are_packed(as_words(given), result),
        lambda given: is_set(as_words(given)),
        numbers=Words(),
        arguments=some_words,
        calls={"packed_thresholds": PACKED_THRESHOLDS.call},
    ),
]
