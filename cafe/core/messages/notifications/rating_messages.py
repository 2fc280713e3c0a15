"""Messages about ratings, and their handlers."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.messages.notifications.message import CustomerMessage, StaffMessage
from cafe.core.messages.outbox.store import queue_to_customer, queue_to_staff
from cafe.core.ordering.ratings.facts import OrderRatedBad, RatingDue


@dataclass(frozen=True, slots=True)
class CustomerRatingAsked(CustomerMessage):
    """How was the order?"""

    kind = "customer-rating-asked"
    is_private = True


@dataclass(frozen=True, slots=True)
class StaffRatedBad(StaffMessage):
    """A guest was not content, or has written why."""

    kind = "staff-rated-bad"
    words: str = ""


def ask_for_rating(conn: Connection, fact: RatingDue) -> None:
    order = fact.order
    queue_to_customer(conn, CustomerRatingAsked(), fact.at, order.customer_id, order.customer_locale, order.id)


def tell_staff_of_bad_rating(conn: Connection, fact: OrderRatedBad) -> None:
    queue_to_staff(conn, StaffRatedBad(fact.words), fact.at, fact.order.id)
