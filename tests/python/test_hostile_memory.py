"""Memory that calls with hostile texts take, in octets for each octet of the text."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from rhythm import weekly
from test_hostile_names import MEBIBYTE

from acelabel import _native

PROGRAM = Path(__file__).parent / "memory_of_calls.py"
# Blocks of this size are given back as soon as they are free, so that a call does not live on what another one left.
ALLOCATOR = {"MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536"}

# The stable ABI has no way to read and fill a `str` in place, so texts and answers are held twice for a moment.
STABLE_ABI = "abi3" in Path(_native.__file__).name
# A processor counts up to 32 pages for itself, or two for each processor, before it adds them to what the kernel tells
# (lib/percpu_counter.c of Linux), and the kernel is asked twice.
PROCESSORS = os.cpu_count() or 1
UNCOUNTED = 2 * max(32, 2 * PROCESSORS) * PROCESSORS * 4096 / MEBIBYTE

# It says what the mapping did with each character, and compares the text before and after.
TIMES = {"acelabel.inspect": 2.5}


@pytest.mark.measures_memory
@pytest.mark.parametrize(
    ("group", "limit"),
    [
        weekly("names", 6 if STABLE_ABI else 4),
        weekly("labels without bounds", 10 if STABLE_ABI else 8),
        # A percent-encoded text is decoded into a copy first.
        ("hosts", 16 if STABLE_ABI else 12),
        ("codecs", 14 if STABLE_ABI else 8),
    ],
)
def test_a_mebibyte_takes_few_octets_an_octet(group: str, limit: int) -> None:
    """The answer included, unless it is itself larger than the text."""
    if sys.platform != "linux":
        return  # No other system tells a program what was the most it had in memory.
    command = [sys.executable, str(PROGRAM), group]
    run = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", env=os.environ | ALLOCATOR, timeout=600
    )
    assert (run.returncode, run.stderr) == (0, "")
    rows = [line.split("\t") for line in run.stdout.splitlines()]
    assert rows
    taken = [(charged(float(memory), float(answer)), call) for memory, answer, *call in rows]
    assert [(memory, call) for memory, call in taken if memory > limit * TIMES.get(call[-1], 1) + UNCOUNTED] == []


def charged(memory: float, answer: float) -> float:
    return memory - answer if answer > 1 else memory
