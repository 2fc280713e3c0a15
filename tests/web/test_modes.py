"""Modes of the menu: while one is on, the rest is as if stopped; several add up; orders for later go by their time."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.driver import Answer, Cafe, DeskVisitor, Visitor, two_rounds
from tests.web.kitchen import board, paired
from tests.web.later import KYIV, orders_for, times

DARK = """
[[modes]]
slug = "dark"
name = "Без світла"
name_en = "Without light"
categories = ["desserts"]
products = ["espresso"]
extra_minutes = 10
order_types = ["pickup", "dine_in"]
payments = ["cash"]
message = "Світла немає: варимо каву на газу."
message_en = "No light: coffee from the gas stove."
"""
BRUNCH = """
[[modes]]
slug = "brunch"
name = "Бранч"
products = ["espresso", "latte"]
hours = ["sat,sun 10:00-13:00"]
"""


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=KYIV).astimezone(UTC)


@pytest.fixture
async def desk(cafe: Cafe) -> DeskVisitor:
    """The desk of a cafe with two modes, on a Monday at noon."""
    await cafe.load(DARK + BRUNCH)
    return await cafe.desk()


async def switch(desk: DeskVisitor, slug: str, span: object) -> Answer:
    mode_id = await desk.cafe.value("SELECT id FROM modes WHERE slug = :slug", slug=slug)
    answer = await desk.post("/api/desk/day/modes", {"id": mode_id, "span": span})
    assert answer.status == 200, answer
    return answer


async def menu(cafe: Cafe) -> list[str]:
    return [product["name"] for product in (await cafe.get("/api/products")).json]


async def settings(cafe: Cafe, locale: str = "uk") -> Any:
    return (await cafe.get(f"/api/settings?locale={locale}")).json


async def test_nothing_is_told_of_modes_that_are_off(cafe: Cafe, desk: DeskVisitor) -> None:
    assert not {"modes", "order_types", "payments"} & (await settings(cafe)).keys()
    assert {"Лате", "Борщ"} <= set(await menu(cafe))
    states = (await desk.get("/api/desk/day")).json["modes"]
    assert [(each["name"], each["is_on"]) for each in states] == [("Без світла", False), ("Бранч", False)]


async def test_while_it_is_on_the_rest_is_as_if_stopped(cafe: Cafe, desk: DeskVisitor) -> None:
    guest = cafe.guest()
    await guest.adds("latte")
    await guest.adds("espresso")
    await switch(desk, "dark", 60)
    assert "Еспресо" in await menu(cafe)
    assert not {"Лате", "Борщ"} & set(await menu(cafe))
    assert "Їжа" not in [each["name"] for each in (await cafe.get("/api/categories")).json]
    told = await settings(cafe)
    [mode] = told["modes"]
    assert (mode["name"], mode["message"]) == ("Без світла", "Світла немає: варимо каву на газу.")
    assert (await settings(cafe, "en"))["modes"][0]["message"] == "No light: coffee from the gas stove."
    assert (told["order_types"], told["payments"]) == (["pickup", "dine_in"], ["cash"])
    cart = (await guest.cart()).json
    assert [line["name"] for line in cart["items"]] == ["Еспресо"]
    late = await guest.adds("latte")
    assert (late.status, late.json) == (404, {"error": "product not found"})
    assert (await guest.sets("latte", 3)).status == 404
    await switch(desk, "dark", "off")
    assert (await guest.cart()).json["count"] == 2


async def test_an_order_is_limited_too(cafe: Cafe, desk: DeskVisitor) -> None:
    guest = cafe.guest()
    await guest.adds("espresso", 4)
    await switch(desk, "dark", "open")
    assert (await guest.orders_delivery()).json["error"] == "type_unavailable"
    assert (await guest.orders_pickup(payment_method="card")).json["error"] == "payment_unavailable"
    assert (await guest.orders_pickup(payment_method="cash")).status == 201
    assert (await guest.get("/api/checkout/times?type=pickup")).json["asap_minutes"] == 25
    await guest.adds("latte")
    assert (await guest.orders_pickup()).json["error"] == "cart_empty"


async def test_it_ends_by_itself(cafe: Cafe, desk: DeskVisitor) -> None:
    answer = await switch(desk, "dark", 60)
    [state, _] = answer.json["modes"]
    assert (state["is_on"], state["until"]) == (True, int(at("2026-06-15T13:00").timestamp()))
    cafe.clock.advance(minutes=59)
    assert "Лате" not in await menu(cafe)
    cafe.clock.advance(minutes=1)
    assert "Лате" in await menu(cafe)
    assert "modes" not in await settings(cafe)


async def test_several_add_up(cafe: Cafe, desk: DeskVisitor) -> None:
    await switch(desk, "dark", "open")
    await switch(desk, "brunch", "open")
    assert await menu(cafe) == ["Еспресо"]
    assert [mode["name"] for mode in (await settings(cafe))["modes"]] == ["Без світла", "Бранч"]
    await switch(desk, "dark", "off")
    assert sorted(await menu(cafe)) == ["Еспресо", "Лате"]


async def test_it_goes_by_the_clock(cafe: Cafe, desk: DeskVisitor) -> None:
    seen = {}
    for moment in ("2026-06-19T11:00", "2026-06-20T09:59", "2026-06-20T10:00", "2026-06-21T12:59", "2026-06-21T13:00"):
        cafe.clock.moment = at(moment)
        seen[moment[5:]] = "Борщ" not in await menu(cafe)
    assert list(seen.values()) == [False, False, True, True, False], seen
    # Switched off, it stays off until its hours are over, and is on again in the next ones.
    cafe.clock.moment = at("2026-06-20T11:00")
    await switch(desk, "brunch", "off")
    assert "Борщ" in await menu(cafe)
    cafe.clock.moment = at("2026-06-21T11:00")
    assert "Борщ" not in await menu(cafe)


async def test_an_order_for_later_goes_by_the_modes_of_its_time(cafe: Cafe, desk: DeskVisitor) -> None:
    await cafe.configure(schedule_days=7)
    guest = cafe.english_person()
    await guest.adds("borscht")
    refused = await guest.orders_pickup(scheduled_for="2026-06-20T11:00")
    assert (refused.status, refused.json["error"]) == (400, "options_unavailable")
    assert "(Бранч)" in refused.json["message"]
    assert (await guest.orders_pickup(scheduled_for="2026-06-20T14:00")).status == 201
    await switch(desk, "dark", 600)
    offered = [when for when, _ in await times(guest, "delivery")]
    assert offered == [], "what a mode takes away is away for orders placed during it, for later too"


async def test_repeating_leaves_out_what_is_not_served(cafe: Cafe, desk: DeskVisitor) -> None:
    guest = cafe.guest()
    placed = await guest.places("latte", "espresso")
    await switch(desk, "dark", "open")
    answer = await guest.repeats(placed["order_id"])
    assert (answer.json["skipped"], answer.json["cart"]["count"]) == (["Лате"], 1)


async def prevented(guest: Visitor, order_id: int) -> Any:
    return (await guest.get(f"/api/orders/{order_id}/details")).json.get("prevented")


async def test_a_guest_is_told_before_they_come_and_again_when_it_is_over(cafe: Cafe, desk: DeskVisitor) -> None:
    await cafe.configure(schedule_days=1)
    guest = cafe.person()
    soon = (await orders_for(guest, "2026-06-15T14:30")).json["order_id"]
    tomorrow = (await orders_for(guest, "2026-06-16T14:30")).json["order_id"]
    now = (await guest.places("latte"))["order_id"]
    version = (await guest.get(f"/api/orders/{soon}/details")).json["version"]
    await switch(desk, "dark", "open")
    await two_rounds()
    assert await prevented(guest, soon) == {"modes": ["Без світла"], "dishes": ["Лате"]}
    assert (await guest.get(f"/api/orders/{soon}/details")).json["version"] != version
    assert await prevented(guest, tomorrow) is None, "nobody knows whether it will be dark tomorrow"
    assert await prevented(guest, now) is not None
    kinds = [row["kind"] for row in await cafe.rows("SELECT kind FROM outbox WHERE order_id = :id", id=soon)]
    assert kinds.count("customer-order-prevented") == kinds.count("staff-order-prevented") == 1
    await two_rounds()
    await switch(desk, "dark", "off")
    await two_rounds()
    assert await prevented(guest, soon) is None
    kinds = [row["kind"] for row in await cafe.rows("SELECT kind FROM outbox WHERE order_id = :id", id=soon)]
    assert (kinds.count("customer-order-prevented"), kinds.count("customer-order-possible")) == (1, 1)


async def test_a_guest_whose_order_is_of_a_type_that_is_off(cafe: Cafe, desk: DeskVisitor) -> None:
    await cafe.configure(schedule_days=1)
    guest = cafe.guest()
    soon = (await orders_for(guest, "2026-06-15T14:30", kind="delivery")).json["order_id"]
    await switch(desk, "dark", 600)
    await two_rounds()
    assert await prevented(guest, soon) == {"modes": ["Без світла"], "dishes": []}


async def test_a_tablet_switches_it(cafe: Cafe, desk: DeskVisitor) -> None:
    tablet = await paired(cafe, "Бар")
    [dark, _] = (await board(tablet))["modes"]
    assert (dark["name"], dark["is_on"]) == ("Без світла", False)
    answer = await tablet.post("/api/board/modes", {"id": dark["id"], "span": 60})
    assert answer.json["modes"][0]["is_on"] is True
    assert "Лате" not in await menu(cafe)
    change = (await desk.get("/api/desk/changes")).json["changes"][0]
    assert (change["by"], change["way"], change["items"][0]["table"]) == ("Бар", "screen", "modes")
    undone = await desk.post(f"/api/desk/changes/{change['id']}/undo", {})
    assert undone.status == 200, undone
    assert "Лате" in await menu(cafe)


@pytest.mark.parametrize("body", [{}, {"span": 60}, {"id": 1}, {"id": 1, "span": 0}, {"id": 1, "span": "ever"}, []])
async def test_a_switch_that_says_nothing(cafe: Cafe, desk: DeskVisitor, body: Any) -> None:
    tablet = await paired(cafe)
    assert (await tablet.post("/api/board/modes", body)).status in {400, 404}
    assert (await desk.post("/api/desk/day/modes", body)).status in {400, 404, 422}
    assert "modes" not in await settings(cafe)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('products = ["drone"]', "no product drone"),
        ('categories = ["drone"]', "no category drone"),
        ('order_types = ["drone"]', "must be one of"),
        ('payments = "cash"', "must be a list"),
        ('hours = ["noon"]', "must be such as"),
        ("extra_minutes = -1", "must be"),
        ('colour = "red"', "unknown key"),
    ],
)
async def test_a_file_with_a_wrong_mode_changes_nothing(cafe: Cafe, line: str, says: str) -> None:
    with pytest.raises(Exception, match=says):
        await cafe.load(f'[[modes]]\nslug = "dark"\nname = "Без світла"\n{line}\n')
    assert await cafe.rows("SELECT * FROM modes") == []


async def test_what_a_mode_needs_is_not_deleted(desk: DeskVisitor) -> None:
    """Without its only dish a mode would serve everything."""
    services = desk.cafe.app.services
    for table, slug, mode in (("products", "latte", "Бранч"), ("categories", "desserts", "Без світла")):
        seen = await services.edits.find_item(table, slug)
        assert seen is not None
        answer = await desk.changes({"table": table, "key": slug, "seen": seen, "values": None})
        assert (answer.status, mode in answer.body.decode()) == (400, True), answer


async def test_what_is_dumped_is_loaded_again(cafe: Cafe, desk: DeskVisitor) -> None:
    services = desk.cafe.app.services
    await switch(desk, "dark", "open")
    before = await services.catalogue.dump()
    assert "[[modes]]" in before
    assert "on_until" not in before
    await cafe.load(before)
    assert await services.catalogue.dump() == before
    assert "Лате" not in await menu(cafe), "a file does not switch anything"
