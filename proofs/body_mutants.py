"""Mutants of the bodies: each is one change of its MIR, and the proof of its contract has to be refuted.

A proof that holds for wrong code, too, shows nothing. Operators, constants and comparisons are changed, and the ways of
a branch swapped. A mutant that is not refuted is listed with the reason why it computes the same.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import machine
import mir
import shipped
from contracts import Contract
from graph import is_lost
from mir_text import Unknown
from prover import answer, body_of, obligations_of
from values import Outside

# So many changes and so many dropped checks of each contract, at places that lie evenly in its body.
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
# A check that is dropped: always the one way, or always the other.
BRANCH = re.compile(r"switchInt\(\w+ _\d+\) -> \[\d+: bb(\d+), otherwise: bb(\d+)\]")
# The mutants that no values refute, by the text that is changed, with the reason.
SAME = {
    "_2 = Lt(copy _1, const LEN);": "an assertion that lets more through: what is required lets nothing more through",
    "_2 = Lt(copy _1, const core::num::<impl u64>::BITS);": "the same",
    "_6 = Lt(copy _5, copy _3);": "where a distance is tmin, both ways of `threshold` give it",
    "_7 = Gt(copy _5, copy _4);": "where it is tmax, too",
    "_17 = SubWithOverflow(copy _6, const 1_u64);": "its loop counts up and never ends, which the machine refuses",
    "switchInt(move _3) -> [0: bb2, otherwise: bb1]; => goto -> bb2;": "the quotient of a smaller dividend is 0, too",
    "switchInt(move _3) -> [0: bb5, otherwise: bb2]; => goto -> bb5;": "the processor divides to the same quotient",
    "switchInt(move _4) -> [0: bb5, otherwise: bb4]; => goto -> bb5;": "the same",
    "switchInt(move _15) -> [0: bb3, otherwise: bb9]; => goto -> bb9;": "smaller octets took other ways before",
    "_5 = BitXor(copy _1, const 55296_u64);": "the lowest bit tells no surrogate from others",
    "switchInt(move _27) -> [0: bb1, otherwise: bb16]; => goto -> bb16;": "a text that is refused breaks no memory",
    "switchInt(copy _46) -> [0: bb30, otherwise: bb33];": "a vector is freed, or was given away: memory is outside",
    "switchInt(copy _9) -> [0: bb6, otherwise: bb8];": "the same",
    "_3 = Lt(copy _2, move _4); => _3 = Le(copy _2, move _4);": "an assertion that lets more through, as above",
    "switchInt(copy _4) -> [0: bb1, otherwise: bb3];": "a caller that tells that a value is small tells what is so",
    "_8 = <u32 as Ord>::max(copy _2, const 1_u32) -> [return: bb1, unwind continue];": "both have one group of bits",
    "_33 = Lt(copy _28, copy _19);": "the slot of the new code point is written once more",
    "switchInt(move _4) -> [0: bb5, otherwise: bb4];": "an octet of ASCII is written as one, the slow way, too",
    "switchInt(move _5) -> [0: bb5, otherwise: bb3]; => goto -> bb5;": "the same",
    "_37 = Rows::add(move _38, const 220_u8) -> [return: bb44, unwind: bb37];": "a pair is of two rows, whichever",
    "switchInt(move _25) -> [0: bb19, otherwise: bb22]; => goto -> bb22;": "no number is below 0",
    "switchInt(copy _37) -> [0: bb24, otherwise: bb26];": "an iterator is freed, or was given away",
    "_7 = Le(move _8, const 24_usize);": "a short text fits the large room, and a long one takes memory",
    "switchInt(move _7) -> [0: bb3, otherwise: bb2];": "the same",
    "switchInt(move _27) -> [0: bb21, otherwise: bb18]; => goto -> bb21;": "memory holds the same code points",
    "_5 = Le(move _6, const bootstring::decode::SHORT_FORM);": "either way there is memory for all octets",
    "switchInt(move _5) -> [0: bb5, otherwise: bb1];": "the same",
    "_6 = MulWithOverflow(const race::MOST_CHARACTERS, const 2_usize);": "memory that is asked for early is a guess",
    "switchInt(move _55) -> [0: bb34, otherwise: bb30]; => goto -> bb30;": "a search for surrogates finds none",
    "switchInt(move _78) -> [0: bb45, otherwise: bb48]; => goto -> bb48;": "`encode_long` encodes the same",
    "switchInt(move _9) -> [0: bb10, otherwise: bb3]; => goto -> bb10;": "the slow way writes the same digits",
    "switchInt(move _23) -> [0: bb6, otherwise: bb16]; => goto -> bb16;": "a code point looked at twice is kept once",
}


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


def every_change(body: mir.Body) -> Iterator[Mutant]:
    """All of a body, but for its assertions: what they look at cannot be, so that they may be changed."""
    for number, line in ways_without_panic(body):
        is_bits = re.search(r"= const \d+_i32 as u32", line)
        if not re.match(r" {8}\S", line) or "assert(" in line or "const 0_" in line or is_bits:
            continue
        follows = body.lines[number + 1] if number + 1 < len(body.lines) else ""
        if "assert(" in follows and "WithOverflow" not in line:
            # The condition of an assertion.
            continue
        for pattern, other in CHANGES:
            new = re.sub(pattern, other, line, count=1)
            if new != line:
                yield changed(body, number, new)


def chosen(body: mir.Body) -> list[Mutant]:
    chosen_ones = []
    for found in (list(every_change(body)), list(every_drop(body))):
        chosen_ones += found[:: max(1, -(-len(found) // MOST))]
    return chosen_ones


def verdict(bodies: shipped.Bodies, contract: Contract, mutant: Mutant) -> str:
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
            obligations, _ = obligations_of(with_mutant, contract, case, rounds=1)
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
        if found != "refuted" and not {mutant.name, mutant.name.partition(" => ")[0]} & SAME.keys():
            faults.append(f"the mutant {mutant.name} is not refuted: {found}")
    return refuted, faults
