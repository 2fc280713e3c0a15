"""A cafe for every test: the real application over its own copy of one prepared database file."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.driver import Cafe, config_for, open_cafe


@pytest.fixture(scope="session")
def prepared_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with the schema and the test catalogue, made once because copying it is cheaper."""
    folder = tmp_path_factory.mktemp("prepared")

    async def prepare() -> None:
        async with open_cafe(config_for(folder)):
            pass

    asyncio.run(prepare())
    return folder / "cafe.db"


def copy_database(source: Path, target: Path) -> None:
    """A consistent copy, also when the source has a write-ahead log beside it."""
    reading, writing = sqlite3.connect(source), sqlite3.connect(target)
    try:
        reading.backup(writing)
    finally:
        reading.close()
        writing.close()


@pytest.fixture
async def cafe(tmp_path: Path, prepared_database: Path) -> AsyncIterator[Cafe]:
    """The running test cafe, open on a Monday at noon, with nobody in it yet."""
    copy_database(prepared_database, tmp_path / "cafe.db")
    async with open_cafe(config_for(tmp_path), catalogue=None) as running_cafe:
        yield running_cafe
