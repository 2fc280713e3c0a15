"""People who order by card and pay, and who try again when the service is gone for a moment."""

import asyncio
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from aiohttp import ClientError, ClientSession

from tests.driver import init_data
from tests.fakes.monobank import FakeMonobank
from tests.fakes.telegram import TOKEN

PATIENCE = 60


@dataclass(slots=True)
class Buyer:
    """One customer with one order; `user_id` is 0 for a guest."""

    session: ClientSession
    url: str
    bank: FakeMonobank
    chance: random.Random
    user_id: int = 0
    polls: bool = False
    declines_first: bool = False
    pays: bool = True
    key: str = field(default_factory=lambda: uuid4().hex)
    cookie: str = ""
    result: Mapping[str, Any] = field(default_factory=dict)

    @property
    def order_id(self) -> int:
        return int(self.result["order_id"])

    async def live(self, product_id: int) -> None:
        """Order, pay, look."""
        await asyncio.sleep(self.chance.uniform(0, 6))
        await self.insists("POST", "/api/cart/items", {"product_id": product_id}, expects=201)
        form = {"name": "Дар'я", "phone": "0671234567", "pickup_time": "18:30", "payment_method": "card"}
        self.result = await self.insists("POST", "/api/checkout/pickup", form, expects=201)
        page = self.result["pay_url"]
        if page is None:
            page = (await self.insists("POST", f"/api/orders/{self.order_id}/pay"))["pay_url"]
        invoice_id = str(page).rsplit("/", 1)[-1]
        await asyncio.sleep(self.chance.uniform(0, 1))
        if self.declines_first or not self.pays:
            await self.bank.decline(invoice_id, settle=False)
        if self.pays:
            await self.bank.pay(invoice_id, settle=False)
        while self.polls and self.pays:
            if (await self.insists("GET", f"/api/checkout/payment-status/{self.order_id}"))["paid"]:
                return
            await asyncio.sleep(0.3)

    async def insists(self, method: str, path: str, body: object = None, *, expects: int = 200) -> Any:
        """Ask until there is an answer, which must be the expected one."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                async with self.session.request(method, self.url + path, json=body, headers=self._headers()) as answer:
                    text = await answer.text()
                    if "session" in answer.cookies:
                        self.cookie = f"session={answer.cookies['session'].value}"
                    assert answer.status == expects, f"{method} {path}: {answer.status} {text}"
                    return await answer.json()
            except (ClientError, OSError, TimeoutError):
                assert time.monotonic() < until, f"{method} {path}: no answer for {PATIENCE} s"
                await asyncio.sleep(0.05)

    def _headers(self) -> dict[str, str]:
        headers = {"Idempotency-Key": self.key}
        if self.user_id:
            user = {"id": self.user_id, "first_name": "Дар'я", "language_code": "uk"}
            headers["X-Platform-Init-Data"] = init_data(datetime.now(UTC), user, TOKEN)
        elif self.cookie:
            headers["Cookie"] = self.cookie
        return headers
