"""A program: every use of a trace of a long text, again and again where there is little memory left, on Linux.

Its arguments are the direction of the trace ("encode", "decode" or "refuse") and how many octets of address space there
are beside what is used. It prints a line for each use: how it ended, and the use.
"""

import resource
import sys
from collections.abc import Callable
from contextlib import suppress

from want_of_memory import text_of, used

from acelabel import AceError, punycode

LENGTH = 1 << 17

USES: dict[str, Callable[[punycode.Trace], object]] = {
    "str": str,
    "repr": repr,
    "to_dict": lambda trace: trace.to_dict(),
    "_repr_html_": lambda trace: trace._repr_html_(),
    "input": lambda trace: trace.input,
    "output": lambda trace: trace.output,
    "literal": lambda trace: trace.literal,
    "steps": lambda trace: trace.steps,
    "slice": lambda trace: trace[:],
    "text of a step": lambda trace: trace[-1].text,
    "code points of a step": lambda trace: trace[-1].code_points,
    "dict of a step": lambda trace: trace[-1].to_dict(),
}


def trace_of(direction: str, length: int) -> punycode.Trace:
    """A trace of about so many steps, with a literal part."""
    text = "a" * length + text_of("UCS-4", length)
    if direction == "encode":
        return punycode.trace_encode(text)
    if direction == "decode":
        return punycode.trace_decode(punycode.encode(text))
    try:
        return punycode.trace_decode(punycode.encode(text)[: 1 << 15] + "!")
    except AceError as error:
        assert error.trace is not None
        return error.trace


def ending(use: Callable[[punycode.Trace], object], trace: punycode.Trace) -> str:
    """Return how the use ends, at the latest when it was made 12 times and each result is kept."""
    kept: list[object] = [None] * 12
    try:
        for place in range(len(kept)):
            kept[place] = use(trace)
    except MemoryError:
        return "MemoryError"
    return "answer"


def main() -> None:
    direction, room = sys.argv[1], int(sys.argv[2])
    trace = trace_of(direction, LENGTH)
    # Objects that are imported or made once are there before memory is short.
    for use in USES.values():
        with suppress(IndexError):
            use(trace_of(direction, 1))
    for name, use in USES.items():
        resource.setrlimit(resource.RLIMIT_AS, (used() + room, resource.RLIM_INFINITY))
        found = ending(use, trace)
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        print(found, name, sep="\t", flush=True)


if __name__ == "__main__":
    main()
