"""Operands, constants and right sides of statements."""

import ast
import re
from typing import Any

import z3

from mirproof.frames import Frame
from mirproof.mir import Body, Operand, Value
from mirproof.mir_text import split
from mirproof.numbers_of import is_plain, limits
from mirproof.places_of import Places
from mirproof.values import (
    COMPARISONS,
    WIDTHS,
    Enum,
    Items,
    Memory,
    Outside,
    Ref,
    Slice,
    conjunction,
    known,
    negation,
    none,
)

# The number of each variant that is looked at. Those of a crate are entered by its contracts.
VARIANTS = {"None": 0, "Some": 1, "Ok": 0, "Err": 1, "Continue": 0, "Break": 1}


class Sides(Places):
    """All that stands on the right sides."""

    def find(self, name: str) -> Body | None:
        """The body of a constant or function."""
        raise NotImplementedError

    def computed(self, frame: Frame, text: str, body: Body) -> Any:
        """The value of a constant that has code."""
        raise NotImplementedError

    def operand(self, frame: Frame, operand: Operand) -> Any:
        if operand.place is None:
            return self.constant(frame, operand.constant)
        ref = self.ref_of(frame, operand.place)
        return self.load(frame.state, ref) if isinstance(ref, Ref) else ref

    def constant(self, frame: Frame, text: str) -> Any:
        if match := re.fullmatch(r"(-?\d+)_\w+", text):
            return int(match[1])
        if text in ("true", "false"):
            return text == "true"
        if text == "()":
            return Items(())
        if text.endswith("char>::REPLACEMENT_CHARACTER"):
            return 0xFFFD
        if re.fullmatch(r"Option::<.*>::None", text):
            return none()
        if match := re.fullmatch(r"(?:core::num::<impl )?([iu]\w+)>?::(MAX|BITS)", text):
            return WIDTHS[match[1]] if match[2] == "BITS" else limits(match[1])[1] - 1
        if text.startswith('b"'):
            frame.state.cells[text] = Items(tuple(ast.literal_eval(text)), "[]")
            return Ref(text)
        if text.startswith(("ZeroSized: ", "fn ", '"', "'")):
            return Items((), frame.types_in(text))
        return self.evaluated(frame, frame.types_in(text))

    def evaluated(self, frame: Frame, text: str) -> Any:
        """A constant of the crate: its body is executed, as the compiler does."""
        if text in ("true", "false"):
            return text == "true"
        if text in frame.types or re.fullmatch(r"-?\d+", text):
            return int(frame.types.get(text, text))
        body = self.find(text)
        if body is None:
            raise Outside(f"the constant {text}")
        if len(body.lines) == 1 and not body.lines[0].startswith(" "):
            return self.constant(frame, body.lines[0].removesuffix(";").removeprefix("const "))
        return self.computed(frame, text, body)

    def kind_of(self, frame: Frame, operand: Operand) -> str:
        """The type of an operand, as far as operators need it."""
        if operand.place is None:
            if match := re.fullmatch(r"-?\d+_(\w+)", operand.constant):
                return match[1]
            if match := re.fullmatch(r"(?:core::num::<impl )?([iu]\w+)>?::(MAX|BITS)", operand.constant):
                return "u32" if match[2] == "BITS" else match[1]
            body = self.find(frame.types_in(operand.constant))
            return "bool" if operand.constant in ("true", "false") else body.result if body else "usize"
        kind = frame.type_of(operand.place.local)
        for step, text in operand.place.steps:
            kind = self.kind_inside(kind, step, text)
        return kind

    def kind_inside(self, kind: str, step: str, text: str) -> str:
        if step == "*":
            return re.sub(r"^&('\w+ )?(mut )?", "", kind)
        if step == "index":
            return split(kind[1:-1], "; ", needed=False)[0]
        if step == "field":
            return text.partition(": ")[2]
        return f"{kind} as {text}"

    def value(self, frame: Frame, value: Value, target: str) -> Any:
        operands = [self.operand(frame, operand) for operand in value.operands]
        if value.kind == "use":
            return operands[0]
        if value.kind == "operator":
            return self.operator(frame, value, operands, target)
        if value.kind == "reference":
            assert value.place is not None
            return self.ref_of(frame, value.place)
        if value.kind == "cast":
            return self.cast(frame, value, operands[0])
        if value.kind == "discriminant":
            assert value.place is not None
            ref = self.ref_of(frame, value.place)
            assert isinstance(ref, Ref)
            return self.load(frame.state, ref).tag
        if value.kind == "repeat":
            return Items(tuple(operands) * self.evaluated(frame, re.sub(r"_usize$", "", value.text)), "[]")
        if value.kind == "aggregate":
            return self.aggregate(value.text, operands, frame.types_in(target))
        raise Outside(value.kind)

    def aggregate(self, name: str, operands: list[Any], target: str) -> Any:
        """A variant where the type has variants, else fields in their order."""
        last = re.sub(r"<.*>", "", name).rpartition("::")[2]
        if last in VARIANTS:
            return Enum(VARIANTS[last], ((last, tuple(operands)),))
        return Items(tuple(operands), name)

    def cast(self, frame: Frame, value: Value, operand: Any) -> Any:
        kind, _, target = value.text.partition(" ")
        if kind == "PointerCoercion":
            items = self.load(frame.state, operand)
            if isinstance(items, Memory):
                kind = frame.types_in(self.kind_of(frame, value.operands[0]))
                return Slice(operand, 0, items.length or int(re.findall(r"; (\d+)\]$", kind)[0]))
            return Slice(operand, 0, len(items.fields))
        source = self.kind_of(frame, value.operands[0])
        if source == "bool":
            return self.truth_as_number(target, operand)
        result, same = self.numbers.cast(source, frame.types_in(target), operand)
        self.oblige(frame.state, same, f"{source} as {target}")
        return result

    def truth_as_number(self, target: str, truth: Any) -> Any:
        if isinstance(truth, bool):
            return int(truth)
        return z3.If(truth, self.numbers.number(target, 1), self.numbers.number(target, 0))

    def operator(self, frame: Frame, value: Value, operands: list[Any], target: str) -> Any:
        name, kind = value.text, self.kind_of(frame, value.operands[0])
        kind = frame.types_in(kind)
        if name == "PtrMetadata":
            return operands[0].length
        if name == "Not":
            return self.inverted(kind, operands[0])
        a, b = operands
        if kind == "bool" and name not in COMPARISONS:
            parts = {"BitAnd": conjunction(a, b), "BitOr": negation(conjunction(negation(a), negation(b)))}
            return parts[name]
        if name in COMPARISONS:
            if is_plain(a) and not is_plain(b) and kind in WIDTHS:
                a = self.numbers.number(kind, a)
            return known(self.numbers.compare(name, kind, a, b))
        plain = name.removesuffix("WithOverflow")
        result, facts = self.numbers.exact(plain, kind, a, b)
        if plain != name:
            fits = self.numbers.fits(kind, plain, a, b)
            self.assume(frame.state, *facts)
            return Items((self.cut_if_known(kind, result), negation(fits)))
        self.assume(frame.state, *facts)
        return self.cut_if_known(kind, result)

    def cut_if_known(self, kind: str, value: Any) -> Any:
        return self.numbers.cut(kind, value) if is_plain(value) else value

    def inverted(self, kind: str, value: Any) -> Any:
        if kind == "bool":
            return negation(value)
        if is_plain(value):
            return self.numbers.cut(kind, ~value)
        if not isinstance(value, z3.BitVecRef):
            raise Outside("Not of an integer without width")
        return ~value
