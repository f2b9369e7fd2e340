"""pandas: the accessor `ace` of a Series, which the import of this module adds.

>>> import pandas as pd
>>> import acelabel.pandas
>>> hosts = pd.Series(["Bücher.example", None, "a..b"], name="host")
>>> hosts.ace.to_ascii(errors="keep").to_list()
['xn--bcher-kva.example', nan, 'a..b']
>>> hosts[hosts.ace.is_valid()].to_list()
['Bücher.example']

Index, name and dtype are those of the series; an ordered category becomes one without order. Missing values stay.
`text_find` gives objects: a list of Found for each text, None where it is missing. Reports, `host`,
`suffix_parts` and `lookalikes` give a DataFrame with a column for each field.

- `errors="raise"` raises the AceError of the first row that is refused; `row` is counted from 0. "coerce" or "null"
  makes such a row missing. "keep" leaves it as it is; of a domain name, what `acelabel.to_ascii` keeps.
- `profile` is a Profile, `policy` a Policy, or the name of one in lower case.

`pip install 'acelabel[pandas]'` brings what is needed. Without pyarrow, and for the dtype object, texts are
converted as a list.
"""

from types import SimpleNamespace
from typing import Any, Literal, TypeAlias

from acelabel import UTS46
from acelabel._choices import AnyClients, AnyKinds, AnyPolicy, AnyProfile, AnyTlds, Given
from acelabel._engines import converted, errors_of, fields_of, needs, rules_of, with_facts
from acelabel._native import RegistryRules, Rules, Watchlist, each_text
from acelabel._works import BY_NAME

with needs("pandas", "pandas", "pyarrow"):
    import pandas as pd

    # Another package may be behind this name.
    if not hasattr(pd.Series, "from_arrow"):
        raise ImportError(name="pandas 3")

__all__ = ["SeriesAce"]


def __dir__() -> list[str]:
    return sorted(__all__)


Errors: TypeAlias = Literal["raise", "coerce", "null", "keep"]


def convert(series: pd.Series, work: str, errors: str, given: Given, threads: int | None) -> pd.Series:
    """Do the work of a method of `SeriesAce`."""
    errors = "null" if errors_of(work, errors, "coerce") == "coerce" else errors
    chosen_rules = rules_of(work, given)
    series = _without_runs(series)
    is_list = BY_NAME[work].result == "find"
    if not is_list and (column := _column(series)):
        result = pd.Series.from_arrow(converted(work, column, chosen_rules, errors, threads))
    else:
        result = pd.Series(_listed(series, work, errors, chosen_rules), dtype=object)
    result.index = series.index
    # The name, and attributes and flags.
    result = result.__finalize__(series)
    if is_list:
        return result
    if BY_NAME[work].result == "bool":
        # As `str.isascii`: only some dtypes can have missing values, which are not valid in the others.
        texts: Any = getattr(series.dtype, "categories", series).dtype
        nullable = "boolean" if getattr(texts, "na_value", None) is pd.NA else "bool"
        return result.astype("bool[pyarrow]" if isinstance(texts, pd.ArrowDtype) else nullable)
    if isinstance(series.dtype, pd.CategoricalDtype):
        try:
            return result.astype("category")
        except UnicodeEncodeError:
            # pandas would store the categories as UTF-8, which has no lone surrogates.
            texts = pd.Index(sorted(result.dropna().unique()), dtype=object)
            made = pd.Series(pd.Categorical.from_codes(texts.get_indexer(result), texts), index=result.index)
            return made.__finalize__(result)
    return result if result.dtype == series.dtype else result.astype(series.dtype)


# A field of integers may have missing values.
_DTYPES = {"text": "str", "int32": "Int32", "int64": "Int64", "float64": "Float64", "bool": "boolean"}


def fields(series: pd.Series, work: str, errors: str, given: Given, threads: int | None) -> pd.DataFrame:
    """Do the work of a method of `SeriesAce` whose results are structs: a column for each field."""
    errors = "null" if errors_of(work, errors, "coerce") == "coerce" else errors
    dtypes = {name: _DTYPES[kind] for name, kind in (fields_of(work) or {}).items()}
    if column := _column(series):
        import pyarrow as pa

        structs = pa.chunked_array(converted(work, column, given, errors, threads))
        frame = pd.DataFrame.from_arrow(pa.table(structs.flatten(), [*dtypes]))
    else:
        rows = _listed(series, work, errors, rules_of(work, given))
        frame = pd.DataFrame([row or {} for row in rows], columns=[*dtypes])
    frame = frame.astype(dtypes)
    frame.index = series.index
    return frame


