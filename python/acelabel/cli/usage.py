"""The reading of arguments: which go together, and what is said of those that are wrong."""

import argparse
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from os.path import isfile

from acelabel._choices import MARKUP
from acelabel.cli.failures import utf8_fault
from acelabel.cli.formats import FORMATS
from acelabel.cli.guess import guessed
from acelabel.cli.options import Options
from acelabel.cli.parser import Parser, path
from acelabel.cli.report import say
from acelabel.cli.screen import as_path, as_utf8, shown_path

_OF_TABLES = "it says more of a table, and of the other commands the names are no values of one"
_OF_LINT = "only `lint` says what is wrong in a text"
BUT = {
    "--allow": "only `lint` asks where names go; look-alikes have it in Python: `display.Watchlist(allow=)`",
    "--annotate": "only text has room for both forms; `paste` puts lines side by side",
    "--as": "only a canonical spelling is also that of an address",
    "--baseline": _OF_LINT,
    "--bare": "only `host` reads URLs",
    "--case-flags": "only Punycode has case annotations",
    "--clients": "only `host`, `inspect` and `lint` ask where programs go",
    "--code-points": "only raw encodings take any code points",
    "--column": _OF_TABLES,
    "--defanged": "only a search tells how a name is written; a rewriter leaves such names as they are",
    "--delimiter": _OF_TABLES,
    "--diff": "only `lint` reads what changes",
    "--distance": "only `lookalikes` searches for all kinds of look-alikes",
    "--domain": "only RACE labels are converted without a domain name",
    "--errors": "`find` and `lookalikes` refuse nothing",
    "--escapes": "only to ASCII are escapes of zone files read as letters; A-labels become letters all the same",
    "--everywhere": "only names of domains stand inside text; `redact` always looks everywhere",
    "--format": "the inputs of `race` and `trace` are lines",
    "--in-place": "the other commands write reports, or what is to be shown",
    "--into": _OF_TABLES,
    "--json": "the result is the text itself",
    "--kinds": "only names of domains stand inside text",
    "--labels": "`lookalikes` searches feeds; shown names have them in Python: `display.Watchlist(labels=)`",
    "--max-messages": "the messages of `find`, `redact` and `lookalikes` are counts",
    "--null": "`find`, `redact` and `lookalikes` read files, and no list of inputs",
    "--no-header": _OF_TABLES,
    "--no-silencing": _OF_LINT,
    "--output-format": "the other commands have `--json`",
    "--policy": "only names shown to people have a policy",
    "--private": "it says more of `--suffixes`",
    "--profile": "the other commands have fixed rules, a policy, or no rules of domain names",
    "--report": "only conversions of domain names, hosts and registrable domains have reports, as in `acelabel.arrow`",
    "--list-rules": _OF_LINT,
    "--limit": "one result is written for each input of the other commands",
    "--rules": "only `registry` and `lookalikes` read rules of registries",
    "--severity": _OF_LINT,
    "--suffixes": "registrable domains need them; look-alikes have them in Python: `display.Watchlist(suffixes=)`",
    "--threads": _OF_TABLES,
    "--tlds": "only names of domains stand inside text",
    "--watch": "only these compare names with watched ones",
    "--with": "only `redact` writes something else than a name",
}
"""The reasons why some commands do not have an option."""

# Options of other programs, and arguments of functions, with the option that does it here, or the advice.
_MEANT = {
    "-f": "--file",
    "-i": "--in-place",
    "-r": "a command takes files, not folders: find FOLDER -type f -exec",
    "-v": "acelabel --version shows the version",
    "--brands": "--watch",
    "--input": "--format",
    "--replacement": "--with",
    "--isolate": "in Python: text.to_unicode(isolate=True)",
}
_MEANT |= {"-R": _MEANT["-r"], "-V": _MEANT["-v"], "--recursive": _MEANT["-r"]}


def parse(parser: Parser, argv: Sequence[str] | None) -> Options:
    """Read the arguments, or those of the process if `argv` is None. Wrong usage, and help, raise `SystemExit`."""
    argv = [*map(as_utf8, sys.argv[1:])] if argv is None else [*argv]
    if argv[:1] == ["help"]:
        argv = [*argv[1:], "--help"]
    _refuse_early_options(parser, argv)
    options, unknown = parser.parse_known_args(argv, Options())
    leaf = options.leaf or parser
    if unknown:
        leaf.error(f"unrecognized arguments: {' '.join(unknown)}{_advice_on_option(parser, options, unknown)}")
    options.file += options.files
    # A command that searches leaves its results out with --quiet alone.
    options.quiet |= options.no_messages and not options.searches
    _choose(leaf, options)
    if options.names and options.file:
        leaf.error("NAME and --file cannot be combined")
    if "-" in options.names:
        if len(options.names) > 1:
            leaf.error("NAME -, which is standard input, cannot be combined with other names")
        options.names, options.file = [], ["-"]
    if options.command == "lookalikes" and options.watch is None and options.labels is None:
        leaf.error("one of the arguments --watch --labels is required")
    if options.command == "lint":
        _check_lint(leaf, options)
    for name, file in ("suffixes", options.suffixes), *(("rules", file) for file in options.rule_files):
        if file == "-":
            leaf.error(f"--{name} must be a file, not standard input")
    if options.watch == options.labels == "-":
        leaf.error("standard input cannot hold both watched names and labels")
    if "-" in (options.watch, options.labels) and "-" in (options.file or ["-"]) and not options.names:
        leaf.error("standard input cannot hold both names and watched names")
    if options.clients and options.bare:
        leaf.error("--clients and --bare cannot be combined")
    if options.case_flags and not options.code_points:
        leaf.error("--case-flags needs --code-points")
    if options.in_place and not options.column:
        _check_in_place(leaf, options)
    if options.column:
        _check_columns(leaf, options)
    return options


