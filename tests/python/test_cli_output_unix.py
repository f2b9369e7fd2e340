"""Files, links, devices and signals of Unix: what the output may be, and what must not happen to it."""

import io
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import COMMAND, HELPS, SAME_FILE, TIMEOUT, alone, in_shell, run, started

from acelabel.cli import destination


@pytest.fixture
def names(tmp_path: Path) -> Path:
    file = tmp_path / "names"
    file.write_bytes("bücher.de\nb_c.de\nstraße.de\n".encode())
    return file


@pytest.mark.parametrize("way", ["itself", "hard link", "symbolic link", "/dev/stdin", "standard output"])
def test_output_to_its_own_input_is_refused(names: Path, way: str) -> None:
    before, other = names.read_bytes(), names.with_name("other")
    if way == "hard link":
        other.hardlink_to(names)
    elif way == "symbolic link":
        other.symlink_to(names)
    output = {"itself": names, "/dev/stdin": Path("/dev/stdin")}.get(way, other)
    if way == "standard output":
        done = in_shell("to-ascii", stdin=names, shell=f"1<>'{names}'")
    else:
        done = in_shell("to-ascii", "-o", str(output), stdin=names)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().endswith(SAME_FILE)
    assert names.read_bytes() == before


def test_one_device_may_be_input_and_output() -> None:
    assert in_shell("to-ascii", "--file", os.devnull, "-o", os.devnull).returncode == 0


class Signalling(io.BytesIO):
    """A standard input that is never read to its end."""

    def __init__(self, number: signal.Signals) -> None:
        super().__init__()
        self.number = number

    def read1(self, size: int | None = -1, /) -> bytes:
        os.kill(os.getpid(), self.number)
        return b"a.de\n"


ENDING = [getattr(signal, name) for name in destination._ENDING if hasattr(signal, name)]


@pytest.mark.parametrize("number", ENDING, ids=lambda number: number.name)
def test_a_signal_that_ends_the_process_leaves_the_old_file(number: signal.Signals, tmp_path: Path) -> None:
    before = signal.signal(number, signal.SIG_DFL)
    old = tmp_path / "output"
    old.write_bytes(b"old\n")
    assert run("to-ascii", "-o", str(old), stdin=Signalling(number)) == (128 + number, b"", "")
    assert old.read_bytes() == b"old\n"
    assert alone(tmp_path) == ["output"]
    assert signal.signal(number, before) is signal.SIG_DFL


def test_the_signals_that_end_the_process_are_handled_and_documented() -> None:
    usual = {"SIGTERM", "SIGHUP", "SIGQUIT", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGUSR1", "SIGUSR2", "SIGXCPU"}
    assert usual < set(destination._ENDING)
    page = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text("utf-8")
    assert [name for name in destination._ENDING if name not in page] == []


def test_a_second_signal_does_not_interrupt_the_removal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {number: signal.signal(number, signal.SIG_DFL) for number in (signal.SIGTERM, signal.SIGHUP)}
    unlink = Path.unlink

    def signalled(path: Path) -> None:
        os.kill(os.getpid(), signal.SIGHUP)
        unlink(path)

    monkeypatch.setattr(Path, "unlink", signalled)
    result = run("to-ascii", "-o", str(tmp_path / "output"), stdin=Signalling(signal.SIGTERM))
    for number, handler in before.items():
        assert signal.signal(number, handler) is signal.SIG_DFL
    assert (result, alone(tmp_path)) == ((128 + signal.SIGTERM, b"", ""), [])


def test_a_file_system_that_is_full_leaves_the_old_file(names: Path, tmp_path: Path) -> None:
    old = tmp_path / "output"
    old.write_bytes(b"old\n")
    names.write_bytes(b"a.example\n" * 10_000)
    limited = f"ulimit -f 8; exec {' '.join(COMMAND)} to-ascii --file names -o output"
    done = subprocess.run(["bash", "-c", limited], capture_output=True, check=False, cwd=tmp_path, timeout=TIMEOUT)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"acelabel: File too large\n")
    assert old.read_bytes() == b"old\n"
    assert alone(tmp_path) == ["names", "output"]


def test_a_full_device_is_no_success() -> None:
    # Only Linux has one.
    if sys.platform != "linux":
        return
    for options, shell in ((("-o", "/dev/full"), ""), ((), "> /dev/full")):
        done = in_shell("to-ascii", *options, "a.de", shell=shell)
        assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"acelabel: No space left on device\n")


