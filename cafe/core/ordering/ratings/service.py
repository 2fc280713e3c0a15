"""Asking guests how an order was, and storing what they say."""

from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import CustomerId, OrderId
from cafe.core.kernel.meta import take_turn
from cafe.core.ordering.orders.model import Order
from cafe.core.ordering.orders.store import find_order, get_order
from cafe.core.ordering.ratings import store
from cafe.core.ordering.ratings.facts import OrderRatedBad, RatingDue

WEEK = 7 * 86_400
"""Nobody is asked twice within this time."""
LATEST = 6 * 3_600
"""Seconds after its time that a question is still asked: later nobody remembers."""
AT_ONCE = 50
MOST_CHARACTERS = 500


class RatingService:
    """Asks Telegram users a while after their order (`rating_minutes`); whoever has no chat is not asked."""

    def __init__(self, database: Database, clock: Clock, record: Recorder) -> None:
        self._database = database
        self._clock = clock
        self._record = record

    async def ask(self) -> bool:
        """Queue the questions that are due; return whether there may be more."""
        now = unix_now(self._clock)
        if not await self._database.read(_list_due, now):
            return False
        return await self._database.write(_ask, self._record, now)

    async def rate(self, customer_id: CustomerId, order_id: int, *, is_good: bool) -> str:
        """Store how an order was, and return its number; the last word counts.

        Raises:
            NotFoundError: this customer was not asked about such an order.
        """
        now = unix_now(self._clock)
        return await self._database.write(_rate, self._record, customer_id, OrderId(order_id), now, is_good=is_good)

    async def add_words(self, customer_id: CustomerId, order_id: int, words: str) -> None:
        """Store what a guest wrote about a rated order.

        Raises:
            NotFoundError: this customer has not rated such an order.
        """
        now = unix_now(self._clock)
        text = words[:MOST_CHARACTERS]
        await self._database.write(_add_words, self._record, customer_id, OrderId(order_id), text, now)


def _list_due(conn: Connection, now: int) -> list[OrderId]:
    minutes = get_settings(conn).rating_minutes
    if not minutes:
        return []
    until = now - minutes * 60
    return store.list_due(conn, until - LATEST, until, now - WEEK, AT_ONCE)


def _ask(conn: Connection, record: Recorder, now: int) -> bool:
    take_turn(conn, "ratings")
    due = _list_due(conn, now)
    for order_id in due:
        order = get_order(conn, order_id)
        if not store.was_asked(conn, order.customer_id, now - WEEK) and store.add_question(conn, order_id, now):
            record(conn, RatingDue(at=now, order=order))
    return len(due) == AT_ONCE


def _rate(
    conn: Connection, record: Recorder, customer_id: CustomerId, order_id: OrderId, now: int, *, is_good: bool
) -> str:
    order = _order_of(conn, customer_id, order_id)
    if store.set_rating(conn, order_id, now, is_good=is_good):
        if not is_good:
            record(conn, OrderRatedBad(at=now, order=order, words=""))
    elif store.find_rating(conn, order_id) is None:
        raise NotFoundError
    return order.number


def _add_words(
    conn: Connection, record: Recorder, customer_id: CustomerId, order_id: OrderId, words: str, now: int
) -> None:
    order = _order_of(conn, customer_id, order_id)
    rating = store.set_words(conn, order_id, words)
    if rating is None:
        raise NotFoundError
    if not rating.is_good:
        record(conn, OrderRatedBad(at=now, order=order, words=words))


def _order_of(conn: Connection, customer_id: CustomerId, order_id: OrderId) -> Order:
    order = find_order(conn, order_id)
    if order is None or order.customer_id != customer_id:
        raise NotFoundError
    return order
