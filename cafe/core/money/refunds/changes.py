"""The transactions of refunds: requested, accepted, ended. Each locks the refund's order first."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.database import Connection
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import ProviderName
from cafe.core.money.payments import ledger
from cafe.core.money.payments.model import HRYVNIA, Money
from cafe.core.money.payments.port import RefundRequest
from cafe.core.money.refunds import store
from cafe.core.money.refunds.ending import end, end_late
from cafe.core.money.refunds.errors import (
    RefundChangedError,
    RefundForbiddenError,
    RefundLimitError,
    RefundTooLargeError,
)
from cafe.core.money.refunds.facts import RefundDone, RefundHeld, RefundRequested, RefundUnclear
from cafe.core.money.refunds.goods import refund_lines
from cafe.core.money.refunds.model import (
    NewRefund,
    Quote,
    Refund,
    RefundOffer,
    RefundState,
    RefundWay,
    Selection,
    fits_lines,
)
from cafe.core.money.refunds.rules import delivery_left, offer_lines, quote, whole
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.model import Order
from cafe.core.ordering.orders.staff_service import find_any_order, lock_any_order
from cafe.core.people.staff.model import Role

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RefundCommand:
    """A request by the staff to refund something."""

    selection: Selection
    seen: int
    """`RefundOffer.seen` of the offer that they chose from."""
    reason: str
    actor: str
    role: Role | None
    """None: they may not give money back at all."""
    """Decides on permissions; the owner's limit does not apply to owners."""
    reference: str
    now: int


@dataclass(frozen=True, slots=True)
class PendingRefund:
    """An open refund with the request to its provider."""

    refund: Refund
    provider: ProviderName
    request: RefundRequest


def read_offer(conn: Connection, order_id: int) -> RefundOffer:
    """Read what can be refunded for an order.

    Raises:
        NotFoundError: no such order.
    """
    return _offer(conn, find_any_order(conn, order_id))


def add_refund(conn: Connection, record: Recorder, order_id: int, command: RefundCommand) -> Refund:
    """Store a refund; one in person is done at once.

    Raises:
        NotFoundError: no such order.
        RefundError: the refund is not possible; nothing was changed.
    """
    order = lock_any_order(conn, order_id)
    offer = _offer(conn, order)
    if offer.seen != command.seen:
        raise RefundChangedError
    chosen = quote(order, offer.payments, offer.refunds, command.selection)
    check_rights(conn, command.role, offer.refunds, chosen.money)
    in_person = command.selection.is_in_person or chosen.payment.provider is None
    new = NewRefund(
        order_id=order.id,
        number=offer.seen + 1,
        quote=chosen,
        way=RefundWay.PERSON if in_person else RefundWay.PROVIDER,
        state=RefundState.DONE if in_person else RefundState.REQUESTED,
        reference=command.reference,
        reason=command.reason,
        actor=command.actor,
        at=command.now,
    )
    refund = store.add_refund(conn, new)
    if refund is None:
        raise RefundTooLargeError(chosen.payment.left)
    fact = RefundDone if in_person else RefundRequested
    record(conn, fact(at=command.now, order=order, refund=refund))
    return store.get_refund(conn, refund.id)


def add_dashboard_refund(conn: Connection, order: Order, payment_id: int, amount: int, now: int) -> Refund | None:
    """Store a refund made outside the program; the caller has locked the order."""
    payment, refunds = ledger.get_payment(conn, payment_id), store.list_refunds(conn, order.id)
    number = max((refund.number for refund in refunds), default=0) + 1
    mine = [refund for refund in refunds if refund.payment_id == payment.id]
    chosen = Quote(payment, amount, (), 0)
    if fits_lines(order, payment) and payment.left == amount:
        chosen = whole(payment, offer_lines(order, mine), delivery_left(order, mine))
    new = NewRefund(
        order_id=order.id,
        number=number,
        quote=chosen,
        way=RefundWay.DASHBOARD,
        state=RefundState.DONE,
        reference=f"cabinet-p{payment.id}-{number}",
        reason="",
        actor="",
        at=now,
    )
    return store.add_refund(conn, new)


def claim(conn: Connection, refund_id: int, now: int, next_check_at: int) -> PendingRefund | None:
    """Claim the sending of a refund to its provider; None if it must not be sent, or not yet."""
    refund = store.get_refund(conn, refund_id)
    conn.lock("orders", refund.order_id)
    if not store.claim_sending(conn, refund, now, next_check_at):
        return None
    return read_pending(conn, refund_id)


def mark_found(conn: Connection, pending: PendingRefund, now: int) -> bool:
    """Mark a refund about to be sent as already known to the provider; False if its report may mean another one.

    Where the provider reports only an amount, that is this refund's only if nothing else of the payment was returned
    since the report was requested.
    """
    conn.lock("orders", pending.refund.order_id)
    current = read_pending(conn, pending.refund.id)
    if current is None or current.request.returned_before != pending.request.returned_before:
        return False
    return store.can_be_sent(conn, current.refund) and store.mark_found(conn, current.refund.id, now)


def read_pending(conn: Connection, refund_id: int) -> PendingRefund | None:
    """Read a refund with the request to its provider; None if it has ended."""
    refund = store.get_refund(conn, refund_id)
    order = orders.get_order(conn, refund.order_id)
    payment = ledger.get_payment(conn, refund.payment_id)
    if payment.provider is None or not refund.state.is_open:
        return None
    before = [
        other.money.amount
        for other in store.list_of_payment(conn, payment.id)
        if other.state is RefundState.DONE and other.way is not RefundWay.PERSON
    ]
    request = RefundRequest(
        invoice_id=payment.provider_invoice_id,
        reference=refund.reference,
        amount=refund.money.amount,
        returned_before=sum(before),
        paid=payment.paid.amount,
        lines=refund_lines(order, refund),
    )
    return PendingRefund(refund, payment.provider, request)


