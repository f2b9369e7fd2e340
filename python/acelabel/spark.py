"""Spark 4.1 and later: functions of a column, and the functions of SQL that `register` adds.

They are Arrow UDFs. acelabel has to be installed where the executors run. Nulls stay null.

- `column` is a Column or its name.
- `errors="raise"` ends the job with the AceError of a row that is refused; `row` is counted in the batch. "null" makes
  such a row null. "keep" leaves it as it is; of a domain name, what `acelabel.to_ascii` keeps.
- `profile` is a Profile, `policy` a Policy, or the name of one in lower case.

`pip install 'acelabel[spark]'` brings what is needed.
"""

from acelabel import UTS46
from acelabel._choices import AnyClients, AnyKinds, AnyPolicy, AnyProfile, AnyTlds, Errors
from acelabel._engines import Batches, needs, result_type, sql_functions
from acelabel._native import RegistryRules, Rules, Watchlist

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

with needs("spark", "pyspark", "pyarrow"):
    import pyarrow
    from pyspark.sql import Column, SparkSession
    from pyspark.sql.functions import arrow_udf

_TYPES = {"text": "string", "int32": "int", "int64": "bigint", "float64": "double", "bool": "boolean"}


def _struct(fields: dict[str, str]) -> str:
    return f"struct<{','.join(f'`{name}`:{kind}' for name, kind in fields.items())}>"


def _function(convert: Batches) -> "Callable[[Column | str], Column]":
    # Spark reads the kind of the function from its types.
    def batch(column: pyarrow.Array, *named: pyarrow.Array) -> pyarrow.Array:
        return convert(column, *named)

    # So the column of the result is named.
    batch.__name__ = convert.__name__
    returned = result_type(convert.__name__, _TYPES, _struct, "array<{}>".format)
    function: Callable[[Column | str], Column] = arrow_udf(batch, returned)
    return function


