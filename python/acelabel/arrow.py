"""Columns of names and labels, converted at once: Arrow in, Arrow out.

A column is any object with the Arrow PyCapsule interface: an array or chunked array of pyarrow, a series of polars or
pandas 3, an array of nanoarrow or arro3. None of these packages is needed. The type of the column is utf8, large_utf8,
utf8_view, null, or a dictionary or runs of these.

>>> import pyarrow
>>> from acelabel import arrow
>>> hosts = pyarrow.array(["example.com", "Bücher.example", None, "a..b"])
>>> pyarrow.array(arrow.to_ascii(hosts, errors="null")).to_pylist()
['example.com', 'xn--bcher-kva.example', None, None]

Each function converts each row as the function for one text does. Nulls stay null. The result is a `Column` with the
type and the chunks of the input; only that of a polars `Enum` has strings. A chunk in which no row changes is not
copied. The name of the field is kept, the metadata of the field is not.

These arguments have the same meaning in every function.

- `errors` says what happens to a row that is refused. "raise" raises the AceError of the function for one text; its
  `row` is the number of the row, counted from 0. "null" makes the row null. "keep" leaves the row unchanged; of a
  domain name it leaves what `acelabel.to_ascii` with `errors="keep"` leaves. No boolean or struct has "keep".
- `profile` is the rules, a Profile or its name.
- `threads` is the largest number of threads, an int, or None for the number of processors; 64 at most. A chunk of
  fewer than 131,072 rows is converted by one thread. The result does not depend on it.

Every function can also raise these errors.

- TypeError: The argument is not a column, or the column has another type.
- ValueError: The column breaks the rules of Arrow, for example it is not UTF-8; or an argument is wrong.
- OverflowError, MemoryError: The result of a chunk is too long for the offsets of its type, or for the memory.
"""

from acelabel._native import (
    UTS46,
    Column,
    RegistryRules,
    Rules,
    arrow_convert,
    arrow_display,
    arrow_related,
    arrow_text,
    arrow_urls,
)
from acelabel._tlds import known
from acelabel.display import LOOKALIKE_AWARE, Watchlist

TYPE_CHECKING = False
if TYPE_CHECKING:
    from acelabel._choices import AnyClients, AnyKinds, AnyPolicy, AnyProfile, AnyTlds, ArrowColumn, Errors


# works: begin
__all__ = [
    "Column",
    "canonical",
    "clients_agreed",
    "display_report",
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
    "skeleton",
    "suffix_parts",
    "text_find",
    "text_to_ascii",
    "text_to_unicode",
    "to_ascii",
    "to_ascii_report",
    "to_display",
    "to_unicode",
    "to_unicode_report",
    "url_host",
    "url_host_report",
]


def __dir__() -> list[str]:
    return sorted(__all__)


def to_ascii(
    column: "ArrowColumn", *, profile: "AnyProfile" = UTS46, errors: "Errors" = "raise", threads: int | None = None
) -> Column:
    """Convert domain names to their ASCII form, as `acelabel.to_ascii` does.

    Args:
        column: The names, an Arrow column.

    Returns:
        A Column.

    Raises:
        AceError: As for `acelabel.to_ascii`, of the first row that is refused, if `errors` is "raise".
    """
    return arrow_convert("to_ascii", column, profile, errors, threads)


def to_unicode(
    column: "ArrowColumn", *, profile: "AnyProfile" = UTS46, errors: "Errors" = "raise", threads: int | None = None
) -> Column:
    """Convert domain names to their Unicode form, as `acelabel.to_unicode` does.

    Args:
        column: The names, an Arrow column.

    Returns:
        A Column.

    Raises:
        AceError: As for `acelabel.to_unicode`, of the first row that is refused, if `errors` is "raise".
    """
    return arrow_convert("to_unicode", column, profile, errors, threads)


def punycode_encode(column: "ArrowColumn", *, errors: "Errors" = "raise", threads: int | None = None) -> Column:
    """Encode texts (RFC 3492), as `acelabel.punycode.encode` does.

    Args:
        column: The texts, an Arrow column.

    Returns:
        A Column.

    Raises:
        AceError: As for `acelabel.punycode.encode`, of the first row that is refused, if `errors` is "raise".
    """
    return arrow_convert("punycode_encode", column, UTS46, errors, threads)


def punycode_decode(column: "ArrowColumn", *, errors: "Errors" = "raise", threads: int | None = None) -> Column:
    """Decode encoded forms (RFC 3492), as `acelabel.punycode.decode` does.

    Args:
        column: The encoded forms, an Arrow column.

    Returns:
        A Column.

    Raises:
        AceError: As for `acelabel.punycode.decode`, of the first row that is refused, if `errors` is "raise".
    """
    return arrow_convert("punycode_decode", column, UTS46, errors, threads)


