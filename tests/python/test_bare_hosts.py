"""Cells that are URLs, or hosts without a scheme: a row of tests/vectors/bare_hosts.json has one answer everywhere."""

from __future__ import annotations

import json
import re
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest
from arrow_columns import pa, rows_of
from command_line import run
from known_answers import load

import acelabel.sqlite
from acelabel import AceError, arrow, host

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ROWS = load("bare_hosts.json")["rows"]
CELLS = [row["cell"] for row in ROWS]
FACTS = [(row.get("ascii"), row.get("port"), row.get("code"), row.get("offset")) for row in ROWS]
FORMS = [row.get("ascii") for row in ROWS]
GOOD = [cell for cell, form in zip(CELLS, FORMS, strict=True) if form is not None]
KEYS = ("ascii", "port", "code", "offset")


def facts_of(structs: list[Any]) -> list[tuple[Any, ...]]:
    return [tuple(struct[key] for key in KEYS) for struct in structs]


@pytest.mark.parametrize(("cell", "facts"), [*zip(CELLS, FACTS, strict=True)])
def test_the_function_for_one_cell(cell: str, facts: tuple[Any, ...]) -> None:
    try:
        found = host.of_url(cell, bare=True)
    except AceError as error:
        assert (None, None, error.code, error.offset) == facts
        assert error.text == cell
    else:
        assert (found.ascii, found.port, None, None) == facts
        assert host.ascii_of_url(cell, bare=True) == found.ascii
        assert found.span is not None


def test_columns() -> None:
    for column in (pa.array(CELLS), pa.array(CELLS).dictionary_encode(), pa.array(CELLS * 200, pa.string_view())):
        times = len(column) // len(CELLS)
        structs = rows_of(arrow.host(column, bare=True, errors="null"))
        assert facts_of(structs) == FACTS * times
        assert rows_of(arrow.url_host(column, bare=True, errors="null")) == FORMS * times
        report = rows_of(arrow.url_host_report(column, bare=True))
        assert [(row["value"], row["code"], row["offset"]) for row in report] == [
            (form, code, offset) for form, _, code, offset in FACTS
        ] * times
        assert {row["label_index"] for row in report} == {None}


def polars_rows() -> list[Any]:
    pl = pytest.importorskip("polars")
    pytest.importorskip("acelabel.polars")
    frame = pl.DataFrame({"cell": CELLS})
    rows: list[Any] = frame.select(pl.col("cell").ace.host(strict=False, bare=True)).to_series().to_list()
    return rows


def pandas_rows(dtype: Any) -> list[Any]:
    pd = pytest.importorskip("pandas")
    pytest.importorskip("acelabel.pandas")
    frame = pd.Series(CELLS, dtype=dtype).ace.host(errors="coerce", bare=True)
    rows: list[Any] = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return rows


@pytest.mark.parametrize("rows", [polars_rows, lambda: pandas_rows("str"), lambda: pandas_rows(object)])
def test_engines(rows: Callable[[], list[Any]]) -> None:
    assert facts_of(rows()) == FACTS


def sqlite_rows(function: str) -> list[Any]:
    connection = sqlite3.connect(":memory:")
    acelabel.sqlite.register(connection, bare="'" not in function)
    return [json.loads(connection.execute(f"select {function}", (cell,)).fetchone()[0]) for cell in CELLS]


def duckdb_rows(function: str) -> list[Any]:
    duckdb = pytest.importorskip("duckdb")
    module = pytest.importorskip("acelabel.duckdb")
    connection = duckdb.connect()
    module.register(connection, bare="'" not in function)
    cells = pa.table({"n": range(len(CELLS)), "cell": CELLS})  # noqa: F841 - the query reads it
    query = f"select {function.replace('?', 'cell')} from cells order by n"
    return [struct for (struct,) in connection.execute(query).fetchall()]


@pytest.mark.parametrize("rows", [sqlite_rows, duckdb_rows])
@pytest.mark.parametrize("function", ["try_url_host_parts(?)", "try_url_host_parts(?, 'bare')"])
def test_sql(rows: Callable[[str], list[Any]], function: str) -> None:
    assert facts_of(rows(function)) == FACTS


def test_datafusion() -> None:
    datafusion = pytest.importorskip("datafusion")
    module = pytest.importorskip("acelabel.datafusion")
    context = datafusion.SessionContext()
    module.register(context, bare=True)
    context.register_record_batches("cells", [[pa.record_batch({"cell": pa.array(CELLS)})]])
    assert facts_of(
        [row["h"] for row in context.sql("select try_url_host_parts(cell) as h from cells").to_pylist()]
    ) == (FACTS)


def test_a_reading_has_a_name_in_sql() -> None:
    connection = sqlite3.connect(":memory:")
    acelabel.sqlite.register(connection, bare=True)
    query = "select url_host('a.de:80'), try_url_host('a.de:80', 'url'), try_url_host('a.de', 'bare')"
    assert connection.execute(query).fetchone() == ("a.de", None, "a.de")
    with pytest.raises(sqlite3.OperationalError):
        connection.execute("select url_host('a.de', 'host')")
    wrong: Any = 1
    with pytest.raises(TypeError, match="argument 'bare' must be bool, not int"):
        acelabel.sqlite.register(connection, bare=wrong)


def test_the_command(tmp_path: Path) -> None:
    told = [json.loads(line) for line in run("host", "--bare", "--json", "--", *CELLS).output.splitlines()]
    facts = [
        (
            one["ascii"],
            one.get("port"),
            *((one["error"][key] for key in ("code", "offset")) if one["error"] else (None,) * 2),
        )
        for one in told
    ]
    assert facts == FACTS
    table = tmp_path / "in.jsonl"
    table.write_text("".join(json.dumps({"url": cell}) + "\n" for cell in CELLS), encoding="utf-8")
    status, output, _ = run("host", "--bare", "--column", "url", "--into", "host", "--report", str(table))
    rows = [json.loads(line) for line in output.splitlines()]
    assert (status, [row["host"] for row in rows]) == (1, FORMS)
    reports = [row["host_report"] for row in rows]
    assert [(row["value"], None, row["code"], row["offset"]) for row in reports] == [
        (form, None, code, offset) for form, _, code, offset in FACTS
    ]


def test_wrong_arguments_are_named() -> None:
    wrong: Any = 1
    for call in (
        lambda: host.of_url("a.de", bare=wrong),
        lambda: arrow.host(pa.array(GOOD), bare=wrong),
        lambda: arrow.url_host(pa.array(GOOD), bare=wrong),
    ):
        with pytest.raises(TypeError, match="argument 'bare' must be bool, not int"):
            call()
    with pytest.raises(ValueError, match="a bare host has no argument 'base_scheme'"):
        host.of_url("a.de", base_scheme="https", bare=True)


@pytest.mark.parametrize("cell", ["example.com:8080", "localhost:80/x", "bücher.de:443", "10.0.0.1:80", "[::1]:443"])
def test_the_hint_of_a_host_and_a_port_names_the_way(cell: str) -> None:
    hint = "this looks like a host and a port, which host.of_url(text, bare=True) reads"
    functions: list[Callable[[str], object]] = [host.of_url, host.parse]
    functions += [acelabel.to_ascii] if cell[0] != "[" else []
    for function in functions:
        with pytest.raises(AceError, match=re.escape(hint)):
            function(cell)
    assert "which acelabel host --bare reads" in run("host", cell).messages
