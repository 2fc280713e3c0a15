"""Planning an edit inside a transaction: checked and priced, not yet applied."""

from collections.abc import Sequence
from datetime import datetime

from cafe.core.catalogue.hours.slots import Load
from cafe.core.catalogue.hours.slots_store import load_of
from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.catalogue.stock.rules import ingredients_of, portions_of
from cafe.core.catalogue.zones.model import Zone
from cafe.core.kernel.database import Connection
from cafe.core.money.payments import store as invoices
from cafe.core.money.refunds.rules import refunded_pieces
from cafe.core.money.refunds.store import list_refunds
from cafe.core.ordering.cart.model import WantedLine
from cafe.core.ordering.checkout.errors import BelowMinimumError, OptionsUnavailableError, TotalChangedError
from cafe.core.ordering.checkout.lines import read_lines
from cafe.core.ordering.checkout.timing import time_error
from cafe.core.ordering.order_edits.model import EditProblem, LineMoves, OrderEditError, PlannedEdit, WantedEdit
from cafe.core.ordering.order_edits.rules import merge_lines, move_lines, reprice, settle_difference
from cafe.core.ordering.orders.answers import ADULT
from cafe.core.ordering.orders.model import CUSTOMER_CAN_CANCEL, STAFF_CAN_EDIT, Order, OrderLine, OrderType
from cafe.core.ordering.orders.rules import MADE


def check_editable(order: Order, seen: int, *, by_customer: bool) -> None:
    """Raise `OrderEditError` unless an order may be edited by its customer or the staff, who saw this version."""
    if order.status not in (CUSTOMER_CAN_CANCEL if by_customer else STAFF_CAN_EDIT) or order.is_anonymous:
        raise OrderEditError(EditProblem.TOO_LATE)
    if order.version != seen:
        raise OrderEditError(EditProblem.CHANGED)


def plan_edit(
    conn: Connection,
    snapshot: Snapshot,
    order: Order,
    wanted: WantedEdit,
    added: Sequence[WantedLine],
    moment: datetime,
    *,
    by_customer: bool,
) -> PlannedEdit:
    """Check and price an edit of an order. Owners' rules for guests, as a minimum or a slot, do not bind the staff.

    Raises:
        OrderEditError: it is not possible.
        OptionsUnavailableError: a dish cannot be had as chosen.
        BelowMinimumError, TimeUnavailableError, TotalChangedError: see `CheckoutService.place_order`.
    """
    refunded = refunded_pieces(list_refunds(conn, order.id))
    zone = None if by_customer else _wanted_zone(snapshot, order, wanted)
    moves = move_lines(order, wanted.quantities, added, refunded, may_be_none=zone is not None)
    new = _price_added(conn, snapshot, order, moves, moment, by_customer=by_customer)
    quantities, new_lines = merge_lines(order, moves, new)
    price = reprice(order, moves.gone, new, zone)
    if wanted.expected_total not in {None, price.total}:
        raise TotalChangedError(price.total)
    if by_customer:
        _check_rules(conn, snapshot, order, moves, price.items_total, moment)
    held = _held(conn, order)
    recipes = snapshot.recipes, snapshot.option_recipes
    balance, to_return = settle_difference(order, price.total, held)
    return PlannedEdit(
        order=order,
        gone=moves.gone,
        added=new,
        quantities=quantities,
        new_lines=new_lines,
        price=price,
        balance=balance,
        to_return=to_return,
        used=ingredients_of(new, portions_of(new, *recipes)),
        freed=ingredients_of(moves.gone, portions_of(moves.gone, *recipes)),
        new_portions=portions_of(new_lines, *recipes),
        zone=zone,
    )


def _wanted_zone(snapshot: Snapshot, order: Order, wanted: WantedEdit) -> Zone | None:
    """Return the zone that a delivery is put into; None if it stays where it is.

    Raises:
        OrderEditError: there is no such zone, or nothing is delivered.
    """
    if wanted.zone_id is None or (order.zone is not None and order.zone.id == wanted.zone_id):
        return None
    zone = snapshot.zone_map.find(wanted.zone_id)
    if zone is None or order.order_type is not OrderType.DELIVERY:
        raise OrderEditError(EditProblem.ZONE)
    return zone


def _price_added(
    conn: Connection, snapshot: Snapshot, order: Order, moves: LineMoves, moment: datetime, *, by_customer: bool
) -> tuple[OrderLine, ...]:
    """Return the lines to add at their current price."""
    now = int(moment.timestamp())
    served_at = (order.scheduled_for or now) if by_customer else None
    lines, goods = read_lines(conn, snapshot, moves.more, now, served_at)
    if len(lines) < len(moves.more):
        raise OrderEditError(EditProblem.UNAVAILABLE)
    if goods.unavailable:
        raise OptionsUnavailableError(goods.unavailable)
    if by_customer and goods.has_alcohol and ADULT not in order.answers:
        raise OrderEditError(EditProblem.AGE)
    if goods.has_alcohol and order.status in MADE:  # its drinks are poured
        raise OrderEditError(EditProblem.MARKS)
    return lines


def _check_rules(
    conn: Connection, snapshot: Snapshot, order: Order, moves: LineMoves, items_total: int, moment: datetime
) -> None:
    """Check the owner's rules for guests: the pause, the minimum for a delivery, the slot's limits."""
    minimum = snapshot.settings.min_delivery_order_amount
    if order.zone is not None:
        zone = snapshot.zone_map.find(order.zone.id)
        minimum = zone.min_amount if zone else 0
    if order.order_type is OrderType.DELIVERY and items_total < min(minimum, order.items_total):
        raise BelowMinimumError(minimum)
    if moves.more and snapshot.pause_of(order.order_type, moment) is not None:
        raise OrderEditError(EditProblem.PAUSED)
    slots = snapshot.slots.get(order.order_type)
    if slots is None or not slots.has_limits or order.scheduled_for is None or not moves.more:
        return
    clock = snapshot.settings.zone
    pieces = sum(line.quantity for line in moves.more) - sum(line.quantity for line in moves.gone)
    grown = Load(0, pieces, items_total - order.items_total)
    exceeded = slots.exceeded_by(
        load_of(conn, order.order_type.value, slots.span_of(order.scheduled_for, clock)) + grown
    )
    if exceeded is not None:
        raise time_error(exceeded.problem, datetime.fromtimestamp(order.scheduled_for, clock), exceeded.limit)


def _held(conn: Connection, order: Order) -> int:
    """Return what is held for an order in whole UAH.

    Raises:
        OrderEditError: it is being captured.
    """
    if not order.is_held:
        return 0
    hold = invoices.find_held(conn, order.id)
    if hold is None or hold.hold_end is not None:
        raise OrderEditError(EditProblem.PAYMENT)
    return (hold.held_amount or 0) // 100
