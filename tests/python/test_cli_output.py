"""Where results go: no run loses a file, whatever goes wrong."""

import errno
import io
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from command_line import SAME_FILE, alone, run

from acelabel.cli import destination, records


@pytest.fixture
def names(tmp_path: Path) -> Path:
    file = tmp_path / "names"
    file.write_bytes("bücher.de\nb_c.de\nstraße.de\n".encode())
    return file


def test_output_to_an_input_file_is_refused(names: Path, tmp_path: Path) -> None:
    (tmp_path / "more").write_bytes(b"a\n")
    arguments = ("--file", str(tmp_path / "more"), "--file", str(names), "-o", str(names))
    assert run("to-ascii", *arguments) == (2, b"", f"acelabel: {names}: {SAME_FILE}")
    assert names.read_bytes().startswith("bücher".encode())


def test_refused_lines_do_not_keep_a_file_from_being_written(names: Path, tmp_path: Path) -> None:
    old = tmp_path / "output"
    old.write_bytes(b"old\n")
    result = run("to-ascii", "-q", "--file", str(names), "-o", str(old))
    assert result == (1, b"", "")
    assert old.read_bytes() == b"xn--bcher-kva.de\n\nxn--strae-oqa.de\n"
    assert alone(tmp_path) == ["names", "output"]


def test_a_run_that_stops_leaves_the_old_file(names: Path, tmp_path: Path) -> None:
    old = tmp_path / "output"
    old.write_bytes(b"old\n")
    assert run("to-ascii", "-q", "--errors", "fail", "--file", str(names), "-o", str(old)).status == 1
    assert old.read_bytes() == b"old\n"
    assert alone(tmp_path) == ["names", "output"]


class Failing(io.BytesIO):
    """A standard input that fails in its second block."""

    def __init__(self, fault: BaseException) -> None:
        super().__init__(b"a.de\n" * 10)
        self.fault = fault

    def read1(self, size: int | None = -1, /) -> bytes:
        if self.tell() == 0:
            return super().read1(size)
        raise self.fault


@pytest.mark.parametrize(
    ("fault", "status", "message"),
    [
        (OSError(errno.EIO, "Input/output error"), 2, "acelabel: Input/output error\n"),
        (MemoryError(), 2, "acelabel: not enough memory\n"),
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 141, ""),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_run_that_fails_leaves_the_old_file(
    fault: BaseException, status: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "output"
    old.write_bytes(b"old\n")
    monkeypatch.setattr(records, "BLOCK", 20)
    assert run("to-ascii", "-o", str(old), stdin=Failing(fault)) == (status, b"", message)
    assert old.read_bytes() == b"old\n"
    assert alone(tmp_path) == ["output"]


def test_other_threads_write_files_too(tmp_path: Path) -> None:
    def write() -> None:
        with destination.opened(str(tmp_path / "output")) as output:
            output.stream.write(b"a\n")
            output.complete = True

    thread = threading.Thread(target=write)
    thread.start()
    thread.join()
    assert (tmp_path / "output").read_bytes() == b"a\n"


class Unbuffered(io.RawIOBase):
    """A stream of which each call writes three octets at most, as a signal may cut it short."""

    def __init__(self) -> None:
        self.octets = b""

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        part = bytes(data)[:3]
        self.octets += part
        return len(part)


def test_a_stream_without_a_buffer_is_written_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    stdout = Unbuffered()
    monkeypatch.setattr("sys.stdout", SimpleNamespace(buffer=stdout))
    with destination.opened(None) as output:
        assert output.stream.write(b"0123456789") == 10
        output.stream.flush()
        assert (output.stream.isatty(), output.stream.writable()) == (False, True)
    assert stdout.octets == b"0123456789"
    assert not stdout.closed
