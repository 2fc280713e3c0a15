"""The last place of a slot, with a rival who wants it too."""

import pytest

from cafe.core.ordering.checkout.errors import TimeUnavailableError
from cafe.core.ordering.orders.model import OrderStatus
from tests.db.interleaving import COMMIT, interleave
from tests.db.shop import LATTE, OpenShop, number_of, pickup

NEW = OrderStatus.NEW
ONE_AT_A_TIME = '[settings]\nschedule_days = 1\n[[slots]]\norder_type = "pickup"\nmax_orders = 1\n'


@pytest.mark.parametrize("at", ["SELECT o.due_at", "INSERT INTO orders", COMMIT])
async def test_the_last_place_of_a_slot_goes_to_one(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    await cafe.rival.catalogue.load(ONE_AT_A_TIME)
    first, second = await cafe.customer(1001, LATTE), await cafe.customer(1002, LATTE)
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.checkout.place_order(first, pickup(scheduled_for="2026-06-15T18:00", promo_code="first")),
        cafe.rival.checkout.place_order(second, pickup(scheduled_for="2026-06-15T18:10", promo_code="welcome10")),
    )
    assert number_of(one)
    assert isinstance(two, TimeUnavailableError)
    assert cafe.rival_database.runs == 1, "no deadlock"
    assert [line.quantity for line in (await cafe.rival.cart.get(second)).lines] == [1], "nothing changed"


@pytest.mark.parametrize("at", ["INSERT INTO orders", COMMIT])
async def test_an_order_for_now_waits_for_nobodys_slot(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    await cafe.rival.catalogue.load(ONE_AT_A_TIME)
    first, second = await cafe.customer(1001, LATTE), await cafe.customer(1002, LATTE)
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.checkout.place_order(first, pickup(scheduled_for="2026-06-15T18:00")),
        cafe.rival.checkout.place_order(second, pickup(pickup_time="18:10")),
    )
    assert number_of(one) != number_of(two)


@pytest.mark.parametrize("at", ["UPDATE orders SET status", COMMIT])
async def test_the_place_of_an_order_that_is_being_cancelled(shop: OpenShop, at: str) -> None:
    """It is free once the order is cancelled, and never given to two."""
    cafe = await shop(at)
    await cafe.rival.catalogue.load(ONE_AT_A_TIME)
    order = await cafe.order(scheduled_for="2026-06-15T18:00")
    second = await cafe.customer(1002, LATTE)
    _, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.staff_orders.cancel(order, NEW, "нема", "Тарас"),
        cafe.rival.checkout.place_order(second, pickup(scheduled_for="2026-06-15T18:00")),
    )
    if isinstance(two, TimeUnavailableError):
        two = await cafe.rival.checkout.place_order(second, pickup(scheduled_for="2026-06-15T18:00"))
    assert number_of(two)
    assert await cafe.value("SELECT COUNT(*) FROM orders WHERE status = 'new'") == 1
