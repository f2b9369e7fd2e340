"""polars: the namespace `ace`, eager, lazy and streaming."""

import re
import subprocess
import sys
from typing import Any

import polars as pl
import pytest
from engine_names import (
    GOOD,
    LABELS,
    LINES,
    LOOKALIKES,
    MESSAGE,
    NEVER_REFUSING,
    REGISTRY,
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
    facts_of_parts,
    facts_of_verdict,
    indexes,
    names,
    registrable,
    reported,
    verdicts,
)

import acelabel
from acelabel import AceError, display
from acelabel.polars import ExprAce, SeriesAce

FRAME = pl.DataFrame({"host": ROWS})
HOST: Any = pl.col("host")


def engines(expression: pl.Expr, frame: pl.DataFrame = FRAME) -> list[pl.Series]:
    """The column by each way polars has to run it."""
    lazy = frame.lazy().select(expression)
    frames = [frame.select(expression), lazy.collect(engine="in-memory"), lazy.collect(engine="streaming")]
    assert all(lazy.collect_schema() == made.schema for made in frames)
    return [made.to_series() for made in frames]


@pytest.mark.parametrize("work", ["to_ascii", "to_unicode"])
def test_names_eager_lazy_and_streaming(work: str) -> None:
    expected = each(getattr(acelabel, work), ROWS)
    for series in engines(getattr(HOST.ace, work)(strict=False)):
        assert (series.name, series.dtype, series.to_list()) == ("host", pl.String(), expected)


def test_errors_are_those_of_other_modules() -> None:
    frame = pl.DataFrame({"host": ["Ü.de", "Ü.a_b.de", None]})
    for series in engines(HOST.ace.to_ascii(errors="null"), frame):
        assert series.to_list() == ["xn--tda.de", None, None]
    for series in engines(HOST.ace.to_ascii(errors="keep"), frame):
        assert series.to_list() == ["xn--tda.de", "xn--tda.a_b.de", None]
    for keywords in ({}, {"strict": True}, {"errors": "raise"}):
        with pytest.raises(acelabel.AceError) as caught:
            SeriesAce(frame["host"]).to_ascii(**keywords)
        assert caught.value.code == "std3_disallowed"
    with pytest.raises(TypeError, match="'strict' and 'errors' say the same"):
        SeriesAce(frame["host"]).to_ascii(strict=False, errors="null")
    with pytest.raises(ValueError, match="argument 'errors' must be 'raise', 'null' or 'keep', not 'coerce'"):
        SeriesAce(frame["host"]).to_ascii(errors="coerce")  # type: ignore[arg-type]


@pytest.mark.parametrize("work", NEVER_REFUSING)
def test_functions_that_refuse_nothing(work: str) -> None:
    expected = each(NEVER_REFUSING[work], LINES)
    for series in engines(getattr(HOST.ace, work)(), pl.DataFrame({"host": LINES})):
        assert (series.dtype, series.to_list()) == (pl.String(), expected)
    options = {"profile": "dns"} if work.startswith("text_") else {}
    assert getattr(SeriesAce(pl.Series(LINES)), work)(**options).to_list() == expected


def test_policies() -> None:
    frame = pl.DataFrame({"host": ["аррӏе.com", None]})
    for policy in ("uts39_moderate", display.UTS39_MODERATE):
        for series in engines(HOST.ace.to_display(policy=policy), frame):
            assert series.to_list() == ["аррӏе.com", None]
    with pytest.raises(
        ValueError, match="argument 'policy' must be 'lookalike_aware', 'strict' or 'uts39_moderate', not"
    ):
        HOST.ace.to_display(policy="dns")


def test_validity_and_reports() -> None:
    for name, verdict in verdicts(ROWS).items():
        for series in engines(getattr(HOST.ace, name)()):
            assert (series.dtype, series.to_list()) == (pl.Boolean(), verdict)
    for series in engines(HOST.ace.report()):
        assert series.to_list() == [reported(row) for row in ROWS]


@pytest.mark.parametrize("work", [name for name in SQL if not name.startswith("idna")])
def test_codecs(work: str) -> None:
    text = TAKEN.get(work, "bücher")
    frame = pl.DataFrame({"host": [text, None]})
    for series in engines(getattr(HOST.ace, work)(), frame):
        assert series.to_list() == [SQL[work](text), None]
    refused = "\u20ac..!"
    assert getattr(SeriesAce(pl.Series([refused, text])), work)(strict=False).to_list() == each(
        SQL[work], [refused, text]
    )


