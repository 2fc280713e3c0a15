"""The cart: at once under the finger, right on the server, and honest when something does not work out."""

import json
import re

import pytest
from playwright.sync_api import Response, Route, expect

from tests.e2e.conftest import Welcome
from tests.e2e.house import House
from tests.e2e.people import GUEST, Look, Person


def test_quick_taps_become_one_right_quantity(person: Person) -> None:
    person.opens_menu()
    person.adds("latte", 7)
    person.removes_one("latte")
    expect(person.quantity_of("latte")).to_have_text("6")
    person.is_settled()
    person.page.reload()
    expect(person.quantity_of("latte")).to_have_text("6")


def test_removing_can_be_undone(person: Person) -> None:
    person.opens_menu()
    person.adds("latte")
    person.adds("cheesecake")
    person.opens_cart()
    lines = person.page.locator("#page .cart-line")
    lines.first.locator("[data-key=less]").click()
    expect(lines).to_have_count(1)
    person.presses(person.says("Повернути", "Undo"))
    expect(lines).to_have_count(2)
    person.presses(person.says("Очистити", "Clear"))
    person.sees(person.says("Додайте щось смачне — кошик почекає.", "Add something tasty, the cart will wait."))
    person.presses(person.says("Повернути", "Undo"))
    expect(lines).to_have_count(2)
    person.is_settled()
    person.page.reload()
    expect(lines).to_have_count(2)


def test_every_amount_is_known_before_ordering(person: Person, house: House) -> None:
    settings = {"delivery_fee": 70, "free_delivery_threshold": 700, "min_delivery_order_amount": 200}
    with house.configured(**settings, pickup_discount_percent=5):
        house.do(house.cafe.load('[[products]]\nslug = "latte"\nprice = 95\n'))
        person.opens_menu()
        person.adds("latte")
        person.opens_cart()
        page = "#page"
        hryvnias = person.says("{} ₴", "₴{}").format
        person.sees(
            person.says(f"Додайте ще {hryvnias(105)} до доставки", f"Add {hryvnias(105)} more for delivery"),
            within=page,
        )
        plus = person.page.locator("#page .cart-line [data-key=more]")
        plus.click(click_count=2)
        person.sees(
            person.says(f"Ще {hryvnias(415)} — і доставка безкоштовна", f"{hryvnias(415)} more for free delivery"),
            within=page,
        )
        total = person.page.locator("#page .price-summary .total dd")
        expect(total).to_have_text(hryvnias(355))
        person.chooses("type", "pickup")
        expect(total).to_have_text(hryvnias(271))  # 285 less 5 %, halves up
        person.chooses("type", "dine_in")
        expect(total).to_have_text(hryvnias(285))
        person.chooses("type", "delivery")
        for _ in range(5):
            plus.click()
        expect(total).to_have_text(hryvnias(760))
        person.sees(person.says("Доставка безкоштовна", "Delivery is free"), within=page)


def test_a_promo_code(person: Person, house: House) -> None:
    house.do(
        house.cafe.load(
            '[[promos]]\ncode = "Тест10"\ndiscount_percent = 10\n[[promos]]\ncode = "ВЕЛИКЕ"\n'
            "discount_percent = 50\nmin_order_amount = 100000\n"
        )
    )
    person.opens_menu()
    person.adds("cheesecake", 2)
    person.opens_cart()
    person.fills(promo="ВЕЛИКЕ")
    person.presses(person.says("Застосувати", "Apply"))
    expect(person.page.locator("#error-promo")).to_contain_text(re.compile("100.?000"))
    person.fills(promo="тест10")
    person.presses(person.says("Застосувати", "Apply"))
    person.sees(person.says("Промокод Тест10: −10%", "Promo code Тест10: −10%"))
    row = person.page.locator("#page .price-summary .good")
    expect(row).to_contain_text("−")
    person.page.reload()
    expect(row).to_contain_text("−")  # the code survives a reload
    person.presses(person.says("Прибрати промокод", "Remove the promo code"))
    expect(row).to_have_count(0)


def test_a_refused_tap_is_taken_back_with_a_word(person: Person, house: House) -> None:
    person.opens_menu()
    with house.sold_out("latte"):
        person.adds("latte")
        person.sees(person.says("Цієї страви вже немає в меню.", "This dish is no longer on the menu."))
        expect(person.card("latte")).to_have_count(0)


def test_without_a_network_the_cart_stays_on_the_phone(person: Person, house: House) -> None:
    person.opens_menu()
    person.adds("latte")
    person.is_settled()
    before = house.count("cart_lines")
    person.page.context.set_offline(True)
    person.adds("latte")
    person.adds("espresso", 2)
    person.removes_one("espresso")
    person.sees(person.says("Зміни в кошику поки лише в телефоні", "Changes to the cart are only on this phone"))
    expect(person.quantity_of("latte")).to_have_text("2")
    expect(person.quantity_of("espresso")).to_have_text("1")
    assert house.count("cart_lines") == before
    person.page.context.set_offline(False)
    person.page.reload()
    expect(person.quantity_of("latte")).to_have_text("2")
    expect(person.quantity_of("espresso")).to_have_text("1")
    person.is_settled()
    assert house.count("cart_lines") == before + 1
    person.complaints.clear()  # the browser's own words about the network


