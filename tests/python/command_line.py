"""The command line run in this process, and what its tests share."""

import io
import sys
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from acelabel.cli import main


class Result(NamedTuple):
    """What a run of the command leaves behind."""

    status: int
    output: bytes
    messages: str


COMMAND = [sys.executable, "-m", "acelabel"]
"""The command as a process."""

SAME_FILE = "the input and the output are the same file\n"


def run(*arguments: str, stdin: bytes | io.BytesIO = b"") -> Result:
    """Run the command with these arguments."""
    data = io.BytesIO(stdin) if isinstance(stdin, bytes) else stdin
    output, messages = io.BytesIO(), io.StringIO()
    with (
        patch.object(sys, "stdin", io.TextIOWrapper(data, encoding="ascii")),
        # What is written must not depend on the locale.
        patch.object(sys, "stdout", io.TextIOWrapper(output, encoding="ascii")),
        patch.object(sys, "stderr", messages),
    ):
        status = main(arguments)
        sys.stdout.flush()
        return Result(status, output.getvalue(), messages.getvalue())


def alone(folder: Path) -> list[str]:
    """What is in a folder: no file that a run made for itself."""
    return sorted(path.name for path in folder.iterdir())
