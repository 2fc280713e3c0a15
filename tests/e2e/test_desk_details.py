"""Small things at the desk that once misled somebody."""

from playwright.sync_api import expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import LAPTOP, PHONE, Colleague


def test_who_is_signed_in_stays_at_hand_on_a_low_screen(hire: Hire) -> None:
    owner = hire(LAPTOP)
    owner.page.set_viewport_size({"width": 1366, "height": 600})
    owner.signs_in("Олександра Вишневецька-Заболотна").opens("orders")
    expect(owner.page.locator(".nav-person")).to_be_in_viewport(ratio=1)
    owner.page.locator("#nav a").last.scroll_into_view_if_needed()
    expect(owner.page.locator("#nav a").last).to_be_in_viewport(ratio=0.9)


def test_a_new_name_and_colour_are_seen_at_once(hire: Hire) -> None:
    owner = hire(LAPTOP).opens("settings")
    owner.page.locator("#cafe_name").fill("Друга липа")
    owner.presses("Save", within=".save-bar")
    owner.is_told("Saved")
    expect(owner.page.locator(".nav-cafe")).to_have_text("Друга липа")


def test_a_message_covers_nothing_for_good(hire: Hire) -> None:
    owner = hire(PHONE).opens("menu")
    owner.page.locator("[data-change='menu.offered']").first.dispatch_event("click")
    owner.is_told("Збережено")
    # Again and again: rows get their real heights once they are near, so the end moves while it is scrolled to.
    owner.page.wait_for_function("""() => {
        scrollTo(0, document.body.scrollHeight);
        const last = [...document.querySelectorAll("#main button[data-action='menu.category']")].at(-1);
        return last.getBoundingClientRect().bottom <= document.querySelector(".toast").getBoundingClientRect().top;
    }""")


def test_prices_may_be_typed_as_people_write_them(hire: Hire) -> None:
    owner = hire(LAPTOP).opens("menu/prices")
    owner.page.locator("#prices-amount").fill("+7 %")
    owner.page.locator("[data-submit='prices.look'] button.full-width").click()
    expect(owner.page.locator("#prices-table")).to_be_visible()


def test_a_hidden_dish_is_not_shown_as_on_sale(hire: Hire, own_house: House) -> None:
    own_house.do(own_house.cafe.execute("UPDATE products SET is_active = 0 WHERE slug = 'latte'"))
    owner = hire(LAPTOP).opens("menu")
    switch = owner.page.locator("[data-key='d-latte'] [role='switch']")
    expect(switch).not_to_be_checked()
    expect(switch).to_be_disabled()


def test_the_sign_in_card_stands_in_the_middle_and_its_link_is_gone_at_once(hire: Hire, own_house: House) -> None:
    owner = hire(LAPTOP)
    page = owner.page
    page.goto(f"{own_house.url}/desk/")
    card = page.locator(".sign-in").bounding_box()
    assert card is not None
    assert abs(card["x"] - (LAPTOP.width - card["x"] - card["width"])) <= 16
    page.locator("[data-action='signin.code']").click()
    expect(page.locator(".sign-in code, .sign-in .big-code").first).to_be_visible()
    owner.signs_in()
    assert "link" not in page.url


def test_a_dialog_begins_at_its_first_field(hire: Hire) -> None:
    owner = hire(LAPTOP).opens("menu")
    owner.page.locator("#main button[data-action='menu.category']").last.click()
    expect(owner.page.locator("#category-name")).to_be_focused()


def test_an_order_can_be_printed(hire: Hire, own_house: House) -> None:
    order_id = own_house.do(own_house.cafe.guest().places("latte"))["order_id"]
    owner = hire(LAPTOP).opens(f"orders/{order_id}")
    owner.page.evaluate("window.print = () => { document.body.dataset.printed = 'yes' }")
    owner.presses("Print")
    expect(owner.page.locator("body")).to_have_attribute("data-printed", "yes")
    owner.page.emulate_media(media="print")
    expect(owner.page.locator(".order-acts")).to_be_hidden()
    expect(owner.page.locator(".order-table")).to_be_visible()
    expect(owner.page.locator(".order-paper")).to_have_text("Order №1")


def test_going_back_closes_a_dialog_that_was_about_what_is_left(hire: Hire, own_house: House) -> None:
    order_id = own_house.do(own_house.cafe.guest().places("latte"))["order_id"]
    owner = hire(LAPTOP).opens("orders").opens(f"orders/{order_id}")
    owner.presses("Cancel the order")
    owner.page.go_back()
    expect(owner.page.locator(".order-row")).to_have_count(1)
    expect(owner.page.locator("#dialog")).to_be_hidden()


def test_a_table_is_not_called_a_table_twice(owner: Colleague) -> None:
    owner.opens("tables")
    owner.page.locator("#tables").fill("Столик 1, 7")
    owner.page.locator("[data-submit='tables.make'] button:not([type])").click()
    names = owner.page.locator(".table-name")
    expect(names.first).to_have_text("Столик 1")
    expect(names.nth(1)).to_contain_text("Столик 7")


LEFT_EDGES = "all => all.map(each => Math.round(each.getBoundingClientRect().left))"


def test_the_columns_of_the_orders_stand_one_below_the_other(hire: Hire, own_house: House) -> None:
    for dishes in (["latte"], ["latte", "croissant", "borshch"]):
        own_house.do(own_house.cafe.guest().places(*dishes))
    own_house.do(own_house.cafe.guest().places("latte", name="Олександра Вишневецька-Заболотна", kind="dine-in"))
    rows = hire(LAPTOP).opens("orders").page.locator(".order-row")
    expect(rows).to_have_count(3)
    for column in (".order-head", ".order-who", ".order-lines"):
        assert len(set(rows.locator(column).evaluate_all(LEFT_EDGES))) == 1, column


def test_a_choice_says_how_many_and_its_fields_what_they_are(hire: Hire) -> None:
    owner = hire(PHONE).opens("menu/groups")
    owner.sees("обирають 1")
    owner.opens("menu/group/size")
    expect(owner.page.get_by_label("Назва · Українською").first).to_have_value("Розмір")


def test_behind_a_dialog_the_page_is_dark_to_its_edge(hire: Hire) -> None:
    owner = hire(LAPTOP).opens("menu")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    before = owner.page.evaluate(ground)
    owner.page.locator("#main button[data-action='menu.category']").last.click()
    expect(owner.page.locator("#dialog")).to_be_visible()
    assert owner.page.evaluate(ground) != before
