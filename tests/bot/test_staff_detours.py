"""The staff's buttons when they come late, twice, forged or for something that is gone."""

import pytest

from tests.bot.conversation import ChatCafe, Turn, converse
from tests.bot.test_staff import order

OUTDATED = "Ця кнопка вже не діє"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("card:move:1:nonsense:confirmed", OUTDATED),
        ("card:move:1:new:nonsense", OUTDATED),
        ("card:ready:1:nonsense:10", OUTDATED),
        ("card:ready:1:new:7", OUTDATED),
        ("card:why:1:nonsense:closing", OUTDATED),
        ("card:why:1:new:whim", OUTDATED),
        ("card:ready:1:confirmed:10", "№1 уже «Нове»"),
        ("card:cancel:1:confirmed:", "№1 уже «Нове»"),
        ("card:why:1:confirmed:closing", "№1 уже «Нове»"),
        ("card:show:999::", "Такого замовлення немає"),
        ("card:move:999:new:confirmed", "Такого замовлення немає"),
        ("card:ready:999:new:10", "Такого замовлення немає"),
        ("card:why:999:new:closing", "Такого замовлення немає"),
        ("pause:7", OUTDATED),
        ("stock:set:999", OUTDATED),
        ("stop:page:999", "Меню змінилося"),
        ("stop:dish:999", "Меню змінилося"),
        ("stop:off:999", "Меню змінилося"),
        ("stop:today:999", "Меню змінилося"),
        ("stop:on:999", "Меню змінилося"),
        ("walk:note:0:0", "Це не ваше замовлення"),
        ("walk:cat:1:0", "Це не ваше замовлення"),
        ("walk:add:1:0", "Це не ваше замовлення"),
        ("walk:less:1:0", "Це не ваше замовлення"),
        ("walk:menu:0:0", "Це не ваше замовлення"),
    ],
)
async def test_a_forged_or_late_press_changes_nothing_and_says_why(cafe: ChatCafe, data: str, said: str) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await order(cafe, olha)
    card = await taras.sees("№1", "Нове")
    queries = ("SELECT * FROM orders", "SELECT * FROM order_events")
    before = [await cafe.cafe.rows(query) for query in queries]
    await taras.press_data(data, on=card)
    await taras.sees_toast(said)
    assert [await cafe.cafe.rows(query) for query in queries] == before


async def test_a_reason_that_comes_after_the_customers_own_cancellation(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    order_id = await order(cafe, olha)
    await taras.sees("№1", "Нове")
    await converse(taras, [("[❌ Скасувати]", "Чому"), ("[✍️ Інша причина]", "Напишіть причину у відповідь")])
    question = taras.last
    await cafe.in_mini_app(olha).cancels(order_id)
    await taras.sees("Гість скасував замовлення №1")
    taras.mark = cafe.telegram.world.revision
    cafe.telegram.world.say(cafe.staff_chat, taras.user, text="Зламалася", reply_to=question.message_id)
    await taras.sees("№1 уже «Скасовано»", "Нічого не змінено")
    assert await cafe.cafe.value("SELECT cancel_reason FROM orders") == "Скасовано клієнтом"


WALK_IN: list[Turn] = [
    ("/walkin", "Замовлення на касі"),
    ("[Кава]", "[Лате · 85 ₴]"),
    ("[Лате", "[✅ 1 × Лате · 85 ₴]"),
]


async def test_a_walk_in_order_that_is_thrown_away(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [*WALK_IN, ("[🧾 Перевірити", "1 × Лате"), ("[🗑 Скасувати]", "Чернетку видалено")])
    await converse(taras, [*WALK_IN, ("[🧾 Перевірити", "1 × Лате")])
    await taras.press("➖ Лате")
    await taras.world.wait_for(lambda: True if "1 × Лате" not in taras.last.text else None, 5)
    assert "1 × Лате" not in taras.last.text
    assert await cafe.cafe.value("SELECT COUNT(*) FROM orders") == 0


async def test_a_walk_in_order_of_what_left_the_menu(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, WALK_IN)
    await taras.press_data("walk:add:999:0", on=taras.last)
    await taras.sees_toast("Меню змінилося")
    await taras.is_answered(await taras.press_data("walk:cat:999:0", on=taras.last))
    await converse(taras, [("[🧾 Перевірити", "1 × Лате")])


async def test_a_category_with_more_dishes_than_a_page_holds(cafe: ChatCafe) -> None:
    await cafe.cafe.load(
        "\n".join(
            f'[[products]]\nslug = "d{n}"\ncategory = "desserts"\nname = "Страва {n:02}"\nprice = 10' for n in range(10)
        )
    )
    await converse(
        cafe.staff(),
        [("/walkin", "Оберіть розділ"), ("[Десерти]", "Страва 00"), ("[▶️]", "Страва 09"), ("[Страва 09", "✅ 1 ×")],
    )


async def test_a_walk_in_order_where_guests_orders_are_told(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(staff_chat_guest_orders=True)
    taras = cafe.staff()
    await converse(taras, [*WALK_IN, ("[🧾 Перевірити", "1 × Лате"), ("[🥡💵 Із собою, готівка", "№1 на 81 ₴ (Тарас)")])
    await taras.sees("№1 · 🥡 Самовивіз · Прийнято", "Гість (на касі)")
    cards = [message for message in taras.inbox if "№1 · 🥡" in message.text]
    assert len(cards) == 1


async def test_a_day_without_cards(cafe: ChatCafe) -> None:
    taras, olha = cafe.staff(), cafe.customer()
    await order(cafe, olha)
    await taras.sees("№1")
    await converse(taras, [("/today", "Замовлень: 1 на 81 ₴", "Очікується: 81 ₴")])
    assert "не оплачено" not in taras.last.text
