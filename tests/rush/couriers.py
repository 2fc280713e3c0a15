"""Couriers: each works from their own chat, a few orders at a time."""

import asyncio
import random
import re
from dataclasses import dataclass, field

from tests.bot.conversation import ChatCafe, converse
from tests.fakes.telegram import Message, Seat
from tests.rush.chat import PATIENCE

TITLE = re.compile(r"^🛵 (№\d+) · (.+)$", re.MULTILINE)
TAKE, LEAVE, ARRIVE, HAND_OVER = "🛵 Беру", "🎒", "🚪", "✅ Передав"
READY = "ваше, готове"
CARRIES = 3
"""Orders that somebody takes at once."""
ON_THE_ROAD = (120, 240)
"""Seconds from one door to the next."""
AT_THE_DOOR = (15, 60)


@dataclass(slots=True)
class Courier:
    """Takes what is offered, sets out once all of it is ready, and brings one after the other."""

    name: str
    seat: Seat
    chance: random.Random
    taps: dict[str, int] = field(default_factory=dict)
    """By the order's number."""
    brought: set[str] = field(default_factory=set)
    """The numbers of what was handed over."""

    async def begins(self, cafe: ChatCafe) -> None:
        telegram_id = self.seat.user["id"]
        await cafe.cafe.app.services.staff.add({"name": self.name, "role": "staff", "telegram_id": telegram_id})
        await converse(self.seat, [("/start", "Меню"), ("/shift", "Ви на зміні")], seconds=PATIENCE)

    @property
    def messages(self) -> int:
        """How many the bot sent about orders."""
        return sum(message.is_bots and "№" in message.text for message in self.seat.chat.messages)

    async def work(self) -> None:
        while True:
            await asyncio.sleep(self.chance.uniform(3, 8))
            cards = self._cards()
            own = {number: card for number, card in cards.items() if _has(card, LEAVE)}
            if own and all(READY in card.text for card in own.values()):
                await self._bring(list(own))
                continue
            for number, card in cards.items():
                if len(own) < CARRIES and _has(card, TAKE):
                    await self._press(number, TAKE)
                    own[number] = card

    async def _bring(self, numbers: list[str]) -> None:
        for number in numbers:
            await self._press(number, LEAVE)
        for number in numbers:
            await asyncio.sleep(self.chance.uniform(*ON_THE_ROAD))
            await self._press(number, ARRIVE)
            await asyncio.sleep(self.chance.uniform(*AT_THE_DOOR))
            if await self._press(number, HAND_OVER):
                self.brought.add(number)

    def _cards(self) -> dict[str, Message]:
        """The newest message of each order that is not over."""
        found = [(TITLE.search(message.text), message) for message in self.seat.chat.messages if message.inline]
        return {title[1]: message for title, message in found if title}

    async def _press(self, number: str, label: str) -> bool:
        """Press a button, unless it is gone meanwhile, and wait for what comes of it; tell whether it was there."""
        card = self._cards().get(number)
        if card is None or not _has(card, label):
            return False
        before = card.picture
        self.taps[number] = self.taps.get(number, 0) + 1
        await self.seat.press(next(each for each in card.buttons if each.startswith(label)), on=card)

        def has_changed() -> bool | None:
            now = self._cards().get(number)
            return True if now is None or now.picture != before else None

        await self.seat.world.wait_for(has_changed, PATIENCE)
        return True


def _has(card: Message, label: str) -> bool:
    return any(each.startswith(label) for each in card.buttons)
