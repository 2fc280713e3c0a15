"""What time brings: tickets that become due, pages that got lost, and printers that do not print."""

from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.meta import take_turn
from cafe.core.messages.printers import store
from cafe.core.messages.printers.facts import PrinterStuck
from cafe.core.messages.printers.handlers import add_tickets, wants_ticket
from cafe.core.messages.printers.model import LEASE_SECONDS, Job, JobState, Moment, Printer
from cafe.core.messages.printers.queue import tell_of_dropped
from cafe.core.messages.printers.rules import is_useful, prints_at, substitute_for
from cafe.core.messages.printers.service import list_states
from cafe.core.ordering.board.service import read_board
from cafe.core.ordering.orders.model import Order, OrderStatus

TO_BEGIN = frozenset({OrderStatus.CONFIRMED, OrderStatus.COOKING})


class PrinterWatch:
    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock, record: Recorder) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._record = record

    async def work(self) -> bool:
        """Look once; always False, as there is no further work."""
        now = unix_now(self._clock)
        if await self._database.read(self._has_work, now):
            await self._database.write(self._work, now)
        return False

    def _has_work(self, conn: Connection, now: int) -> bool:
        printers = store.list_printers(conn)
        if not printers:
            return False
        jobs = store.list_open(conn)
        return bool(
            self._find_due(conn, printers, now)
            or any(_is_lost(job, now) for job in jobs)
            or _find_useless(conn, jobs, now)
            or any(each.late and each.printer.told_at is None for each in list_states(conn, now))
        )

    def _work(self, conn: Connection, now: int) -> None:
        take_turn(conn, "printers")
        printers = store.list_printers(conn)
        for printer, order in self._find_due(conn, printers, now):
            add_tickets(conn, [printer], order, now)
        for job in store.list_open(conn):
            if _is_lost(job, now):
                store.release(conn, job, is_copy=True)
        useless = _find_useless(conn, store.list_open(conn), now)
        for job in useless:
            store.finish(conn, job, JobState.DROPPED, now)
        for printer in printers:
            tell_of_dropped(conn, self._record, printer, [job for job in useless if job.printer_id == printer.id], now)
        states = list_states(conn, now)
        for each in states:
            if each.late and store.mark_told(conn, each.printer.id, now):
                self._record(
                    conn,
                    PrinterStuck(
                        at=now,
                        printer=each.printer,
                        why=each.why,
                        numbers=each.numbers,
                        count=len(each.late),
                        other=substitute_for(each.printer, states),
                    ),
                )

    def _find_due(self, conn: Connection, printers: list[Printer], now: int) -> list[tuple[Printer, Order]]:
        """Find the accepted orders that have to be begun, and whose ticket is not queued yet."""
        waiting = prints_at(printers, Moment.DUE)
        if not waiting:
            return []
        board = read_board(conn, self._cache.snapshot_in(conn), now)
        due = [each.order for each in board.orders if each.order.status in TO_BEGIN and each.start_at <= now]
        queued = store.list_ticketed(conn, {order.id for order in due})
        missing = [(each, order) for each in waiting for order in due if (each.id, order.id) not in queued]
        return [(printer, order) for printer, order in missing if wants_ticket(conn, printer, order)]


def _is_lost(job: Job, now: int) -> bool:
    return job.state is JobState.SENT and job.sent_at is not None and now - job.sent_at >= LEASE_SECONDS


def _find_useless(conn: Connection, jobs: list[Job], now: int) -> list[Job]:
    waiting = [job for job in jobs if job.state is JobState.WAITING]
    statuses = store.order_statuses(conn, waiting)
    return [
        job for job in waiting if not is_useful(job, statuses.get(job.subject_id) if job.needs_order else None, now)
    ]
