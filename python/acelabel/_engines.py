"""Shared by the engine modules: functions and their names in SQL, batches, missing extras; and names of profiles."""

import re
import sys
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from acelabel import UTS46, AceError, is_below
from acelabel._choices import AnyClients, AnyPolicy, AnyProfile, ArrowColumn, Given
from acelabel._native import (
    RegistryRules,
    Rules,
    Watchlist,
    arrow_convert,
    arrow_display,
    arrow_related,
    arrow_text,
    arrow_text_options,
    arrow_urls,
    clients_agreed,
    policy_of,
    profile_of,
    report_message,
)
from acelabel._tlds import known
from acelabel._works import BY_NAME, IN_TEXT, WORKS, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from acelabel.arrow import Column
    from acelabel.display import Lookalike
    from acelabel.host import Host
    from acelabel.registry import Verdict
    from acelabel.suffix import Parts
    from acelabel.text import Found

# works: begin
STRUCTS = {
    "report": {"value": "text", "code": "text", "label_index": "int32", "offset": "int64", "message": "text"},
    "display_report": {
        "value": "text",
        "reason": "text",
        "label_index": "int32",
        "offset": "int64",
        "codepoint": "int32",
    },
    "host": {
        "kind": "text",
        "ascii": "text",
        "unicode": "text",
        "port": "int32",
        "code": "text",
        "offset": "int64",
        "reserved": "text",
    },
    "suffix_parts": {"suffix": "text", "registrable": "text", "subdomain": "text"},
    "registry_check": {"eligible": "bool", "disposition": "text", "code": "text", "offset": "int64"},
    "lookalike": {"target": "text", "how": "text", "score": "float64", "start": "int64", "end": "int64"},
    "find": {
        "start": "int64",
        "end": "int64",
        "kind": "text",
        "name": "text",
        "is_escaped": "bool",
        "code": "text",
        "is_defanged": "bool",
        "decoded": "text",
    },
}
# works: end
"""The fields of the results that are structs, and their types; the results of "find" are lists of them."""


def fields_of(work: str) -> "dict[str, str] | None":
    """The fields of the results of a function, and their types, if they are structs."""
    return STRUCTS.get(BY_NAME[work].result)


def result_type(work: str, scalars: dict[str, Any], struct: "Callable[..., Any]", list_of: "Callable[..., Any]") -> Any:
    """The type of the results of a function, as an engine makes its types."""
    result = BY_NAME[work].result
    named = fields_of(work)
    if named is None:
        return scalars[result]
    fields = struct({name: scalars[kind] for name, kind in named.items()})
    return list_of(fields) if result == "find" else fields


OLDEST = {
    "datafusion": "42",
    "duckdb": "1.4.1",
    "numpy": "1.26",
    "pandas": "3",
    "polars": "1.33.1",
    "pyarrow": "18",
    "pyspark": "4.1",
}
"""The lower bounds of the extras in pyproject.toml, with which `nox -s engines -- lowest` runs."""


@contextmanager
def needs(extra: str, *packages: str) -> "Iterator[None]":
    """Say which extra brings a package that is missing, or which of these packages is too old."""
    try:
        yield
    except ImportError as error:
        _refuse_old(extra, packages)
        message = f"acelabel.{extra} needs {error.name or error}: pip install 'acelabel[{extra}]'"
        raise ImportError(message, name=error.name) from error
    _refuse_old(extra, packages)


def _refuse_old(extra: str, packages: "Iterable[str]") -> None:
    for name in packages:
        installed = getattr(sys.modules.get(name), "__version__", None)
        if installed and _numbers(installed) < _numbers(OLDEST[name]):
            message = f"acelabel.{extra} needs {name} {OLDEST[name]} or later; {installed} is installed"
            raise ImportError(f"{message}: pip install --upgrade 'acelabel[{extra}]'", name=name)


def _numbers(version: str) -> list[float]:
    """The numbers that a version begins with, three at least. One that only leads to a version is a half less."""
    begin, suffix = re.fullmatch(r"((?:\d+(?:\.\d+)*)?)(.*)", version, re.DOTALL).groups()  # type: ignore[union-attr]
    numbers: list[float] = [int(number) for number in begin.split(".") if number]
    numbers += [0] * (3 - len(numbers))
    if re.match(r"[.\-_]?(a|b|c|rc|alpha|beta|pre|preview|dev)", suffix):
        numbers[-1] -= 0.5
    return numbers


