"""What the core needs of any fiscal service: one receipt however often it is asked for, a shift for each day."""

import asyncio
from dataclasses import replace
from uuid import uuid4

import pytest

from cafe.core.catalogue.taxes.model import FiscalData, Tax
from cafe.core.money.payments.model import PaymentKind
from cafe.core.money.receipts.port import (
    CashMove,
    FiscalError,
    Good,
    NotEnoughCashError,
    ReceiptState,
    Sale,
    ShiftReport,
    ShiftSums,
    TaxTurnover,
)
from tests.driver import MONDAY_NOON
from tests.fakes.service import Failure
from tests.providers.fiscal_harness import FiscalHarness

TODAY = MONDAY_NOON.date()
CASH, CARD, TERMINAL = PaymentKind.CASH, PaymentKind.CARD, PaymentKind.TERMINAL
COFFEE = FiscalData(Tax("А", 20), "2101110000", "4820000000017")


def sale(total: int = 205, way: PaymentKind = CARD, returns: str | None = None, fiscal: FiscalData = COFFEE) -> Sale:
    goods = (
        Good("1", "Лате", 2, 85_00, discount=25_00, fiscal=fiscal),
        Good("delivery", "Доставка", 1, 60_00, fiscal=FiscalData(Tax("2", 7))),
    )
    return Sale(str(uuid4()), goods, total * 100, way, returns)


@pytest.mark.parametrize("way", [CASH, CARD, TERMINAL])
async def test_a_receipt_is_made_in_a_shift_that_is_opened_for_it(
    fiscal_harness: FiscalHarness, way: PaymentKind
) -> None:
    report = await fiscal_harness.client.make_receipt(sale(way=way), TODAY)
    assert (report.state, report.url) == (ReceiptState.DONE, fiscal_harness.url_of_last())
    assert report.number
    assert fiscal_harness.documents() == [(205_00, False, way is CASH)]
    assert fiscal_harness.shifts() == [True]


async def test_a_receipt_without_the_tax_office_says_so(fiscal_harness: FiscalHarness) -> None:
    assert not (await fiscal_harness.client.make_receipt(sale(), TODAY)).is_offline
    fiscal_harness.fake.is_offline = True
    assert (await fiscal_harness.client.make_receipt(sale(), TODAY)).is_offline


@pytest.mark.parametrize("amount", [500_00, -20_00])
async def test_cash_is_moved_once(fiscal_harness: FiscalHarness, amount: int) -> None:
    await fiscal_harness.client.make_receipt(CashMove(str(uuid4()), 100_00), TODAY)
    wanted = CashMove(str(uuid4()), amount)
    reports = [await fiscal_harness.client.make_receipt(wanted, TODAY) for _ in range(2)]
    assert [report.state for report in reports] == [ReceiptState.DONE] * 2
    shift = await fiscal_harness.client.find_shift()
    assert shift is not None
    assert shift.drawer == 100_00 + amount
    report = await fiscal_harness.client.close_shift()
    assert report is not None
    assert (report.sums.cash_in, report.sums.cash_out) == ((600_00, 0) if amount > 0 else (100_00, 20_00))


async def test_more_than_there_is_does_not_go_out(fiscal_harness: FiscalHarness) -> None:
    sold = sale(way=CARD)
    await fiscal_harness.client.make_receipt(sold, TODAY)
    back = replace(sold, receipt_id=str(uuid4()), returns=sold.receipt_id, way=CASH)
    move = CashMove(str(uuid4()), -1)
    for document in (back, move):
        with pytest.raises(NotEnoughCashError):
            await fiscal_harness.client.make_receipt(document, TODAY)
    await fiscal_harness.client.make_receipt(CashMove(str(uuid4()), 300_00), TODAY)
    for document in (back, move):
        assert (await fiscal_harness.client.make_receipt(document, TODAY)).state is ReceiptState.DONE


@pytest.mark.parametrize("way", [CASH, CARD])
async def test_a_return(fiscal_harness: FiscalHarness, way: PaymentKind) -> None:
    sold = sale(way=way)
    await fiscal_harness.client.make_receipt(sold, TODAY)
    back = replace(sold, receipt_id=str(uuid4()), returns=sold.receipt_id)
    assert (await fiscal_harness.client.make_receipt(back, TODAY)).state is ReceiptState.DONE
    assert fiscal_harness.documents() == [(205_00, False, way is CASH), (205_00, True, way is CASH)]


async def test_asking_again_makes_no_second_receipt(fiscal_harness: FiscalHarness) -> None:
    wanted = sale()
    reports = [await fiscal_harness.client.make_receipt(wanted, TODAY) for _ in range(3)]
    assert len(set(reports)) == 1
    assert reports[0].state is ReceiptState.DONE
    assert fiscal_harness.documents() == [(205_00, False, False)]
    assert fiscal_harness.shifts() == [True]


async def test_a_first_call_and_others_at_once_make_one(fiscal_harness: FiscalHarness) -> None:
    await fiscal_harness.client.make_receipt(sale(), TODAY)
    wanted = sale()
    first = fiscal_harness.client.make_receipt(replace(wanted, may_exist=False), TODAY)
    others = [fiscal_harness.client.make_receipt(wanted, TODAY) for _ in range(3)]
    reports = await asyncio.gather(first, *others)
    assert {report.state for report in reports} == {ReceiptState.DONE}
    assert len(fiscal_harness.documents()) == 2


