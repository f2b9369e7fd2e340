"""The text that follows from the rows of tools/works_table.py, which are the functions of columns.

    python tools/works.py            write it
    python tools/works.py --check    fail where a file differs from its rows

From the rows come the table of src/batch/works.rs, acelabel._works, `acelabel.arrow`, the methods of polars, pandas,
Dask, Ray and Spark, the functions of SQL, the table in docs/engines.md and the parameters of the tests. In these files
the lines between two comments, `works: begin` and `works: end`, are written here; all else in them is written by hand.
It runs `ruff format`, and needs no built module.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from works_table import WORKS, Work

ROOT = Path(__file__).resolve().parents[1]


def rust(works: Iterable[Work]) -> str:
    """The rows of src/batch/works.rs."""

    def mode(work: Work) -> str:
        # No text is refused in which something is found.
        kind = {"lookalike": "keep", "find": "keep"}.get(work.mode, work.mode)
        return "None" if work.can_refuse else f"Some(RowMode::{kind.title()})"

    return "".join(f'    ("{work.name}", {work.rust}, {mode(work)}),\n' for work in works)


def rows(works: Iterable[Work]) -> str:
    """The rows of acelabel._works."""
    return "".join(
        f"    Work({work.name!r}, {work.sql!r}, {work.mode!r}, {work.rules!r}, {work.one!r}),\n" for work in works
    )


_KINDS = "kinds: AnyKinds = None"
_NAMES = f"{_KINDS}, tlds: AnyTlds = None"
_RULES = {
    "profile": "profile: AnyProfile = UTS46",
    "policy": 'policy: AnyPolicy = "lookalike_aware"',
    "zone": "equal: bool = True, profile: AnyProfile = UTS46",
    "find": f"{_NAMES}, everywhere: bool = False, defanged: bool = False, profile: AnyProfile = UTS46",
    "rewrite": f"{_NAMES}, profile: AnyProfile = UTS46",
    "kinds": f"{_KINDS}, profile: AnyProfile = UTS46",
}
"""The arguments by name."""

_PLACED = {"zone": ", zone: str", "suffixes": ", rules: Rules", "watchlist": ", watchlist: Watchlist"}
"""Those that may be given by their places."""

_PASSED = {
    **{name: name for name in ("profile", "policy", "watchlist")},
    "zone": "(zone, equal, profile)",
    "suffixes": "rules",
    "find": "(kinds, tlds, everywhere, defanged, profile)",
    "rewrite": "(kinds, tlds, False, False, profile)",
    "kinds": "(kinds, None, False, False, profile)",
}
"""The expressions by which they are passed on."""


def public(works: Iterable[Work]) -> list[Work]:
    """Those of which an engine has a method."""
    return [work for work in works if work.method_name != "-"]


def short(work: Work) -> str:
    """The docstring of a method."""
    one = f"acelabel.arrow.{work.name}" if work.mode == "report" else work.one
    return f'"""{work.short}: `{one}`."""'


def keywords(work: Work, errors: str) -> str:
    """The arguments behind the column: those that are given by name, with a star before them, behind the others."""
    every = [argument for argument in (errors * work.can_refuse, _RULES.get(work.rules)) if argument]
    return _PLACED.get(work.rules, "") + "".join(f", {argument}" for argument in ["*"] * bool(every) + every)


def given(work: Work, errors: str, instead: str) -> str:
    """Return what is passed on: the name, what becomes of refused rows, and the rules."""
    rules = _PASSED.get(work.rules, "UTS46")
    return f'"{work.name}", {errors if work.can_refuse else instead}, {rules}'


def names(listed: Iterable[str], *others: str) -> str:
    """The public names of a module of functions."""
    return "__all__ = [\n" + "".join(f'    "{name}",\n' for name in sorted([*listed, *others])) + "]\n"


def arrow(works: Iterable[Work]) -> str:
    """The functions of acelabel.arrow."""
    here = [work for work in works if work.rules not in _IN_TEXT]
    return names((work.name for work in works), "Column") + "".join(map(_of_arrow, here))


_IN_TEXT = ("find", "rewrite", "kinds")


def arrow_text(works: Iterable[Work]) -> str:
    """Those of names inside texts, which are a file of their own."""
    works = [work for work in works if work.rules in _IN_TEXT]
    return names(work.name for work in works) + "".join(map(_of_arrow, works))


def _of_arrow(work: Work) -> str:
    arguments = {
        "profile": 'profile: "AnyProfile" = UTS46, ',
        "policy": 'policy: "AnyPolicy" = LOOKALIKE_AWARE, watchlist: Watchlist | None = None, ',
        "zone": 'equal: bool = True, profile: "AnyProfile" = UTS46, ',
        **{rules: re.sub(r"(Any\w+)", r'"\1"', _RULES[rules]) + ", " for rules in _IN_TEXT},
    }.get(work.rules, "")
    said = {
        "policy": [
            "policy: The rules, a Policy or its name.",
            "watchlist: Names that no name may look like, a Watchlist; or None.",
        ],
        "zone": [
            "zone: The name of the zone, a str.",
            "equal: Whether a name lies below itself, a bool.",
        ],
        "suffixes": ["rules: The list of public suffixes, an `acelabel.suffix.Rules`."],
        "watchlist": ["watchlist: The names and labels that are watched, an `acelabel.display.Watchlist`."],
        "find": [
            *_SOUGHT,
            "everywhere: Whether names in paths, queries, fragments, local parts and user information count.",
            "defanged: Whether names that are written so that nobody follows them are read.",
        ],
        "rewrite": _SOUGHT,
        "kinds": _SOUGHT[:1],
    }.get(work.rules, [])
    if work.can_refuse:
        arguments += 'errors: "Errors" = "raise", '
    does = work.long if work.long.endswith(".") else f"{work.long}, as `{work.one}` does."
    does += " No row is refused." * (work.mode in ("keep", "lookalike", "find") and work.name != "skeleton")
    if work.name == "skeleton":
        does = f"{does.removesuffix('.')}: texts that look alike have the same one."
    lines = [f'"""{does}', "", "Args:", f"    column: The {work.takes}, an Arrow column."]
    lines += [f"    {line}" for line in said]
    lines += ["", "Returns:", *(f"    {line}" for line in work.returns.splitlines())]
    if work.can_refuse:
        lines += [
            "",
            "Raises:",
            f'    AceError: As for `{work.one}`, of the first row that is refused, if `errors` is "raise".',
        ]
    body = "\n".join(f"    {line}".rstrip() for line in [*lines, '"""'])
    errors = "errors" if work.can_refuse else _instead(work, "null")
    rules = _PASSED.get(work.rules, "UTS46")
    given = f"{rules}, watchlist" if work.rules == "policy" else f"{rules}, {errors}"
    if work.rules in _IN_TEXT:
        given = rules.replace("tlds", "known(tlds)")
    native = {"policy": "arrow_display"} | dict.fromkeys(_PLACED, "arrow_related")
    native |= dict.fromkeys(_IN_TEXT, "arrow_text")
    called = f'{native.get(work.rules, "arrow_convert")}("{work.name}", column, {given}, threads)'
    placed = _PLACED.get(work.rules, "")
    head = f'def {work.name}(column: "ArrowColumn"{placed}, *, {arguments}threads: int | None = None) -> Column:'
    return f"\n\n{head}\n{body}\n    return {called}\n"


