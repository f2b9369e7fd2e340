"""docs/profiles.md says what each profile answers: every cell of its tables is asked for."""

import ast
import inspect
import re
from pathlib import Path

import pytest

import acelabel
from acelabel import AceError, Profile

ROOT = Path(__file__).parents[2]
PROFILES = ("UTS46", "DNS", "WHATWG", "WHATWG_STRICT", "IDNA2008", "IDNA2008_MAPPED", "IDNA2003")
FLAGS = [*inspect.signature(Profile).parameters][2:]
TEXT = (ROOT / "docs" / "profiles.md").read_text("utf-8")


def rows() -> list[list[str]]:
    """The cells of every row of every table with a column for each profile, without its head."""
    lines = [line.strip("| \n").split(" | ") for line in TEXT.splitlines() if line.startswith("| `")]
    return [cells for cells in lines if len(cells) == 1 + len(PROFILES)]


def answers() -> list[tuple[str, str, str]]:
    """Input, profile, and the cell that says what the profile answers."""
    inputs = [cells for cells in rows() if cells[0].strip("`") not in (*FLAGS, "rules")]
    return [
        (ast.literal_eval(f'"{cells[0].strip("`")}"'), profile, cell)
        for cells in inputs
        for profile, cell in zip(PROFILES, cells[1:], strict=True)
    ]


def test_there_are_answers() -> None:
    assert len(answers()) >= 25 * len(PROFILES)
    assert TEXT.count("| " + " | ".join(f"`{profile}`" for profile in PROFILES) + " |") >= 2


@pytest.mark.parametrize(("name", "profile", "cell"), answers())
def test_an_answer(name: str, profile: str, cell: str) -> None:
    rules = getattr(acelabel, profile)
    refusal = re.fullmatch(r"`(\w+)` at (\d+)", cell)
    if refusal is None:
        assert f"`{acelabel.to_ascii(name, profile=rules)}`" == cell
        assert acelabel.to_ascii(acelabel.to_unicode(name, profile=rules), profile=rules) == cell.strip("`")
        return
    for convert in (acelabel.to_ascii, acelabel.to_unicode):
        with pytest.raises(AceError) as caught:
            convert(name, profile=rules)
        assert (caught.value.code, caught.value.offset) == (refusal[1], int(refusal[2]))


def test_the_flags_of_each_profile() -> None:
    said = {cells[0].strip("`"): cells[1:] for cells in rows() if cells[0].strip("`") in (*FLAGS, "rules")}
    assert [*said] == ["rules", *FLAGS]
    for index, profile in enumerate(PROFILES):
        rules = getattr(acelabel, profile)
        assert said["rules"][index] == f"`{rules.rules!r}`"
        for flag in FLAGS:
            assert (flag, said[flag][index]) == (flag, "yes" if getattr(rules, flag) else "no")


def test_the_commit_of_the_url_standard_is_the_one_that_is_implemented() -> None:
    commit, day = acelabel.url_standard
    assert f"at the commit {commit} of {day}" in " ".join(TEXT.split())
