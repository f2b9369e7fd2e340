"""The common parts of all commands: the options that every command takes."""

import textwrap
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from acelabel._choices import MARKUP
from acelabel._native import PROFILES
from acelabel.cli.formats import FORMATS, TABLES
from acelabel.cli.options import MOST_MESSAGES, Make, RunFilter
from acelabel.cli.parser import COLUMNS, Parser
from acelabel.cli.values import KINDS, clients, count, delimiter, kinds, threads, tlds

if TYPE_CHECKING:
    import argparse

    Commands = argparse._SubParsersAction["Parser"]

_SAYS_OF_FORMATS = (
    "In another format than lines each NAME is a file. Everything but names is copied unchanged, except in reports."
)
# A paragraph in lines of this width.
_filled = partial(textwrap.fill, width=COLUMNS - 1)
_FORMATS = tuple(name for name in FORMATS if name not in MARKUP)

_PROFILE = (
    "The rules. uts46 (the default): host names; dns (the default of zone files and certstream): also ASCII "
    "labels with _, and the wildcard *; whatwg: as "
    "browsers do; whatwg_strict: a valid domain of the URL Standard; idna2008: registration rules; "
    "idna2008_mapped: the same after the mapping of RFC 5895; idna2003: RFC 3490."
)


class Wording(NamedTuple):
    """The words of the help for the parts that all commands that convert records have in common."""

    # The output for an input that is refused.
    errors: str
    # The keys of a JSON object.
    keys: str = "input, ascii, unicode and error"
    does: str = "Convert"
    done: str = "converted"
    layout: str = "Every input line gives one output line, also if the line is refused, so that lines stay aligned."
    # The meanings of the exit statuses 0 and 1.
    status: tuple[str, str] = ("all inputs were converted", "some inputs were refused")


CONVERTS = Wording("What to write for a refused input. blank (the default): an empty line. keep: the input unchanged.")


def add_group(commands: "Commands", name: str, summary: str, examples: str, metavar: str = "DIRECTION") -> "Commands":
    """Add a command that has commands of its own: usually one for each direction."""
    group = commands.add_parser(name, help=summary, description=_filled(summary), epilog=_examples(examples))
    return group.add_subparsers(metavar=metavar, required=True, title=f"{metavar.lower()}s")


def add_filter(
    commands: "Commands",
    name: str,
    summary: str,
    examples: str,
    run: RunFilter,
    reads: str,
    *status: str,
    searches: bool,
) -> Parser:
    """Add a command that reads text as it is, whatever its lines are.

    `run` is called with the options, the paths of the input and the output. The help says how it `reads` it, and the
    meaning of the exit statuses 0 and, if there is one, 1. One that `searches` has a `--quiet` as grep has.
    """
    leaf = _add(commands, name, summary, examples, reads, status)
    leaf.file("file", nargs="*", says="Read FILE; - is standard input.")
    _add_files(leaf, "files", "Read FILE, too")
    if searches:
        says = "Write nothing, and end at the first hit, as grep does: the exit status is 0 if there is one, else 1."
        leaf.flag("-q", "--quiet", says=says)
    else:
        leaf.flag("-q", "--quiet", says="As --no-messages.")
        add_in_place(leaf, refuses=len(status) > 1)
    leaf.flag("-s", "--no-messages", says="Write no counts at the end.")
    leaf.set_defaults(filter=run, searches=searches)
    return leaf


_INPUT = """\
Without NAME and --file, the lines of standard input are {0.done}. {0.layout}
Messages go to standard error. Text is UTF-8, whatever the locale; a byte order mark at the beginning of the input is \
dropped. Put -- before names that begin with a hyphen."""


def add_leaf(
    commands: "Commands", name: str, summary: str, examples: str, convert: Make, words: Wording = CONVERTS
) -> Parser:
    """Add a command that converts records. All of them take the same names and options."""
    leaf = _add(commands, name, summary, examples, _INPUT.format(words), words.status)
    says = f"{words.does} each NAME instead of the lines of standard input; - is standard input."
    leaf.add_argument("names", nargs="*", metavar="NAME", help=says)
    _add_files(leaf, "file", f"{words.does} the lines of FILE")
    says = f"{words.errors} fail: stop at the first one. The exit status is 1 in all three cases."
    leaf.add_argument("--errors", choices=("blank", "keep", "fail"), default="blank", help=says)
    leaf.flag("--json", says=f"Write one JSON object per input, with the keys {words.keys}.")
    says = "Inputs and outputs end with NUL instead of a line feed. JSON objects always end with a line feed."
    leaf.flag("-z", "--null", says=says)
    add_max_messages(leaf, "inputs")
    leaf.flag("-q", "--quiet", says="As --no-messages.")
    leaf.flag("-s", "--no-messages", says="Write no messages, no summary and no progress.")
    leaf.set_defaults(convert=convert)
    return leaf


def _add_files(leaf: Parser, dest: str, says: str) -> None:
    says += "; - is standard input. Can be given more than once."
    leaf.file("--file", dest=dest, action="append", default=[], says=says)
    says = (
        "Write to FILE instead of standard output (-). A regular file is replaced when all is written; if the run "
        "fails, the old file stays. FILE.gz and FILE.zst are compressed, as inputs too."
    )
    leaf.file("-o", "--output", says=says)


def add_profile(leaf: Parser) -> None:
    """Add the option that chooses the rules of domain names."""
    # The list of choices would make the usage too wide.
    leaf.add_argument("--profile", choices=PROFILES, metavar="PROFILE", help=_PROFILE)


