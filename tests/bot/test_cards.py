"""The staff's cards in a rush: reasons, payment at the end, lists in pages, one card of each order."""

from itertools import pairwise
from typing import Any

import pytest

from cafe.core.money.refunds.model import Selection
from cafe.core.ordering.orders.model import OrderStatus
from tests.bot.conversation import ChatCafe, converse
from tests.fakes.telegram import Seat

REPLY_TO_QUESTION = "Напишіть причину у відповідь"


async def order(cafe: ChatCafe, seat: Seat, *slugs: str, **changes: Any) -> int:
    seat.chat.is_started = True
    placed = await cafe.in_mini_app(seat).places(*(slugs or ("latte",)), **changes)
    return int(placed["order_id"])


async def advance(cafe: ChatCafe, order_id: int, status: str) -> None:
    """Bring an order's card to a state, by the rules."""
    staff = cafe.cafe.app.services.staff_orders
    way = ["new", "confirmed", "cooking", "ready", "completed"]
    for before, after in pairwise(way):
        await staff.advance(order_id, OrderStatus(before), OrderStatus(after), "Тарас")
        if after == status:
            return


# Cancelling for a reason in one's own words.


async def test_a_question_survives_other_commands_and_anybody_answers_it(cafe: ChatCafe) -> None:
    olha, taras, iryna = cafe.customer(), cafe.staff(), cafe.staff(702, "Ірина")
    await order(cafe, olha)
    await taras.sees("№1", "Нове")
    await converse(taras, [("[❌ Скасувати]", "Чому"), ("[✍️ Інша причина]", REPLY_TO_QUESTION)])
    question = taras.last
    assert question.asks_for_reply
    await converse(taras, [("/walkin", "Замовлення на касі")])
    iryna.world.say(iryna.chat, iryna.user, text="Зламалася кавомашина", reply_to=question.message_id)
    await iryna.sees("№1 скасовано")
    await olha.sees("№1 скасовано", "Причина: Зламалася кавомашина")
    await taras.sees("№1 · Скасовано · 81 ₴ · Ірина 12:00 · Зламалася кавомашина")


async def test_a_late_reply_is_told_where_the_order_is(cafe: ChatCafe) -> None:
    olha, taras, iryna = cafe.customer(), cafe.staff(), cafe.staff(702, "Ірина")
    order_id = await order(cafe, olha)
    await taras.sees("№1", "Нове")
    await converse(taras, [("[❌ Скасувати]", "Чому"), ("[✍️ Інша причина]", REPLY_TO_QUESTION)])
    question = taras.last
    await advance(cafe, order_id, "confirmed")
    for text in ("немає молока", "немає молока!"):
        iryna.mark = iryna.world.revision
        iryna.world.say(iryna.chat, iryna.user, text=text, reply_to=question.message_id)
        await iryna.sees("№1 уже «Прийнято» (Тарас). Нічого не змінено.")
    assert await cafe.cafe.value("SELECT status FROM orders") == "confirmed"


REASONS = [
    ("Закінчилися продукти", "Закінчилися продукти", "We ran out of products"),
    ("Ми вже зачиняємось", "Ми вже зачиняємось", "We are closing already"),
    ("Гість не відповідає", "Не вдалося з вами зв’язатися", "We could not reach you"),
    ("На прохання гостя", "На ваше прохання", "At your request"),
]


@pytest.mark.parametrize(("button", "uk", "en"), REASONS)
async def test_usual_reasons_are_read_in_the_customers_words(cafe: ChatCafe, button: str, uk: str, en: str) -> None:
    olha, john, taras = cafe.customer(), cafe.customer(502, "John", "en"), cafe.staff()
    for seat, words in ((olha, uk), (john, en)):
        await order(cafe, seat)
        await taras.sees("Нове", "[✅ Прийняти]")
        line = f"Скасовано · 81 ₴ · Тарас 12:00 · {button}"
        await converse(taras, [("[❌ Скасувати]", "Чому"), (f"[{button}]", line)])
        await seat.sees(words)
    assert await cafe.cafe.rows("SELECT DISTINCT cancel_reason AS why FROM orders") == [{"why": button}]


# An unpaid card order at its end.


