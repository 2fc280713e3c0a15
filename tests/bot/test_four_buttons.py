"""A guest's screens in the chat: a dish with its picture, and few buttons in sight, the others behind one."""

from tests.bot.conversation import ChatCafe, Turn, converse
from tests.bot.options_chat import offer_options
from tests.fakes.telegram import Message

MOST = 4


def buttons(message: Message) -> list[str]:
    return [str(button["text"]) for row in message.inline for button in row]


async def has_few(cafe: ChatCafe, *turns: Turn) -> None:
    """Go through these turns; each shows four buttons at most."""
    olha = cafe.customer()
    for turn in turns:
        await converse(olha, [turn])
        assert 1 <= len(buttons(olha.last)) <= MOST, buttons(olha.last)


async def test_the_main_screens_have_four_buttons_at_most(cafe: ChatCafe) -> None:
    await has_few(
        cafe,
        ("/start", "[📖 Меню] [🛒 Кошик]\n[⋯ Ще]"),
        ("[⋯ Ще]", "[🧾 Замовлення] [🌐 Мова]"),
        ("[🏠 Головна]", "[⋯ Ще]"),
        ("/help", "[🧾 Замовлення] [🌐 Мова]"),
        ("щось незрозуміле", "[📖 Меню] [🛒 Кошик]"),
    )


async def test_a_dish_has_four_buttons_at_most(cafe: ChatCafe) -> None:
    await converse(cafe.customer(), [("/menu", "[Кава]"), ("[Кава]", "[Лате · 85 ₴]")])
    await has_few(
        cafe,
        ("[Лате", "[➕ У кошик · 85 ₴]\n[⬅️ Кава] [🛒 Кошик]"),
        ("[➕ У кошик", "[➖] [➕ 1 у кошику]\n[⬅️ Кава] [🛒 Кошик · 85 ₴]"),
        ("[🛒 Кошик", "[✅ Оформити замовлення]\n[✏️ Змінити кошик] [📖 Меню]"),
    )


async def test_a_dish_with_options_has_four_buttons_at_most(cafe: ChatCafe) -> None:
    await offer_options(cafe)
    await converse(cafe.customer(), [("/menu", "[Кава]"), ("[Кава]", "[Лате · 85 ₴]")])
    await has_few(
        cafe,
        ("[Лате", "[⚙️ Розмір, Молоко, Додатки]"),
        ("лате на вівсяному", "Молоко (оберіть одне): Вівсяне"),
    )


async def test_a_dish_that_only_takes_a_note_has_four_buttons_at_most(cafe: ChatCafe) -> None:
    await cafe.cafe.load('[[products]]\nslug = "cake"\nnotes = true\n')
    await converse(cafe.customer(), [("/menu", "[Десерти]"), ("[Десерти]", "торт")])
    await has_few(cafe, ("[Київський торт", "[➕ У кошик · 120 ₴]\n[💬 Побажання]\n[⬅️ Десерти] [🛒 Кошик]"))
    await converse(cafe.customer(), [("[💬 Побажання]", "Напишіть побажання")])
    await has_few(cafe, ("без свічки", "💬 без свічки", "[💬 Змінити побажання]\n[⬅️ Десерти] [🛒 Кошик]"))


async def test_a_long_menu_and_a_long_category_have_four_rows(cafe: ChatCafe) -> None:
    categories = "".join(f'[[categories]]\nslug = "c{at}"\nname = "Розділ {at}"\n' for at in range(9))
    dish = '[[products]]\nslug = "{}"\nname = "{} {:02}"\ncategory = "{}"\nprice = {}\n'
    one = "".join(dish.format(f"p{at}", "Дуже довга назва страви", at, f"c{at}", at + 1) for at in range(9))
    more = "".join(dish.format(f"m{at}", "Ще одна довга назва", at, "c0", at + 20) for at in range(12))
    await cafe.cafe.load(categories + one + more)
    olha = cafe.customer()
    await converse(olha, [("/menu", "Оберіть розділ", "[⋯ Усі розділи] [🛒 Кошик]")])
    assert len(olha.last.inline) == MOST
    await converse(olha, [("[⋯ Усі розділи]", "[Розділ 8]", "[🏠 Головна] [🛒 Кошик]")])
    await converse(
        olha,
        [
            ("[Розділ 0]", "Дуже довга назва страви 00 — 1 ₴", "[Дуже довга назв… · 1 ₴]", "[1/3 ▶️]"),
            ("[1/3 ▶️]", "Ще одна довга назва 05 — 25 ₴", "[2/3 ▶️]"),
        ],
    )
    assert len(olha.last.inline) == MOST
    await converse(olha, [("[2/3 ▶️]", "Ще одна довга назва 11 — 31 ₴"), ("[3/3 ▶️]", "Дуже довга назва страви 00")])
