"""The settings at the desk: in plain words, with the real mini-app beside them that shows what is not saved yet."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FrameLocator, Route, expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import NARROW, PHONE, Colleague, soon
from tests.e2e.people import OUTPUT, Look
from tests.uploads.photos import photo

WIDE = Look(locale="en", scheme="light", is_phone=False, width=1400)
DEMO_ACCENT = "#3f7052"


def stored(house: House, name: str) -> Any:
    return getattr(house.cafe.app.services.settings.current, name)


def preview(colleague: Colleague) -> FrameLocator:
    return colleague.page.frame_locator("#preview")


def accent_shown(colleague: Colleague) -> str:
    """The accent that the mini-app in the frame is drawn with."""
    found: str = preview(colleague).locator("html").evaluate("html => html.style.getPropertyValue('--accent')")
    return found


def save(colleague: Colleague) -> None:
    colleague.presses(colleague.says("Зберегти", "Save"), within=".save-bar")


def test_settings_are_grouped_in_plain_words(owner: Colleague) -> None:
    owner.opens("settings")
    for uk, en in [("Доставка й самовивіз", "Delivery and pickup"), ("Особисті дані", "Personal data")]:
        expect(owner.page.get_by_role("heading", name=owner.says(uk, en))).to_be_visible()
    assert owner.page.locator("#main").inner_text().count("settings.") == 0
    expect(owner.page.locator(".save-bar")).to_have_count(0)
    owner.looks_well("settings")


def test_what_is_typed_is_saved_and_taken_back(owner: Colleague) -> None:
    owner.opens("settings")
    owner.page.locator("#cafe_name").fill("Затишок")
    owner.page.locator("#delivery_fee").fill("85")
    expect(owner.page.locator(".save-bar")).to_contain_text(owner.says("2 незбережені зміни", "2 unsaved changes"))
    save(owner)
    owner.is_told(owner.says("Збережено", "Saved"))
    soon(lambda: (stored(owner.house, "cafe_name"), stored(owner.house, "delivery_fee")), ("Затишок", 85))
    owner.presses(owner.says("Повернути", "Undo"), within="#toast")
    expect(owner.page.locator("#cafe_name")).to_have_value("Під липою")
    soon(lambda: stored(owner.house, "delivery_fee"), 70)


def test_what_is_wrong_is_told_at_its_field_and_nothing_is_saved(owner: Colleague) -> None:
    owner.opens("settings")
    owner.page.locator("#cafe_name").fill("Затишок")
    owner.page.locator("#pickup_discount_percent").fill("130")
    owner.page.locator("#maps_url").fill("google maps")
    save(owner)
    expect(owner.page.locator("#pickup_discount_percent-error")).to_contain_text("100")
    expect(owner.page.locator("#maps_url-error")).to_contain_text("https://")
    expect(owner.page.locator("#maps_url")).to_be_focused()
    owner.looks_well("settings-wrong")
    soon(lambda: stored(owner.house, "cafe_name"), "Під липою")


def test_the_mini_app_follows_every_change_before_it_is_saved(hire: Hire) -> None:
    owner = hire(WIDE).opens("settings")
    expect(preview(owner).locator("#header")).to_contain_text("Under the Linden")
    owner.page.locator("#cafe_name_en").fill("Cosy Corner")
    expect(preview(owner).locator("#header")).to_contain_text("Cosy Corner")
    owner.page.locator("#accent").fill("#8a1f4d")
    expect(preview(owner).locator('html[style*="--accent: #8a1f4d"]')).to_have_count(1)
    expect(owner.page.locator(".colour-ratio").first).to_contain_text(": 1")
    owner.looks_well("settings-preview")
    soon(lambda: stored(owner.house, "accent"), DEMO_ACCENT)
    owner.presses("Discard", within=".save-bar")
    expect(preview(owner).locator("#header")).to_contain_text("Under the Linden")
    assert accent_shown(owner) == DEMO_ACCENT
    owner.page.locator("#cafe_name_en").fill("Cosy Corner")
    save(owner)
    owner.is_told("Saved")
    expect(preview(owner).locator("#header")).to_contain_text("Cosy Corner")


def test_a_draft_is_not_remembered_by_the_browser(hire: Hire) -> None:
    owner = hire(WIDE).opens("settings")
    owner.page.locator("#accent").fill("#8a1f4d")
    expect(preview(owner).locator('html[style*="--accent: #8a1f4d"]')).to_have_count(1)
    page = owner.page.context.new_page()
    page.goto(f"{owner.house.url}/webapp/")
    expect(page.locator("#header")).to_contain_text("Under the Linden")
    shown = page.evaluate("document.documentElement.style.getPropertyValue('--accent')")
    assert shown == DEMO_ACCENT


def test_only_the_frame_around_it_tells_the_mini_app_anything(hire: Hire) -> None:
    """Neither the page itself nor one that opened it, though they are of the same origin."""
    owner = hire(WIDE).opens("settings")
    message = "{kind: 'cafe-preview', draft: {cafe_name: 'Чуже', cafe_name_en: 'Foreign'}}"
    expect(preview(owner).locator("#header")).to_contain_text("Under the Linden")
    preview(owner).locator("html").evaluate(f"() => window.postMessage({message}, '*')")
    with owner.page.expect_popup() as opened:
        owner.page.evaluate("() => { window.other = window.open('/webapp/?preview'); }")
    popup = opened.value
    expect(popup.locator("#header")).to_contain_text("Under the Linden")
    owner.page.evaluate(f"() => window.other.postMessage({message}, '*')")
    popup.wait_for_timeout(300)
    expect(popup.locator("#header")).to_contain_text("Under the Linden")
    expect(preview(owner).locator("#header")).to_contain_text("Under the Linden")


def test_on_a_phone_the_guests_view_comes_on_a_tap(hire: Hire) -> None:
    owner = hire(NARROW).opens("settings")
    expect(owner.page.locator("#preview")).to_have_count(0)
    owner.page.locator("#cafe_name_en").fill("Cosy Corner")
    owner.presses("Show it as guests see it")
    expect(preview(owner).locator("#header")).to_contain_text("Cosy Corner")
    assert owner.page.locator("label[for=accent]").evaluate("label => label.offsetHeight") < 30  # on one line
    owner.looks_well("settings-narrow")


def test_the_second_of_two_is_shown_both_values(hire: Hire, own_house: House) -> None:
    owner = hire(PHONE).opens("settings")
    own_house.configure(delivery_fee=95)
    owner.page.locator("#delivery_fee").fill("80")
    owner.page.locator("#phone").fill("+380441112233")
    save(owner)
    question = owner.page.locator("#question")
    expect(question).to_contain_text("доставка, грн")
    expect(question).to_contain_text("95")
    owner.answers("Залишити, як зараз")
    expect(owner.page.locator("#delivery_fee")).to_have_value("95")
    assert stored(own_house, "phone") != "+380441112233"


def test_keeping_what_is_there_keeps_the_rest_of_what_is_typed(owner: Colleague) -> None:
    owner.opens("settings")
    page = owner.page
    for name, value in [("address", "вул. Липова, 7"), ("address_en", "7 Lypova Street"), ("delivery_fee", "85")]:
        page.locator(f"#{name}").fill(value)
    owner.house.do(owner.house.cafe.load("[settings]\ndelivery_fee = 60\nprep_minutes = 25\n"))
    save(owner)
    expect(page.locator("#question dd")).to_have_text(["60", "85"])
    page.keyboard.press("Escape")
    expect(page.locator("#delivery_fee")).to_have_value("60")
    expect(page.locator("#address")).to_have_value("вул. Липова, 7")
    expect(page.locator("#address_en")).to_have_value("7 Lypova Street")
    expect(page.locator(".save-bar")).to_contain_text(owner.says("2 незбережені зміни", "2 unsaved changes"))
    owner.looks_well("settings-kept")
    save(owner)
    owner.is_told(owner.says("Збережено", "Saved"))
    soon(lambda: (stored(owner.house, "address"), stored(owner.house, "delivery_fee")), ("вул. Липова, 7", 60))


def test_a_manager_has_no_settings(hire: Hire) -> None:
    manager = hire(PHONE, role="manager").opens("settings")
    expect(manager.page.locator("#cafe_name")).to_have_count(0)


def test_the_preview_speaks_ukrainian_too(hire: Hire) -> None:
    owner = hire(PHONE).opens("settings")
    owner.presses("Показати, як це бачать гості")
    expect(preview(owner).locator("#header")).to_contain_text("Під липою")
    owner.page.get_by_label("Назва кафе", exact=True).fill("Затишок")
    expect(preview(owner).locator("#header")).to_contain_text("Затишок")


def test_questions_for_guests_are_switches(owner: Colleague) -> None:
    owner.opens("settings")
    owner.page.get_by_text(owner.says("Чи не телефонувати", "Whether not to phone")).click()
    owner.page.get_by_text(owner.says("Чи класти прибори", "Whether to put cutlery in")).click()
    owner.page.locator("#city").fill("Бровари")
    save(owner)
    owner.is_told(owner.says("Збережено", "Saved"))
    soon(
        lambda: (stored(owner.house, "checkout_questions"), stored(owner.house, "city")), ("cutlery,no_call", "Бровари")
    )
    owner.page.get_by_text(owner.says("Чи класти прибори", "Whether to put cutlery in")).click()
    save(owner)
    soon(lambda: stored(owner.house, "checkout_questions"), "no_call")


def test_what_is_typed_right_after_saving_stays(hire: Hire, own_house: House) -> None:
    page = hire(PHONE).opens("settings").page
    held: list[Route] = []
    page.locator("#phone").fill("+380 44 222 33 44")
    page.route("**/api/desk/catalogue/settings", lambda route: held.append(route))  # noqa: PLW0108 - a builtin is no handler
    with page.expect_request("**/api/desk/catalogue/settings"):
        page.locator(".save-bar").get_by_role("button", name="Зберегти").click()
    page.locator("#city").fill("Бровари")
    own_house.configure(address="Львів, Вірменська, 3")
    held.pop().continue_()
    expect(page.locator("#address")).to_have_value("Львів, Вірменська, 3")  # it is read anew
    expect(page.locator("#city")).to_have_value("Бровари")
    expect(page.locator(".save-bar")).to_contain_text("1 незбережена зміна")


def test_a_logo_is_uploaded_as_a_square(owner: Colleague, tmp_path: Path) -> None:
    file = tmp_path / "logo.png"
    file.write_bytes(photo(900, 600, "PNG"))
    page = owner.opens("settings").page
    former = stored(owner.house, "logo_url")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator("#crop")).to_have_attribute("width", "600")
    expect(page.locator("#dialog input[name=crop-shape]")).to_have_count(0)
    owner.presses(owner.says("Узяти це фото", "Use this photo"), within="#dialog")
    expect(page.locator("#logo_url")).to_have_value(re.compile("^/webapp/uploads/[0-9a-f]{64}-800.webp$"))
    expect(page.locator("#logo_url")).to_be_hidden()  # an address that says nothing to a person
    expect(page.locator(".is-logo img")).to_have_js_property("naturalWidth", 600)
    assert stored(owner.house, "logo_url") == former
    owner.looks_well("settings-logo")
    save(owner)
    owner.is_told(owner.says("Збережено", "Saved"))
    logo = page.locator("#logo_url").input_value()
    soon(lambda: stored(owner.house, "logo_url"), logo)
    assert owner.house.do(owner.house.cafe.get(logo)).status == 200
    owner.presses(owner.says("Прибрати логотип", "Remove the logo"))
    expect(page.locator("#logo_url")).to_have_value("")


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize(("locale", "scheme"), [("uk", "light"), ("en", "dark")])
def test_the_bar_that_saves_has_room_for_its_words(hire: Hire, width: int, locale: str, scheme: str) -> None:
    owner = hire(Look(locale=locale, scheme=scheme, width=width)).opens("settings")
    for field in ("cafe_name", "delivery_fee", "phone", "city", "prep_minutes"):
        owner.page.locator(f"#{field}").fill("12")
    told = owner.page.locator(".save-bar p")
    expect(told).to_have_text(owner.says("5 незбережених змін", "5 unsaved changes"))
    owner.page.evaluate("scrollTo(0, 0)")
    owner.page.screenshot(path=OUTPUT / f"desk-settings-bar-{owner.look}.png")
    owner.looks_well("settings-bar-page")
    lines = told.evaluate("each => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight)")
    assert round(lines) == 1
    sizes = owner.page.locator(".save-bar .button").evaluate_all(
        "each => each.map(button => [button.getBoundingClientRect().top, button.offsetHeight])"
    )
    assert len({top for top, _ in sizes}) == 1, "side by side"
    assert 44 <= min(height for _, height in sizes) <= max(height for _, height in sizes) <= 60


def test_what_is_not_offered_is_switched_off(owner: Colleague) -> None:
    owner.opens("settings")
    group = owner.page.locator("[data-key='g-sells']")
    for uk, en in [("До столика", "To the table"), ("Карткою на сторінці банку", "By card on the bank's page")]:
        group.get_by_text(owner.says(uk, en), exact=True).click()
    owner.looks_well("settings-sells")
    save(owner)
    owner.is_told(owner.says("Збережено", "Saved"))
    soon(lambda: (stored(owner.house, "order_types"), stored(owner.house, "payments")), ("delivery,pickup", "cash"))
    group.get_by_text(owner.says("Готівкою або в закладі", "In cash, or at the counter"), exact=True).click()
    save(owner)
    expect(group).to_contain_text(owner.says("Хоч щось одне має бути ввімкнено.", "At least one has to be on."))
    owner.presses(owner.says("Відкинути", "Discard"), within=".save-bar")
    for uk, en in [("До столика", "To the table"), ("Карткою на сторінці банку", "By card on the bank's page")]:
        group.get_by_text(owner.says(uk, en), exact=True).click()
    save(owner)
    soon(lambda: stored(owner.house, "order_types"), "delivery,pickup,dine_in")


def test_some_hours_of_the_week_take_longer(owner: Colleague) -> None:
    owner.opens("settings")
    owner.presses(owner.says("Ще один час тижня", "Another time of the week"))
    owner.page.get_by_label(owner.says("Рядок 1: хвилини", "Row 1: minutes")).fill("40")
    owner.presses(owner.says("Ще один час тижня", "Another time of the week"))
    owner.page.get_by_label(owner.says("Рядок 2: дні", "Row 2: days")).select_option("sat,sun")
    owner.page.get_by_label(owner.says("Рядок 2: від", "Row 2: from")).fill("10:00")
    owner.looks_well("settings-prep-times")
    save(owner)
    owner.is_told(owner.says("Збережено", "Saved"))
    soon(lambda: stored(owner.house, "prep_times"), "mon-fri 12:00-14:00 40; sat,sun 10:00-14:00 25")
    owner.presses(owner.says("Прибрати рядок 1", "Remove row 1"))
    owner.page.get_by_label(owner.says("Рядок 1: хвилини", "Row 1: minutes")).fill("пів")
    save(owner)
    expect(owner.page.locator("[data-key='f-prep_times'] .field-error")).to_contain_text("mon-fri 12:00-14:00 25")
    owner.presses(owner.says("Прибрати рядок 1", "Remove row 1"))
    save(owner)
    soon(lambda: stored(owner.house, "prep_times"), "")
