"""Parquet that is encrypted, and the codecs of its columns."""

import base64
import json
import os
from pathlib import Path
from typing import Any

import pytest
from arrow_columns import pa
from command_line import alone, peak, run
from pyarrow import feather, parquet
from pyarrow.parquet import encryption
from rhythm import weekly

from acelabel.cli import columns_arrow

HOSTS = ["Bücher.example", "ok.com"] * 10
ASCII = ["xn--bcher-kva.example", "ok.com"] * 10


class Keys(encryption.KmsClient):  # type: ignore[misc]
    """A service of keys that has no secret."""

    def wrap_key(self, key: bytes, _: str) -> bytes:
        return base64.b64encode(key)

    def unwrap_key(self, key: bytes, _: str) -> bytes:
        return base64.b64decode(key)


def encrypted(path: Path, *, column: str, rows: int, footer: bool) -> Path:
    table = pa.table({"id": [*range(rows)], "host": HOSTS[:rows]})
    configuration = encryption.EncryptionConfiguration(
        footer_key="footer", column_keys={"column": [column]}, plaintext_footer=not footer
    )
    factory = encryption.CryptoFactory(lambda _: Keys())
    properties = factory.file_encryption_properties(encryption.KmsConnectionConfig(), configuration)
    with parquet.ParquetWriter(path, table.schema, encryption_properties=properties) as writer:
        writer.write_table(table)
    return path


