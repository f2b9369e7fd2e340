"""Proofs of `middle.rs`: `python examples/middle.py`. The body of `middle_of_sum` does not keep its contract."""

import sys
import tempfile
from pathlib import Path
from typing import Any

import z3

from mirproof import Bodies, Contract, Integers, Loop, decide, of_file, survivors

SOURCE = Path(__file__).with_suffix(".rs")
NUMBER = z3.Int("number")
# A number below 2**64 is divided by ten so often at most.
MOST = 19


def is_middle(given: Any, result: Any) -> list[Any]:
    return [2 * result <= given.low + given.high, given.low + given.high <= 2 * result + 1]


def middle(name: str) -> Contract:
    return Contract(name, lambda given: [given.low <= given.high], is_middle, Integers())


def is_part(number: Any, divisions: int) -> Any:
    """So many divisions of the argument by ten leave a number, which was at least ten before the last one."""
    return z3.And(number * 10**divisions <= NUMBER, (number + 1) * 10**divisions > NUMBER, number >= min(divisions, 1))


def are_divided(frame: Any, rounds: int) -> list[Any]:
    return [frame["count"] == rounds, is_part(frame["number"], rounds)]


def is_count(given: Any, result: Any) -> list[Any]:
    """The power of ten is the largest one that is not above the argument; of 0 it is that of 1, too."""
    limits = [z3.And((10**count if count else 0) <= NUMBER, 10 ** (count + 1) > NUMBER) for count in range(MOST + 1)]
    return [
        z3.And(result >= 0, result <= MOST),
        *(z3.Implies(result == count, each) for count, each in enumerate(limits)),
    ]


def is_before(given: Any, result: Any) -> list[Any]:
    """The byte before the place, and nothing before the first one."""
    return [(result.tag == 0) == (given.place == 0)]


CONTRACTS = {
    each.name: each
    for each in (
        middle("middle"),
        middle("middle_of_sum"),
        Contract(
            "tens",
            ensures=is_count,
            numbers=Integers(),
            requires=lambda given: [given.number >= 0, given.number < 2**64],
            arguments=lambda machine, state, case: {"number": NUMBER},
            loops={0: Loop({"number": "u64", "count": "u32"}, are_divided, rounds=MOST)},
        ),
        Contract("before", lambda given: [z3.ULE(given.place, given.bytes.length)], is_before),
    )
}


def compiled() -> Bodies:
    """The bodies of `middle.rs`."""
    with tempfile.TemporaryDirectory() as folder:
        return of_file(SOURCE, Path(folder) / "middle.mir")


def main() -> int:
    bodies = compiled()
    refuted = []
    for name in CONTRACTS:
        outcome = decide(bodies, name, CONTRACTS)
        print(f"{'NOT PROVED' if outcome.faults else 'proved'} {name} ({outcome.obligations} obligations)")
        for fault in outcome.faults:
            print(f"    {fault}")
        if outcome.faults:
            refuted.append(name)
        else:
            count, faults = survivors(bodies, CONTRACTS[name], CONTRACTS)
            print(f"    {count} mutants refuted", *faults, sep="\n    ")
    return 0 if refuted == ["middle_of_sum"] else 1


if __name__ == "__main__":
    sys.exit(main())
