"""Texts with names, URLs and comments of HTML, drawn at random."""

import random
from collections.abc import Iterator

LABELS = [
    *("xn--tda", "XN--BCHER-KVA", "xn--4dbc", "xn--i-7iq", "xn--a", "xn--", "xn--ls8h", "xn--p1ai", "xn--zca"),
    *("ü", "bücher", "BÜCHER", "рф", "אב", "عرب", "日本", "ß", "☃", "❤", "💩", "a·b", "a・日", "١", "²", "ﬁ", "ⓒⓞⓜ"),
    *("example", "com", "a", "A", "1", "127", "_dmarc", "-", "--", "_", "a_b", "x" * 63, "x" * 64),
]
SEPARATORS = ["."] * 6 + ["。", "．", "｡", "..", "\u00ad.", ".\u200b"]
IGNORED = ["\u00ad", "\u200b", "\u2060", "\u034f", "\ufe0f", "\ufeff"]
OTHER = [
    *"!$&'*+,;=~[]{}|^`\"<>\\%:@/?#-_ \t\n",
    *("।", "،", "؟", "。", "，", "」", "–", "’", "”", "™", "✓", "€", "→", "•", "·", "・", "׳", "་", "゠", "①"),
    *("\u200d", "\u200e", "\u2800", "\u3000", "\u2044", "\u2571", "\U00013441", "\ue000", "\u0378", "́", "⃣"),
    *("//", ":80", ":", ":x", "%C3%BC", "%22", "%FC", "\\u00fc", "\\/", "\\n", "&quot;", "[::1]", "http://", "mailto:"),
]
ENDS = ["/", "/x", "/ü?ü#ü", "?q", "#f", "\\x", ":80/", ":8080", ":/", " and", "\n", '"', "<b>", "`", "", ""]


def name(chosen: random.Random) -> str:
    """A name, or what looks like one."""
    parts = []
    for _ in range(chosen.randint(1, 3)):
        parts += [chosen.choice(LABELS), chosen.choice(SEPARATORS)]
        if chosen.random() < 0.1:
            parts[-2] += chosen.choice([*IGNORED, *LABELS])
    host = "".join(parts[:-1])
    if chosen.random() < 0.15:
        at = chosen.randint(0, len(host))
        host = host[:at] + chosen.choice(IGNORED + OTHER) + host[at:]
    return host


def texts(count: int, seed: str) -> Iterator[str]:
    """Texts without parentheses, in which those of `annotate` are seen."""
    chosen = random.Random(f"texts {seed}")
    marks = ["//", "https://", "a@", "@", '"a b"@', "ü@", "", "", " ", "→", "•", "☃", "\\n", "/", "//u@"]
    for _ in range(count):
        yield "".join(
            chosen.choice(marks) + name(chosen) + chosen.choice([*OTHER, " ", " ", "\n"])
            for _ in range(chosen.randint(1, 5))
        )


def urls(count: int, seed: str) -> Iterator[str]:
    """URLs of the web, each at the beginning of a text."""
    chosen = random.Random(f"urls {seed}")
    users = [""] * 8 + ["u@", "u:p@", "ü@", "xn--tda@", "a@b@", "u,v@", "u%40@", ":@"]
    for _ in range(count):
        yield (
            "https://" + chosen.choice(users) + name(chosen) + chosen.choice(ENDS + OTHER) + chosen.choice(["", "x.ü"])
        )


def comments(count: int, seed: str) -> Iterator[str]:
    """Names in comments of HTML, with hyphens and spaces around them."""
    chosen = random.Random(f"comments {seed}")
    marks = ["<!--", "<!-- ", "-->", " -->", "--!>", "--", "-", "->", ">", " ", " ", "\n"]
    starts = ["", "", "https://", "//", "//u@", "a@", "@", "ü@", "a-@"]
    for _ in range(count):
        parts = [chosen.choice(marks), chosen.choice(starts), name(chosen), chosen.choice([*marks, *ENDS])]
        for _ in range(chosen.randint(0, 3)):
            parts += [*chosen.choices(marks, k=chosen.randint(0, 2)), chosen.choice(starts), name(chosen)]
        yield "".join([*parts, chosen.choice(marks)])
