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
from functools import cache, partial
from typing import Any

from acelabel import UTS46, AceError
from acelabel._choices import AnyPolicy, AnyProfile, Given
from acelabel._engines import FACTS, given_by_name, given_in_sql, is_named, rules_of
from acelabel._native import Rules, Watchlist, policy_of, profile_of, to_ascii_or_none, to_unicode_or_none
from acelabel._works import WORKS, Work

__all__ = ["register"]


def __dir__() -> list[str]:
    return sorted(__all__)


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
        rules: The list of public suffixes of `registrable_domain`, an `acelabel.suffix.Rules`. With None it is
            not registered: one of an earlier call stays, with its list.
        watchlist: The names and labels of `idna_lookalike`, an `acelabel.display.Watchlist`; or None, likewise.

    Raises:
        TypeError: `rules` is not a Rules, or `watchlist` not a Watchlist.
        ValueError: There is no profile or no policy of this name.
        sqlite3.OperationalError: A query of the connection is read, and the functions are there already.
    """
    profile, policy = profile_of(profile), policy_of(policy)
    chosen = given_in_sql(profile, policy, rules, watchlist)
    functions: dict[tuple[str, int], Callable[..., Any]] = {}
    for work in WORKS:
        given: Any = chosen.get(work.rules, UTS46)
        if work.sql is None or given is None:
            continue
        for name, wrapped in ((work.sql, _strict), (f"try_{work.sql}", _nullable))[: 1 + work.can_refuse]:
            functions[name, 1] = wrapped(_one(work, rules_of(work.name, given)))
            if is_named(work.rules):
                functions[name, 2] = _named(work, wrapped)
    if profile == UTS46:
        functions |= _COMPILED
    # First those that are there: where one of them cannot be replaced, none is added.
    there = _there(connection)
    for key in sorted(functions, key=lambda key: key not in there):
        try:
            connection.create_function(*key, functions[key], deterministic=True)
        except sqlite3.OperationalError as error:
            raise sqlite3.OperationalError(_BUSY) from error


def _one(work: Work, given: Given) -> Callable[[str], Any]:
    one, facts = work.bound(given), FACTS.get(work.mode)
    return partial(_json, facts, one) if facts else one


def _json(facts: Callable[..., Any], one: Callable[[str], Any], text: str) -> str | None:
    told = facts(one, text)
    return None if told is None else json.dumps(told, ensure_ascii=False)


def _named(work: Work, wrapped: Callable[..., Callable[[object], Any]]) -> Callable[[object, object], Any]:
    """The function whose second argument is the name of its rules."""
    by_name = cache(lambda name: wrapped(_one(work, given_by_name(work.name, [name]))))
    return lambda value, name: by_name(name)(value)


def _there(connection: sqlite3.Connection) -> set[tuple[str, int]]:
    """The names of functions and the numbers of their arguments, as far as SQLite was built to tell them."""
    cursor = connection.cursor()
    cursor.row_factory = None
    try:
        return {(name.lower(), count) for name, count in cursor.execute("select name, narg from pragma_function_list")}
    except sqlite3.OperationalError:
        return set()


_BUSY = "functions are not replaced while a query of the connection is read: read it to its end, or close its cursor"


# The functions that are called most, without a function of Python for NULL.
_COMPILED = {("idna_encode", 1): to_ascii_or_none, ("idna_decode", 1): to_unicode_or_none}


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
