"""The way to the cafe from outside: without JavaScript, and by a link that names a language."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Welcome
from tests.e2e.house import House
from tests.e2e.people import OUTPUT, PATIENCE_MS, Look, Person


@pytest.fixture
def scriptless(browser: Browser) -> Iterator[Page]:
    """A phone whose browser runs no scripts."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 320, "height": 700})
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


def test_without_javascript_there_is_a_phone_and_the_whole_menu(scriptless: Page, house: House) -> None:
    scriptless.goto(f"{house.url}/webapp/")
    expect(scriptless.get_by_role("heading", name="Під липою")).to_be_visible()
    expect(scriptless.get_by_role("link", name="+380 44 000 12 34")).to_have_attribute("href", "tel:+380440001234")
    expect(scriptless.locator(".skeleton:visible")).to_have_count(0)
    button = scriptless.get_by_role("link", name="Меню з цінами")
    expect(button).to_have_css("background-image", re.compile(r"rgb\(63, 112, 82\)"))  # the cafe's own green
    scriptless.get_by_role("link", name="Меню з цінами").click()
    expect(scriptless.get_by_role("heading", name="Капучино")).to_be_visible()
    expect(scriptless.locator(".items > li")).to_have_count(
        int(house.do(house.cafe.value("SELECT count(*) AS n FROM products WHERE is_active = 1")))
    )
    expect(scriptless.get_by_role("link", name="+380 44 000 12 34")).to_be_visible()
    scriptless.get_by_role("link", name="English").click()
    expect(scriptless.get_by_role("heading", name="Cappuccino")).to_be_visible()
    assert scriptless.url == f"{house.url}/menu/?lang=en"
    OUTPUT.mkdir(exist_ok=True)
    scriptless.screenshot(path=OUTPUT / "menu-without-script.png", full_page=True)
    scriptless.get_by_role("link", name="Order online").click()
    expect(scriptless.get_by_role("link", name="Menu with prices")).to_be_visible()


@pytest.mark.parametrize("look", [Look(width=320), Look(locale="en", scheme="dark", is_phone=False)], ids=str)
def test_the_menu_page_is_for_everyone(welcome: Welcome, look: Look) -> None:
    person = welcome(look)
    for accent in ("#fff176", "#3f7052", "#101010"):
        with person.house.configured(accent=accent):
            person.page.goto(f"{person.house.url}/menu/?lang={look.locale}")
            assert violations(person.page) == [], accent
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_link_that_names_a_language_is_followed_until_the_guest_chooses(guest: Person) -> None:
    guest.opens_menu("?lang=en")
    expect(guest.page).to_have_title("Under the Linden – menu and orders")
    guest.opens_menu()
    expect(guest.page.locator("html")).to_have_attribute("lang", "en")
    guest.opens_menu("?lang=en")
    guest.page.locator(".language-button").click()
    expect(guest.page).to_have_title("Під липою – меню й замовлення")
    guest.page.reload()
    expect(guest.page.locator("#header h1")).to_have_text("Під липою")
    assert guest.page.url == f"{guest.house.url}/webapp/"


@pytest.mark.parametrize("look", [Look(width=320), Look(locale="en", scheme="dark", is_phone=False)], ids=str)
def test_the_menu_to_print(welcome: Welcome, look: Look) -> None:
    person = welcome(look)
    person.page.goto(f"{person.house.url}/menu/print/?lang={look.locale}")
    assert violations(person.page) == []
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    OUTPUT.mkdir(exist_ok=True)
    person.page.screenshot(path=OUTPUT / f"menu-print-{look}.png", full_page=True)
    person.page.emulate_media(media="print")
    person.page.set_viewport_size({"width": 703, "height": 1032})  # what A4 leaves within its margins
    person.page.screenshot(path=OUTPUT / f"menu-printed-{look}.png", full_page=True)
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(person.page.locator(".hint")).to_be_hidden()
