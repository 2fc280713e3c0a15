"""Money that is held on a card: taken when the staff accept, let go when nobody does, never lost, never taken twice."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, time
from itertools import pairwise

import orjson
import pytest

from cafe.core.catalogue.settings.model import Settings
from cafe.core.catalogue.settings.store import set_setting
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.handlers import record
from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.money.payments.counter import CounterService
from cafe.core.money.payments.errors import AlreadyPaidError, NotPayableError, NotPayableReason
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.money.payments.holds import HeldOrders, answer_until
from cafe.core.money.reports.model import Place
from cafe.core.money.reports.money import place_of
from cafe.core.money.reports.store import OrderSum
from cafe.core.ordering.orders.model import Order, OrderStatus, OrderType, PaymentStatus
from cafe.core.ordering.orders.service import OrderService
from cafe.core.ordering.orders.staff_service import StaffOrderService
from cafe.core.ordering.orders.store import get_order
from tests.core.payments_harness import PERSON, PaymentsHarness
from tests.fakes.service import Failure

MONO, LIQ = ProviderName.MONOBANK, ProviderName.LIQPAY
FINALIZE, CANCEL, STATUS = "/invoice/finalize", "/invoice/cancel", "/invoice/status"
NEW, CONFIRMED, COOKING = OrderStatus.NEW, OrderStatus.CONFIRMED, OrderStatus.COOKING
HELD, STAFF_HELD, TOLD_PAID = "customer-payment-held", "staff-order-held", "staff-order-paid"
LOST = "staff-hold-lost"
ROUND_THE_CLOCK = {"work_hours_from": "00:00", "work_hours_to": "00:00"}

End = Callable[[PaymentsHarness, OrderId], Awaitable[object]]


@pytest.fixture
async def cafe(harness: PaymentsHarness) -> PaymentsHarness:
    for key, value in ({"hold_payments": True} | ROUND_THE_CLOCK).items():
        await harness.database.write(set_setting, key, value)
    return harness


def staff(cafe: PaymentsHarness) -> StaffOrderService:
    return StaffOrderService(cafe.database, cafe.clock, record)


async def accept(cafe: PaymentsHarness, order: OrderId) -> None:
    await staff(cafe).advance(order, NEW, CONFIRMED, "Оля")


async def promise(cafe: PaymentsHarness, order: OrderId) -> None:
    await staff(cafe).promise(order, NEW, 20, "Оля")


async def decline(cafe: PaymentsHarness, order: OrderId) -> None:
    await staff(cafe).cancel(order, NEW, "нема", "Оля")


async def change_mind(cafe: PaymentsHarness, order: OrderId) -> None:
    await OrderService(cafe.database, cafe.clock, record, SnapshotCache(cafe.database, cafe.clock)).cancel(
        PERSON, order
    )


async def let_time_pass(cafe: PaymentsHarness, _order: OrderId) -> None:
    cafe.clock.advance(minutes=15)
    await HeldOrders(cafe.database, cafe.clock, record).sweep()


async def held(
    cafe: PaymentsHarness, provider: ProviderName = MONO, order_type: str = "delivery"
) -> tuple[OrderId, str]:
    """An order of 230 UAH whose sum the bank holds, as we know."""
    await cafe.use(provider)
    placed = await cafe.order(order_type=order_type)
    url = await cafe.page(placed)
    invoice = await cafe.invoice_of(placed)
    if provider is LIQ:
        await cafe.liqpay.open(url)
        await cafe.liqpay.pay(invoice)
    else:
        await cafe.bank.pay(invoice)
    await look(cafe)
    return placed, invoice


async def look(cafe: PaymentsHarness, times: int = 1) -> None:
    """The sweeper does what is due."""
    for _ in range(times):
        cafe.clock.advance(seconds=21)
        await cafe.sweeper.sweep()


async def order_of(cafe: PaymentsHarness, order: OrderId) -> Order:
    return await cafe.database.read(get_order, order)


async def stands(cafe: PaymentsHarness, order: OrderId) -> tuple[str, str]:
    [row] = await cafe.rows("SELECT status, payment_status FROM orders WHERE id = :id", id=order)
    return row["status"], row["payment_status"]


async def amounts(cafe: PaymentsHarness) -> list[int]:
    return [row["amount"] for row in await cafe.rows("SELECT amount FROM payments ORDER BY id")]


async def has_nothing_to_return(cafe: PaymentsHarness) -> bool:
    tables = ("payments", "refunds", "money_to_return", "receipts")
    return not [row for table in tables for row in await cafe.rows(f"SELECT 1 FROM {table}")]  # noqa: S608 - ours


def at_bank(cafe: PaymentsHarness, invoice: str) -> str:
    """What the bank says of it, in monobank's words."""
    if invoice in cafe.bank.invoices:
        return cafe.bank.invoices[invoice].status
    return {"hold_wait": "hold"}.get(status := cafe.liqpay.payments[invoice].status, status)


