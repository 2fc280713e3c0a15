"""Customers at the desk, and forgetting one."""

import pytest

from tests.driver import Cafe
from tests.web.desk.test_orders import LATTE, found, order


async def test_who_they_are_and_what_they_ordered(cafe: Cafe) -> None:
    first = await order(cafe, cafe.person(username="olena_k"))
    await cafe.moves_order(first, "completed")
    cafe.clock.advance(days=3)
    last = await order(cafe, name="Олена К.", phone="0671234567")
    await order(cafe, name="Тарас", phone="0501112233")
    manager = await cafe.desk("manager")
    answer = (await manager.get("/api/desk/customers?text=%D0%BE%D0%BB%D0%B5%D0%BD")).json
    olena = {
        "id": first,
        "name": "Олена К.",
        "phone": "0671234567",
        "usernames": ["olena_k"],
        "orders": 2,
        "completed": 1,
        "cancelled": 0,
        "spent": LATTE,
        "first_visit": "2026-06-15T12:00",
        "last_visit": "2026-06-18T12:00",
        "last_order": {"id": last, "number": "№2"},
    }
    assert answer == {"customers": [olena], "after": None, "total": 1}
    assert (await manager.get(f"/api/desk/customers/{last}")).json == olena
    assert await found(manager, f"?customer={first}") == [last, first]
    assert (await manager.get("/api/desk/customers")).json["total"] == 2
    assert (await manager.get("/api/desk/customers/999")).json == {"error": "not_found"}


async def test_pages_follow_each_other(cafe: Cafe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cafe.core.ordering.lookup.customers.PAGE", 2)
    for number in range(3):
        await order(cafe, phone=f"050111223{number}")
    manager = await cafe.desk("manager")
    first = (await manager.get("/api/desk/customers")).json
    second = (await manager.get(f"/api/desk/customers?after={first['after']}")).json
    assert [each["phone"] for each in (*first["customers"], *second["customers"])] == [
        "0501112232",
        "0501112231",
        "0501112230",
    ]
    assert (await manager.get("/api/desk/customers?after=x")).status == 400


async def test_an_owner_forgets_a_customer(cafe: Cafe) -> None:
    done = await order(cafe)
    await cafe.moves_order(done, "completed")
    await order(cafe)
    owner = await cafe.desk()
    answer = await owner.post(f"/api/desk/customers/{done}/forget")
    assert (answer.status, answer.json) == (200, {"orders": 1, "open_orders": 1})
    assert await cafe.value("SELECT phone FROM orders WHERE id = :id", id=done) == ""
    assert (await owner.post(f"/api/desk/customers/{done}/forget")).json == {"error": "not_found"}
    one = (await owner.get(f"/api/desk/orders/{done}")).json
    assert (one["source"], one["customer"], one["name"]) == ("forgotten", None, "")
