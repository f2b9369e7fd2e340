"""The cost of the package for those who only install and import it.

`python benches/weight.py WHEEL`, with that wheel installed, prints the size of the wheel and the time that
`import acelabel` takes, and fails where one is above its bound. That of the time is a part of what `import json` takes
on the same machine. An import takes what it takes and whatever else the machine does meanwhile, so the fastest of many
fresh interpreters tells the import's own time.
"""

import subprocess
import sys
from pathlib import Path

IMPORTS = 40
PEER = "json"
MOST_OF_PEER = 0.5
# A megabyte, the tables of UTS #39 and UTS #58 (display, security, text) with their code, and hosts and relations:
# 1,350,000 octets were the aim, which is not met since master files, look-alikes of labels and mapped characters, and
# columns of hosts, relations, look-alikes and names inside texts; hints in Rust, for the crate and the page; and the
# places of escapes, quotations and networks in texts; redaction, the index of look-alikes, and escapes of zones; ten
# formats of lists and configurations, cells that are hosts or URLs, and messages of reports; tables that are read and
# written in Rust (CSV, JSON Lines, logs of Zeek), names in every format, marks that are sought by vectors, and counts
# of what is left; rules of registries with a reader of XML, what clients make of names with older versions of Unicode,
# and lint; and the columns, functions of SQL, commands and watch-lists of these.
MOST_OCTETS = 1_000_000 + 250_000 + 100_000 + 80_000 + 65_000 + 75_000 + 165_000 + 360_000
PROGRAM = "import time; start = time.perf_counter(); import {}; print(1e3 * (time.perf_counter() - start))"


def milliseconds(module: str) -> float:
    return float(subprocess.check_output([sys.executable, "-c", PROGRAM.format(module)]))


def main() -> int:
    octets = Path(sys.argv[1]).stat().st_size
    # One after the other, so that what the machine does meanwhile disturbs both alike.
    ours, theirs = map(min, zip(*((milliseconds("acelabel"), milliseconds(PEER)) for _ in range(IMPORTS)), strict=True))
    print(f"wheel           {octets:>9,} octets  at most {MOST_OCTETS:,}")
    print(f"import acelabel {ours:>9.2f} ms      at most {MOST_OF_PEER} of import {PEER}: {ours / theirs:.2f}")
    return 0 if octets <= MOST_OCTETS and ours <= MOST_OF_PEER * theirs else 1


if __name__ == "__main__":
    sys.exit(main())
