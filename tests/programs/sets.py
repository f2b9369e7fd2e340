"""The sets of names that programs are asked about.

`vectors`: the names of vectors/. `letters`: every assigned code point beyond ASCII and every one that UTS #46 does not
disallow, as X.example. `made`: words of forty languages and their damage (tests/python/label_inputs.py). `converted`:
what `acelabel.to_ascii` gives for those of `vectors` and `made` that it takes.

No name has a NUL or half of a character. Where a name goes into a URL, none has ASCII that ends or divides a host
there. Of made names none has such characters in another width, either.
"""

import json
import re
import unicodedata
from itertools import islice

import label_inputs
from cells import FORBIDDEN, SEPARATORS
from judge_steps import words
from punycode_steps import decode
from standard_rows import KINDS, VECTORS

import acelabel

HALVES = re.compile("[\0\ud800-\udfff]")
URL_SYNTAX = re.compile(f"[{re.escape(FORBIDDEN)}]")


def vectors() -> list[str]:
    rows = (row for kind in KINDS for row in json.loads((VECTORS / f"{kind}.json").read_text("ascii"))["rows"])
    return list(dict.fromkeys(name for name, _ in rows if not HALVES.search(name)))


def letters() -> list[str]:
    found = []
    for code in range(0x80, 0x110000):
        character = chr(code)
        is_assigned = unicodedata.category(character) not in ("Cn", "Co", "Cs")
        if is_assigned or words(character)[1] != "Disallowed":
            found.append(f"{character}.example")
    return found


def made(count: int, seed: int) -> list[str]:
    """So many different names of the generator with this seed."""
    names = label_inputs.names(4 * count, seed)
    return list(islice(dict.fromkeys(filter(is_storable, names)), count))


def is_storable(name: str) -> bool:
    """True if a name has nothing that parsers of URLs read each in its own way, in no width."""
    return not HALVES.search(name) and not URL_SYNTAX.search(unicodedata.normalize("NFKC", name))


def is_shown(name: str) -> bool:
    """True if a name may be shown with its answers: no label of it is ASCII behind `xn--`, which some hand out."""
    labels = SEPARATORS.split(unicodedata.normalize("NFKC", name).lower())
    texts = [decode(label[4:]) for label in labels if label.startswith("xn--")]
    return is_storable(name) and not any(text is not None and text.isascii() for text in texts)


def converted(names: list[str]) -> list[str]:
    forms = acelabel.to_ascii_many(names, errors="null")
    return list(dict.fromkeys(form for form in forms if form))


def takes(name: str, kind: str) -> bool:
    """True if a program is asked about a name: all of them where it takes names."""
    return kind == "name" or not URL_SYNTAX.search(name)
