"""The menu at the desk: what is changed in place, the order, categories, many prices, the file; two people at once."""

import tomllib
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Route, expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import LAPTOP, NARROW, PHONE, Colleague, soon
from tests.e2e.people import press

TWO_FRAMES = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def row(person: Colleague, slug: str) -> Locator:
    return person.page.locator(f"[data-key='d-{slug}']")


def price_button(person: Colleague, slug: str) -> Locator:
    return row(person, slug).locator("[data-field=price]")


def stored(house: House, slug: str, column: str = "price") -> Any:
    return house.do(house.cafe.value(f"SELECT {column} FROM products WHERE slug = :slug", slug=slug))  # noqa: S608 - from the tests


def offered(house: House) -> dict[str, Any]:
    """What guests see: prices by name."""
    return {each["name"]: each["price"] for each in house.do(house.cafe.get("/api/products")).json}


def somebody_changes(house: House, slug: str, **values: Any) -> None:
    """Олена, at another desk, a moment before."""

    async def change() -> None:
        desk = await house.cafe.desk("manager", name="Олена")
        found = (await desk.get(f"/api/desk/menu/dish?slug={slug}")).json["dish"]
        edit = {"table": "products", "key": slug, "seen": {name: found[name] for name in values}, "values": values}
        answer = await desk.changes(edit)
        assert answer.status == 200, answer.json

    house.do(change())


def order_in(house: House, category: str) -> list[str]:
    sql = (
        "SELECT p.slug FROM products p JOIN categories c ON c.id = p.category_id WHERE c.slug = :category "
        "ORDER BY p.sort_order, p.id"
    )
    return [each["slug"] for each in house.do(house.cafe.rows(sql, category=category))]


def test_a_price_is_changed_where_it_stands_and_taken_back(owner: Colleague) -> None:
    owner.opens("menu")
    owner.looks_well("menu")
    press(price_button(owner, "latte"))
    field = owner.page.locator("#in-place")
    expect(field).to_be_focused()
    field.fill("дорого")
    field.press("Enter")
    expect(owner.page.locator("#in-place-error")).to_have_text(
        owner.says("Ціна — ціле число гривень.", "A price is a whole number of hryvnias.")
    )
    owner.looks_well("menu-price")
    field.press("Escape")
    expect(field).to_have_count(0)
    expect(price_button(owner, "latte")).to_be_focused()
    soon(lambda: stored(owner.house, "latte"), 95)
    press(price_button(owner, "latte"))
    field.fill("105")
    field.press("Enter")
    owner.is_told(owner.says("Збережено", "Saved"))
    expect(price_button(owner, "latte")).to_have_text(owner.says("105 ₴", "₴105"))
    soon(lambda: offered(owner.house)["Лате"], 105)
    owner.presses(owner.says("Повернути", "Undo"), within="#toast")
    expect(price_button(owner, "latte")).to_have_text(owner.says("95 ₴", "₴95"))
    soon(lambda: stored(owner.house, "latte"), 95)


def test_who_goes_on_elsewhere_has_finished(hire: Hire) -> None:
    owner = hire(LAPTOP).opens("menu")
    press(price_button(owner, "latte"))
    owner.page.locator("#in-place").fill("99")
    press(price_button(owner, "espresso"))
    expect(price_button(owner, "latte")).to_have_text("₴99")
    expect(owner.page.locator("#in-place")).to_have_value("60")
    owner.page.locator("#in-place").fill("")
    owner.page.locator("#menu-search").click()
    expect(price_button(owner, "espresso")).to_have_text("₴60")
    soon(lambda: (stored(owner.house, "latte"), stored(owner.house, "espresso")), (99, 60))


def test_a_name_is_changed_where_it_stands(owner: Colleague) -> None:
    owner.opens("menu")
    press(row(owner, "latte").locator("[data-field=name]"))
    owner.page.locator("#in-place").fill("Лате велике")
    owner.page.locator("#in-place").press("Enter")
    owner.is_told(owner.says("Збережено", "Saved"))
    soon(lambda: stored(owner.house, "latte", "name"), "Лате велике")


