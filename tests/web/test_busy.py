"""Busy mode: what is promised while the kitchen cannot keep up, and how it ends."""

import asyncio
from datetime import datetime

import pytest

from cafe.core.catalogue.availability.busy import BusyChangedError
from cafe.core.catalogue.settings.busy import Busy
from cafe.core.kernel.ids import ProductId
from cafe.core.ordering.cart.model import LineKey, WantedLine
from cafe.core.ordering.orders.model import OrderType, PaymentMethod
from tests.driver import Cafe, Visitor
from tests.web.later import KYIV, local, orders_for, times


def kyiv(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=KYIV)


async def asap(who: Visitor) -> int:
    return int((await who.get("/api/checkout/times?type=pickup")).json["asap_minutes"])


async def due(cafe: Cafe, order_id: int) -> int:
    return int(await cafe.value("SELECT due_at FROM orders WHERE id = :id", id=order_id))


async def test_orders_for_now_are_promised_later(cafe: Cafe) -> None:
    guest, busy = cafe.guest(), cafe.app.services.busy
    before = await guest.places("latte", kind="dine-in")
    assert await busy.current() is None
    begun = await busy.begin(20, kyiv("2026-06-15T13:00"))
    assert begun == Busy(20, kyiv("2026-06-15T13:00")) == await busy.current()
    assert await asap(guest) == 35
    after = await guest.places("latte", kind="dine-in")
    delivered = await guest.places("borscht", "borscht", kind="delivery")
    assert await due(cafe, before["order_id"]) == local("2026-06-15T12:15")
    assert await due(cafe, after["order_id"]) == local("2026-06-15T12:35")
    assert await due(cafe, delivered["order_id"]) == local("2026-06-15T12:35")
    assert after.keys() == before.keys()


async def test_walk_ins_are_due_later_too(cafe: Cafe) -> None:
    services, latte = cafe.app.services, WantedLine(LineKey(ProductId(cafe.products["latte"])), 1)
    await services.busy.begin_for(10, 60)
    placed = await services.walk_in.place_order([latte], OrderType.DINE_IN, PaymentMethod.CASH, "Тарас", "key")
    assert await due(cafe, placed.id) == local("2026-06-15T12:25")


async def test_a_time_that_the_guest_chose_stays(cafe: Cafe) -> None:
    await cafe.configure(schedule_days=1)
    await cafe.load('[[slots]]\norder_type = "pickup"\nmax_orders = 1\n')
    guest = cafe.guest()
    await cafe.app.services.busy.begin_for(30, 60)
    placed = await guest.places(pickup_time="12:10")
    assert await due(cafe, placed["order_id"]) == local("2026-06-15T12:10")
    assert (await orders_for(guest, "2026-06-15T12:30")).status == 201, "slots decide, not busy mode"
    assert (await times(guest))[:2] == [("2026-06-15T12:45", False), ("2026-06-15T13:00", False)]
    assert ("2026-06-16T08:00", False) in await times(guest)


async def test_it_ends_by_itself(cafe: Cafe) -> None:
    guest, busy = cafe.guest(), cafe.app.services.busy
    await busy.begin_for(20, 60)
    cafe.clock.advance(minutes=60, seconds=-1)
    assert await asap(guest) == 35
    cafe.clock.advance(seconds=1)
    assert await asap(guest) == 15
    assert await busy.current() is None
    assert await busy.end() is False


async def test_today_is_until_the_next_opening(cafe: Cafe) -> None:
    begun = await cafe.app.services.busy.begin_today(30)
    assert begun.until == kyiv("2026-06-16T08:00")


async def test_it_can_be_changed_and_ended(cafe: Cafe) -> None:
    guest, busy = cafe.guest(), cafe.app.services.busy
    await busy.begin_for(20, 60)
    await busy.begin_for(30, 120)
    assert (await busy.current()) == Busy(30, kyiv("2026-06-15T14:00"))
    assert await busy.end() is True
    assert await asap(guest) == 15


async def test_who_saw_another_state_changes_nothing(cafe: Cafe) -> None:
    busy = cafe.app.services.busy
    seen = await busy.state()
    await busy.begin_for(20, 60, mark=seen.mark)
    with pytest.raises(BusyChangedError):
        await busy.begin_for(30, 60, mark=seen.mark)
    with pytest.raises(BusyChangedError):
        await busy.end(mark=seen.mark)
    assert (await busy.current()) == Busy(20, kyiv("2026-06-15T13:00"))


async def test_of_several_who_press_at_once_one_wins(cafe: Cafe) -> None:
    busy = cafe.app.services.busy
    mark = (await busy.state()).mark
    outcomes = await asyncio.gather(
        *(busy.begin_for(minutes, 60, mark=mark) for minutes in (10, 20, 30)), return_exceptions=True
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Busy", "BusyChangedError", "BusyChangedError"]
    assert (await busy.current()) in outcomes


async def test_nothing_of_the_specification_changes(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.places()
    before = [(await cafe.get("/api/settings")).json, await guest.sees_orders()]
    await cafe.app.services.busy.begin_for(20, 60)
    cafe.clock.advance(seconds=2)
    assert [(await cafe.get("/api/settings")).json, await guest.sees_orders()] == before


async def test_the_settings_tell_while_it_lasts(cafe: Cafe) -> None:
    before = await cafe.get("/api/settings")
    await cafe.app.services.busy.begin(20, kyiv("2026-06-15T13:00"))
    during = await cafe.get("/api/settings")
    assert (during.headers["X-Cafe-Busy"], during.json) == ("20; until=2026-06-15T13:00", before.json)
    cafe.clock.advance(minutes=60)
    after = await cafe.get("/api/settings")
    assert "X-Cafe-Busy" not in {**before.headers, **after.headers}
