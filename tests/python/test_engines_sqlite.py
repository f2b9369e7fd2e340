"""SQLite: indexes and stored columns have results of functions, and no call of `register` makes them wrong."""

from __future__ import annotations

import gc
import sqlite3
import weakref
from typing import TYPE_CHECKING, Any

import pytest

import acelabel.sqlite
from acelabel import display, suffix

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LAST_WEEK, THIS_WEEK = suffix.Rules(["uk", "com"]), suffix.Rules(["uk", "co.uk", "com"])
HOSTS = ["www.a.co.uk", "faß.de", "_a.de", None]


OPENED: list[sqlite3.Connection] = []


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    """Python 3.13 warns of a connection that nobody closed."""
    yield
    while OPENED:
        OPENED.pop().close()


def opened(database: str | Path, **options: Any) -> sqlite3.Connection:
    """A connection that ends with the test."""
    OPENED.append(sqlite3.connect(database, **options))
    return OPENED[-1]


def connected(*statements: str, database: str | Path = ":memory:", **options: Any) -> sqlite3.Connection:
    """A connection with last week's list, some statements that were run, and a table of hosts."""
    connection = opened(database)
    acelabel.sqlite.register(connection, **({"rules": LAST_WEEK} | options))
    for statement in ("create table h(host text)", *statements):
        connection.executescript(statement)
    connection.executemany("insert into h(host) values (?)", [(host,) for host in HOSTS])
    connection.commit()
    return connection


def found(connection: sqlite3.Connection, condition: str, table: str = "h") -> list[str | None]:
    """The rows that a condition finds, the same with an index and without."""
    answers = [
        sorted(host for (host,) in connection.execute(f"select host from {table} {indexed} where {condition}"))
        for indexed in ("", "not indexed")
    ]
    assert answers[0] == answers[1]
    return answers[0]


REGISTRABLE = "create index i on h(try_registrable_domain(host))"
IS_NEW = "try_registrable_domain(host) = 'a.co.uk'"
STORED = "create table s(host text, domain text as (try_registrable_domain(host)) stored)"
CANONICAL = "create index c on h(try_idna_encode(host))"


def refused(connection: sqlite3.Connection, message: str, **options: Any) -> None:
    """Assert that other rules are refused with these words, and that nothing is changed."""
    before = list(connection.iterdump())
    query = "select try_registrable_domain('www.a.co.uk'), try_idna_encode('faß.de'), idna_valid('_a.de')"
    answers = connection.execute(query).fetchall()
    with pytest.raises(sqlite3.OperationalError, match=message):
        acelabel.sqlite.register(connection, **options)
    assert connection.execute(query).fetchall() == answers
    assert list(connection.iterdump()) == before


def test_an_index_and_another_list() -> None:
    connection = connected(REGISTRABLE)
    words = (
        "^try_registrable_domain has other rules than in the earlier call, and the index i of the database main has "
        "results of it: pass reindex=True, or drop the index first$"
    )
    refused(connection, words, rules=THIS_WEEK)
    assert found(connection, IS_NEW) == []
    acelabel.sqlite.register(connection, rules=THIS_WEEK, reindex=True)
    assert found(connection, IS_NEW) == ["www.a.co.uk"]


def test_an_index_of_sqlite_itself_is_not_to_be_dropped() -> None:
    connection = connected("create table u(host text, a text as (try_idna_encode(host)) unique)")
    refused(connection, "the index sqlite_autoindex_u_1 .* of it: pass reindex=True$", profile="idna2003")


def test_an_index_and_another_profile() -> None:
    connection = connected(CANONICAL)
    refused(connection, "^try_idna_encode has other rules .* the index c ", profile="idna2003")
    acelabel.sqlite.register(connection, profile="idna2003", reindex=True)
    assert found(connection, "try_idna_encode(host) = 'fass.de'") == ["faß.de"]


@pytest.mark.parametrize("reindex", [False, True])
def test_a_stored_column_is_refused_in_any_case(reindex: bool) -> None:
    connection = connected(STORED, REGISTRABLE)
    words = "a stored column of the table s of the database main has results of it: SQLite computes them when a row is "
    refused(connection, words, rules=THIS_WEEK, reindex=reindex)


