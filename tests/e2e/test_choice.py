"""Options and notes: 'a latte, 400 ml, oat milk, extra shot, not too hot', and what becomes of it in the cart."""

import json
import re
from collections.abc import Callable
from contextlib import ExitStack

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Welcome
from tests.e2e.house import House
from tests.e2e.people import EVERYBODY, GUEST, OPPOSITES, Look, Person

PLAIN_PRICE = 95
FULL_PRICE = 95 + 15 + 20 + 25 * 2
LINES = "#page .cart-line"

Enter = Callable[..., Person]


@pytest.fixture
def enter(welcome: Welcome, choosy_house: House) -> Enter:
    """Somebody in front of the menu with choices: `enter(look)`."""
    return lambda look=GUEST: welcome(look, place=choosy_house).opens_menu()


def sheet(person: Person) -> Locator:
    return person.page.locator("#sheet")


def submit(person: Person) -> Locator:
    return sheet(person).locator("button[type=submit]")


def option(person: Person, uk: str, en: str = "") -> Locator:
    """A radio or a box by the option's name."""
    return sheet(person).get_by_label(person.says(uk, en or uk))


def opens_latte(person: Person) -> None:
    person.card("latte").locator("[data-key=more]").click()
    expect(submit(person)).to_be_visible()


def puts_in(person: Person) -> None:
    submit(person).click()
    expect(sheet(person)).to_be_hidden()


def chooses_all(person: Person) -> None:
    """The latte of the title, in the open sheet."""
    option(person, "400 мл", "400 ml").check()
    option(person, "Вівсяне молоко", "Oat milk").check()
    for _ in range(2):
        sheet(person).get_by_role("button", name=person.says("порція: Шот", "more Espresso shot")).click()
    person.fills(note=person.says("не дуже гаряче", "not too hot"))


def adds_oat_latte(person: Person) -> None:
    opens_latte(person)
    option(person, "Вівсяне молоко", "Oat milk").check()
    puts_in(person)


def server_cart(person: Person) -> list[tuple[str, int, int]]:
    """The lines as the server has them: name, quantity and price."""
    person.is_settled()
    if person.user:
        cart = person.house.do(person.house.visitor(person.user).cart()).json
    else:
        cart = person.page.evaluate("fetch('/api/cart').then(answer => answer.json())")
    return [(line["name"], line["quantity"], line["price"]) for line in cart["items"]]


def orders_pickup(person: Person) -> int:
    """From the cart on."""
    person.chooses("type", "pickup")
    person.goes_on()
    expect(person.page.locator("#checkout")).to_be_visible()
    person.fills_contacts()
    person.goes_on()
    return person.sees_order()


@pytest.mark.parametrize("look", OPPOSITES, ids=str)
def test_a_latte_as_people_order_it(enter: Enter, welcome: Welcome, look: Look) -> None:
    person = enter(look)
    words = person.says("400 мл, вівсяне молоко, шот еспресо ×2", "400 ml, oat milk, espresso shot ×2")
    note = person.says("«не дуже гаряче»", "“not too hot”")
    hryvnias = person.says("{} ₴", "₴{}").format
    opens_latte(person)
    expect(submit(person)).to_contain_text(hryvnias(PLAIN_PRICE))
    chooses_all(person)
    expect(submit(person)).to_contain_text(hryvnias(FULL_PRICE))
    puts_in(person)
    expect(person.quantity_of("latte")).to_have_text("1")
    person.opens_cart()
    line = person.page.locator(LINES)
    expect(line).to_contain_text(words)
    expect(line).to_contain_text(note)
    expect(line).to_contain_text(hryvnias(FULL_PRICE))
    orders_pickup(person)
    ordered = person.page.locator(".order-lines")
    expect(ordered).to_contain_text(f"({words})")
    expect(ordered).to_contain_text(note)
    [own] = json.loads(person.page.evaluate("localStorage.getItem('cafe.orders')"))
    friend = welcome(look, place=person.house)
    friend.opens(str(own["trackUrl"]).removeprefix("/webapp/"))
    expect(friend.page.locator(".order-lines")).to_contain_text(f"({words})")
    friend.sees_no(note)  # the owner's alone
    person.goes("?page=orders")
    expect(person.page.locator(".order-summary")).to_contain_text(words)
    person.presses(person.says("Повторити", "Repeat"))
    expect(line).to_contain_text(words)
    expect(line).to_contain_text(note)