def register(
    spark: SparkSession,
    *,
    profile: AnyProfile = UTS46,
    policy: AnyPolicy = "lookalike_aware",
    rules: Rules | None = None,
    watchlist: Watchlist | None = None,
    bare: bool = False,
    among: AnyClients = None,
    registry: RegistryRules | None = None,
) -> None:
    """Add the functions of SQL to a session, as docs/engines.md lists them.

    A text that is refused ends the job, with the message of the AceError. With `try_` before the name it gives
    NULL, as NULL does; `try_url_host_parts` says why. Results with several fields are a struct, those of `text_find`
    an array.

    Args:
        spark: The session. Functions of the same names are replaced.
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
        spark.udf.register(name, _function(convert))


# works: begin
__all__ = [
    "canonical",
    "clients_agreed",
    "email_canonical",
    "host",
    "is_below",
    "is_valid",
    "lookalikes",
    "punycode_decode",
    "punycode_encode",
    "register",
    "registrable",
    "registrable_report",
    "registry_check",
    "registry_index",
    "report",
    "skeleton",
    "suffix_parts",
    "text_find",
    "text_to_ascii",
    "text_to_unicode",
    "to_ascii",
    "to_display",
    "to_unicode",
    "url_host",
    "url_host_report",
]


def __dir__() -> list[str]:
    return sorted(__all__)


def to_ascii(column: Column | str, profile: AnyProfile = "uts46", errors: "Errors" = "raise") -> Column:
    """Domain names in ASCII: `acelabel.to_ascii`."""
    return _function(Batches("to_ascii", profile, errors))(column)


def to_unicode(column: Column | str, profile: AnyProfile = "uts46", errors: "Errors" = "raise") -> Column:
    """Domain names in Unicode: `acelabel.to_unicode`."""
    return _function(Batches("to_unicode", profile, errors))(column)


def punycode_encode(column: Column | str, errors: "Errors" = "raise") -> Column:
    """Texts encoded: `acelabel.punycode.encode`."""
    return _function(Batches("punycode_encode", UTS46, errors))(column)


def punycode_decode(column: Column | str, errors: "Errors" = "raise") -> Column:
    """Encoded forms decoded: `acelabel.punycode.decode`."""
    return _function(Batches("punycode_decode", UTS46, errors))(column)


def text_find(
    column: Column | str,
    kinds: AnyKinds = None,
    tlds: AnyTlds = None,
    everywhere: bool = False,
    defanged: bool = False,
    profile: AnyProfile = "uts46",
    format: str = "text",
) -> Column:
    """The names inside texts, as lists of structs: `acelabel.text.find`."""
    return _function(Batches("text_find", (kinds, tlds, everywhere, defanged, profile, format), "null"))(column)


def text_to_ascii(
    column: Column | str,
    kinds: AnyKinds = None,
    tlds: AnyTlds = None,
    profile: AnyProfile = "uts46",
    format: str = "text",
) -> Column:
    """Names inside texts, in ASCII: `acelabel.text.to_ascii`."""
    return _function(Batches("text_to_ascii", (kinds, tlds, False, False, profile, format), "keep"))(column)


def text_to_unicode(
    column: Column | str, kinds: AnyKinds = None, profile: AnyProfile = "uts46", format: str = "text"
) -> Column:
    """Names inside texts, in Unicode: `acelabel.text.to_unicode`."""
    return _function(Batches("text_to_unicode", (kinds, None, False, False, profile, format), "keep"))(column)


def canonical(column: Column | str, errors: "Errors" = "raise") -> Column:
    """The spelling of domain names by which to compare and store them: `acelabel.canonical`."""
    return _function(Batches("canonical", UTS46, errors))(column)


def email_canonical(column: Column | str, errors: "Errors" = "raise") -> Column:
    """The spelling of e-mail addresses by which to compare and store them: `acelabel.email.canonical`."""
    return _function(Batches("email_canonical", UTS46, errors))(column)


def url_host(column: Column | str, errors: "Errors" = "raise", *, bare: bool = False) -> Column:
    """The hosts of URLs in ASCII: `acelabel.host.ascii_of_url`."""
    return _function(Batches("url_host", bare, errors))(column)


def host(column: Column | str, errors: "Errors" = "raise", *, bare: bool = False) -> Column:
    """The hosts of URLs, with their kinds and ports: `acelabel.host.of_url`."""
    return _function(Batches("host", bare, errors))(column)


def is_below(
    column: Column | str, zone: str, equal: bool = True, profile: AnyProfile = "uts46", errors: "Errors" = "raise"
) -> Column:
    """Which domain names lie below a zone: `acelabel.is_below`."""
    return _function(Batches("is_below", (zone, equal, profile), errors))(column)


def clients_agreed(
    column: Column | str, errors: "Errors" = "raise", *, among: AnyClients = None, url: bool = False
) -> Column:
    """The hosts that all of some programs go to: `acelabel.clients.agreed`."""
    return _function(Batches("clients_agreed", (among, url), errors))(column)


def registrable(column: Column | str, rules: Rules, errors: "Errors" = "raise") -> Column:
    """The registrable domains of domain names: `acelabel.suffix.Rules.registrable`."""
    return _function(Batches("registrable", rules, errors))(column)


def suffix_parts(column: Column | str, rules: Rules, errors: "Errors" = "raise") -> Column:
    """The public suffixes, registrable domains and subdomains of domain names: `acelabel.suffix.Rules.parts`."""
    return _function(Batches("suffix_parts", rules, errors))(column)


def to_display(column: Column | str, policy: AnyPolicy = "lookalike_aware") -> Column:
    """Domain names as they are shown: `acelabel.display.to_display`."""
    return _function(Batches("to_display", policy, "keep"))(column)


def lookalikes(column: Column | str, watchlist: Watchlist) -> Column:
    """The watched names and labels that names look like most: `acelabel.display.Watchlist.lookup`."""
    return _function(Batches("lookalikes", watchlist, "null"))(column)


def skeleton(column: Column | str) -> Column:
    """The skeletons of texts, which are the same for texts that look alike: `acelabel.security.skeleton`."""
    return _function(Batches("skeleton", UTS46, "keep"))(column)


def registry_check(column: Column | str, rules: RegistryRules) -> Column:
    """Which labels a registry allows, and why it does not allow others: `acelabel.registry.Rules.check`."""
    return _function(Batches("registry_check", rules, "null"))(column)


def registry_index(column: Column | str, rules: RegistryRules) -> Column:
    """The index labels of labels, which are the same for variants: `acelabel.registry.Rules.index`."""
    return _function(Batches("registry_index", rules, "keep"))(column)


def is_valid(column: Column | str, profile: AnyProfile = "uts46") -> Column:
    """Which domain names are valid: `acelabel.is_valid`."""
    return _function(Batches("is_valid", profile, "null"))(column)


def report(column: Column | str, profile: AnyProfile = "uts46") -> Column:
    """As `to_ascii`, with why names are refused: `acelabel.arrow.to_ascii_report`."""
    return _function(Batches("to_ascii_report", profile, "null"))(column)


def url_host_report(column: Column | str, *, bare: bool = False) -> Column:
    """As `url_host`, with why URLs are refused: `acelabel.arrow.url_host_report`."""
    return _function(Batches("url_host_report", bare, "null"))(column)


def registrable_report(column: Column | str, rules: Rules) -> Column:
    """As `registrable`, with why names are refused: `acelabel.arrow.registrable_report`."""
    return _function(Batches("registrable_report", rules, "null"))(column)


# works: end
