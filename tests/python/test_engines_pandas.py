"""pandas: the accessor `ace`, for every dtype of texts, with pyarrow and without."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from engine_names import (
    GOOD,
    LABELS,
    LINES,
    LOOKALIKES,
    NEVER_REFUSING,
    REGISTRY,
    ROWS,
    RULES,
    SQL,
    TAKEN,
    TEXTS,
    URLS,
    VERDICTS,
    WATCHLIST,
    below,
    each,
    facts_of_host,
    facts_of_lookalike,
    facts_of_names,
    facts_of_parts,
    facts_of_verdict,
    in_columns,
    indexes,
    names,
    one,
    registrable,
    reported,
    verdicts,
)

import acelabel
from acelabel import AceError, _works, display, host
from acelabel.pandas import SeriesAce

DTYPES: dict[str, Any] = {
    "str": "str",
    "string": "string",
    "str of Python": pd.StringDtype("python", na_value=float("nan")),
    "string of Python": pd.StringDtype("python"),
    "object": object,
    "category": "category",
    "arrow string": pd.ArrowDtype(pa.string()),
    "arrow large_string": pd.ArrowDtype(pa.large_string()),
    "arrow dictionary": pd.ArrowDtype(pa.dictionary(pa.int32(), pa.string())),
}
each_dtype = pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)


def made(rows: list[str | None], dtype: Any) -> Any:
    return pd.Series(rows, dtype=dtype, index=[3, 1, 1, 2, 0, 5, 4][: len(rows)], name="host")


def listed(series: Any) -> list[Any]:
    return [None if pd.isna(row) else row for row in series]


def kept(series: Any, result: Any) -> list[Any]:
    """The rows, if all else is as it was."""
    assert result.index.tolist() == series.index.tolist()
    assert result.name == series.name
    is_category = isinstance(series.dtype, pd.CategoricalDtype)
    assert isinstance(result.dtype, pd.CategoricalDtype) if is_category else result.dtype == series.dtype
    return listed(result)


@each_dtype
@pytest.mark.parametrize("work", ["to_ascii", "to_unicode"])
def test_names_of_each_dtype(dtype: Any, work: str) -> None:
    series, convert = made(ROWS, dtype), getattr(acelabel, work)
    assert kept(series, getattr(series.ace, work)(errors="coerce")) == each(convert, ROWS)
    expected = [row and convert(row, errors="keep") for row in ROWS]
    assert kept(series, getattr(series.ace, work)(errors="keep")) == expected
    good = made(GOOD, dtype)
    assert kept(good, getattr(good.ace, work)()) == each(convert, GOOD)


@each_dtype
@pytest.mark.parametrize("work", NEVER_REFUSING)
def test_functions_that_refuse_nothing_of_each_dtype(dtype: Any, work: str) -> None:
    series = made(LINES, dtype)
    assert kept(series, getattr(series.ace, work)()) == each(NEVER_REFUSING[work], LINES)


@pytest.mark.parametrize("dtype", ["float64", "Float64", "Int64", "datetime64[s]"])
def test_a_column_without_a_value_may_be_of_any_dtype(dtype: str) -> None:
    series = made([None, None], dtype)
    assert kept(series, series.ace.to_ascii()) == kept(series, series.ace.to_display()) == [None, None]
    assert not series.ace.is_valid().fillna(False).any()
    assert not series.ace.is_below("a").fillna(False).any()
    assert series.ace.report().isna().all(axis=None)
    with pytest.raises(TypeError, match="must be an Arrow column of utf8"):
        pd.Series([1.0, None]).ace.to_ascii()


def test_a_sparse_column_is_converted_row_by_row() -> None:
    series = pd.Series(pd.arrays.SparseArray(["Bücher.de", float("nan")], dtype=object))
    assert series.ace.to_ascii().to_list()[0] == "xn--bcher-kva.de"
    assert series.ace.to_ascii().isna().to_list() == [False, True]


@each_dtype
def test_policies(dtype: Any) -> None:
    series = made(["аррӏе.com", None, "пример.рф"], dtype)
    for policy in ("uts39_moderate", display.UTS39_MODERATE):
        assert kept(series, series.ace.to_display(policy=policy)) == ["аррӏе.com", None, "пример.рф"]
    with pytest.raises(
        ValueError, match="argument 'policy' must be 'lookalike_aware', 'strict' or 'uts39_moderate', not"
    ):
        series.ace.to_display(policy="dns")


@each_dtype
def test_a_refused_row_raises_the_error_with_its_row(dtype: Any) -> None:
    with pytest.raises(AceError) as caught:
        made(ROWS, dtype).ace.to_ascii()
    error = caught.value
    assert (error.code, error.offset, error.row, error.text) == ("empty_label", 2, 3, "a..b")


@each_dtype
def test_validity_selects_rows(dtype: Any) -> None:
    series = made(ROWS, dtype)
    valid = series.ace.is_valid()
    assert valid.index.tolist() == series.index.tolist()
    if valid.dtype == bool:
        assert valid.tolist() == [one(acelabel.is_valid, row) or False for row in ROWS]
        assert listed(series[valid]) == [row for row in GOOD if row]
    else:
        assert listed(valid) == [one(acelabel.is_valid, row) for row in ROWS]
    for name, verdict in verdicts(ROWS).items():
        found = getattr(series.ace, name)()
        assert listed(found) == (list(map(bool, verdict)) if found.dtype == bool else verdict)


@each_dtype
@pytest.mark.parametrize("work", [name for name in SQL if not name.startswith("idna")])
def test_codecs(dtype: Any, work: str) -> None:
    text = TAKEN.get(work, "bücher")
    series = made([text, None], dtype)
    assert kept(series, getattr(series.ace, work)()) == [SQL[work](text), None]


@each_dtype
def test_a_series_without_rows(dtype: Any) -> None:
    series = made([], dtype)
    assert kept(series, SeriesAce(series).to_ascii()) == []
    assert SeriesAce(series).is_valid().tolist() == []
    if "dictionary" not in str(dtype):
        missing = made([None, None], dtype)
        assert kept(missing, SeriesAce(missing).to_ascii()) == [None, None]


def test_categories_are_converted_and_unique() -> None:
    series: Any = pd.Series(["A.com", "a.com", "xn--a"], dtype="category")
    assert list(series.ace.to_ascii(errors="coerce").cat.categories) == ["a.com"]


def test_categories_with_lone_surrogates() -> None:
    texts = pd.Index(["\ud800.de", "ü.de"], dtype=object)
    series = pd.Series(pd.Categorical.from_codes([0, 1, -1, 0], texts))
    for result in (series.ace.to_ascii(errors="keep"), series.ace.text_to_ascii(), series.ace.canonical(errors="keep")):
        assert isinstance(result.dtype, pd.CategoricalDtype)
        assert result[0] == result[3] == "\ud800.de"
        assert pd.isna(result[2])
    assert list(series.ace.to_ascii(errors="keep")[:2]) == ["\ud800.de", "xn--tda.de"]


def test_bad_arguments() -> None:
    accessor = SeriesAce(pd.Series(["_a.de"]))
    assert accessor.to_ascii(profile="dns").tolist() == accessor.to_ascii(profile=acelabel.DNS).tolist() == ["_a.de"]
    with pytest.raises(ValueError, match="argument 'errors' must be 'raise', 'coerce', 'null' or 'keep', not 'ignore'"):
        accessor.to_ascii(errors="ignore")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="argument 'profile' must be"):
        accessor.to_ascii(profile="utf8")  # type: ignore[arg-type]
    for wrong in (pd.Series([1]), pd.Series([1], dtype="category"), pd.Series(["a", 1], dtype=object)):
        with pytest.raises(TypeError, match="must be"):
            SeriesAce(wrong).to_ascii()


def test_a_lone_surrogate_of_an_object_is_refused_as_ever() -> None:
    with pytest.raises(AceError) as caught:
        SeriesAce(pd.Series(["a", "\ud800"], dtype=object)).to_ascii()
    assert (caught.value.row, caught.value.code) == (1, "surrogate")


def test_a_lone_surrogate_that_has_no_arrow_form_is_refused_as_ever() -> None:
    series: Any = pd.Series(["a", "\ud800"], dtype=pd.StringDtype("python"))
    with pytest.raises(AceError) as caught:
        series.ace.to_ascii()
    assert (caught.value.row, caught.value.code, caught.value.offset) == (1, "surrogate", 0)
    assert listed(series.ace.to_ascii(errors="coerce")) == listed(series.ace.to_ascii(errors="null")) == ["a", None]
    assert series.ace.is_valid().tolist() == [True, False]


def test_a_column_that_arrow_does_not_allow_is_refused_and_not_read_as_a_list() -> None:
    buffers = [None, *pa.array([b"a", b"\xff"]).buffers()[1:]]
    series = pd.Series(pa.Array.from_buffers(pa.string(), 2, buffers), dtype=DTYPES["arrow string"])
    with pytest.raises(ValueError, match="not a legal Arrow column: the text is not UTF-8 in row 1"):
        SeriesAce(series).to_ascii()


def test_a_category_of_several_types_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="item 1 must be str, not int"):
        SeriesAce(pd.Series(["a", 2], dtype="category")).to_ascii()


@pytest.mark.parametrize("missing", [None, float("nan")])
def test_a_category_without_values_has_a_validity(missing: float | None) -> None:
    valid = SeriesAce(pd.Series([missing, missing], dtype="category")).is_valid()
    assert (valid.tolist(), valid.dtype) == ([False, False], bool)


@pytest.mark.parametrize("dtype", ["string", DTYPES["arrow string"]])
def test_the_validity_of_a_category_is_missing_where_its_texts_may_be(dtype: Any) -> None:
    series: Any = pd.Series(["a", None, "a..b"], dtype=dtype).astype("category")
    valid = series.ace.is_valid()
    assert listed(valid) == [True, None, False]
    assert series[valid].tolist() == ["a"]


@pytest.mark.parametrize("work", ["to_ascii", "is_valid"])
def test_attributes_and_flags_are_kept(work: str) -> None:
    series: Any = pd.Series(["ü.de"]).set_flags(allows_duplicate_labels=False)
    series.attrs["source"] = "a log"
    made_of = getattr(series.ace, work)()
    assert made_of.attrs == {"source": "a log"}
    assert not made_of.flags.allows_duplicate_labels


def test_many_rows() -> None:
    rows = names(200_000)
    series: Any = pd.Series(rows)
    assert listed(series.ace.to_ascii(errors="coerce")) == each(acelabel.to_ascii, rows)


WITHOUT_PYARROW = """
import sys
class Missing:
    @staticmethod
    def find_spec(name, *_):
        if name.partition(".")[0] == "pyarrow":
            raise ModuleNotFoundError("No module named 'pyarrow'", name="pyarrow")
