"""Hours at the desk: an owner sets a week and a holiday, the staff pause orders, and the guests see it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import LAPTOP, LOOKS, NARROW, PHONE, Colleague, soon
from tests.e2e.people import Look

SIMPLE = '[settings]\nwork_hours_from = "08:00"\nwork_hours_to = "22:00"\n'


def settings(house: House) -> dict[str, Any]:
    found: dict[str, Any] = house.do(house.cafe.get("/api/settings")).json
    return found


def at_the_desk(hire: Hire, house: House, look: Look, role: str = "manager") -> Colleague:
    """Somebody who looks at the hours on a Monday at noon."""
    house.do(house.cafe.load(SIMPLE))
    house.set_clock(15, 12, 0)
    person: Colleague = hire(look, role=role)
    return person.opens("hours")


def day_row(person: Colleague, uk: str, en: str) -> Locator:
    return person.page.locator(".hours-day").filter(has_text=person.says(uk, en))


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_two_times_become_a_week_and_come_back(hire: Hire, own_house: House, look: Look) -> None:
    manager = at_the_desk(hire, own_house, look)
    manager.sees(manager.says("Відчинено до 22:00", "Open until 22:00"))
    manager.looks_well("hours-simple")
    page = manager.page
    page.get_by_role("radio", name=manager.says("За днями тижня", "Day by day")).check()
    day_row(manager, "Неділя", "Sunday").get_by_role("switch").uncheck(force=True)
    monday = day_row(manager, "Понеділок", "Monday")
    monday.get_by_label(manager.says("Понеділок, проміжок 1: до", "Monday, range 1: to")).fill("15:00")
    monday.get_by_role("button", name=manager.says("Понеділок: ще проміжок", "Monday: another range")).click()
    monday.get_by_label(manager.says("проміжок 2: від", "range 2: from")).fill("17:00")
    monday.get_by_label(manager.says("проміжок 2: до", "range 2: to")).fill("02:00")
    monday.get_by_role("button", name=manager.says("скопіювати", "copy")).click()
    for uk, en in (("Вівторок", "Tuesday"), ("Середа", "Wednesday")):
        page.locator("#dialog").get_by_label(manager.says(uk, en)).uncheck()
    manager.presses(manager.says("Скопіювати на позначені", "Copy to the chosen days"), within="#dialog")
    manager.looks_well("hours-week")
    manager.presses(manager.says("Зберегти", "Save"), within="#hours-week")
    manager.is_told(manager.says("Збережено", "Saved"))
    manager.sees(manager.says("Відчинено до 15:00", "Open until 15:00"))
    week = settings(own_house)["schedule"]["week"]
    split = ["08:00-15:00", "17:00-02:00"]
    assert [week[day] for day in ("mon", "tue", "thu", "fri", "sat", "sun")] == [
        split,
        ["08:00-22:00"],
        split,
        split,
        ["08:00-22:00"],
        [],
    ]
    page.get_by_role("radio", name=manager.says("Щодня однаково", "The same every day")).check()
    page.get_by_label(manager.says("Зачиняємося о", "We close at")).fill("21:00")
    manager.presses(manager.says("Зберегти", "Save"), within="#hours-week")
    manager.sees(manager.says("Відчинено до 21:00", "Open until 21:00"))
    assert "schedule" not in settings(own_house)
    manager.presses(manager.says("Повернути", "Undo"), within="#toast")
    manager.sees(manager.says("Відчинено до 15:00", "Open until 15:00"))
    assert settings(own_house)["schedule"]["week"]["mon"] == split


def test_a_week_begins_with_the_times_just_typed(hire: Hire, own_house: House) -> None:
    manager = at_the_desk(hire, own_house, PHONE)
    page = manager.page
    page.get_by_role("radio", name="За днями тижня").check()
    monday = day_row(manager, "Понеділок", "Monday")
    monday.get_by_label("проміжок 1: від").fill("10:00")  # which is Monday's own from here on
    page.get_by_role("radio", name="Щодня однаково").check()
    page.get_by_label("Відчиняємося о").fill("00:00")
    page.get_by_label("Зачиняємося о").fill("00:00")
    page.get_by_role("radio", name="За днями тижня").check()
    expect(monday.get_by_label("проміжок 1: від")).to_have_value("10:00")
    manager.presses("Зберегти", within="#hours-week")
    manager.is_told("Збережено")
    week = settings(own_house)["schedule"]["week"]
    assert week["mon"] == ["10:00-22:00"]
    assert {*map(tuple, (week[day] for day in ("tue", "wed", "thu", "fri", "sat", "sun")))} == {("00:00-24:00",)}


def test_what_is_wrong_is_told_at_its_day_and_nothing_is_saved(hire: Hire, own_house: House) -> None:
    manager = at_the_desk(hire, own_house, PHONE)
    manager.page.get_by_role("radio", name="За днями тижня").check()
    monday = day_row(manager, "Понеділок", "Monday")
    monday.get_by_role("button", name="ще проміжок").click()
    monday.get_by_label("проміжок 2: від").fill("21:00")
    manager.presses("Зберегти", within="#hours-week")
    expect(monday).to_contain_text("Години накладаються: 08:00-22:00 і 21:00-23:00.")
    expect(monday.get_by_label("проміжок 1: від")).to_be_focused()
    manager.looks_well("hours-wrong")
    assert "schedule" not in settings(own_house)
    manager.presses("Скасувати", within="#hours-week")
    expect(manager.page.locator(".hours-day")).to_have_count(0)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_closure_ahead_is_a_span_of_days(hire: Hire, own_house: House, look: Look) -> None:
    manager = at_the_desk(hire, own_house, look)
    page = manager.page
    manager.presses(manager.says("Додати день", "Add a day"))
    dialog = page.locator("#dialog")
    manager.presses(manager.says("Зберегти", "Save"), within="#dialog")
    expect(dialog).to_contain_text(manager.says("Оберіть перший день.", "Choose the first day."))
    dialog.get_by_label(manager.says("Перший день", "First day")).fill("2026-06-16")
    dialog.get_by_label(manager.says("Останній день", "Last day")).fill("2026-06-18")
    dialog.get_by_label(manager.says("Повідомлення гостям", "Message to the guests")).fill("Відпустка")
    dialog.get_by_label(manager.says("Повідомлення англійською", "Message in English")).fill("Holidays")
    manager.looks_well("hours-special")
    manager.presses(manager.says("Зберегти", "Save"), within="#dialog")
    expect(dialog).to_be_hidden()
    row = page.locator(".rows .row")
    expect(row).to_have_count(1)
    expect(row).to_contain_text(manager.says("Відпустка", "Holidays"))
    expect(row).to_contain_text(re.compile("16.*18", re.DOTALL))
    row.click()
    dialog.get_by_label(manager.says("Останній день", "Last day")).fill("2026-06-17")
    dialog.get_by_role("radio", name=manager.says("Інші години", "Other hours")).check()
    dialog.get_by_label(manager.says("проміжок 1: від", "range 1: from")).fill("10:00")
    dialog.get_by_label(manager.says("проміжок 1: до", "range 1: to")).fill("14:00")
    manager.presses(manager.says("Зберегти", "Save"), within="#dialog")
    expect(row).to_contain_text("10:00–14:00")
    days = own_house.do(own_house.cafe.rows("SELECT day, ranges, message_en FROM special_days ORDER BY day"))
    assert days == [{"day": f"2026-06-{day}", "ranges": "10:00-14:00", "message_en": "Holidays"} for day in (16, 17)]
    own_house.set_clock(16, 9, 0)
    page.reload()
    manager.sees(manager.says("Зачинено, відчинимося о 10:00", "Closed, opens at 10:00"))
    row.click()
    manager.presses(manager.says("Видалити", "Delete"), within="#dialog")
    expect(row).to_have_count(0)
    manager.sees(manager.says("Відчинено до 22:00", "Open until 22:00"))


def test_who_adds_a_day_that_somebody_has_just_added_may_insist(hire: Hire, own_house: House) -> None:
    manager = at_the_desk(hire, own_house, PHONE)
    own_house.do(own_house.cafe.load('[[special_days]]\ndate = 2026-06-16\nhours = []\nmessage = "Ремонт"\n'))
    manager.presses("Додати день")
    dialog = manager.page.locator("#dialog")
    dialog.get_by_label("Перший день").fill("2026-06-16")
    dialog.get_by_label("Повідомлення гостям").fill("Відпустка")
    manager.presses("Зберегти", within="#dialog")
    manager.answers("Зберегти моє")
    expect(dialog).to_be_hidden()
    expect(manager.page.locator(".rows .row")).to_contain_text("Відпустка")
    assert own_house.do(own_house.cafe.rows("SELECT message FROM special_days")) == [{"message": "Відпустка"}]


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_staff_pause_and_promise_later(hire: Hire, own_house: House, look: Look) -> None:
    staff = at_the_desk(hire, own_house, look, role="staff")
    page, dialog = staff.page, staff.page.locator("#dialog")
    expect(page.locator("#hours-week")).to_have_count(0)  # which is the manager's to change
    staff.presses(staff.says("Призупинити", "Pause orders"))
    dialog.get_by_role("radio", name=staff.says("Доставка", "Delivery")).check()
    dialog.get_by_role(
        "radio", name=staff.says("до відкриття: 16 червня, 08:00", "until opening: 16 June, 08:00")
    ).check()
    staff.looks_well("hours-pause")
    staff.presses(staff.says("Призупинити", "Pause orders"), within="#dialog")
    expect(dialog).to_be_hidden()
    staff.sees(staff.says("до 16 червня, 08:00", "until 16 June, 08:00"))
    assert own_house.do(own_house.cafe.get("/api/settings")).headers["X-Cafe-Paused"] == "delivery"
    staff.presses(staff.says("Обіцяти довше", "Promise later"))
    dialog.get_by_role("radio", name=staff.says("+30 хв", "+30 min")).check()
    staff.presses(staff.says("Обіцяти довше", "Promise later"), within="#dialog")
    staff.sees(staff.says("+30 хв до 13:00", "+30 min until 13:00"))
    staff.looks_well("hours-staff")
    staff.presses(staff.says("Обіцяти як завжди", "Promise as usual"))
    staff.presses(staff.says("Відновити", "Resume"))
    staff.is_told(staff.says("Знову приймаємо", "Taking orders again"))
    expect(page.get_by_role("button", name=staff.says("Відновити", "Resume"))).to_have_count(0)
    history: Colleague = hire(look)
    history.opens("history?table=pauses")
    changes = history.page.locator(".change")
    expect(changes).to_have_count(2)
    expect(changes.nth(1)).to_contain_text("staff at the desk")
    expect(changes.nth(1)).to_contain_text(history.says("Пауза: доставка", "Pause: delivery"))
    expect(changes.nth(1)).to_contain_text(history.says("16 червня 08:00", "16 June 08:00"))
    expect(changes.get_by_role("button")).to_have_count(0)  # a pause is ended, not undone
    history.looks_well("history-pauses")


def test_guests_are_told_that_it_is_closed_by_hand(hire: Hire, own_house: House) -> None:
    manager = at_the_desk(hire, own_house, LAPTOP)
    page = manager.page
    page.get_by_label("Closed by hand").check(force=True)
    page.get_by_label("What guests read").fill("Ремонт")
    page.get_by_label("The same in English").fill("Repairs")
    manager.presses("Save")
    manager.sees("Not taking orders")
    found = settings(own_house)
    assert (found["force_closed"], found["force_closed_message"]) == (True, "Ремонт")
    manager.looks_well("hours-forced")


def test_who_leaves_with_changes_is_asked(hire: Hire, own_house: House) -> None:
    manager = at_the_desk(hire, own_house, PHONE)
    manager.page.get_by_label("Зачиняємося о").fill("21:00")
    manager.page.evaluate("location.hash = '#/history'")
    manager.answers("Залишитися")
    expect(manager.page.get_by_label("Зачиняємося о")).to_have_value("21:00")


def test_somebody_else_s_hours_are_shown_first(hire: Hire, own_house: House) -> None:
    manager = at_the_desk(hire, own_house, PHONE)
    own_house.do(own_house.cafe.load('[settings]\nwork_hours_to = "23:00"\n'))
    manager.page.get_by_label("Зачиняємося о").fill("21:00")
    manager.presses("Зберегти", within="#hours-week")
    expect(manager.page.locator("#question")).to_contain_text("23:00")
    manager.looks_well("hours-conflict")
    manager.answers("Залишити, як зараз")
    expect(manager.page.get_by_label("Зачиняємося о")).to_have_value("23:00")


def test_keeping_what_is_there_keeps_the_other_days(hire: Hire, own_house: House) -> None:
    others = "".join(f'{day} = ["08:00-22:00"]\n' for day in ("tue", "wed", "thu", "fri", "sat", "sun"))
    own_house.do(own_house.cafe.load(f'[hours]\nmon = ["08:00-22:00"]\n{others}'))
    manager = at_the_desk(hire, own_house, LAPTOP)
    page = manager.page
    days = page.locator("#hours-week .hours-day")
    for number in (0, 1):
        days.nth(number).locator("input[type=time]").nth(1).fill("20:00")
    own_house.do(own_house.cafe.load(f'[hours]\nmon = ["09:00-22:00"]\n{others}'))
    manager.presses("Save", within="#hours-week")
    manager.answers("Keep what is there")
    expect(days.nth(0).locator("input[type=time]").nth(0)).to_have_value("09:00")
    expect(days.nth(0).locator("input[type=time]").nth(1)).to_have_value("22:00")
    expect(days.nth(1).locator("input[type=time]").nth(1)).to_have_value("20:00")
    manager.presses("Save", within="#hours-week")
    manager.is_told("Saved")
    hours = own_house.cafe.app.services.edits.find_item("hours", "")
    found = own_house.do(hours)
    assert found is not None
    assert (found["mon"], found["tue"]) == (["09:00-22:00"], ["08:00-20:00"])


def test_keeping_what_is_there_keeps_the_other_time_and_message(hire: Hire, own_house: House) -> None:
    manager = at_the_desk(hire, own_house, PHONE)
    page = manager.page
    page.get_by_label("Відчиняємося о").fill("07:00")
    page.get_by_label("Зачиняємося о").fill("21:00")
    page.locator("#announcement_message").fill("Полуниці вже є")
    page.locator("#force_closed_message").fill("Ремонт")
    own_house.do(own_house.cafe.load('[settings]\nwork_hours_to = "23:00"\nforce_closed_message = "Свято"\n'))
    manager.presses("Зберегти", within="#hours-week")
    manager.answers("Залишити, як зараз")
    expect(page.get_by_label("Зачиняємося о")).to_have_value("23:00")
    expect(page.get_by_label("Відчиняємося о")).to_have_value("07:00")
    manager.presses("Зберегти", within="[data-key='messages']")
    manager.answers("Залишити, як зараз")
    expect(page.locator("#force_closed_message")).to_have_value("Свято")
    expect(page.locator("#announcement_message")).to_have_value("Полуниці вже є")
    manager.presses("Зберегти", within="[data-key='messages']")
    manager.is_told("Збережено")
    assert settings(own_house)["announcement_message"] == "Полуниці вже є"
    with page.expect_response("**/api/desk/edits"):
        manager.presses("Зберегти", within="#hours-week")
    assert settings(own_house)["work_hours_from"] == "07:00"
    manager.sees("Відчинено до 23:00")


def test_what_is_typed_stays_when_the_page_looks_again(hire: Hire, own_house: House) -> None:
    """And what somebody else changed meanwhile is noticed all the same."""
    manager = at_the_desk(hire, own_house, PHONE)
    manager.page.get_by_label("Зачиняємося о").fill("21:00")
    own_house.do(own_house.cafe.load('[settings]\nwork_hours_to = "23:00"\n'))
    manager.page.evaluate("location.hash = '#/hours?again'")
    manager.answers("Піти")
    manager.sees("Відчинено до 23:00")
    expect(manager.page.get_by_label("Зачиняємося о")).to_have_value("21:00")
    manager.presses("Зберегти", within="#hours-week")
    expect(manager.page.locator("#question")).to_contain_text("23:00")
    manager.answers("Зберегти моє")
    manager.sees("Відчинено до 21:00")


def test_a_narrow_phone(hire: Hire, own_house: House) -> None:
    manager = at_the_desk(hire, own_house, NARROW)
    manager.page.get_by_role("radio", name="Day by day").check()
    manager.looks_well("hours-narrow")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_how_much_the_kitchen_takes(hire: Hire, own_house: House, look: Look) -> None:
    manager = at_the_desk(hire, own_house, look)

    def slots() -> list[dict[str, Any]]:
        found = own_house.do(
            own_house.cafe.rows("SELECT order_type, every_minutes, max_orders, max_items, max_amount FROM slots")
        )
        return [dict(row) for row in found]

    own_house.do(own_house.cafe.app.services.settings.change({"schedule_days": "0"}))
    manager.opens("start").opens("hours")
    manager.sees(manager.says("Наперед гості поки не замовляють", "Guests cannot order ahead yet"))
    pickup = manager.page.locator("[data-key='s-pickup']")
    pickup.get_by_label(manager.says("Замовлень на один час", "Orders at a time")).fill("8")
    pickup.get_by_label(manager.says("Час через кожні", "One time every")).fill("2")
    manager.presses(manager.says("Зберегти", "Save"), within="[data-key='s-pickup']")
    expect(pickup.locator("[aria-invalid=true]")).to_have_count(1)
    pickup.get_by_label(manager.says("Час через кожні", "One time every")).fill("20")
    manager.looks_well("hours-slots")
    manager.presses(manager.says("Зберегти", "Save"), within="[data-key='s-pickup']")
    expect(pickup.locator(".save-bar")).to_have_count(0)
    expected = {"order_type": "pickup", "every_minutes": 20, "max_orders": 8, "max_items": None, "max_amount": None}
    soon(slots, [expected])
    pickup.get_by_label(manager.says("Замовлень на один час", "Orders at a time")).fill("")
    manager.presses(manager.says("Зберегти", "Save"), within="[data-key='s-pickup']")
    soon(slots, [{**expected, "max_orders": None}])
