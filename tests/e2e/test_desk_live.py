"""The desk follows what happens, with a sound and a count, and never under somebody's hands."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import LAPTOP, PHONE, Colleague, soon

COUNT_NOTES = """
window.notes = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { notes += 1; return start.apply(this, when); };
"""


def order(house: House) -> int:
    return int(house.do(house.cafe.guest().places("latte", "croissant"))["order_id"])


def moves(house: House, order_id: int, seen: str, to: str) -> None:
    async def move() -> None:
        desk = await house.cafe.desk("staff", name="Іван")
        answer = await desk.post(f"/api/desk/orders/{order_id}/move", {"seen": seen, "to": to})
        assert answer.status == 200, answer

    house.do(move())


def lets_go(owner: Colleague) -> None:
    """The mouse points at nothing."""
    owner.page.mouse.move(0, 0)


def test_orders_come_by_themselves_with_a_sound_and_a_count(owner: Colleague) -> None:
    house, page = owner.house, owner.page
    page.add_init_script(COUNT_NOTES)
    owner.opens("orders")
    page.locator("h1").click()  # a browser wants a touch before it makes a sound
    lets_go(owner)
    rows = page.locator(".order-row")
    first = order(house)
    expect(rows).to_have_count(1)
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    soon(lambda: page.evaluate("notes"), 3)
    owner.looks_well("live")
    moves(house, first, "new", "confirmed")
    expect(rows.locator(".order-status")).to_have_text(owner.says("Прийнято", "Accepted"))
    expect(page).to_have_title(re.compile(r"^[^(]"))
    owner.presses(owner.says("Звук нових замовлень", "Sound of new orders"), within="#top")
    owner.is_told(owner.says("вимкнено", "is off"))
    page.reload()
    lets_go(owner)
    page.keyboard.press("Shift")
    order(house)
    expect(rows).to_have_count(2)
    assert page.evaluate("notes") == 0


def test_before_a_touch_the_page_says_that_it_is_silent(hire: Hire) -> None:
    owner = hire(LAPTOP).opens("orders")
    owner.page.reload()
    hint = owner.page.locator(".bell-hint")
    expect(hint).to_have_text("Touch the page to hear new orders")
    lets_go(owner)
    owner.looks_well("live-silent")
    owner.page.locator("h1").click()
    expect(hint).to_have_count(0)


def test_what_is_new_waits_while_somebody_points(hire: Hire, own_house: House) -> None:
    order(own_house)
    owner = hire(LAPTOP).opens("orders")
    rows = owner.page.locator(".order-row")
    rows.first.hover()
    before = rows.first.bounding_box()
    for _ in range(3):
        order(own_house)
    line = owner.page.get_by_role("button", name="3 new orders · show")
    expect(line).to_be_visible()
    owner.looks_well("live-waits")
    assert (rows.count(), rows.first.bounding_box()) == (1, before)
    line.click()
    expect(rows).to_have_count(4)
    expect(line).to_have_count(0)


def test_what_is_new_waits_while_somebody_types_or_has_a_dialog_open(hire: Hire, own_house: House) -> None:
    order(own_house)
    owner = hire(PHONE).opens("orders")
    rows = owner.page.locator(".order-row")
    owner.page.get_by_role("searchbox").focus()
    lets_go(owner)
    order(own_house)
    owner.sees("1 нове замовлення · показати", within="#news")
    expect(rows).to_have_count(1)
    owner.page.get_by_role("searchbox").blur()
    expect(rows).to_have_count(2)
    owner.presses("Фільтри")
    order(own_house)
    expect(owner.page).to_have_title(re.compile(r"^\(3\) "))
    expect(owner.page.locator("#dialog")).to_be_visible()
    expect(rows).to_have_count(2)
    owner.page.keyboard.press("Escape")
    lets_go(owner)
    expect(rows).to_have_count(3)


def test_an_order_the_stock_and_the_day_follow_too(hire: Hire, own_house: House) -> None:
    order_id = order(own_house)
    owner = hire(LAPTOP).opens(f"orders/{order_id}")
    lets_go(owner)
    moves(own_house, order_id, "new", "confirmed")
    expect(owner.page.locator(".order-page .order-status").first).to_have_text("Accepted")

    owner.opens("stock")
    lets_go(owner)
    amount = owner.page.locator("[data-key='i-milk'] .stock-amount")
    before = amount.text_content() or ""
    order(own_house)
    expect(amount).not_to_have_text(before)

    owner.opens("hours")
    lets_go(owner)
    own_house.do(own_house.cafe.app.services.pause.pause_for(30))
    owner.sees("Not taking orders")


def test_a_session_that_was_ended_elsewhere(hire: Hire, own_house: House) -> None:
    owner = hire(LAPTOP).opens("stock")
    own_house.do(own_house.cafe.execute("DELETE FROM staff_sessions"))
    owner.sees("Sign in to the desk")