sys.meta_path.insert(0, Missing)
import pandas as pd
import acelabel.pandas
rows = ["Bücher.example", None, "a..b"]
for dtype in ("str", "string", "object", "category"):
    series = pd.Series(rows, dtype=dtype)
    kept = series.ace.to_ascii(errors="keep")
    print(series.ace.to_ascii(errors="coerce").isna().tolist(), kept.iloc[0])
    print(series.ace.is_valid().tolist(), series.ace.punycode_encode().iloc[2], kept.dtype)
"""


def test_without_pyarrow(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT_PYARROW]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=tmp_path, timeout=120)
    lines = run.stdout.splitlines()
    assert (run.returncode, len(lines)) == (0, 8), run.stderr
    assert set(lines[::2]) == {"[False, True, True] xn--bcher-kva.example"}
    assert [line.rsplit(" ", 1)[1] for line in lines[1::2]] == ["str", "string", "object", "category"]
    assert {line.rsplit(" ", 2)[0] for line in lines[1::2]} == {"[True, False, False]", "[True, <NA>, False]"}


def test_a_pandas_that_is_too_old_is_named_with_its_extra() -> None:
    program = """
import pandas as pd
del pd.Series.from_arrow
try:
    import acelabel.pandas
except ImportError as error:
    print(error)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    assert run.stdout == "acelabel.pandas needs pandas 3: pip install 'acelabel[pandas]'\n"


