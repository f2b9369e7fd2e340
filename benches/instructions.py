"""Instruction counts under callgrind: a guard on speed that no other load on the machine can disturb.

`python benches/instructions.py` builds `benches/core`'s program `instructions`, runs it once under callgrind, which
writes one file for each case, and checks two things:

* Labels: instructions a label, in each script of the corpus and over the samples of RFC 3492, both directions, are at
  most 3% above those in `benches/baseline.json`. Counted is only what the program itself executes, not the C library:
  which copying or allocating routine that one picks depends on its version and on the processor. What the program
  itself executes depends on the compiler, the kind of processor and the corpus. The compiler is therefore the
  baseline's where rustup has it or may fetch it; elsewhere, and on another kind of processor, one line says that
  nothing was compared. A corpus that is not the baseline's fails.
* Growth: in every family of long texts, both directions, doubling the length multiplies the work by at most 2.2 from
  4,096 to 131,072 code points. Here the C library counts, so that no moving of memory hides in it.

`--rewrite` takes the present counts as the new baseline; do that in the commit that explains why they changed.
"""

import argparse
import hashlib
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import corpora

ROOT = Path(__file__).resolve().parent.parent
BASELINE = ROOT / "benches/baseline.json"
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
CORPORA = TARGET / "bench/fixed"
TOLERANCE = 1.03
DOUBLING = 2.2


def rustc_version() -> str:
    rustc = subprocess.run(["rustc", "--version"], check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    return rustc.stdout.strip()


def choose_compiler(wanted: str) -> None:
    """Make rustup, where there is one that can, run the compiler of that version (`rustc 1.95.0 (...)`)."""
    if rustc_version() != wanted:
        environment = os.environ | {"RUSTUP_TOOLCHAIN": wanted.split()[1]}
        rustc = subprocess.run(["rustc", "--version"], env=environment, capture_output=True, text=True, cwd=ROOT)
        if rustc.stdout.strip() == wanted:
            os.environ.update(environment)


def build() -> Path:
    """The program, without the crates it is not about."""
    manifest = str(ROOT / "benches/core/Cargo.toml")
    options = ("--quiet", "--locked", "--release", "--no-default-features", "--bin", "instructions")
    environment = os.environ | {"CARGO_TARGET_DIR": str(TARGET)}
    subprocess.run(["cargo", "build", *options, "--manifest-path", manifest], check=True, env=environment)
    # Callgrind names object files by their real paths.
    return (TARGET / "release/instructions").resolve()


def count(profile: Path) -> dict[str, int]:
    """Instructions executed in each object file, from one callgrind file.

    A line of cost is a position and a count; the one after `calls=` repeats what the callee counts for itself.
    """
    costs: Counter[str] = Counter()
    name, callee = "", False
    for line in profile.read_text(encoding="utf-8").splitlines():
        if line.startswith("ob="):
            name = line.removeprefix("ob=")
        elif line.startswith("calls="):
            callee = True
        elif line[:1].isdigit() or line[:1] in ("+", "-", "*"):
            if not callee:
                costs[name] += int(line.split()[1])
            callee = False
    return dict(costs)


def cases(program: Path) -> Iterator[tuple[str, int, dict[str, int]]]:
    """Every case with its name, its size and its counts, from one run."""
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "callgrind.out"
        # Collect only inside `measured`, and begin a new file whenever it returns.
        options = (
            "--collect-atstart=no",
            "--toggle-collect=measured",
            "--dump-after=measured",
            "--compress-strings=no",
        )
        run = subprocess.run(
            ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={profile}", *options, program, CORPORA],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number, line in enumerate(run.stdout.splitlines(), 1):
            name, size = line.split("\t")
            yield name, int(size), count(profile.with_name(f"{profile.name}.{number}"))


def circumstances() -> dict[str, str]:
    """Return what the counts depend on besides the crate itself."""
    labels = sorted(path for path in CORPORA.glob("*.txt") if path.stem == "rfc" or path.stem.startswith("script-"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in labels)).hexdigest()[:16]
    return {"rustc": rustc_version(), "machine": platform.machine(), "corpus": digest}


def compare(labels: dict[str, float], baseline: dict[str, float]) -> bool:
    """Print each count beside the baseline's; whether all are within the tolerance."""
    good = labels.keys() == baseline.keys()
    print(f"{'instructions a label':32} {'baseline':>10} {'now':>10} {'change':>8}")
    for name, now in labels.items():
        before = baseline.get(name, float("nan"))
        within = now <= before * TOLERANCE
        good = good and within
        print(f"{name:32} {before:10.1f} {now:10.1f} {now / before - 1:+8.1%} {'' if within else 'FAIL'}")
    return good


def compare_growth(growth: dict[str, dict[int, int]]) -> bool:
    """Print the worst doubling of every family; whether all are within the bound."""
    good = True
    print(f"{'work when the length doubles':32} {'worst':>10} {'at':>10}")
    for name, work in growth.items():
        factor, size = max((work[2 * size] / work[size], size) for size in work if 2 * size in work)
        within = factor <= DOUBLING
        good = good and within
        print(f"{name:32} {factor:10.2f} {size:10,} {'' if within else 'FAIL'}")
    return good


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rewrite", action="store_true", help="make the present counts the baseline")
    rewrite = parser.parse_args().rewrite
    if not rewrite:
        choose_compiler(json.loads(BASELINE.read_text(encoding="utf-8"))["rustc"])
    corpora.write(corpora.fixed(), CORPORA)
    program = build()
    labels: dict[str, float] = {}
    growth: dict[str, dict[int, int]] = defaultdict(dict)
    for name, size, costs in cases(program):
        if name.startswith("growth "):
            growth[name.removeprefix("growth ")][size] = sum(costs.values())
        else:
            labels[name] = round(costs[str(program)] / size, 1)
    now = circumstances()
    if rewrite:
        text = json.dumps(now | {"instructions_a_label": labels}, indent=2)
        BASELINE.write_text(text + "\n", encoding="utf-8")
    baseline = json.loads(BASELINE.read_text(encoding="utf-8"))
    good = compare_growth(growth)
    if now["corpus"] != baseline["corpus"]:
        print(f"FAIL: the corpus is {now['corpus']}, the baseline's was {baseline['corpus']}: --rewrite")
        return 1
    others = [f"{baseline[name]}, not {now[name]}" for name in now if baseline[name] != now[name]]
    if others:
        print(f"instructions a label: not compared, the baseline belongs to {' and '.join(others)}")
    else:
        good = compare(labels, baseline["instructions_a_label"]) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
