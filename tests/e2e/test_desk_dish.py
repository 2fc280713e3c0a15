"""A dish's page at the desk: both languages, photo, allergens, recipe, options; two people on the same dish."""

from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Error, Route, expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import LAPTOP, NARROW, PHONE, Colleague, soon
from tests.e2e.test_desk_menu import price_button, row, somebody_changes, stored
from tests.uploads.photos import BLUE, RED, SIDEWAYS, photo


@pytest.fixture
def shot(tmp_path: Path) -> Path:
    """A photo as a phone takes it: large, on its side, with the place in it."""
    file = tmp_path / "IMG_0001.jpg"
    file.write_bytes(photo(4000, 3000, orientation=SIDEWAYS))
    return file


def picture_of(house: House, slug: str) -> Image.Image:
    url = str(stored(house, slug, "image_url"))
    return Image.open(BytesIO(house.do(house.cafe.get(url)).body)).convert("RGB")


def item(house: House, slug: str) -> dict[str, Any]:
    """A dish as the catalogue has it."""
    found = house.do(house.cafe.app.services.edits.find_item("products", slug))
    assert found is not None
    return found


def test_a_new_dish_with_a_photo_from_the_phone(owner: Colleague, shot: Path) -> None:
    page = owner.opens("menu").page
    page.locator("[data-key='c-coffee'] a[href*='category=coffee']").click()
    expect(page.locator("#top h1")).to_have_text(owner.says("Нова страва", "New dish"))
    save = page.locator(".save-bar").get_by_role("button", name=owner.says("Зберегти", "Save"), exact=True)
    save.click()
    expect(page.locator("#dish-name-error")).to_have_text(owner.says("Заповніть це поле.", "Fill this in."))
    expect(page.locator("#dish-name")).to_be_focused()
    page.locator("#dish-name").fill("Раф")
    expect(page.locator("#dish-name_en-hint")).to_have_text(owner.says("немає англійською", "no English"))
    page.locator("#dish-name_en").fill("Raf")
    expect(page.locator("#dish-name_en-hint")).to_have_count(0)
    page.locator("#dish-price").fill("дорого")
    save.click()
    expect(page.locator("#dish-price-error")).to_contain_text(owner.says("ціле число", "whole number"))
    page.locator("#dish-price").fill("115")
    page.locator(".allergen", has_text=owner.says("Молоко", "Milk")).click()
    page.locator(".allergen", has_text=owner.says("Новинка", "New")).click()
    page.locator("input[type=file]").set_input_files(shot)
    expect(page.locator("#crop")).to_be_visible()
    page.locator("#dialog label", has_text="1:1").click()
    owner.looks_well("dish-crop")
    owner.presses(owner.says("Узяти це фото", "Use this photo"), within="#dialog")
    owner.is_told(owner.says("Фото готове", "The photo is ready"))
    expect(page.locator(".photo-frame img")).to_have_js_property("naturalWidth", 800)
    owner.looks_well("dish-new")
    save.click()
    owner.is_told(owner.says("Збережено", "Saved"))
    expect(row(owner, "raf")).to_contain_text(owner.says("115 ₴", "₴115"))
    picture = picture_of(owner.house, "raf")
    assert picture.size == (800, 800)
    for at, colour in (((400, 100), RED), ((400, 700), BLUE)):  # upright: what was left is above
        found = picture.getpixel(at)
        assert isinstance(found, tuple)
        assert all(abs(one - other) < 30 for one, other in zip(found, colour, strict=True))
    [guests] = [each for each in owner.house.do(owner.house.cafe.get("/api/products")).json if each["name"] == "Раф"]
    assert (guests["price"], [each["code"] for each in guests["allergens"]]) == (115, ["milk"])
    assert guests["marks"] == ["new"]


def test_a_photo_that_does_not_get_through_is_sent_again(hire: Hire, shot: Path) -> None:
    owner = hire(PHONE).opens("menu/dish/latte")
    page = owner.page
    page.route("**/api/desk/pictures", lambda route: route.abort())
    page.locator("input[type=file]").set_input_files(shot)
    page.locator("#crop").focus()
    page.locator("#crop").press("ArrowDown")
    owner.presses("Узяти це фото", within="#dialog")
    expect(page.locator("#dialog")).to_contain_text("Фото не надіслалося")
    page.unroute("**/api/desk/pictures")
    owner.complaints.clear()  # the browser complains of the connection as well
    owner.presses("Спробувати ще раз", within="#dialog")
    owner.is_told("Фото готове")
    owner.presses("Зберегти", within="#main")
    owner.is_told("Збережено")
    assert picture_of(owner.house, "latte").size == (800, 600)


