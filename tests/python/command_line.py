"""The command line, run in this process or in one of its own, and what its tests share."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import IO, NamedTuple
from unittest.mock import patch

from acelabel.cli import main


class Result(NamedTuple):
    """The results of a run of the command."""

    status: int
    output: bytes
    messages: str


COMMAND = [sys.executable, "-m", "acelabel"]
"""The command as a process."""

TIMEOUT = 300
"""After so many seconds a process hangs."""

HELPS = [("--version",), ("--help",), ("to-ascii", "--help")]
"""The beginning of messages that are written while the arguments are read, before a command runs."""

SAME_FILE = "the input and the output are the same file\n"


def run(*arguments: str, stdin: bytes | io.BytesIO = b"") -> Result:
    """Run the command with these arguments."""
    data = io.BytesIO(stdin) if isinstance(stdin, bytes) else stdin
    output, messages = io.BytesIO(), io.StringIO()
    with (
        patch.object(sys, "stdin", io.TextIOWrapper(data, encoding="ascii")),
        # The output must not depend on the locale.
        patch.object(sys, "stdout", io.TextIOWrapper(output, encoding="ascii")),
        patch.object(sys, "stderr", messages),
    ):
        status = main(arguments)
        sys.stdout.flush()
        return Result(status, output.getvalue(), messages.getvalue())


@contextmanager
def started(
    *arguments: str,
    stdin: int | IO[bytes] | None = None,
    stdout: int | None = None,
    stderr: int | None = None,
    env: dict[str, str] | None = None,
) -> Iterator["subprocess.Popen[bytes]"]:
    """Start the command in a process, which ends with the context. One that hangs is killed."""
    process = subprocess.Popen([*COMMAND, *arguments], stdin=stdin, stdout=stdout, stderr=stderr, env=env)
    timer = Timer(TIMEOUT, process.kill)
    timer.start()
    try:
        with process:
            yield process
    finally:
        timer.cancel()


def in_shell(*arguments: str, stdin: Path | None = None, shell: str = "") -> "subprocess.CompletedProcess[bytes]":
    """Run the command from a shell of Unix, which becomes its process; `shell` is added to its command line."""
    program = ["sh", "-c", f'exec "$@" {shell}', "sh", *COMMAND, *arguments]
    with (stdin or Path(os.devnull)).open("rb") as opened:
        return subprocess.run(program, stdin=opened, capture_output=True, check=False, timeout=TIMEOUT)


_PEAK = """
import resource, subprocess, sys
subprocess.check_call(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def peak(*arguments: str, env: dict[str, str] | None = None) -> int:
    """The peak memory of a run of the command in a process, which has no messages. Unix, in KiB on Linux."""
    program = [sys.executable, "-c", _PEAK, *COMMAND, *arguments]
    done = subprocess.run(program, capture_output=True, check=True, timeout=TIMEOUT, env=env)
    assert done.stderr == b""
    return int(done.stdout)


def peak_of(arguments: list[str], stdin: Iterator[bytes]) -> int:
    """As `peak`, with an input that is never as a whole in memory. One that takes an hour is killed."""
    program = [sys.executable, "-c", _PEAK, *COMMAND, *arguments]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        timer = Timer(3600, process.kill)
        timer.start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.writelines(stdin)
        process.stdin.close()
        answer = process.stdout.read()
        timer.cancel()
    assert process.returncode == 0
    return int(answer)


def alone(folder: Path) -> list[str]:
    """Return what is in a folder: no file that a run made for itself."""
    return sorted(path.name for path in folder.iterdir())
