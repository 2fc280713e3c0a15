"""Reading the board, and marking lines as done."""

from collections.abc import Sequence
from dataclasses import dataclass

from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import OrderLineId
from cafe.core.money.payments import ledger
from cafe.core.ordering.board.model import Board, BoardOrder
from cafe.core.ordering.board.rules import contents_of, count_pieces, due_at, section_of, sort_key
from cafe.core.ordering.orders import lines_store, store
from cafe.core.ordering.orders.errors import IllegalTransitionError
from cafe.core.ordering.orders.history import Event, list_events_of_all
from cafe.core.ordering.orders.model import Order
from cafe.core.ordering.orders.rules import RECALL_SECONDS, step_back
from cafe.core.ordering.orders.staff_service import lock_any_order

MOST_OPEN = 500
"""Further orders are only counted: if nobody completes orders they pile up, and anybody can pose as many guests."""
DAY = 24 * 3600
"""Orders due longer ago come after the others."""
DONE_LISTED = 10
"""Maximum number of orders shown for calling back."""


class BoardService:
    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock

    async def read(self) -> Board:
        """Return the current board."""
        return await self._database.read(self.read_in, unix_now(self._clock))

    def read_in(self, conn: Connection, now: int) -> Board:
        """Return the board at a moment (Unix seconds), inside a transaction."""
        return read_board(conn, self._cache.snapshot_in(conn), now)

    async def mark_line(self, order_id: int, line_id: int, *, is_done: bool) -> Order:
        """Mark a line of an open order as done or not done; repeating it changes nothing.

        Raises:
            NotFoundError: no such order or line.
            IllegalTransitionError: the order is finished.
        """
        done_at = unix_now(self._clock) if is_done else None
        return await self._database.write(mark_line_of, order_id, OrderLineId(line_id), done_at)


@dataclass(frozen=True, slots=True)
class _Kitchen:
    """The data for placing orders on the board at a moment."""

    snapshot: Snapshot
    now: int

    def place(self, order: Order, events: Sequence[Event], *, may_be_free: bool) -> BoardOrder:
        settings = self.snapshot.settings
        due = due_at(order, settings)
        start = due - settings.prep_minutes_at(due) * 60
        section = section_of(order, due, start, self.now)
        can_step_back = step_back(order, events, self.now) is not None
        lines = tuple(contents_of(line, self.snapshot) for line in order.lines)
        return BoardOrder(order, section, due, start, lines, can_step_back, may_be_free)


def read_board(conn: Connection, snapshot: Snapshot, now: int) -> Board:
    """Return the board at a moment (Unix seconds), inside a transaction."""
    kitchen = _Kitchen(snapshot, now)
    open_orders = store.list_open_orders(conn, now - DAY, MOST_OPEN)
    is_full = len(open_orders) == MOST_OPEN
    left_out = store.count_open_orders(conn) - MOST_OPEN if is_full else 0
    done_orders = store.list_orders_done_since(conn, now - RECALL_SECONDS, DONE_LISTED)
    events = list_events_of_all(conn, [order.id for order in (*open_orders, *done_orders)])
    placed = {
        order.id: kitchen.place(order, events[order.id], may_be_free=_may_be_free(conn, order))
        for order in (*open_orders, *done_orders)
    }
    orders = tuple(sorted((placed[order.id] for order in open_orders), key=sort_key))
    return Board(now, orders, count_pieces(orders), left_out, tuple(placed[order.id] for order in done_orders))


def _may_be_free(conn: Connection, order: Order) -> bool:
    return order.refunded > 0 and not order.balance and not order.status.is_final and ledger.is_refunded(conn, order.id)


def mark_line_of(conn: Connection, order_id: int, line_id: OrderLineId, done_at: int | None) -> Order:
    order = lock_any_order(conn, order_id)
    if order.status.is_final:
        raise IllegalTransitionError(order.status)
    line = next((line for line in order.lines if line.id == line_id), None)
    if line is None:
        raise NotFoundError
    if (line.done_at is None) != (done_at is None):
        lines_store.mark_line(conn, order.id, line_id, done_at)
    return store.get_order(conn, order.id)