@pytest.mark.parametrize("provider", [MONO, LIQ])
async def test_what_is_held_is_not_paid_and_cannot_be_paid_again(cafe: PaymentsHarness, provider: ProviderName) -> None:
    order, invoice = await held(cafe, provider)
    assert at_bank(cafe, invoice) == "hold"
    assert await stands(cafe, order) == ("new", "pending")
    assert await cafe.kinds() == [STAFF_HELD, HELD]
    assert await has_nothing_to_return(cafe)
    known = await order_of(cafe, order)
    assert (known.is_held, known.can_pay) == (True, False)
    assert not await cafe.payments.is_paid(PERSON, order)
    for again in (cafe.payments.pay(PERSON, order), cafe.payments.switch_to_cash(PERSON, order)):
        with pytest.raises(NotPayableError) as refused:
            await again
        assert refused.value.reason is NotPayableReason.HELD
    assert (await cafe.payments.open_invoice(order)).page_url is None
    await look(cafe, 5)
    assert await stands(cafe, order) == ("new", "pending")


async def test_without_the_setting_a_card_is_charged_at_once(harness: PaymentsHarness) -> None:
    order, invoice = await held(harness)
    assert at_bank(harness, invoice) == "success"
    assert await stands(harness, order) == ("new", "paid")


@pytest.mark.parametrize("provider", [MONO, LIQ])
@pytest.mark.parametrize("accepted", [accept, promise])
async def test_accepting_takes_the_money(cafe: PaymentsHarness, provider: ProviderName, accepted: End) -> None:
    order, invoice = await held(cafe, provider)
    await accepted(cafe, order)
    assert await amounts(cafe) == []
    await look(cafe)
    assert at_bank(cafe, invoice) == "success"
    assert await stands(cafe, order) == ("confirmed", "paid")
    assert await amounts(cafe) == [23_000]
    assert await cafe.kinds() == [STAFF_HELD, HELD, "customer-order-status", TOLD_PAID, "customer-payment-received"]
    assert len(await cafe.rows("SELECT 1 FROM receipts")) == 1
    await look(cafe, 3)
    assert await amounts(cafe) == [23_000]
    assert len(cafe.bank.calls_to(FINALIZE)) == (provider is MONO)


@pytest.mark.parametrize("provider", [MONO, LIQ])
@pytest.mark.parametrize("ended", [decline, change_mind, let_time_pass])
async def test_whoever_ends_the_order_nothing_is_to_be_returned(
    cafe: PaymentsHarness, provider: ProviderName, ended: End
) -> None:
    order, invoice = await held(cafe, provider)
    await ended(cafe, order)
    assert await stands(cafe, order) == ("cancelled", "unpaid")
    await look(cafe)
    assert at_bank(cafe, invoice) == "reversed"
    assert await has_nothing_to_return(cafe)
    kinds = await cafe.kinds()
    assert not {"staff-money-to-return", "customer-payment-failed", LOST} & set(kinds)
    await look(cafe, 3)
    assert await cafe.kinds() == kinds


async def test_what_nobody_accepts_in_time_ends(cafe: PaymentsHarness) -> None:
    order, _ = await held(cafe)
    cafe.clock.advance(minutes=14)
    await HeldOrders(cafe.database, cafe.clock, record).sweep()
    assert await stands(cafe, order) == ("new", "pending")
    cafe.clock.advance(minutes=1)
    await HeldOrders(cafe.database, cafe.clock, record).sweep()
    messages = (await cafe.messages())[2:]
    assert [kind for _, kind, _ in messages] == ["staff-order-cancelled", "customer-order-status"]
    assert messages[0][2] == {"money_to_return": False, "is_unanswered": True}
    assert (messages[1][2]["reason_id"], messages[1][2]["was_held"]) == ("unanswered", True)


async def test_what_was_accepted_in_time_stays(cafe: PaymentsHarness) -> None:
    order, _ = await held(cafe)
    await accept(cafe, order)
    await let_time_pass(cafe, order)
    assert await stands(cafe, order) == ("confirmed", "pending")


