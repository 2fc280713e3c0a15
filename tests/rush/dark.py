"""A lunch without light and net: the tablet keeps what is done until the net is back, the owner sees to the rest."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from tests.bot.conversation import ChatCafe
from tests.driver import Answer, DeskVisitor, Visitor
from tests.rush.plan import Outage
from tests.rush.screen import ScreenStation
from tests.rush.station import Stage, Ticket

MODE = """
[[modes]]
slug = "dark"
name = "Без світла"
products = ["espresso", "borscht", "cake"]
order_types = ["pickup", "dine_in"]
extra_minutes = 5
message = "Світла немає: кава з джезви."
"""
NOT_MADE = "latte"
INSTEAD = "espresso"
LOOKS_EVERY = 5
"""Seconds after which the owner looks at the open orders again."""
MOST_STRANDED = 60
"""Seconds that a guest may wait for what cannot be made."""
STRANDED = """
SELECT o.id, o.status, o.created_at FROM orders o
WHERE o.status NOT IN ('completed', 'cancelled', 'ready', 'courier')
  AND EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = o.id AND l.product_id = :dish)
"""
ORDERED = """
SELECT o.id, o.sequence_number, o.status, o.created_at, (
  SELECT MIN(e.created_at) FROM order_events e WHERE e.order_id = o.id AND e.kind = 'status' AND e.detail = 'ready'
) AS made, (
  SELECT MAX(e.created_at) FROM order_events e WHERE e.order_id = o.id AND e.kind = 'cancelled'
) AS cancelled
FROM orders o WHERE EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = o.id AND l.product_id = :dish)
"""


@dataclass(frozen=True, slots=True)
class Net:
    """Whether the house has a network."""

    outage: Outage | None
    began: datetime
    now: Callable[[], datetime]

    @property
    def is_down(self) -> bool:
        since = (self.now() - self.began).total_seconds()
        return self.outage is not None and self.outage.net_at <= since < self.outage.back_at


@dataclass(slots=True)
class Kept:
    """What a tablet did without the net."""

    acts: int = 0
    sales: int = 0
    refused: list[str] = field(default_factory=list)
    """Why, of each act that came to nothing."""


class KeepingScreen(ScreenStation):
    """The kitchen screen, which without a net shows what it saw last, and keeps what is done for later."""

    def __init__(self, tablet: Visitor, net: Net) -> None:
        super().__init__(tablet)
        self._net = net
        self._queue: list[dict[str, Any]] = []
        self._tickets: list[Ticket] = []
        self._dish: dict[str, Any] = {}
        self.kept = Kept()

    @property
    def has_no_net(self) -> bool:
        return self._net.is_down

    async def keep_menu(self) -> None:
        """Read what is sold at the counter, as a tablet does as long as it can."""
        categories = (await self._tablet.get("/api/board/menu")).json["categories"]
        product_id = self._tablet.cafe.products[INSTEAD]
        [self._dish] = [each for found in categories for each in found["dishes"] if each["id"] == product_id]

    async def look(self) -> list[Ticket]:
        if self._net.is_down:
            return list(self._tickets)
        await self._send()
        self._tickets = await super().look()
        return list(self._tickets)

    async def sell(self) -> None:
        """Serve somebody at the counter, who pays in cash; the number is this tablet's own."""
        dish = self._dish
        self.kept.sales += 1
        line = {"product_id": dish["id"], "name": dish["name"], "quantity": 1, "price": dish["price"], "note": ""}
        self._keep(
            "sale",
            number=f"T1-{self.kept.sales}",
            order_type="dine_in",
            payment="cash",
            lines=[line],
            percent=0,
            total=dish["price"],
            is_handed_out=True,
        )

    async def ready(self, ticket: Ticket) -> None:
        if self._net.is_down:  # no line is ticked off: the order as a whole is
            await self._move(ticket, "ready")
        else:
            await super().ready(ticket)

    async def _move(self, ticket: Ticket, to: str) -> Answer:
        if not self._net.is_down:
            return await super()._move(ticket, to)
        order_id, seen = self._ids[ticket.number], self._seen[ticket.number]
        if to == "completed":
            way = "cash" if self._methods[ticket.number] == "cash" else "terminal"
            self._keep("paid", order=order_id, seen=seen, payment=way)
        else:
            self._keep("move", order=order_id, seen=seen, to=to)
        self._seen[ticket.number] = to
        stages = {"confirmed": Stage.ACCEPTED, "cooking": Stage.COOKING, "ready": Stage.READY}
        self._tickets = [
            replace(each, stage=stages[to]) if each.number == ticket.number else each
            for each in self._tickets
            if each.number != ticket.number or to in stages
        ]
        return DONE

    def _keep(self, kind: str, **values: Any) -> None:
        self.kept.acts += 1
        self._queue.append({"id": uuid4().hex, "at": int(self._net.now().timestamp()), "kind": kind, **values})

    async def _send(self) -> None:
        """Send what was kept, in its order; the first answer is lost, and everything sent once more."""
        acts = self._queue[:50]
        while acts:
            lost = await self._tablet.post("/api/board/acts", {"acts": acts})
            answer = await self._tablet.post("/api/board/acts", {"acts": acts})
            assert lost.status == answer.status == 200, answer
            assert lost.json == answer.json, "an act that was sent twice was done twice"
            self.kept.refused += [each["error"] for each in answer.json["outcomes"] if "error" in each]
            self._queue = self._queue[len(acts) :]
            acts = self._queue[:50]


