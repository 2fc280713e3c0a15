"""Setting printers up, asking them for pages by hand, and having others take over."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.kernel.clock import Clock, Tokens, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.ids import CategoryId
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.kernel.secrets import hash_of
from cafe.core.messages.printers import store
from cafe.core.messages.printers.form import read_settings
from cafe.core.messages.printers.model import (
    DROPPED_LISTED,
    MOST_PRINTERS,
    Job,
    JobState,
    Page,
    Printer,
    PrinterError,
    PrinterProblem,
    PrinterSettings,
    PrinterState,
)
from cafe.core.messages.printers.port import Contents, Form, PagePrinter
from cafe.core.messages.printers.queue import PrintQueue
from cafe.core.messages.printers.rules import is_late
from cafe.core.messages.printers.sample import sample_order
from cafe.core.ordering.orders.store import find_order


@dataclass(frozen=True, slots=True)
class PrinterRoom:
    """All printers with what waits for them, and what was not printed at all."""

    states: tuple[PrinterState, ...]
    open: tuple[Job, ...]
    dropped: tuple[Job, ...]


class PrinterService:
    """`queue` hands the pages out. Methods that change something raise PrinterError, or ProblemsError for fields."""

    def __init__(
        self,
        database: Database,
        cache: SnapshotCache,
        clock: Clock,
        tokens: Tokens,
        queue: PrintQueue,
        page_printer: PagePrinter,
    ) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._tokens = tokens
        self._page_printer = page_printer
        self.queue = queue
        self.public_url = queue.public_url

    async def read(self) -> PrinterRoom:
        """Return the printers and what they have to print."""
        return await self._database.read(_read, unix_now(self._clock))

    async def list_all(self) -> list[Printer]:
        """Return the printers, the oldest first."""
        return await self._database.read(store.list_printers)

    async def list_states(self) -> list[PrinterState]:
        """Return how each printer stands, the oldest first."""
        return await self._database.read(list_states, unix_now(self._clock))

    async def add(self, form: Mapping[str, Any], actor: Actor) -> tuple[Printer, str]:
        """Make a printer; return it with its token, which is stored nowhere."""
        token, settings = self._tokens.new(), read_settings(form, self._cache.current)
        return await self._database.write(_add, settings, hash_of(token), actor, unix_now(self._clock)), token

    async def change(self, printer_id: int, form: Mapping[str, Any], actor: Actor) -> None:
        settings = read_settings(form, self._cache.current)
        await self._database.write(_change, printer_id, settings, actor, unix_now(self._clock))

    async def renew_token(self, printer_id: int) -> tuple[Printer, str]:
        """Give a printer a new token; the former one is good for nothing any more."""
        token = self._tokens.new()
        return await self._database.write(_renew, printer_id, hash_of(token)), token

    async def delete(self, printer_id: int, actor: Actor) -> None:
        await self._database.write(_delete, printer_id, actor, unix_now(self._clock))

    async def print_test(self, printer_id: int) -> None:
        await self._database.write(_print, printer_id, Page.TEST, 0, unix_now(self._clock))

    async def print_order(self, printer_id: int, page: Page, order_id: int) -> None:
        """Print an order's ticket, bill or receipt once more, or at another printer."""
        if page not in {Page.TICKET, Page.BILL, Page.RECEIPT}:
            raise PrinterError(PrinterProblem.PAGE)
        await self._database.write(_print, printer_id, page, order_id, unix_now(self._clock))

    async def move_jobs(self, printer_id: int, to_id: int) -> int:
        """Have another printer print all that waits for this one; return how many pages."""
        return await self._database.write(_move, printer_id, to_id, unix_now(self._clock))

    async def preview(self, page: Page, width: int, locale: Locale, categories: Collection[CategoryId]) -> bytes:
        """Draw an example of a page as PNG."""
        snapshot, now = self._cache.current, unix_now(self._clock)
        settings = PrinterSettings(
            name=snapshot.settings.cafe_name,
            width=width,
            locale=locale,
            pages=frozenset(),
            categories=frozenset(categories),
        )
        printer = Printer(0, settings, now, None, None, None, None)
        contents = Contents(
            page=page,
            printer=printer,
            origin=printer,
            snapshot=snapshot,
            at=now,
            public_url=self.public_url,
            order=None if page is Page.TEST else sample_order(snapshot, printer, now),
        )
        return await self._page_printer.draw(contents, Form.PNG)

    async def draw(self, job: Job, contents: Contents, form: Form) -> bytes:
        """Draw a page that was handed out; one that cannot be drawn, by a defect, is dropped and told."""
        try:
            return await self._page_printer.draw(contents, form)
        except Exception:
            await self.queue.drop(contents.printer, job)  # else no other page would ever follow
            raise


def _read(conn: Connection, now: int) -> PrinterRoom:
    return PrinterRoom(
        tuple(list_states(conn, now)),
        tuple(store.list_open(conn)),
        tuple(store.list_dropped(conn, DROPPED_LISTED)),
    )


def list_states(conn: Connection, now: int) -> list[PrinterState]:
    """Return how each printer stands, the oldest first."""
    printers = store.list_printers(conn)
    late = [job for job in store.list_open(conn) if is_late(job, now)] if printers else []
    return [
        PrinterState(each, each.why(now), tuple(job for job in late if job.printer_id == each.id)) for each in printers
    ]


def _get(conn: Connection, printer_id: int) -> Printer:
    printer = store.find_printer(conn, printer_id)
    if printer is None:
        raise PrinterError(PrinterProblem.UNKNOWN)
    return printer


def _check_name(conn: Connection, settings: PrinterSettings, besides: int | None) -> None:
    if store.has_name(conn, settings.name, besides):
        raise ProblemsError(Problem("name", "printer-name-taken"))


def _add(conn: Connection, settings: PrinterSettings, token_hash: str, actor: Actor, now: int) -> Printer:
    if len(store.list_printers(conn)) >= MOST_PRINTERS:
        raise PrinterError(PrinterProblem.MANY)
    _check_name(conn, settings, None)
    return store.add_printer(conn, settings, token_hash, actor, now)


def _change(conn: Connection, printer_id: int, settings: PrinterSettings, actor: Actor, now: int) -> None:
    printer = _get(conn, printer_id)
    _check_name(conn, settings, printer_id)
    store.change_printer(conn, printer, settings, actor, now)


def _renew(conn: Connection, printer_id: int, token_hash: str) -> Printer:
    printer = _get(conn, printer_id)
    store.set_token(conn, printer_id, token_hash)
    return printer


def _delete(conn: Connection, printer_id: int, actor: Actor, now: int) -> None:
    store.delete_printer(conn, _get(conn, printer_id), actor, now)


def _print(conn: Connection, printer_id: int, page: Page, subject_id: int, now: int) -> None:
    printer, version = _get(conn, printer_id), 0
    if page is not Page.TEST:
        order = find_order(conn, subject_id)
        if order is None:
            raise PrinterError(PrinterProblem.PAGE)
        if page is Page.RECEIPT:
            version = store.count_receipts(conn, subject_id)
            if store.find_receipt(conn, subject_id) is None:
                raise PrinterError(PrinterProblem.PAGE)
    store.add_by_hand(conn, printer.id, page, subject_id, version, now)


def _move(conn: Connection, printer_id: int, to_id: int, now: int) -> int:
    _get(conn, printer_id)
    to = _get(conn, to_id)
    jobs = [job for job in store.list_open(conn, printer_id) if job.state in {JobState.WAITING, JobState.SENT}]
    for job in jobs:
        store.move(conn, job, to, now)
    return len(jobs)
