"""The price of a selection of lines in kopiykas (pure); however an order is refunded, it adds up to its total."""

from collections.abc import Iterable, Mapping, Sequence

from cafe.core.kernel.ids import OrderLineId
from cafe.core.kernel.spread import spread
from cafe.core.money.payments.model import StoredPayment
from cafe.core.money.refunds.errors import NothingToReturnError, RefundChangedError, RefundTooLargeError
from cafe.core.money.refunds.model import (
    OfferedLine,
    Quote,
    Refund,
    RefundedLine,
    Selection,
    fits_lines,
    own_payment,
)
from cafe.core.ordering.orders.model import Order, OrderLine

REASONS = ("lack", "slip", "bad", "wish")
"""Usual reasons, ids of texts: `refund-reason-…`, which go into the history."""


def net_amounts(order: Order) -> dict[OrderLineId, int]:
    """Return each line's amount after the order's discounts; with the delivery fee they add up to its total."""
    grosses = [line.total * 100 for line in order.lines]
    discount = sum(grosses) - (order.total - order.delivery_fee) * 100
    shares = spread(discount, grosses)
    return {
        line.id: gross - share
        for line, gross, share in zip(order.lines, grosses, shares, strict=True)
        if line.id is not None
    }


def offer_lines(order: Order, refunds: Iterable[Refund]) -> list[OfferedLine]:
    """List the lines that can still be refunded, with the price of 1, 2, … pieces."""
    nets, refunded = net_amounts(order), _refunded(refunds)
    offered = []
    for line in order.lines:
        pieces, amount = refunded.get(line.id, (0, 0)) if line.id is not None else (0, 0)
        left = line.quantity - pieces
        if line.id is not None and left > 0 and nets[line.id] > amount:
            amounts = tuple(_cost(line, nets[line.id], pieces + more, amount) for more in range(1, left + 1))
            offered.append(OfferedLine(line, line.id, left, amounts))
    return offered


def delivery_left(order: Order, refunds: Iterable[Refund]) -> int:
    """Return the delivery fee if it can still be refunded, else 0."""
    is_gone = any(refund.delivery for refund in refunds if refund.counts)
    return 0 if is_gone else order.delivery_fee * 100


def quote(order: Order, payments: Sequence[StoredPayment], refunds: Sequence[Refund], selection: Selection) -> Quote:
    """Return the price of a selection, and the payment to refund.

    Raises:
        NothingToReturnError: nothing is selected, or nothing is left of the payment.
        RefundTooLargeError: the price exceeds what is left.
        RefundChangedError: the selection is not available any more.
    """
    payment = _find_payment(payments, selection)
    mine = [refund for refund in refunds if refund.payment_id == payment.id]
    lines = offer_lines(order, mine) if fits_lines(order, payment) else []
    delivery = delivery_left(order, mine) if fits_lines(order, payment) else 0
    if selection.is_whole or selection.debt_id is not None or selection.amount == payment.left:
        return whole(payment, lines, delivery)
    if selection.amount is not None:
        chosen = Quote(payment, selection.amount, (), 0)
    else:
        chosen = _quote_lines(payment, lines, delivery, selection)
    if chosen.amount <= 0:
        raise NothingToReturnError
    if chosen.amount > payment.left:
        raise RefundTooLargeError(payment.left)
    return chosen


def whole(payment: StoredPayment, lines: Sequence[OfferedLine], delivery: int) -> Quote:
    """Return a quote of all that is left of a payment, with all lines not refunded before."""
    if not payment.has_sale:
        return Quote(payment, payment.left, (), 0)
    costs = [line.amounts[-1] for line in lines]
    # If an amount was refunded before without saying for what, the lines share the rest.
    parts = spread(payment.left, [*costs, delivery]) if sum(costs) + delivery != payment.left else [*costs, delivery]
    all_lines = tuple(RefundedLine(line.line_id, line.left, part) for line, part in zip(lines, parts, strict=False))
    return Quote(payment, payment.left, all_lines, parts[-1])


def _find_payment(payments: Sequence[StoredPayment], selection: Selection) -> StoredPayment:
    if selection.debt_id is None:
        payment = own_payment(payments)
    else:
        payment = next((payment for payment in payments if payment.debt_id == selection.debt_id), None)
    if payment is None or payment.left <= 0:
        raise NothingToReturnError
    return payment


def _quote_lines(payment: StoredPayment, lines: Sequence[OfferedLine], delivery: int, selection: Selection) -> Quote:
    offered = {line.line_id: line for line in lines}
    chosen = []
    for line_id, pieces in selection.lines.items():
        if pieces <= 0:
            continue
        line = offered.get(line_id)
        if line is None or pieces > line.left:
            raise RefundChangedError
        chosen.append(RefundedLine(line_id, pieces, line.amounts[pieces - 1]))
    if selection.delivery and not delivery:
        raise RefundChangedError
    fee = delivery if selection.delivery else 0
    return Quote(payment, sum(line.amount for line in chosen) + fee, tuple(chosen), fee)


def refunded_pieces(refunds: Iterable[Refund]) -> Mapping[OrderLineId, int]:
    """Return the refunded pieces of each line that is still in the order, including refunds under way."""
    return {line_id: pieces for line_id, (pieces, _) in _refunded(refunds).items()}


def _refunded(refunds: Iterable[Refund]) -> Mapping[OrderLineId, tuple[int, int]]:
    """Return the refunded pieces of each line, including refunds under way, and their amounts."""
    refunded: dict[OrderLineId, tuple[int, int]] = {}
    for refund in refunds:
        for line in refund.lines if refund.counts and refund.edit_number is None else ():
            pieces, amount = refunded.get(line.line_id, (0, 0))
            refunded[line.line_id] = (pieces + line.quantity, amount + line.amount)
    return refunded


def _cost(line: OrderLine, net: int, pieces: int, refunded: int) -> int:
    """Return what is still to refund of a line for `pieces` in all; the last piece includes the rounding rest."""
    return max(0, net * pieces // line.quantity - refunded)
