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
from typing import TYPE_CHECKING, Any

from acelabel import UTS46
from acelabel._choices import AnyClients, AnyPolicy, AnyProfile
from acelabel._engines import Batches, needs, result_type, sql_functions
from acelabel._native import RegistryRules, Rules, Watchlist

if TYPE_CHECKING:
    from collections.abc import Iterable

with needs("duckdb", "duckdb", "numpy", "pyarrow"):
    import duckdb
    import numpy  # noqa: F401 - functions of DuckDB need it
    import pyarrow  # noqa: F401
    from duckdb.func import ARROW, SPECIAL

__all__ = ["register"]


def __dir__() -> list[str]:
    return sorted(__all__)


_TYPES = {"text": "VARCHAR", "int32": "INTEGER", "int64": "BIGINT", "float64": "DOUBLE", "bool": "BOOLEAN"}


# DuckDB keeps the bare address of a function, which a plan, another connection or a transaction can still call: none is
# ever freed. There is one for each work and its rules, however often it is registered.
_HANDED_OVER: dict[Any, Batches] = {}


def register(
    connection: duckdb.DuckDBPyConnection,
    *,
    profile: AnyProfile = UTS46,
    policy: AnyPolicy = "lookalike_aware",
    rules: Rules | None = None,
    watchlist: Watchlist | None = None,
    bare: bool = False,
    among: AnyClients = None,
    registry: RegistryRules | None = None,
) -> None:
    """Add the functions of SQL to a connection, as docs/engines.md lists them.

    A text that is refused ends the query, with the message of the AceError. With `try_` before the name it gives
    NULL, as NULL does; `try_url_host_parts` says why. Results with several fields are a STRUCT, those of `text_find`
    a list of them.

    Args:
        connection: The connection. Its functions of the same names are replaced. All connections of the database get
            the functions, and only this one can replace them. They are replaced in one transaction: a query uses
            all old or all new functions, and one that is running goes on with the old ones.
        profile: The rules: a Profile, or the name of one in lower case.
        policy: The rules of `idna_display`: a Policy, or the name of one in lower case.
        rules: The list of public suffixes of the functions that begin with `registrable_`, an `acelabel.suffix.Rules`.
            With None they are not registered: those of an earlier call stay, with their list.
        watchlist: The names and labels of `idna_lookalike`, an `acelabel.display.Watchlist`; or None, likewise.
        bare: Whether the functions for URLs also take hosts without a scheme, a bool, as `host.of_url` does.
        among: The clients of `idna_agreed`, as for `clients.agreed`; None for all.
        registry: The rules of the functions `registry_...`, an `acelabel.registry.Rules`; or None, likewise.

    Raises:
        TypeError: `rules` is not a Rules, `watchlist` not a Watchlist, `bare` not a bool, or `registry` not a
            Rules of acelabel.registry.
        ValueError: There is no profile, no policy or no client of this name.
        duckdb.CatalogException: Another connection of the database has registered the functions, or a macro has the
            name of one.
        duckdb.TransactionException: A transaction is running on the connection. It goes on, and no function is changed.
        duckdb.ResourceInUseException: A result of `connection.execute` is not read to its end.
    """
    functions = dict(sql_functions(profile, policy, rules, watchlist, bare, among, registry))

    def create(name: str) -> None:
        convert = functions[name]
        convert = _HANDED_OVER.setdefault((convert.__name__, convert.options), convert)
        # A function that takes NULLs may return NULLs.
        returned = result_type(convert.__name__, _TYPES, duckdb.struct_type, duckdb.list_type)
        connection.create_function(name, convert, ["VARCHAR"], returned, type=ARROW, null_handling=SPECIAL)

    _refuse_a_transaction(connection)
    _refuse_a_macro(connection, functions)
    for (name,) in connection.sql(f"{_THERE} and lower(function_name) in {tuple(functions)}").fetchall():
        # Within the transaction a refusal would undo what the connection has noted already. One of the connection's
        # own functions is refused as such, and nothing is changed.
        with suppress(duckdb.NotImplementedException):
            create(name)
    left = list(functions)

    def replace() -> None:
        while left:
            with suppress(duckdb.InvalidInputException):
                connection.remove_function(left[-1])
            create(left[-1])
            left.pop()

    connection.begin()
    try:
        try:
            replace()
        except KeyboardInterrupt:
            # No connection may have old functions beside new ones.
            replace()
            raise
    finally:
        # The connection has noted what was done so far, and the database must agree.
        connection.commit()


def _refuse_a_macro(connection: duckdb.DuckDBPyConnection, functions: "Iterable[str]") -> None:
    # A function that fails to be made ends the transaction, and then the connection knows functions that are not there.
    query = (
        "select distinct lower(function_name) from duckdb_functions() where function_type = 'macro' and not internal"
    )
    for (name,) in connection.sql(f"{query} and schema_name in ('main', 'temp')").fetchall():
        if name in functions:
            raise duckdb.CatalogException(f"a macro has the name {name}, which is that of a function: drop it first")


_THERE = "select distinct lower(function_name) from duckdb_functions() where function_type = 'scalar'"


def _refuse_a_transaction(connection: duckdb.DuckDBPyConnection) -> None:
    # To begin a second transaction would end the first one. Without one, each query has its own number.
    one, other = (connection.sql("select txid_current()").fetchall() for _ in range(2))
    if one == other:
        raise duckdb.TransactionException(
            "a transaction is running on this connection, and register is one of its own: "
            "commit it, or roll it back, first"
        )
