"""The labels and names that the benchmarks run over, seeded, so that they are the same everywhere.

Labels: of each script, the union of all, shuffled, and the samples of RFC 3492. Names: `names-log` is 97 of 100 times
plain ASCII in lower case, of two labels and more, few of them new, most seen before, as in a log; the others are in
upper case, A-labels, or internationalised. `names-idn` has a label or two of some script under a top-level domain of
the same or of ASCII. `names-registered` has one internationalised label under a top-level domain of ASCII, as most of
them are registered, three of ten with a host.
"""

import json
import random
import unicodedata
from pathlib import Path

from scripts import SCRIPTS, label

VECTORS = Path(__file__).resolve().parent.parent / "tests/vectors/rfc3492.json"
LABEL_SEED, NAME_SEED = 3492, 46
LABELS = REGISTERED = 100_000
NAMES = 20_000
# The number of different names in a log of that length.
KNOWN = 4_000
LONGEST = 63
HOSTS = ("www", "api", "cdn", "mail", "static", "img", "m", "login", "edge-12", "eu-west-1", "s3", "tracker", "ns1")
WORDS = (
    "example", "shop", "news", "cloud", "media", "video", "bank", "travel", "weather", "photo", "store", "games",
    "music", "paper", "green", "north", "river", "metric", "content", "data", "secure", "update", "assets", "search",
)  # fmt: skip
TOP_LEVEL = ("com", "com", "com", "net", "org", "de", "io", "co.uk", "info", "fr", "com.br", "dev")
IDN_TOP_LEVEL = ("рф", "中国", "भारत", "한국", "ไทย", "ελ")


def generated() -> dict[str, list[str]]:
    """The labels of each script: all different, equally many but for the rest of the division."""
    corpora: dict[str, list[str]] = {}
    for place, (name, script) in enumerate(SCRIPTS.items()):
        rng = random.Random(LABEL_SEED + place)
        wanted = LABELS // len(SCRIPTS) + (place < LABELS % len(SCRIPTS))
        labels: dict[str, None] = {}
        while len(labels) < wanted:
            labels[label(rng, script)] = None
        corpora[name] = list(labels)
    return corpora


def label_corpora() -> dict[str, list[str]]:
    scripts = generated()
    everything = [text for labels in scripts.values() for text in labels]
    random.Random(LABEL_SEED).shuffle(everything)
    samples = json.loads(VECTORS.read_text(encoding="utf-8"))["samples"]
    corpora = {"idn": everything, "rfc": [sample["text"] for sample in samples]}
    return corpora | {f"script-{name}": labels for name, labels in scripts.items()}


def is_accepted(label: str) -> bool:
    """No check refuses such a label, alone or beside any other: it begins with a letter, has letters of one
    direction and is not too long."""
    classes = {unicodedata.bidirectional(character).replace("AL", "R") for character in label}
    is_of_one_direction = unicodedata.bidirectional(label[0]) in ("L", "R", "AL") and not {"L", "R"} <= classes
    return is_of_one_direction and len("xn--" + label.encode("punycode").decode()) <= LONGEST


def plain(rng: random.Random) -> str:
    name = rng.choice(WORDS) + rng.choice(("", "", "-", "24", "")) + rng.choice(WORDS)
    hosts = [rng.choice(HOSTS) for _ in range(rng.choice((0, 1, 1, 1, 2)))]
    return ".".join([*hosts, name, rng.choice(TOP_LEVEL)])


def host(rng: random.Random) -> list[str]:
    return [rng.choice(("www", "shop", "mail"))] if rng.random() < 0.3 else []


def internationalised(rng: random.Random, labels: list[str]) -> str:
    start = host(rng)
    own = [rng.choice(labels) for _ in range(rng.choice((1, 1, 1, 2)))]
    top = rng.choice(TOP_LEVEL if rng.random() < 0.7 else IDN_TOP_LEVEL)
    return ".".join([*start, *own, top])


def name_corpora() -> dict[str, list[str]]:
    labels = [label for labels in generated().values() for label in labels if is_accepted(label)]
    rng = random.Random(NAME_SEED)
    registered = [".".join([*host(rng), rng.choice(labels), rng.choice(TOP_LEVEL)]) for _ in range(REGISTERED)]
    rng = random.Random(NAME_SEED)
    idn = [internationalised(rng, labels) for _ in range(NAMES)]
    known = [plain(rng) for _ in range(KNOWN)]
    log = []
    for _ in range(NAMES):
        kind = rng.random()
        if kind < 0.97:
            # Some names are asked for far more often than others.
            log.append(known[min(int(rng.paretovariate(0.6)), KNOWN) - 1])
        elif kind < 0.98:
            log.append(plain(rng).upper())
        elif kind < 0.99:
            log.append(internationalised(rng, labels))
        else:
            log.append(f"xn--{rng.choice(labels).encode('punycode').decode()}.{rng.choice(TOP_LEVEL)}")
    return {"names-log": log, "names-idn": idn, "names-registered": registered}


def write(corpora: dict[str, list[str]], into: Path) -> None:
    """Write each corpus into a file of the folder as UTF-8, one text to a line."""
    into.mkdir(parents=True, exist_ok=True)
    for name, texts in corpora.items():
        (into / f"{name}.txt").write_text("\n".join(texts) + "\n", encoding="utf-8", newline="\n")
