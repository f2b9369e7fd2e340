"""`--format auto`: what a file is taken for, by its name or by its beginning."""

import os
import subprocess
import time
from pathlib import Path

import pytest
from command_line import COMMAND, run
from test_files import FILES

from acelabel.cli.guess import BEGINNING, by_beginning, guessed

SAMPLES = {
    **{name: files[0] for name, files in FILES.items()},
    "zone": "$ORIGIN bücher.example.\n@ IN SOA ns post 1 2 3 4 5\nbüro IN A 192.0.2.1\n",
    "zeek": "#separator \\x09\n#fields\tquery\nü.example\n",
    "jsonl": '{"host":"ü.example"}\n{"host":"b.example"}\n',
    "certstream": '{"message_type":"certificate_update","data":{"leaf_cert":{"all_domains":["ü.example"]}}}\n',
    "lines": "bücher.example\n\n# a list\na.example\n",
    "text": '192.0.2.1 - - [30/Nov/2026:03:00:00 +0000] "GET https://bücher.example/ HTTP/1.1" 200\n',
    "text ": "2026-11-30 GET https://bücher.example/ by a@ü.example\n",
}


@pytest.mark.parametrize("name", SAMPLES)
def test_the_beginning_tells_the_format(name: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    name, content = name.strip(), SAMPLES[name]
    path.write_text(content, "utf-8")
    assert guessed(str(path)) == name
    path.write_text("\ufeff" + content, "utf-8")
    assert guessed(str(path)) == name
    path.write_text(content * 3_000, "utf-8")
    assert guessed(str(path)) == name


@pytest.mark.parametrize(
    ("name", "expected"),
    [("a.csv", "csv"), ("a.TSV.gz", "tsv"), ("Caddyfile", "caddy"), ("hosts", "hosts"), ("nginx.conf", "nginx"),
     ("a.ndjson", "jsonl"), ("a.arrow", "feather"), ("a.txt", "text"), ("a", "text")],
)  # fmt: skip
def test_the_name_tells_the_format_first(name: str, expected: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(b"")
    assert guessed(str(path)) == expected


def test_lines_of_a_map_may_go_on(tmp_path: Path) -> None:
    path = tmp_path / "virtual"
    path.write_text("a@ü.example x\npostmaster@ü.example  b@ü.example,\n  root@ü.example,\n  c@ü.example\n", "utf-8")
    assert guessed(str(path)) == "maps"


def test_what_it_was_taken_for_is_said(tmp_path: Path) -> None:
    path = tmp_path / "blocked"
    path.write_bytes("192.0.2.1 büro\n".encode())
    said = f"acelabel: {path}: read as hosts: /etc/hosts, and lists in its form\n"
    result = run("to-ascii", "--format", "auto", str(path))
    assert (result.status, result.output) == (0, b"192.0.2.1 xn--bro-hoa\n")
    assert result.messages == f"{said}acelabel: 1 name rewritten, 1 line read\n"
    command = (*COMMAND, "to-ascii", "-s", "--format", "auto")
    done = subprocess.run(command, input=path.read_bytes(), capture_output=True, check=True, timeout=60)
    assert (done.stdout, done.stderr) == (b"192.0.2.1 xn--bro-hoa\n", b"")
    assert run("to-ascii", "--format", "auto", str(tmp_path / "none")).status == 2


@pytest.mark.measures_time
@pytest.mark.parametrize("word", ["https://bücher.de/ü", "a.b,", "@.", ". ", "a@b. ", "#@", "server_name "])
def test_a_long_line_takes_no_longer(word: str) -> None:
    start = time.process_time()
    by_beginning((word * BEGINNING).encode()[:BEGINNING])
    assert time.process_time() - start < 1


@pytest.mark.skipif("sys.platform == 'win32'")
def test_what_cannot_be_read_twice_is_not_guessed(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for command in ("to-ascii", "find"):
        result = run(command, "--format", "auto", "--file", str(pipe))
        assert (result.status, result.output) == (2, b"")
        assert result.messages.endswith("only a file and standard input (-) can be looked at first: name the format\n")
