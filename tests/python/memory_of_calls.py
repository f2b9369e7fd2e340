"""A program: what calls with hostile names of a mebibyte take, on Linux.

It prints a line for each call: by how much the process is larger at the height of the call than before it, in octets
for each octet of the name's UTF-8, the name itself not counted; how many of them the answer takes; which call it was.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from test_hostile_names import MEBIBYTE, MEGABYTES, PROFILES

import acelabel

# What is mapped to ASCII has no bound where DNS lengths are not verified.
MORE = {
    "wide letters": "ａ" * (MEBIBYTE // 3),
    "a wide letter before ASCII": "ａ" + "A" * MEBIBYTE,
    "a wide letter before what is refused": "ａ" + "%" * MEBIBYTE,
    "refused ASCII": "%" * MEBIBYTE,
    "accented capitals": "É" * (MEBIBYTE // 2),
    "soft hyphens in between": "a\u00ad" * (MEBIBYTE // 3),
    "marks of half width": "a" + "\uff9e" * (MEBIBYTE // 3),
    "labels that grow": "㍿." * (MEBIBYTE // 4),
    "labels full of problems": ("%" * 300 + ".") * (MEBIBYTE // 301),
}
NAMES = {kind: name for kind, (name, _) in MEGABYTES.items()} | MORE
CALLS: tuple[Callable[..., object], ...] = (
    acelabel.to_ascii,
    acelabel.to_unicode,
    acelabel.is_valid,
    acelabel.inspect,
    acelabel.alabel,
    acelabel.ulabel,
    lambda name, profile: acelabel.to_ascii(name, profile=profile, errors="keep"),
    lambda name, profile: acelabel.to_unicode(name, profile=profile, errors="keep"),
)


def in_memory(line: str) -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(row.split()[1]) << 10 for row in status.splitlines() if row.startswith(line))


def size(found: object) -> int:
    """What the texts of an answer take."""
    if isinstance(found, acelabel.Inspection):
        labels = [part for label in found.labels for part in (label.input, label.alabel, label.ulabel)]
        parts = {id(part): part for part in (found.ascii, found.unicode, *labels) if part is not None}
        return sum(map(sys.getsizeof, parts.values()))
    return sys.getsizeof(found) if isinstance(found, str) else 0


def main() -> None:
    for kind, name in NAMES.items():
        octets = len(name.encode())
        for title, profile in PROFILES.items():
            for number, call in enumerate(CALLS):
                # The most that was ever in memory is forgotten.
                Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
                before = in_memory("VmRSS")
                found: object = None
                try:
                    found = call(name, profile=profile)
                except acelabel.AceError as error:
                    found = error
                used = in_memory("VmHWM") - before
                print(used / octets, size(found) / octets, kind, title, number, sep="\t")
                del found


if __name__ == "__main__":
    main()
