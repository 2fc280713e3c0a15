"""The sending half of the program: the outbox over a real database, and a fake Telegram behind a real client."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from aiogram import Bot

from cafe.bot.customer.order_screens import redrawn_screen
from cafe.bot.notifications.renderer import TelegramRenderer
from cafe.bot.telegram.messenger import TelegramMessenger
from cafe.bot.telegram.rate_limit import Limits, RateLimiter
from cafe.core.catalogue.snapshot.model import read_snapshot
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.ids import CustomerId, OrderId
from cafe.core.kernel.locale import Locale, OwnText
from cafe.core.kernel.runs import ProcessRun, RunId
from cafe.core.kernel.texts import read_texts
from cafe.core.messages.notifications.delivery_planner import DeliveryPlanner
from cafe.core.messages.notifications.message import MESSAGES
from cafe.core.messages.notifications.staff_chat import StaffChat
from cafe.core.messages.outbox.model import Priority
from cafe.core.messages.outbox.service import Outbox, Signals
from cafe.core.messages.outbox.store import queue_to_customer, queue_to_staff
from cafe.core.ordering.board.model import Board
from cafe.core.ordering.board.service import read_board
from cafe.core.ordering.orders.lines_store import add_lines
from cafe.core.ordering.orders.model import OrderLine
from cafe.core.ordering.orders.store import add_order
from cafe.core.people.customers.model import Customer
from cafe.core.people.customers.store import add_customer
from tests.bot.clock import MovableClock
from tests.fakes.telegram import FakeTelegram, Seat

STAFF = -100200
SUPERGROUP = -1001234567890
AT_ONCE = Limits(chat_gap=0.01, group_minute=1000, second=1000)
PAGES = "https://cafe.example"


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A row as it may stand in the outbox, broken ones too."""

    kind: str
    facts: Mapping[str, Any]

    @property
    def priority(self) -> Priority:
        known = MESSAGES.get(self.kind)
        return Priority.NORMAL if known is None else known.priority

    def payload(self) -> Mapping[str, Any]:
        return self.facts


def read_board_now(conn: Connection, now: int) -> Board:
    return read_board(conn, read_snapshot(conn), now)


class Sending:
    """The sending half of the program over a real database."""

    def __init__(self, telegram: FakeTelegram, bot: Bot, database: Database, clock: MovableClock) -> None:
        self.telegram, self.bot, self.database, self.clock = telegram, bot, database, clock
        self.staff = telegram.group(STAFF)
        self.outbox = self.new_outbox()

    def new_outbox(self, limits: Limits = AT_ONCE) -> Outbox:
        """The outbox of another process."""
        planner = DeliveryPlanner(
            TelegramRenderer(read_texts(), redrawn_screen),
            self.clock,
            StaffChat(self.database, STAFF),
            PAGES,
            read_board_now,
        )
        messenger, run_id = TelegramMessenger(self.bot), RunId(f"run {self.telegram.world.touch()}")
        self.limiter, self.signals = RateLimiter(limits), Signals()
        return Outbox(self.database, self.clock, messenger, planner, run_id, self.signals, self.limiter)

    @asynccontextmanager
    async def running(self, outbox: Outbox | None = None, *, is_alone: bool = False) -> AsyncIterator[None]:
        """A process that lives, delivers, and is killed at the end: it tidies nothing up."""
        outbox = outbox or self.outbox
        run = ProcessRun(self.database, self.clock, outbox._run_id)
        await run.begin(is_alone=is_alone)

        async def live() -> None:
            while True:
                await asyncio.sleep(0.5)
                await run.refresh()

        async with asyncio.TaskGroup() as tasks:
            loops = [tasks.create_task(outbox.run()), tasks.create_task(live())]
            try:
                yield
            finally:
                for loop in loops:
                    loop.cancel()

    async def customer(self, customer_id: int, name: str = "Оля", locale: Locale = Locale.UK) -> Seat:
        customer = Customer(CustomerId(customer_id), name, None, locale)
        await self.database.write(add_customer, customer, self.clock.seconds)
        seat = self.telegram.person(customer_id, name, language=locale)
        seat.chat.is_started = True
        return seat

    async def order(self, customer_id: int = 501, lines: int = 1, **values: Any) -> OrderId:
        line = OrderLine(None, OwnText("Лате <b>", "Latte <b>"), 2, 85)
        columns = {
            "sequence_number": None,
            "customer_id": customer_id,
            "order_type": "pickup",
            "status": "new",
            "payment_method": "card",
            "payment_status": "unpaid",
            "items_total": 170,
            "delivery_fee": 0,
            "discount_amount": 0,
            "promo_discount_amount": 0,
            "total": 170,
            "name": "Оля <3 & Co",
            "phone": "+380501112233",
            "tracking_token": f"token{customer_id}-{self.telegram.world.touch()}",
            "created_at": self.clock.seconds,
            **values,
        }

        def add(conn: Connection) -> OrderId:
            order_id, _ = add_order(conn, columns)
            add_lines(conn, order_id, [line] * lines)
            return order_id

        return await self.database.write(add)

    async def tell(
        self, customer_id: int, kind: str, order_id: OrderId | None, locale: Locale = Locale.UK, **facts: Any
    ) -> None:
        def queue(conn: Connection) -> None:
            queue_to_customer(
                conn, StoredMessage(kind, facts), self.clock.seconds, CustomerId(customer_id), locale, order_id
            )

        await self.database.write(queue)
        self.outbox.wake()

    async def tell_staff(self, kind: str, order_id: OrderId | None, **facts: Any) -> None:
        def queue(conn: Connection) -> None:
            queue_to_staff(conn, StoredMessage(kind, facts), self.clock.seconds, order_id)

        await self.database.write(queue)
        self.outbox.wake()

    async def states(self) -> list[str]:
        rows = await self.database.read(lambda conn: conn.all("SELECT state FROM outbox ORDER BY id"))
        return [row["state"] for row in rows]

    async def until(self, *states: str, seconds: float = 30) -> None:
        """Wait until the rows of the outbox stand so."""
        async with asyncio.timeout(seconds):
            while await self.states() != list(states):  # noqa: ASYNC110 - the database sends no events
                await asyncio.sleep(0.02)