def _without_runs(series: pd.Series) -> pd.Series:
    """The series with the texts of a run-end-encoded one one by one: pandas makes no series of runs."""
    if not isinstance(series.dtype, pd.ArrowDtype) or not hasattr(series.dtype.pyarrow_dtype, "run_end_type"):
        return series
    import pyarrow as pa

    texts = pd.Series([None if value is pd.NA else value for value in series], dtype=pd.ArrowDtype(pa.string()))
    texts.index = series.index
    return texts.__finalize__(series)


def _column(series: pd.Series) -> Any:
    """The series as an Arrow column, or None."""
    # Objects would be copied into a column and back; and where there are no values, there is no type of values.
    if series.dtype == object or not len(getattr(series.dtype, "categories", series)):
        return None
    # A column of a file without a value is one of floats.
    if series.dtype.kind != "O" and series.isna().all():
        return None
    try:
        stream = series.__arrow_c_stream__()
    except (ImportError, TypeError, ValueError):
        # There is no pyarrow, or it takes no lone surrogate, no category of several types, and nothing sparse.
        return None
    return SimpleNamespace(__arrow_c_stream__=lambda: stream)


def _listed(series: pd.Series, work: str, errors: str, chosen_rules: Any) -> list[Any]:
    """The results as a list, in which a missing value is what it was."""
    for value in series:
        # Some functions take bytes, too, but no other column of texts does.
        if isinstance(value, bytes | bytearray | memoryview):
            raise TypeError(f"the values must be str or missing, not {type(value).__name__}")
    # Of a dictionary and of runs pandas does not know which values are missing.
    missing = [absent or value is pd.NA for absent, value in zip(series.isna(), series, strict=True)]
    texts = [None if absent else value for absent, value in zip(missing, series, strict=True)]
    results = _many(texts, work, errors, chosen_rules)
    kept = series if BY_NAME[work].result == "text" else texts
    return [value if absent else result for absent, value, result in zip(missing, kept, results, strict=True)]


def _many(texts: list[Any], work: str, errors: str, chosen_rules: Any) -> Any:
    """The results, with anything in the place of None."""
    row = BY_NAME[work]
    if row.can_refuse and row.has_list:
        return row.function("_many")(texts, errors=errors, **row.options(chosen_rules))
    one = row.bound(chosen_rules)
    if row.result != "find":
        one = with_facts(row, one, strict=errors == "raise")
    if row.can_refuse:
        return each_text(one, texts, errors)
    return (None if value is None else one(value) for value in texts)


