"""`acelabel registry`: labels by the rules of a registry. `acelabel.registry` is imported when a command needs it."""

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import acelabel
from acelabel import AceError
from acelabel.cli.conversion import Converter, Line
from acelabel.cli.converters import one_by_one
from acelabel.cli.failures import RecordError, Unusable, described, facts_of
from acelabel.cli.screen import shown_path

if TYPE_CHECKING:
    from collections.abc import Callable

    from acelabel.cli.options import Options
    from acelabel.registry import Rules, Variant, Variants, Verdict


def rules_of(options: "Options") -> "Rules":
    """The rules of the files of `--rules`, side by side; else raise `Unusable`."""
    from acelabel.registry import Rules, RulesError, merge

    rules = []
    for path in options.rule_files:
        try:
            rules.append(Rules.from_file(path))
        except RulesError as error:
            line = "" if error.line is None else f"line {error.line:,}: "
            raise Unusable(f"{shown_path(path)}: {line}{error.code}: {error.reason}") from None
    return merge(rules)


def label_of(record: str) -> str:
    """The label that rules are about: of an A-label the U-label, of which an error is raised."""
    return acelabel.ulabel(record) if record[:4].lower() == "xn--" else record


def _forms(label: str) -> dict[str, object]:
    """Both forms of a label; no A-label where IDNA has none."""
    forms: dict[str, object] = {"ascii": None, "unicode": label}
    with suppress(AceError):
        forms["ascii"] = acelabel.alabel(label)
    return forms


def _refusal(verdict: "Verdict", record: str) -> RecordError:
    """The first problem of a label. Its offset is that in the U-label, and no A-label has it."""
    if not verdict.problems:
        return RecordError(verdict.disposition, None, record, "the rules keep the label from everybody")
    first = verdict.problems[0]
    return RecordError(first.code, first.offset if label_of(record) == record else None, record, first.message)


def _converter(line: Line, members: "Callable[[str], dict[str, object]]") -> Converter:
    return Converter("unicode", line, partial(one_by_one, line), members)


def checker(options: "Options") -> Converter:
    """The disposition of a label that may be registered; others are refused with their first problem."""
    rules = rules_of(options)

    def line(record: str) -> str:
        verdict = rules.check(label_of(record))
        if not verdict:
            raise _refusal(verdict, record)
        return verdict.disposition

    def members(record: str) -> dict[str, object]:
        label = label_of(record)
        verdict = rules.check(label)
        error = None if verdict else facts_of(_refusal(verdict, record))
        told = verdict._asdict() | {"problems": [problem._asdict() for problem in verdict.problems]}
        return {**_forms(label), **told, "error": error}

    return _converter(line, members)


def indexer(options: "Options") -> Converter:
    """The index label of a label, which is the same for its variants."""
    rules = rules_of(options)

    def line(record: str) -> str:
        label = label_of(record)
        index = rules.index(label)
        if index is None:
            raise _refusal(rules.check(label), record)
        return index

    def members(record: str) -> dict[str, object]:
        return {**_forms(label_of(record)), "index": line(record)}

    return _converter(line, members)


def lister(options: "Options") -> Converter:
    """The variants of a label, each with its disposition on a line, and an empty line after them."""
    from acelabel.registry import RulesError

    rules, limit = rules_of(options), options.limit

    def found(record: str) -> tuple[str, "Variants", list["Variant"]]:
        label = label_of(record)
        verdict = rules.check(label)
        if not verdict:
            raise _refusal(verdict, record)
        variants = rules.variants(label, limit=limit)
        try:
            return label, variants, [*variants]
        except RulesError as error:
            raise RecordError(error.code, None, record, error.reason) from None

    def line(record: str) -> str:
        _, variants, listed = found(record)
        rows = [f"{one.label}\t{one.disposition}\n" for one in listed]
        if len(rows) == limit and (count := variants.count) > limit:
            rows.append(f"# {limit:,} of {count:,}\n")
        return "".join(rows)

    def members(record: str) -> dict[str, object]:
        label, variants, listed = found(record)
        told = [{**_forms(one.label), "disposition": one.disposition, "types": [*one.types]} for one in listed]
        return {**_forms(label), "count": variants.count, "exact": variants.exact, "variants": told}

    lines = partial(one_by_one, line, instead=lambda error: f"{described(error)}\n")
    return Converter("unicode", line, lines, members, multiline=True, reports=True)
