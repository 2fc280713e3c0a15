"""What parts of an order cost when they go back: in whatever order and pieces, they add up to its total."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from cafe.core.kernel.ids import OrderId, OrderLineId
from cafe.core.kernel.locale import OwnText
from cafe.core.kernel.spread import spread
from cafe.core.kernel.texts import read_texts
from cafe.core.money.payments.model import Money, PaymentKind, StoredPayment
from cafe.core.money.refunds.goods import returned_bill
from cafe.core.money.refunds.model import Quote, Refund, RefundState, RefundWay, Selection
from cafe.core.money.refunds.rules import delivery_left, net_amounts, offer_lines, quote
from cafe.core.ordering.orders.model import Order, OrderLine
from tests.core.bills import bill


@given(st.integers(0, 10**6), st.lists(st.integers(0, 10**5), min_size=1, max_size=12))
def test_shares_add_up_and_are_fair(amount: int, weights: list[int]) -> None:
    shares = spread(amount, weights)
    if not sum(weights):
        assert shares == [0] * len(weights)
        return
    assert sum(shares) == amount
    for share, weight in zip(shares, weights, strict=True):
        assert abs(share * sum(weights) - amount * weight) < sum(weights)


def order_of(lines: list[tuple[int, int]], discount: int, fee: int) -> Order:
    items = (
        OrderLine(None, OwnText(f"Страва {at}", ""), quantity, price, id=OrderLineId(at))
        for at, (quantity, price) in enumerate(lines, 1)
    )
    return bill(tuple(items), discount=discount, fee=fee)


def refund_of(chosen: Quote, number: int, state: RefundState) -> Refund:
    return Refund(
        id=number,
        order_id=OrderId(1),
        number=number,
        payment_id=1,
        way=RefundWay.PROVIDER,
        reference=str(number),
        money=chosen.money,
        lines=chosen.lines,
        delivery=chosen.delivery,
        reason="",
        actor="",
        state=state,
        problem=None,
        attempts=0,
        created_at=0,
        asked_at=None,
        taken_at=None,
        resumed_at=None,
    )


def payment_of(order: Order) -> StoredPayment:
    return StoredPayment(
        id=1,
        kind=PaymentKind.TERMINAL,
        paid=Money(order.total * 100),
        has_sale=True,
        holds_receipt=False,
        invoice_id=None,
        provider=None,
        provider_invoice_id="",
        refunded=0,
        pending=0,
        debt_id=None,
    )


@given(st.data())
def test_all_parts_together_are_the_total(data: st.DataObject) -> None:
    """Some are refused by the bank, so that they are asked for again; the receipts of the others tell the same sum."""
    lines = data.draw(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 400)), min_size=1, max_size=5))
    items = sum(quantity * price for quantity, price in lines)
    order = order_of(lines, data.draw(st.integers(0, items - 1)), data.draw(st.sampled_from([0, 60])))
    payment = payment_of(order)
    refunds: list[Refund] = []
    texts = read_texts()
    for number in range(1, 40):
        left = payment.paid.amount - sum(refund.money.amount for refund in refunds if refund.counts)
        offered, fee = offer_lines(order, refunds), delivery_left(order, refunds)
        assert sum(line.amounts[-1] for line in offered) + fee == left
        if not left:
            break
        pieces = {line.line_id: data.draw(st.integers(0, line.left)) for line in offered}
        delivery = bool(fee) and data.draw(st.booleans())
        is_last = number > 30 or not any(pieces.values())
        selection = Selection(is_whole=True) if is_last else Selection(pieces, delivery)
        chosen = quote(order, [replace(payment, refunded=payment.paid.amount - left)], refunds, selection)
        state = RefundState.REFUSED if data.draw(st.integers(0, 4)) == 0 and number < 30 else RefundState.DONE
        refund = refund_of(chosen, number, state)
        goods = returned_bill(order, refund, texts).discounted
        assert goods[0].code != "part"
        assert sum(good.total for good in goods) == refund.money.amount
        assert all(good.discount >= 0 and good.total >= 0 for good in goods)
        refunds.append(refund)
    done = [refund for refund in refunds if refund.counts]
    assert sum(refund.money.amount for refund in done) == order.total * 100
    nets = net_amounts(order)
    for line in order.lines:
        parts = [part for refund in done for part in refund.lines if part.line_id == line.id]
        assert line.id is not None
        assert (sum(part.quantity for part in parts), sum(part.amount for part in parts)) in {
            (line.quantity, nets[line.id]),
            (0, 0),
        }
