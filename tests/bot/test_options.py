"""Customers who choose options and write notes in the chat."""

import asyncio

import pytest

from tests.bot.conversation import ChatCafe, Turn, converse
from tests.bot.options_chat import data_of, lines, offer_options, stop_option

OUTDATED = "Ця кнопка вже не діє"
TO_THE_LATTE: list[Turn] = [
    ("/menu", "Меню"),
    ("[Кава]", "[Лате · 85 ₴]"),
    ("[Лате", "[➕ У кошик · 85 ₴]"),
    ("[⚙️ Розмір, Молоко, Додатки]", "[➕ У кошик · 85 ₴]"),
]
OAT_LATTE: list[Turn] = [
    *TO_THE_LATTE,
    ("[⚪️ 400 мл", "[➕ У кошик · 100 ₴]"),
    ("[⚪️ Вівсяне", "[➕ У кошик · 120 ₴]"),
    ("[⬜️ Шот", "[➕ У кошик · 145 ₴]"),
    ("[➕]", "[2 × Шот еспресо +25]", "[➕ У кошик · 170 ₴]"),
]
WITH_NOTE: list[Turn] = [
    *OAT_LATTE,
    ("[💬 Побажання]", "Напишіть побажання для кухні: Лате", "[⬅️ Без побажання]"),
    ("не дуже гаряче", "💬 не дуже гаряче", "[💬 Змінити побажання] [🗑 Без побажання]", "[➕ У кошик · 170 ₴]"),
]
OAT = "Лате (400 мл, вівсяне, шот еспресо ×2)"


@pytest.fixture
async def cafe(cafe: ChatCafe) -> ChatCafe:
    await offer_options(cafe)
    return cafe


# Choosing.


async def test_the_usual_is_one_tap(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [
            *TO_THE_LATTE[:2],
            (
                "[Лате",
                "Еспресо з молоком",
                "Розмір (оберіть одне): 300 мл",
                "Молоко (оберіть одне): Звичайне",
                "Додатки (можна до 3): —",
                "[➕ У кошик · 85 ₴]\n[⚙️ Розмір, Молоко, Додатки]\n[⬅️ Кава] [🛒 Кошик]",
            ),
            (
                "[⚙️ Розмір, Молоко, Додатки]",
                "[🔘 300 мл] [⚪️ 400 мл +15]",
                "[🔘 Звичайне] [⚪️ Вівсяне +20]",
                "[⬜️ Шот еспресо +25]",
                "[➕ У кошик · 85 ₴]",
            ),
            ("[➕ У кошик · 85 ₴]", "(У кошику: 1 на 85 ₴)", "[✅ 1 × Лате · 85 ₴]", "[🛒 Кошик · 85 ₴]"),
        ],
    )
    assert await lines(cafe) == [("Лате", 1, "")]


async def test_a_latte_as_people_order_it(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [
            *WITH_NOTE,
            ("[➕ У кошик · 170 ₴]", "(У кошику: 1 на 170 ₴)", "[✅ 1 × Лате · 85 ₴]"),
            ("[🛒 Кошик · 170 ₴]", f"{OAT} — 1 × 170 = 170 ₴\n   💬 не дуже гаряче", "Разом: 170 ₴"),
        ],
    )
    assert await lines(cafe) == [(OAT, 1, "не дуже гаряче")]


async def test_in_english(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(name="John", language="en"),
        [
            ("/menu", "Choose a section"),
            ("[Coffee]", "Latte"),
            ("[Latte", "Size (choose one): 300 ml", "Extras (up to 3): —"),
            ("[⚙️ Size, Milk, Extras]", "[⚪️ Oat +20]"),
            ("[⚪️ Oat", "Milk (choose one): Oat", "[➕ Add to cart · ₴105]"),
            ("[💬 Note]", "Write a note for the kitchen: Latte", "[⬅️ No note]"),
            ("not too hot", "💬 not too hot"),
            ("[➕ Add to cart · ₴105", "(In the cart: 1 for ₴105)"),
            ("/cart", "Latte (300 ml, oat) — 1 × 105 = ₴105\n   💬 not too hot"),
        ],
    )


async def test_a_dish_without_options_is_added_by_one_tap(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [("/menu", "Меню"), ("[Десерти]", "торт"), ("[Київський торт", "120 ₴"), ("[➕ У кошик", "[➕ 1 у кошику]")],
    )