def finish(
    conn: Connection, record: Recorder, refund_id: int, state: RefundState, problem: str | None, now: int
) -> Refund:
    """End an open refund; only the first end has an effect."""
    refund = store.get_refund(conn, refund_id)
    conn.lock("orders", refund.order_id)
    refund = store.get_refund(conn, refund_id)
    order = orders.get_order(conn, refund.order_id)
    facts = end(conn, order, refund, state, now, problem=problem)
    if not facts and state is RefundState.DONE and refund.state is RefundState.REFUSED:
        facts = end_late(conn, order, refund, now)
        log.warning(
            "refund %s of order %s happened although it had ended as refused: %s",
            refund_id,
            refund.order_id,
            "stored as done" if facts else "stored as the dashboard's already, or more than what is left",
        )
    for fact in facts:
        record(conn, fact)
    return store.get_refund(conn, refund_id)


@dataclass(frozen=True, slots=True)
class Decision:
    """Who of the staff decides about a refund that does not end by itself."""

    actor: str
    role: Role | None
    """None: they may not give money back at all."""
    now: int


def resolve(conn: Connection, record: Recorder, refund_id: int, by: Decision, *, is_done: bool) -> Refund:
    """End a refund by what the staff found in the provider's dashboard, or call off one that the provider rejects.

    The person's name is stored in the place of a problem.

    Raises:
        NotFoundError: no such refund, or it does not wait for the staff.
        RefundForbiddenError: they may not give money back.
    """
    refund, order = _lock(conn, refund_id)
    check_role(conn, by.role)
    state = RefundState.DONE if is_done else RefundState.REFUSED
    facts = end(conn, order, refund, state, by.now, note=by.actor, problem="") if refund.state.waits_for_staff else []
    if not facts:
        raise NotFoundError
    for fact in facts:
        record(conn, fact)
    return store.get_refund(conn, refund_id)


def resume(conn: Connection, record: Recorder, refund_id: int, by: Decision) -> Refund:
    """Send a refund again that its provider did not accept.

    Raises:
        NotFoundError: no such refund, or it is not held.
        RefundForbiddenError: they may not give money back.
    """
    refund, order = _lock(conn, refund_id)
    check_role(conn, by.role)
    if not store.resume(conn, refund_id, by.now):
        raise NotFoundError
    log.info("refund %s of order %s was resumed by %s", refund_id, order.id, by.actor)
    record(conn, RefundRequested(at=by.now, order=order, refund=refund))
    return store.get_refund(conn, refund_id)


def escalate(conn: Connection, record: Recorder, refund_id: int, now: int, *, is_last: bool) -> None:
    """Notify the staff once of a refund that does not end: they look it up, or decide whether to go on.

    A refund accepted by the provider only needs time; it is escalated at the last check.
    """
    refund, order = _lock(conn, refund_id)
    pending = read_pending(conn, refund_id)
    is_requested = refund.state is RefundState.REQUESTED
    if pending is None or (refund.taken_at is not None and not is_last) or not store.mark_escalated(conn, refund_id):
        return
    if is_requested:
        record(conn, RefundHeld(at=now, order=order, refund=refund))
    else:
        record(conn, RefundUnclear(at=now, order=order, refund=refund, provider=pending.provider))


def check_role(conn: Connection, role: Role | None) -> None:
    """Raise `RefundForbiddenError` if the settings do not permit this role to refund, or there is none that may."""
    least = get_settings(conn).refund_role
    if role is None or not role.may(Role(least)):
        raise RefundForbiddenError(least)


def _lock(conn: Connection, refund_id: int) -> tuple[Refund, Order]:
    """Lock a refund's order, and return the current state of both.

    Raises:
        NotFoundError: no such refund.
    """
    refund = store.find_refund(conn, refund_id)
    if refund is None:
        raise NotFoundError
    order = lock_any_order(conn, refund.order_id)
    return store.get_refund(conn, refund_id), order


def _offer(conn: Connection, order: Order) -> RefundOffer:
    payments, refunds = ledger.list_payments(conn, order.id), store.list_refunds(conn, order.id)
    offer = RefundOffer(order, payments, refunds, (), 0, get_settings(conn).refund_limit or None)
    own = offer.own
    if own is None or not own.has_sale or not fits_lines(order, own):
        return offer
    mine = [refund for refund in refunds if refund.payment_id == own.id]
    lines, delivery = offer_lines(order, mine), delivery_left(order, mine)
    if sum(line.amounts[-1] for line in lines) + delivery > own.left:  # an amount was refunded without saying for what
        lines = [line for line in lines if line.amounts[0] <= own.left]
    return RefundOffer(order, payments, refunds, lines, delivery, offer.limit)


def check_rights(conn: Connection, role: Role | None, refunds: Iterable[Refund], money: Money) -> None:
    """Raise if a role may not refund, or not so much of an order with these `refunds`."""
    check_role(conn, role)
    limit = get_settings(conn).refund_limit
    if not limit or role is Role.OWNER:
        return
    before = sum(
        refund.money.amount
        for refund in refunds
        if refund.counts and refund.way is not RefundWay.DASHBOARD and refund.money.currency == HRYVNIA
    )
    if before + money.amount > limit * 100 or money.currency != HRYVNIA:
        raise RefundLimitError(limit)
