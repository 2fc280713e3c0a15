"""Where money is taken, for tests: the payment services over a real database file and real fakes of the banks."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import orjson

from cafe.core import store
from cafe.core.i18n import read_texts
from cafe.core.payments import PaymentService
from cafe.core.ports import Connection, Provider, ProviderName
from cafe.core.receipts import ReceiptService
from cafe.core.sweeper import Sweeper
from cafe.core.values import CustomerId, OrderId, OrderLine, PaymentStatus, ProductId
from cafe.db.sqlite import SqliteDatabase
from cafe.providers.checkbox import Checkbox
from cafe.providers.http import open_session
from cafe.providers.liqpay import LiqPay
from cafe.providers.monobank import Monobank
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.liqpay import FakeLiqPay
from tests.fakes.monobank import FakeMonobank

Message = tuple[str, str, Mapping[str, Any]]

PERSON = CustomerId(7)
GUEST = CustomerId(-1_000_001)


@dataclass(slots=True)
class SettableClock:
    moment: datetime = field(default_factory=lambda: datetime.now(UTC))

    def now(self) -> datetime:
        return self.moment

    def advance(self, **passed: float) -> None:
        self.moment += timedelta(**passed)


class CountedTokens:
    def __init__(self) -> None:
        self._numbers = count(1)

    def new(self) -> str:
        return f"token-{next(self._numbers)}"


@dataclass(slots=True)
class Till:
    database: SqliteDatabase
    clock: SettableClock
    bank: FakeMonobank
    liqpay: FakeLiqPay
    checkbox: FakeCheckbox
    payments: PaymentService
    sweeper: Sweeper
    receipts: ReceiptService

    async def order(
        self,
        customer: CustomerId = PERSON,
        *,
        lines: tuple[OrderLine, ...] = (OrderLine(None, "Лате", "Latte", 2, 85),),
        delivery_fee: int = 60,
        discount: int = 0,
        promo_discount: int = 0,
        **changed: Any,
    ) -> OrderId:
        """Place an order of 230 UAH by card, unless said otherwise."""
        items_total = sum(line.price * line.quantity for line in lines)
        values = {
            "customer_id": customer,
            "order_type": "delivery",
            "status": "new",
            "payment_method": "card",
            "payment_status": "unpaid",
            "items_total": items_total,
            "delivery_fee": delivery_fee,
            "discount_amount": discount,
            "promo_discount_amount": promo_discount,
            "total": items_total - discount - promo_discount + delivery_fee,
            "name": "Дар'я",
            "phone": "0671234567",
            "created_at": int(self.clock.now().timestamp()),
        } | changed

        def place(conn: Connection) -> OrderId:
            order_id = store.orders.add_order(conn, values)
            conn.run(
                "UPDATE orders SET sequence_number = id, tracking_token = 'track-' || id WHERE id = :id",
                {"id": order_id},
            )
            store.orders.add_lines(conn, order_id, lines)
            return order_id

        return await self.database.write(place)

    async def change(self, order_id: OrderId, **columns: object) -> None:
        def change(conn: Connection) -> None:
            assignments = ", ".join(f"{name} = :{name}" for name in columns)
            conn.run(f"UPDATE orders SET {assignments} WHERE id = :id", {"id": order_id, **columns})  # noqa: S608

        await self.database.write(change)

    async def use(self, provider: ProviderName) -> None:
        """Set the cafe's active provider."""
        await self.database.write(store.settings.set_setting, "payment_provider", provider.value)

    async def invoice_of(self, order_id: OrderId) -> str:
        """The provider's id of the newest invoice of an order."""
        rows = await self.rows("SELECT invoice_id FROM invoices WHERE order_id = :id ORDER BY id DESC", id=order_id)
        return str(rows[0]["invoice_id"])

    async def is_marked_paid(self, order_id: OrderId) -> bool:
        order = await self.database.read(store.orders.get_order, order_id)
        return order.payment_status is PaymentStatus.PAID

    async def webhook(self, body: bytes) -> None:
        """The bank delivers these bytes, rightly signed."""
        await self.payments.take_webhook(ProviderName.MONOBANK, body, {"X-Sign": self.bank.sign(body)})

    async def paid_webhook(self, invoice_id: str, **changed: object) -> None:
        """The bank says that an invoice is paid."""
        await self.bank_says(invoice_id, status="success", **changed)

    async def bank_says(self, invoice_id: str, **changed: object) -> None:
        await self.webhook(orjson.dumps(orjson.loads(self.bank.invoices[invoice_id].body) | changed))

    async def messages(self) -> list[Message]:
        """Everything queued for people: recipient, kind, facts. Changes of the staff's card are no messages."""
        rows = await self.rows(
            "SELECT recipient, kind, payload FROM outbox WHERE kind <> 'staff-card-changed' ORDER BY id"
        )
        return [(row["recipient"], row["kind"], orjson.loads(row["payload"])) for row in rows]

    async def kinds(self) -> list[str]:
        return [kind for _, kind, _ in await self.messages()]

    async def rows(self, sql: str, **params: object) -> list[Any]:
        return await self.database.read(lambda conn: conn.all(sql, params))


@asynccontextmanager
async def opened_till(folder: Path, *, makes_receipts: bool = True) -> AsyncIterator[Till]:
    """Open everything on loopback."""
    clock, tokens, texts = SettableClock(), CountedTokens(), read_texts()
    async with (
        FakeMonobank() as bank,
        FakeLiqPay() as liqpay,
        FakeCheckbox() as checkbox,
        open_session() as session,
        SqliteDatabase(folder / "cafe.db") as database,
    ):
        bank.webhooks.is_silent = liqpay.webhooks.is_silent = True
        providers: dict[ProviderName, Provider] = {
            ProviderName.MONOBANK: Monobank(session, token=bank.token, base_url=bank.base_url),
            ProviderName.LIQPAY: LiqPay(
                session,
                public_key=liqpay.public_key,
                private_key=liqpay.private_key,
                base_url=liqpay.base_url,
                now=clock.now,
            ),
        }
        fiscal = Checkbox(
            session,
            license_key=checkbox.license_key,
            pin=checkbox.pin,
            base_url=checkbox.base_url,
            poll_seconds=0.01,
        )
        payments = PaymentService(
            database,
            clock,
            tokens,
            texts,
            providers=providers,
            public_url=lambda: "http://127.0.0.1:1",
            makes_receipts=makes_receipts,
        )
        await database.write(_add_customers)
        yield Till(
            database,
            clock,
            bank,
            liqpay,
            checkbox,
            payments,
            Sweeper(database, clock, payments, seconds=0.01),
            ReceiptService(database, clock, texts, fiscal, seconds=0.01),
        )


def product_line(name: str, quantity: int, price: int, product_id: int | None = None) -> OrderLine:
    return OrderLine(None if product_id is None else ProductId(product_id), name, "", quantity, price)


def _add_customers(conn: Connection) -> None:
    for customer, locale in ((PERSON, "en"), (GUEST, "uk")):
        conn.run(
            "INSERT INTO customers (id, first_name, locale, created_at) VALUES (:id, 'Дар''я', :locale, 0)",
            {"id": customer, "locale": locale},
        )
