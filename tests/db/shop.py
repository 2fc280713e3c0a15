"""A cafe without its edges: the same services twice over one database, as in two processes."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from cafe.children import Children
from cafe.config import Config
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.handlers import record
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.ids import CustomerId, OrderId, ProductId, ProviderName
from cafe.core.kernel.runs import RunId
from cafe.core.kernel.texts import read_texts
from cafe.core.messages.subscriptions.push import PushServices
from cafe.core.money.payments import store as invoices
from cafe.core.money.payments.facts import ReportSource
from cafe.core.money.payments.port import CreatedInvoice, InvoiceReport, InvoiceStatus
from cafe.core.money.payments.settlement import ReportedPayment, settle
from cafe.core.money.receipts.port import FiscalServices
from cafe.core.ordering.checkout.form import CheckoutForm
from cafe.core.ordering.checkout.service import CheckoutResult
from cafe.core.ordering.orders.model import OrderType
from cafe.core.people.customers.model import TelegramUser
from cafe.core.services import Services
from cafe.core.upkeep.setup_checklist.port import BotState
from cafe.keys import Accounts, Keys
from cafe.printing.page_printer import PillowPrinter
from cafe.providers.http import Calls, open_session
from cafe.providers.monobank import Monobank
from cafe.providers.passkeys import WebAuthn
from cafe.resources import DEMO
from cafe.uploads.codes import ZxingReader
from cafe.uploads.folder import UploadFolder
from cafe.uploads.maker import PillowMaker
from tests.core.payments_harness import CountedTokens
from tests.db.interleaving import Stop, StoppingDatabase
from tests.driver import FakeClock

LATTE, ESPRESSO, BORSCHT = ProductId(1), ProductId(2), ProductId(3)
NOWHERE = Path("/nowhere")
"""Nobody uploads a picture here."""
NEVER = "no statement has this text"
BANK = ProviderName.MONOBANK
PARTS = [f"part{number}" for number in range(3, 12)]
LATTE_OF_PARTS = (
    "".join(f'[[ingredients]]\ncode = "{part}"\nstock = 100\nlow_stock = 95\n' for part in PARTS)
    + '[[products]]\nslug = "latte"\nrecipe = { '
    + ", ".join(f"{part} = 4" for part in PARTS)
    + " }\n"
)
"""Of each part there is enough for one before the staff are warned."""


class NoRuntime:
    """A cafe without bot and staff chat."""

    bot_state = BotState.OFF
    has_staff_chat = False

    def demo_menu(self) -> str:
        return DEMO.read_text(encoding="utf-8")


class Shop:
    """`held` is stopped before a statement with the text `at`, `rival` never."""

    def __init__(self, database: Database, at: str) -> None:
        self.database = database
        self.clock = FakeClock()
        self.stop = Stop(at)
        self.held_database = StoppingDatabase(database, self.stop)
        self.rival_database = StoppingDatabase(database, Stop(NEVER))
        self.held: Services
        self.rival: Services
        self._tokens = CountedTokens()

    async def open(self) -> "Shop":
        self.held = await self._services(self.held_database)
        self.rival = await self._services(self.rival_database)
        return self

    async def _services(self, database: StoppingDatabase) -> Services:
        texts = read_texts()
        async with open_session() as session:  # nobody asks a bank here
            banks = {BANK: Monobank(session, token=None, base_url="http://127.0.0.1:9")}
            calls = Calls(self.clock)
            keys = Keys(Config(), session, calls, Accounts(Config(), session, calls, None), lambda: "")
        cache = SnapshotCache(database, self.clock)
        await cache.refresh()
        return Services(
            database,
            self.clock,
            self._tokens,
            texts,
            banks,
            cache,
            run_id=RunId("shop"),
            public_url="",
            fiscal=lambda: FiscalServices({}),
            makes_receipts=lambda: False,
            apart=Children(),
            picture_maker=PillowMaker(Children()),
            code_reader=ZxingReader(),
            picture_files=UploadFolder(NOWHERE),
            page_printer=PillowPrinter(texts, UploadFolder(NOWHERE)),
            runtime=NoRuntime(),
            keys=keys,
            passkeys=WebAuthn(),
            push_services=PushServices(),
            sources=keys.accounts,
        )

    @property
    def now(self) -> int:
        return int(self.clock.now().timestamp())

    async def customer(self, number: int, *products: ProductId) -> CustomerId:
        """A platform user with these in the cart."""
        customer = await self.rival.customers.identify(TelegramUser(number, "Тарас", None, "uk"))
        for product in products:
            await self.rival.cart.add(customer.id, product, 1)
        self.rival_database.runs = 0
        return customer.id

    async def order(self, number: int = 1001, *products: ProductId, **form: Any) -> OrderId:
        """An order that was placed before."""
        customer = await self.customer(number, *(products or (LATTE,)))
        placed = await self.rival.checkout.place_order(customer, pickup(**form))
        self.rival_database.runs = 0
        return placed.order_id

    async def invoice(
        self, order_id: OrderId, bank_id: str | None, reference: str = "ours", *, is_hold: bool = False
    ) -> int:
        """A payment page of an order; without `bank_id` the bank has not answered yet."""

        def add(conn: Connection) -> int:
            row_id = invoices.add_invoice(conn, order_id, BANK, reference, self.now, is_hold=is_hold)
            if bank_id is not None:
                invoices.set_created(conn, row_id, CreatedInvoice(bank_id, "https://bank.example"), self.now + 20)
            return row_id

        return await self.database.write(add)

    async def hears(self, database: StoppingDatabase, report: InvoiceReport) -> bool:
        """Take the bank's word."""
        reported = ReportedPayment(BANK, report, ReportSource.WEBHOOK, None, self.now)
        return (await database.write(settle, record, reported)).is_paid

    async def rows(self, sql: str, **params: Any) -> list[dict[str, Any]]:
        found = await self.database.read(lambda conn: conn.all(sql, params))
        return [dict(row) for row in found]

    async def value(self, sql: str, **params: Any) -> Any:
        [row] = await self.rows(sql, **params)
        [value] = row.values()
        return value

    async def messages(self) -> list[str]:
        return [row["kind"] for row in await self.rows("SELECT kind FROM outbox ORDER BY id")]


def pickup(**changes: Any) -> CheckoutForm:
    values = {"name": "Олена", "phone": "0671234567", "pickup_time": "14:30", "payment_method": "cash", **changes}
    return CheckoutForm(OrderType.PICKUP, **values)


def report(
    status: InvoiceStatus, bank_id: str = "bank-1", *, at: datetime | None = None, reference: str = "ours"
) -> InvoiceReport:
    return InvoiceReport(bank_id, status, amount=8100, currency="UAH", changed_at=at, reference=reference)


def number_of(result: CheckoutResult | BaseException) -> OrderId:
    assert isinstance(result, CheckoutResult), result
    return result.order_id


OpenShop = Callable[[str], Awaitable[Shop]]
