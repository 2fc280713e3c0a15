"""Options and notes (operating contract): products, cart lines, order lines, the expected total."""

import asyncio
from random import Random
from typing import Any

import pytest

from tests.driver import Cafe, Visitor
from tests.web.options_shop import OptionsShop

PLAIN_KEYS = {"product_id", "name", "weight", "image_url", "price", "quantity", "line_total"}
MANY = 20


@pytest.fixture
async def shop(cafe: Cafe) -> OptionsShop:
    return await OptionsShop.of(cafe)


async def lines_of(who: Visitor) -> Any:
    return (await who.cart()).json["items"]


async def product(cafe: Cafe, slug: str, query: str = "") -> Any:
    products = (await cafe.get(f"/api/products{query}")).json
    return next(each for each in products if each["id"] == cafe.products[slug])


# The menu.


async def test_products_tell_their_options(shop: OptionsShop) -> None:
    latte = await product(shop.cafe, "latte")
    assert (latte["price"], latte["notes"]) == (85, True)
    size, milk, extras = latte["option_groups"]
    assert (size["name"], size["min"], size["max"]) == ("Розмір", 1, 1)
    assert milk["options"][1] == {
        "id": shop.ids["oat"],
        "name": "Вівсяне",
        "price_delta": 20,
        "is_default": False,
        "is_available": True,
        "max_quantity": 1,
    }
    assert [option["name"] for option in extras["options"]] == ["Шот еспресо", "Своє горнятко"]
    assert (await product(shop.cafe, "latte", "?locale=en"))["option_groups"][1]["options"][1]["name"] == "Oat"
    [narrowed] = (await product(shop.cafe, "espresso"))["option_groups"]
    assert (narrowed["min"], narrowed["max"]) == (0, 1)


async def test_a_product_without_options_has_no_new_keys(shop: OptionsShop) -> None:
    cake = await product(shop.cafe, "cake")
    assert not cake.keys() & {"option_groups", "notes"}


async def test_the_price_of_a_product_is_that_with_its_defaults(shop: OptionsShop) -> None:
    await shop.cafe.execute("UPDATE options SET price_delta = 7 WHERE slug = 'cow'")
    await shop.cafe.configure(cafe_name="Інша")  # so that the menu is read again
    person = shop.cafe.person()
    assert (await product(shop.cafe, "latte"))["price"] == 92
    [line] = (await shop.adds(person, "latte")).json["items"]
    assert line.keys() == PLAIN_KEYS
    assert line["price"] == 92


async def test_a_stopped_option_shows_as_unavailable_until_its_time(shop: OptionsShop) -> None:
    await shop.stop("oat")
    _, milk, _ = (await product(shop.cafe, "latte"))["option_groups"]
    assert [option["is_available"] for option in milk["options"]] == [True, False]
    shop.cafe.clock.advance(hours=24)
    _, milk, _ = (await product(shop.cafe, "latte"))["option_groups"]
    assert [option["is_available"] for option in milk["options"]] == [True, True]


# Adding.


