"""Promo codes at the desk: at a glance, on and off in place, made and corrected."""

import json
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import NARROW, PHONE, Colleague


def promo(house: House, code: str) -> dict[str, Any]:
    [found] = house.do(house.cafe.rows("SELECT * FROM promo_codes WHERE code = :code", code=code))
    return found


def row(colleague: Colleague, code: str) -> Any:
    return colleague.page.locator(".promo", has_text=code)


def test_every_code_says_how_it_stands(owner: Colleague) -> None:
    owner.house.do(owner.house.cafe.execute("UPDATE promo_codes SET used_count = 50 WHERE code = 'ДРУЗІ20'"))
    owner.house.do(owner.house.cafe.load('[[promos]]\ncode = "WELCOME10"\nactive = false\n'))
    owner.opens("promos")
    for code, uk, en in [
        ("КАВА15", "Діє", "On offer"),
        ("WELCOME10", "Вимкнений", "Off"),
        ("ДРУЗІ20", "Вичерпаний", "Used up"),
        ("LITO2025", "Минув строк", "Expired"),
    ]:
        expect(row(owner, code).locator(".badge")).to_have_text(owner.says(uk, en))
    expect(row(owner, "ДРУЗІ20")).to_contain_text(owner.says("Використали 50 з 50", "Used 50 of 50"))
    expect(row(owner, "ДРУЗІ20")).to_contain_text(owner.says("від 800", "from ₴800"))
    owner.looks_well("promos")


def test_a_code_is_turned_off_in_place_and_on_again_by_undo(owner: Colleague) -> None:
    owner.opens("promos")
    row(owner, "КАВА15").locator(".switch").click()
    expect(row(owner, "КАВА15").locator(".badge")).to_have_text(owner.says("Вимкнений", "Off"))
    assert promo(owner.house, "КАВА15")["is_active"] == 0
    owner.presses(owner.says("Повернути", "Undo"), within="#toast")
    expect(row(owner, "КАВА15").locator(".badge")).to_have_text(owner.says("Діє", "On offer"))
    assert promo(owner.house, "КАВА15")["is_active"] == 1


def test_who_cannot_see_what_is_there_now_is_told(hire: Hire, own_house: House) -> None:
    olena = hire(PHONE).opens("promos")
    olena.page.route("**/api/desk/catalogue/promos", lambda route: route.abort())
    row(olena, "КАВА15").locator(".switch").click()
    olena.is_told("Немає зв’язку з кафе")
    assert promo(own_house, "КАВА15")["is_active"] == 0
    assert [each for each in olena.complaints if "ERR_FAILED" not in each] == []
    olena.complaints.clear()  # the browser complains of the connection as well


def test_a_new_code_is_made_and_a_guest_uses_it(owner: Colleague) -> None:
    owner.opens("promos/+")
    page = owner.page
    page.locator("#code").fill("ОСІНЬ20")
    page.locator("#discount_percent").fill("20")
    page.locator("#expires_at").fill("2031-03-01T23:30")
    page.locator("#max_uses").fill("1 000")
    page.locator("#min_order_amount").fill("300")
    owner.looks_well("promo-new")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    expect(row(owner, "ОСІНЬ20")).to_be_visible()
    stored = promo(owner.house, "ОСІНЬ20")
    in_kyiv = int(datetime(2031, 3, 1, 21, 30, tzinfo=UTC).timestamp())
    assert (stored["discount_percent"], stored["expires_at"], stored["max_uses"]) == (20, in_kyiv, 1000)
    house = owner.house

    async def use() -> str:
        guest = house.cafe.guest()
        for _ in range(5):
            await guest.adds("latte")
        return (await guest.checks_promo("осінь20")).body.decode()

    assert json.loads(house.do(use()))["discount_percent"] == 20


