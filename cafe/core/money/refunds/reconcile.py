"""Reconciles the returns reported by a provider with the refunds known to us."""

from collections.abc import Iterable

from cafe.core.kernel.database import Connection
from cafe.core.kernel.facts import Fact
from cafe.core.money.payments import ledger
from cafe.core.money.payments.facts import PaymentReversed, ReturnsReported
from cafe.core.money.payments.model import Payment
from cafe.core.money.payments.port import RefundReport, RefundStatus
from cafe.core.money.payments.returns import set_off
from cafe.core.money.refunds import store
from cafe.core.money.refunds.changes import add_dashboard_refund
from cafe.core.money.refunds.ending import end
from cafe.core.money.refunds.facts import RefundDone
from cafe.core.money.refunds.model import Refund, RefundState, RefundWay

NOT_SENT = {RefundState.REQUESTED, RefundState.HELD}
ALREADY_BACK = "already returned in the cabinet"


def reconcile(conn: Connection, fact: ReturnsReported) -> Iterable[Fact]:
    """End the reported refunds; everything else that was returned was refunded in the provider's dashboard."""
    payment = ledger.get_payment(conn, fact.payment_id)
    facts = _end_named(conn, fact)
    known = store.list_of_payment(conn, fact.payment_id)
    refunds = [refund for refund in known if refund.way is not RefundWay.PERSON]
    in_person = sum(refund.money.amount for refund in known if refund.way is RefundWay.PERSON)
    returned = payment.paid.amount if fact.returned is None else fact.returned
    rest = returned - sum(refund.money.amount for refund in refunds if refund.state is RefundState.DONE)
    nameless = [report.amount for report in fact.refunds if not report.reference]
    for refund in refunds:
        if refund.state.is_open and refund.money.amount <= rest and _may_be_it(fact, refund, nameless):
            facts += end(conn, fact.order, refund, RefundState.DONE, fact.at)
            rest -= refund.money.amount
    if rest > 0:
        facts += _refuse_what_has_no_room(conn, fact, payment.paid.amount - returned)
        dashboard = add_dashboard_refund(conn, fact.order, payment.id, rest, fact.at)
        if dashboard is not None:
            is_by_itself = all(each.way is RefundWay.DASHBOARD for each in _done(conn, payment.id))
            is_set_off = is_by_itself and set_off(conn, fact.order, payment.id, fact.at)
            money = Payment(fact.payment_id, dashboard.money)
            reversal = PaymentReversed(
                at=fact.at,
                order=fact.order,
                payment=money,
                was_owed=payment.debt_id is not None or is_set_off,
                is_twice=returned + in_person > payment.paid.amount,
            )
            facts.append(reversal)
            facts.append(RefundDone(at=fact.at, order=fact.order, refund=dashboard))
    return facts


def _done(conn: Connection, payment_id: int) -> list[Refund]:
    return [refund for refund in store.list_of_payment(conn, payment_id) if refund.state is RefundState.DONE]


def _may_be_it(fact: ReturnsReported, refund: Refund, nameless: list[int | None]) -> bool:
    """Whether the returned money may be this refund; the amount decides if the provider lists no references."""
    if fact.returned is None:
        return True
    was_asked = refund.state not in NOT_SENT
    return was_asked and (not fact.refunds or refund.money.amount in nameless)


def _refuse_what_has_no_room(conn: Connection, fact: ReturnsReported, room: int) -> list[Fact]:
    """Refuse the open refunds that exceed what is left now: no provider refunds more than was paid.

    Refunds already sent have precedence: the provider may be carrying them out at this moment.
    """
    facts: list[Fact] = []
    refunds = [refund for refund in store.list_of_payment(conn, fact.payment_id) if refund.state.is_open]
    for refund in sorted(refunds, key=lambda refund: refund.state in NOT_SENT):
        if refund.money.amount > room:
            facts += end(conn, fact.order, refund, RefundState.REFUSED, fact.at, problem=ALREADY_BACK)
        else:
            room -= refund.money.amount
    return facts


def _end_named(conn: Connection, fact: ReturnsReported) -> list[Fact]:
    """End those of our refunds named in the report."""
    facts: list[Fact] = []
    named: dict[str, RefundReport] = {report.reference: report for report in fact.refunds if report.reference}
    ends = {RefundStatus.DONE: RefundState.DONE, RefundStatus.REFUSED: RefundState.REFUSED}
    for refund in store.list_of_payment(conn, fact.payment_id):
        report = named.get(refund.reference)
        if report is not None and refund.state.is_open and report.status in ends:
            facts += end(conn, fact.order, refund, ends[report.status], fact.at, problem=report.reason)
    return facts