async def test_a_latte_as_people_order_it(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    answer = await shop.adds(person, "latte", ["large", "oat", "shot", "shot"], 2, note=" не дуже гаряче ")
    assert answer.status == 201
    [line] = answer.json["items"]
    line_id = line.pop("line_id")
    assert isinstance(line_id, int)
    assert line == {
        "product_id": shop.cafe.products["latte"],
        "name": "Лате (400 мл, вівсяне, шот еспресо ×2)",
        "weight": "300 мл",
        "image_url": "/webapp/latte.svg",
        "price": 85 + 15 + 20 + 2 * 25,
        "quantity": 2,
        "line_total": 340,
        "base_price": 85,
        "options": [
            {"id": shop.ids["large"], "name": "400 мл", "quantity": 1, "price_delta": 15},
            {"id": shop.ids["oat"], "name": "Вівсяне", "quantity": 1, "price_delta": 20},
            {"id": shop.ids["shot"], "name": "Шот еспресо", "quantity": 2, "price_delta": 25},
        ],
        "note": "не дуже гаряче",
    }
    assert (answer.json["items_total"], answer.json["count"]) == (340, 2)


async def test_a_choice_without_a_note_says_so(shop: OptionsShop) -> None:
    [line] = (await shop.adds(shop.cafe.person(), "latte", ["large", "oat"])).json["items"]
    assert line["note"] is None


async def test_defaults_named_or_not_are_the_plain_line(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte")
    [line] = (await shop.adds(person, "latte", ["cow", "small"])).json["items"]
    assert (line.keys(), line["name"], line["quantity"]) == (PLAIN_KEYS, "Лате", 2)


async def test_the_same_choice_and_note_is_one_line_and_anything_else_another(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte", ["small", "oat"])
    await shop.adds(person, "latte", ["oat", "small"], 2)
    await shop.adds(person, "latte", ["small", "oat"], note="тепле")
    await shop.adds(person, "latte", ["small", "oat", "shot"])
    await shop.adds(person, "latte")
    assert [(line["name"], line["quantity"]) for line in await lines_of(person)] == [
        ("Лате (300 мл, вівсяне)", 3),
        ("Лате (300 мл, вівсяне)", 1),
        ("Лате (300 мл, вівсяне, шот еспресо)", 1),
        ("Лате", 1),
    ]


async def test_nothing_chosen_is_said_where_something_comes_with_the_dish(shop: OptionsShop) -> None:
    person = shop.cafe.english_person()
    await shop.adds(person, "borscht", [])
    await shop.adds(person, "borscht", ["garlic"])
    assert [line["name"] for line in await lines_of(person)] == [
        "Borscht (no: sour cream)",
        "Borscht (garlic bun, no: sour cream)",
    ]


async def test_an_empty_choice_of_a_dish_without_options_is_plain(shop: OptionsShop) -> None:
    [line] = (await shop.adds(shop.cafe.person(), "cake", [], note="  ")).json["items"]
    assert line.keys() == PLAIN_KEYS


async def test_a_price_never_falls_below_nothing(shop: OptionsShop) -> None:
    [line] = (await shop.adds(shop.cafe.person(), "latte", ["small", "cow", "thrift"])).json["items"]
    assert (line["price"], line["line_total"], line["base_price"]) == (0, 0, 85)


@pytest.mark.parametrize(
    "options",
    [
        "small",
        5,
        {"id": 1},
        [None],
        [5],
        [[]],
        [{}],
        [{"id": None}],
        [{"id": "small"}],
        [{"id": 999_999}],
        [{"id": 10**30}],
        [{"id": -1}],
        [{"id": True}],
        [{"id": 1, "quantity": 0}],
        [{"id": 1, "quantity": -1}],
        [{"id": 1, "quantity": "1"}],
        [{"id": 1, "quantity": 1.5}],
        [{"id": 1, "quantity": True}],
        [{"id": 1, "quantity": None}],
        [{"id": 1, "quantity": 10**30}],
        [{"id": 1, "quantity": []}],
    ],
)
async def test_nonsense_is_no_choice(shop: OptionsShop, options: Any) -> None:
    person = shop.cafe.person()
    answer = await person.post("/api/cart/items", {"product_id": shop.cafe.products["latte"], "options": options})
    assert (answer.status, answer.json["error"]) == (400, "options_invalid")
    assert await lines_of(person) == []


@pytest.mark.parametrize(
    ("slugs", "words"),
    [
        (["small"], "Оберіть: Молоко"),
        ([], "Оберіть: Розмір"),
        (["small", "large", "cow"], "Забагато: Розмір"),
        (["small", "cow", "shot", "shot", "shot"], "Забагато: Шот еспресо"),
        (["small", "cow", "secret"], "Оновіть сторінку"),
        (["small", "cow", "garlic"], "Оновіть сторінку"),
    ],
)
async def test_a_choice_that_the_dish_does_not_allow(shop: OptionsShop, slugs: list[str], words: str) -> None:
    person = shop.cafe.person()
    answer = await shop.adds(person, "latte", slugs)
    assert (answer.status, answer.json["error"]) == (400, "options_invalid")
    assert words in answer.json["message"]
    assert await lines_of(person) == []


async def test_the_refusal_is_in_the_customers_language(shop: OptionsShop) -> None:
    answer = await shop.adds(shop.cafe.english_person(), "latte", ["small"])
    assert "Please choose: Milk" in answer.json["message"]


async def test_a_stopped_option_is_refused_by_name(shop: OptionsShop) -> None:
    await shop.stop("oat")
    answer = await shop.adds(shop.cafe.person(), "latte", ["small", "oat"])
    assert (answer.status, answer.json["error"]) == (400, "options_invalid")
    assert "Вівсяне" in answer.json["message"]


async def test_a_product_is_looked_for_before_its_options(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    for options in ("nonsense", [{"id": 1}]):
        answer = await person.post("/api/cart/items", {"product_id": 999_999, "options": options})
        assert (answer.status, answer.json) == (404, {"error": "product not found"})


@pytest.mark.parametrize(
    ("product", "note", "error"),
    [("latte", "x" * 201, "note_invalid"), ("latte", "x" * 10_000, "note_invalid"), ("cake", "тепле", "note_invalid")],
)
async def test_a_note_that_is_not_taken(shop: OptionsShop, product: str, note: str, error: str) -> None:
    person = shop.cafe.person()
    answer = await shop.adds(person, product, note=note)
    assert (answer.status, answer.json["error"]) == (400, error)
    assert await lines_of(person) == []


async def test_a_note_is_one_line_of_plain_text(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    [line] = (await shop.adds(person, "latte", note="a\nb\x00c\u202ed" + "é" * 193)).json["items"]
    assert line["note"] == "a b cd" + "é" * 193


# Changing lines.


async def test_lines_are_changed_and_removed_by_their_own_id(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte", ["small", "oat"])
    await shop.adds(person, "latte", ["large", "cow"])
    first, second = await lines_of(person)
    cart = (await person.patch(f"/api/cart/lines/{first['line_id']}", {"quantity": 5})).json
    assert [line["quantity"] for line in cart["items"]] == [5, 1]
    cart = (await person.delete(f"/api/cart/lines/{second['line_id']}")).json
    assert [line["line_id"] for line in cart["items"]] == [first["line_id"]]
    assert (await person.patch(f"/api/cart/lines/{first['line_id']}", {"quantity": 0})).json["items"] == []


async def test_unknown_lines_and_those_of_others_are_not_in_the_cart(shop: OptionsShop) -> None:
    person, other = shop.cafe.person(), shop.cafe.person()
    [line] = (await shop.adds(person, "latte", ["small", "oat"])).json["items"]
    for line_id in (line["line_id"], 999_999, 10**40):
        answer = await other.patch(f"/api/cart/lines/{line_id}", {"quantity": 2})
        assert (answer.status, answer.json) == (404, {"error": "item not in cart"})
        assert (await other.delete(f"/api/cart/lines/{line_id}")).status == 200
    assert (await other.patch("/api/cart/lines/x", {"quantity": 2})).status == 404
    assert [each["quantity"] for each in await lines_of(person)] == [1]


async def test_a_products_id_means_its_plain_line_else_the_newest(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte", ["small", "oat"])
    await shop.adds(person, "latte", ["large", "cow"])
    await shop.adds(person, "latte", ["small", "oat"])  # added to, so it is the newest now
    await person.sets("latte", 7)
    assert [line["quantity"] for line in await lines_of(person)] == [7, 1]
    await shop.adds(person, "latte")
    await person.sets("latte", 3)
    assert [line["quantity"] for line in await lines_of(person)] == [7, 1, 3]
    for left in ([7, 1], [1], []):
        await person.removes("latte")
        assert [line["quantity"] for line in await lines_of(person)] == left
    assert (await person.sets("latte", 1)).status == 404


async def test_the_choice_of_a_line_is_changed_in_its_place(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte", ["small", "oat"], 2, note="тепле")
    await shop.adds(person, "cake")
    line = (await lines_of(person))[0]
    path = f"/api/cart/lines/{line['line_id']}"
    cart = (await person.patch(path, {"options": shop.choice("large", "oat")})).json
    assert [(each["name"], each["quantity"], each.get("note")) for each in cart["items"]] == [
        ("Лате (400 мл, вівсяне)", 2, "тепле"),
        ("Київський торт", 1, None),
    ]
    cart = (await person.patch(path, {"note": "", "quantity": 1})).json
    assert (cart["items"][0]["quantity"], cart["items"][0]["note"]) == (1, None)
    cart = (await person.patch(path, {"options": shop.choice("small", "cow")})).json
    assert cart["items"][0].keys() == PLAIN_KEYS


async def test_a_plain_line_gets_a_choice_by_its_product(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte", quantity=3)
    path = f"/api/cart/items/{shop.cafe.products['latte']}"
    [line] = (await person.patch(path, {"options": shop.choice("small", "oat")})).json["items"]
    assert (line["name"], line["quantity"]) == ("Лате (300 мл, вівсяне)", 3)


async def test_lines_that_become_the_same_are_one(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte", ["small", "oat"], 2)
    await shop.adds(person, "latte", ["large", "oat"], 3)
    _, second = await lines_of(person)
    path = f"/api/cart/lines/{second['line_id']}"
    [line] = (await person.patch(path, {"options": shop.choice("small", "oat")})).json["items"]
    assert line["quantity"] == 5


async def test_a_refused_change_changes_nothing(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    [line] = (await shop.adds(person, "latte", ["small", "oat"])).json["items"]
    path = f"/api/cart/lines/{line['line_id']}"
    for body, error in (
        ({"options": shop.choice("small")}, "options_invalid"),
        ({"options": "x", "quantity": 5}, "options_invalid"),
        ({"note": "x" * 201, "quantity": 5}, "note_invalid"),
        ({"options": shop.choice("small", "cow"), "quantity": 10_001}, "quantity must be <= 10000"),
    ):
        answer = await person.patch(path, body)
        assert (answer.status, answer.json["error"]) == (400, error)
    assert await lines_of(person) == [line]


async def test_a_line_with_a_choice_has_the_same_limit(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte", ["small", "oat"], 10_000)
    answer = await shop.adds(person, "latte", ["small", "oat"])
    assert (answer.status, answer.json) == (400, {"error": "quantity must be <= 10000"})
    assert (await shop.adds(person, "latte", ["small", "oat"], 0)).json == {"error": "quantity must be >= 1"}


# Choices that became impossible.


async def test_a_stopped_option_in_the_cart_is_told_and_not_ordered(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte", ["small", "oat"], 2)
    await shop.stop("oat")
    [line] = await lines_of(person)
    assert (line["unavailable"], line["name"], line["quantity"]) == (["Вівсяне"], "Лате (300 мл, вівсяне)", 2)
    answer = await person.orders_pickup()
    assert (answer.status, answer.json["error"]) == (400, "options_unavailable")
    assert "Лате" in answer.json["message"]
    assert "Вівсяне" in answer.json["message"]
    assert await lines_of(person) == [line]
    assert (await person.sees_orders()) == []
    await person.patch(f"/api/cart/lines/{line['line_id']}", {"options": shop.choice("small", "cow")})
    assert (await person.orders_pickup()).status == 201


async def test_a_stopped_default_is_told_on_the_plain_line_too(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte")
    await shop.stop("cow")
    [line] = await lines_of(person)
    assert line["unavailable"] == ["Звичайне"]
    assert (await person.orders_pickup()).json["error"] == "options_unavailable"
    assert (await shop.adds(shop.cafe.person(), "latte")).json["error"] == "options_invalid"
    assert (await shop.adds(shop.cafe.person(), "latte", ["small", "oat"])).status == 201


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ('[[option_groups]]\nslug = "extras"\nmax = 1', "Додатки"),
        ('[[option_groups]]\nslug = "extras"\n[[option_groups.options]]\nslug = "shot"\nactive = false', "Шот еспресо"),
        (
            '[[option_groups]]\nslug = "extras"\n[[option_groups.options]]\nslug = "shot"\nmax_quantity = 1',
            "Шот еспресо",
        ),
        ('[[products]]\nslug = "latte"\noptions = ["size", "milk"]', "Шот еспресо"),
        ('[[products]]\nslug = "latte"\noptions = []', "300 мл"),
    ],
)
async def test_a_choice_that_the_owner_made_impossible(shop: OptionsShop, change: str, named: str) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte", ["small", "cow", "shot", "shot"])
    await shop.cafe.load(change)
    [line] = await lines_of(person)
    assert named in line["unavailable"]
    answer = await person.orders_pickup()
    assert (answer.status, answer.json["error"]) == (400, "options_unavailable")
    assert named in answer.json["message"]
    assert await lines_of(person) == [line]


# Ordering.


async def test_an_order_keeps_the_choice_in_both_languages(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte", ["large", "oat"], 2, note="не гаряче")
    await shop.adds(person, "borscht", [])
    await shop.adds(person, "cake")
    result = (await person.orders_pickup()).json
    await shop.cafe.load('[[option_groups]]\nslug = "milk"\n[[option_groups.options]]\nslug = "oat"\nname = "Інше"')
    [order] = await person.sees_orders()
    assert order["items"] == [
        {
            "name": "Лате (400 мл, вівсяне)",
            "quantity": 2,
            "price": 120,
            "options": ["400 мл", "Вівсяне"],
            "note": "не гаряче",
        },
        {"name": "Борщ (без: сметана)", "quantity": 1, "price": 145, "options": []},
        {"name": "Київський торт", "quantity": 1, "price": 120},
    ]
    assert order["items_total"] == 240 + 145 + 120
    tracked = (await shop.cafe.get(f"/api/checkout/track/{result['track_url'].rpartition('=')[2]}")).json
    assert [set(item) for item in tracked["items"]] == [
        {"name", "quantity", "price", "options"},
        {"name", "quantity", "price", "options"},
        {"name", "quantity", "price"},
    ]
    await person.speaks("en")
    [order] = await person.sees_orders()
    assert order["items"][0]["name"] == "Latte (400 ml, oat)"


async def test_a_note_on_what_comes_anyway_tells_it_in_the_order_as_in_the_cart(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    [line] = (await shop.adds(person, "latte", note="не гаряче")).json["items"]
    names = [option["name"] for option in line["options"]]
    await person.orders_pickup()
    [order] = await person.sees_orders()
    told = {"name": "Лате", "quantity": 1, "price": 85, "options": names, "note": "не гаряче"}
    assert (names, order["items"]) == (["300 мл", "Звичайне"], [told])
    repeated = (await person.post(f"/api/orders/{order['id']}/repeat")).json["cart"]
    assert [each["quantity"] for each in repeated["items"]] == [1], "the same line again"


async def test_recipes_of_options_add_to_those_of_dishes_and_come_back(shop: OptionsShop) -> None:
    person = shop.cafe.person()

    async def stock() -> dict[str, int]:
        return {row["code"]: row["stock"] for row in await shop.cafe.rows("SELECT code, stock FROM ingredients")}

    before = await stock()
    await shop.adds(person, "latte", ["large", "oat", "shot", "shot"], 2)
    await shop.adds(person, "latte")
    result = (await person.orders_pickup()).json
    assert await stock() == {
        **before,
        "milk": before["milk"] - 2 * 80 - 220,
        "oat": before["oat"] - 2 * 220,
        "beans": before["beans"] - 2 * (18 + 18) - 18,
    }
    assert (await person.cancels(result["order_id"])).status == 200
    assert await stock() == before


async def test_no_dish_gives_back_more_than_it_takes(shop: OptionsShop) -> None:
    await shop.cafe.load('[[products]]\nslug = "latte"\nrecipe = { beans = 18 }')
    person = shop.cafe.person()
    await shop.adds(person, "latte", ["small", "oat"])
    assert (await person.orders_pickup()).status == 201
    assert await shop.cafe.value("SELECT stock FROM ingredients WHERE code = 'milk'") == 20_000


async def test_discounts_minimum_and_free_delivery_use_the_whole_line(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte", ["large", "oat", "shot"])
    assert (await person.orders_delivery()).json["error"] == "min_order_amount"  # 145 of 150
    await person.removes("latte")
    await shop.adds(person, "latte", ["large", "oat", "shot", "shot"], 3)
    assert (await person.checks_promo("welcome10")).json["discount_amount"] == 51
    result = (await person.orders_delivery(promo_code="welcome10")).json
    assert result["total"] == 510 - 51  # above 500, so the delivery is free


async def test_a_repeated_order_brings_the_choice_and_the_note(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte", ["large", "oat"], 2, note="не гаряче")
    await shop.adds(person, "latte", ["small", "cow", "shot"])
    await shop.adds(person, "latte")
    before = (await person.cart()).json["items"]
    order = (await person.orders_pickup()).json
    repeated = (await person.repeats(order["order_id"])).json
    without_ids = [
        {key: value for key, value in line.items() if key != "line_id"} for line in repeated["cart"]["items"]
    ]
    assert without_ids == [{key: value for key, value in line.items() if key != "line_id"} for line in before]
    assert repeated["skipped"] == []


async def test_what_cannot_be_had_as_it_was_is_named_and_not_repeated(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte", ["large", "oat"])
    await shop.adds(person, "latte")
    order = (await person.orders_pickup()).json
    await shop.stop("oat")
    repeated = (await person.repeats(order["order_id"])).json
    assert [line["name"] for line in repeated["cart"]["items"]] == ["Лате"]
    assert repeated["skipped"] == ["Лате (400 мл, вівсяне)"]


# The total that the person saw.


@pytest.mark.parametrize("kind", ["delivery", "pickup", "dine-in"])
async def test_an_order_costs_what_the_person_saw(shop: OptionsShop, kind: str) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte", ["large", "oat"], 2)
    refused = await person.orders(kind, expected_total=1)
    assert (refused.status, refused.json["error"]) == (400, "total_changed")
    total = {"delivery": 300, "pickup": 228, "dine-in": 240}[kind]
    assert refused.json["total"] == total
    assert str(total) in refused.json["message"]
    assert len(await lines_of(person)) == 1
    assert (await person.orders(kind, expected_total=total)).status == 201


@pytest.mark.parametrize("expected", ["x", 1.5, "1.5"])
async def test_an_expected_total_is_a_whole_number(shop: OptionsShop, expected: object) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte")
    answer = await person.orders_pickup(expected_total=expected)
    assert (answer.status, answer.json) == (
        400,
        {"error": "validation", "message": "expected_total must be a number"},
    )


@pytest.mark.parametrize("expected", [None, True, [], {}, " "])
async def test_an_expected_total_that_is_absent_expects_nothing(shop: OptionsShop, expected: object) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "latte")
    assert (await person.orders_pickup(expected_total=expected)).status == 201


async def test_a_repeated_request_gets_its_answer_whatever_things_cost_now(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    await shop.adds(person, "espresso", quantity=2)
    first = await person.orders_dine_in(key="tap", expected_total=100)
    await shop.cafe.load('[[products]]\nslug = "espresso"\nprice = 70')
    assert (await person.orders_dine_in(key="tap", expected_total=100)).json == first.json


# Races, and sums that must agree.


async def test_lines_of_one_product_do_not_disturb_each_other(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    [oat] = (await shop.adds(person, "latte", ["small", "oat"], 100)).json["items"]
    await shop.adds(person, "latte", ["large", "cow"], 100)
    large = next(line for line in await lines_of(person) if line["line_id"] != oat["line_id"])
    answers = await asyncio.gather(
        *(shop.adds(person, "latte", ["small", "oat"]) for _ in range(MANY)),
        *(shop.adds(person, "latte", ["large", "cow"], 2) for _ in range(MANY)),
        *(shop.adds(person, "latte") for _ in range(MANY)),
    )
    assert {answer.status for answer in answers} == {201}
    assert [line["quantity"] for line in await lines_of(person)] == [100 + MANY, 100 + 2 * MANY, MANY]
    await asyncio.gather(
        *(person.patch(f"/api/cart/lines/{oat['line_id']}", {"quantity": n + 1}) for n in range(MANY)),
        *(person.delete(f"/api/cart/lines/{large['line_id']}") for _ in range(MANY)),
        *(shop.adds(person, "latte") for _ in range(MANY)),
    )
    left = {line["name"]: line["quantity"] for line in await lines_of(person)}
    assert left.keys() == {"Лате (300 мл, вівсяне)", "Лате"}
    assert left["Лате (300 мл, вівсяне)"] in range(1, MANY + 1)
    assert left["Лате"] == 2 * MANY


async def test_lines_that_become_the_same_at_once_keep_every_piece(shop: OptionsShop) -> None:
    person = shop.cafe.person()
    for slugs in (["small", "oat"], ["large", "oat"], ["large", "cow"], ["small", "cow", "shot"]):
        await shop.adds(person, "latte", slugs, 5)
    target = shop.choice("small", "cow", "shot", "shot")
    lines = await lines_of(person)
    await asyncio.gather(
        *(person.patch(f"/api/cart/lines/{line['line_id']}", {"options": target}) for line in lines),
        *(shop.adds(person, "latte", ["small", "cow", "shot", "shot"]) for _ in range(MANY)),
    )
    [line] = await lines_of(person)
    assert line["quantity"] == 4 * 5 + MANY


@pytest.mark.parametrize("seed", range(8))
async def test_what_is_shown_ordered_and_charged_adds_up(shop: OptionsShop, seed: int) -> None:
    person, random = shop.cafe.person(), Random(seed)  # noqa: S311 - not for secrets
    deltas = {"small": 0, "large": 15, "cow": 0, "oat": 20, "shot": 25, "thrift": -200}
    expected = 0
    for _ in range(random.randint(1, 8)):
        extras = random.choice([[], ["shot"], ["shot", "shot"], ["thrift"], ["shot", "thrift"]])
        slugs = [random.choice(["small", "large"]), random.choice(["cow", "oat"]), *extras]
        quantity = random.randint(1, 4)
        assert (await shop.adds(person, "latte", slugs, quantity)).status == 201
        expected += quantity * max(0, 85 + sum(deltas[slug] for slug in slugs))
    cart = (await person.cart()).json
    assert cart["items_total"] == sum(line["line_total"] for line in cart["items"]) == expected
    assert (await person.orders_dine_in(expected_total=expected)).json["total"] == expected
    [order] = await person.sees_orders()
    assert sum(item["price"] * item["quantity"] for item in order["items"]) == order["items_total"] == expected


# How much a cart holds.


async def test_a_cart_has_room_for_a_hundred_lines_with_choices_or_notes(shop: OptionsShop) -> None:
    """Each note makes another line, and every answer holds the whole cart."""
    person = shop.cafe.person()
    assert (await shop.adds(person, "latte", note="0")).status == 201
    for number in range(1, 99):
        await shop.cafe.execute(
            "INSERT INTO cart_lines (customer_id, product_id, quantity, choice, note, added) "
            "SELECT customer_id, product_id, 1, choice, :note, added FROM cart_lines WHERE note = '0'",
            note=str(number),
        )
    two = await asyncio.gather(*(shop.adds(person, "latte", note=note) for note in ("a", "b")))
    assert sorted(answer.status for answer in two) == [201, 400]
    [refused] = [answer for answer in two if answer.status == 400]
    assert refused.json == {
        "error": "cart_full",
        "message": "Кошик повний. Спершу замовте це або приберіть щось із нього.",
    }
    assert (await shop.adds(person, "latte", note="7")).status == 201, "more of the same"
    assert (await person.adds("latte")).status == 201, "plain ones are as many as the menu has"
    changed = await person.patch(f"/api/cart/items/{shop.cafe.products['latte']}", {"note": "гостріше"})
    assert (changed.status, changed.json["error"]) == (400, "cart_full")
    assert len(await lines_of(person)) == 101

    placed = (await person.orders_pickup()).json
    await shop.adds(person, "latte", note="ще одне")
    repeated = await person.repeats(placed["order_id"])
    assert len(repeated.json["skipped"]) == 1
    assert len(await lines_of(person)) == 101


@pytest.mark.parametrize("quantity", [{}, [], None, "many"])
async def test_a_line_takes_whole_numbers_only(cafe: Cafe, quantity: object) -> None:
    guest = cafe.guest()
    await guest.adds("latte")
    answer = await guest.patch("/api/cart/lines/1", {"quantity": quantity})
    assert (answer.status, answer.json) == (400, {"error": "quantity must be an integer"})
