"""Prove the bodies that ship: `python proofs/bodies.py [all | ROOM ...]`.

The compiler prints the MIR of the crate, as it ships and with debug assertions. For each contract of a room the machine
executes the body and z3 decides what has to hold. What has not changed since `all` was run is not proved again.
"""

import concurrent.futures
import os
import sys
import time
from collections import Counter
from typing import NamedTuple

import digests
import mir
import room_bias
import room_bounded
import room_division
import room_swar
import shipped
import z3
from contracts import Contract
from frames import Obligation
from library import LIBRARY
from machine import Machine
from mir_text import Unknown
from values import Outside

ROOMS = {"bounded": room_bounded, "swar": room_swar, "division": room_division, "bias": room_bias}
# For one question to z3, in milliseconds: what takes longer is not proved.
LIMIT = 30_000


class Outcome(NamedTuple):
    """The result for a contract: the obligations and what became of them, and the bodies that were executed."""

    key: str
    obligations: int
    faults: list[str]
    used: list[str]
    seconds: float


def contracts() -> dict[str, Contract]:
    """All contracts, by the room, the body and what stands for its type parameters."""
    found = {}
    for room, module in ROOMS.items():
        for contract in module.CONTRACTS:
            types = " ".join(contract.types.values())
            found[f"{room} {contract.name} {types}".strip()] = contract
    return found


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


def obligations_of(bodies: shipped.Bodies, key: str, case: dict[str, object]) -> tuple[list[Obligation], set[str]]:
    """All that has to hold in one case of a contract, and the bodies that were executed."""
    contract, all_contracts = contracts()[key], contracts()
    machine = Machine(bodies, contract.numbers, LIBRARY)
    # What a contract says of others is used; what it says of itself is proved.
    others = [each for each in all_contracts.values() if each.is_used and each.name != contract.name]
    machine.contracts = {each.name: each.call for each in others} | contract.calls
    contract.prove(machine, bodies[contract.name][0], case)
    return machine.obligations, set(machine.used)


def decide(bodies: shipped.Bodies, key: str) -> Outcome:
    """Execute a body in all cases of its contract, and ask z3 about every obligation."""
    start, faults, count, used = time.perf_counter(), [], 0, set()
    for case in contracts()[key].cases:
        try:
            obligations, executed = obligations_of(bodies, key, case)
        except (Outside, Unknown, KeyError) as error:
            faults.append(f"{case}: {type(error).__name__}: {error}")
            continue
        used |= executed
        count += len(obligations)
        distinct = {formula(each): each for each in obligations}.values()
        answers = ((each, answer(each)) for each in distinct)
        faults += [f"{case}: {each.text}: {found}" for each, found in answers if found != "unsat"]
    return Outcome(key, count, faults, sorted(used), time.perf_counter() - start)


def formula(obligation: Obligation) -> tuple[object, ...]:
    """All that tells two obligations apart."""
    return tuple(each if isinstance(each, bool) else each.get_id() for each in (*obligation.known, obligation.claim))


BODIES: dict[str, shipped.Bodies] = {}


def decide_both(key: str) -> Outcome:
    """A contract is proved of both texts, of the second one where a body that was executed differs there."""
    with_assertions, as_shipped = BODIES["asserted"], BODIES["shipped"]
    outcome = decide(with_assertions, key)
    if all(shipped.is_alike(with_assertions[name][0], first(as_shipped, name)) for name in outcome.used):
        return outcome
    second = decide(as_shipped, key)
    faults = [*outcome.faults, *(f"as it ships: {fault}" for fault in second.faults)]
    seconds = outcome.seconds + second.seconds
    return outcome._replace(obligations=outcome.obligations + second.obligations, faults=faults, seconds=seconds)


def first(bodies: shipped.Bodies, name: str) -> mir.Body | None:
    return bodies[name][0] if name in bodies else None


def prove(keys: list[str]) -> list[Outcome]:
    """The outcomes, told as soon as they are known."""
    outcomes = []
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        futures = {pool.submit(decide_both, key): key for key in keys}
        for future in concurrent.futures.as_completed(futures):
            try:
                outcome = future.result()
            except Exception as error:
                outcome = Outcome(futures[future], 0, [f"crashed: {error!r}"], [], 0)
            outcomes.append(outcome)
            verdict = "NOT PROVED" if outcome.faults else "proved"
            print(f"{verdict} {outcome.key} ({outcome.obligations} obligations, {outcome.seconds:.1f} s)", flush=True)
            for fault in outcome.faults:
                print(f"    {fault}", flush=True)
    return outcomes


def main(arguments: list[str]) -> int:
    start = time.perf_counter()
    for name in ("shipped", "asserted"):
        BODIES[name] = mir.read(shipped.text(asserted=name == "asserted"))
    differing = shipped.checks_alone(BODIES["asserted"], BODIES["shipped"])
    for name in differing:
        print(f"{name} differs with assertions, but has none")
    everything, recorded = contracts(), digests.recorded()
    keys = [key for key in everything if not arguments or arguments == ["all"] or key.split()[0] in arguments]
    if not arguments:
        keys = [key for key in keys if digests.differs(recorded.get(key), key, BODIES)]
    outcomes = prove(keys)
    faults = sum(len(outcome.faults) for outcome in outcomes) + len(differing)
    if arguments == ["all"] and not faults:
        digests.write({each.key: digests.entry(each.used, each.obligations, each.key, BODIES) for each in outcomes})
    counts = Counter({key.split()[0]: 0 for key in everything})
    for key, found in digests.recorded().items():
        counts[key.split()[0]] += found["obligations"]
    told = ", ".join(f"{room} {count}" for room, count in counts.items())
    seconds = time.perf_counter() - start
    print(f"{len(everything)} contracts, {len(keys)} of them proved now; obligations: {told}; {seconds:.1f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)
    sys.exit(main(sys.argv[1:]))
