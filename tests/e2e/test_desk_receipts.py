"""What an accountant reads in reports: receipts, taxes, closed shifts, banks."""

from playwright.sync_api import expect

from tests.e2e.house import House
from tests.e2e.office import Colleague

RECEIPT = """
INSERT INTO receipts (order_id, way, receipt_id, total, state, fiscal_number, due_at, created_at, finished_at, service)
SELECT id, :way, 'r-' || :way, :total, 'done', 'TEST-' || :way, created_at, created_at, created_at, 'checkbox'
FROM orders WHERE id = :order
"""
TAX = """
INSERT INTO receipt_taxes (receipt_id, code, rate, excise_rate, turnover, vat, excise)
SELECT id, :code, 20, :excise_rate, :turnover, :vat, :excise FROM receipts WHERE receipt_id = 'r-' || :way
"""
SHIFT = """
INSERT INTO fiscal_reports (closed_at, number, sales, sold_cash, sold_cashless, own_sales, own_sold_cash,
  own_sold_cashless, own_returned_cash, own_returned_cashless)
SELECT created_at, '17', 2, 12000, 23050, 2, 12000, 23050, 0, 0 FROM orders WHERE id = :order
"""
SHIFT_TAX = """
INSERT INTO fiscal_report_taxes (report_id, code, sold, returned, sold_vat, returned_vat, own_sold, own_returned,
  own_sold_vat, own_returned_vat)
SELECT id, 'А', 30850, 0, 5142, 0, 30850, 0, 5142, 0 FROM fiscal_reports
"""


def close_a_day(house: House) -> None:
    """Two receipts with two taxes, and the shift that they were in."""
    order = house.do(house.cafe.guest().places("latte"))["order_id"]
    for way, total in (("cash", 120_00), ("card", 230_50)):
        house.do(house.cafe.execute(RECEIPT, order=order, way=way, total=total))
        plain = {"turnover": total - 21_00, "vat": (total - 21_00) // 6, "excise_rate": 0, "excise": 0}
        house.do(house.cafe.execute(TAX, way=way, code="А", **plain))
        house.do(house.cafe.execute(TAX, way=way, code="В", turnover=21_00, vat=3_33, excise_rate=5, excise=1_00))
    house.do(house.cafe.execute(SHIFT, order=order))
    house.do(house.cafe.execute(SHIFT_TAX))


def test_receipts_taxes_and_closed_shifts_are_read(owner: Colleague) -> None:
    close_a_day(owner.house)
    owner.opens("reports")
    page = owner.page
    taxes = page.locator("[data-key=t-taxes]")
    expect(taxes).to_contain_text(owner.says("А · ПДВ 20 %", "А · VAT 20%"))
    expect(taxes).to_contain_text(owner.says("В · ПДВ 20 %, акциз 5 %", "В · VAT 20%, excise 5%"))
    expect(taxes.locator("tbody tr").first).to_contain_text(owner.says("308,50", "308.50"))
    shifts = page.locator("[data-key=t-shifts]")
    expect(shifts).to_contain_text("Z 17")
    expect(shifts.locator("tbody tr")).to_contain_text(owner.says("230,50", "230.50"))
    expect(page.locator("[data-key=t-receipts] tbody tr")).to_have_count(2)
    owner.looks_well("report-receipts")
