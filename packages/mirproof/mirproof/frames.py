"""All that the machine works on: obligations, loops with their invariants, and the frame of a body that is executed."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mirproof.mir import Body
from mirproof.values import Ref, State


class Obligation(NamedTuple):
    """Where all that is known holds, the claim does."""

    known: tuple[Any, ...]
    claim: Any
    text: str


# At the head of a loop, an iterator in front of any of its items.
ANY_ITEM = "any item"


class Loop(NamedTuple):
    """The invariant of a loop: over the variables that change, and the number of the round where rounds are bounded.

    `fresh` says what each variable may be at the head of the loop: a value, any value of a type, or `ANY_ITEM`. All
    else that the loop writes is forgotten there.
    """

    fresh: Callable[["Frame"], dict[Any, Any]] | dict[Any, Any]
    holds: Callable[["Frame", int], list[Any]]
    rounds: int = 0
    # Definitions that are unfolded at the head.
    facts: Callable[["Frame"], list[Any]] = lambda _: []


@dataclass
class Frame:
    """A body that is executed: its number, types in place of its type parameters, and the state."""

    # A `Machine`, whose module needs this one.
    machine: Any
    body: Body
    number: int
    state: State
    types: dict[str, str]
    visits: dict[int, int] = field(default_factory=dict)
    inside: dict[int, int] = field(default_factory=dict)
    at_heads: dict[int, dict[Any, Any]] = field(default_factory=dict)

    def copy(self) -> "Frame":
        state = self.state.copy()
        parts = (dict(self.visits), dict(self.inside), dict(self.at_heads))
        return Frame(self.machine, self.body, self.number, state, self.types, *parts)

    def __getitem__(self, name: Any) -> Any:
        """A variable by its name in the source, with `#1` the first one of that name."""
        return self.machine.load(self.state, Ref(self.cell(name)))

    def __setitem__(self, name: Any, value: Any) -> None:
        self.state.cells[self.cell(name)] = value

    def cell(self, name: Any) -> Any:
        """That of a variable or of a local, or one to which it refers."""
        local = self.body.names.get(name, name)
        return (self.number, local) if isinstance(local, int) else name

    @property
    def round(self) -> int:
        """That of the loop which was entered last."""
        return list(self.inside.values())[-1]

    def type_of(self, local: int) -> str:
        return self.types_in(self.body.types[local])

    def types_in(self, text: str) -> str:
        for name, kind in self.types.items():
            text = re.sub(rf"(?<![\w:]){re.escape(name)}(?!\w)", kind, text)
        return text


# The machine, the state and the arguments; and by name the types of these, `kinds`, the callee, and the type of the
# result, each where it is asked for.
Call = Callable[..., Any]