def test_while_the_cafe_is_closed_nobody_has_to_answer() -> None:
    settings = Settings(work_hours_from="08:00", work_hours_to="22:00", timezone="UTC", hold_minutes=15)

    def until(hour: int, minute: int) -> time:
        at = datetime(2026, 6, 15, hour, minute, tzinfo=UTC)
        return datetime.fromtimestamp(answer_until(int(at.timestamp()), settings), UTC).time()

    assert until(12, 0) == time(12, 15)
    assert until(21, 55) == time(22, 10)
    assert until(22, 30) == until(3, 0) == time(8, 15)


async def test_an_order_that_was_accepted_before_the_guest_paid_is_charged(cafe: PaymentsHarness) -> None:
    order = await cafe.order()
    await cafe.page(order)  # made while the order was new
    invoice = await cafe.invoice_of(order)
    await accept(cafe, order)
    await cafe.bank.pay(invoice)
    await look(cafe, 2)
    assert at_bank(cafe, invoice) == "success"
    assert await stands(cafe, order) == ("confirmed", "paid")
    assert STAFF_HELD not in await cafe.kinds()
    later = await cafe.order(status="confirmed")
    await cafe.page(later)
    assert not cafe.bank.invoices[await cafe.invoice_of(later)].is_hold


@pytest.mark.parametrize("provider", [MONO, LIQ])
async def test_a_hold_for_an_order_that_is_over_is_let_go(cafe: PaymentsHarness, provider: ProviderName) -> None:
    await cafe.use(provider)
    order = await cafe.order()
    url = await cafe.page(order)
    invoice = await cafe.invoice_of(order)
    if provider is LIQ:
        await cafe.liqpay.open(url)
        await cafe.liqpay.pay(invoice)
    else:
        await cafe.bank.pay(invoice)
    await decline(cafe, order)
    await look(cafe, 3)
    assert at_bank(cafe, invoice) == "reversed"
    assert await stands(cafe, order) == ("cancelled", "unpaid")
    assert await has_nothing_to_return(cafe)


async def test_a_page_that_does_not_hold_has_no_holds(harness: PaymentsHarness) -> None:
    order, invoice = await opened(harness)
    await says(harness, invoice, "hold", 1)
    await look(harness, 2)
    assert await stands(harness, order) == ("new", "unpaid")
    assert await harness.kinds() == []
    await says(harness, invoice, "success", 2)
    assert await stands(harness, order) == ("new", "paid")


async def test_of_two_pages_one_is_held(cafe: PaymentsHarness) -> None:
    order = await cafe.order()
    await cafe.page(order)
    first = await cafe.invoice_of(order)
    await cafe.payments.pay(PERSON, order)
    second = await cafe.invoice_of(order)
    await cafe.bank.pay(first)
    await cafe.bank.pay(second)
    await look(cafe, 2)
    assert sorted([at_bank(cafe, first), at_bank(cafe, second)]) == ["hold", "reversed"]
    await accept(cafe, order)
    await look(cafe, 2)
    assert sorted([at_bank(cafe, first), at_bank(cafe, second)]) == ["reversed", "success"]
    assert await amounts(cafe) == [23_000]


async def test_a_page_that_was_paid_at_once_lets_the_held_one_go(cafe: PaymentsHarness) -> None:
    await cafe.database.write(set_setting, "hold_payments", False)
    order = await cafe.order()
    await cafe.page(order)
    paid = await cafe.invoice_of(order)
    await cafe.database.write(set_setting, "hold_payments", True)
    await cafe.payments.pay(PERSON, order)
    held_one = await cafe.invoice_of(order)
    await cafe.bank.pay(held_one)
    await cafe.bank_says(held_one)
    await cafe.bank.pay(paid)
    await look(cafe, 3)
    assert await stands(cafe, order) == ("new", "paid")
    assert at_bank(cafe, held_one) == "reversed"
    assert await amounts(cafe) == [23_000]


async def test_a_guest_who_chose_cash_and_has_the_card_held_after_all(cafe: PaymentsHarness) -> None:
    await cafe.use(LIQ)
    order = await cafe.order()
    url = await cafe.page(order)
    invoice = await cafe.invoice_of(order)
    await cafe.liqpay.open(url)
    await cafe.payments.switch_to_cash(PERSON, order)
    await cafe.liqpay.pay(invoice)  # LiqPay's page cannot be withdrawn
    await look(cafe, 2)
    [row] = await cafe.rows("SELECT payment_method, payment_status FROM orders")
    assert tuple(row) == ("card", "pending")


