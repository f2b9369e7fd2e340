"""Dask: functions of a Series, which convert each partition where it is.

Index, name and dtype are those of the series. Missing values stay missing. `text_find` gives
objects, a list of Found for each text. Reports, `host`, `suffix_parts` and `lookalikes` give a DataFrame with a
column for each field.

- `errors="raise"` raises the AceError of a row that is refused; `row` is counted in the partition. "coerce" or
  "null" makes such a row missing. "keep" leaves it as it is; of a domain name, what `acelabel.to_ascii` keeps.
- `profile` is a Profile, `policy` a Policy, or the name of one in lower case.

`pip install 'acelabel[dask]'` brings what is needed.
"""

from acelabel import UTS46
from acelabel._choices import AnyClients, AnyKinds, AnyPolicy, AnyProfile, AnyTlds, Given
from acelabel._engines import needs, rules_of
from acelabel._native import RegistryRules, Rules, Watchlist

with needs("dask", "pandas"):
    from dask.dataframe import DataFrame, Series

    from acelabel.pandas import Errors, convert, fields


def _convert(series: Series, work: str, errors: str, given: Given = UTS46) -> Series:
    # One thread: a worker has several, and gives each a partition.
    options = (work, errors, rules_of(work, given), 1)
    meta = convert(series._meta, *options)
    if meta.dtype == "category" and not series.cat.known:
        # Nor are the categories of the result.
        meta = series._meta
    return series.map_partitions(convert, *options, meta=meta)


def _fields(series: Series, work: str, errors: str, given: Given = UTS46) -> DataFrame:
    options = (work, errors, rules_of(work, given), 1)
    return series.map_partitions(fields, *options, meta=fields(series._meta, *options))


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


def to_ascii(series: Series, *, errors: Errors = "raise", profile: AnyProfile = UTS46) -> Series:
    """Domain names in ASCII: `acelabel.to_ascii`."""
    return _convert(series, "to_ascii", errors, profile)


def to_unicode(series: Series, *, errors: Errors = "raise", profile: AnyProfile = UTS46) -> Series:
    """Domain names in Unicode: `acelabel.to_unicode`."""
    return _convert(series, "to_unicode", errors, profile)


def punycode_encode(series: Series, *, errors: Errors = "raise") -> Series:
    """Texts encoded: `acelabel.punycode.encode`."""
    return _convert(series, "punycode_encode", errors, UTS46)


def punycode_decode(series: Series, *, errors: Errors = "raise") -> Series:
    """Encoded forms decoded: `acelabel.punycode.decode`."""
    return _convert(series, "punycode_decode", errors, UTS46)


def text_find(
    series: Series,
    *,
    kinds: AnyKinds = None,
    tlds: AnyTlds = None,
    everywhere: bool = False,
    defanged: bool = False,
    profile: AnyProfile = UTS46,
    format: str = "text",
) -> Series:
    """The names inside texts, as lists of structs: `acelabel.text.find`."""
    return _convert(series, "text_find", "coerce", (kinds, tlds, everywhere, defanged, profile, format))


def text_to_ascii(
    series: Series, *, kinds: AnyKinds = None, tlds: AnyTlds = None, profile: AnyProfile = UTS46, format: str = "text"
) -> Series:
    """Names inside texts, in ASCII: `acelabel.text.to_ascii`."""
    return _convert(series, "text_to_ascii", "keep", (kinds, tlds, False, False, profile, format))


def text_to_unicode(
    series: Series, *, kinds: AnyKinds = None, profile: AnyProfile = UTS46, format: str = "text"
) -> Series:
    """Names inside texts, in Unicode: `acelabel.text.to_unicode`."""
    return _convert(series, "text_to_unicode", "keep", (kinds, None, False, False, profile, format))


def canonical(series: Series, *, errors: Errors = "raise") -> Series:
    """The spelling of domain names by which to compare and store them: `acelabel.canonical`."""
    return _convert(series, "canonical", errors, UTS46)


def email_canonical(series: Series, *, errors: Errors = "raise") -> Series:
    """The spelling of e-mail addresses by which to compare and store them: `acelabel.email.canonical`."""
    return _convert(series, "email_canonical", errors, UTS46)


def url_host(series: Series, *, errors: Errors = "raise", bare: bool = False) -> Series:
    """The hosts of URLs in ASCII: `acelabel.host.ascii_of_url`."""
    return _convert(series, "url_host", errors, bare)


def host(series: Series, *, errors: Errors = "raise", bare: bool = False) -> DataFrame:
    """The hosts of URLs, with their kinds and ports: `acelabel.host.of_url`."""
    return _fields(series, "host", errors, bare)


def is_below(
    series: Series, zone: str, *, errors: Errors = "raise", equal: bool = True, profile: AnyProfile = UTS46
) -> Series:
    """Which domain names lie below a zone: `acelabel.is_below`."""
    return _convert(series, "is_below", errors, (zone, equal, profile))


def clients_agreed(series: Series, *, errors: Errors = "raise", among: AnyClients = None, url: bool = False) -> Series:
    """The hosts that all of some programs go to: `acelabel.clients.agreed`."""
    return _convert(series, "clients_agreed", errors, (among, url))


def registrable(series: Series, rules: Rules, *, errors: Errors = "raise") -> Series:
    """The registrable domains of domain names: `acelabel.suffix.Rules.registrable`."""
    return _convert(series, "registrable", errors, rules)


def suffix_parts(series: Series, rules: Rules, *, errors: Errors = "raise") -> DataFrame:
    """The public suffixes, registrable domains and subdomains of domain names: `acelabel.suffix.Rules.parts`."""
    return _fields(series, "suffix_parts", errors, rules)


def to_display(series: Series, *, policy: AnyPolicy = "lookalike_aware") -> Series:
    """Domain names as they are shown: `acelabel.display.to_display`."""
    return _convert(series, "to_display", "keep", policy)


def lookalikes(series: Series, watchlist: Watchlist) -> DataFrame:
    """The watched names and labels that names look like most: `acelabel.display.Watchlist.lookup`."""
    return _fields(series, "lookalikes", "coerce", watchlist)


def skeleton(series: Series) -> Series:
    """The skeletons of texts, which are the same for texts that look alike: `acelabel.security.skeleton`."""
    return _convert(series, "skeleton", "keep", UTS46)


def registry_check(series: Series, rules: RegistryRules) -> DataFrame:
    """Which labels a registry allows, and why it does not allow others: `acelabel.registry.Rules.check`."""
    return _fields(series, "registry_check", "coerce", rules)


def registry_index(series: Series, rules: RegistryRules) -> Series:
    """The index labels of labels, which are the same for variants: `acelabel.registry.Rules.index`."""
    return _convert(series, "registry_index", "keep", rules)


def is_valid(series: Series, *, profile: AnyProfile = UTS46) -> Series:
    """Which domain names are valid: `acelabel.is_valid`."""
    return _convert(series, "is_valid", "coerce", profile)


def report(series: Series, *, profile: AnyProfile = UTS46) -> DataFrame:
    """As `to_ascii`, with why names are refused: `acelabel.arrow.to_ascii_report`."""
    return _fields(series, "to_ascii_report", "coerce", profile)


def url_host_report(series: Series, *, bare: bool = False) -> DataFrame:
    """As `url_host`, with why URLs are refused: `acelabel.arrow.url_host_report`."""
    return _fields(series, "url_host_report", "coerce", bare)


def registrable_report(series: Series, rules: Rules) -> DataFrame:
    """As `registrable`, with why names are refused: `acelabel.arrow.registrable_report`."""
    return _fields(series, "registrable_report", "coerce", rules)


# works: end
