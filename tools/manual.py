"""Write what is made from the parser of the command line: the man page, the completions of shells, a page of docs/.

Usage: python tools/manual.py [--check]. With `--check` nothing is written, and the exit status says whether every file
is as it would be written.
"""

import argparse
import os
import re
import sys
from pathlib import Path

import options
import shtab
from argparse_manpage.manpage import Manpage

from acelabel.cli.commands import parser
from acelabel.cli.parser import Parser
from acelabel.cli.usage import BUT, leaves

# maturin puts what is below data/ into the wheel's data, which is installed below the prefix of the environment.
ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "manual" / "data" / "share"
TABLE = "<!-- made by tools/manual.py -->\n"
PAGE_HEAD = """\
# Commands and options

The help of every command, as `--help` shows it. [The command line](command-line.md) explains the options,
with examples.

"""


def main() -> str | None:
    flags, _ = options.given(__doc__, "--check")
    # Both tools ask for the size of the terminal.
    os.environ["COLUMNS"] = "80"
    stale = []
    for path, text in files().items():
        if "--check" in flags:
            stale += [path] if not path.exists() or path.read_text("utf-8") != text else []
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
    return "\n".join(f"{path.name} is not up to date: run nox -s docs -- --write" for path in stale) or None


def files() -> dict[Path, str]:
    helps = [f"## {found.prog}\n\n```text\n{found.format_help().rstrip()}\n```\n" for found in parsers(parser())]
    return {
        FOLDER / "man/man1/acelabel.1": man_page(),
        ROOT / "docs/command-line-options.md": PAGE_HEAD + "\n".join(helps),
        ROOT / "docs/command-line.md": with_table((ROOT / "docs/command-line.md").read_text("utf-8")),
        FOLDER / "bash-completion/completions/acelabel": completion("bash"),
        FOLDER / "zsh/site-functions/_acelabel": completion("zsh"),
        FOLDER / "fish/vendor_completions.d/acelabel.fish": completion("fish"),
    }


def man_page() -> str:
    """The man page: the options of every command, and after them what stands at the end of a help text."""
    top = parser()
    # The parts that have a title of their own: `examples:` and indented lines.
    ends = "\n".join(found.epilog or "" for found in parsers(top))
    sections = re.findall(r"^([a-z ]+):[^\n]*\n((?:  .*\n?)+)", ends, re.M)
    top.epilog = None
    page = Manpage(top, {"manual_title": "User Commands"}, format="single-commands-section")
    page.description = "convert internationalised domain names to ASCII and back"
    # A date would make the page another one every day.
    page.date = ""
    examples = [line for title, text in sections if title == "examples" for line in text.splitlines()]
    page.add_section("EXAMPLES", "=", verbatim("\n".join(dict.fromkeys(examples))))
    for title, heading in (("error codes", "ERROR CODES"), ("exit status", "EXIT STATUS")):
        text = next(text for name, text in sections if name == title)
        page.add_section(heading, "=", verbatim(text))
    return str(page)


def with_table(page: str) -> str:
    """The page on the command line, with the table that tells which commands have which option."""
    found = {name: leaf._option_string_actions for name, leaf in leaves(parser()).items()}
    options = {", ".join(one.option_strings): None for each in found.values() for one in each.values()}
    rows = ["| option | commands | why not others |", "| --- | --- | --- |"]
    for names in options:
        name = names.rpartition(" ")[2]
        having = [f"`{command}`" for command in found if name in found[command]]
        others = [f"`{command}`" for command in found if name not in found[command]]
        but_others = "all" + " but " * bool(others) + ", ".join(others)
        shown = ", ".join(having) if len(having) <= len(others) else but_others
        rows.append(f"| {', '.join(f'`{one}`' for one in names.split(', '))} | {shown} | {BUT.get(name, '')} |")
    before, rest = page.split(TABLE, 1)
    return before + TABLE + "\n".join(["", *rows, ""]) + rest[rest.index("\n<!-- end") :]


def parsers(top: Parser) -> list[Parser]:
    found = [top]
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                found += parsers(below)
    return found


def verbatim(text: str) -> str:
    """Lines that are not filled, in the language of man pages."""
    escaped = text.rstrip("\n").replace("\\", "\\e").replace("-", r"\-").replace("'", r"\(aq")
    return f".nf\n{escaped}\n.fi"


def completion(shell: str) -> str:
    """The completion of a shell: commands, options, values of options, and names of files."""
    top = parser()
    for found in parsers(top):
        for action in found._actions:
            if action.metavar == "FILE":
                action.complete = shtab.FILE  # type: ignore[attr-defined]
    return str(shtab.complete(top, shell=shell)).rstrip("\n") + "\n"


if __name__ == "__main__":
    sys.exit(main())
