"""The board: what is open, in one pinned message, whatever happens to it."""

from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cafe.core.kernel.ids import OrderId
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.ordering.orders.payment_store import claim_payment
from tests.bot.conversation import STAFF, ChatCafe, StaffSeat, converse, eventually, open_chat_cafe
from tests.bot.test_cards import TO_THE_NOTE
from tests.bot.test_messages import paid_by_card
from tests.conftest import copy_database
from tests.driver import two_rounds
from tests.fakes.telegram import FakeTelegram, Fault, Message

NOTHING = "📋 Відкритих замовлень немає. ☕️"


async def order(cafe: ChatCafe, *slugs: str, customer: int = 501, **changes: Any) -> int:
    placed = await cafe.in_mini_app(cafe.customer(customer)).places(*(slugs or ("latte",)), **changes)
    return int(placed["order_id"])


async def moves(cafe: ChatCafe, order_id: int, *way: str) -> None:
    """Take an order a part of its way; the board may be edited again then."""
    staff = cafe.cafe.app.services.staff_orders
    for seen, to in pairwise(way):
        await staff.advance(order_id, OrderStatus(seen), OrderStatus(to), "Тарас")
    cafe.clock.advance(seconds=4)


async def copies(cafe: ChatCafe, count: int) -> None:
    """Make so many orders of the first."""
    columns = "customer_id, order_type, status, payment_method, payment_status, items_total, delivery_fee, "
    columns += "discount_amount, promo_discount_amount, total, name, phone, created_at, due_at"
    for number in range(2, count + 1):
        await cafe.cafe.execute(
            f"INSERT INTO orders (sequence_number, {columns}) "  # noqa: S608 - the columns stand above
            f"SELECT :number, {columns} FROM orders WHERE sequence_number = 1",
            number=number,
        )


async def is_pinned_alone(seat: StaffSeat, board: Message) -> None:
    await eventually(lambda: seat.chat.pinned == [board] and seat.boards == [board])


async def test_there_is_no_board_in_a_chat_without_orders(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [("/orders", "Відкритих замовлень немає")])
    await two_rounds()
    assert taras.boards == [taras.last] or not taras.boards
    assert not cafe.telegram.calls_of("pinChatMessage")


