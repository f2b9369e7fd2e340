"""Objects given to an engine live as long as it may call them: queries that are read, transactions, other threads.

Each program runs in a process of its own, in which memory that is freed is written over at once.
"""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

import acelabel.duckdb
import acelabel.sqlite
from acelabel._engines import sql_functions

if TYPE_CHECKING:
    from acelabel._choices import AnyProfile

NAMES = [name for name, _ in sql_functions("uts46", "lookalike_aware")]

A_RESULT_THAT_IS_READ = """
import duckdb
import acelabel.duckdb
import acelabel.sqlite
connection = duckdb.connect()
acelabel.duckdb.register(connection)
cursor = connection.cursor()
cursor.execute("select try_idna_encode('bü' || i || '.de') from range(200000) r(i)")
print(cursor.fetchone())
for profile in PROFILES:
    acelabel.duckdb.register(connection, profile=profile)
rows = cursor.fetchall()
right = [(acelabel.to_ascii(f"bü{number}.de"),) for number in range(1, 200_000)]
print(rows == right)
"""
A_TRANSACTION = """
import duckdb
import acelabel.duckdb
import acelabel.sqlite
connection = duckdb.connect()
FIRST
connection.execute("begin")
connection.execute("create table t as select 1")
for profile in ("uts46", "dns"):
    try:
        acelabel.duckdb.register(connection, profile=profile)
    except duckdb.TransactionException as error:
        print(error)
print(connection.execute("select * from t").fetchall())
connection.execute("rollback")
for profile in (None, "uts46", "dns"):
    if profile:
        acelabel.duckdb.register(connection, profile=profile)
    query = "select idna_encode('ü.de'), try_idna_encode('_a.ü.de'), idna_decode('ü.de')"
    try:
        print(connection.execute(query).fetchall())
    except duckdb.CatalogException:
        print("no such function")
"""
OTHER_CURSORS = """
import collections, threading, time
import duckdb
import acelabel.duckdb
import acelabel.sqlite
connection = duckdb.connect()
acelabel.duckdb.register(connection)
connection.execute("create table b as select 'bü' || i || '.example' h from range(10000) r(i)")
seen = collections.Counter()
def count():
    cursor = connection.cursor()
    while not done.is_set():
        forms = "count(try_idna_encode(h)), count(try_idna_decode(h)), count(idna_display(h)), count_if(idna_valid(h))"
        seen[str(cursor.sql("select " + forms + " from b").fetchall())] += 1
def guarded():
    try:
        count()
    except BaseException as error:
        seen[repr(error)] += 1
done = threading.Event()
threads = [threading.Thread(target=guarded) for _ in range(3)]
for thread in threads:
    thread.start()
end = time.monotonic() + 5
while time.monotonic() < end or len(seen) == 0:
    for profile in ("uts46", "idna2008", "whatwg"):
        acelabel.duckdb.register(connection, profile=profile)
done.set()
for thread in threads:
    thread.join()
print(*seen, sep="; ")
"""
A_CONNECTION_THAT_IS_CLOSED = """
import gc
import duckdb
import acelabel.duckdb
import acelabel.sqlite
connection, other = duckdb.connect("names.db"), duckdb.connect("names.db")
acelabel.duckdb.register(connection)
connection.close()
del connection
gc.collect()
print(other.sql("select idna_encode('ü.de'), try_idna_encode('ü.de'), idna_report('ü.de').value").fetchall())
"""
A_PLAN = """
import duckdb
import acelabel.duckdb
import acelabel.sqlite
connection = duckdb.connect()
acelabel.duckdb.register(connection)
cursor = connection.cursor()
cursor.execute("prepare plan as select try_idna_encode('_' || i || '.ü.de'), idna_decode('ü.de') from range(2) r(i)")
print(cursor.execute("execute plan").fetchall())
for _ in range(3):
    acelabel.duckdb.register(connection, profile="dns")
print(cursor.execute("execute plan").fetchall())
"""
DATAFUSION = """
import gc
import pyarrow as pa
from datafusion import SessionContext
import acelabel.datafusion
context = SessionContext()
acelabel.datafusion.register(context)
context.from_arrow(pa.table({"h": [f"bü{number}.de" for number in range(200_000)]}), name="b")
frame = context.sql("select try_idna_encode(h) h, try_idna_encode('_a.ü.de') k, idna_display(h) d from b")
batches = iter(frame.execute_stream())
read = [next(batches).to_pyarrow()]
for _ in range(5):
    acelabel.datafusion.register(context, profile="dns", policy="strict")
    gc.collect()
read += [batch.to_pyarrow() for batch in batches]
rows = pa.Table.from_batches(read)
print(sorted(rows["h"].to_pylist()) == sorted(acelabel.to_ascii(f"bü{number}.de") for number in range(200_000)))
print(set(rows["k"].to_pylist()))
one = context.sql("select try_idna_encode(replace(h, h, '_a.ü.de')) k from b limit 1")
print(frame.limit(1).to_pylist()[0]["k"], one.to_pylist())
del context, one
gc.collect()
print(frame.limit(1).to_pylist()[0]["k"])
"""
SQLITE = """
import gc, sqlite3
import acelabel.sqlite

connection = sqlite3.connect(":memory:")
acelabel.sqlite.register(connection)
numbers = "with recursive r(i) as (select 0 union all select i + 1 from r where i < 99999)"
cursor = connection.execute(numbers + " select try_idna_encode('bü' || i || '.de') from r")
cursor.fetchone()
try:
    acelabel.sqlite.register(connection, profile="dns")
except sqlite3.OperationalError as error:
    print(error)
gc.collect()
print(cursor.fetchall() == [(acelabel.to_ascii(f"bü{number}.de"),) for number in range(1, 100_000)])
connection.execute("begin")
acelabel.sqlite.register(connection, profile="dns")
connection.execute("rollback")
gc.collect()
print(connection.execute("select idna_encode('_a.ü.de'), try_idna_encode('ü.de')").fetchall())
"""
POLARS = """
import gc
import polars as pl
import acelabel.polars
frame = pl.DataFrame({"h": [f"bü{number}.de" for number in range(20_000)]})
lazy = frame.lazy().select(*(pl.col("h").ace.to_ascii(profile=name).alias(name) for name in ("dns", "uts46")))
right = [acelabel.to_ascii(name) for name in frame["h"]]
accessor = frame["h"].ace
del frame
gc.collect()
for engine in ("in-memory", "streaming"):
    made = lazy.collect(engine=engine)
    print(made["dns"].to_list() == made["uts46"].to_list() == right)
print(accessor.to_ascii().to_list() == right)
"""
PANDAS = """
import gc
import pandas as pd
import pyarrow as pa
import acelabel.pandas
for dtype in ("str", pd.ArrowDtype(pa.string()), "category", object):
    series = pd.Series([f"bü{number}.de" for number in range(1_000)], dtype=dtype)
    right = [acelabel.to_ascii(name) for name in series]
    accessor = series.ace
    del series
    gc.collect()
    made = accessor.to_ascii()
    del accessor
    gc.collect()
    print(made.to_list() == right)
"""


