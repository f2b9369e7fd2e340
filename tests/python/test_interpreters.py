"""Several interpreters in one process, as mod_wsgi and uWSGI have them: each has the exceptions of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent / "interpreters.py"
RUNS = 10


def lines_of(first: str, kind: str) -> list[str]:
    command = [sys.executable, str(PROGRAM), first, kind]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout.splitlines()


@pytest.mark.parametrize("first", ["main", "other"])
def test_every_interpreter_of_a_process_has_its_own_exceptions(first: str) -> None:
    """One interpreter ends before the others, and is the first that refused something where the main one is not."""
    assert lines_of(first, "legacy") == ["right"] * RUNS + ["end"]


@pytest.mark.parametrize("first", ["main", "other"])
def test_an_isolated_interpreter_is_right_or_refuses_the_import(first: str) -> None:
    """From Python 3.12 on, an isolated interpreter has a lock of its own, so that classes cannot be shared with it."""
    *runs, end = lines_of(first, "isolated")
    if sys.version_info < (3, 12):
        assert runs == ["right"] * RUNS
    else:
        assert len(runs) == RUNS
        assert {run.partition(": ")[0] for run in runs} == {"ImportError"}
    assert end == "end"
