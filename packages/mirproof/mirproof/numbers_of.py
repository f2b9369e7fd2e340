"""Integers of Rust as terms of z3: of unbounded integers, or of words of bits. Known numbers are those of Python."""

import operator
from collections.abc import Callable
from typing import Any

import z3

from mirproof.values import COMPARISONS, WIDTHS, Outside, choice, conjunction


def limits(kind: str) -> tuple[int, int]:
    width = WIDTHS[kind]
    return (-(2 ** (width - 1)), 2 ** (width - 1)) if kind.startswith("i") else (0, 2**width)


def wrapped(kind: str, number: int) -> int:
    low, high = limits(kind)
    return (number - low) % (high - low) + low


OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mul": operator.mul,
    "Div": lambda a, b: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1),
    "BitAnd": operator.and_,
    "BitOr": operator.or_,
    "BitXor": operator.xor,
    "Shl": operator.lshift,
    "Shr": operator.rshift,
    "Eq": operator.eq,
    "Ne": operator.ne,
    "Lt": operator.lt,
    "Le": operator.le,
    "Gt": operator.gt,
    "Ge": operator.ge,
}


def exact(name: str, a: Any, b: Any) -> Any:
    """The result of an operator, before it is cut, or a comparison."""
    if name == "Rem":
        return a - exact("Div", a, b) * b
    if name not in OPERATORS:
        raise Outside(name)
    return OPERATORS[name](a, b)


QUOTIENT = z3.Function("quotient", z3.IntSort(), z3.IntSort(), z3.IntSort())


def quotient(dividend: Any, divisor: Any) -> tuple[Any, list[Any]]:
    """Division that drops the remainder, of numbers that are not negative, and its definition.

    It is one function of both numbers, so that the code and a formula that divide the same agree.
    """
    found = QUOTIENT(dividend, divisor)
    rest = dividend - divisor * found
    return found, [rest >= 0, rest < divisor, found >= 0, found <= dividend]


def is_plain(*values: Any) -> bool:
    return all(isinstance(value, int) for value in values)


class Integers:
    """Unbounded integers with their limits as constraints: for arithmetic with products of unknowns."""

    def number(self, kind: str, value: int) -> Any:
        return z3.IntVal(value)

    def fresh(self, name: str, kind: str) -> tuple[Any, list[Any]]:
        value = z3.FreshInt(name)
        low, high = limits(kind)
        return value, [value >= low, value < high]

    def compare(self, name: str, kind: str, a: Any, b: Any) -> Any:
        return exact(name, a, b)

    def exact(self, name: str, kind: str, a: Any, b: Any) -> tuple[Any, list[Any]]:
        """The result without limits, and what is known of it."""
        if is_plain(a, b):
            return exact(name, a, b), []
        if kind.startswith("i"):
            raise Outside(f"{name} of {kind}")
        if name in ("Div", "Rem"):
            found, facts = quotient(a, b)
            return (found if name == "Div" else a - b * found), facts
        if name == "Shr" and is_plain(b):
            return self.exact("Div", kind, a, 2**b)
        if name == "Shl" and is_plain(b):
            return self.exact("Rem", kind, a * 2**b, limits(kind)[1])
        if name == "BitAnd" and is_plain(b) and b & (b + 1) == 0:
            return self.exact("Rem", kind, a, b + 1)
        if name in ("Add", "Sub", "Mul"):
            return exact(name, a, b), []
        if name == "BitOr":
            # Some number that has the bits of both.
            found = z3.FreshInt("bits")
            return found, [found >= a, found >= b, found <= a + b, found < limits(kind)[1]]
        raise Outside(f"{name} of integers without width")

    def cut(self, kind: str, value: Any) -> Any:
        return value % limits(kind)[1] if not is_plain(value) else wrapped(kind, value)

    def fits(self, kind: str, name: str, a: Any, b: Any) -> Any:
        low, high = limits(kind)
        value = exact(name, a, b)
        return (low <= value < high) if is_plain(value) else conjunction(value >= low, value < high)

    def cast(self, source: str, target: str, value: Any) -> tuple[Any, Any]:
        """The value in another type, and whether it is the same number."""
        low, high = limits(target)
        if is_plain(value):
            return wrapped(target, value), low <= value < high
        fits = limits(source)[0] >= low and limits(source)[1] <= high
        return value, fits or conjunction(value >= low, value < high)


