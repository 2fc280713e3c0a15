"""The second fiscal service, and a change from one to the other: nothing is made twice, nothing is lost."""

import asyncio
from typing import Any

import pytest

from cafe.core.kernel.ids import OrderId
from cafe.core.money.receipts.port import FiscalName
from tests.core.payments_harness import PaymentsHarness
from tests.core.test_fiscal_reports import kept, night_falls
from tests.core.test_receipts_in_person import hand_over, want
from tests.core.test_refunds import cancel, give_back, of_lines, paid
from tests.core.test_taxes import LATTE
from tests.fakes.service import Failure
from tests.fakes.vchasno import FakeVchasno, RefusedError


@pytest.fixture
def only(harness: PaymentsHarness, vchasno: FakeVchasno) -> PaymentsHarness:
    """A cafe that has Вчасно.Каса alone, for a while."""
    harness.fiscal.clear()
    harness.connect_vchasno(vchasno)
    harness.clock.advance(minutes=5)
    return harness


async def work(harness: PaymentsHarness, *, minutes: int = 60) -> None:
    """Let all be made that is due within so long."""
    for _ in range(minutes // 10):
        await harness.receipts.work()
        harness.clock.advance(minutes=10)


async def states(harness: PaymentsHarness) -> list[tuple[Any, ...]]:
    rows = await harness.rows("SELECT service, state, fiscal_number FROM receipts ORDER BY id")
    return [(row["service"], row["state"], row["fiscal_number"]) for row in rows]


def documents(fake: FakeVchasno) -> list[tuple[bool, int, bool]]:
    """Whether it is a return, its sum, whether in cash, of each receipt."""
    return [(one.is_return, one.total, one.is_cash) for one in fake.receipts]


async def test_a_sale_and_its_return(only: PaymentsHarness, vchasno: FakeVchasno) -> None:
    order, _ = await paid(only, discount=10)
    await only.receipts.work()
    [sale] = vchasno.receipts
    assert [(row["name"], row["cnt"], row["price"], row["disc"]) for row in sale.receipt["rows"]] == [
        ("Лате", 2, 85.0, 5.86),
        ("Торт", 1, 120.0, 4.14),
        ("Доставка", 1, 60.0, 0.0),
    ]
    url = f"{vchasno.base_url}/check-viewer/{sale.doccode}"
    assert (await only.messages())[-1] == ("customer", "customer-receipt-ready", {"url": url})
    await give_back(only, order)
    await only.receipts.work()
    assert documents(vchasno) == [(False, 340_00, False), (True, 340_00, False)]
    assert [state for _, state, _ in await states(only)] == ["done", "done"]


async def test_a_lost_answer_is_found_by_its_tag(only: PaymentsHarness, vchasno: FakeVchasno) -> None:
    await paid(only)
    vchasno.fail(Failure.LOST_ANSWER, path="/sale")
    await work(only)
    assert vchasno.tasks("sale") == 1
    assert await states(only) == [("vchasno", "done", vchasno.receipts[0].doccode)]


@pytest.mark.parametrize("failure", [f for f in Failure if f is not Failure.SLOW])
@pytest.mark.parametrize("path", ["/sale", "/open-shift", "/status", "/"])
async def test_a_passing_fault_is_tried_again(
    only: PaymentsHarness, vchasno: FakeVchasno, failure: Failure, path: str
) -> None:
    await paid(only)
    vchasno.fail(failure, path=path, times=2)
    await work(only)
    assert documents(vchasno) == [(False, 350_00, False)]
    assert [state for _, state, _ in await states(only)] == ["done"]


async def test_after_a_restart_a_receipt_on_its_way_is_waited_for(only: PaymentsHarness, vchasno: FakeVchasno) -> None:
    await paid(only)
    vchasno.fail(Failure.DROPPED, path="/sale")
    await only.receipts.work()
    only.connect_vchasno(vchasno)
    await only.receipts.resume()
    await only.receipts.work()
    assert vchasno.tasks("by-tag") == 1
    assert vchasno.tasks("sale") == 1, "the first one may still come about"
    await work(only)
    assert documents(vchasno) == [(False, 350_00, False)]


async def test_where_a_tag_finds_nothing_the_staff_decide(only: PaymentsHarness, vchasno: FakeVchasno) -> None:
    vchasno.finds_by_tag = False
    await paid(only)
    vchasno.fail(Failure.LOST_ANSWER, path="/sale")
    for _ in range(30):
        await only.receipts.work()
        only.clock.advance(hours=1)
    assert vchasno.tasks("sale") == 1
    assert [kind for kind in await only.kinds() if "receipt" in kind] == [
        "staff-receipt-delayed",
        "staff-receipt-refused",
    ]


async def test_five_at_once_make_one(only: PaymentsHarness, vchasno: FakeVchasno) -> None:
    await paid(only)
    await asyncio.gather(*(only.receipts.work() for _ in range(5)))
    await work(only)
    assert documents(vchasno) == [(False, 350_00, False)]


async def test_a_refusal_for_good_reaches_the_staff(only: PaymentsHarness, vchasno: FakeVchasno) -> None:
    vchasno.refusal = RefusedError(1110, "7 не відповідає жодній з глобальних")
    await paid(only)
    await work(only)
    assert (await only.messages())[-1] == (
        "staff",
        "staff-receipt-refused",
        {"reason": "7 не відповідає жодній з глобальних"},
    )
    assert vchasno.tasks("sale") == 1


async def test_another_refusal_is_tried_again(only: PaymentsHarness, vchasno: FakeVchasno) -> None:
    vchasno.refusal = RefusedError(1034, "ДПС: Помилка запису чеку.", action=1)
    await paid(only)
    await only.receipts.work()
    vchasno.refusal = None
    await work(only)
    assert [state for _, state, _ in await states(only)] == ["done"]


async def test_a_return_waits_until_there_is_cash(only: PaymentsHarness, vchasno: FakeVchasno) -> None:
    await want(only, "card", "cash")
    order = await hand_over(only)
    await only.receipts.work()
    vchasno.cash = 0
    await give_back(only, order)
    await work(only)
    assert documents(vchasno) == [(False, 290_00, True)]
    assert (await only.messages())[-1] == ("staff", "staff-drawer-short", {"sums": [[290_00, "UAH"]], "what": "return"})
    vchasno.cash = 290_00
    await work(only)
    assert documents(vchasno) == [(False, 290_00, True), (True, 290_00, True)]
    assert (await only.kinds()).count("staff-drawer-short") == 1


async def test_what_was_not_sold_after_all_is_not_sold(only: PaymentsHarness, vchasno: FakeVchasno) -> None:
    order, _ = await paid(only)
    vchasno.fail(Failure.DROPPED, path="/sale")
    await only.receipts.work()
    await cancel(only, order)
    await work(only)
    assert not vchasno.receipts
    assert [state for _, state, _ in await states(only)] == ["dropped"]


async def test_the_day_is_closed_with_its_report(only: PaymentsHarness, vchasno: FakeVchasno) -> None:
    await want(only, "card", "cash")
    await paid(only)
    in_cash = await hand_over(only, lines=(LATTE,))
    await only.receipts.work()
    await give_back(only, in_cash, await of_lines(only, in_cash, Лате=1))
    await only.receipts.work()
    await night_falls(only)
    sums = (2, 170_00, 350_00, 85_00, 0, 0, 0)
    assert await kept(only) == [("1", sums, sums)]
    [tax] = [dict(row) for row in await only.rows("SELECT * FROM fiscal_report_taxes WHERE sold > 0")]
    assert [tax[name] for name in ("code", "sold", "returned", "sold_vat")] == ["А", 170_00, 85_00, 28_33]
    assert [tax[f"own_{name}"] for name in ("sold", "returned", "sold_vat")] == [170_00, 85_00, 28_33]
    assert vchasno.open_shift is None


@pytest.mark.parametrize("failure", [Failure.LOST_ANSWER, Failure.SERVER_ERROR, Failure.DROPPED])
async def test_a_closing_that_failed_has_its_report(
    only: PaymentsHarness, vchasno: FakeVchasno, failure: Failure
) -> None:
    await paid(only)
    await only.receipts.work()
    vchasno.fail(failure, path="/close-shift")
    await night_falls(only)
    assert await kept(only) == []
    only.clock.advance(minutes=2)
    await only.receipts.work()
    assert await kept(only) == [("1", (1, 0, 350_00, 0, 0, 0, 0), (1, 0, 350_00, 0, 0, 0, 0))]


# A change from one service to the other.


async def sold_at_checkbox(harness: PaymentsHarness) -> OrderId:
    order, _ = await paid(harness)
    await harness.receipts.work()
    return order


async def test_the_first_with_keys_is_in_force(harness: PaymentsHarness, vchasno: FakeVchasno) -> None:
    harness.connect_vchasno(vchasno)
    await sold_at_checkbox(harness)
    del harness.fiscal[FiscalName.CHECKBOX]
    await paid(harness)
    await work(harness)
    assert [service for service, _, _ in await states(harness)] == ["checkbox", "vchasno"]
    assert len(harness.checkbox.receipts) == len(vchasno.receipts) == 1


async def test_a_receipt_begun_stays_where_it_was_begun(harness: PaymentsHarness, vchasno: FakeVchasno) -> None:
    checkbox = harness.fiscal[FiscalName.CHECKBOX]
    harness.checkbox.fail(Failure.LOST_ANSWER, path="/receipts/sell")
    await sold_at_checkbox(harness)
    del harness.fiscal[FiscalName.CHECKBOX]
    harness.connect_vchasno(vchasno)
    await work(harness)
    assert not vchasno.receipts, "it may exist at Checkbox"
    assert [state for _, state, _ in await states(harness)] == ["pending"]
    harness.fiscal[FiscalName.CHECKBOX] = checkbox
    await work(harness)
    assert [(service, state) for service, state, _ in await states(harness)] == [("checkbox", "done")]
    assert (len(harness.checkbox.receipts), len(vchasno.receipts)) == (1, 0)


async def test_one_begun_at_a_service_without_keys_ends_with_the_staff(
    harness: PaymentsHarness, vchasno: FakeVchasno
) -> None:
    harness.checkbox.fail(Failure.LOST_ANSWER, path="/receipts/sell")
    await sold_at_checkbox(harness)
    del harness.fiscal[FiscalName.CHECKBOX]
    harness.connect_vchasno(vchasno)
    for _ in range(30):
        await harness.receipts.work()
        harness.clock.advance(hours=1)
    assert not vchasno.receipts
    told = [payload for _, kind, payload in await harness.messages() if kind == "staff-receipt-refused"]
    assert told == [{"reason": "checkbox: not connected"}]


async def test_a_return_goes_where_its_sale_is(harness: PaymentsHarness, vchasno: FakeVchasno) -> None:
    checkbox = harness.fiscal[FiscalName.CHECKBOX]
    order = await sold_at_checkbox(harness)
    del harness.fiscal[FiscalName.CHECKBOX]
    harness.connect_vchasno(vchasno)
    await give_back(harness, order)
    await work(harness)
    assert not vchasno.receipts, "it was not sold there"
    harness.fiscal[FiscalName.CHECKBOX] = checkbox
    await work(harness)
    sold, returned = harness.checkbox.receipts.values()
    assert returned.returns == sold.id
    assert not vchasno.receipts


async def test_each_service_has_its_shift_closed_and_reported(harness: PaymentsHarness, vchasno: FakeVchasno) -> None:
    checkbox = harness.fiscal[FiscalName.CHECKBOX]
    await sold_at_checkbox(harness)
    del harness.fiscal[FiscalName.CHECKBOX]
    harness.connect_vchasno(vchasno)
    await paid(harness, discount=50)
    await work(harness)
    await night_falls(harness)
    assert harness.checkbox.open_shift is not None, "it has no keys"
    harness.fiscal[FiscalName.CHECKBOX] = checkbox
    await harness.receipts.work()
    assert harness.checkbox.open_shift is None
    assert vchasno.open_shift is None
    assert await kept(harness) == [
        ("1", (1, 0, 300_00, 0, 0, 0, 0), (1, 0, 300_00, 0, 0, 0, 0)),
        ("1", (1, 0, 350_00, 0, 0, 0, 0), (1, 0, 350_00, 0, 0, 0, 0)),
    ]
    rows = await harness.rows("SELECT service FROM fiscal_reports ORDER BY id")
    assert [row["service"] for row in rows] == ["vchasno", "checkbox"]
