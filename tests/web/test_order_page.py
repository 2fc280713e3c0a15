"""What an order's page lives on: the details for the guest alone, and the streams that say when to look again."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from cafe.core.ordering.orders.model import OrderStatus
from cafe.pace import Pace
from tests.driver import Cafe, FakeClock, Visitor, config_for, open_cafe
from tests.web.streams import listening
from tests.web.test_orders import track_token

NOT_FOUND = {"error": "not_found"}


async def details(visitor: Visitor, order_id: int) -> Any:
    answer = await visitor.get(f"/api/orders/{order_id}/details")
    assert answer.status == 200, answer
    return answer.json


def own_stream(placed: dict[str, Any]) -> str:
    return f"/api/orders/{placed['order_id']}/stream"


def tracked_stream(placed: dict[str, Any]) -> str:
    return f"/api/checkout/track/{track_token(placed)}/stream"


# The details


async def test_the_details_tell_what_the_order_itself_leaves_out(cafe: Cafe) -> None:
    guest = cafe.guest()
    where = {"address_apartment": "12", "address_comment": "Код 5", "cash_change_for": 500}
    placed = await guest.places("borscht", "latte", kind="delivery", **where)
    told = await details(guest, placed["order_id"])
    [order] = await guest.sees_orders()
    assert told.pop("order") == order
    assert told.pop("version")
    assert [line["name"] for line in told.pop("edit")["lines"]] == ["Борщ", "Лате"]
    assert told == {
        "times": {"new": "2026-06-15T12:00"},
        "estimated_at": "2026-06-15T12:15",
        "address_city": "Київ",
        "address_apartment": "12",
        "address_comment": "Код 5",
        "cash_change_for": 500,
        "is_declined": False,
        "to_return": 0,
        "receipt_url": None,
        "track_url": placed["track_url"],
    }
    assert "address_apartment" not in (await cafe.get(f"/api/checkout/track/{track_token(placed)}")).json


async def test_the_details_are_the_guests_own(cafe: Cafe) -> None:
    placed = await cafe.guest().places("latte")
    for part in ("details", "stream"):
        answer = await cafe.guest().get(f"/api/orders/{placed['order_id']}/{part}")
        assert (answer.status, answer.json) == (404, NOT_FOUND)
        assert (await cafe.guest().get(f"/api/orders/999999/{part}")).status == 404


async def test_the_estimate_gives_way_to_the_promise_and_goes_when_it_is_ready(cafe: Cafe, clock: FakeClock) -> None:
    guest = cafe.guest()
    order_id = (await guest.places("latte", kind="pickup", pickup_time="14:30"))["order_id"]
    assert (await details(guest, order_id))["estimated_at"] == "2026-06-15T14:30"
    staff = cafe.app.services.staff_orders
    await staff.promise(order_id, OrderStatus.NEW, 20, "Оля")
    told = await details(guest, order_id)
    assert (told["estimated_at"], told["order"]["promised_at"]) == (None, "2026-06-15T12:20")
    clock.advance(minutes=5)
    await staff.advance(order_id, OrderStatus.CONFIRMED, OrderStatus.COOKING, "Оля")
    clock.advance(minutes=7)
    await staff.advance(order_id, OrderStatus.COOKING, OrderStatus.READY, "Оля")
    reached = {"new": "12:00", "confirmed": "12:00", "cooking": "12:05", "ready": "12:12"}
    expected = {status: f"2026-06-15T{time}" for status, time in reached.items()}
    assert (await details(guest, order_id))["times"] == expected
    await staff.step_back(order_id, OrderStatus.READY, "Оля")
    del expected["ready"]
    assert (await details(guest, order_id))["times"] == expected


async def test_the_money_to_return_and_the_receipt(cafe: Cafe) -> None:
    guest = cafe.guest()
    order_id = (await guest.places("latte"))["order_id"]
    before = (await details(guest, order_id))["version"]
    owed = (
        "INSERT INTO money_to_return (order_id, amount, currency, reason, created_at) VALUES (:id, 1050, 'UAH', 'x', 1)"
    )
    await cafe.execute(owed, id=order_id)
    receipt = (
        "INSERT INTO receipts (way, order_id, receipt_id, state, url, due_at, created_at) "
        "VALUES ('card', :id, 'r', 'done', 'https://check.example/1', 1, 1)"
    )
    await cafe.execute(receipt, id=order_id)
    told = await details(guest, order_id)
    assert (told["to_return"], told["receipt_url"]) == (10.5, "https://check.example/1")
    assert told["version"] != before


# The streams


@pytest.mark.parametrize("stream_of", [own_stream, tracked_stream], ids=["own", "tracked"])
async def test_a_stream_hints_at_each_change_and_ends_with_the_order(
    cafe: Cafe, stream_of: Callable[[dict[str, Any]], str]
) -> None:
    guest = cafe.guest()
    placed = await guest.places("latte")
    order_id = placed["order_id"]
    async with listening(guest, stream_of(placed)) as stream:
        headers = stream.response.headers
        assert headers["Content-Type"] == "text/event-stream; charset=utf-8"
        assert (headers["Cache-Control"], headers["X-Accel-Buffering"]) == ("no-store", "no")
        first = await stream.next_event()
        assert first == {"event": "changed", "data": (await details(guest, order_id))["version"]}
        await cafe.moves_order(order_id, "cooking")  # past the services, as another process does
        assert (await stream.next_event())["data"] == (await details(guest, order_id))["version"] != first["data"]
        await cafe.moves_order(order_id, "completed")
        assert (await stream.next_event())["data"] == (await details(guest, order_id))["version"]
        assert await stream.is_over()
    assert (await guest.get(stream_of(placed))).status == 204, "a browser asks no more"


@pytest.mark.parametrize("stream_of", [own_stream, tracked_stream], ids=["own", "tracked"])
async def test_an_order_that_was_handed_over_by_mistake_is_heard_of_again(
    cafe: Cafe, clock: FakeClock, stream_of: Callable[[dict[str, Any]], str]
) -> None:
    guest, staff = cafe.guest(), cafe.app.services.staff_orders
    placed = await guest.places("latte")
    order_id = placed["order_id"]
    await cafe.moves_order(order_id, "ready")
    async with listening(guest, stream_of(placed)) as stream:
        await stream.next_event()
        await staff.advance(order_id, OrderStatus.READY, OrderStatus.COMPLETED, "Оля")
        await stream.next_event()
        clock.advance(minutes=2)
        await staff.step_back(order_id, OrderStatus.COMPLETED, "Оля")
        assert (await stream.next_event())["data"] == (await details(guest, order_id))["version"]
        await staff.advance(order_id, OrderStatus.READY, OrderStatus.COMPLETED, "Оля")
        await stream.next_event()
        clock.advance(minutes=16)
        assert await stream.is_over()
    assert (await guest.get(stream_of(placed))).status == 204


async def test_a_stream_tells_of_its_own_order_alone(cafe: Cafe) -> None:
    guest, other = cafe.guest(), cafe.guest()
    placed, others = await guest.places("latte"), await other.places("latte")
    async with listening(guest, own_stream(placed)) as stream, listening(other, own_stream(others)) as elsewhere:
        await stream.next_event()
        before = await elsewhere.next_event()
        await cafe.moves_order(placed["order_id"], "cooking")
        await stream.next_event()
        await cafe.moves_order(others["order_id"], "ready")
        after = await elsewhere.next_event()
        assert after["data"] == (await details(other, others["order_id"]))["version"] != before["data"]


@pytest.mark.parametrize("stream_of", [own_stream, tracked_stream], ids=["own", "tracked"])
async def test_the_fifth_stream_takes_the_place_of_the_first(
    cafe: Cafe, stream_of: Callable[[dict[str, Any]], str]
) -> None:
    guest = cafe.guest()
    placed = await guest.places("latte")
    async with AsyncExitStack() as stack:
        oldest, second, *_ = [await stack.enter_async_context(listening(guest, stream_of(placed))) for _ in range(5)]
        assert (await oldest.next_event())["event"] in {"changed", "replaced"}
        assert await oldest.is_over()
        await second.next_event()
        await cafe.moves_order(placed["order_id"], "cooking")
        await second.next_event()


async def test_streams_by_cookie_and_by_link_of_an_order_count_together(cafe: Cafe) -> None:
    guest = cafe.guest()
    placed = await guest.places("latte")
    async with AsyncExitStack() as stack:
        oldest = await stack.enter_async_context(listening(guest, own_stream(placed)))
        for _ in range(4):
            await stack.enter_async_context(listening(guest, tracked_stream(placed)))
        assert (await oldest.next_event())["event"] in {"changed", "replaced"}
        assert await oldest.is_over()


async def test_a_full_house_refuses_and_makes_room_again(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cafe.web.orders.MAX_STREAMS", 2)
    async with open_cafe(config_for(tmp_path, database_url=database_url), catalogue=None) as cafe:
        guests = [cafe.guest() for _ in range(3)]
        streams = [own_stream(await guest.places("latte")) for guest in guests]
        async with AsyncExitStack() as stack:
            for guest, stream in zip(guests[:2], streams[:2], strict=True):
                await stack.enter_async_context(listening(guest, stream))
            refused = await guests[2].get(streams[2])
            assert (refused.status, refused.json) == (503, {"error": "too_many_streams"})
        async with asyncio.timeout(30):
            while (await _status(guests[2], streams[2])) != 200:  # noqa: ASYNC110 - seen from outside
                await asyncio.sleep(0.05)


async def test_a_stop_does_not_wait_for_open_streams(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cafe.server.GRACE_PERIOD", 60)
    loop = asyncio.get_running_loop()
    async with open_cafe(config_for(tmp_path, database_url=database_url), pace=Pace(heartbeat=60)) as cafe:
        guest = cafe.guest()
        placed = await guest.places("latte")
        async with AsyncExitStack() as stack:
            stream = await stack.enter_async_context(listening(guest, own_stream(placed)))
            await stream.next_event()
            kept = stack.pop_all()
        began = loop.time()
    assert loop.time() - began < 30
    await kept.aclose()


async def _status(visitor: Visitor, path: str) -> int:
    async with visitor.cafe.session.get(visitor.cafe.url + path, headers={"Cookie": visitor.cookie or ""}) as response:
        return response.status
