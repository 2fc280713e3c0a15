"""Guests who plan ahead, who follow their order, and who want to be forgotten."""

import asyncio
from dataclasses import dataclass

from tests.chaos.ledger import Accepted, Door
from tests.chaos.people import PHONE, GaveUpError, WebCustomer
from tests.days.world import DayWorld


@dataclass(slots=True)
class Planner:
    """Orders for a time that is offered; follows the order by push; some are forgotten when it is over."""

    world: DayWorld

    async def live(self, longest_pause: float) -> None:
        while not self.world.is_over:
            await asyncio.sleep(self.world.chance.uniform(1, longest_pause))
            if self.world.is_over:
                return
            with self.world.visit():
                try:
                    await self.order()
                except GaveUpError:
                    self.world.count("gave up")

    async def order(self) -> None:
        world, chance = self.world, self.world.chance
        guest = WebCustomer(world)
        _, products = await guest.insist("GET", "/api/products")
        latte = next(product["id"] for product in products if product["name"] == "Лате")
        status, _ = await guest.insist(
            "POST", "/api/cart/items", {"product_id": latte, "quantity": chance.randint(1, 3)}
        )
        _, offered = await guest.insist("GET", "/api/checkout/times?type=pickup")
        free = [each["at"] for each in offered.get("times", []) if not each["is_full"]]
        wish = world.ledger.wish(Door.WEB)
        form = {"name": wish.name, "phone": PHONE, "payment_method": "cash"}
        form |= {"scheduled_for": chance.choice(free)} if free else {"pickup_time": "18:30"}
        key = chance.randbytes(16).hex()
        status, body = await guest.insist("POST", "/api/checkout/pickup", form, key=key)
        world.tell(wish.name, f"scheduled for {form.get('scheduled_for')}: {status} {body.get('error', '')}")
        if status != 201:
            return
        token = str(body["track_url"]).rpartition("=")[2]
        world.ledger.accept(wish, Accepted(body["order_id"], body["order_number"], body["total"], token))
        order_id = body["order_id"]
        if chance.random() < 0.5:
            browser = world.push.browser()
            await guest.insist("POST", f"/api/orders/{order_id}/push", {"subscription": browser.subscription})
        while chance.random() < 0.5 and not world.is_over:
            await asyncio.sleep(chance.uniform(30, 600))
            await self._edit(guest, wish.name, order_id)
        if chance.random() < 0.4:
            await asyncio.sleep(chance.uniform(60, 2400))
            await self._be_forgotten(guest, wish.name, order_id)

    async def _edit(self, guest: WebCustomer, name: str, order_id: int) -> None:
        """Answer what the cafe proposes; else have one piece more or fewer."""
        chance = self.world.chance
        status, details = await guest.insist("GET", f"/api/orders/{order_id}/details")
        path = f"/api/orders/{order_id}/edits"
        if status == 200 and "proposal" in details:
            answer = chance.choice(["agree", "decline"])
            status, body = await guest.insist("POST", f"{path}/{details['proposal']['number']}/{answer}")
            self.world.tell(name, f"{answer}: {status} {body.get('error', '')}")
        elif status == 200 and "edit" in details:
            line = chance.choice(details["edit"]["lines"])
            lines = [{"id": line["id"], "quantity": max(0, line["quantity"] + chance.choice([-1, 1]))}]
            status, body = await guest.insist("POST", path, {"seen": details["edit"]["seen"], "lines": lines})
            self.world.tell(name, f"change the order: {status} {body.get('error', '')}")

    async def _be_forgotten(self, guest: WebCustomer, name: str, order_id: int) -> None:
        status, body = await guest.insist("POST", "/api/me/forget")
        self.world.tell(name, f"forget me: {status} {body}")
        if status == 200:
            self.world.forgotten[name] = order_id
