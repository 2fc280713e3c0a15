"""Connections at the desk: a bank's key typed, refused, accepted, tried out with one hryvnia, and taken away."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import House, open_house
from tests.e2e.office import LOOKS, Colleague, colleague, soon
from tests.e2e.people import Look


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_bank_is_connected_tried_out_and_taken_away(browser: Browser, tmp_path: Path, look: Look) -> None:
    keyless: dict[str, Any] = {"monobank_token": None, "bot_token": None, "staff_chat_id": None}
    with open_house(tmp_path, **keyless) as house, colleague(browser, house, look) as owner:
        connect_and_try_out(owner, house)
        assert owner.complaints == []


def connect_and_try_out(owner: Colleague, house: House) -> None:
    owner.opens("connections")
    owner.looks_well("connections")
    monobank = owner.page.locator("[data-key='c-monobank']")
    token = monobank.get_by_label(owner.says("Токен", "Token"))
    token.fill("not this one")
    owner.presses(owner.says("Перевірити й підключити", "Check and connect"), within="[data-key='c-monobank']")
    expect(token).to_have_attribute("aria-invalid", "true")
    expect(token).to_be_focused()
    token.fill(house.bank.token)
    owner.presses(owner.says("Перевірити й підключити", "Check and connect"), within="[data-key='c-monobank']")
    owner.is_told(owner.says("Підключено: ключ працює.", "Connected: the key works."))
    expect(monobank).to_contain_text(owner.says("Гості платять через нього.", "Guests pay through it."))
    owner.looks_well("connections-bank")
    owner.presses(owner.says("Перевірити оплатою 1 ₴", "Try it with 1 ₴"))
    dialog = owner.page.locator("#dialog")
    expect(dialog.get_by_role("link", name=owner.says("Сплатити 1 ₴", "Pay 1 ₴"))).to_be_visible()
    owner.looks_well("connections-test")
    house.do(house.bank.pay(list(house.bank.invoices)[-1]))
    expect(dialog).to_contain_text(owner.says("Гроші прийшли", "The money has come"))
    dialog.get_by_role("link").click()
    owner.sees(owner.says("Перевірка оплати", "Payment test"))
    owner.opens("connections")
    owner.presses(owner.says("Відключити", "Disconnect"), within="[data-key='c-monobank']")
    owner.answers(owner.says("Відключити", "Disconnect"))
    expect(monobank).to_contain_text(owner.says("Не підключено", "Not connected"))
    soon(lambda: house.do(house.cafe.value("SELECT COUNT(*) FROM typed_keys")), 0)
