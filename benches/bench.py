"""Every benchmark in one run: prints the tables, writes docs/benchmarks.md, its plots and the README's ratios.

`python benches/bench.py WHEEL`, with that wheel installed, takes some minutes on a machine that does nothing else.
`--quick` takes fewer rounds and shorter texts and writes nothing. The exit status is 1 where a promise is not kept.
"""

import argparse
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import columns_report
import corpora
import display_report
import name_corpora
import names_report
import plots
import refusals_report
import report
import text_report
from machine import Meter
from results import Results

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
CORPORA = TARGET / "bench/corpora"
NAMES = TARGET / "bench/names"
COLUMNS = TARGET / "bench/columns"
HOSTILE = TARGET / "bench/hostile"
MEBIBYTE = 1 << 20
DOCUMENT = ROOT / "docs/benchmarks.md"
README = ROOT / "README.md"
PLOTS = ROOT / "docs/benchmarks"

HEAD = """# Benchmarks

Written by `nox -s bench`, which anyone can run again: it makes the corpora, builds the programs under `benches/`, lets
all implementations take turns within one process (within each of five where it is labels or names in the core, or
columns), and takes medians, or the least time where all turns of one do the same work, as other programs make a turn
longer and never shorter. Nanoseconds belong to the machine, which was {circumstances}; compare only the ratios. Below
each table stands the load of the machine, of several programs the greatest.

* *Corpora.* `idn`: 100,000 labels in eleven scripts from a seeded generator (`benches/scripts.py`), {mean:.1f} code
  points in the mean, {outside:.1f} of them outside ASCII. `rfc`: the samples of RFC 3492 section 7.1. Word lists: what
  Debian's packages and the public suffix list offer on the machine.
* *Names.* `log`: 20,000 domain names as a log has them, 97 of 100 of them plain ASCII in lower case, a few of them
  asked for again and again. `idn`: 20,000 names of which at least one label is internationalised, in eleven scripts
  (`benches/name_corpora.py`). All are asked for UTS #46, nontransitional, with bidi, joiners and STD3 rules checked.
  To Unicode all take the ASCII forms. A mebibyte: hostile names in every profile and both directions, the slowest
  of them and those that take the most memory; `times benign` is their time over that of a mebibyte of ordinary names
  of the same kind, one label or many, which the same function converts in turns with them
  (`benches/core/src/hostile.rs`). Bytes are those of UTF-8. In the core every byte asked for counts, but for the name
  and the answer. From Python it is the growth of the process (`benches/hostile_calls.py`), the answer included unless
  it is itself larger than the name.
* *Columns.* A million names drawn from the log, 100,000 from the internationalised ones, in Arrow. CPU time, one
  thread. The bare loop in Rust goes over the same names, and over code points where it is Punycode, and writes into
  memory used again; its program and that of the columns take turns. memcpy is `numpy.ndarray.copy` of the octets of the
  untouched column. `1 threads` and `2 threads` take turns by themselves, ten calls each; of these the least of all
  processes counts: that a virtual machine has all of its second processor is not known, and changes from second to
  second.
* *Names inside text.* A log of 100,000 lines (13.6 MB), of which 3 in 100 hold an A-label, one without A-labels, and
  one ten times as long, as bytes, one thread, CPU time. The C library takes fresh memory for a result of more than
  32 MiB, whose pages cost as much as the copy; `memcpy` is the copy of a `bytearray`. `re.sub and idna` finds names
  with `[a-z0-9.-]*xn--[a-z0-9.-]+` and decodes each with `idna`. Hostile texts: a mebibyte of the same few octets.
  A pipe: the longest time of a hundred lines from their going in to their coming out, and the peak memory of
  `acelabel text to-unicode`.
* *Long texts.* The code points that the standard library sorts for comparison carry their places with them.
* *Look-alikes.* The labels of `idn`, each a name of its own. ICU is that of the package `icu4py`, called from a program
  in Rust as all others: `uspoof_checkUTF8` and `uspoof_getSkeletonUTF8`, of a checker as `uspoof_open` makes it. A
  report has the Unicode form of each label and why it is not shown; its ASCII form is encoded when it is asked for. A
  watchlist has 100,000 names of two labels; looked up are these and as many others. Its size is the memory it holds.
* *Refusals.* To raise an error for a name with one common fault and to make its text, `str(error)`. A line: one of
  300,000 that `acelabel to-ascii` reads from a file, without the time of an empty file; 5 in 100 are refused.
* *Peers.* libidn and libidn2 take UTF-32, ICU UTF-16, the crate `idna` a slice of characters to encode, all else of
  the crates is `&str`. Each gets its form prepared outside the timing, and one buffer used again where it can write
  into the caller's. `acelabel` reads code points and writes into such a buffer; where it says `&str` it makes new
  strings, as the crates do. libidn2's codec is no part of its interface; it is exported for old callers, and refuses
  ASCII outside letters, digits and hyphens. There are two versions of ICU, that of the machine and that of the package
  `icu4py`. Each goes over its labels or names once before a turn of it is timed, so that none pays for what the turn
  of another left in the caches. A call that returns its argument is `operator.index` of an integer. It and a plain
  name are timed in fifteen processes, of which the median counts: their time depends on the addresses of a process.
"""


