"""Every engine beside its identity function and its row-by-row way: prints the tables, writes that of docs/scale.md.

`python benches/bench_engines.py` makes the names and runs `engine_calls.py` for each engine, within five minutes on a
machine with two processors, for which the tables are written. `--quick` takes a tenth of the names and writes nothing.
Arguments name engines; then there are no promises. The exit status is 1 where a promise is not kept.
"""

import argparse
import importlib
import os
import random
import subprocess
import sys
from pathlib import Path

import engine_report
import name_corpora
from tables import table

import acelabel

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "bench"
SCALE = ROOT / "docs/scale.md"
SEED = 10
PARTS = 10
BEGIN, END = "<!-- table: nox -s bench_engines -->\n", "<!-- end of table -->"


def write_names(folder: Path, rows: int) -> None:
    """Names as a log has them, in Parquet: half of them drawn again and again, half of them seen once."""
    pa, pq = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(SEED)
    log = [name for name in name_corpora.name_corpora()["names-log"] if acelabel.is_valid(name)]
    for part in range(PARTS):
        path = folder / f"part-{part}.parquet"
        if not path.exists():
            drawn = enumerate(rng.choices(log, k=rows // PARTS))
            hosts = [name if index % 2 else f"h{index:x}-{part}.{name}" for index, name in drawn]
            pq.write_table(pa.table({"host": [acelabel.to_ascii(name, errors="keep") for name in hosts]}), path)


def promises(results: engine_report.EngineResults) -> tuple[str, bool]:
    """The table of promises, and whether all are kept."""
    bounds = list(engine_report.bounds(results))
    rows = [
        [
            bound.what,
            f"{bound.relation} {bound.limit:.3g}",
            f"{bound.measured:,.{0 if bound.measured >= 100 else 2}f}",
            "PASS" if bound.holds else "FAIL",
        ]
        for bound in bounds
    ]
    return table(["promise", "bound", "measured", ""], rows), all(bound.holds for bound in bounds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="*", help="the engines to run, all if none is named")
    parser.add_argument("--quick", action="store_true", help="a tenth of the names, one round, no document")
    arguments = parser.parse_args()
    rows = 1_000_000 if arguments.quick else 10_000_000
    folder = FOLDER / f"names-{rows}"
    write_names(folder, rows)
    results = engine_report.EngineResults()
    for engine in arguments.engines or engine_report.TITLES:
        program = (ROOT / "benches/engine_calls.py", engine, folder, "1" if arguments.quick else "3")
        run = subprocess.run([sys.executable, *program], check=True, stdout=subprocess.PIPE, encoding="utf-8")
        results.read("".join(line for line in run.stdout.splitlines(keepends=True) if line.startswith(f"{engine}\t")))
    print(engine_report.ways_table(results))
    scale = engine_report.scale_table(results)
    print(scale)
    if arguments.engines:
        return 0
    text, are_kept = promises(results)
    print(text)
    if not arguments.quick:
        before, rest = SCALE.read_text(encoding="utf-8").split(BEGIN)
        _, after = rest.split(END)
        SCALE.write_text(f"{before}{BEGIN}{scale}\n\n{text}\n{END}{after}", encoding="utf-8", newline="\n")
    return 0 if are_kept else 1


if __name__ == "__main__":
    sys.exit(main())
