"""The command of the package: `python -m acelabel.compat.idna`. acelabel's own command, `acelabel`, does more."""

import argparse
import sys

from acelabel.compat.idna.codec import _SEPARATOR
from acelabel.compat.idna.core import IDNAError, decode, encode, unicode_version
from acelabel.compat.idna.package_data import __version__

__all__ = ["main"]


def _looks_like_alabel(s: str) -> bool:
    return any(label[:4].lower() == "xn--" for label in _SEPARATOR.split(s))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="idna", description="Convert domain names to ASCII or back (IDNA2008).")
    direction = parser.add_mutually_exclusive_group()
    direction.add_argument("-e", "--encode", dest="mode", action="store_const", const="encode", help="to ASCII")
    direction.add_argument("-d", "--decode", dest="mode", action="store_const", const="decode", help="to Unicode")
    parser.add_argument("--strict", action="store_true", help="do not map names first, as UTS #46 says")
    version = f"idna {__version__} by acelabel, Unicode {unicode_version}"
    parser.add_argument("--version", action="version", version=version)
    parser.add_argument("domain", nargs="*", help="names; without any, the lines of standard input")
    return parser


def _convert(domain: str, mode: str, uts46: bool) -> bool:
    try:
        print(encode(domain, uts46=uts46).decode("ascii") if mode == "encode" else decode(domain, uts46=uts46))
    except IDNAError as error:
        print(f"idna: {mode} failed for {domain!r}: {error}", file=sys.stderr)
        return False
    return True


def main(argv: list[str] | None = None) -> int:
    """Convert the names given as arguments, or else those on standard input.

    Without -e or -d the first name decides the direction for all: one that holds an A-label is decoded.

    Args:
        argv: The arguments; those of the process if None.

    Returns:
        0, or 1 if a name was refused.
    """
    parser = _parser()
    arguments = parser.parse_args(argv)
    if not arguments.domain and sys.stdin.isatty():
        parser.error("no domain name is given")
    mode = arguments.mode
    well = True
    for domain in arguments.domain or filter(None, map(str.strip, sys.stdin)):
        mode = mode or ("decode" if _looks_like_alabel(domain) else "encode")
        well = _convert(domain, mode, not arguments.strict) and well
    return 0 if well else 1
