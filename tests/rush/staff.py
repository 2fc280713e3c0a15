"""Two of the staff: one takes orders in, the other gets them made and handed over."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tests.bot.conversation import converse
from tests.fakes.telegram import Seat
from tests.rush.dark import KeepingScreen
from tests.rush.guests import KYIV, PATIENCE
from tests.rush.station import Stage, Station, Ticket

AT_ONCE = 3
"""Orders that the kitchen has in work."""
AHEAD = timedelta(minutes=12)
"""How long before its time an order for later is begun."""
SECONDS_A_PIECE = (12, 22)
COMES_AFTER = {"pickup": (5, 40), "dine-in": (3, 10), "delivery": (20, 60)}
"""Seconds after which somebody takes what is ready."""
ON_THE_ROAD = (180, 300)
PROMISES = {"pickup": 10, "dine-in": 20, "delivery": 20}

WALK_IN = (
    ("/walkin", "Замовлення на касі"),
    ("[Кава]", "Натисніть на позицію"),
    ("[Лате", "Додати"),
    ("[➕ Додати", "Перевірити"),
    ("[🧾 Перевірити", "Тут, термінал"),
    ("[🍽💳 Тут, термінал", "Картка нижче"),
)


@dataclass(slots=True)
class Person:
    """Looks, does a thing or a few, looks again. What people first see, and when, is noted for all."""

    station: Station
    chance: random.Random
    now: Callable[[], datetime]
    seen: dict[str, datetime]

    async def glance(self) -> list[Ticket]:
        await asyncio.sleep(self.chance.uniform(3, 7))
        tickets = await self.station.look()
        for ticket in tickets:
            self.seen.setdefault(ticket.number, self.now())
        return tickets

    async def reach(self, ticket: Ticket | None = None) -> None:
        """Find the order and the button."""
        await asyncio.sleep(self.chance.uniform(1.5, 3.5) + (self.station.search(ticket) if ticket else 0))

    def soon(self, ticket: Ticket, margin: timedelta) -> bool:
        """Whether a guest's time comes within the margin; who gave none wants it now."""
        if ticket.is_promised or not ticket.due:
            return True
        local = self.now().astimezone(KYIV)
        hour, minute = map(int, ticket.due.split(":"))
        return local.replace(hour=hour, minute=minute, second=0) - local <= margin


@dataclass(slots=True)
class Host(Person):
    """Accepts, and promises times; enters what guests order at the counter, who come first."""

    seat: Seat
    """In the staff chat: walk-ins are entered there, whatever the station."""
    counter: list[datetime]
    """When somebody comes to the counter."""
    till: KeepingScreen | None = None
    """Where walk-ins are entered while there is no net."""

    async def work(self) -> None:
        while True:
            if self.till is not None and self.till.has_no_net:
                await self._work_without_net(self.till)
                continue
            if self.counter and self.counter[0] <= self.now():
                await self._ring_up()
                self.counter.pop(0)
            for ticket in await self.glance():
                if ticket.stage is Stage.NEW:
                    await self.reach(ticket)
                    await self.station.accept(ticket, None if ticket.due else PROMISES[ticket.kind])

    async def _work_without_net(self, till: KeepingScreen) -> None:
        """Serve the counter: what is ordered meanwhile is read when the net is back."""
        await self.reach()
        if self.counter and self.counter[0] <= self.now():
            await till.sell()
            self.counter.pop(0)

    async def _ring_up(self) -> None:
        for turn in WALK_IN:
            await self.reach()
            await converse(self.seat, [turn], seconds=PATIENCE)


@dataclass(slots=True)
class Cook(Person):
    """Starts what is due first, a few at a time, and hands over what is ready."""

    due_at: dict[tuple[str, Stage], datetime] = field(default_factory=dict)
    """When something will be made, or taken away."""
    has_couriers: bool = False
    """Who bring deliveries themselves."""

    async def work(self) -> None:
        while True:
            tickets = sorted(await self.glance(), key=lambda ticket: (ticket.due or "", int(ticket.number[1:])))
            for ticket in tickets:
                if self._is_over(ticket):
                    await self.reach(ticket)
                    await (self.station.ready if ticket.stage is Stage.COOKING else self.station.hand_over)(ticket)
            in_work = sum(ticket.stage is Stage.COOKING for ticket in tickets)
            waiting = [each for each in tickets if each.stage is Stage.ACCEPTED and self.soon(each, AHEAD)]
            for ticket in waiting[: max(0, AT_ONCE - in_work)]:
                await self.reach(ticket)
                await self.station.start(ticket)

    def _is_over(self, ticket: Ticket) -> bool:
        """Whether what the order waits for has come to pass; it begins when the stage is first seen."""
        match ticket.stage:
            case Stage.READY | Stage.ON_ITS_WAY if ticket.kind == "delivery" and self.has_couriers:
                return False
            case Stage.COOKING:
                seconds = ticket.pieces * self.chance.uniform(*SECONDS_A_PIECE)
            case Stage.READY if ticket.kind == "pickup" and not self.soon(ticket, timedelta()):
                return False  # whoever comes for it comes at the time
            case Stage.READY:
                seconds = self.chance.uniform(*COMES_AFTER[ticket.kind])
            case Stage.ON_ITS_WAY:
                seconds = self.chance.uniform(*ON_THE_ROAD)
            case _:
                return False
        over_at = self.due_at.setdefault((ticket.number, ticket.stage), self.now() + timedelta(seconds=seconds))
        return over_at <= self.now()
