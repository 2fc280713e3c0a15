"""The order form against impatient people: double taps, old buttons, changed minds, odd times and banknotes."""

import asyncio
from datetime import timedelta

import pytest

from cafe.core.kernel.lengths import LENGTHS
from tests.bot.conversation import ChatCafe, Turn, converse
from tests.driver import MONDAY_NOON
from tests.fakes.telegram import Seat

LATTE: list[Turn] = [("/menu", "Меню"), ("[Кава]", "Лате"), ("[Лате", "85 ₴"), ("[➕ У кошик", "1 у кошику")]
TO_THE_TIME: list[Turn] = [
    *LATTE,
    ("/checkout", "отримати"),
    ("[🥡 Самовивіз]", "Як вас звати?"),
    ("[Оля]", "Ваш номер телефону?"),
    ("0501112233", "О котрій заберете?"),
]
TO_THE_SUMMARY: list[Turn] = [*TO_THE_TIME, ("[12:30]", "Як заплатите?"), ("[💵 Готівка]", "Перевірте замовлення")]
BY_COURIER: list[Turn] = [
    ("/checkout", "отримати"),
    ("[🛵 Доставка]", "Як вас звати?"),
    ("[Оля]", "Ваш номер телефону?"),
    ("0501112233", "Місто"),
    ("Київ", "Вулиця"),
    ("Липська", "Будинок"),
    ("1", "Квартира"),
    ("[Без квартири]", "Коментар"),
    ("[Без коментаря]", "Як заплатите?"),
    ("[💵 Готівка]", "З якої суми"),
]


def data_of(seat: Seat, label: str) -> str:
    """What a button of the last message carries."""
    buttons = [button for row in seat.last.inline for button in row]
    return next(str(button["callback_data"]) for button in buttons if label in button["text"])


# Double taps and old buttons.


async def test_a_double_tap_answers_one_question(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_TIME)
    form, data = olha.last, data_of(olha, "12:30")
    await asyncio.gather(*(olha.press_data(data, on=form) for _ in range(2)))
    await olha.sees("Як заплатите?")
    await olha.sees_toast("Ця кнопка вже не діє")
    await converse(olha, [("[💳 Картка]", "Оплата: 💳 Картка", "Забрати о: 12:30")])


@pytest.mark.parametrize("label", ["Без квартири", "⬅️ Назад"])
async def test_a_double_tap_on_skip_or_back_counts_once(cafe: ChatCafe, label: str) -> None:
    olha = cafe.customer()
    await cafe.in_mini_app(olha).adds("borscht", 2)
    await converse(olha, BY_COURIER[:7])
    form, data = olha.last, data_of(olha, label)
    queries = [await olha.press_data(data, on=form) for _ in range(2)]
    for query in queries:
        await olha.is_answered(query)
    await olha.sees_toast("Ця кнопка вже не діє")
    assert ("Коментар для" if label == "Без квартири" else "Будинок?") in olha.last.text


@pytest.mark.parametrize(
    "old", ["form:use:0", "form:back:", "form:skip:", "form:confirm:81", "form:use:payment_method.0"]
)
async def test_buttons_of_other_questions_and_versions_are_outdated(cafe: ChatCafe, old: str) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_TIME)
    await olha.press_data(old, on=olha.last)
    await olha.sees_toast("Ця кнопка вже не діє")
    assert "О котрій заберете?" in olha.last.text
    await converse(olha, [("[12:15]", "Як заплатите?"), ("[💵", "Забрати о: 12:15")])


async def test_buttons_of_an_older_message_change_nothing(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_TIME)
    older, data = olha.last, data_of(olha, "12:15")
    await converse(olha, [("/cancel", "Оформлення скасовано"), *TO_THE_TIME[4:]])
    cafe.clock.advance(minutes=10)
    await olha.press_data(data, on=older)
    await olha.sees_toast("Ця кнопка вже не діє")
    await converse(olha, [("[12:30]", "Як заплатите?")])


