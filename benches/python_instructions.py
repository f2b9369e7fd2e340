"""Instruction counts of single calls from Python, under callgrind: what one call costs, the loop around it taken off.

`python benches/python_instructions.py`, with the wheel installed, runs itself once under callgrind, which writes one
file for each case, and fails where a call takes more than 3% above `benches/python_baseline.json`. Counted is what the
native module and the interpreter execute, not the C library, as `benches/instructions.py` explains. The counts depend
on the build of the interpreter, on the compiler and on the kind of processor. Where one of them is not the baseline's,
one line says that nothing was compared.

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
from collections.abc import Callable
from pathlib import Path

from instructions import TOLERANCE, count, rustc_version

BASELINE = Path(__file__).resolve().parent / "python_baseline.json"
CALLS = 500
# Nobody else calls it: callgrind begins a new file whenever it is entered.
MARK = os.getsid if hasattr(os, "getsid") else None
LOOP = "the loop alone"


def calls() -> dict[str, tuple[Callable[[str], object], str]]:
    """Every call that is counted: a function and its argument."""
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
    """Return what runs under callgrind: each case between two marks, after some calls that warm it up."""
    assert MARK is not None
    cases = calls()
    gc.disable()
    for function, argument in cases.values():
        loop(function, argument, 50)
        MARK(0)
        loop(function, argument, CALLS)
        MARK(0)


def counts() -> dict[str, float]:
    """Instructions of one call of each case, from one run."""
    import acelabel._native

    # Callgrind names object files by their real paths.
    ours = str(Path(acelabel._native.__file__).resolve())
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "callgrind.out"
        options = ("--dump-before=getsid", "--compress-strings=no", f"--callgrind-out-file={profile}")
        command = ["valgrind", "--quiet", "--tool=callgrind", *options, sys.executable, __file__, "--measured"]
        subprocess.run(command, check=True, env=os.environ | {"PYTHONHASHSEED": "0", "PYTHONPATH": ""})
        found = {}
        for place, name in enumerate(calls()):
            # One file for what comes before each mark.
            costs = count(profile.with_name(f"{profile.name}.{2 * place + 2}"))
            found[name] = sum(cost for path, cost in costs.items() if path == ours or "python" in Path(path).name)
    return {name: round((cost - found[LOOP]) / CALLS, 1) for name, cost in found.items() if name != LOOP}


def circumstances() -> dict[str, str]:
    """Return what the counts depend on besides the package itself; `sys.version` tells one build from another."""
    return {"rustc": rustc_version(), "machine": platform.machine(), "python": sys.version}


def compare(now: dict[str, float], baseline: dict[str, float]) -> bool:
    """Print each count beside the baseline's; whether all are within the tolerance."""
    good = now.keys() == baseline.keys()
    print(f"{'instructions of a call':32} {'baseline':>10} {'now':>10} {'change':>8}")
    for name, instructions in now.items():
        before = baseline.get(name, float("nan"))
        within = instructions <= before * TOLERANCE
        good = good and within
        change = f"{instructions / before - 1:+8.1%}"
        print(f"{name:32} {before:10.1f} {instructions:10.1f} {change} {'' if within else 'FAIL'}")
    return good


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rewrite", action="store_true", help="make the present counts the baseline")
    parser.add_argument("--measured", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measured:
        measured()
        return 0
    here = circumstances()
    if not arguments.rewrite:
        baseline = json.loads(BASELINE.read_text(encoding="utf-8"))
        others = [f"{baseline[name]}, not {here[name]}" for name in here if baseline[name] != here[name]]
        if others:
            print(f"instructions of a call: not compared, the baseline belongs to {' and '.join(others)}")
            return 0
        return 0 if compare(counts(), baseline["instructions_a_call"]) else 1
    text = json.dumps(here | {"instructions_a_call": counts()}, indent=2)
    BASELINE.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