@pytest.mark.parametrize(("label", "how"), [("💵 Готівка", "cash"), ("💳 Термінал", "terminal")])
async def test_an_unpaid_card_order_is_not_completed_unasked(cafe: ChatCafe, label: str, how: str) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    order_id = await order(cafe, olha, payment_method="card")
    await cafe.cafe.execute(
        "INSERT INTO invoices (order_id, provider, reference, invoice_id, watched_since, created_at) "
        "VALUES (:id, 'monobank', 'r', 'i', 1, 1)",
        id=order_id,
    )
    await advance(cafe, order_id, "ready")
    await taras.sees("Готове", "[🏁 Видано]")
    await converse(
        taras,
        [
            ("[🏁 Видано]", "Як заплатив гість?", "[💵 Готівка] [💳 Термінал]\n[⬅️ Назад]"),
            ("[⬅️ Назад]", "Готове", "[🏁 Видано]"),
            ("[🏁 Видано]", "Як заплатив гість?"),
        ],
    )
    assert await cafe.cafe.value("SELECT status FROM orders") == "ready"
    await converse(taras, [(f"[{label}]", "(№1: Видано)", "№1 · Видано · 81 ₴ · Тарас 12:00")])
    cafe.clock.advance(seconds=5)
    await olha.sees("№1 видано")
    [row] = await cafe.cafe.rows("SELECT payment_status, status FROM orders")
    assert row == {"payment_status": "paid", "status": "completed"}
    assert await cafe.cafe.value("SELECT detail FROM order_events WHERE kind = 'paid'") == how
    assert await cafe.cafe.value("SELECT is_withdrawal_due FROM invoices") == 1
    assert await cafe.cafe.value("SELECT COUNT(*) FROM receipts") == 0
    assert (await cafe.in_mini_app(olha).sees_orders())[0]["can_pay"] is False


