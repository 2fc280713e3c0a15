"""Words that guests write of their own accord, outside any dialog."""

import pytest

from tests.bot.conversation import ChatCafe, converse
from tests.bot.options_chat import lines, offer_options, stop_option

CAN_DO = "«де моє замовлення» або «оператор»"


async def test_a_dish_is_found_as_people_write_it(cafe: ChatCafe) -> None:
    await offer_options(cafe)
    guest = cafe.customer()
    for words in ("Лате", "latte", "kfnt", "дфееу", "привіт, можна лате?", "i would like a latte please", "латее"):
        await converse(guest, [(words, "Лате", "85 ₴", "[⚙️ Розмір, Молоко, Додатки]")])
    for words in ("борщу", "Борщ, будь ласка!", "а скажіть, борщ сьогодні смачний?", "київстький"):
        await converse(guest, [(words, "Київський торт" if words.startswith("к") else "Борщ", "[➕ У кошик")])


async def test_options_that_are_named_are_chosen(cafe: ChatCafe) -> None:
    await offer_options(cafe)
    await converse(
        cafe.customer(),
        [
            ("привіт, можна лате на вівсяному?", "Молоко (оберіть одне): Вівсяне", "[➕ У кошик · 105 ₴]"),
            ("Лате 400 з шотом", "Розмір (оберіть одне): 400 мл", "Додатки (можна до 3): Шот еспресо", "125 ₴"),
            ("[➕ У кошик · 125 ₴]", "(У кошику: 1 на 125 ₴)"),
        ],
    )
    assert await lines(cafe) == [("Лате (400 мл, звичайне, шот еспресо)", 1, "")]
    await stop_option(cafe, "oat")
    await converse(cafe.customer(), [("лате вівсяне", "Вівсяне", "немає", "Молоко (оберіть одне): Звичайне")])


async def test_what_may_be_one_of_several_is_offered(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [
            ("кава", "Ось що є", "[Еспресо · 50 ₴]", "[Лате · 85 ₴]", "[📖 Меню] [🛒 Кошик]"),
            ("[Лате", "85 ₴", "[➕ У кошик"),
            ("борщ і торт", "Зрозумів так", "Борщ — 1 × 145", "Київський торт — 1 × 120"),
        ],
    )


async def test_what_ran_out_is_said_to_have(cafe: ChatCafe) -> None:
    await cafe.cafe.execute("UPDATE products SET stopped_until = 9999999999 WHERE slug = 'espresso'")
    await cafe.cafe.load("")  # what the database holds is read again
    await converse(cafe.customer(), [("еспресо", "Зараз немає: Еспресо", "[📖 Меню]")])


@pytest.mark.parametrize(
    ("words", "sight"),
    [
        ("меню", "Оберіть розділ"),
        ("покажіть меню", "Оберіть розділ"),
        ("хочу зробити замовлення", "Оберіть розділ"),
        ("кошик", "Кошик порожній"),
        ("rjibr", "Кошик порожній"),
        ("привіт!", "Вітаємо!"),
        ("Добрий день", "Вітаємо!"),
        ("до котрої ви відчинені", "Ми відчинені: 08:00–22:00"),
        ("дякую", "Прошу!"),
        ("дякую, дуже смачно", "Прошу!"),
        ("оператор", "+380441234567"),
        ("хочу поговорити з людиною", "Передав ваше запитання кафе"),
        ("ваша адреса?", "Київ, вул. Тестова, 1"),
        ("де моє замовлення?", "Замовлень ще немає"),
        ("кукурудза", CAN_DO),
        ("ы" * 300, CAN_DO),
        ("/unknown", CAN_DO),
        ("!?", CAN_DO),
    ],
)
async def test_other_wishes(cafe: ChatCafe, words: str, sight: str) -> None:
    await converse(cafe.customer(), [(words, sight)])


async def test_in_english(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(name="John", language="en"),
        [
            ("hi, can I get a borscht", "Borscht", "[➕ Add to cart"),
            ("thanks a lot", "You are welcome"),
            ("where is my order?", "No orders yet"),
            ("bla-bla", "I did not quite get that"),
            ("I want to talk to a human", "I passed your question on", "+380441234567"),
            ("how to order", "Choose a section"),
            ("cart", "The cart is empty"),
        ],
    )


async def test_where_an_order_stands(cafe: ChatCafe) -> None:
    guest = cafe.customer()
    first = await cafe.in_mini_app(guest).places("espresso")
    await converse(guest, [("де моє замовлення?", f"Замовлення {first['order_number']}", "Нове", "[❌ Скасувати]")])
    await cafe.in_mini_app(guest).places("latte")
    await converse(guest, [("коли буде готове замовлення", "Ваші замовлення")])


async def test_a_dialog_that_waits_for_words_gets_them(cafe: ChatCafe) -> None:
    guest = cafe.customer()
    await cafe.in_mini_app(guest).adds("latte")
    await converse(
        guest,
        [
            ("/cart", "Ваш кошик"),
            ("[✏️ Змінити кошик]", "[🏷 Промокод]"),
            ("[🏷 Промокод]", "Напишіть промокод"),
            ("лате", "Напишіть інший промокод"),
            ("/checkout", "Як вам зручно"),
            ("[🥡 Самовивіз]", "Як вас звати?"),
            ("Борщ", "Ваш номер телефону?"),
            ("оператор", "номер"),
            ("/cancel", "Оформлення скасовано"),
            ("борщ", "[➕ У кошик"),
        ],
    )
