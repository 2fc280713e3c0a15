"""Streams of server-sent events: the tablets', and those of orders' pages."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import aiohttp

from tests.driver import Visitor


@dataclass
class Stream:
    """An open stream of server-sent events."""

    response: aiohttp.ClientResponse

    async def next_event(self, seconds: float = 30) -> dict[str, str]:
        """The next event with its fields; signs of life are passed over."""
        async with asyncio.timeout(seconds):
            while True:
                block = await self._block()
                if "event" in block:
                    return block

    async def is_over(self, seconds: float = 30) -> bool:
        """Wait for the end of the stream."""
        async with asyncio.timeout(seconds):
            while await self.response.content.readline():
                pass
        return True

    async def _block(self) -> dict[str, str]:
        fields: dict[str, str] = {}
        while (line := (await self.response.content.readline()).decode().rstrip("\n")) or not fields:
            assert not self.response.content.at_eof(), "the stream is over"
            name, _, value = line.partition(":")
            fields[name] = value.strip()
            if not line:
                return fields
        return fields


@asynccontextmanager
async def listening(visitor: Visitor, path: str = "/api/board/stream") -> AsyncIterator[Stream]:
    """The visitor's stream, opened: a tablet's, unless a path says which."""
    headers = visitor.identity()
    async with visitor.cafe.session.get(visitor.cafe.url + path, headers=headers) as response:
        assert response.status == 200, response
        yield Stream(response)
