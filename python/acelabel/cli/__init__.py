"""The command line: names as arguments or records of a stream, one output record for each, failures included."""

from acelabel.cli.command import main

__all__ = ["main"]
