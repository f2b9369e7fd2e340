"""`acelabel text`: filters on octets, whose memory does not grow and whose lines come out as soon as they are in."""

import json
import random
import subprocess
import time
from pathlib import Path

import pytest
from command_line import peak, run, started
from rhythm import weekly

from acelabel import text
from acelabel.cli import inside_text, values

A = b"xn--bcher-kva"
U = "bücher".encode()
PLAIN = {"is_escaped": False, "code": None, "is_defanged": False, "decoded": None}
ESCAPED = {"is_escaped": True, "decoded": "bücher"}
LOG = b"GET //%b/%b 200\nfrom a@%b \xff\xfe\n\n\r\n%b" % (A, A, A, A)


@pytest.mark.parametrize(
    ("arguments", "stdin", "output", "messages"),
    [
        (
            ("to-unicode",),
            LOG,
            b"GET //%b/%b 200\nfrom a@%b \xff\xfe\n\n\r\n%b" % (U, A, U, U),
            "3 names rewritten, 5 lines read\n1 line still has 'xn--', but no name that is found there\n"
            "hint: --everywhere converts names in paths, queries and local parts, too",
        ),
        (("to-unicode", "-q"), A, U, None),
        (("to-unicode", "--annotate"), b"(%b)\n" % A, b"(%b (%b))\n" % (A, U), "1 name rewritten, 1 line read"),
        (
            ("to-unicode", "--kinds", "bare,url_host"),
            b"a@%b %b" % (A, A),
            b"a@%b %b" % (A, U),
            "1 name rewritten, 1 line read\n"
            "left as they were: 1 domain of an address (not of the kinds that count; the first is 'xn--bcher-kva')\n"
            "hint: --kinds says which names count; without it all count",
        ),
        (
            ("to-ascii",),
            b"//%b/ %b" % (U, U),
            b"//%b/ %b" % (A, U),
            "1 name rewritten, 1 line read\n1 line still has characters beyond ASCII, but no name that is found there",
        ),
        (
            ("to-unicode", "--profile", "idna2008"),
            b"//xn--i-7iq/\n",
            b"//xn--i-7iq/\n",
            "nothing rewritten. Left as they were: 1 host (disallowed_codepoint; the first is 'xn--i-7iq')",
        ),
        (("to-unicode",), b"nothing\n", b"nothing\n", None),
        (("to-unicode",), b"", b"", None),
        (
            ("find",),
            LOG,
            b"-:1:7:url_host:%b\n-:2:8:email_domain:%b\n-:5:1:bare:%b\n" % (A, A, A),
            "3 names found, 5 lines read",
        ),
        (("find", "--kinds", "bare", "-s"), LOG, b"-:5:1:bare:%b\n" % A, None),
        (("find",), b"nothing\n", b"", None),
    ],
)
def test_filters(arguments: tuple[str, ...], stdin: bytes, output: bytes, messages: str | None) -> None:
    result = run(*arguments, "--format", "text", stdin=stdin)
    assert (result.status, result.output) == (0, output)
    assert result.messages == "".join(f"acelabel: {message}\n" for message in (messages or "").splitlines())


def test_files_are_read_in_order_and_a_name_does_not_go_over_their_border(tmp_path: Path) -> None:
    first, second = tmp_path / "first.log", tmp_path / "second.log"
    first.write_bytes(b"1 xn--bcher")
    second.write_bytes(b"-kva\n2 %b" % A)
    result = run("to-unicode", "--format", "text", str(first), "-", str(second), stdin=b" %b " % A)
    assert result.output == b"1 xn--bcher\n %b \n-kva\n2 %b" % (U, U)
    found = run("find", "--json", str(second), "-", stdin=b"//b%%C3%%BCcher/ %b" % A)
    assert [json.loads(line) for line in found.output.splitlines()] == [
        {"file": str(second), "line": 2, "column": 3, "kind": "bare", "name": A.decode(), **PLAIN},
        {"file": "-", "line": 1, "column": 3, "kind": "url_host", "name": "b%C3%BCcher", **PLAIN, **ESCAPED},
        {"file": "-", "line": 1, "column": 16, "kind": "bare", "name": A.decode(), **PLAIN},
    ]


def test_json_is_utf8() -> None:
    found = run("find", "-s", "--json", stdin="https://пример.рф/\n".encode()).output.decode()
    assert '"name":"пример.рф"' in found


def test_lines_are_counted_in_each_file(tmp_path: Path) -> None:
    first, second, empty = tmp_path / "first", tmp_path / "second", tmp_path / "empty"
    first.write_bytes(b"\n%b" % A)
    second.write_bytes(b"%b\n" % A)
    empty.write_bytes(b"")
    for command, done in (("to-unicode", "rewritten"), ("find", "found")):
        result = run(command, "--format", "text", str(first), str(second), str(empty))
        assert result.messages == f"acelabel: 2 names {done}, 3 lines read\n"


