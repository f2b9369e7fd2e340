"""Parquet that is encrypted, and the codecs of its columns."""

import base64
from pathlib import Path
from typing import Any

import pytest
from arrow_columns import pa
from command_line import alone, run
from pyarrow import parquet
from pyarrow.parquet import encryption

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
