"""Diets over HTTP: declared in a file or at the desk, told where they are, refused where an allergen contradicts."""

import tomllib
from typing import Any

import pytest

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.edits.edit import Edit
from cafe.core.kernel.ids import StaffId
from cafe.core.kernel.problems import ProblemsError
from tests.driver import Cafe
from tests.web.kitchen import board, paired
from tests.web.options_shop import OptionsShop

OLENA = Actor("Олена", StaffId(1))
DIETS = """
[[products]]
slug = "latte"
diets = ["gluten_free", "vegetarian"]
options = ["size", { group = "milk", makes = ["vegan"] }, "extras"]

[[option_groups]]
slug = "size"

[[option_groups.options]]
slug = "small"
diets = ["vegan", "vegetarian", "gluten_free"]

[[option_groups]]
slug = "milk"

[[option_groups.options]]
slug = "cow"
diets = ["vegetarian", "gluten_free"]

[[option_groups.options]]
slug = "oat"
allergens = ["gluten"]
without = ["milk"]
diets = ["vegan"]
"""

SMALL = '[[option_groups]]\nslug = "size"\n[[option_groups.options]]\nslug = "small"\n'


@pytest.fixture
async def shop(cafe: Cafe) -> OptionsShop:
    found = await OptionsShop.of(cafe)
    await cafe.load(DIETS)
    return found


def codes(diets: Any) -> list[str]:
    return [each["code"] for each in diets]


async def product(cafe: Cafe, slug: str, locale: str = "uk") -> Any:
    products = (await cafe.get(f"/api/products?locale={locale}")).json
    return next(each for each in products if each["id"] == cafe.products[slug])


async def test_a_menu_tells_of_diets_only_where_they_are(shop: OptionsShop) -> None:
    latte = await product(shop.cafe, "latte", "en")
    assert latte["diets"] == [
        {"code": "vegetarian", "label": "Vegetarian"},
        {"code": "gluten_free", "label": "Gluten-free"},
    ]
    assert "base_diets" not in latte
    size, milk, extras = latte["option_groups"]
    assert codes(milk["makes"]) == ["vegan", "vegetarian", "lactose_free"]
    assert "makes" not in size | extras
    assert {each["name"]: codes(each.get("diets", [])) for group in (size, milk) for each in group["options"]} == {
        "300 ml": ["vegan", "vegetarian", "gluten_free", "lactose_free"],
        "400 ml": [],
        "Regular": ["vegetarian", "gluten_free"],
        "Oat": ["vegan", "vegetarian", "lactose_free"],
    }
    assert "diets" not in size["options"][1]
    espresso = await product(shop.cafe, "espresso")
    assert not espresso.keys() & {"diets", "base_diets"}


async def test_a_mark_counts_as_declared(cafe: Cafe) -> None:
    await cafe.load('[[products]]\nslug = "latte"\nmarks = ["vegetarian"]\n')
    assert codes((await product(cafe, "latte"))["diets"]) == ["vegetarian"]
    await cafe.load('[[products]]\nslug = "latte"\nallergens = ["fish"]\n')
    latte = await product(cafe, "latte")
    assert "diets" not in latte, "a mark is not refused, but never claimed against an allergen"
    assert (codes(latte["base_diets"]), latte["marks"]) == (["vegetarian"], ["vegetarian"])


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (["small", "oat"], ["vegan", "vegetarian", "lactose_free"]),
        (["large", "cow"], []),  # of the large one nothing was declared
        (["small", "cow", "shot"], []),
    ],
)
async def test_a_line_with_a_choice_is_what_was_declared_of_all_of_it(
    shop: OptionsShop, chosen: list[str], expected: list[str]
) -> None:
    [line] = (await shop.adds(shop.cafe.person(), "latte", chosen)).json["items"]
    assert codes(line["diets"]) == expected


