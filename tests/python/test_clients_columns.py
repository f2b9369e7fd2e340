"""Columns of hosts to which all of some programs go: as `clients.agreed` says of each row."""

import sqlite3
from typing import Any

import pytest
from arrow_columns import pa, rows_of

import acelabel.sqlite
from acelabel import AceError, arrow, clients
from acelabel._engines import sql_functions

NAMES = [
    "example.com",
    "bücher.example",
    None,
    "faß.example",
    "WWW.Example.com",
    "a.example.",
    "127.1",
    "",
    "a b",
    "☕.de",
]
URLS = [
    "https://bücher.example/x",
    "http://faß.example:80",
    "https://u@a.example/",
    None,
    "example.com",
    "ws://A.example",
]
URLS += [
    "https://a.example/x#@b",
    "https://a.example/x y",
    "https://a.example?x",
    "http://a.example",
    "http://a.example/\x7f",
]
URLS += ["http://a.example/ü", "http://1.2/", "http://a.0x/", "http://a.-b.example/", "http://a.example./"]
AMONG: tuple[tuple[str, ...] | None, ...] = (None, ("browser", "requests"), ("java", "python-3.11-codec"))


def one(name: str | None, **options: Any) -> str | None:
    try:
        return name if name is None else clients.agreed(name, **options)
    except AceError:
        return None


@pytest.mark.parametrize("among", AMONG)
def test_rows_are_those_of_the_function_for_one_text(among: tuple[str, ...] | None) -> None:
    for url, rows in (False, NAMES), (True, URLS):
        expected = [one(row, url=url, among=among) for row in rows]
        for kind in pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string()):
            column = pa.array(rows).cast(kind) if kind != pa.string_view() else pa.array(rows, kind)
            # An iterator is read once.
            given = among and iter(among)
            assert rows_of(arrow.clients_agreed(column, among=given, url=url, errors="null")) == expected
        kept = [now or row for now, row in zip(expected, rows, strict=True)]
        assert rows_of(arrow.clients_agreed(pa.array(rows), among=among, url=url, errors="keep")) == kept


@pytest.mark.parametrize(("rows", "url"), [(NAMES, False), (URLS, True)])
def test_a_refusal_is_that_of_the_first_row(rows: list[str | None], url: bool) -> None:
    row = next(place for place, name in enumerate(rows) if name is not None and one(name, url=url) is None)
    with pytest.raises(AceError) as caught:
        clients.agreed(str(rows[row]), url=url)
    with pytest.raises(AceError) as of_column:
        arrow.clients_agreed(pa.array(rows), url=url)
    told = [(error.value.code, error.value.offset, error.value.label_index) for error in (caught, of_column)]
    assert told[0] == told[1]
    assert of_column.value.row == row


def test_clients_are_checked_before_a_row_is_read() -> None:
    nothing = pa.array([], pa.string())
    with pytest.raises(ValueError, match="did you mean 'chromium-156'"):
        arrow.clients_agreed(nothing, among=["chromium-155"])
    with pytest.raises(TypeError, match="argument 'url' must be bool"):
        arrow.clients_agreed(nothing, url=1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="argument 'among' has no client 'netscape'"):
        dict(sql_functions("uts46", "strict", among=["netscape"]))


def test_sql_asks_the_clients_of_the_query_of_register_or_all() -> None:
    connection = sqlite3.connect(":memory:")
    acelabel.sqlite.register(connection)
    query = "select try_idna_agreed(?), try_idna_agreed(?, 'java,python-3.11-codec'), idna_agreed(?, 'browser')"
    assert connection.execute(query, ["faß.example"] * 3).fetchone() == (None, "fass.example", "xn--fa-hia.example")
    acelabel.sqlite.register(connection, among=["java"])
    assert connection.execute("select idna_agreed('faß.example')").fetchone() == ("fass.example",)
    with pytest.raises(sqlite3.OperationalError):
        connection.execute("select idna_agreed('a', 'netscape')")
    connection.close()


def test_names_that_come_again_are_answered_as_the_first_time() -> None:
    """More different names than places for answers, in an order in which each comes again behind others."""
    some = [f"{letter}{number}.example" for number in range(400) for letter in ("ü", "ß", "Ü", "ا")]
    rows = [*some, *reversed(some), *some[::7], *NAMES, *NAMES]
    expected = {row: one(row) for row in {*rows}}
    assert rows_of(arrow.clients_agreed(pa.array(rows), errors="null")) == [expected[row] for row in rows]