def test_a_series_at_once() -> None:
    series: Any = pl.Series("host", GOOD)
    assert series.ace.to_ascii().to_list() == each(acelabel.to_ascii, GOOD)
    assert series.ace.to_ascii().name == "host"
    assert SeriesAce(series).is_valid().to_list() == [row and True for row in GOOD]


def test_a_refused_row_raises_the_error_with_its_text() -> None:
    for engine in ("in-memory", "streaming"):
        with pytest.raises(pl.exceptions.ComputeError, match=re.escape(MESSAGE)):
            FRAME.lazy().select(HOST.ace.to_ascii()).collect(engine=engine)
    with pytest.raises(AceError) as caught:
        SeriesAce(FRAME["host"]).to_ascii()
    error = caught.value
    assert (error.code, error.offset, error.row, error.text) == ("empty_label", 2, 3, "a..b")


@pytest.mark.parametrize("dtype", [pl.Categorical(), pl.Enum([row for row in set(ROWS) if row])])
def test_categories_give_texts(dtype: Any) -> None:
    frame = pl.DataFrame({"host": ROWS}, schema={"host": dtype})
    for series in engines(HOST.ace.to_ascii(strict=False), frame):
        assert (series.dtype, series.to_list()) == (pl.String(), each(acelabel.to_ascii, ROWS))
    for series in engines(HOST.ace.report(), frame):
        assert series.to_list() == [reported(row) for row in ROWS]


@pytest.mark.parametrize("rows", [[], [None, None]])
def test_columns_without_texts(rows: list[None]) -> None:
    for dtype in (pl.Null, pl.String):
        for series in engines(HOST.ace.to_ascii(), pl.DataFrame({"host": rows}, schema={"host": dtype})):
            assert (series.dtype, series.to_list()) == (pl.String(), rows)


def test_profiles() -> None:
    series = SeriesAce(pl.Series(["_dmarc.bücher.de"]))
    for profile in (acelabel.DNS, "dns"):
        assert series.to_ascii(profile=profile).to_list() == ["_dmarc.xn--bcher-kva.de"]
        assert pl.select(ExprAce(pl.lit("_dmarc.bücher.de")).is_valid(profile=profile)).item() is True
    with pytest.raises(ValueError, match=r"argument 'profile' must be 'uts46', .*, not 'DNS'"):
        ExprAce(HOST).to_ascii(profile="DNS")  # type: ignore[arg-type]


def test_a_column_of_another_type_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="argument 'column' must be an Arrow column"):
        pl.DataFrame({"host": [1]}).select(HOST.ace.to_ascii())


def test_groups_windows_and_filters() -> None:
    frame = pl.DataFrame({"host": GOOD, "group": [0, 1] * 3})
    grouped = frame.group_by("group", maintain_order=True).agg(HOST.ace.to_ascii())
    assert grouped["host"].to_list() == [each(acelabel.to_ascii, GOOD[0::2]), each(acelabel.to_ascii, GOOD[1::2])]
    assert frame.filter(HOST.ace.is_valid()).height == 5
    assert frame.select(HOST.ace.to_ascii().over("group")).to_series().to_list() == each(acelabel.to_ascii, GOOD)


def test_many_rows_in_batches() -> None:
    rows = names(300_001)
    expected = each(acelabel.to_ascii, rows)
    for series in engines(HOST.ace.to_ascii(strict=False), pl.DataFrame({"host": rows})):
        assert series.to_list() == expected


WITHOUT_PYARROW = """
import sys
sys.modules["pyarrow"] = None
import polars as pl
import acelabel.polars
frame = pl.DataFrame({"host": ["B\u00fccher.example", None, "a..b"]})
print(frame.lazy().select(pl.col("host").ace.report().struct.field("value")).collect().to_series().to_list())
"""


def test_without_pyarrow() -> None:
    run = subprocess.run([sys.executable, "-c", WITHOUT_PYARROW], capture_output=True, text=True, timeout=120)
    assert (run.returncode, run.stdout) == (0, "['xn--bcher-kva.example', None, None]\n"), run.stderr


