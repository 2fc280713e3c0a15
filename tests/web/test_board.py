"""The kitchen screen's interface: pairing, the board, presses, and the stream that says when to look again."""

import asyncio
import json
import re
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from cafe.pace import Pace
from cafe.web.sites import PAGES
from tests.driver import Cafe, FakeClock, Visitor, config_for, open_cafe
from tests.web.kitchen import board, moves, new_code, order_on, paired
from tests.web.streams import listening

BOARD_KEYS = {
    "version",
    "page",
    "now",
    "device",
    "device_id",
    "cafe_name",
    "catalogue",
    "busy",
    "pauses",
    "categories",
    "orders",
    "pieces",
    "left_out",
    "done",
}
MILK = {"code": "milk", "label": "Молоко (у т. ч. лактоза)", "emoji": "🥛"}
CELERY = {"code": "celery", "label": "Селера", "emoji": "🥬"}

# The page


async def test_the_page_loads_nothing_from_elsewhere_and_its_files_are_kept_for_ever(cafe: Cafe) -> None:
    answer = await cafe.get("/board/")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    for loose in ("unsafe", "http:", "https:", "*"):
        assert loose not in policy
    page = answer.body.decode()
    assert "<script>" not in page
    assert "style=" not in page
    files = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(files) > 15
    for address in files:
        assert re.match(r"/board/[0-9a-f]{12}/", address), address
        file = await cafe.get(address)
        assert (file.status, "immutable" in file.headers["Cache-Control"]) == (200, True), address
    named = {address.rpartition("/")[2] for address in files}
    scripts = (PAGES / "board").glob("*.js")
    assert {script.name for script in scripts} - {"service-worker.js"} <= named, "each is loaded ahead"
    redirect = await cafe.get("/board")
    assert (redirect.status, redirect.headers["Location"]) == (302, "/board/")


# Pairing


async def test_a_code_pairs_one_tablet(cafe: Cafe) -> None:
    code = await new_code(cafe, "Бар")
    tablet, other = cafe.guest(), cafe.guest()
    answer = await tablet.post("/api/board/pair", {"code": f" {code} "})
    assert (answer.status, answer.json) == (200, {"ok": True})
    [cookie] = answer.cookies
    attributes = cookie.split("; ")[1:]
    assert cookie.startswith("cafe_board=")
    assert attributes == ["HttpOnly", "Max-Age=31536000", "Path=/", "SameSite=Strict"]
    assert (await board(tablet))["device"] == "Бар"
    refused = await other.post("/api/board/pair", {"code": code})
    assert (refused.status, refused.json, refused.cookies) == (400, {"error": "code_invalid"}, [])
    token = cookie.partition(";")[0].partition("=")[2]
    assert token not in json.dumps(await cafe.rows("SELECT * FROM devices"))


async def test_of_many_tablets_with_one_code_one_is_paired(cafe: Cafe) -> None:
    code = await new_code(cafe)
    answers = await asyncio.gather(*(cafe.guest().post("/api/board/pair", {"code": code}) for _ in range(6)))
    assert sorted(answer.status for answer in answers) == [200] + [400] * 5
    assert await cafe.value("SELECT count(*) AS n FROM devices") == 1


async def test_over_https_the_cookie_is_this_hosts_own(tmp_path: Path, database_url: str) -> None:
    config = config_for(tmp_path, database_url=database_url, base_url="https://cafe.example.com")
    async with open_cafe(config, catalogue=None) as cafe:
        tablet = cafe.guest()
        answer = await tablet.post("/api/board/pair", {"code": await new_code(cafe)})
        [cookie] = answer.cookies
        assert cookie.startswith("__Host-cafe_board=")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=Strict"} <= set(cookie.split("; "))
        assert (await tablet.get("/api/board")).status == 200


async def test_a_code_is_good_for_ten_minutes(cafe: Cafe, clock: FakeClock) -> None:
    code = await new_code(cafe)
    clock.advance(minutes=10)
    assert (await cafe.guest().post("/api/board/pair", {"code": code})).json == {"error": "code_invalid"}


@pytest.mark.parametrize(
    "body", [{}, {"code": None}, {"code": 12345678}, {"code": ""}, {"code": ["1"]}, [], {"code": "\ud800"}]
)
async def test_what_is_no_code_pairs_nothing(cafe: Cafe, body: Any) -> None:
    answer = await cafe.guest().post("/api/board/pair", body)
    assert (answer.status, answer.json) == (400, {"error": "code_invalid"})