def test_the_usual_takes_two_taps(enter: Enter) -> None:
    person = enter()
    opens_latte(person)
    puts_in(person)
    assert server_cart(person) == [("Лате", 1, PLAIN_PRICE)]
    expect(person.page.locator("#announcer")).to_have_text("Лате, у кошику 1")


def test_the_button_tells_the_price_of_what_is_chosen(enter: Enter) -> None:
    person = enter()
    opens_latte(person)
    for choose, price in (
        (option(person, "400 мл"), 110),
        (option(person, "300 мл"), 95),
        (option(person, "Ваніль"), 110),
        (option(person, "Мигдальне молоко"), 135),
    ):
        choose.check()
        expect(submit(person)).to_contain_text(f"{price} ₴")
    sheet(person).get_by_role("button", name="Ще одна порція: Лате").click()
    expect(submit(person)).to_contain_text("270 ₴")
    option(person, "Ваніль").uncheck()
    expect(submit(person)).to_contain_text("240 ₴")
    puts_in(person)
    assert server_cart(person) == [("Лате (300 мл, мигдальне молоко)", 2, 120)]


def test_rules_are_said_and_kept_without_a_dead_end(enter: Enter) -> None:
    person = enter()
    opens_latte(person)
    syrup = sheet(person).get_by_role("group", name=re.compile("^Сироп До 2"))
    syrup.get_by_label("Карамель").check()
    syrup.get_by_label("Ваніль").check()
    expect(syrup.get_by_label("Лаванда")).to_be_disabled()
    syrup.get_by_label("Ваніль").uncheck()
    syrup.get_by_label("Лаванда").check()
    more = sheet(person).get_by_role("button", name="порція: Шот")
    more.click(click_count=2)
    expect(more).to_have_attribute("aria-disabled", "true")
    more.press("Enter")
    expect(sheet(person).locator(".checkbox-list .count")).to_have_text("2")
    puts_in(person)
    assert server_cart(person) == [("Лате (300 мл, звичайне молоко, карамель, лаванда, шот еспресо ×2)", 1, 180)]


@pytest.mark.parametrize("look", OPPOSITES, ids=str)
def test_who_avoids_something_is_warned_of_what_they_choose(enter: Enter, look: Look) -> None:
    """A latte comes without nuts; almond milk brings them, into the sheet and into the cart."""
    person = enter(look)
    nuts = person.says("Ви цього уникаєте: Горіхи.", "You avoid this: Tree nuts.")
    person.page.locator(".filter").click()
    option(person, "Горіхи", "Tree nuts").check()
    sheet(person).get_by_role("button", name=person.says("Показати меню", "Show the menu")).click()
    opens_latte(person)
    warning = sheet(person).locator(".sheet-warning")
    expect(warning).to_be_empty()
    option(person, "Мигдальне молоко", "Almond milk").check()
    expect(warning).to_have_text(nuts)
    expect(sheet(person).locator(".allergens li")).to_contain_text([person.says("Горіхи", "Tree nuts")])
    assert violations(person.page) == []
    person.photographs("almond-latte")
    puts_in(person)
    person.opens_cart()
    expect(person.page.locator(f"{LINES} .cart-line-warning")).to_have_text(nuts)
    person.photographs("almond-latte-cart")


def test_a_default_that_is_stopped_is_not_chosen_for_anybody(enter: Enter, choosy_house: House) -> None:
    with choosy_house.stopped("milk", "cow"):
        person = enter()
        opens_latte(person)
        milk = sheet(person).get_by_role("group", name=re.compile("^Молоко Оберіть одне"))
        expect(milk.get_by_label(re.compile("Звичайне молоко зараз немає"))).to_be_disabled()
        submit(person).click()
        expect(milk.get_by_role("alert")).to_have_text("Оберіть одне")
        expect(milk.get_by_label("Вівсяне молоко")).to_be_focused()
        milk.get_by_label("Вівсяне молоко").check()
        expect(milk.locator(".field-error")).to_be_empty()
        puts_in(person)
        assert [name for name, _, _ in server_cart(person)] == ["Лате (300 мл, вівсяне молоко)"]


