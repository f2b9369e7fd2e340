"""Spark on this machine: columns, SQL, partitioned Parquet, a bad row in the middle, and a worker that is killed."""

from __future__ import annotations

import os
import runpy
import signal
import subprocess
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from documented import failures_of_engine
from engine_names import (
    GOOD,
    LINES,
    LOOKALIKES,
    MESSAGE,
    NAMES_IN_SQL,
    NEVER_REFUSING,
    ROWS,
    RULES,
    SQL,
    TAKEN,
    TEXTS,
    URLS,
    WATCHLIST,
    below,
    each,
    facts_of_host,
    facts_of_lookalike,
    facts_of_names,
    million,
    names,
    registrable,
    reported,
    verdicts,
)

import acelabel

if TYPE_CHECKING:
    from collections.abc import Iterator

# PySpark warns of pandas 3.
pytestmark = pytest.mark.filterwarnings("ignore")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pyspark.errors import PythonException
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as F  # noqa: N812 - its usual name

    import acelabel.spark

PARTS = 8
EXAMPLE = Path(__file__).parents[2] / "examples" / "certificate_log.py"


@pytest.fixture(scope="module", autouse=True)
def spark() -> Iterator[SparkSession]:
    os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    builder = SparkSession.builder.master("local[2, 4]").config("spark.ui.enabled", "false")
    for key in ("spark.driver.bindAddress", "spark.driver.host"):
        builder = builder.config(key, "127.0.0.1")
    session = builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def hosts(spark: SparkSession, rows: list[str | None]) -> Any:
    return spark.createDataFrame(list(enumerate(rows)), "row int, host string")


def column(frame: Any) -> list[Any]:
    return [row[0] for row in frame.collect()]


@pytest.mark.parametrize("work", ["to_ascii", "to_unicode"])
def test_names(spark: SparkSession, work: str) -> None:
    convert = getattr(acelabel.spark, work)
    frame = hosts(spark, ROWS)
    assert column(frame.select(convert("host", errors="null"))) == each(getattr(acelabel, work), ROWS)
    kept = [row and getattr(acelabel, work)(row, errors="keep") for row in ROWS]
    assert column(frame.select(convert(frame.host, "uts46", "keep"))) == kept
    assert column(hosts(spark, GOOD).select(convert(F.col("host")))) == each(getattr(acelabel, work), GOOD)
    assert frame.select(convert("host")).columns == [f"{work}(host)"]


@pytest.mark.parametrize("name", NEVER_REFUSING)
def test_functions_that_refuse_nothing(spark: SparkSession, name: str) -> None:
    frame = hosts(spark, LINES)
    expected = each(NEVER_REFUSING[name], LINES)
    assert column(frame.select(getattr(acelabel.spark, name)("host"))) == expected
    acelabel.spark.register(spark)
    frame.createOrReplaceTempView("lines")
    assert column(spark.sql(f"select {NAMES_IN_SQL.get(name, name)}(host) from lines order by row")) == expected


def test_validity_reports_and_profiles(spark: SparkSession) -> None:
    frame = hosts(spark, [*ROWS, "_a.de"])
    for profile, there in (("uts46", acelabel.UTS46), ("dns", acelabel.DNS), (acelabel.DNS, acelabel.DNS)):
        valid = [row and acelabel.is_valid(row, profile=there) for row in [*ROWS, "_a.de"]]
        assert column(frame.select(acelabel.spark.is_valid("host", profile=profile))) == valid  # type: ignore[arg-type]
    acelabel.spark.register(spark)
    frame.createOrReplaceTempView("named")
    assert column(spark.sql("select idna_valid(host, 'dns') from named order by row")) == valid
    for name, verdict in verdicts([*ROWS, "_a.de"]).items():
        assert column(frame.select(getattr(acelabel.spark, name)("host"))) == verdict
        assert column(spark.sql(f"select {NAMES_IN_SQL[name]}(host) from named order by row")) == verdict
    reports = [row and row.asDict() for row in column(frame.select(acelabel.spark.report("host")))]
    assert [report or reported(None) for report in reports] == [reported(row) for row in [*ROWS, "_a.de"]]
    for wrong in ({"profile": "DNS"}, {"errors": "coerce"}):
        with pytest.raises(ValueError, match="must be"):
            acelabel.spark.to_ascii("host", **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SQL)
