"""The arguments of a tool: an option or a word that it does not have is an error of usage, never passed over."""

import argparse


def given(about: str | None, *flags: str, words: int | str = 0) -> tuple[frozenset[str], list[str]]:
    """The flags and the words that a tool was started with, of which it takes so many, as in argparse.

    Any other argument ends the process with status 2, `--help` with what the tool says about itself.
    """
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    for flag in flags:
        parser.add_argument(flag, action="append_const", const=flag, dest="flags", default=[])
    if words:
        parser.add_argument("words", nargs=words, metavar="WORD", help=argparse.SUPPRESS)
    found = vars(parser.parse_args())
    return frozenset(found.get("flags", [])), [*found.get("words", [])]
