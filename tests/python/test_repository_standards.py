"""standards.toml says what is implemented, each thing that moves has its sentence, and a diff of tables can be read."""

import importlib
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import acelabel

ROOT = Path(__file__).resolve().parents[2]
PROFILES = {name for name, value in vars(acelabel).items() if isinstance(value, acelabel.Profile)}


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("standards")


def test_every_profile_has_its_standard_and_nothing_moved(tool: ModuleType) -> None:
    content = tool.standards()
    assert tool.implemented() == (acelabel.unicode_version, *acelabel.url_standard)
    assert {*PROFILES} <= {name for row in content["standard"] for name in row["of"]}
    assert [*tool.own_faults(content), *tool.faults_of_unicode(content)] == []
    page = tool.PAGE.read_text("utf-8")
    assert page == tool.with_table(page, content)


def test_a_standard_has_its_own_date_beside_that_of_its_data_files(tool: ModuleType) -> None:
    content = tool.standards()
    assert content["unicode"]["date"] > content["unicode"]["files"]
    rows = [row for row in tool.table(content).splitlines() if "UTS #46" in row or "UTS #39" in row]
    assert len(rows) == 2
    for row in rows:
        assert row.endswith(f"with data files of {content['unicode']['files']} | {content['unicode']['date']} |")


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ('version = "{unicode}"', 'version = "1.0.0"', "acelabel has Unicode {unicode}, standards.toml says 1.0.0."),
        (
            'revision = "that of Unicode {unicode}"',
            'revision = "that of Unicode 1.0.0"',
            "UTS46 follows Unicode 1.0.0,",
        ),
        ("commit {commit}", "commit 0000000", "standards.toml says commit 0000000."),
        ('version = "3.20"', 'version = "3.19"', "idna 3.20 is locked, standards.toml says 3.19:"),
    ],
)
def test_what_differs_here_is_a_sentence(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, before: str, after: str, sentence: str
) -> None:
    values = {"unicode": acelabel.unicode_version, "commit": acelabel.url_standard[0]}
    text = (ROOT / "standards.toml").read_text("utf-8")
    assert before.format(**values) in text
    for folder in ("requirements", "Cargo.lock"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    (tmp_path / "standards.toml").write_text(text.replace(before.format(**values), after, 1), "utf-8")
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    assert sentence.format(**values) in "\n".join(tool.own_faults(tool.standards()))


def test_what_moved_in_a_registry_is_a_sentence(tool: ModuleType) -> None:
    content = tool.standards()
    known = {watched["name"]: watched["version"] for watched in content["watch"]}
    assert {"idna", "ada-url", "icu_properties", "icu_provider_source", "unicode-security"} == {*known}
    assert [*tool.faults_of_registries(content, lambda watched: watched["version"])] == []
    moved = tool.faults_of_registries(content, lambda watched: (known | {"idna": "99.1"})[watched["name"]])
    assert [*moved] == [
        "idna at PyPI is at 99.1, standards.toml says 3.20. It shows the tables of IDNA2008 and UTS #46, as a peer."
    ]
    unasked = [*tool.faults_of_registries(content, lambda watched: None)]
    assert len(unasked) == len(known)
    assert all("nobody looked" in sentence for sentence in unasked)
    (newer,) = tool.faults_of_unicode(content, lambda watched: "99.0.0" if watched["name"] == "idna" else None)
    assert newer.startswith("idna 3.20 has Unicode 99.0.0, acelabel ")


def compared(tmp_path: Path, table: str, before: str, after: str) -> subprocess.CompletedProcess[str]:
    """The answer of the tool about the tables as they are and of the same with a change in one of them."""
    for folder in ("before", "after"):
        shutil.copytree(
            ROOT / "src" / "unicode", tmp_path / folder, ignore=lambda _, names: [n for n in names if ".txt" not in n]
        )
    path = tmp_path / "after" / table
    text = path.read_text("utf-8")
    changed = re.sub(before, after, text, count=1, flags=re.M)
    assert (changed != text) == (before != after)
    path.write_text(changed, "utf-8")
    command = [
        sys.executable,
        str(ROOT / "tools/unicode_changes.py"),
        str(tmp_path / "before"),
        str(tmp_path / "after"),
    ]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, check=False)


@pytest.mark.parametrize(
    ("table", "before", "after", "status", "shown"),
    [
        ("table.txt", "x", "x", 0, "Nothing moved.\n"),
        (
            *("table.txt", "^0557 UNASSIGNED Disallowed L$", "0557 PVALID Valid L", 0),
            "table.txt: 1 code points that are new\n  0557: UNASSIGNED Disallowed L -> PVALID Valid L\n",
        ),
        (
            *("table.txt", "^002D PVALID", "002D DISALLOWED", 1),
            "table.txt: 1 code points that were there\n"
            "  002D: PVALID Valid ES prepared -> DISALLOWED Valid ES prepared\n",
        ),
        (
            *("mappings.txt", "^0041 = 0061$", "0041 = 0062", 1),
            "mappings.txt: 1 code points that were there\n  0041: = 0061 -> = 0062\n",
        ),
        ("security.txt", "^0027 allowed", "0027 restricted", 1, "security.txt: 1 code points that were there\n"),
    ],
)
def test_a_change_of_the_tables_is_shown(
    tmp_path: Path, table: str, before: str, after: str, status: int, shown: str
) -> None:
    answer = compared(tmp_path, table, before, after)
    assert answer.stdout.startswith(shown)
    assert (answer.returncode, "CHANGELOG.md" in answer.stderr) == (status, bool(status))
    assert len(answer.stdout.splitlines()) <= 40


def test_a_large_change_fits_a_screen(tmp_path: Path) -> None:
    answer = compared(tmp_path, "mappings.txt", r"(?s)^00C0.*^0100", "0100")
    lines = answer.stdout.splitlines()
    assert lines[0] == "mappings.txt: 30 code points that were there"
    assert lines[-1].startswith("  and ")
    assert len(lines) == 12
