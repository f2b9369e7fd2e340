"""The proof of a contract: its body is executed, and z3 decides every obligation."""

import fnmatch
import time
from collections.abc import Mapping
from typing import NamedTuple

import z3

from mirproof.contracts import Contract
from mirproof.frames import Obligation
from mirproof.library_iterators import LIBRARY
from mirproof.machine import ROUNDS, Machine
from mirproof.mir import Bodies, Body
from mirproof.mir_text import Unknown
from mirproof.values import Outside

# For one question to z3, in milliseconds: what takes longer is not proved.
LIMIT = 30_000


class Outcome(NamedTuple):
    """The result for a contract: the obligations and what became of them, and the bodies that were executed."""

    key: str
    obligations: int
    faults: list[str]
    used: list[str]
    seconds: float
    refuted: int = 0
    assumed: frozenset[str] = frozenset()


def answer(obligation: Obligation) -> str:
    """`unsat` where the claim follows from what is known."""
    if obligation.claim is True:
        return "unsat"
    solver = z3.Solver()
    solver.set("timeout", LIMIT)
    solver.add(*obligation.known)
    if obligation.claim is not False:
        solver.add(z3.Not(obligation.claim))
    return str(solver.check())


def obligations_of(
    bodies: Bodies,
    contract: Contract,
    case: dict[str, object],
    contracts: Mapping[str, Contract],
    rounds: int = ROUNDS,
) -> tuple[list[Obligation], Machine]:
    """All that has to hold in one case of a contract, and the machine that has executed its bodies."""
    machine = Machine(bodies, contract.numbers, LIBRARY)
    machine.most_rounds = rounds
    # A contract that callers use is not used in its own proof.
    others = [each for each in contracts.values() if each.is_used and each.name != contract.name]
    machine.contracts = {each.name: each.call for each in others} | contract.calls
    contract.prove(machine, body_of(bodies, contract.name), case)
    return machine.obligations, machine


def body_of(bodies: Bodies, name: str) -> Body:
    """The body of this name, in which `*` is any text: the first one, which is not that for constants.

    Behind a `@` stands the type that has the method, or that a method without parameters returns.
    """
    name, _, owner = name.partition("@")
    found = [bodies[each][0] for each in bodies if each == name or fnmatch.fnmatchcase(each, name)]
    (body,) = [each for each in found if not owner or owner in (*each.parameters, each.result)[0]]
    return body


def decide(bodies: Bodies, key: str, contracts: Mapping[str, Contract]) -> Outcome:
    """Execute a body in all cases of its contract, and ask z3 about every obligation."""
    start, faults, count, used = time.perf_counter(), [], 0, set[str]()
    assumed = set[str]()
    for case in contracts[key].cases:
        try:
            obligations, machine = obligations_of(bodies, contracts[key], case, contracts)
        except (Outside, Unknown, KeyError, ValueError) as error:
            faults.append(f"{case}: {type(error).__name__}: {error}")
            continue
        used |= machine.used.keys()
        assumed |= machine.assumed
        count += len(obligations)
        distinct = {formula(each): each for each in obligations}.values()
        answers = ((each, answer(each)) for each in distinct)
        faults += [f"{case}: {each.text}: {found}" for each, found in answers if found != "unsat"]
    return Outcome(key, count, faults, sorted(used), time.perf_counter() - start, assumed=frozenset(assumed))


def formula(obligation: Obligation) -> tuple[object, ...]:
    """All that tells two obligations apart."""
    return tuple(each if isinstance(each, bool) else each.get_id() for each in (*obligation.known, obligation.claim))
