"""Forgetting the person: on request, on the page that tells about the cafe."""

import json

from playwright.sync_api import Route, expect

from tests.e2e.conftest import Welcome
from tests.e2e.house import House
from tests.e2e.people import GUEST, Person
from tests.e2e.test_orders import tracking_link

PERSONAL = ("Олена", "0671234567", "067 123 45 67", "Хрещатик")


def asks_to_be_forgotten(person: Person) -> None:
    person.goes("?page=cafe")
    person.presses(person.says("Видалити мої дані", "Delete my data"))


def is_forgotten(person: Person) -> None:
    asks_to_be_forgotten(person)
    if not person.look.in_telegram:
        person.presses(person.says("Так, видалити", "Yes, delete"))
    person.sees(person.says("Ваші дані видалено", "Your data is deleted"), within="#toast")


def kept_on_the_device(person: Person) -> str:
    return str(person.page.evaluate("JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])"))


def cut_off(route: Route) -> None:
    route.abort()


def names_of_orders(house: House, order_id: int) -> list[dict[str, str]]:
    return house.do(house.cafe.rows("SELECT name, phone FROM orders WHERE id = :id", id=order_id))


def test_afterwards_the_page_is_as_for_a_new_guest(person: Person, house: House) -> None:
    order_id = person.orders_pickup()
    house.move(order_id, "completed")
    person.opens_menu()
    person.page.locator(".filter").click()
    person.page.locator(".checkbox-list input").first.check()
    person.page.keyboard.press("Escape")
    person.adds("espresso")
    person.is_settled()
    is_forgotten(person)
    assert names_of_orders(house, order_id) == [{"name": "", "phone": ""}]
    kept = json.loads(kept_on_the_device(person))
    assert not {"cafe.draft", "cafe.orders", "cafe.avoided", "cafe.attempt"} & {name for name, _ in kept[0]}
    assert not [text for text in PERSONAL[1:] if text in str(kept)]
    person.goes("?page=orders")
    person.sees(person.says("Замовлень ще не було", "No orders yet"))
    person.goes(f"?order={order_id}")
    person.sees(person.says("Такого замовлення не знайдено", "No such order was found"))
    person.opens_menu()
    expect(person.page.locator(".filter b")).to_have_count(0)
    expect(person.quantity_of("espresso")).to_have_count(0)
    person.adds("latte")
    person.starts_checkout("pickup")
    expect(person.page.locator("#phone")).to_have_value("")


def test_first_it_is_asked_and_told_what_will_happen(guest: Person, house: House) -> None:
    order_id = guest.orders_pickup()
    asks_to_be_forgotten(guest)
    question = guest.page.get_by_role("dialog", name="Видалити ваші дані?")
    expect(question).to_contain_text("зникнуть назавжди")
    expect(question).to_contain_text("Незавершене замовлення ми виконаємо, а тоді забудемо, чиє воно")
    expect(question.get_by_role("button", name="Залишити")).to_be_focused()
    guest.presses("Залишити")
    guest.goes("?page=orders")
    expect(guest.page.locator(".order-card")).to_have_count(1)
    assert names_of_orders(house, order_id)[0]["name"] == "Олена"


def test_in_telegram_it_is_asked_in_one_of_its_own_questions(member: Person) -> None:
    member.page.route("**/api/me/forget", cut_off)  # so that the page stays
    asks_to_be_forgotten(member.opens_menu())
    member.sees("Немає зв'язку. Спробуйте ще раз.", within="#toast")
    member.complaints.clear()
    [asked] = [call for call in member.calls() if call.startswith("showConfirm")]
    assert "Видалити ваші дані?\n\nІм'я, телефон" in asked
    assert len(asked) <= len("showConfirm ") + 256, "Telegram shows no longer question"


def test_an_open_order_goes_on_and_is_followed_by_its_link(welcome: Welcome, house: House) -> None:
    guest, friend = welcome(GUEST), welcome(GUEST)
    order_id = guest.orders_pickup()
    link = tracking_link(guest)
    is_forgotten(guest)
    guest.goes("?page=orders")
    guest.sees("Замовлень ще не було")
    for follower in (guest, friend):
        follower.opens(link)
        follower.sees("Отримано")
        follower.sees("Ця сторінка лише показує", within="#page")
    assert names_of_orders(house, order_id)[0]["name"] == "Олена"


def test_without_a_connection_nothing_is_forgotten(guest: Person, house: House) -> None:
    order_id = guest.orders_pickup()
    house.move(order_id, "completed")
    guest.page.route("**/api/me/forget", cut_off)
    asks_to_be_forgotten(guest)
    guest.presses("Так, видалити")
    guest.sees("Немає зв'язку. Спробуйте ще раз.", within="#toast")
    guest.complaints.clear()
    guest.goes("?page=orders")
    expect(guest.page.locator(".order-card")).to_have_count(1)
    assert "0671234567" in kept_on_the_device(guest).replace(" ", "")


def test_a_table_stays_the_table_of_whoever_sits_there(guest: Person) -> None:
    guest.opens_menu("?table=7")
    is_forgotten(guest)
    guest.opens_menu()
    guest.sees("Ви за столиком 7")
    guest.adds("latte")
    guest.starts_checkout()
    guest.sees("Принесемо за столик 7")
