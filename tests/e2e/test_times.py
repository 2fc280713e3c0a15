"""When an order is wanted: how soon it can be had, times for later, and what happens when they go."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Request, Route, expect

from cafe.core.ordering.orders.model import OrderStatus
from tests.driver import ABSENT
from tests.e2e.axe import violations
from tests.e2e.conftest import Welcome
from tests.e2e.house import JUNE, House, open_house
from tests.e2e.people import EVERYBODY, Look, Person

FOREIGNER = Look(locale="en", scheme="dark", is_phone=False, width=1280)
EVENING = "2026-06-15T18:30"
WATCH_SHIFTS = """window.shifts = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifts += entry.value;
}).observe({type: 'layout-shift'});"""

Enter = Callable[[Look], Person]


@pytest.fixture
def later_house(tmp_path: Path) -> Iterator[House]:
    """A cafe that takes orders for two days ahead, on 15 June at noon."""
    with open_house(tmp_path, at=JUNE) as opened:
        opened.configure(
            work_hours_from="08:00",
            work_hours_to="22:00",
            schedule_days=2,
            prep_minutes=25,
            delivery_minutes=10,
            min_delivery_order_amount=0,
        )
        yield opened


@pytest.fixture
def enter(welcome: Welcome, later_house: House) -> Enter:
    """Let a guest into that cafe, up to the filled form of a pickup that only has to be sent."""

    def let_in(look: Look) -> Person:
        person = welcome(look, place=later_house)
        person.has_clock(later_house.now())
        person.opens_menu()
        person.adds("latte")
        person.starts_checkout("pickup")
        person.fills_contacts()
        return person

    return let_in


def takes_the_last_place(house: House, at: str = EVENING) -> None:
    """Somebody else orders for a time that has room for one."""
    house.do(house.cafe.load('[[slots]]\norder_type = "pickup"\nmax_orders = 1\n'))
    house.do(house.cafe.guest().places("latte", scheduled_for=at, pickup_time=ABSENT))


def option(person: Person, at: str) -> Any:
    return person.page.locator(f"#scheduled_for option[value='{at}']")


def test_as_soon_as_possible_says_how_soon(welcome: Welcome, later_house: House) -> None:
    for look in (Look(), FOREIGNER):
        later_house.configure(schedule_days=0, prep_minutes=25)
        person = welcome(look, place=later_house)
        person.has_clock(later_house.now())
        person.opens_menu()
        person.adds("latte")
        person.starts_checkout()
        soon = person.says("Якнайшвидше · приблизно за {} хв", "As soon as possible · in about {} min")
        person.sees(soon.format(35), within="#checkout")  # a delivery, with its way
        later_house.configure(prep_minutes=45)
        person.chooses("type", "pickup")
        person.sees(soon.format(45), within="#checkout")
        first = person.page.locator("#pickup_time option").first
        expect(first).to_have_text(person.says("Якнайшвидше, близько 12:45", "As soon as possible, about 12:45"))
        expect(person.page.locator("#scheduled_for, input[name=when]")).to_have_count(0)
        person.chooses("type", "dine_in")
        person.sees_no(person.says("Якнайшвидше", "As soon as possible"))


@pytest.mark.parametrize("look", [Look(), FOREIGNER], ids=str)
@pytest.mark.parametrize("kind", ["pickup", "delivery"])
def test_an_order_for_tomorrow(enter: Enter, look: Look, kind: str) -> None:
    person = enter(look)
    sent: list[Any] = []

    def note(request: Request) -> None:
        if request.url.endswith(f"/checkout/{kind}"):
            sent.append(request.post_data_json)

    person.page.on("request", note)
    if kind == "delivery":
        person.chooses("type", "delivery")
        person.fills_delivery()
    minutes, first = {"pickup": (25, "12:30"), "delivery": (35, "12:45")}[kind]
    soon = person.says(f"приблизно за {minutes} хв", f"in about {minutes} min")
    person.sees(soon, within="label:has([value=asap])")
    person.chooses("when", "later")
    days = person.page.locator("#day option")
    expect(days).to_have_text(
        [
            person.says(*words)
            for words in (("Сьогодні", "Today"), ("Завтра", "Tomorrow"), (r"ср, 17 червня", "Wed 17 June"))
        ]
    )
    expect(person.page.locator("#scheduled_for")).to_have_value(f"2026-06-15T{first}")
    person.orders_for(person.says("Завтра", "Tomorrow"), "08:15")
    person.goes_on()
    order_id = person.sees_order()
    [body] = sent
    assert body["scheduled_for"] == "2026-06-16T08:15"
    assert "pickup_time" not in body
    when = {
        "pickup": person.says("Самовивіз на 16.06 о 08:15", "Pickup on 16.06 at 08:15"),
        "delivery": person.says("Доставка на 16.06 о 08:15", "Delivery on 16.06 at 08:15"),
    }[kind]
    hero = person.page.locator(".hero")
    expect(hero.locator(".ready-time")).to_have_text(
        {
            "pickup": person.says("Самовивіз завтра о 08:15", "Pickup tomorrow at 08:15"),
            "delivery": person.says("Доставка завтра о 08:15", "Delivery tomorrow at 08:15"),
        }[kind]
    )
    expect(hero.get_by_text("08:15")).to_have_count(1)
    house = person.house
    house.do(house.cafe.app.services.staff_orders.advance(order_id, OrderStatus.NEW, OrderStatus.CONFIRMED, "Марія"))
    expect(hero).to_contain_text(person.says("Почнемо готувати ближче до часу", "start cooking nearer the time"))
    person.goes("?page=orders")
    expect(person.page.locator(f"[data-key=o{order_id}]")).to_contain_text(when)


def test_as_soon_as_possible_where_times_are_offered(enter: Enter, later_house: House) -> None:
    guest = enter(Look())
    guest.chooses("when", "later")
    guest.chooses("when", "asap")
    expect(guest.page.locator("#scheduled_for")).to_have_count(0)
    guest.goes_on()
    order_id = guest.sees_order()
    [row] = later_house.do(later_house.cafe.rows("SELECT * FROM orders WHERE id = :id", id=order_id))
    assert (row["scheduled_for"], row["pickup_time"]) == (None, "12:25")


def test_a_full_time_is_shown_and_cannot_be_chosen(enter: Enter, later_house: House) -> None:
    takes_the_last_place(later_house)
    for look in (Look(), FOREIGNER):
        person = enter(look)
        person.chooses("when", "later")
        expect(option(person, EVENING)).to_have_text(person.says("18:30 · зайнято", "18:30 · full"))
        expect(option(person, EVENING)).to_be_disabled()
        expect(option(person, "2026-06-15T18:45")).to_be_enabled()


def test_a_time_that_goes_between_choosing_and_ordering(enter: Enter, later_house: House) -> None:
    guest = enter(Look())
    guest.orders_for("Сьогодні", "18:30")
    takes_the_last_place(later_house)
    orders = later_house.count("orders")
    guest.goes_on()
    expect(guest.field_error("scheduled_for")).to_contain_text("18:30")
    expect(guest.page.locator("#scheduled_for")).to_be_focused()
    expect(guest.page.locator("#scheduled_for")).to_have_attribute("aria-invalid", "true")
    expect(option(guest, EVENING)).to_be_disabled()
    expect(guest.page.locator("#name")).to_have_value("Олена")
    guest.goes_on()
    expect(guest.field_error("scheduled_for")).to_have_text("Оберіть час")  # nothing else is taken in its place unasked
    assert later_house.count("orders") == orders
    guest.page.locator("#scheduled_for").select_option(label="18:45")
    expect(guest.field_error("scheduled_for")).to_be_empty()
    guest.goes_on()
    guest.sees_order()
    guest.sees("Самовивіз на 15.06 о 18:45")


def test_a_closed_cafe_takes_orders_for_later(enter: Enter, later_house: House) -> None:
    later_house.set_clock(15, 23, 0)
    for look in (Look(), FOREIGNER):
        person = enter(look)
        later = person.says("Можна замовити на завтра, 08:00", "You can order for tomorrow, 08:00")
        person.sees(re.compile(later), within="#checkout")
        expect(person.page.locator("input[name=when]")).to_have_count(0)
        expect(person.page.locator("#scheduled_for")).to_have_value("2026-06-16T08:00")
        person.sees_no(person.says("Якнайшвидше", "As soon as possible"))
        person.goes_on()
        person.sees_order()
        person.sees(person.says("Самовивіз на 16.06 о 08:00", "Pickup on 16.06 at 08:00"))


def test_a_time_that_was_only_proposed_goes_too(enter: Enter, later_house: House) -> None:
    later_house.set_clock(15, 23, 0)
    guest = enter(Look())
    takes_the_last_place(later_house, "2026-06-16T08:00")
    orders = later_house.count("orders")
    guest.goes_on()
    expect(guest.field_error("scheduled_for")).to_contain_text("08:00")
    expect(guest.page.locator("#scheduled_for option:checked")).to_have_text("08:00 · зайнято")
    guest.goes_on()
    expect(guest.field_error("scheduled_for")).to_have_text("Оберіть час")
    assert later_house.count("orders") == orders


def test_a_cafe_that_closes_meanwhile_offers_later(enter: Enter, later_house: House) -> None:
    guest = enter(Look())
    guest.has_clock(later_house.set_clock(15, 22, 5))
    guest.goes_on()
    guest.sees(re.compile("зараз не працює"), within="#checkout .notice.bad")
    guest.sees(re.compile("Можна замовити на завтра, 08:00"))
    guest.goes_on()
    guest.sees_order()
    guest.sees("Самовивіз на 16.06 о 08:00")


def test_another_language_keeps_the_choice(enter: Enter) -> None:
    guest = enter(Look())
    guest.orders_for("Завтра", "10:00")
    guest.goes("?page=cafe")
    guest.chooses("locale", "en")
    guest.sees("Opening hours")
    guest.goes("?page=checkout")
    expect(guest.page.locator("#day option:checked")).to_have_text("Tomorrow")
    expect(guest.page.locator("#scheduled_for option:checked")).to_have_text("10:00")
    guest.sees("in about 25 min")


def test_the_half_filled_form_keeps_the_time_until_it_has_passed(enter: Enter, later_house: House) -> None:
    guest = enter(Look())
    guest.orders_for("Сьогодні", "18:30")
    guest.page.reload()
    expect(guest.page.locator("#scheduled_for")).to_have_value(EVENING)
    guest.chooses("type", "delivery")
    expect(guest.page.locator("#scheduled_for")).to_have_value(EVENING)
    guest.has_clock(later_house.set_clock(15, 18, 31))
    guest.page.reload()
    expect(guest.page.locator("input[name=when][value=asap]")).to_be_checked()
    expect(guest.page.locator("#scheduled_for")).to_have_count(0)


def test_an_order_for_later_leaves_no_time_for_the_next(enter: Enter) -> None:
    guest = enter(Look())
    guest.orders_for("Завтра", "10:00")
    guest.goes_on()
    guest.sees_order()
    guest.opens_menu()
    guest.adds("latte")
    guest.starts_checkout()
    expect(guest.page.locator("input[name=when][value=asap]")).to_be_checked()


def test_without_an_answer_about_times_the_form_goes_on(enter: Enter) -> None:
    guest = enter(Look())
    guest.page.route("**/api/checkout/times*", lambda route: route.abort())
    guest.page.reload()
    expect(guest.page.locator("#pickup_time")).to_be_visible()
    guest.goes_on()
    guest.sees_order()
    guest.complaints.clear()  # the browser's own words about the network


@pytest.mark.parametrize("look", [Look(), FOREIGNER], ids=str)
def test_the_form_waits_for_the_chosen_type_s_times_alone(enter: Enter, look: Look) -> None:
    person = enter(look)
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    person.page.route("**/api/checkout/times*", hold)

    with person.page.expect_response("**/api/checkout/prefill"):
        person.page.reload()
    expect(person.page.locator("#checkout")).to_have_count(0)
    assert [route.request.url.split("type=")[1] for route in asked] == ["pickup"]
    with person.page.expect_request("**/api/checkout/times?type=delivery"):
        asked[0].continue_()
    expect(person.page.locator("#checkout")).to_be_visible()
    person.chooses("type", "dine_in")
    expect(person.page.locator("#table_number")).to_be_visible()
    person.photographs("times-one-by-one")
    person.page.unroute("**/api/checkout/times*")
    person.chooses("type", "delivery")
    expect(person.page.locator("#address_street")).to_be_visible()


def test_a_type_that_the_staff_have_paused(enter: Enter) -> None:
    person = enter(FOREIGNER)

    def pause(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, "x-cafe-paused": "delivery"})

    person.page.route("**/api/settings*", pause)
    person.page.reload()
    person.sees("Delivery: we are not taking these orders right now.", within="#checkout")
    expect(person.page.locator("input[value=delivery]")).to_be_disabled()
    expect(person.page.locator("input[value=pickup]")).to_be_enabled()
    assert violations(person.page) == []


@pytest.mark.parametrize("look", [*EVERYBODY, Look(width=320, locale="en", scheme="dark")], ids=str)
def test_choosing_a_time_is_for_everyone(welcome: Welcome, house: House, look: Look) -> None:
    with house.configured(schedule_days=2, prep_minutes=25):
        person = welcome(look)
        person.opens_menu()
        person.adds("latte", 3)
        person.starts_checkout()
        expect(person.page.locator("input[name=when]")).to_have_count(2)
        assert violations(person.page) == []
        person.chooses("when", "later")
        person.page.locator("#day").select_option(index=1)  # the soonest of today may pass before the page comes back
        person.photographs("checkout-later")
        assert violations(person.page) == []
        for place in ("#day", "#scheduled_for", ".radio-option:has([name=when]) >> nth=0"):
            box = person.page.locator(place).bounding_box()
            assert box
            assert box["height"] >= 44, place
        assert person.page.evaluate("document.documentElement.scrollWidth") <= look.width
        person.page.route("**/api/cart/stream", lambda route: route.fulfill(status=404))  # it would never be idle
        person.page.reload()
        expect(person.page.locator("#scheduled_for")).to_be_visible()
        person.page.evaluate(WATCH_SHIFTS)  # the form was drawn with all that it asks
        person.page.wait_for_load_state("networkidle")
        person.chooses("type", "pickup")
        expect(person.page.locator("#scheduled_for")).to_be_visible()
        assert person.page.evaluate("shifts") <= 0.01


def test_a_time_is_chosen_by_keyboard_alone(enter: Enter) -> None:
    guest = enter(Look())
    keys = guest.page.keyboard
    guest.page.locator("input[name=when][value=asap]").focus()
    keys.press("ArrowRight")
    expect(guest.page.locator("input[name=when][value=later]")).to_be_focused()
    keys.press("Tab")
    expect(guest.page.get_by_label("День")).to_be_focused()
    keys.press("ArrowDown")
    keys.press("Tab")
    expect(guest.page.get_by_label("Час", exact=True)).to_be_focused()
    keys.press("ArrowDown")
    expect(guest.page.locator("#day")).to_have_value("2026-06-16")
    expect(guest.page.locator("#scheduled_for")).to_have_value("2026-06-16T12:45")
    guest.goes_on()
    guest.sees_order()
