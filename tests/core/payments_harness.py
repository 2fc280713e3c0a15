"""Where money is taken, for tests: the payment services over a real database file and real fakes of the banks."""

from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

import orjson

from cafe.core.catalogue.options.model import OptionGroups
from cafe.core.catalogue.options.store import groups_of_all
from cafe.core.catalogue.settings import store as settings_store
from cafe.core.handlers import record
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.ids import CustomerId, OrderId, ProductId, ProviderName
from cafe.core.kernel.locale import OwnText
from cafe.core.kernel.texts import read_texts
from cafe.core.money.payments import ledger
from cafe.core.money.payments.model import PaymentKind
from cafe.core.money.payments.service import PaymentService
from cafe.core.money.payments.sweeper import Sweeper
from cafe.core.money.receipts.maker import ReceiptMaker
from cafe.core.money.receipts.port import FiscalName, FiscalService, FiscalServices
from cafe.core.money.refunds.service import RefundService
from cafe.core.money.statements.service import StatementService
from cafe.core.ordering.orders import lines_store
from cafe.core.ordering.orders import store as orders_store
from cafe.core.ordering.orders.counts import Counts
from cafe.core.ordering.orders.model import OrderLine, PaymentStatus
from cafe.providers.checkbox import Checkbox
from cafe.providers.http import Calls, open_session
from cafe.providers.liqpay import LiqPay
from cafe.providers.monobank import Monobank
from cafe.providers.vchasno import Vchasno
from tests.driver import CASH_AT_THE_DOOR, FakeClock
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.liqpay import FakeLiqPay
from tests.fakes.monobank import FakeMonobank
from tests.fakes.vchasno import FakeVchasno

if TYPE_CHECKING:
    from aiohttp import ClientSession

    from cafe.core.money.payments.port import Provider


def read_groups(
    conn: Connection, only: Collection[ProductId], _version: int | None = None, /
) -> Mapping[ProductId, OptionGroups]:
    """What a snapshot does that never has the current version."""
    return groups_of_all(conn, only)


Message = tuple[str, str, Mapping[str, Any]]

CREDENTIALS = dict.fromkeys(ProviderName, "as they are")
PERSON = CustomerId(7)
GUEST = CustomerId(-1_000_001)


class CountedTokens:
    def __init__(self) -> None:
        self._numbers = count(1)

    def new(self) -> str:
        return f"token-{next(self._numbers)}"


@dataclass(slots=True)
class PaymentsHarness:
    database: Database
    clock: FakeClock
    bank: FakeMonobank
    liqpay: FakeLiqPay
    checkbox: FakeCheckbox
    payments: PaymentService
    sweeper: Sweeper
    receipts: ReceiptMaker
    fiscal: dict[FiscalName, FiscalService]
    """The fiscal services with keys."""
    session: "ClientSession"
    refunds: RefundService
    statements: StatementService

    async def order(
        self,
        customer: CustomerId = PERSON,
        *,
        lines: tuple[OrderLine, ...] = (OrderLine(None, OwnText("Лате", "Latte"), 2, 85),),
        delivery_fee: int = 60,
        discount: int = 0,
        promo_discount: int = 0,
        **changed: Any,
    ) -> OrderId:
        """Place an order of 230 UAH by card, unless said otherwise; one that is paid was so at the terminal."""
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
            order_id, _ = orders_store.add_order(conn, values)
            conn.run(
                "UPDATE orders SET sequence_number = id, tracking_token = 'track-' || id WHERE id = :id",
                {"id": order_id},
            )
            lines_store.add_lines(conn, order_id, lines)
            if values["payment_status"] == "paid":
                order = orders_store.get_order(conn, order_id)
                ledger.add_payment_in_person(conn, order, PaymentKind.TERMINAL, "", int(self.clock.now().timestamp()))
            return order_id

        return await self.database.write(place)

    async def page(self, order_id: OrderId) -> str:
        """The payment page that a new order gets."""
        opened = await self.payments.open_invoice(order_id)
        assert opened.page_url is not None
        return opened.page_url

    async def change(self, order_id: OrderId, **columns: object) -> None:
        def change(conn: Connection) -> None:
            assignments = ", ".join(f"{name} = :{name}" for name in columns)
            conn.run(f"UPDATE orders SET {assignments} WHERE id = :id", {"id": order_id, **columns})  # noqa: S608
            if columns.get("status") == "completed":
                conn.run(CASH_AT_THE_DOOR, {"id": order_id})

        await self.database.write(change)

    async def use(self, provider: ProviderName) -> None:
        """Set the cafe's active provider."""
        await self.database.write(settings_store.set_setting, "payment_provider", provider.value)

    def connect_vchasno(self, fake: FakeVchasno) -> None:
        """Type the keys of the second fiscal service; anew, it is as after a restart."""
        calls = Calls(_Aging(self.clock))
        self.fiscal[FiscalName.VCHASNO] = Vchasno(self.session, token=fake.token, base_url=fake.base_url, calls=calls)

    def restarted_with(self, credentials: Mapping[ProviderName, str]) -> Sweeper:
        """The sweeper after a restart with other credentials."""
        self.sweeper = Sweeper(self.database, self.clock, self.payments, record, credentials)
        return self.sweeper

    async def invoice_of(self, order_id: OrderId) -> str:
        """The provider's id of the newest invoice of an order."""
        rows = await self.rows("SELECT invoice_id FROM invoices WHERE order_id = :id ORDER BY id DESC", id=order_id)
        return str(rows[0]["invoice_id"])

    async def is_marked_paid(self, order_id: OrderId) -> bool:
        order = await self.database.read(orders_store.get_order, order_id)
        return order.payment_status is PaymentStatus.PAID

    async def webhook(self, body: bytes) -> None:
        """The bank delivers these bytes, rightly signed."""
        await self.payments.handle_webhook(ProviderName.MONOBANK, body, {"X-Sign": self.bank.sign(body)})

    async def paid_webhook(self, invoice_id: str, **changed: object) -> None:
        """The bank says that an invoice is paid."""
        await self.bank_says(invoice_id, status="success", **changed)

    async def bank_says(self, invoice_id: str, **changed: object) -> None:
        await self.webhook(orjson.dumps(orjson.loads(self.bank.invoices[invoice_id].body) | changed))

    async def messages(self) -> list[Message]:
        """Everything queued for people: recipient, kind, facts. Changes of cards and the like are no messages."""
        rows = await self.rows(
            "SELECT recipient, kind, payload FROM outbox "
            "WHERE kind NOT IN ('staff-card-changed', 'customer-order-changed') ORDER BY id"
        )
        return [(row["recipient"], row["kind"], orjson.loads(row["payload"])) for row in rows]

    async def kinds(self) -> list[str]:
        return [kind for _, kind, _ in await self.messages()]

    async def rows(self, sql: str, **params: object) -> list[Any]:
        return await self.database.read(lambda conn: conn.all(sql, params))


