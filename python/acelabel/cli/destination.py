"""Where results go: standard output, a device, or a file that is replaced only when all is written."""

import errno
import os
import re
import signal
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BufferedIOBase, RawIOBase
from pathlib import Path
from types import FrameType
from typing import Any, BinaryIO, cast

from acelabel.cli.compressed import Packed, codec_of
from acelabel.cli.rights import inherit

_NAMED = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
# The largest descriptor has ten digits, and no process has so many.
_NUMBER = re.compile("[0-9]{1,9}")
_MOST_LINKS = 40

# The signals that end a process and that it can catch, as far as the platform has them. Faults of the process itself
# (SIGSEGV and others) are not among them: after such a signal nothing may run.
_ENDING = (
    *("SIGTERM", "SIGHUP", "SIGQUIT", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGUSR1", "SIGUSR2"),
    *("SIGXCPU", "SIGXFSZ", "SIGPOLL", "SIGPWR", "SIGSTKFLT", "SIGBREAK"),
)


class Ended(BaseException):
    """The signal of this number asked the process to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass
class Output:
    """Where the results of one run go."""

    stream: BinaryIO
    # True if the run came to its end; without it, a file that is replaced stays as it was.
    complete: bool = False


class _Unbuffered(BufferedIOBase):
    """A stream without a buffer (`python -u`), which may write a part of what it is given: here all is written."""

    def __init__(self, stream: RawIOBase) -> None:
        self._stream = stream

    def write(self, data: Any, /) -> int:
        rest = memoryview(data).cast("B")
        size = len(rest)
        while rest:
            written = self._stream.write(rest)
            if written is None:
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            rest = rest[written:]
        return size

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self._stream.isatty()

    def fileno(self) -> int:
        return self._stream.fileno()


@contextmanager
def opened(path: str | None) -> Iterator[Output]:
    """Open an output.

    A regular file is written beside its place under a name of its own and takes the place at the end of the context, if
    the output is complete; otherwise it is removed. Anything else (a device, a pipe) is written directly, and so is
    standard output, for which the path is None. What is written is compressed if the path says so.
    """
    codec = codec_of(path)
    with _opened(path) as output:
        if codec:
            with Packed(output.stream, codec) as packed:
                output.stream = cast("BinaryIO", packed)
                yield output
        else:
            yield output


@contextmanager
def _opened(path: str | None) -> Iterator[Output]:
    if path is None:
        stdout = sys.stdout.buffer
        yield Output(cast("BinaryIO", _Unbuffered(stdout)) if isinstance(stdout, RawIOBase) else stdout)
        return
    descriptor = _descriptor(path)
    if descriptor is not None:
        with os.fdopen(os.dup(descriptor), "wb") as stream:
            yield Output(stream)
    elif (status := status_of(path)) is not None and not stat.S_ISREG(status.st_mode):
        # A directory cannot be opened.
        with Path(path).open("wb") as stream:
            yield Output(stream)
    else:
        with _replacing(Path(os.path.realpath(path))) as output:
            yield output


def status_of(path: str | None) -> os.stat_result | None:
    """Return what the output is now, before it is opened; None if there is nothing."""
    if path is not None:
        try:
            return Path(path).stat()
        except FileNotFoundError:
            return None
    try:
        return os.fstat(sys.stdout.fileno())
    except (OSError, ValueError):
        return None


def is_replaceable(path: str) -> bool:
    """Return whether a path is that of a regular file, and does not name a descriptor of this process."""
    return _descriptor(path) is None and stat.S_ISREG(Path(path).stat().st_mode)


def _descriptor(path: str) -> int | None:
    """The descriptor of this process that a path names, by itself or through links.

    Opened anew, a regular file behind it would be truncated or replaced.
    """
    link = Path(path)
    for _ in range(_MOST_LINKS):
        # /proc/self, /proc/thread-self and /dev/fd are links to folders that have the number of the process.
        folder = os.path.realpath(link.parent)
        if _NUMBER.fullmatch(link.name) and _holds_descriptors(folder):
            return int(link.name)
        link = Path(folder) / link.name
        if str(link) in _NAMED:
            return _NAMED[str(link)]
        if not link.is_symlink():
            return None
        link = link.parent / link.readlink()
    return None


def _holds_descriptors(folder: str) -> bool:
    """Return whether the names in a folder are the descriptors of this process. Its threads have the same ones."""
    own = re.escape(os.path.realpath("/proc/self"))
    return re.fullmatch(f"/dev/fd|{own}(?:/task/[0-9]+)?/fd", folder) is not None


@contextmanager
def _replacing(target: Path) -> Iterator[Output]:
    """Write a file beside the target and let it take its place at the end.

    Nobody reads the new file who could not read the old one. Without an old one the umask decides.
    """
    old = status_of(str(target))
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    beside = target.with_name(f".{target.name[:32]}.{os.urandom(8).hex()}.tmp")
    with _signals_end_it():
        try:
            with _made(beside, target, old) as stream:
                output = Output(stream)
                yield output
            if output.complete:
                with _named(target):
                    beside.replace(target)
        finally:
            with suppress(OSError):
                beside.unlink()


def _made(path: Path, target: Path, old: os.stat_result | None) -> BinaryIO:
    """Make the file that is to take the place of the target, with what the old one has."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    # Text that an old file hides from others must not be seen in the new one, not even for a moment.
    with _named(target):
        descriptor = os.open(path, flags, 0o666 if old is None else 0o600)
    stream = os.fdopen(descriptor, "wb")
    if old is not None:
        try:
            inherit(path, target, old)
        except BaseException:
            stream.close()
            raise
    return stream


@contextmanager
def _named(target: Path) -> Iterator[None]:
    """Let an error name the target: the name of the file beside it would tell nothing."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from None


@contextmanager
def _signals_end_it() -> Iterator[None]:
    """Let the signals that end a process raise `Ended`, so that nothing is left behind.

    A signal that is ignored (`nohup`) stays ignored, and threads other than the main one leave signals alone.
    """

    changed: list[signal.Signals] = []

    def end(number: int, _: FrameType | None) -> None:
        # A second signal must not interrupt the removal of the file.
        for other in changed:
            signal.signal(other, signal.SIG_IGN)
        raise Ended(number)

    for name in _ENDING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            # Not in the main thread.
            with suppress(ValueError):
                signal.signal(number, end)
                changed.append(number)
    try:
        yield
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)