async def test_ten_wrong_codes_a_minute_are_all_that_the_cafe_takes(cafe: Cafe, clock: FakeClock) -> None:
    code = await new_code(cafe)
    answers = await asyncio.gather(*(cafe.guest().post("/api/board/pair", {"code": "0"}) for _ in range(14)))
    assert sorted(answer.status for answer in answers) == [400] * 10 + [429] * 4
    late = await cafe.guest().post("/api/board/pair", {"code": code})
    assert (late.status, late.json) == (429, {"error": "too_many_attempts"})
    clock.advance(seconds=60)
    assert (await cafe.guest().post("/api/board/pair", {"code": code})).status == 200


async def test_a_link_pairs_whatever_strangers_type(cafe: Cafe) -> None:
    code = await cafe.app.services.devices.issue_code("Бар")
    for _ in range(11):
        await cafe.guest().post("/api/board/pair", {"code": "0"})
    assert (await cafe.guest().post("/api/board/pair", {"code": code.shown})).status == 429
    assert (await cafe.guest().post("/api/board/pair", {"token": "no-such-link"})).status == 400
    tablet = cafe.guest()
    assert (await tablet.post("/api/board/pair", {"token": code.token})).status == 200
    assert (await board(tablet))["device"] == "Бар"
    assert (await cafe.guest().post("/api/board/pair", {"token": code.token})).status == 400


async def test_while_no_code_is_good_nothing_is_counted(cafe: Cafe) -> None:
    for _ in range(11):
        assert (await cafe.guest().post("/api/board/pair", {"code": "0"})).status == 400
    code = await new_code(cafe)
    assert (await cafe.guest().post("/api/board/pair", {"code": code})).status == 200


async def test_nobody_else_gets_in(cafe: Cafe) -> None:
    tablet, guest, member = await paired(cafe), cafe.guest(), cafe.person()
    order_id = (await guest.places("latte"))["order_id"]
    forged = Visitor(cafe, cookie="cafe_board=no-such-token")
    for stranger in (guest, member, forged, cafe.guest()):
        for method, path in (
            ("GET", "/api/board"),
            ("GET", "/api/board/stream"),
            ("GET", f"/api/board/orders/{order_id}/ticket"),
            ("POST", f"/api/board/orders/{order_id}/move"),
            ("POST", f"/api/board/orders/{order_id}/back"),
            ("POST", f"/api/board/orders/{order_id}/paid"),
            ("POST", f"/api/board/orders/{order_id}/lines/1"),
            ("POST", f"/api/board/orders/{order_id}/courier"),
            ("GET", f"/api/board/orders/{order_id}/refunds"),
            ("POST", f"/api/board/orders/{order_id}/refunds"),
            ("GET", "/api/board/cash"),
            ("POST", "/api/board/cash"),
            ("POST", "/api/board/busy"),
            ("POST", "/api/board/pause"),
            ("POST", "/api/board/modes"),
            ("GET", "/api/board/stops"),
            ("POST", "/api/board/stops/dish"),
            ("POST", "/api/board/stops/option"),
        ):
            answer = await stranger.request(method, path)
            assert (answer.status, answer.json) == (401, {"error": "not_paired"}), path
    assert (await order_on(tablet, order_id))["status"] == "new"


async def test_a_tablet_is_a_tablet_and_no_customer(cafe: Cafe) -> None:
    tablet = await paired(cafe)
    answer = await cafe.get("/api/orders", Cookie=tablet.cookie or "")
    assert answer.json == []
    assert answer.cookies, "it is a new guest there"


async def test_another_sites_presses_are_refused(cafe: Cafe) -> None:
    tablet = await paired(cafe)
    order_id = (await cafe.guest().places("latte"))["order_id"]
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}):
        for path in ("/api/board/pair", f"/api/board/orders/{order_id}/move"):
            body = {"seen": "new", "to": "confirmed", "code": "1"}
            assert (await tablet.request("POST", path, json=body, headers=headers)).status == 403
    assert (await order_on(tablet, order_id))["status"] == "new"
    assert await cafe.value("SELECT count(*) AS n FROM pairing_guesses") == 0


