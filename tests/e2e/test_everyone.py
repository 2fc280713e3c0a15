"""For everyone: every screen photographed and checked by axe, by keyboard alone, at 320 px, with any accent colour."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Welcome
from tests.e2e.house import House
from tests.e2e.measures import cut_words, heard, listen, overflow, small_targets
from tests.e2e.people import Look, Person

NARROW = Look(width=320, scheme="dark", locale="en")
SIZES = ((390, 844), (320, 640), (844, 390), (1440, 900))
WIDE = 1000
"""From here on people point with a mouse."""


def screens(person: Person) -> Iterator[str]:
    """Walk through every screen; where the name comes up, it is on show."""
    yield from screens_until_the_order(person)
    yield from screens_afterwards(person)


def screens_until_the_order(person: Person) -> Iterator[str]:
    says = person.says
    person.opens_menu()
    person.adds("latte", 2)
    person.adds("cheesecake", 2)
    yield "menu"
    person.page.locator("#search").fill(says("кав", "coff"))
    yield "search"
    person.page.locator("#search").fill("")
    person.card("cheesecake").get_by_role("link").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()
    yield "product"
    person.page.keyboard.press("Escape")
    person.page.locator(".filter").click()
    person.page.locator(".checkbox-list input").first.check()
    yield "allergens"
    person.page.locator(".checkbox-list input").first.uncheck()
    person.page.keyboard.press("Escape")
    person.opens_cart()
    yield "cart"
    person.goes_on()
    person.fills(address_city="Київ", address_street="Липська", phone="123", name="")
    person.goes_on()
    expect(person.field_error("phone")).not_to_be_empty()
    yield "checkout-errors"
    person.fills(address_house="12", name="Олена", phone="067 123 45 67")
    person.chooses("payment_method", "card")
    yield "checkout"
    person.goes_on()
    person.comes_back_unpaid()


def screens_afterwards(person: Person) -> Iterator[str]:
    house, says = person.house, person.says
    order_id = person.sees_order()
    person.sees(re.compile(says("Оплатити", "Pay")))
    yield "order-new"
    if not person.look.in_telegram:
        person.presses(says("Скасувати замовлення", "Cancel the order"))
        yield "question"
        person.presses(says("Залишити", "Keep it"))
    house.move(order_id, "courier")
    person.comes_back()
    expect(person.page.locator(".progress [aria-current=step]")).to_contain_text(says("У дорозі", "On its way"))
    yield "order-courier"
    person.goes("?page=orders")
    expect(person.page.locator(".order-card")).to_be_visible()
    yield "orders"
    house.move(order_id, "cancelled")
    person.goes(f"?order={order_id}")
    person.sees(says("Скасовано", "Cancelled"), within=".hero")
    yield "order-cancelled"
    person.goes("?page=cart")
    person.sees(says("Додайте щось смачне", "Add something tasty"), within="#page")
    yield "cart-empty"
    person.goes("?page=cafe")
    expect(person.page.locator(".about-list")).to_be_visible()
    yield "about"
    person.goes("?track=nonsense")
    expect(person.page.locator(".empty-state")).to_be_visible()
    yield "wrong-link"


def test_every_screen(anybody: Person) -> None:
    for name in screens(anybody):
        anybody.photographs(name)
        assert violations(anybody.page) == [], name


def test_every_screen_at_every_size(welcome: Welcome) -> None:
    """A phone upright, sideways, and at 320 px, which is also a laptop at 400 %; then with forced colours."""
    person = welcome(Look(scheme="dark"))
    page = person.page
    for name in screens(person):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert overflow(page) <= 0, (name, width)
            if width < WIDE:
                assert small_targets(page) == [], (name, width)
        page.set_viewport_size({"width": 390, "height": 844})
        page.emulate_media(forced_colors="active")
        person.photographs(f"{name}-forced")
        found = [each for each in violations(page) if not each.startswith("color-contrast")]  # the system's own
        assert found == [], name
        page.emulate_media(forced_colors="none")


@pytest.mark.parametrize("look", [NARROW, Look(width=320)], ids=str)
def test_at_320_pixels_words_stay_whole(welcome: Welcome, look: Look) -> None:
    person = welcome(look)
    for name in screens(person):
        person.photographs(name)
        assert overflow(person.page) <= 0, name
        assert cut_words(person.page) == [], name


LARGE_TEXT = "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%' })"
FONT_SIZE = "element => parseFloat(getComputedStyle(element).fontSize)"


def test_text_of_twice_the_size_grows_everywhere_and_stays_whole(guest: Person) -> None:
    guest.opens_menu()
    texts = ["#sections h2", ".opening-status", "#nav a", "#search", ".chips button"]
    usual = [guest.page.locator(each).first.evaluate(FONT_SIZE) for each in texts]
    guest.page.add_init_script(LARGE_TEXT)
    guest.opens_menu()
    large = [guest.page.locator(each).first.evaluate(FONT_SIZE) for each in texts]
    assert all(after >= 1.4 * before for before, after in zip(usual, large, strict=True)), (usual, large)
    assert guest.page.locator("#search").evaluate("element => element.scrollHeight <= element.clientHeight")
    for name in screens(guest):
        guest.photographs(f"{name}-large")
        assert overflow(guest.page) <= 0, name
        assert cut_words(guest.page) == [], name


def test_the_focus_stays_and_every_change_is_told(guest: Person, house: House) -> None:
    """By keyboard: what is pressed is gone afterwards, or means something else, yet the focus is somewhere."""
    guest.opens_menu()
    page = guest.page
    listen(page)

    def press(selector: str, told: str | None = None, key: str = "Enter") -> None:
        heard(page)
        page.locator(selector).first.press(key)
        page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
        if told is not None:
            page.wait_for_function("told => window.heard.some((words) => words.includes(told))", arg=told)
        page.wait_for_function("() => document.activeElement !== document.body")

    latte = f"#sections [data-key='p{house.products['latte']}']"
    cheesecake = f"#sections [data-key='p{house.products['cheesecake']}']"
    press(f"{latte} [data-key=more]", "Лате")
    press(f"{latte} [data-key=less]", "Лате")
    press(f"{latte} [data-key=more]", "Лате")
    press(f"{cheesecake} [data-key=more]", "Чизкейк")
    press(f"{latte} a")
    press("#sheet [data-action=closeSheet]")
    press(".filter")
    press("#sheet input", "Сховано", key="Space")
    press("#sheet [data-action=resetFilter]")
    press("#sheet [data-action=closeSheet]")
    page.locator("#search").fill("кав")
    press("[data-action=clearSearch]")
    press("[data-action=otherLocale]", "English")
    press("[data-action=otherLocale]", "Українська")
    press(".bar-button")
    press("#page .cart-line [data-key=less]")
    page.locator("#promo").fill("немає")
    press("#promo", "промокод")
    page.locator("#promo").fill("кава15")
    press("#promo", "КАВА15")
    press("[data-action=removePromo]", "прибрано")


def test_the_focus_stays_where_an_order_was_cancelled(guest: Person) -> None:
    guest.orders_pickup()
    page = guest.page
    listen(page)
    page.locator("[data-action=cancelOrder]").press("Enter")
    page.locator("#confirm [value=yes]").press("Enter")
    page.wait_for_function("() => window.heard.some((words) => words.includes('скасовано'))")
    expect(page.locator("#header h1")).to_be_focused()


def test_contrast_with_hard_accents(welcome: Welcome, house: House) -> None:
    for accent, scheme in (("#ffeb3b", "light"), ("#f8f8f8", "light"), ("#101010", "dark"), ("#7f7f7f", "dark")):
        with house.configured(accent=accent):
            person = welcome(Look(scheme=scheme))
            person.opens_menu()
            person.adds("latte")
            assert violations(person.page, "color-contrast") == [], accent
            person.page.close()


def test_the_page_takes_the_accent_of_the_settings(guest: Person, house: House) -> None:
    with house.configured(accent="#336699"):
        guest.opens_menu()
        expect(guest.page.locator("#chips [aria-current]")).to_have_css("background-color", "rgb(51, 102, 153)")


def test_a_journey_by_keyboard_alone(guest: Person) -> None:
    """Nothing but keys: what is focused is what a screen reader would read."""
    guest.opens_menu()
    keys = guest.page.keyboard

    def reach(name: str) -> None:
        for _ in range(120):
            label = guest.page.evaluate(
                "() => { const e = document.activeElement;"
                " return e.getAttribute('aria-label') || e.labels?.[0]?.textContent.trim() || e.textContent.trim() }"
            )
            if name in label:
                return
            keys.press("Tab")
        raise AssertionError(f"no way to {name} by keyboard")

    keys.press("Tab")
    reach("Перейти до вмісту")
    keys.press("Enter")
    reach("Додати «Еспресо» до кошика")
    keys.press("Enter")
    expect(guest.quantity_of("espresso")).to_have_text("1")
    reach("Ще одна порція: Еспресо")  # the focus stayed on the plus
    keys.press("Space")
    expect(guest.quantity_of("espresso")).to_have_text("2")
    keys.press("Shift+Tab")
    reach("На одну менше: Еспресо")
    keys.press("Enter")
    keys.press("Enter")
    reach("Додати «Еспресо» до кошика")  # and came back to it when the minus went away
    keys.press("Enter")
    guest.page.evaluate("document.querySelector('.bar-button').focus()")
    keys.press("Enter")
    expect(guest.page.get_by_role("heading", name="Кошик", level=1)).to_be_focused()
    reach("Доставка")
    keys.press("ArrowRight")
    expect(guest.page.locator("input[value=pickup]")).to_be_checked()
    guest.page.evaluate("document.querySelector('.bar-button').focus()")
    keys.press("Enter")
    expect(guest.page.locator("#checkout")).to_be_visible()
    reach("Ім'я")
    keys.type("Олена")
    reach("Телефон")
    keys.type("0671234567")
    keys.press("Enter")  # goes on to the next field: only the button orders
    reach("Замовити")
    keys.press("Enter")
    guest.sees_order()


def test_sheets_hold_the_focus_and_give_it_back(guest: Person) -> None:
    guest.opens_menu()
    link = guest.card("latte").get_by_role("link")
    link.focus()
    guest.page.keyboard.press("Enter")
    dialog = guest.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    for _ in range(6):
        guest.page.keyboard.press("Tab")
        assert guest.page.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
    guest.page.keyboard.press("Escape")
    expect(link).to_be_focused()


def test_those_who_want_less_motion_get_none(guest: Person) -> None:
    guest.opens_menu()
    guest.card("latte").get_by_role("link").click()
    length = "sheet => parseFloat(getComputedStyle(sheet).animationDuration)"
    assert guest.page.locator("#sheet").evaluate(length) < 0.001
    guest.page.emulate_media(reduced_motion="no-preference")
    assert guest.page.locator("#sheet").evaluate(length) > 0.1


def test_the_skeleton_comes_first_and_nothing_jumps(guest: Person) -> None:
    guest.page.route("**/api/products*", lambda _route: None)
    guest.page.goto(guest.house.url + "/webapp/")
    expect(guest.page.locator("#menu-skeleton .skeleton").first).to_be_visible()
    guest.photographs("skeleton")
    assert violations(guest.page) == []


def test_telling_that_there_is_no_network(guest: Person) -> None:
    guest.page.route("**/api/**", lambda route: route.abort())
    guest.page.goto(guest.house.url + "/webapp/")
    expect(guest.page.get_by_role("alert")).to_be_visible()
    guest.photographs("offline")
    assert violations(guest.page) == []
    guest.complaints.clear()


def test_the_menu_comes_by_itself_once_the_network_is_there(guest: Person) -> None:
    """In the desk's preview nobody comes back or presses anything: the page asks by itself."""
    guest.page.clock.install()
    guest.page.route("**/api/**", lambda route: route.abort())
    guest.opens()
    expect(guest.page.get_by_role("alert")).to_be_visible()
    guest.page.unroute("**/api/**")
    guest.page.clock.fast_forward(5_000)
    expect(guest.page.locator("#sections .stepper").first).to_be_visible()
    guest.complaints.clear()