def test_what_the_message_about_a_stored_column_says_is_right(tmp_path: Path) -> None:
    database = tmp_path / "hosts.db"
    connected(
        STORED,
        "create index i on s(domain)",
        "create index j on s(try_registrable_domain(host))",
        "insert into s select 'www.a.co.uk'",
        database=database,
    ).close()
    connection = opened(database)
    acelabel.sqlite.register(connection, rules=THIS_WEEK)
    connection.execute("reindex")
    connection.execute("update s set host = host")
    assert found(connection, "domain = 'a.co.uk'", "s") == found(connection, IS_NEW, "s") == ["www.a.co.uk"]
    assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]


@pytest.mark.parametrize("name", ["other", 'a"b', "x y", "select", "ünï", ""])
def test_an_attached_database_of_any_name(name: str) -> None:
    connection = connected()
    schema = '"' + name.replace('"', '""') + '"'
    connection.execute(f"attach ':memory:' as {schema}")
    connection.execute(f'create table {schema}."t ""t"(host text)')
    connection.execute(f'create index {schema}."i ""i" on "t ""t"(registrable_domain(host))')
    connection.execute(f'insert into {schema}."t ""t" values (\'www.a.co.uk\')')
    connection.commit()
    refused(connection, f'the index i "i of the database {name} has', rules=THIS_WEEK)
    acelabel.sqlite.register(connection, rules=THIS_WEEK, reindex=True)
    assert found(connection, "registrable_domain(host) = 'a.co.uk'", f'{schema}."t ""t"') == ["www.a.co.uk"]


def test_a_temporary_table() -> None:
    connection = connected("create temp table t(host text)", "create index temp.i on t(try_registrable_domain(host))")
    refused(connection, "the index i of the database temp has", rules=THIS_WEEK)


IN_A_SCHEMA = {
    "a partial index": "create index i on h(host) where registrable_domain(host) = 'co.uk'",
    "an index on an expression": "create index i on h(length(host) + length(try_idna_encode(host)))",
    "capitals": "create index i on h(TRY_IDNA_ENCODE(host))",
    "quotes": 'create index i on h("try_idna_encode"(host))',
    "brackets": "create index i on h([try_idna_encode] (host))",
    "a comment": "create index i on h(try_idna_encode/* '( */ -- ,\n(host))",
    "another call": "create index i on h(text_to_ascii(coalesce(try_idna_encode(host), ''), 'dns'))",
    "a literal": "create index i on h(try_idna_encode(host || ',''('))",
    "a column that is not stored": "create table v(host text, a text as (try_idna_encode(host)));"
    "create index i on v(a)",
    "a constraint of such a column": "create table v(host text, a text as (try_idna_encode(host)) unique)",
    "a partial index of such a column": "create table v(host text, a text as (try_idna_encode(host)) virtual);"
    "create index i on v(host) where a is not null",
    "a column made of such a column": "create table v(host text, a as (idna_valid(host)), b as (a + 1) stored)",
    "a table without row numbers": "create table v(k integer primary key, host text, a as (idna_valid(host)) stored) "
    "without rowid",
    "a display": "create index i on h(idna_display(host))",
    "a report": "create index i on h(idna_report(host))",
    "names in texts": "create index i on h(text_to_ascii(host))",
    "a look-alike": "create index i on h(idna_lookalike(host))",
}
OTHER: dict[str, Any] = {
    "rules": THIS_WEEK,
    "profile": "idna2008",
    "policy": "strict",
    "watchlist": display.Watchlist(["paypal.com"]),
}


@pytest.mark.parametrize("kind", IN_A_SCHEMA)
def test_what_has_results_is_found(kind: str) -> None:
    rules: dict[str, Any] = {"profile": "idna2003", "watchlist": display.Watchlist(["example.com"])}
    connection = connected(IN_A_SCHEMA[kind], **rules)
    refused(connection, "has other rules than in the earlier call", **OTHER)