_OBJECTS: dict[str, tuple[str, Any]] = {
    "suffixes": ("rules", Rules),
    "watchlist": ("watchlist", Watchlist),
    "registry": ("rules", RegistryRules),
}


def rules_of(work: str, given: Any) -> Given:
    """The rules of a function, with profiles and policies in the place of their names, if they are what it takes."""
    kind = BY_NAME[work].rules
    if kind == "policy":
        return policy_of(given)
    if kind in _OBJECTS:
        argument, of = _OBJECTS[kind]
        if not isinstance(given, of):
            expected = f"{of.__module__}.{of.__name__}"
            raise TypeError(f"argument '{argument}' must be an {expected}, not {type(given).__name__}")
        return given  # type: ignore[no-any-return]
    if kind == "url":
        return _flag("bare", given)
    if kind == "clients":
        among, url = given
        # An iterator may be read once.
        among = tuple(among) if hasattr(among, "__iter__") and not isinstance(among, str) else among
        clients_agreed("a", among=among)
        return among, _flag("url", url)
    if kind == "zone":
        zone, equal, profile = given
        is_below(".", zone, equal=equal, profile=profile)
        return zone, equal, profile_of(profile)
    if kind in IN_TEXT:
        kinds, tlds, everywhere, defanged, profile, file = given
        # An iterator may be read once.
        kinds = tuple(kinds) if hasattr(kinds, "__iter__") and not isinstance(kinds, str) else kinds
        sought = kinds, known(tlds), everywhere, defanged, profile_of(profile), file
        arrow_text_options(sought)
        return sought
    return profile_of(given)


def _flag(name: str, given: Any) -> bool:
    if not isinstance(given, bool):
        raise TypeError(f"argument '{name}' must be bool, not {type(given).__name__}")
    return given


def converted(work: str, column: ArrowColumn, given: Given, errors: str, threads: int | None) -> "Column":
    """Do the work of a function of `acelabel.arrow`."""
    rules: Any = rules_of(work, given)
    kind, errors = BY_NAME[work].rules, errors_of(work, errors)
    if kind == "policy":
        return arrow_display(work, column, rules, None, threads)
    if kind in IN_TEXT:
        return arrow_text(work, column, rules, threads)
    if kind == "url":
        return arrow_urls(work, column, rules, errors, threads)
    convert = arrow_related if kind in ("zone", "clients", *_OBJECTS) else arrow_convert
    return convert(work, column, rules, errors, threads)


def errors_of(work: str, errors: str, *more: str) -> str:
    """The value of `errors`, if it is one of those of the function, or of those that the engine has, too."""
    values = ("raise", *more, "null", *["keep"] * (BY_NAME[work].result == "text"))
    if errors not in values:
        *others, last = map(repr, values)
        raise ValueError(f"argument 'errors' must be {', '.join(others)} or {last}, not {errors!r}")
    return errors


class Batches:
    """Converts an array of pyarrow into another; can be pickled."""

    def __init__(self, work: str, given: Given, errors: str) -> None:
        self.__name__ = work
        self.options = rules_of(work, given), errors_of(work, errors), 1

    # DuckDB sees from the star that there may be further arguments.
    def __call__(self, *columns: Any) -> Any:
        import pyarrow as pa

        column, *named = columns
        given, errors, threads = self.options
        if named and len(column):
            given = given_by_name(self.__name__, *(texts.unique().to_pylist() for texts in named))
        # Engines have threads of their own.
        chunks = pa.chunked_array(converted(self.__name__, column, given, errors, threads))
        return chunks.chunk(0) if chunks.num_chunks == 1 else chunks.combine_chunks()


def _report(convert: "Callable[[str], str | None]", text: str) -> dict[str, Any]:
    facts: dict[str, Any] = dict.fromkeys(STRUCTS["report"])
    try:
        return facts | {"value": convert(text)}
    except AceError as error:
        facts |= {"code": error.code, "label_index": error.label_index, "offset": error.offset}
        return facts | {"message": report_message(error.code, error.codepoint, error.unicode)}


def _host(of_url: "Callable[[str], Host]", url: str) -> dict[str, Any]:
    host = of_url(url)
    # One that is found has no code and no offset.
    facts = {name: getattr(host, name, None) for name in STRUCTS["host"]}
    return facts | {"reserved": host.reasons[0] if host.kind == "domain" and host.reasons else None}


