"""A wheel has all that its source distribution makes: the man page, completions of shells, docstrings of stub files.

They know every command, option and function, and go where shells and editors look for them. A wheel that pip builds
from the checkout has none of them, because none is committed.
"""

import argparse
import ast
import importlib.metadata
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_cli_usage import PARSERS

import acelabel
from acelabel import _native

ROOT = Path(__file__).parents[2]
SHARE = Path(sys.prefix) / "share"
BASH = SHARE / "bash-completion" / "completions" / "acelabel"
ZSH = SHARE / "zsh" / "site-functions" / "_acelabel"
FISH = SHARE / "fish" / "vendor_completions.d" / "acelabel.fish"
MAN = SHARE / "man" / "man1" / "acelabel.1"


def options(name: str) -> list[str]:
    return [option for action in PARSERS[name]._actions for option in action.option_strings if option != "-h"]


STUBS = sorted(Path(acelabel.__file__).parent.glob("_native*.pyi"))

pytestmark = pytest.mark.skipif(
    not any("share/man/" in str(path) for path in importlib.metadata.files("acelabel") or []),
    reason="this wheel was built from the checkout, which has no man page and no completions: nox -s wheel",
)


def test_the_checkout_has_none_of_it() -> None:
    command = ["git", "ls-files"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True, timeout=300).stdout
    made = re.compile(r"man1/|completions|site-functions|command-line-options")
    assert [path for path in listed.splitlines() if made.search(path)] == []
    stubs = [ROOT / "python" / "acelabel" / path.name for path in STUBS]
    assert [path.name for path in stubs if '"""' in path.read_text("utf-8")] == []


def test_these_files_are_shipped() -> None:
    installed = {str(path).partition("share/")[2] for path in importlib.metadata.files("acelabel") or []}
    assert {path.relative_to(SHARE).as_posix() for path in (BASH, ZSH, FISH, MAN)} == installed - {""}


def test_stub_files_have_the_docstrings_of_the_module() -> None:
    nodes = [node for path in STUBS for node in ast.parse(path.read_text("utf-8")).body]
    defined = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    found = {node.name: text for node in defined if (text := ast.get_docstring(node))}
    assert len(found) > 60
    assert [name for name, text in found.items() if text != inspect.cleandoc(getattr(_native, name).__doc__)] == []


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
