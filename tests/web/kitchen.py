"""Tablets with the kitchen screen."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp

from tests.driver import Answer, Cafe, Visitor


async def new_code(cafe: Cafe, name: str = "") -> str:
    """A code, as the staff's chat gives it."""
    return (await cafe.app.services.devices.issue_code(name)).shown


async def paired(cafe: Cafe, name: str = "") -> Visitor:
    """A tablet that somebody has just paired."""
    tablet = cafe.guest()
    answer = await tablet.post("/api/board/pair", {"code": await new_code(cafe, name)})
    assert (answer.status, answer.json) == (200, {"ok": True})
    return tablet


async def board(tablet: Visitor) -> dict[str, Any]:
    answer = await tablet.get("/api/board")
    assert answer.status == 200, answer
    state: dict[str, Any] = answer.json
    return state


async def order_on(tablet: Visitor, order_id: int) -> dict[str, Any]:
    """An order as the screen shows it."""
    [order] = [order for order in (await board(tablet))["orders"] if order["id"] == order_id]
    return dict(order)


async def moves(tablet: Visitor, order_id: int, seen: str, to: str) -> Answer:
    return await tablet.post(f"/api/board/orders/{order_id}/move", {"seen": seen, "to": to})


@dataclass
class Stream:
    """An open stream of a tablet."""

    response: aiohttp.ClientResponse

    async def next_event(self, seconds: float = 5) -> dict[str, str]:
        """The next event with its fields; signs of life are passed over."""
        async with asyncio.timeout(seconds):
            while True:
                block = await self._block()
                if "event" in block:
                    return block

    async def is_over(self, seconds: float = 5) -> bool:
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
async def listening(tablet: Visitor) -> AsyncIterator[Stream]:
    """The tablet's stream, opened."""
    headers = {"Cookie": tablet.cookie or ""}
    async with tablet.cafe.session.get(f"{tablet.cafe.url}/api/board/stream", headers=headers) as response:
        assert response.status == 200, response
        yield Stream(response)
