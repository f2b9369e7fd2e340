"""The text that follows from the rows of tools/works_table.py, which are the functions of columns.

    python tools/works.py            write it
    python tools/works.py --check    fail where a file differs from its rows

From the rows come the tables of src/works/table.rs and src/works/fields.rs, acelabel._works, `acelabel.arrow`, the
methods of polars, pandas, Dask, Ray and Spark, the functions of SQL, the fields of structs in acelabel._engines, the
table in docs/engines.md and the parameters of the tests. In these files the lines between two comments,
`works: begin` and `works: end`, are written here; all else in them is written by hand.
It runs `ruff format`, and needs no built module.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from textwrap import indent

import options
from works_table import FIELDS, WORKS, Work

ROOT = Path(__file__).resolve().parents[1]
_WIDTH = 120


def rust(works: Iterable[Work]) -> str:
    """The rows of src/works/table.rs."""

    def mode(work: Work) -> str:
        kind = {"errors": None, "false": "Verdict", "told": "Report", "never": "Keep"}[work.refused]
        return f"Some(RowMode::{kind})" if kind else "None"

    return "".join(f'    ("{work.name}", {work.rust}, {mode(work)}),\n' for work in works)


def fields(_: Iterable[Work]) -> str:
    """The fields of structs, for src/works/fields.rs. Those of reports are none of `works`, and have no value."""

    def const(name: str, of: dict[str, str]) -> str:
        cells = [f'(c"{field}", CellType::{kind.title()})' for field, kind in of.items() if field != "value"]
        head, inner = f"pub(super) const {name.upper()}: Fields =", ", ".join(cells)
        # As rustfmt has it.
        forms = f"{head} &[{inner}];", f"{head}\n    &[{inner}];", f"{head} &[\n    " + ",\n    ".join(cells) + ",\n];"
        fitting = (form for form in forms if max(map(len, form.split("\n"))) <= _WIDTH)
        return next(fitting) + "\n"

    return "".join(const(name, of) for name, of in FIELDS.items())


def structs(_: Iterable[Work]) -> str:
    """The same for acelabel._engines."""
    return f"STRUCTS = {FIELDS!r}\n"


def rows(works: Iterable[Work]) -> str:
    """The rows of acelabel._works."""
    return "".join(
        f"    Work({work.name!r}, {work.sql!r}, {work.refused!r}, {work.result!r}, {work.rules!r}, {work.one!r}),\n"
        for work in works
    )


_KINDS = "kinds: AnyKinds = None"
_BY_FORMAT = 'profile: AnyProfile = UTS46, format: str = "text"'
_NAMES = f"{_KINDS}, tlds: AnyTlds = None"
_RULES = {
    "profile": "profile: AnyProfile = UTS46",
    "policy": 'policy: AnyPolicy = "lookalike_aware"',
    "zone": "equal: bool = True, profile: AnyProfile = UTS46",
    "find": f"{_NAMES}, everywhere: bool = False, defanged: bool = False, {_BY_FORMAT}",
    "rewrite": f"{_NAMES}, {_BY_FORMAT}",
    "kinds": f"{_KINDS}, {_BY_FORMAT}",
    "url": "bare: bool = False",
    "clients": "among: AnyClients = None, url: bool = False",
}
"""The arguments by name."""

_PLACED = {
    "zone": ", zone: str",
    "suffixes": ", rules: Rules",
    "watchlist": ", watchlist: Watchlist",
    "registry": ", rules: RegistryRules",
}
"""Those that may be given by their places."""

_PASSED = {
    **{name: name for name in ("profile", "policy", "watchlist")},
    "url": "bare",
    "clients": "(among, url)",
    "zone": "(zone, equal, profile)",
    "suffixes": "rules",
    "registry": "rules",
    "find": "(kinds, tlds, everywhere, defanged, profile, format)",
    "rewrite": "(kinds, tlds, False, False, profile, format)",
    "kinds": "(kinds, None, False, False, profile, format)",
}
"""The expressions by which they are passed on."""


_IN_TEXT = ("find", "rewrite", "kinds")

_SOUGHT = (
    "kinds: Which names count, an iterable of kinds; None for all.",
    "tlds: Which top-level domains are known: a set of str, or None for none. It is no callable.",
)
_FORMAT = (
    'format: The format of each text, a str: "text", one of `acelabel.files.FORMATS`, or "zone". Each text is a'
    '\n        file of it by itself; `profile` alone goes with another format than "text".'
)
_ARGUMENTS = {
    "policy": (
        "policy: The rules, a Policy or its name.",
        "watchlist: Names that no name may look like, a Watchlist; or None.",
    ),
    "zone": ("zone: The name of the zone, a str.", "equal: Whether a name lies below itself, a bool."),
    "suffixes": ("rules: The list of public suffixes, an `acelabel.suffix.Rules`.",),
    "watchlist": ("watchlist: The names and labels that are watched, an `acelabel.display.Watchlist`.",),
    "registry": ("rules: The rules of a registry, an `acelabel.registry.Rules`.",),
    "url": ("bare: Whether a row may also be a host without a scheme, with or without a port, a bool.",),
    "clients": (
        "among: The clients, an iterable of str, as for `acelabel.clients.agreed`; or None, for all.",
        "url: Whether each row is a URL, a bool.",
    ),
    "find": (
        *_SOUGHT,
        "everywhere: Whether names in paths, queries, fragments, local parts and user information count.",
        "defanged: Whether names that are written so that nobody follows them are read.",
        _FORMAT,
    ),
    "rewrite": (*_SOUGHT, _FORMAT),
    "kinds": (*_SOUGHT[:1], _FORMAT),
}
"""The arguments in the docstrings of acelabel.arrow."""

_ERRORS = 'errors: Errors = "raise"'
_QUOTED_ERRORS = 'errors: "Errors" = "raise"'
_STRICT = "strict: bool | None = None, errors: Errors | None = None"

Told = Callable[[Work], str]


def placed(work: Work) -> str:
    """The arguments behind the column that may be given by their places."""
    return _PLACED.get(work.rules, "")


def named(work: Work, errors: str) -> str:
    """Those that are given by name."""
    return "".join(f", {argument}" for argument in (errors * work.can_refuse, _RULES.get(work.rules)) if argument)


def keywords(work: Work, errors: str) -> str:
    """All arguments behind the column, with a star before those that are given by name."""
    by_name = named(work, errors)
    return placed(work) + ", *" * bool(by_name) + by_name


def passed(work: Work, errors: str = "errors", null: str = "null") -> tuple[str, str]:
    """The expressions that are passed on: what becomes of refused rows, and the rules."""
    instead = "keep" if work.refused == "never" and work.result == "text" else null
    return errors if work.can_refuse else f'"{instead}"', _PASSED.get(work.rules, "UTS46")


def names(listed: Iterable[str]) -> str:
    """The public names of a module of functions."""
    names = "__all__ = [\n" + "".join(f'    "{name}",\n' for name in sorted(listed)) + "]\n"
    return names + "\n\ndef __dir__() -> list[str]:\n    return sorted(__all__)\n"


def arrow(works: Iterable[Work]) -> str:
    """The functions of acelabel.arrow."""
    return names(["Column", *(work.name for work in works)]) + "".join(map(_of_arrow, works))


def _of_arrow(work: Work) -> str:
    (errors, given), rules = passed(work), re.sub(r"(Any\w+)", r'"\1"', _RULES.get(work.rules, ""))
    called = f'arrow_convert("{work.name}", column, {given}, {errors}, threads)'
    if work.rules == "policy":
        rules = 'policy: "AnyPolicy" = LOOKALIKE_AWARE, watchlist: Watchlist | None = None'
        called = f'arrow_display("{work.name}", column, policy, watchlist, threads)'
    elif work.rules in (*_PLACED, "clients"):
        called = f'arrow_related("{work.name}", column, {given}, {errors}, threads)'
    elif work.rules == "url":
        called = f'arrow_urls("{work.name}", column, {given}, {errors}, threads)'
    elif work.rules in _IN_TEXT:
        called = f'arrow_text("{work.name}", column, {given.replace("tlds", "known(tlds)")}, threads)'
    does = work.long if work.long.endswith(".") else f"{work.long}, as `{work.one}` does."
    if work.name == "skeleton":
        does = f"{does.removesuffix('.')}: texts that look alike have the same one."
    elif work.refused == "never":
        does += " No row is refused."
    lines = [f'"""{does}', "", "Args:", f"    column: The {work.takes}, an Arrow column."]
    lines += [f"    {line}" for line in _ARGUMENTS.get(work.rules, ())]
    lines += ["", "Returns:", *(f"    {line}" for line in work.returns.splitlines())]
    if work.can_refuse:
        refused = f'As for `{work.one}`, of the first row that is refused, if `errors` is "raise".'
        lines += ["", "Raises:", f"    AceError: {refused}"]
    body = indent("\n".join([*lines, '"""', f"return {called}"]), "    ")
    by_name = ", ".join(filter(None, (rules, _QUOTED_ERRORS * work.can_refuse, "threads: int | None = None")))
    return f'\n\ndef {work.name}(column: "ArrowColumn"{placed(work)}, *, {by_name}) -> Column:\n{body}\n'


