"""Diets: the filter, what a choice makes of a dish, the search for them, and where an owner declares them."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Hire, Welcome
from tests.e2e.house import DEMO, House
from tests.e2e.office import PHONE, Colleague
from tests.e2e.people import GUEST, OPPOSITES, Look, Person

VEGAN = ("Веганське", "Vegan")


def sheet(person: Person) -> Locator:
    return person.page.locator("#sheet")


def wants(person: Person, *needs: str) -> None:
    """Tick something in the filter."""
    person.page.locator(".filter").click()
    for need in needs:
        sheet(person).get_by_label(need).check()


def shows_the_menu(person: Person) -> None:
    sheet(person).get_by_role("button", name=person.says("Показати меню", "Show the menu")).click()
    expect(sheet(person)).to_be_hidden()


def diets(person: Person) -> Locator:
    return sheet(person).locator(".diets li")


@pytest.mark.parametrize("look", OPPOSITES, ids=str)
def test_the_filter_shows_what_suits_and_what_can(welcome: Welcome, choosy_house: House, look: Look) -> None:
    person = welcome(look, place=choosy_house).opens_menu()
    vegan = person.says(*VEGAN)
    wants(person, vegan)
    expect(sheet(person).locator("p[role=status].muted")).to_contain_text(person.says("Сховано", "hidden"))
    assert violations(person.page) == []
    person.photographs("diet-filter")
    shows_the_menu(person)
    expect(person.card("espresso")).to_be_visible()
    for gone in ("croissant", "cocoa", "linden-tea"):  # butter; gelatine, whatever the milk; honey
        expect(person.card(gone)).to_have_count(0)
    way = person.says("якщо Вівсяне молоко, +20 ₴", "with Oat milk, +₴20")
    expect(person.card("latte")).to_contain_text(way)
    expect(person.card("espresso")).not_to_contain_text(person.says("якщо", "with "))
    person.photographs("diet-menu")
    person.card("latte").locator("[data-key=more]").click()
    expect(sheet(person).get_by_label(person.says("Вівсяне молоко", "Oat milk"))).to_be_checked()
    expect(diets(person)).to_have_text([vegan])
    expect(sheet(person).locator(".sheet-warning")).to_be_empty()
    assert violations(person.page) == []
    person.photographs("diet-choice")
    sheet(person).get_by_label(person.says("Звичайне молоко", "Regular milk")).check()
    expect(diets(person)).to_have_text(
        [person.says("Вегетаріанське", "Vegetarian"), person.says("Без глютену", "Gluten-free")]
    )
    lacking = person.says("Не сказано, що це: Веганське.", "Not said to be: Vegan.")
    expect(sheet(person).locator(".sheet-warning")).to_have_text(lacking)
    sheet(person).locator("button[type=submit]").click()
    expect(sheet(person)).to_be_hidden()
    person.opens_cart()
    expect(person.page.locator("#page .cart-line .cart-line-warning")).to_have_text(lacking)
    person.photographs("diet-cart")


def test_the_filter_is_remembered_and_counts(welcome: Welcome, choosy_house: House) -> None:
    person = welcome(place=choosy_house).opens_menu()
    wants(person, "Без лактози", "Без глютену")
    shows_the_menu(person)
    expect(person.page.locator(".filter b")).to_have_text("2")
    for _ in range(2):
        expect(person.card("latte")).to_contain_text("якщо Мигдальне молоко")  # oat milk has gluten
        expect(person.card("croissant")).to_have_count(0)
        person.page.reload()
    person.presses("Скинути")
    expect(person.card("croissant")).to_be_visible()
    expect(person.card("latte")).not_to_contain_text("якщо")


def test_an_allergen_too_can_be_avoided_by_a_choice(welcome: Welcome, choosy_house: House) -> None:
    person = welcome(place=choosy_house).opens_menu()
    wants(person, "Молоко (у т. ч. лактоза)")
    shows_the_menu(person)
    expect(person.card("latte")).to_contain_text("якщо Вівсяне молоко")
    expect(person.card("croissant")).to_have_count(0)
    person.card("latte").locator("[data-key=more]").click()
    expect(sheet(person).get_by_label("Вівсяне молоко")).to_be_checked()
    expect(sheet(person).locator(".sheet-warning")).to_be_empty()


def test_the_search_finds_what_can_be(welcome: Welcome, choosy_house: House) -> None:
    person = welcome(place=choosy_house).opens_menu()
    search = person.page.locator("#search")
    for query in ("лате веган", "vegan latte", "веганське лате"):
        search.fill(query)
        expect(person.card("latte")).to_contain_text("якщо Вівсяне молоко")
        expect(person.card("espresso")).to_have_count(0)
    search.fill("веганське")
    expect(person.card("espresso")).to_be_visible()
    expect(person.card("croissant")).to_have_count(0)
    person.sees("Якщо у вас алергія, запитайте персонал.")
    search.fill("какао без лактози")  # and the teas, whose category is named after it
    expect(person.card("hot-chocolate")).to_have_count(0)
    person.card("cocoa").locator("[data-key=more]").click()
    expect(sheet(person).get_by_label("Вівсяне молоко")).to_be_checked()


def test_a_menu_without_diets_has_no_filter_for_them(welcome: Welcome, own_house: House) -> None:
    own_house.do(own_house.cafe.execute("UPDATE products SET diets = '[]', marks = '[]'"))
    own_house.do(own_house.cafe.load(""))  # what the database holds is read again
    person = welcome(GUEST, place=own_house).opens_menu()
    person.page.locator(".filter").click()
    expect(sheet(person).get_by_role("heading")).to_have_text(["Фільтр", "Без яких алергенів?"])


def test_an_owner_declares_diets(owner: Colleague) -> None:
    house, page = owner.house, owner.page
    house.do(house.cafe.load(DEMO))
    owner.opens("menu/dish/hot-chocolate")
    section = page.locator("[data-key=diets]")
    vegan, vegetarian = owner.says(*VEGAN), owner.says("Вегетаріанське", "Vegetarian")
    section.locator(".allergen", has_text=vegan).click()
    expect(section.get_by_label(vegetarian)).to_be_checked()
    expect(section.get_by_label(vegetarian)).to_be_disabled()
    owner.looks_well("dish-diets")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    expect(section.get_by_role("alert")).to_contain_text(
        owner.says("бо серед алергенів молоко", "allergens include milk")
    )
    section.locator(".allergen", has_text=vegan).click()
    section.locator(".allergen", has_text=vegetarian).click()
    page.locator("#option-add").select_option("milk")
    page.locator("[data-key=o-milk] summary").click()
    page.locator("[data-key=o-milk] .allergen", has_text=vegan).click()
    expect(page.locator("[data-key=o-milk] summary")).to_contain_text(vegan)
    owner.looks_well("dish-makes")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    owner.is_told(owner.says("Збережено", "Saved"))
    item = house.do(house.cafe.app.services.edits.find_item("products", "hot-chocolate"))
    assert item is not None
    assert (item["diets"], item["options"]) == (["vegetarian", "gluten_free"], [{"group": "milk", "makes": ["vegan"]}])


def test_an_option_that_changes_nothing_says_so_with_one_press(owner: Colleague) -> None:
    page = owner.opens("menu/group").page
    page.locator("#group-name").fill("Об’єм")
    page.locator("#option-0-name").fill("500 мл")
    details = page.locator(".option-diets")
    details.locator("summary").click()
    neutral = owner.says("Нічого не змінює", "Changes nothing")
    details.locator(".allergen", has_text=neutral).click()
    expect(details.locator("input:checked")).to_have_count(5)
    expect(details.locator("summary")).to_contain_text(neutral)
    owner.looks_well("group-diets")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    owner.is_told(owner.says("Збережено", "Saved"))
    group = owner.house.do(owner.house.cafe.app.services.edits.find_item("option_groups", "obiem"))
    assert group is not None
    assert group["options"][0]["diets"] == ["vegan", "gluten_free"]


def test_a_contradiction_is_told_at_the_option(hire: Hire, own_house: House) -> None:
    own_house.do(own_house.cafe.load(DEMO))
    owner = hire(PHONE)
    page = owner.opens("menu/group/milk").page
    oat = page.locator(".option-card").nth(1)
    oat.locator(".option-diets summary").click()
    oat.locator(".option-diets .allergen", has_text="Без глютену").click()
    owner.presses("Зберегти", within="#main")
    expect(oat.get_by_role("alert").filter(has_text=re.compile("без глютену .* глютен"))).to_be_visible()
    oat.locator(".option-diets .allergen", has_text="Без глютену").click()
    expect(oat.get_by_role("alert").filter(has_text="глютен")).to_have_count(0)
