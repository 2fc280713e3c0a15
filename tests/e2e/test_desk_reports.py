"""Reports and the tables' cards at the desk, as a manager reads and prints them."""

import csv
import io
import re
from datetime import date, timedelta
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.core.sales import Sales
from tests.e2e.conftest import Hire
from tests.e2e.house import KYIV, House
from tests.e2e.office import LAPTOP, NARROW, PHONE, Colleague
from tests.e2e.people import OUTPUT
from tests.qr_reader import read_qr

WEEKS = 10
STICKING_OUT = """cards => cards.filter(card => [...card.children].some(part => {
  const [inner, outer] = [part.getBoundingClientRect(), card.getBoundingClientRect()];
  return inner.height && (inner.top < outer.top || inner.bottom > outer.bottom || inner.right > outer.right);
})).map(card => card.dataset.key)"""


def sell(house: House) -> None:
    """Ten weeks of all kinds of orders until now."""
    ingredients = [row["id"] for row in house.do(house.cafe.rows("SELECT id FROM ingredients"))]
    sales = Sales.by_chance(11, ingredients, [1, 2, 3])
    now, span = int(house.now().timestamp()), WEEKS * 7 * 86400
    sales.happen(sorted(now - sales.chance.randint(0, span) for _ in range(900)))
    house.do(sales.are_stored(house.cafe))


def today(house: House) -> date:
    return house.now().astimezone(KYIV).date()


def count(house: House, first: date, last: date) -> int:
    """The orders of these days, as the core counts them."""
    from cafe.core.money.reports.periods import Period  # noqa: PLC0415

    report = house.do(house.cafe.app.services.reports.of(Period(first, last)))
    return report.total.orders


def orders_shown(page: Page) -> str:
    return re.sub(r"\D", "", page.locator("[data-key=b-orders] .big-amount").inner_text())