@asynccontextmanager
async def open_payments(
    database: Database,
    clock: FakeClock,
    bank: FakeMonobank,
    liqpay: FakeLiqPay,
    checkbox: FakeCheckbox,
    *,
    makes_receipts: bool,
) -> AsyncIterator[PaymentsHarness]:
    """Open the payment services over an empty database."""
    tokens, texts = CountedTokens(), read_texts()
    async with open_session() as session:
        bank.webhooks.is_silent = liqpay.webhooks.is_silent = True
        providers: dict[ProviderName, Provider] = {
            ProviderName.MONOBANK: Monobank(session, token=bank.token, base_url=bank.base_url),
            ProviderName.LIQPAY: LiqPay(
                session,
                public_key=liqpay.public_key,
                private_key=liqpay.private_key,
                base_url=liqpay.base_url,
                calls=Calls(clock),
            ),
        }
        fiscal = Checkbox(
            session,
            license_key=checkbox.license_key,
            pin=checkbox.pin,
            base_url=checkbox.base_url,
            poll_seconds=0.01,
        )
        services: dict[FiscalName, FiscalService] = {FiscalName.CHECKBOX: fiscal}
        payments = PaymentService(
            database,
            clock,
            tokens,
            texts,
            record,
            providers=providers,
            public_url="http://127.0.0.1:1",
            makes_receipts=lambda: makes_receipts,
            counts=Counts(),
        )
        await database.write(_add_customers)
        yield PaymentsHarness(
            database,
            clock,
            bank,
            liqpay,
            checkbox,
            payments,
            Sweeper(database, clock, payments, record, CREDENTIALS),
            ReceiptMaker(database, _Aging(clock), texts, FiscalServices(services), record),
            services,
            session,
            RefundService(database, clock, tokens, record, providers, payments),
            StatementService(database, clock, providers, payments),
        )


class _Aging:
    """A clock whose jumps are time that went by."""

    def __init__(self, clock: FakeClock) -> None:
        self.now, self.sleep = clock.now, clock.sleep

    def monotonic(self) -> float:
        return self.now().timestamp()


def product_line(name: str, quantity: int, price: int, product_id: int | None = None) -> OrderLine:
    return OrderLine(None if product_id is None else ProductId(product_id), OwnText(name, ""), quantity, price)


def _add_customers(conn: Connection) -> None:
    for customer, locale in ((PERSON, "en"), (GUEST, "uk")):
        conn.run(
            "INSERT INTO customers (id, first_name, locale, created_at) VALUES (:id, 'Дар''я', :locale, 0)",
            {"id": customer, "locale": locale},
        )
