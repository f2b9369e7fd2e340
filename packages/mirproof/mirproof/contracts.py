"""A contract of a body: what callers owe it and what it owes them, and the proof that it does."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from mirproof.frames import Frame, Loop
from mirproof.machine import Machine
from mirproof.mir import Body
from mirproof.numbers_of import Arithmetic, Words
from mirproof.values import Ref, State

Claims = Callable[[Any], list[Any]]
Ensures = Callable[[Any, Any], list[Any]]


def nothing(*_: Any) -> list[Any]:
    return []


def if_ok(claims: Ensures) -> Ensures:
    """Claims on the value of a result; an error may be any."""
    return lambda given, result: [] if result.tag == 1 else claims(given, *result.fields("Ok"))


@dataclass
class Contract:
    """`requires` and `ensures` take the arguments by their names in the source, and the machine as `machine`.

    `name` may leave the place of an implementation to a `*` and have its type behind a `@`. `arguments` makes those
    that are not just any values of their types, `kinds` are types in more detail, of structs for example: of an
    argument that refers to one, the cell has the argument's name. `cases` are arguments that are known, a proof for
    each. Where `is_used` is false, callers execute the body.
    """

    name: str
    requires: Claims = nothing
    ensures: Ensures = nothing
    numbers: Arithmetic = field(default_factory=Words)
    arguments: Callable[[Machine, State, dict[str, Any]], dict[str, Any]] | None = None
    kinds: dict[str, str] = field(default_factory=dict)
    cases: list[dict[str, Any]] = field(default_factory=lambda: [{}])
    loops: dict[int, Loop] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    parameters: tuple[str, ...] = ()
    is_used: bool = False
    calls: dict[str, Any] = field(default_factory=dict)
    # All ways to come back, where there is more than any value of the result's type.
    ways: Callable[[Machine, State], list[tuple[State, Any]]] | None = None

    def call(self, machine: Machine, state: State, *arguments: Any, result: str = "") -> Any:
        """At a call: `requires` is an obligation, `ensures` is known of any value of the type."""
        named = dict(zip(self.parameters, arguments, strict=True))
        given = SimpleNamespace(machine=machine, state=state, end=state, **named)
        machine.oblige(state, self.requires(given), f"requires of {self.name}")
        if self.ways is None:
            value = machine.fresh(state, result, self.name.rpartition("::")[2])
            machine.assume(state, *self.ensures(given, value))
            return value
        ends = self.ways(machine, state)
        for given.end, value in ends:
            machine.assume(given.end, *self.ensures(given, value))
        return ends

    def prove(self, machine: Machine, body: Body, case: dict[str, Any]) -> None:
        """Execute the body for all arguments that are as required."""
        state = State()
        made = (self.arguments(machine, state, case) if self.arguments else {}) | case
        values = []
        for name, kind in zip(body.arguments, body.parameters, strict=True):
            if name not in made:
                made[name] = machine.fresh(state, self.kinds.get(name, self.types.get(kind, kind)), name)
            if name in self.kinds and kind.startswith("&"):
                state.cells[name], made[name] = made[name], Ref(name)
            values.append(made[name])
        given = SimpleNamespace(machine=machine, state=state, **dict(zip(body.arguments, values, strict=True)))
        given.made = SimpleNamespace(**made)
        machine.assume(state, *self.requires(given))
        if not machine.is_possible(state):
            raise ValueError(f"{self.name}: nothing is as required")
        machine.loops |= {f"{body.name} {number}": loop for number, loop in self.loops.items()}
        for end, result in machine.run(body, state, values, dict(self.types)):
            given.end = end
            for number, claim in enumerate(self.ensures(given, result), 1):
                machine.oblige(end.copy(), claim, f"ensures {number}")


__all__ = ["Contract", "Frame", "Loop"]