def test_each_function_of_sql(spark: SparkSession, name: str) -> None:
    text = TAKEN.get(name, "bücher")
    acelabel.spark.register(spark)
    hosts(spark, [text, None]).createOrReplaceTempView("texts")
    made = spark.sql(f"select {name}(host), try_{name}(host) from texts").collect()
    assert list(map(tuple, made)) == [(SQL[name](text),) * 2, (None, None)]
    if not name.startswith("idna"):
        assert column(hosts(spark, [text]).select(getattr(acelabel.spark, name)("host"))) == [SQL[name](text)]


@pytest.fixture(scope="module")
def parquet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A million names in a folder of parts, with a column of their order."""
    folder = tmp_path_factory.mktemp("names")
    table = pa.table({"row": range(1_000_000), "host": names(1_000_000)})
    table = table.append_column("part", pa.array([row * PARTS // 1_000_000 for row in range(1_000_000)]))
    pq.write_to_dataset(table, folder, partition_cols=["part"])
    return folder


@pytest.mark.parametrize("name", ["idna_encode", "idna_decode"])
def test_a_million_names_of_partitioned_parquet(spark: SparkSession, parquet: Path, name: str) -> None:
    acelabel.spark.register(spark)
    spark.read.parquet(str(parquet)).createOrReplaceTempView("names")
    query = f"select row, try_{name}(host) as form, idna_valid(host) as valid from names"
    made = spark.sql(query).toArrow().sort_by("row")
    expected = million(SQL[name])
    assert made["form"].to_pylist() == expected
    accepted = [None if row is None else form is not None for row, form in zip(names(1_000_000), expected, strict=True)]
    assert made["valid"].to_pylist() == accepted


def test_a_bad_row_in_the_middle_ends_the_job_with_its_error(spark: SparkSession, tmp_path: Path) -> None:
    for part in range(PARTS):
        rows = [f"bücher{row}.example" for row in range(5_000)]
        if part == PARTS // 2:
            rows[2_500] = "a..b"
        pq.write_table(pa.table({"host": rows}), tmp_path / f"{part}.parquet")
    frame = spark.read.parquet(str(tmp_path))
    with pytest.raises(PythonException) as caught:
        frame.select(acelabel.spark.to_ascii("host")).agg(F.count("*"), F.max("to_ascii(host)")).collect()
    assert f"item 2500: {MESSAGE}" in str(caught.value)
    refused = frame.filter(acelabel.spark.to_ascii("host", errors="null").isNull())
    assert column(refused.select("host")) == ["a..b"]


def test_a_condition_does_not_guard_a_function(spark: SparkSession) -> None:
    acelabel.spark.register(spark)
    hosts(spark, ROWS).createOrReplaceTempView("conditions")
    with pytest.raises(PythonException, match="AceError"):
        spark.sql("select case when idna_valid(host) then idna_encode(host) end from conditions").collect()
    made = column(spark.sql("select case when idna_valid(host) then try_idna_encode(host) end from conditions"))
    assert made == each(acelabel.to_ascii, ROWS)


def workers() -> list[int]:
    """The processes of Python that Spark started: not the first, which starts them."""
    command = ["ps", "-eo", "pid=,ppid=,args="]
    rows = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.splitlines()
    processes = {int(row.split()[0]): (int(row.split()[1]), row) for row in rows}
    daemons = {process for process, (_, row) in processes.items() if "pyspark.daemon" in row}
    return [process for process in daemons if processes[process][0] in daemons]


def test_a_worker_that_is_killed_changes_nothing(spark: SparkSession, parquet: Path, tmp_path: Path) -> None:
    killed = tmp_path / "killed"

    def kill_once(text: str) -> str:
        if text and text.endswith("7.mail.com"):
            try:
                killed.touch(exist_ok=False)
                os.kill(os.getpid(), signal.SIGKILL)
            except FileExistsError:
                pass
        return text

    frame = spark.read.parquet(str(parquet))
    converted = acelabel.spark.to_ascii(F.udf(kill_once, "string")("host"), errors="null").alias("form")
    made = frame.filter("part < 2").select("row", converted).toArrow().sort_by("row")
    assert killed.exists()
    assert made["form"].to_pylist() == million(acelabel.to_ascii)[: len(made)]


def test_workers_killed_between_jobs(spark: SparkSession) -> None:
    frame = hosts(spark, GOOD).select(acelabel.spark.to_ascii("host"))
    assert column(frame) == each(acelabel.to_ascii, GOOD)
    there = workers()
    assert there != []
    for process in there:
        os.kill(process, signal.SIGKILL)
    assert column(frame) == each(acelabel.to_ascii, GOOD)


def test_the_log_of_the_example_has_as_many_names_as_were_asked_for(tmp_path: Path) -> None:
    example = runpy.run_path(str(EXAMPLE))
    folder = tmp_path / "it's a log"
    example["write_log"](folder, 1_001)
    assert sum(names for names, *_ in example["by_duckdb"](folder).values()) == 1_001
    command = [sys.executable, str(EXAMPLE), str(tmp_path), "--names", "7"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 2
    assert run.stderr.endswith("error: argument --names: must be at least 8, not 7\n")


def test_the_examples() -> None:
    assert failures_of_engine(acelabel.spark) == ""


def test_names_held_against_others(spark: SparkSession) -> None:
    frame = hosts(spark, ROWS)
    assert column(frame.select(acelabel.spark.is_below("host", "example", errors="null"))) == below(ROWS)
    assert column(frame.select(acelabel.spark.registrable("host", RULES, "null"))) == registrable(ROWS)
    acelabel.spark.register(spark, rules=RULES)
    frame.createOrReplaceTempView("hosts")
    assert column(spark.sql("select try_registrable_domain(host) from hosts order by row")) == registrable(ROWS)


def test_hosts(spark: SparkSession) -> None:
    frame = hosts(spark, URLS)
    expected = [facts_of_host(url) for url in URLS]
    made = column(frame.select(acelabel.spark.host("host", "null")))
    assert [row and row.asDict() for row in made] == expected
    acelabel.spark.register(spark)
    frame.createOrReplaceTempView("urls")
    made = column(spark.sql("select try_url_host_parts(host).ascii from urls order by row"))
    assert made == [row and row["ascii"] for row in expected]


def test_look_alikes(spark: SparkSession) -> None:
    frame = hosts(spark, LOOKALIKES)
    expected = [facts_of_lookalike(row) for row in LOOKALIKES]
    made = column(frame.select(acelabel.spark.lookalikes("host", WATCHLIST)))
    assert [row and row.asDict() for row in made] == expected
    acelabel.spark.register(spark, watchlist=WATCHLIST)
    frame.createOrReplaceTempView("hosts")
    made = column(spark.sql("select idna_lookalike(host).target from hosts order by row"))
    assert made == [row and row["target"] for row in expected]


def test_names_inside_texts(spark: SparkSession) -> None:
    frame = hosts(spark, TEXTS)
    made = column(frame.select(acelabel.spark.text_find("host", ["url_host", "bare"], {"рф"})))
    rows = [None if row is None else [found.asDict() for found in row] for row in made]
    assert rows == [facts_of_names(line, kinds=["url_host", "bare"], tlds={"рф"}) for line in TEXTS]
    acelabel.spark.register(spark)
    frame.createOrReplaceTempView("texts")
    made = column(spark.sql("select text_find(host)[0].end from texts where row = 0"))
    assert made == [16]
