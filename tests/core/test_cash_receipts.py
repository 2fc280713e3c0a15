"""Cash brought in and taken out is told to the fiscal service once, in the order of the moves; the refused waits."""

from collections.abc import Callable
from typing import Any

import pytest

from cafe.core.money.receipts.cash import CashKind, amount_to_tell
from cafe.core.money.tills.model import MoveKind
from tests.core.payments_harness import PaymentsHarness
from tests.core.test_fiscal_reports import kept
from tests.core.test_fiscal_services import work
from tests.core.test_receipts_in_person import hand_over, want
from tests.core.test_refunds import give_back
from tests.core.test_tills import close, open_day, tills
from tests.fakes.service import Failure
from tests.fakes.vchasno import FakeVchasno, RefusedError


@pytest.fixture(params=["checkbox", "vchasno"])
def told(request: pytest.FixtureRequest, harness: PaymentsHarness, vchasno: FakeVchasno) -> Callable[[], list[int]]:
    """What the fiscal service in force was told of cash, in hryvnias."""
    if request.param == "checkbox":
        return lambda: [one.value // 100 for one in harness.checkbox.moves.values()]
    harness.fiscal.clear()
    harness.connect_vchasno(vchasno)
    harness.clock.advance(minutes=5)
    return lambda: [each // 100 for each in vchasno.moves]


Told = Callable[[], list[int]]


async def move(harness: PaymentsHarness, kind: MoveKind, hryvnias: int) -> None:
    [state], _ = await tills(harness).read()
    await tills(harness).move(state.till.id, kind, hryvnias * 100, "розмін", "Ірина")
    harness.clock.advance(minutes=1)


async def rows(harness: PaymentsHarness) -> list[tuple[str, int | None, str]]:
    found = await harness.rows("SELECT kind, told, state FROM cash_receipts ORDER BY id")
    return [(row["kind"], row["told"], row["state"]) for row in found]


async def test_a_day_of_a_till_is_told_as_it_went(harness: PaymentsHarness, told: Told) -> None:
    await want(harness, "cash")
    await open_day(harness)
    await move(harness, MoveKind.IN, 50)
    await hand_over(harness)
    await move(harness, MoveKind.OUT, 400)  # with what the sale brought
    await close(harness, 40)
    await work(harness)
    assert told() == [100, 50, -400, -40]


@pytest.mark.parametrize("ways", [["card"], ["card", "terminal"]])
async def test_without_receipts_of_cash_nothing_is_told(harness: PaymentsHarness, told: Told, ways: list[str]) -> None:
    await want(harness, *ways)
    await open_day(harness)
    await move(harness, MoveKind.IN, 50)
    await work(harness)
    assert told() == []
    assert await rows(harness) == []


@pytest.mark.parametrize("failure", [Failure.LOST_ANSWER, Failure.DROPPED, Failure.SERVER_ERROR])
async def test_after_a_fault_it_is_told_once(
    harness: PaymentsHarness, vchasno: FakeVchasno, told: Told, failure: Failure
) -> None:
    await want(harness, "cash")
    harness.checkbox.fail(failure, path="/receipts/service")
    vchasno.fail(failure, path="/cash-in")
    await open_day(harness)
    await work(harness)
    assert told() == [100]
    assert [state for _, _, state in await rows(harness)] == ["done"]


async def test_what_the_sale_before_a_day_brought_is_in_the_drawer_once(harness: PaymentsHarness, told: Told) -> None:
    await want(harness, "cash")
    await open_day(harness)
    await close(harness, 100)
    await hand_over(harness)  # it belongs to the next day
    await work(harness)
    harness.clock.advance(hours=24)
    await harness.receipts.work()
    await open_day(harness, {"1": 390})
    await work(harness)
    assert told() == [100, -100, 100 if harness.checkbox.moves else 390]


async def test_a_night_over_midnight_has_its_cash_in_both_shifts(
    harness: PaymentsHarness, vchasno: FakeVchasno, told: Told
) -> None:
    """The till stays open; whether the register's drawer is empty in the new shift depends on the service."""
    await want(harness, "cash")
    await open_day(harness)
    order = await hand_over(harness)
    await work(harness)
    harness.clock.advance(hours=12)  # past midnight in Kyiv
    await harness.receipts.work()
    await give_back(harness, order)
    await work(harness)
    await close(harness, 100)
    await work(harness)
    carried = [] if harness.checkbox.moves else [390]
    assert told() == [100, *carried, -100]
    assert vchasno.cash == 0
    assert [state for _, _, state in await rows(harness)] == ["done"] * 3


async def test_too_much_taken_out_waits_for_cash(harness: PaymentsHarness, told: Told) -> None:
    """The till had cash that had no receipts."""
    await open_day(harness)
    await hand_over(harness)
    await want(harness, "cash")
    await move(harness, MoveKind.OUT, 300)
    await work(harness)
    assert told() == []
    short = ("staff", "staff-drawer-short", {"sums": [[300_00, "UAH"]], "what": "out"})
    assert (await harness.messages())[-1] == short
    await move(harness, MoveKind.IN, 350)
    await work(harness)
    assert told() == [350, -300]
    await close(harness, 440)
    await work(harness)
    assert told() == [350, -300, -50]  # no more than the register has
    assert (await harness.kinds()).count("staff-drawer-short") == 1


async def test_what_was_before_a_service_was_connected_is_not_told(harness: PaymentsHarness) -> None:
    checkbox = dict(harness.fiscal)
    harness.fiscal.clear()
    await want(harness, "cash")
    await open_day(harness)
    harness.clock.advance(hours=30)
    harness.fiscal.update(checkbox)
    await work(harness)
    assert await rows(harness) == [("opening", None, "done")]
    assert harness.checkbox.shifts == []
    assert await harness.kinds() == []


async def test_an_empty_till_opens_no_shift(harness: PaymentsHarness) -> None:
    await want(harness, "cash")
    await open_day(harness, {"100": 0})
    await work(harness)
    assert await rows(harness) == [("opening", None, "done")]
    assert harness.checkbox.shifts == []


async def test_what_is_refused_for_a_day_is_the_staffs(harness: PaymentsHarness, vchasno: FakeVchasno) -> None:
    harness.fiscal.clear()
    harness.connect_vchasno(vchasno)
    harness.clock.advance(minutes=5)
    await want(harness, "cash")
    await open_day(harness)
    vchasno.refusal = RefusedError(1097, "Помилка")
    await work(harness)
    untold: dict[str, Any] = {"sums": [[100_00, "UAH"]], "what": "in", "reason": "Помилка"}
    assert (await harness.messages())[-1] == ("staff", "staff-cash-untold", untold)
    assert [state for _, _, state in await rows(harness)] == ["refused"]


async def test_what_the_service_does_not_say_is_unknown(harness: PaymentsHarness, vchasno: FakeVchasno) -> None:
    harness.fiscal.clear()
    harness.connect_vchasno(vchasno)
    harness.clock.advance(minutes=5)
    vchasno.reports_cash = False
    await want(harness, "cash")
    await open_day(harness)
    await work(harness)
    harness.clock.advance(hours=13)
    await harness.receipts.work()
    assert [(reported[5:], own[5:]) for _, reported, own in await kept(harness)] == [((None, None), (100_00, 0))]


@pytest.mark.parametrize(
    ("kind", "amount", "drawer", "expected"),
    [
        (CashKind.IN, 100, 7, 100),
        (CashKind.OUT, -100, 7, -100),
        (CashKind.OPENING, 100, 7, 100),
        (CashKind.CLOSING, -100, 7, -7),
        (CashKind.CLOSING, -100, 700, -100),
        (CashKind.CLOSING, -100, None, -100),
        (CashKind.CARRIED, 100, 0, 100),
        (CashKind.CARRIED, 100, 40, 60),
        (CashKind.CARRIED, 100, 400, 0),
    ],
)
def test_what_is_told(kind: CashKind, amount: int, drawer: int | None, expected: int) -> None:
    assert amount_to_tell(kind, amount, drawer) == expected
