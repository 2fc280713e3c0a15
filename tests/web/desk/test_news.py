"""The desk hears of what happens: orders, the stock, the day."""

import json
from typing import Any

from tests.driver import Cafe, DeskVisitor
from tests.web.streams import Stream, listening

STREAM = "/api/desk/news/stream"


async def heard(stream: Stream) -> dict[str, Any]:
    event = await stream.next_event()
    assert event["event"] == "changed"
    news: dict[str, Any] = json.loads(event["data"])
    return news


async def news(visitor: DeskVisitor) -> dict[str, Any]:
    found: dict[str, Any] = (await visitor.get("/api/desk/news")).json
    return found


def changed(before: dict[str, Any], after: dict[str, Any]) -> set[str]:
    return {name for name in before if before[name] != after[name]}


async def test_whoever_listens_hears_of_an_order_at_once(cafe: Cafe) -> None:
    staff = await cafe.desk("staff")
    async with listening(staff, STREAM) as stream:
        quiet = await heard(stream)
        assert (quiet["waiting"], quiet["newest"]) == (0, 0)
        order_id = (await cafe.guest().places("latte"))["order_id"]
        placed = await heard(stream)
        assert changed(quiet, placed) == {"orders", "stock", "waiting", "newest"}
        assert (placed["waiting"], placed["newest"]) == (1, order_id)
        assert await news(staff) == placed
        await staff.post(f"/api/desk/orders/{order_id}/move", {"seen": "new", "to": "confirmed"})
        moved = await heard(stream)
        assert changed(placed, moved) == {"orders", "waiting"}


async def test_each_part_changes_with_what_it_stands_for(cafe: Cafe) -> None:
    owner = await cafe.desk()
    quiet = await news(owner)
    body = {"entries": [{"code": "milk", "amount": 500, "seen": 0}], "note": ""}
    assert (await owner.post("/api/desk/stock/deliveries", body)).status == 201
    delivered = await news(owner)
    assert changed(quiet, delivered) == {"stock"}
    await owner.post("/api/desk/day/pause", {"span": 30})
    paused = await news(owner)
    assert changed(delivered, paused) == {"day"}
    cafe.clock.advance(minutes=20)
    assert await news(owner) == paused, "time alone is no news"
    cafe.clock.advance(minutes=11)
    assert changed(paused, await news(owner)) == {"day"}


async def test_who_was_signed_out_elsewhere_hears_no_more(cafe: Cafe) -> None:
    owner, staff = await cafe.desk(), await cafe.desk("staff")
    async with listening(staff, STREAM) as stream:
        await heard(stream)
        [session] = [
            each for each in (await owner.get("/api/desk/sessions")).json["sessions"] if each["role"] == "staff"
        ]
        await owner.delete(f"/api/desk/sessions/{session['id']}")
        assert await stream.is_over()
    assert (await staff.get(STREAM)).status == 401
