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
import pickle
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from itertools import count
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from acelabel import UTS46, AceError
from acelabel._choices import AnyClients, AnyPolicy, AnyProfile, Given
from acelabel._engines import given_by_name, given_in_sql, is_named, rules_of, with_facts
from acelabel._native import (
    RegistryRules,
    Rules,
    Watchlist,
    policy_of,
    profile_of,
    to_ascii_or_none,
    to_unicode_or_none,
)
from acelabel._sqlite import Kept, kept, quoted, rows
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
    bare: bool = False,
    among: AnyClients = None,
    registry: RegistryRules | None = None,
    reindex: bool = False,
) -> None:
    """Add the functions of SQL to a connection, as docs/engines.md lists them.

    A text that is refused ends the query, and the message of sqlite3 does not say why. With `try_` before the name it
    gives NULL, as NULL does; `try_url_host_parts` says why. Results with several fields, such as those of `idna_report`
    and `text_find`, are JSON. A number or a blob ends the query, with `try_` too.

    Args:
        connection: The connection. Functions of the same names are replaced, which no transaction undoes. With the
            rules of an earlier call a function stays as it is.
        profile: The rules: a Profile, or the name of one in lower case.
        policy: The rules of `idna_display`: a Policy, or the name of one in lower case.
        rules: The list of public suffixes of the functions that begin with `registrable_`, an `acelabel.suffix.Rules`.
            With None they are not registered: those of an earlier call stay, with their list.
        watchlist: The names and labels of `idna_lookalike`, an `acelabel.display.Watchlist`; or None, likewise.
        bare: Whether the functions for URLs also take hosts without a scheme, a bool, as `host.of_url` does.
        among: The clients of `idna_agreed`, as for `clients.agreed`; None for all.
        registry: The rules of the functions `registry_...`, an `acelabel.registry.Rules`; or None, likewise.
        reindex: If True, indexes that have results of a function whose rules change are built anew, all or none of
            them. If False, such an index is an error. The first call on a connection knows no earlier rules, and builds
            none.

    Raises:
        TypeError: `rules` is not a Rules, `watchlist` not a Watchlist, `bare` not a bool, or `registry` not a
            Rules of acelabel.registry.
        ValueError: There is no profile, no policy or no client of this name.
        sqlite3.OperationalError: A query of the connection is read, and the functions are there already. Or a function
            has other rules than in an earlier call, and an index or a stored column of a database of the connection has
            results of it. Or such an index cannot be built anew, or not now, as a transaction is open. In each case
            no function and no index is changed.
        sqlite3.DatabaseError: Functions would be added or changed, and a schema of the connection cannot be read.
    """
    registered = _registered(connection).functions
    asked = _functions(profile, policy, rules, watchlist, bare, among, registry)
    new = {key: function for key, function in asked.items() if key not in registered}
    changed = {key: asked[key] for key in asked.keys() - new if not _is_same(registered[key].given, asked[key].given)}
    indexes = _indexes(connection, {name for name, _ in changed}, reindex)
    try:
        _create(connection, changed)
        _rebuild(connection, indexes)
    except BaseException:
        with suppress(sqlite3.Error):
            _create(connection, {key: registered[key] for key in changed})
        raise
    registered |= changed
    # No function is taken away again, so these come last.
    _create(connection, new)
    registered |= new


class _Function(NamedTuple):
    # None if each call names its rules.
    given: Given | None
    call: Callable[..., Any]


class _Registered:
    """The functions that were registered on a connection, which alone holds it."""

    def __init__(self) -> None:
        self.functions: dict[tuple[str, int], _Function] = {}
        self.number = next(_NUMBERS)

    def tell(self) -> int:
        return self.number


# A connection takes no weak reference and no attribute. A function of its own tells the number of what it holds, which
# is freed with that function.
_NUMBERS = count(1)
_BY_NUMBER: WeakValueDictionary[int | None, _Registered] = WeakValueDictionary()


def _registered(connection: sqlite3.Connection) -> _Registered:
    try:
        ((number,),) = rows(connection, "select acelabel_registered()")
    except sqlite3.OperationalError as error:
        if "no such function" not in str(error):
            raise
        number = None
    if found := _BY_NUMBER.get(number):
        return found
    made = _Registered()
    _BY_NUMBER[made.number] = made
    connection.create_function("acelabel_registered", 0, made.tell)
    return made


def _is_same(one: Given | None, other: Given | None) -> bool:
    # Lists of suffixes, of watched names and rules of registries are equal where they are the same object.
    return one == other or (isinstance(one, Rules | Watchlist) and pickle.dumps(one) == pickle.dumps(other))


