"""Refunds with a rival beside them: money goes back once, and never more of it than was paid."""

import pytest

from cafe.core.handlers import record
from cafe.core.kernel.ids import OrderId
from cafe.core.money.payments.port import InvoiceReport, InvoiceStatus
from cafe.core.money.refunds import changes
from cafe.core.money.refunds.changes import RefundCommand
from cafe.core.money.refunds.errors import RefundChangedError
from cafe.core.money.refunds.model import Refund, RefundState, Selection
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.people.staff.model import Role
from tests.db.interleaving import COMMIT, StoppingDatabase, interleave
from tests.db.shop import OpenShop, Shop, report

PAID = 8100
WHOLE = Selection(is_whole=True)


async def paid_order(cafe: Shop) -> OrderId:
    order = await cafe.order(payment_method="card")
    await cafe.invoice(order, "bank-1")
    await cafe.hears(cafe.rival_database, report(InvoiceStatus.PAID))
    cafe.rival_database.runs = 0
    return order


async def add(cafe: Shop, database: StoppingDatabase, order: OrderId, who: str, selection: Selection = WHOLE) -> Refund:
    command = RefundCommand(selection, 0, "", who, Role.OWNER, f"refund by {who}", cafe.now)
    return await database.write(changes.add_refund, record, order, command)


def returned(amount: int | None) -> InvoiceReport:
    """The bank's word that so much went back; None: all of it."""
    status = InvoiceStatus.REVERSED if amount is None else InvoiceStatus.PAID
    return InvoiceReport("bank-1", status, amount=PAID, currency="UAH", reference="ours", returned=amount)


async def sums(cafe: Shop) -> dict[str, int]:
    rows = await cafe.rows("SELECT state, SUM(amount) AS s FROM refunds GROUP BY state")
    return {row["state"]: int(row["s"]) for row in rows}


@pytest.mark.parametrize("at", ["INSERT INTO refunds", COMMIT])
@pytest.mark.parametrize("selection", [WHOLE, Selection(amount=1000)])
async def test_two_who_press_at_once(shop: OpenShop, at: str, selection: Selection) -> None:
    cafe = await shop(at)
    order = await paid_order(cafe)
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        add(cafe, cafe.held_database, order, "held", selection),
        add(cafe, cafe.rival_database, order, "rival", selection),
    )
    assert isinstance(one, Refund)
    assert isinstance(two, RefundChangedError)
    assert await cafe.value("SELECT COUNT(*) FROM refunds") == 1


@pytest.mark.parametrize("at", ["UPDATE refunds SET state", COMMIT])
async def test_two_processes_ask_for_one_refund(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    refund = await add(cafe, cafe.rival_database, await paid_order(cafe), "Оля")
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held_database.write(changes.claim, refund.id, cafe.now, cafe.now + 20),
        cafe.rival_database.write(changes.claim, refund.id, cafe.now, cafe.now + 20),
    )
    assert one is not None
    assert two is None


@pytest.mark.parametrize("at", ["INSERT INTO refunds", COMMIT])
@pytest.mark.parametrize("amount", [None, 5000])
async def test_money_goes_back_in_the_dashboard_while_somebody_asks(
    shop: OpenShop, at: str, amount: int | None
) -> None:
    cafe = await shop(at)
    order = await paid_order(cafe)
    await interleave(
        cafe.database,
        cafe.stop,
        add(cafe, cafe.held_database, order, "held"),
        cafe.hears(cafe.rival_database, returned(amount)),
    )
    found = await sums(cafe)
    assert found["done"] == (amount or PAID)
    assert sum(found.get(state, 0) for state in ("done", "requested", "asked", "unknown")) <= PAID


@pytest.mark.parametrize("at", ["UPDATE refunds SET state", COMMIT])
async def test_the_bank_tells_while_its_answer_comes(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await paid_order(cafe)
    refund = await add(cafe, cafe.rival_database, order, "Оля")
    await cafe.rival_database.write(changes.claim, refund.id, cafe.now, cafe.now + 20)
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.held_database.write(changes.finish, record, refund.id, RefundState.DONE, None, cafe.now),
        cafe.hears(cafe.rival_database, returned(None)),
    )
    assert await sums(cafe) == {"done": PAID}
    assert (await cafe.messages()).count("customer-money-returned") == 1


@pytest.mark.parametrize("at", ["INSERT INTO refunds", COMMIT])
async def test_an_order_is_cancelled_while_a_part_goes_back(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await paid_order(cafe)
    await interleave(
        cafe.database,
        cafe.stop,
        add(cafe, cafe.held_database, order, "held", Selection(amount=1000)),
        cafe.rival.staff_orders.cancel(order, OrderStatus.NEW, "нема", "Оля"),
    )
    [refund] = (await cafe.rival.refunds.offer(order)).refunds
    await cafe.database.write(changes.finish, record, refund.id, RefundState.DONE, None, cafe.now)
    [owed] = await cafe.rows("SELECT amount FROM money_to_return WHERE returned_at IS NULL")
    assert owed["amount"] == PAID - 1000