async def test_a_revoked_tablet_is_out_and_its_stream_ends(cafe: Cafe, clock: FakeClock) -> None:
    tablet, other = await paired(cafe, "Кухня"), await paired(cafe, "Бар")
    clock.advance(minutes=5)
    await board(other)
    devices = await cafe.app.services.devices.list_all()
    assert [(device.name, device.seen_at - device.paired_at) for device in devices] == [("Кухня", 0), ("Бар", 300)]
    async with listening(tablet) as stream, listening(other) as others:
        await stream.next_event()
        await others.next_event()
        await cafe.app.services.devices.revoke(devices[0].id)
        assert await stream.is_over()
        assert (await tablet.get("/api/board")).status == 401
        await cafe.guest().places("latte")
        await others.next_event()


# The board


async def test_what_the_screen_shows(cafe: Cafe) -> None:
    tablet, guest = await paired(cafe), cafe.guest()
    await guest.adds("latte", 2)
    order_id = (await guest.places("cake", kind="dine-in", table_number="7"))["order_id"]
    state = await board(tablet)
    assert state.keys() == BOARD_KEYS
    assert (state["now"], state["device"], state["done"]) == (1781514000, "Кухня", [])
    assert [category["name"] for category in state["categories"]] == ["Їжа", "Кава", "Десерти"]
    [order] = state["orders"]
    lines = order.pop("lines")
    assert order == {
        "id": order_id,
        "number": "№1",
        "order_type": "dine_in",
        "status": "new",
        "section": "new",
        "next": "confirmed",
        "waits_since": 1781514000,
        "due_at": 1781514900,
        "due": "2026-06-15T12:15",
        "is_promised": False,
        "is_scheduled": False,
        "table_number": "7",
        "name": "Олена",
        "is_paid": False,
        "payment_method": "cash",
        "total": 290,
        "is_payment_asked": False,
        "can_step_back": False,
    }
    coffee = state["categories"][1]["id"]
    assert [line.pop("id") > 0 for line in lines] == [True, True]
    assert lines[0] == {
        "name": "Лате",
        "quantity": 2,
        "note": "",
        "is_done": False,
        "category_id": coffee,
        "allergens": [MILK],
    }
    assert state["pieces"][0] == {"name": "Лате", "quantity": 2, "category_id": coffee}
    assert "67 123" not in json.dumps(state)


async def test_address_and_phone_stand_on_the_ticket_alone(cafe: Cafe) -> None:
    tablet = await paired(cafe)
    comment = {"address_apartment": "5", "address_comment": "Дзвонити двічі", "cash_change_for": 1000}
    order_id = (await cafe.guest().places("borscht", "borscht", kind="delivery", **comment))["order_id"]
    shown = json.dumps(await board(tablet), ensure_ascii=False)
    assert (await order_on(tablet, order_id))["cash_change_for"] == 1000
    assert "Хрещатик" not in shown
    assert "4567" not in shown
    ticket = (await tablet.get(f"/api/board/orders/{order_id}/ticket")).json
    edit = ticket.pop("edit")
    assert [(line["name"], line["quantity"]) for line in edit["lines"]] == [("Борщ", 2)]
    assert ticket == {
        "cafe_name": "Кав'ярня «Тест»",
        "id": order_id,
        "number": "№1",
        "order_type": "delivery",
        "created": "2026-06-15T12:00",
        "due": "2026-06-15T12:15",
        "table_number": None,
        "name": "Олена",
        "phone": "+380 67 123 45 67",
        "address": "Київ, Хрещатик, 1а, кв. 5",
        "map_url": f"https://www.google.com/maps/search/?api=1&query={quote('Київ, Хрещатик, 1а')}",
        "address_comment": "Дзвонити двічі",
        "lines": [{"name": "Борщ", "quantity": 2, "note": "", "allergens": [MILK, CELERY]}],
        "is_paid": False,
        "payment_method": "cash",
        "total": ticket["total"],
        "cash_change_for": 1000,
    }
    assert (await tablet.get("/api/board/orders/999/ticket")).json == {"error": "not_found"}
    picked = (await cafe.guest().places("latte", comment="Прибори не потрібні"))["order_id"]
    ticket = (await tablet.get(f"/api/board/orders/{picked}/ticket")).json
    assert (ticket["phone"], ticket["address"], ticket["address_comment"]) == (
        "+380 67 123 45 67",
        "",
        "Прибори не потрібні",
    )
    assert "map_url" not in ticket
    here = (await cafe.guest().places("latte", kind="dine-in"))["order_id"]
    assert (await tablet.get(f"/api/board/orders/{here}/ticket")).json["phone"] == "", "nobody is called at a table"


