"""Searching orders, and reading all details of one."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from cafe.core.catalogue.settings.days import day_of, day_start
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import OrderId
from cafe.core.messages.notifications.audience import Audience, find_audience
from cafe.core.messages.notifications.resend import Resendable, list_resendable
from cafe.core.money.payments import ledger
from cafe.core.ordering.lookup import store
from cafe.core.ordering.lookup.model import Cursor, FoundOrder, FoundPage, OrderQuery, OrderRecords, Source
from cafe.core.ordering.lookup.store import Where
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.history import Event, list_events
from cafe.core.ordering.orders.model import Order, OrderStatus
from cafe.core.ordering.orders.rules import step_back
from cafe.core.ordering.ratings.model import Rating
from cafe.core.ordering.ratings.store import find_rating

PAGE = 50
EXPORT_BATCH = 100
"""Orders of a file processed at once; others wait no longer than for one batch."""
FILL_BATCH = 500


@dataclass(frozen=True, slots=True)
class Dossier:
    """All details of an order, and the actions possible now."""

    order: Order
    events: Sequence[Event]
    records: OrderRecords
    back_to: OrderStatus | None
    """The status before the last step, if that can be undone."""
    resendable: Sequence[Resendable]
    audience: Audience
    """The recipients of its status message."""
    is_refunded: bool
    """Whether everything paid for it was refunded."""
    rating: Rating | None

    @property
    def source(self) -> Source:
        return Source.of(self.order.customer_id)


class LookupService:
    """Reads orders for the staff; the services of orders and payments change them."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._has_keys = False

    async def find(self, query: OrderQuery, before: Cursor | None = None) -> FoundPage:
        """Search orders, newest first; the first page has the sums of all matches."""
        await self._fill_keys()
        return await self._database.read_long(_find, query, before, self._clock.now())

    async def batches(self, query: OrderQuery) -> AsyncIterator[Sequence[FoundOrder]]:
        """Yield all orders of a query for a file, newest first, in batches that fit into memory."""
        await self._fill_keys()
        cursor: Cursor | None = None
        while True:
            now = self._clock.now()
            found, cursor = await self._database.read_long(_list_found, query, cursor, now, EXPORT_BATCH)
            if found:
                yield found
            if cursor is None:
                return

    async def get(self, order_id: int, *, is_current: bool = False) -> Dossier:
        """Return all details of an order.

        Raises:
            NotFoundError: no such order, or `is_current` is set and it is not current (see `OrderQuery`).
        """
        return await self._database.read(_get, order_id, self._clock.now(), is_current=is_current)

    async def _fill_keys(self) -> None:
        """Make orders of older versions searchable; the hourly cleanup does so as well."""
        while not self._has_keys:
            self._has_keys = await self._database.write_relaxed(store.fill_search_keys, FILL_BATCH) < FILL_BATCH


def _find(conn: Connection, query: OrderQuery, before: Cursor | None, moment: datetime) -> FoundPage:
    found = _where(conn, query, moment)
    page, following = _page(conn, found, before, PAGE)
    return FoundPage(page, following, store.sum_found(conn, found) if before is None else None)


def _list_found(
    conn: Connection, query: OrderQuery, before: Cursor | None, moment: datetime, limit: int
) -> tuple[Sequence[FoundOrder], Cursor | None]:
    return _page(conn, _where(conn, query, moment), before, limit)


def _page(
    conn: Connection, found: Where, before: Cursor | None, limit: int
) -> tuple[Sequence[FoundOrder], Cursor | None]:
    ids = store.list_ids(conn, found, before, limit + 1)
    owed, returned = store.list_owed(conn, ids[:limit]), store.list_returned(conn, ids[:limit])
    page = [
        FoundOrder(order, owed.get(order.id, ()), returned.get(order.id, ()))
        for order in orders.list_orders(conn, ids[:limit])
    ]
    if len(ids) <= limit:
        return page, None
    last = page[-1].order
    return page, Cursor(last.created_at or 0, last.id)


def _where(conn: Connection, query: OrderQuery, moment: datetime) -> Where:
    settings = get_settings(conn)
    first, last = query.first_day, query.last_day
    since = None if first is None else int(day_start(first, settings).timestamp())
    until = None if last is None else int(day_start(last + timedelta(days=1), settings).timestamp())
    today = int(day_start(day_of(moment, settings), settings).timestamp())
    return store.where(query, since, until, today)


def _get(conn: Connection, order_id: int, moment: datetime, *, is_current: bool) -> Dossier:
    order = orders.find_order(conn, order_id)
    if order is None or (is_current and not _is_current(conn, order.id, moment)):
        raise NotFoundError
    events = list_events(conn, order.id)
    back_to = step_back(order, events, int(moment.timestamp()))
    records = store.read_records(conn, order.id)
    return Dossier(
        order,
        events,
        records,
        back_to,
        list_resendable(conn, order),
        find_audience(conn, order),
        ledger.is_refunded(conn, order.id),
        find_rating(conn, order.id),
    )


def _is_current(conn: Connection, order_id: OrderId, moment: datetime) -> bool:
    found = _where(conn, OrderQuery(is_current=True), moment)
    found.add("o.id = :order_id", order_id=order_id)
    return bool(store.list_ids(conn, found, None, 1))
