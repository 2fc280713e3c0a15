"""The outbox through the real client to a fake Telegram: whatever fails, each message arrives, and where it should."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
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
from cafe.core.store.orders import add_lines, add_order, claim_payment
from cafe.core.store.outbox import queue_card, queue_to_customer, queue_to_staff
from cafe.core.values import Customer, CustomerId, Locale, OrderId, OrderLine
from cafe.db.sqlite import SqliteDatabase
from tests.bot.conftest import MovableClock
from tests.fakes.telegram import FakeTelegram, Fault, Seat

STAFF = -100200
SUPERGROUP = -1001234567890
AT_ONCE = Limits(chat_gap=0.01, group_minute=1000, second=1000)
PAGES = "https://cafe.example"


class Cafe:
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


@pytest.fixture
async def cafe(telegram: FakeTelegram, bot: Bot, database: SqliteDatabase, clock: MovableClock) -> Cafe:
    return Cafe(telegram, bot, database, clock)


@pytest.mark.parametrize(
    ("kind", "facts", "words"),
    [
        (Kind.CUSTOMER_ORDER_CREATED, {}, ["Дякуємо за замовлення, Оля <3 & Co!", "#1", "170 грн", "[💳 Оплатити]"]),
        (Kind.CUSTOMER_CARD_UNAVAILABLE, {}, ["#1", "Оплата карткою тимчасово недоступна"]),
        (Kind.CUSTOMER_PAYMENT_RECEIVED, {}, ["Оплату замовлення #1 на 170 грн отримано"]),
        (Kind.CUSTOMER_PAYMENT_FAILED, {}, ["Оплата замовлення #1 не пройшла", "оплатіть при отриманні"]),
        (Kind.CUSTOMER_MONEY_TO_RETURN, {}, ["вже скасоване", "повернемо вам ці кошти"]),
        (
            Kind.CUSTOMER_RECEIPT_READY,
            {"url": "https://check.example/1"},
            ["Чек за замовлення #1", "[🧾 Відкрити чек]"],
        ),
        (Kind.CUSTOMER_ORDER_STATUS, {"status": "cooking"}, ["Замовлення #1 вже готується"]),
        (Kind.CUSTOMER_ORDER_STATUS, {"status": "confirmed", "ready_minutes": 20}, ["підтверджено", "за 20 хв"]),
        (Kind.CUSTOMER_ORDER_STATUS, {"status": "ready"}, ["готове, чекаємо на вас"]),
        (Kind.CUSTOMER_ORDER_STATUS, {"ready_minutes": 30}, ["#1 буде готове приблизно о", "за 30 хв"]),
        (
            Kind.CUSTOMER_ORDER_STATUS,
            {"status": "cancelled", "reason": "немає <молока>", "money_to_return": True},
            ["скасовано", "Причина: немає <молока>", "повернемо вам 170 грн"],
        ),
    ],
)
async def test_what_a_customer_reads(cafe: Cafe, kind: Kind, facts: dict[str, Any], words: list[str]) -> None:
    olha = await cafe.customer(501)
    order_id = await cafe.order()
    async with cafe.running():
        await cafe.tell(501, kind, order_id, **facts)
        await olha.sees(*words)
        await cafe.until("sent")


async def test_a_customer_reads_their_own_language_and_gets_links(cafe: Cafe) -> None:
    john = await cafe.customer(502, "John", Locale.EN)
    order_id = await cafe.order(502, tracking_token="tok")
    async with cafe.running():
        await cafe.tell(502, Kind.CUSTOMER_ORDER_CREATED, order_id, Locale.EN)
        await john.sees("Thank you for your order", "170 UAH")
    assert john.link("Track") == "https://cafe.example/webapp/?track=tok"


@pytest.mark.parametrize(
    ("kind", "facts", "words"),
    [
        (Kind.STAFF_ORDER_CANCELLED, {"money_to_return": False}, "Гість скасував замовлення #1 на 170 грн"),
        (Kind.STAFF_ORDER_CANCELLED, {"money_to_return": True}, "Поверніть гостю 170 грн"),
        (Kind.STAFF_ORDER_PAID, {}, "Замовлення #1 оплачено карткою: 170 грн"),
        (Kind.STAFF_MONEY_TO_RETURN, {"amount": 170, "reason": "cancelled"}, "вже скасоване замовлення"),
        (
            Kind.STAFF_AMOUNT_DIFFERS,
            {"amount": 16950, "currency": "UAH"},
            "надійшло 169.50 UAH, а сума замовлення — 170",
        ),
        (Kind.STAFF_RECEIPT_REFUSED, {"reason": "зміна <закрита>"}, "не створено: зміна <закрита>"),
        (Kind.STAFF_ORDER_FORGOTTEN, {}, "зателефонуйте гостю +380501112233"),
    ],
)
async def test_what_the_staff_read(cafe: Cafe, kind: Kind, facts: dict[str, Any], words: str) -> None:
    await cafe.customer(501, locale=Locale.EN)
    order_id = await cafe.order()
    ira = cafe.telegram.person(7, "Ірина").at(cafe.staff)
    async with cafe.running():
        await cafe.tell_staff(kind, order_id, **facts)
        await ira.sees(words)


async def test_low_stock_needs_no_order(cafe: Cafe) -> None:
    ira = cafe.telegram.person(7, "Ірина").at(cafe.staff)
    async with cafe.running():
        await cafe.tell_staff(Kind.STAFF_LOW_STOCK, None, name="Молоко <3>", stock=-20, unit="ml")
        await ira.sees("Закінчується: Молоко <3>, лишилося -20 ml")


async def test_the_card_shows_everything_and_is_edited_in_place(cafe: Cafe) -> None:
    await cafe.customer(501)
    order_id = await cafe.order(
        order_type="delivery",
        sequence_number=7,
        address_city="Київ",
        address_street="Хрещатик",
        address_house="1",
        address_apartment="5",
        address_comment="<b>домофон</b> & 2 поверх",
        delivery_fee=60,
        total=230,
    )
    ira = cafe.telegram.person(7, "Ірина").at(cafe.staff)
    async with cafe.running():
        await cafe.tell_staff(Kind.STAFF_ORDER_CREATED, order_id)
        card = await ira.sees(
            "№7 · 🛵 Доставка · Нове",
            "Київ, Хрещатик, 1, кв. 5",
            "<b>домофон</b> & 2 поверх",
            "2 × Лате <b> — 170 грн",
            "Доставка: 60 грн",
            "Разом: 230 грн",
            "💳 Картка · не оплачено",
            "Оля <3 & Co · +380501112233",
            "[✅ Прийняти]\n[⏱ 10 хв] [⏱ 20 хв] [⏱ 30 хв] [⏱ 45 хв]\n[❌ Скасувати]",
        )
        await cafe.until("sent")
        await cafe.database.write(claim_payment, order_id)
        ira.mark = cafe.telegram.world.revision
        await cafe.tell_staff(Kind.STAFF_ORDER_PAID, order_id)
        changed = await ira.sees("№7", "💳 Картка · оплачено ✅")
        await cafe.until("sent", "sent", "sent")
    assert changed.message_id == card.message_id
    assert len(ira.inbox) == 2  # the card and the message about the payment


async def test_many_changes_make_one_edit_and_a_removed_card_comes_anew(cafe: Cafe) -> None:
    await cafe.customer(501)
    order_id = await cafe.order()
    ira = cafe.telegram.person(7, "Ірина").at(cafe.staff)
    async with cafe.running():
        await cafe.tell_staff(Kind.STAFF_ORDER_CREATED, order_id)
        card = await ira.sees("Самовивіз")
        await cafe.until("sent")
    for _ in range(5):
        await cafe.database.write(queue_card, order_id, cafe.clock.seconds)
    assert await cafe.states() == ["sent", "queued"]
    cafe.staff.messages.remove(card)
    async with cafe.running(cafe.new_outbox()):
        await cafe.until("sent", "sent")
    assert len(ira.inbox) == 1


async def test_an_order_the_staff_are_not_told_of_gets_no_card(cafe: Cafe) -> None:
    await cafe.customer(501)
    order_id = await cafe.order()
    await cafe.database.write(queue_card, order_id, cafe.clock.seconds)
    async with cafe.running():
        await cafe.until("closed")
    assert cafe.staff.messages == []


async def test_the_longest_order_fits_into_one_message(cafe: Cafe) -> None:
    await cafe.customer(501)
    order_id = await cafe.order(lines=300, name="&" * 5000, address_comment="<" * 5000, order_type="delivery")
    ira = cafe.telegram.person(7, "Ірина").at(cafe.staff)
    async with cafe.running():
        await cafe.tell_staff(Kind.STAFF_ORDER_CREATED, order_id)
        await ira.sees("…та ще", "Разом: 170 грн", "[✅ Прийняти]")


async def test_one_chats_trouble_never_delays_another(cafe: Cafe) -> None:
    troubled, happy = await cafe.customer(501), await cafe.customer(502)
    cafe.telegram.meet(Fault.SLOW, chat_id=501, seconds=5)
    async with cafe.running():
        order_id = await cafe.order()
        await cafe.tell(501, Kind.CUSTOMER_PAYMENT_RECEIVED, order_id)
        await cafe.tell(502, Kind.CUSTOMER_PAYMENT_RECEIVED, order_id)
        await happy.sees("отримано", seconds=1)
        assert not troubled.inbox


async def test_flood_control_is_obeyed_in_order(cafe: Cafe) -> None:
    olha = await cafe.customer(501)
    cafe.telegram.meet(Fault.FLOOD, method="sendMessage", seconds=2, times=1)
    order_id = await cafe.order()
    async with cafe.running():
        await cafe.tell(501, Kind.CUSTOMER_PAYMENT_FAILED, order_id)
        await cafe.tell(501, Kind.CUSTOMER_PAYMENT_RECEIVED, order_id)
        await cafe.until("sent", "sent")
    first, second = cafe.telegram.calls_of("sendMessage")[:2]
    assert second.at - first.at >= 2
    assert ["не пройшла" in message.text for message in olha.inbox] == [True, False]


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.HTML, Fault.DROP, Fault.UNAUTHORIZED])
async def test_a_passing_fault_is_tried_again_within_five_seconds(cafe: Cafe, fault: Fault) -> None:
    olha = await cafe.customer(501)
    cafe.telegram.meet(fault, method="sendMessage", times=1)
    async with cafe.running():
        await cafe.tell(501, Kind.CUSTOMER_PAYMENT_RECEIVED, await cafe.order())
        await olha.sees("отримано", seconds=6)
        await cafe.until("sent")
    first, second = cafe.telegram.calls_of("sendMessage")
    assert second.at - first.at <= 5
    assert len(olha.inbox) == 1


async def test_retries_grow_to_five_minutes_and_end_after_a_day(cafe: Cafe, caplog: pytest.LogCaptureFixture) -> None:
    await cafe.customer(501)
    cafe.telegram.meet(Fault.SERVER_ERROR, method="sendMessage")
    gaps: list[int] = []
    async with cafe.running():
        await cafe.tell(501, Kind.CUSTOMER_PAYMENT_RECEIVED, await cafe.order())
        for attempt in range(1, 11):
            async with asyncio.timeout(5):
                while (row := await cafe.database.read(_only_row))["attempts"] < attempt:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
            gaps.append(row["due_at"] - cafe.clock.seconds)
            cafe.clock.forward(seconds=row["due_at"] - cafe.clock.seconds)
            cafe.outbox.wake()
        cafe.clock.forward(days=1)
        cafe.outbox.wake()
        await cafe.until("given_up")
    assert gaps[0] <= 5
    assert gaps == sorted(gaps)
    assert gaps[-1] in {299, 300}
    assert [record.levelno for record in caplog.records].count(logging.WARNING) == 1
    assert "gave up on message 1" in caplog.text


def _only_row(conn: Connection) -> Any:
    return conn.one("SELECT attempts, due_at FROM outbox")


async def test_people_who_cannot_be_reached_are_closed_without_noise(
    cafe: Cafe, caplog: pytest.LogCaptureFixture
) -> None:
    blocked, never = await cafe.customer(501), await cafe.customer(502)
    await blocked.block()
    never.chat.is_started = False
    await cafe.database.write(add_customer, Customer(CustomerId(503), "Чужий", None, Locale.UK), cafe.clock.seconds)
    order_id = await cafe.order()
    async with cafe.running():
        for customer_id in (501, 502, 503):
            await cafe.tell(customer_id, Kind.CUSTOMER_ORDER_CREATED, order_id)
        await cafe.until("closed", "closed", "closed")
    assert caplog.records == []


async def test_guests_are_never_written_to(cafe: Cafe) -> None:
    await cafe.tell(-1_000_001, Kind.CUSTOMER_ORDER_CREATED, None)
    await cafe.tell(-1, Kind.CUSTOMER_ORDER_CREATED, None)
    assert await cafe.states() == []


async def test_a_migrated_group_gets_the_message_at_its_new_id(cafe: Cafe) -> None:
    await cafe.customer(501)
    first, second = await cafe.order(), await cafe.order()
    supergroup = cafe.telegram.world.migrate(STAFF, SUPERGROUP)
    ira = cafe.telegram.person(7, "Ірина").at(supergroup)
    async with cafe.running():
        await cafe.tell_staff(Kind.STAFF_ORDER_CREATED, first)
        await ira.sees("#1")
        await cafe.tell_staff(Kind.STAFF_ORDER_CREATED, second)
        await ira.sees("#2")
        await cafe.until("sent", "sent")
    asked = [call.params["chat_id"] for call in cafe.telegram.calls_of("sendMessage")]
    assert asked == [str(STAFF), str(SUPERGROUP), str(SUPERGROUP)], "the old id is asked only once"


async def test_the_staff_chat_out_of_reach_loses_nothing(cafe: Cafe) -> None:
    await cafe.customer(501)
    cafe.staff.is_kicked = True
    ira = cafe.telegram.person(7, "Ірина").at(cafe.staff)
    async with cafe.running():
        await cafe.tell_staff(Kind.STAFF_ORDER_CREATED, await cafe.order())
        async with asyncio.timeout(5):
            while not cafe.telegram.calls_of("sendMessage"):  # noqa: ASYNC110 - seen from outside
                await asyncio.sleep(0.02)
        cafe.staff.is_kicked = False
        await ira.sees("#1", seconds=6)


async def test_a_message_whose_answer_was_lost_is_sent_again(cafe: Cafe) -> None:
    olha = await cafe.customer(501)
    cafe.telegram.meet(Fault.DROP_AFTER, method="sendMessage", times=1)
    async with cafe.running():
        await cafe.tell(501, Kind.CUSTOMER_PAYMENT_RECEIVED, await cafe.order())
        await cafe.until("sent")
    assert len(olha.inbox) == 2  # at least once


async def test_what_was_in_hand_when_the_process_died_is_sent_after_the_claim_ends(cafe: Cafe) -> None:
    olha = await cafe.customer(501)
    trouble = cafe.telegram.meet(Fault.SLOW, method="sendMessage", seconds=30)
    async with cafe.running():
        await cafe.tell(501, Kind.CUSTOMER_PAYMENT_RECEIVED, await cafe.order())
        async with asyncio.timeout(5):
            while not cafe.telegram.calls_of("sendMessage"):  # noqa: ASYNC110 - seen from outside
                await asyncio.sleep(0.02)
    cafe.telegram.troubles.remove(trouble)
    assert await cafe.states() == ["queued"]
    async with cafe.running(cafe.new_outbox()):
        cafe.clock.forward(seconds=15)
        await olha.sees("отримано")


async def test_two_processes_send_each_message_once(cafe: Cafe) -> None:
    olha = await cafe.customer(501)
    order_id = await cafe.order()
    async with cafe.running(cafe.new_outbox()), cafe.running(cafe.new_outbox()):
        for _ in range(20):
            await cafe.tell(501, Kind.CUSTOMER_PAYMENT_RECEIVED, order_id)
        await cafe.until(*["sent"] * 20, seconds=30)
    assert len(olha.inbox) == 20


async def test_a_group_gets_twenty_messages_a_minute_and_a_chat_one_a_second(cafe: Cafe) -> None:
    olha = await cafe.customer(501)
    cafe.telegram.keeps_pace_limits = True
    order_id = await cafe.order()
    for _ in range(25):
        await cafe.tell_staff(Kind.STAFF_MONEY_TO_RETURN, order_id, amount=1, reason="second")
    for _ in range(3):
        await cafe.tell(501, Kind.CUSTOMER_PAYMENT_RECEIVED, order_id)
    outbox = cafe.new_outbox(Limits(chat_gap=0.05))
    async with cafe.running(outbox):
        async with asyncio.timeout(20):
            while len(cafe.telegram.calls_of("sendMessage")) < 23:  # noqa: ASYNC110 - seen from outside
                await asyncio.sleep(0.02)
        await asyncio.sleep(0.5)
    assert len(olha.inbox) == 3
    assert len(cafe.staff.messages) == 20
    assert len(cafe.telegram.calls_of("sendMessage")) == 23, "no message was sent into the limit"


async def test_a_broken_message_stops_no_other(cafe: Cafe, caplog: pytest.LogCaptureFixture) -> None:
    olha = await cafe.customer(501)
    await cafe.customer(502)
    order_id = await cafe.order()
    async with cafe.running():
        await cafe.tell(502, Kind.CUSTOMER_ORDER_STATUS, order_id, status="nonsense")
        await cafe.tell(501, Kind.CUSTOMER_ORDER_STATUS, order_id, status="cooking")
        await olha.sees("готується")
    assert "message 1 (customer-order-status) cannot be prepared" in caplog.text
