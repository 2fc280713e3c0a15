"""Customers who order on the web, pay, tap twice, change their minds, and ask again when nobody answers."""

import asyncio
import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

from aiohttp import ClientError

from tests.chaos.ledger import Accepted, Door, Payment, Wish
from tests.chaos.place import Place
from tests.driver import init_data
from tests.fakes.telegram import TOKEN

PATIENCE = 45
"""Seconds after which somebody who gets no answer goes away."""
PRODUCTS = ("Лате", "Еспресо", "Борщ", "Київський торт")
PHONE = "0671234567"
FORMS: Mapping[str, Mapping[str, str]] = {
    "pickup": {"pickup_time": "18:30"},
    "dine-in": {"table_number": "7"},
    "delivery": {"address_city": "Київ", "address_street": "Хрещатик", "address_house": "1а"},
}
OPEN_AT_BANK = {"created", "processing", "failure", "wait_sender"}


class GaveUpError(Exception):
    """There was no answer for too long. What was asked for is done or not."""


@dataclass(slots=True)
class WebCustomer:
    """`user_id` is 0 for guests, who are new at each visit."""

    world: Place
    user_id: int = 0
    cookie: str = field(default="")
    longest_pause: float = 6
    """Seconds between two visits."""
    kinds: tuple[str, ...] = tuple(FORMS)
    """What they order, one or another."""

    async def live(self) -> None:
        chance = self.world.chance
        while not self.world.is_over:
            await self.world.opened()
            with self.world.visit():
                try:
                    await self.order()
                except GaveUpError:
                    self.world.count("gave up")
            await asyncio.sleep(chance.uniform(0.5, self.longest_pause))

    async def order(self) -> None:
        """One visit: a cart, an order, and what comes of it."""
        chance = self.world.chance
        self.cookie = ""
        wish = self.world.ledger.wish(Door.WEB, self.user_id)
        kind = chance.choice(self.kinds)
        method = chance.choice(["card", "card", "cash"])
        form: dict[str, Any] = {"name": wish.name, "phone": PHONE, "payment_method": method, **FORMS[kind]}
        form["answers"] = {"adult": True}  # counts only with alcohol
        if chance.random() < 0.5:
            form["promo_code"] = chance.choice(["FEW", "Welcome10", "ONCE", "зНижка"])
        await self._fill_cart(at_least=150 if kind == "delivery" else 0)
        placed = await self._check_out(wish, f"/api/checkout/{kind}", form)
        if placed is None:
            return
        await asyncio.sleep(chance.uniform(0, 0.5))
        acts = [self._pay(wish, placed)] if method == "card" else []
        if chance.random() < 0.25:
            acts.append(self._cancel(wish))
        await asyncio.gather(*acts)

    async def _fill_cart(self, at_least: int) -> None:
        _, products = await self.insist("GET", "/api/products")
        by_name = {product["name"]: product for product in products}
        total = -1
        while total < at_least:
            product = by_name[self.world.chance.choice([name for name in PRODUCTS if name in by_name])]
            piece = {"product_id": product["id"], "quantity": self.world.chance.randint(1, 2), **self._choice(product)}
            _, cart = await self.insist("POST", "/api/cart/items", piece)
            total = cart["items_total"]

    def _choice(self, product: dict[str, Any]) -> dict[str, Any]:
        """What comes with the product, or any one option of each of its groups."""
        groups = product.get("option_groups")
        if not groups or self.world.chance.random() < 0.3:
            return {}
        offered = [[each for each in group["options"] if each["price_delta"] >= 0] for group in groups]
        return {"options": [{"id": self.world.chance.choice(options)["id"]} for options in offered]}

    async def _check_out(self, wish: Wish, path: str, form: dict[str, Any]) -> dict[str, Any] | None:
        """Order with one key and one to three taps; a promo code that is refused is left out."""
        key = self.world.chance.randbytes(16).hex()
        while True:
            taps = self.world.chance.choice([1, 1, 2, 3])
            answers = await asyncio.gather(*(self.insist("POST", path, form, key=key) for _ in range(taps)))
            placed: list[dict[str, Any]] = [body for status, body in answers if status == 201]
            for body in placed:
                token = str(body["track_url"]).rpartition("=")[2]
                self.world.ledger.accept(wish, Accepted(body["order_id"], body["order_number"], body["total"], token))
            if placed:
                return placed[0]
            refusals = {body.get("error") for _, body in answers}
            if refusals != {"promo_invalid"} or not form.pop("promo_code", None):
                self.world.ledger.unexplained.append(f"{wish.name} was refused: {answers}")
                return None

    async def _pay(self, wish: Wish, placed: dict[str, Any]) -> None:
        """Pay once, not at all, twice over two pages, after a declined card; some payments are reversed later."""
        chance = self.world.chance
        pages = [placed["pay_url"]] if placed["pay_url"] else []
        way = chance.choice(["once", "once", "once", "declined", "twice", "late", "never", "reversed"])
        if not pages or way in {"twice", "late"}:
            pages += await self._ask_for_page(wish)
        if way == "never" or not pages:
            return
        till = Till(self.world)
        if way == "declined":
            await till.decline(pages[-1])
        paid = [await till.pay(page) for page in (pages if way == "twice" else pages[-1:])]
        if way == "reversed" and any(paid):
            await asyncio.sleep(chance.uniform(0, 2))
            await till.reverse(pages[-1])
        if chance.random() < 0.3 and wish.accepted:
            await self.insist("GET", f"/api/checkout/payment-status/{wish.accepted.order_id}")

    async def _ask_for_page(self, wish: Wish) -> list[str]:
        """`/pay`, a few times where the bank is gone."""
        assert wish.accepted
        for _ in range(4):
            status, body = await self.insist("POST", f"/api/orders/{wish.accepted.order_id}/pay")
            if status == 200:
                return [str(body["pay_url"])]
            if status != 502:
                break
            await asyncio.sleep(self.world.chance.uniform(0.3, 1))
        return []

    async def _cancel(self, wish: Wish) -> None:
        assert wish.accepted
        await asyncio.sleep(self.world.chance.uniform(0, 1.5))
        status, _ = await self.insist("POST", f"/api/orders/{wish.accepted.order_id}/cancel")
        if status == 200:
            self.world.count("cancelled by customers")

    async def insist(self, method: str, path: str, body: object = None, *, key: str = "") -> tuple[int, Any]:
        """Ask until there is an answer that is no failure of the service."""
        until = asyncio.get_running_loop().time() + PATIENCE
        while asyncio.get_running_loop().time() < until:
            try:
                async with self.world.session.request(
                    method, self.world.url() + path, json=body, headers=self._headers(key)
                ) as answer:
                    if "session" in answer.cookies:
                        self.cookie = f"session={answer.cookies['session'].value}"
                    if answer.content_type == "application/json":
                        return answer.status, await answer.json()
                    await answer.read()
            except (ClientError, OSError, TimeoutError):
                pass
            await asyncio.sleep(0.05)
        raise GaveUpError(f"{method} {path}")

    def _headers(self, key: str) -> dict[str, str]:
        headers = {"Idempotency-Key": key} if key else {}
        if self.user_id:
            user = {"id": self.user_id, "first_name": "Дар'я", "language_code": "uk"}
            opened = self.world.now() - timedelta(hours=6)  # in the past also of a clock that was put back
            headers["X-Platform-Init-Data"] = init_data(opened, user, TOKEN)
        elif self.cookie:
            headers["Cookie"] = self.cookie
        return headers


