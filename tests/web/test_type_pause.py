"""Pausing one order type alone: the others go on."""

import pytest

from cafe.core.ordering.orders.model import OrderType
from tests.driver import Cafe, Visitor
from tests.web.later import orders_for, times

KINDS = {OrderType.DELIVERY: "delivery", OrderType.PICKUP: "pickup", OrderType.DINE_IN: "dine-in"}


async def tries(who: Visitor, kind: str) -> str:
    """Order so; 'taken', or what the refusal says."""
    await who.adds("borscht", 2)
    answer = await who.orders(kind)
    if answer.status == 201:
        return "taken"
    assert (answer.status, answer.json.keys(), answer.json["error"]) == (400, {"error", "message"}, "closed"), answer
    return str(answer.json["message"])


async def header(cafe: Cafe) -> str | None:
    cafe.clock.advance(seconds=1)
    answer = await cafe.get("/api/settings")
    assert (answer.json["force_closed"], answer.headers["X-Cafe-Orders"]) == (False, "open")
    return answer.headers.get("X-Cafe-Paused")


@pytest.mark.parametrize("paused", OrderType)
async def test_only_that_type_is_refused(cafe: Cafe, paused: OrderType) -> None:
    keys = (await cafe.get("/api/settings")).json.keys()
    await cafe.app.services.pause.pause_for(30, paused)
    guest = cafe.guest()
    refusals = {order_type: await tries(guest, kind) for order_type, kind in KINDS.items()}
    assert [each for each, outcome in refusals.items() if outcome != "taken"] == [paused]
    assert "о 12:30" in refusals[paused]
    assert await header(cafe) == paused.value
    assert (await cafe.get("/api/settings")).json.keys() == keys


async def test_the_refusal_names_the_type_and_the_end(cafe: Cafe) -> None:
    pause, guest, john = cafe.app.services.pause, cafe.guest(), cafe.english_person()
    await pause.pause_for(30, OrderType.DELIVERY)
    assert await tries(guest, "delivery") == "Доставка зараз на паузі: приймаємо знову о 12:30."
    assert await tries(john, "delivery") == "Delivery is paused: we accept such orders again at 12:30."
    await pause.pause_today(OrderType.PICKUP)
    assert await tries(guest, "pickup") == "Самовивіз зараз на паузі: приймаємо знову завтра о 08:00."
    await pause.pause_until_resumed(OrderType.DINE_IN)
    assert await tries(guest, "dine-in") == "Замовлення в закладі зараз на паузі: поки не приймаємо."
    assert await header(cafe) == "delivery,pickup,dine_in"


async def test_it_ends_by_itself_or_is_resumed(cafe: Cafe) -> None:
    pause, guest = cafe.app.services.pause, cafe.guest()
    await pause.pause_for(30, OrderType.DELIVERY)
    await pause.pause_for(60, OrderType.PICKUP)
    cafe.clock.advance(minutes=30)
    assert await header(cafe) == "pickup"
    assert await tries(guest, "delivery") == "taken"
    assert await pause.resume(OrderType.DELIVERY) is False
    assert await pause.resume(OrderType.PICKUP) is True
    assert await header(cafe) is None
    assert await tries(guest, "pickup") == "taken"


async def test_resuming_everything_resumes_every_type(cafe: Cafe) -> None:
    pause = cafe.app.services.pause
    await pause.pause_for(30, OrderType.DELIVERY)
    assert await pause.resume() is True
    assert await pause.list_paused() == {}
    await pause.pause_for(30)
    await pause.pause_for(30, OrderType.DELIVERY)
    assert set(await pause.list_paused()) == {None, OrderType.DELIVERY}
    assert await pause.resume() is True
    assert await pause.resume() is False
    assert await tries(cafe.guest(), "delivery") == "taken"


async def test_of_two_pauses_the_one_that_lasts_is_told(cafe: Cafe) -> None:
    pause, guest = cafe.app.services.pause, cafe.guest()
    await pause.pause_for(60)
    await pause.pause_for(30, OrderType.DELIVERY)
    assert await tries(guest, "delivery") == "Зараз у нас пауза: замовлення приймаємо знову о 13:00."
    await pause.pause_for(90, OrderType.DELIVERY)
    assert "Доставка" in await tries(guest, "delivery")
    assert await tries(guest, "pickup") == "Зараз у нас пауза: замовлення приймаємо знову о 13:00."


async def test_no_time_for_later_of_that_type_is_offered_or_taken(cafe: Cafe) -> None:
    await cafe.configure(schedule_days=1)
    guest = cafe.guest()
    await cafe.app.services.pause.pause_for(30, OrderType.DELIVERY)
    assert await times(guest, "delivery") == []
    assert await times(guest, "pickup") != []
    assert (await orders_for(guest, "2026-06-16T18:00", kind="delivery")).json["error"] == "closed"
    assert (await orders_for(guest, "2026-06-16T18:00")).status == 201


async def test_the_owners_words_stand_where_the_owner_closed(cafe: Cafe) -> None:
    await cafe.configure(force_closed=True)
    await cafe.app.services.pause.pause_for(30, OrderType.DELIVERY)
    guest = cafe.guest()
    assert await tries(guest, "delivery") == "Зачинено на інвентаризацію."
    await cafe.configure(allow_orders_outside_hours=True)
    assert "Доставка" in await tries(guest, "delivery")
    assert await tries(guest, "pickup") == "taken"


async def test_the_ends_of_pauses_are_told_as_far_as_they_are_known(cafe: Cafe) -> None:
    pause = cafe.app.services.pause
    assert "X-Cafe-Paused-Until" not in (await cafe.get("/api/settings")).headers
    await pause.pause_for(30, OrderType.DELIVERY)
    await pause.pause_today(OrderType.PICKUP)
    await pause.pause_until_resumed(OrderType.DINE_IN)
    assert await header(cafe) == "delivery,pickup,dine_in"
    ends = (await cafe.get("/api/settings")).headers["X-Cafe-Paused-Until"]
    assert ends == "delivery=2026-06-15T12:30,pickup=2026-06-16T08:00"
