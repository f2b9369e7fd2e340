"""The contracts of the standard library that the rooms ask. They are assumptions, which no test compares with it."""

import re
from collections.abc import Callable
from typing import Any

import z3
from frames import Call
from machine import Machine
from mir import split_all
from numbers_of import is_plain
from values import (
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
)

LIBRARY: list[tuple[str, Call]] = []


def library(pattern: str) -> Callable[[Call], Call]:
    """Enter a function for callees of this form."""

    def enter(function: Call) -> Call:
        LIBRARY.append((pattern, function))
        return function

    return enter


@library(r"(core::panicking::)?(panic|panic_fmt|panic_const\w*|assert_failed)(::<.*>)?")
def panic(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    m.oblige(state, False, "a panic is not reached")
    return []


@library(r"core::fmt::rt::Argument::<'_>::\w+::<.*>|Arguments::<'_>::new::<.*>|Arguments::<'_>::from_str")
def formatted(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return Items((), "a message")


@library(r"<u\w+ as From<\w+>>::from|<\w+ as Into<u32>>::into")
def widened(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    if kinds[0] == "bool":
        return m.truth_as_number(result, arguments[0])
    return m.numbers.cast(kinds[0], result, arguments[0])[0]


@library(r"core::num::<impl [iu]\w+>::cast_(un)?signed")
def same_bits(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    (number,) = arguments
    if isinstance(number, z3.ArithRef):
        raise Outside("the bits of an integer without width")
    return m.numbers.cut(result, number)


@library(r"core::num::<impl (\w+)>::(wrapping|checked|saturating|overflowing)_(add|sub|mul)")
def without_panic(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    kind, how, operator = re.findall(r"<impl (\w+)>::(\w+?)_(\w+)", callee)[0]
    operator = operator.title()
    value, facts = m.numbers.exact(operator, kind, *arguments)
    m.assume(state, *facts)
    fits = known(m.numbers.fits(kind, operator, *arguments))
    if how == "checked":
        return option(fits, value)
    if how == "saturating":
        limit = 0 if operator == "Sub" else 2 ** WIDTHS[kind] - 1
        return choice(fits, value, m.numbers.number(kind, limit) if not isinstance(fits, bool) else limit)
    return m.numbers.cut(kind, value)


@library(r"core::num::<impl u64>::trailing_zeros")
def trailing_zeros(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    found = z3.BitVecVal(64, 32)
    for bit in reversed(range(64)):
        found = z3.If(z3.Extract(bit, bit, arguments[0]) == 1, z3.BitVecVal(bit, 32), found)
    return found


@library(r"core::num::<impl u(32|64)>::ilog2")
def ilog2(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    m.oblige(state, arguments[0] != 0, "the logarithm of 0 is not asked for")
    found = z3.BitVecVal(0, 32)
    for bit in range(arguments[0].size()):
        found = z3.If(z3.Extract(bit, bit, arguments[0]) == 1, z3.BitVecVal(bit, 32), found)
    return found


@library(r"<u32 as Ord>::max")
def larger(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    a, b = (m.numbers.number("u32", each) if is_plain(each) else each for each in arguments)
    return choice(m.numbers.compare("Ge", "u32", a, b), a, b)


@library(r"core::num::<impl usize>::div_ceil")
def div_ceil(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    a, b = arguments
    if is_plain(a, b):
        return -(-a // b)
    quotient, facts = m.numbers.exact("Div", "usize", a, b)
    rest, more = m.numbers.exact("Rem", "usize", a, b)
    m.assume(state, *facts, *more)
    return quotient + choice(rest != 0, m.numbers.number("usize", 1), m.numbers.number("usize", 0))


@library(r"core::num::<impl \w+>::from_(le|be)_bytes")
def from_octets(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    octets = list(arguments[0].fields)
    if "from_le" in callee:
        octets.reverse()
    if is_plain(*octets):
        return int.from_bytes(bytes(octets), "big")
    if not any(isinstance(octet, z3.BitVecRef) for octet in octets):
        return sum(octet * 256**place for place, octet in enumerate(reversed(octets)))
    return z3.Concat(*(z3.BitVecVal(octet, 8) if is_plain(octet) else octet for octet in octets))


@library(r"core::num::<impl \w+>::to_(le|be)_bytes")
def to_octets(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    count = int(re.findall(r"; (\d+)\]", result)[0])
    number = arguments[0]
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


@library(r"Option::<.*>::is_(some|none)")
def is_some(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    truth = known(m.load(state, arguments[0]).tag == 1)
    return truth if "is_some" in callee else negation(truth)


@library(r"<Option<.*> as Try>::branch|<std::option::Option<.*> as Try>::branch")
def branch(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    held = dict(arguments[0].held)
    goes_on = ("Continue", held.get("Some", ()))
    return Enum(1 - arguments[0].tag, (goes_on, ("Break", (none(),))))


@library(r"<(std::option::)?Option<.*> as FromResidual<.*>>::from_residual")
def from_residual(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return none()


def at_most(m: Machine, a: Any, b: Any) -> Any:
    return a <= b if is_plain(a, b) else m.numbers.compare("Le", "usize", a, b)


@library(r"array::<impl \[\w+; \d+\]>::map::<.*>|core::array::<impl .*>::map::<.*>")
def mapped(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    source = re.findall(r"impl \[(\w+);", callee)[0]
    target = re.findall(r"\[(\w+);", result)[0]
    if "From" not in str(arguments[1]):
        raise Outside(f"{callee} with {arguments[1]}")
    return Items(tuple(m.numbers.cast(source, target, item)[0] for item in arguments[0].fields), "[]")


@library(r"<usize as Ord>::min")
def smaller(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    a, b = arguments
    return min(a, b) if is_plain(a, b) else choice(m.numbers.compare("Le", "usize", a, b), *map(lifted(m), (a, b)))


def lifted(m: Machine) -> Any:
    return lambda value: m.numbers.number("usize", value) if is_plain(value) else value


@library(r"<\{closure@.*\} as Fn(Mut|Once)?<.*>>::call(_mut|_once)?")
def closure(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return called(m, state, callee, list(arguments[1].fields), arguments[0])


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
    if contract := m.contracts.get(body.name):
        found = contract(m, state, [itself, *arguments], body.parameters, callee, body.result)
        return found if isinstance(found, list) else [(state, found)]
    outer = body.name.rpartition("::{closure#")[0]
    return m.run(body, state, [itself, *arguments], m.types.get(outer, {}))


@library(r"<.* as FnOnce<.*>>::call_once")
def function(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    types = split_all(callee.partition(" as FnOnce<(")[2].rpartition(")>>::")[0])
    return applied(m, state, arguments[0], list(arguments[1].fields), types, result)


def applied(
    m: Machine, state: State, function: Any, arguments: list[Any], kinds: list[str], result: str
) -> list[tuple[State, Any]]:
    """A closure, or a function that is handed over by its name; of one that is not known the arguments come back."""
    if isinstance(function, Opaque):
        return [(state, Items(tuple(arguments), "a result"))]
    if function.name.startswith("fn "):
        return m.call(state, function.name[3:], arguments, kinds, result)
    return called(m, state, function.name, arguments, function)


@library(r"error::Error::new|error::<impl .*>::new|Error::new")
def refusal(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return Items(tuple(arguments), "Error")


@library(r"core::num::<impl u8>::to_ascii_(upper|lower)case")
def in_case(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    octet, other = m.load(state, arguments[0]), "A" if "lower" in callee else "a"
    if is_plain(octet):
        return ord(bytes([octet]).upper() if other == "a" else bytes([octet]).lower())
    return z3.If(is_letter(m, octet, other), octet + (32 if other == "A" else -32), octet)


def is_letter(m: Machine, octet: Any, first: str) -> Any:
    """One of the 26 from `a` or `A` on."""
    low, high = ord(first), ord(first) + 25
    return z3.And(m.numbers.compare("Ge", "u8", octet, low), m.numbers.compare("Le", "u8", octet, high))


@library(r"core::num::<impl u8>::is_ascii_uppercase")
def is_upper(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return known(is_letter(m, m.load(state, arguments[0]), "A"))


@library(r"<\w+ as TryFrom<\w+>>::try_from")
def narrowed(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    target, source = re.findall(r"<(\w+) as TryFrom<(\w+)>", callee)[0]
    value, fits = m.numbers.cast(source, target, arguments[0])
    fits = known(fits)
    held = (("Ok", (value,)), ("Err", (Items((), "TryFromIntError"),)))
    return Enum(choice(fits, 0, 1) if isinstance(fits, bool) else z3.If(fits, z3.IntVal(0), z3.IntVal(1)), held)


@library(r"Result::<.*>::ok")
def ok(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    held = dict(arguments[0].held)
    return Enum(1 - arguments[0].tag, (("None", ()), ("Some", held.get("Ok", ()))))
