"""DataFusion: functions of SQL, which `register` adds.

`pip install 'acelabel[datafusion]'` brings what is needed.
"""

from acelabel import UTS46
from acelabel._choices import AnyClients, AnyPolicy, AnyProfile
from acelabel._engines import needs, result_type, sql_functions
from acelabel._native import RegistryRules, Rules, Watchlist

with needs("datafusion", "datafusion", "pyarrow"):
    import pyarrow as pa
    from datafusion import SessionContext, udf

__all__ = ["register"]


def __dir__() -> list[str]:
    return sorted(__all__)


# DataFusion reads texts as views.
_TEXT = pa.string_view()
_TYPES = {"text": _TEXT} | {name: pa.type_for_alias(name) for name in ("int32", "int64", "float64", "bool")}


def _struct(fields: dict[str, pa.DataType]) -> pa.DataType:
    # The value of a report alone has the type of the text.
    kinds = {name: pa.string() if kind == _TEXT and name != "value" else kind for name, kind in fields.items()}
    return pa.struct([*kinds.items()])


def register(
    context: SessionContext,
    *,
    profile: AnyProfile = UTS46,
    policy: AnyPolicy = "lookalike_aware",
    rules: Rules | None = None,
    watchlist: Watchlist | None = None,
    bare: bool = False,
    among: AnyClients = None,
    registry: RegistryRules | None = None,
) -> None:
    """Add the functions of SQL to a context, as docs/engines.md lists them.

    A text that is refused ends the query, with the message of the AceError. With `try_` before the name it gives
    NULL, as NULL does; `try_url_host_parts` says why. Results with several fields are a struct, those of `text_find`
    a list of them.

    Args:
        context: The context. Functions of the same names are replaced.
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
    """
    for name, convert in sql_functions(profile, policy, rules, watchlist, bare, among, registry):
        returned = result_type(convert.__name__, _TYPES, _struct, pa.list_)
        context.register_udf(udf(convert, [_TEXT], returned, "immutable", name))
