"""Receipts of what came back: which are made, which the staff have to make, and which nobody needs."""

import pytest

from cafe.core.money.refunds.model import Selection
from cafe.core.upkeep.checks.store import get_backlog
from tests.core.payments_harness import PaymentsHarness
from tests.core.test_refunds import CANCEL, cancel, give_back, paid
from tests.fakes.service import Failure

SELL = "/receipts/sell"


async def told(harness: PaymentsHarness) -> list[object]:
    """What the staff read of receipts."""
    return [(kind, payload) for _, kind, payload in await harness.messages() if "receipt" in kind]


@pytest.mark.parametrize("is_looked_at_first", [True, False])
async def test_what_was_never_sold_is_not_sold_after_a_cancellation(
    harness: PaymentsHarness, *, is_looked_at_first: bool
) -> None:
    order, _ = await paid(harness)
    harness.checkbox.fail(Failure.SERVER_ERROR, path=SELL)
    await harness.receipts.work()  # asked for, so that it is not dropped by the cancellation
    await cancel(harness, order)
    harness.clock.advance(minutes=1)
    if is_looked_at_first:
        await harness.receipts.work()
    [debt] = (await harness.refunds.offer(order)).debts
    await give_back(harness, order, Selection(debt_id=debt.debt_id))
    for _ in range(3):
        harness.clock.advance(minutes=10)
        await harness.receipts.work()
    assert await told(harness) == []
    assert len(harness.checkbox.calls_to(SELL)) == 1
    assert not harness.checkbox.receipts
    states = [(row["state"], row["reason"]) for row in await harness.rows("SELECT state, reason FROM receipts")]
    assert states in ([("dropped", None)], [("dropped", None)] * 2)


async def test_what_was_sold_although_the_answer_was_lost_is_returned(harness: PaymentsHarness) -> None:
    order, _ = await paid(harness)
    harness.checkbox.fail(Failure.LOST_ANSWER, path=SELL)
    await harness.receipts.work()
    await cancel(harness, order)
    [debt] = (await harness.refunds.offer(order)).debts
    await give_back(harness, order, Selection(debt_id=debt.debt_id))
    for _ in range(3):
        harness.clock.advance(minutes=10)
        await harness.receipts.work()
    sold, returned = harness.checkbox.receipts.values()
    assert (sold.total, returned.returns) == (350_00, sold.id)


async def test_a_refused_sale_of_a_cancelled_order_is_nobodys_work(harness: PaymentsHarness) -> None:
    harness.checkbox.refusal = "Каса не зареєстрована"
    order, _ = await paid(harness)
    harness.checkbox.fail(Failure.LOST_ANSWER, path=SELL)
    await harness.receipts.work()
    await cancel(harness, order)
    harness.clock.advance(minutes=1)
    await harness.receipts.work()
    assert await told(harness) == []
    [sale] = await harness.rows("SELECT state, reason FROM receipts")
    assert (sale["state"], sale["reason"]) == ("dropped", "Каса не зареєстрована")


async def test_a_sale_that_the_staff_made_by_hand_has_its_return_by_hand(harness: PaymentsHarness) -> None:
    harness.checkbox.refusal = "Каса не зареєстрована"
    order, _ = await paid(harness)
    await harness.receipts.work()
    await cancel(harness, order)
    [debt] = (await harness.refunds.offer(order)).debts
    await give_back(harness, order, Selection(debt_id=debt.debt_id))
    assert await told(harness) == [
        ("staff-receipt-refused", {"reason": "Каса не зареєстрована"}),
        ("staff-return-receipt-refused", {"sums": [[350_00, "UAH"]], "reason": ""}),
    ]


@pytest.mark.parametrize(("said", "currency"), [({"amount": 400_00}, "UAH"), ({"amount": 400_00, "ccy": 840}, "USD")])
async def test_a_payment_of_another_sum_has_its_return_by_hand(
    harness: PaymentsHarness, said: dict[str, object], currency: str
) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    invoice = await harness.invoice_of(order)
    harness.bank.invoices[invoice].amount = 400_00
    harness.bank.invoices[invoice].status = "success"
    await harness.paid_webhook(invoice, **said)
    await give_back(harness, order, Selection(amount=50_00))
    assert await told(harness) == [("staff-return-receipt-refused", {"sums": [[50_00, currency]], "reason": ""})]


@pytest.mark.parametrize(("is_in_person", "kind", "label"), [(True, "CASH", "Готівка"), (False, "CASHLESS", "Картка")])
async def test_the_receipt_of_a_return_says_how_the_money_went_back(
    harness: PaymentsHarness, *, is_in_person: bool, kind: str, label: str
) -> None:
    order, _ = await paid(harness)
    await harness.receipts.work()
    harness.checkbox.shifts[0].initial = 50_00  # what a guest gets in cash must be in the register's drawer
    await give_back(harness, order, Selection(amount=50_00, is_in_person=is_in_person))
    await harness.receipts.work()
    [made] = [receipt for receipt in harness.checkbox.receipts.values() if receipt.returns]
    assert made.sold["payments"] == [{"type": kind, "value": 50_00, "label": label}]


async def test_the_history_names_another_currency(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    await harness.paid_webhook(await harness.invoice_of(order), ccy=840)
    await give_back(harness, order, Selection(amount=50_50, is_in_person=True))
    [event] = await harness.rows("SELECT detail FROM order_events WHERE kind = 'refunded'")
    assert event["detail"] == "50.50 USD"


async def test_what_is_on_its_way_is_nobodys_to_give_back(harness: PaymentsHarness) -> None:
    async def owed() -> tuple[int, int]:
        backlog = await harness.database.read(get_backlog, int(harness.clock.now().timestamp()))
        return backlog.owed, backlog.debts

    order, _ = await paid(harness)
    await cancel(harness, order)
    assert await owed() == (350_00, 1)
    [debt] = (await harness.refunds.offer(order)).debts
    harness.bank.fail(Failure.LOST_ANSWER, path=CANCEL)
    await give_back(harness, order, Selection(debt_id=debt.debt_id))
    assert await owed() == (0, 1)


@pytest.mark.parametrize(("state", "count"), [("unclear", 1), ("unknown", 0), ("held", 0), ("done", 0)])
async def test_every_refund_that_the_staff_look_up_counts_as_unclear(
    harness: PaymentsHarness, state: str, count: int
) -> None:
    order, _ = await paid(harness)
    await give_back(harness, order)
    now = int(harness.clock.now().timestamp())
    await harness.database.write(lambda conn: conn.run("UPDATE refunds SET state = :s", {"s": state}))
    assert (await harness.database.read(get_backlog, now)).unclear_refunds == count
