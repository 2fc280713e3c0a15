"""The search over everything at the desk: what it finds, where it leads, and what it keeps from whom."""

from playwright.sync_api import Locator, Route, expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import LAPTOP, PHONE, Colleague
from tests.e2e.test_desk_orders import number, order


def searches(owner: Colleague, text: str) -> Locator:
    """Open the search by the button or the keys, type, and wait for all answers; gives what is found."""
    if owner.look.is_phone:
        owner.presses(owner.says("Пошук", "Search"), within="#top")
    else:
        owner.page.keyboard.press("Control+k")
    field = owner.page.locator("#finder-text")
    expect(field).to_be_focused()
    field.fill(text)
    expect(owner.page.locator(".finder [role=status]")).not_to_have_text(owner.says("Завантажуємо…", "Loading…"))
    return owner.page.locator(".finder [role=option]")


def heading(owner: Colleague) -> Locator:
    return owner.page.locator("#top h1")


def test_it_leads_to_dishes_orders_customers_settings_and_acts(owner: Colleague) -> None:
    order_id = order(owner.house, name="Ґанна", phone="0501112233")
    owner.opens("history")
    page = owner.page

    found = searches(owner, "капуч")
    expect(found.filter(has_text=owner.says("Капучино", "Cappuccino")).first).to_be_visible()
    page.keyboard.press("Enter")
    expect(heading(owner)).to_have_text(owner.says("Капучино", "Cappuccino"))

    found = searches(owner, number(owner.house, order_id))
    expect(found.first).to_contain_text("Ґанна")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{owner.house.url}/desk/#/orders/{order_id}")

    found = searches(owner, "0501112233")
    owner.looks_well("search-phone")
    found.filter(has_text="050").last.click()
    expect(page).to_have_url(f"{owner.house.url}/desk/#/customers/{order_id}")

    found = searches(owner, owner.says("найменше замовлення", "smallest order"))
    expect(found).to_have_count(1)
    page.keyboard.press("Enter")
    field = page.locator("[name=min_delivery_order_amount]")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()

    searches(owner, owner.says("пауза", "pause"))
    page.keyboard.press("Enter")
    expect(
        page.locator("#dialog").get_by_role("button", name=owner.says("Призупинити", "Pause orders"))
    ).to_be_visible()


def test_every_setting_is_found_and_has_the_focus(hire: Hire) -> None:
    """Whatever a field is made of."""
    owner = hire(LAPTOP).opens("settings")
    labels = [
        ("Logo", "[data-change='settings.logo']"),
        ("How long at some hours", "[data-action='settings.prep.add']"),
        ("How guests get an order", "[name='order_types.delivery']"),
        ("The cafe's colour", "[name=accent]"),
        ("Take from the card once you accept", "[name=hold_payments]"),
    ]
    for label, field in labels:
        searches(owner, label).first.click()
        expect(owner.page.locator(field)).to_be_focused()


def test_without_a_mouse(owner: Colleague) -> None:
    owner.opens("orders")
    found = searches(owner, "")
    assert found.count() > 10  # what people come for
    owner.looks_well("search")
    found = searches_on(owner, "cnjgg")  # 'стопп' on the other layout, with a slip
    expect(found.first).to_have_attribute("aria-selected", "true")
    found = searches_on(owner, "лате")
    expect(found.nth(1)).to_be_visible()
    owner.page.keyboard.press("ArrowDown")
    expect(found.nth(1)).to_have_attribute("aria-selected", "true")
    owner.page.keyboard.press("ArrowUp")
    owner.page.keyboard.press("ArrowUp")
    expect(found.last).to_have_attribute("aria-selected", "true")
    owner.looks_well("search-found")
    searches_on(owner, "фвфвфв")
    owner.sees(owner.says("Нічого не знайшли", "Nothing found"), within="#dialog")
    owner.looks_well("search-nothing")
    owner.page.keyboard.press("Escape")
    expect(owner.page.get_by_role("dialog")).to_have_count(0)


def searches_on(owner: Colleague, text: str) -> Locator:
    """Type something else where the search is open."""
    owner.page.locator("#finder-text").fill(text)
    expect(owner.page.locator(".finder [role=status]")).not_to_have_text(owner.says("Завантажуємо…", "Loading…"))
    return owner.page.locator(".finder [role=option]")


def test_nobody_finds_what_they_may_not_see(hire: Hire, own_house: House) -> None:
    order(own_house, name="Ґанна", phone="0501112233")
    staff = hire(PHONE, role="staff").opens("orders")
    groups = staff.page.locator(".finder [role=group]")
    searches(staff, "Ґанна")
    expect(groups).to_have_count(1)
    expect(groups).to_have_attribute("aria-label", "Замовлення")
    expect(searches_on(staff, "Запросити людину")).to_have_count(0)
    expect(searches_on(staff, "Назва кафе")).to_have_count(0)
    searches_on(staff, "капучино").first.click()
    expect(staff.page.locator(".dish")).to_have_count(1)
    staff.looks_well("search-staff")
    manager = hire(LAPTOP, role="manager").opens("orders")
    searches(manager, "Ґанна")
    expect(manager.page.locator(".finder [role=group]")).to_have_count(2)
    expect(searches_on(manager, "The cafe's name")).to_have_count(0)


def test_what_is_typed_is_not_lost_by_it(hire: Hire) -> None:
    owner = hire(LAPTOP).opens("settings")
    owner.page.locator("[name=cafe_name]").fill("Інше")
    searches(owner, "History").first.click()
    owner.answers("Stay")
    expect(owner.page.locator("[name=cafe_name]")).to_have_value("Інше")
    searches(owner, "Guests' city").first.click()
    expect(owner.page.locator("[name=city]")).to_be_focused()
    expect(owner.page.locator("[name=cafe_name]")).to_have_value("Інше")
    searches(owner, "History").first.click()
    owner.answers("Leave")
    expect(heading(owner)).to_have_text("History")


def test_only_the_answer_to_what_is_typed_last_counts(hire: Hire, own_house: House) -> None:
    order_id = order(own_house, name="Ґанна")
    owner = hire(LAPTOP).opens("history")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    address = f"**/api/desk/orders?text={order_id}"
    owner.page.route(address, hold)
    owner.page.keyboard.press("Control+k")
    field = owner.page.locator("#finder-text")
    with owner.page.expect_request(address):
        field.fill(str(order_id))
        field.press("Enter")  # it goes there as soon as it is found, unless something else is typed
    found = searches_on(owner, "фвфвфв")
    with owner.page.expect_response(address) as answer:
        held[0].continue_()
    answer.value.finished()
    owner.page.evaluate("fetch('/api/desk/news').then(() => true)")  # the page has read the answer by then
    expect(found).to_have_count(0)
    expect(heading(owner)).to_have_text("History")
