"""The order form: what it asks, what it remembers, and that one order stays one whatever the network does."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import Locator, Request, Route, expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Welcome
from tests.e2e.house import House
from tests.e2e.people import Look, Person

CREATION = "**/api/checkout/pickup"


def ready_for_pickup(person: Person, slug: str = "latte") -> None:
    """A filled pickup form that only has to be sent."""
    person.opens_menu()
    person.adds(slug)
    person.starts_checkout("pickup")
    person.fills_contacts()


def test_what_nobody_could_find_is_asked_for_kindly(person: Person) -> None:
    says = person.says
    with person.house.configured(delivery_towns="Київ, Бровари"):
        person.opens_menu()
        person.adds("latte", 4)
        person.starts_checkout("delivery")
        person.fills(
            address_city="London", address_street="??", address_house="?", name="🍕🍕🍕", phone="067 123 45 67"
        )
        person.goes_on()
        towns = says("лише сюди: Київ, Бровари", "to Київ, Бровари only")
        expect(person.field_error("address_city")).to_contain_text(towns)
        expect(person.field_error("address_street")).to_have_text(says("Вкажіть вулицю", "Enter your street"))
        expect(person.field_error("address_house")).to_contain_text(says("номер будинку", "house number"))
        expect(person.field_error("name")).to_contain_text(says("щонайменше 2 літери", "at least 2 letters"))
        person.fills(address_city="м. Бровари", address_street="8 Березня", address_house="3", name="Ян")
        person.goes_on()
        person.sees_order()


def test_what_is_missing_stands_at_its_field(person: Person) -> None:
    person.opens_menu()
    person.adds("cheesecake", 3)
    person.starts_checkout()
    person.fills(name=" О ", phone="12345")
    person.goes_on()
    fill_in = person.says("Заповніть це поле", "Fill in this field")
    for name in ("address_city", "address_street", "address_house"):
        expect(person.field_error(name)).to_have_text(fill_in)
        expect(person.page.locator(f"#{name}")).to_have_attribute("aria-invalid", "true")
    expect(person.page.locator("#address_city")).to_be_focused()
    expect(person.field_error("name")).to_have_text(
        person.says("Вкажіть ім'я — щонайменше 2 літери", "Enter a name of at least 2 letters")
    )
    expect(person.field_error("phone")).to_have_text(
        person.says("Номер виглядає неповним", "The number looks incomplete")
    )
    expect(person.field_error("address_apartment")).to_be_empty()
    person.fills(address_city="Київ")
    expect(person.field_error("address_city")).to_be_empty()
    person.fills_delivery()
    person.fills(cash_change_for="багато")
    person.goes_on()
    expect(person.field_error("cash_change_for")).to_have_text(
        person.says("Вкажіть суму числом", "Enter the amount as a number")
    )


REFUSALS: list[tuple[dict[str, Any], str, str, str]] = [
    ({"error": "validation", "missing": ["phone"]}, "phone", "Заповніть це поле", "Fill in this field"),
    (
        {"error": "validation", "message": "invalid payment_method"},
        "payment_method",
        "Оберіть, як платитимете",
        "Choose how you will pay",
    ),
    (
        {"error": "validation", "message": "Час у вигляді ГГ:ХХ"},
        "pickup_time",
        "Час у вигляді ГГ:ХХ",
        "Час у вигляді ГГ:ХХ",
    ),
    ({"error": "min_order_amount", "message": "Мінімум 200"}, "type", "Мінімум 200", "Мінімум 200"),
]


def test_the_server_s_refusals_stand_at_their_field(person: Person) -> None:
    ready_for_pickup(person)
    bodies = [body for body, *_ in REFUSALS]
    person.page.route(CREATION, lambda route: route.fulfill(status=400, json=bodies.pop(0)))
    for _, field, uk, en in REFUSALS:
        person.goes_on()
        expect(person.field_error(field)).to_have_text(person.says(uk, en))


def test_a_promo_code_that_ended_meanwhile(person: Person, house: House) -> None:
    house.do(house.cafe.load('[[promos]]\ncode = "МИТЬ"\ndiscount_percent = 20\nactive = true\n'))
    person.opens_menu()
    person.adds("latte")
    person.opens_cart()
    person.chooses("type", "pickup")
    person.fills(promo="мить")
    person.presses(person.says("Застосувати", "Apply"))
    person.sees("МИТЬ")
    person.goes_on()
    person.fills_contacts()
    house.do(house.cafe.load('[[promos]]\ncode = "МИТЬ"\nactive = false\n'))
    person.goes_on()
    expect(person.page.locator(".field-error:visible")).to_have_count(1)
    person.presses(person.says("Прибрати промокод", "Remove the promo code"))
    person.goes_on()
    person.sees_order()


CHECK = "**/api/checkout/promo/validate"


def is_too_fast(route: Route) -> None:
    """A proxy's own words for somebody who asks too often."""
    route.fulfill(status=429, body="<html>429 Too Many Requests</html>", content_type="text/html")


