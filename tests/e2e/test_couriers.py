"""Couriers as people see them: the owner says who brings an order, the guest reads it."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.e2e.conftest import Hire, Welcome
from tests.e2e.house import House
from tests.e2e.people import Look


async def on_shift(house: House, name: str, telegram_id: int) -> Any:
    services = house.cafe.app.services
    await services.staff.add({"name": name, "role": "staff", "telegram_id": telegram_id})
    member = await services.staff.find_by_telegram(telegram_id)
    assert member is not None
    await services.couriers.begin_shift(member)
    return member


def test_the_guest_reads_who_brings_it(welcome: Welcome, hire: Hire, own_house: House) -> None:
    house = own_house
    couriers = house.cafe.app.services.couriers
    person, owner = welcome(Look(), place=house), hire()
    person.opens_menu()
    person.adds("latte", 3)
    person.starts_checkout("delivery")
    person.fills(address_city="Київ", address_street="Хрещатик", address_house="5")
    person.fills_contacts()
    person.goes_on()
    person.sees_order()
    [row] = house.do(house.cafe.rows("SELECT id FROM orders"))
    house.do(house.cafe.execute("UPDATE orders SET status = 'ready' WHERE id = :id", id=row["id"]))
    ivan = house.do(on_shift(house, "Іван Коваль", 801))
    mykola = house.do(on_shift(house, "Микола", 802))

    owner.opens(f"orders/{row['id']}")
    group = owner.page.get_by_role("group", name="Хто везе")
    group.get_by_role("button", name="Микола").click()
    expect(owner.page.get_by_text("Повезе Микола")).to_be_visible()
    group.get_by_role("button", name="Іван").click()
    expect(owner.page.locator(".order-facts", has_text="Кур’єр")).to_contain_text("Іван Коваль, візьме")
    expect(group.get_by_role("button", name=re.compile("Іван"))).to_be_disabled()
    owner.looks_well("courier")

    house.do(couriers.leave(row["id"], ivan))
    expect(person.page.locator("#main")).to_contain_text("Замовлення везе Іван.")
    house.do(couriers.arrive(row["id"], ivan))
    expect(person.page.locator("#main")).to_contain_text("Іван із замовленням уже під вашими дверима.")
    person.photographs("courier-guest")
    assert house.do(couriers.list_deliveries(mykola)).own == ()