def test_a_dish_is_stopped_and_put_back(owner: Colleague) -> None:
    owner.opens("menu")
    press(row(owner, "latte").locator(".switch"))
    expect(row(owner, "latte").locator(".badge.bad")).to_have_text(owner.says("стоп", "stopped"))
    soon(lambda: "Лате" in offered(owner.house), expected=False)
    owner.presses(owner.says("На стопі", "Stopped"))
    expect(owner.page.locator(".dish")).to_have_count(1)
    press(row(owner, "latte").locator(".switch"))
    expect(owner.page.locator(".dish")).to_have_count(0)
    soon(lambda: "Лате" in offered(owner.house), expected=True)
    owner.presses(owner.says("Усі", "All"))
    press(row(owner, "latte").locator(".dish-acts"))
    owner.looks_well("menu-acts")
    owner.presses(owner.says("Стоп на годину", "Stop for an hour"), within="#dialog")
    expect(row(owner, "latte").locator(".badge.bad")).to_contain_text(owner.says("стоп до", "stopped until"))
    soon(lambda: "Лате" in offered(owner.house), expected=False)


def test_two_people_change_the_same_price(hire: Hire, own_house: House) -> None:
    owner = hire(PHONE).opens("menu")
    somebody_changes(own_house, "latte", price=110)
    press(price_button(owner, "latte"))
    owner.page.locator("#in-place").fill("120")
    owner.page.locator("#in-place").press("Enter")
    question = owner.page.locator("#question")
    expect(question).to_contain_text("Це вже змінив хтось інший")
    expect(question).to_contain_text("Олена")
    expect(question.locator("dd")).to_have_text(["110", "120"])
    owner.looks_well("menu-conflict")
    owner.answers("Залишити, як зараз")
    expect(price_button(owner, "latte")).to_have_text("110 ₴")
    soon(lambda: stored(own_house, "latte"), 110)
    somebody_changes(own_house, "latte", price=111)
    press(price_button(owner, "latte"))
    owner.page.locator("#in-place").fill("125")
    owner.page.locator("#in-place").press("Enter")
    owner.answers("Зберегти моє")
    expect(price_button(owner, "latte")).to_have_text("125 ₴")
    soon(lambda: stored(own_house, "latte"), 125)


def test_without_a_connection_the_list_is_as_it_was(hire: Hire) -> None:
    owner = hire(PHONE).opens("menu")
    owner.page.route("**/api/desk/edits", lambda route: route.abort())
    press(row(owner, "latte").locator(".switch"))
    owner.is_told("Немає зв’язку з кафе")
    expect(row(owner, "latte").locator("input[role=switch]")).to_be_checked()
    expect(row(owner, "latte").locator(".badge.bad")).to_have_count(0)
    owner.complaints.clear()  # the browser complains of the connection as well


def test_search_and_what_is_missing(owner: Colleague) -> None:
    owner.house.do(owner.house.cafe.load('[[products]]\nslug = "latte"\nname_en = ""\nimage_url = ""'))
    owner.opens("menu")
    expect(row(owner, "latte")).to_contain_text(owner.says("без англ.", "no English"))
    owner.presses(owner.says("Без фото", "No photo"))
    expect(owner.page.locator(".dish")).to_have_count(1)
    owner.presses(owner.says("Усі", "All"))
    owner.page.locator("#menu-search").fill(owner.says("борщ", "borshch"))
    expect(owner.page.locator(".dish")).to_have_count(1)
    owner.page.locator("#menu-search").fill("nothing like that")
    owner.sees(owner.says("Такої страви немає.", "There is no such dish."))


def test_the_order_is_changed_with_buttons_and_keys(owner: Colleague) -> None:
    owner.opens("menu")
    before = order_in(owner.house, "coffee")
    owner.presses(owner.says("Інше", "More"), within="#main")
    owner.looks_well("menu-tools")
    owner.presses(owner.says("Змінити порядок", "Change the order"), within="#dialog")
    item = owner.page.locator(f"[data-drag-item={before[1]}]")
    press(item.locator("[data-by='-1']"))
    expect(owner.page.locator("[data-drag-list=coffee] > li").first).to_have_attribute("data-drag-item", before[1])
    expect(item.locator("[data-by='-1']")).to_be_focused()
    owner.is_told(owner.says("Збережено", "Saved"))
    owner.looks_well("menu-sort")
    handle = item.locator("[data-drag]")
    handle.focus()
    handle.press("ArrowDown")
    expect(owner.page.locator("[data-drag-list=coffee] > li").first).to_have_attribute("data-drag-item", before[0])
    expect(handle).to_be_focused()
    last = owner.page.locator(f"[data-drag-item={before[-1]}] [data-drag]")
    last.focus()
    last.press("ArrowDown")
    expect(owner.page.locator("[data-drag-list=coffee] > li")).to_have_count(len(before) - 1)
    expect(last).to_be_focused()
    owner.page.wait_for_load_state("networkidle")
    soon(lambda: order_in(owner.house, "coffee"), before[:-1])