WORKS = sorted(work.name for work in _works.WORKS if work.can_keep and work.rules != "suffixes")


@pytest.mark.parametrize("work", [*WORKS, *NEVER_REFUSING, *VERDICTS])
@pytest.mark.parametrize("value", [b"//xn--tda/", bytearray(b"tda"), memoryview(b"bq--aduq"), 1, ["a"]], ids=type)
def test_what_is_no_text_in_a_column_of_objects_is_refused(work: str, value: Any) -> None:
    series = pd.Series(["bq--aduq", value, None], dtype=object)
    keywords = {"errors": "coerce"} if work in WORKS else {}
    with pytest.raises(TypeError):
        getattr(series.ace, work)(**keywords)


@pytest.mark.parametrize("work", [*WORKS, *NEVER_REFUSING])
def test_missing_values_of_objects_stay_what_they_are(work: str) -> None:
    missing: list[Any] = [None, float("nan"), pd.NA, pd.NaT]
    series = pd.Series(["bq--aduq", *missing], dtype=object)
    keywords: list[dict[str, str]] = [{"errors": "coerce"}, {"errors": "keep"}] if work in WORKS else [{}]
    for given in keywords:
        result = getattr(series.ace, work)(**given)
        assert all(one is other for one, other in zip(missing, result[1:], strict=True))


