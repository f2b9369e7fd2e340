"""A fact that has to stand in two files is the same in both; the workflows call only sessions that exist."""

import ast
import importlib.metadata
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import acelabel
from acelabel._engines import OLDEST, _numbers

ROOT = Path(__file__).parents[2]
SUFFIXES = (".md", ".py", ".pyi", ".rs", ".html", ".js")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / name).read_text("utf-8"))


def test_one_version() -> None:
    version = toml("Cargo.toml")["package"]["version"]
    (locked,) = (package["version"] for package in toml("Cargo.lock")["package"] if package["name"] == "acelabel")
    changelog = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert changelog is not None
    assert {locked, changelog[1], acelabel.__version__, importlib.metadata.version("acelabel")} == {version}


def test_one_version_of_unicode() -> None:
    """It stands in src/unicode/mod.rs. Documents print it, one from standards.toml; all else reads it."""
    version = acelabel.unicode_version.removesuffix(".0")
    files = [ROOT / "CHANGELOG.md", ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "noxfile.py"]
    folders = ("docs", "python", "src", "tests", "tools", "web/page")
    files += [path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES]
    named = [path for path in files if re.search(rf"(?<![\w.]){re.escape(version)}\b", path.read_text("utf-8"))]
    printed = {"CHANGELOG.md", "web/page/index.html", "docs/asks.md", "docs/profiles.md", "src/unicode/mod.rs"}
    # They list the versions that a profile may ask for, or that a program has.
    printed |= {"src/version.rs", "src/unicode/older.rs", "src/binding/profile.rs", "tests/programs/cells.py"}
    assert {path.relative_to(ROOT).as_posix() for path in named} == printed


def test_one_oldest_python() -> None:
    project = toml("pyproject.toml")
    prefix = "Programming Language :: Python :: 3."
    minors = [row.removeprefix(prefix) for row in project["project"]["classifiers"] if row.startswith(prefix)]
    oldest = f"3.{min(minors, key=int)}"
    assert project["project"]["requires-python"] == f">={oldest}"
    assert project["tool"]["mypy"]["python_version"] == oldest
    assert project["tool"]["ruff"]["target-version"] == f"py{oldest.replace('.', '')}"


def test_one_licence() -> None:
    assert toml("pyproject.toml")["project"]["license"] == toml("Cargo.toml")["package"]["license"]


def test_every_group_of_tools_is_locked() -> None:
    groups = toml("pyproject.toml")["dependency-groups"]
    for group, requirements in groups.items():
        locked = re.findall(r"^([\w.-]+)==\S+", (ROOT / "requirements" / f"{group}.txt").read_text("utf-8"), re.M)
        named = {re.split(r"[\[<=;\s]", row)[0] for row in requirements if isinstance(row, str)}
        assert named <= set(locked)
    assert {path.stem for path in (ROOT / "requirements").iterdir()} == {*groups, "lowest"}


def test_the_lowest_versions_are_the_bounds_of_the_extras() -> None:
    """As the modules of engines name them, too. An extra of a package without a bound may bring one that fails."""
    extras = toml("pyproject.toml")["project"]["optional-dependencies"]
    bounds = {re.sub(r"\[.*\]", "", row) for extra, rows in extras.items() if extra != "cli" for row in rows}
    unbounded = {"dask", "pandas", "ray"}
    assert bounds - unbounded == {f"{name}>={version}" for name, version in OLDEST.items()}
    locked = dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "requirements/lowest.txt").read_text("utf-8"), re.M))
    # numpy's line for the newest interpreters is another one, and Spark has no run of its own.
    kept = {name: version for name, version in OLDEST.items() if name not in ("numpy", "pyspark")}
    assert {name: _numbers(locked[name])[: len(_numbers(version))] for name, version in kept.items()} == {
        name: _numbers(version) for name, version in kept.items()
    }


def sessions() -> set[str]:
    files = [ROOT / "noxfile.py", *(ROOT / "tools").glob("sessions_*.py")]
    nodes = [node for file in files for node in ast.parse(file.read_text("utf-8")).body]
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef) and "nox.session" in decorators(node)}


def decorators(node: ast.FunctionDef) -> set[str]:
    return {ast.unparse(row.func if isinstance(row, ast.Call) else row) for row in node.decorator_list}


def commands(workflow: Path) -> list[str]:
    """Every command a workflow runs; a folded one is the lines that are indented deeper than its key."""
    return [
        re.sub(r"^>-\s+|\n +", lambda space: " " if space[0].startswith("\n") else "", command)
        for command in re.findall(r"\brun: (>-(?:\n {10,}\S.*)+|\S.*)", workflow.read_text("utf-8"))
    ]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_run_sessions(workflow: Path) -> None:
    preparation = (
        "python -m pip install --require-hashes -r requirements/nox.txt",
        'cargo --version && rustup target add "$TARGET"',
        "sudo apt-get update -qq && sudo apt-get install -qq -y --no-install-recommends musl",
        "sudo apt-get update -qq && sudo apt-get install -qq -y --no-install-recommends debian-archive-keyring",
    )
    rest = [command for command in commands(workflow) if command not in (*preparation, ".ci/run")]
    called = [re.search(r"python -m nox (?:--no-dependencies )?-s (\w+)", command) for command in rest]
    assert {call[1] if call else None for call in called} <= sessions()
    assert called != []


def test_every_session_is_described() -> None:
    described = set(re.findall(r"^\| `nox -s (\w+)", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.M))
    assert described == sessions()


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_by_hash(workflow: Path) -> None:
    uses = re.findall(r"uses: (.*)", workflow.read_text("utf-8"))
    assert [use for use in uses if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", use)] == []
    assert uses != []


def test_the_table_of_older_versions_that_is_read_is_the_one_that_is_reviewed() -> None:
    tool = ROOT / "tools" / "unicode_older.py"
    done = subprocess.run((sys.executable, tool, "--check"), capture_output=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stderr