def _functions(
    profile: AnyProfile,
    policy: AnyPolicy,
    rules: Rules | None,
    watchlist: Watchlist | None,
    bare: bool,
    among: AnyClients,
    registry: RegistryRules | None,
) -> dict[tuple[str, int], _Function]:
    """The functions by names and numbers of arguments."""
    profile = profile_of(profile)
    chosen = given_in_sql(profile, policy_of(policy), rules, watchlist, bare, among, registry)
    functions: dict[tuple[str, int], _Function] = {}
    for work in WORKS:
        given: Any = chosen.get(work.rules, UTS46)
        if work.sql is None or given is None:
            continue
        given = rules_of(work.name, given)
        for name, wrapped in ((work.sql, _strict), (f"try_{work.sql}", _nullable))[: 1 + work.can_refuse]:
            is_compiled = profile == UTS46 and name in _COMPILED
            one = _COMPILED[name] if is_compiled else wrapped(_one(work, given, wrapped is _strict))
            functions[name, 1] = _Function(given, one)
            if is_named(work.rules):
                functions[name, 2] = _Function(None, _named(work, wrapped))
    return functions


def _create(connection: sqlite3.Connection, functions: dict[tuple[str, int], _Function]) -> None:
    # First those that are there: where one of them cannot be replaced, none is added.
    there = _there(connection) if functions else set()
    for key in sorted(functions, key=lambda key: key not in there):
        try:
            connection.create_function(*key, functions[key].call, deterministic=True)
        except sqlite3.OperationalError as error:
            raise sqlite3.OperationalError(_BUSY) from error


def _indexes(connection: sqlite3.Connection, changed: set[str], reindex: bool) -> list[Kept]:
    """The indexes to build anew, if nothing else keeps results of functions whose rules change."""
    found = sorted(kept(connection, changed), key=lambda row: row.is_index)
    if found and not (reindex and found[0].is_index):
        row = found[0]
        what = f"the index {row.name}" if row.is_index else f"a stored column of the table {row.name}"
        # SQLite does not drop an index of its own.
        advice = _INDEX if row.is_index else _STORED
        advice += _OR_DROP * (row.is_index and not row.name.startswith("sqlite_autoindex_"))
        raise sqlite3.OperationalError(f"{_KEPT.format(what=what, **row._asdict())}: {advice}")
    if found and connection.in_transaction:
        raise sqlite3.OperationalError(_OPEN)
    return found


def _rebuild(connection: sqlite3.Connection, indexes: list[Kept]) -> None:
    if not indexes:
        return
    connection.execute("begin")
    try:
        for index in indexes:
            try:
                connection.execute(f"reindex {quoted(index.schema)}.{quoted(index.name)}")
            except sqlite3.Error as error:
                raise sqlite3.OperationalError(_FAILED.format(error=error, **index._asdict())) from error
        connection.execute("commit")
    except BaseException:
        # SQLite may have ended the transaction itself.
        if connection.in_transaction:
            connection.execute("rollback")
        raise


def _one(work: Work, given: Given, strict: bool) -> Callable[[str], Any]:
    one = work.bound(given)
    told = with_facts(work, one, strict=strict)
    return one if told is one else partial(_json, told)


def _json(one: Callable[[str], Any], text: str) -> str | None:
    told = one(text)
    return None if told is None else json.dumps(told, ensure_ascii=False)


def _named(work: Work, wrapped: Callable[..., Callable[[object], Any]]) -> Callable[[object, object], Any]:
    """The function whose second argument is the name of its rules."""
    by_name = cache(lambda name: wrapped(_one(work, given_by_name(work.name, [name]), wrapped is _strict)))
    return lambda value, name: by_name(name)(value)


def _there(connection: sqlite3.Connection) -> set[tuple[str, int]]:
    """The names of functions and the numbers of their arguments, as far as SQLite was built to tell them."""
    try:
        return {
            (name.lower(), taken) for name, taken in rows(connection, "select name, narg from pragma_function_list")
        }
    except sqlite3.OperationalError:
        return set()


_BUSY = "functions are not replaced while a query of the connection is read: read it to its end, or close its cursor"
_KEPT = "{function} has other rules than in the earlier call, and {what} of the database {schema} has results of it"
_INDEX = "pass reindex=True"
_OR_DROP = ", or drop the index first"
_STORED = (
    "SQLite computes them when a row is written, so register the new rules on a new connection, run REINDEX there, "
    "and update a column of every row to itself"
)
_OPEN = "a transaction is open on the connection, and its end could undo REINDEX: commit it, or roll it back, first"
_FAILED = "the index {name} of the database {schema} cannot be built with the new rules of {function}: {error}"


# The functions that are called most, without a function of Python for NULL.
_COMPILED: dict[str, Callable[..., Any]] = {"idna_encode": to_ascii_or_none, "idna_decode": to_unicode_or_none}


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
