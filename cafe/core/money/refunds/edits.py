"""Money that goes back because an order was edited after it was paid."""

from collections.abc import Sequence
from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.spread import spread
from cafe.core.money.payments import ledger
from cafe.core.money.payments.model import Money, StoredPayment
from cafe.core.money.refunds import store
from cafe.core.money.refunds.changes import check_rights
from cafe.core.money.refunds.facts import RefundDone, RefundRequested
from cafe.core.money.refunds.model import NewRefund, Quote, Refund, RefundedLine, RefundState, RefundWay
from cafe.core.ordering.orders.model import Order, OrderLine
from cafe.core.people.staff.model import Role


@dataclass(frozen=True, slots=True)
class EditRefund:
    """What goes back. `order` is the edited one, `now` in Unix seconds."""

    order: Order
    amount: int
    """Kopiykas."""
    gone: tuple[OrderLine, ...]
    """The pieces that it is for; empty if others came in their place."""
    actor: str
    role: Role | None
    """Decides on permissions; None: the customer's own edit needs none."""
    reference: str
    now: int


def refund_edit(conn: Connection, record: Recorder, new: EditRefund) -> list[Refund]:
    """Refund the difference, payments on a page first; what was paid in person is given back at once.

    Less goes back if less is left, since more was refunded before.

    Raises:
        RefundForbiddenError, RefundLimitError: the role may not; nothing is changed.
    """
    if new.role is not None:
        check_rights(conn, new.role, store.list_refunds(conn, new.order.id), Money(new.amount))
    refunds, left = [], new.amount
    for payment in _refundable(ledger.list_payments(conn, new.order.id)):
        part = min(left, payment.left)
        lines = _lines(new.gone, part) if part == new.amount else ()
        reference = f"{new.reference}-{payment.id}"
        refund = add_edit_refund(conn, new.order, Quote(payment, part, lines, 0), new.actor, reference, new.now)
        if part and refund is not None:
            fact = RefundRequested if refund.state is RefundState.REQUESTED else RefundDone
            record(conn, fact(at=new.now, order=new.order, refund=refund))
            refunds.append(refund)
            left -= part
    return refunds


def add_edit_refund(
    conn: Connection, order: Order, chosen: Quote, actor: str, reference: str, now: int
) -> Refund | None:
    """Store a refund as one of the order's last edit; None if nothing is to refund."""
    if not chosen.amount:
        return None
    in_person = chosen.payment.provider is None
    number = max((refund.number for refund in store.list_refunds(conn, order.id)), default=0) + 1
    new = NewRefund(
        order_id=order.id,
        number=number,
        quote=chosen,
        way=RefundWay.PERSON if in_person else RefundWay.PROVIDER,
        state=RefundState.DONE if in_person else RefundState.REQUESTED,
        reference=reference,
        reason="",
        actor=actor,
        at=now,
        edit_number=order.version,
    )
    return store.add_refund(conn, new)


def _refundable(payments: Sequence[StoredPayment]) -> list[StoredPayment]:
    """Return the payments for the order's goods that have something left, those on a page first."""
    own = [each for each in payments if each.has_sale and each.debt_id is None and each.left > 0]
    return sorted(own, key=lambda each: (each.provider is None, -each.left))


def _lines(gone: Sequence[OrderLine], amount: int) -> tuple[RefundedLine, ...]:
    parts = spread(amount, [line.total for line in gone])
    return tuple(
        RefundedLine(line.id, line.quantity, part)
        for line, part in zip(gone, parts, strict=True)
        if line.id is not None
    )
