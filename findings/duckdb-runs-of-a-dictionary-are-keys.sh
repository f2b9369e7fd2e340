#!/usr/bin/env bash
# DuckDB 2.0.0 reads a run-end-encoded column of pyarrow 26.0.1 whose values are a dictionary as the keys of that
# dictionary: the column of texts becomes one of INTEGER, without an error. Runs of plain texts are read as texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet duckdb==2.0.0 pyarrow==26.0.1
seen=$("$folder/venv/bin/python" - <<'END'
import duckdb
import pyarrow as pa

ends, texts = pa.array([2, 3], pa.int32()), pa.array(["red", "green"])
for values in (texts, texts.dictionary_encode()):
    colours = pa.table({"colour": pa.RunEndEncodedArray.from_arrays(ends, values)})
    assert colours["colour"].to_pylist() == ["red", "red", "green"]
    print(duckdb.sql("select colour, typeof(colour) from colours").fetchall())
END
)
expected="[('red', 'VARCHAR'), ('red', 'VARCHAR'), ('green', 'VARCHAR')]
[(0, 'INTEGER'), (0, 'INTEGER'), (1, 'INTEGER')]"
printf '%s\n' "$seen"
[ "$seen" = "$expected" ]
