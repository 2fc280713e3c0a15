"""The first steps at the desk: an empty cafe opens on them, and each ticks itself off."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House, open_house
from tests.e2e.office import LAPTOP, LOOKS, NARROW, PHONE
from tests.e2e.people import Look


@pytest.fixture
def empty_house(tmp_path: Path) -> Iterator[House]:
    """A cafe without anything."""
    folder = tmp_path / "empty"
    folder.mkdir()
    with open_house(folder, "", bot_token=None, staff_chat_id=None) as opened:
        yield opened


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_an_empty_cafe_opens_on_the_first_steps(hire: Hire, empty_house: House, look: Look) -> None:
    owner = hire(look, house=empty_house).signs_in()
    expect(owner.page.locator("#top h1")).to_have_text(owner.says("Перші кроки", "First steps"))
    expect(owner.page.locator(".step")).to_have_count(8)
    bot = owner.page.locator(".step").nth(4)
    expect(bot).to_contain_text(owner.says("Бота ще немає", "There is no bot yet"))
    expect(bot.get_by_role("link")).to_have_attribute("href", "#/connections")
    owner.looks_well("start")
    name = owner.page.locator(".step").first
    expect(name).to_contain_text(owner.says("Телефону ще немає", "There is no phone yet"))
    empty_house.configure(cafe_name="Затишок", phone="+380441112233", address="Львів")
    expect(name.locator(".badge")).to_have_text(owner.says("Готово", "Done"))  # by itself


def test_the_ready_menu_is_taken_and_guests_see_it(hire: Hire, empty_house: House) -> None:
    owner = hire(PHONE, house=empty_house).signs_in()
    owner.presses("Взяти готове меню, щоб змінити")
    owner.is_told("Меню завантажено")
    assert empty_house.count("products") > 40
    expect(owner.page.get_by_role("button", name="Взяти готове меню")).to_have_count(0)
    owner.sees("Власних чи змінених страв: 0")
    empty_house.do(empty_house.cafe.load('[[products]]\nslug = "latte"\nprice = 3\n'))
    expect(owner.page.locator(".step").nth(2).locator(".badge")).to_have_text("Готово")


def test_what_is_not_needed_is_skipped_and_the_steps_are_hidden_in_the_end(hire: Hire, own_house: House) -> None:
    own_house.configure(cafe_name="Затишок", phone="+380441112233", address="Львів", unpaid_minutes=0)
    own_house.do(own_house.cafe.load('[[products]]\nslug = "latte"\nprice = 3\n'))
    owner = hire(LAPTOP).signs_in()
    owner.opens("start")
    skip = owner.page.locator("[data-action='start.skip']")
    for left in (3, 2, 1):  # bot, staff chat, test order
        expect(skip).to_have_count(left)
        skip.first.click()
    owner.sees("All is ready")
    owner.looks_well("start-over")
    owner.presses("Cancel after 30 minutes")
    owner.is_told("Saved")
    expect(owner.page.get_by_role("button", name="Cancel after 30 minutes")).to_have_count(0)
    assert own_house.do(own_house.cafe.value("SELECT value FROM settings WHERE key = 'unpaid_minutes'")) == "30"
    owner.presses("Show the first steps no more")
    expect(owner.page.locator("#nav")).to_be_visible()
    expect(owner.page.locator("#nav").get_by_text("First steps")).to_have_count(0)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_many_dishes_are_said_to_have_no_allergens(hire: Hire, own_house: House, look: Look) -> None:
    slugs = ("latte", "espresso", "croissant")
    unstated = "".join(f'[[products]]\nslug = "{slug}"\nallergens = []\nno_allergens = false\n' for slug in slugs)
    own_house.do(own_house.cafe.load(unstated))
    owner = hire(look).signs_in()
    owner.opens("start").sees(owner.says("Ще не сказано про страв: 3", "Dishes of which nothing is said yet: 3"))
    owner.page.get_by_role("link", name=owner.says("До страв без алергенів", "To the dishes without allergens")).click()
    ticks = owner.page.locator("#main input[type=checkbox]")
    expect(ticks).to_have_count(3)
    for index in (0, 1):
        ticks.nth(index).check()
    owner.looks_well("dishes-without-allergens")
    owner.presses(owner.says("Немає жодного: 2 страви", "None in 2 dishes"), within="#main")
    owner.is_told(owner.says("Збережено", "Saved"))
    expect(ticks).to_have_count(1)
    owner.presses(owner.says("Повернути", "Undo"), within="#toast")
    expect(ticks).to_have_count(3)


def test_a_cafe_that_has_served_opens_elsewhere(hire: Hire, own_house: House) -> None:
    own_house.do(own_house.cafe.guest().places("latte"))
    own_house.do(
        own_house.cafe.execute(
            "INSERT INTO order_events (order_id, kind, actor, created_at) SELECT id, 'status', 'Тарас', 1 FROM orders"
        )
    )
    owner = hire(PHONE).signs_in()
    expect(owner.page.locator("#top h1")).not_to_have_text("Перші кроки")
    expect(owner.page.locator("#nav").get_by_text("Перші кроки")).to_be_visible()


def test_a_narrow_phone_and_a_manager(hire: Hire, empty_house: House) -> None:
    manager = hire(NARROW, role="manager", house=empty_house).signs_in()
    manager.opens("start").looks_well("start-narrow")
    cut = "spans => spans.filter(span => span.scrollWidth > span.clientWidth).map(span => span.textContent)"
    assert manager.page.locator("#nav li span").evaluate_all(cut) == []
    expect(manager.page.locator("[data-action='start.skip']")).to_have_count(0)
    expect(manager.page.locator("[data-action='start.demo']")).to_have_count(0)
