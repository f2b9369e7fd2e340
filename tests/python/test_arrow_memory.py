"""Columns in a process that has no memory left: nothing aborts."""

import sys
from pathlib import Path

import pytest
from programs import run_program

PROGRAM = Path(__file__).parent / "want_of_memory_for_columns.py"
MEBI = 1 << 20


@pytest.mark.measures_memory
@pytest.mark.parametrize("room", [MEBI, 12 * MEBI, 24 * MEBI])
def test_no_call_for_a_column_aborts(room: int) -> None:
    """Each call ends in an answer or a MemoryError."""
    if sys.platform != "linux":
        return  # Other systems do not limit the address space of a process.
    run = run_program(PROGRAM, str(room))
    assert (run.returncode, run.stderr) == (0, "")
    endings = [line.split("\t")[0] for line in run.stdout.splitlines()]
    assert len(endings) == 54
    assert set(endings) == {"answer", "MemoryError"}
