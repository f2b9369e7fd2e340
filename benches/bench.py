"""Every benchmark in one run: prints the tables, writes those of docs/benchmarks.md and the README's ratios.

`python benches/bench.py` takes ten minutes, beside other programs too. `--quick` takes one round of everything and
writes nothing. The exit status is 1 where a promise is not kept.
"""

import argparse
import platform
import re
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import corpora
import report
from instructions import ROOT, TARGET, build, rustc_version

CORPORA = TARGET / "bench/corpora"
DOCUMENT = ROOT / "docs/benchmarks.md"
README = ROOT / "README.md"
BEGIN, END = "<!-- ratios: nox -s bench -->\n", "\n<!-- end of ratios -->"


def run(*command: str | Path) -> str:
    """Return what a program prints; its messages go to the terminal."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout


def measure(*, quick: bool) -> report.Measured:
    """Run the programs in turns: where things lie in memory differs from process to process."""
    processes, rounds = (1, "1") if quick else (3, "3")
    icu = str(distribution("icu4py").locate_file("icu4py.libs"))
    measured = report.Measured()
    for _ in range(processes):
        measured.read(run(TARGET / "benches/race", CORPORA, icu, rounds))
        for program in ("columns", "calls", "files"):
            measured.read(run(sys.executable, ROOT / f"benches/{program}.py", CORPORA, rounds))
        measured.read(run(TARGET / "benches/hostile", rounds))
    return measured


def machine() -> str:
    """The system and the kind of processor, by its own name where Linux tells it."""
    told = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    named = re.search(r"^model name\s*: (.+)$", told, re.M)
    return f"{platform.system()} on {platform.machine()}" + (f" ({named[1]})" if named else "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one round, no document")
    quick = parser.parse_args().quick
    corpora.write(corpora.label_corpora() | corpora.name_corpora(), CORPORA)
    build()
    measured = measure(quick=quick)
    tables = report.body(measured)
    print(tables)
    if not quick:
        head = DOCUMENT.read_text(encoding="utf-8").partition("## ")[0]
        rustc, python = rustc_version().split()[1], f"{platform.python_implementation()} {platform.python_version()}"
        where = f"{machine()}, with Rust {rustc} and {python}"
        head, places = re.subn(r"(?<=which was ).*(?=;\n)", where, head)
        if places != 1:
            sys.exit(f"{DOCUMENT.name} has no place for the machine: which was ...;")
        DOCUMENT.write_text(head + tables, encoding="utf-8", newline="\n")
        report.write_part(README, BEGIN, report.ratios(measured), END)
    return 0 if all(promise.is_kept for promise in report.promises(measured)) else 1


if __name__ == "__main__":
    sys.exit(main())