def test_names_held_against_others() -> None:
    for series in engines(HOST.ace.is_below("example", errors="null")):
        assert (series.dtype, series.to_list()) == (pl.Boolean(), below(ROWS))
    for series in engines(HOST.ace.registrable(RULES, strict=False)):
        assert (series.dtype, series.to_list()) == (pl.String(), registrable(ROWS))
    for series in engines(HOST.ace.suffix_parts(RULES, strict=False)):
        assert series.to_list() == [facts_of_parts(row) for row in ROWS]
    with pytest.raises(AceError):
        HOST.ace.is_below("a..b", errors="null")
    with pytest.raises(ValueError, match=r"argument 'errors' must be 'raise' or 'null', not 'keep'"):
        HOST.ace.is_below("example", errors="keep")
    with pytest.raises(TypeError, match=r"argument 'rules' must be an acelabel\.suffix\.Rules, not list"):
        HOST.ace.registrable(["com"])


def test_hosts() -> None:
    expected = [facts_of_host(url) for url in URLS]
    for series in engines(HOST.ace.host(strict=False), pl.DataFrame({"host": URLS})):
        assert series.to_list() == expected
    with pytest.raises(ValueError, match=r"argument 'errors' must be 'raise' or 'null', not 'keep'"):
        HOST.ace.host(errors="keep")


def test_look_alikes() -> None:
    expected = [facts_of_lookalike(row) for row in LOOKALIKES]
    for series in engines(HOST.ace.lookalikes(WATCHLIST), pl.DataFrame({"host": LOOKALIKES})):
        assert series.to_list() == expected
    with pytest.raises(TypeError, match=r"argument 'watchlist' must be an acelabel\.display\.Watchlist, not list"):
        HOST.ace.lookalikes(["paypal.com"])


def test_rules_of_registries() -> None:
    frame = pl.DataFrame({"host": LABELS})
    for series in engines(HOST.ace.registry_check(REGISTRY), frame):
        assert series.to_list() == [*map(facts_of_verdict, LABELS)]
    for series in engines(HOST.ace.registry_index(REGISTRY), frame):
        assert series.to_list() == indexes(LABELS)
    with pytest.raises(TypeError, match=r"argument 'rules' must be an acelabel\.registry\.Rules, not Rules"):
        HOST.ace.registry_index(RULES)


def test_names_inside_texts() -> None:
    options: dict[str, Any] = {"kinds": iter(["url_host", "bare"]), "tlds": {"рф"}, "defanged": True}
    converted = HOST.ace.text_find(**options)
    options["kinds"] = ["url_host", "bare"]
    for series in engines(converted, pl.DataFrame({"host": TEXTS})):
        assert series.to_list() == [facts_of_names(line, **options) for line in TEXTS]
    for series in engines(HOST.ace.text_to_ascii(tlds=["рф"], kinds=["bare"]), pl.DataFrame({"host": TEXTS})):
        assert series[3] == acelabel.text.to_ascii(TEXTS[3] or "", tlds=["рф"], kinds=["bare"]) != TEXTS[3]
    for wrong in ({"kinds": "bare"}, {"kinds": 1}, {"tlds": "com"}, {"tlds": len}):
        with pytest.raises(TypeError, match=f"^argument '{next(iter(wrong))}' must be"):
            HOST.ace.text_find(**wrong)


def test_texts_that_are_files() -> None:
    lines = ["||bücher.example^$domain=xn--tda", None, "! ü", "||bü_ro^"]
    frame = pl.DataFrame({"host": lines})
    for series in engines(HOST.ace.text_to_ascii(format="adblock"), frame):
        assert series.to_list() == ["||xn--bcher-kva.example^$domain=xn--tda", *lines[1:]]
    for series in engines(HOST.ace.text_to_unicode(format="adblock"), frame):
        assert series.to_list() == ["||bücher.example^$domain=ü", *lines[1:]]
    for series in engines(HOST.ace.text_find(format="adblock"), frame):
        names = [row and [found["name"] for found in row] for row in series.to_list()]
        assert names == [["bücher.example", "xn--tda"], None, [], ["bü_ro"]]
    with pytest.raises(ValueError, match=r"^argument 'format' must be 'text', 'adblock', "):
        HOST.ace.text_find(format="x")
    with pytest.raises(ValueError, match=r"^argument 'kinds' is for format='text'"):
        HOST.ace.text_to_ascii(format="hosts", kinds=["bare"])
