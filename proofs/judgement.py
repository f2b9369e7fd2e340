"""Lemmas that are wrong on purpose: what is proved counts only as long as these are found out."""

import os

import z3
from lemma import Claim, Lemma, Statement

X, Y = z3.Ints("x y")
HOLDS = Claim([X > 0], X >= 1)
IS_REFUTED = {"x = 0": Claim([X == 0], X >= 1)}


def a_claim_that_does_not_hold() -> Lemma:
    return Lemma([Claim([X > 0, X < 3], X == 1)], IS_REFUTED)


def a_claim_about_nothing() -> Lemma:
    return Lemma([HOLDS, Claim([X > 0, X < 1], X == 7)], IS_REFUTED)


def a_mutant_that_holds() -> Lemma:
    return Lemma([HOLDS], {**IS_REFUTED, "x > 1": Claim([X > 1], X >= 1)})


def a_lemma_without_a_mutant() -> Lemma:
    return Lemma([HOLDS], {})


def a_lemma_without_a_claim() -> Lemma:
    return Lemma([], IS_REFUTED)


def a_question_that_is_not_answered() -> Lemma:
    return Lemma([Claim([X > 1, Y > 1], X**Y != Y**X + 5, limit=200)], IS_REFUTED)


def a_statement_that_raises() -> Lemma:
    raise ValueError("no lemma")


def a_process_that_dies() -> Lemma:
    os._exit(1)


DIED = "A process in the process pool was terminated abruptly while the future was running or pending."
# The one fault that each has.
WRONG: dict[Statement, str] = {
    a_claim_that_does_not_hold: "claim 1: it does not hold for x = 2",
    a_claim_about_nothing: "claim 2: nothing that is as given was found: unsat",
    a_mutant_that_holds: "the mutant 'x > 1' is not refuted: unsat",
    a_lemma_without_a_mutant: "there is no claim or no mutant",
    a_lemma_without_a_claim: "there is no claim or no mutant",
    a_question_that_is_not_answered: "claim 1: it is not proved: unknown, timeout",
    a_statement_that_raises: "crashed: ValueError('no lemma')",
    a_process_that_dies: f"crashed: BrokenProcessPool('{DIED}')",
}
