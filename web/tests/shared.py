"""One browser of each kind for all tests of the page."""

from collections.abc import Iterator

import browsers
import pytest
from pages import Page


@pytest.fixture(scope="session", params=["chromium", "firefox"])
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page in a browser."""
    folder = tmp_path_factory.mktemp(request.param)
    with getattr(browsers, request.param)(folder) as browser:
        yield Page(browser)
