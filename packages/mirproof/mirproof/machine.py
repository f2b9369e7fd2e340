"""The machine: executes bodies of MIR with symbols, and collects what has to hold on the way.

An obligation is what is known on a path and a claim. Every assertion of the compiler, every index, cast and panic gives
one, and so does every `requires` of a call, every `ensures` of a proof and every invariant of a loop.
"""

import inspect
import re
from typing import Any

import z3

from mirproof.frames import ANY_ITEM, Call, Frame, Loop, Obligation
from mirproof.graph import back_edges, is_lost, written_from
from mirproof.mir import Body, End
from mirproof.mir_text import method_of, path_of, split, unified
from mirproof.numbers_of import Arithmetic
from mirproof.places_of import moved
from mirproof.sides import Sides
from mirproof.values import WIDTHS, Items, Outside, Ref, Slice, State, conjunction, known, negation

# So often a block is executed on one path of a body whose loop has no invariant.
ROUNDS = 600


class Machine(Sides):
    """Executes bodies; what is called is a contract, a body, or a function of the standard library."""

    def __init__(self, bodies: dict[str, list[Body]], numbers: Arithmetic, library: list[tuple[str, Call]]) -> None:
        super().__init__(numbers)
        self.bodies, self.library = bodies, library
        self.contracts: dict[str, Call] = {}
        self.loops: dict[str, Loop] = {}
        self.used: dict[str, Body] = {}
        # The functions of the standard library of which a contract is assumed.
        self.assumed: set[str] = set()
        # The types in place of the type parameters of a body, for its closures.
        self.types: dict[str, dict[str, str]] = {}
        # Fewer rounds of a loop are looked at where only a counterexample is sought.
        self.most_rounds = ROUNDS

    def computed(self, frame: Frame, text: str, body: Body) -> Any:
        """The value of a constant: its body is executed once."""
        key = (text, str(frame.types.get("LEN")), id(self.bodies))
        if key not in CONSTANTS:
            # The compiler checks what it computes: a constant that does not fit is no program.
            inner = Machine(self.bodies, self.numbers, self.library)
            ((state, value),) = inner.run(body, State(), [], dict(frame.types))
            CONSTANTS[key] = ({("constant", key, cell): held for cell, held in state.cells.items()}, value, inner.used)
            if isinstance(value, Ref | Slice):
                CONSTANTS[key] = (CONSTANTS[key][0], in_constant(value, key), inner.used)
        cells, value, used = CONSTANTS[key]
        self.used |= used
        if isinstance(value, Ref | Slice):
            frame.state.cells |= cells
        return value

    def find(self, name: str) -> Body | None:
        """The body of a constant or function with this name, in the shortest form that the compiler gives it."""
        # A constant of an implementation; that of a type parameter is not known by its name.
        pattern = r"(?!<[A-Z]\w? as ).*?(::\w+::(?:promoted\[\d+\]|\{constant#\d+\})|(?<=>)::[A-Z_]+)"
        if match := re.fullmatch(pattern, name):
            named = [each for each in self.bodies if each.endswith(f">{match[1]}")]
            named = [each for each in named if each.partition("<")[0] in name]
            if len(named) > 1 and "promoted" in name:
                raise Outside(f"one of {named} for {name}")
            name = named[0] if len(named) == 1 else name
        for candidate in (name, path_of(name)):
            while True:
                if found := self.bodies.get(candidate):
                    return found[0]
                module = re.match(r"[a-z_]\w*::", candidate)
                if module is None:
                    break
                candidate = candidate[module.end() :]
        return None

    def method(self, callee: str, kinds: list[str], result: str) -> Body | None:
        """The one method of this name whose parameters and result have these types."""
        name = re.sub(r"::<.*>$", "", callee).rpartition("::")[2]
        if not callee.startswith("<"):
            name = path_of(callee).rpartition("::")[2]
        found: list[Body] = []
        for body in (body for full, bodies in self.bodies.items() if full.endswith(f">::{name}") for body in bodies):
            is_other = body.name not in (each.name for each in found)
            has_all = len(body.parameters) == len(kinds)
            if is_other and has_all and None not in parts_of(body, [*kinds, result]):
                found.append(body)
        if len(found) > 1:
            found = [body for body in found if self.is_of(body, callee)]
        return found[0] if len(found) == 1 else None

    def is_of(self, body: Body, callee: str) -> bool:
        """Return whether an implementation is of the type that a callee names."""
        owner = re.sub(r"(::)?<.*>", "", re.sub(r"^<(.*?) as .*", r"\1", callee).rpartition("::")[0] or callee)
        return any(re.sub(r"<.>", "", short(kind)).lstrip("&mut ") == owner for kind in body.parameters[:1])

    def run(self, body: Body, state: State, arguments: list[Any], types: dict[str, str]) -> list[tuple[State, Any]]:
        """Every way through a body: the state at its end, and what is returned."""
        self.used[body.name] = body
        self.types[body.name] = types
        self.cells += 1
        frame = Frame(self, body, self.cells, state.copy(), types)
        for local, argument in enumerate(arguments, 1):
            frame.state.cells[frame.number, local] = argument
        waiting, outcomes = [(0, frame)], []
        while waiting:
            number, frame = waiting.pop()
            block = body.blocks[number]
            entered = self.entered(frame, number)
            for one in entered:
                for statement in block.statements:
                    target = self.ref_of(one, statement.target)
                    assert isinstance(target, Ref)
                    kind = one.type_of(statement.target.local)
                    self.store(one.state, target, self.value(one, statement.value, kind))
                assert block.end is not None
                if block.end.kind == "return":
                    outcomes.append((one.state, one.state.cells.get((one.number, 0), Items(()))))
                else:
                    waiting += self.followed(one, block.end)
        return outcomes

    def entered(self, frame: Frame, number: int) -> list[Frame]:
        """The frames that go on with a block: at the head of a loop with an invariant, from what holds there alone."""
        head = self.heads(frame.body).get(number)
        loop = self.loops.get(f"{frame.body.name} {head}")
        if loop is None:
            frame.visits[number] = frame.visits.get(number, 0) + 1
            if frame.visits[number] > ROUNDS:
                raise Outside(f"a loop without invariant in {frame.body.name}")
            return [frame]
        round_ = frame.inside.get(number, -1) + 1
        is_first = round_ == 0
        if loop.rounds == 0:
            round_ = 0
        text = f"{frame.body.name}: the invariant of loop {head}, round {round_}"
        self.oblige(frame.state, loop.holds(frame, round_), text)
        if round_ > loop.rounds:
            self.oblige(frame.state, False, f"{frame.body.name}: loop {head} has no more rounds")
        if not is_first:
            self.look_for_writes(frame, number, loop)
            return []
        rounds = {*range(min(loop.rounds, self.most_rounds) + 1), loop.rounds}
        return [self.at_head(frame, loop, number, each) for each in sorted(rounds)]

    def at_head(self, frame: Frame, loop: Loop, number: int, round_: int) -> Frame:
        frame = frame.copy()
        frame.inside[number] = round_
        for local in written_from(frame.body, number):
            frame.state.cells.pop((frame.number, local), None)
        for name, value in fresh_of(loop, frame).items():
            kind = value if isinstance(value, str) else ""
            if kind:
                value = self.fresh(frame.state, "usize" if kind == ANY_ITEM else kind, str(name))
            frame[name] = moved(frame[name], value) if kind == ANY_ITEM else value
        for claim in loop.holds(frame, round_):
            self.assume(frame.state, known(claim))
        self.assume(frame.state, *loop.facts(frame))
        if round_ == 0 and not self.is_possible(frame.state):
            self.obligations.append(Obligation((), False, f"{frame.body.name}: an invariant that never holds"))
        frame.at_heads[number] = dict(frame.state.cells)
        return frame

    def look_for_writes(self, frame: Frame, number: int, loop: Loop) -> None:
        """All that the invariant does not speak of is as it was at the head."""
        named = {frame.cell(name) for name in fresh_of(loop, frame.copy())}
        for cell, value in frame.at_heads[number].items():
            if cell not in named and not is_same(value, frame.state.cells.get(cell)):
                raise Outside(f"{frame.body.name}: a loop writes {cell}, of which its invariant does not speak")

    def heads(self, body: Body) -> dict[int, int]:
        """The blocks to which a path comes back, numbered in their order."""
        found = sorted({target for number in body.blocks for target in back_edges(body, number)})
        return {number: place for place, number in enumerate(found)}

    def followed(self, frame: Frame, end: End) -> list[tuple[int, Frame]]:
        """The blocks that come next, each with its frame."""
        targets = dict(end.targets)
        if end.kind in ("goto", "drop"):
            return [(targets["return"], frame)]
        if end.kind == "switch":
            truth = self.operand(frame, end.operands[0])
            return self.merged(frame, end, truth) or self.switched(frame, end, truth)
        if end.kind.startswith("assert"):
            truth = self.operand(frame, end.operands[0])
            self.oblige(frame.state, negation(truth) if end.kind == "assert!" else truth, end.text.strip('"'))
            return [(targets["success"], frame)] if frame.state.known[-1:] != [False] else []
        if end.kind == "call":
            return self.called(frame, end)
        self.oblige(frame.state, False, end.kind)
        return []

    def merged(self, frame: Frame, end: End, truth: Any) -> list[tuple[int, Frame]]:
        """The way behind a branch whose sides only give one number two values: it is the one or the other."""
        sides = [frame.body.blocks[target] for _, target in end.targets]
        if not isinstance(truth, z3.BoolRef) or len(sides) != 2 or any(len(side.statements) != 1 for side in sides):
            return []
        (one,), (other,) = (side.statements for side in sides)
        kind = frame.type_of(one.target.local)
        is_constant = all(each.value.kind == "use" and each.value.operands[0].place is None for each in (one, other))
        goes_on = [side.end.targets if side.end and side.end.kind == "goto" else () for side in sides]
        if one.target != other.target or not is_constant or goes_on[0] != goes_on[1] or kind not in WIDTHS:
            return []
        values = [self.numbers.number(kind, self.operand(frame, each.value.operands[0])) for each in (one, other)]
        target = self.ref_of(frame, one.target)
        assert isinstance(target, Ref)
        condition = truth if end.targets[0][0] == "1" else negation(truth)
        self.store(frame.state, target, z3.If(condition, *values))
        return [(target_, frame) for _, target_ in goes_on[0]]

    def switched(self, frame: Frame, end: End, value: Any) -> list[tuple[int, Frame]]:
        ways: list[tuple[int, Frame]] = []
        taken: list[Any] = []
        for key, target in end.targets:
            if key == "otherwise":
                condition = conjunction(*map(negation, taken))
            elif isinstance(value, bool | z3.BoolRef):
                condition = value if key == "1" else negation(value)
            else:
                condition = known(value == int(key))
            taken.append(condition)
            if is_lost(frame.body, target):
                self.obligations.append(Obligation(tuple(frame.state.known), known(negation(condition)), "no panic"))
                continue
            if condition is False:
                continue
            one = frame.copy()
            self.assume(one.state, condition)
            if condition is True or self.is_possible(one.state):
                ways.append((target, one))
            if condition is True:
                break
        return ways

    def called(self, frame: Frame, end: End) -> list[tuple[int, Frame]]:
        arguments = [self.operand(frame, operand) for operand in end.operands]
        kinds = [frame.types_in(self.kind_of(frame, operand)) for operand in end.operands]
        assert end.target is not None
        result = frame.type_of(end.target.local)
        ways = []
        for state, value in self.call(frame.state, frame.types_in(end.text), arguments, kinds, result):
            after = frame.copy()
            after.state = state.copy()
            target = self.ref_of(after, end.target)
            assert isinstance(target, Ref)
            self.store(after.state, target, value)
            ways += [(number, after) for key, number in end.targets if key == "return"]
        return ways

    def call(
        self, state: State, callee: str, arguments: list[Any], kinds: list[str], result: str
    ) -> list[tuple[State, Any]]:
        """All that comes back: from a contract, else from the standard library, else from the body."""
        plain = split(callee, "::<", last=True)[0] if callee.endswith(">") else callee
        names = (plain, method_of(callee) if callee.startswith("<") else path_of(callee))
        function = next((self.contracts[name] for name in names if name in self.contracts), None)
        if function is None:
            pattern, function = next((each for each in self.library if re.fullmatch(each[0], callee)), ("", None))
            self.assumed |= {pattern} if function else set()
        if function is not None:
            state = state.copy()
            value = asked(function, self, state, arguments, kinds=kinds, callee=callee, result=result)
            return value if isinstance(value, list) else [(state, value)]
        body = self.find(plain if callee.startswith("<") else names[1]) or self.method(callee, kinds, result)
        if body is None:
            raise Outside(f"a call of {callee}")
        return self.run(body, state, arguments, types_of(body, [*kinds, result], callee))


