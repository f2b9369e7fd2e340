"""Ray Data: tables of pyarrow through tasks in other processes."""

import pickle
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest
import ray
from documented import failures_of_engine
from engine_names import (
    LINES,
    LOOKALIKES,
    MESSAGE,
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
    names,
    registrable,
    reported,
    verdicts,
)

import acelabel
import acelabel.ray
from acelabel import AceError

TABLE = pa.table({"host": ROWS, "row": range(len(ROWS))})
# Ray's own code, which this suite does not answer for.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(
        num_cpus=2, include_dashboard=False, configure_logging=False, log_to_driver=False, _node_ip_address="127.0.0.1"
    )
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


def mapped(table: pa.Table, convert: acelabel.ray.Conversion, blocks: int = 1) -> list[dict[str, Any]]:
    data = ray.data.from_arrow(table).repartition(blocks)
    rows = data.map_batches(convert, batch_format="pyarrow", batch_size=None).take_all()
    return sorted(rows, key=lambda row: row["row"])


@pytest.mark.parametrize("work", ["to_ascii", "to_unicode"])
def test_names(work: str) -> None:
    convert = getattr(acelabel.ray, work)("host", errors="null")
    assert [row["host"] for row in mapped(TABLE, convert)] == each(getattr(acelabel, work), ROWS)


@pytest.mark.parametrize("work", [name for name in SQL if not name.startswith("idna")])
def test_codecs_without_ray(work: str) -> None:
    text = TAKEN.get(work, "bücher")
    convert = pickle.loads(pickle.dumps(getattr(acelabel.ray, work)("host", into="form")))
    table = convert(pa.table({"host": pa.chunked_array([[text], [None, text]])}))
    assert table.column_names == ["host", "form"]
    assert table["form"].to_pylist() == [SQL[work](text), None, SQL[work](text)]


@pytest.mark.parametrize("work", NEVER_REFUSING)
def test_functions_that_refuse_nothing(work: str) -> None:
    table = getattr(acelabel.ray, work)("line")(pa.table({"line": LINES}))
    assert table["line"].to_pylist() == each(NEVER_REFUSING[work], LINES)


@pytest.mark.parametrize("batch", [{"host": ["a.de"]}, TABLE.to_pandas()])
def test_a_batch_of_another_format_is_a_type_error(batch: Any) -> None:
    with pytest.raises(TypeError, match=r"must be a pyarrow\.Table, not (dict|DataFrame): use batch_format='pyarrow'"):
        acelabel.ray.to_ascii("host")(batch)


def test_validity_and_reports() -> None:
    rows = mapped(TABLE, acelabel.ray.is_valid("host", into="valid", profile="dns"))
    assert [row["valid"] for row in rows] == [row and acelabel.is_valid(row, profile=acelabel.DNS) for row in ROWS]
    for name, verdict in verdicts(ROWS).items():
        assert [row["v"] for row in mapped(TABLE, getattr(acelabel.ray, name)("host", into="v"))] == verdict
    reports = mapped(TABLE, acelabel.ray.report("host", into="report"))
    assert [row["report"] or reported(None) for row in reports] == [reported(row) for row in ROWS]
    with pytest.raises(ValueError, match="argument 'errors' must be"):
        acelabel.ray.to_ascii("host", errors="coerce")  # type: ignore[arg-type]


def test_a_refused_row_ends_the_job_with_its_error() -> None:
    with pytest.raises(Exception, match="AceError") as caught:
        mapped(TABLE, acelabel.ray.to_ascii("host"))
    assert MESSAGE in str(caught.value)
    with pytest.raises(AceError) as direct:
        acelabel.ray.to_ascii("host")(TABLE)
    assert direct.value.row == 3


def test_many_rows_in_blocks() -> None:
    rows = names(200_000)
    table = pa.table({"host": rows, "row": range(len(rows))})
    made = mapped(table, acelabel.ray.to_ascii("host", into="ascii", errors="null"), blocks=7)
    assert [row["ascii"] for row in made] == each(acelabel.to_ascii, rows)


def test_the_examples() -> None:
    assert failures_of_engine(acelabel.ray) == ""


def test_names_held_against_others() -> None:
    convert = acelabel.ray.is_below("host", "example", into="below", errors="null")
    assert [row["below"] for row in mapped(TABLE, convert)] == below(ROWS)
    convert = acelabel.ray.registrable("host", RULES, errors="null")
    assert [row["host"] for row in mapped(TABLE, convert)] == registrable(ROWS)


def test_hosts() -> None:
    table = pa.table({"host": URLS, "row": range(len(URLS))})
    rows = mapped(table, acelabel.ray.host("host", errors="null"))
    assert [row["host"] for row in rows] == [facts_of_host(url) for url in URLS]


def test_look_alikes() -> None:
    table = pa.table({"host": LOOKALIKES, "row": range(len(LOOKALIKES))})
    rows = mapped(table, acelabel.ray.lookalikes("host", WATCHLIST))
    assert [row["host"] for row in rows] == [facts_of_lookalike(row) for row in LOOKALIKES]


def test_names_inside_texts() -> None:
    table = pa.table({"host": TEXTS, "row": range(len(TEXTS))})
    rows = mapped(table, acelabel.ray.text_find("host", kinds=["bare"], tlds={"рф"}))
    assert [row["host"] for row in rows] == [facts_of_names(line, kinds=["bare"], tlds={"рф"}) for line in TEXTS]
