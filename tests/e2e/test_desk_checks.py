"""Whether everything is in order, as the owner sees it at the desk."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import LOOKS, NARROW, PHONE
from tests.e2e.people import Look


@pytest.mark.parametrize("look", [*LOOKS, NARROW], ids=str)
def test_troubles_stand_first_and_looking_again_sees_what_changed(hire: Hire, own_house: House, look: Look) -> None:
    own_house.configure(force_closed=True)
    owner = hire(look).signs_in()
    owner.opens("checks")
    rows = owner.page.locator(".check")
    states = [
        ("failed" if "is-failed" in classes else "ok" if "is-ok" in classes else "warning")
        for classes in rows.evaluate_all("rows => rows.map(row => row.className)")
    ]
    assert states == sorted(states, key=["failed", "warning", "ok"].index)
    closed = owner.sees(owner.says("Заклад зачинено вручну", "The cafe is closed by hand"))
    owner.looks_well("checks")
    own_house.configure(force_closed=False)
    owner.presses(owner.says("Перевірити ще раз", "Check again"))
    expect(closed).to_have_count(0)


def test_what_changed_is_seen_without_a_press(hire: Hire, own_house: House) -> None:
    own_house.configure(force_closed=True)
    owner = hire(PHONE)
    owner.page.clock.install()
    owner.opens("checks")
    closed = owner.sees("Заклад зачинено вручну")
    own_house.configure(force_closed=False)
    owner.page.clock.fast_forward(61_000)  # it looks each minute, since banks and Telegram are asked each time
    expect(closed).to_have_count(0)


def test_a_manager_has_no_such_section(hire: Hire, own_house: House) -> None:
    manager = hire(NARROW, role="manager").signs_in()
    manager.opens("checks")
    assert own_house.url in manager.page.url
    expect(manager.page.locator(".check")).to_have_count(0)
