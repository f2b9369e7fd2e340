"""Columns of real producers, and results as they take them."""

import importlib.util
import multiprocessing
import os
import sys
from typing import Any

import pytest
from arrow_columns import pa, rows_of, taken

import acelabel
from acelabel import arrow

ROWS = ["example.com", "Bücher.example", None, "XN--BCHER-KVA.example", "www.a-long-enough-name.example"]
ASCII = [row and acelabel.to_ascii(row) for row in ROWS]


def installed(name: str) -> Any:
    """A package; where all of them are to be there, one that is missing is a failure."""
    if "ACELABEL_PRODUCERS" in os.environ:
        return importlib.import_module(name)
    return pytest.importorskip(name)


def test_polars() -> None:
    pl = installed("polars")
    series = pl.Series("host", ROWS)
    result = pl.Series(arrow.to_ascii(series))
    assert (result.name, result.dtype, result.to_list()) == ("host", pl.String, ASCII)
    assert pl.Series(arrow.to_ascii(series.slice(1, 3))).to_list() == ASCII[1:4]
    chunked = pl.concat([series, series], rechunk=False)
    assert chunked.n_chunks() == 2
    assert pl.Series(arrow.to_ascii(chunked)).to_list() == ASCII * 2
    report = pl.Series(arrow.to_ascii_report(pl.Series(["a..b", None, "A.de"]))).struct.unnest()
    assert report["code"].to_list() == ["empty_label", None, None]
    assert report["value"].to_list() == [None, None, "a.de"]
    assert pl.Series(arrow.is_valid(series)).to_list() == [True, True, None, True, True]


def test_enums_and_categories_of_polars() -> None:
    pl = installed("polars")
    values = ["a.com", "B.com", "XN--BCHER-KVA"]
    rows = [*values, None, "B.com"]
    # The type of an Enum lists its values, to which those of the result do not belong.
    for dtype, result_dtype in ((pl.Enum(values), pl.String), (pl.Categorical(), pl.Categorical())):
        series = pl.Series("host", rows, dtype=dtype)
        result = pl.Series(arrow.to_ascii(series))
        assert (result.name, result.dtype) == ("host", result_dtype)
        assert result.cast(pl.String).to_list() == ["a.com", "b.com", "xn--bcher-kva", None, "b.com"]
        assert pl.Series(arrow.is_valid(series)).to_list() == [True, True, True, None, True]
        report = pl.Series(arrow.to_ascii_report(pl.concat([series, series], rechunk=False)))
        assert report.struct.field("value").dtype == result_dtype
        assert report.struct.field("value").cast(pl.String).to_list() == result.cast(pl.String).to_list() * 2


def test_tables_are_no_columns() -> None:
    pl, pd, duckdb = installed("polars"), installed("pandas"), installed("duckdb")
    # A relation of an old DuckDB does not keep its connection.
    connection = duckdb.connect()
    tables = [
        pl.DataFrame({"host": ROWS}),
        pd.DataFrame({"host": ROWS}),
        pa.table({"host": ROWS}),
        pa.record_batch({"host": pa.array(ROWS)}),
        connection.sql("select 'a.com' as host"),
    ]
    for table in tables:
        with pytest.raises(TypeError, match=r"not of structs: pass one field; of a table, pass one column$"):
            arrow.to_ascii(table)


def test_values_are_not_read_one_by_one() -> None:
    """Without an error, pandas makes one value of the whole column."""
    pd = installed("pandas")
    column = arrow.to_ascii(pa.chunked_array([["a.com"], ["b.com"]]))
    for read in (list, pd.Series, lambda column: pd.DataFrame({"id": [1, 2]}).assign(host=column), pa.array):
        with pytest.raises(TypeError, match=r"^a Column has no Python values: use pyarrow\.chunked_array\(column\), "):
            read(column)
    assert pa.chunked_array(column).to_pylist() == pd.Series.from_arrow(column).to_list() == ["a.com", "b.com"]


def test_a_report_is_a_table() -> None:
    """So a row that was null is a struct of nulls and no null: a table has no null rows."""
    pl = installed("polars")
    report = arrow.to_ascii_report(pa.chunked_array([["a..b", None], ["A.de"]]))
    assert pa.table(report).column("code").to_pylist() == ["empty_label", None, None]
    assert pl.DataFrame(report)["value"].to_list() == [None, None, "a.de"]


