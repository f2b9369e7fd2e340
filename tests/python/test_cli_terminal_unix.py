"""Characters that a terminal would obey are escaped wherever text goes to one, and in JSON."""

import json
import os
from pathlib import Path

import pytest
from command_line import run
from hypothesis import given
from hypothesis import strategies as st
from terminals import on_a_terminal

from acelabel import punycode, race
from acelabel.cli.screen import for_terminal, to_json

# An escape sequence, a C1 control that begins one in eight bits, and what turns the direction of text.
HOSTILE = "\x1b]0;x\x07\x9b2J\u202eab\u2066\r\u061c"
ESCAPED = b"\\x1b]0;x\\x07\\x9b2J\\u202eab\\u2066\\r\\u061c"
CONTROLS = [
    *range(10),
    *range(11, 32),
    *range(0x7F, 0xA0),
    0x61C,
    0x200E,
    0x200F,
    *range(0x2028, 0x202F),
    *range(0x2066, 0x206A),
]


def test_results_on_a_terminal_are_escaped() -> None:
    encoded = punycode.encode(HOSTILE + "c")
    assert on_a_terminal("punycode", "decode", "--", encoded) == ESCAPED + b"c\r\n"
    assert run("punycode", "decode", "--", encoded).output.decode() == f"{HOSTILE}c\n"
    assert on_a_terminal("race", "decode", race.encode("ż\x1b")) == "ż\\x1b\r\n".encode()


def test_names_in_text_are_escaped_on_a_terminal(tmp_path: Path) -> None:
    log = tmp_path / "a\x1b[2J\n\x9b.log"
    log.write_bytes(b"//xn--tda/ //b%C3%BC/\n")
    shown = f"{tmp_path}/a\\x1b[2J\\n\\x9b.log:1:3:url_host:xn--tda\r\n"
    assert on_a_terminal("find", "-s", str(log)).decode().startswith(shown)
    piped = run("find", "-s", str(log)).output
    assert piped.startswith(f"{tmp_path}/a\x1b[2J\\n\x9b.log:1:3:url_host:xn--tda\n".encode())


def test_what_is_kept_is_escaped_on_a_terminal() -> None:
    stdin = f"_{HOSTILE}c\n".encode() + b"_\xff\xc2\n"
    written = on_a_terminal("to-ascii", "-q", "--errors", "keep", stdin=stdin)
    assert written == b"_" + ESCAPED + b"c\r\n_\\xff\\xc2\r\n"


@pytest.mark.parametrize("streams", [("stderr",), ("stdout", "stderr")])
@pytest.mark.parametrize("command", ["to-ascii", "inspect", "punycode decode", "trace decode", "race decode"])
def test_nothing_is_obeyed_on_stderr_and_stdout(streams: tuple[str, ...], command: str) -> None:
    written = on_a_terminal(*command.split(), "--", f"{HOSTILE}!", streams=streams).replace(b"\r\n", b"\n").decode()
    assert not {chr(point) for point in CONTROLS} & set(written)


def test_messages_about_arguments_are_escaped() -> None:
    for arguments in (
        ("to-ascii", "--\x1b[2J"),
        ("\x1b[2J",),
        ("to-ascii", "--profile", "\x9b"),
        ("to-ascii", "--file", "\x1b\n"),
    ):
        status, output, messages = run(*arguments)
        assert (status, output) == (2, b"")
        assert not {chr(point) for point in CONTROLS} & set(messages)
        assert "\\x" in messages


@given(st.text(st.one_of(st.sampled_from([chr(point) for point in CONTROLS]), st.characters()), max_size=20))
def test_json_escapes_what_a_terminal_would_obey(text: str) -> None:
    record = text.encode(errors="replace").replace(b"\0", b"").decode()
    result = run("punycode", "encode", "-q", "--json", "--", record)
    assert not {chr(point) for point in CONTROLS} & set(result.output.decode())
    assert json.loads(result.output)["input"] == record


def test_json_escapes_are_of_json() -> None:
    assert run("punycode", "encode", "--json", "\x9b\u202e").output.startswith(b'{"input":"\\u009b\\u202e","ascii":')
    assert to_json("\u2028") == '"\\u2028"'


def test_every_control_is_escaped_and_nothing_else() -> None:
    escaped = [point for point in range(0x110000) if for_terminal(chr(point)) != chr(point)]
    assert escaped == sorted([*CONTROLS, *range(0xD800, 0xE000)])


def test_to_a_pipe_nothing_is_escaped(tmp_path: Path) -> None:
    encoded = punycode.encode(HOSTILE + "c")
    assert run("punycode", "decode", "-o", str(tmp_path / "output"), "--", encoded).status == 0
    assert (tmp_path / "output").read_bytes().decode() == f"{HOSTILE}c\n"


def test_the_end_of_a_line_is_not_escaped() -> None:
    assert on_a_terminal("to-ascii", stdin=b"a\r\nb\n") == b"a\r\r\nb\r\n"
    assert on_a_terminal("to-ascii", "-z", stdin=b"a\0b\0") == b"a\0b\0"


def test_a_terminal_named_as_output_is_a_terminal() -> None:
    assert (
        on_a_terminal("punycode", "decode", "-o", "/dev/stdout", "--", punycode.encode("\x1bü")) == b"\\x1b\xc3\xbc\r\n"
    )


@pytest.fixture(scope="module")
def two_files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("files")
    for name in "ab":
        (folder / name).write_bytes(b"bcher-kva\n" * 50_000)
    return [f"--file={folder / name}" for name in "ab"]


def test_progress_counts_all_files_with_rate_and_refusals(two_files: list[str], tmp_path: Path) -> None:
    refused = tmp_path / "refused"
    refused.write_bytes(b"!\n" * 100)
    written = on_a_terminal(
        "punycode", "decode", f"--file={refused}", *two_files, "--max-messages=0", streams=["stderr"]
    )
    assert b"1.0/1.0 MB" in written
    assert b" names, " in written
    assert b"/s, 100 refused" in written


def test_without_rich_progress_is_a_line(two_files: list[str], tmp_path: Path) -> None:
    (tmp_path / "rich.py").write_text("raise ImportError")
    written = on_a_terminal("punycode", "decode", *two_files, streams=["stderr"], PYTHONPATH=str(tmp_path))
    assert written.startswith(b"\r0.3 of 1.0 MB, 26,214 names, ")
    assert written.endswith(b"refused\r" + b" " * (len(written.rsplit(b"\r", 3)[1])) + b"\r")


def test_there_is_no_progress_where_the_size_is_unknown_or_nobody_wants_it(two_files: list[str]) -> None:
    assert on_a_terminal("punycode", "decode", "--file", os.devnull, streams=["stderr"]) == b""
    assert on_a_terminal("punycode", "decode", stdin=b"a-\n", streams=["stderr"]) == b""
    assert on_a_terminal("punycode", "decode", "-q", *two_files, streams=["stderr"]) == b""
