"""Messages about the cash that couriers hand in, and their handlers."""

from dataclasses import dataclass

from cafe.core.delivery.cash.model import CashDecided, CashHandedIn
from cafe.core.delivery.couriers.model import Courier
from cafe.core.kernel.database import Connection
from cafe.core.messages.notifications.message import CustomerMessage, StaffMessage
from cafe.core.messages.outbox.store import queue_to_customer, queue_to_staff


@dataclass(frozen=True, slots=True)
class StaffCashHandedIn(StaffMessage):
    """Somebody counted a courier's cash; whether it is what was expected (`agrees`: yes or no), not by how much."""

    kind = "staff-cash-handed-in"
    courier: str
    counted: int
    by: str
    agrees: str


@dataclass(frozen=True, slots=True)
class CustomerCashHandedIn(CustomerMessage):
    """To the courier: what was counted, and by how much it is less (`outcome` short) or more (over) than expected."""

    kind = "customer-cash-handed-in"
    counted: int
    by: str
    outcome: str
    difference: int


@dataclass(frozen=True, slots=True)
class CustomerCashDecided(CustomerMessage):
    """To the courier: what becomes of a difference."""

    kind = "customer-cash-decided"
    decision: str
    difference: int
    reason: str


def tell_of_hand_in(conn: Connection, fact: CashHandedIn) -> None:
    """Tell the staff and the courier what was counted; how much was expected the courier alone."""
    hand_in = fact.hand_in
    agrees = "yes" if hand_in.difference == 0 else "no"
    queue_to_staff(conn, StaffCashHandedIn(hand_in.name, hand_in.counted, hand_in.counted_by, agrees), fact.at)
    outcome = "even" if hand_in.difference == 0 else "short" if hand_in.difference < 0 else "over"
    message = CustomerCashHandedIn(hand_in.counted, hand_in.counted_by, outcome, abs(hand_in.difference))
    _tell_courier(conn, fact.courier, message, fact.at)


def tell_courier_of_decision(conn: Connection, fact: CashDecided) -> None:
    hand_in = fact.hand_in
    message = CustomerCashDecided(str(hand_in.decision), abs(hand_in.difference), hand_in.reason or "none")
    _tell_courier(conn, fact.courier, message, fact.at)


def _tell_courier(conn: Connection, courier: Courier, message: CustomerMessage, now: int) -> None:
    if courier.chat_id is not None:
        queue_to_customer(conn, message, now, courier.chat_id, courier.locale, None)
