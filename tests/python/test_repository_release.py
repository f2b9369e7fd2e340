"""The parts of a release: platforms, notes, and a citation that names this version."""

import importlib
import re
import sys
import tomllib
from pathlib import Path
from unittest.mock import MagicMock

import pytest

ROOT = Path(__file__).parents[2]
VERSION = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["package"]["version"]
EVERY_BUILD = {"3.11", "3.12", "3.13", "3.14", "3.14t", "3.15", "3.15t", "abi3", "abi3t"}
# Each job of wheels.yml that tests wheels, with what it tests on each of its platforms. The job `suite` tests what the
# job `systems` builds; the others test what they build.
JOBS = {
    "wheel": EVERY_BUILD,
    "suite": EVERY_BUILD,
    "foreign": {"abi3"},
    "pyodide": {"3.14"},
}


def job(name: str) -> str:
    """The text of one job of the workflow that builds wheels."""
    text = (ROOT / ".github/workflows/wheels.yml").read_text("utf-8")
    found = re.search(rf"^  {name}:\n(?:(?:    .*| +#.*)?\n)+", text, re.M)
    assert found is not None
    return found[0]


def platforms(name: str) -> list[str]:
    """The platforms of its matrix, or the one that is its name."""
    rows = re.search(r"^        platform:\n((?:          - \w+\n)+)", job(name), re.M)
    return re.findall(r"- (\w+)", rows[1]) if rows else re.findall(r"^    name: (\w+)$", job(name), re.M)


def test_every_promised_platform_has_a_job_and_no_other() -> None:
    page = (ROOT / "docs/release.md").read_text("utf-8")
    promised = re.findall(r"`((?:manylinux|musllinux|macos|windows|pyodide)_\w+)`", page)
    built = [platform for name in JOBS for platform in platforms(name)]
    assert sorted(built) == sorted(set(promised))


def builds(name: str) -> dict[str, set[str]]:
    """The platforms of a job with a matrix of platforms and builds."""
    excluded = re.findall(r'- \{ platform: (\w+), build: "(.*)" \}', job(name))
    return {
        platform: JOBS[name] - {build for row, build in excluded if row == platform} for platform in platforms(name)
    }


def test_every_platform_has_a_target_of_its_own() -> None:
    for name in ("wheel", "foreign"):
        targets = re.findall(r"platform: (\w+)(?:,|\n)(?:(?!platform:).)*?target: ([\w-]+)", job(name), re.S)
        assert sorted(platform for platform, _ in targets) == sorted(platforms(name))
        assert len({target for _, target in targets}) == len(targets)


def test_one_linux_makes_every_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    """But for Pyodide. What it makes for other systems is what is tested there."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    # Its functions are not called here.
    monkeypatch.setitem(sys.modules, "nox", MagicMock())
    wheels = importlib.import_module("steps_foreign").WHEELS
    made = {name: {*wheel.builds} for name, wheel in wheels.items()}
    foreign = dict.fromkeys(platforms("foreign"), JOBS["foreign"])
    assert made == builds("wheel") | builds("suite") | foreign
    assert {name for name in made if "linux" not in name} == set(platforms("suite"))
    rows = re.findall(r"platform: (\w+), target: ([\w-]+), kind: (\w+), builds: (.*) \}", job("systems"))
    assert [target for _, target, _, _ in rows] == [wheels[platform].target for platform, *_ in rows]
    for kind, is_stable in (("stable", True), ("versions", False)):
        of_kind = {platform: {*names.split()} for platform, _, row, names in rows if row == kind}
        wanted = {
            name: {build for build in every if build.startswith("abi3") is is_stable}
            for name, every in builds("suite").items()
        }
        assert of_kind == {name: chosen for name, chosen in wanted.items() if chosen}
    assert '-s wheels -- "$PLATFORM" $BUILDS' in job("systems")
    assert "runs-on: ubuntu-24.04\n" in job("systems")


def test_only_the_stable_abi_is_built_where_the_page_says_so() -> None:
    page = (ROOT / "docs/release.md").read_text("utf-8")
    (promised,) = re.findall(r"For `abi3` and `abi3t` alone: (.*?)\. The suite", page, re.S)
    only = {name for names in (builds("wheel"), builds("suite")) for name in names if names[name] == {"abi3", "abi3t"}}
    assert only == {*re.findall(r"\w+", promised)}


def test_every_promised_build_is_made() -> None:
    for name in ("wheel", "suite"):
        (row,) = re.findall(r"^ +build: \[(.*)\]$", job(name), re.M)
        assert {build.strip(' "') for build in row.split(",")} == JOBS[name]
    assert "--features python,abi3\n" in job("foreign")
    assert 'python-version: "3.14"' in job("pyodide")
    page = (ROOT / "docs/release.md").read_text("utf-8")
    assert {build for tested in JOBS.values() for build in tested if build not in page} == set()


def test_nothing_is_published_before_every_wheel_is_built_and_called() -> None:
    (needed,) = re.findall(r"^    needs: \[(.*)\]$", job("publish"), re.M)
    assert set(needed.split(", ")) == {"sdist", "systems", *JOBS}
    tests = {
        "wheel": r"-s (?:python|platforms)\b",
        "suite": r"-s python\b",
        "foreign": r'-s platforms -- calls "\$MACHINE"',
        "pyodide": "-s platforms -- pyodide",
    }
    assert {name for name in JOBS if not re.search(tests[name], job(name))} == set()


def test_every_part_of_the_code_that_depends_on_the_processor_is_tested_on_others() -> None:
    """32 bits and big-endian."""
    text = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
    rows = set(re.findall(r"\{ platform: (\w+), target: ([\w-]+) \}", text))
    assert rows == {("i686", "i686-unknown-linux-gnu"), ("s390x", "s390x-unknown-linux-gnu")}
    assert '-s platforms -- rust "$PLATFORM"' in text


def test_the_recipe_for_conda_is_of_this_version() -> None:
    """Its forms are those of rattler-build, which `nox -s release` lets render it."""
    recipe = (ROOT / "conda/recipe.yaml").read_text("utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert re.findall(r'^  version: "(.*)"$', recipe, re.M) == [VERSION]
    assert re.findall(r"^  license: (.*)$", recipe, re.M) == [project["project"]["license"]]
    licences = recipe[recipe.index("license_file:") :].split("\n")[1:]
    assert [row.strip(" -") for row in licences if row] == project["project"]["license-files"]
    (maturin,) = project["build-system"]["requires"]
    assert re.findall(r"- maturin (.*)", recipe) == 2 * [maturin.removeprefix("maturin")]


def test_faults_are_reported_in_private() -> None:
    """By the forge, as no address stands in a repository that may move."""
    policy = (ROOT / "SECURITY.md").read_text("utf-8")
    assert '"Report a vulnerability"' in policy
    assert "do not open a public issue" in policy


def test_release_notes_are_a_section_of_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    (section,) = re.findall(rf"^## {re.escape(VERSION)}(?: \([^)\n]*\))?\n(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    assert section.strip() != ""


def test_the_citation_is_of_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.M) == [VERSION]


def test_docs_rs_builds_without_python() -> None:
    metadata = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["package"]["metadata"]["docs"]["rs"]
    assert metadata["no-default-features"] is True