_SOUGHT = (
    "kinds: Which names count, an iterable of kinds; None for all.",
    "tlds: Which top-level domains are known: a set of str, or None for none. It is no callable.",
)

_STRICT = "strict: bool | None = None, errors: Errors | None = None"
_ERRORS = 'errors: Errors = "raise"'
_ERRORS_OF_ARROW = 'errors: "Errors" = "raise"'


def polars(works: Iterable[Work]) -> str:
    """The methods of acelabel.polars."""
    chosen = "_on_error(strict, errors)"
    return "".join(
        f"\n    def {work.method_name}(self{keywords(work, _STRICT)}) -> _Column:"
        f"\n        {short(work)}\n        return self._convert({given(work, chosen, _instead(work, 'null'))})\n"
        for work in public(works)
    )


def _of_pandas(work: Work, series: str) -> tuple[str, str]:
    """The type of the result and the function that makes it. Lists are objects, and structs are several columns."""
    return (series.replace("Series", "DataFrame"), "_fields") if work.is_struct else (series, "_convert")


def pandas(works: Iterable[Work]) -> str:
    """The methods of acelabel.pandas."""

    def method(work: Work) -> str:
        result, called = _of_pandas(work, "pd.Series")
        passed = given(work, "errors", _instead(work, "coerce"))
        head = f"def {work.method_name}(self{keywords(work, _ERRORS)}) -> {result}:"
        return f"\n    {head}\n        {short(work)}\n        return self.{called}({passed})\n"

    return "".join(map(method, public(works)))


