"""Cases that run every week, as another case of their kind runs every day."""

import pytest


def weekly(*values: object) -> object:
    """A row of `pytest.mark.parametrize` for `nox -s python -- -m weekly` alone."""
    return pytest.param(*values, marks=pytest.mark.weekly)
