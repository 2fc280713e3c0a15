"""What customers do in the chat, as conversations."""

import asyncio

import pytest

from tests.bot.conversation import ChatCafe, Turn, converse
from tests.driver import DELIVERY
from tests.uploads.photos import photo

LATTE_IN_CART: list[Turn] = [("/menu", "Меню"), ("[Кава]", "Лате"), ("[Лате", "85 ₴"), ("[➕ У кошик", "1 у кошику")]
TWO_LATTES: list[Turn] = [*LATTE_IN_CART, ("[➕]", "2 у кошику")]

PICKUP: list[Turn] = [
    ("/start", "Кав'ярня «Тест»", "🟢 Ми відчинені: 08:00–22:00", "[📖 Меню] [🛒 Кошик]"),
    ("[📖 Меню]", "Оберіть розділ", "[Їжа] [Кава]"),
    ("[Кава]", "Кава", "[Еспресо · 50 ₴]", "[Лате · 85 ₴]"),
    ("[Лате · 85 ₴]", "Лате · 300 мл", "85 ₴", "Еспресо з молоком", "Алергени: 🥛 Молоко", "[➕ У кошик · 85 ₴]"),
    ("[➕ У кошик · 85 ₴]", "(У кошику: 1 на 85 ₴)", "[➖] [➕ 1 у кошику]", "[🛒 Кошик · 85 ₴]"),
    ("[➕]", "(У кошику: 2 на 170 ₴)", "[➖] [➕ 2 у кошику]"),
    ("[➖]", "[➖] [➕ 1 у кошику]"),
    ("[➕]", "[➕ 2 у кошику]"),
    ("[🛒 Кошик · 170 ₴]", "Ваш кошик", "Лате — 2 × 85 = 170 ₴", "Разом: 170 ₴ (2 шт.)"),
    ("[✅ Оформити замовлення]", "Як вам зручно отримати замовлення?", "[🛵 Доставка]\n[🥡 Самовивіз]\n[🍽 У закладі]"),
    ("[🥡 Самовивіз]", "Як вас звати?", "[Оля]", "[⬅️ Назад] [✖️ Скасувати]"),
    ("Ольга", "Ваш номер телефону?"),
    ("(380671112233)", "О котрій заберете?", "[12:15] [12:30]\n[12:45] [13:00]"),
    ("[12:30]", "Як заплатите?", "[💵 Готівка] [💳 Картка]"),
    (
        "[💵 Готівка]",
        "Перевірте замовлення · 🥡 Самовивіз",
        "Ім’я: Ольга",
        "Телефон: +380671112233",
        "Забрати о: 12:30",
        "Оплата: 💵 Готівка",
        "2 × Лате — 170 ₴",
        "Знижка за самовивіз: −9 ₴",
        "Разом: 161 ₴",
        "[✅ Підтвердити · 161 ₴]",
    ),
    ("[✅ Підтвердити · 161 ₴]", "Замовлення №1 отримано!", "Замовлення №1 · Нове", "Самовивіз, о 12:30"),
    ("/cart", "Кошик порожній"),
    ("/orders", "Ваші замовлення", "[№1 · Нове · 161 ₴]"),
]

DELIVERY_WITH_EVERYTHING: list[Turn] = [
    *TWO_LATTES,
    ("/checkout", "Як вам зручно отримати замовлення?"),
    ("[🛵 Доставка]", "Як вас звати?"),
    ("[Оля]", "Ваш номер телефону?"),
    ("067 111 22 33", "Місто доставки?"),
    ("Київ", "Вулиця?"),
    ("вул. <Хрещатик> & Ко", "Будинок?"),
    ("1а", "Квартира чи офіс?", "[Без квартири]"),
    ("12", "Коментар для кур’єра?", "[Без коментаря]"),
    ("домофон <b>3</b> 🐈", "Як заплатите?"),
    ("[💵 Готівка]", "З якої суми підготувати решту?", "[з 500 ₴] [з 1000 ₴]", "[Без решти]"),
    (
        "[з 500 ₴]",
        "Перевірте замовлення · 🛵 Доставка",
        "Вулиця: вул. <Хрещатик> & Ко",
        "Решта: з 500 ₴",
    ),
    ("[🏷 Промокод]", "Напишіть промокод"),
    ("nonsense", "Такого промокоду немає", "Напишіть промокод"),
    (
        "welcome10",
        "Коментар: домофон <b>3</b> 🐈",
        "Сума: 170 ₴",
        "Промокод Welcome10: −17 ₴",
        "Доставка: 60 ₴",
        "Разом: 213 ₴",
    ),
    ("[✅ Підтвердити · 213 ₴]", "Замовлення №1 отримано!", "Київ, вул. <Хрещатик> & Ко, 1а, кв. 12", "Разом: 213 ₴"),
]