def test_a_photo_whose_dialog_was_closed_goes_nowhere(hire: Hire, shot: Path) -> None:
    owner = hire(PHONE).opens("menu/dish/latte")
    page = owner.page
    before = stored(owner.house, "espresso", "image_url")
    sent: list[Route] = []

    def hold(route: Route) -> None:
        sent.append(route)

    page.route("**/api/desk/pictures", hold)
    page.locator("input[type=file]").set_input_files(shot)
    with page.expect_request("**/api/desk/pictures"):
        owner.presses("Узяти це фото", within="#dialog")
    with page.expect_event("requestfailed"):
        owner.presses("Закрити", within="#dialog")
    owner.opens("menu/dish/espresso")
    with suppress(Error):
        sent[0].continue_()
    page.locator("#dish-price").fill("61")
    owner.presses("Зберегти", within="#main")
    owner.is_told("Збережено")
    assert (stored(owner.house, "espresso"), stored(owner.house, "espresso", "image_url")) == (61, before)


def test_what_is_no_photo_is_told(hire: Hire, tmp_path: Path) -> None:
    file = tmp_path / "photo.jpg"
    file.write_bytes(b"\xff\xd8\xff" + bytes(4000))
    owner = hire(PHONE).opens("menu/dish/latte")
    owner.page.locator("input[type=file]").set_input_files(file)
    owner.sees("Браузер не зміг прочитати це фото")


def test_recipe_and_options_of_a_dish(owner: Colleague) -> None:
    owner.house.do(
        owner.house.cafe.load(
            '[[option_groups]]\nslug = "sugar"\nname = "Цукор"\nname_en = "Sugar"\nmin = 0\nmax = 3\n'
            '[[option_groups.options]]\nslug = "white"\nname = "Білий"\nname_en = "White"'
        )
    )
    page = owner.opens("menu/dish/latte").page
    owner.looks_well("dish")
    page.locator("#option-add").select_option("sugar")
    page.locator("#max-sugar").fill("2")
    recipe = item(owner.house, "latte")["recipe"]
    first, *_ = recipe
    page.locator(f"#dish-portion-{first}").fill("77")
    page.locator("#dish-recipe-add").select_option(index=1)
    page.keyboard.type("5")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    owner.is_told(owner.says("Збережено", "Saved"))
    found = item(owner.house, "latte")
    assert found["options"] == [{"group": "sugar", "max": 2}]
    assert found["recipe"][first] == 77
    assert len(found["recipe"]) == len(recipe) + 1
    owner.presses(owner.says("Повернути", "Undo"), within="#toast")
    owner.is_told(owner.says("Повернули, як було", "Put back as it was"))
    found = item(owner.house, "latte")
    assert (found["options"], found["recipe"]) == ([], recipe)


def test_two_people_change_the_same_dish(hire: Hire, own_house: House) -> None:
    owner = hire(LAPTOP).opens("menu/dish/latte")
    page = owner.page
    page.locator("#dish-price").fill("120")
    page.locator("#dish-weight").fill("350 мл")
    somebody_changes(own_house, "latte", price=110, description="Ніжне")
    owner.presses("Save", within="#main")
    expect(page.locator("#question dd")).to_have_text(["110", "120"])
    owner.answers("Keep what is there")
    expect(page.locator("#dish-price")).to_have_value("110")
    expect(page.locator("#dish-weight")).to_have_value("350 мл")
    expect(page.locator("#dish-description")).to_have_value("Ніжне")
    owner.presses("Save", within="#main")
    owner.is_told("Saved")
    soon(lambda: (stored(own_house, "latte"), stored(own_house, "latte", "weight")), (110, "350 мл"))


def test_what_is_half_typed_is_not_lost_by_a_slip(hire: Hire) -> None:
    owner = hire(PHONE).opens("menu/dish/latte")
    owner.page.locator("#dish-name").fill("Лате ніжне")
    owner.page.locator(".back-link").click()
    expect(owner.page.locator("#question")).to_contain_text("Піти без збереження?")
    owner.answers("Залишитися")
    expect(owner.page.locator("#dish-name")).to_have_value("Лате ніжне")
    owner.page.locator(".back-link").click()
    owner.answers("Піти")
    expect(price_button(owner, "latte")).to_be_visible()
    soon(lambda: stored(owner.house, "latte", "name"), "Лате")


