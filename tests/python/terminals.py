"""The command on a terminal, which is one end of a pair that the test holds the other end of."""

import contextlib
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from command_line import started


def on_a_terminal(
    *arguments: str, stdin: bytes | Path = b"", streams: Sequence[str] = ("stdout",), **more: str
) -> bytes:
    """Return what the command writes to a terminal of 80 columns that is one of its streams, or both.

    Args:
        arguments: The arguments of the command.
        stdin: What it reads, or the file that it reads.
        streams: Which streams are the terminal: "stdout", "stderr". Nobody reads the others.
        more: Variables of the environment.
    """
    import fcntl
    import pty
    import struct
    import termios

    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    outputs = {name: terminal if name in streams else subprocess.DEVNULL for name in ("stdout", "stderr")}
    environment = {**os.environ, "TERM": "xterm-256color", **more}
    environment.pop("NO_COLOR", None) if "NO_COLOR" not in more else None
    written = b""
    with contextlib.ExitStack() as stack:
        given = stack.enter_context(stdin.open("rb")) if isinstance(stdin, Path) else subprocess.PIPE
        process = stack.enter_context(started(*arguments, stdin=given, env=environment, **outputs))
        os.close(terminal)
        if isinstance(stdin, bytes):
            assert process.stdin is not None
            process.stdin.write(stdin)
            process.stdin.close()
        # At the end of the last process that has it open, Linux reports an error and macOS an end.
        with contextlib.suppress(OSError):
            while piece := os.read(controller, 1 << 16):
                written += piece
    os.close(controller)
    assert process.returncode in (0, 1)
    return written
