"""Following an order from its page without looking at it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from cafe.core.ordering.orders.model import OrderStatus
from tests.bot.conversation import eventually
from tests.e2e.axe import violations
from tests.e2e.conftest import Welcome
from tests.e2e.house import House, open_house
from tests.e2e.people import GUEST, IN_TELEGRAM, Look, Person
from tests.e2e.test_orders import tracking_link
from tests.fakes.telegram import Seat


@pytest.fixture
def chatty(tmp_path: Path) -> Iterator[House]:
    """A cafe with its bot."""
    with open_house(tmp_path, has_bot=True) as opened:
        yield opened


def starts(house: House, seat: Seat, link: str) -> None:
    """Press a link that leads to the bot, and *Start* there."""
    found = re.fullmatch(r"https://t\.me/demo_cafe_bot\?start=([\w-]{1,64})", link)
    assert found, link
    house.do(seat.send(f"/start {found[1]}"))


def test_a_guest_follows_their_order_in_telegram(welcome: Welcome, chatty: House) -> None:
    guest = welcome(GUEST, place=chatty)
    order_id = guest.orders_pickup()
    button = guest.page.get_by_role("link", name="Стежити в Telegram")
    expect(button).to_be_visible()
    assert violations(guest.page) == []
    button.scroll_into_view_if_needed()
    guest.photographs("follow-telegram")
    olha = chatty.telegram.person(611, "Оля")
    starts(chatty, olha, str(button.get_attribute("href")))
    chatty.do(olha.sees("Писати сюди про замовлення №1?"))
    chatty.do(olha.press("🔔 Так, писати"))
    chatty.do(olha.sees("Писатимемо сюди"))
    staff = chatty.cafe.app.services.staff_orders
    chatty.do(staff.advance(order_id, OrderStatus.NEW, OrderStatus.CONFIRMED, "Тарас"))
    chatty.do(olha.sees("✅ Замовлення №1 прийнято."))
    friend = welcome(Look(locale="en", scheme="dark", width=320), place=chatty)
    friend.opens(tracking_link(guest))
    friend.page.get_by_role("link", name="Follow in Telegram").scroll_into_view_if_needed()
    friend.photographs("follow-telegram")
    chatty.move(order_id, "completed")
    friend.comes_back()
    expect(friend.page.get_by_role("link", name="Follow in Telegram")).to_have_count(0)


def test_a_device_that_forgot_its_orders_offers_to_follow_them(welcome: Welcome, chatty: House) -> None:
    guest = welcome(GUEST, place=chatty)
    guest.orders_pickup()
    button = guest.page.get_by_role("link", name="Стежити в Telegram")
    expect(button).to_be_visible()
    link = str(button.get_attribute("href"))
    guest.page.evaluate("localStorage.clear()")
    guest.page.reload()
    expect(button).to_have_attribute("href", link)


def test_nothing_is_offered_where_it_would_lead_nowhere(welcome: Welcome, chatty: House, house: House) -> None:
    member = welcome(IN_TELEGRAM, place=chatty)
    member.orders_pickup()
    member.sees("Повторити")
    guest = welcome(GUEST)  # of a cafe whose bot does not reach Telegram
    with guest.page.expect_response("**/api/follow") as asked:
        guest.orders_pickup()
    assert asked.value.json().keys() == {"push_key"}  # which this browser knows nothing of
    for person in (member, guest):
        expect(person.page.locator(".follow")).to_have_count(0)
    assert house.url != chatty.url


SUBSCRIBES = """subscription => {
  PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription });
}"""
"""The one thing that a browser without a window cannot do: it has no push service to subscribe at."""

LISTENS = """() => navigator.serviceWorker.addEventListener("message", ({ data }) => { window.heard = data; })"""
"""The worker tells the page once it has shown the notification. A browser asked for its notifications while it shows
one may forget it: what is stored and not displayed yet looks to it as if the person had put it away."""


def notifications(person: Person) -> list[dict[str, str]]:
    """What the browser shows outside the page."""
    shown: list[dict[str, str]] = person.page.evaluate(
        """async () => (await (await navigator.serviceWorker.ready).getNotifications())
        .map(({ title, body, tag, data }) => ({ title, body, tag, data }))"""
    )
    return shown


def deliver(person: Person, message: dict[str, str]) -> None:
    """Hand a message to the service worker, as the browser does when its push service brings it."""
    browser = person.page.context.new_cdp_session(person.page)
    found: list[dict[str, str]] = []
    browser.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    browser.send("ServiceWorker.enable")
    person.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    while not found:
        person.page.evaluate("0")  # lets the library hear of the registration
    origin = person.house.url
    browser.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": found[0]["registrationId"], "data": json.dumps(message)},
    )


TAPS = """async () => {
  WindowClient.prototype.focus = async () => {};
  const [notification] = await registration.getNotifications();
  const tap = new NotificationEvent("notificationclick", { notification });
  let work;
  tap.waitUntil = (promise) => { work = promise; };
  dispatchEvent(tap);
  await work;
}"""
"""Only a real tap on what is outside the page lets a worker bring the page to the front."""


def taps(person: Person) -> None:
    """Tap the notification that the browser shows."""
    [worker] = person.page.context.service_workers
    worker.evaluate(TAPS)
    assert notifications(person) == []


def test_a_guest_is_notified_by_the_browser(welcome_whole: Welcome, house: House) -> None:
    guest = welcome_whole(GUEST, has_worker=True)
    guest.page.context.grant_permissions(["notifications"])
    browser = house.push.browser()
    order_id = guest.orders_pickup()
    guest.page.evaluate(SUBSCRIBES, browser.subscription)
    button = guest.page.get_by_role("button", name="Сповіщати тут")
    button.scroll_into_view_if_needed()
    guest.photographs("follow-push-offered")
    button.click()
    guest.sees("Сповістимо вас тут", within=".follow")
    assert violations(guest.page) == []
    guest.photographs("follow-push-on")
    staff = house.cafe.app.services.staff_orders
    house.do(staff.advance(order_id, OrderStatus.NEW, OrderStatus.CONFIRMED, "Тарас"))
    house.do(eventually(lambda: bool(browser.received)))
    [message] = browser.received
    del message["claims"]
    assert "прийнято" in message["body"]
    guest.page.evaluate(LISTENS)
    deliver(guest, message)
    guest.page.wait_for_function("() => window.heard")
    told = {name: message[name] for name in ("title", "body", "tag")}
    assert notifications(guest) == [{**told, "data": f"/webapp/?order={order_id}"}]
    guest.presses("Меню")
    taps(guest)
    guest.sees("прийнято", within="#page")
    assert len(guest.page.context.pages) == 1
    guest.page.reload()
    guest.presses("Не сповіщати")
    expect(guest.page.get_by_role("button", name="Сповіщати тут")).to_be_visible()
    assert house.count("push_subscriptions") == 0


def test_a_browser_that_refuses_is_not_asked_again(welcome_whole: Welcome) -> None:
    guest = welcome_whole(Look(locale="en", scheme="dark", width=320), has_worker=True)
    guest.orders_pickup()
    guest.page.get_by_role("button", name="Notify me here").scroll_into_view_if_needed()
    guest.presses("Notify me here")  # who grants nothing, refuses
    guest.sees("The browser does not let us notify you", within=".follow")
    expect(guest.page.get_by_role("button", name="Notify me here")).to_have_count(0)
    expect(guest.page.locator(".follow h2")).to_be_focused()
    guest.photographs("follow-push-refused")
    assert violations(guest.page) == []


def test_money_that_goes_back_after_the_end_is_told_and_shown(welcome_whole: Welcome, house: House) -> None:
    guest = welcome_whole(GUEST, has_worker=True)
    guest.page.context.grant_permissions(["notifications"])
    browser = house.push.browser()
    order_id = guest.orders_pickup(payment="card")
    guest.page.evaluate(SUBSCRIBES, browser.subscription)
    guest.page.get_by_role("button", name="Сповіщати тут").click()
    guest.sees("Сповістимо вас тут", within=".follow")
    invoice = list(house.bank.invoices)[-1]
    house.do(house.bank.pay(invoice))
    guest.sees("Оплату отримано. Дякуємо!")
    house.move(order_id, "completed")
    expect(guest.page.locator(".follow")).to_have_count(0)
    house.do(house.bank.refund(invoice, 40_00))
    house.do(eventually(lambda: any("Повернули" in message["body"] for message in browser.received)))
    message = next(each for each in browser.received if "Повернули" in each["body"])
    guest.sees_no("Повернули вам", within="#page")
    deliver(guest, {name: message[name] for name in ("title", "body", "tag", "url")})
    guest.sees("Повернули вам 40 ₴", within="#page")
