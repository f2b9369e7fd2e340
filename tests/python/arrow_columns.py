"""Columns for tests: every layout, sliced and chunked, and what the calls for one text make of their rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from engine_names import REGISTRY

from acelabel import AceError, arrow, display, suffix
from acelabel._works import WORKS

if TYPE_CHECKING:
    from collections.abc import Callable

pa = pytest.importorskip("pyarrow")

LAYOUTS = ("string", "large_string", "string_view")
RULES = suffix.Rules(["com", "de", "*.example", "!bücher.example"])
CONVERSIONS: dict[str, Callable[..., str | None]] = {
    work.name: work.bound(RULES) if work.rules == "suffixes" else work.function() for work in WORKS if work.can_keep
}
WITH_PROFILE = tuple(work.name for work in WORKS if work.can_keep and work.rules == "profile")


GIVEN: dict[str, dict[str, Any]] = {
    "is_below": {"zone": "bücher.example"},
    "lookalikes": {"watchlist": display.Watchlist(["paypal.com"])},
    **{work.name: {"rules": RULES} for work in WORKS if work.rules == "suffixes"},
    **{work.name: {"rules": REGISTRY} for work in WORKS if work.rules == "registry"},
}


def scalar(work: str, text: str | None, errors: str, **profile: Any) -> str | None:
    """Return what the call for one text returns, or what stands in its place."""
    if text is None:
        return None
    convert = CONVERSIONS[work]
    if errors == "keep" and work in WITH_PROFILE:
        return convert(text, errors="keep", **profile)
    try:
        return convert(text, **profile)
    except AceError:
        return text if errors == "keep" else None


def first_refusal(work: str, rows: list[str | None], **profile: Any) -> tuple[int, AceError] | None:
    """The first row that is refused, and how."""
    for row, text in enumerate(rows):
        if text is not None:
            try:
                CONVERSIONS[work](text, **profile)
            except AceError as error:
                return row, error
    return None


def taken(column: object) -> Any:
    """A result as pyarrow reads it, every rule of Arrow verified."""
    array = pa.chunked_array(column)
    array.validate(full=True)
    return array


def rows_of(column: object) -> list[Any]:
    rows: list[Any] = taken(column).to_pylist()
    return rows


def call(work: str, column: object, errors: str, threads: int | None, **profile: Any) -> arrow.Column:
    convert: Callable[..., arrow.Column] = getattr(arrow, work)
    return convert(column, errors=errors, threads=threads, **GIVEN.get(work, {}), **profile)


class Enum:
    """A dictionary as an Enum of polars: its field lists the values."""

    def __init__(self, column: Any) -> None:
        self.column = column

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        del requested_schema
        field = pa.field("host", self.column.type, metadata={"a": "b", "_PL_ENUM_VALUES2": "", "c": "d"})
        return field.__arrow_c_schema__(), self.column.__arrow_c_array__()[1]
