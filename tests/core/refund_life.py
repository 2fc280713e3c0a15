"""Whatever can happen to the money of an order, by chance: paid, given back, reversed, cancelled; answers get lost."""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

import orjson

from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.handlers import record
from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.money.refunds.model import RefundOffer, Selection
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.ordering.orders.service import OrderService
from cafe.core.ordering.orders.staff_service import StaffOrderService
from tests.core.payments_harness import PERSON, PaymentsHarness, product_line
from tests.fakes.service import Failure

FAILURES = [Failure.LOST_ANSWER, Failure.DROPPED, Failure.SERVER_ERROR, Failure.HTML, Failure.TOO_MANY_REQUESTS]
REFUSALS = [
    (400, "WRONG_CANCEL_AMOUNT"),
    (400, "ORDER_IN_PROGRESS"),
    (500, "CANCEL_NOT_AVAILABLE"),
    (429, "TMR"),
    (403, "FORBIDDEN"),
]


class NoInvoiceError(CafeError):
    """Nobody has opened a payment page of the order: there is nothing to pay or to give back."""


@dataclass(slots=True)
class RefundLife:
    harness: PaymentsHarness
    chance: random.Random
    happened: Counter[str] = field(default_factory=Counter)
    orders: list[OrderId] = field(default_factory=list)
    heard: list[tuple[ProviderName, bytes]] = field(default_factory=list)
    """What the banks said, to be said again, or late."""

    async def place(self) -> OrderId:
        """An order of one to four lines, with discounts that do not divide evenly."""
        chance, harness = self.chance, self.harness
        lines = tuple(
            product_line(name, chance.randint(1, 3), chance.choice([1, 49, 85, 100, 333]))
            for name in ("Лате", "Торт", "Борщ", "Вода")[: chance.randint(1, 4)]
        )
        items = sum(line.total for line in lines)
        discount = chance.randint(0, items // 2)
        by_card = chance.random() < 0.85
        await harness.use(chance.choice(list(ProviderName)))
        order = await harness.order(
            lines=lines,
            delivery_fee=chance.choice([0, 60]),
            discount=discount,
            promo_discount=chance.randint(0, items // 3) if chance.random() < 0.4 and discount < items // 2 else 0,
            payment_method="card" if by_card else "cash",
        )
        self.orders.append(order)
        if by_card:
            await self._open(await harness.page(order))
        return order

    async def live(self, order: OrderId, acts: int) -> None:
        """Let things happen to an order; first of all it is mostly paid."""
        if self.chance.random() < 0.8:
            with suppress(CafeError):
                await self.pay(order)
        weights = {
            self.pay: 6,
            self.pay_again: 1,
            self.give_back: 8,
            self.kill: 2,
            self.two_press: 2,
            self.dashboard: 2,
            self.say: 5,
            self.say_again: 1,
            self.cancel: 1,
            self.finish: 1,
            self.end_processing: 2,
            self.wait: 5,
            self.make_receipts: 3,
        }
        for _ in range(acts):
            act = self.chance.choices(list(weights), list(weights.values()))[0]
            with suppress(CafeError):
                await act(order)
                self.happened[act.__name__] += 1

    # What people do.

    async def pay(self, order: OrderId) -> None:
        provider, invoice = await self._invoice(order)
        if provider is ProviderName.MONOBANK and self.harness.bank.invoices[invoice].status == "created":
            await self.harness.bank.pay(invoice)
            await self.say(order)
        elif provider is ProviderName.LIQPAY and self.harness.liqpay.payments[invoice].status == "wait_sender":
            await self.harness.liqpay.pay(invoice)
            await self.say(order)

    async def pay_again(self, order: OrderId) -> None:
        """By another page that was open."""
        await self._open((await self.harness.payments.pay(PERSON, order)).url)

    async def give_back(self, order: OrderId) -> None:
        self._trouble()
        offer = await self.harness.refunds.offer(order)
        await self.harness.refunds.request(order, self._selection(offer), seen=offer.seen, reason="", actor="Ірина")

    async def two_press(self, order: OrderId) -> None:
        self._trouble()
        offer = await self.harness.refunds.offer(order)
        selection = self._selection(offer)
        presses = [
            self.harness.refunds.request(order, selection, seen=offer.seen, reason="", actor=actor)
            for actor in ("Ірина", "Тарас")
        ]
        ends = await asyncio.gather(*presses, return_exceptions=True)
        assert sum(not isinstance(end, BaseException) for end in ends) <= 1, ends

    async def kill(self, order: OrderId) -> None:
        """The process dies somewhere in the middle of a refund."""
        giving = asyncio.ensure_future(self.give_back(order))
        await asyncio.sleep(self.chance.random() * 0.008)
        giving.cancel()
        with suppress(asyncio.CancelledError):
            await giving
        await self.harness.refunds.worker.resume()

    async def cancel(self, order: OrderId) -> None:
        database, clock = self.harness.database, self.harness.clock
        if self.chance.random() < 0.5:
            await OrderService(database, clock, record, SnapshotCache(database, clock)).cancel(PERSON, order)
        else:
            await StaffOrderService(database, clock, record).cancel(order, OrderStatus.NEW, "ні", "Ірина")

    async def finish(self, order: OrderId) -> None:
        [row] = await self.harness.rows(
            "SELECT status, payment_status, payment_method FROM orders WHERE id = :i", i=order
        )
        if row["status"] == "new" and (row["payment_method"] == "cash" or row["payment_status"] == "paid"):
            await self.harness.change(order, status="completed")

    async def dashboard(self, order: OrderId) -> None:
        """Somebody gives money back in the bank's own dashboard, and its webhook may be lost."""
        provider, invoice = await self._invoice(order)
        if provider is ProviderName.MONOBANK:
            left = self.harness.bank.invoices[invoice].left
            is_paid = self.harness.bank.invoices[invoice].status == "success"
        else:
            payment = self.harness.liqpay.payments[invoice]
            left, is_paid = int((payment.amount - payment.refunded) * 100), payment.status == "success"
        if is_paid and left:
            amount = self.chance.choice([left, self.chance.randint(1, left)])
            service = self.harness.bank if provider is ProviderName.MONOBANK else self.harness.liqpay
            await service.refund(invoice, amount)
            if self.chance.random() < 0.7:
                await self.say(order)

    # What the banks and time do.

    async def say(self, order: OrderId) -> None:
        """The bank says how its payment is by now."""
        for provider, invoice in await self._invoices(order):
            if provider is ProviderName.MONOBANK:
                body = self.harness.bank.invoices[invoice].body
            elif invoice in self.harness.liqpay.payments:
                body = orjson.dumps(self.harness.liqpay.payments[invoice].told)
            else:
                continue
            self.heard.append((provider, body))
            await self._hear(provider, body)

    async def say_again(self, _order: OrderId) -> None:
        if self.heard:
            await self._hear(*self.chance.choice(self.heard[-20:]))

    async def end_processing(self, order: OrderId) -> None:
        for provider, invoice in await self._invoices(order):
            if provider is ProviderName.MONOBANK:
                await self.harness.bank.finish_refunds(invoice, self.chance.choice(["success", "failure"]))

    async def wait(self, _order: OrderId) -> None:
        self.harness.clock.advance(seconds=self.chance.choice([1, 10, 60, 240, 700]))
        await self.harness.refunds.worker.work()
        if self.chance.random() < 0.3:
            await self.harness.sweeper.sweep()

    async def make_receipts(self, _order: OrderId) -> None:
        if self.chance.random() < 0.3:
            self.harness.checkbox.fail(self.chance.choice(FAILURES), path=self.chance.choice(["/sell", "/receipts/"]))
        await self.harness.receipts.work()

    def calm_down(self) -> None:
        """From now on everything works."""
        for service in (self.harness.bank, self.harness.liqpay, self.harness.checkbox):
            service.recover()
        self.harness.bank.refused_refund, self.harness.liqpay.refused_refund = None, ""
        self.harness.bank.refund_status = "success"

    def _trouble(self) -> None:
        """Decide what the next refund meets."""
        bank, liqpay = self.harness.bank, self.harness.liqpay
        bank.recover()
        liqpay.recover()
        bank.refused_refund, liqpay.refused_refund, bank.refund_status = None, "", "success"
        what = self.chance.random()
        if what < 0.3:
            bank.fail(self.chance.choice(FAILURES), path="/invoice/cancel")
            liqpay.fail(self.chance.choice(FAILURES), path="/api/request")
        elif what < 0.4:
            bank.refused_refund, liqpay.refused_refund = self.chance.choice(REFUSALS), "err_cancel"
        elif what < 0.5:
            bank.refund_status = "processing"

    def _selection(self, offer: RefundOffer) -> Selection:
        chance = self.chance
        if offer.debts and chance.random() < 0.8:
            return Selection(debt_id=chance.choice(offer.debts).debt_id, is_in_person=chance.random() < 0.1)
        kind = chance.random()
        if kind < 0.6 and (offer.lines or offer.delivery):
            lines = {line.line_id: chance.randint(0, line.left) for line in offer.lines}
            return Selection(lines, delivery=bool(offer.delivery) and chance.random() < 0.4)
        if kind < 0.8 and offer.own is not None:
            return Selection(amount=chance.randint(1, offer.own.left))
        return Selection(is_whole=True)

    async def _open(self, page: str) -> None:
        if page.startswith(self.harness.liqpay.base_url):
            await self.harness.liqpay.open(page)

    async def _invoice(self, order: OrderId) -> tuple[ProviderName, str]:
        found = await self._invoices(order)
        if not found:
            raise NoInvoiceError
        return self.chance.choice(found)

    async def _invoices(self, order: OrderId) -> list[tuple[ProviderName, str]]:
        rows = await self.harness.rows(
            "SELECT provider, invoice_id FROM invoices WHERE order_id = :id AND invoice_id IS NOT NULL ORDER BY id",
            id=order,
        )
        return [(ProviderName(row["provider"]), row["invoice_id"]) for row in rows]

    async def _hear(self, provider: ProviderName, body: bytes) -> None:
        if provider is ProviderName.MONOBANK:
            await self.harness.webhook(body)
        else:
            await self.harness.payments.handle_webhook(provider, self.harness.liqpay.sign_raw(body), {})
