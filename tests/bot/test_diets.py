"""Diets in the chat: on a dish's page, and in answer to words."""

from tests.bot.conversation import ChatCafe, converse
from tests.bot.options_chat import offer_options

DIETS = """
[[products]]
slug = "latte"
diets = ["vegetarian", "gluten_free"]
options = ["size", { group = "milk", makes = ["vegan"] }, "extras"]

[[products]]
slug = "espresso"
diets = ["vegan", "gluten_free"]

[[option_groups]]
slug = "size"
[[option_groups.options]]
slug = "small"
diets = ["vegan", "gluten_free"]

[[option_groups]]
slug = "milk"
[[option_groups.options]]
slug = "oat"
without = ["milk"]
diets = ["vegan"]
"""


async def test_a_dish_tells_what_it_is_and_what_it_can_be(cafe: ChatCafe) -> None:
    await offer_options(cafe)
    await cafe.cafe.load(DIETS)
    await converse(
        cafe.customer(),
        [
            ("лате", "🌿 Вегетаріанське · Без глютену", "🌿 З варіантом «Вівсяне»: Веганське"),
            ("[⚙️ Розмір, Молоко", "[⚪️ Вівсяне"),
            ("[⚪️ Вівсяне", "🌿 Веганське\n", "Молоко (оберіть одне): Вівсяне"),
            ("еспресо", "🌿 Веганське · Без глютену"),
        ],
    )


async def test_words_for_a_diet_find_the_dishes(cafe: ChatCafe) -> None:
    await offer_options(cafe)
    await cafe.cafe.load(DIETS)
    guest = cafe.customer()
    for words in ("веганське", "що є веганського?", "vegan", "dtufycmrt"):
        await converse(guest, [(words, "🌿 Веганське", "[Еспресо]", "[Лате: Вівсяне]", "[📖 Меню]")])
    for words in ("щось без глютену", "gluten free please"):
        await converse(guest, [(words, "🌿 Без глютену", "[Еспресо]")])
    await converse(guest, [("[Лате]", "Лате", "🌿 Вегетаріанське · Без глютену")])
    await converse(guest, [("є щось без лактози і без глютену?", "🌿 Без глютену · Без лактози", "[Еспресо]")])


async def test_what_has_no_allergen_of_it_is_found_though_nothing_was_declared(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(name="John", language="en"),
        [("anything gluten-free?", "🌿 Gluten-free", "With an allergy, ask the staff", "[Borscht]")],
    )


async def test_nothing_declared_is_said(cafe: ChatCafe) -> None:
    await converse(cafe.customer(), [("веган", "Позицій, про які кафе вказало б таке, зараз немає", "[📖 Меню]")])


async def test_many_dishes_have_pages(cafe: ChatCafe) -> None:
    dishes = "\n".join(
        f'[[products]]\nslug = "v{number}"\ncategory = "food"\nname = "Веганська страва {number}"\nprice = 10\n'
        f'sort_order = {number}\nno_allergens = true\ndiets = ["vegan"]'
        for number in range(10)
    )
    await cafe.cafe.load(dishes)
    await converse(
        cafe.customer(),
        [
            ("vegetarian", "[Веганська страва 0]", "[◀️] [1/2] [▶️]"),
            ("[▶️]", "[Веганська страва 9]", "[2/2]"),
        ],
    )