AT_THE_TABLE: list[Turn] = [
    ("/start table_7", "Ваш столик: 7"),
    *LATTE_IN_CART,
    ("/checkout", "Як вас звати?"),
    ("[Оля]", "Ваш номер телефону?"),
    ("+380501112233", "Як заплатите?"),
    ("[💵 Готівка]", "🍽 У закладі", "Столик: 7", "Разом: 85 ₴"),
    ("[✅ Підтвердити", "Замовлення №1 отримано!", "У закладі, столик 7"),
]

IN_ENGLISH: list[Turn] = [
    ("/start", "Welcome!", "🟢 We are open: 08:00–22:00", "[📖 Menu] [🛒 Cart]\n[⋯ More]"),
    ("[📖 Menu]", "Choose a section", "[Food] [Coffee]", "[Десерти]"),
    ("[Coffee]", "[Latte · ₴85]"),
    ("[Latte · ₴85]", "Latte · 300 ml", "Espresso with milk", "Allergens: 🥛 Milk", "[➕ Add to cart · ₴85]"),
    ("[➕ Add to cart", "(In the cart: 1 for ₴85)", "[➖] [➕ 1 in the cart]"),
    ("[🛒 Cart", "Your cart", "Latte — 1 × 85 = ₴85", "Total: ₴85 (1 item)"),
    ("[✅ Checkout]", "How would you like to get it?"),
    ("[🥡 Pickup]", "What is your name?"),
    ("[John]", "Your phone number?"),
    ("12", "number looks incomplete", "Your phone number?"),
    ("+44 20 7946 0000", "When will you pick it up?"),
    ("later", "Please", "When will you pick it up?"),
    ("13:05", "How will you pay?"),
    ("[💵 Cash]", "Check your order · 🥡 Pickup", "Pickup discount: −₴4", "Total: ₴81"),
    ("[✅ Confirm · ₴81]", "Order №1 received!", "Order №1 · New"),
    ("[🔁 Repeat]", "Your cart", "Latte"),
    ("/orders", "Your orders"),
    ("[№1", "Order №1 · New"),
    ("[❌ Cancel]", "Cancel order №1 for ₴81?"),
    ("[⬅️ No, keep it]", "Order №1 · New"),
    ("[❌ Cancel]", "Cancel order №1"),
    ("[❌ Yes, cancel]", "(The order is cancelled.)", "Order №1 · Cancelled"),
]


@pytest.mark.parametrize(
    ("name", "language", "turns"),
    [
        ("Оля", "uk", PICKUP),
        ("Оля", "uk", DELIVERY_WITH_EVERYTHING),
        ("Оля", "uk", AT_THE_TABLE),
        ("John", "en-US", IN_ENGLISH),
    ],
    ids=["pickup", "delivery", "table", "english"],
)
async def test_a_whole_order(cafe: ChatCafe, name: str, language: str, turns: list[Turn]) -> None:
    await converse(cafe.customer(name=name, language=language), turns)