async def test_what_comes_with_a_dish_can_be_left_out(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [
            ("/menu", "Меню"),
            ("[Їжа]", "Борщ"),
            ("[Борщ", "Подаємо з (можна до 2): Сметана"),
            ("[⚙️ Подаємо з]", "[✅ Сметана]"),
            ("[✅ Сметана]", "Подаємо з (можна до 2): —", "[⬜️ Сметана]", "[➕ У кошик · 145 ₴]"),
            ("[➕ У кошик", "(У кошику: 1 на"),
            ("/cart", "Борщ (без: сметана) — 1 × 145"),
        ],
    )


async def test_a_price_never_falls_below_nothing(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(), [*TO_THE_LATTE, ("[⬜️ Своє горнятко −200]", "[✅ Своє горнятко −200]", "[➕ У кошик · 0 ₴]")]
    )


async def test_too_many_is_refused_in_words(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [
            *OAT_LATTE,
            ("[➕]", "(Забагато: Шот еспресо. Можна не більше ніж 2.)"),
            ("[➖]", "[1 × Шот еспресо +25]", "[➕ У кошик · 145 ₴]"),
            ("[➖]", "[⬜️ Шот еспресо +25]", "[➕ У кошик · 120 ₴]"),
            ("/menu", "Меню"),
            ("[Кава]", "Еспресо"),
            ("[Еспресо", "Додатки (можна одне): —"),
            ("[⚙️", "[⚪️ Шот еспресо +25]"),
            ("[⚪️ Шот", "[🔘 Шот еспресо +25]"),
            ("[⚪️ Своє горнятко", "Додатки (можна одне): Своє горнятко", "[⚪️ Шот"),
            ("[🔘 Своє горнятко", "Додатки (можна одне): —"),
        ],
    )


async def test_a_stopped_option_is_shown_and_cannot_be_chosen(cafe: ChatCafe) -> None:
    await stop_option(cafe, "oat")
    await converse(
        cafe.customer(),
        [
            *TO_THE_LATTE[:3],
            ("[⚙️", "[🔘 Звичайне] [🚫 Вівсяне · немає]"),
            ("[🚫 Вівсяне", "(Зараз немає: Вівсяне. Оберіть, будь ласка, інше.)"),
            ("[➕ У кошик · 85 ₴]", "[✅ 1 × Лате"),
        ],
    )
    assert await lines(cafe) == [("Лате", 1, "")]


async def test_a_stopped_default_has_to_be_replaced(cafe: ChatCafe) -> None:
    await stop_option(cafe, "cow")
    await converse(
        cafe.customer(),
        [
            *TO_THE_LATTE[:2],
            ("[Лате", "Молоко (оберіть одне): —", "[🚫 Звичайне · немає]", "[❗️ Оберіть: Молоко · 85 ₴]"),
            ("[❗️ Оберіть", "(Оберіть: Молоко — щонайменше 1.)"),
            ("[⚪️ Вівсяне", "[➕ У кошик · 105 ₴]"),
            ("[➕ У кошик", "(У кошику: 1 на"),
        ],
    )
    assert await lines(cafe) == [("Лате (300 мл, вівсяне)", 1, "")]


async def test_an_option_that_is_stopped_while_it_is_being_chosen(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, OAT_LATTE)
    await stop_option(cafe, "oat")
    await converse(
        olha,
        [("[➕ У кошик", "(Зараз немає: Вівсяне.", "[🚫 Вівсяне · немає]", "[❗️ Оберіть: Молоко · 150 ₴]")],
    )
    assert await lines(cafe) == []


# Notes.


