"""Fiscal shifts that somebody opens and closes by hand: once, with their report, and the day's sums still add up."""

import pytest

from cafe.core.money.receipts.port import FiscalName, FiscalServices, OpenShift
from cafe.core.money.receipts.shifts import Register, ShiftAct, ShiftService
from tests.core.payments_harness import PaymentsHarness
from tests.core.test_fiscal_reports import kept, night_falls
from tests.core.test_fiscal_services import work
from tests.core.test_receipts_in_person import hand_over, want
from tests.core.test_refunds import paid
from tests.core.test_tills import open_day
from tests.fakes.service import Failure

CHECKBOX = FiscalName.CHECKBOX


def shifts(harness: PaymentsHarness) -> ShiftService:
    return ShiftService(harness.database, harness.clock, lambda: FiscalServices(harness.fiscal))


async def ask(harness: PaymentsHarness, act: ShiftAct) -> None:
    await shifts(harness).ask(CHECKBOX, act, "Ірина")
    await harness.receipts.work()


async def now(harness: PaymentsHarness) -> Register:
    [register] = await shifts(harness).list_all()
    return register


async def test_a_shift_closed_by_hand_is_kept_and_a_sale_opens_another(harness: PaymentsHarness) -> None:
    await paid(harness)
    await harness.receipts.work()
    register = await now(harness)
    assert register.shift == OpenShift(int(harness.clock.now().timestamp()), 0)
    harness.clock.advance(minutes=1)
    await ask(harness, ShiftAct.CLOSE)
    assert await now(harness) == Register(CHECKBOX, None, "", None)
    harness.clock.advance(minutes=1)
    await paid(harness, discount=50)
    await harness.receipts.work()
    await night_falls(harness)
    assert [shift.status for shift in harness.checkbox.shifts] == ["CLOSED", "CLOSED"]
    first, second = (1, 0, 350_00, 0, 0, 0, 0), (1, 0, 300_00, 0, 0, 0, 0)
    assert await kept(harness) == [("1", first, first), ("2", second, second)]


async def test_what_waits_is_made_before_the_shift_closes(harness: PaymentsHarness) -> None:
    await paid(harness)
    await ask(harness, ShiftAct.CLOSE)
    assert [number for number, _, _ in await kept(harness)] == ["1"]
    assert [one.status for one in harness.checkbox.receipts.values()] == ["DONE"]


async def test_a_shift_opened_by_hand_is_closed_at_night(harness: PaymentsHarness) -> None:
    await ask(harness, ShiftAct.OPEN)
    assert (await now(harness)).shift is not None
    await ask(harness, ShiftAct.OPEN)
    assert len(harness.checkbox.shifts) == 1
    await night_falls(harness)
    assert harness.checkbox.open_shift is None
    assert [number for number, _, _ in await kept(harness)] == ["1"]


async def test_no_shift_is_closed_twice(harness: PaymentsHarness) -> None:
    await ask(harness, ShiftAct.CLOSE)
    assert await kept(harness) == []
    await ask(harness, ShiftAct.OPEN)
    await ask(harness, ShiftAct.CLOSE)
    await ask(harness, ShiftAct.CLOSE)
    assert [number for number, _, _ in await kept(harness)] == ["1"]


@pytest.mark.parametrize("failure", [Failure.SERVER_ERROR, Failure.LOST_ANSWER])
async def test_a_failure_is_shown_and_tried_again(harness: PaymentsHarness, failure: Failure) -> None:
    await paid(harness)
    await harness.receipts.work()
    harness.clock.advance(minutes=1)
    harness.checkbox.fail(failure, path="/shifts/close")
    await ask(harness, ShiftAct.CLOSE)
    register = await now(harness)
    assert register.wish is not None
    assert register.wish.problem.startswith("checkbox: ")
    await work(harness, minutes=10)
    await harness.receipts.work()
    assert (await now(harness)).wish is None
    assert [number for number, _, _ in await kept(harness)] == ["1"]


async def test_a_wish_ends_after_an_hour(harness: PaymentsHarness) -> None:
    await paid(harness)
    await harness.receipts.work()
    harness.checkbox.fail(Failure.SERVER_ERROR, path="/shifts/close", times=1000)
    await ask(harness, ShiftAct.CLOSE)
    await work(harness, minutes=80)
    assert (await now(harness)).wish is None


async def test_an_open_till_goes_on_in_the_new_shift(harness: PaymentsHarness) -> None:
    await want(harness, "cash")
    harness.checkbox.carries_cash = False
    await open_day(harness)
    await hand_over(harness)
    await harness.receipts.work()
    harness.clock.advance(minutes=1)
    await ask(harness, ShiftAct.CLOSE)
    harness.clock.advance(minutes=1)
    await ask(harness, ShiftAct.OPEN)
    register = await now(harness)
    assert register.shift is not None
    assert register.shift.drawer == 390_00
    await night_falls(harness)
    sums = [(1, 290_00, 0, 0, 0, 100_00, 0), (0, 0, 0, 0, 0, 390_00, 0)]
    assert await kept(harness) == [(str(place), each, each) for place, each in enumerate(sums, 1)]


async def test_a_service_that_does_not_answer(harness: PaymentsHarness) -> None:
    harness.checkbox.fail(Failure.SERVER_ERROR, path="/cashier/shift")
    register = await now(harness)
    assert (register.shift, register.problem[:14]) == (None, "checkbox: 500 ")
