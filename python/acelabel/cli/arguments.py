"""What all commands have in common: how arguments are read, and the options that every command takes."""

import argparse
import errno
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from acelabel.cli.converters import Converter
from acelabel.cli.screen import as_path, as_utf8, for_terminal, to_stderr

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    Commands = argparse._SubParsersAction["Parser"]

Make = Callable[[argparse.Namespace], Converter]
RunFilter = Callable[[argparse.Namespace, list[str]], int]

MOST_MESSAGES = 20
_COLUMNS = 80

_INPUT = """\
Without NAME and --file, the lines of standard input are {done}. {layout}
Messages go to standard error. Text is UTF-8, whatever the locale; a byte order mark at the beginning of the input is \
dropped. Put -- before names that begin with a hyphen."""
FORMATS = ("csv", "tsv", "jsonl", "parquet", "feather")
_TABLES = """\
With --column the input is one file in CSV, TSV, JSON Lines, Parquet or Feather: NAME, --file, or standard input with \
--format. The output has the same format. With --errors blank, a value that is refused becomes null, in CSV and TSV an \
empty field."""
EXIT_STATUS = """\
exit status:
  0    all inputs were converted
  1    some inputs were refused
  2    anything else went wrong: usage, unreadable input, full disk
  130  interrupted
  141  the output pipe was closed
"""
_FILTERS = """\
Without FILE standard input is read. Lines are written as soon as they are read. Bytes that are not UTF-8 stay, and so \
does all else that is not a name. Counts go to standard error at the end, if there is something to count."""
_FILTER_STATUS = """\
exit status:
  0    all input was read
  2    anything else went wrong: usage, unreadable input, full disk
  130  interrupted
  141  the output pipe was closed
"""
_SEARCHES = """\
Without FILE standard input is read. Each line is a name, and a line is written for each one that looks like a watched \
name: the name, the watched name and how they are alike, separated by tabs. A name may be in either form. The \
number of such names goes to standard error at the end, if there is one."""
_SEARCH_STATUS = """\
exit status:
  0    no name looks like a watched one
  1    some names look like watched ones
  2    anything else went wrong: usage, unreadable input, full disk
  130  interrupted
  141  the output pipe was closed
"""


class Wording(NamedTuple):
    """What the help of a command says of what all commands have in common."""

    does: str
    done: str
    layout: str
    errors: str
    keys: str

    @property
    def input(self) -> str:
        """Where the input comes from and what it gives."""
        return textwrap.fill(_INPUT.format(done=self.done, layout=self.layout), _COLUMNS - 1)


_CONVERTS = Wording(
    "Convert",
    "converted",
    "Every input line gives one output line, also if the line is refused, so that lines stay aligned.",
    "What to write for an input that is refused. blank (the default): an empty line. keep: the input unchanged. ",
    "input, ascii, unicode and error",
)
CONVERTS_NAMES = _CONVERTS._replace(
    errors="What to write for a name that is refused. blank (the default): an empty line. keep: the name with the "
    "labels that are refused in lower case and all others converted; a line that is more than a name, such as NAME:443 "
    "or ADDRESS NAME, is not changed. "
)
CONVERTS_RACE = _CONVERTS._replace(keys="input, ascii, unicode, error and race")
INSPECTS = Wording(
    "Inspect",
    "inspected",
    "An empty line follows every report.",
    "What to write for a name that is not valid. blank (the default) and keep: its report. ",
    "input, valid, ascii, unicode, labels, errors and error, among others",
)
TRACES = Wording(
    "Trace",
    "traced",
    "An empty line follows the steps of every input.",
    _CONVERTS.errors,
    "input, ascii, unicode, error and steps",
)
TRACES_TO_THE_FAULT = TRACES._replace(
    errors="What to write for an input that is refused. blank (the default): the steps up to the fault. keep: the "
    "input unchanged. "
)

SHOWS = Wording(
    "Show",
    "shown",
    "Every input line gives one output line, so that lines stay aligned.",
    "What to write for an input that is not UTF-8: no other one is refused. blank (the default): an empty line. keep: "
    "the input unchanged. ",
    "input, ascii, unicode, shown, labels and error",
)


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help of at most 80 columns, however wide the terminal is."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26, width=min(shutil.get_terminal_size().columns, _COLUMNS) - 1)


