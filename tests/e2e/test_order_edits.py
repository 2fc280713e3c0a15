"""Changing an order: its guest on the page, the staff at the desk, and the question between them."""

import re

from playwright.sync_api import expect

from cafe.core.kernel.ids import ProductId
from cafe.core.ordering.cart.model import NewLine
from cafe.core.ordering.order_edits.model import Author, WantedEdit
from cafe.core.people.staff.model import Role
from tests.e2e.house import House
from tests.e2e.office import Colleague
from tests.e2e.people import Person


def order_of(person: Person) -> int:
    person.sees_order()
    return int(person.page.url.partition("order=")[2].partition("&")[0])


def test_a_guest_has_one_more_and_the_dish_of_the_cart(person: Person) -> None:
    person.orders_pickup("latte")
    person.sees_order()
    person.presses(person.says("Змінити замовлення", "Change the order"))
    form = person.page.locator(".order-edit")
    save = form.get_by_role("button", name=person.says("Зберегти", "Save"))
    expect(save).to_have_attribute("aria-disabled", "true")
    form.get_by_role("button", name=re.compile(person.says("Ще одна порція: Лате", "One more Latte"))).click()
    expect(form.get_by_role("status")).to_contain_text(person.says("Разом", "Total"))
    person.photographs("order-edit")
    save.click()
    person.sees(person.says("Замовлення змінено", "The order was changed"))
    expect(form).to_have_count(0)
    person.sees(re.compile(person.says("Змінено: . 1 × Лате", "Changed: . 1 × Latte")), within=".order-changes")
    person.photographs("order-edited")


def test_a_guest_thinks_better_of_it(guest: Person) -> None:
    guest.orders_pickup("latte")
    guest.sees_order()
    guest.presses("Змінити замовлення")
    guest.page.locator(".order-edit").get_by_role("button", name=re.compile("Ще одна порція: Лате")).click()
    guest.presses("Лишити як є")
    expect(guest.page.locator(".order-edit")).to_have_count(0)
    guest.sees_no("Змінено")


def test_what_the_cafe_proposes_is_agreed_to(person: Person, house: House) -> None:
    person.orders_pickup("latte")
    order_id = order_of(person)
    espresso = ProductId(house.cafe.products["espresso"])
    wanted = WantedEdit(seen=0, added=(NewLine(espresso, 1),))
    author = Author("Марта", Role.STAFF)
    house.do(house.cafe.app.services.order_edits.edit(order_id, wanted, author, is_agreed=False))
    person.sees(person.says("Кав'ярня пропонує зміну", "The cafe proposes a change"))
    person.photographs("order-proposal")
    person.presses(person.says("Згоден", "That's fine"))
    person.sees(person.says("Замовлення змінено", "The order was changed"))
    person.sees(person.says("Еспресо", "Espresso"), within=".order-changes")


def test_the_staff_change_an_order_at_the_desk(owner: Colleague) -> None:
    house = owner.house
    placed = house.do(house.cafe.guest().places("borshch", "latte", "latte", kind="delivery"))
    owner.opens(f"orders/{placed['order_id']}")
    owner.presses(owner.says("Змінити замовлення", "Change the order"), within="#main")
    dialog = owner.page.locator("#dialog")
    dialog.get_by_role("button", name=owner.says("Менше: Лате", "Fewer: Latte")).click()
    expect(dialog.locator("[data-key=outcome]")).to_contain_text(owner.says("Разом", "Total"))
    owner.looks_well("order-edit")
    dialog.get_by_role("button", name=owner.says("Зберегти", "Save")).click()
    owner.is_told(owner.says("Замовлення змінено", "The order was changed"))
    expect(owner.page.locator(".order-edits")).to_contain_text(owner.says("− 1 × Лате", "− 1 × Latte"))
    owner.presses(owner.says("Змінити замовлення", "Change the order"), within="#main")
    dialog.locator("#edit-search").fill(owner.says("чизкейк", "cheesecake"))
    dialog.locator(".edit-found button").first.click()
    dialog.get_by_role("button", name=owner.says("Спитати гостя", "Ask the guest")).click()
    owner.is_told(owner.says("Гостя запитано. Поки що замовлення як було", "The guest was asked"))
    expect(owner.page.locator(".order-edits")).to_contain_text(
        owner.says("Чекаємо згоди гостя", "Waiting for the guest")
    )
