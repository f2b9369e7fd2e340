"""The rows of vectors/ are those of the rules, two judges and acelabel agree about each, and every clause is named."""

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import implementations_asked
import judge_patterns
import pytest
import race_rows
from judge_steps import CODES, PROFILES
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
    assert 10_000 < sum(len(content(kind)["rows"]) for kind in KINDS) <= 60_000
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


def test_the_page_of_differences_is_what_implementations_answer() -> None:
    """Each that is installed in the version of the page; all of the page where nothing else is installed."""
    pytest.importorskip("idna")
    text = implementations_asked.PAGE.read_text("utf-8")
    asked = {f"{name} {version}": name for name, version in implementations_asked.installed().items()}
    listed = re.findall(r"^\| (\w.*?) \| `", text, re.M)
    same = [version for version in listed if version in asked]
    assert any(version.startswith("idna ") for version in same)
    assert [version for version in same if implementations_asked.line_of(asked[version]) not in text] == []
    if [*asked] == listed:
        assert implementations_asked.page() == text.partition(implementations_asked.BY_HAND)[0]
