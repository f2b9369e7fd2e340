"""Lemmas that are wrong on purpose: what is proved counts only as long as these are found out."""

import os
from typing import Any

import z3
from lemma import Claim, Lemma

X, Y = z3.Ints("x y")
HOLDS = Claim([X > 0], X >= 1)
IS_REFUTED = {"x = 0": Claim([X == 0], X >= 1)}
DIED = "A process in the process pool was terminated abruptly while the future was running or pending."
# Each with the one fault that it has.
WRONG: dict[str, tuple[Any, str]] = {
    "a claim that does not hold": (
        lambda: Lemma([Claim([X > 0, X < 3], X == 1)], IS_REFUTED),
        "claim 1: it does not hold for x = 2",
    ),
    "a claim about nothing": (
        lambda: Lemma([HOLDS, Claim([X > 0, X < 1], X == 7)], IS_REFUTED),
        "claim 2: nothing that is as given was found: unsat",
    ),
    "a mutant that holds": (
        lambda: Lemma([HOLDS], {**IS_REFUTED, "x > 1": Claim([X > 1], X >= 1)}),
        "the mutant 'x > 1' is not refuted: unsat",
    ),
    "a lemma without a mutant": (lambda: Lemma([HOLDS], {}), "there is no claim or no mutant"),
    "a lemma without a claim": (lambda: Lemma([], IS_REFUTED), "there is no claim or no mutant"),
    "a question that is not answered": (
        lambda: Lemma([Claim([X > 1, Y > 1], X**Y != Y**X + 5, limit=200)], IS_REFUTED),
        "claim 1: it is not proved: unknown, timeout",
    ),
    "a statement that raises": (lambda: IS_REFUTED["no lemma"], "crashed: KeyError('no lemma')"),
    "a process that dies": (lambda: os._exit(1), f"crashed: BrokenProcessPool('{DIED}')"),
}