def test_an_ordered_category_has_no_order_afterwards() -> None:
    series: Any = pd.Series(["Ü", "ü", "a"], dtype=pd.CategoricalDtype(["ü", "a", "Ü"], ordered=True))
    result = series.ace.to_ascii()
    assert (result.to_list(), result.dtype.ordered) == (["xn--tda", "xn--tda", "a"], False)


@each_dtype
def test_names_held_against_others(dtype: Any) -> None:
    series = made(ROWS, dtype)
    found = series.ace.is_below("example", errors="coerce")
    assert found.index.tolist() == series.index.tolist()
    assert listed(found) == [row or (False if found.dtype == bool else row) for row in below(ROWS)]
    assert kept(series, series.ace.registrable(RULES, errors="null")) == registrable(ROWS)
    with pytest.raises(AceError) as caught:
        series.ace.is_below("example")
    assert caught.value.row == 3
    with pytest.raises(ValueError, match="argument 'errors' must be 'raise', 'coerce' or 'null', not 'keep'"):
        series.ace.is_below("example", errors="keep")


@each_dtype
def test_names_inside_texts(dtype: Any) -> None:
    series = made(TEXTS, dtype)
    found = series.ace.text_find(kinds=["url_host", "bare"], tlds={"рф"})
    assert (found.index.tolist(), found.name, found.dtype) == (series.index.tolist(), "host", object)
    expected = [facts_of_names(line, kinds=["url_host", "bare"], tlds={"рф"}) for line in TEXTS]
    assert [None if row is None else [in_columns(one) for one in row] for row in found] == expected
    rewritten = series.ace.text_to_ascii(kinds=["bare"], tlds={"рф"})
    assert rewritten.to_list()[3] == acelabel.text.to_ascii(TEXTS[3] or "", kinds=["bare"], tlds={"рф"}) != TEXTS[3]