def run(*command: str | Path) -> str:
    """Return what a program prints; its messages go to the terminal."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout


def build() -> None:
    command = ["cargo", "build", "--quiet", "--locked", "--release"]
    manifest = ["--manifest-path", str(ROOT / "benches/core/Cargo.toml")]
    subprocess.run(command + manifest, check=True, env=os.environ | {"CARGO_TARGET_DIR": str(TARGET)})


def icu_folder() -> Path:
    """Where the package `icu4py` has the libraries of ICU; nowhere if it is not installed."""
    found = importlib.util.find_spec("icu4py")
    folders = found.submodule_search_locations if found else None
    return Path(folders[0]).parent / "icu4py.libs" if folders else ROOT


def measure(wheel: Path, *, quick: bool) -> Results:
    """Run the programs one after the other."""
    results = Results(wheel_octets=wheel.stat().st_size)

    def loaded(program: str, *arguments: str | Path) -> str:
        """Return what a program of the core or of this folder prints; the load of the machine meanwhile is kept."""
        meter, path = Meter(), ROOT / "benches" / program
        command = (sys.executable, path) if path.suffix else (TARGET / "release" / program,)
        said = run(*command, *arguments)
        name = f"{program} {first}" if (first := str((*arguments, "")[0])).isalpha() else program
        load = meter.load()
        results.loads[name] = max(load, results.loads.get(name, load))
        return said

    rounds, longest = ("3", 1 << 16) if quick else ("15", 1 << 20)
    processes = 1 if quick else 5
    # Where things lie in memory differs from process to process, and is worth a tenth of the time of a short label.
    results.read_labels([loaded("labels", CORPORA, "3", icu_folder()) for _ in range(processes)])
    results.read_calls(loaded("python_calls.py", CORPORA / "idn-sample.txt", rounds))
    lines, turns = ("30000", "3") if quick else ("300000", "7")
    results.refusals.read(loaded("refusals.py", lines, turns))
    results.read_growth(loaded("growth", str(longest)))
    results.names.read_core([loaded("names", NAMES, "3", icu_folder()) for _ in range(processes)])
    results.names.read_calls(loaded("names_calls.py", NAMES, rounds))
    rows = "200000" if quick else "1000000"
    # The bare loops and the columns take turns: the machine is not as fast in one minute as in the next.
    bare_loops, columns = [], []
    for _ in range(processes):
        bare_loops.append(loaded("columns", COLUMNS / "names-registered.txt", "9"))
        columns.append(loaded("columns_calls.py", COLUMNS, "3", rows))
    results.columns.read_core(bare_loops)
    results.columns.read_calls(columns)
    results.columns.others = results.loads["columns_calls.py"].others
    results.columns.read_memory(loaded("columns_calls.py", COLUMNS, "memory", "500000" if quick else "5000000"))
    results.text.read_rates(loaded("text_calls.py", rounds, "10000" if quick else "100000"))
    results.text.read_hostile(loaded("text_calls.py", "hostile", str(MEBIBYTE)))
    results.text.read_pipe(loaded("text_calls.py", "pipe", "100" if quick else "10000"))
    results.display.read(loaded("display", CORPORA / "idn-sample.txt", icu_folder(), rounds))
    results.display.read_hostile(loaded("hostile_calls.py"))
    results.names.read_hostile(loaded("hostile", str(MEBIBYTE)))
    shutil.rmtree(HOSTILE, ignore_errors=True)
    run(TARGET / "release/hostile", str(MEBIBYTE), HOSTILE)
    results.names.read_hostile_calls(loaded("hostile_calls.py", HOSTILE))
    return results


def body(results: Results) -> str:
    """The tables, each under its heading and plot, with the load of the machine below."""
    every = tuple(results.loads)
    sections = [
        ("Promises", None, report.bounds_table(results), every),
        ("Names, core", None, names_report.core_table(results.names), ("names",)),
        ("Names, one call from Python", None, names_report.calls_table(results.names), ("names_calls.py",)),
        ("Names, lists from Python", None, names_report.lists_table(results.names), ("names_calls.py",)),
        ("Columns", None, columns_report.columns_table(results.columns), ("columns", "columns_calls.py")),
        ("Names inside text", None, text_report.rates_table(results.text), ("text_calls.py",)),
        ("Names inside text, hostile", None, text_report.hostile_table(results.text), ("text_calls.py hostile",)),
        ("Look-alikes", None, display_report.display_table(results.display), ("display",)),
        ("Look-alikes, a mebibyte", None, display_report.hostile_table(results.display), ("hostile_calls.py",)),
        ("Names, answers that differ", None, names_report.differences_table(results.names), ("names",)),
        ("Names, a mebibyte", None, names_report.hostile_table(results.names.hostile), ("hostile",)),
        (
            "Names, a mebibyte from Python",
            None,
            names_report.hostile_table(results.names.hostile_calls),
            ("hostile_calls.py",),
        ),
        ("Refusals", None, refusals_report.refusals_table(results.refusals), ("refusals.py",)),
        ("Core", "core.svg", report.core_table(results), ("labels",)),
        ("Core, by script", "scripts.svg", report.corpora_table(results, "script-"), ("labels",)),
        ("Core, real words", None, report.corpora_table(results, "words-"), ("labels",)),
        ("Answers that differ", None, report.differences_table(results), ("labels",)),
        ("One call from Python", "python.svg", report.calls_table(results), ("python_calls.py",)),
        ("Lists from Python", None, report.lists_table(results), ("python_calls.py",)),
        ("Long texts", "growth-encode.svg growth-decode.svg", report.growth_table(results), ("growth",)),
        ("Hostile strings", None, report.hostile_table(results), ("growth",)),
    ]
    blocks = []
    for title, pictures, table, programs in sections:
        images = "".join(f"![{title}](benchmarks/{picture})\n\n" for picture in (pictures or "").split())
        load = max(results.loads[program] for program in programs).line()
        blocks.append(f"## {title}\n\n{images}{table}\n\n{load}\n")
    return "\n".join(blocks)


def write_readme(ratios: str) -> None:
    """Put the ratios in their place in the README, between two comments."""
    text = README.read_text(encoding="utf-8")
    begin, end = "<!-- ratios: nox -s bench -->\n", "\n<!-- end of ratios -->"
    before, rest = text.split(begin)
    _, after = rest.split(end)
    README.write_text(before + begin + ratios + end + after, encoding="utf-8", newline="\n")


def circumstances() -> str:
    rustc = run("rustc", "--version").split()[1]
    system = f"{platform.system()} on {platform.machine()}"
    return f"{system}, with Rust {rustc} and {platform.python_implementation()} {platform.python_version()}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path, help="the wheel that is installed, for its size")
    parser.add_argument("--quick", action="store_true", help="few rounds, short texts, no document")
    arguments = parser.parse_args()
    labels = corpora.fixed() | corpora.installed()
    corpora.write(labels, CORPORA)
    corpora.write(name_corpora.name_corpora(), NAMES)
    corpora.write(name_corpora.column_corpora(), COLUMNS)
    build()
    results = measure(arguments.wheel, quick=arguments.quick)
    tables = body(results)
    print(tables)
    if not arguments.quick:
        described = corpora.described(labels["idn"])
        head = HEAD.format(circumstances=circumstances(), mean=described["mean"], outside=described["outside"])
        DOCUMENT.write_text(f"{head}\n{tables}", encoding="utf-8", newline="\n")
        write_readme(names_report.ratios_table(results.names))
        PLOTS.mkdir(exist_ok=True)
        for name, svg in plots.all_plots(results).items():
            (PLOTS / name).write_text(svg, encoding="utf-8", newline="\n")
    return 0 if all(bound.holds for bound in report.bounds(results)) else 1


if __name__ == "__main__":
    sys.exit(main())