def printed(program: str, tmp_path: Path) -> list[str]:
    """Return what a program prints that ends well."""
    environment = os.environ | {"PYTHONMALLOC": "debug", "PYTHONUTF8": "1"}
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=tmp_path, env=environment, timeout=300)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


@pytest.mark.parametrize("profiles", [["uts46"], ["idna2008"], ["dns", "uts46", "whatwg"]], ids="-".join)
def test_a_result_of_duckdb_that_is_read_keeps_its_function(profiles: list[str], tmp_path: Path) -> None:
    program = A_RESULT_THAT_IS_READ.replace("PROFILES", repr(profiles))
    assert printed(program, tmp_path) == ["('xn--b0-xka.de',)", "True"]


RUNNING = (
    "a transaction is running on this connection, and register is one of its own: commit it, or roll it back, first"
)


@pytest.mark.parametrize("registered", [True, False], ids=["again", "first"])
def test_a_transaction_of_duckdb_is_refused_and_goes_on(registered: bool, tmp_path: Path) -> None:
    program = A_TRANSACTION.replace("FIRST", "acelabel.duckdb.register(connection)" if registered else "")
    before = "[('xn--tda.de', None, 'ü.de')]"
    there = before if registered else "no such function"
    lines = printed(program, tmp_path)
    assert lines == [RUNNING, RUNNING, "[(1,)]", there, before, "[('xn--tda.de', '_a.xn--tda.de', 'ü.de')]"]


