"""DuckDB: functions of SQL, which `register` adds.

>>> import duckdb
>>> import acelabel.duckdb
>>> connection = duckdb.connect()
>>> acelabel.duckdb.register(connection)
>>> connection.sql("select idna_encode('Bücher.example'), try_idna_encode('a..b'), idna_valid(null)").fetchall()
[('xn--bcher-kva.example', None, None)]

`pip install 'acelabel[duckdb]'` brings what is needed.
"""

from contextlib import suppress
from typing import Any

from acelabel import UTS46
from acelabel._engines import Needs, Policies, Rules, sql_functions

with Needs("duckdb"):
    import duckdb
    import numpy  # noqa: F401 - functions of DuckDB need it
    import pyarrow  # noqa: F401
    from duckdb.func import ARROW, SPECIAL

__all__ = ["register"]

_REPORT = {"value": "VARCHAR", "code": "VARCHAR", "label_index": "INTEGER", "offset": "BIGINT"}


def register(
    connection: duckdb.DuckDBPyConnection, *, profile: Rules = UTS46, policy: Policies = "lookalike_aware"
) -> None:
    """Add functions to a connection: `idna_*`, `punycode_*`, `race_*` and `text_*`, as docs/engines.md lists them.

    A text that is refused ends the query, with the message of the AceError. With `try_` before the name it gives
    NULL, as NULL does. `idna_report` gives a STRUCT of `value`, `code`, `label_index` and `offset`.

    Args:
        connection: The connection. Its functions of the same names are replaced. All connections of the database get
            the functions, and only this one can replace them.
        profile: The rules: a Profile, or the name of one in lower case.
        policy: The rules of `idna_display`: a Policy, or the name of one in lower case.

    Raises:
        ValueError: There is no profile or no policy of this name.
        duckdb.CatalogException: Another connection of the database has registered the functions.
    """
    types: dict[str, Any] = {"idna_valid": "BOOLEAN", "idna_report": duckdb.struct_type(_REPORT)}
    for name, convert in sql_functions(profile, policy):
        with suppress(duckdb.InvalidInputException):
            connection.remove_function(name)
        # What takes NULLs may make them.
        connection.create_function(
            name, convert, ["VARCHAR"], types.get(name, "VARCHAR"), type=ARROW, null_handling=SPECIAL
        )
