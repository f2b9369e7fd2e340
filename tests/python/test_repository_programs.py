"""Models of programs against what the programs were seen to answer: tests/vectors/programs.json.xz."""

import sys
from pathlib import Path

import pytest

import acelabel
from acelabel import email

sys.path.append(str(Path(__file__).parents[1] / "programs"))

import recorded
import tools_beside
from cells import Steps
from models import CLIENTS, predicted

MOST_UNKNOWN = 0.001
RECORDED = recorded.read()


@pytest.mark.parametrize("client", RECORDED)
def test_a_model_predicts_what_its_program_answered(client: str) -> None:
    """Every third name every day; `nox -s programs` looks at all of them, and at many more."""
    answers = dict(list(RECORDED[client].items())[::3])
    found = {name: predicted(client, name) for name in answers}
    unknown = [name for name, (kind, _) in found.items() if kind == "unknown"]
    wrong = [
        (name, found[name], answer)
        for name, answer in answers.items()
        if found[name] != answer and not found[name][0] == answer[0] == "refused" and name not in unknown
    ]
    assert wrong == []
    assert len(unknown) <= MOST_UNKNOWN * len(answers)


def test_every_recorded_client_has_a_model_and_the_other_way_round() -> None:
    assert set(RECORDED) == set(CLIENTS)


def test_clients_that_others_hand_on_to_exist() -> None:
    handed = {steps for row in CLIENTS.values() for steps in (row.steps.then, row.steps.otherwise)} - {""}
    assert handed <= set(CLIENTS)


def test_no_two_clients_of_different_programs_are_the_plain_standard() -> None:
    """A row without a cell would say nothing."""
    assert [client for client, row in CLIENTS.items() if row.steps == Steps()] == []


@pytest.mark.parametrize("tool", tools_beside.installed(), ids=lambda tool: tool.what)
def test_what_acelabel_has_converted_passes_a_tool(tool: tools_beside.Tool) -> None:
    """The recipe of docs/programs.md, with the tools that are here: the name comes out, or a zone is good."""
    form = email.to_ascii(tool.given) if "@" in tool.given else acelabel.to_ascii(tool.given)
    told = tool.run(tool, form)
    assert form in told or told.lower().endswith("ok")
