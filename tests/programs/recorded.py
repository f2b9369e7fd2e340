"""The fixture: what each client answers for the names of vectors/ and some made ones, at a date.

tests/vectors/programs.json.xz holds the clients, and for each name its different answers and, client by client, which
of them it gives: `.` where it was not asked. Names that parsers of URLs read each in its own way are left out, in every
width, and so are names that become empty somewhere.
"""

import datetime
import json
import lzma
from pathlib import Path
from typing import Any, Protocol

import sets

PATH = Path(__file__).parents[1] / "vectors" / "programs.json.xz"
MOST_MADE = 4_000
# A digit for each answer of a name; no name has as many.
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
Answer = tuple[str, str]


class Answers(Protocol):
    names: list[str]
    observed: list[Answer]


def write(found: "dict[str, tuple[Answers, ...]]") -> None:
    by_name: dict[str, dict[str, Answer]] = {}
    for client, asked in found.items():
        for part in asked:
            for name, answer in list(zip(part.names, part.observed, strict=True)):
                by_name.setdefault(name, {})[client] = answer if answer[0] != "refused" else ("refused", "")
    is_made = {name for part in next(iter(found.values()))[1:] for name in part.names[MOST_MADE:]}
    rows = [
        row_of(name, answers, list(found))
        for name, answers in by_name.items()
        if name not in is_made and sets.is_shown(name) and ("host", "") not in answers.values()
    ]
    content = {"date": str(datetime.datetime.now(datetime.UTC).date()), "clients": list(found), "rows": rows}
    PATH.write_bytes(lzma.compress(json.dumps(content, separators=(",", ":")).encode("ascii"), preset=9))


def row_of(name: str, answers: dict[str, Answer], clients: list[str]) -> list[Any]:
    """The name, its different answers, and a digit for each client. A host is a text, raw octets are a list, refused
    is null."""
    different = list(dict.fromkeys(answers.values()))
    digits = (DIGITS[different.index(answers[client])] if client in answers else "." for client in clients)
    texts = [{"host": text, "raw": [text]}.get(kind) for kind, text in different]
    return [name, texts, "".join(digits)]


def read() -> dict[str, dict[str, Answer]]:
    """For each client the answers that are recorded, by name."""
    content = json.loads(lzma.decompress(PATH.read_bytes()))
    found: dict[str, dict[str, Answer]] = {client: {} for client in content["clients"]}
    for name, texts, digits in content["rows"]:
        answers = [answer_of(text) for text in texts]
        for client, digit in zip(content["clients"], digits, strict=True):
            if digit != ".":
                found[client][name] = answers[DIGITS.index(digit)]
    return found


def answer_of(text: str | list[str] | None) -> Answer:
    if text is None:
        return ("refused", "")
    return ("host", text) if isinstance(text, str) else ("raw", text[0])
