"""DuckDB, DataFusion and SQLite: the functions of SQL."""

from __future__ import annotations

import importlib
import json
import re
import runpy
import sqlite3
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import datafusion
import duckdb
import pyarrow as pa
import pytest
from engine_names import (
    LABELS,
    LINES,
    LOOKALIKES,
    MESSAGE,
    NAMES_IN_SQL,
    NEVER_REFUSING,
    REGISTRY,
    ROWS,
    RULES,
    SQL,
    TAKEN,
    TEXTS,
    URLS,
    WATCHLIST,
    each,
    facts_of_host,
    facts_of_lookalike,
    facts_of_names,
    facts_of_parts,
    facts_of_verdict,
    indexes,
    million,
    names,
    registrable,
    reported,
    verdicts,
)

import acelabel
import acelabel.datafusion
import acelabel.duckdb
import acelabel.sqlite
from acelabel import display
from acelabel._engines import sql_functions


class DuckDB:
    error = duckdb.Error

    def __init__(self, rows: list[str | None], **options: Any) -> None:
        self._connection = duckdb.connect()
        acelabel.duckdb.register(self._connection, **options)
        self._connection.register("hosts", pa.table({"row": range(len(rows)), "host": pa.array(rows, pa.string())}))

    def query(self, text: str) -> list[tuple[Any, ...]]:
        return self._connection.sql(text).fetchall()

    def again(self, **options: Any) -> None:
        acelabel.duckdb.register(self._connection, **options)


class DataFusion:
    error = Exception

    def __init__(self, rows: list[str | None], **options: Any) -> None:
        self._context = datafusion.SessionContext()
        acelabel.datafusion.register(self._context, **options)
        table = pa.table({"row": range(len(rows)), "host": pa.array(rows, pa.string())})
        self._context.from_arrow(table, name="hosts")

    def query(self, text: str) -> list[tuple[Any, ...]]:
        return [tuple(row.values()) for row in self._context.sql(text).to_pylist()]

    def again(self, **options: Any) -> None:
        acelabel.datafusion.register(self._context, **options)


class SQLite:
    error = sqlite3.Error

    def __init__(self, rows: list[str | None], **options: Any) -> None:
        self._connection = sqlite3.connect(":memory:")
        acelabel.sqlite.register(self._connection, **options)
        self._connection.execute("create table hosts (row integer, host text)")
        self._connection.executemany("insert into hosts values (?, ?)", enumerate(rows))

    def query(self, text: str) -> list[tuple[Any, ...]]:
        return self._connection.execute(text).fetchall()

    def again(self, **options: Any) -> None:
        acelabel.sqlite.register(self._connection, **options)


each_engine = pytest.mark.parametrize("engine", [DuckDB, DataFusion, SQLite])


@each_engine
@pytest.mark.parametrize("name", SQL)
def test_each_function(engine: Any, name: str) -> None:
    text = TAKEN.get(name, "bücher")
    rows = [text, None, "\u20ac..!", text]
    there = engine(rows)
    expected = each(SQL[name], rows)
    assert there.query(f"select try_{name}(host) from hosts order by row") == [(form,) for form in expected]
    good = there.query(f"select {name}(host) from hosts where row <> 2 order by row")
    assert good == [(expected[0],), (None,), (expected[0],)]
    if name != "punycode_encode":
        with pytest.raises(engine.error):
            there.query(f"select {name}(host) from hosts")


@each_engine
@pytest.mark.parametrize("name", NEVER_REFUSING)
def test_functions_that_refuse_nothing(engine: Any, name: str) -> None:
    there = engine(LINES)
    rows = there.query(f"select {NAMES_IN_SQL.get(name, name)}(host) from hosts order by row")
    assert rows == [(form,) for form in each(NEVER_REFUSING[name], LINES)]


@each_engine
def test_validity_and_reports(engine: Any) -> None:
    there = engine(ROWS)
    for name, verdict in verdicts(ROWS).items():
        rows = there.query(f"select {NAMES_IN_SQL[name]}(host) from hosts order by row")
        assert rows == [(accepted,) for accepted in verdict]
    reports = [report for (report,) in there.query("select idna_report(host) from hosts order by row")]
    made = [json.loads(report) if isinstance(report, str) else report for report in reports]
    # Of a null, the engines report nothing or nulls.
    assert [report or reported(None) for report in made] == [reported(row) for row in ROWS]


@each_engine
def test_hosts(engine: Any) -> None:
    there = engine(URLS)
    hosts = [host for (host,) in there.query("select try_url_host_parts(host) from hosts order by row")]
    made = [json.loads(host) if isinstance(host, str) else host for host in hosts]
    assert made == [facts_of_host(url) for url in URLS]
    with pytest.raises(engine.error):
        there.query("select url_host_parts(host) from hosts")