async def test_lines_without_a_choice_or_a_diet_have_no_new_key(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte")
    [plain, noted] = (await shop.adds(person, "latte", note="гаряче")).json["items"]
    [*_, garlic] = (await shop.adds(person, "borscht", ["garlic"])).json["items"]
    assert [line for line in (plain, noted, garlic) if "diets" in line] == []


async def test_the_kitchen_sees_what_only_the_choice_made(shop: OptionsShop) -> None:
    tablet, person = await paired(shop.cafe), shop.cafe.person()
    await shop.adds(person, "latte", ["small", "oat"])
    await shop.adds(person, "latte")
    order_id = (await person.orders_pickup()).json["order_id"]
    vegan = [{"code": "vegan", "label": "Веганське"}]
    [on_board] = (await board(tablet))["orders"]
    assert [line.get("diets") for line in on_board["lines"]] == [vegan, None]
    ticket = (await tablet.get(f"/api/board/orders/{order_id}/ticket")).json
    assert [line.get("diets") for line in ticket["lines"]] == [vegan, None]


async def test_the_menu_page_tells_them_to_people_and_machines(shop: OptionsShop) -> None:
    page = (await shop.cafe.get("/menu/?lang=en")).body.decode()
    assert "Vegetarian · Gluten-free" in page
    assert "With Oat: Vegan" in page
    assert '"suitableForDiet":["https://schema.org/VegetarianDiet","https://schema.org/GlutenFreeDiet"]' in page
    assert page.count("suitableForDiet") == 1


async def test_a_file_keeps_what_was_said_and_only_that(shop: OptionsShop) -> None:
    dumped = tomllib.loads(await shop.cafe.app.services.catalogue.dump())
    dishes = {each["slug"]: each for each in dumped["products"]}
    assert {slug: dish["diets"] for slug, dish in dishes.items() if "diets" in dish} == {
        "latte": ["vegetarian", "gluten_free"]
    }
    assert dishes["latte"]["options"] == ["size", {"group": "milk", "makes": ["vegan"]}, "extras"]
    options = {each["slug"]: each for group in dumped["option_groups"] for each in group["options"]}
    assert {slug: each["diets"] for slug, each in options.items() if "diets" in each} == {
        "small": ["vegan", "gluten_free"],
        "cow": ["vegetarian", "gluten_free"],
        "oat": ["vegan"],
    }
    before = await shop.cafe.value("SELECT COUNT(*) FROM changes")
    await shop.cafe.load(await shop.cafe.app.services.catalogue.dump())
    assert await shop.cafe.value("SELECT COUNT(*) FROM changes") == before, "loaded again it changes nothing"
    await shop.cafe.load('[[products]]\nslug = "latte"\nprice = 86\n')
    assert codes((await product(shop.cafe, "latte"))["diets"]) == ["vegetarian", "gluten_free"], (
        "not mentioned: it stays"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[products]]\nslug = "latte"\ndiets = "vegan"', "latte: diets: must be a list of diets"),
        ('[[products]]\nslug = "latte"\ndiets = ["keto"]', "latte: diets: keto: must be one of vegan, vegetarian"),
        (
            '[[products]]\nslug = "latte"\noptions = [{ group = "milk", makes = ["keto"] }]',
            "latte: options: makes: keto: must be one of",
        ),
        ('[[products]]\nslug = "latte"\ndiets = ["vegan"]', "latte: diets: vegan contradicts the allergen milk"),
        ('[[products]]\nslug = "cake"\ndiets = ["vegan"]', "cake: diets: vegan contradicts the allergen milk"),
        (
            '[[products]]\nslug = "latte"\nallergens = ["gluten"]',
            "latte: diets: gluten_free contradicts the allergen gluten",
        ),
        (
            '[[option_groups]]\nslug = "milk"\n[[option_groups.options]]\nslug = "oat"\ndiets = ["gluten_free"]',
            "milk: options: oat: diets: gluten_free contradicts the allergen gluten",
        ),
        (
            SMALL + 'allergens = ["gluten"]\ndiets = ["vegan"]',
            "latte: diets: gluten_free contradicts the allergen gluten",  # it comes with it
        ),
    ],
)
async def test_what_is_wrong_is_named_and_nothing_is_changed(shop: OptionsShop, text: str, message: str) -> None:
    before = await shop.cafe.app.services.catalogue.dump()
    with pytest.raises(CatalogueError, match=message):
        await shop.cafe.load(text)
    assert await shop.cafe.app.services.catalogue.dump() == before


async def test_milk_may_be_without_lactose(shop: OptionsShop) -> None:
    await shop.cafe.load('[[products]]\nslug = "cake"\ndiets = ["lactose_free"]\n')
    assert codes((await product(shop.cafe, "cake"))["diets"]) == ["lactose_free"]