async def test_a_returning_customer_is_asked_only_what_is_new(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    visitor = cafe.in_mini_app(olha)
    await visitor.places("borscht", "latte", kind="delivery", address_apartment="9")
    await converse(
        olha,
        [
            *TWO_LATTES,
            ("/checkout", "отримати"),
            ("[🛵 Доставка]", "Як заплатите?"),
            ("[💳 Картка]", "Ім’я: Олена", "Телефон: +380 67 123 45 67", "Вулиця: Хрещатик", "Квартира: 9"),
            ("[✏️ Змінити]", "Що змінити?", "[Ім’я] [Телефон]"),
            ("[Вулиця]", "Вулиця?", "Зараз: Хрещатик"),
            ("Липська", "Вулиця: Липська", "Квартира: 9"),
        ],
    )


async def test_going_back_and_leaving(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(
        olha,
        [
            *TWO_LATTES,
            ("/checkout", "отримати"),
            ("[🥡 Самовивіз]", "Як вас звати?"),
            ("[⬅️ Назад]", "отримати"),
            ("[🥡 Самовивіз]", "Як вас звати?"),
            ("Я", "Вкажіть ім’я", "Як вас звати?"),
            ("Оля", "Ваш номер телефону?"),
            ("[⬅️ Назад]", "Як вас звати?", "Зараз: Оля"),
            ("Ольга", "Ваш номер телефону?"),
            ("0501112233", "О котрій заберете?"),
            ("[⬅️ Назад]", "Ваш номер телефону?"),
            ("[✖️ Скасувати]", "Оформлення скасовано"),
            ("bla-bla", "Не зовсім вас зрозумів"),
            ("/cancel", "Нічого скасовувати"),
            ("/cart", "Лате — 2 × 85"),
            ("/checkout", "отримати"),
            ("/cancel", "Оформлення скасовано"),
        ],
    )


async def test_the_cart_is_one_with_the_mini_apps(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    visitor = cafe.in_mini_app(olha)
    await visitor.adds("borscht", 2)
    await converse(
        olha,
        [
            ("/cart", "Борщ — 2 × 145 = 290 ₴", "Разом: 290 ₴"),
            ("[✏️ Змінити кошик]", "Борщ — 2 × 145 = 290 ₴", "[➖] [➕] [🗑]"),
            ("[➕]", "Борщ — 3 × 145 = 435 ₴"),
            ("[➖]", "Борщ — 2 × 145"),
        ],
    )
    assert (await visitor.cart()).json["count"] == 2
    await visitor.removes("borscht")
    await converse(olha, [("[➕]", "(Кошик змінився.)", "Кошик порожній")])
    await converse(olha, LATTE_IN_CART)
    assert [item["name"] for item in (await visitor.cart()).json["items"]] == ["Лате"]
    await converse(
        olha,
        [
            ("/cart", "Лате"),
            ("[✏️ Змінити кошик]", "Лате"),
            ("[🗑 Очистити]", "Очистити кошик?"),
            ("[🗑 Так, очистити]", "Кошик порожній"),
        ],
    )
    assert (await visitor.cart()).json["items"] == []


async def test_a_promo_code_in_the_cart_goes_along_to_checkout(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [
            *TWO_LATTES,
            ("/cart", "Лате"),
            ("[✏️ Змінити кошик]", "Лате"),
            ("[🏷 Промокод]", "Напишіть промокод"),
            ("BIG", "Промокод діє для замовлень від 1000\u00a0₴"),
            ("знижка", "🏷 ЗНИЖКА: −15 % (−26 ₴)", "[🏷 Прибрати промокод]"),
            ("[✅ Оформити замовлення]", "отримати"),
            ("[🍽 У закладі]", "звати"),
            ("[Оля]", "номер"),
            ("0501112233", "столика"),
            ("[Без номера]", "заплатите"),
            ("[💵 Готівка]", "Промокод ЗНИЖКА: −26 ₴", "Разом: 144 ₴"),
        ],
    )


async def test_refusals_in_the_customers_words(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(
        olha,
        [
            ("/checkout", "Кошик порожній"),
            *LATTE_IN_CART,
            ("/checkout", "отримати"),
            ("[🛵 Доставка]", "Мінімальна сума замовлення з доставкою — 150\u00a0₴", "отримати"),
        ],
    )
    await cafe.cafe.configure(force_closed=True)
    await converse(olha, [("[🥡 Самовивіз]", "Зачинено на інвентаризацію.", "отримати")])
    await cafe.cafe.configure(force_closed=False)
    await converse(
        olha,
        [
            ("[🥡 Самовивіз]", "звати"),
            ("[Оля]", "номер"),
            ("0501112233", "котрій"),
            ("[12:30]", "заплатите"),
            ("[💵 Готівка]", "Разом: 81 ₴"),
        ],
    )
    cafe.clock.advance(hours=12)
    await converse(
        olha,
        [
            (
                "[✅ Підтвердити",
                "Кав'ярня «Тест» зараз не працює. Приймаємо замовлення з 08:00 до 22:00",
                "[✅ Підтвердити",
            )
        ],
    )
    cafe.clock.advance(hours=-12)
    await cafe.in_mini_app(olha).adds("latte")
    await converse(olha, [("[✅ Підтвердити · 81 ₴]", "щось змінилося", "[✅ Підтвердити · 161 ₴]")])
    await cafe.in_mini_app(olha).empties_cart()
    await converse(olha, [("[✅ Підтвердити · 161 ₴]", "Кошик порожній")])
    assert await cafe.cafe.value("SELECT COUNT(*) FROM orders") == 0


async def test_confirming_twice_makes_one_order(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, [turn for turn in PICKUP if turn[0] not in {"/cart", "/orders"}][:-1])
    form = olha.last
    data = form.inline[0][0]["callback_data"]
    await asyncio.gather(*(olha.press_data(data, on=form) for _ in range(3)))
    await olha.sees("Замовлення №1 отримано!")
    await olha.sees_toast("Замовлення №1 вже отримано")
    assert await cafe.cafe.value("SELECT COUNT(*) FROM orders") == 1


async def test_only_ones_own_contact_counts(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, [*LATTE_IN_CART, ("/checkout", "отримати"), ("[🥡", "звати"), ("[Оля]", "номер")])
    await olha.share_contact("380679999999", user_id=999)
    await olha.sees("Це контакт іншої людини")
    await olha.share_contact("380671112233")
    await olha.sees("Номер: +380671112233")


async def test_pictures_and_long_texts_where_words_are_asked(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, [*LATTE_IN_CART, ("/checkout", "отримати"), ("[🥡", "звати")])
    await olha.send_photo("my name")
    await olha.sees("Надішліть, будь ласка, відповідь текстом", "Як вас звати?")
    await converse(
        olha,
        [
            ("і" * 4096, "Текст задовгий", "Як вас звати?"),
            ("<b>Я&я🐈", "номер"),
            ("0501112233", "котрій"),
            ("[12:30]", "заплатите"),
            ("[💵", "Ім’я: <b>Я&я🐈"),
        ],
    )


async def test_orders_repeat_pay_and_track(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    visitor = cafe.in_mini_app(olha)
    placed = await visitor.places("latte", "cake", payment_method="card")
    await cafe.cafe.execute("UPDATE products SET is_active = 0 WHERE slug = 'cake'")
    await converse(
        olha,
        [
            ("/orders", "[№1 · Нове · 195 ₴]"),
            ("[№1", "Замовлення №1 · Нове", "1 × Київський торт — 120 ₴", "💳 Картка · не оплачено"),
            ("[💳 Оплатити]", "Оплата карткою тимчасово недоступна"),
            ("[🔁 Повторити]", "(Зараз немає: Київський торт)", "Лате — 1 × 85"),
        ],
    )
    token = placed["track_url"].partition("=")[2]
    stranger = cafe.customer(502, "Петро")
    await converse(stranger, [(f"/start track_{token}", "Замовлення №1 · Нове", "[🏠 Головна]")])
    assert "Скасувати" not in stranger.last.picture
    await converse(stranger, [("/start track_nonsense", "Такого замовлення немає")])


async def test_a_tracking_link_shows_no_more_in_the_chat_than_in_the_page(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    visitor = cafe.in_mini_app(olha)
    where = {"address_street": "Потаємна", "address_house": "17"}
    hidden = {"address_city": "Сховище", "address_apartment": "кв-99", "address_comment": "домофон 58"}
    placed = await visitor.places("latte", "latte", kind="delivery", name="Параска", **where, **hidden)
    token = placed["track_url"].partition("=")[2]
    await converse(olha, [("/orders", "[№1"), ("[№1", "Сховище, Потаємна, 17, кв-99")])
    stranger = cafe.customer(502, "Петро")
    await converse(stranger, [(f"/start track_{token}", "Замовлення №1 · Нове", "Потаємна, 17", "[🏠 Головна]")])
    for secret in (*hidden.values(), "Параска", "+380"):
        assert secret not in stranger.last.picture, secret


async def test_a_customer_can_be_forgotten(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    visitor = cafe.in_mini_app(olha)
    finished = await visitor.places("latte", name="Параска")
    await cafe.cafe.moves_order(finished["order_id"], "completed")
    await visitor.places("cake", name="Параска")
    await visitor.adds("borscht")
    await converse(
        olha,
        [
            ("/help", "/forget", "[🗑 Видалити мої дані]"),
            ("[🗑 Видалити мої дані]", "Видалити ваші дані?", "[🗑 Так, видалити]\n[🏠 Головна]"),
            ("[🏠 Головна]", "Вітаємо!"),
            ("/forget", "Видалити ваші дані?"),
        ],
    )
    assert await cafe.cafe.value("SELECT COUNT(*) FROM orders WHERE name = 'Параска'") == 2
    await converse(
        olha,
        [
            ("[🗑 Так, видалити]", "Ваші дані видалено. Знеособлено замовлень: 1.", "Ще не завершено: 1."),
            ("/cart", "Кошик порожній"),
            ("/orders", "[№2 · Нове · 114 ₴]"),
        ],
    )
    assert "№1" not in olha.last.picture
    names = await cafe.cafe.rows("SELECT name FROM orders ORDER BY id")
    assert names == [{"name": ""}, {"name": "Параска"}]
    await converse(cafe.customer(502, "John", "en"), [("/forget", "Delete your data?", "[🗑 Yes, delete]")])


async def test_changing_the_language_changes_everything_at_once(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(
        olha,
        [
            ("/language", "Якою мовою", "[✓ 🇺🇦 Українська] [🇬🇧 English]"),
            ("[🇬🇧 English]", "Switched to English.", "[📖 Menu]"),
            ("/menu", "Choose a section"),
        ],
    )
    assert await cafe.cafe.value("SELECT locale FROM customers WHERE id = 501") == "en"
    commands = cafe.telegram.world.commands_for(olha.chat, "uk")
    assert commands[1] == {"command": "menu", "description": "Menu"}


async def test_what_delivery_forms_have_in_common_with_the_mini_app(cafe: ChatCafe) -> None:
    """The same customer's next order in the mini-app is filled in with what was said in the chat."""
    olha = cafe.customer()
    await converse(olha, DELIVERY_WITH_EVERYTHING)
    prefill = (await cafe.in_mini_app(olha).get("/api/checkout/prefill")).json
    assert prefill["delivery"]["address_street"] == "вул. <Хрещатик> & Ко"
    assert set(prefill["delivery"]) < set(DELIVERY) | {"address_apartment"}


async def test_an_uploaded_picture_is_shown_as_jpeg(cafe: ChatCafe) -> None:
    picture = await cafe.cafe.app.services.pictures.add(photo())
    await cafe.cafe.load(f'[[products]]\nslug = "latte"\nimage_url = "{picture.url}"')
    await converse(cafe.customer(), [("/menu", "Меню"), ("[Кава]", "Лате"), ("[Лате", "🖼\nЛате · 300 мл")])
    [sent] = [content for content in cafe.telegram.world.files.values() if isinstance(content, bytes)]
    assert sent.startswith(b"\xff\xd8\xff")


async def test_dishes_have_pictures_where_a_chat_can_show_them(cafe: ChatCafe) -> None:
    """The platform takes photos, not drawings; beside a drawing a raster twin is looked for."""
    sql = "UPDATE products SET image_url = :url WHERE slug = :slug"
    await cafe.cafe.execute(sql, url="/webapp/pictures/almond-croissant.svg", slug="latte")
    await cafe.cafe.execute(sql, url="https://nowhere.example/espresso.jpg", slug="espresso")
    await cafe.cafe.configure(announcement_message="menu read anew")
    await converse(
        cafe.customer(),
        [
            ("/menu", "Меню"),
            ("[Кава]", "Лате"),
            ("[Лате", "🖼\nЛате · 300 мл"),
            ("[➕ У кошик", "🖼\nЛате", "[➕ 1 у кошику]"),
            ("[⬅️ Кава]", "Еспресо — 50 ₴"),
            ("[Еспресо", "Еспресо · 30 мл"),
            ("[⬅️ Кава]", "Лате — 85 ₴"),
            ("[✅ 1 × Лате", "🖼\nЛате"),
            ("[🛒 Кошик", "Ваш кошик"),
        ],
    )
    olha = cafe.customer()
    await olha.world.wait_for(lambda: True if len(olha.inbox) == 1 else None, 5)
    assert len(olha.inbox) == 1, "one message is changed, and replaced where a picture must go"
    assert sum(isinstance(content, bytes) for content in cafe.telegram.world.files.values()) == 1, "uploaded once"
