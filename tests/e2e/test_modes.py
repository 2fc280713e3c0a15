"""Modes of the menu: made at the desk, switched on in the kitchen, told to a guest who has the page open."""

from playwright.sync_api import Browser, expect

from tests.e2e.conftest import Hire, Welcome
from tests.e2e.house import House
from tests.e2e.kitchen import tablet
from tests.e2e.office import PHONE
from tests.e2e.people import Look, Person

LINE = "Немає світла: подаємо лише холодне."
MINUTE = 61_000


def looks_later(person: Person) -> None:
    """A minute later the page has looked whether something changed."""
    person.page.clock.fast_forward(MINUTE)


def test_a_mode_from_the_desk_to_the_guest(browser: Browser, hire: Hire, welcome: Welcome, own_house: House) -> None:
    owner = hire(PHONE)
    page = owner.opens("menu/modes/+").page
    page.locator("#name").fill("Без плити")
    page.locator("#message").fill(LINE)
    page.locator("#served-search").fill("Холодні")
    page.locator("[name=categories][value=cold]").check()
    page.locator("[name=order_types][value=pickup]").check()
    owner.looks_well("mode")
    owner.presses("Зберегти", within="#main")
    expect(page.locator(".mode-row").filter(has_text="Без плити")).to_contain_text("Холодні напої · Самовивіз")
    owner.looks_well("modes")

    guest = welcome(Look(), place=own_house)
    guest.page.clock.install()
    with guest.page.expect_response("**/look-around.js"):
        guest.opens_menu()
    guest.adds("latte")
    guest.is_settled()
    with tablet(browser, own_house) as kitchen:
        screen = kitchen.starts().page
        screen.locator("[data-key=controls]").click()
        screen.locator("[data-action=askMode]").filter(has_text="Без плити").click()
        screen.locator("[data-action=switchMode][data-span=open]").click()
        screen.keyboard.press("Escape")
        expect(screen.locator("[data-key=modes]")).to_have_text("Без плити: доки не вимкнемо")

        looks_later(guest)
        expect(guest.page.locator(".banners")).to_contain_text(LINE)
        expect(guest.card("latte")).to_have_count(0)
        expect(guest.page.locator("#toast")).to_contain_text("«Лате» зараз не готуємо")

        owner.opens("hours")
        owner.presses("Вимкнути: Без плити")
        owner.is_told("Вимкнено: Без плити")
        expect(screen.locator("[data-key=modes]")).to_have_count(0)
    looks_later(guest)
    expect(guest.quantity_of("latte")).to_have_text("1")
