"""The cart routes."""

from typing import Any

import pytest

from cafe.core.kernel.ids import CustomerId, ProductId
from tests.driver import Cafe
from tests.web.streams import listening

EMPTY = {"items": [], "items_total": 0, "count": 0}


async def test_a_new_guests_cart_is_empty(cafe: Cafe) -> None:
    answer = await cafe.guest().cart()
    assert (answer.status, answer.json) == (200, EMPTY)


async def test_adding_shows_the_whole_cart(cafe: Cafe) -> None:
    guest = cafe.guest()
    answer = await guest.adds("latte", 2)
    assert answer.status == 201
    assert answer.json == {
        "items": [
            {
                "product_id": cafe.products["latte"],
                "name": "Лате",
                "weight": "300 мл",
                "image_url": "/webapp/latte.svg",
                "price": 85,
                "quantity": 2,
                "line_total": 170,
            }
        ],
        "items_total": 170,
        "count": 2,
    }
    assert (await guest.cart()).json == answer.json


async def test_adding_again_adds_to_the_line(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte")
    await guest.adds("espresso", 3)
    cart = (await guest.adds("latte", 4)).json
    assert [(line["name"], line["quantity"]) for line in cart["items"]] == [("Лате", 5), ("Еспресо", 3)]
    assert (cart["items_total"], cart["count"]) == (5 * 85 + 3 * 50, 8)


async def test_the_quantity_is_one_unless_told(cafe: Cafe) -> None:
    guest = cafe.guest()
    added = await guest.post("/api/cart/items", {"product_id": cafe.products["latte"]})
    assert (added.status, added.json["count"]) == (201, 1)
    await guest.sets("latte", 5)
    patched = await guest.patch(f"/api/cart/items/{cafe.products['latte']}")
    assert (patched.status, patched.json["count"]) == (200, 1)


async def test_a_product_id_may_be_decimal_text(cafe: Cafe) -> None:
    answer = await cafe.guest().post("/api/cart/items", {"product_id": str(cafe.products["latte"])})
    assert (answer.status, answer.json["count"]) == (201, 1)


@pytest.mark.parametrize("quantity", [1, 0, -1, "many"])
@pytest.mark.parametrize("slug", ["retired", "ghost", None])
async def test_what_is_not_on_the_menu_is_not_found_before_anything_else(
    cafe: Cafe, slug: str | None, quantity: Any
) -> None:
    number = cafe.products[slug] if slug else 999_999
    answer = await cafe.guest().post("/api/cart/items", {"product_id": number, "quantity": quantity})
    assert (answer.status, answer.json) == (404, {"error": "product not found"})


@pytest.mark.parametrize(
    "product_id",
    [
        None,
        True,
        False,
        "",
        "latte",
        "1.0",
        "１",
        " ",
        1.5,
        -1,
        0,
        2**63,
        2**200,
        -(2**63) - 1,
        [1],
        {"id": 1},
    ],
)
async def test_product_ids_of_any_shape_are_not_found(cafe: Cafe, product_id: Any) -> None:
    answer = await cafe.guest().post("/api/cart/items", {"product_id": product_id})
    assert (answer.status, answer.json) == (404, {"error": "product not found"})


@pytest.mark.parametrize("quantity", [0, -1, -(2**70), False, "0", "-5", 0.9, -0.5])
async def test_fewer_than_one_cannot_be_added(cafe: Cafe, quantity: Any) -> None:
    guest = cafe.guest()
    answer = await guest.adds("latte", quantity)
    assert (answer.status, answer.json) == (400, {"error": "quantity must be >= 1"})
    assert (await guest.cart()).json == EMPTY


@pytest.mark.parametrize(
    ("quantity", "count"), [(3, 3), ("2", 2), (" 4 ", 4), (2.9, 2), (True, 1), ("1_0", 10), (10_000, 10_000)]
)
async def test_quantities_are_what_int_takes(cafe: Cafe, quantity: Any, count: int) -> None:
    guest = cafe.guest()
    added = await guest.adds("latte", quantity)
    assert (added.status, added.json["count"]) == (201, count)
    await guest.sets("latte", 7)
    patched = await guest.sets("latte", quantity)
    assert (patched.status, patched.json["count"]) == (200, count)


@pytest.mark.parametrize("quantity", ["two", "", "2.5", None, [], [1], {}, "1e3", "٣٣x"])
async def test_a_quantity_that_is_no_integer_is_the_default_500_page(cafe: Cafe, quantity: Any) -> None:
    guest = cafe.guest()
    await guest.adds("latte", 2)
    for answer in (await guest.adds("latte", quantity), await guest.sets("latte", quantity)):
        assert answer.status == 500
        assert not answer.is_json
        assert b"Traceback" not in answer.body
    assert (await guest.cart()).json["count"] == 2


@pytest.mark.parametrize("quantity", [10_001, 2**31, 2**63, 2**200, 1e300])
async def test_a_line_holds_at_most_ten_thousand(cafe: Cafe, quantity: Any) -> None:
    guest = cafe.guest()
    await guest.adds("latte", 2)
    for answer in (await guest.adds("latte", quantity), await guest.sets("latte", quantity)):
        assert (answer.status, answer.json) == (400, {"error": "quantity must be <= 10000"})
    assert (await guest.cart()).json["count"] == 2


async def test_a_line_cannot_grow_past_ten_thousand(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte", 9_999)
    assert (await guest.adds("latte", 1)).json["count"] == 10_000
    answer = await guest.adds("latte", 1)
    assert (answer.status, answer.json) == (400, {"error": "quantity must be <= 10000"})
    assert (await guest.cart()).json["count"] == 10_000


async def test_setting_a_quantity(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte", 2)
    answer = await guest.sets("latte", 5)
    assert (answer.status, answer.json["count"], answer.json["items_total"]) == (200, 5, 425)


@pytest.mark.parametrize("quantity", [0, -1, -(2**80), False, "-3", 0.5])
async def test_setting_zero_or_less_deletes_the_line(cafe: Cafe, quantity: Any) -> None:
    guest = cafe.guest()
    await guest.adds("latte", 2)
    await guest.adds("espresso")
    answer = await guest.sets("latte", quantity)
    assert answer.status == 200
    assert [line["name"] for line in answer.json["items"]] == ["Еспресо"]


@pytest.mark.parametrize("quantity", [1, 0, -1, 5])
async def test_setting_what_is_not_in_the_cart(cafe: Cafe, quantity: int) -> None:
    answer = await cafe.guest().sets("latte", quantity)
    assert (answer.status, answer.json) == (404, {"error": "item not in cart"})


async def test_removing_a_line_and_removing_nothing(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte", 2)
    await guest.adds("espresso")
    for _ in range(2):
        answer = await guest.removes("latte")
        assert answer.status == 200
        assert [line["name"] for line in answer.json["items"]] == ["Еспресо"]


async def test_emptying_the_cart_twice(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte", 2)
    for _ in range(2):
        answer = await guest.empties_cart()
        assert (answer.status, answer.json) == (200, EMPTY)
    assert (await guest.cart()).json == EMPTY


async def test_everybody_has_a_cart_of_their_own(cafe: Cafe) -> None:
    guest, other, person = cafe.guest(), cafe.guest(), cafe.person()
    await guest.adds("latte", 1)
    await other.adds("latte", 2)
    await person.adds("latte", 3)
    assert [(await who.cart()).json["count"] for who in (guest, other, person)] == [1, 2, 3]
    await other.empties_cart()
    assert [(await who.cart()).json["count"] for who in (guest, other, person)] == [1, 0, 3]


async def test_the_cart_speaks_the_customers_language(cafe: Cafe) -> None:
    john = cafe.english_person()
    line = (await john.adds("latte")).json["items"][0]
    assert (line["name"], line["weight"]) == ("Latte", "300 ml")
    await john.adds("cake")
    assert [line["name"] for line in (await john.cart()).json["items"]] == ["Latte", "Київський торт"]
    await john.speaks("uk")
    assert (await john.cart()).json["items"][0]["name"] == "Лате"


async def test_what_left_the_menu_left_the_cart(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte", 2)
    await guest.adds("espresso")
    await cafe.load('[[products]]\nslug = "latte"\nactive = false')
    cart = (await guest.cart()).json
    assert [line["name"] for line in cart["items"]] == ["Еспресо"]
    assert (cart["items_total"], cart["count"]) == (50, 1)
    answer = await guest.sets("latte", 3)
    assert (answer.status, answer.json) == (404, {"error": "item not in cart"})
    await cafe.load('[[categories]]\nslug = "coffee"\nactive = false')
    assert (await guest.cart()).json == EMPTY


async def test_prices_are_always_todays(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte", 2)
    await cafe.load('[[products]]\nslug = "latte"\nprice = 90')
    assert (await guest.cart()).json["items_total"] == 180


async def test_a_stream_hints_at_what_was_added_elsewhere(cafe: Cafe) -> None:
    """As in the chat, which writes through the same service."""
    olena = cafe.person()
    carts, latte = cafe.app.services.cart, ProductId(cafe.products["latte"])
    await olena.cart()
    async with listening(olena, "/api/cart/stream") as stream:
        empty = await stream.next_event()
        await carts.add(CustomerId(olena.id), latte, 1)
        one = await stream.next_event()
        await carts.add(CustomerId(olena.id), latte, 1)
        two = await stream.next_event()
        await carts.clear(CustomerId(olena.id))
        assert (await stream.next_event())["data"] == empty["data"]
    assert {event["event"] for event in (empty, one, two)} == {"changed"}
    assert len({event["data"] for event in (empty, one, two)}) == 3


async def test_who_is_not_known_has_no_stream_and_gets_no_cart(cafe: Cafe) -> None:
    answer = await cafe.guest().get("/api/cart/stream")
    assert (answer.status, answer.cookies) == (204, [])