def test_what_is_stopped_under_the_fingers_is_said_in_the_sheet(enter: Enter, choosy_house: House) -> None:
    person = enter()
    opens_latte(person)
    option(person, "Вівсяне молоко").check()
    with choosy_house.stopped("milk", "oat"):
        submit(person).click()
        expect(sheet(person).locator(".sheet-footer")).to_contain_text("Зараз немає: Вівсяне молоко")
        expect(option(person, "Вівсяне молоко")).to_be_disabled()
        option(person, "Мигдальне молоко").check()
        puts_in(person)
    assert server_cart(person) == [("Лате (300 мл, мигдальне молоко)", 1, 120)]


@pytest.mark.parametrize("look", OPPOSITES, ids=str)
def test_two_lines_of_a_dish_have_steppers_of_their_own(enter: Enter, look: Look) -> None:
    person = enter(look)
    opens_latte(person)
    puts_in(person)
    adds_oat_latte(person)
    expect(person.quantity_of("latte")).to_have_text("2")
    person.opens_cart()
    counts = person.page.locator(f"{LINES} .count")
    plus = person.page.locator(f"{LINES} [data-key=more]")
    for _ in range(3):
        plus.last.click()
    plus.first.click()
    expect(counts).to_have_text(["2", "4"])
    assert [(quantity, price) for _, quantity, price in server_cart(person)] == [(2, 95), (4, 115)]
    expect(counts).to_have_text(["2", "4"])
    person.goes("")
    expect(person.quantity_of("latte")).to_have_text("6")
    expect(person.card("latte").locator("[data-key=less]")).to_have_count(0)


def test_a_tap_without_a_network_is_told_later_and_its_line_alone(enter: Enter) -> None:
    person = enter()
    adds_oat_latte(person)
    opens_latte(person)
    puts_in(person)
    person.opens_cart()
    counts = person.page.locator(f"{LINES} .count")
    person.page.context.set_offline(True)
    person.page.locator(f"{LINES} [data-key=more]").first.click()
    person.sees("Зміни в кошику поки лише в телефоні")
    expect(counts).to_have_text(["2", "1"])
    person.page.context.set_offline(False)
    person.page.reload()
    expect(counts).to_have_text(["2", "1"])
    person.is_settled()
    assert [quantity for _, quantity, _ in server_cart(person)] == [2, 1]
    person.complaints.clear()  # the browser's own words about the network


def test_a_removed_line_comes_back_as_it_was_chosen(enter: Enter) -> None:
    person = enter()
    opens_latte(person)
    chooses_all(person)
    puts_in(person)
    opens_latte(person)
    puts_in(person)
    before = server_cart(person)
    person.opens_cart()
    lines = person.page.locator(LINES)
    lines.first.locator("[data-key=less]").click()
    expect(lines).to_have_count(1)
    person.is_settled()
    person.presses("Повернути")
    expect(lines).to_have_count(2)
    assert sorted(server_cart(person)) == sorted(before)
    expect(lines.filter(has_text="400 мл,")).to_contain_text("«не дуже гаряче»")
    person.presses("Очистити")
    person.is_settled()
    person.presses("Повернути")
    assert sorted(server_cart(person)) == sorted(before)