def test_what_is_wrong_is_told_at_its_field(owner: Colleague) -> None:
    owner.opens("promos/+")
    page = owner.page
    page.locator("#code").fill("ЗАБАГАТО")
    page.locator("#discount_percent").fill("150")
    page.locator("#max_uses").fill("кілька")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    expect(page.locator("#discount_percent-error")).to_contain_text("100")
    expect(page.locator("#max_uses-error")).not_to_be_empty()
    expect(page.locator("#discount_percent")).to_be_focused()
    assert page.locator("#code").input_value() == "ЗАБАГАТО"
    owner.looks_well("promo-wrong")
    assert owner.house.count("promo_codes") == 4


def test_the_second_of_two_is_shown_both_values(hire: Hire, own_house: House) -> None:
    olena = hire(PHONE).opens("promos/%D0%9A%D0%90%D0%92%D0%9015")
    own_house.do(own_house.cafe.load('[[promos]]\ncode = "КАВА15"\ndiscount_percent = 18\n'))
    olena.page.locator("#discount_percent").fill("12")
    olena.presses("Зберегти", within="#main")
    question = olena.page.locator("#question")
    expect(question).to_contain_text("18")
    expect(question).to_contain_text("12")
    olena.answers("Зберегти моє")
    expect(row(olena, "КАВА15")).to_contain_text("−12%")
    assert promo(own_house, "КАВА15")["discount_percent"] == 12


def test_keeping_what_is_there_keeps_the_rest_of_what_is_typed(hire: Hire, own_house: House) -> None:
    olena = hire(PHONE).opens("promos/%D0%9A%D0%90%D0%92%D0%9015")
    page = olena.page
    own_house.do(own_house.cafe.load('[[promos]]\ncode = "КАВА15"\ndiscount_percent = 18\n'))
    page.locator("#discount_percent").fill("12")
    page.locator("#min_order_amount").fill("150")
    olena.presses("Зберегти", within="#main")
    olena.answers("Залишити, як зараз")
    expect(page.locator("#discount_percent")).to_have_value("18")
    expect(page.locator("#min_order_amount")).to_have_value("150")
    olena.presses("Зберегти", within="#main")
    expect(row(olena, "КАВА15")).to_contain_text("−18%")
    assert promo(own_house, "КАВА15")["min_order_amount"] == 150


def test_a_code_that_is_there_already_is_not_lost_with_its_form(hire: Hire, own_house: House) -> None:
    olena = hire(PHONE).opens("promos/+")
    olena.page.locator("#code").fill("КАВА15")
    olena.page.locator("#discount_percent").fill("30")
    olena.presses("Зберегти", within="#main")
    olena.answers("Залишити, як зараз")
    expect(olena.page.locator("#discount_percent")).to_have_value("30")
    olena.page.locator("#code").fill("КАВА30")
    olena.presses("Зберегти", within="#main")
    expect(row(olena, "КАВА30")).to_contain_text("−30%")
    assert promo(own_house, "КАВА15")["discount_percent"] == 15


def test_who_adds_a_code_that_is_there_already_may_insist(hire: Hire, own_house: House) -> None:
    olena = hire(PHONE).opens("promos/+")
    olena.page.locator("#code").fill("кава15")
    olena.page.locator("#discount_percent").fill("30")
    olena.presses("Зберегти", within="#main")
    olena.answers("Зберегти моє")
    expect(row(olena, "КАВА15")).to_contain_text("−30%")
    assert promo(own_house, "КАВА15")["discount_percent"] == 30
    assert own_house.count("promo_codes") == 4


def test_a_code_is_deleted_and_comes_back(hire: Hire, own_house: House) -> None:
    olena = hire(NARROW).opens("promos/WELCOME10")
    olena.presses("Delete the promo code")
    olena.answers("Delete")
    expect(row(olena, "WELCOME10")).to_have_count(0)
    olena.presses("Undo", within="#toast")
    expect(row(olena, "WELCOME10")).to_be_visible()
    olena.looks_well("promos-narrow")
    assert promo(own_house, "WELCOME10")["discount_percent"] == 10
