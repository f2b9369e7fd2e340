"""The extent of the proofs: for each file of a room, the checks in bodies that a proof executes, and those outside.

A check is an assertion of the compiler, a panic, an index, or a use of `bounded::*`, once for each place in the text.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import shipped
from rooms import ROOMS

from mirproof import mir

BOUNDED = "add|sub|mul|to|index|below|shift|present|some|scalar|at|put|first|rest|rest_mut|part|characters|ascii|utf8"
CHECKS = re.compile(
    rf" assert\(|= (?:core::panicking::)?(?:panic\w*|assert_failed)(?:::<.*>)?\(| as Index(?:Mut)?<|copy_from_slice"
    rf"|= (?:bounded::)?(?:{BOUNDED}|ascii_string|utf8_string)(?:::<.*>)?\("
)


class Extent(NamedTuple):
    """The checks of a file: those in bodies that are executed, and the others by their bodies."""

    inside: int
    outside: dict[str, int]


def files() -> list[str]:
    """The files of Rust that the rooms are about, as their first sentences have them."""
    names = (re.findall(r"`src/([\w/]+)\.rs`", (room.__doc__ or "")) for room in ROOMS.values())
    return sorted({name for found in names for name in found})


def file_of(body: mir.Body, functions: dict[str, set[str]]) -> str | None:
    """The file that has a body: the compiler names that of a method, and the modules of a function."""
    if found := re.search(r"<impl at src/([\w/]+)\.rs", body.name):
        return found[1]
    *modules, name = re.sub(r"::(\{|promoted).*", "", body.name).split("::")
    end = "/".join(["", *modules])
    places = [file for file in sorted(functions.get(name, ())) if f"/{file.removesuffix('/mod')}".endswith(end)]
    return places[0] if places else None


def functions_of(names: list[str]) -> dict[str, set[str]]:
    """The files by the functions that stand in them, those of tests left out."""
    found: dict[str, set[str]] = {}
    for name in names:
        text = Path(shipped.ROOT, "src", f"{name}.rs").read_text("utf-8").partition("#[cfg(test)]\nmod ")[0]
        for function in re.findall(r"^(?:pub\S* )?(?:const )?fn (\w+)", text, re.M):
            found.setdefault(function, set()).add(name)
    return found


def extents(bodies: mir.Bodies, executed: set[str]) -> Iterator[tuple[str, Extent]]:
    """For each file of a room, its extent."""
    names = files()
    functions = functions_of(names)
    found = {name: Extent(0, {}) for name in names}
    # The compiler computes constants, which would not let them go too far.
    for body in (each[0] for each in bodies.values() if "{constant#" not in each[0].name):
        file, checks = file_of(body, functions), len(CHECKS.findall(body.text))
        if file in found and checks:
            one = found[file]
            if body.name in executed:
                found[file] = one._replace(inside=one.inside + checks)
            else:
                one.outside[body.name] = checks
    return iter(found.items())
