"""Money that is held, with two who decide about it at once: it is taken for what was accepted, else it is let go."""

from collections.abc import Awaitable

import pytest

from cafe.core.handlers import record
from cafe.core.kernel.ids import CustomerId, OrderId
from cafe.core.money.payments.errors import NotPayableError
from cafe.core.money.payments.holds import _cancel as end_unanswered
from cafe.core.money.payments.port import InvoiceStatus
from cafe.core.money.payments.switching import switch_to_cash
from cafe.core.ordering.orders.errors import IllegalTransitionError, NotCancellableError
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.ordering.orders.staff_service import StaffOrderService
from tests.db.interleaving import COMMIT, interleave
from tests.db.shop import OpenShop, Shop, report

NEW, CONFIRMED = OrderStatus.NEW, OrderStatus.CONFIRMED
HELD, PAID, REVERSED = InvoiceStatus.HELD, InvoiceStatus.PAID, InvoiceStatus.REVERSED
GUEST = CustomerId(1001)
ACCEPTED, ENDED = ("confirmed", "pending", "capture"), ("cancelled", "unpaid", "release")


async def with_page(cafe: Shop) -> OrderId:
    order = await cafe.order(payment_method="card")
    await cafe.invoice(order, "bank-1", is_hold=True)
    return order


async def held(cafe: Shop) -> OrderId:
    order = await with_page(cafe)
    await cafe.hears(cafe.rival_database, report(HELD))
    return order


def decide(staff: StaffOrderService, order: OrderId, *, is_accepted: bool) -> Awaitable[object]:
    return staff.advance(order, NEW, CONFIRMED, "Оля") if is_accepted else staff.cancel(order, NEW, "нема", "Оля")


async def stands(cafe: Shop) -> tuple[str, str, str | None]:
    [order] = await cafe.rows("SELECT status, payment_status FROM orders")
    [invoice] = await cafe.rows("SELECT hold_end FROM invoices")
    return order["status"], order["payment_status"], invoice["hold_end"]


@pytest.mark.parametrize("at", ["UPDATE orders SET status", "UPDATE invoices SET hold_end", COMMIT])
@pytest.mark.parametrize("by_time", [False, True])
@pytest.mark.parametrize("ends_first", [False, True])
async def test_an_order_is_accepted_while_it_ends(shop: OpenShop, at: str, *, by_time: bool, ends_first: bool) -> None:
    cafe = await shop(at)
    order = await held(cafe)
    accepting, ending = (cafe.rival, cafe.held) if ends_first else (cafe.held, cafe.rival)
    database = cafe.held_database if ends_first else cafe.rival_database

    async def accepts() -> None:
        try:
            await accepting.staff_orders.advance(order, NEW, CONFIRMED, "Оля")
        except IllegalTransitionError:
            assert ends_first

    async def ends() -> None:
        try:
            if by_time:
                await database.write(end_unanswered, record, order, cafe.now)
            else:
                await ending.orders.cancel(GUEST, order)
        except NotCancellableError:
            assert not ends_first

    await interleave(cafe.database, cafe.stop, *((ends(), accepts()) if ends_first else (accepts(), ends())))
    expected = ACCEPTED if by_time and not ends_first else ENDED
    assert await stands(cafe) == expected, "what was accepted does not end by time; a guest may still cancel it"


@pytest.mark.parametrize("at", ["UPDATE invoices SET status", "UPDATE orders SET payment_status", COMMIT])
@pytest.mark.parametrize("is_accepted", [False, True])
async def test_a_hold_arrives_while_the_staff_decide(shop: OpenShop, at: str, *, is_accepted: bool) -> None:
    cafe = await shop(at)
    order = await with_page(cafe)
    decides = decide(cafe.rival.staff_orders, order, is_accepted=is_accepted)
    await interleave(cafe.database, cafe.stop, cafe.hears(cafe.held_database, report(HELD)), decides)
    assert await stands(cafe) == (ACCEPTED if is_accepted else ENDED)


@pytest.mark.parametrize("at", ["UPDATE orders SET status", COMMIT])
@pytest.mark.parametrize("is_accepted", [False, True])
async def test_the_staff_decide_while_a_hold_arrives(shop: OpenShop, at: str, *, is_accepted: bool) -> None:
    cafe = await shop(at)
    order = await with_page(cafe)
    decides = decide(cafe.held.staff_orders, order, is_accepted=is_accepted)
    await interleave(cafe.database, cafe.stop, decides, cafe.hears(cafe.rival_database, report(HELD)))
    assert await stands(cafe) == (ACCEPTED if is_accepted else ENDED)


@pytest.mark.parametrize("at", ["UPDATE orders SET payment_status", COMMIT])
@pytest.mark.parametrize("word", [PAID, REVERSED])
async def test_the_bank_says_twice_what_became_of_a_hold(shop: OpenShop, at: str, word: InvoiceStatus) -> None:
    cafe = await shop(at)
    await held(cafe)
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.hears(cafe.held_database, report(word)),
        cafe.hears(cafe.rival_database, report(word)),
    )
    kinds = [row["kind"] for row in await cafe.rows("SELECT kind FROM outbox WHERE recipient = 'staff'")]
    assert kinds.count("staff-order-paid") == (word is PAID)
    assert kinds.count("staff-hold-lost") == (word is REVERSED)
    assert await cafe.value("SELECT payment_status FROM orders") == ("paid" if word is PAID else "unpaid")


@pytest.mark.parametrize("at", ["UPDATE invoices SET status", COMMIT])
async def test_a_guest_chooses_cash_while_the_card_is_held(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await with_page(cafe)

    async def chooses() -> None:
        with pytest.raises(NotPayableError):
            await cafe.rival_database.write(switch_to_cash, record, GUEST, order, cafe.now)

    await interleave(cafe.database, cafe.stop, cafe.hears(cafe.held_database, report(HELD)), chooses())
    [row] = await cafe.rows("SELECT payment_method, payment_status FROM orders")
    assert tuple(row.values()) == ("card", "pending")
