"""The tools of the house: an option that one does not have is an error of usage, and not passed over."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = [path for path in sorted((ROOT / "tools").glob("*.py")) if "__main__" in path.read_text("utf-8")]
# They have no arguments; the first one is copied to where no other tool is.
WITHOUT = {"smoke.py", "conda_recipe.py", "reference.py"}


def test_no_tool_looks_for_its_options_by_itself() -> None:
    """Whoever looks for one word among the arguments passes over all others."""
    assert {"standards.py", "manual.py", "works.py"} <= {path.name for path in TOOLS}
    own = [path.name for path in (ROOT / "tools").glob("*.py") if "sys.argv" in path.read_text("utf-8")]
    assert own == []
    searched = [path.name for path in (ROOT / "benches").glob("*.py") if '" in sys.argv' in path.read_text("utf-8")]
    assert searched == []
    readers = [path for path in TOOLS if re.search("^import (options|argparse)$", path.read_text("utf-8"), re.M)]
    assert {path.name for path in TOOLS} - {path.name for path in readers} == WITHOUT


def is_importable(path: Path) -> bool:
    """True if no package is missing that a tool imports."""
    packages = re.findall(r"^(?:import|from) (\w+)", path.read_text("utf-8"), re.M)
    return all((ROOT / "tools" / f"{name}.py").exists() or find_spec(name) for name in packages)


@pytest.mark.parametrize(
    "path",
    [path for path in TOOLS if path.name not in WITHOUT and is_importable(path)],
    ids=lambda path: path.stem,
)
def test_an_option_that_a_tool_does_not_have_is_an_error_of_usage(path: Path, tmp_path: Path) -> None:
    command = [sys.executable, str(path), "--no-such-option"]
    answer = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=tmp_path, timeout=120, check=False)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith(f"usage: {path.name} ")
    assert "--no-such-option" in answer.stderr or "are required" in answer.stderr


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [(["--registries"], "--registries"), (["--onlin"], "--onlin"), (["--online", "--wirte"], "--wirte"), (["x"], "x")],
)
def test_a_tool_with_options_refuses_all_others(arguments: list[str], wrong: str) -> None:
    command = [sys.executable, str(ROOT / "tools" / "standards.py"), *arguments]
    answer = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert f"unrecognized arguments: {wrong}" in answer.stderr