def fresh_of(loop: Loop, frame: Frame) -> dict[Any, Any]:
    return loop.fresh if isinstance(loop.fresh, dict) else loop.fresh(frame)


def asked(function: Call, m: Machine, state: State, arguments: list[Any], **about: Any) -> Any:
    """A contract takes the arguments of the callee, and by name all else that it asks for about the call."""
    wanted = inspect.signature(function).parameters
    return function(m, state, *arguments, **{name: each for name, each in about.items() if name in wanted})


CONSTANTS: dict[Any, tuple[dict[Any, Any], Any, dict[str, Body]]] = {}


def in_constant(value: Any, key: Any) -> Any:
    """A reference into the cells of a constant."""
    if isinstance(value, Slice):
        return value._replace(place=in_constant(value.place, key))
    return value._replace(cell=("constant", key, value.cell))


def short(kind: str) -> str:
    """A type without the modules before its names."""
    return re.sub(r"\b[a-z_]\w*::", "", kind)


def is_same(one: Any, other: Any) -> bool:
    """Return whether two values are the same terms."""
    if one is other:
        return True
    if isinstance(one, z3.ExprRef) or isinstance(other, z3.ExprRef):
        return isinstance(one, z3.ExprRef) and isinstance(other, z3.ExprRef) and one.eq(other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return type(one) is type(other) and len(one) == len(other) and all(map(is_same, one, other))
    return type(one) is type(other) and bool(one == other)


def parts_of(body: Body, kinds: list[str]) -> list[dict[str, str] | None]:
    """For each parameter and the result, what stands for type parameters there; none where the type is another."""
    pairs = zip((*body.parameters, body.result), kinds, strict=False)
    return [unified(short(pattern), short(kind)) for pattern, kind in pairs]


def types_of(body: Body, kinds: list[str], callee: str) -> dict[str, str]:
    """All that stands for the type parameters of a body, and for its one constant; what holds others comes first."""
    types = {name: kind for part in parts_of(body, kinds) if part for name, kind in part.items()}
    if match := re.search(r"::<(\d+)(?:, .*)?>$", callee):
        types |= {"LEN": match[1], "N": match[1]}
    return dict(sorted(types.items(), key=lambda each: -len(each[0])))
