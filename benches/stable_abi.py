"""Version-specific wheel against stable-ABI wheel: single calls of both in turns, and the geometric mean of the ratios.

`python benches/stable_abi.py SPECIFIC.whl ABI3.whl`: each wheel is unpacked into a folder of its own and timed by a
process of its own; the two take turns, and the best of all turns counts.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

TURNS = 7

CASES = {
    "encode, one insertion": "punycode.encode('bücher')",
    "encode, CJK": "punycode.encode('他们为什么不说中文')",
    "encode, Arabic": "punycode.encode('ليهمابتكلموشعربي')",
    "decode, one insertion": "punycode.decode('bcher-kva')",
    "decode, CJK": "punycode.decode('ihqwcrb4cv8a8dqg056pqjye')",
    "decode, Arabic": "punycode.decode('egbpdaj6bu4bxfgehfvwxn')",
    "race, encode": "race.encode('żaba')",
    "race, decode": "race.decode('bq--af6p6yp7ml7wc')",
}

TIMER = """
import json, sys, timeit
from acelabel import punycode, race
times = {}
for name, statement in json.loads(sys.argv[1]).items():
    times[name] = min(timeit.repeat(statement, globals=globals(), number=20_000, repeat=7)) / 20_000 * 1e9
print(json.dumps(times))
"""


def timed(folder: str) -> dict[str, float]:
    """Nanoseconds a call of each case, with the package in `folder`."""
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {folder!r})\n{TIMER}", json.dumps(CASES)]
    times: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return times


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specific", type=Path)
    parser.add_argument("stable", type=Path)
    wheels = parser.parse_args()
    best: list[dict[str, float]] = [{}, {}]
    with tempfile.TemporaryDirectory() as specific, tempfile.TemporaryDirectory() as stable:
        folders = (specific, stable)
        for folder, wheel in zip(folders, (wheels.specific, wheels.stable), strict=True):
            zipfile.ZipFile(wheel).extractall(folder)
        for _ in range(TURNS):
            for times, folder in zip(best, folders, strict=True):
                for name, time in timed(folder).items():
                    times[name] = min(time, times.get(name, math.inf))
    ratios = [best[1][name] / best[0][name] for name in CASES]
    for name, ratio in zip(CASES, ratios, strict=True):
        print(f"{name:24} {best[0][name]:7.1f} ns specific {best[1][name]:7.1f} ns stable ABI   x {ratio:.2f}")
    print(f"geometric mean: the stable ABI takes {math.prod(ratios) ** (1 / len(ratios)):.2f} times as long")


if __name__ == "__main__":
    main()
