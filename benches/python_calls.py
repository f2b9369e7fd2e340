"""Nanoseconds of one call from Python, over labels of the generated corpus; run as a program of its own.

`python benches/python_calls.py LABELS ROUNDS` prints, separated by tabs:

* `call direction contestant nanoseconds accepted`: one call in a loop, the empty loop taken off. The standard codec
  and `acelabel` do the same thing. The others know no bare Punycode: they take a label, map and check it, and are timed
  over the labels they accept.
* `list direction form nanoseconds`: a list of new strings, by comprehension and by one call.
* `identity nanoseconds`: one call of `operator.index`, which returns its argument, in fresh interpreters.
* `string octets before after`: the size of the texts before and after they were encoded. An implementation that asks
  for UTF-8 leaves a copy of it in the caller's strings.
* `import milliseconds`: time of `import acelabel` in a fresh interpreter.
"""

import gc
import importlib
import importlib.metadata
import operator
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter_ns
from typing import Any, NamedTuple

from acelabel import punycode

INTERPRETERS = 15
# A share of the labels at a time, so that what else happens on the machine disturbs few of the turns.
TURNS = 20


class Contestant(NamedTuple):
    """A function, the arguments it accepts, and how it is timed over a list of them."""

    name: str
    function: Callable[[Any], object]
    arguments: Sequence[Any]
    measure: Callable[[Callable[[Any], object], Sequence[Any]], float]


def fresh(text: str) -> str:
    """An equal string that nobody has looked at yet."""
    return text.encode("utf-16").decode("utf-16")


def accepted(function: Callable[[Any], object], arguments: Sequence[Any]) -> list[Any]:
    """The arguments for which the function gives an answer."""
    good = []
    for argument in arguments:
        try:
            answer = function(argument)
        # Every library has errors of its own.
        except Exception:
            continue
        if answer:
            good.append(argument)
    return good


def icu_functions() -> tuple[Callable[[str], object], Callable[[str], object]]:
    """Both directions of ICU's UTS #46 for one label, empty where it reports errors."""
    icu = importlib.import_module("icu")
    uts46, info = icu.IDNA(), icu.IDNAInfo()

    def to_ascii(label: str) -> object:
        answer = uts46.labelToASCII(label, info)
        return None if info.errors() else answer

    def to_unicode(label: str) -> object:
        answer = uts46.labelToUnicode(label, info)
        return None if info.errors() else answer

    return to_ascii, to_unicode


def named(distribution: str) -> str:
    return f"{distribution} {importlib.metadata.version(distribution)}"


def contestants(texts: list[str]) -> dict[str, list[Contestant]]:
    """Everybody, by direction, each with strings of its own."""
    ada_url, can_ada, idna = map(importlib.import_module, ("ada_url", "can_ada", "idna"))
    to_ascii, to_unicode = icu_functions()
    encoded = [punycode.encode(text) for text in texts]
    a_labels = ["xn--" + text for text in encoded]
    octets = [label.encode() for label in a_labels]

    def over(name: str, function: Callable[[Any], object], arguments: Sequence[Any]) -> Contestant:
        good = accepted(function, arguments)
        own = [fresh(argument) if isinstance(argument, str) else argument for argument in good]
        return Contestant(name, function, own, loop)

    return {
        "encode": [
            over("acelabel", punycode.encode, texts),
            over("standard codec", lambda text: text.encode("punycode"), texts),
            over(named("idna"), idna.alabel, texts),
            over(named("ada-url"), ada_url.idna_to_ascii, texts),
            over(named("can-ada"), can_ada.idna_encode, texts),
            over(named("PyICU"), to_ascii, texts),
        ],
        "decode": [
            over("acelabel", punycode.decode, encoded),
            over("standard codec", lambda octets: octets.decode("punycode"), [text.encode() for text in encoded]),
            over(named("idna"), idna.ulabel, a_labels),
            over(named("ada-url"), ada_url.idna_to_unicode, octets),
            over(named("can-ada"), can_ada.idna_decode, octets),
            over(named("PyICU"), to_unicode, a_labels),
        ],
    }


def calls(function: Callable[[Any], object], arguments: Sequence[Any]) -> float:
    """Nanoseconds of one turn of a loop that calls."""
    start = perf_counter_ns()
    for argument in arguments:
        function(argument)
    return (perf_counter_ns() - start) / len(arguments)