async def test_a_lost_answer_is_found_again(fiscal_harness: FiscalHarness) -> None:
    wanted = sale()
    fiscal_harness.fake.fail(Failure.LOST_ANSWER, path=fiscal_harness.sell)
    with pytest.raises(FiscalError):
        await fiscal_harness.client.make_receipt(wanted, TODAY)
    found = await fiscal_harness.client.find_receipt(wanted.receipt_id)
    assert found is not None
    assert found.state is ReceiptState.DONE
    assert await fiscal_harness.client.make_receipt(wanted, TODAY) == found
    assert fiscal_harness.sales_asked() == 1


async def test_what_was_never_made_is_not_found(fiscal_harness: FiscalHarness) -> None:
    wanted = sale()
    assert await fiscal_harness.client.find_receipt(wanted.receipt_id) is None
    fiscal_harness.fake.fail(Failure.DROPPED, path=fiscal_harness.sell)
    with pytest.raises(FiscalError):
        await fiscal_harness.client.make_receipt(wanted, TODAY)
    fiscal_harness.settle()
    assert await fiscal_harness.client.find_receipt(wanted.receipt_id) is None


@pytest.mark.parametrize("failure", [f for f in Failure if f is not Failure.SLOW])
@pytest.mark.parametrize("place", range(4))
async def test_a_failure_passes(fiscal_harness: FiscalHarness, failure: Failure, place: int) -> None:
    wanted = sale()
    path = (fiscal_harness.sell, "/", *fiscal_harness.paths)[place]
    fiscal_harness.fake.fail(failure, path=path, times=2)
    for _ in range(3):
        try:
            report = await fiscal_harness.client.make_receipt(wanted, TODAY)
        except FiscalError as error:
            assert str(error).startswith(f"{fiscal_harness.name}: ")  # noqa: PT017 - it need not fail
        else:
            if report.state is ReceiptState.DONE:
                break
    fiscal_harness.fake.recover()
    fiscal_harness.settle()
    report = await fiscal_harness.client.make_receipt(wanted, TODAY)
    assert report.state is ReceiptState.DONE
    assert len(fiscal_harness.documents()) == 1


async def test_access(fiscal_harness: FiscalHarness) -> None:
    assert (await fiscal_harness.client.check_access()).is_accepted
    refused = await fiscal_harness.wrong_client.check_access()
    assert not refused.is_accepted
    assert "0000-secret" not in (refused.reason or "")
    with pytest.raises(FiscalError) as raised:
        await fiscal_harness.wrong_client.make_receipt(sale(), TODAY)
    assert "0000-secret" not in str(raised.value)
    fiscal_harness.fake.fail(Failure.SERVER_ERROR)
    with pytest.raises(FiscalError):
        await fiscal_harness.client.check_access()


async def test_sums_that_do_not_add_up_are_refused(fiscal_harness: FiscalHarness) -> None:
    report = await fiscal_harness.client.make_receipt(sale(total=204), TODAY)
    assert report.state is ReceiptState.REFUSED
    assert "Сума" in (report.reason or "")
    assert not fiscal_harness.documents()


async def test_a_tax_group_that_nobody_registered_is_refused(fiscal_harness: FiscalHarness) -> None:
    report = await fiscal_harness.client.make_receipt(sale(fiscal=FiscalData(Tax("Я", 20))), TODAY)
    assert report.state is ReceiptState.REFUSED
    assert "Я" in (report.reason or "")


async def test_yesterdays_shift_is_closed_first(fiscal_harness: FiscalHarness) -> None:
    await fiscal_harness.client.make_receipt(sale(), TODAY)
    fiscal_harness.age_shift(25)
    assert (await fiscal_harness.client.make_receipt(sale(), TODAY)).state is ReceiptState.DONE
    assert fiscal_harness.shifts() == [False, True]


async def test_closing_for_the_day(fiscal_harness: FiscalHarness) -> None:
    assert await fiscal_harness.client.close_shift() is None
    assert not fiscal_harness.shifts()
    in_cash, by_card = sale(way=CASH), sale()
    for sold in (in_cash, by_card):
        await fiscal_harness.client.make_receipt(sold, TODAY)
    back = replace(in_cash, receipt_id=str(uuid4()), returns=in_cash.receipt_id)
    await fiscal_harness.client.make_receipt(back, TODAY)
    report = await fiscal_harness.client.close_shift()
    assert isinstance(report, ShiftReport)
    assert report.sums == ShiftSums(2, 205_00, 205_00, 205_00, 0, 0, 0)
    taxes = {code: each.turnover for each in report.taxes for code in each.codes}
    assert taxes["А"] == TaxTurnover(290_00, 145_00, 48_34, 24_17)
    assert taxes["2"] == TaxTurnover(120_00, 60_00, 7_86, 3_93)
    assert await fiscal_harness.client.close_shift() is None
    assert fiscal_harness.shifts() == [False]
