"""The desk through a reload and with the back button, by keyboard alone, and in the reader's own colours."""

from playwright.sync_api import expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import LAPTOP, PHONE, Colleague, soon
from tests.e2e.people import OUTPUT
from tests.e2e.test_desk_menu import price_button, stored

MOST_TABS = 150


def tabs_to(person: Colleague, selector: str, key: str = "Tab") -> None:
    """Press Tab until this has the focus, which everything on the way must show."""
    for _ in range(MOST_TABS):
        person.page.keyboard.press(key)
        focused = person.page.evaluate_handle("document.activeElement").as_element()
        assert focused is not None
        assert focused.evaluate("each => each.matches(':focus-visible') && each.checkVisibility()"), focused
        if focused.evaluate("(each, selector) => each.matches(selector)", selector):
            return
    raise AssertionError(f"no Tab leads to {selector}")


def test_a_reload_asks_before_what_is_typed_is_lost(hire: Hire) -> None:
    owner = hire(LAPTOP).opens("menu/dish/latte")
    name = owner.page.locator("#dish-name")
    name.click()
    owner.page.keyboard.type("Ніжне ")
    typed = name.input_value()
    owner.stays = True
    with owner.page.expect_event("dialog") as asked:
        owner.page.evaluate("setTimeout(() => location.reload())")
    assert asked.value.type == "beforeunload"
    expect(name).to_have_value(typed)
    owner.stays = False
    owner.page.reload()
    expect(name).to_have_value("Лате")


def test_going_back_asks_before_what_is_typed_is_lost(hire: Hire) -> None:
    owner = hire(PHONE).opens("menu").opens("menu/dish/latte")
    owner.page.locator("#dish-name").fill("Лате ніжне")
    owner.page.go_back()
    owner.answers("Залишитися")
    owner.page.wait_for_url("**/#/menu/dish/latte")
    expect(owner.page.locator("#dish-name")).to_have_value("Лате ніжне")
    owner.page.go_back()
    owner.answers("Піти")
    expect(price_button(owner, "latte")).to_be_visible()
    owner.page.go_forward()
    expect(owner.page.locator("#dish-name")).to_have_value("Лате")


def test_by_keyboard_alone(hire: Hire, own_house: House) -> None:
    owner = hire(LAPTOP).signs_in()
    page = owner.page
    tabs_to(owner, "#nav a[href='#/menu']")
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    tabs_to(owner, "[data-key='d-latte'] [data-field=price]")
    page.keyboard.press("Enter")
    expect(page.locator("#in-place")).to_be_focused()
    page.keyboard.type("105")
    page.keyboard.press("Enter")
    owner.is_told("Saved")
    soon(lambda: stored(own_house, "latte"), 105)
    tabs_to(owner, "[data-key='d-latte'] a[data-key=name]", "Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#dish-name")).to_be_visible()
    tabs_to(owner, "#dish-weight")
    page.keyboard.type("350 мл")
    page.keyboard.press("Enter")
    owner.is_told("Saved")
    soon(lambda: stored(own_house, "latte", "weight"), "350 мл")


def test_in_the_readers_own_colours(hire: Hire, own_house: House) -> None:
    own_house.do(own_house.cafe.guest().places("latte"))
    owner = hire(LAPTOP)
    for view in ("orders", "orders/1", "day", "menu", "menu/dish/latte", "hours", "stock", "settings", "checks"):
        owner.opens(view)
        owner.page.emulate_media(forced_colors="active")
        owner.page.screenshot(path=OUTPUT / f"desk-forced-{view.replace('/', '-')}.png")
        found = [each for each in violations(owner.page) if not each.startswith("color-contrast")]
        assert found == [], view
        owner.page.emulate_media(forced_colors="none")
