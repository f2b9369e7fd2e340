"""Conformance to UTS #46 of this version of Unicode: `conformance_uts46.py SDIST FILE`.

The rows are those of IdnaTestV2.txt of `acelabel.unicode_version`, as the source distribution of the package `idna` has
them: calls in Python that say what comes out, or that nothing does. The package refuses for more reasons than UTS #46
has, and does not say which one. So a row that it refuses is judged by FILE, the IdnaTestV2.txt of version 16.0 in the
archive of the crate `idna`, which has the same rows, with the reasons, but for new characters. Nothing of either is
kept.
"""

import ast
import re
import sys
import tarfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from compat_idna_suite import check_sdist
from outcomes import outcome

import acelabel

# The flags that the file takes for granted.
STRICT = acelabel.UTS46.replace(check_hyphens=True, allow_root_dot=False)
ROOTED = STRICT.replace(allow_root_dot=True)
# ToUnicode verifies no length (UTS #46 section 4.3).
PROFILES = {"to_ascii": STRICT, "to_unicode": STRICT.replace(verify_dns_length=False)}
DIRECTIONS = {"encode": "to_ascii", "decode": "to_unicode"}

# The statuses of the file for each of our codes.
STATUSES = {
    "invalid_alabel": {"P4", "A3", "V4"},
    "non_canonical_alabel": {"P4", "A3", "V4"},
    "not_nfc": {"V1"},
    "hyphen_3_4": {"V2"},
    "hyphen_start_end": {"V3"},
    "leading_combiner": {"V6"},
    "disallowed_codepoint": {"V7", "V1", "P1"},
    "surrogate": {"V7", "V1", "P1"},
    "std3_disallowed": {"U1"},
    "contextj": {"C1", "C2"},
    "label_too_long": {"A4_2"},
    "domain_too_long": {"A4_1"},
    "empty_label": {"A4_2", "X4_2"},
    "empty_domain": {"A4_1", "A4_2", "X4_2"},
} | {f"bidi_rule_{number}": {f"B{number}"} for number in range(1, 7)}

# The number of rows that pass, by the reason for which they pass.
AS_THE_PACKAGE = "as the package has it"
AS_THE_FILE = "as the file has it; the package refuses a character that IDNA2008 does not allow (NV8, XV8)"
EMPTY = "X4_2, which the file lets ToUnicode ignore: an empty label is refused where lengths are verified"
PASSED = {AS_THE_PACKAGE: 12_268, AS_THE_FILE: 341, EMPTY: 49}
# Names of this version that the package leaves out, as the Pythons of today do not know their characters.
LEFT_OUT = 14
NEWER_THAN_16 = re.compile("[\U000323b0-\U00033479\U0003d000-\U0003fc3f]")


@dataclass(frozen=True)
class Row:
    """A name, the form that comes out in one direction, None where there is none, and the reasons that are named."""

    direction: str
    name: str
    form: str | None
    statuses: frozenset[str] = frozenset()


def calls(function: ast.FunctionDef) -> Iterator[Row]:
    """The rows in one test of the package: `assertEqual(f(name, ...), form)`, `assertRaises(error, f, name, ...)`."""
    for statement in function.body:
        assertion = statement.value if isinstance(statement, ast.Expr) else None
        match assertion:
            case ast.Call(
                ast.Attribute(attr="assertEqual"),
                [ast.Call(ast.Attribute(attr=called), [ast.Constant(str(name)), *_]), ast.Constant(form)],
            ):
                form = form.decode("ascii") if isinstance(form, bytes) else str(form)
                yield Row(DIRECTIONS[called], unescaped(name), form)
            case ast.Call(
                ast.Attribute(attr="assertRaises"),
                [_, ast.Attribute(attr=called), ast.Constant(str(name)), *_],
            ):
                yield Row(DIRECTIONS[called], unescaped(name), None)
            case _:
                raise ValueError(f"{function.name}: {ast.unparse(statement)}")


def functions(source: str) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]


def rows_of_18(sdist: Path) -> tuple[list[Row], list[str]]:
    """The rows that the package tests, and the names of those that it leaves out."""
    with tarfile.open(sdist) as archive:
        tests, tool = (
            (archive.extractfile(f"{sdist.name.removesuffix('.tar.gz')}/{path}") or sys.exit(path)).read().decode()
            for path in ("tests/test_idna_uts46.py", "tools/idna-data")
        )
    rows = [row for function in functions(tests) for row in calls(function)]
    (making,) = (function for function in functions(tool) if function.name == "uts46_tests")
    (left_out,) = (ast.literal_eval(node.value) for node in making.body if isinstance(node, ast.Assign))
    return rows, left_out


