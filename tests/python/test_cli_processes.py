"""The command line as a process among others: pipes that close, signals, memory, terminals."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from command_line import COMMAND, HELPS, TIMEOUT, in_shell, started

# With these, stdout and stderr would be opened in an encoding that has no letter ü.
LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
PLAIN_LOCALE = os.environ | LOCALE
PLAIN_LOCALE.pop("NO_COLOR", None)


@pytest.fixture(scope="module", autouse=True)
def interrupts_arrive() -> Iterator[None]:
    """Children ignore what their parent ignores, and a shell starts what runs in the background ignoring interrupts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def acelabel(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *arguments], input=stdin, capture_output=True, env=PLAIN_LOCALE, timeout=TIMEOUT)


def test_the_module_is_the_command() -> None:
    done = acelabel("punycode", "encode", stdin="bücher\r\nżaba\n".encode())
    assert (done.returncode, done.stdout, done.stderr) == (0, b"bcher-kva\r\naba-22a\n", b"")


def test_nothing_depends_on_the_locale() -> None:
    done = acelabel("punycode", "decode", "--json", stdin=b"bcher-kva\n!\xc3\xbc\n\xff\n")
    assert done.returncode == 1
    assert done.stdout.startswith(
        '{"input":"bcher-kva","ascii":"bcher-kva","unicode":"bücher","error":null}\n'.encode()
    )
    assert done.stdout.count(b"\n") == 3
    assert b"Traceback" not in done.stderr
    assert b"line 2: invalid_digit at offset 0: " in done.stderr
    assert b"line 3: invalid_utf8 at offset 0: the input is not UTF-8" in done.stderr