def test_other_cursors_of_duckdb_see_all_old_or_all_new_functions(tmp_path: Path) -> None:
    # 10,000 names are valid in each of the profiles.
    assert printed(OTHER_CURSORS, tmp_path) == ["[(10000, 10000, 10000, 10000)]"]


def test_functions_of_duckdb_outlive_the_connection_that_registered_them(tmp_path: Path) -> None:
    assert printed(A_CONNECTION_THAT_IS_CLOSED, tmp_path) == ["[('xn--tda.de', 'xn--tda.de', 'xn--tda.de')]"]


def test_a_plan_of_duckdb_calls_functions_that_are_there(tmp_path: Path) -> None:
    before, after = printed(A_PLAN, tmp_path)
    assert before == "[(None, 'ü.de'), (None, 'ü.de')]"
    # It is planned anew where DuckDB sees that a function was replaced.
    assert after in (before, "[('_0.xn--tda.de', 'ü.de'), ('_1.xn--tda.de', 'ü.de')]")


# An older one drops a result that is not read, and replaces functions of other connections.
AS_OF_DUCKDB_2 = pytest.mark.skipif(int(duckdb.__version__.split(".")[0]) < 2, reason="needs DuckDB 2")


@AS_OF_DUCKDB_2
def test_a_result_of_the_same_connection_of_duckdb_is_not_dropped() -> None:
    connection = duckdb.connect()
    acelabel.duckdb.register(connection)
    connection.execute("select try_idna_encode('bü' || i || '.de') from range(200000) r(i)")
    first = connection.fetchone()
    with pytest.raises(duckdb.OperationalError, match="unfinished result"):
        acelabel.duckdb.register(connection, profile="dns")
    assert [first, *connection.fetchmany(2)] == [(f"xn--b{tail}.de",) for tail in ("0-xka", "1-xka", "2-xka")]


@AS_OF_DUCKDB_2
def test_functions_of_another_connection_of_duckdb_change_nothing() -> None:
    connection = duckdb.connect()
    cursor, other = connection.cursor(), connection.cursor()
    # Of the last name, when all others could have been replaced.
    other.create_function("Idna_Report", lambda *texts: texts[0], ["VARCHAR"], "VARCHAR")
    for _ in range(2):
        with pytest.raises(duckdb.CatalogException, match="already exists"):
            acelabel.duckdb.register(cursor)
        with pytest.raises(duckdb.CatalogException, match="does not exist"):
            cursor.sql("select idna_encode('ü.de')")
    other.remove_function("Idna_Report")
    acelabel.duckdb.register(cursor)
    assert cursor.sql("select idna_encode('ü.de')").fetchall() == [("xn--tda.de",)]


@pytest.mark.parametrize("registered", [True, False])
@pytest.mark.parametrize("name", ["idna_encode", "Idna_Valid", "try_punycode_decode", "idna_skeleton"])
@pytest.mark.parametrize("kind", ["macro", "temp macro"])
def test_a_macro_of_the_same_name_is_refused_and_harms_nothing(kind: str, name: str, registered: bool) -> None:
    connection = duckdb.connect()
    if registered:
        acelabel.duckdb.register(connection)
    connection.execute(f"create {kind} {name}(x) as true")
    with pytest.raises(duckdb.CatalogException, match=f"a macro has the name {name.lower()}, .*: drop it first"):
        acelabel.duckdb.register(connection, profile="dns")
    connection.execute(f"drop macro {name}")
    for profile in ("dns", "uts46"):
        acelabel.duckdb.register(connection, profile=profile)
    assert connection.sql("select try_idna_encode('_a.ü.de')").fetchall() == [(None,)]