def applies_a_tenth_off(person: Person, house: House) -> None:
    """The cart with a code that takes a tenth off."""
    house.do(house.cafe.load('[[promos]]\ncode = "ДЕСЯТЬ"\ndiscount_percent = 10\nactive = true\n'))
    person.opens_menu()
    person.adds("cheesecake", 2)
    person.opens_cart()
    person.chooses("type", "dine_in")
    person.fills(promo="десять")
    person.presses(person.says("Застосувати", "Apply"))
    person.sees(person.says("Промокод ДЕСЯТЬ: −10%", "Promo code ДЕСЯТЬ: −10%"))


def total_of(person: Person) -> Locator:
    return person.page.locator(".price-summary .total dd").filter(visible=True)


def promo_of(house: House, order_id: int) -> object:
    return house.do(house.cafe.value("SELECT promo_code FROM orders WHERE id = :id", id=order_id))


def test_a_code_stays_when_it_cannot_be_checked_again(person: Person, house: House) -> None:
    applies_a_tenth_off(person, house)
    seen = total_of(person).inner_text()
    person.page.route(CHECK, is_too_fast)
    with person.page.expect_response(CHECK):
        person.goes_on()
    person.fills_contacts()
    expect(total_of(person)).to_have_text(seen)
    person.goes_on()
    assert promo_of(house, person.sees_order()) == "ДЕСЯТЬ"


def test_a_code_that_could_not_be_checked_is_decided_by_the_server(person: Person, house: House) -> None:
    applies_a_tenth_off(person, house)
    person.goes_on()
    person.fills_contacts()
    seen = total_of(person).inner_text()
    person.page.route(CHECK, is_too_fast)
    person.page.reload()
    expect(person.field_error("used-promo")).to_contain_text(
        person.says("Зараз не вдалося перевірити промокод", "The promo code could not be checked just now")
    )
    person.photographs("unchecked-promo")
    person.goes_on()
    person.sees(re.compile(person.says("Сума змінилася", "The total has changed")))
    expect(total_of(person)).to_have_text(seen)
    person.goes_on()
    assert promo_of(house, person.sees_order()) == "ДЕСЯТЬ"


def test_a_code_that_ended_before_the_form_is_spoken_of(person: Person, house: House) -> None:
    applies_a_tenth_off(person, house)
    house.do(house.cafe.load('[[promos]]\ncode = "ДЕСЯТЬ"\nactive = false\n'))
    person.goes_on()
    expect(person.field_error("used-promo")).not_to_be_empty()
    person.fills_contacts()
    before = house.count("orders")
    with person.page.expect_response("**/api/checkout/dine-in"):
        person.goes_on()
    expect(person.field_error("used-promo")).to_be_in_viewport()
    person.photographs("ended-promo")
    assert house.count("orders") == before
    person.presses(person.says("Прибрати промокод", "Remove the promo code"))
    expect(person.field_error("used-promo")).to_have_count(0)
    person.goes_on()
    assert promo_of(house, person.sees_order()) is None


