"""The domain names the benchmarks run over: as a log has them, and internationalised ones. Seeded: the same everywhere.

`names-log`: 97 of 100 are plain ASCII in lower case: hosts of two labels and more, few of them new, most seen before,
as in a log. The others are in upper case, A-labels, or internationalised. `names-idn`: a label or two of some script
under a top-level domain of the same or of ASCII. `names-registered`: one internationalised label under a top-level
domain of ASCII, as most internationalised names are registered, three of ten with a host.
"""

import random
import unicodedata

from corpora import LONGEST, generated

SEED = 46
NAMES = 20_000
REGISTERED = 100_000
# How many different names a log of that length has.
KNOWN = 4_000
HOSTS = ("www", "api", "cdn", "mail", "static", "img", "m", "login", "edge-12", "eu-west-1", "s3", "tracker", "ns1")
WORDS = (
    "example", "shop", "news", "cloud", "media", "video", "bank", "travel", "weather", "photo", "store", "games",
    "music", "paper", "green", "north", "river", "metric", "content", "data", "secure", "update", "assets", "search",
)  # fmt: skip
TOP_LEVEL = ("com", "com", "com", "net", "org", "de", "io", "co.uk", "info", "fr", "com.br", "dev")
IDN_TOP_LEVEL = ("рф", "中国", "भारत", "한국", "ไทย", "ελ")


def plain(rng: random.Random) -> str:
    name = rng.choice(WORDS) + rng.choice(("", "", "-", "24", "")) + rng.choice(WORDS)
    hosts = [rng.choice(HOSTS) for _ in range(rng.choice((0, 1, 1, 1, 2)))]
    return ".".join([*hosts, name, rng.choice(TOP_LEVEL)])


def internationalised(rng: random.Random, labels: list[str]) -> str:
    host = [rng.choice(("www", "shop", "mail"))] if rng.random() < 0.3 else []
    own = [rng.choice(labels) for _ in range(rng.choice((1, 1, 1, 2)))]
    top = rng.choice(TOP_LEVEL if rng.random() < 0.7 else IDN_TOP_LEVEL)
    return ".".join([*host, *own, top])


def registered(rng: random.Random, labels: list[str]) -> str:
    host = [rng.choice(("www", "shop", "mail"))] if rng.random() < 0.3 else []
    return ".".join([*host, rng.choice(labels), rng.choice(TOP_LEVEL)])


def is_of_one_direction(label: str) -> bool:
    """Whether a label begins with a letter and has letters of one direction, so that it may stand beside any other."""
    classes = {unicodedata.bidirectional(character).replace("AL", "R") for character in label}
    return unicodedata.bidirectional(label[0]) in ("L", "R", "AL") and not {"L", "R"} <= classes


def fits(label: str) -> bool:
    return len("xn--" + label.encode("punycode").decode()) <= LONGEST


def idn_labels() -> list[str]:
    """Labels of all scripts that no check refuses, alone or beside each other."""
    return [label for labels in generated().values() for label in labels if is_of_one_direction(label) and fits(label)]


def name_corpora() -> dict[str, list[str]]:
    """The corpora of single names."""
    rng = random.Random(SEED)
    labels = idn_labels()
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
    return {"names-log": log, "names-idn": idn}


def column_corpora() -> dict[str, list[str]]:
    """The corpora of columns."""
    rng = random.Random(SEED)
    labels = idn_labels()
    own = [registered(rng, labels) for _ in range(REGISTERED)]
    return {"names-log": name_corpora()["names-log"], "names-registered": own}