def add_max_messages(leaf: Parser, subjects: str) -> None:
    """Add the option that limits the messages, which are about these."""
    says = f"Write at most N messages about single {subjects} ({MOST_MESSAGES} by default), then a summary."
    leaf.add_argument("--max-messages", type=count, default=MOST_MESSAGES, metavar="N", help=says)


def add_errors(leaf: Parser) -> None:
    """Add the option for input that is not UTF-8, in a command that refuses no name."""
    says = (
        "What to do with what is not UTF-8. fail (the default): a file of --output or --in-place stays as it was. "
        "keep: it is written. The exit status is 1 in both cases."
    )
    leaf.add_argument("--errors", choices=("keep", "fail"), default="fail", help=says)


def add_in_place(leaf: Parser, *, refuses: bool = True) -> None:
    """Add the option that replaces the inputs, which the command refuses in part."""
    says = " Without --errors keep, a file with a refusal stays as it was." * refuses
    leaf.flag("--in-place", says=f"Replace each FILE by its result.{says}")


def _add(commands: "Commands", name: str, summary: str, examples: str, reads: str, status: tuple[str, ...]) -> Parser:
    epilog = f"{_filled(reads)}\n\n{exit_status(*status)}\n{_examples(examples)}"
    leaf = commands.add_parser(name, help=summary, description=summary, epilog=epilog)
    leaf.set_defaults(command=leaf.prog.partition(" ")[2], leaf=leaf)
    return leaf


def add_formats(leaf: Parser, default: str = "lines", *, formats: Sequence[str] = _FORMATS) -> None:
    """Add the option that says what the files are, and those that say more of some formats."""
    tables = [name for name in formats if name in TABLES]
    about = "\n".join(_row(name, FORMATS[name].about + " (the default)" * (name == default)) for name in formats)
    about += "\n" + _row("auto", "one of these, by the name and the beginning of the file; a message says which")
    group = leaf.add_argument_group("formats", f"{_within(_SAYS_OF_FORMATS)}\n{about}")
    group.add_argument(
        "--format", choices=(*formats, "auto"), metavar="FORMAT", help="What the files are, one of those above."
    )
    leaf.set_defaults(form=default)
    if tables:
        _add_columns(leaf, tables)
    if "text" in formats:
        _add_kinds(leaf)
    if {"text", "lines"} <= {*formats}:
        says = "With --format text: count names in paths, queries, fragments, local parts and user information, too."
        leaf.flag("--everywhere", says=says)


def _add_kinds(leaf: Parser) -> None:
    group = leaf.add_argument_group("names inside text", _within("With --format text."))
    says = f"Which names count, separated by commas: {', '.join(KINDS)}. By default all. Can be given more than once."
    group.add_argument("--kinds", action="extend", type=kinds, metavar="KINDS", help=says)
    says = (
        "Count bare names in these top-level domains, too, not only those with xn--: a list, separated by commas, or "
        "a FILE with one per line, whose name has a full stop or a slash: IANA's list, or one of public suffixes. Can "
        "be given more than once."
    )
    group.add_argument("--tlds", action="append", default=[], type=tlds, metavar="TLDS", help=says)


def _add_columns(leaf: Parser, tables: Sequence[str]) -> None:
    about = (
        f"A file in {', '.join(tables[:-1])} or {tables[-1]} is one input: NAME, --file, or standard input with "
        "--format. What converts writes the same format, and a value that is refused becomes null, in CSV and TSV an "
        "empty field."
    )
    group = leaf.add_argument_group("columns of a file", _within(about))
    says = "Convert this column; in JSON Lines a.b is b in the object a. Can be given more than once."
    group.add_argument("--column", action="append", default=[], metavar="COLUMN", help=says)
    says = "Write the results to this new column, one for each --column. By default they replace the column."
    group.add_argument("--into", action="append", default=[], metavar="COLUMN", help=says)
    says = "CSV and TSV: this character separates the fields; tab or \\t is a tab."
    group.add_argument("--delimiter", type=delimiter, metavar="CHAR", help=says)
    says = "CSV and TSV: the first line is a row, and a COLUMN is a number, from 1."
    group.add_argument("--no-header", action="store_true", help=says)
    says = (
        "CSV, TSV, JSON Lines and Zeek: convert with so many threads (1 by default), if the input is a regular file "
        "that is not compressed. The result is the same."
    )
    group.add_argument("--threads", type=threads, default=1, metavar="N", help=says)


def add_clients(leaf: Parser, does: str) -> None:
    """Add the option that names programs, whose hosts the command tells."""
    says = f"{does} A list of names, separated by commas, such as browser,curl,java (acelabel.clients.ALIASES), or all."
    leaf.add_argument("--clients", action="extend", type=clients, default=[], metavar="CLIENTS", help=says)


def add_report(leaf: Parser) -> None:
    """Add the option for columns of reports."""
    says = (
        "With --column: add a column with value, code, label_index, offset and message. Its name is that of the column "
        "of results with _report."
    )
    leaf.flag("--report", says=says)


def _row(name: str, about: str) -> str:
    return textwrap.fill(f"{name:<11}{about}", COLUMNS - 3, initial_indent="  ", subsequent_indent=" " * 13)


def _within(text: str) -> str:
    return textwrap.fill(text, COLUMNS - 3)


def exit_status(*status: str) -> str:
    """The help on the exit statuses, of which these are the first ones."""
    rows = {
        **dict(enumerate(status)),
        2: "anything else went wrong: usage, unreadable input, full disk",
        130: "interrupted",
        141: "the output pipe was closed",
    }
    return "exit status:\n" + "".join(f"  {number:<4} {meaning}\n" for number, meaning in rows.items())


def _examples(commands: str) -> str:
    return "examples:\n" + "\n".join(f"  acelabel {command}" for command in commands.splitlines())
