"""How the suite runs: profiles of Hypothesis, and no skips where nobody would see them."""

import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

# Deterministic, so that a red run is red again; `thorough` looks further, at other places each time.
settings.register_profile("default", derandomize=True, deadline=None, max_examples=150)
settings.register_profile(
    "thorough", deadline=None, max_examples=5_000, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


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