def test_a_code_that_was_taken_back_is_not_spoken_of(guest: Person) -> None:
    guest.opens_menu()
    guest.adds("latte")
    guest.opens_cart()
    guest.chooses("type", "pickup")
    guest.fills(promo="НЕМАЄ")
    guest.presses("Застосувати")
    expect(guest.field_error("promo")).not_to_be_empty()
    guest.fills(promo="")
    guest.goes_on()
    guest.fills_contacts()
    expect(guest.field_error("used-promo")).to_have_count(0)
    guest.goes_on()
    guest.sees_order()


def test_a_half_filled_form_survives_a_reload(person: Person) -> None:
    person.opens_menu()
    person.adds("cheesecake", 2)
    person.starts_checkout()
    person.fills(name="Олена", address_street="Рейтарська", address_comment="Другий під'їзд")
    person.chooses("payment_method", "card")
    person.page.reload()
    expect(person.page.locator("#name")).to_have_value("Олена")
    expect(person.page.locator("#address_street")).to_have_value("Рейтарська")
    expect(person.page.locator("#address_comment")).to_have_value("Другий під'їзд")
    expect(person.page.locator("input[value=card]")).to_be_checked()


def test_the_next_order_is_prefilled(person: Person) -> None:
    person.opens_menu()
    person.adds("cheesecake", 2)
    person.starts_checkout()
    person.fills_delivery()
    person.goes_on()
    person.sees_order()
    person.page.evaluate("localStorage.clear()")
    person.opens_menu()
    person.adds("latte", 3)
    person.starts_checkout()
    expect(person.page.locator("#address_street")).to_have_value("Хрещатик")
    expect(person.page.locator("#name")).to_have_value("Олена")
    expect(person.page.locator("#phone")).to_have_value("067 123 45 67")


def test_a_double_tap_makes_one_order(person: Person, house: House) -> None:
    ready_for_pickup(person)
    before = house.count("orders")
    keys: list[str | None] = []

    def note(request: Request) -> None:
        if request.url.endswith("/checkout/pickup"):
            keys.append(request.headers.get("idempotency-key"))

    person.page.on("request", note)
    if person.look.in_telegram:
        person.page.evaluate("window.Telegram.WebApp.MainButton.press(); window.Telegram.WebApp.MainButton.press()")
    else:
        person.page.locator(".bar-button").dblclick()
    person.sees_order()
    assert house.count("orders") == before + 1
    assert len(keys) == 1
    assert keys[0]


def lost_answers(times: int) -> Callable[[Route], None]:
    """The server does what it is asked, but the answer never arrives, so many times."""
    left = [times]

    def lose(route: Route) -> None:
        if left[0] == 0:
            route.continue_()
            return
        left[0] -= 1
        route.fetch()
        route.abort("connectionreset")

    return lose


def test_a_lost_answer_makes_one_order(person: Person, house: House) -> None:
    ready_for_pickup(person)
    before = house.count("orders")
    person.page.route(CREATION, lost_answers(1))
    person.goes_on()
    person.sees_order()
    assert house.count("orders") == before + 1
    person.complaints.clear()


def test_answers_lost_again_and_again_are_spoken_of(person: Person, house: House) -> None:
    ready_for_pickup(person)
    before = house.count("orders")
    person.page.route(CREATION, lost_answers(3))
    person.goes_on()
    person.sees(person.says("Не знаємо, чи дійшло замовлення", "We don't know whether your order arrived"))
    person.presses(person.says("Надіслати ще раз", "Send again"))
    person.sees_order()
    assert house.count("orders") == before + 1
    person.complaints.clear()


def test_a_reload_in_the_middle_finds_the_order(guest: Person, house: House) -> None:
    ready_for_pickup(guest)
    before = house.count("orders")
    guest.page.route(CREATION, lost_answers(1))
    with guest.page.expect_event("requestfailed", lambda request: request.url.endswith("/checkout/pickup")):
        guest.goes_on()
    guest.page.unroute(CREATION)
    guest.page.reload()
    guest.sees_order()
    assert house.count("orders") == before + 1
    guest.complaints.clear()