async def test_money_that_came_meanwhile_is_not_taken_twice(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    order_id = await order(cafe, olha, payment_method="card")
    await advance(cafe, order_id, "ready")
    await taras.sees("Готове", "[🏁 Видано]")
    await converse(taras, [("[🏁 Видано]", "Як заплатив гість?")])
    await cafe.cafe.execute("UPDATE orders SET payment_status = 'paid'")
    await converse(
        taras,
        [("[💵 Готівка]", "(Гроші вже надійшли онлайн)", "оплачено ✅", "[🏁 Видано]"), ("[🏁 Видано]", "Видано")],
    )
    assert await cafe.cafe.value("SELECT COUNT(*) FROM order_events WHERE kind = 'paid'") == 0


@pytest.mark.parametrize("method", ["cash", "card"])
async def test_forged_payments_change_nothing(cafe: ChatCafe, method: str) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    order_id = await order(cafe, olha, payment_method=method)
    card = await taras.sees("Нове")
    for data in (f"card:paid:{order_id}:new:cash", f"card:paid:{order_id}:ready:cash", f"card:paid:{order_id}:new:x"):
        query = await taras.press_data(data, on=card)
        assert (await taras.is_answered(query))["text"]
    assert await cafe.cafe.rows("SELECT status, payment_status AS paid FROM orders") == [
        {"status": "new", "paid": "unpaid"}
    ]


@pytest.mark.parametrize(
    ("label", "paid", "place"),
    [("💵 Готівка", "unpaid", "💵 Готівка: 81 ₴"), ("💳 Термінал", "paid", "💳 Термінал: 81 ₴")],
)
async def test_a_cash_order_ends_with_how_it_was_paid(cafe: ChatCafe, label: str, paid: str, place: str) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await advance(cafe, await order(cafe, olha), "ready")
    await taras.sees("Готове", "[🏁 Видано]")
    await converse(
        taras,
        [
            ("[🏁 Видано]", "❓ Як заплатив гість?", "[💵 Готівка] [💳 Термінал]\n[⬅️ Назад]"),
            (f"[{label}]", "(№1: Видано)", "№1 · Видано · 81 ₴ · Тарас 12:00"),
            ("/today", place),
        ],
    )
    assert await cafe.cafe.rows("SELECT status, payment_status AS paid FROM orders") == [
        {"status": "completed", "paid": paid}
    ]


async def test_who_has_nothing_to_pay_is_not_asked_about(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await advance(cafe, await order(cafe, olha), "ready")
    await cafe.cafe.execute("UPDATE orders SET total = 0")
    await taras.sees("Готове", "[🏁 Видано]")
    await converse(taras, [("[🏁 Видано]", "(№1: Видано)")])


# The list of open orders.


async def test_open_orders_come_in_pages_by_what_is_due(cafe: ChatCafe) -> None:
    guest, taras = cafe.cafe.guest(), cafe.staff()
    for number in range(1, 26):
        placed = await guest.places("cake")
        if number <= 3:
            await advance(cafe, placed["order_id"], "cooking")
    await converse(
        taras,
        [
            (
                "/orders",
                "📋 25 замовлень · 12:00\n\n🆕 Нові: 22\n",
                " · №4 🥡 · Київський торт\n",
                "[🆕 №4] [🆕 №5] [🆕 №6] [🆕 №7]\n",
                "[1/3]",
            )
        ],
    )
    first = taras.last
    assert len(first.inline) == 4
    assert "№16" not in first.text
    await converse(taras, [("[▶️]", "🆕 Нові: 22\n", "🔥 Готуються: 3\n", "[🔥 №1] [🔥 №2]", "[2/3]")])
    await converse(taras, [("[▶️]", "🔥 Готуються: 3\n", "[🔥 №3]", "[3/3]"), ("[▶️]", "[🆕 №4]", "[1/3]")])
    assert taras.last is first


async def test_an_orders_card_moves_down_and_there_is_one_of_it(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await order(cafe, olha)
    first = await taras.sees("№1 · 🥡 Самовивіз · Нове")
    await converse(taras, [("/help", "Чат персоналу"), ("/orders", "📋 1 замовлення")])
    await converse(taras, [("[🆕 №1]", "(Картка №1 внизу", "№1 · 🥡 Самовивіз · Нове", "[✅ Прийняти]")])
    card = taras.last
    assert card.message_id != first.message_id
    await taras.world.wait_for(lambda: True if first not in taras.inbox else None, 5)
    assert first not in taras.inbox
    await converse(taras, [("[✅ Прийняти]", "Прийнято")])
    assert card.message_id == taras.last.message_id
    shown = [message for message in taras.inbox if "№1 · 🥡" in message.text]
    assert shown == [card]


async def test_the_card_of_a_guests_order_appears_when_it_is_asked_for(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await cafe.cafe.guest().places("cake")
    await converse(taras, [("/orders", "📋 1 замовлення"), ("[🆕 №1", "№1 · 🥡 Самовивіз · Нове")])
    await converse(taras, [("[✅ Прийняти]", "Прийнято"), ("/orders", "№1]"), ("[№1", "Прийнято", "[👩‍🍳 Готується]")])
    await taras.world.wait_for(lambda: True if _cards(taras) == 1 else None, 5)
    assert _cards(taras) == 1


def _cards(seat: Seat) -> int:
    return sum("№1 · 🥡" in message.text for message in seat.inbox)


# What a card says.


async def test_a_card_says_who_gets_no_messages(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(staff_chat_guest_orders=True)
    taras = cafe.staff()
    await cafe.cafe.guest().places("cake")
    await taras.sees("№1", "🔕 Гість не отримує повідомлень")
    await order(cafe, cafe.customer())
    card = await taras.sees("№2")
    assert "🔕" not in card.text


async def test_from_accepted_on_a_card_is_dense(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(staff_chat_guest_orders=True)
    taras = cafe.staff()
    await cafe.cafe.guest().places("cake", "latte")
    card = await taras.sees("№1 · 🥡 Самовивіз · Нове", "🕒 12:00 · ⏰ Забере о 14:30", "Знижка за самовивіз: −10 ₴")
    await taras.press("✅ Прийняти", on=card)
    await taras.sees("Прийнято", "[⏱ 10 хв] [⏱ 20 хв] [⏱ 30 хв] [⏱ 45 хв]\n[⛔️ Немає…] [❌ Скасувати] [↩️ Крок назад]")
    await taras.press("👩‍🍳 Готується", on=card)
    await taras.sees("Готується")
    assert card.picture.partition("\n")[2] == (
        "⏰ Забере о 14:30\n"
        "👤 Олена · +380 67 123 45 67 · 🔕\n"
        "1 × Київський торт — 120 ₴\n"
        "1 × Лате — 85 ₴\n"
        "Разом: 195 ₴ · 💵 Готівка\n"
        "12:00 · Тарас: готується\n"
        "[🔔 Готове] [✏️ Змінити]\n"
        "[⛔️ Немає…] [❌ Скасувати] [↩️ Крок назад]"
    )


async def test_a_table_shares_a_line_with_the_time_once_its_order_is_accepted(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await order(cafe, cafe.customer(), kind="dine-in", table_number="7")
    await taras.sees("Нове", "🕒 12:00\n🍽 Столик 7\n👤")
    await converse(taras, [("[⏱ 20 хв]", "Прийнято\n🍽 Столик 7 · ⏱ Обіцяно на 12:20\n👤", "буде готове за 20 хв")])


@pytest.mark.parametrize(
    ("typed", "shown"), [("5", "1а, кв. 5"), ("кв 5", "1а, кв 5"), ("офіс 12", "1а, офіс 12"), ("кв.7", "1а, кв.7")]
)
async def test_an_apartment_is_not_called_so_twice(cafe: ChatCafe, typed: str, shown: str) -> None:
    await order(cafe, cafe.customer(), "borscht", "latte", kind="delivery", address_apartment=typed)
    await cafe.staff().sees("№1", f"{shown}\n")


@pytest.mark.parametrize(("typed", "shown"), [("7", "7"), ("столик 7", "7"), ("Стіл №7", "7"), ("тераса", "тераса")])
async def test_a_table_is_not_called_so_twice(cafe: ChatCafe, typed: str, shown: str) -> None:
    await order(cafe, cafe.customer(), kind="dine-in", table_number=typed)
    await cafe.staff().sees("№1", f"🍽 Столик {shown}\n")


async def test_the_courier_s_part_of_a_card_needs_no_typing_and_no_reckoning(cafe: ChatCafe) -> None:
    where = {"address_street": 'вул. "Київська" <3', "address_house": "17", "address_apartment": "5"}
    changes = {**where, "phone": "067 123-45-67", "cash_change_for": 1000}
    await order(cafe, cafe.customer(), "borscht", "latte", kind="delivery", **changes)
    card = await cafe.staff().sees("№1", 'Київ, вул. "Київська" <3, 17, кв. 5', "+380671234567", "Решта 710 ₴ (з 1000)")
    city, street = "%D0%9A%D0%B8%D1%97%D0%B2", "%D0%B2%D1%83%D0%BB.%20%22"
    assert f'<a href="https://www.google.com/maps/search/?api=1&amp;query={city}%2C%20{street}' in card.html
    assert "%D0%BA%D0%B2" not in card.html, "a map does not know the flats"


@pytest.mark.parametrize(("of", "shown"), [(290, "💰 Без решти"), (200, "💰 Решта з 200 ₴")])
async def test_change_that_is_none_or_makes_no_sense(cafe: ChatCafe, of: int, shown: str) -> None:
    await order(cafe, cafe.customer(), "borscht", "latte", kind="delivery", cash_change_for=of)
    await cafe.staff().sees("№1", shown)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("+38 (067) 123 45 67", "+38 (067) 123 45 67"),
        ("380671234567", "+380671234567"),
        ("+48 123456789", "+48 123456789"),
    ],
)
async def test_a_phone_can_be_tapped(cafe: ChatCafe, typed: str, shown: str) -> None:
    await order(cafe, cafe.customer(), phone=typed)
    await cafe.staff().sees("№1", f"· {shown}\n")


# A step back.


async def test_a_step_is_taken_back_and_the_customer_hears_nothing(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    order_id = await order(cafe, olha)
    card = await taras.sees("№1", "Нове")
    assert "↩️ Крок назад" not in card.buttons
    await advance(cafe, order_id, "ready")
    await taras.sees("Готове", "[↩️ Крок назад]")
    cafe.clock.advance(seconds=6)
    await olha.sees("готове, чекаємо на вас")
    end = ("[🏁 Видано]", "Як заплатив гість?")
    await converse(taras, [end, ("[💵 Готівка]", "№1 · Видано · 81 ₴ · Тарас", "[↩️ Крок назад]")])
    await converse(taras, [("[↩️ Крок назад]", "(№1: Готове)", "№1 · 🥡 Самовивіз · Готове", "крок назад: готове")])
    assert "↩️ Крок назад" not in card.buttons, "only the last step"
    cafe.clock.advance(seconds=10)
    await converse(taras, [end, ("[💵 Готівка]", "№1 · Видано")])
    cafe.clock.advance(seconds=6)
    await olha.sees("видано")
    assert sum("видано" in message.text for message in olha.inbox) == 1


async def test_after_a_quarter_of_an_hour_a_step_back_is_too_late_and_the_button_goes(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    order_id = await order(cafe, olha)
    await taras.sees("№1", "Нове")
    await advance(cafe, order_id, "completed")
    card = await taras.sees("№1 · Видано", "[↩️ Крок назад]")
    cafe.clock.advance(minutes=15, seconds=1)
    await converse(taras, [("[↩️ Крок назад]", "(Минуло забагато часу")])
    await taras.world.wait_for(lambda: True if not card.buttons else None, 5)
    assert card.buttons == []
    assert await cafe.cafe.value("SELECT status FROM orders") == "completed"


async def test_a_completed_order_whose_cash_went_back_stays_so(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    order_id = await order(cafe, olha)
    await taras.sees("№1", "Нове")
    await advance(cafe, order_id, "completed")
    await taras.sees("№1 · Видано", "[↩️ Крок назад]")
    data = next(b for row in taras.last.inline for b in row if "Крок назад" in b["text"])["callback_data"]
    refunds = cafe.cafe.app.services.refunds
    await refunds.request(order_id, Selection(is_whole=True), seen=0, reason="", actor="Тарас")
    await taras.press_data(data, on=taras.last)
    await taras.sees_toast("Гостю повернули гроші: цей крок уже не скасувати.")
    assert await cafe.cafe.value("SELECT status FROM orders") == "completed"


async def test_two_step_back_at_once_and_it_is_one_step(cafe: ChatCafe) -> None:
    olha, taras, iryna = cafe.customer(), cafe.staff(), cafe.staff(702, "Ірина")
    order_id = await order(cafe, olha)
    await taras.sees("№1", "Нове")
    await advance(cafe, order_id, "cooking")
    card = await taras.sees("Готується", "[↩️ Крок назад]")
    data = f"card:back:{order_id}:cooking:"
    iryna.mark = taras.mark
    queries = [await taras.press_data(data, on=card), await iryna.press_data(data, on=card)]
    texts = {(await taras.is_answered(query))["text"].partition(" (")[0] for query in queries}
    assert texts == {"№1: Прийнято", "№1 уже «Прийнято»"}
    assert await cafe.cafe.value("SELECT status FROM orders") == "confirmed"
    assert await cafe.cafe.value("SELECT COUNT(*) FROM order_events WHERE kind = 'back'") == 1


# Dishes that there are none of.


async def test_a_dish_is_stopped_from_the_card(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await order(cafe, olha, "latte", "latte", "cake")
    card = await taras.sees("№1", "Нове")
    await converse(
        taras,
        [
            ("[⛔️ Немає…]", "№1", "Чого немає?", "[🟢 Лате]\n[🟢 Київський торт]\n[⬅️ Назад]"),
            ("[⬅️ Назад]", "[✅ Прийняти]"),
            ("[⛔️ Немає…]", "Чого немає?"),
            ("[🟢 Лате]", "Продається", "[⏳ Немає 1 годину]\n[🌙 Немає до завтра]\n[⛔️ Вимкнути]\n[⬅️ Назад]"),
            ("[⏳ Немає 1 годину]", "(🌙 Лате: немає до 15.06 13:00)", "№1", "[✅ Прийняти]"),
        ],
    )
    assert taras.last is card
    guest = cafe.cafe.guest()
    assert (await guest.adds("latte")).status == 404
    await converse(
        taras, [("[⛔️ Немає…]", "[🌙 Лате]"), ("[🌙 Лате]", "Не продається до 15.06 13:00", "[🟢 Увімкнути]")]
    )
    cafe.clock.advance(minutes=61)
    assert (await guest.adds("latte")).status == 201


async def test_stopping_from_the_card_of_an_order_that_ended_meanwhile(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    order_id = await order(cafe, olha)
    card = await taras.sees("№1", "Нове")
    await cafe.in_mini_app(olha).cancels(order_id)
    await taras.sees("№1 · Скасовано гостем")
    await taras.press_data(f"card:lack:{order_id}:new:", on=card)
    await taras.sees_toast("№1 уже «Скасовано»")
    for forged in ("card:stop:1:new:x.hour", "card:stop:1:new:7.never", "card:stop:1:new:"):
        await taras.press_data(forged, on=card)
        await taras.sees_toast("Ця кнопка вже не діє")
    await taras.press_data(f"card:stop:{order_id}:new:999.hour", on=card)
    await taras.sees_toast("Меню")


# Walk-ins and stock.


async def test_a_walk_ins_total_stands_on_each_way_to_pay(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(
        taras,
        [
            ("/walkin", "Замовлення на касі"),
            ("[Кава]", "Лате"),
            ("[Лате", "✅ 1 × Лате"),
            (
                "[🧾",
                "Сума: 85 ₴",
                "[🍽💵 Тут, готівка · 85 ₴] [🍽💳 Тут, термінал · 85 ₴]\n[🥡💵 Із собою, готівка · 81 ₴]",
            ),
            ("[🥡💵", "№1 на 81 ₴"),
        ],
    )
    await taras.sees("№1", "Разом: 81 ₴", "💵 Готівка · оплачено ✅")
    assert await cafe.cafe.value("SELECT detail FROM order_events WHERE kind = 'paid'") == "cash"


TO_THE_NOTE = [("/walkin", "Замовлення на касі"), ("[Кава]", "Лате"), ("[Лате", "✅ 1 × Лате"), ("[🧾", "Сума: 85 ₴")]


async def test_a_walk_in_is_handed_out_at_once_in_one_message(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(
        taras,
        [
            *TO_THE_NOTE,
            ("[⬜️ Видано одразу]", "[✅ Видано одразу]"),
            ("[✅ Видано одразу]", "[⬜️ Видано одразу]"),
            ("[⬜️ Видано одразу]", "[✅ Видано одразу]"),
            ("[🥡💳", "(✅ №1)", "№1 · Видано · 81 ₴ · Тарас 12:00"),
        ],
    )
    assert taras.last.buttons == []
    [row] = await cafe.cafe.rows("SELECT status, payment_status AS paid, payment_method AS method FROM orders")
    assert row == {"status": "completed", "paid": "paid", "method": "card"}
    events = await cafe.cafe.rows("SELECT kind, detail FROM order_events ORDER BY id")
    assert [(row["kind"], row["detail"]) for row in events] == [
        ("created", ""),
        ("paid", "terminal"),
        ("status", "completed"),
    ]
    assert await cafe.cafe.rows("SELECT state FROM outbox WHERE order_id IS NOT NULL") == [{"state": "closed"}]
    assert len(taras.inbox) == 1


async def test_the_next_walk_in_is_made_first_again_and_two_presses_are_one_order(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [*TO_THE_NOTE, ("[⬜️ Видано одразу]", "[✅ Видано одразу]")])
    note = taras.last
    pay = next(button["callback_data"] for row in note.inline for button in row if "🍽💵" in button["text"])
    for query in [await taras.press_data(pay, on=note), await taras.press_data(pay, on=note)]:
        assert (await taras.is_answered(query))["text"]
    assert await cafe.cafe.value("SELECT COUNT(*) FROM orders") == 1
    await converse(taras, [*TO_THE_NOTE, ("[🥡💵", "№2 на 81 ₴")])
    await taras.sees("№2 · 🥡 Самовивіз · Прийнято")


async def test_the_stock_comes_in_pages_with_units_in_ukrainian(cafe: ChatCafe) -> None:
    more = "\n".join(
        f'[[ingredients]]\ncode = "i{number}"\nname = "Що {number:02}"\nunit = "pcs"\nstock = 5\nlow_stock = 0'
        for number in range(75)
    )
    await cafe.cafe.load(more)
    taras = cafe.staff()
    await converse(taras, [("/stock", "Усього вистачає"), ("[Усі залишки]", "Зерно: 1000 г (мін. 100)]", "[1/4]")])
    seen = set()
    for page in range(2, 6):
        seen |= {row[0]["text"] for row in taras.last.inline if "мін." in row[0]["text"]}
        await converse(taras, [("[▶️]", f"[{(page - 1) % 4 + 1}/4]")])
    assert len(seen) == 77
    assert any("Що 74: 5 шт." in label for label in seen)
    assert any("Молоко: 20000 мл" in label for label in seen)
