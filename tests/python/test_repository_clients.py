"""Clients beside the slow models of tests/programs, which read the tables of src/unicode and the names of vectors/."""

import random
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "programs"))

import sets
from test_clients import POOL, differing


def test_names_of_vectors_are_read_as_by_the_models() -> None:
    assert differing(sets.vectors()[::7]) == []


def test_letters_are_read_as_by_the_models() -> None:
    assert differing(random.Random(56).sample(sets.letters(), 2_000)) == []


def test_made_names_are_read_as_by_the_models() -> None:
    assert differing([name for name in sets.made(1_500, 56) if len(name) <= 4_096]) == []


def test_names_of_characters_in_which_clients_differ_are_read_as_by_the_models() -> None:
    rng = random.Random(56)
    assert differing(["".join(rng.choices(POOL, k=rng.randint(0, 7))) for _ in range(4_000)]) == []