def test_results_do_not_wait_for_the_end_of_the_input() -> None:
    with started("punycode", "encode", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for text, encoded in [("bücher", b"bcher-kva\n"), ("żaba", b"aba-22a\n")]:
            process.stdin.write(f"{text}\n".encode())
            process.stdin.flush()
            assert process.stdout.readline() == encoded
        process.stdin.close()
    assert process.returncode == 0


if sys.platform != "win32":
    from terminals import on_a_terminal

    COLOUR = re.compile(rb"\x1b\[[0-9;]*3[0-9][0-9;]*m")

    @pytest.fixture(scope="module")
    def long_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
        """64 MB of lines, of which one in eight fails to decode."""
        file = tmp_path_factory.mktemp("long") / "lines"
        block = b"".join([*(b"b%dcher-kva\n" % (10**400 + number) for number in range(7)), b"!\n"]) * 100
        with file.open("wb") as opened:
            for _ in range((64 << 20) // len(block) + 1):
                opened.write(block)
        return file

    @contextmanager
    def reading(file: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
        pipe = subprocess.PIPE
        with (
            file.open("rb") as stdin,
            started(*arguments, stdin=stdin, stdout=pipe, stderr=pipe, env=PLAIN_LOCALE) as process,
        ):
            yield process

    @pytest.mark.parametrize("options", [(), ("--json",), ("--errors", "keep")])
    def test_a_closed_pipe_ends_it_quietly(long_file: Path, options: tuple[str, ...]) -> None:
        with reading(long_file, "punycode", "decode", "-q", *options) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode == 141

    def test_an_interrupt_ends_it_quietly(long_file: Path) -> None:
        with reading(long_file, "punycode", "decode", "-q") as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.readline()
            process.send_signal(signal.SIGINT)
            process.stdout.read()
            assert process.stderr.read() == b""
        assert process.returncode == 130

    def test_an_interrupt_ends_the_wait_for_input() -> None:
        pipe = subprocess.PIPE
        with started("punycode", "encode", stdin=pipe, stdout=pipe, stderr=pipe) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdin.write(b"ab\n")
            process.stdin.flush()
            assert process.stdout.readline() == b"ab-\n"
            interrupt(process)
            assert process.stderr.read() == b""
        assert process.returncode == 130

    def interrupt(process: subprocess.Popen[bytes]) -> None:
        """Interrupt it until it ends: Python hears a signal too late that comes just before it begins to read."""
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(20)

    def redirected(redirection: str, *arguments: str) -> tuple[int, bytes, bytes]:
        done = in_shell(*arguments, shell=redirection)
        return done.returncode, done.stdout, done.stderr

    @pytest.mark.parametrize("arguments", HELPS, ids=" ".join)
    def test_help_without_a_stdout_is_no_success(arguments: tuple[str, ...]) -> None:
        assert redirected(">&-", *arguments) == (2, b"", b"acelabel: standard output is closed\n")

    @pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
    def test_messages_that_cannot_be_written_change_nothing(redirection: str) -> None:
        assert redirected(redirection, "to-ascii", "--unknown") == (2, b"", b"")
        assert redirected(redirection, "to-ascii", "--file", "missing") == (2, b"", b"")
        assert redirected(redirection, "punycode", "decode", "!", "a-") == (1, b"\na\n", b"")

    @pytest.mark.parametrize("redirection", ["<&-", ">&-"])
    def test_a_closed_descriptor_is_wrong_usage(redirection: str) -> None:
        message = b"acelabel: standard input or output is closed\n"
        assert redirected(redirection, "punycode", "encode") == (2, b"", message)

    @pytest.mark.measures_memory
    @pytest.mark.parametrize("options", [(), ("--json",)], ids=["lines", "json"])
    def test_memory_does_not_grow_with_the_file(long_file: Path, options: tuple[str, ...]) -> None:
        program = (
            "import resource, sys; from acelabel.cli import main; status = main(sys.argv[1:]);"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr); sys.exit(status)"
        )

        def peak(stdin: Path) -> int:
            with stdin.open("rb") as opened:
                done = subprocess.run(
                    [sys.executable, "-c", program, "punycode", "decode", "-q", "-o", os.devnull, *options],
                    stdin=opened,
                    stderr=subprocess.PIPE,
                    check=False,
                    timeout=TIMEOUT,
                )
            assert done.returncode == 1
            return int(done.stderr) * (1 if sys.platform == "darwin" else 1024)

        short = long_file.with_name("short")
        with long_file.open("rb") as file:
            short.write_bytes(file.read(1 << 20))
        assert peak(long_file) < peak(short) + (8 << 20)

    def on_stderr(file: Path, *arguments: str, **environment: str) -> bytes:
        """Return what the command writes to a terminal that is its stderr."""
        return on_a_terminal(*arguments, stdin=file, streams=["stderr"], **LOCALE, **environment)

    @pytest.fixture(scope="module")
    def short_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
        file = tmp_path_factory.mktemp("short") / "lines"
        file.write_bytes(b"bcher-kva\n" * 100_000 + b"ab!cd\n")
        return file

    def test_a_terminal_sees_a_bar_and_the_messages(short_file: Path) -> None:
        written = on_stderr(short_file, "punycode", "decode")
        assert b"1.0/1.0 MB" in written
        assert b"line 100001: invalid_digit at offset 2: " in written
        assert COLOUR.search(written)

    def test_no_color_is_honoured(short_file: Path) -> None:
        written = on_stderr(short_file, "punycode", "decode", NO_COLOR="1")
        assert b"1.0/1.0 MB" in written
        assert not COLOUR.search(written)

    def test_quiet_shows_no_bar(short_file: Path) -> None:
        assert on_stderr(short_file, "punycode", "decode", "-q") == b""

    def test_without_rich_there_is_a_line_that_goes_away(short_file: Path, tmp_path: Path) -> None:
        (tmp_path / "rich.py").write_text("raise ImportError")
        written = on_stderr(short_file, "punycode", "decode", PYTHONPATH=str(tmp_path))
        lines = re.match(rb"(\r0\.\d of 1\.0 MB, [\d,]+ names, [\d,]+/s, 0 refused)+\r +\r", written)
        assert lines is not None
        assert b"\racelabel: line 100001: invalid_digit at offset 2: " in written
        assert written.endswith(b"acelabel: 1 of 100,001 refused: invalid_digit 1\r\n")

    def test_there_is_no_bar_where_the_size_is_unknown() -> None:
        assert on_stderr(Path(os.devnull), "punycode", "decode") == b""
