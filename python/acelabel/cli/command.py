"""From the arguments to the exit status."""

import os
import re
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from os.path import isfile

from acelabel.cli import columns, columns_arrow, columns_text, commands, destination, left_alone, records
from acelabel.cli.advice import Tally, file_note, hints_for, notes_for
from acelabel.cli.failures import Unusable
from acelabel.cli.formats import ARROW
from acelabel.cli.options import Options
from acelabel.cli.report import Reporter, progress, say
from acelabel.cli.run import Run
from acelabel.cli.screen import as_path, shown_path
from acelabel.cli.usage import parse

SOME_REFUSED = 1
WENT_WRONG = 2
# The status that a shell gives to a program that a signal has ended: this and the number of the signal.
SIGNALLED = 128
INTERRUPTED = 130
PIPE_CLOSED = 141

# A text with a name that may be taken for the path of a file.
_TEXT = re.compile(r"//|@|[^\x00-\x7f].*\.|\.[^\x00-\x7f]|[xX][nN]--")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        argv: The arguments without the name of the program; the arguments of the process if None.

    Returns:
        The exit status: 0 all was converted, 1 some was refused, 2 something else went wrong (usage, unreadable input,
        a full disk), 130 interrupted, 141 the output pipe was closed, 128 + n ended by signal n.
    """
    try:
        return _run(parse(commands.parser(), argv))
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


def _run(options: Options) -> int:
    options.output = None if options.output == records.STDIN else options.output
    inputs = [] if options.names else options.file or [records.STDIN]
    if options.in_place and options.output is None:
        for path in inputs:
            if not destination.is_replaceable(path):
                raise Unusable(f"{shown_path(path)}: only a regular file can be replaced")
        return max(_run(replace(options, file=[path], output=path)) for path in inputs)
    size = _check(options, inputs)
    if records.STDIN in inputs and sys.stdin.isatty() and not (options.quiet or options.no_messages):
        say("standard input is a terminal: type the lines, and end with Ctrl-D (on Windows Ctrl-Z and Enter)")
    return _convert(options, inputs, size) if options.filter is None else _filter(options, inputs)


def _check(options: Options, inputs: list[str]) -> int | None:
    """Look at inputs and output before anything is written. Returns the size of the inputs, if it is known."""
    read = [*inputs, *options.lists]
    closed = sys.stdin is None and records.STDIN in read
    if closed or (sys.stdout is None and options.output is None):
        raise Unusable("standard input or output is closed")
    try:
        size = records.sizes(inputs) if inputs else None
    except FileNotFoundError as error:
        if options.filter is not None and _TEXT.search(str(error.filename)):
            # A command that searches reads text by itself.
            form = "" if options.searches or options.format is None else f" --format {options.format}"
            command = f"acelabel {options.command}{form}"
            advice = f"to give it a text: echo {shlex.quote(shown_path(error.filename))} | {command}"
            raise Unusable(f"{_message(error)}. {command} reads files; {advice}") from None
        raise
    target = destination.status_of(options.output)
    # With --in-place an input is to be replaced, and no list. A name may be the path of a file by mistake.
    read = options.lists if options.in_place else read
    if any(records.is_same_file(path, target) for path in (*read, *filter(isfile, map(as_path, options.names)))):
        output = shown_path(options.output or "standard output")
        raise Unusable(f"{output}: the input and the output are the same file")
    return size


def _filter(options: Options, inputs: list[str]) -> int:
    assert options.filter is not None
    with destination.opened(options.output) as output:
        status = options.filter(options, inputs, output.stream)
        # A refusal may have stopped it.
        output.complete = not (status and options.errors == "fail")
    if options.in_place and not output.complete and not options.quiet:
        say(f"note: {_unchanged(options)}")
    return status


def _convert(options: Options, inputs: list[str], size: int | None) -> int:
    assert options.convert is not None
    form = columns.format_of(options, inputs[0]) if options.column else None
    hints = hints_for(options, lines=options.kind == "lines" and not options.names)
    profile = options.rules if options.command in ("to-ascii", "to-unicode") else None
    tally = Tally(hints, () if form in ARROW else notes_for(options), profile)
    unit = "argument" if options.names else "record" if options.null else "line"
    reporter = Reporter("row" if form and form != "jsonl" else unit, most=options.max_messages, quiet=options.quiet)
    converter = options.convert(options)
    with destination.opened(options.output) as output:
        # On a terminal the results show how far it is, and a bar would be drawn across them.
        with progress(None if options.quiet or output.stream.isatty() else size, tally) as (advance, clear):
            reporter.before = clear
            run = Run(options, converter, reporter, tally, output=output.stream)
            are_reports = options.json or converter.reports
            if form:
                reporter.file = records.name_of(inputs[0])
                table = columns.Columns(options, converter, reporter, tally)
                module = columns_arrow if form in ARROW else columns_text
                if are_reports:
                    all(run.report_on(inputs[0], values) for values in module.values(table, form))
                else:
                    module.convert(table, form, output.stream, advance)
                output.complete = not (table.stopped or run.stopped)
            elif options.kind == "lines":
                run.convert(inputs, advance)
                output.complete = not run.stopped
            else:
                (run.report if are_reports else run.rewrite)(inputs, str(options.format), advance)
                output.complete = not run.stopped
        is_unchanged = options.in_place and options.errors != "keep" and tally.refused > 0
        output.complete &= not is_unchanged
    if run.changed and not options.quiet:
        say(f"{run.changed:,} name{'s' * (run.changed > 1)} rewritten")
    if run.left and not options.quiet:
        names = "names" if run.left > 1 else "name"
        say(f"{run.left:,} {names} left with escapes or numbers of $GENERATE, which only to-ascii and to-unicode read")
    if run.unread and not options.quiet:
        lines = "lines are no objects" if run.unread > 1 else "line is no object"
        say(f"{run.unread:,} {lines} of JSON, and not read")
    for words in () if options.quiet or options.no_messages else left_alone.stays(run.stays):
        say(words)
    reporter.end(tally, "not valid" if converter.reports else "refused")
    note = file_note(options.names, "inspect" if converter.reports else "convert")
    if not options.command.startswith(("inspect", "trace", "display")) and options.kind == "lines":
        note = columns.note_for([*map(as_path, options.names)] or (inputs if tally.refused else [])) or note
    reporter.note(_unchanged(options) if is_unchanged else note)
    return SOME_REFUSED if tally.refused else 0


def _unchanged(options: Options) -> str:
    return f"{shown_path(options.output or '')} was not changed; with --errors keep, only refusals stay"


def _message(error: OSError) -> str:
    reason = error.strerror or str(error)
    return reason if error.filename is None else f"{shown_path(str(error.filename))}: {reason}"


def _discard_stdout() -> None:
    """Keep the interpreter from writing, at its end, what nobody reads."""
    # There may be none, or none that is a file of the system.
    with suppress(OSError, ValueError, AttributeError):
        number = sys.stdout.fileno()
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)
