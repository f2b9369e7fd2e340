"""Instruction counts under callgrind: a guard on speed that no other load on the machine can disturb.

`python benches/instructions.py`, with the wheel installed, checks three things:

* Labels: instructions a label, in each script of the corpus and over the samples of RFC 3492, both directions, are at
  most 3% above those in `benches/baseline.json`. One run of `benches/core`'s program `instructions` counts them.
* Calls: so are those of single calls from Python, the loop around them taken off, in `benches/python_baseline.json`.
  This program, run under callgrind by itself, counts them.
* Growth: in every family of long texts and names, doubling the length multiplies the work by at most 2.2.

Of labels and calls only what the program, the native module and the interpreter execute is counted, not the C library:
which copying or allocating routine that one picks depends on its version and on the processor. Of growth it counts, so
that no moving of memory hides in it. The rest depends on the compiler, the kind of processor and the build of the
interpreter. The compiler is therefore the baseline's where rustup has it or may fetch it; where anything else is not
the baseline's, one line says that nothing was compared.

`--rewrite` takes the present counts as the new baseline; do that in the commit that explains why they changed.
"""

import argparse
import gc
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import corpora

ROOT = Path(__file__).resolve().parent.parent
LABELS, CALLS = ROOT / "benches/baseline.json", ROOT / "benches/python_baseline.json"
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
CORPORA = TARGET / "bench/fixed"
TOLERANCE = 1.03
DOUBLING = 2.2
TURNS = 500
# Nobody else calls it: callgrind begins a new file whenever it is entered.
MARK = os.getsid
LOOP = "the loop alone"


def rustc_version(environment: Mapping[str, str] = os.environ) -> str:
    """Return what the compiler says of itself, empty where rustup does not have it."""
    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True, cwd=ROOT, env=environment)
    return rustc.stdout.strip()


def choose_compiler(wanted: str) -> None:
    """Make rustup, where there is one that can, run the compiler of that version (`rustc 1.95.0 (...)`)."""
    if rustc_version() != wanted:
        environment = os.environ | {"RUSTUP_TOOLCHAIN": wanted.split()[1]}
        if rustc_version(environment) == wanted:
            os.environ.update(environment)


def build(*options: str) -> None:
    command = ["cargo", "build", "--quiet", "--locked", "--profile", "benches", "--package", "acelabel-bench"]
    subprocess.run([*command, *options], check=True, cwd=ROOT, env=os.environ | {"CARGO_TARGET_DIR": str(TARGET)})


def callgrind(profile: Path, *command: str | Path) -> str:
    """Run a command and return what it prints. Callgrind writes files `profile.1`, `profile.2` and so on."""
    options = ("--quiet", "--tool=callgrind", "--compress-strings=no", f"--callgrind-out-file={profile}")
    environment = os.environ | {"PYTHONHASHSEED": "0", "PYTHONPATH": ""}
    arguments = ["valgrind", *options, *command]
    return subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True, env=environment).stdout


def count(profile: Path, number: int) -> dict[str, int]:
    """Instructions executed in each object file, from one file of callgrind.

    A line of cost is a position and a count; the one after `calls=` repeats what the callee counts for itself.
    """
    costs: Counter[str] = Counter()
    name, callee = "", False
    for line in profile.with_name(f"{profile.name}.{number}").read_text(encoding="utf-8").splitlines():
        if line.startswith("ob="):
            name = line.removeprefix("ob=")
        elif line.startswith("calls="):
            callee = True
        elif line[:1].isdigit() or line[:1] in ("+", "-", "*"):
            if not callee:
                costs[name] += int(line.split()[1])
            callee = False
    return dict(costs)


def cases() -> Iterator[tuple[str, int, int, int]]:
    """Every case of the core with its name, its size, and the instructions of the program and of all."""
    labels = {name: texts for name, texts in corpora.label_corpora().items() if name != "idn"}
    corpora.write(labels, CORPORA)
    # Without the crates it is not about.
    build("--no-default-features", "--bin", "instructions")
    # Callgrind names object files by their real paths.
    program = (TARGET / "benches/instructions").resolve()
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "callgrind.out"
        # Collect only inside `measured`, and begin a new file whenever it returns.
        options = ("--collect-atstart=no", "--toggle-collect=measured", "--dump-after=measured")
        files = [CORPORA / f"{name}.txt" for name in sorted(labels)]
        for number, line in enumerate(callgrind(profile, *options, program, *files).splitlines(), 1):
            name, size = line.split("\t")
            costs = count(profile, number)
            yield name, int(size), costs[str(program)], sum(costs.values())


