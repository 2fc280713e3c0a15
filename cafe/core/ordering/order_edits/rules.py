"""What an edit does to lines and sums (pure)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cafe.core.catalogue.zones.model import Zone
from cafe.core.kernel.ids import OrderLineId
from cafe.core.ordering.cart.model import LineKey, WantedLine
from cafe.core.ordering.cart.store import MAX_QUANTITY
from cafe.core.ordering.checkout.pricing import Price, percent_from, price_goods
from cafe.core.ordering.order_edits.model import EditProblem, LineMoves, OrderEditError
from cafe.core.ordering.orders.model import Order, OrderLine, PaymentStatus


def move_lines(
    order: Order,
    quantities: Mapping[OrderLineId, int],
    added: Sequence[WantedLine],
    refunded: Mapping[OrderLineId, int],
    *,
    may_be_none: bool = False,
) -> LineMoves:
    """Return what new quantities and added lines do to an order's lines; `refunded`: pieces by line.

    Raises:
        OrderEditError: a line is not there, or is to lose pieces that were refunded, or nothing would change.
    """
    lines = {line.id: line for line in order.lines}
    gone, left, more = [], {}, list(added)
    for line_id, quantity in quantities.items():
        line = lines.get(line_id)
        if line is None or not 0 <= quantity <= MAX_QUANTITY:
            raise OrderEditError(EditProblem.CHANGED)
        if quantity < line.quantity:
            if quantity < refunded.get(line_id, 0):
                raise OrderEditError(EditProblem.REFUNDED)
            gone.append(replace(line, quantity=line.quantity - quantity))
            left[line_id] = quantity
        elif quantity > line.quantity:
            if line.product_id is None:
                raise OrderEditError(EditProblem.UNAVAILABLE)
            key = LineKey(line.product_id, line.choice.key, line.note)
            more.append(WantedLine(key, quantity - line.quantity))
    if not gone and not more and not may_be_none:
        raise OrderEditError(EditProblem.NOTHING)
    return LineMoves(tuple(gone), left, tuple(more))


def merge_lines(
    order: Order, moves: LineMoves, added: Sequence[OrderLine]
) -> tuple[Mapping[OrderLineId, int], tuple[OrderLine, ...]]:
    """Return the new quantities of existing lines, and the lines to insert.

    Added pieces join a line that is the same in all but its number and that the kitchen has not made.

    Raises:
        OrderEditError: nothing would be left of the order.
    """
    quantities, new_lines = dict(moves.quantities), []
    for line in added:
        twin = next((each for each in order.lines if _is_same(each, line) and each.id not in moves.quantities), None)
        if twin is not None and twin.id is not None:
            quantities[twin.id] = quantities.get(twin.id, twin.quantity) + line.quantity
        else:
            new_lines.append(line)
    pieces = [quantities.get(line.id, line.quantity) if line.id is not None else 0 for line in order.lines]
    if not any(pieces) and not new_lines:
        raise OrderEditError(EditProblem.EMPTY)
    return quantities, tuple(new_lines)


def reprice(order: Order, gone: Sequence[OrderLine], added: Sequence[OrderLine], zone: Zone | None = None) -> Price:
    """Price an order anew: discounts stay as it was placed with, and the delivery fee unless it gets another zone."""
    items_total = order.items_total - sum(line.total for line in gone) + sum(line.total for line in added)
    pickup, promo = order.pickup_percent, order.promo_percent
    if pickup is None:
        pickup = percent_from(order.discount_amount, order.items_total)
    if promo is None:
        promo = percent_from(order.promo_discount_amount, order.items_total)
    fee = order.delivery_fee if zone is None else zone.fee_for(items_total)
    return price_goods(items_total, fee, pickup, promo)


def settle_difference(order: Order, total: int, held: int) -> tuple[int, int]:
    """Return what is to take in person and what is to return of a payment, if an order costs `total` from now on.

    All in whole UAH; `held` is blocked on the guest's card and not captured yet.
    """
    if order.payment_status is PaymentStatus.UNPAID:
        return 0, 0
    if order.payment_status is PaymentStatus.PENDING:
        return max(0, total - held), 0
    owed = total - (order.total - order.balance)
    return max(0, owed), max(0, -owed)


def _is_same(line: OrderLine, other: OrderLine) -> bool:
    """Whether a line of an order can take the pieces of another."""
    same = (line.product_id, line.choice.key, line.note, line.price, line.product_name)
    return line.done_at is None and same == (
        other.product_id,
        other.choice.key,
        other.note,
        other.price,
        other.product_name,
    )