def test_other_macros_of_duckdb_do_no_harm() -> None:
    connection = duckdb.connect()
    connection.execute("create schema s; create macro s.idna_valid(x) as true; create macro mine(x) as true")
    connection.execute("create macro idna_encode(x) as table select 1")
    for _ in range(2):
        acelabel.duckdb.register(connection)
    assert connection.sql("select idna_encode('ü.de')").fetchall() == [("xn--tda.de",)]


class Interrupted:
    """A connection on which an interrupt comes before the create_function of this number."""

    def __init__(self, connection: Any, number: int) -> None:
        self._connection, self._left = connection, number

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def create_function(self, *arguments: Any, **options: Any) -> None:
        self._left -= 1
        if self._left == -1:
            raise KeyboardInterrupt
        self._connection.create_function(*arguments, **options)


@pytest.mark.parametrize("number", range(0, len(NAMES), 4))
@pytest.mark.parametrize("registered", [True, False])
def test_an_interrupt_leaves_a_connection_of_duckdb_that_can_register(number: int, registered: bool) -> None:
    connection = duckdb.connect()
    if registered:
        acelabel.duckdb.register(connection)
    interrupted: Any = Interrupted(connection, number + len(NAMES) * registered)
    with pytest.raises(KeyboardInterrupt):
        acelabel.duckdb.register(interrupted, profile="dns")
    if registered:
        # All new functions, for other cursors as well: none is missing, and none is an old one.
        query = "select idna_encode('_a.ü.de'), idna_valid('_a.ü.de'), try_punycode_decode('tda')"
        assert connection.cursor().sql(query).fetchall() == [("_a.xn--tda.de", True, "ü")]
    acelabel.duckdb.register(connection, profile="dns")
    assert connection.sql("select idna_encode('_a.ü.de')").fetchall() == [("_a.xn--tda.de",)]


def test_what_duckdb_was_given_is_bounded() -> None:
    connection = duckdb.connect()
    profiles: list[AnyProfile] = ["uts46", acelabel.DNS, acelabel.UTS46.replace(check_hyphens=True)]
    for profile in profiles:
        acelabel.duckdb.register(connection, profile=profile)
    held = len(acelabel.duckdb._HANDED_OVER)
    profiles += ["dns", acelabel.UTS46, acelabel.UTS46.replace(check_hyphens=True)]
    for profile in profiles:
        acelabel.duckdb.register(duckdb.connect(), profile=profile)
        acelabel.duckdb.register(connection, profile=profile)
    assert len(acelabel.duckdb._HANDED_OVER) == held


def test_queries_of_datafusion_keep_their_functions(tmp_path: Path) -> None:
    assert printed(DATAFUSION, tmp_path) == ["True", "{None}", "None [{'k': '_a.xn--tda.de'}]", "None"]


BUSY = "functions are not replaced while a query of the connection is read: read it to its end, or close its cursor"


def test_sqlite_replaces_no_function_of_a_query_that_is_read(tmp_path: Path) -> None:
    assert printed(SQLITE, tmp_path) == [BUSY, "True", "[('_a.xn--tda.de', 'xn--tda.de')]"]


@pytest.mark.parametrize("program", [POLARS, PANDAS], ids=["polars", "pandas"])
def test_expressions_and_accessors_keep_what_they_need(program: str, tmp_path: Path) -> None:
    assert set(printed(program, tmp_path)) == {"True"}


@pytest.mark.parametrize("name", ["idna_report", "idna_encode", "TEXT_TO_ASCII"])
def test_sqlite_adds_no_function_where_one_is_not_replaced(name: str) -> None:
    connection = sqlite3.connect(":memory:")
    connection.create_function(name, 1, lambda _: "own")
    cursor = connection.execute("select 1 union select 2")
    cursor.fetchone()
    with pytest.raises(sqlite3.OperationalError, match="functions are not replaced"):
        acelabel.sqlite.register(connection)
    for other in NAMES:
        if other != name.lower():
            with pytest.raises(sqlite3.OperationalError, match="no such function"):
                connection.execute(f"select {other}('a')")
    cursor.close()
    connection.row_factory = sqlite3.Row
    acelabel.sqlite.register(connection)
    assert [*connection.execute("select idna_encode('ü'), text_to_ascii('//ü/')").fetchone()] == [
        "xn--tda",
        "//xn--tda/",
    ]
