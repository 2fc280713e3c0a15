"""Delivery by zone over HTTP: what guests are told, what an order costs, and what it keeps."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.driver import Answer, Cafe, FakeClock, Visitor, config_for, open_cafe
from tests.fakes.monobank import FakeMonobank
from tests.web.later import local, times
from tests.web.test_order_edits import details, edits, invoice_of, staff_edits

ZONES = (Path(__file__).parents[1] / "zones.toml").read_text()
KEYS = ["id", "name", "fee", "min_amount", "free_from", "extra_minutes", "is_open"]
CENTER, PODIL, PECHERSK, HOLOSIIV = (
    {"address_city": "Київ", "address_street": street, "address_house": "5"}
    for street in ("Хрещатик", "Хорива", "Липська", "Васильківська")
)
UNKNOWN = {"address_city": "Київ", "address_street": "Невідома", "address_house": "5"}


@pytest.fixture
async def cafe(tmp_path: Path, database_url: str, clock: FakeClock, bank: FakeMonobank) -> AsyncIterator[Cafe]:
    config = config_for(
        tmp_path,
        database_url=database_url,
        monobank_token=bank.token,
        monobank_api_url=bank.base_url,
        bot_token=None,
    )
    async with open_cafe(config, clock=clock) as cafe:
        await cafe.load(ZONES)
        yield cafe


async def ids(cafe: Cafe) -> dict[str, int]:
    return {each["name"]: each["id"] for each in (await cafe.get("/api/settings")).json["zones"]}


async def delivers(guest: Visitor, *slugs: str, **changes: Any) -> Answer:
    for slug in slugs or ("borscht", "borscht"):
        await guest.adds(slug)
    return await guest.orders("delivery", **changes)


async def for_later(guest: Visitor, at: str, where: Any) -> Answer:
    return await delivers(guest, **where, scheduled_for=at)


async def order_of(guest: Visitor, placed: Answer) -> Any:
    assert placed.status == 201, placed
    return next(each for each in await guest.sees_orders() if each["id"] == placed.json["order_id"])


async def test_without_zones_nothing_is_new(cafe: Cafe) -> None:
    owner = await cafe.desk()
    for zone in (await owner.get("/api/desk/catalogue/zones")).json["items"]:
        seen = {key: value for key, value in zone.items() if key not in {"id", "slug"}}
        edit = {"table": "zones", "key": zone["slug"], "seen": seen, "values": None}
        assert (await owner.changes(edit)).status == 200
    assert "zones" not in (await cafe.get("/api/settings")).json
    guest = cafe.guest()
    order = await order_of(guest, await delivers(guest, **CENTER, zone_id=1, lat="north"))
    assert (order["delivery_fee"], "zone" in order) == (60, False)
    answer = await guest.post("/api/checkout/zone", CENTER)
    assert answer.json == {"zone_id": None, "by": None, "suggestions": []}


async def test_the_settings_tell_the_zones_in_the_owners_order(cafe: Cafe) -> None:
    zones = (await cafe.get("/api/settings")).json["zones"]
    assert [list(zone) for zone in zones] == [KEYS] * 4
    assert [zone["name"] for zone in zones] == ["Центр", "Поділ", "Печерськ", "Голосіїв"]
    first = dict(zones[0], id=0)
    terms = {"fee": 60, "min_amount": 150, "free_from": 500, "extra_minutes": 0}
    assert first == {"id": 0, "name": "Центр", "is_open": True, **terms}
    english = (await cafe.get("/api/settings?locale=en")).json["zones"]
    assert [zone["name"] for zone in english] == ["Centre", "Podil", "Pechersk", "Holosiiv"]
    assert {"delivery_fee", "free_delivery_threshold", "min_delivery_order_amount"} < (
        await cafe.get("/api/settings")
    ).json.keys()


async def test_a_zone_closes_by_its_own_hours(cafe: Cafe) -> None:
    cafe.clock.advance(hours=9)  # 21:00
    zones = (await cafe.get("/api/settings")).json["zones"]
    assert [zone["is_open"] for zone in zones] == [True, False, True, True]
    guest = cafe.guest()
    refused = await delivers(guest, **PODIL)
    assert (refused.status, refused.json["error"]) == (400, "zone_unavailable")
    assert refused.json["message"] == "У зону «Поділ» зараз не доставляємо. Доставляємо о цій порі: 10:00-21:00."
    assert (await guest.cart()).json["items"]
    assert (await guest.orders("delivery", **CENTER)).status == 201


@pytest.mark.parametrize(
    ("body", "zone", "by"),
    [
        ({"address": "вул. Хрещатик, 22"}, "Центр", "street"),
        ({"address": "Київ, вул. Фрунзе, 40"}, "Поділ", "street"),
        ({"address_city": "Київ", "address_street": "Липська", "address_house": "3"}, "Печерськ", "street"),
        ({"address": "Невідома, 5", "lat": 50.4501, "lon": 30.5234}, "Центр", "pin"),
        ({"lat": 50.47, "lon": "30.51"}, "Поділ", "pin"),
        ({"address": "Хрещатик, 22", "lat": 50.47, "lon": 30.51}, "Поділ", "pin"),
        ({"address": "Хрещатик, 22", "lat": 49, "lon": 24}, "Центр", "street"),
        ({"lat": 49, "lon": 24}, None, None),
        ({"address": "Київ, Велика Васильківська"}, None, None),
        ({}, None, None),
        ({"address": ["x"]}, None, None),
    ],
)
async def test_an_address_or_a_pin_tells_the_zone(cafe: Cafe, body: Any, zone: str | None, by: str | None) -> None:
    answer = await cafe.guest().post("/api/checkout/zone", body)
    known = await ids(cafe)
    assert answer.status == 200
    assert (answer.json["zone_id"], answer.json["by"]) == (known[zone] if zone else None, by)
    assert await cafe.value("SELECT COUNT(*) FROM customers WHERE id < -1") == 0
    assert "Set-Cookie" not in answer.headers


async def test_a_mistyped_street_is_offered(cafe: Cafe) -> None:
    answer = await cafe.guest().post("/api/checkout/zone", {"address": "Хрищатик, 22"})
    assert answer.json == {"zone_id": None, "by": None, "suggestions": ["Хрещатик"]}


@pytest.mark.parametrize("pin", [{"lat": "north", "lon": 30}, {"lat": 50}, {"lat": 91, "lon": 0}, {"lon": "nan"}])
async def test_a_pin_that_is_no_place_is_refused(cafe: Cafe, pin: Any) -> None:
    refused = await cafe.guest().post("/api/checkout/zone", pin)
    assert (refused.status, refused.json) == (
        400,
        {"error": "validation", "message": "lat and lon must be degrees"},
    )
    guest = cafe.guest()
    refused = await delivers(guest, **CENTER, **pin)
    assert (refused.status, refused.json["error"]) == (400, "validation")
    assert (await guest.cart()).json["items"]


@pytest.mark.parametrize(
    ("where", "fee", "zone", "by"),
    [
        (CENTER, 60, "Центр", "street"),
        (PODIL, 80, "Поділ", "street"),
        (PECHERSK, 90, "Печерськ", "street"),
        (UNKNOWN | {"lat": 50.47, "lon": 30.51}, 80, "Поділ", "pin"),
        (CENTER | {"lat": "50.47", "lon": "30.51"}, 80, "Поділ", "pin"),
    ],
)
async def test_an_order_costs_what_its_zone_does(cafe: Cafe, where: Any, fee: int, zone: str, by: str) -> None:
    guest = cafe.guest()
    order = await order_of(guest, await delivers(guest, *["borscht"] * 3, **where))
    assert (order["delivery_fee"], order["zone"]) == (fee, zone)
    assert order["total"] == order["items_total"] + fee
    [row] = await cafe.rows("SELECT zone_by, zone_name, pin FROM orders")
    assert (row["zone_by"], row["zone_name"]) == (by, zone)
    assert row["pin"] == ("50.470000,30.510000" if "lat" in where else None)


async def test_the_guest_chooses_where_the_address_does_not_tell(cafe: Cafe) -> None:
    guest, known = cafe.guest(), await ids(cafe)
    refused = await delivers(guest, *["borscht"] * 3, **UNKNOWN)
    assert (refused.status, refused.json["error"]) == (400, "zone_required")
    assert refused.json["message"].startswith("Не знаємо, скільки коштує доставка")
    for wrong in (999, "abc", -1, 2**70):
        answer = await guest.orders("delivery", **UNKNOWN, zone_id=wrong)
        assert (answer.status, answer.json["error"]) == (400, "zone_unavailable"), wrong
    order = await order_of(guest, await guest.orders("delivery", **UNKNOWN, zone_id=known["Печерськ"]))
    assert (order["delivery_fee"], order["zone"]) == (90, "Печерськ")
    assert await cafe.value("SELECT zone_by FROM orders") == "choice"
    # A street that is known decides, whatever was chosen.
    order = await order_of(guest, await delivers(guest, **CENTER, zone_id=known["Печерськ"]))
    assert (order["delivery_fee"], order["zone"]) == (60, "Центр")


async def test_the_minimum_and_free_delivery_are_the_zones(cafe: Cafe) -> None:
    guest = cafe.guest()
    refused = await delivers(guest, "borscht", "borscht", **HOLOSIIV)
    assert (refused.status, refused.json["error"]) == (400, "min_order_amount")
    assert "400\xa0₴" in refused.json["message"]
    assert (await guest.orders("delivery", **CENTER)).status == 201
    order = await order_of(guest, await delivers(guest, *["borscht"] * 5, **CENTER))
    assert (order["items_total"], order["delivery_fee"]) == (725, 0)
    order = await order_of(guest, await delivers(guest, *["borscht"] * 5, **PECHERSK))
    assert order["delivery_fee"] == 90  # its zone has no free delivery, whatever the setting says


async def test_the_total_that_was_seen_is_checked_with_the_zone(cafe: Cafe) -> None:
    guest = cafe.guest()
    for _ in range(2):
        await guest.adds("borscht")
    refused = await guest.orders("delivery", **CENTER, expected_total=290)
    assert (refused.json["error"], refused.json["total"]) == ("total_changed", 350)
    assert (await guest.orders("delivery", **CENTER, expected_total=350)).status == 201


async def test_the_specified_checks_come_before_the_zone(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("borscht", 2)
    answer = await guest.orders("delivery", **UNKNOWN, name=None)
    assert (answer.json["error"], answer.json["missing"]) == ("validation", ["name"])
    assert (await guest.orders("delivery", **UNKNOWN, promo_code="NONE")).json["error"] == "promo_invalid"


async def test_the_way_is_longer_in_a_far_zone(cafe: Cafe) -> None:
    await cafe.configure(prep_minutes=20, delivery_minutes=30, schedule_days=1)
    guest, known = cafe.guest(), await ids(cafe)
    placed = await delivers(guest, *["borscht"] * 3, **HOLOSIIV)
    assert (await details(guest, placed.json["order_id"]))["estimated_at"] == "2026-06-15T13:15"
    answer = await guest.get(f"/api/checkout/times?type=delivery&zone={known['Голосіїв']}")
    assert answer.json["asap_minutes"] == 75
    assert answer.json["times"][0]["at"] == "2026-06-15T13:15"
    assert (await times(guest, "delivery"))[0][0] == "2026-06-15T13:00"
    at_podil = (await guest.get(f"/api/checkout/times?type=delivery&zone={known['Поділ']}")).json["times"]
    assert all("10:00" <= each["at"][11:] < "21:00" for each in at_podil)
    later = await for_later(guest, "2026-06-15T15:00", PODIL)
    assert later.status == 201, later
    [_, due] = [each.due_at for each in (await cafe.app.services.board.read()).orders]
    assert due == local("2026-06-15T14:20")  # forty minutes before


async def test_an_order_for_later_needs_the_zone_open_then(cafe: Cafe) -> None:
    await cafe.configure(schedule_days=1)
    guest = cafe.guest()
    refused = await for_later(guest, "2026-06-15T21:15", PODIL)
    assert (refused.status, refused.json["error"]) == (400, "zone_unavailable")
    cafe.clock.advance(hours=9, minutes=30)
    assert (await for_later(guest, "2026-06-16T12:00", PODIL)).status == 201


async def test_a_pause_of_a_zone_ends_by_itself(cafe: Cafe) -> None:
    barista = await cafe.desk("staff")
    until = int(cafe.clock.moment.timestamp()) + 3600
    edit = {"table": "zones", "key": "center", "seen": {"paused_until": 0}, "values": {"paused_until": until}}
    assert (await barista.changes(edit)).status == 200
    forbidden = {**edit, "seen": {"fee": 60}, "values": {"fee": 0}}
    assert (await barista.changes(forbidden)).status == 403
    guest = cafe.guest()
    refused = await delivers(guest, **CENTER)
    assert refused.json == {
        "error": "zone_unavailable",
        "message": "У зону «Центр» доставляємо знову о 13:00.",
    }
    assert not (await cafe.get("/api/settings")).json["zones"][0]["is_open"]
    cafe.clock.advance(minutes=60)
    assert (await cafe.get("/api/settings")).json["zones"][0]["is_open"]
    assert (await guest.orders("delivery", **CENTER)).status == 201


async def test_a_zone_that_is_hidden_is_none(cafe: Cafe) -> None:
    owner = await cafe.desk()
    edit = {"table": "zones", "key": "center", "seen": {"active": True}, "values": {"active": False}}
    assert (await owner.changes(edit)).status == 200
    assert "Центр" not in await ids(cafe)
    assert (await delivers(cafe.guest(), **CENTER)).json["error"] == "zone_required"


async def test_the_order_keeps_its_zone(cafe: Cafe) -> None:
    guest, owner = cafe.guest(), await cafe.desk()
    placed = await delivers(guest, **CENTER)
    [zone] = [z for z in (await owner.get("/api/desk/catalogue/zones")).json["items"] if z["slug"] == "center"]
    changed = {"table": "zones", "key": "center", "seen": {"fee": 60, "name": "Центр"}}
    assert (await owner.changes({**changed, "values": {"fee": 75, "name": "Серце"}})).status == 200
    order = await order_of(guest, placed)
    assert (order["zone"], order["delivery_fee"]) == ("Центр", 60)
    seen = {key: value for key, value in zone.items() if key not in {"id", "slug"}} | {"fee": 75, "name": "Серце"}
    assert (await owner.changes({"table": "zones", "key": "center", "seen": seen, "values": None})).status == 200
    assert (await order_of(guest, placed))["zone"] == "Центр"
    assert "zone_id" not in (await guest.get("/api/checkout/prefill")).json["delivery"]


async def test_the_next_order_is_prefilled_with_the_zone(cafe: Cafe) -> None:
    guest, known = cafe.guest(), await ids(cafe)
    await delivers(guest, *["borscht"] * 3, **UNKNOWN, zone_id=known["Печерськ"])
    assert (await guest.get("/api/checkout/prefill")).json["delivery"] == {
        "address_city": "Київ",
        "address_street": "Невідома",
        "address_house": "5",
        "address_apartment": None,
        "zone_id": known["Печерськ"],
    }


async def test_a_guest_who_is_forgotten_leaves_no_place(cafe: Cafe) -> None:
    guest = cafe.guest()
    placed = await delivers(guest, *["borscht"] * 3, **CENTER, lat=50.47, lon=30.51)
    await guest.cancels(placed.json["order_id"])
    assert (await guest.post("/api/me/forget")).status in {200, 204}
    assert await cafe.rows("SELECT pin, address_street, zone_name FROM orders") == [
        {"pin": None, "address_street": None, "zone_name": "Поділ"}
    ]


async def test_the_staff_put_an_order_into_a_cheaper_zone_at_once(cafe: Cafe) -> None:
    guest, desk, known = cafe.guest(), await cafe.desk("manager"), await ids(cafe)
    placed = await delivers(guest, *["borscht"] * 3, **UNKNOWN, zone_id=known["Печерськ"])
    order_id = placed.json["order_id"]
    dossier = (await desk.get(f"/api/desk/orders/{order_id}")).json
    assert (dossier["zone"], dossier["zone_by"]) == ("Печерськ", "choice")
    assert [each["name"] for each in dossier["edit"]["zones"]] == ["Центр", "Поділ", "Печерськ", "Голосіїв"]
    assert dossier["edit"]["zone_id"] == known["Печерськ"]
    preview = await staff_edits(desk, order_id, zone_id=known["Центр"], preview=True)
    assert preview.json == {
        "changes": "📍 Печерськ (90 ₴) → Центр (60 ₴)",
        "total_before": 525,
        "total": 495,
        "balance": 0,
        "to_return": 0,
    }
    done = await staff_edits(desk, order_id, zone_id=known["Центр"], expected_total=495)
    assert done.json == {"is_proposed": False, "total": 495}
    order = await order_of(guest, placed)
    assert (order["zone"], order["delivery_fee"], order["total"]) == ("Центр", 60, 495)
    assert order["changes"][0]["text"] == "📍 Печерськ (90 ₴) → Центр (60 ₴)"
    assert await cafe.value("SELECT zone_by FROM orders") == "staff"


async def test_a_dearer_zone_needs_the_guests_consent(cafe: Cafe) -> None:
    guest, desk, known = cafe.guest(), await cafe.desk("manager"), await ids(cafe)
    placed = await delivers(guest, *["borscht"] * 3, **UNKNOWN, zone_id=known["Центр"])
    order_id = placed.json["order_id"]
    asked = await staff_edits(desk, order_id, zone_id=known["Печерськ"])
    assert asked.json == {"is_proposed": True, "total": 495}
    proposal = (await details(guest, order_id))["proposal"]
    assert (proposal["text"], proposal["total"]) == ("📍 Центр (60 ₴) → Печерськ (90 ₴)", 525)
    declined = await guest.post(f"/api/orders/{order_id}/edits/{proposal['number']}/decline")
    assert declined.status == 200
    assert (await order_of(guest, placed))["total"] == 495
    await staff_edits(desk, order_id, zone_id=known["Печерськ"])
    proposal = (await details(guest, order_id))["proposal"]
    agreed = await guest.post(f"/api/orders/{order_id}/edits/{proposal['number']}/agree")
    assert agreed.json["total"] == 525
    order = await order_of(guest, placed)
    assert (order["zone"], order["delivery_fee"]) == ("Печерськ", 90)


async def test_a_paid_order_in_a_cheaper_zone_gives_the_difference_back(cafe: Cafe, bank: FakeMonobank) -> None:
    guest, desk, known = cafe.guest(), await cafe.desk("owner"), await ids(cafe)
    placed = await delivers(guest, *["borscht"] * 3, **UNKNOWN, zone_id=known["Печерськ"], payment_method="card")
    await bank.pay(invoice_of(placed.json))
    preview = await staff_edits(desk, placed.json["order_id"], zone_id=known["Центр"], preview=True)
    assert (preview.json["to_return"], preview.json["total"]) == (30, 495)
    done = await staff_edits(desk, placed.json["order_id"], zone_id=known["Центр"])
    assert done.status == 200, done
    assert await cafe.value("SELECT amount FROM refunds") == 3000


async def test_what_cannot_be_put_into_a_zone_is_refused(cafe: Cafe) -> None:
    guest, desk, known = cafe.guest(), await cafe.desk("manager"), await ids(cafe)
    delivery = (await delivers(guest, **CENTER)).json["order_id"]
    pickup = (await guest.places("latte", kind="pickup"))["order_id"]
    for order_id, zone_id, status in ((delivery, 999, 409), (pickup, known["Центр"], 409), (delivery, "x", 400)):
        assert (await staff_edits(desk, order_id, zone_id=zone_id)).status == status
    same = await staff_edits(desk, delivery, zone_id=known["Центр"])
    assert (same.status, same.json["message"]) == (409, "Нічого не змінено.")
    own = (await details(guest, delivery))["edit"]
    assert "zones" not in own
    body = {"seen": own["seen"], "lines": [], "zone_id": known["Поділ"]}
    assert (await guest.post(f"/api/orders/{delivery}/edits", body)).status == 409
    assert (await edits(guest, delivery, borscht=3)).status == 200


async def test_a_guests_edit_is_held_to_the_zones_minimum(cafe: Cafe) -> None:
    guest = cafe.guest()
    placed = await delivers(guest, *["borscht"] * 3, **HOLOSIIV)
    refused = await edits(guest, placed.json["order_id"], borscht=1)
    assert (refused.status, refused.json["error"]) == (400, "min_order_amount")
    assert "400" in refused.json["message"]
