"""The pages in a language that nobody wrote: a folder of texts is all that it takes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import Welcome
from tests.e2e.house import House, open_house
from tests.e2e.office import colleague
from tests.e2e.people import GUEST, Look
from tests.languages import MADE_UP, MARK, add_language

POLISH = Look(locale=MADE_UP, is_phone=False, width=1280)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path / "cafe", locales=add_language(tmp_path)) as opened:
        yield opened


def test_a_guest_chooses_it_and_orders(welcome: Welcome, house: House) -> None:
    guest = welcome(GUEST, place=house)
    guest.opens_menu()
    button = guest.page.locator(".language-button")
    for code, name in (("en", "English"), (MADE_UP, "Polski"), ("uk", "Українська"), ("en", "English")):
        expect(button).to_have_attribute("lang", code)
        expect(button).to_have_accessible_name(f"{button.inner_text()} – {name}")
        button.click()
        expect(guest.page.locator("html")).to_have_attribute("lang", code)
    button.click()
    guest.sees(f"{MARK}Menu", within="#nav")
    guest.adds("latte")
    guest.is_settled()
    expect(guest.card("latte")).to_contain_text("Latte")
    assert house.do(house.cafe.value("SELECT locale FROM customers WHERE id < -1")) == MADE_UP
    guest.page.reload()
    guest.sees(f"{MARK}Menu", within="#nav")
    guest.page.goto(f"{house.url}/webapp/?page=cafe")
    expect(guest.page.get_by_role("radio", name="Polski")).to_be_checked()


def test_the_desk_and_the_kitchen_speak_it(browser: Browser, house: House) -> None:
    with colleague(browser, house, POLISH) as owner:
        owner.opens("menu")
        expect(owner.page.locator("#top h1")).to_have_text(f"{MARK}Menu")
        expect(owner.page.locator("#main")).to_contain_text("Latte")
        owner.opens("settings")
        expect(owner.page.locator("#default_language option")).to_have_text(["Українська", "English", "Polski"])
        owner.page.goto(f"{house.url}/board/")
        owner.page.evaluate("""localStorage["cafe.board.locale"] = '"pl"'""")
        owner.page.reload()
        owner.sees(f"{MARK}Pair this screen")
        owner.complaints.clear()  # of the 401 that a screen without a pair gets
