"""Handing pages out to printers, and what these say of them. The database decides who gets which."""

import hmac

from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.secrets import hash_of
from cafe.core.messages.printers import store
from cafe.core.messages.printers.contents import read_contents
from cafe.core.messages.printers.facts import PagesDropped
from cafe.core.messages.printers.model import (
    Job,
    JobState,
    Outcome,
    Page,
    Printer,
    PrinterUnknownError,
    Trouble,
    Way,
)
from cafe.core.messages.printers.port import Contents
from cafe.core.messages.printers.rules import is_useful

SEEN_SECONDS = 10
"""Least interval between two notes that a printer asked."""


class PrintQueue:
    def __init__(
        self, database: Database, cache: SnapshotCache, clock: Clock, record: Recorder, public_url: str
    ) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._record = record
        self.public_url = public_url

    async def identify(self, token: str) -> Printer:
        """Return the printer of a token.

        Raises:
            PrinterUnknownError: no printer has it, or not any more.
        """
        wanted = hash_of(token)
        found = await self._database.read(store.find_by_token, wanted)
        if found is None or not hmac.compare_digest(found[1], wanted):
            raise PrinterUnknownError
        return found[0]

    async def note_seen(self, printer: Printer, way: Way, trouble: Trouble | None) -> None:
        """Note that a printer asked, and what it said of itself."""
        now = unix_now(self._clock)
        is_recent = printer.seen_at is not None and now - printer.seen_at < SEEN_SECONDS
        if not is_recent or (printer.way, printer.trouble) != (way, trouble):
            await self._database.write_relaxed(store.mark_seen, printer.id, way, trouble, now)

    async def waiting(self) -> set[int]:
        """Return the ids of the printers that have something to print now."""
        return await self._database.read(store.list_waiting_printers, unix_now(self._clock))

    async def take(self, printer: Printer) -> tuple[Job, Contents] | None:
        """Hand out the next page of a printer; None if there is none. Its outcome has to be said by `finish`."""
        return await self._database.write(self._take, printer, unix_now(self._clock))

    async def take_again(self, printer: Printer) -> tuple[Job, Contents] | None:
        """Hand out the page that a printer was given last and has said nothing of, else the next one."""
        found = await self._database.read(self._read_sent, printer, unix_now(self._clock))
        return found or await self.take(printer)

    async def find_sent(self, printer: Printer) -> Job | None:
        """Return the page that a printer has, or had when its outcome got lost."""
        return await self._database.read(_find_sent, printer.id)

    async def finish(self, printer: Printer, job_id: int, outcome: Outcome, trouble: Trouble | None = None) -> None:
        """Note the outcome of a page; what was said before, or is not this printer's any more, changes nothing."""
        await self._database.write(_finish, printer.id, job_id, outcome, trouble, unix_now(self._clock))

    async def drop(self, printer: Printer, job: Job) -> None:
        """Give a page up that cannot be drawn, and tell the staff of its order."""
        await self._database.write(self._drop, printer, job, unix_now(self._clock))

    def _drop(self, conn: Connection, printer: Printer, job: Job, now: int) -> None:
        if store.finish(conn, job, JobState.DROPPED, now) and job.number:
            self._record(conn, PagesDropped(at=now, printer=printer, numbers=(job.number,), is_defect=True))

    def _take(self, conn: Connection, printer: Printer, now: int) -> tuple[Job, Contents] | None:
        jobs = [job for job in store.list_open(conn, printer.id) if job.state is JobState.WAITING and job.due_at <= now]
        statuses = store.order_statuses(conn, jobs)
        snapshot = self._cache.snapshot_in(conn)
        dropped: list[Job] = []
        taken = None
        for job in jobs:
            contents = None
            if is_useful(job, statuses.get(job.subject_id) if job.needs_order else None, now):
                contents = read_contents(conn, printer, job, snapshot, self.public_url, now)
            if contents is None:
                dropped.append(job)
                store.finish(conn, job, JobState.DROPPED, now)
            elif store.claim(conn, job, now):
                taken = job, contents
                break
        tell_of_dropped(conn, self._record, printer, dropped, now)
        return taken

    def _read_sent(self, conn: Connection, printer: Printer, now: int) -> tuple[Job, Contents] | None:
        job = _find_sent(conn, printer.id)
        if job is None:
            return None
        contents = read_contents(conn, printer, job, self._cache.snapshot_in(conn), self.public_url, now)
        return None if contents is None else (job, contents)


def tell_of_dropped(conn: Connection, record: Recorder, printer: Printer, dropped: list[Job], now: int) -> None:
    """Tell of tickets that never came to paper."""
    numbers = tuple(dict.fromkeys(job.number for job in dropped if job.page is Page.TICKET and not job.tries))
    if numbers:
        record(conn, PagesDropped(at=now, printer=printer, numbers=numbers))


def _find_sent(conn: Connection, printer_id: int) -> Job | None:
    return next((job for job in store.list_open(conn, printer_id) if job.state is JobState.SENT), None)


def _finish(
    conn: Connection, printer_id: int, job_id: int, outcome: Outcome, trouble: Trouble | None, now: int
) -> None:
    job = store.find_job(conn, printer_id, job_id)
    printer = store.find_printer(conn, printer_id)
    if job is None or printer is None:
        return
    if outcome is Outcome.PRINTED:
        # One that was released meanwhile, as its answer took long, is on paper all the same.
        if store.finish(conn, job, JobState.PRINTED, now):
            store.mark_told(conn, printer_id, None)
    elif job.state is JobState.SENT:
        store.release(conn, job, is_copy=outcome is Outcome.UNCLEAR)
    if printer.way is not None and printer.trouble is not trouble:
        store.mark_seen(conn, printer_id, printer.way, trouble, now)