@pytest.mark.parametrize("library", ["pyarrow", "polars"])
@pytest.mark.parametrize("rows", [20, 0])
@pytest.mark.parametrize("footer", [True, False], ids=["footer", "columns"])
@pytest.mark.parametrize("column", ["id", "host"])
def test_what_is_encrypted_is_refused(
    column: str, footer: bool, rows: int, library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if library == "polars":

        def missing(_: object) -> None:
            raise ImportError

        monkeypatch.setattr(columns_arrow._PyArrow, "__init__", missing)
    source = encrypted(tmp_path / "in.parquet", column=column, rows=rows, footer=footer)
    output = tmp_path / "out.parquet"
    output.write_bytes(b"old")
    result = run("to-ascii", "--column", "host", str(source), "-o", str(output))
    if rows == 0 and result.status == 0:
        # There is nothing to read, so nothing is encrypted.
        assert parquet.read_table(output).num_rows == 0
    else:
        assert result.status == 2
        assert result.messages.startswith(f"acelabel: {source}: ")
        assert "crypt" in result.messages.lower()
        assert output.read_bytes() == b"old"
    assert alone(tmp_path) == ["in.parquet", "out.parquet"]


def codecs(path: Path) -> dict[str, str]:
    group = parquet.ParquetFile(path).metadata.row_group(0)
    columns = [group.column(place) for place in range(group.num_columns)]
    return {column.path_in_schema: column.compression for column in columns}


@pytest.mark.parametrize("codec", ["NONE", "GZIP", "ZSTD", "SNAPPY", "BROTLI", "LZ4"])
def test_one_codec_stays(codec: str, tmp_path: Path) -> None:
    source, output = tmp_path / "in.parquet", tmp_path / "out.parquet"
    parquet.write_table(pa.table({"id": [*range(20)], "host": HOSTS}), source, compression=codec)
    assert run("to-ascii", "--column", "host", "--into", "ascii", str(source), "-o", str(output)).status == 0
    before = codecs(source)["id"]
    assert codecs(output) == {"id": before, "host": before, "ascii": before}


def test_each_column_keeps_its_codec(tmp_path: Path) -> None:
    source, output = tmp_path / "in.parquet", tmp_path / "out.parquet"
    fields: dict[str, Any] = {"id": [*range(20)], "host": HOSTS, "a.b": HOSTS, "n": [[{"x": 1, "y": "u"}]] * 20}
    paths = {"id": "GZIP", "host": "ZSTD", "a.b": "NONE", "n.list.element.x": "BROTLI", "n.list.element.y": "SNAPPY"}
    parquet.write_table(pa.table(fields), source, compression=paths)
    before = codecs(source)
    assert len(set(before.values())) == 5
    options = ("--column", "host", "--into", "ascii", "--report")
    assert run("to-ascii", *options, str(source), "-o", str(output)).status == 0
    after = codecs(output)
    assert {path: after[path] for path in before} == before
    assert {after[path] for path in after.keys() - before.keys()} == {"GZIP"}
    assert parquet.read_table(output)["ascii"].to_pylist() == ASCII


@pytest.mark.parametrize("compliant", [True, False])
def test_nested_columns_keep_their_codecs_whatever_the_writer_calls_them(compliant: bool, tmp_path: Path) -> None:
    source, output = tmp_path / "in.parquet", tmp_path / "out.parquet"
    item = "element" if compliant else "item"
    fields: dict[str, Any] = {"host": HOSTS, "tags": [["x"]] * 20, "more": [[[1]]] * 20, "id": [*range(20)]}
    paths = {"host": "NONE", f"tags.list.{item}": "ZSTD", f"more.list.{item}.list.{item}": "GZIP", "id": "BROTLI"}
    parquet.write_table(pa.table(fields), source, compression=paths, use_compliant_nested_type=compliant)
    assert run("to-ascii", "--column", "host", str(source), "-o", str(output)).status == 0
    assert [*codecs(output).values()] == [*codecs(source).values()] == ["UNCOMPRESSED", "ZSTD", "GZIP", "BROTLI"]


def test_reports_of_views_are_written(tmp_path: Path) -> None:
    """DataFusion writes views, and pyarrow writes 1,024 of them at most in one struct."""
    path, out = tmp_path / "v.parquet", tmp_path / "o.parquet"
    parquet.write_table(pa.table({"host": pa.array(["ü.de", "a..b", None] * 700, pa.string_view())}), path)
    result = run("to-ascii", "--column", "host", "--into", "ascii", "--report", str(path), "-o", str(out))
    assert result.status == 1
    rows = parquet.read_table(out).to_pylist()
    assert (len(rows), rows[2097]["ascii_report"]["value"], rows[2098]["ascii_report"]["code"]) == (
        2100,
        "xn--tda.de",
        "empty_label",
    )


LISTS: list[list[str | None] | None] = [["Bücher.example", "a..b"], None, [], ["ü.de", None, "a_b"], ["x.de"]] * 3
OPTIONS: tuple[list[str], ...] = (
    [],
    ["--errors", "keep"],
    ["--errors", "fail"],
    ["--errors", "blank", "--into", "made", "--report"],
)


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
@pytest.mark.parametrize("form", ["parquet", "feather"])
@pytest.mark.parametrize("large", [False, True])
def test_lists_are_converted_as_those_of_json(form: str, large: bool, options: list[str], tmp_path: Path) -> None:
    of = pa.large_list if large else pa.list_
    table = pa.table({"id": range(len(LISTS)), "san": pa.array(LISTS, of(pa.string()))})
    writing = parquet.write_table if form == "parquet" else feather.write_feather
    writing(table, tmp_path / f"in.{form}")
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()), "utf-8")
    results = {}
    for suffix in (form, "jsonl"):
        command = ("to-ascii", "--column", "san", *options, str(tmp_path / f"in.{suffix}"))
        results[suffix] = run(*command, "-o", str(tmp_path / f"out.{suffix}"))
    other, expected = results[form], results["jsonl"]
    assert other.status == expected.status
    assert other.messages == expected.messages.replace("in.jsonl: line ", f"in.{form}: row ")
    if (tmp_path / "out.jsonl").exists():
        reading = parquet.read_table if form == "parquet" else feather.read_table
        made = reading(tmp_path / f"out.{form}")
        rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
        assert [row["san"] for row in made.to_pylist()] == [row["san"] for row in rows]
        if "--into" in options:
            assert [row["made"] for row in made.to_pylist()] == [row["made"] for row in rows]
            # The report of a null is null, and in JSON an object.
            reported = [[row["made_report"] for row in every if row["san"]] for every in (made.to_pylist(), rows)]
            assert reported[0] == reported[1]


@pytest.mark.parametrize("form", ["parquet", "feather"])
@pytest.mark.parametrize(
    "item", [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())]
)
def test_lists_of_one_size_keep_their_type(form: str, item: Any, tmp_path: Path) -> None:
    lists = [["Bücher.example", "a..b"], None, ["ü.de", None]]
    column = pa.array(lists, pa.list_(pa.string(), 2)).cast(pa.list_(item, 2))
    writing, reading = (
        (parquet.write_table, parquet.read_table) if form == "parquet" else (feather.write_feather, feather.read_table)
    )
    source, output = tmp_path / f"in.{form}", tmp_path / f"out.{form}"
    writing(pa.table({"host": column}), source)
    result = run("to-ascii", "--column", "host", "--into", "made", "--report", str(source), "-o", str(output))
    assert (result.status, "row 1, column host, item 2: empty_label" in result.messages) == (1, True)
    made = reading(output)
    assert made["made"].to_pylist() == [["xn--bcher-kva.example", None], None, ["xn--tda.de", None]]
    codes = [report and [one["code"] for one in report] for report in made["made_report"].to_pylist()]
    assert codes == [[None, "empty_label"], None, [None, None]]
    assert [made[name].type.list_size for name in ("host", "made", "made_report")] == [2, 2, 2]
    writing(pa.table({"host": column[1:2]}), source)
    assert run("to-ascii", "--column", "host", str(source), "-o", str(output)).status == 0
    assert reading(output)["host"].to_pylist() == [None]


