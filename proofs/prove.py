"""Prove the lemmas about the arithmetic of src/: `python proofs/prove.py [NAME ...]`.

A line for each lemma: the number of claims, the time, and for each mutant the values that refute it. The exit status is
1 if anything is not proved, or not refuted, or not known.
"""

import concurrent.futures
import os
import sys
import time

import adaptation
import base32
import division
import indices
import integers
import places
import rows
import states
import utf8
import words
from lemma import LEMMAS, Outcome, decide

MODULES = (adaptation, base32, division, indices, integers, places, rows, states, utf8, words)


def decided(names: list[str]) -> list[Outcome]:
    """The outcome of each lemma, told as soon as it is known. A process that dies has proved nothing."""
    outcomes = []
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        futures = {pool.submit(decide, name): name for name in names}
        for future in concurrent.futures.as_completed(futures):
            try:
                outcome = future.result()
            except Exception as error:
                outcome = Outcome(futures[future], 0, 0, {}, [f"crashed: {error!r}"])
            tell(outcome)
            outcomes.append(outcome)
    return outcomes


def tell(outcome: Outcome) -> None:
    verdict = "NOT PROVED" if outcome.faults else "proved"
    refuted = "; ".join(f"not with {changed}: {values}" for changed, values in outcome.counterexamples.items())
    print(f"{verdict} {outcome.name} ({outcome.claims} claims, {outcome.seconds:.2f} s); {refuted}", flush=True)
    for fault in outcome.faults:
        print(f"    {fault}", flush=True)


def main(arguments: list[str]) -> int:
    unknown = [name for name in arguments if name not in LEMMAS]
    if unknown:
        print(f"there is no lemma {', '.join(unknown)}", file=sys.stderr)
        return 2
    start = time.perf_counter()
    outcomes = decided(arguments or list(LEMMAS))
    proved = sum(not outcome.faults for outcome in outcomes)
    mutants = sum(len(outcome.counterexamples) for outcome in outcomes)
    seconds = time.perf_counter() - start
    print(f"{proved} of {len(outcomes)} lemmas proved, {mutants} mutants refuted, {seconds:.1f} s")
    return 0 if proved == len(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