def test_keeping_what_is_there_keeps_the_rest_of_a_category(hire: Hire, own_house: House) -> None:
    owner = hire(PHONE).opens("menu")
    dialog = owner.page.locator("#dialog")
    press(owner.page.locator("[data-key='c-coffee'] [data-action='menu.category']"))
    dialog.locator("#category-name").fill("Кава й не тільки")
    dialog.locator("#category-name_en").fill("Coffee and more")
    own_house.do(own_house.cafe.load('[[categories]]\nslug = "coffee"\nname = "Кавове"\n'))
    owner.presses("Зберегти", within="#dialog")
    owner.answers("Залишити, як зараз")
    expect(dialog.locator("#category-name")).to_have_value("Кавове")
    expect(dialog.locator("#category-name_en")).to_have_value("Coffee and more")
    owner.presses("Зберегти", within="#dialog")
    expect(dialog).to_be_hidden()
    sql = "SELECT name_en FROM categories WHERE name = 'Кавове'"
    assert own_house.do(own_house.cafe.value(sql)) == "Coffee and more"


def test_a_late_answer_leaves_the_next_dialog_open(hire: Hire, own_house: House) -> None:
    owner = hire(PHONE).opens("menu")
    dialog = owner.page.locator("#dialog")
    held: list[Route] = []
    owner.page.route("**/api/desk/edits", lambda route: held.append(route))  # noqa: PLW0108 - Playwright asks for a function of Python
    press(owner.page.locator("[data-key='c-coffee'] [data-action='menu.category']"))
    dialog.locator("#category-name").fill("Кава зранку")
    with owner.page.expect_request("**/api/desk/edits"):
        owner.presses("Зберегти", within="#dialog")
    owner.presses("Закрити", within="#dialog")
    press(owner.page.locator("[data-key='c-tea'] [data-action='menu.category']"))
    dialog.locator("#category-name").fill("Чай увечері")
    held[0].continue_()
    expect(owner.page.locator("[data-key='c-coffee']")).to_contain_text("Кава зранку")
    expect(dialog.locator("#category-name")).to_have_value("Чай увечері")
    owner.page.unroute("**/api/desk/edits")
    owner.presses("Зберегти", within="#dialog")
    expect(dialog).to_be_hidden()
    soon(lambda: own_house.do(own_house.cafe.value("SELECT name FROM categories WHERE slug = 'tea'")), "Чай увечері")


def test_a_dish_is_dragged_to_another_category(owner: Colleague) -> None:
    owner.opens("menu")
    coffee, tea = order_in(owner.house, "coffee"), order_in(owner.house, "tea")
    owner.presses(owner.says("Інше", "More"), within="#main")
    owner.presses(owner.says("Змінити порядок", "Change the order"), within="#dialog")
    target = owner.page.locator(f"[data-drag-item={tea[0]}]")
    target.scroll_into_view_if_needed()
    handle = owner.page.locator(f"[data-drag-item={coffee[-1]}] [data-drag]")
    start = handle.bounding_box()
    assert start
    mouse = owner.page.mouse
    mouse.move(start["x"] + 20, start["y"] + 20)
    mouse.down()
    mouse.move(start["x"] + 20, start["y"] + 60, steps=3)
    owner.page.evaluate(TWO_FRAMES)  # so that the page may have scrolled
    expect(owner.page.locator(".drag-line")).to_have_count(1)
    end = target.bounding_box()
    assert end
    mouse.move(start["x"] + 20, end["y"] + end["height"] * 0.8, steps=5)
    owner.page.evaluate(TWO_FRAMES)
    mouse.up()
    expect(owner.page.locator("[data-drag-list=tea] > li").nth(1)).to_have_attribute("data-drag-item", coffee[-1])
    owner.is_told(owner.says("Збережено", "Saved"))
    soon(lambda: order_in(owner.house, "tea"), [tea[0], coffee[-1], *tea[1:]])
    owner.presses(owner.says("Повернути", "Undo"), within="#toast")
    expect(owner.page.locator("[data-drag-list=tea] > li")).to_have_count(len(tea))
    soon(lambda: order_in(owner.house, "coffee"), coffee)