def test_what_is_held_is_expected_and_not_taken() -> None:
    held_sum = OrderSum(
        order_type=OrderType.PICKUP,
        status=OrderStatus.CONFIRMED,
        payment_status=PaymentStatus.PENDING,
        kind=None,
        is_taken_back=False,
        orders=1,
        revenue=230,
    )
    assert place_of(held_sum) is Place.EXPECTED


# Answers that get lost, and refusals.


@pytest.mark.parametrize("provider", [MONO, LIQ])
@pytest.mark.parametrize("failure", [Failure.LOST_ANSWER, Failure.DROPPED, Failure.SERVER_ERROR, Failure.NONSENSE])
@pytest.mark.parametrize(("ended", "is_taken"), [(accept, True), (decline, False)])
async def test_an_answer_that_does_not_come_is_looked_up(
    cafe: PaymentsHarness, provider: ProviderName, failure: Failure, ended: End, *, is_taken: bool
) -> None:
    order, invoice = await held(cafe, provider)
    await ended(cafe, order)
    path = {MONO: FINALIZE if is_taken else CANCEL, LIQ: "#hold_completion" if is_taken else "#refund"}[provider]
    service = cafe.bank if provider is MONO else cafe.liqpay
    service.fail(failure, path=path)
    await look(cafe, 4)
    assert at_bank(cafe, invoice) == ("success" if is_taken else "reversed")
    assert await amounts(cafe) == ([23_000] if is_taken else [])
    assert LOST not in await cafe.kinds()
    asked = [call for call in service.calls if path in service.name_of(call.path, call.body)]
    assert len(asked) == (1 if failure is Failure.LOST_ANSWER else 2)


async def test_a_bank_that_is_silent_for_hours_is_asked_until_it_answers(cafe: PaymentsHarness) -> None:
    order, invoice = await held(cafe)
    await accept(cafe, order)
    cafe.bank.fail(Failure.SERVER_ERROR, times=999)
    for _ in range(30):
        cafe.clock.advance(minutes=11)
        await cafe.sweeper.sweep()
    assert await stands(cafe, order) == ("confirmed", "pending")
    cafe.bank.recover()
    cafe.clock.advance(minutes=11)
    await cafe.sweeper.sweep()
    assert await stands(cafe, order) == ("confirmed", "paid")
    assert at_bank(cafe, invoice) == "success"


@pytest.mark.parametrize("provider", [MONO, LIQ])
async def test_a_refused_capture_is_told_and_the_guest_can_pay_anew(
    cafe: PaymentsHarness, provider: ProviderName
) -> None:
    order, invoice = await held(cafe, provider)
    cafe.bank.refused_finalize, cafe.liqpay.refused_capture = (400, "BAD_REQUEST"), "limit"
    await accept(cafe, order)
    await look(cafe, 2)
    assert await stands(cafe, order) == ("confirmed", "unpaid")
    assert at_bank(cafe, invoice) == "reversed", "the guest's money is not blocked twice"
    told = [(kind, facts) for _, kind, facts in await cafe.messages() if kind in {LOST, "customer-payment-failed"}]
    assert told == [(LOST, {"reason": "Списання неможливе"}), ("customer-payment-failed", {})]
    assert (await cafe.payments.pay(PERSON, order)).url
    await look(cafe, 3)
    assert len(await cafe.kinds()) == 5


@pytest.mark.parametrize("provider", [MONO, LIQ])
@pytest.mark.parametrize("status", ["reversed", "failure"])
@pytest.mark.parametrize("by_webhook", [False, True])
async def test_a_hold_that_ends_by_itself_leaves_the_order_unpaid(
    cafe: PaymentsHarness, provider: ProviderName, status: str, *, by_webhook: bool
) -> None:
    order, invoice = await held(cafe, provider)
    await (cafe.bank if provider is MONO else cafe.liqpay).end_hold(invoice, status)
    if by_webhook and provider is MONO:
        await cafe.bank_says(invoice)
        await cafe.bank_says(invoice)
    else:
        await look(cafe, 3)
    assert await stands(cafe, order) == ("new", "unpaid")
    assert await cafe.kinds() == [STAFF_HELD, HELD, LOST, "customer-payment-failed"]
    assert (await order_of(cafe, order)).can_pay


