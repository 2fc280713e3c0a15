"""Money given back: what is asked for goes back once, whoever asks, however often, and whatever the bank answers."""

import asyncio
from itertools import pairwise
from typing import Any

import orjson
import pytest

from cafe.core.catalogue.settings import store as settings_store
from cafe.core.handlers import record
from cafe.core.kernel.database import Connection
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.kernel.locale import OwnText
from cafe.core.money.payments import store
from cafe.core.money.payments.counter import CounterService
from cafe.core.money.payments.facts import CounterPayment, ReportSource
from cafe.core.money.payments.model import Invoice
from cafe.core.money.refunds.errors import (
    NothingToReturnError,
    RefundChangedError,
    RefundForbiddenError,
    RefundLimitError,
    RefundTooLargeError,
    RefundUnavailableError,
)
from cafe.core.money.refunds.model import Refund, RefundState, RefundWay, Selection
from cafe.core.ordering.orders.model import OrderLine, OrderStatus
from cafe.core.ordering.orders.staff_service import StaffOrderService
from cafe.core.people.staff.model import Role
from tests.core.payments_harness import PERSON, PaymentsHarness
from tests.fakes.service import Failure

CANCEL = "/invoice/cancel"
REFUND = "/api/request#refund"
WHOLE = Selection(is_whole=True)
LATTE_AND_CAKE = (OrderLine(None, OwnText("Лате", "Latte"), 2, 85), OrderLine(None, OwnText("Торт", "Cake"), 1, 120))
BOTH = pytest.mark.parametrize("provider", list(ProviderName))


async def paid(
    harness: PaymentsHarness, provider: ProviderName = ProviderName.MONOBANK, **what: Any
) -> tuple[OrderId, str]:
    """An order of two lattes and a cake, paid by card; 350 UAH with delivery unless said otherwise."""
    await harness.use(provider)
    order = await harness.order(**{"lines": LATTE_AND_CAKE} | what)
    page = await harness.page(order)
    invoice = await harness.invoice_of(order)
    if provider is ProviderName.LIQPAY:
        await harness.liqpay.open(page)
        await harness.liqpay.pay(invoice)
    else:
        await harness.bank.pay(invoice)
    assert await harness.payments.is_paid(PERSON, order)
    return order, invoice


async def give_back(harness: PaymentsHarness, order: OrderId, selection: Selection = WHOLE, **how: Any) -> Refund:
    seen = (await harness.refunds.offer(order)).seen
    asked: dict[str, Any] = {"seen": seen, "reason": "Немає торта", "actor": "Ірина"} | how
    return await harness.refunds.request(order, selection, **asked)


async def of_lines(harness: PaymentsHarness, order: OrderId, **pieces: int) -> Selection:
    offered = {line.line.product_name.uk: line.line_id for line in (await harness.refunds.offer(order)).lines}
    return Selection(lines={offered[name]: count for name, count in pieces.items()})


async def states(harness: PaymentsHarness) -> list[tuple[str, int]]:
    rows = await harness.rows("SELECT state, amount FROM refunds ORDER BY id")
    return [(row["state"], row["amount"]) for row in rows]


async def wait(harness: PaymentsHarness, *, minutes: float) -> None:
    """Let the loop work for so long."""
    for _ in range(int(minutes * 2)):
        harness.clock.advance(seconds=30)
        await harness.refunds.worker.work()


def returned(harness: PaymentsHarness, invoice: str) -> int:
    """What the bank really gave back, in kopiykas."""
    if invoice in harness.bank.invoices:
        return harness.bank.invoices[invoice].returned
    return int(harness.liqpay.payments[invoice].refunded * 100)


async def cancel(harness: PaymentsHarness, order: OrderId) -> None:
    await StaffOrderService(harness.database, harness.clock, record).cancel(order, OrderStatus.NEW, "ні", "Ірина")


# One refund after the other.


@BOTH
async def test_a_dish_and_then_the_rest_go_back(harness: PaymentsHarness, provider: ProviderName) -> None:
    order, invoice = await paid(harness, provider)
    cake = await give_back(harness, order, await of_lines(harness, order, Торт=1))
    assert (cake.state, cake.money.amount) == (RefundState.DONE, 120_00)
    assert returned(harness, invoice) == 120_00
    assert (await give_back(harness, order)).money.amount == 230_00
    assert returned(harness, invoice) == 350_00
    with pytest.raises(NothingToReturnError):
        await give_back(harness, order)
    told = [payload for _, kind, payload in await harness.messages() if kind == "customer-money-returned"]
    assert told == [{"sums": [[sum_, "UAH"]], "way": "provider"} for sum_ in (120_00, 230_00)]
    events = await harness.rows("SELECT actor, detail FROM order_events WHERE kind = 'refunded' ORDER BY id")
    assert [(event["actor"], event["detail"]) for event in events] == [("Ірина", "120"), ("Ірина", "230")]
    assert await harness.is_marked_paid(order)


