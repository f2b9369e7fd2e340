"""From the arguments to the exit status."""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO, cast

from acelabel.cli import arguments, records
from acelabel.cli.progress import progress
from acelabel.cli.report import Reporter, say
from acelabel.cli.run import Format, Run

SOME_FAILED = 1
WRONG_USAGE = 2
# What a shell says of a program that the signals SIGINT and SIGPIPE have ended.
INTERRUPTED = 130
PIPE_CLOSED = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        argv: The arguments without the name of the program; those of the process if None.

    Returns:
        The exit status: 0 all was converted, 1 some was not, 2 wrong usage, 130 interrupted, 141 the reader of the
        output went away.
    """
    try:
        options = arguments.parser().parse_args(argv)
    except SystemExit as stop:
        # argparse has said what there is to say; 0 after --help and --version.
        return WRONG_USAGE if stop.code else 0
    try:
        return _run(options)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _discard_stdout()
        return PIPE_CLOSED
    except OSError as error:
        say(str(error))
        return SOME_FAILED


def _run(options: argparse.Namespace) -> int:
    if (sys.stdin is None and not options.names) or (sys.stdout is None and options.output is None):
        say("standard input or output is closed")
        return WRONG_USAGE
    form = Format("\0" if options.null else "\n", options.json, options.errors)
    unit = "argument" if options.names else "record" if options.null else "line"
    try:
        opened = _opened(options.output)
    except OSError as error:
        say(str(error))
        return WRONG_USAGE
    with opened as output:
        run = Run(options.converter(options), form, output, Reporter(unit, quiet=options.quiet))
        if options.names:
            run.convert(records.from_arguments(options.names))
        else:
            _convert_stdin(run, form, options)
    return SOME_FAILED if run.failures else 0


def _convert_stdin(run: Run, form: Format, options: argparse.Namespace) -> None:
    # On a terminal the results show how far it is, and a bar would be drawn across them.
    wanted = not options.quiet and (options.output is not None or not sys.stdout.isatty())
    stdin = cast("records.Source", sys.stdin.buffer)
    with progress(wanted=wanted) as advance:
        for batch in records.from_stream(stdin, form.separator.encode()):
            run.convert(batch)
            if run.stopped:
                return
            advance(batch.octets)


def _opened(path: str | None) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdout.buffer) if path is None else Path(path).open("wb")


def _discard_stdout() -> None:
    """Keep the interpreter from writing, at its end, what nobody reads."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
