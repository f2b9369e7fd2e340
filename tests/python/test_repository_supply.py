"""Things that come in or go out: tools by hash, one compiler, licences and SBOM, links, the seed of the tests."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SESSIONS = [
    ROOT / "noxfile.py",
    *(path for name in ("steps*", "sessions_*") for path in (ROOT / "tools").glob(f"{name}.py")),
]
SCRIPTS = [*WORKFLOWS, ROOT / ".ci" / "run", *SESSIONS]


def tool(name: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / f"{name}.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def test_wheels_are_uploaded_before_anything_is_installed_that_tests_them() -> None:
    text = (ROOT / ".github/workflows/wheels.yml").read_text("utf-8")
    starts = [text.index(f"\n  {job}:\n") for job in ("wheel", "foreign", "pyodide")]
    for start, end, count in zip(starts, starts[1:], (2, 1), strict=False):
        job = text[start:end]
        built, uploaded = job.index("-s wheel -- $OPTIONS"), job.index("actions/upload-artifact@")
        tests = [match.start() for match in re.finditer(r"-s (python|platforms)\b", job)]
        assert built < uploaded < min(tests)
        assert len(tests) == count


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_nothing_is_installed_without_a_hash(path: Path) -> None:
    text = path.read_text("utf-8")
    assert re.findall(r"\b(?:docker|podman|curl|wget|pipx|uvx)\b", text) == []
    installs = re.findall(r"pip\b\W+(?:install|download)\b[^\n]*", text)
    assert [line for line in installs if "--require-hashes" not in line and "*options" not in line] == []


def test_every_kind_of_dependency_is_updated() -> None:
    text = (ROOT / ".github/dependabot.yml").read_text("utf-8")
    kinds = set(re.findall(r"package-ecosystem: (\S+)", text))
    assert kinds == {"cargo", "pip", "github-actions", "rust-toolchain"}
    assert text.count("interval: weekly") == text.count("default-days: 7") == len(kinds)


def test_the_compiler_is_the_one_whose_instructions_are_counted() -> None:
    toolchain = tomllib.loads((ROOT / "rust-toolchain.toml").read_text("utf-8"))["toolchain"]
    for name in ("baseline.json", "python_baseline.json"):
        baseline = json.loads((ROOT / "benches" / name).read_text("utf-8"))
        assert baseline["rustc"].split()[1] == toolchain["channel"]


def test_licences_and_sbom_are_those_of_the_locked_crates() -> None:
    answer = tool("third_party", "--check")
    assert (answer.returncode, answer.stderr) == (0, "")


def test_the_sbom_names_every_crate_that_ships_and_no_place() -> None:
    text = (ROOT / "sbom/acelabel.cyclonedx.json").read_text("utf-8")
    document = json.loads(text)
    names = {crate["name"] for crate in document["components"]}
    assert {"pyo3", "icu_normalizer", "smallvec", "stringprep"} <= names
    assert {row["ref"] for row in document["dependencies"]} == {
        document["metadata"]["component"]["bom-ref"],
        *(crate["bom-ref"] for crate in document["components"]),
    }
    assert re.findall(r"file:|\"/|timestamp", text) == []


def test_a_source_distribution_has_the_crate_alone_and_a_lock_that_is_kept(tmp_path: Path) -> None:
    source = tmp_path / "source"
    answer = tool("source_tree", source)
    assert (answer.returncode, answer.stderr) == (0, "")
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features"]
    run = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False, timeout=300)
    assert (run.returncode, run.stderr) == (0, "")
    packages = json.loads(run.stdout)["packages"]
    assert [package["name"] for package in packages if package["source"] is None] == ["acelabel"]
    blocks = [set((folder / "Cargo.lock").read_text("utf-8").split("\n\n")) for folder in (source, ROOT)]
    names = {match[1] for block in blocks[0] if (match := re.search(r'^name = "(.*)"$', block, re.M))}
    assert names == {package["name"] for package in packages}
    # Not a word of it is new, and all that is left out is what others need.
    assert {block.strip() for block in blocks[0]} < {block.strip() for block in blocks[1]}
    members = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["workspace"]["members"]
    assert [member for member in members if (source / member).exists()] == []


def test_links_of_a_release_lead_to_its_files(tmp_path: Path) -> None:
    source = tmp_path / "source"
    answer = tool("source_tree", source, "https://forge.example/group/acelabel", "v1.0.0")
    assert (answer.returncode, answer.stderr) == (0, "")
    readme = (source / "README.md").read_text("utf-8")
    links = re.findall(r"\]\(([^)\s]+)\)", readme)
    assert [link for link in links if not link.startswith(("https://", "#"))] == []
    assert "https://forge.example/group/acelabel/blob/v1.0.0/docs/names.md" in links
    settings = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))
    urls = settings["project"]["urls"].values()
    assert {address.split("/acelabel")[0] for address in urls} == {"https://forge.example/group"}
    # Of these folders and files a source distribution is made, which cannot be made without one of them.
    maturin = settings["tool"]["maturin"]
    made = {"manual/**/*"}
    needed = [maturin["python-source"], *(part["path"] for part in maturin["include"] if part["path"] not in made)]
    assert [pattern for pattern in needed if not any(source.glob(pattern))] == []
    assert tool("source_tree", tmp_path / "other", "ftp://forge.example", "v1.0.0").returncode == 1


@pytest.mark.skipif("sys.platform == 'win32'")
def test_a_run_that_may_install_nothing_names_the_packages_that_are_missing(tmp_path: Path) -> None:
    """It ends at once: where CI is set, a test that is skipped for want of a package has failed."""
    programs = {"id": "echo 1000", "python3": f"exec '{sys.executable}' \"$@\""}
    for name in ("bash", "dirname"):
        (tmp_path / name).symlink_to(shutil.which(name) or name)
    for name, program in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{program}\n", "utf-8")
        (tmp_path / name).chmod(0o755)
    command = [str(tmp_path / "bash"), str(ROOT / ".ci" / "run")]
    ended = subprocess.run(command, env={"PATH": str(tmp_path)}, capture_output=True, text=True, timeout=300)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert re.fullmatch(r"these packages are missing, and only root can install them: .*\bvalgrind\n", ended.stderr)


def test_every_process_that_a_test_waits_for_has_a_deadline() -> None:
    """Those of `command_line` are ended by timers of their own; chromedriver is ended with its driver."""
    without = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("subprocess.run", "subprocess.Popen"):
                name = f"{path.name}: {ast.unparse(node.func)}"
                waits = name.endswith(".run") and any(keyword.arg == "timeout" for keyword in node.keywords)
                without += [] if waits else [name]
    ended_otherwise = ["in_chromium.py: subprocess.Popen", "clients_of_idna.py: subprocess.run"]
    assert without == [*ended_otherwise, *["command_line.py: subprocess.Popen"] * 2]


def test_another_seed_draws_other_cases_and_the_same_seed_the_same(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text((ROOT / "tests/conftest.py").read_text("utf-8"), encoding="utf-8")
    (tmp_path / "test_drawn.py").write_text(
        "from hypothesis import given, strategies\n\n\n"
        "@given(strategies.lists(strategies.integers(), min_size=5))\ndef test_drawn(numbers):\n    print(numbers)\n",
        encoding="utf-8",
    )

    def run(seed: str, *options: str) -> str:
        command = [sys.executable, "-m", "pytest", "-rP", "-p", "no:cacheprovider", *options, str(tmp_path)]
        environment = os.environ | {"HYPOTHESIS_SEED": seed}
        environment.pop("HYPOTHESIS_PROFILE", None)
        run = subprocess.run(
            command, capture_output=True, text=True, check=True, cwd=tmp_path, env=environment, timeout=300
        )
        assert "HYPOTHESIS_SEED" in run.stdout
        return "\n".join(re.findall(r"^\[.*\]$", run.stdout, re.M))

    first, again, other, option = run("5"), run("5"), run("6"), run("", "--hypothesis-seed=5")
    assert first == again == option != other
    assert run("") == run("") not in (first, other)
