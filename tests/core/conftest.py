"""Fixtures of the core's tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.core.till import Till, opened_till


@pytest.fixture
async def till(tmp_path: Path) -> AsyncIterator[Till]:
    async with opened_till(tmp_path) as till:
        yield till