WITHOUT_RESULTS = {
    "a view": "create view v as select try_idna_encode(host) from h",
    "a trigger": "create trigger t after insert on h when not idna_valid(new.host) begin select 1; end",
    "a check": "create table v(host text check(idna_valid(host)), a as (host || 'a') stored)",
    "a default": "create table v(host text, a text default (idna_encode('a')), b text unique)",
    "a column that is not stored": "create table v(host text, a text as (try_idna_encode(host)))",
    "a column of this name": "create table v(idna_valid text, a as (idna_valid) stored);"
    "create index i on v(idna_valid)",
    "a function without rules": "create index i on h(punycode_encode(host))",
    "a longer name": "create index i on h(abs(length('idna_encode(host)')))",
}


@pytest.mark.parametrize("kind", WITHOUT_RESULTS)
def test_what_has_no_results_is_not_refused(kind: str) -> None:
    connection = connected(WITHOUT_RESULTS[kind])
    acelabel.sqlite.register(connection, **OTHER)
    assert connection.execute("select idna_valid('_a.de', 'dns'), idna_valid('☃.de')").fetchone() == (True, False)


def test_an_index_on_the_form_with_two_arguments_stays_right() -> None:
    connection = connected(
        "create index i on h(try_idna_encode(host, 'uts46'))",
        "create index j on h(idna_display(host, 'strict')) where idna_valid(host, 'dns')",
        "create table s(host text, form text as (try_idna_encode(host, 'uts46')) stored)",
    )
    connection.execute("insert into s select host from h")
    connection.commit()
    for profile in ("idna2003", "dns", "whatwg", "uts46"):
        acelabel.sqlite.register(connection, profile=profile, policy="uts39_moderate")
        right = acelabel.to_ascii("faß.de")
        assert found(connection, f"try_idna_encode(host, 'uts46') = '{right}'") == ["faß.de"]
        assert found(connection, "idna_valid(host, 'dns') and idna_display(host, 'strict') = '_a.de'") == ["_a.de"]
        assert found(connection, f"form = '{right}'", "s") == ["faß.de"]
        assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]


def test_only_functions_whose_rules_change_count() -> None:
    connection = connected(REGISTRABLE)
    for options in ({"profile": "dns"}, {"policy": "strict"}, {"watchlist": OTHER["watchlist"]}, {"profile": "uts46"}):
        acelabel.sqlite.register(connection, **options)
    connection.execute("create index j on h(idna_display(host))")
    acelabel.sqlite.register(connection, rules=LAST_WEEK)
    refused(connection, "^idna_display has other rules", profile="dns", policy="strict")


def test_the_same_rules_again_change_nothing() -> None:
    connection = connected(REGISTRABLE, CANONICAL, STORED, watchlist=display.Watchlist(["a.de"]))
    cursor = connection.execute("select try_idna_encode(host) from h")
    cursor.fetchone()
    # A query is read, which is refused where a function is replaced.
    for _ in range(3):
        rules = suffix.Rules(["uk", "com"])
        acelabel.sqlite.register(connection, rules=rules, profile=acelabel.UTS46, watchlist=display.Watchlist(["a.de"]))
        acelabel.sqlite.register(connection, reindex=True)
    assert len(cursor.fetchall()) == len(HOSTS) - 1


def test_the_first_call_on_a_connection_knows_nothing_of_other_calls(tmp_path: Path) -> None:
    connected(REGISTRABLE, database=tmp_path / "hosts.db").close()
    connection = opened(tmp_path / "hosts.db")
    acelabel.sqlite.register(connection, rules=THIS_WEEK)
    connection.execute("reindex")
    assert found(connection, IS_NEW) == ["www.a.co.uk"]


def test_an_index_that_cannot_be_rebuilt_changes_nothing() -> None:
    # The second of the indexes refuses a row.
    connection = connected(CANONICAL, "create index j on h(idna_encode(host)) where host glob '*.de'", profile="dns")
    words = "the index j of the database main cannot be built with the new rules of idna_encode: user-defined function"
    refused(connection, words, profile="uts46", reindex=True, watchlist=OTHER["watchlist"])
    assert found(connection, "try_idna_encode(host) = '_a.de'") == ["_a.de"]
    with pytest.raises(sqlite3.OperationalError, match="no such function: idna_lookalike"):
        connection.execute("select idna_lookalike('a')")
    assert not connection.in_transaction
    connection = connected("create unique index i on h(try_idna_encode(host))")
    connection.execute("insert into h values ('fass.de')")
    connection.commit()
    refused(connection, "the index i .*: UNIQUE constraint failed", profile="idna2003", reindex=True)


