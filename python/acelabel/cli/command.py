"""From the arguments to the exit status."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from os.path import isfile
from typing import BinaryIO, cast

from acelabel._engines import PROFILES
from acelabel.cli import arguments, columns, columns_arrow, columns_text, commands, destination, records, sources
from acelabel.cli.advice import Tally, file_note, hints_for, notes_for
from acelabel.cli.failures import Unusable
from acelabel.cli.progress import progress
from acelabel.cli.report import Reporter, say
from acelabel.cli.run import Format, Run
from acelabel.cli.screen import as_path, shown_path

SOME_REFUSED = 1
WENT_WRONG = 2
# What a shell says of a program that a signal has ended: this and the number of the signal.
SIGNALLED = 128
INTERRUPTED = 130
PIPE_CLOSED = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        argv: The arguments without the name of the program; the arguments of the process if None.

    Returns:
        The exit status: 0 all was converted, 1 some was refused, 2 something else went wrong (usage, unreadable input,
        a full disk), 130 interrupted, 141 the output pipe was closed, 128 + n ended by signal n.
    """
    try:
        return _run(arguments.parse(commands.parser(), argv))
    except SystemExit as stop:
        # argparse has said what there is to say; 0 after --help and --version.
        return WENT_WRONG if stop.code else 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except destination.Ended as ended:
        return SIGNALLED + ended.number
    except BrokenPipeError:
        _discard_stdout()
        return PIPE_CLOSED
    except OSError as error:
        say(_message(error))
        _discard_stdout()
    except Unusable as error:
        say(str(error).replace("\n", "\\n"))
    except MemoryError:
        say("not enough memory")
    return WENT_WRONG


def _run(options: argparse.Namespace) -> int:
    if options.output == sources.STDIN:
        options.output = None
    inputs = [] if options.names else options.file or [sources.STDIN]
    read = inputs if options.watch is None else [*inputs, options.watch]
    closed = sys.stdin is None and sources.STDIN in read
    if closed or (sys.stdout is None and options.output is None):
        say("standard input or output is closed")
        return WENT_WRONG
    size = sources.sizes(inputs) if inputs else None
    target = destination.status_of(options.output)
    # A name may be the path of a file by mistake, which the output would replace.
    if any(sources.is_same_file(path, target) for path in (*read, *filter(isfile, map(as_path, options.names or ())))):
        say(f"{shown_path(options.output or 'standard output')}: the input and the output are the same file")
        return WENT_WRONG
    if options.filter:
        return int(options.filter(options, inputs))
    form = columns.format_of(options.format, inputs[0], options.output) if options.column else None
    tally = Tally(
        hints_for(options.command, options.profile, domain=options.domain, lines=not form and not options.names),
        () if form in columns.ARROW else notes_for(options.command, options.profile, domain=options.domain),
        PROFILES[options.profile] if options.command in ("to-ascii", "to-unicode") else None,
    )
    unit = "argument" if options.names else "record" if options.null else "line"
    reporter = Reporter("row" if form and form != "jsonl" else unit, most=options.max_messages, quiet=options.quiet)
    converter = options.converter(options)
    with destination.opened(options.output) as output:  # noqa: SIM117
        # On a terminal the results show how far it is, and a bar would be drawn across them.
        with progress(None if options.quiet or output.stream.isatty() else size, tally) as shown:
            reporter.before = shown.clear
            if form:
                table = columns.Columns(options, converter, reporter, tally)
                _convert_table(table, form, output.stream, reporter, shown.advance)
                output.complete = not table.stopped
            else:
                lines = Format("\0" if options.null else "\n", options.json, options.errors)
                run = Run(converter, lines, output.stream, reporter, tally)
                if options.names:
                    run.convert(records.from_arguments(options.names))
                for path in inputs:
                    if not run.stopped:
                        _convert_file(run, path, lines.separator, shown.advance)
                output.complete = not run.stopped
    reporter.end(tally, "not valid" if converter.reports else "refused")
    note = file_note(options.names, "inspect" if converter.reports else "convert")
    if not options.command.startswith(("inspect", "trace", "display")) and not form:
        note = columns.note_for([*map(as_path, options.names)] or (inputs if tally.refused else [])) or note
    reporter.note(note)
    return SOME_REFUSED if tally.refused else 0


def _message(error: OSError) -> str:
    reason = error.strerror or str(error)
    return reason if error.filename is None else f"{shown_path(str(error.filename))}: {reason}"


def _convert_file(run: Run, path: str, separator: str, advance: Callable[[int], object]) -> None:
    name = None if path == sources.STDIN else shown_path(path)
    run.begin(name)
    with sources.opened(path) as stream:
        for batch in records.from_stream(cast("records.Source", stream), separator.encode(), name):
            run.convert(batch)
            if run.stopped:
                return
            advance(batch.octets)


def _convert_table(
    table: columns.Columns, form: str, output: BinaryIO, reporter: Reporter, advance: Callable[[int], object]
) -> None:
    reporter.file = None if table.file == sources.STDIN else shown_path(table.file)
    if form in columns.ARROW:
        columns_arrow.convert(table, form, output, advance)
    else:
        with sources.opened(table.file) as stream:
            columns_text.convert(table, form, cast("records.Source", stream), output, advance)


def _discard_stdout() -> None:
    """Keep the interpreter from writing, at its end, what nobody reads."""
    # There may be none, or none that is a file of the system.
    with suppress(OSError, ValueError, AttributeError):
        number = sys.stdout.fileno()
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)
