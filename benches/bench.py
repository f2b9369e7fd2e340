"""Every benchmark in one run: prints the tables, writes docs/benchmarks.md and the README's ratios.

`python benches/bench.py` takes ten minutes, beside other programs too. `--quick` takes one round of everything and
writes nothing. The exit status is 1 where a promise is not kept.
"""

import argparse
import importlib.util
import os
import platform
import subprocess
import sys
from pathlib import Path

import corpora
import report

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
CORPORA = TARGET / "bench/corpora"
DOCUMENT = ROOT / "docs/benchmarks.md"
README = ROOT / "README.md"
BEGIN, END = "<!-- ratios: nox -s bench -->\n", "\n<!-- end of ratios -->"
HEAD = """# Benchmarks

Written by `nox -s bench`, which anyone can run again. All implementations take turns within one process, three
processes one after the other, and the least time of each counts: other programs make a turn longer, never shorter.
Times are those of the processor, but for two threads. Nanoseconds belong to the machine, which was {circumstances};
compare only the ratios.

* *Labels.* `idn`: 20,000 labels in eleven scripts from a seeded generator (`benches/scripts.py`). `rfc`: the samples
  of RFC 3492 section 7.1.
* *Names.* `log`: 20,000 domain names as a log has them, 97 of 100 of them plain ASCII in lower case. `idn`: 20,000
  names with an internationalised label (`benches/corpora.py`). All are asked for UTS #46, nontransitional, with bidi,
  joiners and STD3 rules checked; to Unicode all take the ASCII forms. Each contestant is timed over names that it
  accepts: in the core these are all.
* *Peers.* Each gets the form of text that it asks for, prepared outside the timing, and one buffer used again where it
  can write into the caller's. `acelabel &str` makes new strings, as the crates do. ICU in the core is that of the
  package `icu4py`.
* *Columns.* A million names drawn from the log, 100,000 internationalised ones, in Arrow; one thread, CPU time. The
  bare loop in Rust goes over the same names, and over code points where it is Punycode. Two threads: wall time, in
  turns with works that share nothing (SHA-256 of two blocks). Where other programs keep more than {others} processors
  busy meanwhile, what a second thread is worth is not judged.
* *Text.* A log of 100,000 lines as bytes, of which 3% or none hold an A-label. `re.sub and idna` finds names with
  `[a-z0-9.-]*xn--[a-z0-9.-]+` and decodes each with `idna`.
* *Hosts.* 200,000 URLs of 60 octets or so whose hosts are those of the log, and such hosts: columns by one thread,
  can-ada and tldextract (with the list that it brings) row by row from Python, the crate `psl` name by name.
* *Look-alikes.* The labels of `idn`: whether each is shown in Unicode, and why not. ICU is `uspoof_checkUTF8`.
* *Watchlists.* Names of the log, looked up among 100,000 watched names or labels, in Rust.
* *Refusals.* To raise an error for a name with a common fault 200 times, and to make its text, `str(error)`.
* *Long texts and hostile names.* Shapes that make some implementation suffer (`benches/core/src/inputs.rs`). Texts of
  131,072 code points take turns with a sort of random ones, which carry their places with them. Names of 32 KiB take
  turns with one of ordinary words in every profile and function; shown are the worst ten.
"""


def run(*command: str | Path) -> str:
    """Return what a program prints; its messages go to the terminal."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout


def build() -> None:
    command = ["cargo", "build", "--quiet", "--locked", "--release"]
    manifest = ["--manifest-path", str(ROOT / "benches/core/Cargo.toml")]
    subprocess.run(command + manifest, check=True, env=os.environ | {"CARGO_TARGET_DIR": str(TARGET)})


def icu_folder() -> Path:
    """Where the package `icu4py` has the libraries of ICU."""
    found = importlib.util.find_spec("icu4py")
    (folder, *_) = (found and found.submodule_search_locations) or [""]
    return Path(folder).parent / "icu4py.libs"


def measure(*, quick: bool) -> report.Measured:
    """Run the programs in turns: where things lie in memory differs from process to process."""
    processes, rounds = (1, "1") if quick else (3, "3")
    measured = report.Measured()
    for _ in range(processes):
        measured.read(run(TARGET / "release/race", CORPORA, icu_folder(), rounds))
        measured.read(run(sys.executable, ROOT / "benches/columns.py", CORPORA, rounds))
        measured.read(run(sys.executable, ROOT / "benches/calls.py", CORPORA, rounds))
        measured.read(run(sys.executable, ROOT / "benches/hosts.py", CORPORA, rounds))
        measured.read(run(TARGET / "release/hostile", rounds))
    return measured


def circumstances() -> str:
    rustc = run("rustc", "--version").split()[1]
    system = f"{platform.system()} on {platform.machine()}"
    return f"{system}, with Rust {rustc} and {platform.python_implementation()} {platform.python_version()}"


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
        head = HEAD.format(circumstances=circumstances(), others=report.MOST_OTHERS)
        DOCUMENT.write_text(f"{head}\n{tables}", encoding="utf-8", newline="\n")
        before, rest = README.read_text(encoding="utf-8").split(BEGIN)
        _, after = rest.split(END)
        text = before + BEGIN + report.ratios(measured) + END + after
        README.write_text(text, encoding="utf-8", newline="\n")
    return 0 if all(promise.is_kept for promise in report.promises(measured)) else 1


if __name__ == "__main__":
    sys.exit(main())
