"""From the menu to a tracked order: the journeys that everybody makes, whoever they are and whatever they hold."""

import re

from playwright.sync_api import expect

from tests.e2e.people import AT, EN_AT, Person


def test_delivery_for_cash(anybody: Person) -> None:
    anybody.opens_menu()
    anybody.adds("latte", 2)
    anybody.adds("cheesecake")
    expect(anybody.quantity_of("latte")).to_have_text("2")
    anybody.opens_cart()
    anybody.sees(anybody.says("Доставка", "Delivery"))
    anybody.goes_on()
    anybody.fills_delivery()
    anybody.fills(address_apartment="12", address_comment="Дзвонити двічі", cash_change_for="1000")
    anybody.goes_on()
    order_id = anybody.sees_order()
    anybody.sees(anybody.says("Дякуємо!", "Thank you!"))
    anybody.sees(anybody.says("Отримано", "Received"))
    anybody.sees("Хрещатик, 1а")
    [row] = anybody.house.do(anybody.house.cafe.rows("SELECT * FROM orders WHERE id = :id", id=order_id))
    assert (row["order_type"], row["payment_method"], row["cash_change_for"]) == ("delivery", "cash", 1000)
    assert (row["address_apartment"], row["address_comment"]) == ("12", "Дзвонити двічі")
    assert (row["customer_id"] > 0) == anybody.look.in_telegram


def test_pickup_at_a_chosen_time(anybody: Person) -> None:
    anybody.opens_menu()
    anybody.adds("latte")
    anybody.starts_checkout("pickup")
    times = anybody.page.locator("#pickup_time option")
    expect(times.first).to_contain_text(anybody.says("Якнайшвидше", "As soon as possible"))
    chosen = times.nth(3).get_attribute("value") or ""
    anybody.page.select_option("#pickup_time", chosen)
    anybody.fills_contacts()
    anybody.goes_on()
    anybody.sees_order()
    anybody.sees(re.compile(anybody.says(f"Самовивіз {AT}", f"Pickup {EN_AT}")))
    anybody.sees(chosen)


def test_at_a_table(anybody: Person) -> None:
    if anybody.look.in_telegram:
        anybody.opens_menu(start_param="table_5")
    else:
        anybody.opens_menu("?table=5")
    anybody.sees(anybody.says("Ви за столиком 5", "You are at table 5"))
    anybody.adds("latte")
    anybody.starts_checkout()
    anybody.sees(anybody.says("Принесемо за столик 5", "We will bring it to table 5"), within="#checkout")
    anybody.sees(anybody.says("Лише щоб уточнити замовлення", "Only to ask about the order"), within=".field-phone")
    expect(anybody.page.locator("#checkout input:not([type=radio])")).to_have_count(2)  # name and phone
    anybody.photographs("checkout-table")
    anybody.fills_contacts()
    anybody.goes_on()
    anybody.sees_order()
    anybody.sees(anybody.says("Столик 5", "Table 5"))


def test_an_order_advances_while_it_is_watched(person: Person) -> None:
    order_id = person.orders_pickup()
    progress = person.page.locator(".progress [aria-current=step]")
    expect(progress).to_contain_text(person.says("Отримано", "Received"))
    person.house.move(order_id, "cooking")
    person.comes_back()
    expect(progress).to_contain_text(person.says("Готуємо", "Cooking"))
    person.house.move(order_id, "ready")
    expect(progress).to_contain_text(person.says("Готово", "Ready"))  # by itself


def test_repeat_and_cancel(anybody: Person) -> None:
    order_id = anybody.orders_pickup("cheesecake")
    anybody.goes("?page=orders")
    card = anybody.page.locator(f"[data-key=o{order_id}]")
    expect(card).to_contain_text(anybody.says("Отримано", "Received"))
    card.get_by_role("button", name=anybody.says("Повторити", "Repeat")).click()
    expect(anybody.page.locator("#page .cart-line")).to_have_count(1)
    anybody.goes(f"?order={order_id}")
    anybody.presses(anybody.says("Скасувати замовлення", "Cancel the order"))
    if not anybody.look.in_telegram:
        anybody.presses(anybody.says("Так, скасувати", "Yes, cancel"))
    anybody.sees(anybody.says("Це замовлення скасовано.", "This order was cancelled."))
    expect(anybody.page.get_by_role("button", name=re.compile("Скасувати|Cancel the"))).to_have_count(0)
