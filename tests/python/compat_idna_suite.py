"""Runs the tests of the released package `idna` against `acelabel.compat.idna`: `compat_idna_suite.py SDIST`.

The source distribution comes from the package index each time and nothing of it is kept. Every failure has to be listed
in `compat_idna_differences.py`, and everything listed there has to fail.
"""

import hashlib
import os
import sys
import tarfile
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from compat_idna_differences import DIFFERENCES

SHA256 = "a7db850025b95ded1eae8a46181a1a6c56c92c96f0e2b005d9ff8dc0210cab44"

# The module that is imported as `idna` here, and in every process started from here.
ALIAS = """
import importlib
import pkgutil
import sys

from acelabel.compat import idna

for module in pkgutil.iter_modules(idna.__path__):
    if module.name != "__main__":
        sys.modules[f"idna.{module.name}"] = importlib.import_module(f"{idna.__name__}.{module.name}")
sys.modules["idna"] = idna
"""


class Recorder:
    """Writes down how the tests end. A subtest counts by itself, and its test no more."""

    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter()
        self.failures: dict[str, str] = {}
        self.parts_failed: set[str] = set()

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failures[report.nodeid] = report.longreprtext

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        context = getattr(report, "context", None)
        if context is not None:
            if report.failed:
                self.parts_failed.add(report.nodeid)
                self.failures[f"{report.nodeid} {context.kwargs}"] = report.longreprtext
            return
        if report.when == "call" or not report.passed:
            self.outcomes[report.outcome] += 1
            if report.failed and report.nodeid not in self.parts_failed:
                self.failures[report.nodeid] = report.longreprtext


def run(sdist: Path, folder: Path) -> Recorder:
    """Unpack the tests alone, without the package they were written for, and run them."""
    with tarfile.open(sdist) as archive:
        prefix = sdist.name.removesuffix(".tar.gz")
        tests = [member for member in archive if member.name.startswith(f"{prefix}/tests/")]
        archive.extractall(folder, tests, filter="data")
    alias = folder / "alias"
    (alias / "idna").mkdir(parents=True)
    (alias / "idna" / "__init__.py").write_text(ALIAS, "utf-8")
    (folder / prefix / "pytest.ini").write_text("[pytest]\n", "utf-8")
    sys.path.insert(0, str(alias))
    os.environ["PYTHONPATH"] = str(alias)
    os.chdir(folder / prefix)
    recorder = Recorder()
    pytest.main(["-qq", "--no-header", "--no-summary", "-p", "no:cacheprovider", "tests"], [recorder])
    return recorder


def check_sdist(sdist: Path) -> None:
    if hashlib.sha256(sdist.read_bytes()).hexdigest() != SHA256:
        sys.exit(f"{sdist.name} is not the source distribution that the differences are listed for")


def main() -> int:
    """Say what differs otherwise than listed; 1 if anything does."""
    sdist = Path(sys.argv[1]).resolve()
    check_sdist(sdist)
    with tempfile.TemporaryDirectory() as folder:
        recorder = run(sdist, Path(folder))
        os.chdir("/")
    listed = {failure for difference in DIFFERENCES for failure in difference.failures}
    for failure in sorted(recorder.failures.keys() - listed):
        print(f"not listed: {failure}\n{recorder.failures[failure]}\n")
    for failure in sorted(listed - recorder.failures.keys()):
        print(f"listed, but it passes: {failure}")
    print(f"{dict(recorder.outcomes)}, {len(listed)} failures listed")
    return 0 if recorder.outcomes["passed"] and recorder.failures.keys() == listed else 1


if __name__ == "__main__":
    sys.exit(main())
