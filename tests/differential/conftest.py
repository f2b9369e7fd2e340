"""Which versions of Unicode the peers know."""

import peers


def pytest_report_header() -> list[str]:
    """Each ICU with its version of Unicode."""
    return peers.versions_of_icu()