def test_a_wide_screen_has_the_cart_beside_the_menu(welcome: Welcome) -> None:
    person = welcome(Look(is_phone=False, width=1280))
    person.opens_menu()
    person.adds("latte", 3)
    aside = person.page.locator("#aside")
    expect(aside.locator(".cart-line")).to_have_count(1)
    aside.locator("[data-key=more]").click()
    expect(person.quantity_of("latte")).to_have_text("4")
    aside.get_by_role("link", name="Оформити").click()
    expect(person.page.locator("#checkout")).to_be_visible()


FILLED = "element => getComputedStyle(element).backgroundColor"


def test_forced_colours_show_what_is_a_button_and_what_is_chosen(guest: Person) -> None:
    guest.page.emulate_media(forced_colors="active")
    guest.opens_menu()
    chips = guest.page.locator("#chips button")
    assert chips.nth(0).evaluate(FILLED) != chips.nth(1).evaluate(FILLED)
    guest.adds("latte")
    guest.starts_checkout("pickup")
    bar = guest.page.locator(".bar-button")
    assert bar.evaluate(FILLED) != guest.page.locator("body").evaluate(FILLED)
    assert bar.evaluate(FILLED) != "rgba(0, 0, 0, 0)"
    options = guest.page.locator(".radio-option span")
    assert options.nth(0).evaluate(FILLED) != options.nth(1).evaluate(FILLED)


def test_targets_are_large_and_names_begin_as_they_look(welcome: Welcome) -> None:
    for look in (Look(), Look(locale="en", is_phone=False, width=1280)):
        person = welcome(look)
        person.opens_menu("?filter=1")
        person.page.locator("#sheet input").first.check()
        person.page.locator("#sheet [data-action=closeSheet]").last.click()
        assert violations(person.page, "target-size", "label-content-name-mismatch") == []
        person.page.close()
