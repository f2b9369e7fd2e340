"""Proofs of what the Rust compiler makes of a crate: contracts of bodies of MIR, decided by z3."""

from mirproof.compiled import of_file
from mirproof.contracts import Contract, if_ok
from mirproof.frames import ANY_ITEM, Loop
from mirproof.library import library
from mirproof.mir import Bodies, Body, read
from mirproof.mutants import survivors
from mirproof.numbers_of import Integers, Words
from mirproof.prover import Outcome, decide

__version__ = "0.1.0"
__all__ = [
    "ANY_ITEM",
    "Bodies",
    "Body",
    "Contract",
    "Integers",
    "Loop",
    "Outcome",
    "Words",
    "decide",
    "if_ok",
    "library",
    "of_file",
    "read",
    "survivors",
]
