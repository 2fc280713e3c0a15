"""Afterwards: the list of orders, repeating one, the tracking link for anyone."""

import json
import re

from playwright.sync_api import expect

from cafe.core.ordering.orders.model import OrderStatus
from tests.e2e.conftest import Welcome
from tests.e2e.house import House
from tests.e2e.people import AT, EN_AT, GUEST, Look, Person


def tracking_link(person: Person) -> str:
    """What the person would share."""
    [order, *_] = json.loads(person.page.evaluate("localStorage.getItem('cafe.orders')"))
    return str(order["trackUrl"]).removeprefix("/webapp/")


def test_without_a_network_the_orders_seen_last_are_shown(guest: Person) -> None:
    guest.orders_pickup()
    guest.goes("?page=orders")
    guest.sees("Отримано", within=".order-card")
    guest.page.route("**/api/orders", lambda route: route.abort())
    guest.page.reload()
    guest.sees("Немає зв'язку, показуємо останнє відоме.")
    guest.sees("Отримано", within=".order-card")
    guest.complaints.clear()  # the browser's own words about the network


def test_anyone_with_the_link_follows_the_order_and_changes_nothing(welcome: Welcome, house: House) -> None:
    owner = welcome(GUEST)
    order_id = owner.orders_pickup()
    for look in (GUEST, Look(in_telegram=True, locale="en")):
        friend = welcome(look)
        friend.opens(tracking_link(owner))
        friend.sees(friend.says("Отримано", "Received"))
        friend.sees(friend.says("Ця сторінка лише показує", "This page only shows how"), within="#page")
        expect(friend.page.get_by_role("button", name=re.compile("Скасувати|Повторити|Cancel|Repeat"))).to_have_count(0)
    house.move(order_id, "completed")
    friend.comes_back()
    friend.sees("Handed over")


def test_the_owner_s_own_link_is_their_order(guest: Person) -> None:
    order_id = guest.orders_pickup()
    guest.opens(tracking_link(guest))
    expect(guest.page).to_have_url(re.compile(f"order={order_id}"))
    guest.sees("Скасувати замовлення")


def test_a_start_parameter_opens_the_order(welcome: Welcome) -> None:
    owner = welcome(GUEST)
    owner.orders_pickup()
    friend = welcome(Look(in_telegram=True))
    token = tracking_link(owner).removeprefix("?track=")
    friend.opens(start_param=f"track_{token}")
    friend.sees("Отримано")
    friend.page.evaluate("window.Telegram.WebApp.BackButton.press()")
    expect(friend.card("latte")).to_be_visible()


def test_a_wrong_link_says_so(person: Person) -> None:
    person.opens("?track=nonsense")
    person.sees(person.says("Такого замовлення не знайдено", "No such order was found"))
    person.opens("?order=999999")
    person.sees(person.says("Такого замовлення не знайдено", "No such order was found"))


def test_the_link_is_shared(guest: Person) -> None:
    guest.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    guest.orders_pickup()
    guest.page.evaluate("navigator.share = undefined")
    guest.presses("Поділитися посиланням")
    guest.sees("Посилання скопійовано")
    copied = guest.page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(rf"{re.escape(guest.house.url)}/webapp/\?track=[\w-]{{22}}", copied)


def test_in_telegram_the_link_is_shared_its_way(member: Person) -> None:
    member.orders_pickup()
    member.presses("Поділитися посиланням")
    [shared] = [call for call in member.calls() if call.startswith("openTelegramLink")]
    assert "https://t.me/share/url?url=http" in shared


def test_repeat_says_what_is_gone(person: Person, house: House) -> None:
    person.opens_menu()
    person.adds("latte", 2)
    person.adds("cheesecake")
    person.starts_checkout("dine_in")
    person.fills_contacts()
    person.goes_on()
    person.sees_order()
    with house.sold_out("cheesecake"):
        person.goes("?page=orders")
        person.presses(person.says("Повторити", "Repeat"))
        expect(person.page.locator("#page .cart-line")).to_have_count(1)
        expect(person.page.locator("#page .cart-line .count")).to_have_text("2")
        person.sees(re.compile(person.says("Цього зараз не замовити", "Cannot be ordered now")), within="#page")
        name = person.says("Чизкейк із ягодами", "Berry cheesecake")
        expect(person.page.locator("#page .notice")).to_contain_text(name)


def test_too_late_to_cancel(guest: Person, house: House) -> None:
    order_id = guest.orders_pickup()
    guest.presses("Скасувати замовлення")
    house.move(order_id, "cooking")
    guest.presses("Так, скасувати")
    expect(guest.page.locator(".toast.bad")).not_to_be_empty()
    guest.sees("Готуємо")
    expect(guest.page.get_by_role("button", name="Скасувати замовлення")).to_have_count(0)


def test_a_question_can_be_declined(guest: Person, house: House) -> None:
    order_id = guest.orders_pickup()
    guest.presses("Скасувати замовлення")
    guest.presses("Залишити")
    status = house.do(house.cafe.value("SELECT status FROM orders WHERE id = :id", id=order_id))
    assert status == "new"


def test_no_orders_yet(person: Person) -> None:
    person.opens("?page=orders")
    person.sees(person.says("Замовлень ще не було", "No orders yet"))
    person.presses(person.says("До меню", "To the menu"))
    expect(person.card("latte")).to_be_visible()


def test_the_order_stays_readable_without_a_network(guest: Person) -> None:
    guest.orders_pickup()
    guest.page.context.set_offline(True)
    guest.comes_back()
    guest.sees("Немає зв'язку, показуємо останнє відоме.")
    guest.sees("Отримано")
    guest.complaints.clear()


def test_about_the_cafe(person: Person) -> None:
    person.opens("?page=cafe")
    person.sees("+380 44 000 12 34")
    expect(person.page.locator("a[href='tel:+380440001234']")).to_be_visible()
    person.sees(person.says("Київ, вул. Липська, 12", "12 Lypska Street, Kyiv"))
    for label in (person.says("Показати на мапі", "Show on the map"), "@pid.lypoiu.demo"):
        expect(person.page.get_by_role("link", name=label)).to_have_attribute("href", re.compile("^https://"))
    if person.look.in_telegram:
        person.presses("@pid.lypoiu.demo")
        assert any(call.startswith("openLink") for call in person.calls())


def test_a_cancelled_order_says_why_and_what_of_the_money(person: Person, house: House) -> None:
    order_id = person.orders_pickup(payment="card")
    staff = house.cafe.app.services.staff_orders
    house.do(staff.cancel(order_id, OrderStatus.NEW, "Закінчилися продукти", "Оля"))
    person.comes_back()
    person.sees(person.says("Причина: Закінчилися продукти", "Reason: Закінчилися продукти"), within=".hero")
    person.sees(person.says("Платити не потрібно", "Nothing to pay"))
    person.sees_no(person.says("Очікує оплати карткою", "Waiting for card payment"))


def test_the_promised_time_is_on_the_order_and_on_tracking(person: Person, house: House) -> None:
    order_id = person.orders_pickup()
    link = tracking_link(person)
    house.do(house.cafe.app.services.staff_orders.promise(order_id, OrderStatus.NEW, 20, "Оля"))
    promise = re.compile(person.says(f"Буде готове {AT}", f"Ready {EN_AT}"))
    person.comes_back()
    person.sees(promise, within=".hero")
    person.page.evaluate("localStorage.removeItem('cafe.orders')")  # as on somebody else's device
    person.goes(link)
    person.sees(promise, within=".hero")
