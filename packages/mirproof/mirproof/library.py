"""The contracts of the standard library that the rooms ask. They are assumptions, which no test compares with it."""

import re
from collections.abc import Callable, Iterable
from typing import Any

import z3

from mirproof.frames import Call
from mirproof.machine import Machine, asked
from mirproof.mir import split_all
from mirproof.numbers_of import is_plain
from mirproof.values import (
    WIDTHS,
    Enum,
    Items,
    Opaque,
    Outside,
    Ref,
    State,
    choice,
    known,
    negation,
    none,
    option,
    result_of,
)

LIBRARY: list[tuple[str, Call]] = []


def library(pattern: str) -> Callable[[Call], Call]:
    """Enter a function for callees of this form."""

    def enter(function: Call) -> Call:
        LIBRARY.append((pattern, function))
        return function

    return enter


def ways(m: Machine, state: State, cases: Iterable[tuple[Any, Any]]) -> list[tuple[State, Any]]:
    """A way for each condition that may hold, with its value."""
    found = []
    for condition, value in cases:
        way, holds = state.copy(), known(condition)
        m.assume(way, holds)
        if holds is True or (holds is not False and m.is_possible(way)):
            found.append((way, value))
    return found


@library(r"(core::panicking::)?(panic|panic_fmt|panic_const\w*|assert_failed)(::<.*>)?")
def panic(m: Machine, state: State, *_: Any) -> Any:
    m.oblige(state, False, "a panic is not reached")
    return []


@library(r"<u\w+ as From<\w+>>::from|<\w+ as Into<u32>>::into")
def widened(m: Machine, state: State, number: Any, *, kinds: list[str], result: str) -> Any:
    if kinds[0] == "bool":
        return m.truth_as_number(result, number)
    return m.numbers.cast(kinds[0], result, number)[0]


@library(r"core::num::<impl [iu]\w+>::cast_(un)?signed")
def same_bits(m: Machine, state: State, number: Any, *, result: str) -> Any:
    if isinstance(number, z3.ArithRef):
        raise Outside("the bits of an integer without width")
    return m.numbers.cut(result, number)


@library(r"core::num::<impl (\w+)>::(wrapping|checked|saturating|overflowing)_(add|sub|mul)")
def without_panic(m: Machine, state: State, a: Any, b: Any, *, callee: str) -> Any:
    kind, how, operator = re.findall(r"<impl (\w+)>::(\w+?)_(\w+)", callee)[0]
    operator = operator.title()
    value, facts = m.numbers.exact(operator, kind, a, b)
    m.assume(state, *facts)
    fits = known(m.numbers.fits(kind, operator, a, b))
    if how == "checked":
        return option(fits, value)
    if how == "saturating":
        limit = 0 if operator == "Sub" else 2 ** WIDTHS[kind] - 1
        return choice(fits, value, m.numbers.number(kind, limit) if not isinstance(fits, bool) else limit)
    return m.numbers.cut(kind, value)


@library(r"core::num::<impl u128>::checked_shl")
def checked_shl(m: Machine, state: State, value: Any, bits: Any) -> Any:
    return option(m.less(bits, 128, "u32"), m.numbers.exact("Shl", "u128", value, bits)[0])


@library(r"core::num::<impl \w+>::checked_rem")
def checked_rem(m: Machine, state: State, dividend: Any, divisor: Any, *, kinds: list[str]) -> Any:
    rest, facts = m.numbers.exact("Rem", kinds[0], dividend, divisor)
    m.assume(state, z3.Implies(divisor != 0, z3.And(facts)))
    return option(divisor != 0, rest)


def number_of_bit(word: Any, bits: Iterable[int], none_set: int) -> Any:
    """The last one of these bits that is set."""
    found = z3.BitVecVal(none_set, 32)
    for bit in bits:
        found = z3.If(z3.Extract(bit, bit, word) == 1, z3.BitVecVal(bit, 32), found)
    return found


@library(r"core::num::<impl u64>::trailing_zeros")
def trailing_zeros(m: Machine, state: State, number: Any) -> Any:
    return number_of_bit(number, reversed(range(64)), 64)


