"""Tablets with the kitchen screen."""

from typing import Any

from tests.driver import Answer, Cafe, Visitor


async def new_code(cafe: Cafe, name: str = "") -> str:
    """A code, as the staff's chat gives it."""
    return (await cafe.app.services.devices.issue_code(name)).shown


async def paired(cafe: Cafe, name: str = "") -> Visitor:
    """A tablet that somebody has just paired."""
    tablet = cafe.guest()
    answer = await tablet.post("/api/board/pair", {"code": await new_code(cafe, name)})
    assert (answer.status, answer.json) == (200, {"ok": True})
    return tablet


async def board(tablet: Visitor) -> dict[str, Any]:
    answer = await tablet.get("/api/board")
    assert answer.status == 200, answer
    state: dict[str, Any] = answer.json
    return state


async def order_on(tablet: Visitor, order_id: int) -> dict[str, Any]:
    """An order as the screen shows it."""
    [order] = [order for order in (await board(tablet))["orders"] if order["id"] == order_id]
    return dict(order)


async def moves(tablet: Visitor, order_id: int, seen: str, to: str) -> Answer:
    return await tablet.post(f"/api/board/orders/{order_id}/move", {"seen": seen, "to": to})