@each_engine
def test_names_inside_texts(engine: Any) -> None:
    made = [row for (row,) in engine(TEXTS).query("select text_find(host) from hosts order by row")]
    rows = [json.loads(row) if isinstance(row, str) else row for row in made]
    assert rows == [facts_of_names(line) for line in TEXTS]


@each_engine
def test_reasons_are_counted(engine: Any) -> None:
    field = {DuckDB: ".code", DataFusion: "['code']", SQLite: " ->> 'code'"}[engine]
    query = f"select idna_report(host){field} as code, count(*) from hosts group by 1"
    assert dict(engine(ROWS).query(query)) == {None: 6, "empty_label": 1}


@pytest.mark.parametrize("engine", [DuckDB, DataFusion])
def test_a_refused_row_ends_the_query_with_its_error(engine: Any) -> None:
    with pytest.raises(engine.error) as caught:
        engine(ROWS).query("select idna_encode(host) from hosts")
    message = str(caught.value)
    assert "AceError" in message
    assert MESSAGE in message or "'empty_label', 2, 'a..b', label_index=1, index=3" in message


def test_the_error_of_sqlite_does_not_say_why() -> None:
    with pytest.raises(sqlite3.OperationalError, match="user-defined function raised exception"):
        SQLite(ROWS).query("select idna_encode(host) from hosts")


@each_engine
def test_profiles_and_a_second_registration(engine: Any) -> None:
    there = engine(["_dmarc.bücher.de"])
    assert there.query("select try_idna_encode(host), idna_valid(host) from hosts") == [(None, False)]
    for profile in ("dns", acelabel.DNS):
        there.again(profile=profile)
        expected = [("_dmarc.xn--bcher-kva.de", True)]
        assert there.query("select idna_encode(host), idna_valid(host) from hosts") == expected
    with pytest.raises(ValueError, match="argument 'profile' must be"):
        there.again(profile="all")


WITH_TWO_ARGUMENTS = pytest.mark.parametrize("engine", [DuckDB, SQLite])


@WITH_TWO_ARGUMENTS
def test_a_second_argument_names_the_rules(engine: Any) -> None:
    there = engine(["_a.Bücher.de", None, "a..b"], profile="whatwg")
    queries: dict[str, list[Any]] = {
        "try_idna_encode(host, 'dns')": ["_a.xn--bcher-kva.de", None, None],
        "try_idna_encode(host, 'uts46')": [None, None, None],
        "idna_valid(host, 'dns')": [True, None, False],
        "text_to_ascii('//faß.de', 'uts46')": ["//xn--fa-hia.de"] * 3,
        "text_to_ascii('//faß.de', 'idna2003')": ["//fass.de"] * 3,
        "idna_display('аррӏе.com', 'uts39_moderate')": ["аррӏе.com"] * 3,
        "idna_display('аррӏе.com', 'strict')": ["xn--80ak6aa92e.com"] * 3,
        "try_idna_encode(host)": ["_a.xn--bcher-kva.de", None, "a..b"],
    }
    for query, expected in queries.items():
        assert [made for (made,) in there.query(f"select {query} from hosts order by row")][: len(expected)] == expected
    assert there.query("select idna_encode(host, 'dns') from hosts where false") == []
    assert "empty_label" in str(there.query("select idna_report('a..b', 'dns') from hosts"))


@WITH_TWO_ARGUMENTS
@pytest.mark.parametrize(
    "call",
    [
        *(
            "idna_encode(host, 'all')",
            "try_idna_encode(host, 'all')",
            "idna_encode(host, null)",
            "idna_encode(host, 5)",
        ),
        *("idna_display(host, 'dns')", "idna_valid(host, 'dns', 'dns')", "punycode_encode(host, 'dns')"),
    ],
)
def test_a_second_argument_that_names_no_rules_ends_the_query(engine: Any, call: str) -> None:
    with pytest.raises(engine.error):
        engine(["a.de"]).query(f"select {call} from hosts")


def test_one_second_argument_is_for_all_rows_of_duckdb() -> None:
    with pytest.raises(duckdb.Error, match="must be the name of one profile for all rows"):
        DuckDB(["dns", "uts46"]).query("select idna_encode('a.de', host) from hosts")


