"""Dask: threads of this process, and a worker of `distributed` in a process of its own."""

from collections.abc import Iterator
from typing import Any

import dask.dataframe as dd
import pandas as pd
import pytest
from distributed import Client, LocalCluster
from documented import failures_of_engine
from engine_names import (
    GOOD,
    LINES,
    NEVER_REFUSING,
    ROWS,
    RULES,
    SQL,
    TAKEN,
    TEXTS,
    below,
    each,
    facts_of_names,
    in_columns,
    names,
    registrable,
    reported,
    verdicts,
)

import acelabel
import acelabel.dask
from acelabel import AceError


def parted(rows: list[str | None], dtype: Any = "str", parts: int = 3) -> Any:
    return dd.from_pandas(pd.Series(rows, dtype=dtype, name="host"), npartitions=parts)


def listed(series: Any) -> list[Any]:
    return [None if pd.isna(row) else row for row in series]


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    cluster = LocalCluster(
        n_workers=1, threads_per_worker=2, processes=True, host="127.0.0.1", dashboard_address=None, memory_limit="2GiB"
    )
    with cluster, Client(cluster) as client:
        yield client


@pytest.mark.parametrize("dtype", ["str", "string", "category", "object"])
@pytest.mark.parametrize("work", ["to_ascii", "to_unicode"])
def test_names(work: str, dtype: str) -> None:
    series = parted(ROWS, dtype)
    result = getattr(acelabel.dask, work)(series, errors="coerce")
    assert (result.name, result.divisions) == ("host", series.divisions)
    made = result.compute()
    assert result.dtype == made.dtype or dtype == "category"
    assert listed(made) == each(getattr(acelabel, work), ROWS)


def test_a_column_without_a_value_may_be_of_any_dtype() -> None:
    series = parted([None] * 3, "float64")
    assert listed(acelabel.dask.to_ascii(series).compute()) == [None] * 3
    assert acelabel.dask.is_valid(series).compute().tolist() == [False] * 3


def test_categories_are_known_where_those_of_the_series_are() -> None:
    series = parted(ROWS, "category")
    made = acelabel.dask.to_ascii(series, errors="coerce")
    assert set(made.cat.categories) == set(made.compute().cat.categories)
    unknown = acelabel.dask.to_ascii(series.cat.as_unknown(), errors="coerce")
    assert not unknown.cat.known
    assert set(unknown.cat.as_known().cat.categories) == set(made.cat.categories)
    assert acelabel.dask.is_valid(series.cat.as_unknown()).dtype == bool


@pytest.mark.parametrize("work", [name for name in SQL if not name.startswith("idna")])
def test_codecs(work: str) -> None:
    text = TAKEN.get(work, "bücher")
    assert listed(getattr(acelabel.dask, work)(parted([text, None], parts=1)).compute()) == [SQL[work](text), None]


@pytest.mark.parametrize("work", NEVER_REFUSING)
def test_functions_that_refuse_nothing(work: str) -> None:
    made = getattr(acelabel.dask, work)(parted(LINES)).compute()
    assert listed(made) == each(NEVER_REFUSING[work], LINES)


def test_validity_and_profiles() -> None:
    series = parted(["_a.bücher.de", "a.de", None])
    for profile in ("dns", acelabel.DNS):
        assert listed(acelabel.dask.is_valid(series, profile=profile).compute()) == [True, True, None]
    for name, verdict in verdicts(["_a.bücher.de", "a.de", None]).items():
        assert listed(getattr(acelabel.dask, name)(series).compute()) == verdict
    with pytest.raises(ValueError, match="argument 'errors' must be"):
        acelabel.dask.to_ascii(series, errors="ignore")  # type: ignore[arg-type]


def test_a_worker_process(client: Client) -> None:
    rows = names(300_000)
    result = acelabel.dask.to_ascii(parted(rows, parts=7), errors="coerce")
    assert listed(client.compute(result).result()) == each(acelabel.to_ascii, rows)


def test_columns_that_came_over_the_wire(client: Client) -> None:
    """Their buffers begin anywhere in a message."""
    rows = [row for row in names(100_000) if row]
    series = client.scatter(pd.Series(rows, dtype="str"))
    frame = dd.from_delayed([series], meta=pd.Series([], dtype="str"))
    made = acelabel.dask.to_ascii(frame, errors="coerce").compute()
    assert listed(made) == each(acelabel.to_ascii, list(rows))


def test_a_refused_row_raises_the_error_of_its_partition(client: Client) -> None:
    with pytest.raises(AceError) as caught:
        client.compute(acelabel.dask.to_ascii(parted(ROWS, parts=2))).result()
    error = caught.value
    assert (error.code, error.offset, error.text) == ("empty_label", 2, "a..b")
    assert listed(client.compute(acelabel.dask.to_ascii(parted(GOOD))).result()) == each(acelabel.to_ascii, GOOD)


def test_the_examples() -> None:
    assert failures_of_engine(acelabel.dask) == ""


def test_names_held_against_others() -> None:
    series = parted(ROWS, "string")
    assert listed(acelabel.dask.is_below(series, "example", errors="null").compute()) == below(ROWS)
    assert listed(acelabel.dask.registrable(series, RULES, errors="null").compute()) == registrable(ROWS)


def test_names_inside_texts() -> None:
    found = acelabel.dask.text_find(parted(TEXTS), kinds=["bare"], tlds={"рф"}).compute()
    expected = [facts_of_names(line, kinds=["bare"], tlds={"рф"}) for line in TEXTS]
    assert [None if row is None else [in_columns(one) for one in row] for row in found] == expected


def test_structs_are_columns(client: Client) -> None:
    report = acelabel.dask.report(parted(ROWS))
    made = client.compute(report, sync=True)
    assert report.dtypes.to_dict() == made.dtypes.to_dict()
    assert [None if pd.isna(code) else code for code in made["code"]] == [reported(row)["code"] for row in ROWS]