async def test_a_hold_that_ends_after_nine_days(cafe: PaymentsHarness) -> None:
    order, invoice = await held(cafe)
    await accept(cafe, order)
    cafe.bank.fail(Failure.SERVER_ERROR, times=9_999)
    for _ in range(9):
        cafe.clock.advance(days=1)
        await cafe.sweeper.sweep()
    cafe.bank.recover()
    cafe.clock.advance(minutes=11)
    await cafe.sweeper.sweep()
    assert at_bank(cafe, invoice) == "reversed"
    assert await stands(cafe, order) == ("confirmed", "unpaid")
    assert LOST in await cafe.kinds()


async def test_a_bank_that_is_silent_for_longer_than_any_hold_lasts_is_given_up(cafe: PaymentsHarness) -> None:
    order, _ = await held(cafe)
    await accept(cafe, order)
    cafe.bank.fail(Failure.SERVER_ERROR, times=9_999)
    for _ in range(12):
        cafe.clock.advance(days=1)
        await cafe.sweeper.sweep()
    assert (await cafe.kinds()).count("staff-payment-unclear") == 1
    cafe.bank.recover()
    again = cafe.restarted_with({MONO: "another"})
    await again.resume()
    await again.sweep()
    assert await stands(cafe, order) == ("confirmed", "unpaid")


@pytest.mark.parametrize("is_taken", [True, False])
async def test_what_somebody_does_in_the_dashboard(cafe: PaymentsHarness, *, is_taken: bool) -> None:
    order, invoice = await held(cafe)
    if is_taken:
        await cafe.bank.capture(invoice)
        await look(cafe, 2)
        assert await stands(cafe, order) == ("new", "paid")
    else:
        await cafe.bank.end_hold(invoice)
        await accept(cafe, order)
        await look(cafe)
        assert await stands(cafe, order) == ("confirmed", "unpaid")
        assert cafe.bank.calls_to(FINALIZE) == []


@pytest.mark.parametrize("returned", [0, 5_000])
async def test_another_sum_than_the_orders_is_told_like_a_payment_of_it(cafe: PaymentsHarness, returned: int) -> None:
    order, invoice = await held(cafe)
    await cafe.bank.capture(invoice, 20_000)
    if returned:  # in the dashboard, before anybody heard of the capture
        await cafe.bank.refund(invoice, returned)
    await look(cafe, 2)
    assert await amounts(cafe) == [20_000]
    assert "staff-amount-differs" in await cafe.kinds()
    assert await stands(cafe, order) == ("new", "paid")


@pytest.mark.parametrize(("there", "taken", "is_told"), [(20_000, 20_000, True), (50_000, 23_000, False)])
async def test_no_more_is_taken_than_is_held_or_than_the_order_costs(
    cafe: PaymentsHarness, there: int, taken: int, *, is_told: bool
) -> None:
    order = await cafe.order()
    await cafe.page(order)
    invoice = await cafe.invoice_of(order)
    cafe.bank.invoices[invoice].amount = there
    await cafe.bank.pay(invoice)
    await look(cafe)
    await accept(cafe, order)
    await look(cafe)
    assert await amounts(cafe) == [taken]
    assert ("staff-amount-differs" in await cafe.kinds()) is is_told


# Webhooks, in any order and any number.

WEBHOOKS = [("processing", 1), ("hold", 2), ("success", 3)]


@pytest.mark.parametrize("order_of_them", [(0, 1, 2), (1, 0, 2), (2, 1, 0), (1, 2, 1), (2, 2, 1), (0, 2, 1)])
async def test_a_captured_hold_is_paid_once(cafe: PaymentsHarness, order_of_them: tuple[int, ...]) -> None:
    order, invoice = await opened(cafe)
    for at in order_of_them:
        await says(cafe, invoice, *WEBHOOKS[at])
    assert await stands(cafe, order) == ("new", "paid")
    assert await amounts(cafe) == [23_000]
    assert (await cafe.kinds()).count(TOLD_PAID) == 1
    assert LOST not in await cafe.kinds()


@pytest.mark.parametrize("order_of_them", ["hr", "rh", "hrr", "rhh", "hhr", "fhr", "hfr", "rfh"])
async def test_a_hold_that_was_let_go_stays_so(cafe: PaymentsHarness, order_of_them: str) -> None:
    order, invoice = await opened(cafe)
    said = {"f": ("failure", 1), "h": ("hold", 2), "r": ("reversed", 3)}
    for each in order_of_them:
        await says(cafe, invoice, *said[each])
    assert await stands(cafe, order) == ("new", "unpaid")
    assert (await cafe.kinds()).count(LOST) == order_of_them.startswith(("h", "fh"))


