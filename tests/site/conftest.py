"""The demonstration club, served once for all tests of a worker."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from site_server import Served, served


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The demonstration club, served."""
    with served("--demo", "--data", str(tmp_path_factory.mktemp("data"))) as server:
        yield server