async def test_confirming_again_says_that_the_order_is_there(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_SUMMARY)
    form, data = olha.last, data_of(olha, "Підтвердити")
    await converse(olha, [("[✅ Підтвердити", "Замовлення №1 отримано!")])
    await olha.press_data(data, on=form)
    await olha.sees_toast("Замовлення №1 вже отримано")
    await converse(olha, LATTE)  # and while another order is under way
    await converse(olha, [("/checkout", "отримати")])
    await olha.press_data(data, on=form)
    await olha.sees_toast("Замовлення №1 вже отримано")
    assert len(data.encode()) <= 64
    assert await cafe.cafe.value("SELECT COUNT(*) FROM orders") == 1


# Pickup times.


@pytest.mark.parametrize("typed", ["18.30", "1830", "о 18:30", "18:30", "на 18.30"])
async def test_a_time_is_read_as_people_type_it(cafe: ChatCafe, typed: str) -> None:
    await converse(cafe.customer(), [*TO_THE_TIME, (typed, "Як заплатите?"), ("[💵", "Забрати о: 18:30")])


async def test_times_lie_within_the_hours(cafe: ChatCafe) -> None:
    cafe.clock.advance(hours=5)
    await converse(
        cafe.customer(),
        [
            *TO_THE_TIME,
            ("23:30", "О 23:30 ми не працюємо. Забрати можна з 08:00 до 22:00", "О котрій"),
            ("колись", "Вкажіть час", "О котрій"),
            ("9:00", "Сьогодні 09:00 вже минуло. Заберете завтра?", "[завтра о 09:00] [17:15]"),
            ("[завтра о 09:00]", "Як заплатите?"),
            ("[💵", "Забрати о: завтра о 09:00"),
            ("[✅ Підтвердити", "отримано!"),
        ],
    )
    assert await cafe.cafe.value("SELECT pickup_time FROM orders") == "09:00"


async def test_shortly_before_closing_tomorrow_is_offered(cafe: ChatCafe) -> None:
    cafe.clock.moment = MONDAY_NOON + timedelta(hours=9, minutes=50)
    olha = cafe.customer()
    await converse(olha, [*TO_THE_TIME[:-1], ("0501112233", "[завтра о 08:15] [завтра о 08:30]")])
    await converse(olha, [("21:55", "Як заплатите?"), ("[💵", "Забрати о: 21:55")])


async def test_a_time_that_passed_while_the_form_lay_is_asked_again(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_SUMMARY)
    cafe.clock.advance(minutes=45)
    await converse(
        olha,
        [("[✅ Підтвердити", "12:30 вже минуло", "О котрій заберете?"), ("[13:00]", "Забрати о: 13:00")],
    )
    assert await cafe.cafe.value("SELECT COUNT(*) FROM orders") == 0


async def test_the_interface_stores_any_time(cafe: ChatCafe) -> None:
    placed = await cafe.cafe.guest().places("latte", pickup_time="03:00")
    assert placed["order_number"] == "№1"


# Changing answers.


async def test_leaving_a_change_returns_to_the_summary(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [
            *TO_THE_SUMMARY,
            ("[✏️ Змінити]", "[Ім’я] [Телефон]", "[Спосіб отримання]"),
            ("[Ім’я]", "Як вас звати?"),
            ("[⬅️ Назад]", "Перевірте замовлення", "Ім’я: Оля"),
            ("[🏷 Промокод]", "Напишіть промокод"),
            ("[⬅️ Назад]", "Перевірте замовлення"),
            ("[✏️ Змінити]", "Що змінити?"),
            ("[⬅️ Назад]", "Перевірте замовлення"),
            ("[⬅️ Назад]", "Як заплатите?"),
            ("[💵 Готівка]", "Перевірте замовлення"),
        ],
    )