def methods(works: Iterable[Work], arguments: Told, result: Told) -> str:
    """The functions of an engine: their arguments and type, and the expression of the result."""

    def one(work: Work) -> str:
        same = f"acelabel.arrow.{work.name}" if work.refused == "told" else work.one
        docstring = f'"""{work.short}: `{same}`."""'
        return f"\n\ndef {work.method_name}({arguments(work)}:\n    {docstring}\n    return {result(work)}\n"

    return "".join(one(work) for work in works if work.method_name != "-")


def functions(works: Iterable[Work], arguments: Told, result: Told, *others: str) -> str:
    """The same in a module of functions, with its public names, of which there may be others."""
    public = (work.method_name for work in works if work.method_name != "-")
    return names([*public, *others]) + methods(works, arguments, result)


def polars(works: Iterable[Work]) -> str:
    """The methods of acelabel.polars."""

    def result(work: Work) -> str:
        errors, rules = passed(work, "_on_error(strict, errors)")
        return f'self._convert("{work.name}", {errors}, {rules})'

    return indent(methods(works, lambda work: f"self{keywords(work, _STRICT)}) -> _Column", result), "    ")


def _of_pandas(column: str, package: str, call: str) -> tuple[Told, Told]:
    """Functions of a series. Lists are objects, and structs are several columns."""

    def arguments(work: Work) -> str:
        return f"{column}{keywords(work, _ERRORS)}) -> {package}{'DataFrame' if work.is_struct else 'Series'}"

    def result(work: Work) -> str:
        errors, rules = passed(work, null="coerce")
        return f'{call.format("_fields" if work.is_struct else "_convert")}"{work.name}", {errors}, {rules})'

    return arguments, result