@pytest.mark.parametrize("dtype", ["str", "string", "large_string[pyarrow]", "category"])
def test_pandas(dtype: str) -> None:
    pd = installed("pandas")
    dtype = f"{dtype}" if "pyarrow" not in dtype else pd.ArrowDtype(pa.large_string())
    series = pd.Series(ROWS, dtype=dtype)
    result = taken(arrow.to_ascii(series))
    assert result.to_pylist() == ASCII
    back = pd.Series.from_arrow(arrow.to_ascii(series))
    assert [None if pd.isna(row) else row for row in back] == ASCII


def test_categories_of_pandas_are_made_unique() -> None:
    pd = installed("pandas")
    series = pd.Series(["A.com", "a.com", "xn--a", "A.com"], dtype="category")
    back = pd.Series.from_arrow(arrow.to_ascii(series, errors="null"))
    assert list(back.cat.categories) == ["a.com"]
    assert back.value_counts().to_dict() == {"a.com": 3}
    assert back.isna().sum() == 1


def test_duckdb() -> None:
    duckdb = installed("duckdb")
    connection = duckdb.connect()
    query = connection.sql("select * from (values ('example.com'), ('Bücher.example'), (null)) as t(host)")
    table = pa.table(query)
    assert rows_of(arrow.to_ascii(table.column("host"))) == ASCII[:3]
    hosts = pa.array(["A.com", "a..b", "xn--a", None])
    for column in (hosts, pa.chunked_array([hosts[:2], hosts[2:]])):
        connection.register("report", arrow.to_ascii_report(column))
        counted = connection.sql("select code, count(*) from report group by code order by code nulls first").fetchall()
        assert counted == [(None, 2), ("disallowed_codepoint", 1), ("empty_label", 1)]


def test_nanoarrow() -> None:
    na = installed("nanoarrow")
    column = na.Array(ROWS, na.string())
    assert na.Array(arrow.to_ascii(column)).to_pylist() == ASCII


def test_arro3() -> None:
    core = installed("arro3.core")
    for layout in (pa.string(), pa.large_string(), pa.string_view()):
        column = core.Array(pa.array(ROWS, layout))
        assert core.Array(arrow.to_ascii(column)).to_pylist() == ASCII
        chunked = core.ChunkedArray(pa.chunked_array([pa.array(ROWS, layout)] * 2))
        assert core.ChunkedArray(arrow.to_ascii(chunked)).to_pylist() == ASCII * 2


def test_results_of_several_chunks_are_taken_by_all() -> None:
    pl, pd, na = installed("polars"), installed("pandas"), installed("nanoarrow")
    column = pa.chunked_array([ROWS, ROWS])
    results = [arrow.to_ascii(column) for _ in range(3)]
    assert pl.Series(results[0]).to_list() == ASCII * 2
    assert len(pd.Series.from_arrow(results[1])) == 2 * len(ROWS)
    assert na.ArrayStream(results[2]).read_all().to_pylist() == ASCII * 2


def long_column() -> Any:
    return pa.array([f"Bücher{number}.example" for number in range(200_000)])


def child(column: Any, queue: Any) -> None:
    queue.put(taken(arrow.to_ascii(column, threads=4))[199_999].as_py())


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="processes do not fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.skipif(sys.platform == "darwin", reason="a process with threads must not fork there")
def test_a_child_that_was_forked_after_use_converts() -> None:
    """As those of multiprocessing, Dask and the daemon of pyspark are."""
    column = long_column()
    expected = taken(arrow.to_ascii(column, threads=4))[199_999].as_py()
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=child, args=(column, queue))
    process.start()
    assert queue.get(timeout=60) == expected
    process.join(60)
    assert process.exitcode == 0


def test_a_column_of_nulls_of_polars_stays_one() -> None:
    pl = installed("polars")
    column = pl.Series([None, None])
    result = pl.Series(arrow.to_ascii(column))
    assert result.dtype == pl.Null
    assert result.to_list() == [None, None]