async def test_a_flat_in_the_guests_own_words_is_left_as_it_is(cafe: Cafe) -> None:
    tablet = await paired(cafe)
    form = {"kind": "delivery", "address_apartment": "офіс 14"}
    order_id = (await cafe.guest().places("borscht", "borscht", **form))["order_id"]
    ticket = (await tablet.get(f"/api/board/orders/{order_id}/ticket")).json
    assert ticket["address"] == "Київ, Хрещатик, 1а, офіс 14"


async def test_the_version_changes_with_the_board_and_not_with_the_clock(cafe: Cafe, clock: FakeClock) -> None:
    tablet = await paired(cafe)
    order_id = (await cafe.guest().places("latte", kind="dine-in"))["order_id"]
    first = (await board(tablet))["version"]
    clock.advance(minutes=3)
    assert (await board(tablet))["version"] == first
    assert (await moves(tablet, order_id, "new", "confirmed")).json["version"] != first
    before = (await board(tablet))["version"]
    clock.advance(hours=1)
    late = await board(tablet)
    assert late["version"] != before, "time alone makes it late"
    assert [order["section"] for order in late["orders"]] == ["late"]


# Presses


async def test_an_order_goes_its_way_under_the_tablets_name(cafe: Cafe) -> None:
    tablet = await paired(cafe, "Бар")
    order_id = (await cafe.guest().places("latte"))["order_id"]
    for seen, to in (("new", "confirmed"), ("confirmed", "cooking"), ("cooking", "ready")):
        order = await order_on(tablet, order_id)
        assert (order["next"], order["is_payment_asked"]) == (to, False)
        answer = await moves(tablet, order_id, seen, to)
        assert answer.status == 200
        assert answer.json.keys() == BOARD_KEYS
    order = await order_on(tablet, order_id)
    assert (order["next"], order["is_payment_asked"]) == ("completed", True)
    await tablet.post(f"/api/board/orders/{order_id}/paid", {"seen": "ready", "payment": "cash"})
    last = await board(tablet)
    assert last["orders"] == []
    assert [(order["id"], order["status"]) for order in last["done"]] == [(order_id, "completed")]
    actors = await cafe.rows("SELECT DISTINCT actor FROM order_events WHERE kind = 'status'")
    assert actors == [{"actor": "Бар"}]


async def test_a_press_that_comes_too_late_changes_nothing_and_tells_who_was_faster(cafe: Cafe) -> None:
    kitchen, bar = await paired(cafe), await paired(cafe, "Бар")
    order_id = (await cafe.guest().places("latte"))["order_id"]
    await moves(bar, order_id, "new", "confirmed")
    late = await moves(kitchen, order_id, "new", "confirmed")
    order = {"id": order_id, "number": "№1", "order_type": "pickup", "status": "confirmed", "actor": "Бар"}
    assert (late.status, late.json) == (409, {"error": "changed", "order": order})
    await cafe.app.services.orders.cancel(await cafe.value("SELECT customer_id FROM orders"), order_id)
    line_id = await cafe.value("SELECT id FROM order_lines")
    for path, body in (
        ("move", {"seen": "confirmed", "to": "cooking"}),
        ("back", {"seen": "confirmed"}),
        ("paid", {"seen": "confirmed", "payment": "cash"}),
        (f"lines/{line_id}", {"is_done": True}),
    ):
        answer = await kitchen.post(f"/api/board/orders/{order_id}/{path}", body)
        assert (answer.status, answer.json["error"], answer.json["order"]["status"]) == (409, "changed", "cancelled")
    assert await cafe.value("SELECT status FROM orders") == "cancelled"


async def test_many_presses_at_once_are_one_step(cafe: Cafe) -> None:
    tablet = await paired(cafe)
    order_id = (await cafe.guest().places("latte"))["order_id"]
    answers = await asyncio.gather(*(moves(tablet, order_id, "new", "confirmed") for _ in range(8)))
    assert sorted(answer.status for answer in answers) == [200] + [409] * 7
    assert await cafe.value("SELECT count(*) AS n FROM order_events WHERE kind = 'status'") == 1


