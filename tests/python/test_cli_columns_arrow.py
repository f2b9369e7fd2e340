"""Columns of Parquet and Feather, by pyarrow and by polars alone."""

import array
import csv
import datetime
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from arrow_columns import pa
from command_line import alone, peak, run, started
from pyarrow import feather, parquet

from acelabel import to_ascii
from acelabel.cli import columns_arrow
from acelabel.cli.failures import Unusable

HOSTS = ["Bücher.example", "a..b", None, "ok.com", ""]
ASCII = ["xn--bcher-kva.example", None, None, "ok.com", None]
FORMATS = ["parquet", "feather"]


@pytest.fixture(params=["pyarrow", "polars"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The library that is used; the other one cannot be imported, or need not be."""
    pytest.importorskip("polars")
    if request.param == "polars":
        monkeypatch.setattr(columns_arrow._PyArrow, "__init__", missing)
    return str(request.param)


def missing(_: object) -> None:
    raise ImportError


def write(table: Any, path: Path, **options: Any) -> Path:
    if path.suffix == ".parquet":
        parquet.write_table(table, path, **options)
    else:
        feather.write_feather(table, path, **options)
    return path


def read(path: Path) -> Any:
    return parquet.read_table(path) if path.suffix == ".parquet" else feather.read_table(path)


def table(**columns: Any) -> Any:
    nested = [[{"x": number}] for number in range(len(HOSTS))]
    return pa.table({"id": [*range(len(HOSTS))], "host": HOSTS, "nested": nested} | columns)


@pytest.mark.parametrize("form", FORMATS)
def test_a_column_is_replaced_and_others_stay(library: str, form: str, tmp_path: Path) -> None:
    source = write(table(), tmp_path / f"in.{form}")
    output = tmp_path / f"out.{form}"
    result = run("to-ascii", "--column", "host", str(source), "-o", str(output))
    assert result.status == 1
    assert (
        result.messages.splitlines()[0]
        == f"acelabel: {source}: row 2: empty_label at offset 2 in label 1: the label is empty"
    )
    assert result.messages.splitlines()[3].startswith(f"acelabel: {source}: row 5: empty_domain")
    assert "acelabel: 2 of 5 refused: empty_domain 1, empty_label 1\n" in result.messages
    assert read(output).to_pydict() == table(host=ASCII).to_pydict()
    assert alone(tmp_path) == [source.name, output.name]


@pytest.mark.parametrize("form", FORMATS)
def test_new_columns_keep_and_reports(library: str, form: str, tmp_path: Path) -> None:
    source = write(table(other=["A.com", "xn--a.Ü", None, "x", "y"]), tmp_path / f"in.{form}")
    output = tmp_path / f"out.{form}"
    options = ("--column", "other", "--into", "h", "--into", "o", "--report", "--errors", "keep")
    result = run("to-ascii", "--column", "host", *options, str(source), "-o", str(output))
    assert [line.split(": ")[2] for line in result.messages.splitlines() if ": row " in line] == [
        "row 2, column host", "row 2, column other", "row 5, column host"
    ]  # fmt: skip
    rows = read(output).to_pylist()
    assert list(rows[0]) == ["id", "host", "nested", "other", "h", "o", "h_report", "o_report"]
    assert [row["host"] for row in rows] == HOSTS
    assert [row["h"] for row in rows] == ["xn--bcher-kva.example", "a..b", None, "ok.com", ""]
    assert [row["o"] for row in rows] == ["a.com", "xn--a.xn--tda", None, "x", "y"]
    nothing = dict.fromkeys(("value", "code", "label_index", "offset", "message"))
    reason = {"code": "empty_label", "label_index": 1, "offset": 2, "message": "the label is empty"}
    assert rows[1]["h_report"] == nothing | reason
    assert rows[0]["h_report"] == nothing | {"value": ASCII[0]}
    assert rows[2]["h_report"] == nothing


def test_reports_are_the_same_in_each_format(library: str, tmp_path: Path) -> None:
    names = [
        "ü.de",
        "a..b",
        "xn--a",
        "a_b.de",
        "a\u200db.de",
        "אa.de",
        "l·m.de",
        "س٠۰.de",
        "-a",
        f"{'ü' * 60}.de",
        None,
    ]
    source, output = write(pa.table({"host": pa.array(names)}), tmp_path / "in.parquet"), tmp_path / "out.parquet"
    options = ("to-ascii", "-s", "--profile", "idna2008", "--column", "host", "--report")
    run(*options, str(source), "-o", str(output))
    reports = [row["host_report"] for row in read(output).to_pylist()]
    lines = "".join(json.dumps({"host": name}) + "\n" for name in names)
    result = run(*options, "--format", "jsonl", stdin=lines.encode())
    assert [json.loads(line)["host_report"] for line in result.output.splitlines()] == reports
    assert [report["message"] is None for report in reports] == [report["code"] is None for report in reports]
    result = run(*options, "--format", "csv", stdin="\n".join(["host", *map(str, names[:-1])]).encode())
    rows = csv.DictReader(io.StringIO(result.output.decode()))
    assert [row["host_report.message"] or None for row in rows] == [report["message"] for report in reports[:-1]]


@pytest.mark.parametrize("form", FORMATS)
def test_a_run_that_stops_leaves_the_old_file(library: str, form: str, tmp_path: Path) -> None:
    source = write(table(), tmp_path / f"in.{form}")
    output = tmp_path / f"out.{form}"
    output.write_bytes(b"old")
    result = run("to-ascii", "--column", "host", "--errors", "fail", str(source), "-o", str(output))
    assert (result.status, result.messages.splitlines()[-1]) == (1, "acelabel: 1 of 2 refused: empty_label 1")
    assert (output.read_bytes(), alone(tmp_path)) == (b"old", sorted([source.name, output.name]))


@pytest.mark.parametrize("form", FORMATS)
def test_other_commands_and_empty_tables(library: str, form: str, tmp_path: Path) -> None:
    source, output = tmp_path / f"in.{form}", tmp_path / f"out.{form}"
    for command, hosts, expected in [
        (("punycode", "encode"), ["ü", None], ["tda", None]),
        (("punycode", "decode"), ["tda", "!"], ["ü", None]),
        (("to-unicode",), pa.array([], pa.string()), []),
        (("to-unicode",), ["xn--tda", None], ["ü", None]),
    ]:
        write(pa.table({"host": hosts}), source)
        result = run(*command, "-q", "--column", "host", str(source), "-o", str(output))
        refused = [host for host, row in zip(hosts, expected, strict=True) if host and row is None]
        assert result.status == bool(refused)
        assert read(output).column("host").to_pylist() == expected


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_that_cannot_be_converted(library: str, form: str, tmp_path: Path) -> None:
    source, output = tmp_path / f"in.{form}", tmp_path / f"out.{form}"

    def message(*options: str) -> str:
        result = run("to-ascii", *options, str(source), "-o", str(output))
        assert (result.status, alone(tmp_path)) == (2, [source.name])
        assert result.messages.startswith(f"acelabel: {source}: ")
        assert result.messages.count("\n") == 1
        return result.messages.removeprefix(f"acelabel: {source}: ").rstrip("\n")

    write(table(), source)
    assert (
        message("--column", "hots")
        == "there is no column 'hots'; did you mean 'host'; there are: 'id', 'host', 'nested'"
    )
    assert message("--column", "id") == "the column 'id' is not text"
    assert message("--column", "nested") == "the column 'nested' is not text"
    assert message("--column", "host", "--into", "id") == "there is a column 'id' already"
    octets = source.read_bytes()
    # A value of Feather that is another one cannot be told.
    inside = octets[:40] + b"\x55" * 80 + octets[120:] if form == "parquet" else b""
    for damaged in (b"", b"hello", octets[: len(octets) // 2], inside):
        source.write_bytes(damaged)
        assert message("--column", "host") != ""


def test_streams_and_missing_libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write(table(), tmp_path / "in.parquet")
    result = run("to-ascii", "--column", "host", "--format", "feather", stdin=b"x")
    assert result == (2, b"", "acelabel: feather cannot be read from standard input\n")
    result = run("to-ascii", "-q", "--column", "host", str(source))
    assert result.status == 1
    assert parquet.read_table(pa.BufferReader(result.output)).column("host").to_pylist() == ASCII
    for library in (columns_arrow._PyArrow, columns_arrow._Polars):
        monkeypatch.setattr(library, "__init__", missing)
    result = run("to-ascii", "--column", "host", str(source), "-o", str(tmp_path / "out"))
    assert result == (2, b"", "acelabel: parquet needs pyarrow or polars: pip install 'acelabel[columns]'\n")
    assert alone(tmp_path) == ["in.parquet"]


class Terminal(io.BytesIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("form", FORMATS)
def test_a_terminal_gets_no_binary_format(form: str) -> None:
    columns: Any = SimpleNamespace(file=f"in.{form}")
    with pytest.raises(Unusable, match=f"^{form} cannot be written to a terminal$"):
        columns_arrow.convert(columns, form, Terminal(), lambda _: None)


def test_pyarrow_keeps_metadata_types_and_compression(tmp_path: Path) -> None:
    hosts = pa.array(["Ü", "a..b", None, "Ü", "x"])
    for kind in (pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())):
        field = pa.field("host", kind, metadata={"a": "b"})
        schema = pa.schema([field, pa.field("n", pa.int8(), nullable=False)], metadata={"k": "v"})
        data = pa.table([hosts.cast(kind), pa.array(range(5), pa.int8())], schema=schema)
        for form in FORMATS:
            options: dict[str, Any] = {"compression": "zstd"}
            source = write(data, tmp_path / f"in.{form}", **options)
            output = tmp_path / f"out.{form}"
            for errors, refused in (("blank", None), ("keep", "a..b")):
                assert (
                    run("to-ascii", "-q", "--errors", errors, "--column", "host", str(source), "-o", str(output)).status
                    == 1
                )
                back = read(output)
                assert back.schema.equals(read(source).schema, check_metadata=True)
                assert back.column("host").to_pylist() == ["xn--tda", refused, None, "xn--tda", "x"]
    for codec in ("zstd", "none", "gzip"):
        source, output = write(data, tmp_path / "in.parquet", compression=codec), tmp_path / "out.parquet"
        assert run("to-ascii", "-q", "--column", "host", str(source), "-o", str(output)).status == 1
        found = [parquet.ParquetFile(path).metadata.row_group(0).column(0).compression for path in (source, output)]
        assert found[0] == found[1]


def test_pyarrow_refuses_what_it_cannot_carry(tmp_path: Path) -> None:
    data = pa.table({"host": ["a"], "at": [datetime.datetime(9999, 1, 1)]})
    source = write(data, tmp_path / "in.parquet", use_deprecated_int96_timestamps=True)
    result = run("to-ascii", "--column", "host", str(source), "-o", str(tmp_path / "out.parquet"))
    assert result == (2, b"", f"acelabel: {source}: the column 'at' has the type INT96\n")
    lists = pa.array([["a"]] * 2, pa.list_(pa.dictionary(pa.int32(), pa.string())))
    source = write(pa.table({"host": ["a"] * 2, "lists": lists}), tmp_path / "lists.parquet", row_group_size=1)
    result = run("to-ascii", "--column", "host", str(source), "-o", str(tmp_path / "out.parquet"))
    assert (result.status, "such as lists of dictionaries in a file of several" in result.messages) == (2, True)
    bad = pa.Array.from_buffers(
        pa.string(), 1, [None, pa.array([0, 1], pa.int32()).buffers()[1], pa.py_buffer(b"\xff")]
    )
    write(pa.table({"host": bad}), source)
    result = run("to-ascii", "--column", "host", str(source), "-o", str(tmp_path / "out.parquet"))
    assert result.status == 2
    assert result.messages.startswith(f"acelabel: {source}: not a legal Arrow column")


@pytest.mark.parametrize("form", FORMATS)
def test_batches_do_not_show(library: str, form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns_arrow, "_ROWS", 7)
    hosts = [None if number % 5 == 0 else "a..b" if number % 11 == 0 else f"Ü{number}" for number in range(100)]
    columns = {"host": hosts, "id": [*range(100)]}
    for kind in (pa.string(), pa.dictionary(pa.int32(), pa.string())):
        data = pa.table(columns | {"host": pa.array(hosts).cast(kind)})
        source = write(
            data, tmp_path / f"in.{form}", **({"row_group_size": 30} if form == "parquet" else {"chunksize": 30})
        )
        output = tmp_path / f"out.{form}"
        result = run("to-ascii", "--max-messages", "1", "--column", "host", str(source), "-o", str(output))
        assert result.messages.startswith(f"acelabel: {source}: row 12: empty_label")
        back = read(output)
        assert back.column("id").to_pylist() == [*range(100)]
        assert back.column("host").to_pylist() == [None if host in (None, "a..b") else to_ascii(host) for host in hosts]


def test_an_illegal_text_is_told_with_the_rows_it_is_in(tmp_path: Path) -> None:
    """pyarrow writes what it is not asked to validate; polars refuses the file itself."""
    rows = 200_001
    offsets = pa.py_buffer(array.array("i", range(rows + 1)))
    hosts = pa.Array.from_buffers(pa.string(), rows, [None, offsets, pa.py_buffer(b"a" * (rows - 1) + b"\xff")])
    source = write(pa.table({"host": hosts}), tmp_path / "in.parquet")
    result = run("to-ascii", "--column", "host", str(source), "-o", str(tmp_path / "out.parquet"))
    fault = "not a legal Arrow column: the text is not UTF-8 in row 68928 (in the rows from 131073 on, counted from 0)"
    assert (result.status, result.messages) == (2, f"acelabel: {source}: {fault}\n")


@pytest.fixture
def environment(library: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that has one library."""
    folder = tmp_path_factory.mktemp("hidden")
    if library == "polars":
        (folder / "pyarrow.py").write_text("raise ImportError")
    return {**os.environ, "PYTHONPATH": str(folder)}


@pytest.mark.measures_memory
@pytest.mark.skipif(sys.platform == "win32", reason="resource is of Unix")
@pytest.mark.parametrize("form", FORMATS)
def test_memory_does_not_grow_with_the_file(environment: dict[str, str], form: str, tmp_path: Path) -> None:
    peaks = []
    for rows in (400_000, 2_000_000):
        hosts = [f"Bücher{n}.example" if n % 4 else f"host{n}.example.com" for n in range(100_000)]
        data = pa.concat_tables([pa.table({"host": hosts, "note": hosts})] * (rows // 100_000))
        source = write(data, tmp_path / f"in.{form}", compression="lz4")
        arguments = ("--column", "host", str(source), "-o", str(tmp_path / "out"))
        # A library reads ahead, more or less from run to run.
        peaks.append(min(peak("to-ascii", *arguments, env=environment) for _ in range(2)))
    # The larger file read whole would take more than twice as much; polars reads ahead up to half as much.
    assert peaks[1] < 1.75 * peaks[0]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of Unix")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_leaves_nothing_behind(environment: dict[str, str], number: int, status: int, tmp_path: Path) -> None:
    hosts = [f"Bücher{n}.example" for n in range(100_000)]
    source = write(pa.concat_tables([pa.table({"host": hosts})] * 100), tmp_path / "in.parquet")
    arguments = ("to-ascii", "--column", "host", str(source), "-o", str(tmp_path / "out.parquet"))
    with started(*arguments, stderr=subprocess.PIPE, env=environment) as process:
        while process.poll() is None and not any(path.stat().st_size for path in tmp_path.glob(".out*")):
            time.sleep(0.02)
        process.send_signal(number)
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert (process.returncode, alone(tmp_path)) == (status, ["in.parquet"])


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a full device")
@pytest.mark.parametrize("form", FORMATS)
def test_a_full_device_and_a_closed_pipe(library: str, environment: dict[str, str], form: str, tmp_path: Path) -> None:
    source = write(table(host=["x"] * len(HOSTS)), tmp_path / f"in.{form}")
    result = run("to-ascii", "--column", "host", str(source), "-o", "/dev/full")
    assert result == (2, b"", "acelabel: No space left on device\n")
    reading, writing = os.pipe()
    os.close(reading)
    try:
        arguments = ("to-ascii", "--column", "host", str(source))
        with started(*arguments, stdout=writing, stderr=subprocess.PIPE, env=environment) as process:
            assert process.stderr is not None
            assert process.stderr.read() == b""
    finally:
        os.close(writing)
    assert process.returncode == 141


@pytest.mark.parametrize("form", FORMATS)
def test_labels_that_pass_undecoded_are_counted(library: str, form: str, tmp_path: Path) -> None:
    names = ["xn--a.de", "ü.xn--9BA", None, "a b.xn--a", "xn--tda"] * 1_000
    for column in (pa.array(names), pa.array(names).dictionary_encode()):
        source = write(pa.table({"host": column}), tmp_path / f"in.{form}")
        options = ("--column", "host", str(source), "-o", str(tmp_path / f"out.{form}"))
        noted = "acelabel: note: 2,000 labels with xn-- passed undecoded: acelabel inspect says why\n"
        assert run("to-unicode", "--profile", "dns", *options).messages.endswith(noted)
        assert "undecoded" not in run("to-unicode", *options).messages


@pytest.mark.parametrize(
    ("suffix", "data", "said"),
    [
        ("parquet", b"\x1f\x8b\x08\0", "the input is compressed. Unpack it first: gzip -dc"),
        (
            "feather",
            b"PAR1\x15\x04",
            "the input is Parquet. To convert a column of a file: --format parquet --column COLUMN",
        ),
        (
            "arrow",
            b"\xff\xff\xff\xff\x10\0\0\0",
            "the input is a stream of Arrow. Write it as a file first, which is Feather",
        ),
    ],
)
def test_a_file_of_another_kind_is_named(library: str, suffix: str, data: bytes, said: str, tmp_path: Path) -> None:
    source, output = tmp_path / f"in.{suffix}", tmp_path / f"out.{suffix}"
    source.write_bytes(data)
    assert run("to-ascii", "--column", "host", str(source), "-o", str(output)) == (
        2,
        b"",
        f"acelabel: {source}: {said}\n",
    )


def test_what_a_run_that_stops_does_not_write_is_not_counted(library: str, tmp_path: Path) -> None:
    source = write(pa.table({"host": ["xn--a.de", "a..b", "xn--a.de"]}), tmp_path / "in.parquet")
    options = ("--profile", "dns", "--errors", "fail", "--column", "host", str(source))
    assert "undecoded" not in run("to-ascii", *options, "-o", str(tmp_path / "out.parquet")).messages


@pytest.mark.parametrize("name", FORMATS)
def test_parquet_and_feather_of_every_command(name: str, tmp_path: Path) -> None:
    path, suffixes, watched = tmp_path / f"in.{name}", tmp_path / "suffixes", tmp_path / "watched"
    suffixes.write_text("example\n", "utf-8")
    watched.write_text("bucher.example\n", "utf-8")
    names = ["www.bücher.example", None, "a b"]
    table = pa.table({"n": [1, 2, 3], "host": names})
    if name == "parquet":
        parquet.write_table(table, path)
    else:
        feather.write_feather(table, path)

    def column(output: Path) -> list[str | None]:
        read = parquet.read_table(output) if name == "parquet" else feather.read_table(output)
        found: list[str | None] = read.column("host").to_pylist()
        return found

    for command, first, last in (
        ("to-ascii", "www.xn--bcher-kva.example", None),
        ("canonical", "www.xn--bcher-kva.example", None),
        ("host", "www.xn--bcher-kva.example", None),
        ("registrable", "xn--bcher-kva.example", None),
        ("display", "www.bücher.example", "a%20b"),
    ):
        output = tmp_path / f"{command}.{name}"
        options = ["--suffixes", str(suffixes)] if command == "registrable" else []
        result = run(command, "-s", *options, "--column", "host", str(path), "-o", str(output))
        assert (result.output, result.messages) == (b"", "")
        assert column(output) == [first, None, last]
    output = tmp_path / f"report.{name}"
    assert run("host", "-s", "--report", "--column", "host", str(path), "-o", str(output)).status == 1
    reports = [
        json.loads(line) for line in run("host", "-s", "--json", "--column", "host", str(path)).output.splitlines()
    ]
    assert [(one["line"], one["ascii"]) for one in reports] == [(1, "www.xn--bcher-kva.example"), (3, None)]
    found = run("find", "--format", name, "--column", "host", str(path)).output.decode().splitlines()
    assert found == [f"{path}:1:host:bare:www.bücher.example", f"{path}:3:host:bare:a b:std3_disallowed"]
    looked = run("lookalikes", "-s", "--watch", str(watched), "--distance", "--column", "host", str(path))
    assert (looked.status, looked.output.decode().split("\t")[0]) == (1, "www.bücher.example")
    assert run("inspect", "-s", "--column", "host", str(path)).status == 1


@pytest.mark.parametrize("values", [[1, 2], [1.5], [b"a"], [True], [{"a": "b"}], [[1]]])
def test_a_column_that_is_no_text_is_told_by_every_command(values: list[Any], tmp_path: Path) -> None:
    path, watched = tmp_path / "in.parquet", tmp_path / "watched"
    watched.write_bytes(b"a.example\n")
    parquet.write_table(pa.table({"n": values}), path)
    for command in (
        ["find", "--format", "parquet"],
        ["inspect"],
        ["to-ascii", "--json"],
        ["lookalikes", "--watch", str(watched)],
    ):
        result = run(*command, "--column", "n", str(path))
        assert (result.status, result.output) == (2, b"")
        assert result.messages.endswith(f"acelabel: {path}: the column 'n' is not text\n")
