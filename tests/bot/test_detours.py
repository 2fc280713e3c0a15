"""Customers who stray: buttons of earlier screens, words where a button waits, things that changed meanwhile."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.conversation import ChatCafe, Turn, converse, open_chat_cafe
from tests.conftest import copy_database
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.monobank import FakeMonobank
from tests.fakes.service import Failure
from tests.fakes.telegram import FakeTelegram, Fault

OUTDATED = "Ця кнопка вже не діє"
TYPE, NAME, PHONE = "Як вам зручно отримати замовлення?", "Як вас звати?", "Ваш номер телефону?"
LATTE: list[Turn] = [("/menu", "Меню"), ("[Кава]", "Лате"), ("[Лате", "85 ₴"), ("[➕ У кошик", "1 у кошику")]
TO_THE_TYPE: list[Turn] = [*LATTE, ("/checkout", TYPE)]
TO_THE_NAME: list[Turn] = [*TO_THE_TYPE, ("[🥡 Самовивіз]", NAME)]
TO_THE_PAYMENT: list[Turn] = [
    *TO_THE_NAME,
    ("[Оля]", PHONE),
    ("0501112233", "О котрій заберете?"),
    ("[12:30]", "Як заплатите?"),
]
TO_THE_SUMMARY: list[Turn] = [*TO_THE_PAYMENT, ("[💵 Готівка]", "Разом: 81 ₴")]


# The order form.


@pytest.mark.parametrize("data", ["form:skip:", "form:use:9", "form:use:first", "form:use:"])
async def test_a_button_of_another_question(cafe: ChatCafe, data: str) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_NAME)
    await olha.press_data(data, on=olha.last)
    await olha.sees_toast(OUTDATED)
    await converse(olha, [("Оля", PHONE)])


async def test_a_button_of_a_question_while_the_type_is_open(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_TYPE)
    for data in ("form:skip:", "form:use:0"):
        await olha.press_data(data, on=olha.last)
        await olha.sees_toast(OUTDATED)
    for data in ("form:type:teleport", "form:ask:phone", "form:confirm:81"):
        await olha.is_answered(await olha.press_data(data, on=olha.last))
    await converse(olha, [("[🥡 Самовивіз]", NAME)])
    assert await cafe.cafe.value("SELECT COUNT(*) FROM orders") == 0


async def test_confirming_what_is_not_filled_in(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_NAME)
    await olha.is_answered(await olha.press_data("form:confirm:81", on=olha.last))
    await converse(olha, [("Оля", PHONE)])
    assert await cafe.cafe.value("SELECT COUNT(*) FROM orders") == 0


async def test_a_contact_that_nobody_asked_for(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_NAME)
    await olha.share_contact("380671112233")
    await olha.sees(NAME)


async def test_looking_at_what_can_be_changed(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [*TO_THE_SUMMARY, ("[✏️ Змінити]", "Що змінити?"), ("[⬅️ Назад]", "Перевірте замовлення", "Разом: 81 ₴")],
    )


async def test_leaving_with_the_button_of_a_question(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [
            *TO_THE_NAME,
            ("[✖️ Скасувати]", "Оформлення скасовано", "[🛒 Кошик] [🏠 Головна]"),
            ("[🏠 Головна]", "Вітаємо"),
        ],
    )


async def test_the_keys_under_the_input_field(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [
            *TO_THE_NAME,
            ("[Оля]", PHONE),
            ("⬅️ Назад", NAME, "Зараз: Оля"),
            ("[Оля]", PHONE),
            ("✖️ Скасувати", "Оформлення скасовано"),
        ],
    )


@pytest.mark.parametrize("change", ["багато", "12.50", "9" * 30])
async def test_change_from_no_number(cafe: ChatCafe, change: str) -> None:
    olha = cafe.customer()
    await cafe.in_mini_app(olha).places("borscht", "latte", kind="delivery", address_apartment="9")
    await cafe.in_mini_app(olha).adds("borscht", 2)
    await converse(
        olha,
        [
            ("/checkout", TYPE),
            ("[🛵 Доставка]", "Як заплатите?"),
            ("[💵 Готівка]", "З якої суми"),
            (change, "Напишіть суму числом", "З якої суми"),
            ("500", "Решта: з 500 ₴"),
        ],
    )


async def test_more_dishes_than_a_summary_can_hold(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await fill_cart(cafe, olha.user["id"], 32)
    await converse(
        olha,
        [
            ("/cart", "Страва 00", "Страва 29", "…та ще 2 позиції"),
            ("[✏️ Змінити кошик]", "Страва 00", "[▶️]"),
            ("[▶️]", "Страва 06"),
            ("[🗑]", "Страва 07"),
            ("/checkout", TYPE),
            ("[🍽 У закладі]", NAME),
            ("[Оля]", PHONE),
            ("0501112233", "столика"),
            ("[Без номера]", "Як заплатите?"),
            ("[💳 Картка]", "1 × Страва 00 — 10 ₴", "Разом: 310 ₴", "ще 1 позиція"),
        ],
    )


async def fill_cart(cafe: ChatCafe, user_id: int, count: int) -> None:
    """So many different dishes; they have neither weight nor description."""
    dishes = [
        f'[[products]]\nslug = "d{n}"\ncategory = "coffee"\nname = "Страва {n:02}"\nprice = 10\nsort_order = {n}'
        for n in range(count)
    ]
    await cafe.cafe.load("\n".join(dishes))
    person = cafe.cafe.person(user_id)
    for row in await cafe.cafe.rows("SELECT id FROM products WHERE slug LIKE 'd%' AND price = 10 ORDER BY sort_order"):
        assert (await person.post("/api/cart/items", {"product_id": row["id"]})).status == 201


# Promo codes.


async def test_a_code_that_ended_while_it_was_in_the_cart(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(
        olha,
        [
            *LATTE,
            ("/cart", "Лате"),
            ("[✏️ Змінити кошик]", "Лате"),
            ("[🏷 Промокод]", "Напишіть промокод"),
            ("знижка", "🏷 ЗНИЖКА: −15 %"),
        ],
    )
    await cafe.cafe.load('[[promos]]\ncode = "ЗНИЖКА"\nactive = false\n')
    await converse(
        olha,
        [
            ("/cart", "Промокод не діє", "[🏷 Прибрати промокод]"),
            ("/checkout", TYPE),
            ("[🥡 Самовивіз]", NAME),
            ("/cart", "Промокод не діє"),
            ("[🏷 Прибрати промокод]", "Ваш кошик", "[🏷 Промокод]"),
        ],
    )


async def test_a_command_ends_the_question_for_a_code(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [
            *LATTE,
            ("/cart", "Лате"),
            ("[✏️ Змінити кошик]", "Лате"),
            ("[🏷 Промокод]", "Напишіть промокод"),
            ("/menu", "Оберіть розділ"),
            ("знижка", "Не зовсім вас зрозумів"),
        ],
    )


# The menu.


async def test_what_left_the_menu(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, [("/menu", "Оберіть розділ"), ("[Кава]", "Лате")])
    for data in ("cat:999:0", "dish:999:0"):
        await olha.press_data(data, on=olha.last)
        await olha.sees_toast("Меню змінилося")
    await converse(olha, [("/menu", "Оберіть розділ"), ("[Кава]", "Лате"), ("[Лате", "85 ₴")])
    await olha.is_answered(await olha.press_data(f"dish:{cafe.cafe.products['latte']}:-1", on=olha.last))
    assert (await cafe.in_mini_app(olha).cart()).json["items"] == []


async def test_a_dish_of_which_little_is_said(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await fill_cart(cafe, 999, 1)
    await converse(olha, [("/menu", "Меню"), ("[Кава]", "Страва 00"), ("[Страва 00", "Страва 00\n10 ₴")])


async def test_a_picture_that_telegram_does_not_take_is_tried_once(cafe: ChatCafe) -> None:
    sql = "UPDATE products SET image_url = :url WHERE slug = 'latte'"
    await cafe.cafe.execute(sql, url="/webapp/pictures/almond-croissant.svg")
    await cafe.cafe.configure(announcement_message="menu read anew")
    cafe.telegram.meet(Fault.REJECTED, method="editMessageMedia")
    to_the_dish: list[Turn] = [("/menu", "Меню"), ("[Кава]", "Лате"), ("[Лате", "Лате · 300 мл", "85 ₴")]
    await converse(cafe.customer(), [*to_the_dish, *to_the_dish])
    assert len(cafe.telegram.calls_of("editMessageMedia")) == 1


# Orders and payments.


async def test_nothing_was_ordered_yet(cafe: ChatCafe) -> None:
    await converse(cafe.customer(), [("/orders", "Замовлень ще немає", "[📖 Меню]")])


async def test_help_and_a_closed_cafe(cafe: ChatCafe) -> None:
    await converse(cafe.customer(), [("/help", "/menu — меню", "☎️ +380441234567", "📍 Київ, вул. Тестова, 1")])
    await cafe.cafe.configure(force_closed=True, phone="", address="")
    await converse(cafe.customer(), [("/start", "🔴 Зачинено на інвентаризацію.")])
    helped = cafe.customer()
    await converse(helped, [("/help", "/menu — меню")])
    assert "☎️" not in helped.last.text
    assert "📍" not in helped.last.text


async def test_the_owners_english_words(cafe: ChatCafe) -> None:
    words = {
        "cafe_name_en": "Test Cafe",
        "address_en": "1 Testova Street, Kyiv",
        "announcement_message_en": "A new menu!",
        "force_closed_message_en": "Closed for stock-taking.",
    }
    await cafe.cafe.configure(announcement_enabled=True, force_closed=True, **words)
    john, olha = cafe.customer(502, "John", "en"), cafe.customer()
    await converse(john, [("/start", "Test Cafe", "🔴 Closed for stock-taking.", "📣 A new menu!")])
    await converse(john, [("/help", "📍 1 Testova Street, Kyiv")])
    await converse(olha, [("/start", "Кав'ярня «Тест»", "🔴 Зачинено на інвентаризацію.", "📣 Нове меню!")])
    await converse(olha, [("/help", "📍 Київ, вул. Тестова, 1")])


@pytest.fixture
async def paid_cafe(
    tmp_path: Path, prepared_database: Path, telegram: FakeTelegram, bank: FakeMonobank, fiscal: FakeCheckbox
) -> AsyncIterator[ChatCafe]:
    """The same cafe with an account at the bank and a licence for receipts."""
    copy_database(prepared_database, tmp_path / "cafe.db")
    async with open_chat_cafe(
        tmp_path,
        telegram,
        monobank_token=bank.token,
        monobank_api_url=bank.base_url,
        checkbox_license_key=fiscal.license_key,
        checkbox_pin=fiscal.pin,
        checkbox_api_url=fiscal.base_url,
    ) as running_cafe:
        yield running_cafe


async def test_paying_by_card_from_the_chat_to_the_receipt(paid_cafe: ChatCafe, bank: FakeMonobank) -> None:
    olha, taras = paid_cafe.customer(), paid_cafe.staff()
    await converse(olha, [*TO_THE_PAYMENT, ("[💳 Картка]", "Разом: 81 ₴"), ("[✅ Підтвердити", "№1 отримано!")])
    assert olha.link("💳 Оплатити 81 ₴").startswith(bank.base_url)
    await taras.sees("№1", "Нове")
    await taras.press("⏱ 20 хв")
    await olha.sees("прийнято", "12:20")
    await converse(
        olha,
        [
            ("/orders", "Ваші замовлення"),
            ("[№1", "Замовлення №1 · Прийнято", "⏱ Буде готове приблизно о 12:20"),
            ("[💳 Оплатити]", "Оплатіть замовлення №1 на 81 ₴"),
        ],
    )
    await bank.pay(olha.link("💳 Оплатити 81 ₴").rsplit("/", 1)[-1])
    await olha.sees("№1", "отримано")
    await olha.sees("🧾 Чек за замовлення №1")
    await converse(olha, [("/orders", "Ваші замовлення"), ("[№1", "оплачено", "[🧾 Відкрити чек]")])


async def test_a_bank_that_is_down_costs_no_order(paid_cafe: ChatCafe, bank: FakeMonobank) -> None:
    bank.fail(Failure.SERVER_ERROR, path="/create", times=9)
    await converse(
        paid_cafe.customer(),
        [
            *TO_THE_PAYMENT,
            ("[💳 Картка]", "Разом: 81 ₴"),
            ("[✅ Підтвердити", "№1 отримано!", "⚠️ Оплата карткою тимчасово недоступна"),
        ],
    )


# Defects.


async def test_a_defect_is_admitted_and_ends_nothing(cafe: ChatCafe, caplog: pytest.LogCaptureFixture) -> None:
    olha = cafe.customer()
    await converse(olha, LATTE)
    await cafe.cafe.execute("ALTER TABLE cart_lines RENAME TO hidden")
    await converse(olha, [("/cart", "Щось пішло не так")])
    await cafe.cafe.execute("ALTER TABLE hidden RENAME TO cart_lines")
    await converse(olha, [("/cart", "Лате — 1 × 85")])
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == [
        "a conversation in chat 501 failed"
    ]
