"""Alcohol from the menu to the counter: guests give their age, bottles are scanned at the screen and at the desk."""

from io import BytesIO
from typing import Any

import pytest
import zxingcpp
from PIL import Image

from tests.driver import Answer, Cafe, DeskVisitor, Visitor
from tests.web.kitchen import moves, paired

BAR = """
[[ingredients]]
code = "gin"
name = "Джин"
unit = "ml"
stock = 2000
bottle = 700

[[products]]
slug = "gin"
category = "coffee"
name = "Джин 50 мл"
name_en = "Gin 50 ml"
price = 120
excise = true
uktzed = "2208501100"
recipe = { gin = 50 }

[[products]]
slug = "wine"
category = "coffee"
name = "Вино"
price = 600
excise = true
"""


@pytest.fixture
async def bar(cafe: Cafe) -> Cafe:
    await cafe.load(BAR)
    cafe.products |= {row["slug"]: row["id"] for row in await cafe.rows("SELECT slug, id FROM products")}
    return cafe


async def order_of(guest: Visitor, slug: str, quantity: int = 1) -> int:
    assert (await guest.adds(slug, quantity)).status == 201
    order = await guest.orders_pickup(answers={"adult": True})
    assert order.status == 201, order.json
    return int(order.json["order_id"])


async def cooked(bar: Cafe, slug: str, quantity: int = 1) -> int:
    order = await order_of(bar.person(), slug, quantity)
    await bar.moves_order(order, "cooking")
    return order


async def scans(visitor: Visitor | DeskVisitor, place: str, order: int, mark: str, **what: str) -> Answer:
    return await visitor.post(f"/api/{place}/orders/{order}/marks", {"mark": mark, **what})


async def test_guests_say_that_they_are_of_age(bar: Cafe) -> None:
    guest = bar.guest()
    assert "asks_age" not in (await guest.adds("latte")).json
    assert (await guest.adds("gin")).json["asks_age"] is True
    for kind in ("delivery", "pickup", "dine-in"):
        refused = await guest.orders(kind)
        assert (refused.status, refused.json["error"]) == (400, "age_unconfirmed"), kind
        assert refused.json["message"] == "Алкоголь — лише для повнолітніх: підтвердьте, що вам уже є 18."
        assert (await guest.orders(kind, answers={"adult": False})).status == 400
    placed = await guest.orders_dine_in(answers={"adult": True, "cutlery": True})
    assert placed.status == 201
    assert await bar.value("SELECT answers FROM orders") == "adult"


async def test_alcohol_is_sold_in_its_hours_alone(bar: Cafe) -> None:
    """It is noon."""
    guest = bar.guest()
    await guest.adds("gin")
    await bar.configure(alcohol_hours="13:00-21:00")
    refused = await guest.orders_pickup(answers={"adult": True})
    assert refused.json["error"] == "options_unavailable"
    assert "Джин 50 мл (13:00-21:00)" in refused.json["message"]
    assert (await bar.guest().adds("gin")).status == 404
    names = [each["name"] for each in (await guest.get("/api/products")).json]
    assert "Лате" in names
    assert "Джин 50 мл" not in names
    later = await guest.orders_pickup(answers={"adult": True}, pickup_time="14:00")
    assert later.json["error"] == "options_unavailable"
    await bar.configure(alcohol_hours="")
    assert (await guest.orders_pickup(answers={"adult": True})).status == 201


async def test_the_screen_refuses_and_scans(bar: Cafe) -> None:
    tablet, order = await paired(bar, "Бар"), await cooked(bar, "gin", 2)
    refused = await moves(tablet, order, "cooking", "ready")
    missing = {"name": "Джин", "name_en": "Джин", "ingredient": "gin", "unit": "ml", "remaining": 0, "needed": 100}
    assert (refused.status, refused.json["error"], refused.json["missing"]) == (409, "marks_missing", [missing])
    assert refused.json["order"]["status"] == "cooking"
    wrong = await scans(tablet, "board", order, "abc", ingredient="gin")
    assert (wrong.status, wrong.json) == (409, {"error": "mark_invalid", "missing": [missing]})
    assert (await scans(tablet, "board", order, "aaab 123456", ingredient="gin")).json == {"missing": []}
    used = await scans(tablet, "board", order, "AAAB123456", ingredient="gin")
    assert (used.status, used.json) == (409, {"error": "mark_used", "missing": []})
    assert (await moves(tablet, order, "cooking", "ready")).status == 200
    assert await bar.rows("SELECT mark, remaining, scanned_by FROM bottles") == [
        {"mark": "AAAB123456", "remaining": 600, "scanned_by": "Бар"}
    ]


