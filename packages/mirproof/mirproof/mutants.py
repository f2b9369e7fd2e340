"""Mutants of the bodies: each is one change of its MIR, and the proof of its contract has to be refuted.

A proof that holds for wrong code, too, shows nothing. Operators, constants and comparisons are changed, and the ways of
a branch swapped. A mutant that is not refuted is a fault, but where a crate lists it with the reason why it computes
the same.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from mirproof import machine, mir
from mirproof.contracts import Contract
from mirproof.graph import is_lost
from mirproof.mir_text import Unknown
from mirproof.prover import answer, body_of, obligations_of
from mirproof.values import Outside

# So many changes and so many dropped checks of each contract, at places that lie evenly in its body.
MOST = 4
Change = tuple[str, str | Callable[[re.Match[str]], str]]
OPERATORS: list[Change] = [
    (r"\bAdd(WithOverflow)?\(", r"Sub\1("),
    (r"\bSub(WithOverflow)?\(", r"Add\1("),
    (r"\bMul(WithOverflow)?\(", r"Add\1("),
    (r"\bDiv\(", "Add("),
    (r"\bLt\(", "Le("),
    (r"\bLe\(", "Lt("),
    (r"\bGt\(", "Ge("),
    (r"\bGe\(", "Gt("),
    (r"\bEq\(", "Ne("),
    (r"\bNe\(", "Eq("),
    (r"\bBitAnd\(", "BitOr("),
    (r"\bBitOr\(", "BitAnd("),
    (r"\bShr\(", "Shl("),
]
NUMBERS_AND_WAYS: list[Change] = [
    (r"\bconst (\d+)_", lambda match: f"const {int(match[1]) + 1}_"),
    (r"\[0: (bb\d+), otherwise: (bb\d+)\]", r"[0: \2, otherwise: \1]"),
]
# A check that is dropped: always the one way, or always the other.
BRANCH = re.compile(r"switchInt\(\w+ _\d+\) -> \[\d+: bb(\d+), otherwise: bb(\d+)\]")


class Mutant(NamedTuple):
    """A body with one line changed."""

    name: str
    body: mir.Body


def ways_without_panic(body: mir.Body) -> Iterator[tuple[int, str]]:
    """The lines, with their numbers, of blocks that do not clean up behind a panic."""
    cleans_up = False
    for number, line in enumerate(body.lines):
        if re.match(r"    bb\d+.*\{$", line):
            cleans_up = "(cleanup)" in line
        if not cleans_up:
            yield number, line


def every_drop(body: mir.Body) -> Iterator[Mutant]:
    """Each check on a number or a truth is dropped, but for one that leads to a panic: that it holds is the proof."""
    for number, line in ways_without_panic(body):
        match = BRANCH.search(line)
        if match and not any(is_lost(body, int(target)) for target in match.groups()):
            for target in match.groups():
                yield changed(body, number, line.replace(match[0], f"goto -> bb{target}"))


def changed(body: mir.Body, number: int, new: str) -> Mutant:
    lines = [*body.lines[:number], new, *body.lines[number + 1 :]]
    copy = mir.Body(body.name, body.parameters, body.result, lines, body.first_line)
    return Mutant(f"{body.lines[number].strip()} => {new.strip()}", copy)


def every_change(body: mir.Body, changes: Sequence[Change] = ()) -> Iterator[Mutant]:
    """All of a body, but for its assertions: what they look at cannot be, so that they may be changed."""
    for number, line in ways_without_panic(body):
        is_bits = re.search(r"= const \d+_i32 as u32", line)
        if not re.match(r" {8}\S", line) or "assert(" in line or "const 0_" in line or is_bits:
            continue
        follows = body.lines[number + 1] if number + 1 < len(body.lines) else ""
        if "assert(" in follows and "WithOverflow" not in line:
            # The condition of an assertion.
            continue
        for pattern, other in (*OPERATORS, *changes, *NUMBERS_AND_WAYS):
            new = re.sub(pattern, other, line, count=1)
            if new != line:
                yield changed(body, number, new)


def chosen(body: mir.Body, changes: Sequence[Change] = ()) -> list[Mutant]:
    chosen_ones = []
    for found in (list(every_change(body, changes)), list(every_drop(body))):
        chosen_ones += found[:: max(1, -(-len(found) // MOST))]
    return chosen_ones


def verdict(bodies: mir.Bodies, contract: Contract, mutant: Mutant, contracts: Mapping[str, Contract]) -> str:
    """Return `refuted` where values break the contract; else why they were not found."""
    machine.CONSTANTS.clear()
    original = body_of(bodies, contract.name)
    others = [each for each in bodies[original.name] if each is not original]
    with_mutant = bodies | {original.name: [mutant.body, *others]}
    step = max(1, len(contract.cases) // 5)
    cases = [*contract.cases[::step], contract.cases[-1]]
    answers = set()
    for case in cases:
        try:
            obligations, _ = obligations_of(with_mutant, contract, case, contracts, rounds=1)
        except (Outside, Unknown) as error:
            answers.add(f"{type(error).__name__}: {error}")
            continue
        for obligation in obligations:
            found = answer(obligation)
            if found == "sat":
                return "refuted"
            answers.add(found)
    return ", ".join(sorted(answers))


def survivors(
    bodies: mir.Bodies,
    contract: Contract,
    contracts: Mapping[str, Contract],
    *,
    same: Mapping[str, str] = MappingProxyType({}),
    changes: Sequence[Change] = (),
) -> tuple[int, list[str]]:
    """The number of mutants of a body that are refuted, and faults: those that are not and are not listed.

    `same` has the mutants that no values refute, by the text that is changed, with the reason; `changes` those of
    functions of a crate.
    """
    refuted, faults = 0, []
    for mutant in chosen(body_of(bodies, contract.name), changes):
        found = verdict(bodies, contract, mutant, contracts)
        refuted += found == "refuted"
        if found != "refuted" and not {mutant.name, mutant.name.partition(" => ")[0]} & same.keys():
            faults.append(f"the mutant {mutant.name} is not refuted: {found}")
    return refuted, faults
