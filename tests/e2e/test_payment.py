"""Paying by card: at the bank and back, declined, tried again, and when there is no way to pay by card."""

import re

from playwright.sync_api import expect

from cafe.core.ordering.orders.model import OrderStatus
from tests.e2e.house import House
from tests.e2e.people import Person
from tests.fakes.service import Failure


def pays_at_the_bank(person: Person, decision: str) -> None:
    """On the bank's page, which leads back to the mini-app."""
    expect(person.page).to_have_url(re.compile("/pay/"))
    person.page.locator(f"button.{decision}").click()
    expect(person.page).to_have_url(re.compile(r"/webapp/\?"))


def goes_to_the_bank(person: Person) -> None:
    """The one press that orders and leads to the bank's page."""
    person.opens_menu()
    person.adds("latte")
    person.starts_checkout("pickup")
    person.fills_contacts()
    person.chooses("payment_method", "card")
    person.sees_step(person.says("Оплатити", "Pay"))
    person.goes_on()


def test_one_press_leads_to_the_bank(guest: Person) -> None:
    goes_to_the_bank(guest)
    pays_at_the_bank(guest, "pay")
    guest.sees("Оплачено карткою")
    expect(guest.page.locator(".payment")).to_have_count(0)


def test_who_comes_back_without_paying_is_told_what_is_missing(person: Person) -> None:
    person.orders_pickup(payment="card")
    person.sees(person.says("Очікує оплати", "Awaiting payment"), within=".hero")
    expect(person.page.locator(".payment [data-key=pay]")).to_be_visible()
    person.photographs("order-awaits-payment")
    person.goes("?page=orders")
    person.sees(person.says("Очікує оплати", "Awaiting payment"), within=".order-card")


def test_a_declined_card_and_another_try(guest: Person, house: House) -> None:
    goes_to_the_bank(guest)
    pays_at_the_bank(guest, "decline")
    guest.sees("Банк відхилив картку, гроші не списано.", within=".payment")
    guest.sees_no("Оплата ще не надійшла.")
    invoices = len(house.bank.invoices)
    guest.presses("Оплатити ще раз")
    pays_at_the_bank(guest, "pay")
    assert len(house.bank.invoices) == invoices + 1  # a new page to pay on
    guest.sees("Оплачено карткою")


def test_a_declined_card_and_cash_instead(guest: Person) -> None:
    goes_to_the_bank(guest)
    pays_at_the_bank(guest, "decline")
    guest.sees("Банк відхилив картку, гроші не списано.", within=".payment")
    guest.photographs("order-declined")
    guest.presses("Заплатити готівкою")
    expect(guest.page.locator(".payment")).to_have_count(0)
    guest.sees("Оплата готівкою", within=".order-facts")


def test_in_telegram_the_bank_opens_outside_and_the_return_is_noticed(member: Person, house: House) -> None:
    order_id = member.orders_pickup(payment="card")
    [opened] = [call for call in member.calls() if call.startswith("openLink")]
    assert "/pay/" in opened
    assert f"order={order_id}" in member.page.url
    house.bank.webhooks.is_silent = True  # the webhook is late: the page itself asks the bank
    try:
        house.do(house.bank.pay(list(house.bank.invoices)[-1]))
    finally:
        house.bank.webhooks.is_silent = False
    member.page.evaluate("window.Telegram.WebApp.fire('activated')")
    member.sees("Оплату отримано. Дякуємо!")
    member.sees("Оплачено карткою")


def chooses_the_app(person: Person) -> None:
    person.opens_menu()
    person.adds("latte")
    person.starts_checkout("pickup")
    person.fills_contacts()
    person.chooses("payment_method", "app")


def test_the_form_says_how_the_banks_page_is_paid(person: Person) -> None:
    person.opens_menu()
    person.adds("latte")
    person.starts_checkout("pickup")
    card = person.page.locator(".pay-option", has=person.page.locator("input[value=card]"))
    expect(card).to_contain_text(
        person.says("картка, Apple Pay, Google Pay або monobank", "card, Apple Pay, Google Pay, or monobank")
    )
    expect(person.page.locator("input[value=app]")).to_have_count(int(person.look.is_phone))
    card.scroll_into_view_if_needed()
    person.photographs("checkout-ways-to-pay")


def test_on_a_phone_one_press_leads_into_the_banks_app(guest: Person) -> None:
    guest.page.route("https://mbnk.app/**", lambda route: route.fulfill(body="monobank"))
    chooses_the_app(guest)
    guest.sees_step("Оплатити")
    guest.goes_on()
    expect(guest.page).to_have_url(re.compile("^https://mbnk.app/or/"))
    guest.page.go_back()  # it is not there after all: the usual page will do
    guest.presses("Оплатити ще раз")
    pays_at_the_bank(guest, "pay")
    guest.sees("Оплачено карткою")
    guest.opens_menu()
    guest.adds("latte")
    guest.starts_checkout("pickup")
    expect(guest.page.locator("input[value=app]")).to_be_checked()  # as the last time


def test_in_telegram_on_a_phone_the_banks_app_opens(member: Person) -> None:
    chooses_the_app(member)
    member.photographs("checkout-bank-app")
    member.goes_on()
    member.page.wait_for_function("() => window.telegramCalls.some(call => call.startsWith('openLink'))")
    [opened] = [call for call in member.calls() if call.startswith("openLink")]
    assert "https://mbnk.app/or/" in opened