def test_offline_nothing_is_lost(guest: Person, house: House) -> None:
    ready_for_pickup(guest)
    before = house.count("orders")
    guest.page.wait_for_load_state("networkidle")  # what is needed without a network has come
    guest.page.context.set_offline(True)
    guest.goes_on()
    guest.sees("Замовлення не надіслано: немає зв'язку")
    guest.page.context.set_offline(False)
    guest.sees("Зв'язок є. Надіслати замовлення на 90 ₴?")
    assert house.count("orders") == before
    guest.presses("Надіслати")
    guest.sees_order()
    assert house.count("orders") == before + 1
    guest.complaints.clear()


def test_a_time_that_passes_without_a_network_is_chosen_anew(guest: Person, house: House) -> None:
    ready_for_pickup(guest)
    before = house.count("orders")
    guest.page.locator("#pickup_time").select_option(index=2)
    guest.page.wait_for_load_state("networkidle")
    guest.page.context.set_offline(True)
    guest.goes_on()
    guest.sees("Замовлення не надіслано: немає зв'язку")
    guest.has_clock(datetime.now(UTC) + timedelta(hours=3))
    guest.page.context.set_offline(False)
    guest.sees("Зв'язок є. Надіслати замовлення на 90 ₴?")
    guest.presses("Надіслати")
    expect(guest.field_error("pickup_time")).to_contain_text("Цей час уже минув")
    assert house.count("orders") == before
    guest.complaints.clear()


def test_fields_have_the_right_keyboards(guest: Person) -> None:
    guest.opens_menu()
    guest.adds("latte", 3)
    guest.starts_checkout()
    wanted = {
        "phone": ("tel", "tel"),
        "name": ("text", "name"),
        "address_city": ("text", "address-level2"),
        "cash_change_for": ("numeric", "off"),
    }
    for name, (keyboard, autocomplete) in wanted.items():
        field = guest.page.locator(f"#{name}")
        expect(field).to_have_attribute("inputmode", keyboard)
        expect(field).to_have_attribute("autocomplete", autocomplete)


def test_an_order_leaves_nothing_for_the_next_one_but_contacts(guest: Person) -> None:
    guest.orders_pickup()
    draft = json.loads(guest.page.evaluate("localStorage.getItem('cafe.draft')"))
    assert (draft["name"], draft["phone"]) == ("Олена", "067 123 45 67")
    assert (draft["promo_code"], draft["pickup_time"], draft["cash_change_for"]) == ("", "", "")
    assert guest.page.evaluate("localStorage.getItem('cafe.attempt')") is None


def test_enter_goes_to_the_next_field_and_orders_nothing(guest: Person, house: House) -> None:
    ready_for_pickup(guest)
    before = house.count("orders")
    name, phone = guest.page.locator("#name"), guest.page.locator("#phone")
    name.press("Enter")
    expect(phone).to_be_focused()
    phone.press("Enter")
    cash = guest.page.locator("input[value=cash]")
    expect(cash).to_be_focused()
    cash.press("Enter")
    expect(guest.page.locator(".bar-button")).to_be_focused()
    assert house.count("orders") == before


def test_a_phone_number_fits_its_field(guest: Person) -> None:
    guest.opens_menu()
    guest.adds("latte")
    guest.starts_checkout("pickup")
    guest.fills(phone="+38 (067) 123-45-67")
    phone = guest.page.locator("#phone")
    assert phone.evaluate("field => field.scrollWidth <= field.clientWidth")
    assert phone.evaluate("field => field.offsetWidth") > 250


def test_the_sheet_s_button_stays_on_one_line_at_320_pixels(welcome: Welcome, house: House) -> None:
    for locale in ("uk", "en"):
        person = welcome(Look(width=320, locale=locale))
        person.opens_menu(f"?product={house.products['latte']}")
        person.page.locator("#sheet [data-action=more]").click()
        button = person.page.locator("#sheet .sheet-footer a.button")
        assert button.evaluate("button => button.offsetHeight") <= 52
        assert button.evaluate("button => button.scrollWidth <= button.clientWidth")


