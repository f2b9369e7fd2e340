"""A plugin of pytest for `clients_of_idna.py`: writes down how each test ends, and which package `idna` was in use."""

import json
import os
import sys
from pathlib import Path

import pytest

outcomes: dict[str, str] = {}


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        outcomes[report.nodeid] = "not collected"


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """The last phase that did not pass decides. A subtest belongs to its test, which fails with it."""
    if report.when == "call" or not report.passed:
        outcome = report.outcome
        if outcome == "passed" and outcomes.get(report.nodeid) == "failed":
            return
        outcomes[report.nodeid] = outcome


def packages() -> list[str]:
    """The folders that the modules named idna come from."""
    modules = [module for name, module in sys.modules.items() if name.partition(".")[0] == "idna"]
    return sorted({str(Path(str(module.__file__)).parent) for module in modules})


def pytest_sessionfinish() -> None:
    found = {"outcomes": outcomes, "packages": packages()}
    Path(os.environ["CLIENTS_OUTCOMES"]).write_text(json.dumps(found), encoding="utf-8")
