"""Alcohol in browsers: the guest's age, a mark scanned by camera or typed, and the bottles that are open."""

import re
from base64 import b64encode
from io import BytesIO

import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.kitchen import place, tablet
from tests.e2e.office import LAPTOP, PHONE
from tests.e2e.people import OPPOSITES, somebody

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
name = "Джин-тонік"
name_en = "Gin and tonic"
price = 120
excise = true
recipe = { gin = 50 }
"""
CAMERA = """
(picture) => {
  const image = new Image();
  image.src = picture;
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: 640, height: 480 });
  const draw = () => { canvas.getContext("2d").drawImage(image, 0, 0); requestAnimationFrame(draw); };
  image.decode().then(draw);
  MediaDevices.prototype.getUserMedia = async () => {
    window.cameras = (window.cameras ?? 0) + 1;
    return canvas.captureStream(10);
  };
}
"""
"""A camera that looks at this picture."""


def serve_gin(house: House) -> None:
    house.do(house.cafe.load(BAR))
    rows = house.do(house.cafe.rows("SELECT slug, id FROM products"))
    house.cafe.products |= {row["slug"]: row["id"] for row in rows}


def cooking(house: House) -> int:
    order = place(house, "gin", answers={"adult": True})
    house.move(order, "cooking")
    return order


def picture_of(text: str) -> str:
    code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.DataMatrix)
    page = Image.new("RGB", (640, 480), "#ddd")
    page.paste(Image.fromarray(zxingcpp.write_barcode_to_image(code, scale=8)), (200, 120))
    content = BytesIO()
    page.save(content, "PNG")
    return f"data:image/png;base64,{b64encode(content.getvalue()).decode()}"


def test_the_screen_asks_for_the_mark_by_camera_or_by_hand(browser: Browser, own_house: House) -> None:
    serve_gin(own_house)
    first, second = cooking(own_house), cooking(own_house)
    with tablet(browser, own_house) as screen:
        screen.starts("Бар")
        page = screen.page
        dialog = page.locator("#dialog")
        page.evaluate(CAMERA, picture_of("010482000000001721A1b2C3d4E5"))
        screen.steps(first, "Готово")
        expect(dialog).to_contain_text("У відкритих пляшках 0 мл, треба 50. Відкрийте наступну.")
        page.screenshot(path="test-output/bottles-board.png")
        dialog.get_by_role("button", name="Камера").click()
        screen.sees(first, "ready")
        expect(dialog).not_to_be_visible()
        assert page.evaluate("cameras") == 1
        own_house.do(own_house.cafe.execute("UPDATE bottles SET remaining = 20"))
        screen.steps(second, "Готово")
        expect(dialog).to_contain_text("У відкритих пляшках 20 мл")
        box = dialog.get_by_label("Акцизна марка: Джин")
        box.fill("ABCD12")
        dialog.get_by_role("button", name="Готово").click()
        expect(dialog.get_by_role("alert")).to_contain_text("Це не та марка")
        box.fill("abcd 123456")
        box.press("Enter")
        screen.sees(second, "ready")
    rows = own_house.do(own_house.cafe.rows("SELECT mark, remaining FROM bottles ORDER BY id"))
    assert rows == [
        {"mark": "010482000000001721A1b2C3d4E5", "remaining": 0},
        {"mark": "ABCD123456", "remaining": 670},
    ]


def test_bottles_at_the_desk(own_house: House, hire: Hire) -> None:
    serve_gin(own_house)
    order = cooking(own_house)
    for look in (LAPTOP, PHONE):
        owner = hire(look)
        owner.opens("stock/bottles")
        owner.looks_well("bottles-none")
        owner.presses("Джин", within="#main")
        dialog = owner.page.locator("#dialog")
        mark = "AAAB000001" if look is LAPTOP else "AAAB000002"
        dialog.get_by_role("textbox").fill(mark)
        owner.looks_well("bottles-scan")
        dialog.get_by_role("button", name=owner.says("Готово", "Done")).click()
        expect(owner.page.locator("#main")).to_contain_text(mark)
        owner.looks_well("bottles")
    owner.page.get_by_role("button", name=owner.says("Порожня", "Empty")).first.click()
    owner.page.get_by_role("dialog").get_by_role("button", name=owner.says("Порожня", "Empty")).click()
    expect(owner.page.locator("#main")).not_to_contain_text("AAAB000001")
    own_house.do(own_house.cafe.execute("UPDATE bottles SET emptied_at = 1"))
    owner.opens(f"orders/{order}")
    owner.page.get_by_role("button", name=re.compile(owner.says("Готове", "Ready"))).click()
    owner.page.locator("#dialog").get_by_role("textbox").fill("AAAB000003")
    owner.page.locator("#dialog").get_by_role("button", name=owner.says("Готово", "Done")).click()
    expect(owner.page.locator("#main .badge").first).to_contain_text(owner.says("Готове", "Ready"))


def test_a_guest_says_that_they_are_of_age(browser: Browser, own_house: House) -> None:
    serve_gin(own_house)
    for look in OPPOSITES:
        with somebody(browser, own_house, look) as guest:
            guest.opens_menu()
            guest.adds("gin")
            guest.starts_checkout("pickup")
            guest.fills_contacts()
            guest.page.screenshot(path=f"test-output/age-{look}.png", full_page=True)
            guest.goes_on()
            expect(guest.field_error("adult")).to_contain_text("18")
            guest.page.get_by_label(guest.says("Мені вже є 18", "I am 18 or older")).check()
            guest.goes_on()
            order = guest.sees_order()
            guest.sees(guest.says("Мені вже є 18", "I am 18 or older"))
            [row] = own_house.do(own_house.cafe.rows("SELECT answers FROM orders WHERE id = :id", id=order))
            assert row["answers"] == "adult"
