"""Columns of names that are shown, of reports on that, and of skeletons: row n is that of the call for one text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from arrow_columns import LAYOUTS, Enum, pa, rows_of, taken
from hypothesis import given
from hypothesis import strategies as st
from test_display import EXAMPLES, POLICIES, ROWS

from acelabel import arrow, display, security

WATCHLIST = display.Watchlist(["paypal.com", "müller.de"])
NAMES = [
    "example.com",
    None,
    "аррӏе.com",
    "",
    "www.xn--e1afmkfd.xn--p1ai",
    "www.mūller.de",
    "xn--80ak6aa92e.com",
    "a b.c\n",
    "a name that is long enough to be kept outside a view, аррӏе.com",
    *EXAMPLES,
]
Scalar = Callable[[str], Any]


def reported(name: str, **options: Any) -> dict[str, Any]:
    """A row of a report, made of the report on one name."""
    report = display.report(name, **options)
    found = next(((index, label) for index, label in enumerate(report.labels) if label.reason is not None), None)
    row = dict.fromkeys(("value", "reason", "label_index", "offset", "codepoint")) | {"value": report.shown}
    if found is not None:
        index, label = found
        row |= {"reason": label.reason, "label_index": index, "offset": label.offset, "codepoint": label.codepoint}
    return row


def nothing() -> dict[str, None]:
    return dict.fromkeys(("value", "reason", "label_index", "offset", "codepoint"))


FUNCTIONS: dict[str, tuple[Callable[..., arrow.Column], Scalar, Any]] = {
    "to_display": (arrow.to_display, display.to_display, None),
    "display_report": (arrow.display_report, reported, nothing()),
    "skeleton": (arrow.skeleton, security.skeleton, None),
}


@pytest.mark.parametrize("work", FUNCTIONS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_layout(work: str, layout: str) -> None:
    function, scalar, null = FUNCTIONS[work]
    column = pa.array(NAMES, getattr(pa, layout)())
    expected = [null if name is None else scalar(name) for name in NAMES]
    assert rows_of(function(column)) == expected
    assert rows_of(function(column[3:7])) == expected[3:7]
    assert rows_of(function(pa.chunked_array([column[:4], column[4:4], column[4:]]))) == expected
    keys = column.dictionary_encode()
    assert rows_of(function(keys)) == expected
    assert rows_of(function(Enum(keys))) == expected
    assert rows_of(function(pa.nulls(3))) == [null] * 3
    if work != "display_report":
        assert taken(function(column)).type == column.type


TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"])),
    st.sampled_from([row["name"] for row in ROWS]),
    st.sampled_from(NAMES[2:]),
)


@given(st.lists(st.none() | TEXTS, max_size=8), st.sampled_from(POLICIES), st.none() | st.just(WATCHLIST))
def test_rows_are_those_of_the_functions_for_one_text(
    names: list[str | None], policy: display.Policy, watchlist: display.Watchlist | None
) -> None:
    options: dict[str, Any] = {"policy": policy, "watchlist": watchlist}
    column = pa.array(names, pa.string())
    shown = [None if name is None else display.to_display(name, **options) for name in names]
    assert rows_of(arrow.to_display(column, **options)) == shown
    reports = [nothing() if name is None else reported(name, **options) for name in names]
    assert rows_of(arrow.display_report(column, **options)) == reports
    assert [row["value"] for row in reports] == shown
    skeletons = [None if name is None else security.skeleton(name) for name in names]
    assert rows_of(arrow.skeleton(column)) == skeletons


def test_the_type_of_a_report() -> None:
    of = pa.array(arrow.display_report(pa.array(["a.com"], pa.large_string()))).type
    assert [(field.name, field.type) for field in of] == [
        ("value", pa.large_string()),
        ("reason", pa.string()),
        ("label_index", pa.int32()),
        ("offset", pa.int64()),
        ("codepoint", pa.int32()),
    ]


@pytest.mark.parametrize("function", [function for function, _, _ in FUNCTIONS.values()])
def test_many_rows_are_the_same_with_threads_and_without(function: Callable[..., arrow.Column]) -> None:
    column = pa.array(NAMES * 10_000)
    one, several = function(column, threads=1), function(column, threads=4)
    assert taken(one).equals(taken(several))
    assert rows_of(one)[-len(NAMES) :] == rows_of(function(pa.array(NAMES)))


def test_a_column_in_which_nothing_changes_is_the_one_that_came() -> None:
    column = pa.array(["example.com", None, "xn--80ak6aa92e.com", "пример.рф"])
    assert pa.array(arrow.to_display(column)).buffers()[2].address == column.buffers()[2].address
    report = pa.array(arrow.display_report(column))
    assert report.field("value").buffers()[2].address == column.buffers()[2].address
    assert report.field("reason").to_pylist() == [None, None, "whole_script_lookalike", None]
    skeletons = pa.array([security.skeleton("example.com"), None, ""])
    assert pa.array(arrow.skeleton(skeletons)).buffers()[2].address == skeletons.buffers()[2].address


def test_a_watched_name_is_shown() -> None:
    column = pa.array(["mūller.de", "müller.de", "www.mūller.de"])
    assert rows_of(arrow.to_display(column, watchlist=WATCHLIST)) == [
        "xn--mller-lfb.de",
        "müller.de",
        "www.xn--mller-lfb.de",
    ]
    reasons = pa.array(arrow.display_report(column, watchlist=WATCHLIST))
    assert reasons.field("reason").to_pylist() == ["watchlist", None, "watchlist"]
    assert reasons.field("label_index").to_pylist() == [0, None, 1]
    assert reasons.field("codepoint").null_count == 3


def test_wrong_use() -> None:
    broken = pa.Array.from_buffers(pa.string(), 2, pa.array([b"a", b"\xff.com"]).buffers())
    for function, _, _ in FUNCTIONS.values():
        with pytest.raises(ValueError, match="the text is not UTF-8 in row 1"):
            function(broken)
        with pytest.raises(TypeError, match=r"^argument 'column' must be an Arrow column"):
            function(pa.array([1]))
        with pytest.raises(ValueError, match=r"^argument 'threads' must be at least 1$"):
            function(pa.array(["a"]), threads=0)
    with pytest.raises(TypeError, match=r"^argument 'policy' must be an acelabel\.display\.Policy or its name"):
        arrow.to_display(pa.array(["a"]), policy=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^argument 'watchlist' must be an acelabel\.display\.Watchlist, not list$"):
        arrow.display_report(pa.array(["a"]), watchlist=["a.com"])  # type: ignore[arg-type]
