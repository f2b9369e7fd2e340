"""A reader of the MIR text of the pinned compiler: bodies, blocks, statements, places and operands.

Everything in a body that is read has to be understood: what is not is an error with its line, and nothing is skipped
but the notes on storage and scopes, which compute nothing.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from mirproof.mir_text import Unknown, call_parts, is_const, split

Step = tuple[str, str]


class Place(NamedTuple):
    """A local, and the way from it: `*`, a field, a variant, an index by a local or by a number, with its text."""

    local: int
    steps: tuple[Step, ...]


class Operand(NamedTuple):
    """A place that is read, or a constant, with the text of it."""

    place: Place | None
    constant: str


class Value(NamedTuple):
    """A right side: its kind, operands, a place, and whatever text belongs to it: an operator, a type, a name."""

    kind: str
    operands: tuple[Operand, ...] = ()
    place: Place | None = None
    text: str = ""


class Statement(NamedTuple):
    """An assignment, with its line."""

    line: int
    target: Place
    value: Value


class End(NamedTuple):
    """The end of a block: its kind, operands, the blocks that follow by what leads there, and text."""

    line: int
    kind: str
    operands: tuple[Operand, ...] = ()
    targets: tuple[tuple[str, int], ...] = ()
    target: Place | None = None
    text: str = ""


@dataclass
class Block:
    """Statements, and what ends them."""

    statements: list[Statement] = field(default_factory=list)
    end: End | None = None
    is_cleanup: bool = False


@dataclass
class Body:
    """A function, or a constant that has code: the lines of it, read when they are asked for."""

    name: str
    parameters: list[str]
    result: str
    lines: list[str]
    first_line: int

    @cached_property
    def types(self) -> dict[int, str]:
        """The types of the locals."""
        types = dict(enumerate(self.parameters, 1)) | {0: self.result}
        for line in self.lines:
            if match := re.fullmatch(r" +let (?:mut )?_(\d+): (.*);", line):
                types[int(match[1])] = match[2]
        return types

    @cached_property
    def names(self) -> dict[str, int]:
        """The locals by the names that they have in the source, as the compiler notes them for debuggers.

        Of several of one name, the last one has the name, and `name#1`, `name#2` are each in their order.
        """
        found: dict[str, int] = {}
        counts = Counter[str]()
        for match in (re.fullmatch(r" +debug (\w+) => _(\d+);", line) for line in self.lines):
            if match:
                counts[match[1]] += 1
                found |= {match[1]: int(match[2]), f"{match[1]}#{counts[match[1]]}": int(match[2])}
        return found

    @cached_property
    def arguments(self) -> list[str]:
        """The names of the parameters."""
        pattern = re.compile(r" +debug (\w+) => _(\d+);")
        found = {int(match[2]): match[1] for match in map(pattern.fullmatch, self.lines) if match}
        return [found.get(local, f"_{local}") for local in range(1, len(self.parameters) + 1)]

    @cached_property
    def blocks(self) -> dict[int, Block]:
        blocks: dict[int, Block] = {}
        block: Block | None = None
        for number, line in enumerate(self.lines, self.first_line):
            text = line.strip()
            try:
                if match := re.fullmatch(r"    bb(\d+)( \(cleanup\))?: \{", line):
                    block = blocks[int(match[1])] = Block(is_cleanup=bool(match[2]))
                elif block is None:
                    if not re.fullmatch(r"(debug \w+ => .*;|let .*;|scope \d+ .*\{|\}|)", text):
                        raise Unknown(text)
                elif line == "    }":
                    block = None
                else:
                    read_line(block, text, number)
            except Unknown as error:
                raise Unknown(f"line {number}: {error}") from None
        return blocks

    @property
    def text(self) -> str:
        """All that is hashed: everything but the numbers of lines in the source."""
        return "\n".join([self.name, *self.parameters, self.result, *self.lines])


def read_line(block: Block, text: str, line: int) -> None:
    """A statement or an end."""
    if block.end is not None or not text.endswith(";"):
        raise Unknown(text)
    text = text[:-1]
    if re.fullmatch(r"Storage(Live|Dead)\(_\d+\)|nop|ConstEvalCounter", text):
        return
    if end := read_end(text, line):
        block.end = end
        return
    target, value = split(text, " = ")
    block.statements.append(Statement(line, read_place(target), read_value(value)))


def read_end(text: str, line: int) -> End | None:
    """The end of a block; nothing if it is a statement."""
    if text in ("return", "unreachable", "resume"):
        return End(line, text)
    if match := re.fullmatch(r"goto -> bb(\d+)", text):
        return End(line, "goto", targets=(("return", int(match[1])),))
    if match := re.fullmatch(r"switchInt\((.*)\) -> \[(.*)\]", text):
        return End(line, "switch", (read_operand(match[1]),), read_targets(match[2]))
    if match := re.fullmatch(r"assert\((!?)(.*)\) -> \[(.*)\]", text):
        condition, message, *_ = split_all(match[2])
        return End(line, f"assert{match[1]}", (read_operand(condition),), read_targets(match[3]), text=message)
    if match := re.fullmatch(r"drop\((.*)\) -> \[(.*)\]", text):
        return End(line, "drop", targets=read_targets(match[2]), target=read_place(match[1]))
    if match := re.fullmatch(r"(.*\)) -> (?:\[(return: bb.*)\]|unwind .*|bb\d+)", text):
        target, call = split(match[1], " = ")
        callee, arguments = call_parts(call)
        operands = tuple(map(read_operand, split_all(arguments)))
        return End(line, "call", operands, read_targets(match[2] or ""), read_place(target), callee)
    return None


def read_targets(text: str) -> tuple[tuple[str, int], ...]:
    """`0: bb1, otherwise: bb2`; those of unwinding are not ways of a body that does not panic."""
    targets = []
    for each in filter(None, text.split(", ")):
        if match := re.fullmatch(r"(-?\w+): bb(\d+)", each):
            targets.append((match[1], int(match[2])))
        elif not re.fullmatch(r"unwind (continue|unreachable|terminate\(\w+\))", each):
            raise Unknown(text)
    return tuple(target for target in targets if target[0] != "unwind")


def split_all(text: str) -> list[str]:
    """The parts between commas that are in no brackets and no string."""
    parts = []
    while text:
        head, text = split(text, ", ", needed=False)
        parts.append(head.removesuffix(","))
    return parts


def read_place(text: str) -> Place:
    if match := re.fullmatch(r"_(\d+)", text):
        return Place(int(match[1]), ())
    if text.endswith("]"):
        inner, index = split(text[:-1], "[", last=True)
        if not re.fullmatch(r"_\d+|-?\d+ of \d+|\d+\.\.\d+", index):
            raise Unknown(text)
        return with_step(read_place(inner), "index", index)
    if not (text.startswith("(") and text.endswith(")")):
        raise Unknown(text)
    text = text[1:-1]
    if text.startswith("*"):
        return with_step(read_place(text[1:]), "*", "")
    inner, rest = split(text, ": ", needed=False)
    if rest:
        place, number = split(inner, ".", last=True)
        return with_step(read_place(place), "field", f"{number}: {rest}")
    place, variant = split(text, " as ", last=True)
    return with_step(read_place(place), "variant", variant)


def with_step(place: Place, kind: str, text: str) -> Place:
    return Place(place.local, (*place.steps, (kind, text)))


def read_operand(text: str) -> Operand:
    kind, _, rest = text.partition(" ")
    if kind in ("copy", "move"):
        return Operand(read_place(rest), "")
    if kind == "const" and is_const(rest):
        return Operand(None, rest)
    # A function that is handed over.
    if is_const(text) and "::" in text:
        return Operand(None, f"fn {text}")
    raise Unknown(text)


OPERATORS = ["Add", "Sub", "Mul", "Div", "Rem", "BitAnd", "BitOr", "BitXor", "Shl", "Shr"]
OPERATORS += ["Eq", "Ne", "Lt", "Le", "Gt", "Ge", "AddWithOverflow", "SubWithOverflow", "MulWithOverflow"]


def read_value(text: str) -> Value:
    if match := re.fullmatch(r"(\w+)\((.*)\)", text):
        name = match[1]
        if name in OPERATORS or name in ("Not", "Neg", "PtrMetadata"):
            return Value("operator", tuple(map(read_operand, split_all(match[2]))), text=name)
        if name in ("discriminant", "Len"):
            return Value(name, place=read_place(match[2]))
    if match := re.fullmatch(r"&(mut |raw const \(fake\) )?(?!raw )(.*)", text):
        return Value("reference", place=read_place(match[2]), text=match[1] or "")
    if match := re.fullmatch(r"(.*) as (.*) \((IntToInt|PointerCoercion\(Unsize, \w+\))\)", text):
        return Value("cast", (read_operand(match[1]),), text=f"{match[3].partition('(')[0]} {match[2]}")
    if match := re.fullmatch(r"(copy|move|const) .*", text):
        return Value("use", (read_operand(text),))
    return read_aggregate(text)


def read_aggregate(text: str) -> Value:
    """Arrays, tuples, structs, variants of enums, closures."""
    if text.startswith("[") and text.endswith("]"):
        first, count = split(text[1:-1], "; ", needed=False)
        if count:
            return Value("repeat", (read_operand(first),), text=count)
        return Value("aggregate", tuple(map(read_operand, split_all(text[1:-1]))), text="[]")
    if text.startswith("(") and text.endswith(")"):
        return Value("aggregate", tuple(map(read_operand, split_all(text[1:-1]))), text="()")
    if match := re.fullmatch(r"((?:\{closure@[^}]*\}|[\w:<>', &\[\];()]+)) \{ (.*) \}", text):
        fields = [split(each, ": ") for each in split_all(match[2])]
        return Value("aggregate", tuple(read_operand(operand) for _, operand in fields), text=match[1])
    if text.endswith(")"):
        name, arguments = call_parts(text)
        return Value("aggregate", tuple(map(read_operand, split_all(arguments))), text=name)
    # Operands are none: a compiler may have words before them that are not known here.
    if re.fullmatch(r"(?!.*\b(copy|move) )[\w:<>', &\[\];()]+", text):
        return Value("aggregate", text=text)
    raise Unknown(text)


Bodies = dict[str, list[Body]]


def read(text: str) -> Bodies:
    """The bodies of a crate, by the names that the compiler gives them."""
    bodies: Bodies = {}
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line, start = lines[at], at
        at += 1
        if line.endswith((" = {", ";")) and not line.startswith((" ", "fn ")):
            head, rest = (line[:-4], "{") if line.endswith(" = {") else split(line, " = ")
            name, result = split(re.sub(r"^(const|static|static mut) ", "", head), ": ")
            parameters: list[str] = []
            is_one_line = rest.endswith(";")
            inner = [rest] if is_one_line else []
        elif line.startswith("fn ") and line.endswith(" {"):
            head, result = split(line[3:-2], " -> ", last=True)
            name, inside = call_parts(head)
            parameters = [split(each, ": ")[1] for each in split_all(inside)]
            inner, is_one_line = [], False
        elif re.fullmatch(r"|//.*|alloc\d+ .*|    .*│.*|\}", line):
            continue
        else:
            raise Unknown(f"line {start + 1}: {line}")
        if not is_one_line:
            end = lines.index("}", at)
            inner, at = lines[at:end], end + 1
        bodies.setdefault(name, []).append(Body(name, parameters, result, inner, start + 2))
    return bodies
