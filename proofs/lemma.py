"""The structure of a lemma, and the way z3 decides it.

A lemma is a function that returns claims and mutants. A claim holds if z3 finds no values that are as `given` and for
which `then` is false. So that this says something, there must be values that are as `given` at all. A mutant is a claim
in which one thing is changed, and z3 must find values that refute it: a lemma that holds for wrong code, too, shows
nothing.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

import z3

# For one question to z3, in milliseconds: what takes longer is not proved.
LIMIT = 30_000


class Claim(NamedTuple):
    """Where all of `given` holds, `then` holds."""

    given: list[z3.BoolRef]
    then: z3.BoolRef
    limit: int = LIMIT


class Lemma(NamedTuple):
    """Claims that hold, and by a word on what is changed, claims that do not."""

    claims: list[Claim]
    mutants: dict[str, Claim]


class Outcome(NamedTuple):
    """The result for a lemma: proved where there are no faults. A counterexample for each mutant."""

    name: str
    seconds: float
    claims: int
    counterexamples: dict[str, str]
    faults: list[str]


Statement = Callable[[], Lemma]
LEMMAS: dict[str, Statement] = {}


def lemma(function: Statement) -> Statement:
    """Enter a function into the list of lemmas, under its name."""
    if function.__name__ in LEMMAS:
        raise ValueError(f"two lemmas are called {function.__name__}")
    LEMMAS[function.__name__] = function
    return function


def decide(name: str, statement: Statement) -> Outcome:
    """Ask z3 about every claim and every mutant of a lemma."""
    start = time.perf_counter()
    claims, mutants = statement()
    faults = [] if claims and mutants else ["there is no claim or no mutant"]
    for number, claim in enumerate(claims, 1):
        faults += [f"claim {number}: {fault}" for fault in faults_of(claim)]
    counterexamples = {}
    for changed, mutant in mutants.items():
        answer, model = ask([*mutant.given, z3.Not(mutant.then)], mutant.limit)
        if answer == "sat":
            counterexamples[changed] = shown(model)
        else:
            faults.append(f"the mutant '{changed}' is not refuted: {answer}")
    return Outcome(name, time.perf_counter() - start, len(claims), counterexamples, faults)


def faults_of(claim: Claim) -> list[str]:
    """Why a claim does not stand: nothing is as given, or it does not follow, or z3 does not know."""
    answer, _ = ask(claim.given, claim.limit)
    faults = [] if answer == "sat" else [f"nothing that is as given was found: {answer}"]
    answer, model = ask([*claim.given, z3.Not(claim.then)], claim.limit)
    if answer == "sat":
        faults.append(f"it does not hold for {shown(model)}")
    elif answer != "unsat":
        faults.append(f"it is not proved: {answer}")
    return faults


def ask(formulas: list[z3.BoolRef], limit: int) -> tuple[str, z3.ModelRef | None]:
    """`sat` with the values found, `unsat`, or why z3 does not know."""
    solver = z3.Solver()
    solver.set("timeout", limit)
    solver.add(*formulas)
    answer = solver.check()
    if answer == z3.sat:
        model = solver.model()
        # The values are looked at once more, without the solver.
        believed = all(z3.is_true(model.eval(formula, model_completion=True)) for formula in formulas)
        return ("sat", model) if believed else ("the values found are wrong", None)
    return ("unsat", None) if answer == z3.unsat else (f"unknown, {solver.reason_unknown()}", None)


def shown(model: z3.ModelRef) -> str:
    """The values of a model, words in hexadecimal digits."""
    values = {str(name): model[name] for name in model.decls() if name.arity() == 0}
    told = (f"{name} = {hex(value.as_long()) if z3.is_bv_value(value) else value}" for name, value in values.items())
    return ", ".join(sorted(told))
