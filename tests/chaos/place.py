"""A cafe with everything around it, as its people see it: banks, fiscal service, Telegram, and a ledger."""

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from aiohttp import ClientSession

from tests.chaos.ledger import Ledger
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.liqpay import FakeLiqPay
from tests.fakes.monobank import FakeMonobank
from tests.fakes.telegram import Chat, FakeTelegram

STAFF_CHAT = -1_001_234_567_890


@dataclass(slots=True, kw_only=True)
class Place(ABC):
    """What those who order, pay and press need; how the service runs is its heirs' matter."""

    chance: random.Random
    bank: FakeMonobank
    liqpay: FakeLiqPay
    fiscal: FakeCheckbox
    telegram: FakeTelegram
    session: ClientSession
    ledger: Ledger = field(default_factory=Ledger)
    is_over: bool = False
    """Nobody begins anything new."""
    _visits: int = 0
    _may_visit: asyncio.Event = field(default_factory=asyncio.Event)
    _is_empty: asyncio.Event = field(default_factory=asyncio.Event)

    @abstractmethod
    def url(self) -> str:
        """Where somebody asks now: any process that runs."""

    @abstractmethod
    def now(self) -> datetime:
        """What people's clocks say, in UTC."""

    @property
    def staff_chat(self) -> Chat:
        return self.telegram.world.chats[STAFF_CHAT]

    def count(self, what: str) -> None:
        self.ledger.counts[what] += 1

    @contextmanager
    def visit(self) -> Iterator[None]:
        """Something that somebody does from its beginning to its end."""
        self._visits += 1
        self._is_empty.clear()
        try:
            yield
        finally:
            self._visits -= 1
            if not self._visits:
                self._is_empty.set()

    async def opened(self) -> None:
        await self._may_visit.wait()

    def open(self) -> None:
        self._may_visit.set()

    async def closed(self) -> None:
        """Let nobody begin anything, and wait until everybody has ended."""
        self._may_visit.clear()
        if self._visits:
            await self._is_empty.wait()
