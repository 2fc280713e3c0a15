"""The mini-app of a cafe whose hours differ from day to day."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Welcome
from tests.e2e.house import House
from tests.e2e.people import EVERYBODY, Look
from tests.e2e.test_rules import CHECKOUT, asks, page_of

WEEK = """
[settings]
allow_orders_outside_hours = false

[hours]
mon = ["08:00-15:00", "17:00-22:00"]
fri = ["18:00-04:00"]

[[special_days]]
date = 2026-06-15
hours = ["08:00-15:00"]
message = "Скорочений день"
message_en = "A short day"

[[special_days]]
date = 2026-06-22
hours = []
message = "Санітарний день"
message_en = "Cleaning day"
"""
__all__ = ["page_of"]


@pytest.mark.parametrize("look", EVERYBODY[:2], ids=str)
def test_the_week_and_what_comes_next(welcome: Welcome, june_house: House, look: Look) -> None:
    june_house.do(june_house.cafe.load(WEEK))
    monday = june_house.set_clock(15, 12, 0)
    person = welcome(look, place=june_house)
    person.has_clock(monday)
    person.opens_menu()
    status = person.page.locator(".opening-status")
    expect(status.first).to_have_text(person.says("Відчинено до 15:00", "Open until 15:00"))
    expect(person.page.get_by_text(person.says("Скорочений день", "A short day"))).to_be_visible()
    person.page.locator("#nav a").nth(2).click()
    week = person.page.locator(".week").first
    expect(week.locator("div")).to_have_count(7)
    expect(week.locator(".is-today")).to_contain_text("08:00–15:00, 17:00–22:00")
    expect(week.locator("div").nth(1)).to_contain_text(person.says("зачинено", "closed"))
    special = person.page.locator(".week").nth(1)
    expect(special.locator("div").nth(1)).to_contain_text(person.says("Санітарний день", "Cleaning day"))
    evening = june_house.set_clock(15, 20, 0)
    person.has_clock(evening)
    person.page.reload()
    expect(person.page.locator(".opening-status").first).to_have_text(
        person.says("Зачинено, відчинимось 19 червня о 18:00", "Closed, opens on 19 June at 18:00")
    )


@pytest.mark.parametrize(
    ("is_open", "ahead", "now", "soonest", "first", "last", "count"),
    [
        (True, 120, "13:03", "13:20", "13:30", "15:00", 7),
        (True, 20, "14:40", "14:55", "15:00", "15:00", 1),
        (False, 60, "16:00", None, "17:15", "22:00", 20),
        (False, 4320, "18:00", None, "18:15", "23:00", 20),
        (False, None, "18:00", None, None, None, 0),
    ],
)
def test_pickup_times_until_the_next_turn(
    page_of: Any,
    ahead: int | None,
    now: str,
    soonest: str | None,
    first: str | None,
    last: str | None,
    count: int,
    *,
    is_open: bool,
) -> None:
    settings = {"work_hours_from": "17:00", "work_hours_to": "22:00", "is_open": is_open}
    minutes = "Infinity" if ahead is None else str(ahead)
    offered = asks(page_of, CHECKOUT, f"it.pickupTimes(given[0], given[1], undefined, {minutes})", [settings, now])
    times = offered["times"]
    assert (offered["soonest"], len(times)) == (soonest, count)
    if times:
        assert (times[0], times[-1]) == (first, last)
