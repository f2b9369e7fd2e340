"""The tables of docs/programs.md, between their markers; the text around them is written by hand."""

import html
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import models
import sets
from cells import Steps
from models import CLIENTS, PROGRAMS, Answer

import acelabel

if TYPE_CHECKING:
    from asked import Asked

PAGE = Path(__file__).parents[2] / "docs" / "programs.md"
PROFILES = ("UTS46", "DNS", "WHATWG", "WHATWG_STRICT", "IDNA2008", "IDNA2008_MAPPED", "IDNA2003")
# The words that say what a program does, where a cell is not as in UTS #46.
MEANINGS: dict[str, str] = {
    "family": "the rules of another standard or library: {}",
    "unicode": "the version of Unicode is {}",
    "properties": "marks and directions of characters later than Unicode {} are not known",
    "new_directions": "directions are those of a Unicode later than 3.2",
    "old_directions": "the directions of nine characters are those before Unicode 16.0",
    "mapping": "before IDNA2008 it maps: {}",
    "transitional": "ß, ς and joiners are mapped (transitional processing)",
    "twice": "what is refused is tried again with transitional processing, without IDNA2008",
    "unassigned": "characters that Unicode 3.2 does not know pass",
    "old_composition": "a letter may be made over marks, as before Corrigendum 5 of Unicode",
    "dots": "only the full stop of ASCII separates labels",
    "inner_dot": "a dot that the mapping makes stands inside a label",
    "hyphens": "hyphens are refused: {}",
    "std3": "of ASCII only letters, digits and hyphens pass",
    "bidi": "the Bidi Rule is asked otherwise: {}",
    "joiners": "joiners are looked at otherwise: {}",
    "alabels": "`xn--` before what decodes to ASCII passes: {}",
    "leading_delimiter": "a hyphen at the beginning of Punycode is dropped",
    "loose_marks": "a mark behind a letter with a mark in it is not put into order",
    "nested": "an A-label may decode to `xn--` again",
    "ascii": "what is in ASCII is not looked at: {}",
    "case": "letter case of what is in ASCII is kept",
    "escaped_before": "some ASCII signs are escaped before the conversion",
    "denied_before": "some characters of the name are refused",
    "denied_nfkc": "characters that become syntax of URLs are refused",
    "denied": "some characters of the host are refused",
    "escaped": "some characters of the host are escaped",
    "unsure": "it is not told what becomes of some characters",
    "unsure_number": "it is not told what becomes of a name beyond ASCII that is mapped to a number",
    "longest_given": "a name beyond ASCII has at most {} units of UTF-16 before it is mapped",
    "empty": "labels may be empty",
    "alone": "a name without labels passes: {}",
    "longest_label": "a label has at most {} octets",
    "longest_name": "a name has at most {} octets",
    "ascii_lengths": "the lengths of ASCII names are not looked at",
    "final_dot": "the final dot is dropped",
    "no_host": "a name may become empty",
    "numbers": "a host of numbers is read as an address: {}",
    "refused": "what is refused goes out as it is, in UTF-8",
    "then": "the host goes through `{}`",
    "otherwise": "what is refused goes through `{}`",
    "first_alabel": "a host that begins with `xn--` has to be valid in IDNA2008",
}
MOST_SHOWN = 5
# Of each set so many names are tried to show a cell.
MOST_LETTERS, MOST_MADE = 3_000, 2_000
Found = dict[str, dict[str, "Asked"]]


def write(found: Found, versions: dict[str, str], seed: int) -> None:
    modelled = {client: row for client, row in found.items() if client in CLIENTS}
    fill(
        {
            "clients": clients(modelled, versions),
            "unmodelled": unmodelled({client: found[client] for client in found if client not in CLIENTS}, versions),
            "profiles": profiles(found),
            "cells": cells(modelled),
            "hosts": hosts(found),
            "exceptions": exceptions(modelled),
            "run": run(found, seed),
        }
    )


def fill(tables: dict[str, list[str]]) -> None:
    """Write tables between their markers."""
    text = PAGE.read_text("utf-8")
    for name, lines in tables.items():
        between = re.compile(f"(<!-- table: {name} -->\n\n).*?(\n\n<!-- end -->)", re.S)
        text, count = between.subn(lambda marks, rows=lines: marks[1] + "\n".join(rows) + marks[2], text)  # type: ignore[misc]
        assert count == 1, name
    PAGE.write_text(text, encoding="utf-8")


