"""Indexes and stored columns of SQLite that keep results of functions, as the schemas of databases tell."""

import re
import sqlite3
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

# A quote that is doubled inside a name or a text begins another token, which no name of a function is.
_TOKENS = re.compile(r"--.*|(?s:/\*.*?(?:\*/|\Z))|'[^']*'?|\"[^\"]*\"?|`[^`]*`?|\[[^\]]*\]?|[\w$\x80-\U0010ffff]+|\S")


class Kept(NamedTuple):
    """An index, or a table with a stored column, that keeps results of a function."""

    schema: str
    name: str
    function: str
    is_index: bool


class _Uses(NamedTuple):
    """The functions that a text of a schema calls, and those of its generated columns."""

    called: set[str]
    generated: set[str]
    is_stored: bool


def rows(connection: sqlite3.Connection, query: str) -> list[tuple[Any, ...]]:
    """The rows of a query, whatever the connection makes of rows and texts."""
    cursor = connection.cursor()
    cursor.row_factory = None
    texts, connection.text_factory = connection.text_factory, lambda text: text.decode(errors="replace")
    try:
        return cursor.execute(query).fetchall()
    finally:
        connection.text_factory = texts


def quoted(name: str) -> str:
    """A name as SQL has it."""
    return '"' + name.replace('"', '""') + '"'


def kept(connection: sqlite3.Connection, functions: set[str]) -> list[Kept]:
    """Return what keeps results of these functions of one argument, in every database of the connection.

    A call with two arguments is not counted, as it names its rules. The names are in lower case.
    """
    schemas = [schema for _, schema, _ in rows(connection, "pragma database_list")] if functions else []
    return [found for schema in schemas for found in _kept(connection, schema, functions)]


def _kept(connection: sqlite3.Connection, schema: str, functions: set[str]) -> Iterator[Kept]:
    # Another name of the table, `sqlite_schema`, is newer.
    query = f"select type, name, tbl_name, coalesce(sql, '') from {quoted(schema)}.sqlite_master"
    # Who may write into a schema may write other things than texts.
    there = [row for row in rows(connection, query) if all(isinstance(value, str) for value in row)]
    by_table: dict[str, set[str]] = {}
    for kind, name, _, sql in there:
        uses = _uses(sql if kind == "table" else "")
        # A stored column may be made of one that is not stored.
        if computed := functions & uses.generated:
            by_table[name.lower()] = computed
            if uses.is_stored:
                yield Kept(schema, name, min(computed), False)
    for kind, name, table, sql in there:
        # An index may name a generated column, and that of a constraint has no SQL.
        used = functions & _uses(sql).called | by_table.get(table.lower(), set())
        if kind == "index" and used:
            yield Kept(schema, name, min(used), True)


def _uses(sql: str) -> _Uses:
    """Return what a statement of a schema calls. It need not be right: what is not closed is a call."""
    called: set[str] = set()
    generated: set[str] = set()
    is_stored, computed = False, 0
    open_calls: list[tuple[str, int]] = []
    commas = 0
    tokens = [token for token in _TOKENS.findall(sql) if not token.startswith(("--", "/*"))]
    for before, token in pairwise(["", *tokens, *")" * tokens.count("(")]):
        if token == "(":
            name = before.strip('"`[]').lower()
            open_calls.append((name, commas))
            computed, commas = computed + (name == "as"), 0
        elif token == ",":
            commas += 1
        elif token == ")" and open_calls:
            name, outer = open_calls.pop()
            computed -= name == "as"
            if commas != 1:
                called.add(name)
                generated |= {name} if computed else set()
            commas = outer
        is_stored |= before == ")" and token.lower() == "stored"
    return _Uses(called, generated, is_stored)
