"""The reports of closed shifts (Z), kept beside our own sums."""

from typing import Any

import pytest

from tests.core.payments_harness import PaymentsHarness
from tests.core.test_receipts_in_person import hand_over, want
from tests.core.test_refunds import give_back, of_lines, paid
from tests.fakes.service import Failure

NAMES = ("sales", "sold_cash", "sold_cashless", "returned_cash", "returned_cashless", "cash_in", "cash_out")


async def kept(harness: PaymentsHarness) -> list[tuple[Any, tuple[Any, ...], tuple[Any, ...]]]:
    """Number, the report's sums and our own, of each shift."""
    rows = await harness.rows("SELECT * FROM fiscal_reports ORDER BY id")
    return [
        (row["number"], tuple(row[name] for name in NAMES), tuple(row[f"own_{name}"] for name in NAMES)) for row in rows
    ]


async def night_falls(harness: PaymentsHarness) -> None:
    harness.clock.advance(hours=13)
    await harness.receipts.work()


async def test_a_shift_is_kept_with_our_own_sums(harness: PaymentsHarness) -> None:
    await want(harness, "card", "cash")
    by_card, _ = await paid(harness)
    in_cash = await hand_over(harness)
    await harness.receipts.work()
    await give_back(harness, in_cash, await of_lines(harness, in_cash, Торт=1))
    await give_back(harness, by_card)
    await harness.receipts.work()
    await night_falls(harness)
    sums = (2, 290_00, 350_00, 120_00, 350_00, 0, 0)
    assert await kept(harness) == [("1", sums, sums)]
    harness.clock.advance(minutes=1)
    await hand_over(harness)
    await harness.receipts.work()
    await night_falls(harness)
    await night_falls(harness)
    sums = (1, 290_00, 0, 0, 0, 0, 0)
    assert (await kept(harness))[1:] == [("2", sums, sums)]


async def test_what_another_program_sold_is_a_difference(harness: PaymentsHarness) -> None:
    await paid(harness)
    await harness.receipts.work()
    await harness.database.write(lambda conn: conn.run("DELETE FROM receipts"))
    await night_falls(harness)
    assert await kept(harness) == [("1", (1, 0, 350_00, 0, 0, 0, 0), (0,) * 7)]


async def test_a_shift_that_was_closed_by_hand_has_no_report(harness: PaymentsHarness) -> None:
    await paid(harness)
    await harness.receipts.work()
    harness.checkbox.shifts[0].status = "CLOSED"
    await night_falls(harness)
    assert await kept(harness) == [(None, (*(0,) * 5, None, None), (1, 0, 350_00, 0, 0, 0, 0))]


@pytest.mark.parametrize("failure", [Failure.SERVER_ERROR, Failure.TOO_MANY_REQUESTS])
async def test_a_report_that_could_not_be_read_is_asked_for_again(harness: PaymentsHarness, failure: Failure) -> None:
    await paid(harness)
    await harness.receipts.work()
    harness.checkbox.fail(failure, path=f"/shifts/{harness.checkbox.shifts[0].id}")
    await night_falls(harness)
    assert await kept(harness) == []
    harness.clock.advance(minutes=2)
    await harness.receipts.work()
    assert await kept(harness) == [("1", (1, 0, 350_00, 0, 0, 0, 0), (1, 0, 350_00, 0, 0, 0, 0))]


async def test_a_closing_whose_answer_was_lost_has_its_report(harness: PaymentsHarness) -> None:
    await paid(harness)
    await harness.receipts.work()
    harness.checkbox.fail(Failure.LOST_ANSWER, path="/shifts/close")
    await night_falls(harness)
    harness.clock.advance(minutes=2)
    await harness.receipts.work()
    assert await kept(harness) == [("1", (1, 0, 350_00, 0, 0, 0, 0), (1, 0, 350_00, 0, 0, 0, 0))]