def text_find(
    column: "ArrowColumn",
    *,
    kinds: "AnyKinds" = None,
    tlds: "AnyTlds" = None,
    everywhere: bool = False,
    defanged: bool = False,
    profile: "AnyProfile" = UTS46,
    format: str = "text",
    threads: int | None = None,
) -> Column:
    """Find the names inside texts, as `acelabel.text.find` does. No row is refused.

    Args:
        column: The texts, an Arrow column.
        kinds: Which names count, an iterable of kinds; None for all.
        tlds: Which top-level domains are known: a set of str, or None for none. It is no callable.
        everywhere: Whether names in paths, queries, fragments, local parts and user information count.
        defanged: Whether names that are written so that nobody follows them are read.
        format: The format of each text, a str: "text", one of `acelabel.files.FORMATS`, or "zone". Each text is a
            file of it by itself; `profile` alone goes with another format than "text".

    Returns:
        A Column of lists of structs: `start`, `end` (int64, in characters of the row), `kind`, `name` (utf8),
        `is_escaped` (bool), `code` (utf8), `is_defanged` (bool) and `decoded` (utf8) of each Found. The last four are
        null in another format than "text", where names are not judged. Only a row that is null is null.
    """
    return arrow_text("text_find", column, (kinds, known(tlds), everywhere, defanged, profile, format), threads)


def text_to_ascii(
    column: "ArrowColumn",
    *,
    kinds: "AnyKinds" = None,
    tlds: "AnyTlds" = None,
    profile: "AnyProfile" = UTS46,
    format: str = "text",
    threads: int | None = None,
) -> Column:
    """Rewrite the names inside texts with their ASCII form, as `acelabel.text.to_ascii` does. No row is refused.

    Args:
        column: The texts, an Arrow column.
        kinds: Which names count, an iterable of kinds; None for all.
        tlds: Which top-level domains are known: a set of str, or None for none. It is no callable.
        format: The format of each text, a str: "text", one of `acelabel.files.FORMATS`, or "zone". Each text is a
            file of it by itself; `profile` alone goes with another format than "text".

    Returns:
        A Column.
    """
    return arrow_text("text_to_ascii", column, (kinds, known(tlds), False, False, profile, format), threads)


def text_to_unicode(
    column: "ArrowColumn",
    *,
    kinds: "AnyKinds" = None,
    profile: "AnyProfile" = UTS46,
    format: str = "text",
    threads: int | None = None,
) -> Column:
    """Rewrite the names inside texts with their Unicode form, as `acelabel.text.to_unicode` does. No row is refused.

    Args:
        column: The texts, an Arrow column.
        kinds: Which names count, an iterable of kinds; None for all.
        format: The format of each text, a str: "text", one of `acelabel.files.FORMATS`, or "zone". Each text is a
            file of it by itself; `profile` alone goes with another format than "text".

    Returns:
        A Column.
    """
    return arrow_text("text_to_unicode", column, (kinds, None, False, False, profile, format), threads)


def canonical(column: "ArrowColumn", *, errors: "Errors" = "raise", threads: int | None = None) -> Column:
    """Give domain names the spelling by which to compare and store them, as `acelabel.canonical` does.

    Args:
        column: The names, an Arrow column.

    Returns:
        A Column.

    Raises:
        AceError: As for `acelabel.canonical`, of the first row that is refused, if `errors` is "raise".
    """
    return arrow_convert("canonical", column, UTS46, errors, threads)


def email_canonical(column: "ArrowColumn", *, errors: "Errors" = "raise", threads: int | None = None) -> Column:
    """Give addresses of e-mail the spelling by which to compare and store them, as `acelabel.email.canonical` does.

    Args:
        column: The addresses, an Arrow column.

    Returns:
        A Column.

    Raises:
        AceError: As for `acelabel.email.canonical`, of the first row that is refused, if `errors` is "raise".
    """
    return arrow_convert("email_canonical", column, UTS46, errors, threads)


def url_host(
    column: "ArrowColumn", *, bare: bool = False, errors: "Errors" = "raise", threads: int | None = None
) -> Column:
    """Read the hosts of URLs, in ASCII, as `acelabel.host.ascii_of_url` does.

    Args:
        column: The URLs, an Arrow column.
        bare: Whether a row may also be a host without a scheme, with or without a port, a bool.

    Returns:
        A Column.

    Raises:
        AceError: As for `acelabel.host.ascii_of_url`, of the first row that is refused, if `errors` is "raise".
    """
    return arrow_urls("url_host", column, bare, errors, threads)


