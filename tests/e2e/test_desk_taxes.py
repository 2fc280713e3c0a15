"""Tax groups at the desk, and what receipts say of a dish and an option."""

from typing import Any

from playwright.sync_api import expect

from tests.e2e.house import House
from tests.e2e.office import Colleague

LIQUEUR = """
[[option_groups]]
slug = "spirits"
name = "Міцне"
name_en = "Spirits"
min = 0
max = 1

[[option_groups.options]]
slug = "liqueur"
name = "Лікер"
name_en = "Liqueur"
price_delta = 45
"""


def stored(house: House, sql: str) -> dict[str, Any]:
    [found] = house.do(house.cafe.rows(sql))
    return found


def test_a_group_is_made_and_named_by_dish_and_option(owner: Colleague) -> None:
    house, page = owner.house, owner.page
    owner.opens("settings/taxes")
    owner.sees(owner.says("Податкових груп ще немає.", "There are no tax groups yet."))
    for code, name, rate, excise in (("А", "ПДВ 20 %", "20", "0"), ("В", "ПДВ і акциз", "20", "5")):
        owner.opens("settings/taxes/+")
        page.locator("#code").fill(code)
        page.locator("#name").fill(name)
        page.locator("#rate").fill(rate)
        page.locator("#excise_rate").fill(excise)
        owner.presses(owner.says("Зберегти", "Save"), within="#main")
        expect(page.locator(".rows")).to_contain_text(name)
    first = page.locator(".rows li").first
    expect(first).to_contain_text(owner.says("Звичайна", "Usual"))
    owner.looks_well("taxes")

    owner.opens("menu/dish/latte")
    page.get_by_text(owner.says("Для фіскального чека", "For the fiscal receipt")).click()
    expect(page.locator("#dish-tax")).to_contain_text("А · ПДВ 20 %")
    page.locator("#dish-tax").select_option("В")
    page.locator("#dish-uktzed").fill("22A")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    owner.sees(owner.says("Тут мають бути цифри, від 4 до 10.", "This must be 4 to 10 digits."))
    owner.looks_well("dish-receipt")
    page.locator("#dish-uktzed").fill("2208701000")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    expect(page.locator("#dish-uktzed")).to_have_count(0)
    dish = stored(house, "SELECT tax, uktzed, excise FROM products WHERE slug = 'latte'")
    assert dish == {"tax": "В", "uktzed": "2208701000", "excise": 0}

    house.do(house.cafe.load(LIQUEUR))
    owner.opens("menu/group/spirits")
    page.get_by_text(owner.says("Для фіскального чека", "For the fiscal receipt")).click()
    page.locator("#option-0-tax").select_option("В")
    page.locator(".switch:has(#option-0-excise)").click()
    owner.looks_well("option-receipt")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    expect(page.locator("#option-0-tax")).to_have_count(0)
    option = stored(house, "SELECT tax, uktzed, excise FROM options WHERE slug = 'liqueur'")
    assert option == {"tax": "В", "uktzed": "", "excise": 1}

    owner.opens("settings/taxes/В")
    owner.presses(owner.says("Видалити групу", "Delete the group"), within="#main")
    owner.answers(owner.says("Видалити", "Delete"))
    expect(page.locator("#toast")).to_contain_text(owner.says("Лікер", "Лікер"))
    assert stored(house, "SELECT COUNT(*) AS groups FROM tax_groups") == {"groups": 2}
