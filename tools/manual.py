"""Write what is made from the parser of the command line: the man page, the completions of shells, a page of docs/.

Usage: python tools/manual.py FOLDER, a copy of the sources, with the Python in which acelabel is installed. None of it
is committed: `nox -s sdist` makes it for the source distribution, docs/conf.py the page for the site.
"""

import argparse
import os
import re
from pathlib import Path

import options
import shtab
from argparse_manpage.manpage import Manpage

from acelabel.cli.commands import parser
from acelabel.cli.parser import Parser
from acelabel.cli.usage import BUT, leaves

# maturin puts what is below data/ into the wheel's data, which is installed below the prefix of the environment.
DATA = "manual"
SHARE = f"{DATA}/data/share"
PAGE = "docs/command-line-options.md"
PAGE_HEAD = """\
# Commands and options

The help of every command, as `--help` shows it. [The command line](command-line.md) explains the options,
with examples.

An option means the same in every command that has it:

"""


def main() -> None:
    folder = Path(options.given(__doc__, words=1)[1][0])
    write_page(folder)
    write(folder / SHARE / "man/man1/acelabel.1", man_page())
    write(folder / SHARE / "bash-completion/completions/acelabel", completion("bash"))
    write(folder / SHARE / "zsh/site-functions/_acelabel", completion("zsh"))
    write(folder / SHARE / "fish/vendor_completions.d/acelabel.fish", completion("fish"))
    # maturin refuses a folder of data that is not there, as in a checkout.
    settings = folder / "pyproject.toml"
    head = "[tool.maturin]\n"
    write(settings, settings.read_text("utf-8").replace(head, f'{head}data = "{DATA}"\n'))


def write_page(folder: Path) -> None:
    helps = (f"\n## {found.prog}\n\n```text\n{found.format_help().rstrip()}\n```\n" for found in parsers(parser()))
    write(folder / PAGE, PAGE_HEAD + table() + "".join(helps))


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="\n")


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


def table() -> str:
    """Which commands have which option, and why others do not."""
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
    return "\n".join(rows) + "\n"


def parsers(top: Parser) -> list[Parser]:
    # The parser, and both tools, ask for the size of the terminal.
    os.environ["COLUMNS"] = "80"
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
    main()