def test_what_sold_out_meanwhile_is_named(person: Person, house: House) -> None:
    # The stream might tell of it before the order does.
    person.page.route("**/api/cart/stream", lambda route: route.fulfill(status=404))
    person.opens_menu()
    person.adds("latte")
    person.adds("cheesecake")
    person.opens_cart()
    person.is_settled()
    name = person.says("Лате", "Latte")
    with house.sold_out("latte"):
        person.goes_on()
        expect(person.page.locator("#checkout")).to_be_visible()
        person.chooses("type", "pickup")
        person.fills_contacts()
        orders = house.count("orders")
        person.goes_on()
        person.sees(
            person.says(
                f"«{name}» зараз не готуємо, тож прибрали з кошика.",
                f"We are not making {name} now, so we took it out of your cart.",
            )
        )
        assert house.count("orders") == orders  # nothing else than what was seen is ordered
        person.goes_on()
        person.sees_order()
        assert house.count("orders") == orders + 1


def test_the_chat_s_changes_appear(member: Person, house: House) -> None:
    member.page.route("**/api/cart/stream", lambda route: route.fulfill(status=404))  # it would tell them sooner
    member.opens_menu()
    member.adds("latte")
    member.is_settled()
    chat = house.visitor(member.user)
    assert house.do(chat.adds("cheesecake", 2)).status == 201
    member.comes_back()
    expect(member.quantity_of("cheesecake")).to_have_text("2")
    assert house.do(chat.removes("latte")).status == 200
    member.adds("latte")  # the page still believes in one: it asks for two, of a line that is gone
    expect(member.quantity_of("latte")).to_have_text("2")
    member.is_settled()
    assert house.do(chat.cart()).json["count"] == 4


def test_a_first_visit_makes_one_guest(guest: Person, house: House) -> None:
    guests = "SELECT count(*) AS n FROM customers WHERE id < -1"
    before = house.do(house.cafe.value(guests))
    guest.opens_menu()
    guest.adds("latte")
    guest.adds("cheesecake")
    guest.is_settled()
    assert house.do(house.cafe.value(guests)) == before + 1


def test_a_first_visit_that_a_proxy_slows_down_makes_one_guest(guest: Person) -> None:
    cookies: list[str] = []
    refusals = [429]

    def refuse_first(route: Route) -> None:
        if not refusals:
            route.fallback()
            return
        route.fulfill(status=refusals.pop(), body="<html>Too Many Requests</html>", content_type="text/html")

    def note(response: Response) -> None:
        cookies.extend(filter(None, [response.header_value("set-cookie")]))

    guest.page.route(re.compile("/api/(cart|orders|checkout/)"), refuse_first)
    guest.page.on("response", note)
    guest.opens("?page=checkout")
    expect(guest.page.get_by_text("Кошик порожній")).to_be_visible()
    guest.page.wait_for_load_state("networkidle")
    assert not refusals
    assert len({cookie.split(".")[0] for cookie in cookies}) == 1


def test_a_broken_answer_is_not_a_broken_page(guest: Person) -> None:
    guest.opens_menu()

    def nonsense(route: Route) -> None:
        route.fulfill(status=200, body="<html>proxy</html>", content_type="text/html")

    guest.page.route("**/api/cart/items", nonsense)
    guest.adds("latte")
    guest.sees("Зміни в кошику поки лише в телефоні")
    guest.page.unroute("**/api/cart/items")
    guest.adds("latte")
    guest.is_settled()
    expect(guest.quantity_of("latte")).to_have_text("2")


def test_the_cart_may_arrive_before_the_prices_of_delivery(guest: Person) -> None:
    guest.opens_menu()
    guest.adds("latte")
    guest.is_settled()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    guest.page.route("**/api/settings*", hold)
    with guest.page.expect_response("**/api/cart"):
        guest.page.goto(guest.house.url + "/webapp/?page=cart")
    guest.page.wait_for_timeout(500)
    expect(guest.page.locator("#page .loading")).to_be_visible()
    while not held:
        guest.page.wait_for_timeout(50)
    held[0].continue_()
    expect(guest.page.locator("#page .cart-line")).to_have_count(1)


def test_the_menu_waits_for_the_network(guest: Person) -> None:
    guest.page.route("**/api/products*", lambda route: route.abort())
    guest.opens()
    guest.sees("Перевірте інтернет і спробуйте ще раз.")
    guest.page.unroute("**/api/products*")
    guest.presses("Спробувати ще раз")
    expect(guest.card("latte")).to_be_visible()
    guest.complaints.clear()


