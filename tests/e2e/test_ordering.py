"""From the menu to a tracked order: the journeys that everybody makes, whoever they are and whatever they hold."""

import re

from playwright.sync_api import expect

from tests.e2e.people import Person


def test_delivery_for_cash(person: Person) -> None:
    person.opens_menu()
    person.adds("latte", 2)
    person.adds("cheesecake")
    expect(person.quantity_of("latte")).to_have_text("2")
    person.opens_cart()
    person.sees(person.says("Доставка", "Delivery"))
    person.goes_on()
    person.fills_delivery()
    person.fills(address_apartment="12", address_comment="Дзвонити двічі", cash_change_for="1000")
    person.goes_on()
    order_id = person.sees_order()
    person.sees(person.says("Дякуємо!", "Thank you!"))
    person.sees(person.says("Прийнято", "Received"))
    person.sees("Хрещатик, 1а")
    [row] = person.house.do(person.house.cafe.rows("SELECT * FROM orders WHERE id = :id", id=order_id))
    assert (row["order_type"], row["payment_method"], row["cash_change_for"]) == ("delivery", "cash", 1000)
    assert (row["address_apartment"], row["address_comment"]) == ("12", "Дзвонити двічі")
    assert (row["customer_id"] > 0) == person.look.in_telegram


def test_pickup_at_a_chosen_time(person: Person) -> None:
    person.opens_menu()
    person.adds("latte")
    person.starts_checkout()
    person.chooses("type", "pickup")
    times = person.page.locator("#pickup_time option")
    expect(times.first).to_contain_text(person.says("Якнайшвидше", "As soon as possible"))
    chosen = times.nth(3).get_attribute("value") or ""
    person.page.select_option("#pickup_time", chosen)
    person.fills_contacts()
    person.goes_on()
    person.sees_order()
    person.sees(person.says(f"Самовивіз о {chosen}", f"Pickup at {chosen}"))


def test_at_a_table(person: Person) -> None:
    if person.look.in_telegram:
        person.opens_menu(start_param="table_5")
    else:
        person.opens_menu("?table=5")
    person.sees(person.says("Ви за столиком 5", "You are at table 5"))
    person.adds("latte")
    person.starts_checkout()
    expect(person.page.locator("#table_number")).to_have_value("5")
    person.fills_contacts()
    person.goes_on()
    person.sees_order()
    person.sees(person.says("Столик 5", "Table 5"))


def test_an_order_advances_while_it_is_watched(person: Person) -> None:
    order_id = person.orders_pickup()
    progress = person.page.locator(".progress [aria-current=step]")
    expect(progress).to_contain_text(person.says("Прийнято", "Received"))
    person.house.move(order_id, "cooking")
    person.comes_back()
    expect(progress).to_contain_text(person.says("Готуємо", "Cooking"))
    person.house.move(order_id, "ready")
    expect(progress).to_contain_text(person.says("Готово", "Ready"), timeout=7000)  # by itself, while it is looked at


def test_repeat_and_cancel(person: Person) -> None:
    order_id = person.orders_pickup("cheesecake")
    person.goes("?page=orders")
    card = person.page.locator(f"[data-key=o{order_id}]")
    expect(card).to_contain_text(person.says("Прийнято", "Received"))
    card.get_by_role("button", name=person.says("Повторити", "Repeat")).click()
    expect(person.page.locator("#page .line")).to_have_count(1)
    person.goes(f"?order={order_id}")
    person.presses(person.says("Скасувати замовлення", "Cancel the order"))
    if not person.look.in_telegram:
        person.presses(person.says("Так, скасувати", "Yes, cancel"))
    person.sees(person.says("Це замовлення скасовано.", "This order was cancelled."))
    expect(person.page.get_by_role("button", name=re.compile("Скасувати|Cancel the"))).to_have_count(0)
