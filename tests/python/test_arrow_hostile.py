"""Structs of Arrow that break the rules, and odd ones that do not: exactly the legal ones are accepted.

Each case runs in a process of its own, so that a crash is the failure of one test.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from arrow_hostile import CASES


def test_there_are_cases_of_both_kinds() -> None:
    illegal = [name for name, (_, outcome) in CASES.items() if isinstance(outcome, str)]
    assert len(illegal) >= 60
    assert len(CASES) - len(illegal) >= 30


@pytest.mark.parametrize("name", CASES)
def test_exactly_what_is_legal_is_accepted(name: str) -> None:
    program = str(Path(__file__).with_name("arrow_hostile.py"))
    run = subprocess.run([sys.executable, program, name], capture_output=True, text=True, encoding="utf-8", timeout=300)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    outcome = json.loads(run.stdout)
    assert outcome["outcome"] == CASES[name][1]
    # A struct that is not taken out of its capsule is released with the capsule.
    if "capsule" not in name and name != "release of the type NULL":
        assert outcome["released"] == outcome["given"], outcome
