"""The public surface is the one in tests/surface.txt, and no change of it goes without a line in the changelog."""

import importlib
import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("surface")


def test_the_snapshot_is_up_to_date(tool: ModuleType) -> None:
    assert tool.SNAPSHOT.read_text("utf-8").partition("\n")[2] == tool.surface()


def test_a_change_needs_a_line_in_the_changelog(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tool.SNAPSHOT.read_text("utf-8")
    now = text.partition("\n")[2]
    snapshot = tmp_path / "surface.txt"
    monkeypatch.setattr(tool, "SNAPSHOT", snapshot)
    monkeypatch.setattr("sys.argv", ["surface.py"])
    monkeypatch.setattr(tool, "surface", lambda: now.replace("idna_encode\n", "idna_to_ascii\n"))
    snapshot.write_text(f"# {tool.changes()}\n{now}", "utf-8")
    assert tool.main() == 1
    assert "- idna_encode\n" in (said := capsys.readouterr().err)
    assert "+ idna_to_ascii\n" in said
    monkeypatch.setattr(tool, "changes", lambda: "another")
    assert tool.main() == 0
    assert "idna_to_ascii\n" in snapshot.read_text("utf-8")
    assert tool.main() == 0


@pytest.mark.parametrize(
    "line",
    [
        "@property acelabel.AceError.code(self) -> 'Code'",
        "acelabel.Profile.check_hyphens: Final[bool]",
        "acelabel.compat.idna.ulabel",
        "pub fn is_valid(name: &str, profile: &Profile) -> bool",
        "Profile::const WHATWG: Self",
        "Error::const fn offset(self) -> usize",
        "display::How: Skeleton",
        "security::pub fn resolved_scripts(text: &str) -> ScriptSet",
        "zone::pub struct ZoneRewriter",
        "try_punycode_decode",
        "to-ascii --profile",
        "`Trace.to_dict()`: steps",
        "bidi_rule_6",
        "rfc5895_mapping = false",
    ],
)
def test_every_kind_is_in_the_snapshot(tool: ModuleType, line: str) -> None:
    assert re.search(rf"^{re.escape(line)}", tool.SNAPSHOT.read_text("utf-8"), re.M)


def test_the_page_tells_what_the_snapshot_holds() -> None:
    page = (ROOT / "docs" / "stability.md").read_text("utf-8")
    for kind in ("Python", "SQL", "Rust", "commands", "options", "Error codes", "JSON", "Flags"):
        assert kind in page
    assert "`tests/surface.txt`" in page