DONE = Answer(200, {}, b"{}")


@dataclass(slots=True)
class Owner:
    """At home, with a desk: switches the mode on and off, and cancels what cannot be made."""

    shop: ChatCafe
    desk: DeskVisitor
    outage: Outage
    switched_on: float = 0
    """Unix seconds."""

    async def work(self) -> None:
        await asyncio.sleep(self.outage.light_at)
        await self._switch("open")
        self.switched_on = self.shop.clock.now().timestamp()
        until = self.shop.clock.now() + timedelta(seconds=self.outage.back_at - self.outage.light_at)
        while self.shop.clock.now() < until:
            for order in await self.shop.cafe.rows(STRANDED, dish=self._dish):
                cancelled = await self.desk.post(
                    f"/api/desk/orders/{order['id']}/cancel", {"seen": order["status"], "reason": "немає світла"}
                )
                assert cancelled.status in {200, 409}, cancelled
            await asyncio.sleep(LOOKS_EVERY)
        await self._switch("off")

    @property
    def _dish(self) -> int:
        return self.shop.cafe.products[NOT_MADE]

    async def _switch(self, span: str) -> None:
        [mode] = (await self.desk.get("/api/desk/day")).json["modes"]
        answer = await self.desk.post("/api/desk/day/modes", {"id": mode["id"], "span": span})
        assert answer.status == 200, answer

    async def judge(self, began: datetime) -> tuple[list[float], list[str]]:
        """Return how long guests waited for what could not be made, and what went wrong."""
        light, waits, wrong = began.timestamp() + self.outage.light_at, list[float](), list[str]()
        back = began.timestamp() + self.outage.back_at
        for row in await self.shop.cafe.rows(ORDERED, dish=self._dish):
            number, made = f"№{row['sequence_number']}", row["made"]
            if self.switched_on + 1 < row["created_at"] < back:
                wrong.append(f"{number} was taken, though it cannot be made")
            if row["created_at"] >= back or (made is not None and made <= light):
                continue
            if row["cancelled"] is None and (made is None or made < back):
                wrong.append(f"{number} waited for what cannot be made")
            elif row["cancelled"] is not None:
                waits.append(max(0.0, row["cancelled"] - max(light, row["created_at"])))
        return waits, [*wrong, *(f"somebody waited {wait:.0f} s" for wait in waits if wait > MOST_STRANDED)]
