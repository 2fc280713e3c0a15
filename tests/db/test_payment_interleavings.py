"""What the bank reports, with a rival beside it: no payment is lost, none is taken twice, none is kept unearned."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from cafe.core.catalogue.settings.store import set_setting
from cafe.core.handlers import record
from cafe.core.kernel.ids import CustomerId, OrderId
from cafe.core.money.payments import store
from cafe.core.money.payments.errors import AlreadyPaidError
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.money.payments.port import CreatedInvoice, InvoiceStatus
from cafe.core.money.payments.service import MAX_PAGES, _store_created
from cafe.core.money.payments.unpaid import _cancel as end_unpaid
from cafe.core.ordering.orders.errors import NotCancellableError
from cafe.core.ordering.orders.model import OrderStatus
from tests.db.interleaving import COMMIT, interleave
from tests.db.shop import BANK, OpenShop, Shop, report

NEW = OrderStatus.NEW
PAID, FAILED, REVERSED = InvoiceStatus.PAID, InvoiceStatus.FAILED, InvoiceStatus.REVERSED
RETURN = "staff-money-to-return"


async def card_order(cafe: Shop) -> OrderId:
    order = await cafe.order(payment_method="card")
    await cafe.invoice(order, "bank-1")
    return order


async def cancel_by_customer(cafe: Shop, order: OrderId) -> object:
    return await cafe.rival.orders.cancel(CustomerId(1001), order)


async def cancel_by_staff(cafe: Shop, order: OrderId) -> object:
    return await cafe.rival.staff_orders.cancel(order, NEW, "нема", "Оля")


async def says_to_return(cafe: Shop) -> bool:
    """Whether the staff are told to return the money, in a message of its own or with the cancellation."""
    rows = await cafe.rows("SELECT kind, payload FROM outbox WHERE recipient = 'staff'")
    return any(
        row["kind"] == RETURN or (row["kind"] == "staff-order-cancelled" and "true" in row["payload"]) for row in rows
    )


@pytest.mark.parametrize("at", ["UPDATE invoices SET status", "UPDATE orders SET payment_status", COMMIT])
@pytest.mark.parametrize("cancel", [cancel_by_customer, cancel_by_staff])
async def test_a_payment_is_taken_while_the_order_is_cancelled(
    shop: OpenShop, at: str, cancel: Callable[[Shop, OrderId], Awaitable[object]]
) -> None:
    cafe = await shop(at)
    order = await card_order(cafe)
    await interleave(cafe.database, cafe.stop, cafe.hears(cafe.held_database, report(PAID)), cancel(cafe, order))
    [stored] = await cafe.rows("SELECT status, payment_status FROM orders")
    assert (stored["status"], stored["payment_status"]) == ("cancelled", "paid")
    assert await says_to_return(cafe)


@pytest.mark.parametrize("at", ["UPDATE orders SET status", "UPDATE invoices SET is_withdrawal_due", COMMIT])
@pytest.mark.parametrize("by_staff", [False, True])
async def test_an_order_is_cancelled_while_it_is_paid(shop: OpenShop, at: str, *, by_staff: bool) -> None:
    cafe = await shop(at)
    order = await card_order(cafe)
    cancelling: Awaitable[object] = (
        cafe.held.staff_orders.cancel(order, NEW, "нема", "Оля")
        if by_staff
        else cafe.held.orders.cancel(CustomerId(1001), order)
    )
    await interleave(cafe.database, cafe.stop, cancelling, cafe.hears(cafe.rival_database, report(PAID)))
    [stored] = await cafe.rows("SELECT status, payment_status FROM orders")
    assert (stored["status"], stored["payment_status"]) == ("cancelled", "paid")
    assert await says_to_return(cafe)


@pytest.mark.parametrize("is_payment_held", [False, True])
@pytest.mark.parametrize("at", ["UPDATE orders SET", "UPDATE invoices SET", COMMIT])
async def test_an_unpaid_order_ends_while_it_is_paid(shop: OpenShop, at: str, *, is_payment_held: bool) -> None:
    """Whoever comes first wins: it stands and is paid, or it has ended and its money is owed."""
    cafe = await shop(at)
    order = await card_order(cafe)
    await cafe.database.write(set_setting, "unpaid_minutes", 30)
    cafe.clock.advance(minutes=40)
    paying, ending = cafe.rival_database, cafe.held_database
    if is_payment_held:
        paying, ending = ending, paying
    pays, ends = cafe.hears(paying, report(PAID)), ending.write(end_unpaid, record, order, cafe.now)
    await interleave(cafe.database, cafe.stop, *((pays, ends) if is_payment_held else (ends, pays)))
    [stored] = await cafe.rows("SELECT status, payment_status FROM orders")
    assert stored["payment_status"] == "paid"
    assert (stored["status"] == "cancelled") == await says_to_return(cafe) == (not is_payment_held)


@pytest.mark.parametrize("at", ["UPDATE invoices SET invoice_id", COMMIT])
@pytest.mark.parametrize("cancel", [cancel_by_customer, cancel_by_staff])
async def test_a_page_made_while_its_order_is_cancelled_is_withdrawn(
    shop: OpenShop, at: str, cancel: Callable[[Shop, OrderId], Awaitable[object]]
) -> None:
    cafe = await shop(at)
    order = await cafe.order(payment_method="card")
    row = await cafe.invoice(order, None)
    created = CreatedInvoice("bank-1", "https://bank.example")
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.held_database.write(_store_created, row, order, created, cafe.now),
        cancel(cafe, order),
    )
    assert await cafe.value("SELECT is_withdrawal_due FROM invoices") == 1


@pytest.mark.parametrize("at", ["UPDATE orders SET status", "UPDATE invoices SET is_withdrawal_due", COMMIT])
async def test_a_page_noted_while_its_order_is_being_cancelled_is_withdrawn(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await cafe.order(payment_method="card")
    row = await cafe.invoice(order, None)
    created = CreatedInvoice("bank-1", "https://bank.example")
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.orders.cancel(CustomerId(1001), order),
        cafe.rival_database.write(_store_created, row, order, created, cafe.now),
    )
    assert await cafe.value("SELECT is_withdrawal_due FROM invoices") == 1


@pytest.mark.parametrize("at", ["UPDATE invoices SET status", COMMIT])
@pytest.mark.parametrize(("older", "newer"), [(PAID, REVERSED), (FAILED, PAID)])
async def test_an_older_word_does_not_overwrite_a_newer_one(
    shop: OpenShop, at: str, older: InvoiceStatus, newer: InvoiceStatus
) -> None:
    cafe = await shop(at)
    await card_order(cafe)
    before, after = cafe.clock.now(), cafe.clock.now() + timedelta(seconds=5)
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.hears(cafe.held_database, report(older, at=before)),
        cafe.hears(cafe.rival_database, report(newer, at=after)),
    )
    assert await cafe.value("SELECT status FROM invoices") == newer.value


@pytest.mark.parametrize("at", ["UPDATE invoices SET status", COMMIT])
async def test_a_later_word_that_came_first_stays(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    await card_order(cafe)
    before, after = cafe.clock.now(), cafe.clock.now() + timedelta(seconds=5)
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.hears(cafe.held_database, report(PAID, at=before)),
        cafe.hears(cafe.rival_database, report(FAILED, at=after)),
    )
    assert await cafe.value("SELECT status FROM invoices") == "paid"


@pytest.mark.parametrize("at", ["INSERT INTO invoices", "UPDATE invoices SET invoice_id", COMMIT])
async def test_an_invoice_that_nobody_noted_is_noted_once(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    await card_order(cafe)
    word = report(PAID, "bank-2", reference="ours")
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held_database.write(store.adopt_invoice, BANK, word, cafe.now),
        cafe.rival_database.write(store.adopt_invoice, BANK, word, cafe.now),
    )
    assert one.id == two.id
    assert len(await cafe.rows("SELECT id FROM invoices WHERE invoice_id = 'bank-2'")) == 1


@pytest.mark.parametrize("at", ["INSERT INTO payments", "UPDATE orders SET payment_status", COMMIT])
async def test_the_same_word_twice_is_one_payment(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    await card_order(cafe)
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.hears(cafe.held_database, report(PAID)),
        cafe.hears(cafe.rival_database, report(PAID)),
    )
    messages = await cafe.messages()
    assert messages.count("staff-order-paid") == 1
    assert RETURN not in messages


@pytest.mark.parametrize("at", ["INSERT INTO payments", "UPDATE orders SET payment_status", COMMIT])
async def test_two_pages_paid_at_once_are_one_payment_and_one_return(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await card_order(cafe)
    await cafe.invoice(order, "bank-2", "second")
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.hears(cafe.held_database, report(PAID)),
        cafe.hears(cafe.rival_database, report(PAID, "bank-2", reference="second")),
    )
    messages = await cafe.messages()
    assert (messages.count("staff-order-paid"), messages.count(RETURN)) == (1, 1)


@pytest.mark.parametrize("at", ["UPDATE orders SET payment_status", "UPDATE orders SET status", COMMIT])
async def test_a_guest_pays_at_the_counter_and_by_card_at_once(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await card_order(cafe)
    await cafe.database.write(lambda conn: conn.run("UPDATE orders SET status = 'ready'"))
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.counter.complete(order, OrderStatus.READY, CounterPayment.CASH, "Оля"),
        cafe.hears(cafe.rival_database, report(PAID)),
    )
    assert (await cafe.messages()).count(RETURN) == 1


@pytest.mark.parametrize("at", ["UPDATE orders SET payment_method", "UPDATE invoices SET is_withdrawal_due", COMMIT])
async def test_a_page_is_paid_while_its_guest_chooses_cash(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await card_order(cafe)
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.payments.switch_to_cash(CustomerId(1001), order),
        cafe.hears(cafe.rival_database, report(PAID)),
    )
    [stored] = await cafe.rows("SELECT payment_method, payment_status FROM orders")
    assert stored == {"payment_method": "card", "payment_status": "paid"}, "the money came by card, first or last"
    assert (await cafe.messages()).count("staff-order-paid") == 1


@pytest.mark.parametrize("at", ["INSERT INTO payments", "UPDATE orders SET payment_status", COMMIT])
async def test_a_guest_chooses_cash_while_the_page_is_paid(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await card_order(cafe)
    _, refusal = await interleave(
        cafe.database,
        cafe.stop,
        cafe.hears(cafe.held_database, report(PAID)),
        cafe.rival.payments.switch_to_cash(CustomerId(1001), order),
    )
    [stored] = await cafe.rows("SELECT payment_method, payment_status FROM orders")
    assert stored == {"payment_method": "card", "payment_status": "paid"}
    assert isinstance(refusal, AlreadyPaidError)


async def test_a_card_payment_that_was_faster_than_the_counter(shop: OpenShop) -> None:
    cafe = await shop("UPDATE orders SET payment_status")
    order = await card_order(cafe)
    await cafe.database.write(lambda conn: conn.run("UPDATE orders SET status = 'ready'"))
    _, complete = await interleave(
        cafe.database,
        cafe.stop,
        cafe.hears(cafe.held_database, report(PAID)),
        cafe.rival.counter.complete(order, OrderStatus.READY, CounterPayment.CASH, "Оля"),
    )
    assert isinstance(complete, AlreadyPaidError)
    assert RETURN not in await cafe.messages()


@pytest.mark.parametrize("at", ["UPDATE orders SET status", COMMIT])
async def test_an_order_is_completed_while_it_is_cancelled(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await card_order(cafe)
    await cafe.database.write(lambda conn: conn.run("UPDATE orders SET status = 'ready'"))
    complete, cancelled = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.counter.complete(order, OrderStatus.READY, CounterPayment.TERMINAL, "Оля"),
        cancel_by_customer(cafe, order),
    )
    assert complete.status is OrderStatus.COMPLETED
    assert isinstance(cancelled, NotCancellableError)


@pytest.mark.parametrize("at", ["SELECT COUNT(*)", "INSERT INTO invoices", COMMIT])
async def test_the_last_open_page_is_made_once(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await cafe.order(payment_method="card")
    for number in range(MAX_PAGES - 1):
        await cafe.invoice(order, f"bank-{number}", reference=f"page-{number}")
    made, page = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held_database.write(cafe.held.payments._reserve, order, BANK, "held"),
        cafe.rival_database.write(cafe.rival.payments._reserve, order, BANK, "rival"),
    )
    assert isinstance(made, int)
    assert page == "https://bank.example"
    assert await cafe.value("SELECT COUNT(*) FROM invoices") == MAX_PAGES