async def test_the_bank_is_told_what_comes_back_where_that_adds_up(harness: PaymentsHarness) -> None:
    order, _ = await paid(harness)
    await give_back(harness, order, await of_lines(harness, order, Лате=1))
    cheaper, _ = await paid(harness, discount=7)
    await give_back(harness, cheaper, await of_lines(harness, cheaper, Лате=1))
    await give_back(harness, order)
    exact, spread, rest = (orjson.loads(call.body) for call in harness.bank.calls_to(CANCEL))
    assert [item | {"code": ""} for item in exact["items"]] == [{"name": "Лате", "qty": 1, "sum": 85_00, "code": ""}]
    assert "items" not in spread
    assert [(item["name"], item["qty"], item["sum"]) for item in rest["items"]] == [
        ("Лате", 1, 85_00),
        ("Торт", 1, 120_00),
        ("Доставка", 1, 60_00),
    ]
    assert (rest["amount"], rest["items"][-1]["code"]) == (265_00, "delivery"), "as on the invoice"


async def test_a_sum_that_nobody_said_the_goods_of(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    await give_back(harness, order, Selection(amount=12_34))
    with pytest.raises(RefundTooLargeError):
        await give_back(harness, order, Selection(amount=337_67))
    await give_back(harness, order, Selection(amount=337_66))
    assert returned(harness, invoice) == 350_00


@pytest.mark.parametrize("selection", [Selection(), Selection(amount=0), Selection(amount=-5)])
async def test_nothing_is_no_refund(harness: PaymentsHarness, selection: Selection) -> None:
    order, _ = await paid(harness)
    with pytest.raises(NothingToReturnError):
        await give_back(harness, order, selection)


async def test_an_unpaid_order_has_nothing_to_give_back(harness: PaymentsHarness) -> None:
    order = await harness.order()
    with pytest.raises(NothingToReturnError):
        await give_back(harness, order)
    with pytest.raises(NotFoundError):
        await harness.refunds.offer(order + 1)


async def test_more_pieces_than_there_are(harness: PaymentsHarness) -> None:
    order, _ = await paid(harness)
    with pytest.raises(RefundChangedError):
        await give_back(harness, order, await of_lines(harness, order, Лате=3))


# Two people, and two presses.


async def test_two_who_press_at_once_make_one_refund(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    latte = await of_lines(harness, order, Лате=1)
    ends = await asyncio.gather(*(give_back(harness, order, latte, seen=0) for _ in range(8)), return_exceptions=True)
    assert sorted(type(end).__name__ for end in ends) == ["Refund", *["RefundChangedError"] * 7]
    assert returned(harness, invoice) == 85_00


async def test_what_was_seen_before_another_refund_is_refused(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    await give_back(harness, order, Selection(amount=1_00))
    with pytest.raises(RefundChangedError):
        await give_back(harness, order, seen=0)
    assert returned(harness, invoice) == 1_00


# Whatever the provider answers.


@BOTH
async def test_a_refund_whose_answer_is_lost_is_not_made_again(
    harness: PaymentsHarness, provider: ProviderName
) -> None:
    order, invoice = await paid(harness, provider)
    service = harness.liqpay if provider is ProviderName.LIQPAY else harness.bank
    service.fail(Failure.LOST_ANSWER, path=CANCEL if provider is ProviderName.MONOBANK else REFUND)
    refund = await give_back(harness, order, await of_lines(harness, order, Торт=1))
    assert refund.state is RefundState.UNKNOWN
    with pytest.raises(RefundTooLargeError):
        await give_back(harness, order, Selection(amount=230_01))
    await wait(harness, minutes=1)
    assert await states(harness) == [("done", 120_00)]
    assert returned(harness, invoice) == 120_00


@BOTH
@pytest.mark.parametrize("failure", [Failure.DROPPED, Failure.SERVER_ERROR, Failure.HTML])
async def test_a_refund_that_never_arrived_is_asked_for_again_once_that_is_known(
    harness: PaymentsHarness, provider: ProviderName, failure: Failure
) -> None:
    order, invoice = await paid(harness, provider)
    service = harness.liqpay if provider is ProviderName.LIQPAY else harness.bank
    service.fail(failure, path=CANCEL if provider is ProviderName.MONOBANK else REFUND)
    await give_back(harness, order)
    await wait(harness, minutes=2)
    assert await states(harness) == [("unknown", 350_00)], "it may still be on its way"
    await wait(harness, minutes=5)
    assert await states(harness) == [("done", 350_00)]
    assert returned(harness, invoice) == 350_00


async def test_liqpay_that_tells_of_no_part_is_not_asked_for_it_again(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness, ProviderName.LIQPAY)
    harness.liqpay.fail(Failure.DROPPED, path=REFUND)
    refund = await give_back(harness, order, await of_lines(harness, order, Торт=1))
    await wait(harness, minutes=60 * 25)
    assert await states(harness) == [("unclear", 120_00)]
    told = [payload for _, kind, payload in await harness.messages() if kind == "staff-refund-unclear"]
    assert told == [{"sums": [[120_00, "UAH"]], "provider": "liqpay", "reference": refund.reference}]
    assert returned(harness, invoice) == 0
    await harness.refunds.resolve(refund.id, "Олена", is_done=False)
    assert (await give_back(harness, order, await of_lines(harness, order, Торт=1))).state is RefundState.DONE
    assert returned(harness, invoice) == 120_00


async def test_the_staff_find_in_the_dashboard_that_it_went_back(harness: PaymentsHarness) -> None:
    order, _ = await paid(harness, ProviderName.LIQPAY)
    harness.liqpay.fail(Failure.DROPPED, path=REFUND, times=100_000)
    refund = await give_back(harness, order)
    with pytest.raises(NotFoundError):
        await harness.refunds.resolve(refund.id, "Олена", is_done=True)
    await wait(harness, minutes=60 * 25)
    await harness.refunds.resolve(refund.id, "Олена", is_done=True)
    with pytest.raises(NotFoundError):
        await harness.refunds.resolve(refund.id, "Ірина", is_done=True)
    assert (await harness.kinds()).count("customer-money-returned") == 1


@BOTH
async def test_a_refusal_is_told_and_gives_room_again(harness: PaymentsHarness, provider: ProviderName) -> None:
    order, invoice = await paid(harness, provider)
    harness.bank.refused_refund, harness.liqpay.refused_refund = (400, "WRONG_CANCEL_AMOUNT"), "err_cancel"
    assert (await give_back(harness, order)).state is RefundState.REFUSED
    assert (await harness.messages())[-1] == (
        "staff",
        "staff-refund-refused",
        {"sums": [[350_00, "UAH"]], "reason": "Повернення неможливе"},
    )
    harness.bank.refused_refund, harness.liqpay.refused_refund = None, ""
    assert (await give_back(harness, order)).state is RefundState.DONE
    assert returned(harness, invoice) == 350_00


@pytest.mark.parametrize(("status", "code"), [(429, "TMR"), (403, "FORBIDDEN"), (400, "ORDER_IN_PROGRESS")])
async def test_a_refund_that_is_not_taken_now_is_taken_later(harness: PaymentsHarness, status: int, code: str) -> None:
    order, invoice = await paid(harness)
    harness.bank.refused_refund = status, code
    assert (await give_back(harness, order)).state is RefundState.REQUESTED
    harness.bank.refused_refund = None
    await wait(harness, minutes=1)
    assert await states(harness) == [("done", 350_00)]
    assert returned(harness, invoice) == 350_00


@pytest.mark.parametrize(("end", "state"), [("success", "done"), ("failure", "refused")])
async def test_a_refund_that_the_bank_works_on(harness: PaymentsHarness, end: str, state: str) -> None:
    order, invoice = await paid(harness)
    harness.bank.refund_status = "processing"
    assert (await give_back(harness, order)).state is RefundState.ASKED
    await wait(harness, minutes=30)
    assert len(harness.bank.calls_to(CANCEL)) == 1, "it was taken, so it is never asked for again"
    await harness.bank.finish_refunds(invoice, end)
    await wait(harness, minutes=15)
    assert await states(harness) == [(state, 350_00)]


async def test_a_refund_that_waits_for_money_on_the_account(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness, ProviderName.LIQPAY)
    harness.liqpay.has_money = False
    assert (await give_back(harness, order)).state is RefundState.ASKED
    await wait(harness, minutes=30)
    harness.liqpay.has_money = True
    await harness.liqpay.finish_refund(invoice)
    await wait(harness, minutes=15)
    assert await states(harness) == [("done", 350_00)]
    assert returned(harness, invoice) == 350_00


async def test_a_process_that_dies_while_it_asks(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    harness.bank.fail(Failure.SLOW, path=CANCEL, seconds=0.2)
    asking = asyncio.ensure_future(give_back(harness, order))
    while not harness.bank.calls_to(CANCEL):  # noqa: ASYNC110 - the bank is asked now
        await asyncio.sleep(0.01)
    asking.cancel()
    async with asyncio.timeout(20):
        while not returned(harness, invoice):  # noqa: ASYNC110 - the bank goes on
            await asyncio.sleep(0.01)
    assert await states(harness) == [("asked", 350_00)]
    await harness.refunds.worker.resume()
    await harness.refunds.worker.work()
    assert await states(harness) == [("done", 350_00)]
    assert returned(harness, invoice) == 350_00


async def test_one_refund_of_a_payment_at_a_time(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness, ProviderName.LIQPAY)
    harness.liqpay.has_money = False
    await give_back(harness, order, Selection(amount=10_00))
    assert (await give_back(harness, order, Selection(amount=20_00))).state is RefundState.REQUESTED
    harness.liqpay.has_money = True
    await harness.liqpay.finish_refund(invoice)
    await wait(harness, minutes=20)
    assert await states(harness) == [("done", 10_00), ("done", 20_00)]
    assert returned(harness, invoice) == 30_00


async def test_without_credentials_nothing_is_begun(harness: PaymentsHarness) -> None:
    order, _ = await paid(harness)
    harness.payments._providers[ProviderName.MONOBANK]._token = None  # type: ignore[attr-defined]
    with pytest.raises(RefundUnavailableError):
        await give_back(harness, order)
    assert await states(harness) == []


# Money that must go back.


@BOTH
async def test_a_cancelled_orders_money_goes_back_by_a_button(harness: PaymentsHarness, provider: ProviderName) -> None:
    order, invoice = await paid(harness, provider)
    await give_back(harness, order, await of_lines(harness, order, Торт=1))
    await cancel(harness, order)
    offer = await harness.refunds.offer(order)
    [debt] = offer.debts
    assert (debt.left, offer.own) == (230_00, None)
    await give_back(harness, order, Selection(debt_id=debt.debt_id))
    assert returned(harness, invoice) == 350_00
    assert not (await harness.refunds.offer(order)).debts
    [row] = await harness.rows("SELECT amount, returned_by FROM money_to_return")
    assert (row["amount"], row["returned_by"]) == (230_00, "refund")


async def test_a_refund_on_its_way_counts_when_the_order_is_cancelled(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    harness.bank.refund_status = "processing"
    await give_back(harness, order, Selection(amount=100_00))
    await cancel(harness, order)
    [debt] = (await harness.refunds.offer(order)).debts
    assert debt.left == 250_00
    harness.bank.refund_status = "success"
    await give_back(harness, order, Selection(debt_id=debt.debt_id))
    assert returned(harness, invoice) == 0, "one refund of a payment at a time"
    await harness.bank.finish_refunds(invoice)
    await wait(harness, minutes=15)
    assert returned(harness, invoice) == 350_00
    assert not await harness.rows("SELECT 1 FROM money_to_return WHERE returned_at IS NULL")


async def test_a_second_payment_goes_back_and_the_first_stays(harness: PaymentsHarness) -> None:
    order, first = await paid(harness)
    await harness.change(order, payment_status="unpaid")
    await harness.payments.pay(PERSON, order)
    second = await harness.invoice_of(order)
    await harness.change(order, payment_status="paid")
    await harness.bank.pay(second)
    await harness.paid_webhook(second)
    [debt] = (await harness.refunds.offer(order)).debts
    await give_back(harness, order, Selection(debt_id=debt.debt_id))
    assert (returned(harness, first), returned(harness, second)) == (0, 350_00)
    await harness.receipts.work()
    await harness.receipts.work()
    assert len(harness.checkbox.receipts) == 1, "nothing of the sale came back"


async def test_money_given_back_otherwise_settles_a_card_payment(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    await cancel(harness, order)
    [debt] = (await harness.refunds.offer(order)).debts
    await give_back(harness, order, Selection(debt_id=debt.debt_id, is_in_person=True))
    assert returned(harness, invoice) == 0
    assert not (await harness.refunds.offer(order)).debts
    assert (await harness.kinds())[-1] == "customer-money-returned"


@pytest.mark.parametrize("is_still_owed", [False, True])
async def test_the_staff_hear_of_money_that_goes_back_in_the_dashboard_too(
    harness: PaymentsHarness, *, is_still_owed: bool
) -> None:
    order, invoice = await paid(harness)
    if is_still_owed:
        await give_back(harness, order, Selection(amount=50_00, is_in_person=True))
    await cancel(harness, order)
    [debt] = (await harness.refunds.offer(order)).debts
    if not is_still_owed:
        await give_back(harness, order, Selection(debt_id=debt.debt_id, is_in_person=True))
    said = await harness.messages()
    await harness.bank_says(invoice, status="reversed")
    news = (await harness.messages())[len(said) :]
    assert news[0] == ("staff", "staff-payment-reversed", {"sums": [[350_00, "UAH"]], "is_twice": True})


# Orders paid in person.


async def test_cash_is_noted(harness: PaymentsHarness) -> None:
    order = await harness.order(payment_method="cash", lines=LATTE_AND_CAKE, status="ready", order_type="pickup")
    with pytest.raises(NothingToReturnError):
        await give_back(harness, order)
    staff = StaffOrderService(harness.database, harness.clock, record)
    await staff.advance(order, OrderStatus.READY, OrderStatus.COMPLETED, "Ірина")
    refund = await give_back(harness, order, await of_lines(harness, order, Торт=1))
    assert (refund.state, refund.money.amount, refund.way) == (RefundState.DONE, 120_00, RefundWay.PERSON)
    assert (await give_back(harness, order)).money.amount == 230_00
    with pytest.raises(NothingToReturnError):
        await give_back(harness, order)


async def test_a_card_order_that_was_paid_at_the_counter(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.change(order, status="ready", order_type="pickup")
    counter = CounterService(harness.database, harness.clock, record)
    await counter.complete(order, OrderStatus.READY, CounterPayment.TERMINAL, "Ірина")
    assert (await give_back(harness, order)).way is RefundWay.PERSON


# In the provider's dashboard.


@BOTH
async def test_what_goes_back_in_the_dashboard_is_noted(harness: PaymentsHarness, provider: ProviderName) -> None:
    order, invoice = await paid(harness, provider)
    service = harness.liqpay if provider is ProviderName.LIQPAY else harness.bank
    await service.refund(invoice, 50_00)
    stored = await harness.database.read(_any_invoice)
    for _ in range(2):
        await harness.payments.poll_and_settle(stored, ReportSource.SWEEP)
    offer = await harness.refunds.offer(order)
    assert offer.own is not None
    assert (offer.own.left, [(r.way, r.money.amount) for r in offer.refunds]) == (300_00, [("cabinet", 50_00)])
    assert (await harness.kinds())[-2:] == ["staff-payment-reversed", "customer-money-returned"]
    await give_back(harness, order)
    assert returned(harness, invoice) == 350_00


async def test_the_banks_word_about_our_own_refund_is_no_news(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    await give_back(harness, order, Selection(amount=50_00))
    said = await harness.kinds()
    await harness.bank_says(invoice)
    await give_back(harness, order)
    await harness.bank_says(invoice)
    assert await harness.kinds() == [*said, "customer-money-returned"]
    assert await states(harness) == [("done", 50_00), ("done", 300_00)]
    [row] = await harness.rows("SELECT status FROM invoices")
    assert row["status"] == "reversed"


async def test_the_banks_word_comes_before_its_answer(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    harness.bank.fail(Failure.SLOW, path=CANCEL, seconds=1)
    asking = asyncio.ensure_future(give_back(harness, order, Selection(amount=50_00)))
    while not harness.bank.calls_to(CANCEL):  # noqa: ASYNC110 - the bank is asked now
        await asyncio.sleep(0.01)
    [refund] = (await harness.refunds.offer(order)).refunds
    listed = [{"status": "success", "amount": 50_00, "ccy": 980, "extRef": refund.reference}]
    await harness.bank_says(invoice, cancelList=listed)
    assert await states(harness) == [("done", 50_00)]
    await asking
    assert (await harness.kinds()).count("customer-money-returned") == 1


async def test_what_the_dashboard_gave_back_leaves_no_room_for_a_waiting_refund(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    harness.bank.refused_refund = 429, "TMR"
    await give_back(harness, order, Selection(amount=300_00))
    harness.bank.refused_refund = None
    await harness.bank.refund(invoice, 100_00)
    await harness.bank_says(invoice)
    assert await states(harness) == [("refused", 300_00), ("done", 100_00)]
    await wait(harness, minutes=5)
    assert returned(harness, invoice) == 100_00


# Who may, and up to which sum.


async def test_above_the_limit_only_the_owner_may(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    await harness.database.write(settings_store.set_setting, "refund_limit", 200)
    await give_back(harness, order, Selection(amount=150_00))
    with pytest.raises(RefundLimitError) as refused:
        await give_back(harness, order, Selection(amount=50_01))
    assert refused.value.limit == 200
    await give_back(harness, order, role=Role.OWNER)
    assert returned(harness, invoice) == 350_00


async def test_only_those_give_money_back_who_may(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    await harness.database.write(settings_store.set_setting, "refund_role", "manager")
    with pytest.raises(RefundForbiddenError):
        await give_back(harness, order)
    await give_back(harness, order, role=Role.MANAGER)
    assert returned(harness, invoice) == 350_00


def _any_invoice(conn: Connection) -> Invoice:
    [invoice] = store._all(conn, "id > :id", {"id": 0})
    return invoice


# What went back in the provider's dashboard, and no webhook told of.


async def gives_back_unheard(harness: PaymentsHarness, provider: ProviderName, invoice: str, amount: int) -> None:
    service = harness.liqpay if provider is ProviderName.LIQPAY else harness.bank
    service.webhooks.is_silent = True
    await service.refund(invoice, amount)


@BOTH
async def test_what_went_back_unheard_is_found_by_a_look_now_and_then(
    harness: PaymentsHarness, provider: ProviderName
) -> None:
    order, invoice = await paid(harness, provider)
    harness.clock.advance(hours=30)
    await harness.sweeper.sweep()
    await gives_back_unheard(harness, provider, invoice, 50_00)
    harness.clock.advance(hours=30)
    await harness.sweeper.sweep()
    assert await states(harness) == [("done", 50_00)]
    assert (await harness.kinds()).count("staff-payment-reversed") == 1
    assert await harness.is_marked_paid(order)


async def test_a_payment_is_looked_at_for_a_fortnight_ever_more_seldom(harness: PaymentsHarness) -> None:
    await paid(harness)
    looks = [len(harness.bank.calls_to("/invoice/status"))]
    for _ in range(20):
        for _ in range(24):
            harness.clock.advance(hours=1)
            await harness.sweeper.sweep()
        looks.append(len(harness.bank.calls_to("/invoice/status")))
    by_day = [after - before for before, after in pairwise(looks)]
    assert by_day[:4] == [5, 1, 1, 0]
    assert by_day[15:] == [0] * 5
    assert sum(by_day) <= 14


@BOTH
async def test_who_gives_back_is_first_told_what_went_back_unheard(
    harness: PaymentsHarness, provider: ProviderName
) -> None:
    order, invoice = await paid(harness, provider)
    await gives_back_unheard(harness, provider, invoice, 50_00)
    with pytest.raises(RefundChangedError):
        await give_back(harness, order, Selection(amount=50_00))
    assert await states(harness) == [("done", 50_00)]
    assert returned(harness, invoice) == 50_00
    service = harness.liqpay if provider is ProviderName.LIQPAY else harness.bank
    service.fail(Failure.SERVER_ERROR, path=CANCEL if provider is ProviderName.MONOBANK else REFUND)
    await give_back(harness, order, Selection(amount=50_00))
    await wait(harness, minutes=1)
    assert await states(harness) == [("done", 50_00), ("unknown", 50_00)], "the bank has not given that back"


async def test_nothing_is_asked_for_while_the_bank_does_not_tell_of_the_payment(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    harness.bank.fail(Failure.SERVER_ERROR, path="/invoice/status")
    assert (await give_back(harness, order, Selection(amount=50_00))).state is RefundState.REQUESTED
    assert harness.bank.calls_to(CANCEL) == []
    await wait(harness, minutes=1)
    assert await states(harness) == [("done", 50_00)]
    assert returned(harness, invoice) == 50_00