def test_dishes_and_sum_stay_in_sight(welcome: Welcome) -> None:
    wide = welcome(Look(is_phone=False, width=1440)).opens_menu()
    wide.adds("cheesecake", 2)
    wide.adds("latte")
    wide.opens_cart()
    wide.goes_on()
    pane = wide.page.locator("#aside")
    expect(pane.locator(".order-lines li")).to_have_count(2)
    wide.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    wide.photographs("checkout-bottom")
    expect(wide.step).to_be_in_viewport(ratio=1)
    expect(pane.locator(".total dd")).to_be_in_viewport(ratio=1)
    assert violations(wide.page) == []
    wide.page.evaluate("scrollTo(0, 0)")
    wide.photographs("checkout-wide")
    wide.page.set_viewport_size({"width": 390, "height": 844})
    dishes = wide.page.locator("#checkout details")
    expect(dishes.locator("li").first).to_be_hidden()
    dishes.locator("summary").click()
    expect(dishes.locator("li")).to_have_count(2)
    expect(dishes.locator("li").first).to_be_visible()


def test_change_is_prepared_by_a_tap(guest: Person, house: House) -> None:
    guest.opens_menu()
    guest.adds("cheesecake", 2)
    guest.starts_checkout()
    guest.fills_delivery()
    notes = guest.page.locator(".choices button")
    expect(notes).to_have_text(["500\u00a0₴", "1\u00a0000\u00a0₴"])
    notes.first.click()
    expect(guest.page.locator("#cash_change_for")).to_have_value("500")
    guest.goes_on()
    order_id = guest.sees_order()
    assert house.do(house.cafe.value("SELECT cash_change_for FROM orders WHERE id = :id", id=order_id)) == 500


def test_another_table_than_the_scanned_one(guest: Person) -> None:
    guest.opens_menu("?table=5")
    expect(guest.page.locator(".facts li")).to_have_count(0)
    guest.adds("latte")
    guest.starts_checkout()
    guest.presses("Змінити")
    expect(guest.page.locator("#table_number")).to_be_focused()
    guest.fills(table_number="6")
    guest.fills_contacts()
    guest.goes_on()
    guest.sees_order()
    guest.sees("Столик 6")


def said_with(house: House, order_id: int) -> tuple[str | None, str | None]:
    [row] = house.do(house.cafe.rows("SELECT answers, address_comment FROM orders WHERE id = :id", id=order_id))
    return row["answers"], row["address_comment"]


def test_the_owner_s_questions_are_answered(person: Person, house: House) -> None:
    with house.configured(checkout_questions="cutlery,no_call"):
        person.opens_menu()
        person.adds("cheesecake", 2)
        person.starts_checkout()
        person.fills_delivery()
        person.fills(address_comment="Другий під'їзд")
        person.page.get_by_role("switch", name=person.says("Покласти прибори", "Put cutlery in")).check()
        person.photographs("checkout-questions")
        assert violations(person.page) == []
        person.goes_on()
        assert said_with(house, person.sees_order()) == ("cutlery", "Другий під'їзд")
        person.sees(person.says("Покласти прибори", "Put cutlery in"))
        person.opens_menu()
        person.adds("latte")
        person.starts_checkout("pickup")
        person.page.get_by_role("switch", name=person.says("Покласти прибори", "Put cutlery in")).uncheck()
        person.page.get_by_role("switch", name=person.says("Не телефонувати", "Do not phone me")).check()
        person.goes_on()
        assert said_with(house, person.sees_order()) == ("no_cutlery,no_call", None)
        person.opens_menu()
        person.adds("latte")
        person.starts_checkout("dine_in")
        expect(person.page.get_by_role("switch")).to_have_count(0)