def test_a_dish_is_deleted_from_its_page(owner: Colleague) -> None:
    owner.opens("menu/dish/latte")
    owner.page.locator("[data-action='dish.delete']").click()
    owner.is_told(owner.says("Збережено", "Saved"))
    expect(owner.page.locator(".menu-list")).to_be_visible()
    expect(row(owner, "latte")).to_have_count(0)
    owner.presses(owner.says("Повернути", "Undo"), within="#toast")
    expect(row(owner, "latte")).to_have_count(1)


def test_options_are_made_changed_and_deleted(owner: Colleague) -> None:
    page = owner.opens("menu/group").page
    page.locator("#group-name").fill("Посипка")
    page.locator("#group-name_en").fill("Topping")
    page.locator("#group-min").fill("1")
    page.locator("#option-0-name").fill("Кориця")
    owner.presses(owner.says("Додати варіант", "Add an option"))
    page.locator("#option-1-name").fill("Какао")
    page.locator("#option-1-price_delta").fill("20")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    owner.sees(owner.says("позначте як типові від 1 до 1", "1 to 1"))
    page.locator("label", has_text=owner.says("Обрано спершу", "Chosen at first")).first.click()
    owner.looks_well("group")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    owner.is_told(owner.says("Збережено", "Saved"))
    group = page.locator("[data-key='g-posypka'] a")
    expect(group).to_contain_text("Какао +20" if owner.look.locale == "uk" else "Какао +₴20")
    owner.looks_well("groups")
    group.click()
    page.locator("#option-1-price_delta").fill("25")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    owner.is_told(owner.says("Збережено", "Saved"))
    expect(group).to_contain_text("25")
    assert owner.house.do(owner.house.cafe.value("SELECT price_delta FROM options WHERE name = 'Какао'")) == 25
    group.click()
    page.locator("[data-action='group.delete']").click()
    expect(page.locator("[data-key^='g-']").first).to_be_visible()
    expect(group).to_have_count(0)


def test_what_an_option_adds_to_a_recipe_and_takes_back(owner: Colleague) -> None:
    owner.house.do(
        owner.house.cafe.load(
            '[[option_groups]]\nslug = "foam"\nname = "Пінка"\nname_en = "Foam"\nmin = 0\nmax = 1\n'
            '[[option_groups.options]]\nslug = "oat"\nname = "Вівсяне"\nname_en = "Oat"\nrecipe = { milk = -100 }\n'
            '[[products]]\nslug = "latte"\noptions = ["foam"]\n'
        )
    )
    page = owner.opens("stock/of/milk").page
    page.locator("#main a[href='#/menu/group/foam']").click()
    amount = page.locator("#option-0-portion-milk")
    expect(amount).to_have_value("-100")
    expect(page.locator(".part-row")).to_contain_text(owner.says("мл", "ml"))
    amount.fill("0")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    expect(page.locator(".option-card .field-error").filter(has_text=owner.says("нуля", "zero"))).to_be_visible()
    amount.fill("−220")
    page.locator("#option-0-recipe-add").select_option("beans")
    page.keyboard.type("9")
    owner.presses(owner.says("Додати варіант", "Add an option"))
    page.locator("#option-1-name").fill("Без кофеїну")
    page.locator("#option-1-recipe-add").select_option("beans")
    page.keyboard.type("-18")
    page.locator("[data-action='group.option.up']").click()
    expect(page.locator("#option-0-portion-beans")).to_have_value("-18")
    owner.looks_well("group-recipe")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    owner.is_told(owner.says("Збережено", "Saved"))
    group = owner.house.do(owner.house.cafe.app.services.edits.find_item("option_groups", "foam"))
    assert group is not None
    assert [option["recipe"] for option in group["options"]] == [{"beans": -18}, {"milk": -220, "beans": 9}]