async def test_a_note_that_is_too_long_is_asked_again(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(
        olha,
        [
            *OAT_LATTE,
            ("[💬 Побажання]", "Напишіть побажання"),
            ("і" * 201, "Побажання задовге", "Напишіть побажання"),
            ("<b>тепле</b>\nі\u202e швидко", "💬 <b>тепле</b> і швидко"),
            ("[💬 Змінити побажання]", "Зараз: <b>тепле</b> і швидко", "[🗑 Без побажання] [⬅️ Назад]"),
            ("[⬅️ Назад]", "💬 <b>тепле</b> і швидко", "[➕ У кошик · 170 ₴]"),
            ("[🗑 Без побажання]", "[💬 Побажання]"),
        ],
    )
    assert "💬 <b>тепле" not in olha.last.text
    await converse(
        olha,
        [("[💬 Побажання]", "Напишіть"), ("ї" * 200, "ї" * 200, "[➕ У кошик"), ("[➕ У кошик", "(У кошику: 1 на")],
    )
    assert await lines(cafe) == [(OAT, 1, "ї" * 200)]


async def test_a_note_can_be_skipped(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(
        olha,
        [
            *OAT_LATTE,
            ("[💬 Побажання]", "Напишіть побажання"),
            ("[⬅️ Без побажання]", "[💬 Побажання]", "[➕ У кошик · 170 ₴]"),
            ("щось", "Не зовсім вас зрозумів"),
        ],
    )


@pytest.mark.parametrize("leaving", ["/cart", "[⬅️ Кава]"])
async def test_anything_else_ends_the_question_for_a_note(cafe: ChatCafe, leaving: str) -> None:
    olha = cafe.customer()
    await converse(olha, [("/menu", "Меню"), ("[Кава]", "Лате"), ("[Еспресо", "[⬅️ Кава]")])
    espresso = olha.last
    await converse(olha, [*TO_THE_LATTE, ("[💬 Побажання]", "Напишіть побажання")])
    if leaving.startswith("["):
        await olha.press_data(data_of(espresso, "⬅️ Кава"), on=espresso)
    else:
        await olha.send(leaving)
    await converse(olha, [("тепле", "Не зовсім вас зрозумів")])


async def test_cancel_says_that_no_note_was_added(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [*TO_THE_LATTE, ("[💬 Побажання]", "Напишіть"), ("/cancel", "Побажання не додано"), ("тепле", "Не зовсім")],
    )


async def test_a_picture_where_a_note_is_asked(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, [*TO_THE_LATTE, ("[💬 Побажання]", "Напишіть побажання")])
    await olha.send_photo("тепле")
    await olha.sees("Надішліть, будь ласка, відповідь текстом", "Напишіть побажання")
    await converse(olha, [("тепле", "💬 тепле", "[➕ У кошик")])


async def test_a_note_that_comes_a_day_later(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, [*TO_THE_LATTE, ("[💬 Побажання]", "Напишіть побажання")])
    cafe.clock.advance(days=1, minutes=1)
    await converse(olha, [("тепле", "Не зовсім вас зрозумів")])
    assert await lines(cafe) == []


# Presses that are late or double.


async def test_a_double_tap_adds_once(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, OAT_LATTE)
    message, data = olha.last, data_of(olha.last, "У кошик")
    await asyncio.gather(*(olha.press_data(data, on=message) for _ in range(3)))
    await olha.sees_toast("У кошику: 1 на 170 ₴")
    await olha.sees_toast(OUTDATED)
    assert await lines(cafe) == [(OAT, 1, "")]


async def test_a_double_tap_on_an_option_chooses_it_once(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_LATTE)
    message, data = olha.last, data_of(olha.last, "Шот")
    await asyncio.gather(*(olha.press_data(data, on=message) for _ in range(2)))
    await olha.sees("[1 × Шот еспресо +25]", "[➕ У кошик · 110 ₴]")
    await olha.sees_toast("Уже обрано")
    assert len(data.encode()) <= 64


async def test_quick_taps_on_different_options_all_count(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_LATTE)
    message = olha.last
    presses = [data_of(message, label) for label in ("400 мл", "Вівсяне", "Шот")]
    for data in presses:
        await olha.press_data(data, on=message)
    await olha.sees("[🔘 400 мл", "[🔘 Вівсяне", "[1 × Шот", "[➕ У кошик · 145 ₴]")


async def test_buttons_of_another_choice_change_nothing(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, OAT_LATTE)
    older = olha.last
    presses = [data_of(older, label) for label in ("400 мл", "➕ У кошик", "💬")]
    await converse(olha, TO_THE_LATTE)
    for data in presses:
        await olha.press_data(data, on=older)
        await olha.sees_toast(OUTDATED)
    await converse(olha, [("[➕ У кошик · 85 ₴]", "(У кошику: 1 на 85")])
    cafe.clock.advance(days=2)
    await olha.press_data(presses[1], on=older)
    await olha.sees_toast(OUTDATED)
    assert await lines(cafe) == [("Лате", 1, "")]


@pytest.mark.parametrize("forged", ["opt:set:{key}:999999:1", "opt:set:{key}:{garlic}:1"])
async def test_an_option_that_the_dish_does_not_have(cafe: ChatCafe, forged: str) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_LATTE)
    key = data_of(olha.last, "У кошик").split(":")[2]
    garlic = await cafe.cafe.value("SELECT id FROM options WHERE slug = 'garlic'")
    await olha.press_data(forged.format(key=key, garlic=garlic), on=olha.last)
    await olha.sees_toast("Меню змінилося")
    await converse(olha, [("[➕ У кошик · 85 ₴]", "(У кошику: 1 на 85")])


@pytest.mark.parametrize("old", ["dish:{id}:1", "dish:{id}:-1"])
async def test_buttons_from_before_the_dish_had_options_lead_to_the_choice(cafe: ChatCafe, old: str) -> None:
    olha = cafe.customer()
    await converse(olha, [("/menu", "Меню")])
    await olha.press_data(old.format(id=cafe.cafe.products["latte"]), on=olha.last)
    await olha.sees("Розмір (оберіть одне)", "[➕ У кошик · 85 ₴]")
    await olha.sees_toast("Оберіть, як приготувати")
    assert await lines(cafe) == []


async def test_a_dish_that_is_stopped_while_it_is_being_chosen(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_LATTE)
    await cafe.cafe.app.services.stop_list.stop(cafe.cafe.products["latte"])
    await converse(olha, [("[➕ У кошик", "(Меню змінилося.)", "Оберіть розділ")])
    assert await lines(cafe) == []


async def test_more_options_than_a_message_can_hold(cafe: ChatCafe) -> None:
    names = [f"Варіант {number:02} {'і' * 85}" for number in range(120)]
    options = "\n".join(
        f'[[option_groups.options]]\nslug = "o{number}"\nname = "{name}"\ndefault = {str(number < 40).lower()}'
        for number, name in enumerate(names)
    )
    groups = [f'[[option_groups]]\nslug = "g{number}"\nname = "{"Г" * 100}"\nmax = 100\n' for number in range(15)]
    more = "\n".join(
        f'{group}[[option_groups.options]]\nslug = "p{number}"\nname = "{names[0]}"\ndefault = true'
        for number, group in enumerate(groups)
    )
    offered = ", ".join(f'"g{number}"' for number in range(15))
    big = f'[[option_groups]]\nslug = "big"\nname = "Усе"\nmax = 100\n{options}'
    await cafe.cafe.load(f'{big}\n{more}\n[[products]]\nslug = "latte"\noptions = ["big", {offered}]')
    await converse(
        cafe.customer(),
        [
            *TO_THE_LATTE[:2],
            ("[Лате", "Усе (можна до 100): Варіант 00", "[➕ У кошик · 85 ₴]"),
            ("[⚙️ Усе", "[✅ Варіант 00"),
            ("[✅ Варіант 01", "[⬜️ Варіант 01"),
            ("[➕ У кошик", "(У кошику: 1 на 85 ₴)"),
            ("/cart", "Лате (варіант 00", "1 × 85 = 85 ₴"),
        ],
    )


async def test_the_allergens_are_those_of_what_is_chosen(cafe: ChatCafe) -> None:
    await cafe.cafe.load(
        "[[option_groups]]\nslug = 'milk'\n[[option_groups.options]]\nslug = 'oat'\n"
        "allergens = ['gluten']\nwithout = ['milk']\n"
        "[[products]]\nslug = 'retired'\nactive = true\nno_allergens = true\n"
    )
    await converse(
        cafe.customer(),
        [
            *TO_THE_LATTE[:2],
            ("[Лате", "Алергени: 🥛 Молоко (у т. ч. лактоза)\n"),
            ("[⚙️", "[⚪️ Вівсяне"),
            ("[⚪️ Вівсяне", "Алергени: 🌾 Злаки, що містять глютен\n"),
            ("[⬅️ Кава]", "[Еспресо"),
            ("[Еспресо", "Алергени кафе не вказало: запитайте, якщо це важливо"),
            ("[⬅️ Кава]", "[Торішній раф"),
            ("[Торішній раф", "Без алергенів із переліку 14 основних"),
        ],
    )