def unescaped(field: str) -> str:
    if field == '""':
        return ""
    return re.sub(r"\\u(\w{4})|\\x\{(\w+)\}", lambda found: chr(int(found[1] or found[2], 16)), field)


def rows_of_16(file: Path) -> dict[tuple[str, str], Row]:
    """The rows of the file. A field that is empty says what the one before it says."""
    found = {}
    for line in file.read_text("utf-8").splitlines():
        fields = [field.strip() for field in line.partition("#")[0].split(";")]
        if len(fields) < 5:
            continue
        name = unescaped(fields[0])
        form, statuses = name, ""
        for direction, (given, status) in {"to_unicode": fields[1:3], "to_ascii": fields[3:5]}.items():
            form, statuses = unescaped(given) if given else form, status or statuses
            found[direction, name] = Row(direction, name, form, frozenset(re.findall(r"\w+", statuses)))
    return found


def codes(row: Row) -> set[str]:
    """Every code of our refusal."""
    inspection = acelabel.inspect(row.name, profile=PROFILES[row.direction])
    return {
        error.code for errors in (*(label.errors for label in inspection.labels), inspection.errors) for error in errors
    }


def names_refusal(row: Row, statuses: frozenset[str]) -> bool:
    """Return whether each of our codes is among the reasons."""
    ours = codes(row)
    return ours != set() and all(STATUSES[code] & statuses for code in ours)


def is_idna2008(name: str) -> bool:
    inspection = acelabel.inspect(name, profile=acelabel.IDNA2008)
    return not any(error.code == "disallowed_codepoint" for label in inspection.labels for error in label.errors)


def judged_by_the_file(older: Row, form: str | None) -> str | None:
    """Return the reason for which a row passes that the package refuses and that has the form of the file here."""
    if form is None or form != older.form:
        return None
    if not older.statuses:
        return None if is_idna2008(form) else AS_THE_FILE
    is_empty = "" in form.removesuffix(".").split(".")
    return EMPTY if older.direction == "to_unicode" and older.statuses == {"X4_2"} and is_empty else None


def verdict(row: Row, older: Row) -> str:
    """Return what a row passes for, or what is wrong."""
    answer = outcome(lambda name: getattr(acelabel, row.direction)(name, profile=PROFILES[row.direction]), row.name)
    form = answer if isinstance(answer, str) else None
    if row.form is not None:
        return AS_THE_PACKAGE if form == row.form else f"{row} is {answer}"
    if form is None and names_refusal(row, older.statuses):
        return AS_THE_PACKAGE
    return judged_by_the_file(older, form) or f"{row} is {answer} {sorted(codes(row))}, in the file {older}"


def is_taken(name: str, older: Row | None) -> bool:
    """Return whether a name has both forms, each gives the other, and the file agrees if it has the name at all."""
    unicode, ascii_form = acelabel.to_unicode(name, profile=ROOTED), acelabel.to_ascii(name, profile=ROOTED)
    is_round = acelabel.to_ascii(unicode, profile=ROOTED) == ascii_form
    return is_round and ascii_form == (older.form if older else ascii_form)


def main() -> int:
    """Print what differs otherwise than listed; 1 if anything does."""
    sdist, file = (Path(argument) for argument in sys.argv[1:])
    check_sdist(sdist)
    rows, left_out = rows_of_18(sdist)
    of_16 = rows_of_16(file)
    found = Counter(verdict(row, of_16[row.direction, row.name]) for row in rows)
    new = [name for name in left_out if NEWER_THAN_16.search(acelabel.inspect(name, profile=ROOTED).unicode or "")]
    failed = [what for what in found if what not in PASSED]
    failed += [name for name in new if not is_taken(name, of_16.get(("to_ascii", name)))]
    for what in failed:
        print(what)
    print(f"{len(rows)} rows; of those left out {len(new)} hold new characters and are taken")
    for reason, number in found.items():
        print(f"{number:5} {reason}")
    return 0 if not failed and found == PASSED and len(new) == LEFT_OUT else 1


if __name__ == "__main__":
    sys.exit(main())
