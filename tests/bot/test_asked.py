"""What the order form of the chat asks, by the owner's settings."""

from tests.bot.conversation import ChatCafe, converse
from tests.bot.test_form import LATTE


async def ask_at_tables(cafe: ChatCafe, contacts: str) -> None:
    await cafe.cafe.app.services.settings.change({"dine_in_asks": contacts})


async def test_a_guest_at_a_table_is_asked_what_the_owner_wants_to_know(cafe: ChatCafe) -> None:
    await ask_at_tables(cafe, "")
    await converse(
        cafe.customer(),
        [
            ("/start table_7", "Ваш столик: 7"),
            *LATTE,
            ("/checkout", "Як заплатите?"),
            ("[💵 Готівка]", "🍽 У закладі\n\nСтолик: 7\nОплата"),
            ("[✅ Підтвердити", "Замовлення №1 отримано!", "столик 7"),
        ],
    )
    [row] = await cafe.cafe.rows("SELECT name, phone FROM orders")
    assert dict(row) == {"name": "Гість", "phone": ""}


async def test_the_name_alone(cafe: ChatCafe) -> None:
    await ask_at_tables(cafe, "name")
    await converse(
        cafe.customer(),
        [
            *LATTE,
            ("/checkout", "отримати"),
            ("[🍽 У закладі]", "Як вас звати?"),
            ("[Оля]", "Номер вашого столика?", "[Без номера]"),
            ("[Без номера]", "Як заплатите?"),
            ("[💵 Готівка]", "Ім’я: Оля\nОплата"),
            ("[✅ Підтвердити", "Замовлення №1 отримано!"),
        ],
    )


async def test_who_has_no_name_sits_at_a_table(cafe: ChatCafe) -> None:
    await ask_at_tables(cafe, "phone")
    olha = cafe.customer()
    await converse(
        olha,
        [*LATTE, ("/checkout", "отримати"), ("[🍽 У закладі]", "телефону?"), ("0501112233", "Номер вашого столика?")],
    )
    assert "Без номера" not in olha.last.buttons
    await converse(
        olha,
        [
            ("3", "Як заплатите?"),
            ("[💵 Готівка]", "Телефон: 0501112233\nСтолик: 3"),
            ("[✅ Підтвердити", "Замовлення №1 отримано!", "столик 3"),
        ],
    )


