"""`--threads`: a table that several threads convert is the same to the octet, and so is every message."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from command_line import run
from hypothesis import given
from hypothesis import strategies as st

# A part of a file has half a mebibyte, so that these have some.
ROWS = 60_000
NAMES = ["Bücher.example", "example.com", "a..b", "", "xn--a.example", "日本語。jp"]


def table(form: str, rows: int) -> bytes:
    names = [NAMES[row * row % 7 % len(NAMES)] for row in range(rows)]
    if form == "jsonl":
        return "".join(f'{{"n": {row}, "host": "{name}"}}\n' for row, name in enumerate(names)).encode()
    separator = "\t" if form == "tsv" else ","
    return f"n{separator}host\n".encode() + "".join(f"{n}{separator}{name}\n" for n, name in enumerate(names)).encode()


@pytest.mark.parametrize("form", ["csv", "tsv", "jsonl"])
@pytest.mark.parametrize("errors", ["blank", "keep", "fail"])
@pytest.mark.parametrize("more", [(), ("--into", "ascii", "--report")])
def test_any_number_of_threads_writes_the_same(form: str, errors: str, more: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / f"hosts.{form}"
    path.write_bytes(table(form, ROWS))
    command = ("to-ascii", "--column", "host", "--errors", errors, *more)
    one, *others = (run(*command, "--threads", threads, str(path)) for threads in ("1", "2", "3", "8"))
    assert len(one.output) > len("a..b") * ROWS if errors != "fail" else one.output
    assert others == [one] * 3


@given(st.integers(0, 40_000), st.integers(0, 40_000))
def test_a_fault_of_the_table_comes_behind_the_rows_before_it(rows: int, behind: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "hosts.csv")
        path.write_bytes(table("csv", rows) + b"1,2,3\n" + table("csv", behind))
        one, other = (run("to-ascii", "--column", "host", "--threads", threads, str(path)) for threads in ("1", "2"))
        assert (one.status, one.output, one.messages) == (other.status, other.output, other.messages)
        assert one.status == 2


def test_where_threads_would_do_nothing_they_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("host\nbücher.de\n", "utf-8")
    path = str(tmp_path / "a.csv")
    for arguments, said in (
        (("to-ascii", "--threads", "2", "bücher.de"), "--threads needs --column"),
        (("find", "--threads", "2", "--column", "host", path), "--threads is for conversions that write a table"),
        (("to-ascii", "--json", "--threads", "2", "--column", "host", path), "--threads is for conversions"),
        (("to-ascii", "--threads", "0", "--column", "host", path), "one thread is needed at least"),
        (("to-ascii", "--threads", "2", "--column", "host", "--format", "parquet", path), "--threads is for CSV"),
    ):
        result = run(*arguments)
        assert (result.status, result.output) == (2, b"")
        assert said in result.messages


def test_a_pipe_is_read_by_one_thread() -> None:
    result = run(
        "to-ascii", "--threads", "4", "--format", "csv", "--column", "host", stdin="host\nbücher.de\n".encode()
    )
    assert (result.status, result.output) == (0, b"host\nxn--bcher-kva.de\n")
