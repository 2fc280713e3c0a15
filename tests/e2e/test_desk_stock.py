"""The stock at the desk: goods that come in two taps, write-offs, stock-taking with its differences, the history."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import LAPTOP, NARROW, PHONE, Colleague

MILK = "Молоко"


def stock_of(house: House, code: str = "milk") -> int:
    return int(house.do(house.cafe.value("SELECT stock FROM ingredients WHERE code = :code", code=code)))


def row(colleague: Colleague, name: str = MILK) -> Any:
    return colleague.page.locator(".stock-row", has=colleague.page.get_by_text(name, exact=True))


def deliver(house: House, amount: int, seen: int, name: str = "Тарас") -> int:
    """Somebody else receives milk meanwhile."""

    async def post() -> int:
        desk = await house.cafe.desk("manager", name)
        body = {"entries": [{"code": "milk", "amount": amount, "seen": seen}], "note": "накладна 3"}
        answer = await desk.post("/api/desk/stock/deliveries", body)
        assert answer.status == 201, answer
        return int(answer.json["moves"][0]["id"])

    return house.do(post())


def test_what_there_is_and_what_runs_low(owner: Colleague) -> None:
    owner.house.do(owner.house.cafe.execute("UPDATE ingredients SET stock = 900 WHERE code = 'milk'"))
    owner.opens("stock")
    expect(row(owner)).to_contain_text(owner.says("закінчується", "running low"))
    expect(row(owner)).to_contain_text(owner.says("900 мл", "900 ml"))
    owner.looks_well("stock")
    owner.presses(owner.says("Закінчується (1)", "Running low (1)"))
    expect(owner.page.locator(".stock-row")).to_have_count(1)
    owner.presses(owner.says("Усі", "All"), within=".stock-filter")
    owner.page.locator("#stock-find").fill("молок")
    expect(row(owner)).to_be_visible()
    assert owner.page.locator(".stock-row").count() < 8


def test_goods_come_and_the_same_again_in_two_taps(owner: Colleague) -> None:
    owner.opens("stock")
    before = stock_of(owner.house)
    plus = row(owner).get_by_role("button", name=re.compile(owner.says("Привезли", "Delivered")))
    plus.click()
    expect(owner.page.locator("#stock-amount")).to_be_focused()
    owner.page.locator("#stock-amount").fill("12 000")
    expect(owner.page.locator("#stock-then")).to_contain_text(re.sub(r"(\d)(?=000$)", r"\1", "52"))
    owner.looks_well("stock-delivery")
    owner.presses(owner.says("Зберегти", "Save"), within="#dialog")
    owner.is_told(MILK)
    assert stock_of(owner.house) == before + 12_000
    plus.click()
    owner.page.locator("#dialog .chip", has_text="+12").click()
    expect(owner.page.locator("#dialog")).to_be_hidden()
    assert stock_of(owner.house) == before + 24_000
    owner.presses(owner.says("Повернути", "Undo"), within="#toast")
    owner.is_told(owner.says("Повернули", "Put back"))
    assert stock_of(owner.house) == before + 12_000


def test_a_paid_delivery_tells_what_a_dish_leaves(owner: Colleague) -> None:
    """Milk is paid for, beans have a cost by hand; then the dish tells its margin, at once when its price is typed."""
    owner.house.do(owner.house.cafe.execute("UPDATE ingredients SET stock = 0"))
    page = owner.opens("stock").page
    row(owner).get_by_role("button", name=re.compile(owner.says("Привезли", "Delivered"))).click()
    page.locator("#stock-amount").fill("10 000")
    page.locator("#stock-paid").fill("багато")
    owner.presses(owner.says("Зберегти", "Save"), within="#dialog")
    expect(page.locator("#stock-paid-error")).not_to_be_empty()
    expect(page.locator("#stock-amount-error")).to_be_empty()
    page.locator("#stock-paid").fill("385,50")
    expect(page.locator("#stock-paid-hint")).to_contain_text(owner.says("38,55", "38.55"))
    owner.looks_well("stock-paid-delivery")
    owner.presses(owner.says("Зберегти", "Save"), within="#dialog")
    owner.is_told(MILK)
    expect(row(owner)).to_contain_text(owner.says("38,55", "38.55"))
    expect(page.locator(".stock-worth")).to_contain_text(owner.says("385,50", "385.50"))
    owner.looks_well("stock-costs")
    owner.opens("stock/of/beans")
    page.locator("#cost").fill("600")
    owner.presses(owner.says("Зберегти", "Save"), within="main")
    owner.is_told(owner.says("Збережено", "Saved"))
    expect(page.locator("#cost")).to_have_value("600")
    cost = owner.house.do(owner.house.cafe.value("SELECT cost FROM ingredients WHERE code = 'beans'"))
    assert cost == 600_000
    owner.looks_well("stock-cost")
    owner.opens("menu/dish/latte")
    facts = page.locator(".cost-facts")
    expect(facts).to_contain_text(owner.says("19,67", "19.67"))
    page.locator("#dish-price").fill("100")
    expect(facts).to_contain_text(owner.says("80,33", "80.33"))
    owner.looks_well("dish-margin")


def test_a_write_off_asks_for_its_reason(owner: Colleague) -> None:
    owner.opens("stock")
    before = stock_of(owner.house)
    row(owner).get_by_role("button", name=re.compile(owner.says("Списати", "Write off"))).click()
    owner.page.locator("#stock-amount").fill("500")
    owner.presses(owner.says("Зберегти", "Save"), within="#dialog")
    expect(owner.page.locator("#stock-note-error")).not_to_be_empty()
    owner.looks_well("stock-write-off")
    owner.presses(owner.says("Зіпсувалося", "Spoilt"), within="#dialog")
    owner.presses(owner.says("Зберегти", "Save"), within="#dialog")
    owner.is_told(MILK)
    assert stock_of(owner.house) == before - 500
    owner.opens("stock/history")
    owner.sees(owner.says("Зіпсувалося", "Spoilt"))
    owner.looks_well("stock-history")


def test_a_delivery_that_did_not_get_through_waits_in_its_dialog(owner: Colleague) -> None:
    page = owner.opens("stock").page
    row(owner).get_by_role("button", name=owner.says("Списати", "Write off")).click()
    page.locator("#stock-amount").fill("500")
    page.locator("#stock-note").fill("розлили")
    page.route("**/api/desk/stock/write-offs", lambda route: route.abort())
    owner.presses(owner.says("Зберегти", "Save"), within="#dialog")
    owner.is_told(owner.says("Немає зв’язку з кафе", "cannot be reached"))
    page.locator("#toast p").click()  # it does not lie behind the dialog
    owner.looks_well("stock-offline")
    expect(page.locator("#stock-amount")).to_have_value("500")
    expect(page.locator("#stock-note")).to_have_value("розлили")
    page.unroute("**/api/desk/stock/write-offs")
    owner.complaints.clear()  # the browser complains of the connection as well
    owner.presses(owner.says("Зберегти", "Save"), within="#dialog")
    expect(page.locator("#dialog")).to_be_hidden()
    owner.is_told(MILK)
    assert stock_of(owner.house) == 39_500


def test_who_sees_another_delivery_first_may_still_correct_theirs(hire: Hire, own_house: House) -> None:
    olena = hire(PHONE).opens("stock")
    row(olena).get_by_role("button", name="Списати").click()
    olena.page.locator("#stock-amount").fill("500")
    olena.page.locator("#stock-note").fill("розлили")
    deliver(own_house, 5_000, seen=0)
    olena.presses("Зберегти", within="#dialog")
    olena.answers("Скасувати")
    expect(olena.page.locator("#stock-amount")).to_have_value("500")
    expect(olena.page.locator("#dialog")).to_contain_text("45 000")
    olena.presses("Зберегти", within="#dialog")
    olena.is_told(MILK)
    assert stock_of(own_house) == 44_500


def test_an_amount_that_cannot_be(hire: Hire, own_house: House) -> None:
    olena = hire(PHONE).opens("stock")
    row(olena).get_by_role("button", name=re.compile("Привезли")).click()
    olena.page.locator("#stock-amount").fill("багато")
    olena.presses("Зберегти", within="#dialog")
    expect(olena.page.locator("#stock-amount-error")).to_contain_text("Потрібне ціле число")
    expect(olena.page.locator("#stock-amount")).to_be_focused()
    assert own_house.count("stock_moves") == 0


def test_stock_is_taken_and_the_differences_are_told_first(owner: Colleague) -> None:
    owner.opens("stock")
    owner.page.get_by_role("link", name=owner.says("Порахувати склад", "Take stock")).click()
    owner.page.locator("#count-milk").fill("39500")
    owner.page.locator("#count-beans").fill("12 100")
    owner.looks_well("stock-count")
    before = stock_of(owner.house)
    owner.presses(owner.says("Показати різницю: 2", "Show the difference: 2"))
    dialog = owner.page.locator("#dialog")
    expect(dialog).to_contain_text("−500")
    expect(dialog).to_contain_text("+100")
    owner.looks_well("stock-differences")
    assert stock_of(owner.house) == before
    guest = owner.house.cafe.guest()
    order = owner.house.do(guest.places("latte"))  # sold while they look
    owner.presses(owner.says("Зберегти", "Save"), within="#dialog")
    owner.is_told(owner.says("Склад пораховано: 2", "Stock taken: 2"))
    owner.house.do(guest.cancels(order["order_id"]))
    assert (stock_of(owner.house), stock_of(owner.house, "beans")) == (39_500, 12_100)


def test_who_counts_sees_what_open_orders_hold(owner: Colleague) -> None:
    guest = owner.house.cafe.guest()
    kept, cooked = (owner.house.do(guest.places("latte")) for _ in range(2))
    milk = 40_000 - stock_of(owner.house)
    owner.opens("stock/of/milk")
    owner.sees(owner.says(f"і ще {milk} мл", f"and {milk} ml more"))
    owner.looks_well("stock-item-held")
    owner.opens("stock/count")
    held = owner.says(f", з них {milk} мл для замовлень", f", {milk} ml of it for orders")
    expect(owner.page.locator(".count-row", has_text=MILK).first).to_contain_text(held)
    with owner.page.expect_response("**/api/desk/stock"):
        owner.page.locator("#count-milk").fill("39900")
    owner.looks_well("stock-count-held")
    owner.house.do(owner.house.cafe.moves_order(cooked["order_id"], "cooking"))  # while they count the rest
    owner.presses(owner.says("Показати різницю: 1", "Show the difference: 1"))
    expect(owner.page.locator("#dialog")).to_contain_text("−100")
    owner.presses(owner.says("Зберегти", "Save"), within="#dialog")
    owner.is_told(owner.says("Склад пораховано: 1", "Stock taken: 1"))
    assert stock_of(owner.house) == 39_900 - milk
    owner.house.do(guest.cancels(kept["order_id"]))
    assert stock_of(owner.house) == 39_900 - milk // 2


def test_who_counts_after_a_delivery_is_shown_it_and_keeps_what_was_typed(hire: Hire, own_house: House) -> None:
    olena = hire(LAPTOP).opens("stock/count")
    olena.page.locator("#count-milk").fill("39000")
    deliver(own_house, 5_000, seen=0)
    olena.presses("Show the difference: 1")
    olena.presses("Save", within="#dialog")
    question = olena.page.locator("#question")
    expect(question).to_contain_text("Тарас")
    expect(question).to_contain_text("+5")
    expect(question).to_contain_text("39")
    olena.answers("Cancel")
    assert stock_of(own_house) == 45_000
    expect(olena.page.locator("#count-milk")).to_have_value("39000")
    olena.presses("Show the difference: 1")
    olena.presses("Save", within="#dialog")
    olena.is_told("Stock taken: 1")
    assert stock_of(own_house) == 39_000


def test_one_ingredient_with_its_recipes_and_its_history(owner: Colleague) -> None:
    deliver(owner.house, 700, seen=0)
    owner.opens("stock/of/milk")
    owner.sees(owner.says("Капучино", "Cappuccino"))
    owner.sees("накладна 3")
    owner.looks_well("stock-item")
    owner.page.locator("#low_stock").fill("7000")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    owner.is_told(owner.says("Збережено", "Saved"))
    low = "SELECT low_stock FROM ingredients WHERE code = 'milk'"
    assert owner.house.do(owner.house.cafe.value(low)) == 7_000
    owner.page.get_by_role("link", name=owner.says("Капучино", "Cappuccino")).click()
    expect(owner.page.locator("#dish-price")).to_be_visible()


def test_keeping_what_is_there_keeps_the_rest_of_what_is_typed(hire: Hire, own_house: House) -> None:
    olena = hire(PHONE).opens("stock/of/milk")
    page = olena.page
    page.locator("#name").fill("Молоко вівсяне")
    page.locator("#low_stock").fill("7000")
    own_house.do(own_house.cafe.load('[[ingredients]]\ncode = "milk"\nlow_stock = 2000\n'))
    olena.presses("Зберегти", within="#main")
    olena.answers("Залишити, як зараз")
    expect(page.locator("#low_stock")).to_have_value("2000")
    expect(page.locator("#name")).to_have_value("Молоко вівсяне")


def test_a_new_ingredient_and_its_end(hire: Hire) -> None:
    olena = hire(NARROW).opens("stock/new")
    olena.page.locator("#name").fill("Стаканчики")
    olena.page.locator(".radio-option", has_text="pcs").click()
    olena.page.locator("#stock").fill("300")
    olena.looks_well("stock-new-narrow")
    olena.presses("Save", within="#main")
    expect(row(olena, "Стаканчики")).to_contain_text("300 pcs")
    olena.looks_well("stock-narrow")
    olena.presses("Close", within="#toast")
    row(olena, "Стаканчики").get_by_role("link").click()
    olena.presses("Delete the ingredient")
    olena.answers("Delete")
    expect(olena.page.locator(".stock-row").first).to_be_visible()
    expect(row(olena, "Стаканчики")).to_have_count(0)


def test_what_a_dish_needs_is_not_deleted(hire: Hire, own_house: House) -> None:
    olena = hire(PHONE).opens("stock/of/milk")
    olena.presses("Видалити продукт")
    olena.answers("Видалити")
    olena.is_told("Спершу приберіть це звідси")
    assert stock_of(own_house) == 40_000


def test_typed_counts_are_not_lost_by_accident(hire: Hire) -> None:
    olena = hire(PHONE).opens("stock/count")
    olena.page.locator("#count-milk").fill("5")
    olena.page.evaluate("location.hash = '#/promos'")
    olena.answers("Залишитися")
    expect(olena.page.locator("#count-milk")).to_have_value("5")
