"""The mini-app without a network: the service worker shows what it kept, and never instead of what can be had."""

import re
import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect
from yarl import URL

from cafe.core.kernel.locale import FOLDER
from tests.e2e.conftest import Welcome
from tests.e2e.house import KYIV, House, open_house
from tests.e2e.people import GUEST, Person

LATTE = '[[products]]\nslug = "latte"\nprice = 123\n'


@pytest.fixture
def regular(welcome: Welcome, own_house: House) -> Person:
    """A guest whose browser has kept the menu."""
    return become_regular(welcome(GUEST, place=own_house, has_worker=True))


def become_regular(person: Person) -> Person:
    """Look at the menu until the service worker has taken over and has the menu."""
    person.opens_menu()
    person.page.evaluate(
        """async () => {
            const { serviceWorker } = navigator;
            if (!serviceWorker.controller) {
                await new Promise((done) => serviceWorker.addEventListener("controllerchange", done, { once: true }));
            }
            const menu = await caches.open("webapp-menu");
            while ((await menu.keys()).length < 3) await new Promise(requestAnimationFrame);
        }"""
    )
    return person


def loses_the_network(person: Person) -> None:
    person.page.context.set_offline(True)


def gets_it_back(person: Person) -> None:
    person.page.context.set_offline(False)
    person.complaints.clear()  # the browser's own words about the network


def time_about(moment: datetime) -> str:
    """A time of day, or the minute before."""
    return f"({moment:%H:%M}|{moment - timedelta(minutes=1):%H:%M})"


def test_without_a_network_the_last_menu_is_shown_with_its_time(regular: Person, own_house: House) -> None:
    seen = datetime.now(KYIV)
    loses_the_network(regular)
    regular.page.reload()
    regular.sees(re.compile(f"^Немає зв'язку – меню за {time_about(seen)}$"))
    regular.sees("Замовити можна буде, щойно з'явиться інтернет.")
    expect(regular.card("latte")).to_contain_text("95")
    expect(regular.card("latte").locator("img")).to_have_js_property("complete", value=True)
    regular.sees_no("Відчинено цілодобово")  # who knows
    regular.photographs("kept-menu")

    regular.adds("latte")
    regular.sees("ще не збережено", within="#bar")
    regular.photographs("kept-cart")
    regular.page.reload()
    expect(regular.quantity_of("latte")).to_have_text("1")
    assert own_house.count("cart_lines") == 0

    own_house.do(own_house.cafe.load(LATTE))
    gets_it_back(regular)
    expect(regular.card("latte")).to_contain_text("123")  # the worker's network may come back later
    regular.sees_no("Немає зв'язку", within="#menu")
    regular.sees_no("ще не збережено", within="#bar")
    assert own_house.count("cart_lines") == 1


def test_a_price_that_changed_meanwhile_is_told_before_the_order(regular: Person, own_house: House) -> None:
    regular.adds("latte")
    regular.starts_checkout("pickup")
    regular.fills_contacts()
    loses_the_network(regular)
    own_house.do(own_house.cafe.load(LATTE))
    regular.goes_on()
    regular.sees("Замовлення не надіслано: немає зв'язку")
    regular.photographs("unsent-order")
    regular.page.reload()  # it is kept, whatever becomes of the page
    regular.sees("Замовлення не надіслано: немає зв'язку")
    gets_it_back(regular)
    regular.sees("Зв'язок є. Надіслати замовлення на 90 ₴?")
    regular.photographs("unsent-order-asked")
    assert own_house.count("orders") == 0  # not without the guest's word
    regular.presses("Надіслати")
    regular.sees_step("117")  # with the discount for pickup
    assert own_house.count("orders") == 0
    regular.goes_on()
    regular.sees_order()


def test_a_newer_program_takes_the_place_of_the_one_before(welcome: Welcome, tmp_path: Path) -> None:
    with open_house(tmp_path / "cafe") as house:
        regular = become_regular(welcome(GUEST, place=house, has_worker=True))
        [former] = page_caches(regular)
    newer = shutil.copytree(FOLDER, tmp_path / "locales")
    texts = newer / "uk" / "pages" / "menu" / "first.js"
    texts.write_text(texts.read_text(encoding="utf-8").replace('"Меню"', '"Страви"'), encoding="utf-8")
    with open_house(tmp_path / "cafe", port=URL(house.url).port, locales=newer):
        regular.page.reload()  # once more the former one, at once
        regular.page.evaluate(
            """async (former) => {
                while ((await caches.keys()).includes(former)) await new Promise(requestAnimationFrame);
            }""",
            former,
        )
        assert len(page_caches(regular)) == 1
        regular.page.reload()
        regular.sees("Страви", within="#nav")
    regular.page.reload()  # nobody is there
    regular.sees("Страви", within="#nav")
    expect(regular.card("latte")).to_be_visible()
    regular.complaints.clear()


def page_caches(person: Person) -> list[str]:
    """The versions of the page that this browser keeps."""
    return [name for name in person.page.evaluate("caches.keys()") if name.startswith("webapp-page-")]


def test_the_page_can_be_put_on_a_phone_s_screen(welcome_whole: Welcome, own_house: House) -> None:
    regular = become_regular(welcome_whole(GUEST, place=own_house, has_worker=True))
    browser = regular.page.context.new_cdp_session(regular.page)
    errors = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors] == ["in-incognito"]  # as every browser of a test is; nothing else
    manifest = browser.send("Page.getAppManifest")
    assert (manifest["url"], manifest["errors"]) == (f"{own_house.url}/webapp/manifest.webmanifest", [])
