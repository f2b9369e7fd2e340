"""Columns of names held against others: which lie below a zone, and their registrable domains."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from arrow_columns import LAYOUTS, RULES, Enum, pa, rows_of, taken
from engine_names import reported
from hypothesis import given
from hypothesis import strategies as st
from test_arrow_rows import NAMES, encodable

import acelabel
from acelabel import AceError, arrow

ROWS = ["example.com", None, "api.BÜCHER.example.", "bücher.example", ".", "。", "a..b", "", "192.0.2.1", "com"]
ZONES = ["bücher.example", "xn--bcher-kva.EXAMPLE.", "com", ".", "a.b"]


def answer(name: str | None, zone: str, **options: Any) -> bool | None:
    """The answer of `is_below`; None for a name that it refuses."""
    try:
        return None if name is None else acelabel.is_below(name, zone, **options)
    except AceError:
        return None


def registrable(name: str | None) -> str | None:
    """The same of `registrable`."""
    try:
        return None if name is None else RULES.registrable(name)
    except AceError:
        return None


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("errors", ["null", "keep"])
def test_each_layout(layout: str, errors: Any) -> None:
    column = pa.array(ROWS, getattr(pa, layout)())
    below = partial(arrow.is_below, zone="bücher.example", errors="null")
    found = partial(arrow.registrable, rules=RULES, errors=errors)
    domains = ["a..b" if row == "a..b" and errors == "keep" else registrable(row) for row in ROWS]
    domains[7] = "" if errors == "keep" else None
    for function, expected in ((below, [answer(row, "bücher.example") for row in ROWS]), (found, domains)):
        keys = column.dictionary_encode()
        for of in (column, keys, Enum(keys), pa.chunked_array([column[:3], column[3:3], column[3:]])):
            assert rows_of(function(of)) == expected
        assert rows_of(function(column[2:6])) == expected[2:6]
        assert rows_of(function(pa.nulls(2))) == [None, None]
        assert rows_of(function(pa.chunked_array([], column.type))) == []
    assert taken(below(column)).type == pa.bool_()
    assert taken(found(column)).type == column.type


@given(
    st.lists(NAMES, max_size=9).map(encodable),
    st.sampled_from(ZONES),
    st.booleans(),
    st.sampled_from([acelabel.UTS46, acelabel.DNS, acelabel.UTS46.replace(allow_root_dot=False)]),
)
def test_rows_are_those_of_the_function_for_one_name(
    rows: list[str | None], zone: str, equal: bool, profile: acelabel.Profile
) -> None:
    try:
        acelabel.is_below(".", zone, profile=profile)
    except AceError:
        zone = "example"
    options: dict[str, Any] = {"equal": equal, "profile": profile}
    column = pa.array(rows, pa.string())
    expected = [answer(row, zone, **options) for row in rows]
    assert rows_of(arrow.is_below(column, zone, errors="null", **options)) == expected
    refused = [row is not None and found is None for row, found in zip(rows, expected, strict=True)]
    if any(refused):
        for of in (column, column.dictionary_encode()):
            with pytest.raises(AceError) as caught:
                arrow.is_below(of, zone, **options)
            assert (caught.value.row, caught.value.text) == (refused.index(True), rows[refused.index(True)])
    else:
        assert rows_of(arrow.is_below(column, zone, **options)) == expected


def test_many_rows_are_the_same_with_threads_and_without() -> None:
    column = pa.array(ROWS * 20_000)
    for function in (partial(arrow.is_below, zone="com"), partial(arrow.registrable, rules=RULES)):
        one, several = (taken(function(column, errors="null", threads=threads)) for threads in (1, 4))
        assert one.equals(several)
        assert one[-len(ROWS) :].to_pylist() == rows_of(function(pa.array(ROWS), errors="null"))


@pytest.mark.parametrize("profile", ["uts46", "dns", "whatwg"])
def test_a_wildcard_is_no_zone_of_a_column(profile: Any) -> None:
    column = pa.array(["a.evil.example", "b.example"])
    for errors in ("raise", "null"):
        with pytest.raises(AceError, match=r"std3_disallowed at offset 0 .*; matches\(name, pattern\) takes it"):
            arrow.is_below(column, "*.evil.example", profile=profile, errors=errors)
    wildcards = pa.array(["*.co.uk", "*.example.com", "*.example.co.uk", "*.com", "*"])
    domains = [None, "example.com", "example.co.uk", None, None]
    assert rows_of(arrow.registrable(wildcards, acelabel.suffix.Rules("com\nuk\nco.uk"))) == domains


@pytest.mark.parametrize("layout", LAYOUTS)
def test_parts_and_reports(layout: str) -> None:
    column = pa.array(ROWS, getattr(pa, layout)())
    keys = column.dictionary_encode()
    # A name without parts is accepted, and no null.
    known = {
        "example.com": ("com", "example.com", None),
        "api.BÜCHER.example.": ("example", "xn--bcher-kva.example", "api"),
        "bücher.example": ("example", "xn--bcher-kva.example", None),
        "com": ("com", None, None),
    } | dict.fromkeys((".", "。", "192.0.2.1"), (None, None, None))
    keys_of = ("suffix", "registrable", "subdomain")
    parts = [dict(zip(keys_of, known[row], strict=True)) if row in known else None for row in ROWS]
    report = [reported(row, RULES.registrable) for row in ROWS]
    for of in (column, keys, Enum(keys), pa.chunked_array([column[:3], column[3:3], column[3:]])):
        assert rows_of(arrow.suffix_parts(of, RULES, errors="null")) == parts
        assert rows_of(arrow.registrable_report(of, RULES)) == report
    with pytest.raises(AceError) as caught:
        arrow.suffix_parts(column, RULES)
    assert (caught.value.code, caught.value.row) == ("empty_label", 6)


def test_wrong_use() -> None:
    column: Any = pa.array(["a.com"])
    wrong: Any = ["com"]
    with pytest.raises(AceError) as caught:
        arrow.is_below(column, "a..b", errors="null")
    assert (caught.value.text, caught.value.index) == ("a..b", None)
    with pytest.raises(ValueError, match=r"^argument 'errors' must be 'raise' or 'null', not 'keep'"):
        arrow.is_below(column, "com", errors="keep")
    for options in ({"zone": 1}, {"zone": "com", "equal": 1}, {"zone": "com", "profile": 1}):
        with pytest.raises(TypeError, match=f"^argument '{list(options)[-1]}' must be"):
            arrow.is_below(column, **options)
    with pytest.raises(TypeError, match=r"^argument 'rules' must be an acelabel\.suffix\.Rules, not list$"):
        arrow.registrable(column, wrong)
    with pytest.raises(TypeError, match=r"^argument 'column' must be an Arrow column"):
        arrow.registrable(wrong, RULES)