@each_engine
def test_registrable_domains(engine: Any) -> None:
    there = engine(ROWS, rules=RULES)
    made = there.query("select try_registrable_domain(host) from hosts order by row")
    assert [form for (form,) in made] == registrable(ROWS)
    made = there.query("select try_registrable_parts(host) from hosts order by row")
    assert [json.loads(row) if isinstance(row, str) else row for (row,) in made] == [
        facts_of_parts(row) for row in ROWS
    ]
    made = there.query("select registrable_domain_report(host) from hosts order by row")
    reports = [json.loads(row) if isinstance(row, str) else row for (row,) in made]
    assert [row or reported(None) for row in reports] == [reported(row, RULES.registrable) for row in ROWS]
    with pytest.raises(engine.error):
        there.query("select registrable_domain(host) from hosts")
    with pytest.raises(engine.error):
        engine(ROWS).query("select try_registrable_domain(host) from hosts")
    with pytest.raises(TypeError, match="argument 'rules' must be"):
        engine(ROWS, rules=["com"])


@each_engine
def test_look_alikes_of_watched_names(engine: Any) -> None:
    there = engine(LOOKALIKES, watchlist=WATCHLIST)
    found = [found for (found,) in there.query("select idna_lookalike(host) from hosts order by row")]
    made = [json.loads(found) if isinstance(found, str) else found for found in found]
    assert made == [facts_of_lookalike(row) for row in LOOKALIKES]
    with pytest.raises(engine.error):
        engine(LOOKALIKES).query("select idna_lookalike(host) from hosts")
    with pytest.raises(TypeError, match=r"argument 'watchlist' must be an acelabel\.display\.Watchlist, not list$"):
        engine(LOOKALIKES, watchlist=["paypal.com"])


@each_engine
def test_rules_of_registries(engine: Any) -> None:
    there = engine(LABELS, registry=REGISTRY)
    made = [found for (found,) in there.query("select registry_check(host) from hosts order by row")]
    assert [json.loads(row) if isinstance(row, str) else row for row in made] == [*map(facts_of_verdict, LABELS)]
    made = there.query("select registry_index(host) from hosts order by row")
    assert [row for (row,) in made] == indexes(LABELS)
    with pytest.raises(engine.error):
        engine(LABELS).query("select registry_index(host) from hosts")
    with pytest.raises(TypeError, match=r"argument 'registry' must be an acelabel\.registry\.Rules or None, not str$"):
        engine(LABELS, registry="rules.xml")


@each_engine
def test_policies_and_look_alikes(engine: Any) -> None:
    there = engine(["аррӏе.com", "apple.com", "example.com"])
    query = "select idna_display(host) from hosts order by row"
    assert there.query(query)[0] == ("xn--80ak6aa92e.com",)
    for policy in ("uts39_moderate", display.UTS39_MODERATE):
        there.again(policy=policy)
        assert there.query(query)[0] == ("аррӏе.com",)
    query = "select a.host from hosts a join hosts b on idna_skeleton(a.host) = idna_skeleton(b.host)"
    assert there.query(f"{query} where b.host = 'apple.com' and a.host <> b.host") == [("аррӏе.com",)]
    with pytest.raises(ValueError, match="argument 'policy' must be"):
        there.again(policy="all")


def test_the_example_finds_what_it_planted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example = Path(__file__).parents[2] / "examples" / "lookalikes.py"
    arguments = [str(example), str(tmp_path), "--names", "10000", "--engines", "duckdb"]
    with patch.object(sys, "argv", arguments), pytest.raises(SystemExit) as caught:
        runpy.run_path(str(example), run_name="__main__")
    assert caught.value.code == 0
    output = capsys.readouterr().out
    assert re.fullmatch(
        r"10,000 names, [\d,]+ different ones look like a watched name\n"
        r"duckdb, join: [\d.]+ seconds\n  the same skeleton: precision 1\.0000, recall 1\.0000\n"
        r"duckdb, watchlist: [\d.]+ seconds\n(  [a-z ]+: precision 1\.0000, recall (1\.0000|0\.9\d*)\n){5}",
        output,
    )


@each_engine
def test_literals_nulls_and_conditions(engine: Any) -> None:
    there = engine(ROWS)
    # Before its version 52 DataFusion fails where it computes a query before it is run.
    if engine is not DataFusion or int(datafusion.__version__.split(".")[0]) >= 52:
        ((form, null),) = there.query("select idna_encode('ü.de'), idna_encode(null)")
        assert (form, null) == ("xn--tda.de", None)
    query = "select count(*) from hosts where host is not null and try_idna_encode(host) is null"
    assert there.query(query) == [(1,)]


@pytest.mark.parametrize("name", ["idna_encode", "idna_decode"])
@pytest.mark.parametrize("engine", [DuckDB, DataFusion])
def test_a_million_names_are_what_the_functions_for_one_name_return(engine: Any, name: str) -> None:
    rows, expected = names(1_000_000), million(SQL[name])
    made = engine(rows).query(f"select try_{name}(host) as form, idna_valid(host) as valid from hosts order by row")
    assert [form for form, _ in made] == expected
    accepted = [None if row is None else form is not None for row, form in zip(rows, expected, strict=True)]
    assert [valid for _, valid in made] == accepted