def pandas(works: Iterable[Work]) -> str:
    """The methods of acelabel.pandas."""
    return indent(methods(works, *_of_pandas("self", "pd.", "self.{}(")), "    ")


def dask(works: Iterable[Work]) -> str:
    """The functions of acelabel.dask, which are those of pandas."""
    return functions(works, *_of_pandas("series: Series", "", "{}(series, "))


def _batches(work: Work) -> str:
    errors, rules = passed(work)
    return f'Batches("{work.name}", {rules}, {errors})'


def ray(works: Iterable[Work]) -> str:
    """The functions of acelabel.ray."""

    def arguments(work: Work) -> str:
        by_name = named(work, _QUOTED_ERRORS)
        return f"column: str{placed(work)}, *, into: str | None = None{by_name}) -> Conversion"

    return functions(works, arguments, lambda work: f"Conversion({_batches(work)}, column, into)", "Conversion")


def spark(works: Iterable[Work]) -> str:
    """The functions of acelabel.spark. Its users know arguments by their places."""

    def arguments(work: Work) -> str:
        rules = f", {_RULES[work.rules]}".replace("UTS46", '"uts46"') if work.rules in _RULES else ""
        errors = f", {_QUOTED_ERRORS}" * work.can_refuse
        # A bool without its name says nothing.
        more = f"{errors}, *{rules}" if work.rules in ("url", "clients") else f"{rules}{errors}"
        return f"column: Column | str{placed(work)}{more}) -> Column"

    return functions(works, arguments, lambda work: f"_function({_batches(work)})(column)", "register")


