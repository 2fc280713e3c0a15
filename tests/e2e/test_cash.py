"""Couriers' cash at the desk: counted by somebody who does not see the sum, decided by the owner."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from cafe.core.people.staff.model import StaffMember
from tests.e2e.conftest import Hire
from tests.e2e.house import House, open_house
from tests.e2e.office import LAPTOP, LOOKS, PHONE, colleague
from tests.e2e.people import Look
from tests.e2e.test_desk_connections import fiscal_service


async def carrying(house: House, amount: int) -> StaffMember:
    """A courier on shift who carries this much."""
    services = house.cafe.app.services
    member = await services.staff.add({"name": "Микола Бондар", "role": "staff", "telegram_id": 801})
    await services.couriers.begin_shift(member)
    await services.courier_cash.correct(member.id, amount, "Розмін", "Олена")
    return member


def test_counted_blind_and_decided(hire: Hire, own_house: House) -> None:
    own_house.do(carrying(own_house, 350))
    barista, owner = hire(PHONE, role="staff"), hire(LAPTOP)
    barista.opens("cash")
    expect(barista.page.locator("#main")).not_to_contain_text("350")
    barista.page.get_by_label("Скільки ви порахували").fill("триста")
    barista.presses("Записати")
    barista.sees("Потрібна сума цілим числом гривень")
    barista.page.get_by_label("Скільки ви порахували").fill("300")
    barista.presses("Записати")
    barista.is_told("Микола Бондар: записано. Сума не та")
    expect(barista.page.locator("#main")).not_to_contain_text("350")
    barista.looks_well("cash-barista")

    owner.opens("cash")
    row = owner.page.locator(".cash-row", has_text="differs")
    expect(row).to_contain_text("should be")
    owner.looks_well("cash")
    owner.presses("Write off", within=".cash-row")
    dialog = owner.page.locator("#dialog")
    dialog.get_by_role("button", name="Write off").click()
    expect(dialog).to_contain_text("Say why")
    dialog.get_by_label("Why").fill("Lost on the way")
    dialog.get_by_role("button", name="Write off").click()
    expect(dialog).to_be_hidden()
    expect(owner.page.locator("#main")).to_contain_text("written off")
    owner.presses("Correct", within="[data-key=pockets]")
    dialog.get_by_label("How much to add").fill("-20")
    dialog.get_by_label("Why").fill("Coins")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(owner.page.locator("[data-key=moves]")).to_contain_text("Coins")
    assert own_house.do(own_house.cafe.value("SELECT SUM(amount) FROM courier_cash")) == -20


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_fiscal_shift_is_closed_by_hand(browser: Browser, tmp_path: Path, look: Look) -> None:
    with fiscal_service() as fiscal:
        keys: dict[str, Any] = {"checkbox_license_key": fiscal.license_key, "checkbox_pin": fiscal.pin}
        with (
            open_house(tmp_path, checkbox_api_url=fiscal.base_url, **keys) as house,
            colleague(browser, house, look, "manager") as manager,
        ):
            manager.opens("cash")
            card = manager.page.locator("[data-key='fiscal-checkbox']")
            expect(card).to_contain_text(manager.says("зміну закрито", "shift closed"))
            opens, closes = (
                manager.says("Відкрити зміну", "Open the shift"),
                manager.says("Закрити зміну", "Close the shift"),
            )
            manager.presses(opens, within="[data-key='fiscal-checkbox']")
            manager.page.locator("#dialog").get_by_role("button", name=opens).click()
            expect(card).to_contain_text(manager.says("зміну відкрито", "shift open"), timeout=15_000)
            manager.looks_well("fiscal-shift")
            manager.presses(closes, within="[data-key='fiscal-checkbox']")
            expect(manager.page.locator("#dialog")).to_contain_text("Z")
            manager.looks_well("fiscal-shift-closing")
            manager.page.locator("#dialog").get_by_role("button", name=closes).click()
            expect(card).to_contain_text(manager.says("зміну закрито", "shift closed"), timeout=15_000)
            assert [shift.status for shift in fiscal.shifts] == ["CLOSED"]