def test_wrong_usage(tmp_path: Path) -> None:
    assert run("find", "--kinds", "host").messages.endswith(
        "error: argument --kinds: 'host' is not one of url_host, email_domain, bare\n"
    )
    missing = run("to-unicode", "--format", "text", str(tmp_path / "missing"))
    assert (missing.status, missing.output) == (2, b"")
    assert missing.messages == f"acelabel: {tmp_path / 'missing'}: No such file or directory\n"
    for name in ("me@bücher.example", "https://a.example/", "bücher.example", "a.рф", "xn--a"):
        command = "acelabel to-ascii --format text"
        said = f"{command} reads files; to give it a text: echo {name} | {command}\n"
        messages = run("to-ascii", "--format", "text", name).messages.replace("'", "")
        assert messages == f"acelabel: {name}: No such file or directory. {said}"
    assert run("to-unicode", "--format", "text", "--isolate").status == 2


def test_the_kinds_are_those_of_the_module() -> None:
    assert values.KINDS == text.KINDS


@pytest.mark.parametrize("block", [1, 7, 64, 1 << 18])
def test_names_stand_where_they_are_found_in_the_whole(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inside_text, "BLOCK", block)
    chosen = random.Random(12)
    words = [A, b"//%b/%b" % (A, A), b"a@%b" % U, b"\n", b"\n\n", b"x" * 50, b"\xff", b"/%b" % A, "日本".encode()]
    octets = b" ".join(chosen.choices(words, k=3_000 if block > 1 else 300))
    lines = [b"-:%d:%d:%b:%b" % (*place(octets, one), one.kind.encode(), one.name) for one in text.find(octets)]
    assert run("find", "-s", stdin=octets).output.splitlines() == lines


@pytest.mark.parametrize("size", [65_000, 65_536, 70_000, 140_000, 400_000])
def test_long_lines_are_taken_in_parts(size: int) -> None:
    for filler in (b"x" * size, b" x" * (size // 2), b"x" * size + b"/" + A + b"/" + b"y" * size):
        octets = b"%b %b %b\n%b //%b %b" % (A, filler, A, filler, A, filler)
        lines = [b"-:%d:%d:%b:%b" % (*place(octets, one), one.kind.encode(), one.name) for one in text.find(octets)]
        assert len(lines) == 3
        assert run("find", "-s", stdin=octets).output.splitlines() == lines


def test_a_part_of_a_long_word_is_not_the_start_of_a_text() -> None:
    for octets in (
        b"z" * 65_536 + b'"a b"@xn--tda.de',
        b"z" * 65_536 + b'/"a b"@xn--tda.de',
        b"z" * 65_536 + b"a@xn--tda.de a@xn--tda.de",
        b'a@xn--tda.de "a b"@xn--tda.de',
    ):
        lines = [b"-:%d:%d:%b:%b" % (*place(octets, one), one.kind.encode(), one.name) for one in text.find(octets)]
        assert run("find", "-s", stdin=octets).output.splitlines() == lines
    # The quotation mark stands in a word, so that no local part begins there.
    assert [(one.kind, one.start) for one in text.find(b"z" * 65_536 + b'"a b"@xn--tda.de')] == [("bare", 65_542)]
    assert [(one.kind, one.start) for one in text.find(b'z"a b"@xn--tda.de')] == [("bare", 7)]


def place(octets: bytes, found: "text.Found[bytes]") -> tuple[int, int]:
    """The line and the column of a name."""
    return octets.count(b"\n", 0, found.start) + 1, found.start - octets.rfind(b"\n", 0, found.start)


@pytest.mark.measures_time
@pytest.mark.skipif("sys.platform == 'win32'")
@pytest.mark.parametrize("command", ["to-unicode", "find"])
def test_a_line_comes_out_as_soon_as_it_is_in(command: str) -> None:
    with started(
        command, "--format", "text", "-s" if command == "find" else "-q", stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        seconds = []
        for number in range(20):
            process.stdin.write(b"%d //%b/\n" % (number, A))
            process.stdin.flush()
            start = time.monotonic()
            assert U in process.stdout.readline() or command == "find"
            seconds.append(time.monotonic() - start)
        process.stdin.close()
        assert process.wait() == 0
    # The first line waits for the start of the program.
    assert sorted(seconds)[10] < 0.1


@pytest.mark.measures_memory
@pytest.mark.skipif("sys.platform != 'linux'")
@pytest.mark.parametrize("line", [b"GET //%b/ 200\n" % A, b"x" * 1_000, b"x " * 500], ids=["lines", "word", "words"])
@pytest.mark.parametrize("command", ["to-unicode", *map(weekly, ["to-ascii", "find"])])
def test_memory_does_not_grow(command: str, line: bytes, tmp_path: Path) -> None:
    log = tmp_path / "access.log"
    log.write_bytes(line * (64_000_000 // len(line)))
    # 32 megabytes, in KiB.
    assert peak(command, "--format", "text", "-s" if command == "find" else "-q", str(log)) < 32_000_000 // 1_024
