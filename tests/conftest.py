"""Settings of the suite: profiles of Hypothesis, and no skips where nobody would see them."""

import os
import re
import sys
from collections.abc import Generator
from importlib.metadata import requires
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Deterministic, so that a red run is red again; `seeded` draws its cases from HYPOTHESIS_SEED, and `thorough` looks
# further, at other places each time.
SEED = os.environ.get("HYPOTHESIS_SEED", "")
settings.register_profile("default", derandomize=True, deadline=None, max_examples=150)
# Hypothesis takes no seed on a machine that looks like CI unless `derandomize` is off. Without the database of failures
# no run depends on the one before.
settings.register_profile("seeded", derandomize=False, database=None, deadline=None, max_examples=150, print_blob=True)
settings.register_profile(
    "thorough",
    derandomize=False,
    deadline=None,
    max_examples=5_000,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "seeded" if SEED else "default"))


# First, because Hypothesis's own plug-in takes the option over in the same hook.
@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """HYPOTHESIS_SEED is the option --hypothesis-seed; that option alone needs the profile `seeded` too."""
    if SEED and config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = SEED
    elif config.option.hypothesis_seed is not None and "HYPOTHESIS_PROFILE" not in os.environ:
        settings.load_profile("seeded")


def pytest_report_header(config: pytest.Config) -> str:
    """The seed, with which the same cases come again."""
    seed = config.option.hypothesis_seed
    return f"HYPOTHESIS_SEED={seed}" if seed else "HYPOTHESIS_SEED is not set: the same random cases in every run"


# Signals, terminals, links and devices.
collect_ignore_glob = ["python/test_cli_*_unix.py"] if sys.platform == "win32" else []
# A test that imports a package of the extras is left out where this package is missing: sessions of their own have
# these packages, and run it.
EXTRAS = {re.split(r"\W", requirement)[0] for requirement in requires("acelabel") or ()}
for file in Path(__file__).parent.glob("python/test_*.py"):
    text = file.read_text("utf-8")
    needed = set(re.findall(r"^ *(?:import|from) (\w+)", text, re.M)) & EXTRAS
    # Files beside the tests that import it.
    needed |= {"pyarrow"} if "arrow_columns" in text or "want_of_memory_for_columns" in text else set()
    if any(find_spec(name) is None for name in needed):
        collect_ignore_glob.append(f"python/{file.name}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where CI is set, a skipped test has failed: a missing peer library must not pass for agreement with it."""
    report = yield
    if report.skipped and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"skipped, but CI is set: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for a whole module."""
    report = yield
    if report.skipped and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"skipped, but CI is set: {report.longrepr}"
    return report
