"""The desk's frame: getting around, what went wrong in words, two people at once, the history and undo."""

import re

from playwright.sync_api import Route, expect

from cafe.core.catalogue.changes.actor import Actor, Way
from cafe.core.kernel.ids import OptionId
from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import LAPTOP, NARROW, PHONE, Colleague


def change_price(house: House, seen: int, wanted: int, name: str = "Олена") -> None:
    """Somebody else changes the price of the latte meanwhile."""

    async def change() -> None:
        desk = await house.cafe.desk("manager", name=name)
        answer = await desk.changes(
            {"table": "products", "key": "latte", "seen": {"price": seen}, "values": {"price": wanted}}
        )
        assert answer.status == 200, answer

    house.do(change())


def price(house: House) -> int:
    return int(house.do(house.cafe.value("SELECT price FROM products WHERE slug = 'latte'")))


def test_a_change_is_in_the_history_and_is_put_back(owner: Colleague) -> None:
    before = price(owner.house)
    change_price(owner.house, before, before + 5)
    owner.opens("history")
    change = owner.page.locator(".change").first
    expect(change).to_contain_text("Олена")
    expect(change).to_contain_text(f"{before} →{owner.says('стало', 'became')} {before + 5}")
    owner.looks_well("history")
    change.get_by_role("button", name=owner.says("Повернути, як було", "Put it back")).click()
    owner.is_told(owner.says("Повернули, як було", "Put back as it was"))
    expect(owner.page.locator(".change").nth(1)).to_contain_text(owner.says("Повернуто", "Put back"))
    assert price(owner.house) == before


def test_what_was_touched_later_is_not_put_back(hire: Hire, own_house: House) -> None:
    before = price(own_house)
    change_price(own_house, before, before + 5)
    owner = hire(PHONE).opens("history")
    change_price(own_house, before + 5, before + 9, name="Іван")
    owner.page.locator(".change").first.get_by_role("button", name="Повернути, як було").click()
    owner.is_told("Це вже змінив хтось інший. Іван о")
    assert price(own_house) == before + 9


def test_the_language_is_chosen_and_stays(owner: Colleague) -> None:
    owner.opens("history")
    owner.page.get_by_role(
        "button", name=re.compile(owner.says("Обліковий запис|власник", "Account|owner"))
    ).first.click()
    owner.looks_well("account")
    other = owner.says("English", "Українська")
    owner.page.locator("#dialog").get_by_role("button", name=other).click()
    expect(owner.page.locator("#top h1")).to_have_text(owner.says("History", "Історія змін"))
    owner.page.reload()
    expect(owner.page.locator("#top h1")).to_have_text(owner.says("History", "Історія змін"))


def test_an_outage_is_told_and_tried_again(hire: Hire) -> None:
    owner = hire(LAPTOP).opens("history")

    def fail(route: Route) -> None:
        route.fulfill(status=503, body="")

    owner.page.route("**/api/desk/changes*", fail)
    owner.page.evaluate("location.hash = '#/history?table=promos'")
    owner.sees("The cafe cannot be reached")
    owner.complaints.clear()  # the browser complains of the 503 as well
    owner.page.unroute("**/api/desk/changes*")
    owner.presses("Try again")
    expect(owner.page.locator(".chip[aria-pressed=true]")).to_have_text("Promo code")
    expect(owner.page.locator(".change")).to_have_count(1)


def test_who_signs_out_sees_nothing_any_more(owner: Colleague) -> None:
    owner.opens("history")
    owner.page.get_by_role(
        "button", name=re.compile(owner.says("Обліковий запис|власник", "Account|owner"))
    ).first.click()
    owner.presses(owner.says("Вийти", "Sign out"), within="#dialog")
    expect(owner.page.locator("#nav")).to_be_hidden()
    expect(owner.page.locator(".change")).to_have_count(0)


def test_a_narrow_phone(hire: Hire) -> None:
    hire(NARROW).opens("history").looks_well("history-narrow")


def test_an_option_that_was_stopped_in_the_chat_is_offered_again(hire: Hire, own_house: House) -> None:
    sql = (
        "SELECT o.id FROM options o JOIN option_groups g ON g.id = o.group_id WHERE g.slug = 'milk' AND o.slug = 'oat'"
    )
    oat = OptionId(own_house.do(own_house.cafe.value(sql)))
    taras = Actor("Тарас", way=Way.CHAT)
    own_house.do(own_house.cafe.app.services.stop_list.stop_option(oat, until_opening=True, actor=taras))
    for look, words in ((PHONE, "Варіант «Молоко: Вівсяне"), (LAPTOP, "Option «Молоко: Вівсяне")):
        owner = hire(look).opens("history")
        owner.page.locator(".chips").get_by_role("button", name=owner.says("Варіант", "Option"), exact=True).click()
        change = owner.page.locator(".change").first
        expect(change).to_contain_text(words)
        expect(change).to_contain_text("Тарас")
        expect(change).to_contain_text(owner.says("на стопі до", "stopped until"))
        owner.looks_well("history-option")
    change.get_by_role("button", name="Put it back").click()
    owner.is_told("Put back as it was")
    assert own_house.do(own_house.cafe.value("SELECT stopped_until FROM options WHERE id = :id", id=oat)) == 0
