"""Time and memory of one call from Python that is given a long name; run as a program of its own, on Linux with glibc.

`python benches/hostile_calls.py FOLDER` takes every name in the folder, written there by the program `hostile`, and
prints, separated by tabs: `kind family profile call octets nanoseconds benign memory answer outcome`. Without a folder
it takes the texts and calls of hostile_texts.py, and prints `kind family call octets nanoseconds benign memory`.

* Octets are those of the name in UTF-8, which a `str` takes up to four times.
* Benign is the time of the benign name or text of the kind, in turns with this one.
* Memory is by how much more the process has in memory at the height of the call than before it, the name not counted,
  in octets for each octet of the name. Each call is the first long one of a process of its own.
* Answer is how much of that the answer takes.
"""

import ctypes
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import hostile_texts

import acelabel

Answer = str | bool | acelabel.Inspection | acelabel.AceError
Call = Callable[[str, acelabel.Profile], Answer]

PROFILES = {
    "UTS46": acelabel.UTS46,
    "WHATWG": acelabel.WHATWG,
    "IDNA2008": acelabel.IDNA2008,
    "IDNA2003": acelabel.IDNA2003,
    "DNS": acelabel.DNS,
}
CALLS: dict[str, Call] = {
    "to_ascii": lambda name, profile: acelabel.to_ascii(name, profile=profile),
    "to_unicode": lambda name, profile: acelabel.to_unicode(name, profile=profile),
    "to_ascii keep": lambda name, profile: acelabel.to_ascii(name, profile=profile, errors="keep"),
    "to_unicode keep": lambda name, profile: acelabel.to_unicode(name, profile=profile, errors="keep"),
    "is_valid": lambda name, profile: acelabel.is_valid(name, profile=profile),
    "inspect": lambda name, profile: acelabel.inspect(name, profile=profile),
}
ROUNDS = 5
# M_MMAP_THRESHOLD: blocks of this size are given back as soon as they are free. No call lives on what was freed before.
MMAP_THRESHOLD, BLOCK = -3, 1 << 16


def in_memory(line: str) -> int:
    """What the kernel knows of this process, in octets: VmRSS is what it has in memory, VmHWM the most it ever had."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(row.split()[1]) << 10 for row in status.splitlines() if row.startswith(line))


def answer(call: Call, name: str, profile: acelabel.Profile) -> Answer:
    try:
        return call(name, profile)
    except acelabel.AceError as error:
        return error


def texts(found: Answer) -> list[str]:
    """The texts that an answer is made of."""
    if isinstance(found, acelabel.Inspection):
        parts = [part for label in found.labels for part in (label.input, label.alabel, label.ulabel)]
        return [part for part in (found.ascii, found.unicode, *parts) if part is not None]
    return [found] if isinstance(found, str) else []


def outcome(found: Answer) -> str:
    if isinstance(found, acelabel.AceError):
        return f"{found.code} at {found.offset}"
    if isinstance(found, acelabel.Inspection):
        return f"{len(found.errors)} problems"
    return str(found) if isinstance(found, bool) else f"{len(found)} characters"


def measure(work: Callable[[], Answer], name: str, begin: Callable[[], object], benign: Callable[[], object]) -> str:
    # What a first call loads is no memory of the long name.
    begin()
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # The most there ever was is forgotten.
    before = in_memory("VmRSS")
    found = work()
    used = in_memory("VmHWM") - before
    own = {id(text): sys.getsizeof(text) for text in texts(found) if text is not name}
    octets = len(name.encode())
    times = [(nanoseconds(work), nanoseconds(benign)) for _ in range(ROUNDS)]
    least, of_benign = map(min, zip(*times, strict=True))
    share = sum(own.values()) / octets
    return f"{octets}\t{least}\t{of_benign}\t{used / octets:.2f}\t{share:.2f}\t{outcome(found)}"


def nanoseconds(work: Callable[[], object]) -> int:
    start = time.process_time_ns()
    work()
    return time.process_time_ns() - start


def in_a_process_of_its_own(work: Callable[[str], Answer], name: str, benign: Callable[[], object]) -> str:
    """Return what `measure` says in a copy of this process, whose memory nobody has used yet."""
    receiver, sender = os.pipe()
    if child := os.fork():
        os.close(sender)
        with os.fdopen(receiver, encoding="utf-8") as pipe:
            said = pipe.read()
        os.waitpid(child, 0)
        return said
    with os.fdopen(sender, "w", encoding="utf-8") as pipe:
        pipe.write(measure(partial(work, name), name, partial(work, name[:2_000]), benign))
    os._exit(0)


def finds_none(call: Callable[[str], object], text: str) -> bool:
    return call(text) is None


def over_texts() -> None:
    """Each text through each call. The answer counts as memory."""
    for kind, families in hostile_texts.texts().items():
        for family, text in families.items():
            for title, call in hostile_texts.CALLS.items():
                measured = in_a_process_of_its_own(partial(finds_none, call), text, partial(call, families["benign"]))
                print(kind, family, title, *measured.split("\t")[:4], sep="\t")


def over_names(folder: Path) -> None:
    """Each name of the folder through each call, in each profile."""
    for path in sorted(folder.glob("*/*")):
        kind, name = path.parent.name, path.read_text(encoding="utf-8")
        benign = (path.parent / kind).read_text(encoding="utf-8")
        for title, profile in PROFILES.items():
            for called, call in CALLS.items():
                work = partial(answer, call, profile=profile)
                # No other profile accepts a benign name, which is longer than DNS allows.
                measured = in_a_process_of_its_own(work, name, partial(answer, call, benign, acelabel.WHATWG))
                print(kind, path.name, title, called, measured, sep="\t")


def main() -> None:
    ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, BLOCK)
    if sys.argv[1:]:
        over_names(Path(sys.argv[1]))
    else:
        over_texts()


if __name__ == "__main__":
    main()
