"""Guests: each fills a cart, orders by one of the doors, and perhaps pays or cancels."""

import asyncio
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from tests.bot.conversation import ChatCafe, converse
from tests.driver import ABSENT, Visitor
from tests.fakes.monobank import FakeMonobank
from tests.rush.dark import INSTEAD
from tests.rush.plan import Door, Line, Wish

KYIV = ZoneInfo("Europe/Kyiv")
SOON = 10
"""Minutes until guests who want it now say that they come."""
PATIENCE = 60
"""Seconds that somebody in the chat waits for an answer."""


@dataclass(slots=True)
class Guests:
    """Everybody who orders; `placed` has the number of each order."""

    cafe: ChatCafe
    bank: FakeMonobank
    options: dict[str, int]
    """Their ids by slug."""
    placed: list[str] = field(default_factory=list)
    takes_what_there_is: bool = False
    """Whether guests choose something else where their wish cannot be had."""
    changed: int = 0
    """Orders that were changed."""
    in_app: list[int] = field(default_factory=list)
    """The chats of those who ordered in the mini-app: after the greeting nothing there is an answer."""

    async def come(self, number: int, wish: Wish) -> None:
        """Carry out a wish at its time; `number` tells the guests apart."""
        await asyncio.sleep(wish.at)
        seat = self.cafe.customer(5000 + number, f"Гість {number}")
        if wish.door is Door.APP:
            await converse(seat, [("/start", "Вітаємо")], seconds=PATIENCE)
        visitor = self.cafe.cafe.guest() if wish.door is Door.GUEST else self.cafe.in_mini_app(seat)
        await self._fill_cart(wish, visitor)
        if wish.door is Door.CHAT:
            order_id = await self._order_in_chat(number, wish, visitor)
            page = ""
        else:
            answer = await visitor.orders(wish.kind, **await self._form(wish, visitor))
            if self.takes_what_there_is and answer.status == 400:
                wish = replace(wish, kind="dine-in", later=None)
                await self._fill_cart(wish, visitor)
                answer = await visitor.orders(wish.kind, **await self._form(wish, visitor))
            assert answer.status == 201, answer
            order_id, page = answer.json["order_id"], str(answer.json["pay_url"] or "")
            self.placed.append(answer.json["order_number"])
            if wish.door is Door.APP:
                self.in_app.append(seat.user["id"])
        acts = [self._pay, self._cancel, self._change]
        await asyncio.gather(*(act(wish, visitor, order_id, page) for act in acts))

    async def _fill_cart(self, wish: Wish, visitor: Visitor) -> None:
        """Put the wish into the cart; who may, takes an espresso instead of what is not served."""
        for line in wish.lines:
            answer = await visitor.post("/api/cart/items", self._piece(line))
            if self.takes_what_there_is and answer.status == 404:
                answer = await visitor.post("/api/cart/items", self._piece(Line(INSTEAD, line.quantity, None, "")))
            assert answer.status == 201, answer

    def _piece(self, line: Line) -> dict[str, Any]:
        piece: dict[str, Any] = {"product_id": self.cafe.cafe.products[line.slug], "quantity": line.quantity}
        if line.options is not None:
            piece["options"] = [{"id": self.options[slug], "quantity": 1} for slug in line.options]
        return {**piece, "note": line.note} if line.note else piece

    async def _form(self, wish: Wish, visitor: Visitor) -> dict[str, Any]:
        form: dict[str, Any] = {"payment_method": "card" if wish.is_card else "cash"}
        if wish.kind == "dine-in":
            form["table_number"] = "7"
        if wish.street:
            form |= {"address_city": "Київ", "address_street": wish.street, "address_house": "5"}
        if wish.later is not None:
            wanted = f"{self._on_the_wall(wish.later):%Y-%m-%dT%H:%M}"
            times = (await visitor.get("/api/checkout/times?type=pickup")).json["times"]
            free = [each["at"] for each in times if not each["is_full"] and each["at"] >= wanted]
            form |= {"pickup_time": ABSENT, "scheduled_for": free[0]}
        elif wish.kind == "pickup":
            form["pickup_time"] = f"{self._on_the_wall(SOON):%H:%M}"
        return form

    def _on_the_wall(self, minutes: int) -> datetime:
        """The time so many minutes from now."""
        return self.cafe.clock.now().astimezone(KYIV) + timedelta(minutes=minutes)

    async def _order_in_chat(self, number: int, wish: Wish, visitor: Visitor) -> int:
        seat = self.cafe.customer(5000 + number)
        place = [("[🍽 У закладі", "столика"), ("7", "Як заплатите")]
        if wish.kind == "pickup":
            when = "[⚡️ Якнайшвидше]" if wish.later is None else f"{self._on_the_wall(wish.later + 1):%H:%M}"
            place = [("[🥡 Самовивіз", "На коли"), (when, "Як заплатите")]
        pays = "[💳" if wish.is_card else "[💵"
        kind, where = place
        asked = [("/checkout", "отримати"), (kind[0], "Як вас звати"), (f"Гість {number}", "номер телефону")]
        answered = [("0501112233", kind[1]), where, (pays, "Перевірте замовлення")]
        await converse(seat, [*asked, *answered, ("[✅ Підтвердити", "отримано!")], seconds=PATIENCE)
        [order] = await visitor.sees_orders()
        self.placed.append(order["number"])
        return int(order["id"])

    async def _pay(self, wish: Wish, visitor: Visitor, order_id: int, page: str) -> None:
        if wish.pays_after is None:
            return
        await asyncio.sleep(wish.pays_after)
        if not page:
            answer = await visitor.pays(order_id)
            if answer.status != 200:  # it was cancelled, or handed out and paid at the counter
                return
            page = str(answer.json["pay_url"])
        await self.bank.pay(page.rpartition("/")[2])

    async def _change(self, wish: Wish, visitor: Visitor, order_id: int, _page: str) -> None:
        """Have a piece more of the first dish, if that is not too late."""
        if wish.changes_after is None:
            return
        await asyncio.sleep(wish.changes_after)
        edit = (await visitor.get(f"/api/orders/{order_id}/details")).json.get("edit")
        if edit is not None:
            line = edit["lines"][0]
            lines = [{"id": line["id"], "quantity": line["quantity"] + 1}]
            answer = await visitor.post(f"/api/orders/{order_id}/edits", {"seen": edit["seen"], "lines": lines})
            assert answer.status in {200, 409}, answer
            self.changed += answer.status == 200

    async def _cancel(self, wish: Wish, visitor: Visitor, order_id: int, _page: str) -> None:
        """Try to: it may be too late."""
        if wish.cancels_after is not None:
            await asyncio.sleep(wish.cancels_after)
            await visitor.cancels(order_id)