def test_no_index_is_rebuilt_in_a_transaction_that_may_be_undone() -> None:
    connection = connected(CANONICAL)
    connection.execute("begin")
    with pytest.raises(sqlite3.OperationalError, match="a transaction is open on the connection"):
        acelabel.sqlite.register(connection, profile="dns", reindex=True)
    assert connection.in_transaction
    connection.execute("rollback")
    acelabel.sqlite.register(connection, profile="dns", reindex=True)
    assert found(connection, "try_idna_encode(host) = '_a.de'") == ["_a.de"]


def test_a_database_that_is_only_read(tmp_path: Path) -> None:
    database = tmp_path / "hosts.db"
    connected(REGISTRABLE, database=database).close()
    connection = opened(f"{database.as_uri()}?mode=ro", uri=True)
    acelabel.sqlite.register(connection, rules=LAST_WEEK)
    refused(connection, "pass reindex=True", rules=THIS_WEEK)
    refused(connection, "attempt to write a readonly database", rules=THIS_WEEK, reindex=True)
    acelabel.sqlite.register(connection, profile="dns")


def test_a_schema_that_is_not_sql() -> None:
    connection = connected(CANONICAL)
    connection.execute("pragma writable_schema = on")
    broken = "create index c on h(try_idna_encode( \"''/*"
    connection.execute("update sqlite_master set sql = ? where name = 'c'", (broken,))
    for row in [("index", b"\xff", "h", 0, b"\xff\x00"), (None, None, None, None, 5), ("table", "t", "t", 0, "(((),)")]:
        connection.execute("insert into sqlite_master values (?, ?, ?, ?, ?)", row)
    connection.commit()
    with pytest.raises(sqlite3.OperationalError, match="the index c of the database main has results of it"):
        acelabel.sqlite.register(connection, profile="dns")
    connection.execute("delete from sqlite_master where name = 'c'")
    acelabel.sqlite.register(connection, profile="dns")
    assert connection.execute("select idna_valid('_a.de')").fetchone() == (1,)


def test_a_schema_that_cannot_be_read_changes_nothing(tmp_path: Path) -> None:
    connection = connected(database=tmp_path / "hosts.db")
    # Another process breaks it.
    other = opened(tmp_path / "hosts.db", isolation_level=None)
    other.execute("pragma writable_schema = on")
    other.execute("insert into sqlite_master values ('index', 'k', 'h', 2, 'create index k on')")
    other.execute("pragma schema_version = 77")
    other.close()
    with pytest.raises(sqlite3.DatabaseError, match="malformed database schema"):
        acelabel.sqlite.register(connection, profile="dns")
    assert connection.execute("select idna_valid('_a.de')").fetchone() == (0,)
    acelabel.sqlite.register(connection, rules=LAST_WEEK)


def test_what_a_connection_makes_of_rows_and_texts_is_left_alone() -> None:
    connection = connected(REGISTRABLE)
    connection.row_factory = lambda _, row: dict(enumerate(row))
    connection.text_factory = bytes
    with pytest.raises(sqlite3.OperationalError, match="the index i of the database main has"):
        acelabel.sqlite.register(connection, rules=THIS_WEEK)
    assert connection.execute("select 'a'").fetchone() == {0: b"a"}


def test_nothing_is_known_of_a_connection_that_ended() -> None:
    held = []
    for _ in range(20):
        connection = connected(REGISTRABLE)
        ((number,),) = connection.execute("select acelabel_registered()").fetchall()
        held.append(weakref.ref(acelabel.sqlite._BY_NUMBER[number]))
        connection.close()
    gc.collect()
    assert [ref() for ref in held] == [None] * 20


def test_a_connection_that_is_closed_or_opened_again() -> None:
    connection = connected(REGISTRABLE)
    connection.close()
    for _ in range(2):
        with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
            acelabel.sqlite.register(connection)
    connection.__init__(":memory:")  # type: ignore[misc]
    acelabel.sqlite.register(connection, rules=LAST_WEEK)
    assert connection.execute("select registrable_domain('www.a.co.uk')").fetchone() == ("co.uk",)
