"""A week of a bar that pays VAT: each day closes to the kopiyka, with the fiscal service, in the till, in reports."""

from random import Random
from typing import Any

import pytest

from cafe.core.delivery.cash.service import CourierCashService
from cafe.core.handlers import record
from cafe.core.kernel.ids import OrderId, StaffId
from cafe.core.money.payments.counter import CounterService
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.money.receipts.port import TAX_ZONE, FiscalName
from cafe.core.money.refunds.model import Selection
from cafe.core.money.reports.receipts import sum_receipts, sum_reported_taxes, sum_taxes
from cafe.core.money.tills.model import MoveKind, TillDay
from cafe.core.money.tills.service import TillService
from cafe.core.ordering.orders.model import OrderStatus
from tests.core.bar import BOTTLE, PORTION, add_liqueur, bottles, new_marks, pour_drinks
from tests.core.payments_harness import PaymentsHarness
from tests.core.test_fiscal_reports import kept
from tests.core.test_receipts_in_person import hand_over, ready, staff, want
from tests.core.test_refunds import give_back, of_lines, paid, wait
from tests.core.test_taxes import BOOK, IRISH, LATTE
from tests.core.test_tills import courier, mismatches, tills
from tests.fakes.vchasno import FakeVchasno

DAYS, ORDERS = 7, 5
FLOAT = 500_00
LINES = (LATTE, BOOK, IRISH)
TAX_NAMES = ("sold", "returned", "sold_vat", "returned_vat")


async def sell(harness: PaymentsHarness, chance: Random, mykola: StaffId) -> OrderId:
    """An order in one of four ways, with a discount that seldom divides."""
    what: dict[str, Any] = {"lines": LINES[: chance.randint(1, 3)], "discount": chance.randint(0, 60)}
    match chance.choice(["cash", "terminal", "card", "courier"]):
        case "cash":
            return await hand_over(harness, **what)
        case "terminal":
            order = await ready(harness, **what)
            counter = CounterService(harness.database, harness.clock, record)
            await counter.complete(order, OrderStatus.READY, CounterPayment.TERMINAL, "Ірина")
            return order
        case "card":
            return (await paid(harness, **what))[0]
        case _:
            brings: dict[str, Any] = {
                "courier_id": mykola,
                "courier_name": "Микола",
                "payment_method": "cash",
                "status": "courier",
            }
            order = await harness.order(**what, **brings)
            await staff(harness).advance(order, OrderStatus.COURIER, OrderStatus.COMPLETED, "Микола")
            return order


async def regret(harness: PaymentsHarness, chance: Random, order: OrderId) -> None:
    """Give back a piece, an odd sum, or all of it; or nothing."""
    match chance.choice(["piece", "sum", "all", "nothing", "nothing"]):
        case "piece":
            await give_back(harness, order, await of_lines(harness, order, Лате=1))
        case "sum":
            await give_back(harness, order, Selection(amount=chance.randint(1, 50_00)))
        case "all":
            await give_back(harness, order)
        case _:
            return
    await wait(harness, minutes=1)


async def until_noon(harness: PaymentsHarness) -> None:
    """The night passes, and the day's shift is closed before it ends."""
    now = harness.clock.now().astimezone(TAX_ZONE)
    last = now.replace(hour=23, minute=55)
    harness.clock.advance(seconds=int((last - now).total_seconds()))
    await harness.receipts.work()
    harness.clock.advance(hours=12, minutes=5)


async def open_till(service: TillService, amount: int) -> TillDay:
    count = await service.count(None, pieces(amount), "Ірина")
    return await service.open(count.id, "", "Ірина")


async def close_till(service: TillService) -> int:
    """Count what must be there, close by that, and return it in kopiykas."""
    [state], _ = await service.read()
    assert state.figures is not None
    count = await service.count(None, pieces(state.figures.expected), "Ірина")
    day = await service.close(count.id, "", "Ірина")
    assert day.closing is not None
    assert (day.closing.difference, day.closing.counted) == (0, state.figures.expected)
    return day.closing.counted


