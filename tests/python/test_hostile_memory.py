"""Memory that calls with hostile names take, in octets for each octet of the name."""

import os
import subprocess
import sys
from pathlib import Path

from acelabel import _native

PROGRAM = Path(__file__).parent / "memory_of_calls.py"
# Blocks of this size are given back as soon as they are free, so that a call does not live on what another one left.
ALLOCATOR = {"MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536"}


# The stable ABI has no way to fill a `str` in place, so an answer is held twice for a moment.
LIMIT = 6 if "abi3" in Path(_native.__file__).name else 4


def test_a_mebibyte_takes_four_octets_an_octet() -> None:
    """The answer included, unless it is itself larger than the name."""
    if sys.platform != "linux":
        return  # No other system tells a program what was the most it had in memory.
    command = [sys.executable, str(PROGRAM)]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=os.environ | ALLOCATOR)
    assert (run.returncode, run.stderr) == (0, "")
    rows = [line.split("\t") for line in run.stdout.splitlines()]
    assert rows
    taken = {tuple(call): charged(float(memory), float(answer)) for memory, answer, *call in rows}
    assert {call: memory for call, memory in taken.items() if memory > LIMIT} == {}


def charged(memory: float, answer: float) -> float:
    return memory - answer if answer > 1 else memory
