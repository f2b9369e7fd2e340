"""The memory that columns take, and columns in a process that has none left: nothing aborts."""

import platform
import sys
from pathlib import Path

import pytest
from programs import run_program

PROGRAM = Path(__file__).parent / "want_of_memory_for_columns.py"
MEMORY = Path(__file__).parent / "memory_of_columns.py"
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


@pytest.mark.measures_memory
def test_a_column_takes_no_more_memory_than_its_result() -> None:
    """But for what a few pieces take, and for an octet for each row."""
    if platform.libc_ver()[0] != "glibc":
        return  # Other systems do not say what was in memory at most, or give back nothing when they are asked.
    run = run_program(MEMORY)
    assert (run.returncode, run.stderr) == (0, "")
    lines = [line.split("\t") for line in run.stdout.splitlines()]
    assert len(lines) == 18
    used = {(name, layout): (int(peak), int(result), int(rows)) for peak, result, rows, layout, name in lines}
    above = {call: peak / (1.15 * result + rows + 10 * MEBI) for call, (peak, result, rows) in used.items()}
    assert {call: above[call] for call in above if above[call] > 1} == {}