def test_a_dish_is_copied_and_deleted_and_brought_back(owner: Colleague) -> None:
    owner.opens("menu")
    press(row(owner, "latte").locator(".dish-acts"))
    owner.presses(owner.says("Зробити копію", "Make a copy"), within="#dialog")
    expect(owner.page.locator("#top h1")).to_have_text(owner.says("Лате (копія)", "Latte (copy)"))
    owner.opens("menu")
    press(row(owner, "late-kopiia").locator(".dish-acts"))
    owner.presses(owner.says("Видалити", "Delete"), within="#dialog")
    expect(row(owner, "late-kopiia")).to_have_count(0)
    owner.presses(owner.says("Повернути", "Undo"), within="#toast")
    expect(row(owner, "late-kopiia")).to_have_count(1)


def test_categories(owner: Colleague) -> None:
    owner.opens("menu")
    owner.presses(owner.says("Додати категорію", "Add a category"), within="#main")
    dialog = owner.page.locator("#dialog")
    owner.looks_well("menu-category")
    dialog.locator("#category-name").fill("Сніданки")
    dialog.locator("#category-name_en").fill("Breakfast")
    owner.presses(owner.says("Додати проміжок", "Add a span"), within="#dialog")
    owner.presses(owner.says("Зберегти", "Save"), within="#dialog")
    expect(dialog).to_be_hidden()
    section = owner.page.locator("[data-key='c-snidanky']")
    expect(section).to_contain_text(owner.says("Сніданки", "Breakfast"))
    [kept] = owner.house.do(owner.house.cafe.rows("SELECT name_en, available FROM categories WHERE slug = 'snidanky'"))
    assert kept == {"name_en": "Breakfast", "available": "08:00-12:00"}
    press(section.locator("[data-action='menu.category']"))
    dialog.locator("#category-name").fill("Сніданки до обіду")
    owner.presses(owner.says("Зберегти", "Save"), within="#dialog")
    expect(dialog).to_be_hidden()
    press(section.locator("[data-action='menu.category']"))
    owner.presses(owner.says("Видалити", "Delete"), within="#dialog")
    expect(section).to_have_count(0)
    press(owner.page.locator("[data-key='c-coffee'] [data-action='menu.category']"))
    owner.presses(owner.says("Видалити", "Delete"), within="#dialog")
    owner.is_told(owner.says("Спершу приберіть це звідси", "First take it out of"))
    expect(owner.page.locator("[data-key='c-coffee']")).to_have_count(1)


def test_many_prices_are_looked_at_and_changed_at_once(owner: Colleague) -> None:
    owner.opens("menu/prices")
    owner.presses(owner.says("Кава", "Coffee"), within="#main")
    owner.page.locator("#prices-amount").fill("10")
    owner.page.locator("label", has_text=owner.says("до 5 ₴", "to 5 UAH")).click()
    owner.presses(owner.says("Показати нові ціни", "Show the new prices"))
    table = owner.page.locator(".table tbody tr")
    expect(table).to_have_count(7)
    expect(table.filter(has_text=owner.says("Лате", "Latte")).first).to_contain_text(owner.says("105 ₴", "₴105"))
    owner.looks_well("menu-prices")
    table.filter(has_text=owner.says("Еспресо", "Espresso")).first.locator("input").uncheck()
    owner.presses(owner.says("Змінити 6 цін", "Change 6 prices"))
    owner.is_told(owner.says("Збережено", "Saved"))
    expect(price_button(owner, "latte")).to_have_text(owner.says("105 ₴", "₴105"))
    soon(lambda: (stored(owner.house, "latte"), stored(owner.house, "espresso")), (105, 60))
    owner.presses(owner.says("Повернути", "Undo"), within="#toast")
    expect(price_button(owner, "latte")).to_have_text(owner.says("95 ₴", "₴95"))


def test_a_rule_that_makes_no_sense_is_told_at_its_field(hire: Hire) -> None:
    owner = hire(PHONE).opens("menu/prices")
    for text, words in (("багато", "Напишіть число"), ("-200", "від −100 до 1000")):
        owner.page.locator("#prices-amount").fill(text)
        owner.presses("Показати нові ціни")
        expect(owner.page.locator("#prices-amount-error")).to_contain_text(words)


