"""DataFusion: functions of SQL, which `register` adds.

`pip install 'acelabel[datafusion]'` brings what is needed.
"""

from acelabel import UTS46
from acelabel._choices import AnyPolicy, AnyProfile
from acelabel._engines import STRUCTS, Needs, sql_functions
from acelabel._native import Rules, Watchlist
from acelabel._works import BY_NAME

with Needs("datafusion"):
    import pyarrow as pa
    from datafusion import SessionContext, udf

__all__ = ["register"]

# DataFusion reads texts as views.
_TEXT = pa.string_view()


def _field(named: tuple[str, str]) -> pa.Field:
    name, kind = named
    # The value of a report has the type of the text.
    return pa.field(name, _TEXT if name == "value" else pa.type_for_alias("string" if kind == "text" else kind))


def register(
    context: SessionContext,
    *,
    profile: AnyProfile = UTS46,
    policy: AnyPolicy = "lookalike_aware",
    rules: Rules | None = None,
    watchlist: Watchlist | None = None,
) -> None:
    """Add the functions of SQL to a context, as docs/engines.md lists them.

    A text that is refused ends the query, with the message of the AceError. With `try_` before the name it gives
    NULL, as NULL does. `idna_report`, `url_host_parts` and `idna_lookalike` give a struct, `text_find` a list of them.

    Args:
        context: The context. Functions of the same names are replaced.
        profile: The rules: a Profile, or the name of one in lower case.
        policy: The rules of `idna_display`: a Policy, or the name of one in lower case.
        rules: The list of public suffixes of `registrable_domain`, an `acelabel.suffix.Rules`. With None it is
            not registered: one of an earlier call stays, with its list.
        watchlist: The names and labels of `idna_lookalike`, an `acelabel.display.Watchlist`; or None, likewise.

    Raises:
        TypeError: `rules` is not a Rules, or `watchlist` not a Watchlist.
        ValueError: There is no profile or no policy of this name.
    """
    types: dict[str, pa.DataType] = {
        mode: pa.struct([*map(_field, fields.items())]) for mode, fields in STRUCTS.items()
    }
    types |= {"find": pa.list_(types["find"]), "answer": pa.bool_(), "verdict": pa.bool_()}
    for name, convert in sql_functions(profile, policy, rules, watchlist):
        context.register_udf(udf(convert, [_TEXT], types.get(BY_NAME[convert.__name__].mode, _TEXT), "immutable", name))
