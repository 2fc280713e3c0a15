"""What stands in the way of an order is said before anything is filled in: closed, paused, busy, too small a cart."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from cafe.core.ordering.orders.model import OrderType
from tests.e2e.axe import violations
from tests.e2e.conftest import Welcome
from tests.e2e.house import JUNE, House, open_house
from tests.e2e.people import OPPOSITES, Look, Person

Enter = Callable[[Look], Person]


@pytest.fixture
def day_house(tmp_path: Path) -> Iterator[House]:
    """A cafe from 8 to 22, on 15 June at noon."""
    with open_house(tmp_path, at=JUNE) as opened:
        opened.configure(work_hours_from="08:00", work_hours_to="22:00", min_delivery_order_amount=200)
        yield opened


@pytest.fixture
def enter(welcome: Welcome, day_house: House) -> Enter:
    def let_in(look: Look) -> Person:
        person = welcome(look, place=day_house)
        person.has_clock(day_house.now())
        return person.opens_menu()

    return let_in


def is_off(person: Person) -> bool:
    """Whether the main step cannot be taken."""
    if person.look.in_telegram:
        return not person.page.evaluate("window.Telegram.WebApp.MainButton.isActive")
    return person.page.locator(".bar-button").get_attribute("aria-disabled") == "true"


@pytest.mark.parametrize("look", [*OPPOSITES, Look(width=320, locale="en", scheme="dark")], ids=str)
def test_the_minimum_is_reached_in_the_cart(welcome: Welcome, look: Look) -> None:
    person = welcome(look).opens_menu()
    person.adds("espresso", 2)
    missing = person.says("Додайте ще 80\u00a0₴ до доставки", "Add ₴80 more for delivery")
    person.sees_step(missing)
    person.opens_cart()
    person.sees_step(missing)
    assert is_off(person)
    offered = person.page.locator("#page .enough li")
    expect(offered).to_have_count(3)
    prices = [int(re.sub(r"\D", "", text)) for text in offered.locator("b").all_inner_texts()]
    assert prices == sorted(prices)
    assert prices[0] >= 80
    person.photographs("cart-under-the-minimum")
    assert violations(person.page) == []
    assert person.page.evaluate("document.documentElement.scrollWidth") <= look.width
    offered.first.get_by_role("button").press("Enter")
    expect(offered).to_have_count(0)
    assert not is_off(person)
    if not look.in_telegram:
        expect(person.page.locator(".bar-button")).to_be_focused()
    person.goes_on()
    expect(person.page.locator("#address_street")).to_be_visible()


def test_too_little_to_deliver_can_be_picked_up(enter: Enter) -> None:
    guest = enter(Look())
    guest.adds("espresso")
    guest.is_settled()
    guest.goes("?page=checkout")
    guest.sees_step("Додайте ще 140\u00a0₴ до доставки")
    assert is_off(guest)
    expect(guest.page.locator("#address_street, #name")).to_have_count(0)
    guest.chooses("type", "pickup")
    guest.sees_no("Додайте ще 140\u00a0₴ до доставки")
    guest.fills_contacts()
    guest.goes_on()
    guest.sees_order()


def test_a_closed_cafe_leads_to_an_order_for_later(enter: Enter, day_house: House) -> None:
    day_house.configure(schedule_days=1)
    day_house.set_clock(15, 23, 0)
    for look in (Look(), Look(locale="en", scheme="dark", is_phone=False, width=1280)):
        person = enter(look)
        when = person.says("завтра, 08:00", "tomorrow, 08:00")
        person.sees(re.compile(person.says("Можна замовити на ", "You can order for ") + when), within="#banners")
        person.adds("cheesecake", 2)
        person.photographs("menu-closed")
        person.presses(person.says("Замовити на ", "Order for ") + when)
        expect(person.page.locator("#scheduled_for")).to_have_value("2026-06-16T08:00")
        person.sees(person.says("Зачинено, відчинимось завтра о 08:00", "Closed, opens tomorrow at 08:00"))
        person.photographs("checkout-closed")
        person.chooses("type", "dine_in")
        person.sees_step(person.says("Зачинено, відчинимось завтра о 08:00", "Closed, opens tomorrow at 08:00"))
        expect(person.page.locator("#name")).to_have_count(0)


def test_a_closed_cafe_lets_nobody_fill_in_a_form_for_nothing(enter: Enter, day_house: House) -> None:
    day_house.set_clock(15, 23, 0)
    guest = enter(Look())
    guest.sees_no("Можна замовити")
    guest.adds("cheesecake", 2)
    guest.opens_cart()
    guest.sees("Зачинено, відчинимось завтра о 08:00", within="#page")
    guest.sees_step("Зачинено, відчинимось завтра о 08:00")
    guest.photographs("cart-closed")
    assert is_off(guest)
    guest.has_clock(day_house.set_clock(16, 8, 5))
    guest.page.reload()
    guest.sees_step("Оформити")


def test_what_is_paused_says_until_when(enter: Enter, day_house: House) -> None:
    pause = day_house.cafe.app.services.pause
    day_house.do(pause.pause_for(30, OrderType.DELIVERY))
    person = enter(Look(locale="en"))
    said = "Delivery: taking orders again at 12:30."
    person.sees(said, within="#banners")
    person.adds("cheesecake", 2)
    person.opens_cart()
    person.sees(said, within="#page")
    person.sees_step(said)
    expect(person.page.locator("input[value=delivery]")).to_be_disabled()
    person.photographs("cart-paused")
    person.chooses("type", "pickup")
    person.goes_on()
    person.sees(said, within="#checkout")
    person.fills_contacts()
    person.goes_on()
    person.sees_order()
    day_house.do(pause.pause_until_resumed(OrderType.PICKUP))
    person.opens_menu()
    person.sees("Pickup: we are not taking these orders right now.", within="#banners")


def test_a_busy_kitchen_says_how_much_longer(enter: Enter, day_house: House) -> None:
    day_house.do(day_house.cafe.app.services.busy.begin_for(20, 60))
    guest = enter(Look())
    said = "Багато замовлень: до 13:00 готуємо на 20\u00a0хв довше."
    guest.sees(said, within="#banners")
    guest.adds("cheesecake", 2)
    guest.opens_cart()
    guest.sees(said, within="#page")
    guest.goes_on()
    guest.sees(said, within="#checkout")
    guest.photographs("checkout-busy")
