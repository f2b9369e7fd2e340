"""Columns with an older version of Unicode: each function of columns that has a profile asks for the version."""

from collections.abc import Callable
from typing import Any

import pytest
from arrow_columns import pa
from names_and_profiles import VERSIONS
from test_older_unicode import GEORGIAN, NEW, OF_COLUMNS, OLD, SHARP

import acelabel
from acelabel import IDNA2008, IDNA2008_MAPPED, UTS46, WHATWG, Profile


def column(function: Callable[..., Any], *arguments: Any) -> Callable[[str, Profile], object]:
    def one(name: str, profile: Profile) -> object:
        nulls = {} if "report" in function.__name__ or function.__name__ == "is_valid" else {"errors": "null"}
        return pa.array(function(pa.array([name, "a"]), *arguments, profile=profile, **nulls)).to_pylist()[0]

    return one


def text_column(function: Callable[..., Any]) -> Callable[[str, Profile], object]:
    def one(name: str, profile: Profile) -> object:
        return pa.array(function(pa.array([f"//{name}/"]), profile=profile)).to_pylist()

    return one


ASKED: dict[str, Callable[[str, Profile], object]] = {
    "is_below": column(acelabel.arrow.is_below, "ss.example"),
    "is_valid": column(acelabel.arrow.is_valid),
    "text_find": text_column(acelabel.arrow.text_find),
    "text_to_ascii": text_column(acelabel.arrow.text_to_ascii),
    "text_to_unicode": text_column(acelabel.arrow.text_to_unicode),
    "to_ascii": column(acelabel.arrow.to_ascii),
    "to_ascii_report": column(acelabel.arrow.to_ascii_report),
    "to_unicode": column(acelabel.arrow.to_unicode),
    "to_unicode_report": column(acelabel.arrow.to_unicode_report),
}


def test_every_function_of_columns_is_asked() -> None:
    assert {*ASKED} == {*OF_COLUMNS}


@pytest.mark.parametrize("function", ASKED)
def test_a_function_asks_for_the_version(function: str) -> None:
    ask = ASKED[function]
    names = [SHARP, GEORGIAN, NEW, "xn--rkj.example", "xn--a-2p6m.example"]
    assert [name for name in names if ask(name, UTS46) != ask(name, OLD)] != []
    for name in names:
        assert ask(name, UTS46) == ask(name, UTS46.replace(unicode=(18, 0)))


def test_columns_answer_as_the_function_of_one_text() -> None:
    names = [SHARP, NEW, "example.com", GEORGIAN, SHARP, "bücher.example", "xn--a-2p6m.example", "a≠b"] * 50
    for base in (UTS46, WHATWG, IDNA2008, IDNA2008_MAPPED):
        for version in VERSIONS:
            profile = base.replace(unicode=version)
            expected = acelabel.to_ascii_many(names, profile=profile, errors="null")
            array = pa.array(names)
            for column in (array, array.cast(pa.large_string()), array.cast(pa.string_view())):
                found = pa.array(acelabel.arrow.to_ascii(column, profile=profile, errors="null"))
                assert found.to_pylist() == expected
            report = pa.array(acelabel.arrow.to_ascii_report(array, profile=profile)).to_pylist()
            assert [row["value"] for row in report] == expected
            messages = {row["message"] for row in report if row["code"] == "unassigned"}
            assert all(f"in Unicode {version[0]}.{version[1]}" in message for message in messages)
