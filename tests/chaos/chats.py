"""Customers and staff in the chat. Nothing answers while the service is down, so they press again."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from tests.chaos.ledger import Door, Wish
from tests.chaos.place import Place
from tests.fakes.telegram import Message, Seat

Turn = tuple[str, str]
"""What a person does, and what they wait for then; `[label` presses a button."""

ORDER: tuple[Turn, ...] = (
    ("/menu", "Оберіть розділ"),
    ("[Кава", "Лате"),
    ("[Лате", "У кошик"),
    ("[➕ У кошик", "у кошику"),
    ("/checkout", "отримати"),
    ("[🥡 Самовивіз", "Як вас звати"),
    ("NAME", "номер телефону"),
    ("0501112233", "О котрій"),
    ("18:30", "Як заплатите"),
    ("[💵 Готівка", "Перевірте замовлення"),
    ("[✅ Підтвердити", "отримано!"),
)
WALK_IN: tuple[Turn, ...] = (
    ("/walkin", "Замовлення на касі"),
    ("[Кава", "Натисніть на позицію"),
    ("[Лате", "Перевірити"),
    ("[🧾 Перевірити", "[🍽💳 Тут, термінал"),
    ("[🍽💳 Тут, термінал", "(NAME)"),
)
CARD_BUTTONS = re.compile(r"^(✅ Прийняти|👩‍🍳|🔔 Готове|🛵|🏁|⏱|❌ Скасувати|Закінчилися|💵 Готівка|💳 Термінал)")
TRIES = 6
SECONDS = 3.0


async def converse(world: Place, seat: Seat, turns: tuple[Turn, ...], name: str, *, taps: int) -> Message | None:
    """Go through the turns, each several times where nothing comes; the last one is pressed `taps` times.

    Returns what the last turn waited for; None when that never came.
    """
    found = None
    for turn, (act, sight) in enumerate(turns):
        is_last = turn == len(turns) - 1
        found, began = None, world.telegram.world.revision
        for _ in range(TRIES):
            for _ in range(taps if is_last else 1):
                await _act(seat, act.replace("NAME", name))
            seat.mark = began
            found = await _sees(seat, sight.replace("NAME", name))
            if found is not None or world.is_over:
                break
        if found is None:
            return None
    return found


async def _act(seat: Seat, act: str) -> None:
    with suppress(AssertionError):  # the button is gone: an earlier press was heard after all
        await (seat.press(act[1:]) if act.startswith("[") else seat.send(act, replies=False))


async def _sees(seat: Seat, sight: str) -> Message | None:
    try:
        return await seat.sees(sight, seconds=SECONDS)
    except AssertionError:
        return None


@dataclass(slots=True)
class Chatters:
    """New people each time, so that an order is known by who placed it."""

    world: Place

    async def order(self) -> None:
        """A customer orders in the private chat."""
        user_id = self._new_person()
        seat = self.world.telegram.person(user_id, "Оля")
        wish = self.world.ledger.wish(Door.CHAT, user_id)
        taps = self.world.chance.choice([1, 2])
        found = await converse(self.world, seat, ORDER, wish.name, taps=taps)
        self._note(wish, found)

    async def ring_up(self) -> None:
        """A cashier enters an order for a guest at the counter."""
        user_id = self._new_person()
        wish = self.world.ledger.wish(Door.COUNTER, -1)
        seat = self.world.telegram.person(user_id, wish.name).at(self.world.staff_chat)
        taps = self.world.chance.choice([1, 2])
        self._note(wish, await converse(self.world, seat, WALK_IN, wish.name, taps=taps))

    def _new_person(self) -> int:
        return 90_000 + len(self.world.ledger.wishes)

    def _note(self, wish: Wish, found: Message | None) -> None:
        wish.is_told = found is not None
        if found is None:
            self.world.count("gave up")

    async def live(self, act: Callable[[], Awaitable[None]], longest_pause: float) -> None:
        while not self.world.is_over:
            await self.world.opened()
            with self.world.visit():
                await act()
            await asyncio.sleep(self.world.chance.uniform(0.5, longest_pause))

    async def press_cards(self) -> None:
        """One of the staff presses this and that under the cards, at times twice."""
        seat = self.world.telegram.person(80_000, "Тарас").at(self.world.staff_chat)
        cards = [message for message in seat.inbox if any(CARD_BUTTONS.match(label) for label in message.buttons)]
        if not cards:
            return
        card = self.world.chance.choice(cards[-12:])
        label = self.world.chance.choice([label for label in card.buttons if CARD_BUTTONS.match(label)])
        if label.startswith("❌") and self.world.chance.random() < 0.6:
            return
        for _ in range(self.world.chance.choice([1, 1, 2])):
            await seat.press(label, on=card)
