"""Mebibytes for `acelabel.display` and `acelabel.security`: of each kind a benign text, and hostile ones."""

from collections.abc import Callable
from contextlib import suppress

from acelabel import AceError, display, security

MEBIBYTE = 1 << 20
# What each kind repeats: first the benign text, then the hostile ones.
KINDS = {
    "ASCII": {"benign": "example.", "dots": ".", "one label": "a", "digits": "0", "digits and dots": "0."},
    "Latin": {
        "benign": "müller.",
        "thorns": "þ",
        "strokes": "ł.",
    },
    "marks": {
        "benign": "mu\u0308ller.",
        "one mark": "\u0301",
        "marks out of order": "\u0301\u0323",
        "marks and dots": "a\u0301.",
    },
    "Cyrillic": {"benign": "пример.", "one label": "а", "look-alikes": "раураl.", "scripts": "aа", "I": "ӏ."},
    "right-to-left": {
        "benign": "דוגמה.",
        "one label": "א",
        "dots": "א.",
        "brackets": "א(",
        "pairs of brackets": "(ב)",
        "embeddings": "\u202bא",
        "isolates": "\u2067א",
        "paragraphs": "א\u2029",
        "digits": "א1",
    },
}
_WATCHLIST = display.Watchlist(["paypal.com", "müller.de", "a.b.c.d", "þ", "пример.рф"])


def watched(text: str) -> None:
    """Make a watchlist of a text, which may be no name."""
    with suppress(AceError):
        display.Watchlist([text])


CALLS: dict[str, Callable[[str], object]] = {
    "display.report": display.report,
    "display.report beside a watchlist": lambda text: display.report(text, watchlist=_WATCHLIST),
    "display.to_display": display.to_display,
    "Watchlist.lookup": _WATCHLIST.lookup,
    "Watchlist": watched,
    "security.skeleton": security.skeleton,
    "security.bidi_skeleton ltr": lambda text: security.bidi_skeleton(text, "ltr"),
    "security.bidi_skeleton rtl": lambda text: security.bidi_skeleton(text, "rtl"),
    "security.confusable": lambda text: security.confusable(text, text),
    "security.scripts": security.scripts,
    "security.restriction_level": security.restriction_level,
    "security.mixed_numbers": security.mixed_numbers,
    "security.identifier_types": security.identifier_types,
    "security.identifier_status": security.identifier_status,
}


def texts(octets: int = MEBIBYTE) -> dict[str, dict[str, str]]:
    """Texts of about so many octets, by kind and family."""
    return {
        kind: {family: unit * (octets // len(unit.encode())) for family, unit in units.items()}
        for kind, units in KINDS.items()
    }
