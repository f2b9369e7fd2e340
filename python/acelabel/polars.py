"""polars: the namespace `ace` of expressions and series, which the import of this module adds.

>>> import polars as pl
>>> import acelabel.polars
>>> hosts = pl.DataFrame({"host": ["Bücher.example", None, "a..b"]})
>>> hosts.select(pl.col("host").ace.to_ascii(strict=False)).to_series().to_list()
['xn--bcher-kva.example', None, None]
>>> hosts["host"].ace.report().struct.field("code").to_list()
[None, None, 'empty_label']

The columns are of String, Categorical or Enum; the results are of String, Boolean, Struct, or a
List of Struct. Nulls stay null.

- `strict=True`, the default, refuses as polars does: a series raises the AceError of the row, an expression a
  ComputeError with its message, in which rows are counted in the batch. `strict=False` makes such a row null.
- `errors="raise"`, "null" or "keep" says the same in the words of the other modules; "keep" leaves the row as it is; of
  a domain name, what `acelabel.to_ascii` keeps. Both arguments together are a TypeError.
- `profile` is a Profile, `policy` a Policy, or the name of one in lower case.

`pip install 'acelabel[polars]'` brings what is needed.
"""

from functools import partial
from typing import Generic, TypeVar

from acelabel import UTS46, AceError
from acelabel._choices import AnyClients, AnyKinds, AnyPolicy, AnyProfile, AnyTlds, Errors, Given
from acelabel._engines import converted, errors_of, needs, result_type, rules_of
from acelabel._native import RegistryRules, Rules, Watchlist

with needs("polars", "polars"):
    import polars as pl

__all__ = ["ExprAce", "SeriesAce"]


def __dir__() -> list[str]:
    return sorted(__all__)


_Column = TypeVar("_Column", pl.Expr, pl.Series)
_TYPES = {"text": pl.String(), "int32": pl.Int32(), "int64": pl.Int64(), "float64": pl.Float64(), "bool": pl.Boolean()}
_dtype = partial(result_type, scalars=_TYPES, struct=pl.Struct, list_of=pl.List)


def _converted(series: pl.Series, work: str, errors: str, given: Given, threads: int | None) -> pl.Series:
    result = converted(work, series, given, errors, threads)
    return pl.Series(result).cast(_dtype(work))


def _on_error(strict: bool | None, errors: Errors | None) -> str:
    """The value of `errors` of `acelabel.arrow`."""
    if errors is None:
        return "null" if strict is False else "raise"
    if strict is not None:
        raise TypeError("the arguments 'strict' and 'errors' say the same: pass one of them")
    return errors


