"""The example, compiled: what is right is proved, and what is wrong refuted."""

import re
import shutil
from pathlib import Path

import pytest
from examples.middle import CONTRACTS, SOURCE, compiled, main

from mirproof import Bodies, Contract, Integers, decide, of_file, survivors

pytestmark = pytest.mark.skipif(shutil.which("rustc") is None, reason="no compiler of Rust")


@pytest.fixture(scope="module")
def bodies() -> Bodies:
    return compiled()


@pytest.mark.parametrize("name", ["middle", "tens", "before"])
def test_a_body_that_is_right_is_proved_and_its_mutants_are_refuted(bodies: Bodies, name: str) -> None:
    assert decide(bodies, name, CONTRACTS).faults == []
    count, faults = survivors(bodies, CONTRACTS[name], CONTRACTS)
    assert faults == []
    assert count >= 1


def test_a_sum_that_may_not_fit_is_refuted(bodies: Bodies) -> None:
    (fault,) = decide(bodies, "middle_of_sum", CONTRACTS).faults
    assert fault.endswith("which would overflow: sat")


def test_a_loop_that_rounds_up_is_refuted(tmp_path: Path) -> None:
    changed = tmp_path / "middle.rs"
    changed.write_text(SOURCE.read_text("utf-8").replace("number /= 10;", "number = number.div_ceil(10);"), "utf-8")
    assert decide(of_file(changed, tmp_path / "middle.mir"), "tens", CONTRACTS).faults != []


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0
    told = capsys.readouterr().out
    assert "proved middle (" in told
    assert "NOT PROVED middle_of_sum (" in told


def test_the_first_page_proves_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    (source,), (program,) = (re.findall(rf"```{kind}\n(.*?)```", page, re.S) for kind in ("rust", "python"))
    monkeypatch.chdir(tmp_path)
    Path("middle.rs").write_text(source, "utf-8")
    exec(program, {})
    Path("middle.rs").write_text(source.replace("low + (high - low) / 2", "(low + high) / 2"), "utf-8")
    exec(program, {})
    assert capsys.readouterr().out == "[]\n['{}: attempt to compute `{} + {}`, which would overflow: sat']\n"


def test_a_contract_of_no_body_is_a_fault(bodies: Bodies) -> None:
    (fault,) = decide(bodies, "nowhere", {"nowhere": Contract("nowhere", numbers=Integers())}).faults
    assert fault.startswith("{}: ValueError: ")