def test_a_month_is_read_and_saved(owner: Colleague) -> None:
    house, page = owner.house, owner.page
    sell(house)
    owner.opens("reports")
    expect(page.locator(".chip[aria-pressed=true]")).to_have_text(owner.says("Сьогодні", "Today"))
    assert orders_shown(page) == str(count(house, today(house), today(house)))
    owner.presses(owner.says("Минулий місяць", "Last month"))
    last = today(house).replace(day=1) - timedelta(days=1)
    expect(page.locator("#from")).to_have_value(last.replace(day=1).isoformat())
    expect(page.locator("#to")).to_have_value(last.isoformat())
    expect(page.locator("[data-key=t-day] .chart")).to_be_visible()
    assert orders_shown(page) == str(count(house, last.replace(day=1), last))
    expect(page.locator("[data-key=b-revenue] .change-mark")).to_contain_text(
        re.compile(owner.says("(більше|менше|стільки ж)", "(more|less|the same)"))
    )
    expect(page.locator("[data-key=t-products]")).to_contain_text(owner.says("Борщ", "Borscht"))
    margins = page.locator("[data-key=t-margins]")
    expect(margins.locator("tr", has_text=owner.says("Борщ", "Borscht"))).to_contain_text("%")
    expect(margins.locator("tbody tr").first).to_contain_text(owner.says("клас A", "class A"))
    inside = "parts => parts.filter(part => part.scrollWidth > part.clientWidth).length"
    assert margins.locator(".table-wrap").evaluate_all(inside) == 0, "a phone shows all columns"
    notes = page.get_by_role("switch", name=owner.says("Що це означає", "What they mean"))
    expect(notes).to_be_checked(checked=not owner.look.is_phone)
    owner.looks_well("reports")
    assert page.locator("[data-key=t-promos] .table-wrap").evaluate_all(inside) == 0, "a phone shows all columns"
    page.locator("label", has=notes).set_checked(True)
    expect(page.locator("[data-key=f-to_return] dt small")).to_contain_text(owner.says("до копійки", "kopiyka"))
    page.locator("[data-key=t-hour] summary").click()
    expect(page.locator("[data-key=t-hour] table")).to_be_visible()
    with page.expect_download() as download:
        owner.presses("CSV")
    assert last.isoformat() in download.value.suggested_filename
    text = Path(download.value.path()).read_text(encoding="utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=";"))
    [orders] = [row for row in rows if row[:1] == [owner.says("Замовлень", "Orders")] and len(row) == 4]
    assert orders[1] == str(count(house, last.replace(day=1), last))
    with page.expect_download() as download:
        owner.presses("XLSX")
    assert download.value.suggested_filename.endswith(".xlsx")


def test_any_days_and_what_is_no_period(owner: Colleague) -> None:
    house, page = owner.house, owner.page
    sell(house)
    first, last = today(house) - timedelta(days=9), today(house) - timedelta(days=3)
    owner.opens("reports")
    page.locator("#from").fill(first.isoformat())
    page.locator("#to").fill(last.isoformat())
    owner.presses(owner.says("Показати", "Show"), within="#main")
    expect(page.locator("[data-key=t-weekday] .chart")).to_be_visible()
    assert orders_shown(page) == str(count(house, first, last))
    page.locator("#from").fill(last.isoformat())
    page.locator("#to").fill(first.isoformat())
    owner.presses(owner.says("Показати", "Show"), within="#main")
    expect(page.locator("#to-error")).to_contain_text(owner.says("Кінець періоду", "must not end before"))
    expect(page.locator(".big-figure")).to_have_count(0)
    owner.looks_well("reports-wrong")
    owner.presses(owner.says("Учора", "Yesterday"))
    expect(page.locator(".big-figure")).to_have_count(3)
    expect(page.locator("#to-error")).to_be_empty()


def test_dates_units_and_beginnings_are_told_as_people_read_them(hire: Hire, own_house: House) -> None:
    own_house.do(own_house.cafe.guest().places("latte"))
    manager = hire(PHONE, role="manager").opens("reports")
    expect(manager.page.locator(".big-figure")).to_have_count(3)
    expect(manager.page.locator(".change-mark")).to_have_count(0)  # there is nothing to compare a first day with
    for summary in manager.page.locator("#main details:not([open]) summary").all():
        summary.click()
    told = manager.page.locator("#main").inner_text()
    assert re.findall(r"\d{4}-\d\d-\d\d|\b(?:g|ml|pcs)\b", told) == []
    expect(manager.page.locator("[data-key=t-stock]")).to_contain_text("мл")


def test_a_new_cafe_has_nothing_to_tell(hire: Hire) -> None:
    manager = hire(NARROW, role="manager").opens("reports")
    manager.sees("Nothing in this period.")
    manager.looks_well("reports-empty")


def test_codes_are_printed_six_to_a_page(owner: Colleague) -> None:
    page = owner.page
    owner.opens("tables")
    expect(page.locator(".table-card")).to_have_count(12)
    owner.sees(owner.says("Не друкуйте ще", "Do not print yet"))
    page.locator("#tables").fill("1-4, A-3, Тераса 2, VIP, Велика тераса біля 7")
    owner.presses(owner.says("Показати картки", "Show the cards"))
    expect(page.locator(".table-card")).to_have_count(8)
    expect(page.locator("[data-key='c-Тераса 2'] .table-name")).to_have_text("Столик Тераса 2 / Table Тераса 2")
    owner.looks_well("tables")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1047})  # 190 by 277 mm: A4 within its margins
    for hidden in ("#nav", ".tables-form", ".tables-warning", ".lead", ".table-save"):
        expect(page.locator(hidden).first).to_be_hidden()
    assert page.locator(".table-card").evaluate_all(STICKING_OUT) == []
    boxes = [card.bounding_box() for card in page.locator(".table-card").all()]
    rows = sorted({round(box["y"]) for box in boxes if box})
    assert len(rows) == 4, "two in a row"
    assert rows[2] + boxes[0]["height"] - rows[0] <= 1047 if boxes[0] else False, "three rows on a page"
    page.screenshot(path=OUTPUT / f"desk-tables-print-{owner.look}.png", full_page=True)
    pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
    assert pages == 2, "eight cards"


def test_a_saved_code_opens_the_table(hire: Hire) -> None:
    manager = hire(PHONE, role="manager").opens("tables")
    with manager.page.expect_download() as download:
        manager.page.get_by_role("button", name="SVG: зберегти код столика 7").click()
    assert download.value.suggested_filename == "Table 7.svg"
    address = read_qr(Path(download.value.path()).read_text(encoding="utf-8"))
    assert address == f"{manager.house.url}/webapp/?table=7"
    guest = manager.page.context.new_page()
    guest.goto(address)
    expect(guest.get_by_text("Ви за столиком 7")).to_be_visible()


def test_codes_for_telegram(hire: Hire) -> None:
    manager = hire(LAPTOP, role="manager").opens("tables")
    page = manager.page
    page.locator("#tables").fill("1, Тераса")
    page.get_by_role("radio", name="Telegram", exact=True).check()
    manager.presses("Show the cards")
    expect(page.locator("#bot-error")).to_contain_text("Give the bot's name")
    expect(page.locator("#tables-error")).to_contain_text("cannot be part of a Telegram link")
    expect(page.locator("#tables")).to_be_focused()
    manager.looks_well("tables-wrong")
    page.locator("#tables").fill("1, Terrace-2")
    page.locator("#bot").fill("@kava_bot")
    manager.presses("Show the cards")
    expect(page.locator(".table-address").last).to_have_text("t.me/kava_bot?startapp=table_Terrace-2")
