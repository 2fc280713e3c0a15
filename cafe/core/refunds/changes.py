"""The transactions of refunds: asked for, taken, ended. Whoever changes one locks its order first."""

from dataclasses import dataclass, replace

from cafe.core.kernel.database import Connection
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import ProviderName
from cafe.core.orders import store as orders
from cafe.core.orders.model import Order
from cafe.core.orders.staff_service import find_any_order, lock_any_order
from cafe.core.payments.model import HRYVNIA
from cafe.core.payments.port import RefundRequest
from cafe.core.refunds import store
from cafe.core.refunds.errors import RefundChangedError, RefundForbiddenError, RefundLimitError, RefundTooLargeError
from cafe.core.refunds.facts import RefundDone, RefundRefused, RefundRequested, RefundUnclear
from cafe.core.refunds.goods import refund_lines
from cafe.core.refunds.model import (
    PaymentLeft,
    Quote,
    Refund,
    RefundOffer,
    RefundState,
    RefundWay,
    Selection,
    fits_lines,
)
from cafe.core.refunds.rules import delivery_left, offer_lines, quote, whole
from cafe.core.settings.store import get_settings
from cafe.core.staff.model import Role


@dataclass(frozen=True, slots=True)
class Wish:
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
class Asking:
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


def add_refund(conn: Connection, record: Recorder, order_id: int, wish: Wish) -> Refund:
    """Store a refund; one that is given in person is done at once.

    Raises:
        NotFoundError: no such order.
        RefundError: it cannot be given back so; nothing was changed.
    """
    order = lock_any_order(conn, order_id)
    offer = _offer(conn, order)
    if offer.seen != wish.seen:
        raise RefundChangedError
    chosen = quote(order, offer.payments, offer.refunds, wish.selection)
    _check_rights(conn, offer, chosen, wish)
    in_person = wish.selection.is_in_person or chosen.payment.provider is None
    way = RefundWay.PERSON if in_person else RefundWay.PROVIDER
    about = {
        "reference": wish.reference,
        "reason": wish.reason,
        "actor": wish.actor,
        "state": RefundState.DONE if in_person else RefundState.REQUESTED,
        "now": wish.now,
    }
    refund = store.add_refund(conn, order.id, chosen, way, offer.seen + 1, about)
    if refund is None:
        raise RefundTooLargeError(chosen.payment.left)
    fact = RefundDone if in_person else RefundRequested
    record(conn, fact(at=wish.now, order=order, refund=refund))
    return store.get_refund(conn, refund.id)


def add_cabinet_refund(conn: Connection, order: Order, payment: PaymentLeft, amount: int, now: int) -> Refund | None:
    """Store money that went back without us, as it was; the caller has locked the order."""
    refunds = store.list_refunds(conn, order.id)
    number = max((refund.number for refund in refunds), default=0) + 1
    mine = [refund for refund in refunds if refund.invoice_id == payment.invoice_id]
    counted = sum(refund.money.amount for refund in mine if refund.counts)
    chosen = Quote(payment, amount, (), 0)
    if fits_lines(order, payment) and counted + amount == payment.paid.amount:
        chosen = whole(replace(payment, left=amount), offer_lines(order, mine), delivery_left(order, mine))
    about = {
        "reference": f"cabinet-{payment.invoice_id}-{number}",
        "reason": "",
        "actor": "",
        "state": RefundState.DONE,
        "now": now,
    }
    return store.add_refund(conn, order.id, chosen, RefundWay.CABINET, number, about)


def claim(conn: Connection, refund_id: int, now: int, next_check_at: int) -> Asking | None:
    """Take over to ask the provider for a refund; None if it is not to be asked for, or not yet."""
    refund = store.get_refund(conn, refund_id)
    conn.lock("orders", refund.order_id)
    if not store.claim_asking(conn, refund, now, next_check_at):
        return None
    return read_asking(conn, refund_id)