@library(r"core::num::<impl u(32|64)>::ilog2")
def ilog2(m: Machine, state: State, number: Any) -> Any:
    m.oblige(state, number != 0, "the logarithm of 0 is not asked for")
    return number_of_bit(number, range(number.size()), 0)


@library(r"core::num::<impl usize>::div_ceil")
def div_ceil(m: Machine, state: State, a: Any, b: Any) -> Any:
    if is_plain(a, b):
        return -(-a // b)
    quotient, facts = m.numbers.exact("Div", "usize", a, b)
    rest, more = m.numbers.exact("Rem", "usize", a, b)
    m.assume(state, *facts, *more)
    return quotient + choice(rest != 0, m.term(1), m.term(0))


@library(r"core::num::<impl \w+>::from_(le|be)_bytes")
def from_octets(m: Machine, state: State, items: Any, *, callee: str) -> Any:
    octets = list(items.fields)
    if "from_le" in callee:
        octets.reverse()
    if is_plain(*octets):
        return int.from_bytes(bytes(octets), "big")
    if not any(isinstance(octet, z3.BitVecRef) for octet in octets):
        return sum(octet * 256**place for place, octet in enumerate(reversed(octets)))
    return z3.Concat(*(m.term(octet, "u8") for octet in octets))


@library(r"core::num::<impl \w+>::to_(le|be)_bytes")
def to_octets(m: Machine, state: State, number: Any, *, callee: str, result: str) -> Any:
    count = int(re.findall(r"; (\d+)\]", result)[0])
    if is_plain(number):
        octets: list[Any] = list(number.to_bytes(count, "little"))
    elif isinstance(number, z3.BitVecRef):
        octets = [z3.Extract(8 * place + 7, 8 * place, number) for place in range(count)]
    else:
        octets, rest = [], number
        for _ in range(count):
            high, facts = m.numbers.exact("Div", "u64", rest, 256)
            m.assume(state, *facts)
            octets.append(rest - 256 * high)
            rest = high
    return Items(tuple(octets if "to_le" in callee else reversed(octets)), "[]")


@library(r"array::<impl \[\w+; \d+\]>::map::<.*>|core::array::<impl .*>::map::<.*>")
def mapped(m: Machine, state: State, array: Any, function: Any, *, callee: str, result: str) -> Any:
    source = re.findall(r"impl \[(\w+);", callee)[0]
    target = re.findall(r"\[(\w+);", result)[0]
    if "From" not in str(function):
        raise Outside(f"{callee} with {function}")
    return Items(tuple(m.numbers.cast(source, target, item)[0] for item in array.fields), "[]")


@library(r"<\{closure@.*\} as Fn(Mut|Once)?<.*>>::call(_mut|_once)?")
def closure(m: Machine, state: State, itself: Any, given: Any, *, callee: str) -> Any:
    return called(m, state, callee, list(given.fields), itself)


def called(m: Machine, state: State, callee: str, arguments: list[Any], closure: Any = None) -> list[tuple[State, Any]]:
    """The closure that a callee names by its place in the source, with what it holds; types are those of its body."""
    (place,) = re.findall(r"\{closure@[^}]*\}", callee)
    body = next(
        each for found in m.bodies.values() for each in found if each.parameters and place in each.parameters[0]
    )
    itself = closure or Items((), place)
    if body.parameters[0].startswith("&") and not isinstance(itself, Ref):
        m.cells += 1
        state.cells["closure", m.cells] = itself
        itself = Ref(("closure", m.cells))
    arguments = [itself, *arguments]
    if contract := m.contracts.get(body.name):
        found = asked(contract, m, state, arguments, kinds=body.parameters, callee=callee, result=body.result)
        return found if isinstance(found, list) else [(state, found)]
    outer = body.name.rpartition("::{closure#")[0]
    return m.run(body, state, arguments, m.types.get(outer, {}))


@library(r"<.* as FnOnce<.*>>::call_once")
def function(m: Machine, state: State, function: Any, given: Any, *, callee: str, result: str) -> Any:
    types = split_all(callee.partition(" as FnOnce<(")[2].rpartition(")>>::")[0])
    return applied(m, state, function, list(given.fields), types, result)


def applied(
    m: Machine, state: State, function: Any, arguments: list[Any], kinds: list[str], result: str
) -> list[tuple[State, Any]]:
    """A closure, or a function that is handed over by its name; of one that is not known the arguments come back."""
    if isinstance(function, Opaque):
        return [(state, Items(tuple(arguments), "a result"))]
    if function.name.startswith("fn "):
        return m.call(state, function.name[3:], arguments, kinds, result)
    return called(m, state, function.name, arguments, function)


@library(r"core::num::<impl u8>::to_ascii_(upper|lower)case")
def in_case(m: Machine, state: State, place: Any, *, callee: str) -> Any:
    octet, other = m.load(state, place), "A" if "lower" in callee else "a"
    if is_plain(octet):
        return ord(bytes([octet]).upper() if other == "a" else bytes([octet]).lower())
    return z3.If(m.is_between(octet, other, chr(ord(other) + 25)), octet + (32 if other == "A" else -32), octet)


@library(r"core::num::<impl u8>::is_ascii_(uppercase|alphanumeric)")
def is_one_of(m: Machine, state: State, place: Any, *, callee: str) -> Any:
    octet = m.load(state, place)
    ranges = ["AZ", "az", "09"] if "numeric" in callee else ["AZ"]
    return known(z3.Or([m.is_between(octet, first, last) for first, last in map(tuple, ranges)]))


@library(r"<\w+ as TryFrom<\w+>>::try_from")
def narrowed(m: Machine, state: State, number: Any, *, callee: str) -> Any:
    target, source = re.findall(r"<(\w+) as TryFrom<(\w+)>", callee)[0]
    value, fits = m.numbers.cast(source, target, number)
    return result_of(fits, value, "TryFromIntError")


@library(r"Option::<.*>::is_(some|none)")
def is_some(m: Machine, state: State, place: Any, *, callee: str) -> Any:
    truth = known(m.load(state, place).tag == 1)
    return truth if "is_some" in callee else negation(truth)


def goes_on(value: Enum, variant: str, tag: Any, residual: Enum) -> Enum:
    """The answer of `?`: the value that is held goes on, and what is left is the residual."""
    return Enum(tag, (("Continue", dict(value.held).get(variant, ())), ("Break", (residual,))))


ROWS: dict[str, Call] = {
    r"core::fmt::rt::Argument::<'_>::\w+::<.*>|Arguments::<'_>::new::<.*>|Arguments::<'_>::from_str": (
        lambda m, state, *_: Items((), "a message")
    ),
    r"<u32 as Ord>::max": lambda m, state, a, b: choice(
        m.numbers.compare("Ge", "u32", m.term(a, "u32"), m.term(b, "u32")), m.term(a, "u32"), m.term(b, "u32")
    ),
    r"<usize as Ord>::min": lambda m, state, a, b: (
        min(a, b) if is_plain(a, b) else choice(m.at_most(a, b), m.term(a), m.term(b))
    ),
    r"<u\d+ as (std::default::)?Default>::default": lambda m, state: 0,
    r"(core::num::<impl u8>|char::methods::<impl char>)::is_ascii": (
        lambda m, state, place: known(m.less(m.load(state, place), 0x80, "u8"))
    ),
    r"core::bool::<impl bool>::then_some::<.*>": lambda m, state, truth, value: option(truth, value),
    r"<(std::option::)?Option<.*> as Try>::branch": (
        lambda m, state, value: goes_on(value, "Some", 1 - value.tag, none())
    ),
    r"<(std::option::)?Option<.*> as FromResidual<.*>>::from_residual": lambda m, state, _: none(),
    r"Result::<.*>::ok": lambda m, state, value: Enum(
        1 - value.tag, (("None", ()), ("Some", dict(value.held).get("Ok", ())))
    ),
    r"<std::ops::Range<usize> as Clone>::clone": lambda m, state, place: m.load(state, place),
}
LIBRARY += ROWS.items()
