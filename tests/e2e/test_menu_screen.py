"""The menu as a screen: what stands where on a phone, on its side and on wide screens, and the rows to begin with."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Welcome
from tests.e2e.house import House, open_house
from tests.e2e.measures import WATCH_SHIFTS
from tests.e2e.people import OPPOSITES, Look, Person

LEFT, RIGHT, TOP, BOTTOM = (
    f"element => element.getBoundingClientRect().{side}" for side in ("left", "right", "top", "bottom")
)


@pytest.fixture(scope="module")
def busy_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A cafe whose guests have ordered enough to tell what is popular, and whose cappuccino has run out."""
    with open_house(tmp_path_factory.mktemp("busy")) as house:
        for _ in range(10):
            house.do(house.cafe.guest().places("croissant", "borshch"))
            house.do(house.cafe.guest().places("croissant", "uzvar"))
        house.do(house.cafe.app.services.stop_list.stop(house.products["cappuccino"]))
        yield house


def test_a_dish_stands_within_250_pixels_whatever_is_announced(welcome: Welcome, own_house: House) -> None:
    for settings in (
        {},
        {"announcement_enabled": True},
        {"force_closed": True},
        {"min_delivery_order_amount": 0, "free_delivery_threshold": 0, "pickup_discount_percent": 0},
    ):
        own_house.configure(**settings)
        guest = welcome(place=own_house).opens_menu("?table=5")
        top = guest.page.locator("#menu .card .picture").first.evaluate(TOP)
        assert top <= 250, settings
        guest.page.close()


@pytest.mark.parametrize("look", [Look(), Look(locale="en", scheme="dark", width=320)], ids=str)
def test_what_delivery_costs_is_never_cut(welcome: Welcome, own_house: House, look: Look) -> None:
    """Only what is not a sum ends in an ellipsis: 'free from 1…' may be 100 or 1,000."""
    for has_news in (True, False):
        own_house.configure(
            announcement_enabled=has_news,
            min_delivery_order_amount=150,
            free_delivery_threshold=1_000,
            pickup_discount_percent=5,
        )
        guest = welcome(look, place=own_house).opens_menu()
        facts = guest.page.locator("#banners").get_by_text(guest.says("Самовивіз −5%", "Pickup −5%"))
        facts.scroll_into_view_if_needed()
        expect(facts).to_be_in_viewport(ratio=1)
        assert not facts.evaluate("element => element.scrollWidth > element.clientWidth")
        assert look.width < 390 or guest.page.locator("#menu .card .picture").first.evaluate(TOP) <= 250
        guest.page.close()


def test_the_whole_of_a_banner_is_a_tap_away(guest: Person, own_house: House) -> None:
    news = "Нове в меню: обліпиховий чай, гарбузовий крем-суп і теплий яблучний штрудель"
    own_house.configure(announcement_enabled=True, announcement_message=news)
    guest.house = own_house
    guest.opens_menu()
    text = guest.page.locator("#banners").get_by_text(news)
    is_cut = "element => element.scrollWidth > element.clientWidth"
    assert text.evaluate(is_cut)
    text.click()
    assert not text.evaluate(is_cut)


def test_rows_of_popular_and_usual_dishes_come_without_a_jump(welcome: Welcome, busy_house: House) -> None:
    guest = welcome(place=busy_house)
    guest.page.add_init_script(WATCH_SHIFTS)
    guest.orders_pickup("espresso")
    guest.opens_menu()
    guest.page.wait_for_load_state("networkidle")
    guest.opens_menu()  # where an answer came too late for the menu, it is remembered
    again, popular = (guest.page.get_by_role("region", name=name) for name in ("Замовити ще раз", "Популярне"))
    expect(again.locator("h3")).to_have_text(["Еспресо"])
    expect(popular.locator("h3")).to_have_text(["Круасан", "Узвар", "Борщ із пампушками"])
    guest.page.wait_for_load_state("networkidle")
    assert guest.page.evaluate("shifts") <= 0.01
    again.get_by_role("button", name="Додати «Еспресо» до кошика").click()
    expect(again.locator(".count")).to_have_text("1")
    expect(guest.quantity_of("espresso")).to_have_text("1")
    assert violations(guest.page) == []
    guest.page.locator("#search").fill("чай")
    expect(again).to_have_count(0)


def test_what_has_run_out_is_grey_and_leads_to_something_like_it(welcome: Welcome, busy_house: House) -> None:
    guest = welcome(place=busy_house).opens_menu()
    card = guest.card("cappuccino")
    expect(card).to_contain_text("Зараз немає")
    expect(card.get_by_role("button")).to_have_count(0)
    card.get_by_role("link").click()
    dialog = guest.page.get_by_role("dialog", name="Капучино")
    expect(dialog).to_contain_text("Зараз немає")
    assert violations(guest.page) == []
    expect(dialog.locator("h3 a").first).to_have_text("Лате")  # of its category, the nearest in price
    dialog.get_by_role("link", name="Лате", exact=True).click()
    expect(guest.page.locator("#sheet-title")).to_have_text("Лате")
    expect(guest.page.locator("#sheet-title")).to_be_focused()
    guest.page.go_back()
    dialog.get_by_role("button", name="Додати «Лате» до кошика").click()
    expect(dialog.locator(".count")).to_have_text("1")