async def test_cash_that_went_back_keeps_its_order_completed(cafe: Cafe) -> None:
    tablet, staff = await paired(cafe), await cafe.desk("staff")
    order_id = (await cafe.guest().places("latte"))["order_id"]
    await cafe.moves_order(order_id, "ready")
    await tablet.post(f"/api/board/orders/{order_id}/paid", {"seen": "ready", "payment": "cash"})
    assert (await staff.post(f"/api/desk/orders/{order_id}/refunds", {"seen": 0, "amount": "1"})).status == 200
    back = await tablet.post(f"/api/board/orders/{order_id}/back", {"seen": "completed"})
    assert (back.status, back.json["error"], back.json["order"]["status"]) == (409, "given_back", "completed")


async def test_a_step_back(cafe: Cafe, clock: FakeClock) -> None:
    tablet = await paired(cafe)
    order_id = (await cafe.guest().places("latte"))["order_id"]
    await moves(tablet, order_id, "new", "confirmed")
    await moves(tablet, order_id, "confirmed", "cooking")
    assert (await order_on(tablet, order_id))["can_step_back"] is True
    back = await tablet.post(f"/api/board/orders/{order_id}/back", {"seen": "cooking"})
    assert (back.status, back.json["orders"][0]["status"]) == (200, "confirmed")
    await moves(tablet, order_id, "confirmed", "cooking")
    clock.advance(minutes=2)
    late = await tablet.post(f"/api/board/orders/{order_id}/back", {"seen": "cooking"})
    assert (late.status, late.json["error"], late.json["order"]["status"]) == (409, "too_late", "cooking")


async def test_lines_are_done_one_by_one(cafe: Cafe) -> None:
    tablet, guest = await paired(cafe), cafe.guest()
    order_id = (await guest.places("latte", "cake"))["order_id"]
    first, second = (await order_on(tablet, order_id))["lines"]
    for _ in range(2):
        answer = await tablet.post(f"/api/board/orders/{order_id}/lines/{first['id']}", {"is_done": True})
        assert answer.status == 200
    state = await board(tablet)
    assert [line["is_done"] for line in state["orders"][0]["lines"]] == [True, False]
    assert [each["name"] for each in state["pieces"]] == [second["name"]]
    await tablet.post(f"/api/board/orders/{order_id}/lines/{first['id']}", {"is_done": False})
    assert [line["is_done"] for line in (await order_on(tablet, order_id))["lines"]] == [False, False]
    assert (await tablet.post(f"/api/board/orders/{order_id}/lines/999", {"is_done": True})).status == 404
    assert (await tablet.post(f"/api/board/orders/999/lines/{first['id']}", {"is_done": True})).status == 404


@pytest.mark.parametrize("method", ["card", "cash"])
async def test_an_unpaid_order_is_not_handed_over_unasked(cafe: Cafe, method: str) -> None:
    tablet = await paired(cafe)
    order_id = (await cafe.guest().places("latte", payment_method=method))["order_id"]
    await cafe.moves_order(order_id, "ready")
    asked = await moves(tablet, order_id, "ready", "completed")
    assert (asked.status, asked.json["error"], asked.json["order"]["status"]) == (409, "not_paid", "ready")
    path = f"/api/board/orders/{order_id}/paid"
    assert (await tablet.post(path, {"seen": "ready", "payment": "shells"})).json == {"error": "invalid"}
    assert (await tablet.post(path, {"seen": "ready", "payment": "terminal"})).status == 200
    [order] = (await board(tablet))["done"]
    assert (order["status"], order["is_paid"]) == ("completed", True)


async def test_cash_is_taken_once_and_a_step_back_forgets_it(cafe: Cafe) -> None:
    kitchen, bar = await paired(cafe), await paired(cafe, "Бар")
    order_id = (await cafe.guest().places("latte"))["order_id"]
    await cafe.moves_order(order_id, "ready")
    press = {"seen": "ready", "payment": "cash"}
    path = f"/api/board/orders/{order_id}/paid"
    answers = await asyncio.gather(*(tablet.post(path, press) for tablet in (kitchen, bar) for _ in range(3)))
    assert sorted(answer.status for answer in answers) == [200] + [409] * 5
    paid = "SELECT kind, amount FROM payments"
    assert await cafe.rows(paid) == [{"kind": "cash", "amount": 81_00}]
    assert (await kitchen.post(f"/api/board/orders/{order_id}/back", {"seen": "completed"})).status == 200
    assert await cafe.rows(paid) == []
    assert (await order_on(kitchen, order_id))["is_payment_asked"] is True


