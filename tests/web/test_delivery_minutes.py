"""The way of a delivery: in what guests are told, and before what the kitchen has to be ready."""

from cafe.core.ordering.orders.model import OrderStatus
from tests.driver import Cafe
from tests.web.later import local, orders_for, times
from tests.web.test_order_page import details


async def test_a_guest_is_told_when_it_is_at_the_door(cafe: Cafe) -> None:
    await cafe.configure(prep_minutes=20, delivery_minutes=30)
    guest = cafe.guest()
    for kind, slugs, at in (
        ("delivery", ("borscht", "borscht"), "12:50"),
        ("pickup", ("latte",), "12:30"),
        ("dine-in", ("latte",), "12:20"),
    ):
        changes = {"pickup_time": "12:30"} if kind == "pickup" else {}
        placed = await guest.places(*slugs, kind=kind, **changes)
        assert (await details(guest, placed["order_id"]))["estimated_at"] == f"2026-06-15T{at}", kind
    for kind, minutes in (("delivery", 50), ("pickup", 20)):
        assert (await guest.get(f"/api/checkout/times?type={kind}")).json["asap_minutes"] == minutes


async def test_the_kitchen_is_ready_before_the_way(cafe: Cafe) -> None:
    await cafe.configure(schedule_days=1, prep_minutes=20, delivery_minutes=30)
    guest = cafe.guest()
    now = await guest.places("borscht", "borscht", kind="delivery")
    later = (await orders_for(guest, "2026-06-15T15:00", kind="delivery")).json
    due = {each.order.id: (each.due_at, each.start_at) for each in (await cafe.app.services.board.read()).orders}
    assert due[now["order_id"]] == (local("2026-06-15T12:20"), local("2026-06-15T12:00"))
    assert due[later["order_id"]] == (local("2026-06-15T14:30"), local("2026-06-15T14:10"))
    assert (await details(guest, later["order_id"]))["estimated_at"] == "2026-06-15T15:00"


async def test_a_promise_is_the_kitchens_and_the_door_is_told_beside_it(cafe: Cafe) -> None:
    guest = cafe.guest()
    order_id = (await guest.places("borscht", "borscht", kind="delivery"))["order_id"]
    await cafe.app.services.staff_orders.promise(order_id, OrderStatus.NEW, 20, "Оля")
    [order] = await guest.sees_orders()
    assert (order["promised_at"], "arrives_at" in order) == ("2026-06-15T12:20", False)
    await cafe.configure(delivery_minutes=30)
    [order] = await guest.sees_orders()
    assert (order["promised_at"], order["arrives_at"]) == ("2026-06-15T12:20", "2026-06-15T12:50")


async def test_times_begin_when_it_can_be_at_the_door(cafe: Cafe) -> None:
    await cafe.configure(schedule_days=1, prep_minutes=20, delivery_minutes=30)
    guest = cafe.guest()
    assert (await times(guest, "delivery"))[0] == ("2026-06-15T13:00", False)
    assert (await times(guest, "pickup"))[0] == ("2026-06-15T12:30", False)
