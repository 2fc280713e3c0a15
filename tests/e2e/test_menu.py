"""Choosing: categories, search in both languages, allergens, product sheets, and what the cafe has to say."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from tests.e2e.house import House
from tests.e2e.people import Person


def test_search_finds_names_of_both_languages(person: Person) -> None:
    person.opens_menu()
    cards = person.page.locator("#sections .card")
    expect(cards).not_to_have_count(1)
    for query in ("чизкейк", "CHEESECAKE"):
        person.page.locator("#search").fill(query)
        expect(cards).to_have_count(1)
        expect(cards).to_contain_text(person.says("Чизкейк", "Cheesecake"), ignore_case=True)
    person.page.locator("#search").fill("нічого такого")
    person.sees(person.says("Нічого не знайшли за запитом «нічого такого»", "Nothing found for “нічого такого”"))
    person.presses(person.says("Усе меню", "Whole menu"))
    expect(person.page.locator("#search")).to_have_value("")
    expect(cards).to_have_count(len([slug for slug in person.house.products if slug]))


def test_allergens_to_avoid(person: Person) -> None:
    person.opens_menu()
    total = person.page.locator("#sections .card").count()
    person.page.locator(".filter").click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_label(re.compile(person.says("Молоко", "Milk"))).check()
    dialog.get_by_role("button", name=person.says("Показати меню", "Show the menu")).click()
    expect(dialog).to_be_hidden()
    expect(person.card("latte")).to_have_count(0)
    expect(person.card("espresso")).to_be_visible()
    shown = person.page.locator("#sections .card").count()
    assert 0 < shown < total
    expect(person.page.locator(".hidden-note")).to_contain_text(str(total - shown))
    person.page.reload()
    expect(person.card("espresso")).to_be_visible()
    expect(person.card("latte")).to_have_count(0)  # remembered
    person.presses(person.says("Скинути", "Reset"))
    expect(person.page.locator("#sections .card")).to_have_count(total)


def test_a_product_tells_everything(person: Person) -> None:
    person.opens_menu()
    name = person.says("Лате", "Latte")
    person.card("latte").get_by_role("link", name=name, exact=True).click()
    dialog = person.page.get_by_role("dialog", name=name)
    expect(dialog).to_be_visible()
    expect(dialog.locator(".story")).not_to_be_empty()
    expect(dialog).to_contain_text(person.says("350 мл", "350 ml"))
    expect(dialog.locator(".allergens")).to_contain_text(person.says("Молоко", "Milk"))
    dialog.get_by_role("button", name=re.compile(person.says("Додати", "Add"))).click()
    expect(dialog.locator(".count")).to_have_text("1")
    person.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(person.quantity_of("latte")).to_have_text("1")
    assert "product=" not in person.page.url


def test_chips_follow_the_scroll_and_lead_to_their_category(guest: Person) -> None:
    guest.opens_menu()
    chips = guest.page.locator("#chips button")
    expect(chips.first).to_have_attribute("aria-current", "true")
    third = chips.nth(2)
    third.click()
    heading = guest.page.locator("#sections .category").nth(2).locator("h2")
    expect(heading).to_be_in_viewport()
    expect(third).to_have_attribute("aria-current", "true")
    top = "element => element.getBoundingClientRect().top"
    guest.page.wait_for_function(f"element => ({top})(element) < 90", arg=heading.element_handle())
    assert heading.evaluate(top) > 56  # not under the chips
    assert guest.page.locator("#chips").evaluate(top) == 0  # they stay on top
    guest.page.wait_for_timeout(200)
    guest.page.mouse.wheel(0, 20_000)
    expect(chips.last).to_have_attribute("aria-current", "true")
    expect(chips.last).to_be_in_viewport()


def test_outside_hours_the_page_says_when_it_opens(guest: Person, house: House) -> None:
    now = datetime.now(ZoneInfo("Europe/Kyiv"))
    opens, closes = (now + timedelta(hours=hours) for hours in (3, 5))
    with house.configured(work_hours_from=f"{opens:%H:%M}", work_hours_to=f"{closes:%H:%M}"):
        guest.opens_menu()
        guest.sees(f"Зачинено, відчинимось о {opens:%H:%M}", within="#banners")
        guest.adds("latte")
        guest.starts_checkout()
        guest.chooses("type", "pickup")
        guest.sees(f"Зараз зачинено: час — після відкриття о {opens:%H:%M}.")
        guest.fills_contacts()
        orders = house.count("orders")
        guest.goes_on()
        alert = guest.page.get_by_role("alert").filter(has_text=f"{opens:%H:%M}")
        expect(alert).to_be_visible()
        assert house.count("orders") == orders


def test_a_forced_stop_is_said_in_the_cafe_s_own_words(person: Person, house: House) -> None:
    with house.configured(force_closed=True, force_closed_message="Сьогодні весілля, чекаємо завтра!"):
        person.opens_menu()
        person.sees("Сьогодні весілля, чекаємо завтра!", within="#banners")
        person.adds("latte")
        person.starts_checkout()
        person.chooses("type", "dine_in")
        person.fills_contacts()
        person.goes_on()
        person.sees("Сьогодні весілля, чекаємо завтра!", within="#checkout")


def test_the_announcement(guest: Person, house: House) -> None:
    with house.configured(announcement_enabled=True, announcement_message="Нове: <b>гарбузовий</b> суп & хліб"):
        guest.opens_menu()
        guest.sees("Нове: <b>гарбузовий</b> суп & хліб", within="#banners")


def test_the_language_is_switched_here_and_on_the_server(person: Person) -> None:
    person.opens_menu()
    person.adds("latte")
    other, code = person.says("English", "Українська"), person.says("en", "uk")
    name = person.says("Latte", "Лате")
    with person.page.expect_response("**/api/me/locale") as stored:
        person.page.get_by_role("button", name=other).click()
    assert stored.value.json() == {"locale": code}
    expect(person.card("latte")).to_contain_text(name)
    expect(person.page.locator("html")).to_have_attribute("lang", code)
    person.page.reload()
    expect(person.card("latte")).to_contain_text(name)


def test_names_from_the_catalogue_are_text(guest: Person, own_house: House) -> None:
    own_house.do(
        own_house.cafe.load('[[products]]\nslug = "latte"\nname = \'<img src=x onerror="window.hacked=1">"Лате"\'\n')
    )
    guest.house = own_house
    guest.opens_menu()
    expect(guest.card("latte").locator("h3")).to_have_text('<img src=x onerror="window.hacked=1">"Лате"')
    assert guest.page.evaluate("window.hacked") is None


def test_a_menu_without_pictures_still_looks_whole(guest: Person, own_house: House) -> None:
    own_house.do(own_house.cafe.load('[[products]]\nslug = "espresso"\nimage_url = ""\n'))
    guest.house = own_house
    guest.opens_menu()
    box = guest.card("espresso").locator(".picture").bounding_box()
    assert box
    assert abs(box["width"] - box["height"]) < 1