class Words:
    """Words of bits: for masks, shifts and octets within a word."""

    def number(self, kind: str, value: int) -> Any:
        return z3.BitVecVal(value, WIDTHS[kind])

    def word(self, kind: str, value: Any) -> Any:
        return self.number(kind, value) if is_plain(value) else value

    def fresh(self, name: str, kind: str) -> tuple[Any, list[Any]]:
        return z3.FreshConst(z3.BitVecSort(WIDTHS[kind]), name), []

    def compare(self, name: str, kind: str, a: Any, b: Any) -> Any:
        if is_plain(a, b) or name in COMPARISONS[:2] or kind.startswith("i") or kind not in WIDTHS:
            return exact(name, a, b)
        a, b = self.word(kind, a), self.word(kind, b)
        return {"Lt": z3.ULT, "Le": z3.ULE, "Gt": z3.UGT, "Ge": z3.UGE}[name](a, b)

    def exact(self, name: str, kind: str, a: Any, b: Any) -> tuple[Any, list[Any]]:
        if is_plain(a, b):
            return exact(name, a, b), []
        if name in ("Shl", "Shr"):
            # The number of bits has a type of its own.
            width = WIDTHS[kind]
            bits = z3.BitVecVal(b, width) if is_plain(b) else z3.ZeroExt(width, b)
            bits = z3.Extract(width - 1, 0, bits)
            a = self.word(kind, a)
            # The sign moves into a number that has one.
            right = a >> bits if kind.startswith("i") else z3.LShR(a, bits)
            return (a << bits if name == "Shl" else right), []
        a, b = self.word(kind, a), self.word(kind, b)
        if kind.startswith("i") and name in ("Div", "Rem"):
            raise Outside(f"{name} of {kind}")
        if name in ("Div", "Rem"):
            return (z3.UDiv(a, b) if name == "Div" else z3.URem(a, b)), []
        return exact(name, a, b), []

    def cut(self, kind: str, value: Any) -> Any:
        return wrapped(kind, value) if is_plain(value) else value

    def fits(self, kind: str, name: str, a: Any, b: Any) -> Any:
        low, high = limits(kind)
        if is_plain(a, b):
            return low <= exact(name, a, b) < high
        a, b = self.word(kind, a), self.word(kind, b)
        signed = kind.startswith("i")
        if name == "Add":
            return z3.And(z3.BVAddNoOverflow(a, b, signed), z3.BVAddNoUnderflow(a, b) if signed else True)
        if name == "Sub":
            return z3.And(z3.BVSubNoUnderflow(a, b, signed), z3.BVSubNoOverflow(a, b) if signed else True)
        return z3.And(z3.BVMulNoOverflow(a, b, signed), z3.BVMulNoUnderflow(a, b) if signed else True)

    def cast(self, source: str, target: str, value: Any) -> tuple[Any, Any]:
        if is_plain(value):
            low, high = limits(target)
            return wrapped(target, value), low <= value < high
        width, wanted = WIDTHS[source], WIDTHS[target]
        signed = source.startswith("i")
        if wanted >= width:
            wide = z3.SignExt(wanted - width, value) if signed else z3.ZeroExt(wanted - width, value)
            return wide, (value >= 0) if signed and not target.startswith("i") else True
        cut = z3.Extract(wanted - 1, 0, value)
        low, high = limits(target)
        same = conjunction(*([value >= low, value < high] if signed else [z3.ULT(value, high)]))
        return cut, same


Arithmetic = Integers | Words
__all__ = ["Arithmetic", "Integers", "Words", "choice", "is_plain", "limits"]
