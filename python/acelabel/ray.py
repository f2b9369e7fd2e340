"""Ray Data: what `map_batches` calls with tables of pyarrow.

hosts.map_batches(acelabel.ray.to_ascii("host"), batch_format="pyarrow", batch_size=None)

Each function returns a `Conversion`. Nulls stay null.

- `column` is the name of the column, `into` that of the result. Without it the result replaces the column.
- `errors="raise"` raises the AceError of a row that is refused; `row` is counted in the batch. "null" makes such a row
  null. "keep" leaves it as it is; of a domain name, what `acelabel.to_ascii` keeps.
- `profile` is a Profile, `policy` a Policy, or the name of one in lower case.

`pip install 'acelabel[ray]'` brings what is needed.
"""

from acelabel import UTS46
from acelabel._choices import AnyClients, AnyKinds, AnyPolicy, AnyProfile, AnyTlds, Errors
from acelabel._engines import Batches, needs
from acelabel._native import RegistryRules, Rules, Watchlist

with needs("ray", "pyarrow"):
    import pyarrow as pa
    import ray.data  # noqa: F401


class Conversion:
    """Converts one column of a table of pyarrow. It can be pickled, and called without Ray."""

    def __init__(self, convert: Batches, column: str, into: str | None) -> None:
        self._convert, self._column = convert, column
        self._into = column if into is None else into
        self.__name__ = convert.__name__

    def __call__(self, table: pa.Table) -> pa.Table:
        """Return the table with the result of its column."""
        if not isinstance(table, pa.Table):
            kind = type(table).__name__
            raise TypeError(f"argument 'table' must be a pyarrow.Table, not {kind}: use batch_format='pyarrow'")
        result = self._convert(table[self._column])
        if self._into in table.column_names:
            return table.set_column(table.column_names.index(self._into), self._into, result)
        return table.append_column(self._into, result)


