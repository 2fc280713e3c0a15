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
LOOKS_AGAIN = 5
"""Seconds."""


@dataclass(slots=True)
class Courier:
    """Takes what is offered, sets out once all of it is ready, and brings one after the other."""

    name: str
    seat: Seat
    chance: random.Random
    taps: dict[str, int] = field(default_factory=dict)
    """By the order's number."""

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
                if len(own) < CARRIES and _has(card, TAKE) and await self._press(number, card, TAKE):
                    own[number] = card

    async def _bring(self, numbers: list[str]) -> None:
        for number in numbers:
            await self._does(number, LEAVE)
        for number in numbers:
            await asyncio.sleep(self.chance.uniform(*ON_THE_ROAD))
            await self._does(number, ARRIVE)
            await asyncio.sleep(self.chance.uniform(*AT_THE_DOOR))
            await self._does(number, HAND_OVER)

    def _cards(self) -> dict[str, Message]:
        """The newest message of each order that is not over."""
        found = [(TITLE.search(message.text), message) for message in self.seat.chat.messages if message.inline]
        return {title[1]: message for title, message in found if title}

    async def _does(self, number: str, label: str) -> None:
        """Press the button of this step once it is there, unless the order is over before, or somebody else's."""
        is_pressed = False
        while (card := self._cards().get(number)) is not None and not _has(card, TAKE):
            if _has(card, label):
                await self._press(number, card, label)
                is_pressed = True
            elif is_pressed:
                return
            else:
                await asyncio.sleep(LOOKS_AGAIN)  # the step before shows soon

    async def _press(self, number: str, card: Message, label: str) -> bool:
        """Press a button; tell whether something came of it in time, which takes the button away."""
        self.taps[number] = self.taps.get(number, 0) + 1
        await self.seat.press(next(each for each in card.buttons if each.startswith(label)), on=card)

        def is_gone() -> bool | None:
            now = self._cards().get(number)
            return True if now is None or not _has(now, label) else None

        return await self.seat.world.wait_for(is_gone, PATIENCE) is not None


def _has(card: Message, label: str) -> bool:
    return any(each.startswith(label) for each in card.buttons)