def test_rows_of_datafusion_are_right_by_their_numbers() -> None:
    """DataFusion keeps no order of rows where it computes something from more than 8,192 of them."""
    rows = names(100_000)
    made = DataFusion(rows).query("select row, try_idna_encode(host) as form from hosts")
    assert dict(made) == dict(enumerate(each(acelabel.to_ascii, rows)))


def test_what_duckdb_evaluates_functions_for() -> None:
    connection = duckdb.connect()
    acelabel.duckdb.register(connection)
    form = "try_idna_encode(host)"
    connection.execute(f"create table v (host text check (idna_valid(host)), form text as ({form}) virtual)")
    connection.execute("create view forms as select form from v")
    connection.execute("create table d (row integer, form text default idna_encode('ü.de'))")
    connection.execute("insert into v values ('ü.de')")
    connection.execute("insert into d (row) values (1)")
    assert connection.sql("select * from forms union all select form from d").fetchall() == [("xn--tda.de",)] * 2
    with pytest.raises(duckdb.ConstraintException):
        connection.execute("insert into v values ('a..b')")
    # An index is none of these.
    connection.execute("create table h (host text)")
    connection.execute(f"create index i on h ({form})")
    with pytest.raises(duckdb.Error, match=r'Cannot use "?try_idna_encode"? in this context'):
        connection.execute("insert into h values ('ü.de')")
    connection.execute("drop index i")
    connection.execute("insert into h values ('ü.de')")
    assert connection.sql(f"select {form} from h").fetchall() == [("xn--tda.de",)]


def test_an_enum_and_a_dictionary() -> None:
    connection = duckdb.connect()
    acelabel.duckdb.register(connection)
    connection.execute("create type host as enum ('ü.de', 'a.de')")
    query = "select idna_encode(h) from (values ('ü.de'::host), (null), ('a.de'::host)) as t(h)"
    assert connection.sql(query).fetchall() == [("xn--tda.de",), (None,), ("a.de",)]
    context = datafusion.SessionContext()
    acelabel.datafusion.register(context)
    context.from_arrow(pa.table({"h": pa.array(["ü.de", None]).dictionary_encode()}), name="t")
    assert context.sql("select idna_encode(h) as h from t").to_pylist() == [{"h": "xn--tda.de"}, {"h": None}]


@pytest.mark.parametrize("setting", ["arrow_large_buffer_size", "produce_arrow_string_view"])
def test_layouts_that_duckdb_may_be_told_to_produce(setting: str) -> None:
    connection = duckdb.connect()
    acelabel.duckdb.register(connection)
    connection.execute(f"set {setting} = true")
    query = "select idna_encode(h), try_idna_encode(h) from (values ('bücher.example'), (null), ('b.de')) as t(h)"
    assert connection.sql(query).fetchall() == [("xn--bcher-kva.example",) * 2, (None, None), ("b.de", "b.de")]


def test_all_connections_of_a_database_of_duckdb_have_the_functions_of_one() -> None:
    connection = duckdb.connect()
    acelabel.duckdb.register(connection)
    cursor = connection.cursor()
    assert cursor.execute("select idna_encode('ü.de')").fetchall() == [("xn--tda.de",)]
    with pytest.raises(duckdb.CatalogException, match="already exists"):
        acelabel.duckdb.register(cursor, profile="dns")
    acelabel.duckdb.register(connection, profile="dns")
    assert cursor.execute("select idna_encode('_a.de')").fetchall() == [("_a.de",)]


@pytest.mark.parametrize("name", [name for name, _ in sql_functions("uts46", "lookalike_aware")])
@pytest.mark.parametrize("value", [1, 1.5, b"a", b"bq--aduq"])
def test_what_is_not_a_text_ends_a_query_of_sqlite(name: str, value: Any) -> None:
    connection = sqlite3.connect(":memory:")
    acelabel.sqlite.register(connection)
    with pytest.raises(sqlite3.OperationalError, match="user-defined function raised exception"):
        connection.execute(f"select {name}(?)", (value,))
    text = value.decode() if isinstance(value, bytes) else str(value)
    assert connection.execute("select idna_encode(cast(? as text))", (value,)).fetchone() == (text,)


@pytest.mark.parametrize("name", ["datafusion", "duckdb", "pandas", "polars", "sqlite"])
def test_dir_of_a_module_shows_its_names_alone(name: str) -> None:
    """A name that it imports for itself is no part of it."""
    module = importlib.import_module(f"acelabel.{name}")
    assert dir(module) == sorted(module.__all__)
    assert all(hasattr(module, one) for one in module.__all__)