class Parser(argparse.ArgumentParser):
    """A parser whose messages obey nothing that stands in an argument."""

    def __init__(self, **options: object) -> None:
        super().__init__(allow_abbrev=False, formatter_class=Formatter, add_help=False, **options)  # type: ignore[arg-type]
        self.add_argument("-h", "--help", action="help", help="Show this help and exit.")

    def error(self, message: str) -> NoReturn:
        # Without a stderr, argparse would write the usage to stdout.
        to_stderr(f"{self.format_usage()}{self.prog}: error: {message}")
        raise SystemExit(2)

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        # Help and version. Without a stdout, both are None.
        if file is sys.stdout:
            _write_help(message)
        else:
            super()._print_message(for_terminal(message), file)


def parse(parser: Parser, argv: Sequence[str] | None) -> argparse.Namespace:
    """Read the arguments.

    Args:
        parser: The parser.
        argv: The arguments without the name of the program; the arguments of the process if None.

    Raises:
        SystemExit: The usage is wrong, which is said on stderr; or help was asked for.
        OSError: Help was asked for and cannot be written.
    """
    argv = [*map(as_utf8, sys.argv[1:])] if argv is None else argv
    _refuse_early_options(parser, argv)
    options, unknown = parser.parse_known_args(argv)
    leaf: Parser = options.leaf
    if unknown:
        hint = " (put -- before names that begin with a hyphen)" if any(map(_may_be_name, unknown)) else ""
        leaf.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
    if options.names and options.file:
        leaf.error("NAME and --file cannot be combined")
    if "-" in (options.names or ()):
        if len(options.names) > 1:
            leaf.error("NAME -, which is standard input, cannot be combined with other names")
        options.names, options.file = [], ["-"]
    if options.watch == "-" and "-" in (options.file or ["-"]) and not options.names:
        leaf.error("standard input cannot hold both names and watched names")
    if options.case_flags and not options.code_points:
        leaf.error("--case-flags needs --code-points")
    if options.column:
        _check_columns(leaf, options)
    elif options.into or options.format or options.report:
        leaf.error("--into, --format and --report need --column")
    return options


def add_group(commands: "Commands", name: str, summary: str, examples: str, metavar: str = "DIRECTION") -> "Commands":
    """Add a command that has commands of its own: usually one for each direction."""
    description = textwrap.fill(summary, _COLUMNS - 1)
    group = commands.add_parser(name, help=summary, description=description, epilog=_examples(examples))
    return group.add_subparsers(metavar=metavar, required=True, title=f"{metavar.lower()}s")


def add_filter(
    commands: "Commands", name: str, summary: str, examples: str, run: RunFilter, does: str = "filter"
) -> Parser:
    """Add a command that reads text as it is, whatever its lines are.

    Args:
        commands: Where to add it.
        name: What it is called.
        summary: What it does, a sentence.
        examples: Lines without the name of the program.
        run: What it does with the options and the paths of its input.
        does: What its help says of its input: it is a "filter", or a "search" for names.
    """
    reads, status = (_FILTERS, _FILTER_STATUS) if does == "filter" else (_SEARCHES, _SEARCH_STATUS)
    epilog = f"{textwrap.fill(reads, _COLUMNS - 1)}\n\n{status}\n{_examples(examples)}"
    leaf = commands.add_parser(name, help=summary, description=summary, epilog=epilog)
    leaf.add_argument("file", nargs="*", type=_path, metavar="FILE", help="Read FILE; - is standard input.")
    leaf.add_argument("-q", "--quiet", action="store_true", help="Write no counts at the end.")
    leaf.set_defaults(**dict.fromkeys(("names", "output", "column", "into", "format", "report", "case_flags", "watch")))
    leaf.set_defaults(leaf=leaf, filter=run)
    return leaf


