"""Paying by card: at the bank and back, declined, tried again, and when there is no way to pay by card."""

import re

from playwright.sync_api import expect

from tests.e2e.house import House
from tests.e2e.people import Person
from tests.fakes.service import Failure


def pays_at_the_bank(person: Person, decision: str) -> None:
    """On the bank's page, which leads back to the mini-app."""
    expect(person.page).to_have_url(re.compile("/pay/"))
    person.page.locator(f"button.{decision}").click()
    expect(person.page).to_have_url(re.compile(r"/webapp/\?"))


def test_pay_now(guest: Person) -> None:
    guest.orders_pickup(payment="card")
    guest.sees("Очікує оплати карткою")
    guest.presses(re.compile("Оплатити"))
    pays_at_the_bank(guest, "pay")
    guest.sees("Оплачено карткою")
    expect(guest.page.get_by_role("link", name=re.compile("Оплатити"))).to_have_count(0)
    guest.complaints.clear()  # the practice bank's page has no icon


def test_a_declined_card_and_another_try(guest: Person, house: House) -> None:
    guest.orders_pickup(payment="card")
    guest.presses(re.compile("Оплатити"))
    pays_at_the_bank(guest, "decline")
    guest.sees("Банк відхилив картку, гроші не списано.", within=".payment")
    guest.sees_no("Оплата ще не надійшла.")
    invoices = len(house.bank.invoices)
    guest.presses("Оплатити ще раз")
    pays_at_the_bank(guest, "pay")
    assert len(house.bank.invoices) == invoices + 1  # a new page to pay on
    guest.sees("Оплачено карткою")
    guest.complaints.clear()


def test_in_telegram_the_bank_opens_outside_and_the_return_is_noticed(member: Person, house: House) -> None:
    order_id = member.orders_pickup(payment="card")
    member.presses(re.compile("Оплатити"))
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


def test_without_a_bank_the_order_stands_and_says_what_to_do(person: Person, house: House) -> None:
    house.bank.fail(Failure.SERVER_ERROR, path="/invoice/create", times=1)
    person.orders_pickup(payment="card")
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
    guest.starts_checkout()
    guest.chooses("payment_method", "card")
    with house.configured(payment_provider="liqpay"):  # the house has an account at the other one only
        guest.page.reload()
        expect(guest.page.locator("input[value=cash]")).to_be_checked()
        expect(guest.page.locator("input[value=card]")).to_have_count(0)