def test_addresses_of_earlier_orders_are_offered(guest: Person, house: House) -> None:
    with house.configured(city="Бровари"):
        for street in ("Київська", "Героїв України"):
            guest.opens_menu()
            guest.adds("cheesecake", 2)
            guest.starts_checkout()
            expect(guest.page.locator("#address_city")).to_have_value("Бровари")
            guest.fills(address_street=street, address_house="7")
            guest.fills_contacts()
            guest.goes_on()
            guest.sees_order()
        guest.opens_menu()
        guest.adds("cheesecake", 2)
        guest.starts_checkout()
        expect(guest.page.locator("#address_street")).to_have_value("Героїв України")
        offered = guest.page.locator("#checkout .choices [data-action=useAddress]")
        expect(offered).to_have_text(["Героїв України, 7", "Київська, 7"])
        offered.last.click()
        expect(guest.page.locator("#address_street")).to_have_value("Київська")
        expect(offered.last).to_have_attribute("aria-pressed", "true")
        streets = guest.page.locator("#used-address_street option")
        assert {option.get_attribute("value") for option in streets.all()} == {"Героїв України", "Київська"}
        guest.photographs("checkout-addresses")
        assert violations(guest.page) == []
        guest.page.get_by_role("button", name="Забути адресу Героїв України, 7").click()
        expect(offered).to_have_count(0)  # what is left stands in the form
        guest.page.reload()
        expect(guest.page.locator("#address_street")).to_have_value("Київська")
        expect(offered).to_have_count(0)


def test_a_scanned_table_is_asked_for_nothing_where_the_owner_wants_nothing(person: Person, house: House) -> None:
    with house.configured(dine_in_asks="", tables="1-3, Тераса"):
        person.opens_menu("?table=2")
        person.adds("latte")
        person.opens_cart()
        person.goes_on()
        person.sees(person.says("Принесемо за столик 2", "We will bring it to table 2"))
        expect(person.page.locator("#name, #phone, #table_number")).to_have_count(0)
        person.goes_on()
        order_id = person.sees_order()
    [row] = house.do(house.cafe.rows("SELECT name, phone, table_number FROM orders WHERE id = :id", id=order_id))
    assert dict(row) == {"name": "Гість", "phone": "", "table_number": "2"}


def test_a_table_is_one_of_the_cafe_s(person: Person, house: House) -> None:
    """'By the window' says nothing to whoever carries the dish."""
    with house.configured(dine_in_asks="name", tables="1-3, Тераса"):
        person.opens_menu()
        person.adds("latte")
        person.starts_checkout("dine_in")
        expect(person.page.locator("#phone")).to_have_count(0)
        person.fills(name="Олена")
        person.goes_on()
        expect(person.field_error("table_number")).to_contain_text(person.says("столик", "table"))
        table = person.page.locator("#table_number")
        expect(table).to_be_focused()
        expect(table.locator("option")).to_have_text(
            [person.says("Оберіть столик", "Choose a table"), "1", "2", "3", "Тераса"]
        )
        table.select_option("Тераса")
        assert violations(person.page) == []
        person.goes_on()
        order_id = person.sees_order()
    [row] = house.do(house.cafe.rows("SELECT name, phone, table_number FROM orders WHERE id = :id", id=order_id))
    assert dict(row) == {"name": "Олена", "phone": "", "table_number": "Тераса"}


def test_what_the_owner_switched_off_is_not_offered(guest: Person, house: House) -> None:
    with house.configured(order_types="pickup", payments="cash"):
        guest.opens_menu()
        expect(guest.page.locator(".banners")).not_to_contain_text("доставка")
        guest.adds("latte")
        guest.starts_checkout()  # a delivery was chosen until now
        expect(guest.page.locator("#page input[name=type]")).to_have_count(1)
        expect(guest.page.locator("#page input[name=type]")).to_be_checked()
        expect(guest.page.locator("#page input[name=payment_method][value=cash]")).to_be_checked()
        expect(guest.page.locator("#page input[name=payment_method][value=card]")).to_have_count(0)
        guest.fills_contacts()
        guest.goes_on()
        order_id = guest.sees_order()
    row = house.do(house.cafe.rows("SELECT order_type, payment_method FROM orders WHERE id = :id", id=order_id))[0]
    assert dict(row) == {"order_type": "pickup", "payment_method": "cash"}
