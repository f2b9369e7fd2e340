"""A column of a large Parquet file through the command line: peak memory and rows per second, by each library.

`python benches/columns_file.py [ROWS]`, with pyarrow and polars installed, writes a file of ROWS rows (10 million if
none is given) and converts its column. It fails where the command takes 500 MB or more. Unix.
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pyarrow
from pyarrow import parquet

ROWS = 10_000_000
MOST_MEGABYTES = 500
BATCH = 1 << 20
COMMAND = "import sys; sys.modules[sys.argv.pop(1)] = None; from acelabel.cli import main; sys.exit(main())"
PEAK = "import subprocess, resource, sys; subprocess.check_call(sys.argv[1:]); print(resource.getrusage({}).ru_maxrss)"


def write(path: Path, rows: int) -> None:
    """Names of which each fourth is internationalised, beside a number and a text."""
    schema = pyarrow.schema({"id": pyarrow.int64(), "host": pyarrow.string(), "note": pyarrow.string()})
    with parquet.ParquetWriter(path, schema) as writer:
        for start in range(0, rows, BATCH):
            numbers = range(start, min(start + BATCH, rows))
            hosts = [f"host{number}.example.com" if number % 4 else f"Bücher{number}.example" for number in numbers]
            columns: list[Any] = [numbers, hosts, [f"note {number}" for number in numbers]]
            writer.write_table(pyarrow.table(columns, schema=schema))


def main() -> int:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else ROWS
    peaks = []
    with tempfile.TemporaryDirectory() as name:
        source, output = Path(name, "in.parquet"), Path(name, "out.parquet")
        write(source, rows)
        print(f"{rows:,} rows, {source.stat().st_size / 1e6:.0f} MB on disk")
        for library, hidden in (("pyarrow", "polars"), ("polars", "pyarrow")):
            arguments = ("to-ascii", "--column", "host", str(source), "-o", str(output))
            peak = (sys.executable, "-c", PEAK.format(resource.RUSAGE_CHILDREN))
            start = time.perf_counter()
            done = subprocess.run(
                [*peak, sys.executable, "-c", COMMAND, hidden, *arguments], check=True, stdout=subprocess.PIPE
            )
            seconds = time.perf_counter() - start
            # macOS counts bytes, and Linux 1,024 of them.
            peaks.append(int(done.stdout) * (1 if sys.platform == "darwin" else 1024) / 1e6)
            print(f"{library:<8} {peaks[-1]:4.0f} MB at the peak, {rows / seconds:,.0f} rows/s")
    return 0 if max(peaks) < MOST_MEGABYTES else 1


if __name__ == "__main__":
    sys.exit(main())
