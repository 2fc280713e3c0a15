"""Couriers as people see them: the owner says who brings an order, the guest reads it."""

import re
from typing import Any

from playwright.sync_api import expect

from cafe.core.catalogue.zones.model import Pin
from cafe.core.delivery.couriers.model import Proof
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.people.customers.model import TelegramUser
from tests.e2e.axe import violations
from tests.e2e.conftest import Hire, Welcome
from tests.e2e.house import House
from tests.e2e.people import Look, Person


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


def brought_by_ivan(house: House, person: Person) -> tuple[int, Any]:
    """An order that its guest has on screen, on its way with a courier who can be written to."""
    couriers, customers = house.cafe.app.services.couriers, house.cafe.app.services.customers
    house.do(house.cafe.configure(handover_proof="code"))
    house.do(customers.identify(TelegramUser(801, "Іван", None, "uk")))
    person.opens_menu()
    person.adds("latte", 3)
    person.starts_checkout("delivery")
    person.fills(address_city="Київ", address_street="Хрещатик", address_house="5")
    person.fills_contacts()
    person.goes_on()
    person.sees_order()
    house.do(house.cafe.execute("UPDATE orders SET status = 'ready', pin = '50.448200,30.522100'"))
    order_id = house.do(house.cafe.value("SELECT id FROM orders"))
    ivan = house.do(on_shift(house, "Іван Коваль", 801))
    house.do(couriers.take(order_id, ivan))
    house.do(couriers.leave(order_id, ivan))
    house.do(couriers.note_place(ivan, Pin(50.4551, 30.5301)))
    return order_id, ivan


def test_on_the_way_the_guest_sees_and_writes(welcome: Welcome, own_house: House) -> None:
    house, person = own_house, welcome(Look(), place=own_house)
    order_id, ivan = brought_by_ivan(house, person)
    main = person.page.locator("#main")
    expect(main).to_contain_text(re.compile(r"Буде у вас між \d\d:\d\d і \d\d:\d\d"))
    code = house.do(house.cafe.value("SELECT code FROM deliveries"))
    expect(main.locator(".door-code")).to_contain_text(code)
    expect(main.get_by_role("img", name=re.compile("До вас 1,0 км"))).to_be_visible()
    main.get_by_label("Написати кур'єру").fill("Домофон не працює")
    main.get_by_role("button", name="Надіслати").click()
    expect(main.get_by_role("log")).to_contain_text("Домофон не працює")
    expect(main.get_by_label("Написати кур'єру")).to_have_value("")
    house.do(house.cafe.app.services.words.write_as_courier(order_id, ivan, "Тоді спускайтеся"))
    expect(main.get_by_role("log")).to_contain_text("Тоді спускайтеся")
    assert violations(person.page) == []
    couriers = house.cafe.app.services.couriers
    house.do(couriers.hand_over(order_id, ivan, CounterPayment.CASH, Proof(code=code)))
    expect(main.locator(".courier")).to_have_count(0)
