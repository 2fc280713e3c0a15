"""Money that is held on a card, in chats: what the staff and the guest are told from the hold to its end."""

import pytest

from tests.bot.conversation import ChatCafe, converse
from tests.fakes.telegram import Seat

HOLD = (
    "INSERT INTO invoices (order_id, provider, reference, invoice_id, status, is_hold, held_at, held_amount, "
    "watched_since, created_at) VALUES (:id, 'monobank', 'r', 'i', 'held', 1, :at, 8100, :at, :at)"
)


async def held(cafe: ChatCafe, seat: Seat) -> int:
    """An order whose sum is blocked; no bank is asked here."""
    seat.chat.is_started = True
    placed = await cafe.in_mini_app(seat).places("latte", payment_method="card")
    order_id = int(placed["order_id"])
    now = int(cafe.clock.now().timestamp())
    await cafe.cafe.execute("UPDATE orders SET payment_status = 'pending' WHERE id = :id", id=order_id)
    await cafe.cafe.execute(HOLD, id=order_id, at=now)
    return order_id


async def test_the_card_says_that_the_money_waits_for_the_staff(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    order_id = await held(cafe, olha)
    await converse(taras, [(f"/order {order_id}", "заблоковано на картці, спишемо після прийняття")])
    await converse(taras, [("[✅ Прийняти]", "заблоковано на картці, списуємо")])
    await olha.sees("прийнято", "Списуємо з картки: 81 ₴")
    assert await cafe.cafe.value("SELECT hold_end FROM invoices") == "capture"
    assert await cafe.cafe.value("SELECT capture_amount FROM invoices") == 8100


async def test_a_guest_reads_that_nothing_was_taken(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await held(cafe, olha)
    await taras.sees("№1", "Нове")
    await converse(taras, [("[❌ Скасувати]", "Чому"), ("[Гість не відповідає]", "Скасовано")])
    await olha.sees("№1 скасовано", "розблоковуємо: нічого не списано")
    assert await cafe.cafe.value("SELECT hold_end FROM invoices") == "release"
    assert await cafe.cafe.value("SELECT COUNT(*) FROM money_to_return") == 0


@pytest.mark.parametrize("has_answer", [True, False])
async def test_what_nobody_accepts_is_told_both(cafe: ChatCafe, *, has_answer: bool) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    order_id = await held(cafe, olha)
    if has_answer:
        await taras.sees("№1", "Нове")
    cafe.clock.advance(minutes=15)
    await taras.sees("№1 на 81 ₴ скасовано: його не прийняли вчасно")
    await olha.sees("№1 скасовано", "Не встигли його прийняти", "нічого не списано")
    assert await cafe.cafe.value("SELECT status FROM orders WHERE id = :id", id=order_id) == "cancelled"