async def test_a_paid_order_that_costs_more_since_asks_how_the_rest_was_paid(cafe: Cafe) -> None:
    tablet = await paired(cafe)
    order_id = (await cafe.guest().places("latte", payment_method="card"))["order_id"]
    await cafe.moves_order(order_id, "ready")
    await cafe.notes_payment(order_id, "card")
    await cafe.execute("UPDATE orders SET total = total + 20, balance = 20 WHERE id = :id", id=order_id)
    order = await order_on(tablet, order_id)
    assert (order["is_paid"], order["balance"], order["is_payment_asked"]) == (True, 20, True)
    assert (await moves(tablet, order_id, "ready", "completed")).json["error"] == "not_paid"
    path = f"/api/board/orders/{order_id}/paid"
    assert (await tablet.post(path, {"seen": "ready", "payment": "terminal"})).status == 200
    paid = await cafe.rows("SELECT kind, amount FROM payments ORDER BY id")
    assert paid == [{"kind": "card", "amount": 81_00}, {"kind": "terminal", "amount": 20_00}]


async def test_an_order_whose_payment_went_back_is_paid_anew_or_free(cafe: Cafe) -> None:
    tablet = await paired(cafe)
    order_id = (await cafe.guest().places("latte", payment_method="card"))["order_id"]
    await cafe.moves_order(order_id, "ready")
    await cafe.notes_payment(order_id, "card")
    order = await order_on(tablet, order_id)
    assert (order["is_paid"], order["is_payment_asked"], "may_be_free" in order) == (True, False, False)
    await cafe.execute(
        "INSERT INTO refunds (order_id, number, payment_id, way, reference, amount, currency, state, created_at) "
        "SELECT order_id, 1, id, 'cabinet', 'r', amount, 'UAH', 'done', 1 FROM payments"
    )
    order = await order_on(tablet, order_id)
    assert (order["refunded"], order["is_payment_asked"], order["may_be_free"]) == (81_00, True, True)
    assert (await moves(tablet, order_id, "ready", "completed")).status == 200
    assert await cafe.value("SELECT count(*) AS n FROM payments") == 1


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("move", {}),
        ("move", {"seen": "new"}),
        ("move", {"seen": "new", "to": "eaten"}),
        ("move", {"seen": ["new"], "to": {"x": 1}}),
        ("move", []),
        ("back", {"seen": 5}),
        ("paid", {"seen": "ready"}),
        ("lines/1", {"is_done": "yes"}),
        ("lines/1", {}),
    ],
)
async def test_a_press_that_says_nothing(cafe: Cafe, path: str, body: Any) -> None:
    tablet = await paired(cafe)
    order_id = (await cafe.guest().places("latte"))["order_id"]
    answer = await tablet.post(f"/api/board/orders/{order_id}/{path}", body)
    assert (answer.status, answer.json) == (400, {"error": "invalid"})


async def test_an_order_that_is_not_there(cafe: Cafe) -> None:
    tablet = await paired(cafe)
    assert (await moves(tablet, 999, "new", "confirmed")).json == {"error": "not_found"}


async def test_busy_mode_from_the_screen(cafe: Cafe) -> None:
    tablet, other = await paired(cafe), await paired(cafe, "Бар")
    off = (await board(tablet))["busy"]
    assert off == {"minutes": 0, "until": None, "mark": 0}
    begun = await tablet.post("/api/board/busy", {"minutes": 20, "span": 60, "mark": 0})
    assert (begun.status, begun.json["busy"]) == (200, {"minutes": 20, "until": "2026-06-15T13:00", "mark": 1})
    order_id = (await cafe.guest().places("latte", kind="dine-in"))["order_id"]
    assert (await order_on(other, order_id))["due"] == "2026-06-15T12:35"
    late = await other.post("/api/board/busy", {"minutes": 10, "span": 60, "mark": 0})
    assert (late.status, late.json) == (409, {"error": "busy_changed"})
    today = await other.post("/api/board/busy", {"minutes": 10, "mark": 1})
    assert today.json["busy"] == {"minutes": 10, "until": "2026-06-16T08:00", "mark": 2}
    assert (await tablet.post("/api/board/busy", {"minutes": 0, "mark": 2})).json["busy"]["minutes"] == 0
    for wrong in ({}, {"minutes": 121, "mark": 3}, {"minutes": 10}, {"minutes": 10, "span": 0, "mark": 3}):
        answer = await tablet.post("/api/board/busy", wrong)
        assert (answer.status, answer.json) == (400, {"error": "invalid"})


