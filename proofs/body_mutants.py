"""Mutants of the bodies: each is one change of its MIR, and the proof of its contract has to be refuted.

A proof that holds for wrong code, too, shows nothing. Operators, constants and comparisons are changed, and the ways of
a branch swapped. A mutant that is not refuted is listed with the reason why it computes the same.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import machine
import mir
import shipped
from contracts import Contract
from mir_text import Unknown
from prover import answer, body_of, obligations_of
from values import Outside

# So many of each contract, at places that lie evenly in its body.
MOST = 4
CHANGES: list[tuple[str, str | Callable[[re.Match[str]], str]]] = [
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
    (r"\bbounded::add::", "bounded::sub::"),
    (r"\bbounded::sub::", "bounded::add::"),
    (r"\bbounded::mul::", "bounded::add::"),
    (r"\bconst (\d+)_", lambda match: f"const {int(match[1]) + 1}_"),
    (r"\[0: (bb\d+), otherwise: (bb\d+)\]", r"[0: \2, otherwise: \1]"),
]
# The mutants that no values refute, by the text that is changed, with the reason.
SAME = {
    "_2 = Lt(copy _1, const LEN);": "an assertion that lets more through: what is required lets nothing more through",
    "_2 = Lt(copy _1, const core::num::<impl u64>::BITS);": "the same",
    "_6 = Lt(copy _5, copy _3);": "where a distance is tmin, both ways of `threshold` give it",
    "_7 = Gt(copy _5, copy _4);": "where it is tmax, too",
    "_17 = SubWithOverflow(copy _6, const 1_u64);": "its loop counts up and never ends, which the machine refuses",
}


class Mutant(NamedTuple):
    """A body with one line changed."""

    name: str
    body: mir.Body


def mutants(body: mir.Body) -> list[Mutant]:
    """All of a body, but for its assertions: what they look at cannot be, so that they may be changed."""
    return list(every_change(body))


def every_change(body: mir.Body) -> Iterator[Mutant]:
    for number, line in enumerate(body.lines):
        is_bits = re.search(r"= const \d+_i32 as u32", line)
        if not re.match(r" {8}\S", line) or "assert(" in line or "const 0_" in line or is_bits:
            continue
        follows = body.lines[number + 1] if number + 1 < len(body.lines) else ""
        if "assert(" in follows and "WithOverflow" not in line:
            # The condition of an assertion.
            continue
        for pattern, changed in CHANGES:
            new = re.sub(pattern, changed, line, count=1)
            if new != line:
                lines = [*body.lines[:number], new, *body.lines[number + 1 :]]
                copy = mir.Body(body.name, body.parameters, body.result, lines, body.first_line)
                yield Mutant(f"{line.strip()} => {new.strip()}", copy)


def chosen(body: mir.Body) -> list[Mutant]:
    found = mutants(body)
    step = max(1, -(-len(found) // MOST))
    return found[::step]


def verdict(bodies: shipped.Bodies, contract: Contract, mutant: Mutant) -> str:
    """Return `refuted` where values break the contract; else why they were not found."""
    machine.CONSTANTS.clear()
    original = body_of(bodies, contract.name)
    others = [each for each in bodies[original.name] if each is not original]
    changed = bodies | {original.name: [mutant.body, *others]}
    step = max(1, len(contract.cases) // 5)
    cases = [*contract.cases[::step], contract.cases[-1]]
    answers = set()
    for case in cases:
        try:
            obligations, _ = obligations_of(changed, replace(contract, cases=[case]), case, rounds=1)
        except (Outside, Unknown) as error:
            answers.add(f"{type(error).__name__}: {error}")
            continue
        for obligation in obligations:
            found = answer(obligation)
            if found == "sat":
                return "refuted"
            answers.add(found)
    return ", ".join(sorted(answers))


def survivors(bodies: shipped.Bodies, contract: Contract) -> tuple[int, list[str]]:
    """The number of mutants of a body that are refuted, and faults: those that are not and are not listed."""
    refuted, faults = 0, []
    for mutant in chosen(body_of(bodies, contract.name)):
        found = verdict(bodies, contract, mutant)
        refuted += found == "refuted"
        if found != "refuted" and mutant.name.partition(" => ")[0] not in SAME:
            faults.append(f"the mutant {mutant.name} is not refuted: {found}")
    return refuted, faults