def test_allergens_are_these_or_none_and_an_option_changes_them(owner: Colleague) -> None:
    none, milk = owner.says("Немає жодного", "None of the"), owner.says("Молоко", "Milk")
    owner.house.do(owner.house.cafe.load("[[products]]\nslug = 'espresso'\nno_allergens = false\n"))
    page = owner.opens("menu/dish/espresso").page
    section = page.locator("[data-key=allergens]")
    expect(section).to_contain_text(owner.says("Ще не вказано", "Not filled in yet"))
    section.locator(".allergen", has_text=none).click()
    expect(section).not_to_contain_text(owner.says("Ще не вказано", "Not filled in yet"))
    section.locator(".allergen", has_text=milk).click()
    expect(section.get_by_label(none)).not_to_be_checked()
    section.locator(".allergen", has_text=none).click()
    expect(section.get_by_label(milk)).not_to_be_checked()
    owner.looks_well("dish-allergens")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    owner.is_told(owner.says("Збережено", "Saved"))
    espresso = item(owner.house, "espresso")
    assert (espresso["no_allergens"], espresso["allergens"]) == (True, [])
    owner.opens("menu/group")
    page.locator("#group-name").fill("Посипка")
    page.locator("#option-0-name").fill("Мигдаль")
    page.locator(".option-allergens summary").click()
    page.locator(".option-allergens fieldset").first.locator(
        ".allergen", has_text=owner.says("Горіхи", "Tree nuts")
    ).click()
    page.locator(".option-allergens fieldset").last.locator(".allergen", has_text=milk).click()
    expect(page.locator(".option-allergens summary")).to_contain_text(
        owner.says("+ Горіхи; − Молоко", "+ Tree nuts; − Milk")
    )
    owner.looks_well("group-allergens")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    owner.is_told(owner.says("Збережено", "Saved"))
    group = owner.house.do(owner.house.cafe.app.services.edits.find_item("option_groups", "posypka"))
    assert group is not None
    assert [(each["allergens"], each["without"]) for each in group["options"]] == [(["nuts"], ["milk"])]


def test_what_is_wrong_with_a_new_option_is_told_at_its_field(owner: Colleague) -> None:
    page = owner.opens("menu/group").page
    page.locator("#group-name").fill("Посипка")
    page.locator("#group-min").fill("0")
    page.locator("#option-0-name").fill("Кориця")
    owner.presses(owner.says("Додати варіант", "Add an option"))
    page.locator("#option-1-price_delta").fill("багато")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    expect(page.locator("#option-1-name-error")).to_have_text(owner.says("Заповніть це поле.", "Fill this in."))
    expect(page.locator("#option-1-name")).to_be_focused()
    owner.looks_well("group-wrong")
    page.locator("#option-1-name").fill("Какао")
    expect(page.locator("#option-1-name-error")).to_be_empty()
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    expect(page.locator("#option-1-price_delta-error")).to_contain_text(owner.says("ціле число", "whole number"))
    page.locator("#option-1-price_delta").fill("20")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    owner.is_told(owner.says("Збережено", "Saved"))


def test_keeping_what_is_there_keeps_the_rest_of_an_option_group(hire: Hire, own_house: House) -> None:
    group = '[[option_groups]]\nslug = "milk"\nname = "Молоко"\nmin = 0\n'
    own_house.do(own_house.cafe.load(f'{group}max = 1\n[[option_groups.options]]\nslug = "oat"\nname = "Вівсяне"\n'))
    owner = hire(PHONE).opens("menu/group/milk")
    page = owner.page
    page.locator("#group-max").fill("2")
    page.locator("#option-0-price_delta").fill("25")
    own_house.do(own_house.cafe.load(f"{group}max = 3\n"))
    owner.presses("Зберегти", within="#main")
    owner.answers("Залишити, як зараз")
    expect(page.locator("#group-max")).to_have_value("3")
    expect(page.locator("#option-0-price_delta")).to_have_value("25")


def test_a_narrow_phone(hire: Hire) -> None:
    owner = hire(NARROW).opens("menu/dish/latte")
    owner.looks_well("dish-narrow")
    owner.opens("menu/group").looks_well("group-narrow")


def test_characters_are_counted_when_few_are_left(owner: Colleague) -> None:
    page = owner.opens("menu").page
    page.locator("[data-key='c-coffee'] a[href*='category=coffee']").click()
    name, count = page.locator("#dish-name"), page.locator("#dish-name-count")
    name.fill("л" * 89)
    expect(count).to_be_empty()
    expect(page.locator("[data-key='f-dish-price']")).not_to_contain_text("0")  # a number has no length
    name.press_sequentially("атеатеате")
    expect(count).to_have_text(owner.says("98 із 100 символів", "98 of 100 characters"))
    name.press_sequentially("атеате")
    expect(name).to_have_value("л" * 89 + "атеатеатеат")
    expect(count).to_have_text(owner.says("100 із 100 символів", "100 of 100 characters"))
    owner.looks_well("dish-count")
