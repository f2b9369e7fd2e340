"""The values of options, as argparse asks for them."""

import argparse
from pathlib import Path

from acelabel.cli.options import Tlds
from acelabel.cli.parser import path as path_of
from acelabel.cli.records import fault_of_input
from acelabel.cli.screen import for_terminal

# Those of `acelabel.text`, which is imported when a command needs it.
KINDS = ("url_host", "email_domain", "bare")

# The line of a list of public suffixes before its rules, and the one behind those of registries.
_RULES, _RULES_END = "// ===BEGIN ICANN DOMAINS===", "// ===END ICANN DOMAINS==="


def kinds(text: str) -> list[str]:
    chosen = text.split(",")
    for kind in chosen:
        if kind not in KINDS:
            raise argparse.ArgumentTypeError(f"{kind!r} is not one of {', '.join(KINDS)}")
    return chosen


def tlds(text: str) -> Tlds:
    """Top-level domains, or the file that lists them: one on each line, or the rules of public suffixes below them."""
    from acelabel._tlds import asked

    chosen = text.split(",")
    is_file = any("/" in tld or "\\" in tld or "." in tld.strip(".") for tld in chosen)
    if is_file:
        try:
            octets = Path(path_of(text)).read_bytes()
            if fault := fault_of_input(octets):
                raise ValueError(fault)
            lines = [line.strip() for line in octets.decode("utf-8-sig").splitlines()]
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", 0) or error
            raise argparse.ArgumentTypeError(f"{for_terminal(text)}: {reason}") from None
        if _RULES in lines:
            rules = lines[lines.index(_RULES) : lines.index(_RULES_END) if _RULES_END in lines else None]
            lines = [rule.split()[0].rpartition(".")[2] for rule in rules if rule]
        chosen = [line for line in lines if line and not line.startswith(("#", "//"))]
    found = Tlds(chosen)
    found.path = path_of(text) if is_file else None
    try:
        asked(chosen)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error).replace("argument 'tlds'", "the list")) from None
    return found


def clients(text: str) -> tuple[str, ...]:
    from acelabel import clients as of

    chosen = tuple(name.strip() for name in text.split(","))
    if chosen == ("all",):
        return of.NAMES
    try:
        of.agreed("a", among=chosen)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error).replace("argument 'among'", "the list")) from None
    return chosen


def delimiter(text: str) -> str:
    found = "\t" if text in ("tab", "\\t") else text
    if len(found) != 1 or found in '"\r\n\0':
        raise argparse.ArgumentTypeError(f"{text!r} must be one character that neither ends nor quotes a field")
    return found


def threads(text: str) -> int:
    if number := count(text):
        return number
    raise argparse.ArgumentTypeError("one thread is needed at least")


def count(text: str) -> int:
    if text.isascii() and text.isdecimal():
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 up")