def dask(works: Iterable[Work]) -> str:
    """The functions of acelabel.dask, which are those of pandas."""

    def function(work: Work) -> str:
        result, called = _of_pandas(work, "Series")
        passed = given(work, "errors", _instead(work, "coerce"))
        head = f"def {work.method_name}(series: Series{keywords(work, _ERRORS)}) -> {result}:"
        return f"\n\n{head}\n    {short(work)}\n    return {called}(series, {passed})\n"

    works = public(works)
    return names(work.method_name for work in works) + "".join(map(function, works))


def ray(works: Iterable[Work]) -> str:
    """The functions of acelabel.ray."""

    def head(work: Work) -> str:
        placed = _PLACED.get(work.rules, "")
        named = keywords(work, _ERRORS_OF_ARROW).removeprefix(placed).removeprefix(", *")
        return f"def {work.method_name}(column: str{placed}, *, into: str | None = None{named}) -> Conversion:"

    works = public(works)
    return names((work.method_name for work in works), "Conversion") + "".join(
        f"\n\n{head(work)}\n    {short(work)}\n    return Conversion(Batches({_batches(work)}), column, into)\n"
        for work in works
    )


def spark(works: Iterable[Work]) -> str:
    """The functions of acelabel.spark. Its users know arguments by their places."""

    def head(work: Work) -> str:
        rules = f", {_RULES[work.rules]}".replace("UTS46", '"uts46"') if work.rules in _RULES else ""
        errors = f", {_ERRORS_OF_ARROW}" * work.can_refuse
        placed = _PLACED.get(work.rules, "")
        return f"def {work.method_name}(column: Column | str{placed}{rules}{errors}) -> Column:"

    works = public(works)
    return names((work.method_name for work in works), "register") + "".join(
        f"\n\n{head(work)}\n    {short(work)}\n    return _function(Batches({_batches(work)}))(column)\n"
        for work in works
    )


def _instead(work: Work, null: str) -> str:
    """Return what stands in the place of `errors` where it is no argument."""
    return '"keep"' if work.mode == "keep" else f'"{null}"'


def _batches(work: Work) -> str:
    rules = _PASSED.get(work.rules, "UTS46")
    return f'"{work.name}", {rules}, {"errors" if work.can_refuse else _instead(work, "null")}'


def document(works: Iterable[Work]) -> str:
    """The table of the functions of SQL in docs/engines.md."""
    lines = ["| function | for one text |", "| --- | --- |"]
    for work in works:
        if work.sql is not None:
            tried = f", `try_{work.sql}(text)`" if work.can_refuse else ""
            lines.append(f"| `{work.sql}(text)`{tried} | `{work.one}`: {_in_sql(work)} |")
    return "\n".join(lines) + "\n"


def _in_sql(work: Work) -> str:
    if work.mode == "report":
        return "a struct of `value`, `code`, `label_index` and `offset`"
    if work.mode == "find":
        return "a list of structs with the fields of `acelabel.text.Found`"
    if work.mode == "host":
        return "a struct of `kind`, `ascii`, `unicode` and `port`"
    if work.mode == "lookalike":
        return "a struct of `target`, `how`, `score`, `start` and `end`"
    return work.short[0].lower() + work.short[1:]


PLACES: dict[str, Callable[[Iterable[Work]], str]] = {
    "src/batch/works.rs": rust,
    "python/acelabel/_works.py": rows,
    "python/acelabel/arrow.py": arrow,
    "python/acelabel/_arrow_text.py": arrow_text,
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
    gap = "\n\n\n" if path.endswith(("arrow.py", "arrow_text.py", "dask.py", "ray.py", "spark.py")) else "\n"
    text = before + PLACES[path](works).strip("\n") + gap + after.lstrip("\n")
    return formatted(text) if path.endswith(".py") else text


def formatted(text: str) -> str:
    """The text as `ruff format` has it."""
    command = ["ruff", "format", "--line-length", "120", "-"]
    run = subprocess.run(command, input=text, capture_output=True, check=True, encoding="utf-8", cwd=ROOT)
    return run.stdout


def main(arguments: list[str]) -> int:
    """Write the files, or say which one differs."""
    differing = []
    for path in PLACES:
        text = (ROOT / path).read_text("utf-8")
        new = written(text, path, WORKS)
        if new != text:
            differing.append(path)
            if "--check" not in arguments:
                (ROOT / path).write_text(new, "utf-8", newline="\n")
    if "--check" in arguments and differing:
        print(f"these files differ from their rows: {', '.join(differing)}. Run python tools/works.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
