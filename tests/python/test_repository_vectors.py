"""The rows of vectors/ are those of the rules, two judges and acelabel agree about each, and every clause is named."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

import implementations_asked
import judge_patterns
import pytest
import race_rows
from judge_steps import CODES, PROFILES, SEPARATORS
from outcomes import outcome
from standard_rows import KINDS, VECTORS, answers_of, file_of

import acelabel
from acelabel import race

# The code points of all of Unicode take long; acelabel is asked about them every day.
JUDGED = [pytest.param(kind, marks=pytest.mark.weekly) if kind == "statuses" else kind for kind in KINDS]


@cache
def content(kind: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((VECTORS / f"{kind}.json").read_text("ascii"))
    return loaded


def test_the_files_are_those_of_the_rules() -> None:
    assert {path.stem for path in VECTORS.glob("*.json")} == {*KINDS, *race_rows.RULES}
    assert 10_000 < sum(len(content(kind)["rows"]) for kind in (*KINDS, *race_rows.RULES)) <= 24_000
    used = {clause for kind in KINDS for _, _, (_, clauses) in answers_of(content(kind)) for clause in clauses}
    assert used == {*CODES}
    used = {clause for kind in race_rows.RULES for _, _, (_, found) in answers_of(content(kind)) for clause in found}
    assert used == {*race_rows.CODES}


@pytest.mark.parametrize("kind", [*JUDGED, *race_rows.RULES])
def test_the_first_judge_says_what_stands_there(kind: str) -> None:
    assert (VECTORS / f"{kind}.json").read_text("ascii") == file_of(kind)


@pytest.mark.parametrize("kind", JUDGED)
def test_the_second_judge_agrees(kind: str) -> None:
    pytest.importorskip("idna")
    unknown = count = 0
    for name, profile, (form, _) in answers_of(content(kind)):
        count += 1
        try:
            assert judge_patterns.judged(name, profile) == form, (name, profile)
        except judge_patterns.UnknownCharacter:
            unknown += 1
    assert unknown < count // 8


@pytest.mark.parametrize("kind", KINDS)
def test_acelabel_answers_as_the_standards(kind: str) -> None:
    """With the form, or with a code of one of the clauses."""
    for name, profile, (form, clauses) in answers_of(content(kind)):
        rules = getattr(acelabel, profile)
        answer = outcome(lambda text: acelabel.to_ascii(text, profile=rules), name)  # noqa: B023
        if isinstance(answer, str):
            assert answer == form, (name, profile)
        else:
            assert any(answer[0] in CODES[clause] for clause in clauses), (name, profile, answer, clauses)


@pytest.mark.parametrize(("kind", "convert"), [("race_texts", race.encode), ("race_labels", race.decode)])
def test_acelabel_answers_as_the_draft(kind: str, convert: Callable[[str], str]) -> None:
    for text, _, (form, clauses) in answers_of(content(kind)):
        answer = outcome(convert, text)
        assert answer == form if form is not None else any(answer[0] in race_rows.CODES[clause] for clause in clauses)


def test_the_judge_who_decodes_agrees_with_the_one_who_encodes() -> None:
    forms = [(text, form) for text, _, (form, _) in answers_of(content("race_texts")) if form is not None]
    assert len(forms) > 3_000
    assert [text for text, form in forms if race_rows.decoded(form) != text] == []


def test_every_profile_of_a_standard_is_asked() -> None:
    """DNS is left out: no standard has it."""
    named = {name for name, value in vars(acelabel).items() if isinstance(value, acelabel.Profile)}
    assert named - {"DNS"} == {*PROFILES}


# Rules of one label that no label breaks together, with the reason.
NEVER_TOGETHER = (
    ("RFC 5893 2, rule 1", "RFC 5893 2, rule", "the others are about labels that begin with a letter"),
    ("RFC 5893 2, rule [234]", "RFC 5893 2, rule [56]", "a label has one direction"),
    ("UTS #46 4.1 V4", "UTS #46 4.1 V6|RFC 5893 2, rule [1234]", "the label begins with x"),
    ("(UTS #46 4.1 V6|RFC 5891 4.2.3.2)", "RFC 5893 2, rule [234]", "no mark is a right-to-left letter"),
)
RULES_OF_LABELS = {
    family: [clause for clause in CODES if re.match(pattern, clause)]
    for family, pattern in {
        "UTS46": "UTS #46 4.1|RFC 5892 A.[12]|RFC 5893",
        "WHATWG_STRICT": "UTS #46 4.1|RFC 5892 A.[12]|RFC 5893",
        "IDNA2008": "RFC 5891|RFC 5892|RFC 5893",
        "IDNA2003": "RFC 3490 4.1: A|RFC 3491|RFC 3454",
    }.items()
}


@pytest.mark.parametrize("profile", RULES_OF_LABELS)
def test_each_two_rules_refuse_a_label_together(profile: str) -> None:
    """But for those that no label can break together: an implementation that ends at one of them is told by a row."""
    answers = (answer for kind in KINDS for answer in answers_of(content(kind)))
    refused = {(not SEPARATORS.search(name), *clauses) for name, of, (_, clauses) in answers if of == profile}
    together = {pair for is_label, *clauses in refused if is_label for pair in combinations(clauses, 2)}
    # A label of one direction breaks rule 6 alone beside one of the other direction.
    alone = {clauses[0] for _, *clauses in refused if len(clauses) == 1}
    found = [clause for clause in RULES_OF_LABELS[profile] if any(clause in clauses for clauses in refused)]
    missing = [pair for pair in combinations(found, 2) if pair not in together]
    assert [pair for pair in missing if not any(all(map(re.match, of[:2], pair)) for of in NEVER_TOGETHER)] == []
    assert [clause for clause in found if clause not in alone] == []


def test_two_faults_that_others_found_are_told() -> None:
    """ada-url/idna#90: a joiner that is right by its virama hides the Bidi Rule. golang/go#81525: the rule is asked of
    characters before they are mapped."""
    rows = [(name, clauses) for kind in KINDS for name, of, (_, clauses) in answers_of(content(kind)) if of == "UTS46"]
    of_bidi_alone = [name for name, clauses in rows if clauses and all("RFC 5893" in clause for clause in clauses)]
    assert sum(re.search("\u094d[\u200c\u200d].*[\u05d0\u0627]", name) is not None for name in of_bidi_alone) >= 3
    assert all(sum(character in name for name in of_bidi_alone) >= 3 for character in "\u2135\u2136\u2137\u2138")


def run(*arguments: str) -> tuple[int, str]:
    command = [sys.executable, str(VECTORS / "run.py"), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60)
    return ended.returncode, ended.stdout + ended.stderr


def test_a_program_is_asked_about_the_rows() -> None:
    command = ("--", sys.executable, "-m", "acelabel", "to-ascii", "--quiet", "--profile", "whatwg")
    status, told = run("--profile", "WHATWG", "--suite", "pairs", *command)
    assert (status, told.splitlines()[-1]) == (0, f"in all: 0 of {len(content('pairs')['rows']):,} differ")
    other = "import json, sys; print(*(json.dumps(json.loads(line).lower()) for line in sys.stdin), sep='\\n')"
    status, told = run("--suite", "dots", "--lines", "json", "--most", "1", "--", sys.executable, "-c", other)
    assert status == 1
    clauses = "UTS #46 4.2 A4_1: a name of 1 to 253 characters; UTS #46 4.2 A4_2: a label of 1 to 63 characters"
    assert told.splitlines()[1] == f'  "." gives ".", right is: refused ({clauses})'
    status, told = run("--suite", "dots", "--", sys.executable, "-c", "print()")
    assert (status, told) == (2, "run.py: 121 names, but 1 answers; the command ended with 0\n")
    assert "race_texts" in run("--suite", "race_texts", *command)[1]
    assert run("--form", "wpt", *command)[0] == 2


def test_the_rows_in_the_forms_of_other_suites() -> None:
    status, told = run("--form", "wpt", "--suite", "pairs")
    comment, *rows = json.loads(told)
    assert status == 0
    left_out = len(content("pairs")["rows"]) - len(rows)
    assert comment == f"{left_out:,} names that are more or less than the domain of a URL are left out."
    assert left_out < 20
    for row in rows:
        answer = outcome(lambda text: acelabel.to_ascii(text, profile=acelabel.WHATWG), row["input"])
        assert row["output"] == (answer if isinstance(answer, str) else None)
    status, told = run("--form", "json-schema", "--suite", "pairs", "--suite", "contexts")
    groups = json.loads(told)
    assert status == 0
    assert [group["schema"]["format"] for group in groups] == ["idn-hostname"] * 2
    for row in (row for group in groups for row in group["tests"]):
        assert row["valid"] is acelabel.is_valid(row["data"], profile=acelabel.IDNA2008), row


def test_the_page_of_differences_is_what_implementations_answer() -> None:
    """Each that is installed in the version of the page; all of the page where nothing else is installed."""
    pytest.importorskip("idna")
    text = implementations_asked.PAGE.read_text("utf-8")
    asked = {f"{name} {version}": name for name, version in implementations_asked.installed().items()}
    listed = re.findall(r"^\| (\w.*?) \| `", text, re.M)
    same = [version for version in listed if version in asked]
    assert any(version.startswith("idna ") for version in same)
    parts = implementations_asked.line_of, implementations_asked.section_of
    assert [version for version in same if not all(part(asked[version]) in text for part in parts)] == []
    if [*asked] == listed:
        assert implementations_asked.page() == text.partition(implementations_asked.BY_HAND)[0]
