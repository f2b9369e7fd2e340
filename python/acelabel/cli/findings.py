"""Problems of inputs, each with the file and the line where it stands, and those that are known or silenced."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from acelabel.cli.failures import Unusable
from acelabel.cli.records import opened, pieces
from acelabel.cli.screen import shown_path

if TYPE_CHECKING:
    from acelabel.lint import Problem

FINGERPRINT = "acelabelProblem/v1"
"""The name of the fingerprints in SARIF."""

TOOL = "acelabel"
"""The name of the program in SARIF."""

_MARK = re.compile("[0-9a-f]{24}:[0-9]+")
# Another form silences nothing.
_SILENCER = re.compile(r"acelabel:\s*ignore(?:\s*\[([\w\s,]*)\]|(?!\w|:|-\w|\s*[\[(]))")
# A comment that stands alone on its line.
_ALONE = re.compile(r"\W*acelabel:\s*ignore(?:\s*\[[\w\s,]*\])?\W*", re.ASCII)


@dataclass(frozen=True)
class Finding:
    """A problem of an input."""

    path: str
    line: int
    problem: "Problem"
    # The text that the problem is about.
    inside: str
    # The column of a table in which it stands.
    field: str | None = None
    is_silenced: bool = False
    fingerprint: str = ""


class NotChecked(NamedTuple):
    """An input, or the rest of it, of which nothing is known."""

    path: str
    why: str


class Finder:
    """Makes findings of problems."""

    def __init__(self, known: frozenset[str], *, hears_comments: bool) -> None:
        self._known = known
        self._hears_comments = hears_comments
        self._counts: Counter[str] = Counter()
        # The number of findings that are known.
        self.known = 0

    def findings(
        self, path: str, text: str, problems: "list[Problem]", *, first_line: int = 1, before: str = ""
    ) -> Iterator[Finding]:
        """Return the findings of a text that begins with this line of a file; `before` is the line before it."""
        lines = text.split("\n") if problems and self._hears_comments and "acelabel:" in before + text else []
        for problem in problems:
            line = first_line + problem.line - 1
            silenced = bool(lines) and _silences(lines, problem, before)
            yield from self._found(path, line, problem, text[problem.start : problem.end], silenced=silenced)

    def of_value(
        self, path: str, number: int, field: str | None, text: str, problems: "list[Problem]"
    ) -> Iterator[Finding]:
        """Return the findings of a value of a table, or of a name. No comment silences them."""
        for problem in problems:
            yield from self._found(path, number, problem, text[problem.start : problem.end], field)

    def _found(
        self, path: str, line: int, problem: "Problem", inside: str, field: str | None = None, *, silenced: bool = False
    ) -> Iterator[Finding]:
        fingerprint = self._fingerprint(path, problem)
        if fingerprint in self._known:
            self.known += 1
            return
        yield Finding(path, line, problem, inside, field, silenced, fingerprint)

    def _fingerprint(self, path: str, problem: "Problem") -> str:
        """A mark of a problem that stays where lines before it come and go."""
        parts = (problem.rule, Path(path).as_posix(), problem.shown, problem.goes_to or "")
        digest = sha256("\0".join(parts).encode(errors="surrogatepass")).hexdigest()[:24]
        self._counts[digest] += 1
        return f"{digest}:{self._counts[digest]}"


def _silences(lines: list[str], problem: "Problem", before: str) -> bool:
    """Return whether a comment silences a problem: on its line, or alone on the line before."""
    place = problem.line - 1
    above = lines[place - 1] if place else before
    texts = [lines[place], *([above] if _ALONE.fullmatch(above) else [])]
    found = [match[1] for text in texts for match in _SILENCER.finditer(text)]
    return any(names is None or problem.rule in re.split(r"[\s,]+", names) for names in found)


def known_findings(path: str) -> frozenset[str]:
    """The fingerprints of an earlier run: of its objects of JSON, or of its log in SARIF."""
    try:
        with opened(path) as stream:
            # The mark is no part of the first line.
            text = b"".join(pieces(stream)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unusable(f"{shown_path(path)}: the baseline is not UTF-8") from None
    try:
        try:
            logs = [json.loads(text)]
        except ValueError:
            logs = [json.loads(line) for line in text.split("\n") if line.strip()]
        return frozenset(mark for log in logs for mark in _marks(log))
    except RecursionError:
        raise Unusable(f"{shown_path(path)}: the JSON of the baseline is too deep") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Unusable(
            f"{shown_path(path)}: the baseline is neither what --json nor what --output-format sarif has written"
        ) from None


def _marks(log: dict[str, Any]) -> list[str]:
    """The fingerprints of a log of SARIF, or of an object of JSON; an error where this command has not written it."""
    if "runs" in log:
        runs = [run for run in log["runs"] if run["tool"]["driver"]["name"] == TOOL]
        results = [result for run in runs for result in run["results"] if not result.get("suppressions")]
        marks = [result["partialFingerprints"][FINGERPRINT] for result in results]
        is_ours = bool(runs)
    else:
        # An object without one says that an input was not checked.
        is_ours = {"rule", "message", "fingerprint"} <= {*log}
        marks = [mark for mark in [log["fingerprint"]] if mark is not None]
    if not is_ours or not all(_MARK.fullmatch(mark) for mark in marks):
        raise ValueError
    return marks
