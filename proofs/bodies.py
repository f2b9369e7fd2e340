"""Prove the bodies that ship: `python proofs/bodies.py [all | ROOM ...]`.

The compiler prints the MIR of the crate, as it ships and with debug assertions. For each contract of a room the machine
executes the body and z3 decides what has to hold. What has not changed since it was
proved is not proved again; what arguments name is, and its digests are written.
"""

import concurrent.futures
import os
import sys
import time
from collections import Counter
from typing import Any

import body_mutants
import digests
import extent
import shipped
from rooms import contracts

from mirproof import compiled, mir, mutants
from mirproof.prover import Outcome, decide

BODIES: dict[str, mir.Bodies] = {}


def decide_both(key: str, *, is_mutated: bool) -> Outcome:
    """A contract is proved of both texts, of the second one where a body that was executed differs there."""
    with_assertions, as_shipped, everything = BODIES["asserted"], BODIES["shipped"], contracts()
    outcome = decide(with_assertions, key, everything)
    if is_mutated:
        refuted, faults = mutants_of(key)
        outcome = outcome._replace(refuted=refuted, faults=[*outcome.faults, *faults])
    if all(compiled.is_alike(with_assertions[name][0], first(as_shipped, name)) for name in outcome.used):
        return outcome
    second = decide(as_shipped, key, everything)
    faults = [*outcome.faults, *(f"as it ships: {fault}" for fault in second.faults)]
    seconds = outcome.seconds + second.seconds
    return outcome._replace(obligations=outcome.obligations + second.obligations, faults=faults, seconds=seconds)


def mutants_of(key: str) -> tuple[int, list[str]]:
    same, changes = body_mutants.SAME, body_mutants.CHANGES
    everything = contracts()
    return mutants.survivors(BODIES["asserted"], everything[key], everything, same=same, changes=changes)


def first(bodies: mir.Bodies, name: str) -> mir.Body | None:
    return bodies[name][0] if name in bodies else None


def prove(keys: list[str], *, is_mutated: bool) -> list[Outcome]:
    """The outcomes, told as soon as they are known; mutants are made of each body once."""
    outcomes = []
    last = {contract.name: key for key, contract in contracts().items()} if is_mutated else {}
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        futures = {pool.submit(decide_both, key, is_mutated=key in last.values()): key for key in keys}
        for future in concurrent.futures.as_completed(futures):
            try:
                outcome = future.result()
            except Exception as error:
                outcome = Outcome(futures[future], 0, [f"crashed: {error!r}"], [], 0)
            outcomes.append(outcome)
            verdict = "NOT PROVED" if outcome.faults else "proved"
            counts = f"{outcome.obligations} obligations, {outcome.refuted} mutants refuted"
            print(f"{verdict} {outcome.key} ({counts}, {outcome.seconds:.1f} s)", flush=True)
            for fault in outcome.faults:
                print(f"    {fault}", flush=True)
    return outcomes


def tell(recorded: dict[str, dict[str, Any]]) -> None:
    """Print what is discharged and assumed in each room, and what of the files of the rooms is outside."""
    discharged, assumed = Counter[str](), Counter[str]()
    for key, found in recorded.items():
        room = key.split()[0]
        discharged[room] += found["obligations"]
        assumed[room] = max(assumed[room], found["assumed"])
    for room, count in discharged.items():
        most = assumed[room]
        print(f"{room}: {count:,} obligations discharged; a proof assumes {most} functions of the library at most")
    executed = {name for found in recorded.values() for name in found["bodies"]}
    inside = outside = 0
    for file, one in extent.extents(BODIES["asserted"], executed):
        left = sum(one.outside.values())
        inside, outside = inside + one.inside, outside + left
        names = "".join(f"\n    {count} in {name}" for name, count in one.outside.items())
        print(f"src/{file}.rs: {one.inside} checks in bodies that are executed, {left} outside{names}")
    print(f"all files: {inside} checks inside, {outside} outside, {100 * inside / (inside + outside):.0f}%")


def main(arguments: list[str]) -> int:
    start = time.perf_counter()
    for name in ("shipped", "asserted"):
        BODIES[name] = mir.read(shipped.text(asserted=name == "asserted"))
    differing = compiled.checks_alone(BODIES["asserted"], BODIES["shipped"])
    for name in differing:
        print(f"{name} differs with assertions, but has none")
    everything, recorded = contracts(), digests.recorded()
    if unknown := set(arguments) - {"all", *(key.split()[0] for key in everything)}:
        print(f"there is no room {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    keys = [key for key in everything if not arguments or arguments == ["all"] or key.split()[0] in arguments]
    if not arguments:
        keys = [key for key in keys if digests.differs(recorded.get(key), key, BODIES)]
    outcomes = prove(keys, is_mutated=bool(arguments))
    faults = sum(len(outcome.faults) for outcome in outcomes) + len(differing)
    if arguments and not faults:
        digests.write({each.key: digests.entry(each, BODIES) for each in outcomes}, everything)
    tell(digests.recorded())
    seconds = time.perf_counter() - start
    print(f"{len(everything)} contracts, {len(keys)} of them proved now; {seconds:.1f} s")
    print(f"{sum(found['mutants'] for found in digests.recorded().values())} mutants refuted when they were last made")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)
    sys.exit(main(sys.argv[1:]))
