"""The sending half of the program: the outbox over a real database, and a fake Telegram behind a real client."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiogram import Bot

from cafe.bot.messenger import TelegramMessenger
from cafe.core.i18n import read_texts
from cafe.core.notifications import Kind
from cafe.core.outbox import Outbox
from cafe.core.pace import Limits, Pace
from cafe.core.planning import Planner
from cafe.core.ports import Connection
from cafe.core.staff_chat import StaffChat
from cafe.core.store.customers import add_customer
from cafe.core.store.orders import add_lines, add_order
from cafe.core.store.outbox import queue_to_customer, queue_to_staff
from cafe.core.values import Customer, CustomerId, Locale, OrderId, OrderLine
from cafe.db.sqlite import SqliteDatabase
from tests.bot.clock import MovableClock
from tests.fakes.telegram import FakeTelegram, Seat

STAFF = -100200
SUPERGROUP = -1001234567890
AT_ONCE = Limits(chat_gap=0.01, group_minute=1000, second=1000)
PAGES = "https://cafe.example"


class Sending:
    """The sending half of the program over a real database."""

    def __init__(self, telegram: FakeTelegram, bot: Bot, database: SqliteDatabase, clock: MovableClock) -> None:
        self.telegram, self.bot, self.database, self.clock = telegram, bot, database, clock
        self.staff = telegram.group(STAFF)
        self.outbox = self.new_outbox()

    def new_outbox(self, limits: Limits = AT_ONCE) -> Outbox:
        planner = Planner(read_texts(), self.clock, StaffChat(self.database, STAFF), lambda: PAGES)
        return Outbox(self.database, self.clock, TelegramMessenger(self.bot), planner, Pace(limits))

    @asynccontextmanager
    async def running(self, outbox: Outbox | None = None) -> AsyncIterator[None]:
        async with asyncio.TaskGroup() as tasks:
            loop = tasks.create_task((outbox or self.outbox).run())
            try:
                yield
            finally:
                loop.cancel()

    async def customer(self, customer_id: int, name: str = "Оля", locale: Locale = Locale.UK) -> Seat:
        customer = Customer(CustomerId(customer_id), name, None, locale)
        await self.database.write(add_customer, customer, self.clock.seconds)
        seat = self.telegram.person(customer_id, name, language=locale.value)
        seat.chat.is_started = True
        return seat

    async def order(self, customer_id: int = 501, lines: int = 1, **values: Any) -> OrderId:
        line = OrderLine(None, "Лате <b>", "Latte <b>", 2, 85)
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
            order_id = add_order(conn, columns)
            add_lines(conn, order_id, [line] * lines)
            return order_id

        return await self.database.write(add)

    async def tell(
        self, customer_id: int, kind: Kind, order_id: OrderId | None, locale: Locale = Locale.UK, **facts: Any
    ) -> None:
        def queue(conn: Connection) -> None:
            queue_to_customer(conn, kind, self.clock.seconds, CustomerId(customer_id), locale, order_id, **facts)

        await self.database.write(queue)
        self.outbox.wake()

    async def tell_staff(self, kind: Kind, order_id: OrderId | None, **facts: Any) -> None:
        def queue(conn: Connection) -> None:
            queue_to_staff(conn, kind, self.clock.seconds, order_id, **facts)

        await self.database.write(queue)
        self.outbox.wake()

    async def states(self) -> list[str]:
        rows = await self.database.read(lambda conn: conn.all("SELECT state FROM outbox ORDER BY id"))
        return [row["state"] for row in rows]

    async def until(self, *states: str, seconds: float = 10) -> None:
        """Wait until the rows of the outbox stand so."""
        async with asyncio.timeout(seconds):
            while await self.states() != list(states):  # noqa: ASYNC110 - the database sends no events
                await asyncio.sleep(0.02)