def test_where_the_bank_names_no_app_its_page_opens(member: Person, house: House) -> None:
    for link in (None, "monobank://pay/{id}"):  # Telegram opens no such scheme
        house.bank.app_url, before = link, house.bank.app_url
        try:
            chooses_the_app(member)
            member.goes_on()
            member.page.wait_for_function("() => window.telegramCalls.some(call => call.startsWith('openLink'))")
        finally:
            house.bank.app_url = before
        [opened] = [call for call in member.calls() if call.startswith("openLink")]
        assert "/pay/" in opened


def test_a_scheme_that_a_phone_does_not_know_leads_to_the_banks_page(guest: Person, house: House) -> None:
    house.bank.app_url, before = "monobank://pay/{id}", house.bank.app_url
    try:
        chooses_the_app(guest)
        guest.goes_on()
        pays_at_the_bank(guest, "pay")
    finally:
        house.bank.app_url = before
    guest.sees("Оплачено карткою")
    guest.complaints.clear()  # the browser says that it knows no such scheme


def test_without_a_bank_the_order_stands_and_says_what_to_do(person: Person, house: House) -> None:
    house.bank.fail(Failure.SERVER_ERROR, path="/invoice/create", times=1)
    goes_to_the_bank(person)
    person.sees_order()
    message = person.says("Оплата карткою тимчасово недоступна", "Card payment is temporarily unavailable")
    person.sees(re.compile(message))
    house.bank.fail(Failure.SERVER_ERROR, path="/invoice/create", times=1)
    person.presses(re.compile(person.says("Оплатити", "Pay")))
    expect(person.page.locator(".payment [role=alert]")).not_to_be_empty()
    if person.look.in_telegram:
        person.presses(re.compile(person.says("Оплатити", "Pay")))
        person.page.wait_for_function("() => window.telegramCalls.some(call => call.startsWith('openLink'))")
    else:
        person.presses(re.compile(person.says("Оплатити", "Pay")))
        expect(person.page).to_have_url(re.compile("/pay/"))
    person.complaints.clear()


def test_paid_elsewhere_while_the_page_was_open(guest: Person, house: House) -> None:
    guest.orders_pickup(payment="card")
    house.do(house.bank.pay(list(house.bank.invoices)[-1]))
    guest.comes_back()
    guest.sees("Оплачено карткою")


def test_card_is_not_offered_where_no_bank_is_configured(guest: Person, house: House) -> None:
    guest.opens_menu()
    guest.adds("latte")
    guest.starts_checkout("pickup")
    guest.chooses("payment_method", "card")
    with house.configured(payment_provider="liqpay"):  # the house has an account at the other one only
        guest.page.reload()
        expect(guest.page.locator("input[value=cash]")).to_be_checked()
        expect(guest.page.locator("input[value=card]")).to_have_count(0)


def test_what_went_back_is_told_in_the_order(guest: Person, house: House) -> None:
    goes_to_the_bank(guest)
    pays_at_the_bank(guest, "pay")
    guest.sees("Оплачено карткою")
    house.do(house.bank.refund(list(house.bank.invoices)[-1], 10_50))
    guest.page.reload()
    guest.sees("Оплачено карткою. Повернули вам 10,50 ₴")


def test_an_order_that_costs_nothing_speaks_of_no_money(person: Person, house: House) -> None:
    house.do(house.cafe.load('[[promos]]\ncode = "ДАРУНОК"\ndiscount_percent = 100\nactive = true\n'))
    person.opens_menu()
    person.adds("latte")
    person.opens_cart()
    person.chooses("type", "dine_in")
    person.fills(promo="дарунок")
    person.presses(person.says("Застосувати", "Apply"))
    person.sees("ДАРУНОК: −100%")
    person.goes_on()
    person.fills_contacts()
    person.chooses("payment_method", "card")
    person.goes_on()
    person.sees_order()
    nothing = person.says("Платити не потрібно", "Nothing to pay")
    by_card = person.says("Оплачено карткою", "Paid by card")
    person.sees(nothing, within=".order-facts")
    person.sees_no(by_card)
    person.page.locator(".order-facts").scroll_into_view_if_needed()
    person.photographs("order-for-nothing")
    person.presses(person.says("Скасувати замовлення", "Cancel the order"))
    if person.look.in_telegram:  # which asks by itself
        assert any("You will not have to pay anything." in call for call in person.calls())
    else:
        person.sees("Платити нічого не доведеться.", within="#confirm")
        person.presses("Так, скасувати")
    person.sees(nothing, within=".hero")
    person.photographs("cancelled-for-nothing")
    person.goes("?page=orders")
    person.sees(nothing, within=".order-card")
    person.sees_no(by_card)


def test_a_held_card_waits_for_the_cafe(person: Person, house: House) -> None:
    with house.configured(hold_payments=True):
        order_id = person.orders_pickup(payment="card")
        house.bank.webhooks.is_silent = True  # the page itself asks the bank
        try:
            house.do(house.bank.pay(list(house.bank.invoices)[-1]))
            person.goes(f"?page=orders&order={order_id}")
            person.sees(person.says("заблоковано", "is held on your card"), within=".notice")
        finally:
            house.bank.webhooks.is_silent = False
        person.sees(person.says("Гроші заблоковано на картці", "The money is held on your card"), within=".order-facts")
        expect(person.page.locator(".payment")).to_have_count(0)
        person.photographs("order-held")
        staff = house.cafe.app.services.staff_orders
        house.do(staff.advance(order_id, OrderStatus.NEW, OrderStatus.CONFIRMED, "Оля"))
        person.sees(person.says("Оплачено карткою", "Paid by card"), within=".order-facts")
