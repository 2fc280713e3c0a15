"""Looks at the staff chat all the time: when an order first stands there, and how far one has to scroll."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from tests.bot.conversation import ChatCafe
from tests.rush.chat import NUMBER, lines_to_scroll

EVERY = 15
"""Seconds between two samples."""


@dataclass(frozen=True, slots=True)
class Sample:
    at: float
    """Seconds since the rush began."""
    lines: int
    is_board: bool
    """Whether they are counted from a pinned board."""


@dataclass(slots=True)
class Watch:
    cafe: ChatCafe
    shown: dict[str, datetime] = field(default_factory=dict)
    samples: list[Sample] = field(default_factory=list)
    latest: float = 0
    """The most seconds that a sample came late: the machine had more to do than the speed allows."""

    async def note_shown(self) -> None:
        """Note the moment at which an order is first in the chat, in whatever message."""
        world, read = self.cafe.telegram.world, 0
        while True:
            for message in self.cafe.staff_chat.messages:
                if message.revision > read and message.is_bots:
                    for number in NUMBER.findall(message.text):
                        self.shown.setdefault(number, self.cafe.clock.now())
            read = world.revision
            await world.wait_for(_is_past(read, lambda: world.revision), 3600)

    async def sample(self) -> None:
        clock = asyncio.get_running_loop().time
        began = due = clock()
        while True:
            self.latest = max(self.latest, clock() - due)
            chat = self.cafe.staff_chat
            self.samples.append(Sample(due - began, lines_to_scroll(chat), bool(chat.pinned)))
            due += EVERY
            await asyncio.sleep(max(0.0, due - clock()))


def _is_past(revision: int, now: Callable[[], int]) -> Callable[[], bool | None]:
    return lambda: True if now() > revision else None
