"""Nanoseconds of one call from Python, over whole domain names; run as a program of its own.

`python benches/names_calls.py FOLDER ROUNDS` takes every corpus of names in the folder and prints, separated by tabs:

* `call corpus direction contestant nanoseconds accepted`: one call in a loop, the empty loop taken off, over the names
  that the contestant accepts. Back from ASCII all take what `acelabel.to_ascii` makes of the names.
* `list corpus direction form nanoseconds`: a list of answers, by comprehension and by one call.
* `plain nanoseconds identity`: one call for a name that is its own form, which is what comes back; and one call of
  `operator.index`, which returns its argument. Both in fresh interpreters.
"""

import gc
import importlib
import operator
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from python_calls import (
    Contestant,
    accepted,
    calls,
    comprehension,
    fresh,
    in_fresh_interpreters,
    loop,
    medians,
    named,
    no_calls,
    turns,
    whole_list,
)

import acelabel

# UIDNA_USE_STD3_RULES, UIDNA_CHECK_BIDI, UIDNA_CHECK_CONTEXTJ and UIDNA_NONTRANSITIONAL in both directions.
ICU_OPTIONS = 0x2 | 0x4 | 0x8 | 0x30
PLAIN = "www.example.com"


def icu_functions() -> tuple[Callable[[str], object], Callable[[str], object]]:
    """Both directions of ICU's UTS #46 for names, empty where it reports errors."""
    icu = importlib.import_module("icu")
    uts46, info = icu.IDNA(ICU_OPTIONS), icu.IDNAInfo()

    def to_ascii(name: str) -> object:
        answer = uts46.nameToASCII(name, info)
        return None if info.errors() else answer

    def to_unicode(name: str) -> object:
        answer = uts46.nameToUnicode(name, info)
        return None if info.errors() else answer

    return to_ascii, to_unicode


def functions() -> dict[str, list[tuple[str, Callable[[Any], object], bool]]]:
    """By direction: a name, a function, and whether it takes octets."""
    ada_url, can_ada, idna = map(importlib.import_module, ("ada_url", "can_ada", "idna"))
    to_ascii, to_unicode = icu_functions()
    return {
        "to_ascii": [
            ("acelabel", acelabel.to_ascii, False),
            ("standard codec", lambda name: name.encode("idna"), False),
            (named("idna"), lambda name: idna.encode(name, uts46=True), False),
            (named("ada-url"), ada_url.idna_to_ascii, False),
            (named("can-ada"), can_ada.idna_encode, False),
            (named("PyICU"), to_ascii, False),
        ],
        "to_unicode": [
            ("acelabel", acelabel.to_unicode, False),
            ("standard codec", lambda octets: octets.decode("idna"), True),
            (named("idna"), idna.decode, False),
            (named("ada-url"), ada_url.idna_to_unicode, True),
            (named("can-ada"), can_ada.idna_decode, True),
            (named("PyICU"), to_unicode, False),
        ],
    }


def time_calls(corpus: str, inputs: dict[str, list[str]], rounds: int) -> None:
    for direction, contestants in functions().items():
        names = inputs[direction]
        octets = [name.encode("ascii", "replace") for name in names]
        entries = []
        for title, function, takes_octets in contestants:
            good: Sequence[Any] = accepted(function, octets if takes_octets else names)
            own = [fresh(name) if isinstance(name, str) else name for name in good]
            entries.append(Contestant(title, function, own, loop))
        for entry, time in zip(entries, medians(entries, rounds), strict=True):
            share = len(entry.arguments) / len(names)
            print("call", corpus, direction, entry.name, f"{time:.1f}", f"{share:.3f}", sep="\t")


def time_lists(corpus: str, inputs: dict[str, list[str]], rounds: int) -> None:
    for direction, one, many in (
        ("to_ascii", acelabel.to_ascii, acelabel.to_ascii_many),
        ("to_unicode", acelabel.to_unicode, acelabel.to_unicode_many),
    ):
        names = [fresh(name) for name in inputs[direction]]
        forms = [
            Contestant("comprehension", one, names, comprehension),
            Contestant("list call", many, names, whole_list),
        ]
        for form, time in zip(forms, medians(forms, rounds), strict=True):
            print("list", corpus, direction, form.name, f"{time:.1f}", sep="\t")


def plain_and_identity(rounds: int) -> tuple[float, float]:
    """Nanoseconds of one call for a plain name, and of one that returns its argument."""
    assert acelabel.to_ascii(PLAIN) is PLAIN
    numbers = list(range(20_000))
    works = [
        Contestant("plain", acelabel.to_ascii, [PLAIN] * 20_000, calls),
        Contestant("identity", operator.index, numbers, calls),
        Contestant("no call", operator.index, numbers, no_calls),
    ]
    # Each turn does the same work: whatever else the machine does makes it longer, never shorter.
    plain, identity, none = (min(column) for column in turns(works, rounds))
    return plain - none, identity - none


def time_plain(rounds: int) -> None:
    program = f"import gc, names_calls; gc.disable(); print(*names_calls.plain_and_identity({rounds}))"
    print("plain", *(f"{time:.2f}" for time in in_fresh_interpreters(program)), sep="\t")


def main() -> None:
    folder, rounds = Path(sys.argv[1]), int(sys.argv[2])
    # The collector would run at moments of its own choosing.
    gc.disable()
    for path in sorted(folder.glob("*.txt")):
        names = [name for name in path.read_text(encoding="utf-8").splitlines() if acelabel.is_valid(name)]
        inputs = {"to_ascii": names, "to_unicode": list(map(acelabel.to_ascii, names))}
        time_calls(path.stem, inputs, rounds)
        time_lists(path.stem, inputs, rounds)
    time_plain(rounds)


if __name__ == "__main__":
    main()