@pytest.mark.parametrize("look", OPPOSITES, ids=str)
def test_a_line_s_choice_is_changed_in_the_cart(enter: Enter, look: Look) -> None:
    person = enter(look)
    opens_latte(person)
    chooses_all(person)
    puts_in(person)
    person.opens_cart()
    line = person.page.locator(LINES)
    line.get_by_role("link").click()
    expect(option(person, "400 мл", "400 ml")).to_be_checked()
    expect(option(person, "Вівсяне молоко", "Oat milk")).to_be_checked()
    expect(sheet(person).locator(".checkbox-list .count")).to_have_text("2")
    expect(sheet(person).locator("#note")).to_have_value(person.says("не дуже гаряче", "not too hot"))
    option(person, "Мигдальне молоко", "Almond milk").check()
    person.fills(note="")
    sheet(person).locator("[data-action=moreDish]").click()
    expect(submit(person)).to_contain_text(person.says("Зберегти", "Save"))
    puts_in(person)
    expect(line).to_have_count(1)
    expect(line).to_contain_text(person.says("мигдальне молоко", "almond milk"))
    person.sees_no(person.says("«", "“"), within=LINES)
    expect(line.locator(".count")).to_have_text("2")
    person.page.reload()
    expect(line).to_contain_text(person.says("мигдальне молоко", "almond milk"))


def test_the_sheet_of_a_line_survives_a_reload(enter: Enter) -> None:
    person = enter()
    adds_oat_latte(person)
    person.opens_cart()
    person.page.locator(LINES).get_by_role("link").click()
    expect(option(person, "Вівсяне молоко")).to_be_checked()
    person.page.reload()
    expect(option(person, "Вівсяне молоко")).to_be_checked()
    expect(submit(person)).to_contain_text("Зберегти")


def test_what_cannot_be_repeated_is_named(enter: Enter, choosy_house: House) -> None:
    person = enter()
    adds_oat_latte(person)
    opens_latte(person)
    puts_in(person)
    person.opens_cart()
    orders_pickup(person)
    with choosy_house.stopped("milk", "oat"):
        person.presses("Повторити")
        person.sees(re.compile("зараз не замовити, тож не додали: Лате"), within="#page .notice")
        assert server_cart(person) == [("Лате", 1, PLAIN_PRICE)]


def test_a_line_that_becomes_like_another_joins_it(enter: Enter) -> None:
    person = enter()
    opens_latte(person)
    puts_in(person)
    adds_oat_latte(person)
    person.opens_cart()
    lines = person.page.locator(LINES)
    lines.first.get_by_role("link").click()  # the plain one has a choice too
    option(person, "Вівсяне молоко").check()
    puts_in(person)
    expect(lines).to_have_count(1)
    assert server_cart(person) == [("Лате (300 мл, вівсяне молоко)", 2, 115)]


@pytest.mark.parametrize("look", OPPOSITES, ids=str)
def test_an_order_of_something_stopped_leads_to_its_line(enter: Enter, choosy_house: House, look: Look) -> None:
    person = enter(look)
    opens_latte(person)
    puts_in(person)
    adds_oat_latte(person)
    person.opens_cart()
    person.chooses("type", "pickup")
    person.goes_on()
    expect(person.page.locator("#checkout")).to_be_visible()
    person.fills_contacts()
    orders = choosy_house.count("orders")
    with choosy_house.stopped("milk", "oat"):
        person.goes_on()
        line = person.page.locator(LINES).nth(1)
        expect(line).to_contain_text(
            person.says("Зараз не замовити: Вівсяне молоко", "Cannot be ordered now: Oat milk")
        )
        expect(line.locator(".link-button")).to_be_focused()
        assert choosy_house.count("orders") == orders
        assert violations(person.page) == []
        person.photographs("cart-stopped")
        person.page.keyboard.press("Enter")
        expect(sheet(person)).to_contain_text(person.says("Зараз не замовити", "Cannot be ordered now"))
        person.photographs("choice-stopped")
        option(person, "Мигдальне молоко", "Almond milk").check()
        puts_in(person)
        expect(line.locator(".link-button")).to_have_count(0)
        person.goes_on()
        expect(person.page.locator("#name")).to_have_value("Олена")
        person.goes_on()
        person.sees_order()
        assert choosy_house.count("orders") == orders + 1