@each_dtype
def test_texts_that_are_files(dtype: Any) -> None:
    hosts = made(["192.0.2.1 büro xn--bro-hoa", None, "bü_ro # ü"], dtype)
    assert hosts.ace.text_to_ascii(format="hosts").to_list()[::2] == ["192.0.2.1 xn--bro-hoa xn--bro-hoa", "bü_ro # ü"]
    assert hosts.ace.text_to_unicode(format="hosts").to_list()[::2] == ["192.0.2.1 büro büro", "bü_ro # ü"]
    found = hosts.ace.text_find(format="hosts").to_list()
    assert [[one.name for one in row] for row in found[::2]] == [["büro", "xn--bro-hoa"], ["bü_ro"]]
    zone = made(["büro IN MX 1 ü", None, "@ TXT ü"], dtype)
    assert zone.ace.text_to_ascii(format="zone").to_list()[::2] == ["xn--bro-hoa IN MX 1 xn--tda", "@ TXT ü"]
    found = zone.ace.text_find(format="zone").to_list()
    assert [[one.name for one in row] for row in found[::2]] == [["büro", "ü"], []]


def told(frame: Any, series: Any) -> list[dict[str, Any]]:
    assert frame.index.tolist() == series.index.tolist()
    return [
        {name: None if pd.isna(value) else value for name, value in row.items()} for row in frame.to_dict("records")
    ]


@each_dtype
def test_structs_are_columns(dtype: Any) -> None:
    series = made(ROWS, dtype)
    report = series.ace.report()
    assert told(report, series) == [reported(row) for row in ROWS]
    assert report.dtypes.astype(str).to_dict() == {
        "value": "str",
        "code": "str",
        "label_index": "Int32",
        "offset": "Int64",
        "message": "str",
    }
    urls = made(URLS, dtype)
    hosts = urls.ace.host(errors="coerce")
    assert told(hosts, urls) == [facts_of_host(url) or dict.fromkeys(hosts) for url in URLS]
    assert told(urls.ace.url_host_report(), urls) == [reported(url, host.ascii_of_url) for url in URLS]
    parts = series.ace.suffix_parts(RULES, errors="coerce")
    assert told(parts, series) == [facts_of_parts(row) or dict.fromkeys(parts) for row in ROWS]
    with pytest.raises(AceError) as caught:
        urls.ace.host()
    assert (caught.value.code, caught.value.row) == ("relative_url", 3)
    texts = made(LOOKALIKES, dtype)
    nothing = dict.fromkeys(("target", "how", "score", "start", "end"))
    assert told(texts.ace.lookalikes(WATCHLIST), texts) == [facts_of_lookalike(row) or nothing for row in LOOKALIKES]
    labels = pd.Series(LABELS, dtype="str")
    checked = told(labels.ace.registry_check(REGISTRY), labels)
    assert checked == [facts_of_verdict(row) or dict.fromkeys(checked[0]) for row in LABELS]
    assert [None if pd.isna(row) else row for row in labels.ace.registry_index(REGISTRY)] == indexes(LABELS)


def test_a_missing_value_of_a_dictionary_or_of_runs_is_missing() -> None:
    values = pa.array(["Ü.de", None])
    kinds: list[Any] = [
        pa.DictionaryArray.from_arrays(pa.array([0, 1], pa.int8()), values),
        pa.RunEndEncodedArray.from_arrays(pa.array([1, 2], pa.int32()), values),
        pa.RunEndEncodedArray.from_arrays(pa.array([1, 2], pa.int32()), values.dictionary_encode()),
    ]
    for kind in kinds:
        series = pd.Series(pd.arrays.ArrowExtensionArray(kind), index=["a", "b"], name="host")
        found = series.ace.text_find()
        assert ([len(found.iloc[0]), found.iloc[1]], found.name) == ([0, None], "host")
        if kind is kinds[0]:
            continue
        for method in ("to_ascii", "to_display", "skeleton", "text_to_ascii"):
            result = getattr(series.ace, method)()
            assert (result.dtype, result.index.to_list()) == (pd.ArrowDtype(pa.string()), ["a", "b"])
            assert result.isna().to_list() == [False, True]
        assert series.ace.to_ascii().iloc[0] == "xn--tda.de"
