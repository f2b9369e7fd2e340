"""A program: every public function, called with long texts where there is little memory left, on Linux.

Its arguments are the kind of the text, its length, and how many octets of address space there are beside what is used.
It prints a line for each call: how it ended, and the function. With the kind "small", what makes objects of a bounded
size is called so many times as the length says, and all of them are kept.
"""

import resource
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from public_calls import all_calls

import acelabel
from acelabel import bootstring, punycode, race
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
        case "Punycode":
            # Digits of the greatest deltas would overflow; this is the form of a long text.
            return punycode.encode(text_of("UCS-2", length // 4))
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
    "Punycode",
)

PLAIN = ".".join(["a" * 63] * 3)
PROFILE = acelabel.UTS46.replace(check_hyphens=True, check_bidi=False)
EXPLANATION = race.explain("żaba")
TRACE = punycode.trace_decode("bcher-kva")

SMALL: dict[str, Callable[[], object]] = {
    "idna.encode": lambda: idna.encode(PLAIN),
    "idna.alabel": lambda: idna.alabel("bücher"),
    "idna.decode": lambda: idna.decode("xn--bcher-kva"),
    "punycode.encode_many": lambda: punycode.encode_many(["bücher"]),
    "punycode.decode_with_case": lambda: punycode.decode_with_case("bcher-kva"),
    "race.mode": lambda: race.mode("żaba"),
    "repr of a profile": lambda: repr(PROFILE),
    "reduction of a profile": PROFILE.__reduce__,
    "repr of a Bootstring": lambda: repr(bootstring.PUNYCODE),
    "reduction of a Bootstring": bootstring.PUNYCODE.__reduce__,
    "repr of a trace": lambda: repr(TRACE),
    "reduction of a trace": TRACE.__reduce__,
    "repr of a step": lambda: repr(TRACE[0]),
    "reduction of a step": TRACE[0].__reduce__,
    "an explanation": lambda: str(EXPLANATION),
    "groups of an explanation": lambda: EXPLANATION.groups,
    "dict of an explanation": lambda: EXPLANATION.to_dict(),
    "reduction of an explanation": EXPLANATION.__reduce__,
}


def used() -> int:
    """Return how much address space is used, in octets."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()


def ending(call: Callable[[], object], room: int) -> str:
    """Return how a call ends where there is so much memory left."""
    resource.setrlimit(resource.RLIMIT_AS, (used() + room, resource.RLIM_INFINITY))
    try:
        call()
    except (acelabel.AceError, idna.IDNAError, MemoryError, ValueError) as error:
        return type(error).__name__
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    return "answer"


def fill(kept: list[object], call: Callable[[], object]) -> None:
    """Call again and again, and keep what comes of it."""
    try:
        for place in range(len(kept)):
            kept[place] = call()
    except MemoryError:
        # The code that follows needs memory itself.
        kept.clear()
        raise


def main() -> None:
    kind, length, room = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if kind == "small":
        for name, make in SMALL.items():
            make()
            print(ending(partial(fill, [None] * length, make), room), name, sep="\t", flush=True)
        return
    text = text_of(kind, length)
    calls = all_calls()
    # Objects that are imported or made once are there before memory is short.
    for _, call in calls:
        for short in ("ü.a", "a\ud800", "xn--a", "-"):
            with suppress(acelabel.AceError, idna.IDNAError, ValueError, IndexError):
                call(short)
    for name, call in calls:
        print(ending(partial(call, text), room), name, sep="\t", flush=True)


if __name__ == "__main__":
    main()
