"""SQLite: functions of SQL, which `register` adds.

>>> import sqlite3
>>> import acelabel.sqlite
>>> connection = sqlite3.connect(":memory:")
>>> acelabel.sqlite.register(connection)
>>> connection.execute("select idna_encode('Bücher.example'), try_idna_encode('a..b'), idna_valid(null)").fetchone()
('xn--bcher-kva.example', None, None)
>>> connection.execute("select idna_report('a..b') ->> 'code'").fetchone()
('empty_label',)
"""

import json
import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any

from acelabel import UTS46, AceError
from acelabel._choices import AnyPolicy, AnyProfile
from acelabel._engines import given_in_sql, rules_of
from acelabel._native import Host, Rules, Watchlist, policy_of, profile_of, to_ascii_or_none, to_unicode_or_none
from acelabel._works import WORKS
from acelabel.display import Lookalike
from acelabel.text import Found

__all__ = ["register"]


def register(
    connection: sqlite3.Connection,
    *,
    profile: AnyProfile = UTS46,
    policy: AnyPolicy = "lookalike_aware",
    rules: Rules | None = None,
    watchlist: Watchlist | None = None,
) -> None:
    """Add the functions of SQL to a connection, as docs/engines.md lists them.

    A text that is refused ends the query, and the message of sqlite3 does not say why. With `try_` before the name it
    gives NULL, as NULL does. `idna_report`, `url_host_parts`, `idna_lookalike` and `text_find` give JSON. A number or a
    blob ends the query, with `try_` too.

    Args:
        connection: The connection. Functions of the same names are replaced, which no transaction undoes.
        profile: The rules: a Profile, or the name of one in lower case.
        policy: The rules of `idna_display`: a Policy, or the name of one in lower case.
        rules: The list of public suffixes of `registrable_domain`, an `acelabel.suffix.Rules`; or None, and there is no
            such function.
        watchlist: The names and labels of `idna_lookalike`, an `acelabel.display.Watchlist`; or None, likewise.

    Raises:
        TypeError: `rules` is no Rules, or `watchlist` no Watchlist.
        ValueError: There is no profile or no policy of this name.
        sqlite3.OperationalError: A query of the connection is read, and the functions are there already.
    """
    profile, policy = profile_of(profile), policy_of(policy)
    chosen = given_in_sql(profile, policy, rules, watchlist)
    functions: dict[str, Callable[..., Any]] = {}
    for work in WORKS:
        given: Any = chosen.get(work.rules, UTS46)
        if work.sql is not None and given is not None:
            one = work.bound(rules_of(work.name, given))
            one = partial(_JSON[work.mode], one) if work.mode in _JSON else one
            functions[work.sql] = _strict(one)
            if work.can_refuse:
                functions[f"try_{work.sql}"] = _nullable(one)
    if profile == UTS46:
        functions |= _COMPILED
    # First those that are there: where one of them cannot be replaced, none is added.
    there = _names(connection)
    for name in sorted(functions, key=lambda name: name not in there):
        try:
            connection.create_function(name, 1, functions[name], deterministic=True)
        except sqlite3.OperationalError as error:
            raise sqlite3.OperationalError(_BUSY) from error


def _names(connection: sqlite3.Connection) -> set[str]:
    """The names of functions with one argument, as far as SQLite was built to tell them."""
    cursor = connection.cursor()
    cursor.row_factory = None
    try:
        return {str(name).lower() for (name,) in cursor.execute("select name from pragma_function_list where narg = 1")}
    except sqlite3.OperationalError:
        return set()


_BUSY = "functions are not replaced while a query of the connection is read: read it to its end, or close its cursor"


# The functions that are called most, without a function of Python for NULL.
_COMPILED = {"idna_encode": to_ascii_or_none, "idna_decode": to_unicode_or_none}


def _strict(convert: Callable[[str], Any]) -> Callable[[object], Any]:
    return lambda value: None if value is None else convert(_text(value))


def _nullable(convert: Callable[[str], Any]) -> Callable[[object], Any]:
    def attempt(value: object) -> Any:
        try:
            return None if value is None else convert(_text(value))
        except AceError:
            return None

    return attempt


def _text(value: object) -> str:
    # Some functions take bytes, too, but a blob is no text in SQL.
    if not isinstance(value, str):
        raise TypeError(f"the argument must be text, not {type(value).__name__}")
    return value


def _report(to_ascii: Callable[[str], str], text: str) -> str:
    try:
        facts: tuple[Any, ...] = (to_ascii(text), None, None, None)
    except AceError as error:
        facts = (None, error.code, error.label_index, error.offset)
    return json.dumps(dict(zip(("value", "code", "label_index", "offset"), facts, strict=True)), ensure_ascii=False)


def _host(of_url: Callable[[str], Host], url: str) -> str:
    host = of_url(url)
    facts = {"kind": host.kind, "ascii": host.ascii, "unicode": host.unicode, "port": host.port}
    return json.dumps(facts, ensure_ascii=False)


def _lookalike(lookup: Callable[[str], list[Lookalike]], name: str) -> str | None:
    for found in lookup(name):
        (start, end), facts = found.span, {"target": found.target, "how": found.how, "score": found.score}
        return json.dumps(facts | {"start": start, "end": end}, ensure_ascii=False)
    return None


def _found(find: Callable[[str], list[Found[str]]], text: str) -> str:
    return json.dumps([found._asdict() for found in find(text)], ensure_ascii=False)


_JSON: dict[str, Callable[..., str | None]] = {
    "report": _report,
    "host": _host,
    "lookalike": _lookalike,
    "find": _found,
}
