"""Refunds that do not end by themselves: who hears what of them, and that no money goes back twice."""

import asyncio

import pytest

from cafe.core.catalogue.settings import store as settings_store
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.handlers import record
from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import ProviderName
from cafe.core.money.payments.model import Money
from cafe.core.money.refunds.errors import RefundForbiddenError
from cafe.core.money.refunds.model import RefundState, Selection
from cafe.core.money.reports.service import DaySummaryService
from cafe.core.ordering.lookup.store import list_owed
from cafe.core.ordering.orders.service import OrderService
from cafe.core.people.staff.model import Role
from tests.core.payments_harness import PERSON, PaymentsHarness
from tests.core.test_refunds import BOTH, CANCEL, REFUND, cancel, give_back, paid, returned, states, wait
from tests.fakes.service import Failure

FIFTY = Selection(amount=50_00)


async def wait_a_day(harness: PaymentsHarness) -> None:
    for _ in range(9):
        harness.clock.advance(hours=3)
        await harness.refunds.worker.work()


async def told(harness: PaymentsHarness, *kinds: str) -> list[tuple[str, object]]:
    """What the staff read of refunds that do not end."""
    expected = kinds or ("staff-refund-held", "staff-refund-unclear")
    return [(kind, payload) for _, kind, payload in await harness.messages() if kind in expected]


# Several, and what the dashboard leaves for them.