def _check_lint(leaf: Parser, options: Options) -> None:
    """Refuse what `lint` cannot do."""
    for name in ("allow", "baseline"):
        if getattr(options, name) == "-":
            leaf.error(f"--{name} must be a file, not standard input")
    if options.json and options.output_format == "sarif":
        leaf.error("--json and --output-format sarif cannot be combined")
    if options.diff and (options.column or options.kind not in ("text", "places")):
        leaf.error("--diff reads lines of text: give it no column, and a format of text")


def _refuse_early_options(parser: Parser, argv: Sequence[str]) -> None:
    """Refuse options before the command that they belong to.

    argparse would take their value for a command, or say that they do not exist.
    """
    for word in argv:
        choices = _below(parser)
        if choices is None:
            return
        if word.startswith("-") and word not in ("-", "--") and word not in parser._option_string_actions:
            having = [leaf for leaf in leaves(parser).values() if word.partition("=")[0] in leaf._option_string_actions]
            advice = " (options come after the command)" if having else ""
            advice = " (did you mean --version?)" if word in ("-V", "-v") else advice
            parser.error(f"unrecognized arguments: {word}{advice}")
        if word not in choices and not word.startswith("-"):
            parser.error(f"{word} is not a command. {_advice_on_command(parser.prog, word, [*choices])}")
        if word not in choices:
            return
        parser = choices[word]
    if (choices := _below(parser)) is not None:
        parser.error(f"a command is needed. The commands are: {', '.join(choices)}")


def _below(parser: Parser) -> dict[str, Parser] | None:
    """The commands of a parser; None if it has none."""
    return next((a.choices for a in parser._actions if isinstance(a, argparse._SubParsersAction)), None)


def _advice_on_command(group: str, word: str, commands: list[str]) -> str:
    if word in MARKUP:
        return f"It is a format: acelabel lint --format {word}"
    if word in FORMATS:
        return f"It is a format: acelabel to-ascii --format {word}"
    if near := get_close_matches(word, commands, 1, 0.7):
        return f"Did you mean {near[0]}?"
    if isfile(as_path(word)):  # noqa: PTH113 - Path.is_file raises an error for a name that is too long
        return f"To convert the names in a file: acelabel to-ascii --format text {word}"
    if "encode" in commands:
        return f"The commands are: {', '.join(commands)}. To encode a text: {group} encode {word}"
    if not word.isascii() or "." in word:
        return f"To convert a name: acelabel to-ascii {word}"
    return f"The commands are: {', '.join(commands)}"


def leaves(parser: Parser) -> dict[str, Parser]:
    """The commands below a parser that have none of their own, by their names."""
    choices = _below(parser)
    if choices is None:
        return {parser.prog.partition(" ")[2]: parser}
    return {name: leaf for below in choices.values() for name, leaf in leaves(below).items()}


def _advice_on_option(parser: Parser, options: Options, unknown: list[str]) -> str:
    option = unknown[0].partition("=")[0]
    if not option.startswith("-"):
        are_files = options.filter or (options.format or "lines") != "lines"
        return f" ({'files' if are_files else 'names'} have to stand together, before or after the options)"
    having = [name for name, leaf in leaves(parser).items() if option in leaf._option_string_actions]
    if having and options.leaf is not None:
        last = leaves(parser)[having[0]]._option_string_actions[option].option_strings[-1]
        return f" (an option of {', '.join(having)}: {BUT[last].replace('`', '')})"
    # No option has a dot or ends with a hyphen, as raw Punycode may.
    if any("." in word or not word.isascii() or (word.startswith("-") and word.endswith("-")) for word in unknown):
        return " (put -- before names that begin with a hyphen)"
    meant = _MEANT.get(option, "")
    if meant and not meant.startswith("--"):
        return f" ({meant})"
    known = (options.leaf or parser)._option_string_actions
    near = [meant] if meant in known else get_close_matches(option, known, 1, 0.7)
    return f" (did you mean {near[0]}?)" if near else ""