@pd.api.extensions.register_series_accessor("ace")
class SeriesAce:
    """`pandas.Series.ace`. Type checkers know `SeriesAce(series).to_ascii()`."""

    def __init__(self, series: pd.Series) -> None:
        self._series = series

    def _convert(self, work: str, errors: str, given: Given) -> pd.Series:
        return convert(self._series, work, errors, given, None)

    def _fields(self, work: str, errors: str, given: Given) -> pd.DataFrame:
        return fields(self._series, work, errors, given, None)

    # works: begin
    def to_ascii(self, *, errors: Errors = "raise", profile: AnyProfile = UTS46) -> pd.Series:
        """Domain names in ASCII: `acelabel.to_ascii`."""
        return self._convert("to_ascii", errors, profile)

    def to_unicode(self, *, errors: Errors = "raise", profile: AnyProfile = UTS46) -> pd.Series:
        """Domain names in Unicode: `acelabel.to_unicode`."""
        return self._convert("to_unicode", errors, profile)

    def punycode_encode(self, *, errors: Errors = "raise") -> pd.Series:
        """Texts encoded: `acelabel.punycode.encode`."""
        return self._convert("punycode_encode", errors, UTS46)

    def punycode_decode(self, *, errors: Errors = "raise") -> pd.Series:
        """Encoded forms decoded: `acelabel.punycode.decode`."""
        return self._convert("punycode_decode", errors, UTS46)

    def text_find(
        self,
        *,
        kinds: AnyKinds = None,
        tlds: AnyTlds = None,
        everywhere: bool = False,
        defanged: bool = False,
        profile: AnyProfile = UTS46,
        format: str = "text",
    ) -> pd.Series:
        """The names inside texts, as lists of structs: `acelabel.text.find`."""
        return self._convert("text_find", "coerce", (kinds, tlds, everywhere, defanged, profile, format))

    def text_to_ascii(
        self, *, kinds: AnyKinds = None, tlds: AnyTlds = None, profile: AnyProfile = UTS46, format: str = "text"
    ) -> pd.Series:
        """Names inside texts, in ASCII: `acelabel.text.to_ascii`."""
        return self._convert("text_to_ascii", "keep", (kinds, tlds, False, False, profile, format))

    def text_to_unicode(
        self, *, kinds: AnyKinds = None, profile: AnyProfile = UTS46, format: str = "text"
    ) -> pd.Series:
        """Names inside texts, in Unicode: `acelabel.text.to_unicode`."""
        return self._convert("text_to_unicode", "keep", (kinds, None, False, False, profile, format))

    def canonical(self, *, errors: Errors = "raise") -> pd.Series:
        """The spelling of domain names by which to compare and store them: `acelabel.canonical`."""
        return self._convert("canonical", errors, UTS46)

    def email_canonical(self, *, errors: Errors = "raise") -> pd.Series:
        """The spelling of e-mail addresses by which to compare and store them: `acelabel.email.canonical`."""
        return self._convert("email_canonical", errors, UTS46)

    def url_host(self, *, errors: Errors = "raise", bare: bool = False) -> pd.Series:
        """The hosts of URLs in ASCII: `acelabel.host.ascii_of_url`."""
        return self._convert("url_host", errors, bare)

    def host(self, *, errors: Errors = "raise", bare: bool = False) -> pd.DataFrame:
        """The hosts of URLs, with their kinds and ports: `acelabel.host.of_url`."""
        return self._fields("host", errors, bare)

    def is_below(
        self, zone: str, *, errors: Errors = "raise", equal: bool = True, profile: AnyProfile = UTS46
    ) -> pd.Series:
        """Which domain names lie below a zone: `acelabel.is_below`."""
        return self._convert("is_below", errors, (zone, equal, profile))

    def clients_agreed(self, *, errors: Errors = "raise", among: AnyClients = None, url: bool = False) -> pd.Series:
        """The hosts that all of some programs go to: `acelabel.clients.agreed`."""
        return self._convert("clients_agreed", errors, (among, url))

    def registrable(self, rules: Rules, *, errors: Errors = "raise") -> pd.Series:
        """The registrable domains of domain names: `acelabel.suffix.Rules.registrable`."""
        return self._convert("registrable", errors, rules)

    def suffix_parts(self, rules: Rules, *, errors: Errors = "raise") -> pd.DataFrame:
        """The public suffixes, registrable domains and subdomains of domain names: `acelabel.suffix.Rules.parts`."""
        return self._fields("suffix_parts", errors, rules)

    def to_display(self, *, policy: AnyPolicy = "lookalike_aware") -> pd.Series:
        """Domain names as they are shown: `acelabel.display.to_display`."""
        return self._convert("to_display", "keep", policy)

    def lookalikes(self, watchlist: Watchlist) -> pd.DataFrame:
        """The watched names and labels that names look like most: `acelabel.display.Watchlist.lookup`."""
        return self._fields("lookalikes", "coerce", watchlist)

    def skeleton(self) -> pd.Series:
        """The skeletons of texts, which are the same for texts that look alike: `acelabel.security.skeleton`."""
        return self._convert("skeleton", "keep", UTS46)

    def registry_check(self, rules: RegistryRules) -> pd.DataFrame:
        """Which labels a registry allows, and why it does not allow others: `acelabel.registry.Rules.check`."""
        return self._fields("registry_check", "coerce", rules)

    def registry_index(self, rules: RegistryRules) -> pd.Series:
        """The index labels of labels, which are the same for variants: `acelabel.registry.Rules.index`."""
        return self._convert("registry_index", "keep", rules)

    def is_valid(self, *, profile: AnyProfile = UTS46) -> pd.Series:
        """Which domain names are valid: `acelabel.is_valid`."""
        return self._convert("is_valid", "coerce", profile)

    def report(self, *, profile: AnyProfile = UTS46) -> pd.DataFrame:
        """As `to_ascii`, with why names are refused: `acelabel.arrow.to_ascii_report`."""
        return self._fields("to_ascii_report", "coerce", profile)

    def url_host_report(self, *, bare: bool = False) -> pd.DataFrame:
        """As `url_host`, with why URLs are refused: `acelabel.arrow.url_host_report`."""
        return self._fields("url_host_report", "coerce", bare)

    def registrable_report(self, rules: Rules) -> pd.DataFrame:
        """As `registrable`, with why names are refused: `acelabel.arrow.registrable_report`."""
        return self._fields("registrable_report", "coerce", rules)

    # works: end