def test_where_nothing_is_found_there_is_a_way_on(welcome: Welcome, busy_house: House) -> None:
    guest = welcome(place=busy_house).opens_menu()
    chips = guest.page.locator("#chips li")
    count = chips.count()
    guest.page.locator("#search").fill("жирафа")
    guest.sees("Нічого не знайшли за запитом «жирафа»")
    expect(guest.page.get_by_role("region", name="Популярне").locator("h3")).to_have_count(3)
    assert chips.count() == count > 5
    chips.get_by_text("Десерти").click()
    expect(guest.page.get_by_role("heading", name="Десерти")).to_be_in_viewport()
    expect(guest.page.locator("#search")).to_have_value("")


def test_a_wide_screen_has_four_columns_and_a_rail(welcome: Welcome) -> None:
    for width, columns in ((1280, 3), (1440, 4), (1920, 4)):
        wide = welcome(Look(is_phone=False, width=width)).opens_menu()
        tops = (
            wide.page.locator("#sections .category")
            .first.locator(".card")
            .evaluate_all("cards => cards.map(card => card.getBoundingClientRect().top)")
        )
        assert tops.count(tops[0]) == columns, width
        rail = wide.page.locator("#chips")
        assert rail.evaluate(RIGHT) < wide.page.locator("#sections .card").first.evaluate(LEFT)
        last = rail.get_by_role("button").last
        last.click()
        expect(last).to_have_attribute("aria-current", "true")
        assert rail.evaluate(TOP) >= 0  # it stays
        wide.page.close()


def test_a_mouse_moves_chips_that_are_cut_by_an_arrow(welcome: Welcome) -> None:
    someone = welcome(Look(is_phone=False, width=1000)).opens_menu()
    before, after = (someone.page.locator(f"#chips [data-by='{by}']") for by in (-1, 1))
    expect(before).to_be_hidden()
    first = someone.page.locator("#chips li").first
    expect(first).to_be_in_viewport()
    after.click()
    expect(before).to_be_visible()
    expect(first).not_to_be_in_viewport()
    before.click()
    expect(before).to_be_hidden()
    expect(first).to_be_in_viewport()


def test_a_phone_on_its_side(guest: Person) -> None:
    guest.page.set_viewport_size({"width": 844, "height": 390})
    guest.opens_menu()
    guest.adds("latte")
    guest.page.mouse.wheel(0, 600)
    chips, bar = guest.page.locator("#chips"), guest.page.locator(".bar-button")
    expect(bar).to_be_visible()
    assert chips.evaluate(BOTTOM) < bar.evaluate(TOP)
    assert bar.evaluate(TOP) > 300  # of 390
    guest.goes(f"?product={guest.house.products['croissant']}")
    title = guest.page.locator("#sheet-title")
    expect(title).to_be_in_viewport()
    assert guest.page.locator("#sheet .picture").evaluate(RIGHT) <= title.evaluate(LEFT)
    expect(guest.page.locator("#sheet .button")).to_be_in_viewport()


def test_marks_are_drawn_and_said(person: Person) -> None:
    person.opens_menu()
    marks = person.card("shakshuka").locator(".marks li")
    words = [person.says("Гостре", "Spicy"), person.says("Вегетаріанське", "Vegetarian")]
    expect(marks).to_have_text(words)
    expect(marks.locator("svg")).to_have_count(2)
    expect(person.card("espresso").locator(".marks")).to_have_count(0)
    person.card("shakshuka").get_by_role("link").click()
    for word in words:
        person.sees(word, within="#sheet")


@pytest.mark.parametrize("look", [*OPPOSITES, Look(width=320, scheme="dark"), Look(width=390)], ids=str)
def test_marks_are_drawn_in_the_rows_too(welcome: Welcome, busy_house: House, look: Look) -> None:
    busy_house.do(busy_house.cafe.load('[[products]]\nslug = "croissant"\nmarks = ["new", "vegetarian"]\n'))
    guest = welcome(look, place=busy_house).opens_menu()
    tile = guest.page.get_by_role("region", name=guest.says("Популярне", "Popular")).locator(".tile").first
    marks = tile.locator(".marks li")
    expect(marks).to_have_text([guest.says("Новинка", "New"), guest.says("Вегетаріанське", "Vegetarian")])
    expect(marks.locator("svg")).to_have_count(2)
    tile.scroll_into_view_if_needed()
    picture, drawn, button = (
        tile.locator(part).first.bounding_box() for part in (".picture", ".marks", ".card-stepper button")
    )
    assert picture
    assert drawn
    assert button
    assert drawn["y"] + drawn["height"] <= button["y"], "beside nothing that is pressed"
    assert picture["x"] <= drawn["x"]
    assert drawn["x"] + drawn["width"] <= picture["x"] + picture["width"]
    assert violations(guest.page) == []
    guest.photographs("tile-marks")
