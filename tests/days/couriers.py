"""Couriers of a day: they press what their messages offer, come and go, block the bot; the owner counts their cash."""

import asyncio
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass

from tests.days.staff import Manager
from tests.days.world import DayWorld
from tests.fakes.telegram import Seat

COURIERS = ((81_001, "Микола"), (81_002, "Іван"))
BUTTONS = re.compile(r"^(🛵 Беру|↩️|🎒|🚪|🚫|🏠|✅ Передав|💳)")
NEWEST = 12


def hire(world: DayWorld) -> None:
    """Have them on the staff, before the program begins."""
    with closing(sqlite3.connect(world.database)) as connection, connection:
        for telegram_id, name in COURIERS:
            connection.execute(
                "INSERT INTO staff (telegram_id, name, name_key, role, is_active, created_at) "
                "VALUES (?, ?, ?, 'staff', 1, 0)",
                (telegram_id, name, name.casefold()),
            )
    world.has_couriers = True


@dataclass(slots=True)
class Courier:
    world: DayWorld
    telegram_id: int
    name: str

    async def live(self, longest_pause: float) -> None:
        seat, chance = self.world.telegram.person(self.telegram_id, self.name), self.world.chance
        await seat.send("/start")
        while not self.world.is_over:
            await self.world.opened()
            with self.world.visit():
                await self._act(seat)
            await asyncio.sleep(chance.uniform(0.5, longest_pause))

    async def _act(self, seat: Seat) -> None:
        chance = self.world.chance
        if not self._is_on_shift():
            await seat.unblock()
            await seat.send("/shift")
            return
        match chance.choices(["press", "leave", "block", "look"], [60, 2, 1, 3])[0]:
            case "leave":
                await seat.send("/shift")
            case "block":
                await seat.block()
            case "look":
                await seat.send("/deliveries")
            case _:
                await self._press(seat)

    async def _press(self, seat: Seat) -> None:
        chance = self.world.chance
        cards = [message for message in seat.inbox if any(BUTTONS.match(label) for label in message.buttons)]
        if not cards:
            return
        card = chance.choice(cards[-NEWEST:])
        label = chance.choice([label for label in card.buttons if BUTTONS.match(label)])
        if label.startswith(("↩️", "🚫", "🏠")) and chance.random() < 0.7:
            return
        for _ in range(chance.choice([1, 1, 2])):
            await seat.press(label, on=card)
            self.world.count("a courier's taps")

    def _is_on_shift(self) -> bool:
        with closing(sqlite3.connect(self.world.database)) as connection:
            found = connection.execute(
                "SELECT 1 FROM courier_shifts f JOIN staff s ON s.id = f.staff_id "
                "WHERE s.telegram_id = ? AND f.to_at IS NULL",
                (self.telegram_id,),
            )
            return found.fetchone() is not None


@dataclass(slots=True)
class Counter(Manager):
    """The owner counts what couriers hand in, at times too little or too much, and decides about that."""

    async def live(self, longest_pause: float) -> None:
        while not self.world.is_over:
            await asyncio.sleep(self.world.chance.uniform(1, longest_pause))
            if self.world.is_over:
                return
            with self.world.visit():
                if await self.is_signed_in():
                    await self._count()

    async def _count(self) -> None:
        chance, told = self.world.chance, await self.ask("GET", "/api/desk/cash")
        if told is None or told[0] != 200:
            return
        open_ones = [each for each in told[1]["hand_ins"] if each["is_open"]]
        if open_ones and chance.random() < 0.4:
            wish = {"decision": chance.choice(["owed", "written_off"]), "reason": "Домовилися"}
            await self.ask("POST", f"/api/desk/cash/hand-ins/{chance.choice(open_ones)['id']}/decision", wish)
        elif told[1]["couriers"]:
            pocket = chance.choice(told[1]["couriers"])
            counted = max(0, pocket["in_hand"] + chance.choice([0, 0, 0, -50, 20]))
            await self.ask("POST", "/api/desk/cash/hand-ins", {"staff": pocket["id"], "counted": counted})
            self.world.tell("Олена", f"count {counted} of {pocket['in_hand']} from {pocket['name']}")