def read_asking(conn: Connection, refund_id: int) -> Asking | None:
    """Read what the provider is asked with about a refund; None if it is over."""
    refund = store.get_refund(conn, refund_id)
    order = orders.get_order(conn, refund.order_id)
    payment = next((p for p in store.list_payments(conn, order) if p.invoice_id == refund.invoice_id), None)
    if payment is None or payment.provider is None or not refund.state.is_open:
        return None
    before = [
        other.money.amount
        for other in store.list_of_invoice(conn, payment.invoice_id or 0)
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
    return Asking(refund, payment.provider, request)


def finish(
    conn: Connection, record: Recorder, refund_id: int, state: RefundState, problem: str | None, now: int
) -> Refund:
    """End an open refund; only the first end counts."""
    refund = store.get_refund(conn, refund_id)
    conn.lock("orders", refund.order_id)
    refund = store.get_refund(conn, refund_id)
    if store.finish(conn, refund_id, state, problem, now):
        order = orders.get_order(conn, refund.order_id)
        if state is RefundState.DONE:
            record(conn, RefundDone(at=now, order=order, refund=refund))
        else:
            record(conn, RefundRefused(at=now, order=order, refund=refund, problem=problem or ""))
    return store.get_refund(conn, refund_id)


def resolve(conn: Connection, record: Recorder, refund_id: int, actor: str, now: int, *, is_done: bool) -> Refund:
    """End a refund as somebody found it in the provider's cabinet; their name is kept where a problem would be.

    Raises:
        NotFoundError: no such refund, or nobody was asked to look it up.
    """
    refund = store.find_refund(conn, refund_id)
    if refund is None:
        raise NotFoundError
    order = lock_any_order(conn, refund.order_id)
    state = RefundState.DONE if is_done else RefundState.REFUSED
    if refund.told_at is None or not store.finish(conn, refund_id, state, actor, now):
        raise NotFoundError
    if is_done:
        record(conn, RefundDone(at=now, order=order, refund=refund))
    else:
        record(conn, RefundRefused(at=now, order=order, refund=refund, problem=""))
    return store.get_refund(conn, refund_id)


def tell_unclear(conn: Connection, record: Recorder, refund_id: int, now: int) -> None:
    """Tell the staff once of a refund of which nobody knows whether it happened."""
    refund = store.get_refund(conn, refund_id)
    conn.lock("orders", refund.order_id)
    asking = read_asking(conn, refund_id)
    if asking is not None and store.note_told(conn, refund_id, now):
        order = orders.get_order(conn, refund.order_id)
        record(conn, RefundUnclear(at=now, order=order, refund=refund, provider=asking.provider))


def _offer(conn: Connection, order: Order) -> RefundOffer:
    payments, refunds = store.list_payments(conn, order), store.list_refunds(conn, order.id)
    offer = RefundOffer(order, payments, refunds, (), 0, get_settings(conn).refund_limit or None)
    own = offer.own
    if own is None or not own.has_sale or not fits_lines(order, own):
        return offer
    mine = [refund for refund in refunds if refund.invoice_id == own.invoice_id]
    lines, delivery = offer_lines(order, mine), delivery_left(order, mine)
    if sum(line.amounts[-1] for line in lines) + delivery > own.left:  # a sum went back, nobody said for what
        lines = [line for line in lines if line.amounts[0] <= own.left]
    return RefundOffer(order, payments, refunds, lines, delivery, offer.limit)


def _check_rights(conn: Connection, offer: RefundOffer, chosen: Quote, wish: Wish) -> None:
    """Raise if they may not give money back, or not so much of one order."""
    least = get_settings(conn).refund_role
    if not wish.role.may(Role(least)):
        raise RefundForbiddenError(least)
    if offer.limit is None or wish.role is Role.OWNER:
        return
    before = sum(
        refund.money.amount
        for refund in offer.refunds
        if refund.counts and refund.way is not RefundWay.CABINET and refund.money.currency == HRYVNIA
    )
    if before + chosen.amount > offer.limit * 100 or chosen.payment.paid.currency != HRYVNIA:
        raise RefundLimitError(offer.limit)