def host(
    column: "ArrowColumn", *, bare: bool = False, errors: "Errors" = "raise", threads: int | None = None
) -> Column:
    """Read the hosts of URLs, in both forms, with their kinds and ports, as `acelabel.host.of_url` does.

    Args:
        column: The URLs, an Arrow column.
        bare: Whether a row may also be a host without a scheme, with or without a port, a bool.

    Returns:
        A Column of structs: `kind`, `ascii` and `unicode` (utf8), `port` (int32) of the Host, and `reserved`
        (utf8), the reserved name in the `reasons` of a domain; or, if the row is refused and `errors` is "null", `code`
        (utf8) and `offset` (int64) of the AceError. All other fields are null, and so is `port` where the URL has none.
        Only a row that is null is a null.

    Raises:
        AceError: As for `acelabel.host.of_url`, of the first row that is refused, if `errors` is "raise".
    """
    return arrow_urls("host", column, bare, errors, threads)


def is_below(
    column: "ArrowColumn",
    zone: str,
    *,
    equal: bool = True,
    profile: "AnyProfile" = UTS46,
    errors: "Errors" = "raise",
    threads: int | None = None,
) -> Column:
    """Say which domain names lie below a zone, as `acelabel.is_below` does.

    Args:
        column: The names, an Arrow column.
        zone: The name of the zone, a str.
        equal: Whether a name lies below itself, a bool.

    Returns:
        A Column of booleans.

    Raises:
        AceError: As for `acelabel.is_below`, of the first row that is refused, if `errors` is "raise".
    """
    return arrow_related("is_below", column, (zone, equal, profile), errors, threads)


def clients_agreed(
    column: "ArrowColumn",
    *,
    among: "AnyClients" = None,
    url: bool = False,
    errors: "Errors" = "raise",
    threads: int | None = None,
) -> Column:
    """Find the hosts that all of some programs go to, as `acelabel.clients.agreed` does.

    Args:
        column: The names, or URLs, an Arrow column.
        among: The clients, an iterable of str, as for `acelabel.clients.agreed`; or None, for all.
        url: Whether each row is a URL, a bool.

    Returns:
        A Column.

    Raises:
        AceError: As for `acelabel.clients.agreed`, of the first row that is refused, if `errors` is "raise".
    """
    return arrow_related("clients_agreed", column, (among, url), errors, threads)


def registrable(
    column: "ArrowColumn", rules: Rules, *, errors: "Errors" = "raise", threads: int | None = None
) -> Column:
    """Find the registrable domains of domain names, as `acelabel.suffix.Rules.registrable` does.

    Args:
        column: The names, an Arrow column.
        rules: The list of public suffixes, an `acelabel.suffix.Rules`.

    Returns:
        A Column. A name that has no registrable domain is null.

    Raises:
        AceError: As for `acelabel.suffix.Rules.registrable`, of the first row that is refused, if `errors` is "raise".
    """
    return arrow_related("registrable", column, rules, errors, threads)


def suffix_parts(
    column: "ArrowColumn", rules: Rules, *, errors: "Errors" = "raise", threads: int | None = None
) -> Column:
    """Divide domain names into public suffix, registrable domain and subdomain, as `acelabel.suffix.Rules.parts` does.

    Args:
        column: The names, an Arrow column.
        rules: The list of public suffixes, an `acelabel.suffix.Rules`.

    Returns:
        A Column of structs: `suffix`, `registrable` and `subdomain` (utf8) of the Parts, each null where there
        is none. A row is null where it is, or is refused.

    Raises:
        AceError: As for `acelabel.suffix.Rules.parts`, of the first row that is refused, if `errors` is "raise".
    """
    return arrow_related("suffix_parts", column, rules, errors, threads)


def to_display(
    column: "ArrowColumn",
    *,
    policy: "AnyPolicy" = LOOKALIKE_AWARE,
    watchlist: Watchlist | None = None,
    threads: int | None = None,
) -> Column:
    """Show domain names, as `acelabel.display.to_display` does. No row is refused.

    Args:
        column: The names, an Arrow column.
        policy: The rules, a Policy or its name.
        watchlist: Names that no name may look like, a Watchlist; or None.

    Returns:
        A Column.
    """
    return arrow_display("to_display", column, policy, watchlist, threads)


def display_report(
    column: "ArrowColumn",
    *,
    policy: "AnyPolicy" = LOOKALIKE_AWARE,
    watchlist: Watchlist | None = None,
    threads: int | None = None,
) -> Column:
    """Show domain names, and say in the same pass why they are not shown in Unicode, as `acelabel.display.report` does.

    Args:
        column: The names, an Arrow column.
        policy: The rules, a Policy or its name.
        watchlist: Names that no name may look like, a Watchlist; or None.

    Returns:
        A Column of structs: `value`, what is shown, and `reason` (utf8), `label_index` (int32), `offset` (int64),
        `codepoint` (int32) of the first label that is not in Unicode; null where there is none, or no code point.
    """
    return arrow_display("display_report", column, policy, watchlist, threads)