def _choose(leaf: Parser, options: Options) -> None:
    """Choose what reads the inputs, and refuse the options of other formats."""
    is_guessed = options.format == "auto"
    if is_guessed:
        _guess(leaf, options)
    form = options.format or options.form
    in_column = bool(options.column) and form in ("lines", "text")
    options.kind = "table" if in_column else FORMATS[form].kind
    is_table = options.kind == "table"
    if options.column and (not is_table or options.format == "lines"):
        leaf.error(f"--column and --format {form} cannot be combined")
    if is_table and not options.column and (options.command, form) != ("lookalikes", "zeek"):
        leaf.error(f"--format {form} needs --column")
    # In a column there may be texts.
    kinds = {options.kind, "text" if form == "text" else options.kind}
    for name, needed in _NEEDS.items():
        is_given = getattr(options, name) not in (leaf.get_default(name), getattr(Options(), name))
        if is_given and needed not in kinds:
            leaf.error(f"--{name.replace('_', '-')} needs {'--column' if needed == 'table' else f'--format {needed}'}")
    if options.command == "to-unicode" and options.policy and options.kind != "text":
        leaf.error("--policy needs --format text; acelabel display shows names")
    if options.annotate and options.column:
        leaf.error("--annotate and --column cannot be combined")
    if options.subject == "email" and options.kind not in ("lines", "table"):
        leaf.error("--as email needs lines or a column")
    if (is_guessed or options.kind != "lines") and not is_table and not leaf.get_default("searches"):
        _read_files(leaf, options, form)
    if options.profile is None and "--profile" in leaf._option_string_actions:
        # Names that are there already.
        options.profile = "dns" if options.kind in ("zone", "feed") else "uts46"
    if not options.json or options.searches:
        options.filter = options.filters.get(options.kind, options.filter)


def _guess(leaf: Parser, options: Options) -> None:
    """Choose the format that the files seem to have, and say it."""
    paths = [*map(as_path, options.names), *options.file] or ["-"]
    found = {guessed(path): path for path in reversed(paths)}
    if len(found) > 1:
        first, second, *_ = ((shown_path(path), form) for form, path in reversed(found.items()))
        leaf.error(f"--format auto: {first[0]} is {first[1]} and {second[0]} is {second[1]}: give files of one format")
    (options.format,) = found
    choices = leaf._option_string_actions["--format"].choices or ()
    is_table = FORMATS[options.format].kind == "table" and not options.column
    if options.format not in choices or (is_table and (options.searches or options.form == "text")):
        options.format = options.form
    if not (options.quiet or options.no_messages):
        say(f"{shown_path(paths[0])}: read as {options.format}: {FORMATS[options.format].about}")


# The kind of format that an option needs.
_NEEDS = {
    "annotate": "text",
    "delimiter": "table",
    "escapes": "zone",
    "everywhere": "text",
    "into": "table",
    "kinds": "text",
    "no_header": "table",
    "report": "table",
    "threads": "table",
    "tlds": "text",
}


def _read_files(leaf: Parser, options: Options, form: str) -> None:
    """Make a command on names one on files whose format says where names stand."""
    if options.null:
        leaf.error(f"--null and --format {form} cannot be combined")
    is_text = form == "text" and options.command != "redact"
    if is_text and "errors" in options.given:
        leaf.error("--errors and --format text cannot be combined: what is no valid name there is left, and counted")
    options.file, options.names = [*_paths(leaf, options), *options.file] or ["-"], []
    # A name cannot be blank there, but in a report; of what is refused in text, nothing is changed.
    are_reports = options.json or options.command == "inspect"
    if options.errors == "blank" and not are_reports and form != "lines":
        if "errors" in options.given:
            leaf.error("--errors blank is for lines and tables: keep leaves a name that is refused, fail stops")
        options.errors = "keep" if is_text else "fail"


def _paths(leaf: Parser, options: Options) -> list[str]:
    """The arguments as files."""
    try:
        return [*map(path, options.names)]
    except argparse.ArgumentTypeError as error:
        leaf.error(f"argument NAME: {error}")


def _check_in_place(leaf: Parser, options: Options) -> None:
    if options.output is not None:
        leaf.error("--in-place and --output cannot be combined")
    if options.json:
        leaf.error("--in-place and --json cannot be combined")
    if not options.file or "-" in options.file:
        leaf.error("--in-place needs files" + (": give them with --file" if options.names else ""))


def _check_columns(leaf: Parser, options: Options) -> None:
    for name in ("null", "code_points", "domain"):
        if getattr(options, name):
            leaf.error(f"--{name.replace('_', '-')} and --column cannot be combined")
    if utf8_fault(options.replacement):
        leaf.error("--with is not UTF-8, and --column writes text")
    if options.into and options.searches:
        leaf.error("--into is for conversions: the other commands write no table")
    if options.threads > 1 and (options.searches or options.json):
        leaf.error("--threads is for conversions that write a table")
    if options.json and (options.into or options.report):
        leaf.error("--json writes reports: it cannot be combined with --into and --report")
    options.file, options.names = _paths(leaf, options) or options.file or ["-"], []
    if len(options.file) > 1:
        leaf.error("with --column there is one input file")
    if options.in_place:
        _check_in_place(leaf, options)
    for name in filter(lambda _: options.no_header, options.column):
        if not name.isdecimal() or not name.isascii() or name.startswith("0"):
            leaf.error(f"with --no-header a column is a number from 1, not {name!r}")
    if any(len(set(names)) != len(options.column) for names in (options.column, options.into or options.column)):
        leaf.error("give each --column once, and one --into for each or none")
