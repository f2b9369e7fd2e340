"""Columns of text files in a process: memory, streams and terminals."""

import json
import subprocess
from pathlib import Path

import pytest
from command_line import COMMAND, TIMEOUT, alone, in_shell, peak, started
from terminals import on_a_terminal


def rows(form: str, start: int, stop: int) -> str:
    if form == "csv":
        return "".join(f'{number},Bücher{number}.example,"a, b"\n' for number in range(start, stop))
    return "".join(
        json.dumps({"id": number, "host": f"Bücher{number}.example"}) + "\n" for number in range(start, stop)
    )


@pytest.mark.measures_memory
@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_memory_does_not_grow_with_the_file(form: str, tmp_path: Path) -> None:
    source = tmp_path / f"in.{form}"
    peaks = []
    for count in (20_000, 200_000):
        source.write_text(("id,host,note\n" if form == "csv" else "") + rows(form, 0, count), "utf-8")
        peaks.append(peak("to-ascii", "--column", "host", str(source), "-o", str(tmp_path / "out")))
        assert (tmp_path / "out").read_bytes().count(b"xn--") == count
    assert peaks[1] < 1.2 * peaks[0]


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_a_row_is_written_before_the_next_one_comes(form: str) -> None:
    pipe = subprocess.PIPE
    with started("to-ascii", "--column", "host", "--format", form, stdin=pipe, stdout=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(("id,host,note\n" if form == "csv" else "").encode())
        if form == "csv":
            process.stdin.write(rows(form, 0, 1).encode())
            process.stdin.flush()
            assert process.stdout.readline() == b"id,host,note\n"
        else:
            process.stdin.write(rows(form, 0, 1).encode())
            process.stdin.flush()
        assert b"xn--bcher0" in process.stdout.readline()
        process.stdin.close()
    assert process.returncode == 0


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("id,host,note\n" + rows("csv", 0, 10_000), "utf-8")
    (tmp_path / "out.csv").write_text("old")
    limited = f"ulimit -f 8; exec {' '.join(COMMAND)} to-ascii --column host in.csv -o out.csv"
    done = subprocess.run(["bash", "-c", limited], capture_output=True, check=False, cwd=tmp_path, timeout=TIMEOUT)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"acelabel: File too large\n")
    assert ((tmp_path / "out.csv").read_text(), alone(tmp_path)) == ("old", ["in.csv", "out.csv"])


def test_standard_input_may_be_its_own_output_only_where_that_is_safe(tmp_path: Path) -> None:
    table = tmp_path / "in.csv"
    table.write_text("host\nü\n", "utf-8")
    done = in_shell("to-ascii", "--column", "host", "--format", "csv", "-o", str(table), stdin=table)
    assert (done.returncode, table.read_text("utf-8")) == (2, "host\nü\n")


def test_a_terminal_shows_controls_as_escapes_and_tabs_as_tabs() -> None:
    written = on_a_terminal("to-ascii", "--column", "host", "--format", "tsv", stdin="a\thost\r\n\x1b\tü\r\n".encode())
    assert written == b"a\thost\r\r\n\\x1b\txn--tda\r\r\n"


def test_progress_has_rate_and_refusals(tmp_path: Path) -> None:
    table = tmp_path / "in.csv"
    table.write_text("host\n" + "a..b\n" * 300_000)
    options = ("--max-messages=0", "--column", "host", str(table), "-o", str(tmp_path / "out.csv"))
    written = on_a_terminal("to-ascii", *options, streams=["stderr"])
    assert b"1.5/1.5 MB" in written
    assert b"/s, 300,000 refused" in written
    assert b"300,000 of 300,000 refused: empty_label 300,000" in written