def add_leaf(
    commands: "Commands", name: str, summary: str, examples: str, make: Make, wording: Wording = _CONVERTS
) -> Parser:
    """Add a command that converts records. All of them take the same names and options."""
    status = EXIT_STATUS
    if wording is INSPECTS:
        status = status.replace("converted", "valid").replace("refused", "not valid")
    if wording is SHOWS:
        status = status.replace("converted", "shown")
    epilog = f"{wording.input}\n\n{status}\n{_examples(examples)}"
    leaf = commands.add_parser(name, help=summary, description=summary, epilog=epilog)
    leaf.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"{wording.does} each NAME instead of the lines of standard input; - is standard input.",
    )
    leaf.add_argument(
        "--file",
        action="append",
        type=_path,
        metavar="FILE",
        help=f"{wording.does} the lines of FILE; - is standard input. Can be given more than once.",
    )
    leaf.add_argument(
        "-o",
        "--output",
        type=_path,
        metavar="FILE",
        help="Write to FILE instead of standard output (-). A regular file is replaced when all is written; if the run "
        "fails, the old file stays.",
    )
    leaf.add_argument(
        "--errors",
        choices=("blank", "keep", "fail"),
        default="blank",
        help=f"{wording.errors}fail: stop at the first one. The exit status is 1 in all three cases.",
    )
    leaf.add_argument(
        "--json",
        action="store_true",
        help=f"Write one JSON object per input, with the keys {wording.keys}.",
    )
    leaf.add_argument(
        "-z",
        "--null",
        action="store_true",
        help="Inputs and outputs end with NUL instead of a line feed. JSON objects always end with a line feed.",
    )
    leaf.add_argument(
        "--max-messages",
        type=_count,
        default=MOST_MESSAGES,
        metavar="N",
        help=f"Write at most N messages about single inputs ({MOST_MESSAGES} by default), then a summary.",
    )
    leaf.add_argument("-q", "--quiet", action="store_true", help="Write no messages, no summary and no progress.")
    # Not every command has these.
    leaf.set_defaults(**dict.fromkeys(("profile", "domain", "code_points", "case_flags")))
    leaf.set_defaults(**dict.fromkeys(("column", "into", "format", "report", "watch")))
    leaf.set_defaults(command=leaf.prog.partition(" ")[2], leaf=leaf, converter=make, filter=None)
    return leaf


def add_watch(leaf: Parser, *, required: bool, summary: str) -> None:
    """Add the option for a file of watched names."""
    leaf.add_argument(
        "--watch", type=_path, metavar="FILE", required=required, help=f"{summary} Its lines are the watched names."
    )


def add_columns(leaf: Parser, *, report: bool = False) -> None:
    """Add the options for columns of files; with `report` also `--report`."""
    group = leaf.add_argument_group("columns of a file", textwrap.fill(_TABLES, _COLUMNS - 3))
    group.add_argument(
        "--column", action="append", metavar="COLUMN", help="Convert this column. Can be given more than once."
    )
    group.add_argument(
        "--into",
        action="append",
        metavar="COLUMN",
        help="Write the results to this new column, one for each --column. By default they replace the column.",
    )
    group.add_argument("--format", choices=FORMATS, help="The format of input and output. By default a suffix says it.")
    if report:
        group.add_argument(
            "--report",
            action="store_true",
            help="Add a column with value, code, label_index and offset. Its name is that of the column of results and "
            "_report.",
        )


def _check_columns(leaf: Parser, options: argparse.Namespace) -> None:
    for name in ("json", "null", "code_points", "domain"):
        if getattr(options, name):
            leaf.error(f"--{name.replace('_', '-')} and --column cannot be combined")
    try:
        options.file, options.names = [*map(_path, options.names)] or options.file or ["-"], []
    except argparse.ArgumentTypeError as error:
        leaf.error(f"argument NAME: {error}")
    if len(options.file) > 1:
        leaf.error("with --column there is one input file")
    if any(len(set(names)) != len(options.column) for names in (options.column, options.into or options.column)):
        leaf.error("give each --column once, and one --into for each or none")


def _refuse_early_options(parser: Parser, argv: Sequence[str]) -> None:
    """Refuse options before the command that they belong to.

    argparse would take their value for a command, or say that they do not exist.
    """
    for word in argv:
        choices = next((a.choices for a in parser._actions if isinstance(a, argparse._SubParsersAction)), None)
        if choices is None:
            return
        if word.startswith("-") and word not in ("-", "--") and word not in parser._option_string_actions:
            parser.error(f"unrecognized arguments: {word} (options come after the command)")
        if word not in choices:
            return
        parser = choices[word]


def _may_be_name(word: str) -> bool:
    # No option has a dot or ends with a hyphen, as raw Punycode may.
    return "." in word or not word.isascii() or (word.startswith("-") and word.endswith("-"))


def _write_help(message: str) -> None:
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    # The examples are UTF-8 like all other output, whatever the locale.
    sys.stdout.buffer.write(message.encode())
    sys.stdout.flush()


def _examples(commands: str) -> str:
    return "examples:\n" + "\n".join(f"  acelabel {command}" for command in commands.splitlines())


def _path(text: str) -> str:
    # An empty path would mean the current folder.
    if not text:
        raise argparse.ArgumentTypeError("the file name is empty")
    try:
        path = as_path(text)
        octets = os.fsencode(path)
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError("the file name holds a lone surrogate") from None
    if b"\0" in octets:
        raise argparse.ArgumentTypeError("the file name holds U+0000")
    return path


def _count(text: str) -> int:
    if text.isascii() and text.isdecimal():
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 up")