async def test_the_desk_scans_what_is_sold_unopened(bar: Cafe) -> None:
    desk, order = await bar.desk("staff", "Олена"), await cooked(bar, "wine")
    refused = await desk.post(f"/api/desk/orders/{order}/move", {"seen": "cooking", "to": "ready"})
    [missing] = refused.json["missing"]
    assert (refused.status, missing["name"], missing["pieces"]) == (409, "Вино", 1)
    assert (await scans(desk, "desk", order, "AAAB123456", drink=missing["drink"])).json == {"missing": []}
    assert (await desk.post(f"/api/desk/orders/{order}/move", {"seen": "cooking", "to": "ready"})).status == 200
    elsewhere = await scans(desk, "desk", order, "AAAB123457", drink=missing["drink"])
    assert (elsewhere.status, elsewhere.json["error"]) == (409, "mark_not_needed")
    assert (await scans(desk, "desk", 10**6, "AAAB123456")).status == 404


async def test_the_desk_opens_bottles_and_takes_them_away(bar: Cafe) -> None:
    desk = await bar.desk("staff", "Олена")
    assert (await desk.get("/api/desk/bottles")).json == {
        "bottles": [],
        "ingredients": [{"code": "gin", "name": "Джин", "unit": "ml", "bottle": 700}],
    }
    opened = await desk.post("/api/desk/bottles", {"ingredient": "gin", "mark": "AAAB123456"})
    [bottle] = opened.json["bottles"]
    assert (bottle["mark"], bottle["remaining"], bottle["by"]) == ("AAAB123456", 700, "Олена")
    assert (await desk.post("/api/desk/bottles", {"ingredient": "gin", "mark": "AAAB123456"})).status == 409
    assert (await desk.post("/api/desk/bottles", {"ingredient": "milk", "mark": "AAAB123457"})).status == 409
    gone = await desk.post(f"/api/desk/bottles/{bottle['id']}/empty")
    assert gone.json["bottles"] == []
    assert (await desk.post(f"/api/desk/bottles/{bottle['id']}/empty")).status == 409


def picture_of(text: str, kind: zxingcpp.BarcodeFormat) -> bytes:
    code = Image.fromarray(zxingcpp.write_barcode_to_image(zxingcpp.create_barcode(text, kind), scale=6))
    page = Image.new("L", (640, 480), 210)
    page.paste(code.rotate(8, expand=True, fillcolor=210), (200, 120))
    content = BytesIO()
    page.save(content, "JPEG", quality=70)
    return content.getvalue()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("010482000000001721A1b2C3d4E5", zxingcpp.BarcodeFormat.DataMatrix),
        ("https://excise.example/AAAB/123456", zxingcpp.BarcodeFormat.QRCode),
    ],
)
async def test_the_server_reads_codes_for_browsers_that_cannot(
    bar: Cafe, text: str, kind: zxingcpp.BarcodeFormat
) -> None:
    tablet, desk = await paired(bar), await bar.desk("staff")
    for visitor, place in ((tablet, "board"), (desk, "desk")):
        answer = await send_picture(visitor, f"/api/{place}/code", picture_of(text, kind))
        assert (answer.status, answer.json) == (200, {"text": text})
        for content in (b"", b"\xff\xd8\xff nonsense", blank()):
            assert (await send_picture(visitor, f"/api/{place}/code", content)).json == {"text": None}
        assert (await send_picture(visitor, f"/api/{place}/code", bytes(1024**2 + 1))).status == 413


def blank() -> bytes:
    content = BytesIO()
    Image.new("L", (640, 480), 255).save(content, "PNG")
    return content.getvalue()


async def send_picture(visitor: Any, path: str, content: bytes) -> Answer:
    answer: Answer = await visitor.request("POST", path, data=content, headers={"Content-Type": "image/jpeg"})
    return answer
