"""Couriers at the desk: who may bring an order, giving it to them, and what the guest and the board see."""

from typing import Any

import pytest

from tests.driver import Cafe, DeskVisitor, Visitor
from tests.web.kitchen import paired


async def on_shift(cafe: Cafe, name: str, telegram_id: int) -> int:
    staff = await cafe.app.services.staff.add({"name": name, "role": "staff", "telegram_id": telegram_id})
    member = await cafe.app.services.staff.find_by_telegram(telegram_id)
    assert member is not None
    await cafe.app.services.couriers.begin_shift(member)
    return int(staff.id)


async def delivery(cafe: Cafe, status: str = "cooking") -> tuple[Visitor, int]:
    guest = cafe.guest()
    placed = await guest.places("borscht", "borscht", kind="delivery")
    await cafe.execute("UPDATE orders SET status = :status WHERE id = :id", status=status, id=placed["order_id"])
    return guest, int(placed["order_id"])


async def dossier(desk: DeskVisitor, order_id: int) -> Any:
    return (await desk.get(f"/api/desk/orders/{order_id}")).json


async def test_an_order_is_given_to_somebody_on_shift(cafe: Cafe) -> None:
    desk, (guest, order_id) = await cafe.desk(), await delivery(cafe)
    before = await dossier(desk, order_id)
    assert "courier" not in before
    assert "couriers" not in before["acts"]
    ivan, mykola = await on_shift(cafe, "Іван", 801), await on_shift(cafe, "Микола Бондар", 802)
    path = f"/api/desk/orders/{order_id}/courier"
    answer = await desk.post(path, {"staff": mykola})
    assert answer.status == 200
    assert answer.json["courier"] == {"id": mykola, "name": "Микола Бондар", "state": "taken"}
    assert answer.json["acts"]["couriers"] == [
        {"id": ivan, "name": "Іван", "carries": 0},
        {"id": mykola, "name": "Микола Бондар", "carries": 1},
    ]
    assert answer.json["events"][-1]["kind"] == "delivery"
    assert answer.json["events"][-1]["detail"] == "assigned:Микола Бондар"
    [order] = (await guest.get("/api/orders")).json
    assert order["courier"] == {"name": "Микола"}
    again = await desk.post(path, {"staff": mykola})
    assert (again.status, again.json["error"]) == (409, "courier_taken")
    assert (await desk.post(path, {"staff": ivan})).json["courier"]["name"] == "Іван"
    freed = (await desk.post(path, {"staff": None})).json
    assert "courier" not in freed
    outcomes = await cafe.rows("SELECT staff_id, outcome, assigned_by FROM deliveries ORDER BY id")
    assert [(row["staff_id"], row["outcome"]) for row in outcomes] == [(mykola, "reassigned"), (ivan, "reassigned")]


async def test_nobody_off_shift_and_no_other_order(cafe: Cafe) -> None:
    desk, (_, order_id) = await cafe.desk(), await delivery(cafe)
    courier = await on_shift(cafe, "Іван", 801)
    path = f"/api/desk/orders/{order_id}/courier"
    for wrong in ({}, {"staff": "Іван"}, {"staff": True}, {"staff": [courier]}):
        assert (await desk.post(path, wrong)).status == 400
    unknown = await desk.post(path, {"staff": 4711})
    assert (unknown.status, unknown.json["error"]) == (409, "courier_unknown")
    member = await cafe.app.services.staff.find_by_telegram(801)
    assert member is not None
    await cafe.app.services.couriers.end_shift(member)
    off_shift = await desk.post(path, {"staff": courier})
    assert (off_shift.status, off_shift.json["error"]) == (409, "courier_unknown")
    await cafe.app.services.couriers.begin_shift(member)
    placed = await cafe.guest().places("latte", kind="pickup")
    refused = await desk.post(f"/api/desk/orders/{placed['order_id']}/courier", {"staff": courier})
    assert (refused.status, refused.json["error"]) == (409, "courier_not_offered")
    assert await cafe.rows("SELECT id FROM deliveries") == []


@pytest.mark.parametrize("status", ["new", "completed", "cancelled"])
async def test_only_what_is_made_or_brought_is_given(cafe: Cafe, status: str) -> None:
    desk, (_, order_id) = await cafe.desk(), await delivery(cafe, status)
    courier = await on_shift(cafe, "Іван", 801)
    assert "couriers" not in (await dossier(desk, order_id))["acts"]
    answer = await desk.post(f"/api/desk/orders/{order_id}/courier", {"staff": courier})
    assert (answer.status, answer.json["error"]) == (409, "courier_not_offered")


async def test_the_board_says_who_brings_an_order_and_gives_it(cafe: Cafe) -> None:
    tablet, (_, order_id) = await paired(cafe), await delivery(cafe)
    path = f"/api/board/orders/{order_id}"
    before = (await tablet.get(f"{path}/ticket")).json
    assert "courier" not in before
    assert "couriers" not in before
    ivan = await on_shift(cafe, "Іван", 801)
    assert (await tablet.get(f"{path}/ticket")).json["couriers"] == [{"id": ivan, "name": "Іван", "carries": 0}]
    given = (await tablet.post(f"{path}/courier", {"staff": ivan})).json
    assert given["courier"] == {"id": ivan, "name": "Іван", "state": "taken"}
    again = await tablet.post(f"{path}/courier", {"staff": ivan})
    assert (again.status, again.json) == (409, {"error": "courier_taken"})
    assert (await tablet.post(f"{path}/courier", {"staff": "Іван"})).json == {"error": "invalid"}
    assert "courier" not in (await tablet.post(f"{path}/courier", {"staff": None})).json
