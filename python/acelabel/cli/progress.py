"""A progress bar on stderr, where somebody sees it and where it can know how much is left."""

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(*, wanted: bool) -> Iterator[Callable[[int], object]]:
    """Show how much of stdin has been read, for as long as the context lasts.

    There is a bar only if stderr is a terminal, stdin a file of known size, and `rich` installed.

    Args:
        wanted: Whether a bar would be welcome at all.

    Yields:
        A function to call with the number of octets read since the last call.
    """
    size = _size_of_stdin() if wanted and sys.stderr is not None and sys.stderr.isatty() else None
    if size is None:
        yield _ignore
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn
    except ImportError:
        yield _ignore
        return
    columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn())
    # Only messages pass through the bar; results on stdout are octets and none of its business.
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=size)
        yield lambda octets: bar.advance(task, octets)


def _ignore(_: int) -> None:
    pass


def _size_of_stdin() -> int | None:
    """How many octets stdin has left; None where it is no file."""
    try:
        status = os.fstat(sys.stdin.fileno())
        return status.st_size - sys.stdin.buffer.tell() if stat.S_ISREG(status.st_mode) else None
    except (OSError, AttributeError):
        return None