@pytest.mark.parametrize("rows", [[[1, 2]], [[["ü.de"]]], [{"a": "ü.de"}], pa.array([[1]], pa.list_(pa.int8(), 1))])
def test_lists_of_what_is_no_text_are_refused(rows: list[Any], tmp_path: Path) -> None:
    parquet.write_table(pa.table({"host": rows}), tmp_path / "in.parquet")
    result = run("to-ascii", "--column", "host", str(tmp_path / "in.parquet"), "-o", str(tmp_path / "out.parquet"))
    assert (result.status, "the column 'host' is not text" in result.messages) == (2, True)


def test_lists_of_views_and_of_dictionaries(tmp_path: Path) -> None:
    rows = [["Bücher.example", "a..b"], None, [], ["ü.de"]]
    parquet.write_table(pa.table({"host": pa.array(rows, pa.list_(pa.string_view()))}), tmp_path / "in.parquet")
    command = ("to-ascii", "--column", "host", "--into", "made", "--report")
    result = run(*command, str(tmp_path / "in.parquet"), "-o", str(tmp_path / "out.parquet"))
    made = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    assert (result.status, made[0]["made"]) == (1, ["xn--bcher-kva.example", None])
    assert [item["code"] for item in made[0]["made_report"]] == [None, "empty_label"]
    items = pa.array(["ü.de", "b.de"]).dictionary_encode()
    lists = [
        pa.ListArray.from_arrays(pa.array([0, size], pa.int32()), items, mask=pa.array([not size])) for size in (2, 0)
    ]
    batches = [pa.record_batch({"host": one}) for one in lists]
    with pa.OSFile(str(tmp_path / "in.feather"), "wb") as sink, pa.ipc.new_file(sink, batches[0].schema) as writer:
        for batch in batches:
            writer.write_batch(batch)
    result = run(*command, str(tmp_path / "in.feather"), "-o", str(tmp_path / "out.feather"))
    made = feather.read_table(tmp_path / "out.feather").column("made").to_pylist()
    assert (result.status, made) == (0, [["xn--tda.de", "b.de"], None])


def test_a_note_counts_the_values_before_the_refusal_that_stops() -> None:
    stdin = b"h\na.b\nxn--a\nxn--b\n"
    result = run("punycode", "decode", "--column", "h", "--format", "csv", "--errors", "fail", stdin=stdin)
    assert "of 1 refused" in result.messages
    assert "2 of 1" not in result.messages


WEEKLY = int(os.environ.get("ACELABEL_FILE_BYTES", "10000000000")) // 10
"""Fewer bytes than in `test_cli_memory`, as such a file has to be on a disk before it is read."""

ROWS = 1 << 20
"""The rows of a group, as many as pyarrow writes into one."""


def in_groups(path: Path, size: int) -> int:
    """Write a file of at least so many bytes before they are compressed. Return the bytes of its largest group."""
    schema = pa.schema({"id": pa.int64(), "host": pa.string()})
    opened = parquet.ParquetWriter if path.suffix == ".parquet" else pa.ipc.new_file
    largest = written = first = 0
    with opened(str(path), schema) as writer:
        while written < size:
            rows = range(first, first + min(ROWS, size))
            group = pa.table({"id": rows, "host": [f"büro{row}.bücher.example" for row in rows]}, schema=schema)
            writer.write_table(group)
            largest, written, first = max(largest, group.nbytes), written + group.nbytes, rows.stop
    return largest


@pytest.mark.measures_memory
@pytest.mark.skipif("sys.platform != 'linux'")
@pytest.mark.parametrize(
    ("form", "size"), [("parquet", 60_000_000), weekly("parquet", WEEKLY), weekly("feather", WEEKLY)]
)
def test_memory_does_not_grow_with_the_groups_of_rows(form: str, size: int, tmp_path: Path) -> None:
    source, output = tmp_path / f"in.{form}", tmp_path / f"out.{form}"
    arguments = ("to-ascii", "--column", "host", "-q", "-o", str(output), str(source))
    # Python and pyarrow need more than 100 MiB before they read a row, of which the code of pyarrow is a half.
    in_groups(source, 1)
    before = peak(*arguments)
    largest = in_groups(source, size)
    # In KiB. What pyarrow keeps for its threads differs from run to run: 120 to 140 MiB were seen.
    assert (peak(*arguments) - before) << 10 < (192 << 20) + largest
