"""Ask a program about the rows of this folder, or write them in the form of another suite. Standard library only.

`python vectors/run.py --profile UTS46 -- COMMAND` starts the command once. It reads a name per line from standard input
and writes an answer per line: the ASCII form, or an empty line for a refusal. With `--lines json` a name is a JSON
string, and an answer a JSON string, or null for a refusal. Printed is how many answers differ per suite, and the first
ones with the clause of the standard. The exit status is 0 if all are the same, 1 if some differ, and 2 if the command
cannot be run or does not answer each line.

`python vectors/run.py --form wpt` writes the rows as web-platform-tests has them (url/resources/toascii.json),
`--form json-schema` as JSON Schema's suite has them (optional/format/idn-hostname.json).
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent
# What a parser of URLs takes for more than a host, or leaves out.
IN_NO_HOST = re.compile(r"[\t\n\r/?#@:\\%\[\]]")
# A host that ends in a number is an IPv4 address, or fails (URL Standard, section 3.5).
NUMBER = re.compile(r"(^|\.)([0-9]+|0x[0-9a-f]*)\.?$")
SCHEMA = {"$schema": "https://json-schema.org/draft/2020-12/schema", "format": "idn-hostname"}


class Row(NamedTuple):
    """A name, and its form or None, with the clauses that refuse it."""

    suite: str
    name: str
    form: str | None
    clauses: list[str]


def rows(profile: str, suites: list[str]) -> list[Row]:
    """The rows of a profile, of all suites that have it or of those that are named."""
    contents = {path.stem: json.loads(path.read_text("ascii")) for path in sorted(FOLDER.glob("*.json"))}
    known = [suite for suite, content in contents.items() if profile in content["profiles"]]
    if strange := [suite for suite in suites if suite not in known]:
        raise SystemExit(f"run.py: no rows of {profile}: {', '.join(strange)}; there are {', '.join(known)}")
    found = []
    for suite in suites or known:
        content: dict[str, Any] = contents[suite]
        place = content["profiles"].index(profile)
        for name, answers in content["rows"]:
            answer = answers[place if len(answers) > 1 else 0]
            form = answer if isinstance(answer, str) else None
            clauses = [] if form is not None else [content["clauses"][at] for at in answer]
            found.append(Row(suite, name, form, clauses))
    return found


def is_one_line(name: str) -> bool:
    """True for what a line of UTF-8 can hold, however a program finds the ends of lines."""
    return re.fullmatch("[^\0\n\v\f\r\x1c-\x1e\x85\u2028\u2029\ud800-\udfff]+", name) is not None


def asked(command: list[str], names: list[str], lines: str, timeout: float) -> list[str | None]:
    """The answers of a command; raises ValueError where it does not give one per line."""
    given = "".join(f"{json.dumps(name) if lines == 'json' else name}\n" for name in names)
    ended = subprocess.run(command, input=given.encode(), stdout=subprocess.PIPE, timeout=timeout, check=False)
    answers = ended.stdout.decode().removesuffix("\n").split("\n")
    if len(answers) != len(names):
        raise ValueError(
            f"{len(names):,} names, but {len(answers):,} answers; the command ended with {ended.returncode}"
        )
    if lines == "json":
        read = [json.loads(answer) for answer in answers]
        if strange := [answer for answer in read if not isinstance(answer, str | None)]:
            raise ValueError(f"an answer is a string or null, not {strange[0]!r}")
        return read
    return [answer.removesuffix("\r") or None for answer in answers]


def report(found: list[Row], answers: list[str | None], most: int) -> Iterator[str]:
    """A line per suite, each followed by its first differences; and a line for all."""
    differing = [(row, answer) for row, answer in zip(found, answers, strict=True) if answer != row.form]
    for suite in dict.fromkeys(row.suite for row in found):
        others = [(row, answer) for row, answer in differing if row.suite == suite]
        count = sum(row.suite == suite for row in found)
        yield f"{suite}: {len(others):,} of {count:,} differ"
        for row, answer in others[:most]:
            right = f"refused ({'; '.join(row.clauses)})" if row.form is None else json.dumps(row.form)
            given = "is refused" if answer is None else f"gives {json.dumps(answer)}"
            yield f"  {json.dumps(row.name)} {given}, right is: {right}"
        if len(others) > most:
            yield f"  and {len(others) - most:,} more: --most {len(others)}"
    yield f"in all: {len(differing):,} of {len(found):,} differ"


def is_host(name: str, form: str | None) -> bool:
    """True for a name that the parser of URLs takes for a host as it is, and whose form is no address."""
    return name != "" and not IN_NO_HOST.search(name) and not NUMBER.search(form or name)


def of_wpt(found: list[Row]) -> list[Any]:
    """A row per name, behind a comment that says how many are left out."""
    fit = [row for row in found if is_host(row.name, row.form)]
    return [f"{len(found) - len(fit):,} names that are more or less than the domain of a URL are left out."] + [
        {"comment": "; ".join([row.suite, *row.clauses]), "input": row.name, "output": row.form} for row in fit
    ]


def of_json_schema(found: list[Row]) -> list[Any]:
    """A group per suite. Names that end in the dot of the root, of which the suite says nothing, are left out."""
    fit = [row for row in found if not (row.form or "").endswith(".") and not re.search("[\ud800-\udfff]", row.name)]
    return [
        {
            "description": f"{suite}: IDNA2008 for registration",
            "schema": SCHEMA,
            "tests": [
                {"description": "; ".join(row.clauses) or "valid", "data": row.name, "valid": row.form is not None}
                for row in fit
                if row.suite == suite
            ],
        }
        for suite in dict.fromkeys(row.suite for row in fit)
    ]


FORMS = {"wpt": ("WHATWG", of_wpt), "json-schema": ("IDNA2008", of_json_schema)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--profile", help="UTS46 (default), WHATWG, WHATWG_STRICT, IDNA2008, IDNA2008_MAPPED, IDNA2003, RACE"
    )
    parser.add_argument("--suite", action="append", default=[], help="only this file of rows; may be repeated")
    parser.add_argument(
        "--lines", choices=("plain", "json"), default="plain", help="names and answers as they are, or JSON"
    )
    parser.add_argument("--most", type=int, default=5, metavar="N", help="differences that are printed per suite")
    parser.add_argument("--timeout", type=float, default=600, metavar="SECONDS", help="of the command")
    parser.add_argument("--form", choices=FORMS, help="write the rows in the form of another suite, and ask no command")
    parser.add_argument("command", nargs="*", help="the program and its arguments, after --")
    arguments = parser.parse_args()
    if bool(arguments.form) == bool(arguments.command):
        parser.error("give either --form or a command after --")
    if arguments.form:
        profile, write = FORMS[arguments.form]
        print(json.dumps(write(rows(arguments.profile or profile, arguments.suite)), indent=1))
        return 0
    found = rows(arguments.profile or "UTS46", arguments.suite)
    fit = [row for row in found if arguments.lines == "json" or is_one_line(row.name)]
    try:
        answers = asked(arguments.command, [row.name for row in fit], arguments.lines, arguments.timeout)
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        print(f"run.py: {error}", file=sys.stderr)
        return 2
    for line in report(fit, answers, arguments.most):
        print(line)
    if len(fit) < len(found):
        print(f"{len(found) - len(fit):,} names that are not one line of text were not asked: --lines json")
    return int(answers != [row.form for row in fit])


if __name__ == "__main__":
    sys.exit(main())
