"""Customers at the desk: finding one, what they ordered, and forgetting them."""

from playwright.sync_api import expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import NARROW, PHONE, Colleague
from tests.e2e.test_desk_orders import order


def test_a_customer_with_what_they_ordered(owner: Colleague) -> None:
    house = owner.house
    for name in ("Ґанна", "Ґанна Мар’яненко"):
        house.move(order(house, telegram=name == "Ґанна", name=name, phone="0501112233"), "completed")
    order(house, name="Олег")
    owner.opens("customers")
    expect(owner.page.locator(".row")).to_have_count(2)
    owner.sees(owner.says("2 гості", "2 customers"))
    owner.looks_well("customers")
    owner.page.get_by_role("searchbox").fill("@taras")
    expect(owner.page.locator(".row")).to_have_count(1)
    owner.page.locator(".row").click()
    expect(owner.page.locator("#top h1")).to_have_text("Ґанна Мар’яненко")
    expect(owner.page.locator(".order-row")).to_have_count(2)
    owner.looks_well("customer")
    owner.page.locator(".order-row").first.click()
    owner.page.get_by_role("link", name=owner.says("Усі замовлення гостя", "All their orders")).click()
    expect(owner.page.locator(".order-row")).to_have_count(2)


def test_an_owner_forgets_a_customer(owner: Colleague) -> None:
    house = owner.house
    order_id = order(house, name="Ґанна")
    house.move(order_id, "completed")
    owner.opens(f"customers/{order_id}")
    owner.presses(owner.says("Забути", "Forget"))
    owner.looks_well("customer-forget")
    owner.answers(owner.says("Забути назавжди", "Forget for good"))
    owner.is_told(owner.says("Дані вилучено з 1 замовлення", "Data removed from 1 order"))
    owner.sees(owner.says("Гостей ще не було", "There are no customers yet"))
    owner.opens(f"orders/{order_id}")
    owner.sees(owner.says("Особисті дані цього гостя вилучено", "This customer's personal data was removed"))


def test_a_manager_sees_customers_but_forgets_nobody(hire: Hire, own_house: House) -> None:
    order_id = order(own_house, name="Ґанна")
    manager = hire(NARROW, role="manager").opens(f"customers/{order_id}")
    expect(manager.page.get_by_role("button", name="Forget")).to_have_count(0)
    manager.looks_well("customer-narrow")
    staff = hire(PHONE, role="staff").opens("customers")
    expect(staff.page.locator(".order-row")).to_have_count(1)