def no_calls(_: Callable[[Any], object], arguments: Sequence[Any]) -> float:
    """The same of a loop that does nothing."""
    start = perf_counter_ns()
    for _argument in arguments:
        pass
    return (perf_counter_ns() - start) / len(arguments)


def loop(function: Callable[[Any], object], arguments: Sequence[Any]) -> float:
    """Nanoseconds of one call, among many."""
    return calls(function, arguments) - no_calls(function, arguments)


def comprehension(function: Callable[[Any], object], arguments: Sequence[Any]) -> float:
    start = perf_counter_ns()
    _ = [function(argument) for argument in arguments]
    return (perf_counter_ns() - start) / len(arguments)


def whole_list(function: Callable[[Any], object], arguments: Sequence[Any]) -> float:
    start = perf_counter_ns()
    _ = function(arguments)
    return (perf_counter_ns() - start) / len(arguments)


def turns(entries: Sequence[Contestant], rounds: int) -> list[list[float]]:
    """The times of each contestant; they take turns after every few labels.

    Each goes over its labels once before it is timed, or it would pay for what the one before left in the caches.
    """
    times: list[list[float]] = [[] for _ in entries]
    for turn in list(range(TURNS)) * rounds:
        for entry, column in zip(entries, times, strict=True):
            total = len(entry.arguments)
            labels = entry.arguments[total * turn // TURNS : total * (turn + 1) // TURNS]
            entry.measure(entry.function, labels)
            column.append(entry.measure(entry.function, labels))
    return times


def medians(entries: Sequence[Contestant], rounds: int) -> list[float]:
    """The median time of each contestant."""
    return [statistics.median(column) for column in turns(entries, rounds)]


def time_calls(texts: list[str], rounds: int) -> None:
    for direction, entries in contestants(texts).items():
        for entry, time in zip(entries, medians(entries, rounds), strict=True):
            print("call", direction, entry.name, f"{time:.1f}", f"{len(entry.arguments) / len(texts):.3f}", sep="\t")


def time_lists(texts: list[str], rounds: int) -> None:
    for direction, one, many, arguments in (
        ("encode", punycode.encode, punycode.encode_many, [fresh(text) for text in texts]),
        ("decode", punycode.decode, punycode.decode_many, [punycode.encode(text) for text in texts]),
    ):
        forms = [
            Contestant("comprehension", one, arguments, comprehension),
            Contestant(f"{direction}_many", many, arguments, whole_list),
        ]
        for form, time in zip(forms, medians(forms, rounds), strict=True):
            print("list", direction, form.name, f"{time:.1f}", sep="\t")


def in_fresh_interpreters(program: str) -> list[float]:
    """The median of each number that a program prints: the time of a short call depends on the addresses."""
    command = [sys.executable, "-c", program]
    folder = Path(__file__).resolve().parent
    runs = [
        subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=folder).stdout.split()
        for _ in range(INTERPRETERS)
    ]
    return [statistics.median(map(float, column)) for column in zip(*runs, strict=True)]


def identity(rounds: int) -> float:
    """Return what no call is faster than: a function written in C that takes one argument and returns it."""
    return medians([Contestant("identity", operator.index, list(range(20_000)), loop)], rounds)[0]


def time_identity(rounds: int) -> None:
    program = f"import gc, python_calls; gc.disable(); print(python_calls.identity({rounds}))"
    print("identity", *(f"{time:.2f}" for time in in_fresh_interpreters(program)), sep="\t")


def weigh_strings(texts: list[str]) -> None:
    strings = [fresh(text) for text in texts]
    before = sum(map(sys.getsizeof, strings))
    for string in strings:
        punycode.encode(string)
    punycode.encode_many(strings)
    print("string octets", before, sum(map(sys.getsizeof, strings)), sep="\t")


def time_import() -> None:
    program = "import time; start = time.perf_counter(); import acelabel; print(1e3 * (time.perf_counter() - start))"
    print("import", *(f"{time:.2f}" for time in in_fresh_interpreters(program)), sep="\t")


def main() -> None:
    texts = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    rounds = int(sys.argv[2])
    # The collector would run at moments of its own choosing.
    gc.disable()
    time_calls(texts, rounds)
    time_lists(texts, rounds)
    time_identity(rounds)
    weigh_strings(texts)
    time_import()


if __name__ == "__main__":
    main()