async def test_defaults_that_are_so_make_a_dish_so_that_declared_nothing(shop: OptionsShop) -> None:
    await shop.cafe.load('[[products]]\nslug = "latte"\ndiets = []\n')
    latte = await product(shop.cafe, "latte")
    assert (codes(latte["diets"]), latte["base_diets"]) == (["vegetarian"], []), "but for its milk it is vegan"


async def test_what_the_desk_says_is_recorded_and_undone(shop: OptionsShop) -> None:
    edits = shop.cafe.app.services.edits
    group, espresso = await edits.find_item("option_groups", "milk"), await edits.find_item("products", "espresso")
    assert group is not None
    assert espresso is not None
    assert espresso["diets"] == []
    cow, oat = group["options"]
    silent = [{name: value for name, value in cow.items() if name != "diets"}, oat]
    change = await edits.apply(
        OLENA,
        [
            Edit("option_groups", "milk", {"options": group["options"]}, {"options": silent}),
            Edit("products", "espresso", {"diets": []}, {"diets": ["vegetarian", "vegan", "gluten_free"]}),
        ],
    )
    assert change is not None
    assert [item.after and item.after.get("diets") for item in change.items] == [None, ["vegan", "gluten_free"]]
    milk = (await product(shop.cafe, "latte"))["option_groups"][1]
    assert "diets" not in milk["options"][0], "options are saved as a whole: what is not said is gone"
    assert len((await product(shop.cafe, "espresso"))["diets"]) == 4
    await edits.undo(OLENA, change.id)
    milk = (await product(shop.cafe, "latte"))["option_groups"][1]
    assert codes(milk["options"][0]["diets"]) == ["vegetarian", "gluten_free"]
    assert "diets" not in await product(shop.cafe, "espresso")
    copy = await edits.copy_product(OLENA, "latte")
    assert (copy["diets"], copy["options"][1]) == (["vegetarian", "gluten_free"], {"group": "milk", "makes": ["vegan"]})


async def test_undoing_the_first_diets_of_an_option_takes_them_away(shop: OptionsShop) -> None:
    edits = shop.cafe.app.services.edits
    group = await edits.find_item("option_groups", "extras")
    assert group is not None
    said = [group["options"][0] | {"diets": ["vegan"]}, *group["options"][1:]]
    change = await edits.apply(
        OLENA, [Edit("option_groups", "extras", {"options": group["options"]}, {"options": said})]
    )
    assert change is not None
    await edits.undo(OLENA, change.id)
    assert await edits.find_item("option_groups", "extras") == group


async def test_the_desk_is_told_where_it_contradicts_itself(shop: OptionsShop) -> None:
    edits = shop.cafe.app.services.edits
    group = await edits.find_item("option_groups", "milk")
    assert group is not None
    cow, oat = group["options"]

    async def problem(*wrong: Edit) -> tuple[str, Any]:
        with pytest.raises(ProblemsError) as refused:
            await edits.apply(OLENA, wrong)
        [found] = refused.value.problems
        assert found.text_id == "diet-refuted"
        return found.field, found.values

    dish = Edit("products", "latte", {"allergens": ["milk"]}, {"allergens": ["milk", "gluten"]})
    other = Edit("products", "espresso", {"allergens": []}, {"allergens": ["nuts"]})
    assert await problem(dish, other) == (
        "edits.0.diets",
        {"name": "Лате", "diet": "gluten_free", "allergen": "gluten"},
    )
    wrong = [cow, oat | {"diets": ["vegan", "gluten_free"]}]
    assert await problem(Edit("option_groups", "milk", {"options": group["options"]}, {"options": wrong})) == (
        "edits.0.options.oat.diets",
        {"name": "Вівсяне", "diet": "gluten_free", "allergen": "gluten"},
    )
    default = [{**cow, "diets": [], "allergens": ["fish"]}, oat]
    assert await problem(Edit("option_groups", "milk", {"options": group["options"]}, {"options": default})) == (
        "edits.0.options",
        {"name": "Лате", "diet": "vegetarian", "allergen": "fish"},
    )


async def test_a_deleted_dish_comes_back_without_its_diets(shop: OptionsShop) -> None:
    edits = shop.cafe.app.services.edits
    await edits.apply(OLENA, [Edit("products", "latte", {"name": "Лате"}, None)])
    again = {"slug": "latte", "category": "coffee", "name": "Лате", "price": 90}
    await edits.apply(OLENA, [Edit("products", None, None, again)])
    latte = await edits.find_item("products", "latte")
    assert latte is not None
    assert latte["diets"] == []