async def test_the_first_order_brings_the_board_and_it_follows_every_step(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    first = await order(cafe, "latte", "latte", "cake", pickup_time="12:40")
    board = await taras.sees_board("1 замовлення · 12:00", "🆕 Нові: 1\n12:40 · №1 🥡 · 2×Лате, Київський торт")
    assert board.text.endswith("🍳 Лате × 2 · Київський торт × 1")
    await is_pinned_alone(taras, board)
    [pinned] = cafe.telegram.calls_of("pinChatMessage")
    assert pinned.params["disable_notification"] == "true"
    await order(cafe, kind="dine-in", table_number="стіл 7", customer=502)
    cafe.clock.advance(seconds=4)
    await taras.sees_board("2 замовлення", "№2 🍽 7 · Лате")
    await moves(cafe, first, "new", "confirmed")
    await taras.sees_board(
        "🆕 Нові: 1\n12:15 · №2", "⏰ На потім: 1\n12:40 · №1 🥡 · почати о 12:25 · 2×Лате", "Лате × 1"
    )
    cafe.clock.advance(minutes=26)
    await taras.sees_board("🔴 Прострочені: 1\n12:15 · 🆕 №2 🍽 7 · Лате · +11 хв", "🔥 Готуються: 1\n12:40 · №1")
    await taras.sees_board("🍳 Лате × 3")
    await moves(cafe, first, "confirmed", "cooking", "ready")
    await taras.sees_board("✅ Готові: 1\n12:40 · №1 🥡 · 2×Лате", "🍳 Лате × 1")
    await moves(cafe, first, "ready", "completed")
    await eventually(lambda: "№1" not in board.text)
    await cafe.in_mini_app(cafe.customer(502)).cancels(2)
    cafe.clock.advance(seconds=4)
    await taras.sees_board(NOTHING)
    assert taras.boards == [board], "one message, edited"
    assert len(cafe.telegram.calls_of("pinChatMessage")) == 1


async def test_an_unpaid_card_order_and_a_delivery_are_marked(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await order(cafe, "borscht", "latte", kind="delivery", payment_method="card")
    await taras.sees_board("№1 🛵 доставка · Борщ, Лате · 💳❗️")
    await cafe.cafe.execute("UPDATE orders SET payment_status = 'paid'")
    cafe.clock.advance(seconds=4)
    board = await taras.sees_board("№1 🛵 доставка · Борщ, Лате")
    await eventually(lambda: "💳" not in board.text)


async def test_nothing_is_edited_while_nothing_changes_and_the_time_once_a_minute(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    cafe.clock.moment = datetime(2026, 6, 15, 9, 0, 10, tzinfo=UTC)
    await order(cafe)
    board = await taras.sees_board("№1")
    await two_rounds()
    edits = board.edits
    for _ in range(3):
        cafe.clock.advance(seconds=10)
        await two_rounds()
    assert board.edits == edits
    cafe.clock.advance(seconds=20)
    await taras.sees_board("12:01")
    assert board.edits == edits + 1


async def test_many_changes_are_few_edits(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await order(cafe)
    board = await taras.sees_board("№1")
    for number in range(2, 12):
        await order(cafe, customer=500 + number)
    assert board.edits == 0, "no time has passed"
    cafe.clock.advance(seconds=3)
    await taras.sees_board("11 замовлень", "№11", "Лате × 11")
    assert board.edits == 1


async def test_a_board_far_above_the_end_of_the_chat_moves_down_without_a_sound(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await order(cafe)
    first = await taras.sees_board("№1")
    await is_pinned_alone(taras, first)
    for number in range(2, 7):
        await order(cafe, customer=500 + number)
        await taras.sees(f"№{number} · 🥡 Самовивіз · Нове")
    cafe.clock.advance(seconds=10)
    assert await taras.sees_board("№6") is first, "not within a minute"
    cafe.clock.advance(seconds=60)
    await eventually(lambda: bool(taras.boards) and taras.boards[-1] is not first)
    second = await taras.sees_board("6 замовлень · 12:01")
    await is_pinned_alone(taras, second)
    assert taras.chat.messages[-1] is second
    boards = [call for call in cafe.telegram.calls_of("sendMessage") if call.params["text"].startswith("📋")]
    assert [call.params["disable_notification"] for call in boards] == ["true", "true"]
    cafe.clock.advance(seconds=61)
    assert await taras.sees_board("12:02") is second


async def test_a_board_of_many_orders_is_dense(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    for number in range(1, 11):
        order_id = await order(cafe, customer=500 + number, pickup_time=f"12:{20 + number}")
        if number > 1:
            await moves(cafe, order_id, "new", "confirmed", *(("cooking", "ready") if number < 7 else ()))
    cafe.clock.moment = datetime(2026, 6, 15, 9, 2, tzinfo=UTC)
    board = await taras.sees_board("10 замовлень · 12:02")
    assert board.text == (
        "📋 10 замовлень · 12:02\n"
        "🆕 Нові: 1\n"
        "12:21 · №1 🥡 · Лате\n"
        "✅ Готові: 5\n"
        "12:22 №2 🥡 · 12:23 №3 🥡 · 12:24 №4 🥡\n"
        "12:25 №5 🥡 · 12:26 №6 🥡\n"
        "⏰ На потім: 4\n"
        "12:27 №7 🥡 почати о 12:12\n"
        "12:28 №8 🥡 почати о 12:13\n"
        "12:29 №9 🥡 почати о 12:14\n"
        "12:30 №10 🥡 почати о 12:15\n"
        "🍳 Лате × 1"
    )
    await converse(taras, [("/orders", "✅ Готові: 5\n12:22 · №2 🥡 · Лате\n")])


async def test_a_dense_board_too_long_for_a_message_counts_the_orders_that_are_left_out(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await order(cafe, pickup_time="14:30")
    await taras.sees_board("№1")
    await cafe.cafe.execute("UPDATE orders SET status = 'confirmed'")
    await copies(cafe, 401)
    cafe.clock.advance(seconds=4)
    board = await taras.sees_board("401 замовлення", "… ще ")
    assert f"… ще {401 - board.text.count('№')}" in board.text


# A message that somebody took away.


async def test_a_deleted_board_comes_again_and_is_pinned(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await order(cafe)
    first = await taras.sees_board("№1")
    await is_pinned_alone(taras, first)
    taras.chat.remove(first)
    cafe.clock.advance(minutes=1)
    second = await taras.sees_board("№1")
    assert second is not first
    await is_pinned_alone(taras, second)


async def test_an_unpinned_board_is_pinned_again(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await order(cafe)
    board = await taras.sees_board("№1")
    await is_pinned_alone(taras, board)
    taras.chat.pinned.clear()
    cafe.clock.advance(minutes=2)
    await is_pinned_alone(taras, board)
    cafe.clock.advance(minutes=2)
    await taras.sees_board("12:04")
    await two_rounds()
    assert len(cafe.telegram.calls_of("pinChatMessage")) == 2, "what is pinned is not pinned again"


async def test_what_people_pinned_since_stays_on_top(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await order(cafe)
    board = await taras.sees_board("№1")
    await is_pinned_alone(taras, board)
    theirs = await taras.send("Завтра о 8 інвентаризація")
    taras.chat.pinned.append(theirs)
    before = len(cafe.telegram.calls_of("getChat"))
    cafe.clock.advance(minutes=2)
    await taras.sees_board("12:02")
    await eventually(lambda: len(cafe.telegram.calls_of("getChat")) == before + 1)
    await two_rounds()
    assert len(cafe.telegram.calls_of("pinChatMessage")) == 1
    assert taras.chat.pinned == [board, theirs]


async def test_without_the_right_to_pin_the_board_works_and_says_so_once(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    taras.chat.may_pin = False
    await order(cafe)
    board = await taras.sees_board("№1")
    await taras.sees("Я не можу закріпити дошку замовлень")
    for minute in (2, 4):
        cafe.clock.advance(minutes=2)
        await taras.sees_board(f"12:0{minute}")
    await eventually(lambda: len(cafe.telegram.calls_of("pinChatMessage")) == 3)
    assert sum("не можу закріпити" in message.text for message in taras.inbox) == 1
    taras.chat.may_pin = True
    cafe.clock.advance(minutes=2)
    await is_pinned_alone(taras, board)


# Outages, restarts, another chat.


async def test_after_an_outage_the_board_is_right_within_seconds(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await order(cafe)
    board = await taras.sees_board("№1")
    cafe.telegram.meet(Fault.SERVER_ERROR)
    for number in range(2, 5):
        await order(cafe, customer=500 + number)
    cafe.clock.advance(seconds=4)
    await eventually(lambda: len(cafe.telegram.calls_of("editMessageText")) >= 1)
    cafe.clock.advance(minutes=10)
    await eventually(lambda: len(cafe.telegram.calls_of("editMessageText")) >= 2)
    cafe.telegram.recover()
    await taras.sees_board("4 замовлення · 12:10", "№4")
    await is_pinned_alone(taras, board)


async def test_an_edit_that_is_told_to_wait_comes_later_with_the_latest_state(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await order(cafe)
    board = await taras.sees_board("№1")
    cafe.telegram.meet(Fault.FLOOD, method="editMessageText", times=1, seconds=2)
    await order(cafe, customer=502)
    cafe.clock.advance(seconds=4)
    await eventually(lambda: len(cafe.telegram.calls_of("editMessageText")) == 1)
    await order(cafe, customer=503)
    await taras.sees_board("3 замовлення", "№3")
    assert board.edits == 1


async def test_the_board_moves_with_a_chat_that_becomes_a_supergroup(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await order(cafe)
    await is_pinned_alone(taras, await taras.sees_board("№1"))
    supergroup = cafe.telegram.world.migrate(STAFF, -1009876543210)
    there = StaffSeat(taras.world, taras.user, supergroup)
    await order(cafe, customer=502)
    cafe.clock.advance(seconds=4)
    await is_pinned_alone(there, await there.sees_board("2 замовлення", "№1", "№2"))


@pytest.fixture
def prepared(tmp_path: Path, prepared_database: Path) -> Path:
    copy_database(prepared_database, tmp_path / "cafe.db")
    return tmp_path


async def test_a_restart_changes_nothing_and_catches_up(prepared: Path, telegram: FakeTelegram) -> None:
    async with open_chat_cafe(prepared, telegram) as cafe:
        taras = cafe.staff()
        await order(cafe)
        board = await taras.sees_board("№1")
        await is_pinned_alone(taras, board)
        moment = cafe.clock.now()
    async with open_chat_cafe(prepared, telegram) as cafe:
        cafe.clock.moment = moment
        taras = cafe.staff()
        cafe.clock.advance(seconds=4)
        await order(cafe, customer=502)
        assert await taras.sees_board("2 замовлення", "№2") is board
        await is_pinned_alone(taras, board)


async def test_a_board_too_long_for_a_message_counts_the_rest(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(staff_chat_guest_orders=True)
    taras = cafe.staff()
    await order(cafe)
    await taras.sees_board("№1")
    await copies(cafe, 151)
    await cafe.cafe.execute(
        "INSERT INTO order_lines (order_id, name, name_en, quantity, price) "
        "SELECT id, '<b>Лате & макіато, подвійне, з корицею', 'Latte', 3, 85 FROM orders WHERE sequence_number > 1"
    )
    cafe.clock.advance(seconds=4)
    board = await taras.sees_board("151 замовлення", "… ще ")
    assert len(board.html.encode("utf-16-le")) // 2 <= 4096
    shown = sum(" · №" in line for line in board.text.splitlines())
    assert f"… ще {151 - shown}" in board.text


# A rush.

STEPS = ("✅ Прийняти", "👩‍🍳 Готується", "🔔 Готове", "🏁 Видано")


def has_button(message: Message, label: str) -> bool:
    return label in message.buttons


async def test_a_rush_takes_a_message_for_each_order_and_leaves_a_line_of_it(cafe: ChatCafe) -> None:
    seats = cafe.staff(), cafe.staff(702, "Ірина")
    taras = seats[0]
    for number in range(6):
        order_id = OrderId(await order(cafe, customer=501 + number, payment_method="card" if number % 2 else "cash"))
        card = await taras.sees(f"№{order_id} · 🥡 Самовивіз · Нове")
        await taras.sees_board("📋")
        if number % 2:
            await cafe.cafe.app.database.write(claim_payment, order_id)
            await cafe.cafe.app.database.write(paid_by_card, order_id, int(cafe.clock.now().timestamp()))
            await taras.sees(f"№{order_id} ·", "💳 Картка · оплачено ✅")
        for step, seat in zip(STEPS, seats * 2, strict=True):
            seat.mark = cafe.telegram.world.revision
            await eventually(partial(has_button, card, step))
            await seat.press(step, on=card)
            if step == STEPS[-1] and not number % 2:
                await eventually(partial(has_button, card, "💵 Готівка"))
                await seat.press("💵 Готівка", on=card)
            await seat.sees_toast(f"№{order_id}: ")
        cafe.clock.advance(seconds=15)
    await converse(taras, [*TO_THE_NOTE, ("[⬜️ Видано одразу]", "[✅"), ("[🥡💵", "№7 · Видано")])
    await eventually(lambda: sum("Видано" in message.text for message in taras.inbox) == 7)
    await eventually(lambda: sum("оплачено карткою" in message.text for message in taras.inbox) == 3)
    assert len(taras.inbox) == 10
    sent = [call for call in cafe.telegram.calls_of("sendMessage") if call.params["chat_id"] == str(STAFF)]
    assert len(sent) == 11, "six cards, three payments, the board, the walk-in"
    assert {len(message.text.splitlines()) for message in taras.inbox} == {1}
