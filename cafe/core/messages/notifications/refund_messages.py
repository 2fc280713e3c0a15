"""Messages about refunds and receipts, and their handlers."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.messages.notifications.audience import notify_customer_side
from cafe.core.messages.notifications.message import CustomerMessage, StaffMessage, Sums, sums_of
from cafe.core.messages.outbox.store import queue_to_staff
from cafe.core.money.receipts.facts import (
    ReceiptDelayed,
    ReceiptMade,
    ReceiptRefused,
    ReturnReceiptMade,
    ReturnReceiptRefused,
)
from cafe.core.money.refunds.facts import RefundDone, RefundHeld, RefundRefused, RefundUnclear
from cafe.core.ordering.orders.model import OrderStatus


@dataclass(frozen=True, slots=True)
class StaffRefundRefused(StaffMessage):
    """A refund to the guest failed."""

    kind = "staff-refund-refused"
    sums: Sums
    reason: str


@dataclass(frozen=True, slots=True)
class StaffRefundHeld(StaffMessage):
    """The provider did not accept a refund for a day; without a reason it waited for another one."""

    kind = "staff-refund-held"
    sums: Sums
    reason: str


@dataclass(frozen=True, slots=True)
class StaffRefundUnclear(StaffMessage):
    """It is unknown after a day whether money went back: the staff have to check the provider's dashboard."""

    kind = "staff-refund-unclear"
    sums: Sums
    provider: str
    reference: str


@dataclass(frozen=True, slots=True)
class CustomerMoneyReturned(CustomerMessage):
    """Money went back to the customer."""

    kind = "customer-money-returned"
    sums: Sums
    way: str
    """A `RefundWay`."""


@dataclass(frozen=True, slots=True)
class StaffReceiptRefused(StaffMessage):
    """The fiscal service refused a receipt."""

    kind = "staff-receipt-refused"
    reason: str


@dataclass(frozen=True, slots=True)
class StaffReceiptDelayed(StaffMessage):
    """The receipt could not be made for hours; it is still retried."""

    kind = "staff-receipt-delayed"
    reason: str


@dataclass(frozen=True, slots=True)
class StaffReturnReceiptRefused(StaffMessage):
    """The receipt of a return has to be issued by hand; without a reason, because the sale's was too."""

    kind = "staff-return-receipt-refused"
    sums: Sums
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CustomerReceiptReady(CustomerMessage):
    """A receipt is available."""

    kind = "customer-receipt-ready"
    is_private = True
    url: str
    is_return: bool | None = None


def notify_customer_of_refund(conn: Connection, fact: RefundDone) -> None:
    message = CustomerMoneyReturned(sums_of([fact.refund.money]), fact.refund.way)
    notify_customer_side(conn, fact.order, message, fact.at)


def notify_of_refused_refund(conn: Connection, fact: RefundRefused) -> None:
    message = StaffRefundRefused(sums_of([fact.refund.money]), fact.problem)
    queue_to_staff(conn, message, fact.at, fact.order.id)


def notify_of_held_refund(conn: Connection, fact: RefundHeld) -> None:
    """Notify the staff that the refund waits for their decision."""
    message = StaffRefundHeld(sums_of([fact.refund.money]), fact.refund.problem or "")
    queue_to_staff(conn, message, fact.at, fact.order.id)


def notify_of_unclear_refund(conn: Connection, fact: RefundUnclear) -> None:
    message = StaffRefundUnclear(sums_of([fact.refund.money]), fact.provider, fact.refund.reference)
    queue_to_staff(conn, message, fact.at, fact.order.id)


def send_receipt(conn: Connection, fact: ReceiptMade) -> None:
    """Send the link to the customer, unless the order was cancelled meanwhile: the return has a receipt too."""
    if fact.order.status is not OrderStatus.CANCELLED:
        notify_customer_side(conn, fact.order, CustomerReceiptReady(fact.url), fact.at)


def send_return_receipt(conn: Connection, fact: ReturnReceiptMade) -> None:
    notify_customer_side(conn, fact.order, CustomerReceiptReady(fact.url, is_return=True), fact.at)


def notify_of_refused_receipt(conn: Connection, fact: ReceiptRefused) -> None:
    """Notify the staff that a receipt has to be issued manually."""
    queue_to_staff(conn, StaffReceiptRefused(fact.reason), fact.at, fact.order.id)


def notify_of_delayed_receipt(conn: Connection, fact: ReceiptDelayed) -> None:
    queue_to_staff(conn, StaffReceiptDelayed(fact.reason), fact.at, fact.order.id)


def notify_of_refused_return_receipt(conn: Connection, fact: ReturnReceiptRefused) -> None:
    """Notify the staff that the receipt of a return has to be issued manually."""
    queue_to_staff(conn, StaffReturnReceiptRefused(sums_of([fact.money]), fact.reason), fact.at, fact.order.id)
