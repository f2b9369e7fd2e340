"""A program: every public function, called with long texts where there is little memory left, on Linux.

Its arguments are the kind of the text, its length, and how many octets of address space there are beside what is used.
It prints a line for each call: how it ended, and the function.
"""

import resource
import sys
from contextlib import suppress
from pathlib import Path

from public_calls import all_calls

import acelabel
from acelabel.compat import idna


def text_of(kind: str, length: int) -> str:
    """A text of about so many characters."""
    match kind:
        case "Latin-1":
            return "ü" * length
        case "Latin-1, mixed":
            return "".join(map(chr, range(0xE0, 0x100))) * (length // 32)
        case "UCS-2":
            return "".join(map(chr, range(0x4E00, 0x8E00))) * (length // 0x4000 + 1)
        case "UCS-4":
            return "".join(map(chr, range(0x20000, 0x24000))) * (length // 0x4000 + 1)
        case "ASCII":
            return "a" * length
        case "capitals":
            return "A" * length
        case "A-label":
            return "xn--" + "a" * length
        case "A-label with a long literal part":
            return "xn--" + "b" * (length // 2) + "-" + "a" * (length // 2)
        case "labels":
            return "ü." * (length // 2)
        case "marks":
            return "a" + "\u0327\u0301" * (length // 2)
        case "marks of half width":
            return "a" + "\uff9e" * length
        case "wide letters":
            return "ａ" * length
        case "nothing":
            return "\u00ad" * length
        case "RACE":
            return "bq--aduq." * (length // 9)
    raise ValueError(kind)


KINDS = (
    "Latin-1",
    "Latin-1, mixed",
    "UCS-2",
    "UCS-4",
    "ASCII",
    "capitals",
    "A-label",
    "A-label with a long literal part",
    "labels",
    "marks",
    "marks of half width",
    "wide letters",
    "nothing",
    "RACE",
)


def used() -> int:
    """How much address space is used, in octets."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()


def main() -> None:
    kind, length, room = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    text = text_of(kind, length)
    calls = all_calls()
    # What is imported or made once is there before memory is short.
    for _, call in calls:
        for short in ("ü.a", "a\ud800", "xn--a", "-"):
            with suppress(acelabel.AceError, idna.IDNAError, ValueError, IndexError):
                call(short)
    for name, call in calls:
        most = used() + room
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
        try:
            found = call(text)
            ending = "answer"
            del found
        except (acelabel.AceError, idna.IDNAError, MemoryError, ValueError) as error:
            ending = type(error).__name__
            del error
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        print(ending, name, sep="\t", flush=True)


if __name__ == "__main__":
    main()