@pytest.mark.parametrize("arguments", HELPS, ids=" ".join)
def test_help_into_a_closed_pipe_ends_quietly(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        with started(*arguments, stdout=writing, stderr=subprocess.PIPE) as process:
            assert process.stderr is not None
            assert process.stderr.read() == b""
    finally:
        os.close(writing)
    assert process.returncode == 141


@pytest.mark.parametrize("arguments", HELPS, ids=" ".join)
def test_help_onto_a_full_device_is_no_success(arguments: tuple[str, ...]) -> None:
    # Only Linux has one.
    if sys.platform != "linux":
        return
    done = in_shell(*arguments, shell="> /dev/full")
    assert (done.returncode, done.stderr) == (2, b"acelabel: No space left on device\n")


def test_permissions_stay_and_the_umask_is_obeyed(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_bytes(b"")
    old.chmod(0o640)
    before = os.umask(0o027)
    try:
        for file in (old, new):
            assert run("to-ascii", "-o", str(file), "a.de") == (0, b"", "")
    finally:
        os.umask(before)
    assert [stat.S_IMODE(file.stat().st_mode) for file in (old, new)] == [0o640, 0o640]
    assert [file.read_bytes() for file in (old, new)] == [b"a.de\n", b"a.de\n"]


def test_a_file_that_is_protected_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # For root nothing is protected.
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK or Path(path).stat().st_mode & 0o200)
    protected = tmp_path / "file"
    protected.write_bytes(b"old\n")
    protected.chmod(0o444)
    assert run("to-ascii", "-o", str(protected), "a") == (2, b"", f"acelabel: {protected}: Permission denied\n")


def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    target, link, dangling = tmp_path / "target", tmp_path / "link", tmp_path / "dangling"
    target.write_bytes(b"old\n")
    link.symlink_to("target")
    dangling.symlink_to("later")
    for path in (link, dangling):
        assert run("to-ascii", "-o", str(path), "a.de").status == 0
        assert path.is_symlink()
        assert path.read_bytes() == b"a.de\n"
    assert target.read_bytes() == b"a.de\n"
    link.unlink()
    link.symlink_to("link")
    result = run("to-ascii", "-o", str(link), "a.de")
    assert (result.status, link.is_symlink()) == (2, True)


def test_what_is_not_regular_is_written_directly(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    # A reader that waited for a writer would wait for ever if the command never opened the pipe.
    reading = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with started("to-ascii", "-o", str(fifo), "a.de") as writing:
            pass
        assert os.read(reading, 1 << 10) == b"a.de\n"
    finally:
        os.close(reading)
    assert (writing.returncode, fifo.is_fifo()) == (0, True)
    assert run("to-ascii", "-o", os.devnull, "a.de").status == 0


OF_PROC = ["/proc/self/fd/1", "/proc/thread-self/fd/1", "/proc/$$/fd/1", "/proc/self/task/../fd/1"]


@pytest.mark.parametrize("path", ["/dev/stdout", "/dev/fd/1", "link", "folder/1", *OF_PROC])
def test_a_name_of_standard_output_is_standard_output(path: str, tmp_path: Path) -> None:
    # Only Linux has it.
    if path in OF_PROC and sys.platform != "linux":
        return
    log = tmp_path / "log"
    log.write_bytes(b"before\n")
    (tmp_path / "link").symlink_to("/dev/stdout")
    (tmp_path / "folder").symlink_to("/dev/fd")
    output = path if path.startswith("/") else str(tmp_path / path)
    # The shell has the number of the process that it becomes.
    assert in_shell("to-ascii", "a.de", shell=f"-o {output} >> '{log}'").returncode == 0
    assert log.read_bytes() == b"before\na.de\n"


def test_a_bad_path_is_told_by_its_own_name(tmp_path: Path) -> None:
    missing = tmp_path / "missing" / "file"
    assert run("to-ascii", "-o", str(missing), "a") == (2, b"", f"acelabel: {missing}: No such file or directory\n")
    for options in (("--file", str(missing)), ("--file", "-", "--file", str(missing))):
        result = run("to-ascii", *options, stdin=b"a\n")
        assert result == (2, b"", f"acelabel: {missing}: No such file or directory\n")
    assert alone(tmp_path) == []
