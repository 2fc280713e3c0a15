"""A flood of orders: what matters reaches the staff, nobody starves, and Telegram's limits hold."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cafe.core.handlers import record
from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import CustomerId
from cafe.core.kernel.locale import Locale
from cafe.core.ordering.orders.facts import OrderPlaced
from cafe.core.ordering.orders.store import add_order
from tests.bot.conversation import ChatCafe, converse, eventually, open_chat_cafe
from tests.conftest import copy_database
from tests.fakes.telegram import FakeTelegram, Message, Seat

PLACED_AT_ONCE = 200
MINUTE = 60.0


@pytest.fixture
async def cafe(tmp_path: Path, prepared_database: Path, telegram: FakeTelegram) -> AsyncIterator[ChatCafe]:
    """The running cafe, which shows guests' orders to the staff; Telegram refuses what is above its limits."""
    copy_database(prepared_database, tmp_path / "cafe.db")
    telegram.keeps_pace_limits = True
    async with open_chat_cafe(tmp_path, telegram) as running_cafe:
        await running_cafe.cafe.configure(staff_chat_guest_orders=True)
        yield running_cafe


async def flood(cafe: ChatCafe, count: int) -> list[int]:
    """So many guests order, each once; their orders' ids."""
    now = int(cafe.clock.now().timestamp())

    def place(conn: Connection, first: int) -> list[int]:
        ids: list[int] = []
        for number in range(first, min(first + PLACED_AT_ONCE, count)):
            guest = CustomerId(-2_000_000 - number)
            conn.run(
                "INSERT INTO customers (id, first_name, locale, created_at) VALUES (:id, 'Гість', 'uk', :now)",
                {"id": guest, "now": now},
            )
            columns = {
                "sequence_number": 100_000 + number,
                "customer_id": guest,
                "order_type": "dine_in",
                "status": "new",
                "payment_method": "cash",
                "payment_status": "unpaid",
                "items_total": 85,
                "delivery_fee": 0,
                "discount_amount": 0,
                "promo_discount_amount": 0,
                "total": 85,
                "name": "Гість",
                "phone": "+380501112233",
                "created_at": now,
            }
            order_id, _ = add_order(conn, columns)
            placed = OrderPlaced(
                at=now,
                order_id=order_id,
                customer_id=guest,
                locale=Locale.UK,
                ingredients={},
                actor="Гість",
                is_for_staff_chat=True,
            )
            record(conn, placed)
            ids.append(order_id)
        return ids

    placed: list[int] = []
    for first in range(0, count, PLACED_AT_ONCE):
        placed += await cafe.cafe.app.database.write(place, first)
    return placed


def sent_to_staff(cafe: ChatCafe) -> list[float]:
    """When messages were sent to the staff's chat."""
    chat_id = str(cafe.staff_chat.id)
    return [call.at for call in cafe.telegram.calls_of("sendMessage") if call.params["chat_id"] == chat_id]


def guests_cards(seat: Seat) -> list[Message]:
    return [message for message in seat.inbox if message.text.startswith("№10")]


async def test_a_flood_of_guests_orders_holds_up_neither_a_real_card_nor_an_answer(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await flood(cafe, 2000)
    await eventually(lambda: len(guests_cards(taras)) >= 8, 30)
    ordered_at = asyncio.get_running_loop().time()
    await cafe.in_mini_app(olha).places("latte")
    card = await taras.sees("№1 · 🥡 Самовивіз · Нове", seconds=20)
    assert asyncio.get_running_loop().time() - ordered_at < 20
    cafe.clock.advance(seconds=4)
    await taras.sees_board("📋 2001 замовлення", "🆕 Нові: 500", "… ще ", "🗄 Ще незавершених: 1501", seconds=20)

    await converse(taras, [("/orders", "📋 2001 замовлення", "[1/42]")], seconds=10)
    pressed_at = asyncio.get_running_loop().time()
    await converse(taras, [("[▶️]", "[2/42]")], seconds=20)
    await taras.press("✅ Прийняти", on=card)
    await taras.sees("№1 · 🥡 Самовивіз · Прийнято", seconds=20)
    assert asyncio.get_running_loop().time() - pressed_at < 10, "edits wait for no new message"

    shown = len(guests_cards(taras))
    cafe.clock.advance(minutes=2)
    await eventually(lambda: len(guests_cards(taras)) >= shown + 4, 60)
    await taras.sees_board("📋 2001 замовлення · 12:02", seconds=20)
    await eventually(lambda: len(taras.boards) == 1)
    sent = sent_to_staff(cafe)
    assert len(sent) == len(cafe.staff_chat.sent_at), "nothing was sent into the limit"
    assert all(sum(at <= other < at + MINUTE for other in sent) <= 20 for at in sent)


async def test_after_a_flood_every_open_order_is_reachable(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await flood(cafe, 70)
    await converse(taras, [("/orders", "📋 70 замовлень", "[🆕 №100000]")])
    pages = [taras.last.buttons]
    for page in range(2, 7):
        await converse(taras, [("[▶️]", f"[{page}/6]")])
        pages.append(taras.last.buttons)
    listed = [label.split(" ")[1] for buttons in pages for label in buttons if "№" in label]
    assert listed == [f"№{100_000 + number}" for number in range(70)]


async def test_every_order_cancelled_in_a_flood_is_told_in_few_messages(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(staff_chat_guest_orders=False)
    olha, taras = cafe.customer(), cafe.staff()
    guests = [cafe.cafe.guest() for _ in range(60)]

    async def place_and_cancel(number: int) -> None:
        placed = await guests[number].places("latte")
        assert (await guests[number].cancels(placed["order_id"])).status == 200

    for first in range(0, 60, 10):
        await asyncio.gather(*(place_and_cancel(number) for number in range(first, first + 10)))
    await cafe.in_mini_app(olha).places("latte")
    await taras.sees("№61 · 🥡 Самовивіз · Нове", seconds=10)

    async def all_are_told() -> bool:
        sql = "SELECT COUNT(*) FROM outbox WHERE state = 'queued' AND kind = 'staff-order-cancelled'"
        return bool(await cafe.cafe.value(sql) == 0)

    await eventually(all_are_told, 30)
    told = [message.text for message in taras.inbox if "скасува" in message.text]
    assert len(told) < 20
    numbers = [number for text in told for number in re.findall(r"№(\d+)", text)]
    assert sorted(map(int, numbers)) == list(range(1, 61)), "each once"
    assert any("яких тут ще не було" in text for text in told)