# The stream


async def test_the_stream_hints_at_each_change(cafe: Cafe) -> None:
    tablet = await paired(cafe)
    async with listening(tablet) as stream:
        headers = stream.response.headers
        assert headers["Content-Type"] == "text/event-stream; charset=utf-8"
        assert (headers["Cache-Control"], headers["X-Accel-Buffering"]) == ("no-store", "no")
        assert "Max-Age=31536000" in headers["Set-Cookie"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        first = await stream.next_event()
        assert first == {"event": "changed", "data": (await board(tablet))["version"]}
        order_id = (await cafe.guest().places("latte"))["order_id"]
        second = await stream.next_event()
        assert second["data"] == (await board(tablet))["version"] != first["data"]
        await cafe.execute("UPDATE orders SET status = 'cooking' WHERE id = :id", id=order_id)
        assert (await stream.next_event())["data"] == (await board(tablet))["version"], "another process wrote"


async def test_orders_that_get_late_are_a_change(cafe: Cafe, clock: FakeClock) -> None:
    tablet = await paired(cafe)
    await cafe.guest().places("latte", kind="dine-in")
    async with listening(tablet) as stream:
        first = await stream.next_event()
        clock.advance(hours=1)
        assert await stream.next_event() != first


async def test_no_more_than_twenty_streams(cafe: Cafe) -> None:
    tablet, other = await paired(cafe), await paired(cafe, "Бар")
    async with AsyncExitStack() as stack:
        oldest, *_ = [await stack.enter_async_context(listening(tablet)) for _ in range(20)]
        answer = await other.get("/api/board/stream")
        assert (answer.status, answer.json) == (503, {"error": "too_many_streams"})
        assert (await other.get("/api/board")).status == 200
        newest = await stack.enter_async_context(listening(tablet))
        assert await oldest.is_over(), "a tablet that comes again takes the place of its own oldest"
        await newest.next_event()


async def test_a_place_in_the_stream_is_free_again_when_a_screen_leaves(cafe: Cafe) -> None:
    tablet, other = await paired(cafe), await paired(cafe, "Бар")
    async with AsyncExitStack() as stack:
        for _ in range(20):
            await stack.enter_async_context(listening(tablet))
    async with asyncio.timeout(30):
        while (await _stream_status(other)) != 200:  # noqa: ASYNC110 - seen from outside
            await asyncio.sleep(0.05)


async def _stream_status(tablet: Visitor) -> int:
    headers = {"Cookie": tablet.cookie or ""}
    async with tablet.cafe.session.get(f"{tablet.cafe.url}/api/board/stream", headers=headers) as response:
        return response.status


async def test_a_screen_that_does_not_read_holds_nobody_up(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for buffer in ("HIGH_WATER", "RECEIVE_BUFFER"):
        monkeypatch.setattr(f"tests.virtual.network.{buffer}", 1024)
    config = config_for(tmp_path, database_url=database_url)
    async with open_cafe(config, catalogue=None, pace=Pace(heartbeat=0.002)) as cafe, AsyncExitStack() as stack:
        tablet, other = await paired(cafe), await paired(cafe, "Бар")
        host, port = cafe.url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port), limit=1024)
        stack.callback(writer.close)
        writer.write(f"GET /api/board/stream HTTP/1.1\r\nHost: {host}\r\nCookie: {tablet.cookie}\r\n\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        async with listening(other) as stream:
            await stream.next_event()
            await asyncio.sleep(
                25
            )  # the one that does not read is cut off meanwhile, after the 64 KB that the server buffers
            await cafe.guest().places("latte")
            await stream.next_event()
        async with asyncio.timeout(1):
            assert len(await reader.read()) < 80_000, "its connection was closed"


async def test_a_stop_does_not_wait_for_open_streams(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cafe.server.GRACE_PERIOD", 60)
    loop = asyncio.get_running_loop()
    config = config_for(tmp_path, database_url=database_url)
    async with open_cafe(config, catalogue=None, pace=Pace(heartbeat=60)) as cafe:
        tablet = await paired(cafe)
        async with AsyncExitStack() as stack:
            stream = await stack.enter_async_context(listening(tablet))
            await stream.next_event()
            kept = stack.pop_all()
        began = loop.time()
    assert loop.time() - began < 30
    await kept.aclose()
