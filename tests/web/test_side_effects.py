"""What orders and cancellations do besides answering: stock, promo uses, messages, in one transaction."""

import json
from typing import Any

import pytest

from tests.driver import Cafe


async def outbox(cafe: Cafe) -> list[dict[str, Any]]:
    """Every message queued so far; that one already sent is to be edited is not a message of its own."""
    rows = await cafe.rows(
        "SELECT recipient, kind, chat_id, order_id, locale, payload FROM outbox "
        "WHERE kind NOT IN ('staff-card-changed', 'customer-order-changed') ORDER BY id"
    )
    for row in rows:
        json.loads(row["payload"] or "{}")
    return rows


async def stock(cafe: Cafe) -> dict[str, int]:
    return {row["code"]: row["stock"] for row in await cafe.rows("SELECT code, stock FROM ingredients")}


@pytest.mark.parametrize("kind", ["delivery", "pickup", "dine-in"])
async def test_a_platform_users_order_tells_staff_and_customer(cafe: Cafe, kind: str) -> None:
    john = cafe.english_person()
    result = await john.places("borscht", "latte", kind=kind)
    told = {row["recipient"]: row for row in await outbox(cafe)}
    assert set(told) == {"staff", "customer"}
    assert {row["order_id"] for row in told.values()} == {result["order_id"]}
    assert (told["staff"]["chat_id"], told["staff"]["locale"]) == (None, "uk")
    assert (told["customer"]["chat_id"], told["customer"]["locale"]) == (john.id, "en")
    assert len(await outbox(cafe)) == 2


@pytest.mark.parametrize("kind", ["delivery", "pickup", "dine-in"])
async def test_a_guests_order_tells_nobody(cafe: Cafe, kind: str) -> None:
    await cafe.guest().places("borscht", "latte", kind=kind)
    assert await outbox(cafe) == []


async def test_a_guests_order_tells_the_staff_when_the_owner_wants_it(cafe: Cafe) -> None:
    await cafe.configure(staff_chat_guest_orders=True)
    await cafe.guest().places("latte")
    assert [row["recipient"] for row in await outbox(cafe)] == ["staff"]


async def test_card_unavailable_is_also_a_message_to_the_customer(cafe: Cafe) -> None:
    person = cafe.person()
    await person.places("latte", payment_method="card")
    rows = await outbox(cafe)
    assert [row["recipient"] for row in rows].count("customer") == 2
    assert [row["recipient"] for row in rows].count("staff") == 1
    assert len({row["kind"] for row in rows if row["recipient"] == "customer"}) == 2


async def test_a_guest_gets_no_message_that_the_card_is_unavailable(cafe: Cafe) -> None:
    await cafe.guest().places("latte", payment_method="card")
    assert await outbox(cafe) == []


@pytest.mark.parametrize("who", ["guest", "person"])
async def test_a_cancellation_tells_the_staff_alone(cafe: Cafe, who: str) -> None:
    visitor = cafe.guest() if who == "guest" else cafe.english_person()
    result = await visitor.places("latte")
    before = len(await outbox(cafe))
    await visitor.cancels(result["order_id"])
    [row] = (await outbox(cafe))[before:]
    assert (row["recipient"], row["chat_id"], row["locale"]) == ("staff", None, "uk")
    assert row["order_id"] == result["order_id"]
    await visitor.cancels(result["order_id"])
    assert len(await outbox(cafe)) == before + 1


async def test_stock_is_taken_and_given_back_once(cafe: Cafe) -> None:
    guest = cafe.guest()
    assert await stock(cafe) == {"milk": 20000, "beans": 1000}
    result = await guest.places("latte", "latte", "espresso", "borscht")
    assert await stock(cafe) == {"milk": 20000 - 2 * 220, "beans": 1000 - 3 * 18}
    await guest.cancels(result["order_id"])
    assert await stock(cafe) == {"milk": 20000, "beans": 1000}
    await guest.cancels(result["order_id"])
    assert await stock(cafe) == {"milk": 20000, "beans": 1000}


async def test_what_was_taken_is_restored_though_the_recipe_changed(cafe: Cafe) -> None:
    guest = cafe.guest()
    result = await guest.places("latte")
    await cafe.load('[[products]]\nslug = "latte"\nrecipe = { milk = 999 }')
    await guest.cancels(result["order_id"])
    assert await stock(cafe) == {"milk": 20000, "beans": 1000}


async def test_stock_may_run_below_zero_with_one_warning(cafe: Cafe) -> None:
    guest = cafe.guest()
    for _ in range(3):
        await guest.adds("espresso", 30)
        assert (await guest.orders_pickup()).status == 201
    assert (await stock(cafe))["beans"] == 1000 - 90 * 18
    warnings = [row for row in await outbox(cafe) if row["recipient"] == "staff"]
    assert len(warnings) == 1
    assert "Зерно" in warnings[0]["payload"] or "beans" in warnings[0]["payload"]


async def test_promo_uses_are_counted(cafe: Cafe) -> None:
    guest = cafe.guest()
    for _ in range(2):
        await guest.places("latte", promo_code="welcome10")
    assert await cafe.value("SELECT used_count FROM promo_codes WHERE code = 'Welcome10'") == 2