def test_stored_nonsense_does_not_stop_the_page(guest: Person) -> None:
    guest.opens_menu()
    for name in ("draft", "orders", "avoided", "accents", "attempt", "cart"):
        guest.page.evaluate("([name, value]) => localStorage.setItem(`cafe.${name}`, value)", [name, json.dumps(7)])
    guest.page.reload()
    guest.adds("latte")
    expect(guest.quantity_of("latte")).to_have_text("1")


def test_a_failed_add_from_a_sheet_says_so_in_front_of_it(person: Person, house: House) -> None:
    person.opens_menu(f"?product={house.products['latte']}")
    sheet = person.page.locator("#sheet")
    person.page.context.set_offline(True)
    sheet.locator("[data-action=more]").first.click()
    person.sees(person.says("Зміни в кошику поки", "Changes to the cart are"), within="#toast")
    person.page.context.set_offline(False)
    expect(sheet.locator(".count")).to_have_text("1")
    person.is_settled()
    person.presses(person.says("Закрити", "Close"))
    expect(person.quantity_of("latte")).to_have_text("1")
    person.complaints.clear()


def test_the_keyboard_stays_in_the_cart_after_a_line_is_removed(person: Person) -> None:
    person.opens_menu()
    person.adds("latte")
    person.adds("cheesecake")
    person.opens_cart()
    lines = person.page.locator("#page .cart-line")
    lines.first.locator("[data-key=less]").press("Enter")
    expect(lines).to_have_count(1)
    expect(lines.first.locator("[data-key=more]")).to_be_focused()
    lines.first.locator("[data-key=less]").press("Enter")
    expect(person.page.locator("#page .empty-state a")).to_be_focused()


def test_what_the_taps_did_is_announced(person: Person) -> None:
    person.opens_menu()
    announcer = person.page.locator("#announcer")
    person.adds("latte", 2)
    expect(announcer).to_have_text(re.compile(person.says("у кошику 2", "2 in the cart")))
    person.fills(search=person.says("лате", "latte"))
    expect(announcer).to_have_text(re.compile(person.says("Знайден", "found")))


def test_the_way_to_the_cart_names_the_cart_s_sum(guest: Person, house: House) -> None:
    guest.opens_menu()
    guest.adds("espresso")
    guest.adds("latte")
    guest.is_settled()
    total = total_at_the_server(guest)
    guest.goes(f"?product={house.products['latte']}")
    expect(guest.page.locator("#sheet .sheet-footer a")).to_contain_text(str(total))


def total_at_the_server(person: Person) -> int:
    """What the server says the cart costs."""
    return int(person.page.evaluate("fetch('/api/cart').then(answer => answer.json()).then(cart => cart.items_total)"))


DESKTOP = Look(is_phone=False, width=1440)


@pytest.mark.parametrize("look", [GUEST, Look(locale="en", is_phone=False, width=1440)], ids=str)
def test_a_line_of_thousands_grows_by_one(welcome: Welcome, house: House, look: Look) -> None:
    person = welcome(look)
    person.opens_menu()
    person.adds("latte")
    person.is_settled()
    many = """address => fetch(address, {
        method: "PATCH", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ quantity: 9998 })
    })"""
    person.page.evaluate(many, f"/api/cart/items/{house.products['latte']}")
    person.opens_menu()
    expect(person.quantity_of("latte")).to_have_text("9998")
    person.adds("latte")
    expect(person.quantity_of("latte")).to_have_text("9999")
    person.adds("latte", 2)
    expect(person.quantity_of("latte")).to_have_text("10000")
    person.photographs("thousands")
    person.opens_cart()
    expect(person.page.locator("#page .cart-line .count")).to_have_text("10000")
    person.photographs("thousands-cart")


def test_the_aside_has_the_only_promo_field(welcome: Welcome) -> None:
    person = welcome(DESKTOP).opens_menu()
    person.adds("latte")
    person.opens_cart()
    person.page.locator("#nav a").first.click()
    expect(person.page.locator("#aside .cart-line")).to_have_count(1)
    expect(person.page.locator("#promo")).to_have_count(1)
    expect(person.page.locator("input[name=type]:checked")).to_have_count(1)


def test_the_aside_s_order_button_is_in_the_window_with_three_lines(welcome: Welcome) -> None:
    person = welcome(DESKTOP).opens_menu()
    for slug in ("latte", "cheesecake", "espresso"):
        person.adds(slug)
    expect(person.page.locator("#aside .cart-line")).to_have_count(3)
    person.page.evaluate("scrollTo(0, 0)")
    expect(person.page.locator(".aside-footer a")).to_be_in_viewport(ratio=1)