def calls() -> dict[str, tuple[Callable[[str], object], str]]:
    import acelabel
    from acelabel import punycode, race
    from acelabel.compat import idna

    return {
        # A function in C that does next to nothing, so that the rest is the loop.
        LOOP: (callable, ""),
        "to_ascii, plain": (acelabel.to_ascii, "www.example.com"),
        "to_ascii, upper case": (acelabel.to_ascii, "WWW.Example.COM"),
        "to_ascii, German": (acelabel.to_ascii, "www.bücher.example"),
        "to_ascii, Chinese": (acelabel.to_ascii, "例え.テスト.example"),
        "to_ascii, Arabic": (acelabel.to_ascii, "موقع.وزارة-الاتصالات.مصر"),
        "to_unicode, plain": (acelabel.to_unicode, "www.example.com"),
        "to_unicode, German": (acelabel.to_unicode, "www.xn--bcher-kva.example"),
        "to_unicode, Chinese": (acelabel.to_unicode, "xn--r8jz45g.xn--zckzah.example"),
        "alabel": (acelabel.alabel, "bücher"),
        "ulabel": (acelabel.ulabel, "xn--bcher-kva"),
        "is_valid": (acelabel.is_valid, "www.bücher.example"),
        "punycode.encode": (punycode.encode, "bücher"),
        "punycode.encode, Chinese": (punycode.encode, "他们为什么不说中文"),
        "punycode.decode": (punycode.decode, "bcher-kva"),
        "punycode.decode, Chinese": (punycode.decode, "ihqwcrb4cv8a8dqg056pqjye"),
        "race.encode": (race.encode, "żaba"),
        "race.decode": (race.decode, "bq--af6p6yp7ml7wc"),
        "compat.idna.encode": (idna.encode, "bücher.example"),
        "compat.idna.decode": (idna.decode, "xn--bcher-kva.example"),
    }


def loop(function: Callable[[str], object], argument: str, times: int) -> None:
    for _ in range(times):
        function(argument)


def measured() -> None:
    """Run each call between two marks, under callgrind, after some that warm it up."""
    cases = calls()
    gc.disable()
    for function, argument in cases.values():
        loop(function, argument, 50)
        MARK(0)
        loop(function, argument, TURNS)
        MARK(0)


def counted_calls() -> dict[str, float]:
    """Instructions of one call of each case, from one run."""
    import acelabel._native

    ours = str(Path(acelabel._native.__file__).resolve())
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "callgrind.out"
        callgrind(profile, "--dump-before=getsid", sys.executable, __file__, "--measured")
        for place, name in enumerate(calls()):
            # One file for what comes before each mark.
            costs = count(profile, 2 * place + 2)
            found[name] = sum(cost for path, cost in costs.items() if path == ours or "python" in Path(path).name)
    return {name: round((cost - found[LOOP]) / TURNS, 1) for name, cost in found.items() if name != LOOP}


def judge(path: Path, unit: str, here: dict[str, str], counts: dict[str, float], *, rewrite: bool) -> bool:
    """Print each count beside the baseline's; whether all are within the tolerance."""
    if rewrite:
        text = json.dumps(here | {f"instructions_{unit}": counts}, indent=2)
        path.write_text(text + "\n", encoding="utf-8")
    baseline = json.loads(path.read_text(encoding="utf-8"))
    title = f"instructions {unit}".replace("_", " ")
    if others := [f"{baseline[name]}, not {here[name]}" for name in here if baseline[name] != here[name]]:
        print(f"{title}: not compared, the baseline belongs to {' and '.join(others)}")
        return True
    before = baseline[f"instructions_{unit}"]
    good: bool = counts.keys() == before.keys()
    print(f"{title:32} {'baseline':>10} {'now':>10} {'change':>8}")
    for name, now in counts.items():
        then = before.get(name, float("nan"))
        within = now <= then * TOLERANCE
        good = good and within
        print(f"{name:32} {then:10.1f} {now:10.1f} {now / then - 1:+8.1%} {'' if within else 'FAIL'}")
    return good


def judge_growth(growth: dict[str, dict[int, int]]) -> bool:
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
    parser.add_argument("--measured", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measured:
        measured()
        return 0
    rewrite = arguments.rewrite
    if not rewrite:
        choose_compiler(json.loads(LABELS.read_text(encoding="utf-8"))["rustc"])
    labels: dict[str, float] = {}
    growth: dict[str, dict[int, int]] = defaultdict(dict)
    # No load disturbs a count, so that both run at the same time.
    with ThreadPoolExecutor(1) as pool:
        counting = pool.submit(counted_calls)
        for name, size, own, whole in cases():
            if name.startswith("growth "):
                growth[name.removeprefix("growth ")][size] = whole
            else:
                labels[name] = round(own / size, 1)
    here = {"rustc": rustc_version(), "machine": platform.machine()}
    # `sys.version` tells one build of the interpreter from another.
    verdicts = (
        judge_growth(growth),
        judge(LABELS, "a_label", here, labels, rewrite=rewrite),
        judge(CALLS, "a_call", here | {"python": sys.version}, counting.result(), rewrite=rewrite),
    )
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