def test_a_stop_at_the_last_moment_leads_there_too(enter: Enter, choosy_house: House) -> None:
    """After the page has looked at the cart: the server's refusal names it."""
    person = enter()
    adds_oat_latte(person)
    person.opens_cart()
    person.chooses("type", "dine_in")
    person.goes_on()
    expect(person.page.locator("#checkout")).to_be_visible()
    person.fills_contacts()
    with ExitStack() as stack:

        def stop_first(route: Route) -> None:
            stack.enter_context(choosy_house.stopped("milk", "oat"))
            route.continue_()

        person.page.route("**/api/checkout/dine-in", stop_first, times=1)
        person.goes_on()
        person.sees(re.compile(r"Немає: Лате \(.*вівсяне молоко\): Вівсяне молоко"), within="#page .notice")
        expect(person.page.locator(f"{LINES} .link-button")).to_be_focused()


def test_a_total_that_changed_is_shown_and_asked_about_again(enter: Enter, choosy_house: House) -> None:
    person = enter()
    adds_oat_latte(person)
    adds_oat_latte(person)
    person.opens_cart()
    person.goes_on()
    expect(person.page.locator("#checkout")).to_be_visible()
    person.fills_delivery()
    person.sees_step("300 ₴")
    orders = choosy_house.count("orders")
    with choosy_house.configured(delivery_fee=90):
        person.goes_on()
        person.sees("Сума змінилася: тепер 320 ₴.")
        person.sees_step("320 ₴")
        expect(person.page.locator("#page .price-summary .total dd")).to_have_text("320 ₴")
        expect(person.page.locator("#address_street")).to_have_value("Хрещатик")
        assert choosy_house.count("orders") == orders
        person.goes_on()
        person.sees_order()
        assert choosy_house.count("orders") == orders + 1
        expect(person.page.locator(".price-summary .total dd")).to_have_text("320 ₴")


def test_a_total_that_the_page_cannot_explain_is_no_dead_end(enter: Enter) -> None:
    """Should the server ever reckon otherwise: what it says is shown, and agreed to by the next press."""
    person = enter()
    adds_oat_latte(person)
    person.opens_cart()
    person.chooses("type", "dine_in")
    person.goes_on()
    expect(person.page.locator("#checkout")).to_be_visible()
    person.fills_contacts()
    sent: list[int] = []

    def reckon(route: Route) -> None:
        sent.append(json.loads(route.request.post_data or "{}")["expected_total"])
        route.fulfill(status=400, json={"error": "total_changed", "message": "…", "total": 111})

    person.page.route("**/api/checkout/dine-in", reckon, times=2)
    for _ in range(2):
        person.goes_on()
        person.sees("Сума змінилася: тепер 111 ₴.")
        person.sees_step("111 ₴")
    assert sent == [115, 111]


def test_a_lost_answer_does_not_put_it_in_twice(enter: Enter) -> None:
    person = enter()

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    person.page.route("**/api/cart/items", lose, times=1)
    adds_oat_latte(person)
    assert server_cart(person) == [("Лате (300 мл, вівсяне молоко)", 1, 115)]
    person.complaints.clear()  # the browser's own words about the network


def test_without_a_network_the_choice_stays_in_the_sheet(enter: Enter) -> None:
    person = enter()
    opens_latte(person)
    chooses_all(person)
    person.page.context.set_offline(True)
    submit(person).click()
    expect(sheet(person).locator(".sheet-footer")).to_contain_text("Не вдалося змінити кошик")
    person.page.context.set_offline(False)
    puts_in(person)
    assert [quantity for _, quantity, _ in server_cart(person)] == [1]
    person.complaints.clear()  # the browser's own words about the network


def test_the_cart_follows_the_page_s_language(enter: Enter) -> None:
    person = enter()
    adds_oat_latte(person)
    person.page.locator(".language-button").click()
    expect(person.card("latte").get_by_role("link")).to_have_text("Latte")
    person.goes_on()
    expect(person.page.locator(LINES)).to_contain_text("300 ml, oat milk")