class _Methods(Generic[_Column]):
    def __init__(self, column: _Column) -> None:
        self._column: _Column = column

    def _convert(self, work: str, errors: str = "null", given: Given = UTS46) -> _Column:
        raise NotImplementedError

    # works: begin
    def to_ascii(
        self, *, strict: bool | None = None, errors: Errors | None = None, profile: AnyProfile = UTS46
    ) -> _Column:
        """Domain names in ASCII: `acelabel.to_ascii`."""
        return self._convert("to_ascii", _on_error(strict, errors), profile)

    def to_unicode(
        self, *, strict: bool | None = None, errors: Errors | None = None, profile: AnyProfile = UTS46
    ) -> _Column:
        """Domain names in Unicode: `acelabel.to_unicode`."""
        return self._convert("to_unicode", _on_error(strict, errors), profile)

    def punycode_encode(self, *, strict: bool | None = None, errors: Errors | None = None) -> _Column:
        """Texts encoded: `acelabel.punycode.encode`."""
        return self._convert("punycode_encode", _on_error(strict, errors), UTS46)

    def punycode_decode(self, *, strict: bool | None = None, errors: Errors | None = None) -> _Column:
        """Encoded forms decoded: `acelabel.punycode.decode`."""
        return self._convert("punycode_decode", _on_error(strict, errors), UTS46)

    def text_find(
        self,
        *,
        kinds: AnyKinds = None,
        tlds: AnyTlds = None,
        everywhere: bool = False,
        defanged: bool = False,
        profile: AnyProfile = UTS46,
        format: str = "text",
    ) -> _Column:
        """The names inside texts, as lists of structs: `acelabel.text.find`."""
        return self._convert("text_find", "null", (kinds, tlds, everywhere, defanged, profile, format))

    def text_to_ascii(
        self, *, kinds: AnyKinds = None, tlds: AnyTlds = None, profile: AnyProfile = UTS46, format: str = "text"
    ) -> _Column:
        """Names inside texts, in ASCII: `acelabel.text.to_ascii`."""
        return self._convert("text_to_ascii", "keep", (kinds, tlds, False, False, profile, format))

    def text_to_unicode(self, *, kinds: AnyKinds = None, profile: AnyProfile = UTS46, format: str = "text") -> _Column:
        """Names inside texts, in Unicode: `acelabel.text.to_unicode`."""
        return self._convert("text_to_unicode", "keep", (kinds, None, False, False, profile, format))

    def canonical(self, *, strict: bool | None = None, errors: Errors | None = None) -> _Column:
        """The spelling of domain names by which to compare and store them: `acelabel.canonical`."""
        return self._convert("canonical", _on_error(strict, errors), UTS46)

    def email_canonical(self, *, strict: bool | None = None, errors: Errors | None = None) -> _Column:
        """The spelling of e-mail addresses by which to compare and store them: `acelabel.email.canonical`."""
        return self._convert("email_canonical", _on_error(strict, errors), UTS46)

    def url_host(self, *, strict: bool | None = None, errors: Errors | None = None, bare: bool = False) -> _Column:
        """The hosts of URLs in ASCII: `acelabel.host.ascii_of_url`."""
        return self._convert("url_host", _on_error(strict, errors), bare)

    def host(self, *, strict: bool | None = None, errors: Errors | None = None, bare: bool = False) -> _Column:
        """The hosts of URLs, with their kinds and ports: `acelabel.host.of_url`."""
        return self._convert("host", _on_error(strict, errors), bare)

    def is_below(
        self,
        zone: str,
        *,
        strict: bool | None = None,
        errors: Errors | None = None,
        equal: bool = True,
        profile: AnyProfile = UTS46,
    ) -> _Column:
        """Which domain names lie below a zone: `acelabel.is_below`."""
        return self._convert("is_below", _on_error(strict, errors), (zone, equal, profile))

    def clients_agreed(
        self, *, strict: bool | None = None, errors: Errors | None = None, among: AnyClients = None, url: bool = False
    ) -> _Column:
        """The hosts that all of some programs go to: `acelabel.clients.agreed`."""
        return self._convert("clients_agreed", _on_error(strict, errors), (among, url))

    def registrable(self, rules: Rules, *, strict: bool | None = None, errors: Errors | None = None) -> _Column:
        """The registrable domains of domain names: `acelabel.suffix.Rules.registrable`."""
        return self._convert("registrable", _on_error(strict, errors), rules)

    def suffix_parts(self, rules: Rules, *, strict: bool | None = None, errors: Errors | None = None) -> _Column:
        """The public suffixes, registrable domains and subdomains of domain names: `acelabel.suffix.Rules.parts`."""
        return self._convert("suffix_parts", _on_error(strict, errors), rules)

    def to_display(self, *, policy: AnyPolicy = "lookalike_aware") -> _Column:
        """Domain names as they are shown: `acelabel.display.to_display`."""
        return self._convert("to_display", "keep", policy)

    def lookalikes(self, watchlist: Watchlist) -> _Column:
        """The watched names and labels that names look like most: `acelabel.display.Watchlist.lookup`."""
        return self._convert("lookalikes", "null", watchlist)

    def skeleton(self) -> _Column:
        """The skeletons of texts, which are the same for texts that look alike: `acelabel.security.skeleton`."""
        return self._convert("skeleton", "keep", UTS46)

    def registry_check(self, rules: RegistryRules) -> _Column:
        """Which labels a registry allows, and why it does not allow others: `acelabel.registry.Rules.check`."""
        return self._convert("registry_check", "null", rules)

    def registry_index(self, rules: RegistryRules) -> _Column:
        """The index labels of labels, which are the same for variants: `acelabel.registry.Rules.index`."""
        return self._convert("registry_index", "keep", rules)

    def is_valid(self, *, profile: AnyProfile = UTS46) -> _Column:
        """Which domain names are valid: `acelabel.is_valid`."""
        return self._convert("is_valid", "null", profile)

    def report(self, *, profile: AnyProfile = UTS46) -> _Column:
        """As `to_ascii`, with why names are refused: `acelabel.arrow.to_ascii_report`."""
        return self._convert("to_ascii_report", "null", profile)

    def url_host_report(self, *, bare: bool = False) -> _Column:
        """As `url_host`, with why URLs are refused: `acelabel.arrow.url_host_report`."""
        return self._convert("url_host_report", "null", bare)

    def registrable_report(self, rules: Rules) -> _Column:
        """As `registrable`, with why names are refused: `acelabel.arrow.registrable_report`."""
        return self._convert("registrable_report", "null", rules)

    # works: end


@pl.api.register_expr_namespace("ace")
class ExprAce(_Methods[pl.Expr]):
    """`polars.Expr.ace`: eager, lazy and streaming. Type checkers know `ExprAce(pl.col("host")).to_ascii()`."""

    def _convert(self, work: str, errors: str = "null", given: Given = UTS46) -> pl.Expr:
        given, errors = rules_of(work, given), errors_of(work, errors)

        def batch(series: pl.Series) -> pl.Series:
            try:
                # polars has threads of its own.
                return _converted(series, work, errors, given, 1)
            except AceError as error:
                # polars makes anew what is raised, from nothing but its message.
                raise pl.exceptions.ComputeError(str(error)) from error

        return self._column.map_batches(batch, return_dtype=_dtype(work), is_elementwise=True)


@pl.api.register_series_namespace("ace")
class SeriesAce(_Methods[pl.Series]):
    """`polars.Series.ace`: the whole series at once, by as many threads as there are processors."""

    def _convert(self, work: str, errors: str = "null", given: Given = UTS46) -> pl.Series:
        return _converted(self._column, work, errors, given, None)