# works: begin
__all__ = [
    "Conversion",
    "canonical",
    "clients_agreed",
    "email_canonical",
    "host",
    "is_below",
    "is_valid",
    "lookalikes",
    "punycode_decode",
    "punycode_encode",
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


def to_ascii(
    column: str, *, into: str | None = None, errors: "Errors" = "raise", profile: AnyProfile = UTS46
) -> Conversion:
    """Domain names in ASCII: `acelabel.to_ascii`."""
    return Conversion(Batches("to_ascii", profile, errors), column, into)


def to_unicode(
    column: str, *, into: str | None = None, errors: "Errors" = "raise", profile: AnyProfile = UTS46
) -> Conversion:
    """Domain names in Unicode: `acelabel.to_unicode`."""
    return Conversion(Batches("to_unicode", profile, errors), column, into)


def punycode_encode(column: str, *, into: str | None = None, errors: "Errors" = "raise") -> Conversion:
    """Texts encoded: `acelabel.punycode.encode`."""
    return Conversion(Batches("punycode_encode", UTS46, errors), column, into)


def punycode_decode(column: str, *, into: str | None = None, errors: "Errors" = "raise") -> Conversion:
    """Encoded forms decoded: `acelabel.punycode.decode`."""
    return Conversion(Batches("punycode_decode", UTS46, errors), column, into)


def text_find(
    column: str,
    *,
    into: str | None = None,
    kinds: AnyKinds = None,
    tlds: AnyTlds = None,
    everywhere: bool = False,
    defanged: bool = False,
    profile: AnyProfile = UTS46,
    format: str = "text",
) -> Conversion:
    """The names inside texts, as lists of structs: `acelabel.text.find`."""
    return Conversion(Batches("text_find", (kinds, tlds, everywhere, defanged, profile, format), "null"), column, into)


def text_to_ascii(
    column: str,
    *,
    into: str | None = None,
    kinds: AnyKinds = None,
    tlds: AnyTlds = None,
    profile: AnyProfile = UTS46,
    format: str = "text",
) -> Conversion:
    """Names inside texts, in ASCII: `acelabel.text.to_ascii`."""
    return Conversion(Batches("text_to_ascii", (kinds, tlds, False, False, profile, format), "keep"), column, into)


def text_to_unicode(
    column: str, *, into: str | None = None, kinds: AnyKinds = None, profile: AnyProfile = UTS46, format: str = "text"
) -> Conversion:
    """Names inside texts, in Unicode: `acelabel.text.to_unicode`."""
    return Conversion(Batches("text_to_unicode", (kinds, None, False, False, profile, format), "keep"), column, into)


def canonical(column: str, *, into: str | None = None, errors: "Errors" = "raise") -> Conversion:
    """The spelling of domain names by which to compare and store them: `acelabel.canonical`."""
    return Conversion(Batches("canonical", UTS46, errors), column, into)


def email_canonical(column: str, *, into: str | None = None, errors: "Errors" = "raise") -> Conversion:
    """The spelling of e-mail addresses by which to compare and store them: `acelabel.email.canonical`."""
    return Conversion(Batches("email_canonical", UTS46, errors), column, into)


def url_host(column: str, *, into: str | None = None, errors: "Errors" = "raise", bare: bool = False) -> Conversion:
    """The hosts of URLs in ASCII: `acelabel.host.ascii_of_url`."""
    return Conversion(Batches("url_host", bare, errors), column, into)


def host(column: str, *, into: str | None = None, errors: "Errors" = "raise", bare: bool = False) -> Conversion:
    """The hosts of URLs, with their kinds and ports: `acelabel.host.of_url`."""
    return Conversion(Batches("host", bare, errors), column, into)


def is_below(
    column: str,
    zone: str,
    *,
    into: str | None = None,
    errors: "Errors" = "raise",
    equal: bool = True,
    profile: AnyProfile = UTS46,
) -> Conversion:
    """Which domain names lie below a zone: `acelabel.is_below`."""
    return Conversion(Batches("is_below", (zone, equal, profile), errors), column, into)


def clients_agreed(
    column: str, *, into: str | None = None, errors: "Errors" = "raise", among: AnyClients = None, url: bool = False
) -> Conversion:
    """The hosts that all of some programs go to: `acelabel.clients.agreed`."""
    return Conversion(Batches("clients_agreed", (among, url), errors), column, into)


def registrable(column: str, rules: Rules, *, into: str | None = None, errors: "Errors" = "raise") -> Conversion:
    """The registrable domains of domain names: `acelabel.suffix.Rules.registrable`."""
    return Conversion(Batches("registrable", rules, errors), column, into)


def suffix_parts(column: str, rules: Rules, *, into: str | None = None, errors: "Errors" = "raise") -> Conversion:
    """The public suffixes, registrable domains and subdomains of domain names: `acelabel.suffix.Rules.parts`."""
    return Conversion(Batches("suffix_parts", rules, errors), column, into)


def to_display(column: str, *, into: str | None = None, policy: AnyPolicy = "lookalike_aware") -> Conversion:
    """Domain names as they are shown: `acelabel.display.to_display`."""
    return Conversion(Batches("to_display", policy, "keep"), column, into)


def lookalikes(column: str, watchlist: Watchlist, *, into: str | None = None) -> Conversion:
    """The watched names and labels that names look like most: `acelabel.display.Watchlist.lookup`."""
    return Conversion(Batches("lookalikes", watchlist, "null"), column, into)


def skeleton(column: str, *, into: str | None = None) -> Conversion:
    """The skeletons of texts, which are the same for texts that look alike: `acelabel.security.skeleton`."""
    return Conversion(Batches("skeleton", UTS46, "keep"), column, into)


def registry_check(column: str, rules: RegistryRules, *, into: str | None = None) -> Conversion:
    """Which labels a registry allows, and why it does not allow others: `acelabel.registry.Rules.check`."""
    return Conversion(Batches("registry_check", rules, "null"), column, into)


def registry_index(column: str, rules: RegistryRules, *, into: str | None = None) -> Conversion:
    """The index labels of labels, which are the same for variants: `acelabel.registry.Rules.index`."""
    return Conversion(Batches("registry_index", rules, "keep"), column, into)


def is_valid(column: str, *, into: str | None = None, profile: AnyProfile = UTS46) -> Conversion:
    """Which domain names are valid: `acelabel.is_valid`."""
    return Conversion(Batches("is_valid", profile, "null"), column, into)


def report(column: str, *, into: str | None = None, profile: AnyProfile = UTS46) -> Conversion:
    """As `to_ascii`, with why names are refused: `acelabel.arrow.to_ascii_report`."""
    return Conversion(Batches("to_ascii_report", profile, "null"), column, into)


def url_host_report(column: str, *, into: str | None = None, bare: bool = False) -> Conversion:
    """As `url_host`, with why URLs are refused: `acelabel.arrow.url_host_report`."""
    return Conversion(Batches("url_host_report", bare, "null"), column, into)


def registrable_report(column: str, rules: Rules, *, into: str | None = None) -> Conversion:
    """As `registrable`, with why names are refused: `acelabel.arrow.registrable_report`."""
    return Conversion(Batches("registrable_report", rules, "null"), column, into)


# works: end
