"""The command line run in this process."""

import io
import sys
from typing import NamedTuple
from unittest.mock import patch

from acelabel.cli import main


class Result(NamedTuple):
    """What a run of the command leaves behind."""

    status: int
    output: bytes
    messages: str


def run(*arguments: str, stdin: bytes = b"") -> Result:
    """Run the command with these arguments."""
    output, messages = io.BytesIO(), io.StringIO()
    with (
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="ascii")),
        # What is written must not depend on the locale.
        patch.object(sys, "stdout", io.TextIOWrapper(output, encoding="ascii")),
        patch.object(sys, "stderr", messages),
    ):
        status = main(arguments)
        sys.stdout.flush()
        return Result(status, output.getvalue(), messages.getvalue())