def table(*rows: tuple[object, ...]) -> list[str]:
    head, *others = [f"| {' | '.join(map(str, row))} |" for row in rows]
    return [head, f"| {' | '.join('---' for _ in rows[0])} |", *others]


def share(part: int, count: int) -> str:
    """In per cent, never rounded to all."""
    if part == count:
        return "100"
    return f"{int(10_000 * part / max(count, 1)) / 100:.2f}"


def clients(found: Found, versions: dict[str, str]) -> list[str]:
    """The nearness of each model to its program, by set."""
    rows: list[tuple[object, ...]] = [("client", "program", "asked for", "vectors", "letters", "made", "not told")]
    for client, row in found.items():
        of = [row[name] for name in ("vectors", "letters", "made")]
        unknown = sum(asked.kinds["unknown"] for asked in of)
        equal = (share(asked.kinds["equal"], len(asked.names)) for asked in of)
        takes = {"url": "`http://NAME/`", "name": "the name"}[PROGRAMS[client].takes]
        rows.append((f"`{client}`", versions[client], takes, *equal, unknown))
    return table(*rows)


def unmodelled(found: Found, versions: dict[str, str]) -> list[str]:
    """Of programs without a model: a name that shows each of the ways in which they differ from the nearest profile."""
    rows: list[tuple[object, ...]] = [("client", "program", "differs", "names", "for example", "answer", "profile")]
    for client, row in found.items():
        asked = row["vectors"]
        nearest = nearest_of(asked)[0]
        kinds: dict[str, list[tuple[str, Answer, str | None]]] = {}
        for name, answer in sorted(zip(asked.names, asked.observed, strict=True), key=lambda pair: len(pair[0])):
            ours = converted(nearest, name)
            if ours != host_of(answer):
                kind = "it refuses" if answer[0] == "refused" else "it takes" if ours is None else "another host"
                kinds.setdefault(kind, []).append((name, answer, ours))
        for kind, names in sorted(kinds.items()):
            name, answer, ours = next(one for one in names if sets.is_shown(one[0]) and one[1] != ("host", ""))
            profile = "refused" if ours is None else code(ours)
            program = f"{versions[client]}, beside `{nearest}`"
            rows.append((f"`{client}`", program, kind, f"{len(names):,}", code(name), told(answer), profile))
    return table(*rows)


@cache
def converted(profile: str, name: str) -> str | None:
    try:
        return acelabel.to_ascii(name, profile=getattr(acelabel, profile))
    except acelabel.AceError:
        return None


def host_of(answer: Answer) -> str | None:
    return None if answer[0] == "refused" else answer[1]


def nearest_of(asked: "Asked") -> tuple[str, int]:
    """The profile that answers most names as the program does, and how many."""
    pairs = list(zip(asked.names, map(host_of, asked.observed), strict=True))
    near = {one: sum(converted(one, name) == host for name, host in pairs) for one in PROFILES}
    return max(near.items(), key=lambda pair: pair[1])


def profiles(found: Found) -> list[str]:
    """The nearest profile of each client, and what becomes of names that acelabel has converted."""
    rows: list[tuple[object, ...]] = [
        ("client", "nearest profile", "same answer", "A-labels kept", "refused", "changed")
    ]
    for client, row in found.items():
        asked = row["vectors"]
        nearest, near = nearest_of(asked)
        forms = row["converted"]
        kept = Counter(
            "refused" if answer[0] == "refused" else "kept" if answer[1].rstrip(".") == name.rstrip(".") else "changed"
            for name, answer in zip(forms.names, forms.observed, strict=True)
        )
        count = len(forms.names)
        parts = (share(kept[kind], count) for kind in ("kept", "refused", "changed"))
        rows.append((f"`{client}`", f"`{nearest}`", share(near, len(asked.names)), *parts))
    return table(*rows)


def exceptions(found: Found) -> list[str]:
    """Names for which a model does not say what its program answers, and may be shown; the others are counted."""
    rows: list[tuple[object, ...]] = [("client", "set", "name", "model", "answer")]
    for client, row in found.items():
        for of, asked in row.items():
            differing = asked.differing()
            shown = [one for one in differing if sets.is_shown(one[0]) and len(one[0]) < 300][:MOST_SHOWN]
            rows += [(f"`{client}`", of, code(name), told(ours), told(theirs)) for name, ours, theirs in shown]
            if rest := len(differing) - len(shown):
                rows.append((f"`{client}`", of, f"{rest} more", "", ""))
    return table(*rows)


