#!/usr/bin/env bash
# DataFusion 55.0.0 (arrow-rs) takes no notice of the offset of the run ends in a run-end-encoded column. pyarrow 26.0.1
# makes such a column where the run ends are a slice, and the C data interface says the offset. A query with a limit
# gives other rows than the column has.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet datafusion==55.0.0 pyarrow==26.0.1
seen=$("$folder/venv/bin/python" - <<'END'
import datafusion
import pyarrow as pa

ends = pa.array([1, 3, 5, 9], pa.int32()).slice(1)
for one in (ends, pa.array(ends.to_pylist(), pa.int32())):
    column = pa.RunEndEncodedArray.from_arrays(one, pa.array(["b", "c", "d"]))
    column.validate(full=True)
    session = datafusion.SessionContext()
    session.register_record_batches("rows", [[pa.record_batch({"x": column})]])
    limited = session.sql("select x from rows limit 4").to_pydict()["x"]
    print(one.offset, column.to_pylist()[:4], limited)
END
)
expected="1 ['b', 'b', 'b', 'c'] ['b', 'c', 'c', 'd']
0 ['b', 'b', 'b', 'c'] ['b', 'b', 'b', 'c']"
printf '%s\n' "$seen"
[ "$seen" = "$expected" ]