async def test_a_card_that_was_declined_before_the_hold_changes_nothing(cafe: PaymentsHarness) -> None:
    order, invoice = await opened(cafe)
    for said in (("hold", 2), ("failure", 1), ("processing", 1), ("created", 0), ("hold", 2)):
        await says(cafe, invoice, *said)
    assert await stands(cafe, order) == ("new", "pending")
    assert await cafe.kinds() == [STAFF_HELD, HELD]


async def opened(cafe: PaymentsHarness) -> tuple[OrderId, str]:
    order = await cafe.order()
    await cafe.page(order)
    return order, await cafe.invoice_of(order)


async def says(cafe: PaymentsHarness, invoice: str, status: str, minute: int) -> None:
    await cafe.bank_says(invoice, status=status, modifiedDate=f"2031-01-01T10:{minute:02}:00Z")


# Several at once.


@pytest.mark.parametrize("ended", [change_mind, decline, let_time_pass])
async def test_of_accepting_and_ending_at_once_one_wins(cafe: PaymentsHarness, ended: End) -> None:
    order, invoice = await held(cafe)
    await asyncio.gather(accept(cafe, order), ended(cafe, order), return_exceptions=True)
    await look(cafe, 3)
    status, _ = await stands(cafe, order)
    taken = {"confirmed": [23_000], "cancelled": []}[status]
    assert await amounts(cafe) == taken
    assert at_bank(cafe, invoice) == ("success" if taken else "reversed")


async def test_what_was_accepted_and_is_cancelled_before_anybody_asked_is_let_go(cafe: PaymentsHarness) -> None:
    order, invoice = await held(cafe)
    await accept(cafe, order)
    await change_mind(cafe, order)
    await look(cafe, 2)
    assert at_bank(cafe, invoice) == "reversed"
    assert await has_nothing_to_return(cafe)


async def test_what_was_taken_when_the_order_is_cancelled_is_to_be_returned(cafe: PaymentsHarness) -> None:
    order, invoice = await held(cafe)
    await accept(cafe, order)
    await cafe.bank.capture(invoice)  # and the answer got lost
    await change_mind(cafe, order)
    await look(cafe, 2)
    assert await stands(cafe, order) == ("cancelled", "paid")
    assert await amounts(cafe) == [23_000]
    assert [row["amount"] for row in await cafe.rows("SELECT amount FROM money_to_return")] == [23_000]


async def test_what_was_handed_out_meanwhile_is_still_taken(cafe: PaymentsHarness) -> None:
    order, _ = await held(cafe, order_type="pickup")
    await accept(cafe, order)
    cafe.bank.fail(Failure.SERVER_ERROR, times=99)
    steps = [CONFIRMED, COOKING, OrderStatus.READY, OrderStatus.COMPLETED]
    for seen, to in pairwise(steps):
        await staff(cafe).advance(order, seen, to, "Оля")
    with pytest.raises(AlreadyPaidError):
        await CounterService(cafe.database, cafe.clock, record).complete(
            await held_ready(cafe), OrderStatus.READY, CounterPayment.TERMINAL, "Оля"
        )
    cafe.bank.recover()
    await look(cafe, 2)
    assert await stands(cafe, order) == ("completed", "paid")
    assert await amounts(cafe) == [23_000]


async def held_ready(cafe: PaymentsHarness) -> OrderId:
    """Another order that is held and ready."""
    return await cafe.order(order_type="pickup", status="ready", payment_status="pending")


@pytest.mark.parametrize("ended", [accept, decline])
async def test_a_restart_between_the_decision_and_the_bank(cafe: PaymentsHarness, ended: End) -> None:
    order, invoice = await held(cafe)
    await ended(cafe, order)
    again = cafe.restarted_with({MONO: "as they are"})
    await again.resume()
    await again.sweep()
    assert at_bank(cafe, invoice) == ("success" if ended is accept else "reversed")


async def test_a_finalize_says_what_it_is_for(cafe: PaymentsHarness) -> None:
    order, invoice = await held(cafe)
    await accept(cafe, order)
    await look(cafe)
    [call] = cafe.bank.calls_to(FINALIZE)
    body = orjson.loads(call.body)
    assert (body["invoiceId"], body["amount"]) == (invoice, 23_000)
    assert [(item["name"], item["qty"]) for item in body["items"]] == [("Лате", 2), ("Доставка", 1)]
