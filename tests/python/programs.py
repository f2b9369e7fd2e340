"""Programs of the tests that limit the memory of their own process."""

import os
import subprocess
import sys
from pathlib import Path


def run_program(program: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """A panic ends the program at once: it would wait for ever for the memory that a backtrace needs."""
    command = [sys.executable, str(program), *arguments]
    # One arena for all threads, so that each takes what is free for the others.
    environment = os.environ | {"RUST_BACKTRACE": "0", "MALLOC_ARENA_MAX": "1"}
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment, timeout=300)