def cells(found: Found) -> list[str]:
    """For each cell of each client that is not the default, a name that shows it."""
    rows: list[tuple[object, ...]] = [("client", "what it does", "for example", "answer", "otherwise")]
    for client, row in found.items():
        steps = CLIENTS[client].steps
        names = shown_names(row)
        for cell in fields(Steps):
            value = getattr(steps, cell.name)
            if value != cell.default:
                rows.extend(row_of_cell(client, cell.name, value, names))
    return table(*rows)


def shown_names(row: "dict[str, Asked]") -> list[tuple[str, Answer]]:
    """Names that may be shown, with the answers of the client, where its model gives the same; the shortest first."""
    found = []
    for of, most in (("letters", MOST_LETTERS), ("vectors", len(row["vectors"].names)), ("made", MOST_MADE)):
        asked = row[of]
        rows = zip(asked.names, asked.observed, asked.predicted, strict=True)
        for name, observed, predicted in islice(rows, most):
            is_equal = observed == predicted or observed[0] == predicted[0] == "refused"
            if is_equal and sets.is_shown(name) and observed != ("host", "") and len(name) < 300:
                found.append((name, observed))
    return sorted(found, key=lambda pair: (len(pair[0]), pair[0].isascii(), pair[0]))


def row_of_cell(client: str, cell: str, value: object, names: list[tuple[str, Answer]]) -> Iterator[tuple[object, ...]]:
    """A row, if there is a name that shows the cell: with the default the model would answer otherwise."""
    steps = CLIENTS[client].steps
    default = replace(steps, **{cell: getattr(Steps(), cell)})
    said = MEANINGS[cell].format(".".join(map(str, value)) if isinstance(value, tuple) else value)
    for name, answer in names:
        other = models.answer_of(name, default)
        if other != answer and not other[0] == answer[0] == "refused":
            yield (f"`{client}`", said, code(name), told(answer), told(other))
            return


def code(text: str) -> str:
    shortened = text if len(text) <= 48 else f"{text[:20]}…{text[-16:]}"
    escaped = "".join(one if one.isprintable() and not is_hidden(one) else f"\\u{{{ord(one):x}}}" for one in shortened)
    return f"<code>{html.escape(escaped).replace('|', '&#124;').replace('*', '&#42;').replace('_', '&#95;')}</code>"


def is_hidden(character: str) -> bool:
    import unicodedata

    return unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf", "Cn", "Co") or character == "`"


def told(answer: Answer) -> str:
    if answer[0] in ("refused", "unknown"):
        return {"refused": "refused", "unknown": "not told"}[answer[0]]
    return code(answer[1]) + (" (raw)" if answer[0] == "raw" else "")


def hosts(found: Found) -> list[str]:
    """The number of names of vectors/ and of the made ones go to how many hosts."""
    rows: list[tuple[object, ...]] = [
        ("set", "names", "one host, nobody refuses", "some refuse", "two hosts or more", "nobody takes")
    ]
    for of in ("vectors", "made", "converted"):
        answers: dict[str, set[str | None]] = {}
        for row in found.values():
            for name, answer in zip(row[of].names, row[of].observed, strict=True):
                answers.setdefault(name, set()).add(host_of(answer))
        kinds = Counter(map(kind_of_hosts, answers.values()))
        order = ("one", "some", "several", "none")
        rows.append((f"`{of}`", f"{len(answers):,}", *(f"{kinds[kind]:,}" for kind in order)))
    return table(*rows)


def kind_of_hosts(answers: set[str | None]) -> str:
    different = {host.lower().rstrip(".") for host in answers if host is not None}
    if len(different) > 1:
        return "several"
    if not different:
        return "none"
    return "some" if None in answers else "one"


def run(found: Found, seed: int) -> list[str]:
    sizes = {
        of: max(len(row[of].names) for row in found.values()) for of in ("vectors", "letters", "made", "converted")
    }
    told_sizes = ", ".join(f"{of} {size:,}" for of, size in sizes.items())
    without = sum(client not in CLIENTS for client in found)
    counts = f"Asked: {len(found)} clients, {without} of them without a model."
    return [f"{counts} Names: {told_sizes}; seed of the made ones {seed}."]