def pieces(amount: int) -> dict[str, int]:
    return {"1": amount // 100, "kopiykas": amount % 100}


async def move_cash(harness: PaymentsHarness, chance: Random) -> int:
    """Change is brought, or somebody is paid out of the till; what this makes of it."""
    kind = chance.choice([MoveKind.IN, MoveKind.OUT])
    amount = chance.randint(1, 90_00)
    [state], _ = await tills(harness).read()
    await tills(harness).move(state.till.id, kind, amount, "розмін", "Ірина")
    harness.clock.advance(minutes=1)
    return amount if kind is MoveKind.IN else -amount


@pytest.mark.parametrize("carries", [True, False])
@pytest.mark.parametrize("service_name", FiscalName)
async def test_seven_days_close_to_the_kopiyka(
    harness: PaymentsHarness, vchasno: FakeVchasno, service_name: FiscalName, *, carries: bool
) -> None:
    harness.checkbox.carries_cash = vchasno.carries_cash = carries
    if service_name is FiscalName.VCHASNO:
        harness.fiscal.clear()
        harness.connect_vchasno(vchasno)
        harness.clock.advance(minutes=5)
    chance, service = Random(len(service_name)), tills(harness)  # noqa: S311 - the same week every time
    cash = CourierCashService(harness.database, harness.clock, record)
    await want(harness, "card", "cash", "terminal")
    await harness.database.write(add_liqueur)
    mykola, marks = await courier(harness), new_marks()
    began, left, moved = int(harness.clock.now().timestamp()), FLOAT, 0
    for number in range(1, DAYS + 1):
        assert (await open_till(service, left)).number == number
        for _ in range(ORDERS):
            order = await sell(harness, chance, mykola)
            await pour_drinks(harness, order, marks)
            await regret(harness, chance, order)
            moved += await move_cash(harness, chance)
            harness.clock.advance(minutes=5)
            await harness.receipts.work()
        for pocket in await cash.list_pockets():
            if pocket.in_hand > 0:
                await cash.hand_in(mykola, pocket.in_hand, "Ірина", None)
        left = await close_till(service)
        await harness.receipts.work()
        await until_noon(harness)
        assert await mismatches(harness) == []
    named = marks_named(harness, vchasno)
    assert all(named)
    await _agree_with_the_bottles(harness, {mark for marks in named for mark in marks})
    await _agree_with_the_tax_office(harness, began, left - FLOAT - moved)
    drawer = (
        vchasno.cash if service_name is FiscalName.VCHASNO else harness.checkbox.cash_in(harness.checkbox.shifts[-1])
    )
    assert drawer == 0


async def _told_by_the_till(harness: PaymentsHarness) -> list[tuple[int, int]]:
    """What each day of the till brought in and took out, as the register has to know it."""
    _, days = await tills(harness).read()
    figures = [day.figures for day in reversed(days) if day.figures]
    return [(each.opened_with + each.brought, each.expected - each.out) for each in figures]


async def _agree_with_the_tax_office(harness: PaymentsHarness, began: int, earned: int) -> None:
    """Each shift's report is what we have, taxes too; together they are what the reports and the till say."""
    shifts = await kept(harness)
    assert [number for number, _, _ in shifts] == [str(number) for number in range(1, DAYS + 1)]
    assert all(reported == own for _, reported, own in shifts)
    sums = [sum(each) for each in zip(*(reported for _, reported, _ in shifts), strict=True)]
    _, sold_cash, sold_cashless, returned_cash, returned_cashless, cash_in, cash_out = sums
    assert await _told_by_the_till(harness) == [(told[5], told[6]) for _, told, _ in shifts]
    assert cash_out - cash_in == earned
    assert earned == sold_cash - returned_cash

    rows = await harness.rows("SELECT * FROM fiscal_report_taxes")
    assert all(row[name] == row[f"own_{name}"] for row in rows for name in TAX_NAMES)
    period = (began, int(harness.clock.now().timestamp()))
    taxes = await harness.database.read(sum_taxes, *period)
    assert {each.tax.code for each in taxes} == {"А", "2", "В"}
    reported = await harness.database.read(sum_reported_taxes, *period)
    for each in taxes:
        assert (each.sold - each.returned, each.vat) == (reported[each.tax.code].turnover, reported[each.tax.code].vat)

    receipts = await harness.database.read(sum_receipts, *period)
    assert sum(each.missing for each in receipts) == 0
    kept_of_all = sold_cash + sold_cashless - returned_cash - returned_cashless
    assert sum(each.sold - each.returned for each in receipts) == kept_of_all


def marks_named(harness: PaymentsHarness, vchasno: FakeVchasno) -> list[list[str]]:
    """The excise marks of the liqueur on each receipt, at whichever service."""
    sold = [line["good"] for receipt in harness.checkbox.receipts.values() for line in receipt.sold["goods"]]
    rows = [row for receipt in vchasno.receipts for row in receipt.receipt["rows"]]
    return [
        [*good.get("excise_barcodes", ()), *good.get("code_aa", ()), *([good["code_a"]] if "code_a" in good else ())]
        for good in (*sold, *rows)
        if good["name"] == "Лікер"
    ]


async def _agree_with_the_bottles(harness: PaymentsHarness, named: set[str]) -> None:
    """What was poured is what the drinks take, and what the bottles lack; receipts name each bottle."""
    assert named == {row["mark"] for row in await harness.rows("SELECT mark FROM bottles WHERE remaining < amount")}
    [row] = await harness.rows("SELECT COUNT(*) AS opened, SUM(amount - remaining) AS gone FROM bottles")
    [poured] = await harness.rows("SELECT SUM(amount) AS amount FROM pours")
    drinks = await harness.rows("SELECT SUM(quantity * 2) AS pieces FROM order_lines WHERE name = 'Кава'")
    assert row["gone"] == poured["amount"] == drinks[0]["pieces"] * PORTION
    open_ones, _ = await bottles(harness).read()
    assert [each.remaining for each in open_ones] == [row["opened"] * BOTTLE - row["gone"]]
