"""Allergens: of a dish, of what is chosen for it, and what the cafe says or leaves unsaid (operating contract)."""

from typing import Any

import pytest

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.edits.edit import Edit
from cafe.core.kernel.ids import StaffId
from tests.driver import Cafe
from tests.web.kitchen import board, paired
from tests.web.options_shop import OptionsShop

OLENA = Actor("Олена", StaffId(1))
MILKS = """
[[option_groups]]
slug = "milk"

[[option_groups.options]]
slug = "oat"
allergens = ["gluten"]
without = ["milk"]

[[option_groups.options]]
slug = "almond"
name = "Мигдальне"
name_en = "Almond"
allergens = ["nuts", "moonlight"]
without = ["milk"]

[[option_groups]]
slug = "extras"

[[option_groups.options]]
slug = "whip"
name = "Збиті вершки"
allergens = ["milk"]
"""
KEYS = {"code", "label", "emoji"}


@pytest.fixture
async def shop(cafe: Cafe) -> OptionsShop:
    await OptionsShop.of(cafe)
    await cafe.load(MILKS)
    return await OptionsShop.of(cafe)


def codes(allergens: Any) -> list[str]:
    return [each["code"] for each in allergens]


async def product(cafe: Cafe, slug: str) -> Any:
    products = (await cafe.get("/api/products")).json
    return next(each for each in products if each["id"] == cafe.products[slug])


async def option(shop: OptionsShop, slug: str) -> Any:
    groups = (await product(shop.cafe, "latte"))["option_groups"]
    return next(each for group in groups for each in group["options"] if each["id"] == shop.ids[slug])


async def test_an_option_tells_what_it_adds_and_takes_away_only_where_it_does(shop: OptionsShop) -> None:
    oat, almond, cow = await option(shop, "oat"), await option(shop, "almond"), await option(shop, "cow")
    assert (codes(oat["allergens"]), codes(oat["without"])) == (["gluten"], ["milk"])
    assert codes(almond["allergens"]) == ["nuts"], "an unknown one is dropped, as everywhere"
    assert almond["allergens"][0].keys() == KEYS
    assert not cow.keys() & {"allergens", "without"}
    latte = await product(shop.cafe, "latte")
    assert codes(latte["allergens"]) == ["milk"]
    assert "base_allergens" not in latte


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (["large", "cow"], ["milk"]),
        (["small", "oat"], ["gluten"]),
        (["small", "almond"], ["nuts"]),
        (["small", "almond", "whip"], ["nuts", "milk"]),
    ],
)
async def test_a_line_with_a_choice_has_the_allergens_of_what_was_chosen(
    shop: OptionsShop, chosen: list[str], expected: list[str]
) -> None:
    [line] = (await shop.adds(shop.cafe.person(), "latte", chosen)).json["items"]
    assert codes(line["allergens"]) == expected
    assert all(each.keys() == KEYS for each in line["allergens"])