@dataclass(frozen=True, slots=True)
class Till:
    """Pays at whichever bank a page belongs to, and keeps account."""

    world: Place

    async def pay(self, page: str) -> bool:
        """Whether the bank took the money."""
        found = await self._open(page)
        if found is None:
            return False
        bank = self.world.bank if found.provider == "monobank" else self.world.liqpay
        self.world.ledger.pay(found)
        await bank.pay(found.invoice_id, settle=False)
        self.world.count("payments")
        return True

    async def decline(self, page: str) -> None:
        found = await self._open(page)
        if found is not None:
            bank = self.world.bank if found.provider == "monobank" else self.world.liqpay
            await bank.decline(found.invoice_id, settle=False)

    async def reverse(self, page: str) -> None:
        provider, invoice_id = self._name(page)
        if (provider, invoice_id) in self.world.ledger.payments:
            bank = self.world.bank if provider == "monobank" else self.world.liqpay
            self.world.ledger.reversed.add((provider, invoice_id))
            await bank.refund(invoice_id, settle=False)
            self.world.count("reversals")

    async def _open(self, page: str) -> Payment | None:
        """The payment as it stands on its page; None where it cannot be paid any more, or the page does not open."""
        provider, invoice_id = self._name(page)
        if provider == "monobank":
            invoice = self.world.bank.invoices[invoice_id]
            return Payment(provider, invoice_id, invoice.amount) if invoice.status in OPEN_AT_BANK else None
        try:
            async with self.world.session.get(page) as answer:
                await answer.read()
        except (ClientError, OSError, TimeoutError):
            return None
        payment = self.world.liqpay.payments.get(invoice_id)
        if payment is None or payment.status not in OPEN_AT_BANK:
            return None
        return Payment(provider, invoice_id, int(payment.amount * 100))

    def _name(self, page: str) -> tuple[str, str]:
        if page.startswith(self.world.bank.base_url):
            return "monobank", page.rsplit("/", 1)[-1]
        said = json.loads(base64.b64decode(parse_qs(urlsplit(page).query)["data"][0]))
        return "liqpay", str(said["order_id"])
