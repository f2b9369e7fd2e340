"""A process that has no memory left gets a MemoryError: nothing aborts, and nothing is allocated on a caller's word."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

import pytest
from inputs import PUNYCODE_KEYWORDS
from outcomes import outcome
from programs import run_program
from public_calls import OTHERS, all_calls, public_functions
from rhythm import weekly
from want_of_memory import KINDS, SMALL
from want_of_memory_for_threads import CALLS, THREADS
from want_of_memory_for_traces import USES

from acelabel import punycode
from acelabel.bootstring import Bootstring

PROGRAM = Path(__file__).parent / "want_of_memory.py"
PROGRAM_FOR_TRACES = Path(__file__).parent / "want_of_memory_for_traces.py"
PROGRAM_FOR_A_WATCHLIST = Path(__file__).parent / "want_of_memory_for_a_watchlist.py"
PROGRAM_FOR_VARIANTS = Path(__file__).parent / "want_of_memory_for_variants.py"
PROGRAM_FOR_THREADS = Path(__file__).parent / "want_of_memory_for_threads.py"
MEBI = 1 << 20
# More than 128 KiB, from which on glibc asks the kernel for each block (`M_MMAP_THRESHOLD`).
LENGTH = MEBI // 4
BOOTSTRING = Bootstring(**PUNYCODE_KEYWORDS)


def test_every_public_function_is_called() -> None:
    assert {name for name, _ in all_calls()} | OTHERS == public_functions()


@pytest.mark.measures_memory
@pytest.mark.parametrize("room", [*(weekly(room * LENGTH // 4) for room in (1, 16, 48)), LENGTH, 7 * LENGTH])
@pytest.mark.parametrize("kind", KINDS)
def test_no_call_aborts(kind: str, room: int) -> None:
    """Each call ends in an answer, a refusal or a MemoryError."""
    if sys.platform != "linux":
        return  # Other systems do not limit the address space of a process.
    run = run_program(PROGRAM, kind, str(LENGTH), str(room))
    lines = [line.split("\t") for line in run.stdout.splitlines()]
    last = lines[-1] if lines else []
    assert (run.returncode, run.stderr) == (0, ""), (
        len(lines),
        last,
        all_calls()[len(lines)][0] if run.returncode else "",
    )
    assert [name for _, name in lines] == [name for name, _ in all_calls()]


@pytest.mark.measures_memory
@pytest.mark.parametrize("room", [MEBI, 9 * MEBI, weekly(40 * MEBI)])
@pytest.mark.parametrize("direction", ["encode", "decode", "refuse"])
def test_no_use_of_a_trace_aborts(direction: str, room: int) -> None:
    """Each use ends in an answer or a MemoryError."""
    if sys.platform != "linux":
        return  # Other systems do not limit the address space of a process.
    run = run_program(PROGRAM_FOR_TRACES, direction, str(room))
    lines = [line.split("\t") for line in run.stdout.splitlines()]
    assert (run.returncode, run.stderr) == (0, ""), (lines, run.stderr)
    assert [name for _, name in lines] == list(USES)


@pytest.mark.measures_memory
@pytest.mark.parametrize("room", [3 * MEBI, 5 * MEBI, 8 * MEBI])
def test_no_thread_depends_on_memory_that_another_one_takes(room: int) -> None:
    """Memory that was free a moment ago need not be free now."""
    if sys.platform != "linux":
        return  # Other systems do not limit the address space of a process.
    run = run_program(PROGRAM_FOR_THREADS, str(room))
    assert (run.returncode, run.stderr) == (0, "")
    answers, refusals = map(int, run.stdout.split("\t"))
    assert answers + refusals == THREADS * CALLS
    assert refusals > 0


@pytest.mark.measures_memory
@pytest.mark.parametrize("room", [0, MEBI // 4, MEBI, 2 * MEBI, 4 * MEBI, 8 * MEBI, 64 * MEBI])
def test_no_pickling_of_a_watchlist_aborts(room: int) -> None:
    """It gives all names."""
    if sys.platform != "linux":
        return  # Other systems do not limit the address space of a process.
    run = run_program(PROGRAM_FOR_A_WATCHLIST, str(room))
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout in (["answer\n"] if room == 64 * MEBI else ["answer\n", "MemoryError\n"])


@pytest.mark.measures_memory
@pytest.mark.parametrize(("room", "answer"), [(MEBI, "MemoryError\n"), (64 * MEBI, "65535 True\n")])
def test_no_count_of_variants_is_a_bound_for_want_of_memory(room: int, answer: str) -> None:
    if sys.platform != "linux":
        return  # Other systems do not limit the address space of a process.
    run = run_program(PROGRAM_FOR_VARIANTS, str(room))
    assert (run.returncode, run.stderr, run.stdout) == (0, "", answer)


@pytest.mark.measures_memory
def test_small_objects_end_in_a_memory_error() -> None:
    """There is room for many of them, but not for a million."""
    if sys.platform != "linux":
        return  # Other systems do not limit the address space of a process.
    run = run_program(PROGRAM, "small", str(MEBI), str(4 * MEBI))
    lines = [line.split("\t") for line in run.stdout.splitlines()]
    assert (run.returncode, run.stderr) == (0, ""), (lines, run.stderr)
    assert lines == [["MemoryError", name] for name in SMALL]


class Endless:
    """Flags without end, of which nobody must read more than he needs."""

    def __init__(self) -> None:
        self.read = 0

    def __iter__(self) -> Iterator[bool]:
        while True:
            self.read += 1
            yield True

    def __len__(self) -> int:
        raise KeyboardInterrupt


@pytest.mark.parametrize("text", ["", "a", "ü", "bücher", "ü" * 1000])
def test_flags_are_read_up_to_one_more_than_there_are_characters(text: str) -> None:
    flags = Endless()
    with pytest.raises(ValueError, match="case_flags"):
        punycode.encode(text, case_flags=flags)
    assert flags.read == len(text) + 1


def test_the_length_of_flags_is_not_believed() -> None:
    with pytest.raises(TypeError):
        punycode.encode("a", case_flags=cast("Iterable[bool]", range(10**13)))


def test_the_length_of_code_points_is_not_believed() -> None:
    assert outcome(lambda: BOOTSTRING.encode_code_points(range(2**32, 10**13))) == ("code_point_too_large", 0)
    assert outcome(lambda: BOOTSTRING.encode_code_points(range(2**32 - 2, 10**13))) == ("code_point_too_large", 2)
