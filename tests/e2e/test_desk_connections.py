"""Connections at the desk: a bank's key typed, refused, accepted, tried out with one hryvnia, and taken away."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import House, open_house
from tests.e2e.office import LOOKS, PHONE, Colleague, colleague, soon
from tests.e2e.people import Look
from tests.e2e.test_desk_refunds import because, begins, chooses, gives
from tests.fakes.checkbox import FakeCheckbox

KEYLESS: dict[str, Any] = {"monobank_token": None, "bot_token": None, "staff_chat_id": None}


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_bank_is_connected_tried_out_and_taken_away(browser: Browser, tmp_path: Path, look: Look) -> None:
    with open_house(tmp_path, **KEYLESS) as house, colleague(browser, house, look) as owner:
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


def test_from_the_first_link_to_a_receipt_without_a_file_or_a_command(browser: Browser, tmp_path: Path) -> None:
    """Bank and fiscal service by their keys, the test order's hryvnia there and back, a receipt of each."""
    with (
        fiscal_service() as fiscal,
        open_house(tmp_path, checkbox_api_url=fiscal.base_url, **KEYLESS) as house,
        colleague(browser, house, PHONE) as owner,
    ):
        owner.opens("connections")
        checkbox = owner.page.locator("[data-key='c-checkbox']")
        for label, key in (("Ключ ліцензії каси", fiscal.license_key), ("PIN касира", fiscal.pin)):
            checkbox.get_by_label(label).fill(key)
        owner.presses("Перевірити й підключити", within="[data-key='c-checkbox']")
        owner.is_told("Підключено: ключ працює.")
        owner.page.locator("[data-key='c-monobank']").get_by_label("Токен").fill(house.bank.token)
        owner.presses("Перевірити й підключити", within="[data-key='c-monobank']")
        owner.presses("Перевірити оплатою 1 ₴")
        dialog, history = owner.page.locator("#dialog"), owner.page.locator(".order-history")
        expect(dialog.get_by_role("link", name="Сплатити 1 ₴")).to_be_visible()
        house.do(house.bank.pay(list(house.bank.invoices)[-1]))
        expect(dialog).to_contain_text("Гроші прийшли")
        soon(lambda: [receipt.status for receipt in fiscal.receipts.values()], ["DONE"])
        dialog.get_by_role("link").click()
        expect(history).to_contain_text("Фіскальний чек")
        begins(owner)
        chooses(owner, "Усе", "All of it")
        because(owner)
        gives(owner)
        owner.is_told("Повернуто 1 ₴")
        soon(lambda: [receipt.status for receipt in fiscal.receipts.values()], ["DONE", "DONE"])
        sale, back = fiscal.receipts.values()
        assert (sale.total, back.total, back.returns) == (100, 100, sale.id)
        assert owner.complaints == []


@contextmanager
def fiscal_service() -> Iterator[FakeCheckbox]:
    """A Checkbox that runs in the background."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, name="checkbox")
    thread.start()
    fiscal = FakeCheckbox()
    asyncio.run_coroutine_threadsafe(fiscal.__aenter__(), loop).result(timeout=20)
    try:
        yield fiscal
    finally:
        asyncio.run_coroutine_threadsafe(fiscal.__aexit__(None, None, None), loop).result(timeout=20)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(timeout=20)
        loop.close()