def test_the_menu_goes_out_as_a_file_and_comes_in_again(owner: Colleague, tmp_path: Path) -> None:
    owner.opens("menu/file")
    with owner.page.expect_download() as download:
        owner.presses(owner.says("Зберегти меню у файл", "Save the menu as a file"))
    assert download.value.suggested_filename.startswith("menu-2")
    saved = tmp_path / "menu.toml"
    download.value.save_as(saved)
    text = saved.read_text(encoding="utf-8")
    assert any(each["slug"] == "latte" for each in tomllib.loads(text)["products"])
    choose = owner.page.locator("input[type=file]")
    choose.set_input_files(saved)
    owner.sees(owner.says("Файл нічого не змінює", "The file changes nothing"))
    saved.write_text("[[products]]\nprice = 5", encoding="utf-8")
    choose.set_input_files(saved)
    owner.sees(owner.says("Позиції → slug: Заповніть це поле.", "Items → slug: Fill this in."))
    saved.write_text('[[products]]\nslug = "latte"\nprice = 101', encoding="utf-8")
    choose.set_input_files(saved)
    owner.sees(owner.says("Позиції: нових 0, змінених 1", "Items: 0 new, 1 changed"))
    owner.looks_well("menu-file")
    owner.presses(owner.says("Узяти з файлу", "Take it from the file"))
    expect(price_button(owner, "latte")).to_have_text(owner.says("101 ₴", "₴101"))


def test_staff_see_the_menu_and_change_stops_alone(hire: Hire, own_house: House) -> None:
    person = hire(PHONE, role="staff").opens("menu")
    expect(row(person, "latte")).to_contain_text("95 ₴")
    expect(price_button(person, "latte")).to_have_count(0)
    press(row(person, "latte").locator(".switch"))
    person.is_told("Збережено")
    soon(lambda: "Лате" in offered(own_house), expected=False)
    press(row(person, "latte").locator(".dish-acts"))
    expect(person.page.locator("#dialog button", has_text="Видалити")).to_have_count(0)
    person.looks_well("menu-staff")


def test_five_thousand_dishes(hire: Hire, own_house: House) -> None:
    """No more is drawn than somebody looks at, and a price is changed as quickly as in a small menu."""
    many = (
        "INSERT INTO products (slug, category_id, name, name_en, description, description_en, weight, weight_en, "
        "price, image_url, allergens, sort_order, is_active) "
        "SELECT 'many-' || a.id || '-' || b.id || '-' || c.n, a.category_id, 'Страва ' || a.id || '-' || b.id, "
        "'', '', '', '', '', 50, '', '[]', 1000, 1 "
        "FROM products a, products b, (SELECT 1 AS n UNION SELECT 2) c ORDER BY a.id, b.id LIMIT 5000"
    )
    own_house.do(own_house.cafe.execute(many))
    before = own_house.count("products")
    own_house.do(own_house.cafe.load('[[products]]\nslug = "latte"\nprice = 96'))  # the others hear of it by this
    owner = hire(LAPTOP).opens("menu")
    expect(owner.page.locator(".category")).not_to_have_count(0)
    expect(owner.page.locator(".dish")).to_have_count(0)
    press(owner.page.locator("[data-key='c-coffee'] .category-fold"))
    expect(owner.page.locator(".dish")).to_have_count(150)
    more = owner.page.get_by_role("button", name="Show 150 more")
    more.scroll_into_view_if_needed()  # rows on the way are drawn, each with its own height
    press(more)
    expect(owner.page.locator(".dish")).to_have_count(300)
    owner.page.locator("#menu-search").fill("latte")
    press(price_button(owner, "latte"))
    owner.page.locator("#in-place").fill("97")
    owner.page.locator("#in-place").press("Enter")
    owner.is_told("Saved")
    soon(lambda: (stored(own_house, "latte"), own_house.count("products")), (97, before))
    owner.looks_well("menu-many")


def test_a_narrow_phone(hire: Hire) -> None:
    owner = hire(NARROW).opens("menu")
    owner.looks_well("menu-narrow")
    owner.presses("More", within="#main")
    owner.presses("Change the order", within="#dialog")
    owner.looks_well("menu-sort-narrow")
    owner.opens("menu/prices").looks_well("menu-prices-narrow")