async def test_lines_of_dishes_whose_options_say_nothing_have_no_new_key(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte")
    [plain, noted] = (await shop.adds(person, "latte", note="гаряче")).json["items"]
    [*_, garlic] = (await shop.adds(person, "borscht", ["garlic"])).json["items"]
    assert [line for line in (plain, noted, garlic) if "allergens" in line] == []


async def test_what_a_dish_comes_with_counts_in_the_menu(shop: OptionsShop) -> None:
    await shop.cafe.load(
        "[[option_groups]]\nslug = 'with'\n[[option_groups.options]]\nslug = 'cream'\nallergens = ['nuts']\n"
    )
    borscht = await product(shop.cafe, "borscht")
    assert codes(borscht["allergens"]) == ["milk", "celery", "nuts"]
    assert codes(borscht["base_allergens"]) == ["milk", "celery"]
    [line] = (await shop.adds(shop.cafe.person(), "borscht", [])).json["items"]
    assert codes(line["allergens"]) == ["milk", "celery"]


async def test_the_kitchen_sees_and_prints_what_was_chosen(shop: OptionsShop) -> None:
    tablet, person = await paired(shop.cafe), shop.cafe.person()
    await shop.adds(person, "latte", ["small", "oat"])
    await shop.adds(person, "latte")
    order_id = (await person.orders_pickup()).json["order_id"]
    [on_board] = (await board(tablet))["orders"]
    assert [codes(line["allergens"]) for line in on_board["lines"]] == [["gluten"], ["milk"]]
    ticket = (await tablet.get(f"/api/board/orders/{order_id}/ticket")).json
    assert [codes(line["allergens"]) for line in ticket["lines"]] == [["gluten"], ["milk"]]


async def test_the_menu_page_tells_them(shop: OptionsShop) -> None:
    page = (await shop.cafe.get("/menu/?lang=en")).body.decode()
    assert "(allergens: Cereals containing gluten; no: Milk (incl. lactose))" in page
    assert "The cafe has not said which allergens this contains" in page  # espresso
    await shop.cafe.load("[[products]]\nslug = 'espresso'\nno_allergens = true\n")
    page = (await shop.cafe.get("/menu/?lang=en")).body.decode()
    assert "The cafe has not said which allergens" not in page
    assert "None of the 14 major allergens" in page


# None, unknown, these.


async def test_a_dish_says_that_it_has_none_only_where_its_owner_did(cafe: Cafe) -> None:
    assert "no_allergens" not in await product(cafe, "espresso")
    await cafe.load("[[products]]\nslug = 'espresso'\nno_allergens = true\n")
    espresso = await product(cafe, "espresso")
    assert (espresso["no_allergens"], espresso["allergens"]) == (True, [])
    assert "no_allergens = true" in await cafe.app.services.catalogue.dump()
    await cafe.load("[[products]]\nslug = 'espresso'\nallergens = ['nuts']\n")
    assert "no_allergens" not in await product(cafe, "espresso"), "what is named is the stronger word"
    await cafe.load("[[products]]\nslug = 'espresso'\nno_allergens = true\n")
    assert codes((await product(cafe, "espresso"))["allergens"]) == []
    await cafe.load("[[products]]\nslug = 'espresso'\nno_allergens = false\n")
    assert "no_allergens" not in await product(cafe, "espresso")


async def test_none_and_these_at_once_are_refused(cafe: Cafe) -> None:
    with pytest.raises(CatalogueError, match="espresso: no_allergens: must not be true where allergens are named"):
        await cafe.load("[[products]]\nslug = 'espresso'\nno_allergens = true\nallergens = ['nuts']\n")


async def test_what_the_desk_says_of_allergens_is_recorded_and_undone(shop: OptionsShop) -> None:
    edits = shop.cafe.app.services.edits
    before = await edits.find_item("option_groups", "milk")
    espresso = await edits.find_item("products", "espresso")
    assert before is not None
    assert espresso is not None
    assert (espresso["no_allergens"], espresso["allergens"]) == (False, [])
    options = [{**each, "allergens": [], "without": []} for each in before["options"]]
    change = await edits.apply(
        OLENA,
        [
            Edit("option_groups", "milk", {"options": before["options"]}, {"options": options}),
            Edit("products", "espresso", {"no_allergens": False}, {"no_allergens": True}),
        ],
    )
    assert change is not None
    assert [item.after.get("no_allergens") for item in change.items if item.after] == [None, True]
    assert "allergens" not in await option(shop, "oat")
    assert (await product(shop.cafe, "espresso"))["no_allergens"] is True
    await edits.undo(OLENA, change.id)
    assert codes((await option(shop, "oat"))["allergens"]) == ["gluten"]
    assert "no_allergens" not in await product(shop.cafe, "espresso")


async def test_the_desk_lists_what_is_not_said(cafe: Cafe) -> None:
    owner = await cafe.desk()

    async def missing() -> list[str]:
        dishes = (await owner.get("/api/desk/menu")).json["products"]
        return [dish["slug"] for dish in dishes if "allergens" in dish["missing"]]

    assert "espresso" in await missing()
    await cafe.load("[[products]]\nslug = 'espresso'\nno_allergens = true\n")
    assert "espresso" not in await missing()
