"""Air alerts and power cuts: an owner chooses, the staff say so, guests and the kitchen see it."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Hire, Welcome
from tests.e2e.house import House
from tests.e2e.office import LOOKS
from tests.e2e.people import Look


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_plan_is_pasted_and_an_alert_begun_by_hand(
    hire: Hire, welcome: Welcome, own_house: House, look: Look
) -> None:
    own_house.set_clock(15, 12, 0)
    owner = hire(look, role="owner").opens("settings")
    page = owner.page
    page.locator("#air_alert_effect").select_option("pause_delivery")
    page.locator("#air_alert_region").select_option("75")
    page.locator("#power_cut_effect").select_option("pause_all")
    page.locator("#power_cut_queue").fill("3.1")
    page.locator("[data-key='g-disruptions']").scroll_into_view_if_needed()
    owner.looks_well("disruptions-settings")
    owner.presses(owner.says("Зберегти", "Save"), within=".save-bar")
    owner.is_told(owner.says("Збережено", "Saved"))
    owner.opens("hours")
    page.locator("[data-key='plan-form'] summary").click()
    plan = page.locator("#plan")
    plan.fill("15.06\n3.1: 18:00-25:00")
    owner.presses(owner.says("Подивитися", "Look"))
    owner.sees(owner.says("Рядок 2: такого часу немає", "Line 2: there is no such time"))
    plan.fill("15.06\n1.1: 00:00-03:00\n3.1: 18:00-20:00\n16.06\n3.1: 23:00-02:00")
    owner.presses(owner.says("Подивитися", "Look"))
    owner.sees(owner.says("Ось що ми зрозуміли", "This is what we understood"))
    owner.looks_well("disruptions-plan")
    owner.presses(owner.says("Зберегти план", "Save the plan"))
    expect(page.locator("[data-key='plan'] .row")).to_have_count(2)
    owner.presses(owner.says("Почати тривогу", "Begin an alert"), within="#main")
    owner.presses(owner.says("Почати тривогу", "Begin an alert"), within="#dialog")
    owner.sees(owner.says("Зараз так", "Now"))
    owner.looks_well("disruptions-hours")
    guest = welcome(Look(locale=look.locale, scheme=look.scheme, width=look.width), place=own_house)
    guest.has_clock(own_house.now())
    guest.opens_menu()
    told = guest.says(
        "Повітряна тривога: доставка знову після відбою.", "Air alert: we deliver again after the all-clear."
    )
    expect(guest.page.locator(".banners").get_by_text(told)).to_be_visible()
    guest.photographs("disruptions-menu")
    owner.presses(owner.says("Відбій", "All clear"), within="#main")
    owner.sees(owner.says("Зараз ні", "Not now"))
