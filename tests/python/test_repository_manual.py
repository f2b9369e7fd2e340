"""The man page and the completions of shells know every command and option, and go where shells look for them.

`nox -s docs` says whether they are, to the letter, what is made from the parser.
"""

import argparse
import importlib.metadata
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from test_cli_usage import PARSERS

ROOT = Path(__file__).parents[2]
DATA = str(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["maturin"]["data"])
SHARE = ROOT / DATA / "data" / "share"
BASH = SHARE / "bash-completion" / "completions" / "acelabel"
ZSH = SHARE / "zsh" / "site-functions" / "_acelabel"
FISH = SHARE / "fish" / "vendor_completions.d" / "acelabel.fish"
MAN = SHARE / "man" / "man1" / "acelabel.1"


def options(name: str) -> list[str]:
    return [option for action in PARSERS[name]._actions for option in action.option_strings if option != "-h"]


def test_these_files_are_shipped() -> None:
    files = {path for path in (ROOT / DATA).rglob("*") if path.is_file()}
    assert files == {BASH, ZSH, FISH, MAN}
    installed = {str(path).partition("share/")[2] for path in importlib.metadata.files("acelabel") or []}
    assert {path.relative_to(SHARE).as_posix() for path in files} <= installed


@pytest.mark.parametrize("name", PARSERS)
def test_the_man_page_has_every_command_and_option(name: str) -> None:
    text = MAN.read_text("utf-8").replace("\\-", "-")
    assert f"\\fB{name}\\fR" in text or name == "acelabel"
    assert [option for option in options(name) if f"\\fB{option}\\fR" not in text and option != "--help"] == []


def test_the_page_has_every_command_and_option() -> None:
    text = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    assert [name for name in PARSERS if f"`{name.removeprefix('acelabel ')}" not in text] == []
    assert [option for name in PARSERS for option in options(name) if f"`{option}" not in text] == []


@pytest.mark.parametrize("path", [BASH, ZSH, FISH], ids=["bash", "zsh", "fish"])
def test_the_completions_have_every_command_and_option(path: Path) -> None:
    text = path.read_text("utf-8")
    commands = {word for name in PARSERS for word in name.split()}
    assert [word for word in commands if word not in text] == []
    assert [option for name in PARSERS for option in options(name) if option.lstrip("-") not in text] == []


def completed(*words: str) -> set[str]:
    """Return what bash offers after these words."""
    line = f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}"
    script = f"source '{BASH}'; {line}; _shtab_acelabel; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    return set(
        subprocess.run(["bash", "-c", script], capture_output=True, encoding="utf-8", timeout=300).stdout.split()
    )


def test_bash_completes_commands_options_and_values() -> None:
    assert completed("acelabel", "to-") == {"to-ascii", "to-unicode"}
    assert completed("acelabel", "race", "''") >= {"encode", "decode"}
    assert completed("acelabel", "race", "encode", "--dom") == {"--domain"}
    assert "idna2008" in completed("acelabel", "to-ascii", "--profile", "idna20")


def test_the_man_page_has_the_examples_and_the_exit_status() -> None:
    text = MAN.read_text("utf-8")
    heads = re.findall(r"^\.SH\n?\s*(.+)$", text, re.M)
    for head in ("NAME", "SYNOPSIS", "EXAMPLES", "EXIT STATUS", "ERROR CODES"):
        assert head in heads
    # Each example is on a line of its own.
    assert re.findall(r".*\S  acelabel .*", text) == []
    # A line that begins with a dot or an apostrophe would be taken for a request.
    assert [line for line in text.splitlines() if re.match(r"['.](?!SH|SS|TH|TP|RS|RE|nf|fi|B |PP|IP)", line)] == []
    assert argparse.SUPPRESS not in text
