"""A slow, obvious reader of tables, which the modules `csv` and `json` judge: values, and the octets around them."""

import csv
import io
import json
import random
from typing import Literal

NAMES = ["ü.de", "ok.com", "a..b", "ß", "", "xn--tda", "例え.テスト", 'q"x', "a\nb", " ü "]
CHARACTERS = "aü,;\"'{}[]\\/\t 0-#\u2028\x85"


def text(rng: random.Random) -> str:
    if rng.random() < 0.6:
        return rng.choice(NAMES)
    return "".join(rng.choices(CHARACTERS, k=rng.randrange(6)))


def csv_table(rng: random.Random, width: int = 3) -> tuple[str, list[list[str]], str]:
    """A table with its header, the rows, and the separator."""
    delimiter = rng.choice([",", ";", "\t", "|", "ü", "→"])
    written = io.StringIO(newline="")
    end = rng.choice(["\n", "\r\n"])
    quoting: Literal[0, 1] = rng.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
    writer = csv.writer(written, delimiter=delimiter, lineterminator=end, quoting=quoting)
    rows = [[text(rng) for _ in range(width)] for _ in range(rng.randrange(8))]
    writer.writerow(["id", "host", "note"][:width])
    writer.writerows(rows)
    table = written.getvalue()
    return table.removesuffix(end) if rng.random() < 0.3 else table, rows, delimiter


def json_value(rng: random.Random, depth: int = 0) -> object:
    choice = rng.randrange(8 if depth < 3 else 5)
    if choice < 5:
        return [text(rng), rng.randrange(9), 1.5, None, rng.random() < 0.5][choice]
    if choice == 5:
        return [json_value(rng, depth + 1) for _ in range(rng.randrange(3))]
    return {text(rng): json_value(rng, depth + 1) for _ in range(rng.randrange(3))}


def json_lines(rng: random.Random) -> tuple[str, list[dict[str, object] | None]]:
    """Lines of objects, of which some have a host; None for an empty line."""
    rows: list[dict[str, object] | None] = []
    for _ in range(rng.randrange(8)):
        if rng.random() < 0.1:
            rows.append(None)
            continue
        members = {f"k{number}": json_value(rng) for number in range(rng.randrange(3))}
        host: object = text(rng) if rng.random() < 0.7 else [text(rng) for _ in range(rng.randrange(3))]
        if rng.random() < 0.9:
            members[rng.choice(["host", "host", "h\tost"])] = host
        items = [*members.items()]
        rng.shuffle(items)
        rows.append(dict(items))
    lines = [
        ""
        if row is None
        else json.dumps(
            row, ensure_ascii=rng.random() < 0.5, separators=rng.choice([(",", ":"), (", ", ": "), (" ,\t", " :\r")])
        )
        for row in rows
    ]
    return "".join(f"{line}\n" for line in lines), rows


def pieces(rng: random.Random, data: bytes) -> list[bytes]:
    """The octets cut at random, some piece by piece of one octet."""
    if rng.random() < 0.3:
        return [data[place : place + 1] for place in range(len(data))]
    cuts = sorted(rng.choices(range(len(data) + 1), k=rng.randrange(5)))
    return [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]