async def test_what_the_bank_is_at_work_on_has_the_room_that_the_dashboard_left(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    harness.bank.refused_refund = 429, "TMR"
    await give_back(harness, order, Selection(amount=150_00))
    harness.bank.refused_refund, harness.bank.refund_status = None, "processing"
    await give_back(harness, order, Selection(amount=200_00))
    await harness.bank.refund(invoice, 100_00)  # in the dashboard
    await harness.bank_says(invoice)
    assert await states(harness) == [("refused", 150_00), ("asked", 200_00), ("done", 100_00)]
    await harness.bank.finish_refunds(invoice)
    await harness.bank_says(invoice)
    assert await states(harness) == [("refused", 150_00), ("done", 200_00), ("done", 100_00)]


# One that the provider does not take.


async def test_what_the_bank_never_took_is_not_asked_for_once_the_staff_were_told(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    token, harness.bank.token = harness.bank.token, "another"
    refund = await give_back(harness, order, FIFTY)
    await wait_a_day(harness)
    [(kind, payload)] = await told(harness)
    assert kind == "staff-refund-held"
    assert "403" in str(payload)
    harness.bank.token = token
    await harness.bank.refund(invoice, 50_00)  # in the dashboard
    await harness.refunds.worker.resume()
    await wait(harness, minutes=60)
    assert returned(harness, invoice) == 50_00, "only what somebody gave back in the dashboard"
    assert len(await told(harness)) == 1
    await harness.refunds.resolve(refund.id, "Олена", is_done=False)
    await wait(harness, minutes=60)
    assert returned(harness, invoice) == 50_00


async def test_what_the_bank_did_not_take_goes_on_when_somebody_says_so(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    harness.bank.refused_refund = 403, "FORBIDDEN"
    refund = await give_back(harness, order, FIFTY)
    with pytest.raises(NotFoundError):
        await harness.refunds.resume(refund.id, "Олена")
    await wait_a_day(harness)
    await harness.refunds.resume(refund.id, "Олена")
    with pytest.raises(NotFoundError):
        await harness.refunds.resume(refund.id, "Тарас")
    with pytest.raises(NotFoundError):
        await harness.refunds.resolve(refund.id, "Тарас", is_done=False)
    await wait(harness, minutes=60)
    assert len(await told(harness)) == 1, "it has another day"
    await wait_a_day(harness)
    assert len(await told(harness)) == 2
    await harness.refunds.resume(refund.id, "Олена")
    harness.bank.refused_refund = None
    await wait(harness, minutes=1)
    assert await states(harness) == [("done", 50_00)]
    assert returned(harness, invoice) == 50_00


async def test_a_refund_that_waits_for_an_unclear_one_is_told_as_such(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness, ProviderName.LIQPAY)
    harness.liqpay.fail(Failure.DROPPED, path=REFUND)
    first = await give_back(harness, order, FIFTY)
    second = await give_back(harness, order, Selection(amount=20_00))
    await wait_a_day(harness)
    assert await states(harness) == [("unclear", 50_00), ("held", 20_00)]
    assert sorted(await told(harness), key=lambda each: each[0], reverse=True) == [
        ("staff-refund-unclear", {"sums": [[50_00, "UAH"]], "provider": "liqpay", "reference": first.reference}),
        ("staff-refund-held", {"sums": [[20_00, "UAH"]], "reason": ""}),
    ]
    await harness.refunds.resolve(first.id, "Олена", is_done=False)
    await wait(harness, minutes=60)
    assert returned(harness, invoice) == 0
    await harness.refunds.resume(second.id, "Олена")
    await wait(harness, minutes=1)
    assert returned(harness, invoice) == 20_00


async def test_a_refund_that_the_bank_works_on_is_told_when_nobody_looks_any_more(harness: PaymentsHarness) -> None:
    order, _ = await paid(harness)
    harness.bank.refund_status = "processing"
    await give_back(harness, order)
    await wait_a_day(harness)
    assert await told(harness) == []
    harness.clock.advance(days=14)
    await wait(harness, minutes=20)
    assert [kind for kind, _ in await told(harness)] == ["staff-refund-unclear"]


async def test_only_those_settle_a_refund_who_may_give_money_back(harness: PaymentsHarness) -> None:
    order, _ = await paid(harness)
    harness.bank.refused_refund = 403, "FORBIDDEN"
    refund = await give_back(harness, order, FIFTY)
    await wait_a_day(harness)
    await harness.database.write(settings_store.set_setting, "refund_role", "owner")
    for role in (Role.STAFF, Role.MANAGER):
        with pytest.raises(RefundForbiddenError):
            await harness.refunds.resolve(refund.id, "Тарас", is_done=True, role=role)
        with pytest.raises(RefundForbiddenError):
            await harness.refunds.resume(refund.id, "Тарас", role=role)
    assert await states(harness) == [("held", 50_00)]
    await harness.refunds.resolve(refund.id, "Олена", is_done=False, role=Role.OWNER)
    assert await states(harness) == [("refused", 50_00)]


# A copy of the database that does not know of a refund.


@BOTH
async def test_a_refund_that_was_made_since_the_copy_is_not_made_again(
    harness: PaymentsHarness, provider: ProviderName
) -> None:
    order, invoice = await paid(harness, provider)
    service = harness.liqpay if provider is ProviderName.LIQPAY else harness.bank
    path = CANCEL if provider is ProviderName.MONOBANK else REFUND
    service.fail(Failure.TOO_MANY_REQUESTS, path=path)
    refund = await give_back(harness, order, FIFTY)
    assert refund.state is RefundState.REQUESTED
    copy = await harness.rows("SELECT * FROM refunds")
    service.recover()
    await wait(harness, minutes=1)
    assert returned(harness, invoice) == 50_00
    await restore(harness, copy[0])
    await harness.refunds.worker.resume()
    await wait(harness, minutes=30)
    assert returned(harness, invoice) == 50_00
    assert await states(harness) == [("done", 50_00)]


async def test_a_first_time_that_comes_late_is_looked_up_before(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    begun = await harness.refunds.begin(order, FIFTY, seen=0, reason="", actor="Олена")
    await harness.bank.refund(invoice, 50_00)
    harness.bank.invoices[invoice].refunds[0].ext_ref = begun.reference  # by the process that the copy is of
    harness.clock.advance(minutes=2)
    await harness.refunds.worker.work()
    assert harness.bank.calls_to(CANCEL) == []
    assert await states(harness) == [("done", 50_00)]


@BOTH
async def test_one_sum_that_went_back_is_one_refund(harness: PaymentsHarness, provider: ProviderName) -> None:
    order, invoice = await paid(harness, provider)
    for seen in range(3):
        await harness.refunds.begin(order, Selection(amount=20_00), seen=seen, reason="", actor="Олена")
    service = harness.liqpay if provider is ProviderName.LIQPAY else harness.bank
    await service.refund(invoice, 20_00)
    harness.clock.advance(minutes=2)
    await wait(harness, minutes=20)
    assert await states(harness) == [("done", 20_00)] * 3
    assert returned(harness, invoice) == 60_00


async def test_nothing_is_asked_for_late_while_the_bank_does_not_tell(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    await harness.refunds.begin(order, FIFTY, seen=0, reason="", actor="Олена")
    token, harness.bank.token = harness.bank.token, "another"
    harness.clock.advance(minutes=2)
    await wait(harness, minutes=10)
    assert (harness.bank.calls_to(CANCEL), await states(harness)) == ([], [("requested", 50_00)])
    harness.bank.token = token
    await wait(harness, minutes=15)
    assert returned(harness, invoice) == 50_00


# A press that comes while somebody is asked.


async def test_a_refund_that_turns_out_done_after_somebody_called_it_lost(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    harness.bank.fail(Failure.LOST_ANSWER, path=CANCEL)
    refund = await give_back(harness, order)
    token, harness.bank.token = harness.bank.token, "another"
    await wait_a_day(harness)
    assert [kind for kind, _ in await told(harness)] == ["staff-refund-unclear"]
    harness.bank.token = token
    harness.bank.fail(Failure.SLOW, path="/invoice/status", seconds=1)
    before = len(harness.bank.calls_to("/invoice/status"))
    looking = asyncio.ensure_future(wait(harness, minutes=15))
    while len(harness.bank.calls_to("/invoice/status")) == before and not looking.done():  # noqa: ASYNC110 - asked by now
        await asyncio.sleep(0.01)
    await harness.refunds.resolve(refund.id, "Олена", is_done=False)
    assert await states(harness) == [("refused", 350_00)]
    await looking
    assert await states(harness) == [("done", 350_00)]
    assert returned(harness, invoice) == 350_00
    [payment] = (await harness.refunds.offer(order)).payments
    assert payment.left == 0
    assert (await harness.kinds()).count("customer-money-returned") == 1


# A cancellation while a refund is under way.


async def test_the_staff_need_not_return_what_is_on_its_way(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    today = DaySummaryService(harness.database, harness.clock)
    harness.bank.refund_status = "processing"
    await give_back(harness, order)
    await cancel(harness, order)
    assert "staff-money-to-return" not in await harness.kinds()
    assert (await today.of(harness.clock.now().date())).money.to_return == ()
    assert await harness.database.read(list_owed, [order]) == {}
    await harness.bank.finish_refunds(invoice, "failure")
    await wait(harness, minutes=15)
    assert (await harness.messages())[-1][1:] == ("staff-refund-refused", {"sums": [[350_00, "UAH"]], "reason": ""})
    assert (await today.of(harness.clock.now().date())).money.to_return == (Money(350_00),)
    assert await harness.database.read(list_owed, [order]) == {order: [Money(350_00)]}
    [debt] = (await harness.refunds.offer(order)).debts
    harness.bank.refund_status = "success"
    await give_back(harness, order, Selection(debt_id=debt.debt_id))
    assert returned(harness, invoice) == 350_00


async def test_the_staff_return_what_is_not_on_its_way(harness: PaymentsHarness) -> None:
    order, _ = await paid(harness)
    harness.bank.refund_status = "processing"
    await give_back(harness, order, Selection(amount=100_00))
    await OrderService(harness.database, harness.clock, record, SnapshotCache(harness.database, harness.clock)).cancel(
        PERSON, order
    )
    [said] = [payload for _, kind, payload in await harness.messages() if kind == "staff-order-cancelled"]
    assert said == {"money_to_return": True, "sums": [[250_00, "UAH"]]}
    assert await harness.database.read(list_owed, [order]) == {order: [Money(250_00)]}


async def restore(harness: PaymentsHarness, row: Row) -> None:
    """Put a refund back as a copy has it; what followed from its end is not in the copy either."""
    columns = ", ".join(f"{name} = :{name}" for name in dict(row) if name != "id")

    def write(conn: Connection) -> None:
        conn.run(f"UPDATE refunds SET {columns} WHERE id = :id", dict(row))  # noqa: S608

    await harness.database.write(write)
