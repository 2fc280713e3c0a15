"""Dishes that are served at some hours of the day: breakfast until noon."""

from datetime import UTC, datetime, timedelta

import pytest

from cafe.core.kernel.ids import ProductId
from cafe.core.ordering.cart.model import LineKey, WantedLine
from cafe.core.ordering.orders.model import OrderType, PaymentMethod
from tests.driver import Cafe, Visitor
from tests.web.later import KYIV

BREAKFAST = '[[products]]\nslug = "latte"\navailable = ["08:00-12:00"]\n'
MORNING_FOOD = '[[categories]]\nslug = "food"\navailable = ["08:00-11:00"]\n'


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=KYIV).astimezone(UTC)


@pytest.fixture
async def morning(cafe: Cafe) -> Cafe:
    """A cafe whose latte is sold until noon, on a Monday at 11:00."""
    await cafe.load(BREAKFAST)
    cafe.clock.moment = at("2026-06-15T11:00")
    return cafe


async def on_the_menu(cafe: Cafe, name: str = "Лате") -> bool:
    return name in [product["name"] for product in (await cafe.get("/api/products")).json]


async def test_the_menu_changes_at_the_hour(morning: Cafe) -> None:
    seen = {}
    for clock in ("07:59", "08:00", "11:59", "12:00", "23:00"):
        morning.clock.moment = at(f"2026-06-15T{clock}")
        seen[clock] = await on_the_menu(morning)
    assert seen == {"07:59": False, "08:00": True, "11:59": True, "12:00": False, "23:00": False}


async def test_a_cached_menu_changes_in_time(morning: Cafe) -> None:
    before = await morning.get("/api/products")
    morning.clock.advance(minutes=59)
    same = await morning.get("/api/products", **{"If-None-Match": before.headers["ETag"]})
    morning.clock.advance(minutes=1)
    after = await morning.get("/api/products", **{"If-None-Match": before.headers["ETag"]})
    assert (same.status, after.status) == (304, 200)


async def test_the_hour_that_comes_twice(cafe: Cafe) -> None:
    """03:00 to 04:00 twice in one night: the wall decides, and the cached menu follows it."""
    await cafe.load('[[products]]\nslug = "latte"\navailable = ["22:00-03:30"]\n')
    seen = []
    for minute in range(0, 150, 10):
        cafe.clock.moment = datetime(2026, 10, 24, 23, 0, tzinfo=UTC) + timedelta(minutes=minute)
        wall = cafe.clock.moment.astimezone(KYIV)
        seen.append((f"{wall:%H:%M}", await on_the_menu(cafe)))
    assert all(is_shown is (wall < "03:30") for wall, is_shown in seen), seen
    assert [wall for wall, _ in seen].count("03:00") == 2


async def test_a_category_is_hidden_with_its_dishes(cafe: Cafe) -> None:
    await cafe.load(MORNING_FOOD)  # it is noon
    assert "Їжа" not in [each["name"] for each in (await cafe.get("/api/categories")).json]
    assert not await on_the_menu(cafe, "Борщ")
    cafe.clock.moment = at("2026-06-15T10:59")
    assert "Їжа" in [each["name"] for each in (await cafe.get("/api/categories")).json]
    assert await on_the_menu(cafe, "Борщ")


async def test_nothing_is_added_after_its_hour_and_what_is_in_the_cart_stays(morning: Cafe) -> None:
    guest = morning.guest()
    await guest.adds("latte")
    morning.clock.moment = at("2026-06-15T12:00")
    late = await guest.post("/api/cart/items", {"product_id": morning.products["latte"], "quantity": 1})
    assert (late.status, late.json) == (404, {"error": "product not found"})
    assert (await guest.get("/api/cart")).json["count"] == 1


async def late_with_breakfast(morning: Cafe, guest: Visitor) -> None:
    """Put a breakfast and an espresso into the cart in time, and go on a minute too late."""
    await guest.adds("latte")
    await guest.adds("espresso")
    morning.clock.moment = at("2026-06-15T12:01")


@pytest.mark.parametrize("kind", ["pickup", "dine-in"])
async def test_an_order_for_now_says_what_is_over(morning: Cafe, kind: str) -> None:
    guest = morning.english_person()
    await late_with_breakfast(morning, guest)
    answer = await guest.orders(kind)
    assert (answer.status, answer.json["error"]) == (400, "options_unavailable")
    assert "Latte (08:00-12:00)" in answer.json["message"]
    assert (await guest.get("/api/cart")).json["count"] == 2


async def test_an_order_for_later_counts_by_its_time(morning: Cafe) -> None:
    await morning.configure(schedule_days=1)
    guest = morning.guest()
    await guest.adds("latte")
    morning.clock.moment = at("2026-06-15T12:01")
    evening = await guest.orders("pickup", scheduled_for="2026-06-15T18:00")
    assert (evening.status, evening.json["error"]) == (400, "options_unavailable")
    tomorrow = await guest.orders("pickup", scheduled_for="2026-06-16T09:00")
    assert tomorrow.status == 201, tomorrow


async def test_a_repeated_order_leaves_out_what_is_over(morning: Cafe) -> None:
    guest = morning.guest()
    placed = await guest.places("latte", "espresso")
    morning.clock.moment = at("2026-06-15T13:00")
    answer = await guest.post(f"/api/orders/{placed['order_id']}/repeat")
    assert (answer.json["skipped"], answer.json["cart"]["count"]) == (["Лате"], 1)


async def test_the_counter_may_sell_it_at_any_hour(morning: Cafe) -> None:
    morning.clock.moment = at("2026-06-15T13:00")
    latte = ProductId(morning.products["latte"])
    services = morning.app.services
    assert latte in [product.id for product in services.cache.counter_menu.products]
    line = WantedLine(LineKey(latte), 1)
    placed = await services.walk_in.place_order([line], OrderType.DINE_IN, PaymentMethod.CASH, "Тарас", "key")
    assert placed.total == 85