def test_the_whole_glass_and_the_beginning_of_a_note_are_seen(enter: Enter) -> None:
    person = enter(GUEST)
    opens_latte(person)
    drawn = "image => [image.naturalWidth / image.naturalHeight, image.width / image.height]"
    picture = sheet(person).locator(".picture img")
    expect(picture).not_to_have_js_property("naturalWidth", 0)
    own, shown = picture.evaluate(drawn)
    assert shown <= own * 1.35, "of a square picture a quarter is cut, which a glass stands within"
    person.fills(note="не дуже гаряче, без пінки, у великій чашці")
    note = sheet(person).locator("#note")
    assert note.evaluate("field => field.scrollWidth <= field.clientWidth && field.scrollHeight <= field.clientHeight")


def test_the_note_counts_down_and_ends(enter: Enter) -> None:
    person = enter()
    opens_latte(person)
    left = sheet(person).locator("#note-left")
    expect(left).to_have_text("Ще 200 символів")
    person.fills(note="г" * 178)
    expect(left).to_have_text("Ще 22 символи")
    sheet(person).locator("#note").press_sequentially("у" * 30)
    expect(left).to_have_text("Ще 0 символів")
    puts_in(person)
    person.opens_cart()
    expect(person.page.locator(LINES)).to_contain_text("г" * 178 + "у" * 22)


def test_by_keyboard_alone(enter: Enter) -> None:
    person = enter()
    keys = person.page.keyboard
    person.card("latte").locator("[data-key=more]").focus()
    keys.press("Enter")
    expect(person.page.locator("#sheet-title")).to_be_focused()

    def reach(place: Locator) -> None:
        for _ in range(30):
            if place.evaluate("element => element === document.activeElement"):
                return
            keys.press("Tab")
        raise AssertionError(f"no way to {place} by keyboard")

    reach(option(person, "300 мл"))
    keys.press("ArrowDown")
    expect(option(person, "400 мл")).to_be_checked()
    reach(option(person, "Звичайне молоко"))
    keys.press("ArrowDown")
    reach(option(person, "Ваніль"))
    keys.press("Space")
    plus = sheet(person).get_by_role("button", name="порція: Шот")
    reach(plus)
    keys.press("Enter")
    keys.press("Enter")
    keys.press("Enter")  # there is no third, and the place stays
    expect(plus).to_be_focused()
    keys.press("Shift+Tab")
    keys.press("Enter")
    keys.press("Enter")  # the minus goes with the last piece
    expect(plus).to_be_focused()
    reach(sheet(person).locator("#note"))
    keys.type("гаряче")
    reach(submit(person))
    keys.press("Enter")
    expect(sheet(person)).to_be_hidden()
    expect(person.card("latte").locator("[data-key=more]")).to_be_focused()
    assert server_cart(person) == [("Лате (400 мл, вівсяне молоко, ваніль)", 1, 145)]


@pytest.mark.parametrize("look", EVERYBODY, ids=str)
def test_everybody_can_read_and_press_it(enter: Enter, look: Look) -> None:
    person = enter(look)
    opens_latte(person)
    person.photographs("choice")
    assert violations(person.page) == []
    chooses_all(person)
    person.photographs("choice-made")
    assert violations(person.page) == []
    assert violations(person.page, "target-size", "label-content-name-mismatch") == []
    puts_in(person)
    person.opens_cart()
    person.photographs("cart-choice")
    assert violations(person.page) == []


@pytest.mark.parametrize("locale", ["uk", "en"])
def test_at_320_pixels(enter: Enter, choosy_house: House, locale: str) -> None:
    person = enter(Look(width=320, scheme="dark", locale=locale))
    opens_latte(person)
    chooses_all(person)
    for _ in range(9):
        sheet(person).locator("[data-action=moreDish]").click()  # a price of four digits
    person.photographs("choice-made")
    widths = "element => [element.scrollWidth, element.clientWidth]"
    for place in (sheet(person), submit(person), person.page.locator("html")):
        wanted, given = place.evaluate(widths)
        assert wanted <= given
    puts_in(person)
    with choosy_house.stopped("milk", "oat"):
        person.opens_cart()
        person.page.reload()
        expect(person.page.locator(f"{LINES} .link-button")).to_be_visible()
        person.photographs("cart-stopped")
        assert person.page.evaluate("document.documentElement.scrollWidth") <= 320
