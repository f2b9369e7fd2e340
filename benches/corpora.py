"""The texts the benchmarks run over, written to a folder as UTF-8, one label to a line.

`idn-<script>.txt` and their shuffled union `idn.txt` come from a seeded generator, so that they are the same
everywhere. `words-*.txt` are taken from word lists that happen to be installed (Debian's hunspell and word list
packages) and from the public suffix list of the package `publicsuffixlist`. Nothing of it is kept in the repository.
"""

import importlib.util
import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

from scripts import SCRIPTS, label

VECTORS = Path(__file__).resolve().parent.parent / "tests/vectors/rfc3492.json"
SEED = 3492
LABELS = 100_000
SAMPLE = 20_000
WORDS = 20_000
LONGEST = 63

# Installed file: encoding, and the name of the corpus.
WORD_LISTS = {
    "/usr/share/dict/ngerman": ("utf-8", "german"),
    "/usr/share/dict/french": ("utf-8", "french"),
    "/usr/share/hunspell/ru_RU.dic": ("utf-8", "russian"),
    "/usr/share/hunspell/el_GR.dic": ("iso-8859-7", "greek"),
    "/usr/share/hunspell/ar.dic": ("utf-8", "arabic"),
    "/usr/share/hunspell/he_IL.dic": ("utf-8", "hebrew"),
    "/usr/share/hunspell/hi_IN.dic": ("utf-8", "hindi"),
    "/usr/share/hunspell/th_TH.dic": ("utf-8", "thai"),
    "/usr/share/hunspell/ko.dic": ("utf-8", "korean"),
}


def generated() -> dict[str, list[str]]:
    """The labels of each script: all different, equally many but for the rest of the division."""
    corpora: dict[str, list[str]] = {}
    for place, (name, script) in enumerate(SCRIPTS.items()):
        rng = random.Random(SEED + place)
        wanted = LABELS // len(SCRIPTS) + (place < LABELS % len(SCRIPTS))
        labels: dict[str, None] = {}
        while len(labels) < wanted:
            labels[label(rng, script)] = None
        corpora[name] = list(labels)
    return corpora


def usable(words: Iterable[str]) -> list[str]:
    """At most `WORDS` different words with a character outside ASCII, in a seeded order."""
    kept = sorted({word for word in words if not word.isascii() and len(word) <= LONGEST})
    random.Random(SEED).shuffle(kept)
    return kept[:WORDS]


def installed_words() -> Iterator[tuple[str, list[str]]]:
    """The word lists of this machine, by name."""
    for path, (encoding, name) in WORD_LISTS.items():
        if Path(path).exists():
            lines = Path(path).read_text(encoding=encoding, errors="ignore").splitlines()
            # A hunspell line is a word, a slash and its flags.
            yield name, usable(line.split("/")[0].split("\t")[0].strip().lower() for line in lines)


def public_suffixes() -> Iterator[tuple[str, list[str]]]:
    """The labels of the public suffix list that are written in their own script."""
    if found := importlib.util.find_spec("publicsuffixlist"):
        for folder in found.submodule_search_locations or ():
            text = (Path(folder) / "public_suffix_list.dat").read_text(encoding="utf-8")
            rules = (line.strip() for line in text.splitlines() if not line.startswith("//"))
            yield "public-suffixes", usable(label for rule in rules for label in rule.lstrip("!").split("."))


def fixed() -> dict[str, list[str]]:
    """The corpora that are the same everywhere: the generated ones and the samples of RFC 3492."""
    scripts = generated()
    everything = [text for labels in scripts.values() for text in labels]
    random.Random(SEED).shuffle(everything)
    samples = json.loads(VECTORS.read_text(encoding="utf-8"))["samples"]
    corpora = {"idn": everything, "idn-sample": everything[:SAMPLE], "rfc": [sample["text"] for sample in samples]}
    return corpora | {f"script-{name}": labels for name, labels in scripts.items()}


def installed() -> dict[str, list[str]]:
    """The corpora of words that this machine happens to have."""
    return {f"words-{name}": words for name, words in (*installed_words(), *public_suffixes())}


def write(corpora: dict[str, list[str]], into: Path) -> None:
    """Write the corpora into a folder in place of those that were there."""
    into.mkdir(parents=True, exist_ok=True)
    for old in into.glob("*.txt"):
        old.unlink()
    for name, labels in corpora.items():
        (into / f"{name}.txt").write_text("\n".join(labels) + "\n", encoding="utf-8", newline="\n")


def described(labels: list[str]) -> dict[str, float]:
    """Number of labels, mean code points, mean code points outside ASCII."""
    characters = "".join(labels)
    outside = sum(character > "\x7f" for character in characters)
    return {"labels": len(labels), "mean": len(characters) / len(labels), "outside": outside / len(labels)}