def lookalikes(column: "ArrowColumn", watchlist: Watchlist, *, threads: int | None = None) -> Column:
    """Look up what names look like most, as `acelabel.display.Watchlist.lookup` does. No row is refused.

    Args:
        column: The names, or texts with names, an Arrow column.
        watchlist: The names and labels that are watched, an `acelabel.display.Watchlist`.

    Returns:
        A Column of structs: `target` and `how` (utf8), `score` (float64), `start` and `end` of the span (int64)
        of the first Lookalike, which is null where there is none.
    """
    return arrow_related("lookalikes", column, watchlist, "null", threads)


def skeleton(column: "ArrowColumn", *, threads: int | None = None) -> Column:
    """Make the skeletons of texts, as `acelabel.security.skeleton` does: texts that look alike have the same one.

    Args:
        column: The texts, an Arrow column.

    Returns:
        A Column.
    """
    return arrow_convert("skeleton", column, UTS46, "keep", threads)


def registry_check(column: "ArrowColumn", rules: RegistryRules, *, threads: int | None = None) -> Column:
    """Say which labels may be registered, and why not, as `acelabel.registry.Rules.check` does. No row is refused.

    Args:
        column: The labels, an Arrow column.
        rules: The rules of a registry, an `acelabel.registry.Rules`.

    Returns:
        A Column of structs: `eligible` (bool) and `disposition` (utf8) of the Verdict, `code` (utf8) and
        `offset` (int64) of its first Problem, which are null where there is none, or no place. Only a row that is null
        is null.
    """
    return arrow_related("registry_check", column, rules, "null", threads)


def registry_index(column: "ArrowColumn", rules: RegistryRules, *, threads: int | None = None) -> Column:
    """Make the index labels of labels, as `acelabel.registry.Rules.index` does. No row is refused.

    Args:
        column: The labels, an Arrow column.
        rules: The rules of a registry, an `acelabel.registry.Rules`.

    Returns:
        A Column. A label that is not in the repertoire is null.
    """
    return arrow_related("registry_index", column, rules, "keep", threads)


def is_valid(column: "ArrowColumn", *, profile: "AnyProfile" = UTS46, threads: int | None = None) -> Column:
    """Say which domain names are valid, as `acelabel.is_valid` does.

    Args:
        column: The names, an Arrow column.

    Returns:
        A Column of booleans.
    """
    return arrow_convert("is_valid", column, profile, "null", threads)


def to_ascii_report(column: "ArrowColumn", *, profile: "AnyProfile" = UTS46, threads: int | None = None) -> Column:
    """Convert domain names to their ASCII form, and say in the same pass why rows are refused.

    Args:
        column: The names, an Arrow column.

    Returns:
        A Column of structs. `value` is the result, with the type of the input, null for a row that is refused.
        `code` (utf8), `label_index` (int32) and `offset` (int64) are those of the AceError, and `message` (utf8) is its
        reason, with the rule of RFC 5892 or of the Bidi Rule that was broken. They are null for all other rows.
    """
    return arrow_convert("to_ascii_report", column, profile, "null", threads)


def to_unicode_report(column: "ArrowColumn", *, profile: "AnyProfile" = UTS46, threads: int | None = None) -> Column:
    """Convert domain names to their Unicode form, and say in the same pass why rows are refused.

    Args:
        column: The names, an Arrow column.

    Returns:
        A Column of structs, as for `to_ascii_report`.
    """
    return arrow_convert("to_unicode_report", column, profile, "null", threads)


def url_host_report(column: "ArrowColumn", *, bare: bool = False, threads: int | None = None) -> Column:
    """Read the hosts of URLs, in ASCII, and say in the same pass why rows are refused.

    Args:
        column: The URLs, an Arrow column.
        bare: Whether a row may also be a host without a scheme, with or without a port, a bool.

    Returns:
        A Column of structs, as for `to_ascii_report`; `label_index` is null, as URLs have no labels.
    """
    return arrow_urls("url_host_report", column, bare, "null", threads)


def registrable_report(column: "ArrowColumn", rules: Rules, *, threads: int | None = None) -> Column:
    """Find the registrable domains of domain names, and say in the same pass why rows are refused.

    Args:
        column: The names, an Arrow column.
        rules: The list of public suffixes, an `acelabel.suffix.Rules`.

    Returns:
        A Column of structs, as for `to_ascii_report`. A name that has no registrable domain has no `code` either.
    """
    return arrow_related("registrable_report", column, rules, "null", threads)


# works: end
