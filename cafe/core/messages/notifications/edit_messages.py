"""Messages about edits of orders, and their handlers."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.messages.notifications.audience import notify_customer_side, to_followers
from cafe.core.messages.notifications.card_messages import queue_card_again
from cafe.core.messages.notifications.message import CustomerMessage, StaffMessage
from cafe.core.messages.notifications.order_messages import redrawn
from cafe.core.messages.outbox.store import queue, queue_to_staff
from cafe.core.ordering.orders.facts import EditDeclined, EditProposed, OrderEdited
from cafe.core.ordering.orders.model import OrderStatus


@dataclass(frozen=True, slots=True)
class CustomerOrderEdited(CustomerMessage):
    """The order was changed; `edit` is the number of the edit."""

    kind = "customer-order-edited"
    shows_order = True
    edit: int


@dataclass(frozen=True, slots=True)
class CustomerEditProposed(CustomerMessage):
    """The staff propose a change, which the customer accepts or declines."""

    kind = "customer-edit-proposed"
    edit: int


@dataclass(frozen=True, slots=True)
class StaffEditDeclined(StaffMessage):
    """The customer does not want a proposed change."""

    kind = "staff-edit-declined"
    edit: int


def notify_of_edit(conn: Connection, fact: OrderEdited) -> None:
    """Notify whoever did not edit the order; what its customer did only updates the message in their chat.

    The staff get a new card if they have read the former one, or wait for the customer's answer.
    """
    message = CustomerOrderEdited(fact.edit.number)
    if fact.edit.by_customer or fact.is_agreed:
        queue(conn, [*redrawn(fact.order), *to_followers(conn, fact.order, message)], fact.at)
        if fact.is_agreed or fact.order.status is not OrderStatus.NEW:
            queue_card_again(conn, fact.order.id, fact.at)
    else:
        notify_customer_side(conn, fact.order, message, fact.at)


def propose_edit(conn: Connection, fact: EditProposed) -> None:
    notify_customer_side(conn, fact.order, CustomerEditProposed(fact.edit.number), fact.at)


def tell_staff_of_declined_edit(conn: Connection, fact: EditDeclined) -> None:
    queue_to_staff(conn, StaffEditDeclined(fact.edit.number), fact.at, fact.order.id)
