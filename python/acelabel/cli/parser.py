"""The parser of the arguments, and the names of files among them."""

import argparse
import errno
import os
import shutil
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from acelabel.cli.screen import as_path, for_terminal, to_stderr

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

# The width of the help.
COLUMNS = 80


def path(text: str) -> str:
    """The value of an option that names a file."""
    # An empty path would mean the current folder.
    if not text:
        raise argparse.ArgumentTypeError("the file name is empty")
    try:
        found = as_path(text)
        octets = os.fsencode(found)
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError("the file name holds a lone surrogate") from None
    if b"\0" in octets:
        raise argparse.ArgumentTypeError("the file name holds U+0000")
    return found


def _formatter(prog: str) -> argparse.HelpFormatter:
    """Help of at most 80 columns, however wide the terminal is."""
    width = min(shutil.get_terminal_size().columns, COLUMNS) - 1
    return argparse.RawDescriptionHelpFormatter(prog, max_help_position=26, width=width)


class _Once(argparse._StoreAction):
    """An option of one value. Of two, the first would go without a word."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        given = vars(namespace).setdefault("given", set())
        if option is not None and self.dest in given:
            raise argparse.ArgumentError(self, "give it once")
        given.add(self.dest)
        super().__call__(parser, namespace, values, option)


class Parser(argparse.ArgumentParser):
    """A parser whose messages obey nothing that stands in an argument."""

    def __init__(self, **options: object) -> None:
        super().__init__(allow_abbrev=False, formatter_class=_formatter, add_help=False, **options)  # type: ignore[arg-type]
        self.register("action", None, _Once)
        self.add_argument("-h", "--help", action="help", help="Show this help and exit.")

    def flag(self, *names: str, says: str) -> None:
        """Add an option without a value."""
        self.add_argument(*names, action="store_true", help=says)

    def file(self, *names: str, says: str, **options: Any) -> None:
        """Add an argument or option that names a file."""
        self.add_argument(*names, type=path, metavar="FILE", help=says, **options)

    def error(self, message: str) -> NoReturn:
        # Without a stderr, argparse would write the usage to stdout.
        to_stderr(f"{self.format_usage()}{self.prog}: error: {message}")
        raise SystemExit(2)

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        # Help and version. Without a stdout, both are None.
        is_help = file is sys.stdout
        if not is_help:
            super()._print_message(for_terminal(message), file)
        elif sys.stdout is None:
            raise OSError(errno.EBADF, "standard output is closed")
        else:
            # The examples are UTF-8 like all other output, whatever the locale.
            sys.stdout.buffer.write(message.encode())
            sys.stdout.flush()
