"""The bank's own list of payments beside ours, as a manager reads it at the desk."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import LAPTOP, NARROW, PHONE
from tests.e2e.people import Look
from tests.fakes.monobank import foreign_line
from tests.fakes.service import Failure


def pay_another_sum(house: House) -> None:
    """An order is paid, and the bank's list has another sum; it has one of another shop, too."""
    house.do(house.cafe.guest().places("latte", payment_method="card"))
    [invoice] = house.bank.invoices
    house.do(house.bank.pay(invoice))
    at = house.bank.invoices[invoice].created_at
    house.bank.lines = {
        invoice: {"amount": 8_950, "profitAmount": 8_834},
        "p2_9KxZb72mVQ": foreign_line("p2_9KxZb72mVQ", at),
    }


@pytest.mark.parametrize("look", [PHONE, LAPTOP, NARROW], ids=str)
def test_what_does_not_match_is_looked_into_and_settled(hire: Hire, own_house: House, look: Look) -> None:
    manager = hire(look, role="manager").signs_in()
    manager.opens("reports").page.get_by_role("link", name=manager.says("Звірка", "Compare")).click()
    manager.sees(manager.says("Перша звірка буде вранці", "in the morning for the first time"))
    manager.looks_well("bank-new")
    pay_another_sum(own_house)
    compare = manager.says("Звірити зараз", "Compare now")
    manager.presses(compare)
    manager.sees(manager.says("Не збігаються 2 оплати", "2 payments do not match"))
    differences = manager.page.locator(".bank-difference")
    expect(differences).to_have_count(2)
    manager.looks_well("bank-differs")
    other = differences.filter(has_text="p2_9KxZb72mVQ")
    expect(differences.get_by_role("link")).to_have_attribute("href", "#/orders/1")
    expect(other).to_contain_text(manager.says("Оплачено в банку, а тут невідомо", "Paid at the bank, unknown here"))
    settle = manager.says("З’ясовано", "It is clear")
    other.get_by_role("button", name=settle).click()
    manager.answers(settle)
    expect(differences).to_have_count(1)
    own_house.bank.fail(Failure.SERVER_ERROR, path="/statement")
    manager.presses(compare)
    manager.sees(manager.says("Не звірено від", "Could not be compared since"))
    expect(differences).to_have_count(1)
    manager.looks_well("bank-silent")
    own_house.bank.lines.clear()
    manager.presses(compare)
    manager.sees(manager.says("Усе збігається", "Everything matches"))
    manager.looks_well("bank-good")