async def test_the_type_can_be_changed_and_a_half_done_change_is_dropped(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await cafe.in_mini_app(olha).adds("borscht", 2)
    await converse(
        olha,
        [
            *TO_THE_SUMMARY[4:],
            ("[✏️ Змінити]", "Що змінити?"),
            ("[Спосіб отримання]", "Як вам зручно отримати замовлення?", "[⬅️ Назад]"),
            ("[🛵 Доставка]", "Місто доставки?"),
            ("[⬅️ Назад]", "отримати замовлення?"),
            ("[⬅️ Назад]", "Перевірте замовлення · 🥡 Самовивіз", "Забрати о: 12:30"),
            ("[✏️ Змінити]", "Що змінити?"),
            ("[Спосіб отримання]", "отримати"),
            ("[🍽 У закладі]", "Номер вашого столика?"),
            ("7", "Перевірте замовлення · 🍽 У закладі", "Столик: 7", "Оплата: 💵 Готівка"),
            ("[✅ Підтвердити", "У закладі, столик 7"),
        ],
    )


# Banknotes.


async def test_change_is_given_from_enough_money(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await cafe.in_mini_app(olha).adds("borscht", 2)
    await converse(
        olha,
        [
            *BY_COURIER,
            ("300", "Цього не вистачить: замовлення коштує 350 ₴", "З якої суми"),
            ("-5", "Напишіть суму числом", "З якої суми"),
            ("0", "Напишіть суму числом"),
            ("1 000 ₴", "Решта: з 1000 ₴"),
        ],
    )
    await cafe.in_mini_app(olha).adds("borscht", 10)
    await converse(
        olha,
        [
            ("[✅ Підтвердити", "Цього не вистачить: замовлення коштує 1740 ₴", "З якої суми"),
            ("2000", "Решта: з 2000 ₴", "Разом: 1740 ₴"),
            ("[✅ Підтвердити", "отримано!"),
        ],
    )


async def test_the_interface_takes_any_whole_number(cafe: ChatCafe) -> None:
    assert await cafe.cafe.guest().places("borscht", "borscht", kind="delivery", cash_change_for=-5)


# What is gone before it is ordered.


async def test_an_only_dish_that_is_stopped_is_named_and_the_form_kept(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await converse(olha, TO_THE_SUMMARY)
    await converse(
        taras,
        [("/stop", "[Кава]"), ("[Кава]", "[🟢 Лате]"), ("[🟢 Лате]", "Продається"), ("[⛔️ Вимкнути]", "⛔️ Лате")],
    )
    await converse(
        olha,
        [
            ("[✅ Підтвердити", "Зараз немає: Лате", "відповіді збережено", "[📖 Меню]"),
            ("[📖 Меню]", "Меню"),
            ("[Кава]", "Еспресо"),
            ("[Еспресо", "50 ₴"),
            ("[➕ У кошик", "1 у кошику"),
            ("/checkout", "Перевірте замовлення", "Ім’я: Оля", "1 × Еспресо — 50 ₴", "[✅ Підтвердити · 47 ₴]"),
            ("[✅ Підтвердити", "Замовлення №1 отримано!"),
        ],
    )


async def test_one_of_two_that_is_stopped_is_named_and_the_rest_can_be_ordered(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await cafe.in_mini_app(olha).adds("borscht")
    await converse(olha, TO_THE_SUMMARY)
    await cafe.cafe.app.services.stop_list.stop(cafe.cafe.products["latte"])
    await converse(
        olha,
        [
            ("[✅ Підтвердити", "Зараз немає: Лате. Замовити решту?", "1 × Борщ", "Разом: 138 ₴"),
            ("[✅ Підтвердити", "Замовлення №1 отримано!", "Разом: 138 ₴"),
        ],
    )
    assert await cafe.cafe.value("SELECT name FROM order_lines") == "Борщ"


# Keys, tables, leaving.


async def test_starting_anew_takes_the_keys_away(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_TIME[:-1])
    assert olha.chat.keyboard
    await converse(olha, [("/start", "Вітаємо")])
    assert not olha.chat.keyboard
    await converse(olha, TO_THE_TIME[4:-1])
    await converse(olha, [("/checkout", "отримати")])
    assert not olha.chat.keyboard


async def test_keys_are_understood_in_the_language_they_were_shown_in(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_TIME[:-1])
    await converse(olha, [("/language", "мовою"), ("[🇬🇧 English]", "Switched to English.")])
    await converse(olha, [("⬅️ Назад", "What is your name?"), ("Olha", "Your phone number?")])
    await converse(olha, [("/language", "language"), ("[🇺🇦 Українська]", "Мову змінено")])
    await converse(olha, [("✖️ Cancel", "Оформлення скасовано")])
    assert not olha.chat.keyboard


async def test_keys_of_a_form_that_is_over_go_away_when_pressed(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_TIME[:-1])
    cafe.clock.advance(days=1)
    await converse(olha, [("(380671112233)", "Оформлення вже завершено або скасовано")])
    assert not olha.chat.keyboard


async def test_a_table_is_remembered_for_the_next_round(cafe: ChatCafe) -> None:
    second_round: list[Turn] = [
        *LATTE,
        ("/checkout", "Як заплатите?"),
        ("[💵 Готівка]", "🍽 У закладі", "Столик: 7"),
    ]
    olha = cafe.customer()
    await converse(
        olha,
        [
            ("/start table_7", "Ваш столик: 7"),
            *LATTE,
            ("/checkout", "Як вас звати?"),
            ("[Оля]", "номер"),
            ("0501112233", "Як заплатите?"),
            ("[💵 Готівка]", "Столик: 7"),
            ("[✅ Підтвердити", "столик 7"),
            *second_round,
            ("/cancel", "Оформлення скасовано. Кошик на місці."),
            ("/start", "Ваш столик: 7"),
            ("/checkout", "Як заплатите?"),
            ("[💵 Готівка]", "Столик: 7"),
            ("[✅ Підтвердити", "столик 7"),
        ],
    )
    cafe.clock.advance(hours=3, minutes=1)
    await converse(olha, [*LATTE, ("/checkout", "отримати")])


async def test_cancel_says_what_it_cancelled(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [
            *LATTE,
            ("/cart", "Лате"),
            ("[✏️ Змінити кошик]", "Лате"),
            ("[🏷 Промокод]", "Напишіть промокод"),
            ("/cancel", "Промокод не додано"),
            ("/cart", "Лате"),
            ("[✏️ Змінити кошик]", "Лате"),
            ("[🏷 Промокод]", "Напишіть промокод"),
            ("знижка", "🏷 ЗНИЖКА"),
            ("/checkout", "отримати"),
            ("/cancel", "Оформлення скасовано. Кошик на місці."),
            ("/cancel", "Нічого скасовувати"),
            ("/cart", "🏷 ЗНИЖКА: −15 %"),
        ],
    )


# Long answers.


async def test_an_answer_is_as_long_as_elsewhere_and_no_longer(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await cafe.in_mini_app(olha).adds("borscht", 2)
    await converse(olha, BY_COURIER[:2])
    questions = {
        "name": "Як вас звати?",
        "phone": "Ваш номер телефону?",
        "address_city": "Місто",
        "address_street": "Вулиця",
        "address_house": "Будинок",
        "address_apartment": "Квартира",
        "address_comment": "Коментар",
    }
    for (field, question), follows in zip(
        questions.items(), [*list(questions.values())[1:], "Як заплатите?"], strict=True
    ):
        most = LENGTHS["checkout"][field]
        if field == "phone":
            await converse(olha, [("0501112233", follows)])
        else:
            await converse(olha, [("і" * (most + 1), "Текст задовгий", question), ("і" * most, follows)])
