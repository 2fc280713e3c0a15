"""Many at once, over real connections and the real database file: the database decides, once."""

import asyncio
from collections import Counter

import pytest

from tests.driver import Answer, Cafe

MANY = 20


def outcomes(answers: list[Answer]) -> Counter[str]:
    return Counter("placed" if a.status == 201 else a.json["error"] for a in answers)


@pytest.mark.parametrize("kind", ["delivery", "pickup", "dine-in"])
async def test_one_cart_is_checked_out_once(cafe: Cafe, kind: str) -> None:
    person = cafe.person()
    await person.adds("borscht", 2)
    answers = await asyncio.gather(*(person.orders(kind) for _ in range(MANY)))
    assert outcomes(list(answers)) == {"placed": 1, "cart_empty": MANY - 1}
    assert len(await person.sees_orders()) == 1
    assert len(await cafe.rows("SELECT * FROM outbox")) == 2


async def test_a_promo_codes_last_use_goes_to_one(cafe: Cafe) -> None:
    guests = [cafe.guest() for _ in range(MANY)]
    for guest in guests:
        await guest.adds("latte")
    answers = await asyncio.gather(*(guest.orders_pickup(promo_code="once") for guest in guests))
    assert outcomes(list(answers)) == {"placed": 1, "promo_invalid": MANY - 1}
    assert await cafe.value("SELECT used_count FROM promo_codes WHERE code = 'ONCE'") == 1
    carts = await asyncio.gather(*(guest.cart() for guest in guests))
    assert sorted(cart.json["count"] for cart in carts) == [0] + [1] * (MANY - 1)


async def test_a_first_order_discount_goes_to_one_order(cafe: Cafe) -> None:
    person = cafe.person()
    await person.adds("latte")
    first = asyncio.gather(*(person.orders_pickup(promo_code="first") for _ in range(MANY)))
    assert outcomes(list(await first)) == {"placed": 1, "cart_empty": MANY - 1}
    await person.adds("latte")
    assert (await person.orders_pickup(promo_code="first")).json["error"] == "promo_invalid"


async def test_no_added_piece_is_lost(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.cart()
    answers = await asyncio.gather(*(guest.adds("latte") for _ in range(MANY)))
    assert {answer.status for answer in answers} == {201}
    counts = sorted(answer.json["count"] for answer in answers)
    assert all(at <= count <= MANY for at, count in enumerate(counts, 1)), "each has at least what was there before it"
    assert (await guest.cart()).json["count"] == MANY


async def test_orders_and_adds_at_once_lose_and_double_nothing(cafe: Cafe) -> None:
    person = cafe.person()
    await person.adds("latte")
    answers = await asyncio.gather(
        *(person.adds("latte") if turn % 2 else person.orders_pickup() for turn in range(2 * MANY))
    )
    assert {a.status for a in answers} <= {201, 400}
    ordered = sum(line["quantity"] for order in await person.sees_orders() for line in order["items"])
    left = (await person.cart()).json["count"]
    assert ordered + left == 1 + MANY


async def test_an_order_is_cancelled_once(cafe: Cafe) -> None:
    person = cafe.person()
    result = await person.places("latte")
    answers = await asyncio.gather(*(person.cancels(result["order_id"]) for _ in range(MANY)))
    assert Counter(a.status for a in answers) == {200: 1, 400: MANY - 1}
    assert await cafe.value("SELECT stock FROM ingredients WHERE code = 'milk'") == 20000
    kinds = [row["kind"] for row in await cafe.rows("SELECT kind FROM outbox")]
    assert kinds.count("staff-order-cancelled") == 1


async def test_numbers_are_unique_when_everybody_orders_at_once(cafe: Cafe) -> None:
    people = [cafe.person() for _ in range(MANY)]
    await asyncio.gather(*(person.adds("latte") for person in people))
    results = [answer.json for answer in await asyncio.gather(*(person.orders_pickup() for person in people))]
    assert len({result["order_number"] for result in results}) == MANY
    assert await cafe.value("SELECT stock FROM ingredients WHERE code = 'milk'") == 20000 - MANY * 220


async def test_new_guests_at_once_are_different_people(cafe: Cafe) -> None:
    guests = [cafe.guest() for _ in range(MANY)]
    await asyncio.gather(*(guest.adds("latte", n + 1) for n, guest in enumerate(guests)))
    assert len({guest.cookie for guest in guests}) == MANY
    carts = [cart.json["count"] for cart in await asyncio.gather(*(guest.cart() for guest in guests))]
    assert carts == list(range(1, MANY + 1))
    ids = [row["id"] for row in await cafe.rows("SELECT id FROM customers WHERE id < -1")]
    assert len(ids) == MANY
    assert all(number < -1_000_000 for number in ids)


async def test_a_new_platform_user_arrives_once(cafe: Cafe) -> None:
    person = cafe.person()
    answers = await asyncio.gather(*(person.adds("latte") for _ in range(MANY)))
    assert {answer.status for answer in answers} == {201}
    assert (await person.cart()).json["count"] == MANY
    assert await cafe.value("SELECT count(*) AS n FROM customers WHERE id = :id", id=person.id) == 1