def _host_or_reason(of_url: "Callable[[str], Host]", url: str) -> dict[str, Any]:
    try:
        return _host(of_url, url)
    except AceError as error:
        return dict.fromkeys(STRUCTS["host"]) | {"code": error.code, "offset": error.offset}


def _parts(parts: "Callable[[str], Parts]", name: str) -> dict[str, Any]:
    return parts(name)._asdict()


def _lookalike(lookup: "Callable[[str], list[Lookalike]]", name: str) -> dict[str, Any] | None:
    for found in lookup(name):
        (start, end), facts = found.span, {"target": found.target, "how": found.how, "score": found.score}
        return facts | {"start": start, "end": end}
    return None


def _checked(check: "Callable[[str], Verdict]", label: str) -> dict[str, Any]:
    verdict = check(label)
    code, offset = verdict.problems[0][:2] if verdict.problems else (None, None)
    return {"eligible": verdict.eligible, "disposition": verdict.disposition, "code": code, "offset": offset}


def _found(find: "Callable[[str], list[Found[str]]]", text: str) -> list[dict[str, Any]]:
    # The places of a file have fewer facts.
    return [{name: getattr(found, name, None) for name in STRUCTS["find"]} for found in find(text)]


_FACTS: "dict[str, Callable[..., Any]]" = {
    "report": _report,
    "host": _host,
    "suffix_parts": _parts,
    "lookalike": _lookalike,
    "registry_check": _checked,
    "find": _found,
}


def with_facts(work: Work, one: "Callable[[str], Any]", *, strict: bool = True) -> "Callable[[str], Any]":
    """The function for one text with the fields of `STRUCTS` as its result, if columns have these.

    If it is not strict, a text that is refused may have a result that says why.
    """
    facts = _host_or_reason if work.result == "host" and not strict else _FACTS.get(work.result)
    return one if facts is None else partial(facts, one)


def given_in_sql(
    profile: AnyProfile,
    policy: AnyPolicy,
    rules: Rules | None,
    watchlist: Watchlist | None,
    bare: bool,
    among: AnyClients,
    registry: Any,
) -> dict[str, Any]:
    """The rules of the functions of SQL, by their kinds. Where one is None, its functions are not there."""
    if not isinstance(registry, RegistryRules | None):
        message = f"argument 'registry' must be an acelabel.registry.Rules or None, not {type(registry).__name__}"
        raise TypeError(message)
    sought = dict.fromkeys(IN_TEXT, (None, None, False, False, profile, "text"))
    given = {"profile": profile, "policy": policy, "suffixes": rules, "watchlist": watchlist, "url": bare}
    return given | {"registry": registry} | sought | {"clients": (among, False)}


def is_named(kind: str) -> bool:
    """Return whether a query may name rules of this kind."""
    return kind in ("profile", "policy", "url", "clients", *IN_TEXT)


def given_by_name(work: str, *named: list[Any]) -> Given:
    """The rules that a query names: in a second argument, which has the different texts of these rows."""
    kind = BY_NAME[work].rules
    argument = {"policy": "policy", "url": "reading", "clients": "client"}.get(kind, "profile")
    taken = is_named(kind)
    if len(named) > taken:
        raise TypeError(f"{BY_NAME[work].sql} takes one text" + f" and the name of a {argument}" * taken)
    (texts,) = named
    name: Any = texts[0] if len(texts) == 1 and isinstance(texts[0], str) else None
    if name is None:
        raise ValueError(f"the second argument must be the name of one {argument} for all rows")
    if kind == "url" and name not in ("url", "bare"):
        raise ValueError(f"the second argument must be 'url' or 'bare', not {name!r}")
    return rules_of(work, given_in_sql(name, name, None, None, name == "bare", name.split(","), None)[kind])


def sql_functions(
    profile: AnyProfile,
    policy: AnyPolicy,
    rules: Rules | None = None,
    watchlist: Watchlist | None = None,
    bare: bool = False,
    among: AnyClients = None,
    registry: RegistryRules | None = None,
) -> "Iterator[tuple[str, Batches]]":
    """The functions by their names in SQL; without rules or a watchlist, those that need none."""
    all_given = given_in_sql(profile, policy, rules, watchlist, bare, among, registry)
    for work in WORKS:
        given: Any = all_given.get(work.rules, UTS46)
        if work.sql is not None and given is not None:
            errors = "raise" if work.can_refuse else "keep" if work.result == "text" else "null"
            yield work.sql, Batches(work.name, given, errors)
            if work.can_refuse:
                yield f"try_{work.sql}", Batches(work.name, given, "null")
