"""Names for engines: with nulls, duplicates and refused rows, and what the functions for one text make of them."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

import acelabel
from acelabel import AceError, display, host, registry, suffix
from acelabel._native import error_words
from acelabel._works import WORKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROWS = ["example.com", "Bücher.example", None, "a..b", "XN--BCHER-KVA.example", "日本語.jp", "Bücher.example"]
GOOD = [row for row in ROWS if row != "a..b"]
REFUSED = ["a..b", "", "xn--a", "a_b.example", "-a.example", "\u0301a.example", f"{'ü' * 60}.example"]
WORDS = ["www", "Bücher", "日本語", "пример", "mail", "straße", "EXAMPLE", "faß", "कखग", "a1"]
MESSAGE = "empty_label at offset 2 in label 1: the label is empty: 'a.».«b'"
# The names in SQL of what can refuse a text, and the functions for one text.
SQL: dict[str, Callable[[str], Any]] = {
    work.sql: work.function() for work in WORKS if work.can_keep and work.rules != "suffixes" and work.sql
}
RULES = suffix.Rules(["com", "*.example"])
# Functions that refuse nothing.
LINES = [
    "аррӏе.com",
    "see //bücher.example/ü",
    None,
    "by a@xn--bcher-kva.example.",
    "nothing here",
    "xn--bcher-kva xn--a",
]
NEVER_REFUSING: dict[str, Callable[..., Any]] = {
    work.name: work.function()
    for work in WORKS
    if (work.refused, work.result) == ("never", "text") and work.rules != "registry"
}
VERDICTS = {work.name: work.function() for work in WORKS if work.refused == "false"}
NAMES_IN_SQL = {work.name: work.sql for work in WORKS if work.sql}
# Texts that the function of each name takes.
TAKEN = {
    "punycode_decode": "bcher-kva",
    "email_canonical": "Ü@Bücher.example.",
    "url_host": "https://u@Bücher.example:80/x",
}


@cache
def names(count: int) -> list[str | None]:
    """Names in no order, the same in every run."""
    rng = random.Random(count)
    known = [*(rng.choice(WORDS) + str(number % 997) + ".example" for number in range(5_000)), *REFUSED]

    def drawn() -> Iterator[str | None]:
        for number in range(count):
            kind = rng.randrange(20)
            if kind == 0:
                yield None
            elif kind == 1:
                yield rng.choice(REFUSED)
            elif kind < 6:
                yield rng.choice(known)
            else:
                yield f"{rng.choice(WORDS)}{number}.{rng.choice(WORDS)}.com"

    return list(drawn())


def one(convert: Callable[..., Any], text: str | None, **options: Any) -> Any:
    """Return what the function for one text makes of it, None if the text is refused."""
    if text is None:
        return None
    try:
        return convert(text, **options)
    except AceError:
        return None


def each(convert: Callable[..., Any], rows: list[str | None], **options: Any) -> list[Any]:
    """The same of many."""
    return [one(convert, row, **options) for row in rows]


def verdicts(rows: list[str | None]) -> dict[str, list[bool | None]]:
    """The answers of each verdict about texts."""
    return {name: each(judge, rows) for name, judge in VERDICTS.items()}


def below(rows: list[str | None]) -> list[bool | None]:
    """Which names lie below `example`."""
    return each(acelabel.is_below, rows, zone="example")


def registrable(rows: list[str | None]) -> list[str | None]:
    """The registrable domains of names by `RULES`."""
    return each(RULES.registrable, rows)


URLS = ["https://u:p@Bücher.example:8080/x", None, "http://0x7f.1/", "a..b", "ws://[::1]:80", "http://a..b/"]


def facts_of_host(url: str | None) -> dict[str, Any] | None:
    """A row of the column `host`."""
    if url is None:
        return None
    facts: dict[str, Any] = dict.fromkeys(("kind", "ascii", "unicode", "port", "code", "offset", "reserved"))
    try:
        found = host.of_url(url)
    except AceError as error:
        return facts | {"code": error.code, "offset": error.offset}
    return (
        facts
        | {"kind": found.kind, "ascii": found.ascii, "unicode": found.unicode, "port": found.port}
        | {"reserved": found.reasons[0] if found.kind == "domain" and found.reasons else None}
    )


def facts_of_parts(name: str | None) -> dict[str, Any] | None:
    """A row of the column `suffix_parts`; None for a name that is refused."""
    found = one(RULES.parts, name)
    return found and dict(zip(("suffix", "registrable", "subdomain"), found, strict=True))


WATCHLIST = display.Watchlist(["paypal.com"], labels=["paypal"], distance=1)
LOOKALIKES = ["раураl.com", None, "payapl.net", "example.com", "my-paypal.example", "see https://paypa1.com/x", ""]


def facts_of_lookalike(text: str | None, watchlist: display.Watchlist = WATCHLIST) -> dict[str, Any] | None:
    """A row of the column `lookalikes`."""
    for found in watchlist.lookup(text or ""):
        facts = {"target": found.target, "how": found.how, "score": found.score}
        return facts | dict(zip(("start", "end"), found.span, strict=True))
    return None


REGISTRY = registry.Rules.from_xml(
    b'<lgr xmlns="urn:ietf:params:xml:ns:lgr-1.0"><data><char cp="00FC"><var cp="0075" type="blocked"/></char>'
    b'<char cp="0075"><var cp="00FC" type="blocked"/></char><char cp="002D" not-when="first"/>'
    b'<range first-cp="0061" last-cp="0074"/><range first-cp="0076" last-cp="007A"/></data><rules>'
    b'<rule name="first"><look-behind><start/></look-behind><anchor/></rule></rules></lgr>'
)
LABELS = ["müller", None, "muller", "-a", "a.b", "", "möbel", "müller"]


def facts_of_verdict(label: str | None) -> dict[str, Any] | None:
    """A row of the column `registry_check`."""
    if label is None:
        return None
    verdict = REGISTRY.check(label)
    first = verdict.problems[0] if verdict.problems else None
    facts = {"eligible": verdict.eligible, "disposition": verdict.disposition}
    return facts | {"code": first and first.code, "offset": first and first.offset}


def indexes(labels: list[str | None]) -> list[str | None]:
    """The index labels of labels."""
    return [None if label is None else REGISTRY.index(label) for label in labels]


TEXTS = ["//bücher.example/ü a@a_b.de", None, "", "hxxp://a[.]b, xn--tda.de и пример.рф", "nothing \n//%C3%BC.de"]


def in_columns(found: acelabel.text.Found[str]) -> dict[str, Any]:
    """The facts of a name that columns have."""
    keys = ("start", "end", "kind", "name", "is_escaped", "code", "is_defanged", "decoded")
    return {key: getattr(found, key) for key in keys}


def facts_of_names(line: str | None, **options: Any) -> list[dict[str, Any]] | None:
    """A row of the column `text_find`."""
    return None if line is None else [in_columns(found) for found in acelabel.text.find(line, **options)]


@cache
def million(convert: Callable[[str], Any]) -> list[Any]:
    """Return what a function makes of a million names."""
    return each(convert, names(1_000_000))


def reported(text: str | None, convert: Callable[[str], str | None] = acelabel.to_ascii) -> dict[str, Any]:
    """Return what a report says of a name, or of another text."""
    facts: dict[str, Any] = dict.fromkeys(("value", "code", "label_index", "offset", "message"))
    if text is not None:
        try:
            facts["value"] = convert(text)
        except AceError as error:
            facts |= {"code": error.code, "label_index": error.label_index, "offset": error.offset}
            # The reason and the hint where only the code and the character are known.
            reason, hint, *_ = error_words(error.code, None, None, error.codepoint, 0, None, error.unicode)
            facts["message"] = f"{reason}; {hint}" if hint else reason
    return facts