def _in_sql(work: Work) -> str:
    """The result, in words."""
    if work.result == "find":
        return "a list of structs with the fields of `acelabel.text.Found`"
    *others, last = [f"`{name}`" for name in work.fields] or [""]
    return f"a struct of {', '.join(others)} and {last}" if others else work.short[0].lower() + work.short[1:]


def document(works: Iterable[Work]) -> str:
    """The table of the functions of SQL in docs/engines.md."""
    lines = ["| function | for one text |", "| --- | --- |"]
    for work in works:
        if work.sql is not None:
            tried = f", `try_{work.sql}(text)`" if work.can_refuse else ""
            lines.append(f"| `{work.sql}(text)`{tried} | `{work.one}`: {_in_sql(work)} |")
    return "\n".join(lines) + "\n"


PLACES: dict[str, Callable[[Iterable[Work]], str]] = {
    "src/works/table.rs": rust,
    "src/works/fields.rs": fields,
    "python/acelabel/_works.py": rows,
    "python/acelabel/_engines.py": structs,
    "python/acelabel/arrow.py": arrow,
    "python/acelabel/polars.py": polars,
    "python/acelabel/pandas.py": pandas,
    "python/acelabel/dask.py": dask,
    "python/acelabel/ray.py": ray,
    "python/acelabel/spark.py": spark,
    "docs/engines.md": document,
}
"""The functions that write the lines of each file."""

_PLACE = re.compile(r"(.*(?:#|//|<!--) works: begin[^\n]*\n)(.*?)(\n*[^\n]*(?:#|//|<!--) works: end.*)", re.S)


def written(text: str, path: str, works: Iterable[Work]) -> str:
    """The text of a file with the lines that follow from the rows."""
    found = _PLACE.fullmatch(text)
    if found is None:
        raise ValueError(f"{path} has no place for what follows from the works")
    before, _, after = found.groups()
    text = before + PLACES[path](works).strip("\n") + "\n" + after.lstrip("\n")
    if path.endswith(".py"):
        command = ["ruff", "format", "--line-length", "120", "-"]
        text = subprocess.run(command, input=text, capture_output=True, check=True, encoding="utf-8", cwd=ROOT).stdout
    return text


def main() -> int:
    """Write the files, or say which one differs."""
    flags, _ = options.given(__doc__, "--check")
    if shutil.which("ruff") is None:
        print("ruff is missing: what is written is formatted by it. pip install ruff", file=sys.stderr)
        return 1
    old = {path: (ROOT / path).read_text("utf-8") for path in PLACES}
    new = {path: written(text, path, WORKS) for path, text in old.items()}
    differing = [path for path in PLACES if new[path] != old[path]]
    if "--check" in flags and differing:
        print(f"these files differ from their rows: {', '.join(differing)}. Run python tools/works.py", file=sys.stderr)
        return 1
    for path in differing:
        (ROOT / path).write_text(new[path], "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
