"""Columns of hosts: row n has the kind, the forms and the port of what `host.of_url` returns for URL n."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from arrow_columns import LAYOUTS, Enum, pa, rows_of, taken
from engine_names import URLS, facts_of_host, reported
from hypothesis import given
from hypothesis import strategies as st
from test_arrow_rows import encodable

from acelabel import AceError, arrow, host

LABELS = st.sampled_from(
    ["a", "Bücher", "xn--bcher-kva", "日本語", "a b", "b%C3%BC", "1", "0x7f", "xn--a", "[::1]", ""]
)
HOSTS = st.lists(LABELS, min_size=1, max_size=3).map(".".join)
SCHEMES = st.sampled_from(["http:", "https://", "ws:\\\\", "ftp://u@", "redis://", ""])
MADE = st.builds(
    lambda scheme, host, port: f"{scheme}{host}{port}/", SCHEMES, HOSTS, st.sampled_from(["", ":80", ":8080", ":x"])
)
ROWS = st.lists(st.none() | MADE | st.text(max_size=6), max_size=9).map(encodable)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_layout(layout: str) -> None:
    column = pa.array(URLS, getattr(pa, layout)())
    expected = [facts_of_host(url) for url in URLS]
    keys = column.dictionary_encode()
    for of in (column, keys, Enum(keys), pa.chunked_array([column[:3], column[3:3], column[3:]])):
        assert rows_of(arrow.host(of, errors="null")) == expected
    assert rows_of(arrow.host(column[2:4], errors="null")) == expected[2:4]
    assert rows_of(arrow.host(pa.nulls(2))) == [None, None]
    made = taken(arrow.host(pa.chunked_array([], column.type)))
    assert made.to_pylist() == []
    assert [(field.name, field.type) for field in made.type] == [
        ("kind", pa.string()),
        ("ascii", pa.string()),
        ("unicode", pa.string()),
        ("port", pa.int32()),
        ("code", pa.string()),
        ("offset", pa.int64()),
        ("reserved", pa.string()),
    ]
    report = [reported(url, host.ascii_of_url) for url in URLS]
    for of in (column, keys, Enum(keys), pa.chunked_array([column[:3], column[3:3], column[3:]])):
        assert rows_of(arrow.url_host_report(of)) == report


@given(ROWS)
def test_rows_are_those_of_the_function_for_one_url(rows: list[str | None]) -> None:
    column = pa.array(rows, pa.string())
    expected = [facts_of_host(row) for row in rows]
    made = taken(arrow.host(column, errors="null"))
    assert made.to_pylist() == expected
    refused = [found is not None and found["code"] is not None for found in expected]
    if any(refused):
        with pytest.raises(AceError) as caught:
            arrow.host(column)
        assert (caught.value.row, caught.value.text) == (refused.index(True), rows[refused.index(True)])
    else:
        assert rows_of(arrow.host(column)) == expected
    # A host, and why there is none, stand in the columns of ASCII forms as they do here.
    forms = [row and row["ascii"] for row in expected]
    assert rows_of(arrow.url_host(column, errors="null")) == forms
    assert rows_of(arrow.url_host_report(column)) == [reported(row, host.ascii_of_url) for row in rows]


def test_many_rows_are_the_same_with_threads_and_without() -> None:
    column = pa.array(URLS * 30_000)
    one, several = (taken(arrow.host(column, errors="null", threads=threads)) for threads in (1, 4))
    assert one.equals(several)
    assert one[-len(URLS) :].to_pylist() == [facts_of_host(url) for url in URLS]


def test_hosts_that_repeat_are_those_of_the_function_for_one_url() -> None:
    """A column of so many rows looks up the hosts that it had before, whatever their paths."""
    schemes = ["https://", "http://", "HTTPS://", "https:///", "ws:", "redis://", "https://u@"]
    hosts = ["Bücher.example", "A.EXAMPLE", "xn--bcher-kva.example", "1.2.3.4", "ä\xa0b", "b%C3%BC", ""]
    paths = ["", "/", "?x", "#x", "\\x", "/ü", ":80/", ":8080", "\t/", ".", "./", "@c/", "/@d", "\t.x/", "\n"]
    urls = ["".join(parts) for parts in itertools.product(schemes, hosts, paths)]
    few = rows_of(arrow.url_host(pa.array(urls), errors="null"))
    assert few == [row and row["ascii"] for row in map(facts_of_host, urls)]
    many = random.Random(35).choices(range(len(urls)), k=40_000)
    column = pa.array([urls[number] for number in many])
    assert rows_of(arrow.url_host(column, errors="null", threads=1)) == [few[number] for number in many]
    for number, row in zip(many, range(300), strict=False):
        if few[number] is None:
            with pytest.raises(AceError) as one:
                host.of_url(urls[number])
            with pytest.raises(AceError) as caught:
                arrow.url_host(pa.concat_arrays([pa.array(["https://ä.example/"] * 10_000), column[row:]]))
            assert (caught.value.code, caught.value.offset) == (one.value.code, one.value.offset)


def test_a_host_is_no_text_that_could_be_kept() -> None:
    keep: Any = "keep"
    with pytest.raises(ValueError, match=r"^argument 'errors' must be 'raise' or 'null', not 'keep'"):
        arrow.host(pa.array(["http://a/"]), errors=keep)
