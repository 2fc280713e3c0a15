"""The transactions of refunds: asked for, taken, ended. Whoever changes one locks its order first."""

import logging
from dataclasses import dataclass

from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.database import Connection
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import ProviderName
from cafe.core.money.payments import ledger
from cafe.core.money.payments.model import HRYVNIA
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
    """A refund that somebody asks for."""

    selection: Selection
    seen: int
    """`RefundOffer.seen`, as they saw it."""
    reason: str
    actor: str
    role: Role
    """What they may: the owner's limit is not for owners."""
    reference: str
    now: int


@dataclass(frozen=True, slots=True)
class PendingRefund:
    """What the provider is asked with."""

    refund: Refund
    provider: ProviderName
    request: RefundRequest


def read_offer(conn: Connection, order_id: int) -> RefundOffer:
    """Read what can be given back for an order.

    Raises:
        NotFoundError: no such order.
    """
    return _offer(conn, find_any_order(conn, order_id))


def add_refund(conn: Connection, record: Recorder, order_id: int, command: RefundCommand) -> Refund:
    """Store a refund; one that is given in person is done at once.

    Raises:
        NotFoundError: no such order.
        RefundError: it cannot be given back so; nothing was changed.
    """
    order = lock_any_order(conn, order_id)
    offer = _offer(conn, order)
    if offer.seen != command.seen:
        raise RefundChangedError
    chosen = quote(order, offer.payments, offer.refunds, command.selection)
    _check_rights(conn, offer, chosen, command)
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
    """Store money that went back without us, as it was; the caller has locked the order."""
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
    """Take over to ask the provider for a refund; None if it is not to be asked for, or not yet."""
    refund = store.get_refund(conn, refund_id)
    conn.lock("orders", refund.order_id)
    if not store.claim_asking(conn, refund, now, next_check_at):
        return None
    return read_pending(conn, refund_id)


def mark_found(conn: Connection, pending: PendingRefund, now: int) -> bool:
    """Note that the provider knows of a refund that we were about to ask for; False if its word may be of another.

    Where it tells a sum alone, that is this refund's only if nothing else of the payment went back since the question.
    """
    conn.lock("orders", pending.refund.order_id)
    current = read_pending(conn, pending.refund.id)
    if current is None or current.request.returned_before != pending.request.returned_before:
        return False
    return store.can_be_asked(conn, current.refund) and store.note_found(conn, current.refund.id, now)


def read_pending(conn: Connection, refund_id: int) -> PendingRefund | None:
    """Read what the provider is asked with about a refund; None if it is over."""
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
    """End an open refund; only the first end counts."""
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
            "noted now" if facts else "it is known as the dashboard's, or there is no room for it",
        )
    for fact in facts:
        record(conn, fact)
    return store.get_refund(conn, refund_id)


@dataclass(frozen=True, slots=True)
class Decision:
    """What somebody of the staff says about a refund that does not end by itself."""

    actor: str
    role: Role
    now: int


def resolve(conn: Connection, record: Recorder, refund_id: int, by: Decision, *, is_done: bool) -> Refund:
    """End a refund as somebody found it in the provider's dashboard, or call one off that the provider does not take.

    Their name is kept where a problem would be.

    Raises:
        NotFoundError: no such refund, or nobody was asked to decide.
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
    """Have a refund that its provider did not take asked for again.

    Raises:
        NotFoundError: no such refund, or it is not held.
        RefundForbiddenError: they may not give money back.
    """
    refund, order = _lock(conn, refund_id)
    check_role(conn, by.role)
    if not store.resume(conn, refund_id, by.now):
        raise NotFoundError
    log.info("refund %s of order %s goes on: %s says so", refund_id, order.id, by.actor)
    record(conn, RefundRequested(at=by.now, order=order, refund=refund))
    return store.get_refund(conn, refund_id)


def tell(conn: Connection, record: Recorder, refund_id: int, now: int, *, is_last: bool) -> None:
    """Tell the staff once of a refund that does not end: they look it up, or say whether to go on.

    One that the provider works on only needs time; it is told if that is the last look at it.
    """
    refund, order = _lock(conn, refund_id)
    pending = read_pending(conn, refund_id)
    is_requested = refund.state is RefundState.REQUESTED
    if pending is None or (refund.taken_at is not None and not is_last) or not store.note_told(conn, refund_id):
        return
    if is_requested:
        record(conn, RefundHeld(at=now, order=order, refund=refund))
    else:
        record(conn, RefundUnclear(at=now, order=order, refund=refund, provider=pending.provider))


def check_role(conn: Connection, role: Role) -> None:
    """Raise `RefundForbiddenError` if the settings do not let somebody give money back."""
    least = get_settings(conn).refund_role
    if not role.may(Role(least)):
        raise RefundForbiddenError(least)


def _lock(conn: Connection, refund_id: int) -> tuple[Refund, Order]:
    """Lock a refund's order, and return both as they are now.

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
    if sum(line.amounts[-1] for line in lines) + delivery > own.left:  # a sum went back, nobody said for what
        lines = [line for line in lines if line.amounts[0] <= own.left]
    return RefundOffer(order, payments, refunds, lines, delivery, offer.limit)


def _check_rights(conn: Connection, offer: RefundOffer, chosen: Quote, command: RefundCommand) -> None:
    """Raise if they may not give money back, or not so much of one order."""
    check_role(conn, command.role)
    if offer.limit is None or command.role is Role.OWNER:
        return
    before = sum(
        refund.money.amount
        for refund in offer.refunds
        if refund.counts and refund.way is not RefundWay.DASHBOARD and refund.money.currency == HRYVNIA
    )
    if before + chosen.amount > offer.limit * 100 or chosen.payment.paid.currency != HRYVNIA:
        raise RefundLimitError(offer.limit)
