"""The arguments of the command line."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

import acelabel
from acelabel.cli import converters
from acelabel.cli.converters import Converter

_EPILOG = """\
Without names, the lines of standard input are converted. Every name or line gives one line of output,
whether it could be converted or not, so that files stay aligned; messages go to stderr. Text is UTF-8
whatever the locale. Names that begin with a hyphen go behind --.

error codes: those of AceError; invalid_utf8 for input that is not UTF-8 (an octet that is none counts
as one character of the offset); invalid_notation for what is not a code point like u+0644;
separator_in_output for a result that holds the line feed or NUL which ends it

exit status: 0 all were converted, 1 some were not, 2 wrong usage, 130 interrupted, 141 the reader of
the output went away"""

_READ_CODE_POINTS = "read code points written like u+0644"


def parser() -> argparse.ArgumentParser:
    """The parser of the command line.

    Returns:
        A parser whose result has, beside the options, `converter`: a function that makes the converter from them.
    """
    top = argparse.ArgumentParser(
        prog="acelabel", description="Convert internationalised domain names to ASCII and back.", allow_abbrev=False
    )
    top.add_argument("--version", action="version", version=f"acelabel {acelabel.__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    _add_names(commands)
    _add_punycode(_add_group(commands, "punycode", "raw Punycode (RFC 3492), which knows no prefix and no dots"))
    _add_race(_add_group(commands, "race", "RACE labels (bq--, draft-ietf-idn-race-03)"))
    _add_trace(_add_group(commands, "trace", "the steps of Punycode as RFC 3492 sections 7.2 and 7.3 print them"))
    return top


if TYPE_CHECKING:
    _Commands = argparse._SubParsersAction[argparse.ArgumentParser]
_Make = Callable[[argparse.Namespace], Converter]


def _add_names(commands: "_Commands") -> None:
    leaves = [
        _add_leaf(
            commands,
            "to-ascii",
            "domain names to ASCII (A-labels)",
            lambda o: converters.Names("ascii", converters.PROFILES[o.profile]),
        ),
        _add_leaf(
            commands,
            "to-unicode",
            "domain names to Unicode (U-labels)",
            lambda o: converters.Names("unicode", converters.PROFILES[o.profile]),
        ),
        _add_leaf(
            commands,
            "inspect",
            "domain names to reports on every label and every problem",
            lambda o: converters.Inspector(converters.PROFILES[o.profile]),
        ),
    ]
    for leaf in leaves:
        leaf.add_argument(
            "--profile",
            choices=tuple(converters.PROFILES),
            default="uts46",
            help="the rules that names are held to: UTS #46 (the default), the URL standard, RFC 5890-5893, RFC 3490, "
            "or UTS #46 with ASCII labels as they are",
        )


def _add_punycode(codec: "_Commands") -> None:
    leaf = _add_leaf(
        codec, "encode", "text to Punycode", lambda o: converters.punycode_encode(code_points=o.code_points)
    )
    _add_code_points(leaf, f"{_READ_CODE_POINTS}; an upper-case U annotates upper case (RFC 3492 appendix A)")
    leaf = _add_leaf(
        codec, "decode", "Punycode to text", lambda o: converters.punycode_decode(code_points=o.code_points)
    )
    _add_code_points(leaf, "write code points like u+0644, with an upper-case U where the annotation says upper case")


def _add_race(codec: "_Commands") -> None:
    leaf = _add_leaf(
        codec, "encode", "text to RACE labels", lambda o: converters.race_encode(code_points=o.code_points)
    )
    _add_code_points(leaf, _READ_CODE_POINTS)
    leaf = _add_leaf(
        codec, "decode", "RACE labels to text", lambda o: converters.race_decode(code_points=o.code_points)
    )
    _add_code_points(leaf, "write code points like U+0644")


def _add_trace(codec: "_Commands") -> None:
    leaf = _add_leaf(
        codec, "encode", "from text to Punycode", lambda o: converters.trace_encode(code_points=o.code_points)
    )
    _add_code_points(leaf, _READ_CODE_POINTS)
    _add_leaf(codec, "decode", "from Punycode to text", lambda _: converters.trace_decode())


def _add_group(commands: "_Commands", name: str, summary: str) -> "_Commands":
    group = commands.add_parser(name, help=summary, description=f"Convert {summary}.", allow_abbrev=False)
    return group.add_subparsers(metavar="DIRECTION", required=True)


def _add_leaf(commands: "_Commands", name: str, summary: str, make: _Make) -> argparse.ArgumentParser:
    """Add a command that converts records. All of them take the same names and options."""
    leaf = commands.add_parser(
        name,
        help=summary,
        description=f"Convert {summary}.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    leaf.add_argument("names", nargs="*", metavar="NAME", help="what to convert, instead of lines of standard input")
    leaf.add_argument(
        "--errors",
        choices=("blank", "keep", "fail"),
        default="blank",
        help="what a name that cannot be converted leaves behind: an empty line (the default), the name as it is (of a "
        "domain name the labels as they are that cannot be converted), or nothing, and nothing after it either",
    )
    leaf.add_argument(
        "-z", "--null", action="store_true", help="names end in NUL instead of a line feed, on both sides"
    )
    leaf.add_argument("--json", action="store_true", help="write JSON Lines with both forms and the error")
    leaf.add_argument("-o", "--output", metavar="FILE", help="write to FILE instead of standard output")
    leaf.add_argument("-q", "--quiet", action="store_true", help="no messages about names, no progress bar")
    leaf.set_defaults(converter=make)
    return leaf


def _add_code_points(leaf: argparse.ArgumentParser, summary: str) -> None:
    leaf.add_argument("--code-points", action="store_true", help=summary)
