"""A cafe for every test: the real application over its own copy of one prepared database file."""

import asyncio
import gzip
import sqlite3
import ssl
from collections.abc import AsyncIterator, Iterator
from functools import cache
from pathlib import Path

import hypothesis
import pytest
from aiogram.client.session.aiohttp import AiohttpSession

from tests.driver import Cafe, config_for, open_cafe

# A busy machine is no counter-example.
hypothesis.settings.register_profile("cafe", deadline=None)
hypothesis.settings.load_profile("cafe")


@pytest.fixture(scope="session", autouse=True)
def _start_and_stop_quickly() -> Iterator[None]:
    """Do once what every start does alike: read the certificates, compress the mini-app's files.

    And do not wait at each stop, as aiogram does, for TLS connections that there never were.
    """

    async def close(session: AiohttpSession) -> None:
        if session._session is not None:
            await session._session.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AiohttpSession, "close", close)
        patch.setattr(ssl, "create_default_context", cache(ssl.create_default_context))
        patch.setattr(gzip, "compress", cache(gzip.compress))
        yield


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
