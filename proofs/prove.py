"""Prove the lemmas about the arithmetic of src/: `python proofs/prove.py [NAME ...]`.

First, lemmas that are wrong on purpose have to be found out. Then there is a line for each lemma: the number of claims,
the time, and for each mutant the values that refute it. The exit status is 1 if anything is not proved, or not refuted,
or not known.
"""

import concurrent.futures
import os
import sys
import time
from collections.abc import Iterable, Iterator

import indices
import integers
import places
import rows
import states
from judgement import WRONG
from lemma import LEMMAS, Outcome, decide

MODULES = (indices, integers, places, rows, states)


def decide_named(name: str) -> Outcome:
    return decide(name, LEMMAS[name] if name in LEMMAS else WRONG[name][0])


def decided(names: Iterable[str]) -> Iterator[Outcome]:
    """The outcome of each lemma, as soon as it is known. A process that dies has proved nothing."""
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        futures = {pool.submit(decide_named, name): name for name in names}
        for future in concurrent.futures.as_completed(futures):
            try:
                yield future.result()
            except Exception as error:
                yield Outcome(futures[future], 0, 0, {}, [f"crashed: {error!r}"])


def is_judged_rightly() -> bool:
    """Return whether each wrong lemma has its fault and no other. Each has its own pool, as one ends its process."""
    outcomes = [outcome for name in WRONG for outcome in decided([name])]
    passed = [outcome for outcome in outcomes if outcome.faults != [WRONG[outcome.name][1]]]
    for outcome in passed:
        print(f"the wrong lemma '{outcome.name}' was not found out: {outcome.faults}", flush=True)
    return not passed


def tell(outcome: Outcome) -> None:
    verdict = "NOT PROVED" if outcome.faults else "proved"
    refuted = "; ".join(f"not with {changed}: {values}" for changed, values in outcome.counterexamples.items())
    print(f"{verdict} {outcome.name} ({outcome.claims} claims, {outcome.seconds:.2f} s); {refuted}", flush=True)
    for fault in outcome.faults:
        print(f"    {fault}", flush=True)


def main(arguments: list[str]) -> int:
    if unknown := [name for name in arguments if name not in LEMMAS]:
        print(f"there is no lemma {', '.join(unknown)}", file=sys.stderr)
        return 2
    start = time.perf_counter()
    if not is_judged_rightly():
        return 1
    print(f"{len(WRONG)} wrong lemmas were found out", flush=True)
    outcomes = []
    for outcome in decided(arguments or LEMMAS):
        tell(outcome)
        outcomes.append(outcome)
    proved = sum(not outcome.faults for outcome in outcomes)
    mutants = sum(len(outcome.counterexamples) for outcome in outcomes)
    seconds = time.perf_counter() - start
    print(f"{proved} of {len(outcomes)} lemmas proved, {mutants} mutants refuted, {seconds:.1f} s")
    return 0 if proved == len(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
