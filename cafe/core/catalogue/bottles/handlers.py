"""Handlers that pour an order's drinks."""

from collections.abc import Iterable

from cafe.core.catalogue.bottles.facts import DrinksPoured
from cafe.core.catalogue.bottles.pouring import pour
from cafe.core.kernel.database import Connection
from cafe.core.ordering.orders.facts import OrderMoved
from cafe.core.ordering.orders.rules import MADE


def pour_drinks(conn: Connection, fact: OrderMoved) -> Iterable[DrinksPoured]:
    """Pour the drinks of an order that is made; without the bottles' marks it is not.

    Raises:
        MarksMissingError: marks are to be scanned first.
    """
    is_made_now = fact.to in MADE and fact.order.status not in MADE
    if is_made_now and pour(conn, fact.order, fact.at):
        yield DrinksPoured(at=fact.at, order=fact.order)
