"""What the staff do in their chat, as conversations; and that it works nowhere else."""

import asyncio
from typing import Any

import pytest

from tests.bot.conversation import ChatCafe, Turn, converse
from tests.fakes.telegram import Seat

CARD_BUTTONS = "[⏱ 10 хв] [⏱ 20 хв] [⏱ 30 хв] [⏱ 45 хв]\n[⛔️ Немає…] [❌ Скасувати]"


async def order(cafe: ChatCafe, olha: Seat, *slugs: str, **changes: Any) -> int:
    """An order of a customer who has talked with the bot before; its card is in the staff's chat."""
    olha.chat.is_started = True
    placed = await cafe.in_mini_app(olha).places(*(slugs or ("latte",)), **changes)
    olha.mark = cafe.telegram.world.revision
    return int(placed["order_id"])


WAYS = [
    (
        "pickup",
        "🥡 Самовивіз",
        [
            ("[✅ Прийняти]", "Прийнято", "прийнято"),
            ("[👩‍🍳 Готується]", "Готується", "вже готується"),
            ("[🔔 Готове]", "Готове", "готове, чекаємо на вас"),
            ("[🏁 Видано]", "Видано", "видано. Смачного"),
        ],
    ),
    (
        "dine-in",
        "🍽 У закладі",
        [
            ("[✅ Прийняти]", "Прийнято", "прийнято"),
            ("[👩‍🍳 Готується]", "Готується", "вже готується"),
            ("[🔔 Готове]", "Готове", "вже несемо"),
            ("[🏁 Подано]", "Подано", "подано. Смачного"),
        ],
    ),
    (
        "delivery",
        "🛵 Доставка",
        [
            ("[✅ Прийняти]", "Прийнято", "прийнято"),
            ("[👩‍🍳 Готується]", "Готується", "вже готується"),
            ("[🔔 Готове]", "Готове", "скоро вирушить"),
            ("[🛵 Кур’єру]", "Передано кур’єру", "вже в дорозі"),
            ("[🏁 Доставлено]", "Доставлено", "доставлено. Смачного"),
        ],
    ),
]


@pytest.mark.parametrize(("kind", "label", "steps"), WAYS, ids=[way[0] for way in WAYS])
async def test_every_type_goes_its_way_to_the_end(
    cafe: ChatCafe, kind: str, label: str, steps: list[tuple[str, str, str]]
) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await order(cafe, olha, "borscht", "latte", kind=kind)
    card = await taras.sees(f"№1 · {label} · Нове", "1 × Борщ — 145 ₴", CARD_BUTTONS)
    for button, state, told in steps:
        await taras.press(button.strip("[]"), on=card)
        is_end = button == steps[-1][0]
        if is_end:
            await taras.sees("Як заплатив гість?")
            await taras.press("💵 Готівка", on=card)
        parts = [f"№1 · {state} · "] if is_end else [f"№1 · {label} · {state}", f"Тарас: {_done(state)}"]
        changed = await taras.sees(*parts)
        assert changed.message_id == card.message_id, "the card is edited in place"
        cafe.clock.advance(seconds=5)
        await olha.sees("№1", told)
    assert card.buttons == ["↩️ Крок назад"]
    assert len(taras.inbox) == 1


def _done(state: str) -> str:
    return state[0].lower() + state[1:]