async def test_the_owner_asks_for_less_while_a_form_is_filled_in(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(
        olha,
        [
            *LATTE,
            ("/checkout", "отримати"),
            ("[🍽 У закладі]", "Як вас звати?"),
            ("[Оля]", "телефону?"),
            ("0501112233", "Номер вашого столика?"),
            ("[Без номера]", "Як заплатите?"),
            ("[💵 Готівка]", "Ім’я: Оля", "Телефон: 0501112233"),
        ],
    )
    await ask_at_tables(cafe, "")
    await converse(
        olha,
        [
            ("[✅ Підтвердити", "Номер вашого столика?"),
            ("12", "🍽 У закладі\n\nСтолик: 12\nОплата"),
            ("[✅ Підтвердити", "Замовлення №1 отримано!"),
        ],
    )


async def test_a_delivery_asks_as_ever(cafe: ChatCafe) -> None:
    await ask_at_tables(cafe, "")
    await converse(
        cafe.customer(),
        [*LATTE, ("/checkout", "отримати"), ("[🥡 Самовивіз]", "Як вас звати?"), ("[Оля]", "телефону?")],
    )


async def test_a_delivery_goes_where_the_cafe_delivers(cafe: ChatCafe) -> None:
    await cafe.cafe.app.services.settings.change({"delivery_towns": "Львів, Винники"})
    olha = cafe.customer()
    await cafe.in_mini_app(olha).adds("borscht", 2)
    await converse(
        olha,
        [
            ("/checkout", "отримати"),
            ("[🛵 Доставка]", "Як вас звати?"),
            ("🐈🐈🐈", "щонайменше дві літери", "Як вас звати?"),
            ("Оля", "телефону?"),
            ("0501112233", "Місто доставки?", "[Львів] [Винники]"),
            ("London", "Поки що доставляємо лише сюди: Львів, Винники", "Місто доставки?"),
            ("м. львів", "Вулиця?"),
            ("…", "вулицю", "Вулиця?"),
            ("Городоцька", "Будинок?"),
            ("?", "щоб кур’єр вас знайшов", "Будинок?"),
            ("12", "Квартира"),
            ("[Без квартири]", "Коментар"),
            ("[Без коментаря]", "Як заплатите?"),
            ("[💵 Готівка]", "З якої суми"),
            ("[Без решти]", "Місто: м. львів"),
            ("[✅ Підтвердити", "Замовлення №1 отримано!"),
        ],
    )
    await cafe.cafe.app.services.settings.change({"delivery_towns": "Винники"})
    await cafe.in_mini_app(olha).adds("borscht", 2)
    await converse(
        olha,
        [
            ("/checkout", "отримати"),
            ("[🛵 Доставка]", "Як заплатите?"),
            ("[💵 Готівка]", "З якої суми"),
            ("[Без решти]", "лише сюди: Винники", "Місто доставки?"),
            ("[Винники]", "Місто: Винники"),
        ],
    )


async def test_a_table_is_one_of_the_cafes(cafe: ChatCafe) -> None:
    await cafe.cafe.app.services.settings.change({"tables": "1-5, Тераса", "dine_in_asks": "name"})
    olha = cafe.customer()
    await converse(
        olha,
        [
            *LATTE,
            ("/checkout", "отримати"),
            ("[🍽 У закладі]", "Як вас звати?"),
            ("[Оля]", "Номер вашого столика?", "[1] [2] [3] [4]\n[5] [Тераса]\n[⬅️"),
            ("біля вікна", "Такого столика в нас немає", "Номер вашого столика?"),
            ("тераса", "Як заплатите?"),
            ("[💵 Готівка]", "Столик: Тераса"),
        ],
    )


async def test_without_a_list_a_table_is_any_that_can_be_found(cafe: ChatCafe) -> None:
    await ask_at_tables(cafe, "name")
    await converse(
        cafe.customer(name="🐈🐈"),
        [
            *LATTE,
            ("/checkout", "отримати"),
            ("[🍽 У закладі]", "Як вас звати?"),
            ("Оля", "Номер вашого столика?"),
            ("???", "номер або назву столика"),
            ("біля вікна", "Як заплатите?"),
            ("[💵 Готівка]", "Столик: біля вікна"),
        ],
    )


async def test_the_owner_s_questions_are_asked(cafe: ChatCafe) -> None:
    await cafe.cafe.app.services.settings.change({"checkout_questions": "cutlery,no_call"})
    olha = cafe.customer()
    await converse(
        olha,
        [
            *LATTE,
            ("/checkout", "отримати"),
            ("[🥡 Самовивіз]", "Як вас звати?"),
            ("[Оля]", "Ваш номер телефону?"),
            ("0501112233", "О котрій заберете?"),
            ("[12:30]", "Покласти прибори?", "[Прибори не потрібні]"),
            ("може", "Натисніть, будь ласка, одну з кнопок.", "Покласти прибори?"),
            ("[Прибори не потрібні]", "Чи телефонувати"),
            ("не телефонувати", "Як заплатите?"),
            ("[💵 Готівка]", "Прибори: Прибори не потрібні", "Дзвінок: Не телефонувати"),
            ("[✅ Підтвердити", "Замовлення №1 отримано!"),
        ],
    )
    assert await cafe.cafe.value("SELECT answers FROM orders") == "no_cutlery,no_call"


async def test_a_question_that_the_owner_takes_back_is_not_asked_again(cafe: ChatCafe) -> None:
    settings = cafe.cafe.app.services.settings
    await settings.change({"checkout_questions": "cutlery"})
    olha = cafe.customer()
    await converse(
        olha,
        [
            *LATTE,
            ("/checkout", "отримати"),
            ("[🥡 Самовивіз]", "Як вас звати?"),
            ("[Оля]", "Ваш номер телефону?"),
            ("0501112233", "О котрій заберете?"),
            ("[12:30]", "Покласти прибори?"),
        ],
    )
    await settings.change({"checkout_questions": ""})
    await converse(olha, [("[Покласти прибори]", "Як заплатите?")])
