"""An order's own page: what it tells, how it stays fresh, and what can be done there."""

import json
import re
from typing import Any

from playwright.sync_api import Request, Route, expect

from cafe.core.ordering.orders.model import OrderStatus
from tests.e2e.conftest import Welcome
from tests.e2e.house import House
from tests.e2e.people import AT, EN_AT, GUEST, IN_TELEGRAM, Look, Person

ASKS_WITHIN_MS = 7000
"""A page that hears of nothing asks again after five seconds, then after a third more."""
NO_POLLING = """
const wait = window.setTimeout;
window.setTimeout = (work, delay, ...more) => (delay >= 4000 ? 0 : wait(work, delay, ...more));
"""


def is_stream(request: Request) -> bool:
    return request.url.endswith("/stream") and "/cart/" not in request.url


def turns(person: Person, state: str) -> None:
    """The page is hidden behind another one, or visible again."""
    person.page.evaluate(
        """state => {
            Object.defineProperty(document, 'visibilityState', {value: state, configurable: true});
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        state,
    )


def test_everything_about_a_delivery(person: Person) -> None:
    person.opens_menu()
    person.adds("latte", 2)
    person.adds("cheesecake")
    person.starts_checkout()
    person.chooses("type", "delivery")
    person.fills_delivery()
    person.fills(address_apartment="12", address_comment="Код 45")
    person.goes_on()
    person.sees_order()
    estimate = person.says(f"Орієнтовно у вас {AT}", f"Probably with you {EN_AT}")
    person.sees(re.compile(estimate), within=".hero")
    person.sees(re.compile(person.says(r"за 3[45].хв", r"in 3[45].min")), within=".hero")
    facts = person.page.locator(".order-facts")
    expect(facts).to_contain_text(
        re.compile(person.says(r"Київ, Хрещатик, 1а, кв.\s12", r"Київ, Хрещатик, 1а, flat\s12"))
    )
    expect(facts).to_contain_text("«Код 45»" if person.look.locale == "uk" else "Код 45")
    expect(facts.locator("a[href='tel:+380440001234']")).to_be_visible()
    expect(facts.get_by_role("link", name=person.says("Показати на мапі", "Show on the map"))).to_have_count(0)
    steps = person.page.locator(".progress li")
    uk = ["Отримано", "Прийнято", "Готуємо", "Готово", "У дорозі", "Доставлено"]
    en = ["Received", "Accepted", "Cooking", "Ready", "On its way", "Delivered"]
    expect(steps).to_contain_text(uk if person.look.locale == "uk" else en)
    expect(steps.first.locator("time")).to_have_text(re.compile(r"\d\d:\d\d"))


def test_who_collects_an_order_is_told_where(guest: Person) -> None:
    guest.orders_pickup()
    facts = guest.page.locator(".order-facts")
    expect(facts).to_contain_text("Київ, вул. Липська, 12")
    expect(facts.get_by_role("link", name="Показати на мапі")).to_have_attribute("href", re.compile("^https://"))


def test_a_promised_delivery_counts_its_way(guest: Person, house: House) -> None:
    guest.opens_menu()
    guest.adds("latte", 2)
    guest.adds("cheesecake")
    guest.starts_checkout()
    guest.chooses("type", "delivery")
    guest.fills_delivery()
    guest.goes_on()
    guest.sees_order()
    order_id = int(guest.page.url.partition("order=")[2].partition("&")[0])
    house.do(house.cafe.app.services.staff_orders.promise(order_id, OrderStatus.NEW, 20, "Оля"))
    guest.sees(re.compile(f"Буде у вас {AT}"), within=".hero")
    guest.sees(re.compile(r"за (39|40).хв"), within=".hero")


def test_a_change_is_pushed(welcome: Welcome, house: House) -> None:
    for look, address in ((GUEST, "/api/orders/"), (IN_TELEGRAM, "/api/checkout/track/")):
        person = welcome(look)
        person.page.add_init_script(NO_POLLING)
        with person.page.expect_request(is_stream) as opened:
            order_id = person.orders_pickup()
        assert address in opened.value.url
        house.do(house.cafe.app.services.staff_orders.promise(order_id, OrderStatus.NEW, 20, "Оля"))
        person.sees(re.compile(f"Буде готове {AT}"), within=".hero")
        person.sees("Прийнято", within=".hero h2")
        issue_receipt(house, order_id)
        expect(person.page.get_by_role("link", name="Фіскальний чек")).to_have_attribute("href", "https://check.test/1")


def issue_receipt(house: House, order_id: int) -> None:
    row = (
        "INSERT INTO receipts (way, order_id, receipt_id, state, url, due_at, created_at) "
        "VALUES ('card', :id, :receipt, 'done', 'https://check.test/1', 1, 1)"
    )
    house.do(house.cafe.execute(row, id=order_id, receipt=f"r{order_id}"))


def test_an_order_that_was_handed_over_by_mistake_is_open_again(guest: Person, house: House) -> None:
    guest.page.add_init_script(NO_POLLING)
    with guest.page.expect_request(is_stream):
        order_id = guest.orders_pickup()
    house.move(order_id, "ready")
    guest.sees("Готово", within=".hero h2")
    staff = house.cafe.app.services.staff_orders
    house.do(staff.advance(order_id, OrderStatus.READY, OrderStatus.COMPLETED, "Оля"))
    guest.sees("Видано", within=".hero h2")
    house.do(staff.step_back(order_id, OrderStatus.COMPLETED, "Оля"))
    guest.sees("Готово", within=".hero h2")


def test_who_follows_a_link_gets_changes_pushed(welcome: Welcome, house: House) -> None:
    owner = welcome(GUEST)
    order_id = owner.orders_pickup()
    [known, *_] = json.loads(owner.page.evaluate("localStorage.getItem('cafe.orders')"))
    friend = welcome(GUEST)
    friend.page.add_init_script(NO_POLLING)
    friend.opens(known["trackUrl"].removeprefix("/webapp/"))
    friend.sees("Отримано", within=".hero h2")
    house.move(order_id, "cooking")
    friend.sees("Готуємо", within=".hero h2")


def test_without_streams_the_page_asks(guest: Person, house: House) -> None:
    def refuse(route: Route) -> None:
        route.fulfill(status=503, json={"error": "too_many_streams"})

    guest.page.route("**/stream", refuse)
    guest.page.clock.install()
    order_id = guest.orders_pickup()
    house.move(order_id, "cooking")
    guest.page.clock.fast_forward(ASKS_WITHIN_MS)
    expect(guest.page.locator(".hero h2")).to_have_text("Готуємо")
    guest.complaints.clear()  # the refusal


def test_a_proxy_s_refusal_is_not_a_missing_order(guest: Person, house: House) -> None:
    guest.page.clock.install()
    order_id = guest.orders_pickup()

    def refuse(route: Route) -> None:
        route.fulfill(status=429, body="<html>429 Too Many Requests</html>", content_type="text/html")

    guest.page.route("**/details", refuse)
    guest.page.reload()
    guest.sees("Немає зв'язку")
    guest.sees_no("Такого замовлення не знайдено")
    guest.page.unroute("**/details")
    house.move(order_id, "cooking")
    guest.page.clock.fast_forward(ASKS_WITHIN_MS)
    expect(guest.page.locator(".hero h2")).to_have_text("Готуємо")


def test_nobody_listens_who_does_not_look(guest: Person, house: House) -> None:
    with guest.page.expect_request(is_stream):
        order_id = guest.orders_pickup()
    with guest.page.expect_event("requestfailed", is_stream):  # closed by the page
        turns(guest, "hidden")
    house.move(order_id, "cooking")
    with guest.page.expect_request(is_stream):
        turns(guest, "visible")
    guest.sees("Готуємо", within=".hero h2")
    with guest.page.expect_event("requestfailed", is_stream):
        guest.presses("Меню")
    guest.goes(f"?order={order_id}")
    guest.sees("Готуємо", within=".hero h2")
    house.move(order_id, "completed")
    guest.sees("Видано", within=".hero h2")


def test_a_late_cafe_says_so(guest: Person, house: House) -> None:
    order_id = guest.orders_pickup()
    late = "UPDATE orders SET ready_at = :at, status = :status WHERE id = :id"
    at = int(house.now().timestamp()) - 300
    house.do(house.cafe.execute(late, at=at, status="new", id=order_id))
    guest.sees("Кафе ще не відповіло", within=".hero")
    guest.sees("Ви можете зателефонувати: номер є на цій сторінці.", within=".hero")
    house.do(house.cafe.execute(late, at=at, status="cooking", id=order_id))
    guest.sees("Трохи запізнюємося", within=".hero")
    guest.sees(re.compile(r"Мало бути готове о \d\d:\d\d"), within=".hero")


def test_nobody_is_sent_to_a_number_that_is_not_there(person: Person, house: House) -> None:
    with house.configured(phone=""):
        order_id = person.orders_pickup()
        late = "UPDATE orders SET ready_at = :at WHERE id = :id"
        house.do(house.cafe.execute(late, at=int(house.now().timestamp()) - 300, id=order_id))
        person.comes_back()
        person.sees(person.says("Кафе ще не відповіло", "The cafe has not answered yet"), within=".hero")
        busy = person.says("Мабуть, багато роботи.", "They must be busy.")
        expect(person.page.locator(".ready-time + p")).to_have_text(busy)
        expect(person.page.locator("a[href^='tel:']")).to_have_count(0)
        person.photographs("unanswered-without-phone")


def test_a_card_order_waits_for_its_payment_and_its_money_comes_back(guest: Person, house: House) -> None:
    order_id = guest.orders_pickup(payment="card")
    guest.sees("Очікує оплати", within=".hero h2")
    house.do(house.bank.pay(list(house.bank.invoices)[-1]))
    guest.sees("Оплату отримано. Дякуємо!")
    guest.sees("Отримано", within=".hero h2")
    guest.presses("Скасувати замовлення")
    guest.sees("Сплачене, 90 ₴, повернемо на вашу картку", within="#confirm")
    guest.presses("Так, скасувати")
    guest.sees("Повернемо вам 90 ₴: кафе вже знає про це", within=".hero")
    guest.sees_no("Оплату отримано. Дякуємо!", within="#page")
    house.do(house.bank.refund(list(house.bank.invoices)[-1], 90_00))
    guest.comes_back()
    guest.goes(f"?order={order_id}")
    guest.sees("Повернули вам усю суму, 90 ₴", within=".hero")


def test_repeating_asks_about_a_filled_cart(guest: Person) -> None:
    order_id = guest.orders_pickup("latte")
    guest.opens_menu()
    guest.adds("cheesecake")
    guest.is_settled()
    names = guest.page.locator("#page .cart-line-name")

    def repeats(answer: str) -> None:
        guest.goes(f"?order={order_id}")
        guest.presses("Повторити")
        guest.page.locator("#confirm").get_by_role("button", name=answer).click()

    repeats("Не повторювати")
    expect(guest.page).to_have_url(re.compile("order="))
    repeats("Додати до кошика")
    expect(names).to_have_count(2)
    repeats("Замінити кошик")
    expect(names).to_have_text(["Лате"])


def test_two_columns_on_a_wide_screen(welcome: Welcome) -> None:
    person = welcome(Look(is_phone=False, width=1440))
    person.orders_pickup()
    boxes: list[Any] = [person.page.locator(place).bounding_box() for place in (".hero", ".order-facts")]
    assert boxes[1]["x"] > boxes[0]["x"] + boxes[0]["width"]
    assert abs(boxes[1]["y"] - boxes[0]["y"]) < 40