async def test_a_ready_time_takes_the_order_and_is_told(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await order(cafe, olha)
    card = await taras.sees("№1 · 🥡 Самовивіз · Нове", "⏰ Забере о 14:30")
    await taras.press("⏱ 20 хв", on=card)
    await taras.sees("Прийнято", "⏱ Обіцяно на 12:20", "Тарас: буде готове за 20 хв")
    await olha.sees("прийнято", "приблизно о 12:20 (за 20 хв)")
    await taras.press("⏱ 20 хв", on=card)
    await taras.sees_toast("Цей час уже обіцяно: 12:20")
    await taras.press("⏱ 45 хв", on=card)
    await taras.sees("⏱ Обіцяно на 12:45")
    await olha.sees("буде готове приблизно о 12:45 (за 45 хв)")
    assert not any("12:20" in message.text for message in olha.inbox), "the message tells the time of now"


async def test_cancelling_asks_why_and_the_customer_reads_it(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await order(cafe, olha)
    card = await taras.sees("№1", "Нове")
    stock = await cafe.cafe.value("SELECT stock FROM ingredients WHERE code = 'milk'")
    await converse(
        taras,
        [
            ("[❌ Скасувати]", "Чому скасовуємо?", "[Закінчилися продукти]", "[⬅️ Не скасовувати]"),
            ("[⬅️ Не скасовувати]", "Нове", "[✅ Прийняти]"),
            ("[❌ Скасувати]", "Чому скасовуємо?"),
            ("[Закінчилися продукти]", "№1 · Скасовано · 81 ₴ · Тарас 12:00 · Закінчилися продукти"),
        ],
    )
    await olha.sees("№1 скасовано", "Причина: Закінчилися продукти")
    assert card.buttons == []
    assert await cafe.cafe.value("SELECT stock FROM ingredients WHERE code = 'milk'") == stock + 220


async def test_cancelling_for_a_reason_in_ones_own_words(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await order(cafe, olha)
    await taras.sees("№1", "Нове")
    await converse(
        taras,
        [("[❌ Скасувати]", "Чому скасовуємо?"), ("[✍️ Інша причина]", "Напишіть причину у відповідь")],
    )
    await taras.send("а що там у нас з кавомашиною?", replies=False)
    await cafe.staff(702, "Ірина").send("зламалася", replies=False)
    await converse(
        taras,
        [
            ("Зламалася <кавомашина>", "№1 скасовано"),
        ],
    )
    await taras.sees("Скасовано", "Тарас 12:00 · Зламалася <кавомашина>")
    await olha.sees("Причина: Зламалася <кавомашина>")


async def test_a_paid_order_that_the_staff_cancel_is_money_to_return(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await order(cafe, olha, payment_method="card")
    await cafe.cafe.notes_payment(await cafe.cafe.value("SELECT id FROM orders"), "card")
    await taras.sees("№1", "Нове")
    await converse(taras, [("[❌ Скасувати]", "Чому"), ("[Ми вже зачиняємось]", "Поверніть гостю 81 ₴")])
    await taras.sees("№1 · Скасовано · 81 ₴ · Тарас 12:00 · Ми вже зачиняємось\n💸 Повернути: 81 ₴")
    await olha.sees("скасовано", "Ми повернемо вам 81 ₴")


async def test_two_press_at_once_and_one_wins(cafe: ChatCafe) -> None:
    olha, taras, iryna = cafe.customer(), cafe.staff(), cafe.staff(702, "Ірина")
    await order(cafe, olha)
    card = await taras.sees("№1", "Нове")
    data = card.inline[0][0]["callback_data"]
    iryna.mark = taras.mark
    queries = [await taras.press_data(data, on=card), await iryna.press_data(data, on=card)]
    texts = [(await taras.is_answered(query))["text"] for query in queries]
    winners = [text for text in texts if text == "№1: Прийнято"]
    losers = [text for text in texts if text.startswith("№1 уже «Прийнято» (")]
    assert (len(winners), len(losers)) == (1, 1)
    await olha.sees("прийнято")
    assert sum("прийнято" in message.text for message in olha.inbox) == 1
    assert await cafe.cafe.value("SELECT COUNT(*) FROM order_events WHERE kind = 'status'") == 1


async def test_a_late_press_changes_nothing_and_says_who_was_quicker(cafe: ChatCafe) -> None:
    olha, taras, iryna = cafe.customer(), cafe.staff(), cafe.staff(702, "Ірина")
    order_id = await order(cafe, olha)
    card = await taras.sees("№1", "Нове")
    old = card.inline[0][0]["callback_data"]
    await iryna.press("✅ Прийняти", on=card)
    await iryna.sees("Прийнято")
    await taras.press_data(old, on=card)
    await taras.sees_toast("№1 уже «Прийнято» (Ірина). Нічого не змінено.")
    await cafe.in_mini_app(olha).cancels(order_id)
    await taras.sees("Гість скасував замовлення №1")
    await taras.sees("№1 · Скасовано гостем · 81 ₴ · 12:00")
    for forged in (f"card:move:{order_id}:cancelled:completed", f"card:move:{order_id}:new:completed"):
        await taras.press_data(forged, on=card)
        await taras.sees_toast("уже «Скасовано»")
    assert await cafe.cafe.value("SELECT status FROM orders") == "cancelled"


async def test_an_order_nobody_takes_is_brought_up_again_and_then_needs_a_person(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await order(cafe, olha)
    first = await taras.sees("№1", "Нове")
    for minutes in (3, 6, 9, 12, 15):
        cafe.clock.advance(minutes=3)
        taras.mark = cafe.telegram.world.revision
        card = await taras.sees(f"Ніхто не прийняв, чекає вже {minutes} хв", "[✅ Прийняти]", seconds=15)
        assert card.message_id != first.message_id
    await taras.world.wait_for(lambda: True if len(taras.inbox) == 1 else None, 5)
    assert len(taras.inbox) == 1, "the card before is taken away"
    cafe.clock.advance(minutes=3)
    await taras.sees("№1 чекає вже 18 хв", "Зателефонуйте гостю +380 67 123 45 67, прийміть або скасуйте", seconds=15)
    await taras.press("✅ Прийняти", on=card)
    await taras.sees("Прийнято")
    assert "Ніхто не прийняв" not in card.text


async def test_open_orders_are_listed_guests_too(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [("/orders", "Відкритих замовлень немає")])
    await cafe.cafe.guest().places("cake")
    await converse(
        taras,
        [
            ("/orders@demo_cafe_bot", "📋 1 замовлення · 12:00", " · №1 🥡 · Київський торт", "[🆕 №1]"),
            ("[🆕 №1]", "№1 · 🥡 Самовивіз · Нове", "1 × Київський торт — 120 ₴", "[✅ Прийняти]"),
            ("[✅ Прийняти]", "Прийнято"),
        ],
    )


STOP_LIST: list[Turn] = [
    ("/stop", "Стоп-лист", "[Їжа] [Кава]"),
    ("[Кава]", "[🟢 Еспресо]", "[🟢 Лате]"),
    ("[🟢 Лате]", "Лате", "🟢 Продається", "[⏳ Немає 1 годину]\n[🌙 Немає до завтра]\n[⛔️ Вимкнути]"),
    ("[⛔️ Вимкнути]", "(⛔️ Лате)", "[⛔️ Лате]"),
    ("[⬅️ Назад]", "[⛔️ 1 · Кава]"),
    ("[⛔️ 1 · Кава]", "[⛔️ Лате]"),
    ("[⛔️ Лате]", "Не продається, доки не ввімкнете"),
    ("[🟢 Увімкнути]", "(🟢 Лате)", "[🟢 Лате]"),
    ("[🟢 Лате]", "Продається"),
    ("[🌙 Немає до завтра]", "(🌙 Лате: немає до 16.06 08:00)", "[🌙 Лате]"),
]


async def test_the_stop_list(cafe: ChatCafe) -> None:
    taras, guest = cafe.staff(), cafe.cafe.guest()
    await converse(taras, STOP_LIST)
    assert (await guest.adds("latte")).status == 404
    shown = [product["name"] for product in (await guest.get("/api/products")).json]
    assert "Лате" not in shown
    cafe.clock.advance(hours=20)  # the next opening, 08:00
    assert (await guest.adds("latte")).status == 201
    await converse(taras, [("/stop", "[Кава]"), ("[Кава]", "[🟢 Лате]")])


async def test_pausing_stops_orders_and_ends_by_itself(cafe: ChatCafe) -> None:
    taras, guest = cafe.staff(), cafe.cafe.guest()
    await guest.adds("latte")
    await converse(taras, [("/pause 30m", "Замовлення призупинено до 15.06 12:30 (Тарас)")])
    assert (await guest.orders_pickup()).json["error"] == "closed"
    cafe.clock.advance(minutes=31)
    assert (await guest.orders_pickup()).status == 201
    await converse(
        taras,
        [
            ("/pause", "На скільки", "[30 хв] [1 год] [2 год]"),
            ("[2 год]", "призупинено до 15.06 14:31"),
            ("/pause", "Замовлення призупинено до 15.06 14:31"),
            ("[До відкриття]", "призупинено до 16.06 08:00"),
            ("[▶️ Приймати знову]", "Знову приймаємо замовлення (Тарас)"),
            ("/resume", "й так приймаються"),
            ("/pause 2h", "до 15.06 14:31"),
            ("/resume", "Знову приймаємо"),
            ("/pause today", "до 16.06 08:00"),
            ("/pause", "16.06"),
            ("[Доки не відновлю]", "доки не відновите"),
            ("/pause", "призупинено, доки не відновите"),
            ("/resume", "Знову приймаємо"),
            ("/pause forever", "Напишіть, на скільки"),
        ],
    )
    await guest.adds("latte")
    assert (await guest.orders_pickup()).status == 201


WALK_IN: list[Turn] = [
    ("/walkin", "Замовлення на касі", "[Їжа] [Кава]"),
    ("[Кава]", "Натисніть на позицію", "[Лате · 85 ₴]"),
    ("[Лате", "[✅ 1 × Лате · 85 ₴]", "[🧾 Перевірити · 85 ₴]"),
    ("[✅ 1 × Лате", "[✅ 2 × Лате · 85 ₴]"),
    ("[⬅️ Розділи]", "[Десерти]"),
    ("[Десерти]", "Київський торт"),
    ("[Київський торт", "[🧾 Перевірити · 290 ₴]"),
    ("[🧾 Перевірити", "2 × Лате — 170 ₴", "1 × Київський торт — 120 ₴", "Сума: 290 ₴"),
    ("[➖ Лате]", "1 × Лате — 85 ₴", "Сума: 205 ₴"),
    ("[🍽💳 Тут, термінал · 205 ₴]", "№1 на 205 ₴ (Тарас)"),
]


async def test_a_walk_in_order(cafe: ChatCafe) -> None:
    taras, iryna = cafe.staff(), cafe.staff(702, "Ірина")
    await converse(taras, WALK_IN[:-1])
    note = taras.last
    await iryna.press("🍽💵", on=note)
    await iryna.sees_toast("Це не ваше замовлення")
    await converse(taras, WALK_IN[-1:])
    await taras.sees("№1 · 🍽 У закладі · Прийнято", "Гість (на касі)", "оплачено ✅", "[👩‍🍳 Готується]")
    [row] = await cafe.cafe.rows("SELECT customer_id, total, status, payment_status FROM orders")
    assert row == {"customer_id": -1, "total": 205, "status": "confirmed", "payment_status": "paid"}
    assert await cafe.cafe.value("SELECT COUNT(*) FROM receipts") == 0


async def test_a_walk_in_order_while_paused(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [("/pause 30m", "призупинено"), *WALK_IN])


async def test_stock_under_its_mark_is_shown_and_corrected(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [("/stock", "Усього вистачає"), ("[Усі залишки]", "[▫️ Зерно: 1000 г (мін. 100)]")])
    await cafe.cafe.execute("UPDATE ingredients SET stock = 2010 WHERE code = 'milk'")
    await cafe.cafe.guest().places("latte")
    await taras.sees("Закінчується: Молоко, лишилося 1790 мл")
    await converse(
        taras,
        [
            ("/stock", "[📉 Молоко: 1790 мл (мін. 2000)]"),
            ("[📉 Молоко", "зараз 2010 мл, з них 220 мл для замовлень, які ще не готують (рахуйте й це). Скільки"),
            ("багато", "Потрібне ціле число"),
            ("15 000", "✅ Молоко: 15000 мл, з них 220 мл для замовлень, які ще не готують"),
            ("/stock", "Усього вистачає"),
            ("[Усі залишки]", "[▫️ Молоко: 14780 мл (мін. 2000)]"),
            ("[▫️ Зерно", "зараз 1000 г, з них 18 г для"),
        ],
    )
    await cafe.cafe.execute("UPDATE orders SET status = 'cooking'")
    await converse(
        taras,
        [
            ("/stock", "Усього вистачає"),
            ("[Усі залишки]", "[▫️ Молоко: 14780 мл (мін. 2000)]"),
            ("[▫️ Молоко", "зараз 14780 мл. Скільки насправді?"),
        ],
    )


async def test_the_day_in_figures(cafe: ChatCafe) -> None:
    taras, olha = cafe.staff(), cafe.customer()
    await converse(taras, [("/today", "Підсумок дня, 15.06.2026", "Замовлень: 0 на 0 ₴")])
    await order(cafe, olha, "latte", "latte", "cake")
    await cafe.cafe.guest().places("cake", kind="dine-in", payment_method="card")
    cancelled = await order(cafe, olha, "borscht")
    await cafe.in_mini_app(olha).cancels(cancelled)
    await converse(
        taras,
        [
            (
                "/today",
                "Замовлень: 2 на",
                "Скасовано: 1",
                "Готівка: 0 ₴",
                "Очікується: 395 ₴",
                "Найпопулярніше\nКиївський торт — 2\nЛате — 2",
            ),
        ],
    )


@pytest.mark.parametrize("command", ["/stop", "/pause", "/resume", "/walkin", "/stock", "/today"])
async def test_staff_commands_refuse_outside_the_staff_chat(cafe: ChatCafe, command: str) -> None:
    await converse(cafe.customer(), [(command, "Ця команда працює лише в чаті персоналу")])
    strangers = cafe.telegram.person(801, "Чужий").at(cafe.telegram.group(-100777, "Чужа група"))
    await converse(strangers, [(command, "Я приймаю замовлення в особистому чаті")])


async def test_cards_pressed_elsewhere_do_nothing(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, [("/start", "Вітаємо")])
    order_id = await order(cafe, olha)
    await olha.press_data(f"card:move:{order_id}:new:confirmed", on=olha.last)
    await olha.sees_toast("Ця кнопка вже не діє")
    await olha.press_data("pause:today", on=olha.last)
    await olha.sees_toast("Ця кнопка вже не діє")
    assert await cafe.cafe.value("SELECT status FROM orders") == "new"


async def test_customers_commands_in_the_staff_chat(cafe: ChatCafe) -> None:
    await converse(cafe.staff(), [("/menu", "Це команда для гостей"), ("/help", "Чат персоналу", "/walkin")])


async def test_the_staff_chat_that_became_a_supergroup_goes_on(cafe: ChatCafe) -> None:
    supergroup = cafe.telegram.world.migrate(cafe.staff_chat.id, -1009876543210)
    async with asyncio.timeout(20):
        while not await cafe.cafe.rows("SELECT * FROM migrated_chats"):  # noqa: ASYNC110 - the database sends no events
            await asyncio.sleep(0.02)
    taras = cafe.telegram.person(701, "Тарас").at(supergroup)
    olha = cafe.customer()
    await converse(taras, [("/orders", "Відкритих замовлень немає")])
    await order(cafe, olha)
    await taras.sees("№1", "Нове")
    await converse(taras, [("[✅ Прийняти]", "Прийнято")])
