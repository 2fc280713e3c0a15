"""SQL for printers and print jobs."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import orjson

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.changes.model import ChangedItem, Fields
from cafe.core.catalogue.changes.store import add_change
from cafe.core.kernel.cleaning import fold
from cafe.core.kernel.database import Connection, Row, among
from cafe.core.kernel.ids import CategoryId, ProductId
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.meta import bump_catalogue_version
from cafe.core.messages.printers.model import (
    Job,
    JobState,
    Moment,
    Page,
    Printer,
    PrinterSettings,
    Trouble,
    Way,
)
from cafe.core.messages.printers.port import PrintedReceipt
from cafe.core.money.receipts.store import find_contents
from cafe.core.ordering.orders.model import OrderStatus, OrderType, order_number

ENTITY = "printers"
"""The entity in the history of changes; nothing there can be undone."""
_PRINTER = (
    "id, name, token_hash, width, locale, pages, order_types, categories, moment, copies, address, opens_drawer, "
    "rings, created_at, seen_at, way, trouble, told_at"
)
_JOB = (
    "j.id, j.printer_id, j.origin_id, j.page, j.subject_id, j.version, j.state, j.is_copy, j.by_hand, j.tries, "
    "j.due_at, j.sent_at, o.id AS order_id, o.sequence_number"
)
_OPEN = "j.state IN ('waiting', 'sent')"
_JOBS = f"SELECT {_JOB} FROM print_jobs j LEFT JOIN orders o ON o.id = j.subject_id AND j.page NOT IN ('day', 'test')"


def list_printers(conn: Connection) -> list[Printer]:
    """List the printers, the oldest first."""
    return [_printer(row) for row in conn.all(f"SELECT {_PRINTER} FROM printers ORDER BY id")]


def find_printer(conn: Connection, printer_id: int) -> Printer | None:
    row = conn.one(f"SELECT {_PRINTER} FROM printers WHERE id = :id", {"id": printer_id})
    return None if row is None else _printer(row)


def find_by_token(conn: Connection, token_hash: str) -> tuple[Printer, str] | None:
    """Find the printer of a token; return it with the stored hash."""
    row = conn.one(f"SELECT {_PRINTER} FROM printers WHERE token_hash = :hash", {"hash": token_hash})
    return None if row is None else (_printer(row), str(row["token_hash"]))


def has_name(conn: Connection, name: str, besides: int | None) -> bool:
    row = conn.one("SELECT id FROM printers WHERE name_key = :key", {"key": fold(name)})
    return row is not None and row["id"] != besides


def add_printer(conn: Connection, settings: PrinterSettings, token_hash: str, actor: Actor, now: int) -> Printer:
    values = _columns(settings)
    row = conn.one(
        f"INSERT INTO printers ({', '.join(values)}, token_hash, created_at) "
        f"VALUES ({', '.join(':' + name for name in values)}, :token_hash, :now) RETURNING {_PRINTER}",
        {**values, "token_hash": token_hash, "now": now},
    )
    assert row is not None  # noqa: S101 - for the type checker
    printer = _printer(row)
    _record(conn, actor, printer, None, _history(settings), now)
    bump_catalogue_version(conn)  # `has_printers` may have changed
    return printer


def change_printer(conn: Connection, printer: Printer, settings: PrinterSettings, actor: Actor, now: int) -> None:
    values = _columns(settings)
    conn.run(
        f"UPDATE printers SET {', '.join(f'{name} = :{name}' for name in values)} WHERE id = :id",
        {**values, "id": printer.id},
    )
    before, after = _history(printer.settings), _history(settings)
    changed = [name for name in after if before[name] != after[name]]
    if changed:
        _record(
            conn,
            actor,
            printer,
            {name: before[name] for name in changed},
            {name: after[name] for name in changed},
            now,
        )


def set_token(conn: Connection, printer_id: int, token_hash: str) -> None:
    """Replace a printer's token, which revokes the former one."""
    conn.run(
        "UPDATE printers SET token_hash = :hash, seen_at = NULL, way = NULL, trouble = NULL WHERE id = :id",
        {"id": printer_id, "hash": token_hash},
    )


def delete_printer(conn: Connection, printer: Printer, actor: Actor, now: int) -> None:
    """Delete a printer with its jobs, and those that others print for it."""
    conn.run("DELETE FROM print_jobs WHERE printer_id = :id OR origin_id = :id", {"id": printer.id})
    conn.run("DELETE FROM printers WHERE id = :id", {"id": printer.id})
    _record(conn, actor, printer, _history(printer.settings), None, now)
    bump_catalogue_version(conn)  # as above


def mark_seen(conn: Connection, printer_id: int, way: Way, trouble: Trouble | None, now: int) -> None:
    conn.run(
        "UPDATE printers SET seen_at = :now, way = :way, trouble = :trouble WHERE id = :id",
        {"id": printer_id, "way": way.value, "trouble": None if trouble is None else trouble.value, "now": now},
    )


def mark_told(conn: Connection, printer_id: int, now: int | None) -> bool:
    """Note that the staff were told, or (None) that it prints again; return whether that is new."""
    condition = "told_at IS NOT NULL" if now is None else "told_at IS NULL"
    changed = conn.run(
        f"UPDATE printers SET told_at = :now WHERE id = :id AND {condition}", {"id": printer_id, "now": now}
    )
    return changed > 0


def categories_of(conn: Connection, products: Collection[ProductId]) -> Mapping[ProductId, CategoryId]:
    condition, params = among("id", products)
    rows = conn.all(f"SELECT id, category_id FROM products WHERE {condition}", params)
    return {ProductId(row["id"]): CategoryId(row["category_id"]) for row in rows}


def add_jobs(
    conn: Connection,
    printer: Printer,
    page: Page,
    subject_id: int,
    version: int,
    now: int,
) -> None:
    """Queue a page as often as the printer makes copies; what is queued already stays as it is."""
    for part in range(printer.settings.copies):
        conn.run(
            "INSERT INTO print_jobs (printer_id, origin_id, page, subject_id, version, part, due_at) "
            "VALUES (:printer, :printer, :page, :subject, :version, :part, :now) ON CONFLICT DO NOTHING",
            {
                "printer": printer.id,
                "page": page.value,
                "subject": subject_id,
                "version": version,
                "part": part,
                "now": now,
            },
        )


def add_by_hand(conn: Connection, printer_id: int, page: Page, subject_id: int, version: int, now: int) -> None:
    """Queue a page that somebody asked for; it says 'copy' if it was printed, or may have been."""
    conn.run(
        "INSERT INTO print_jobs (printer_id, origin_id, page, subject_id, version, part, is_copy, by_hand, due_at) "
        "SELECT :printer, :printer, :page, :subject, :version, COALESCE(MAX(part), -1) + 1, "
        "CASE WHEN :page <> 'test' AND MAX(tries) > 0 THEN 1 ELSE 0 END, 1, :now FROM print_jobs "
        "WHERE origin_id = :printer AND page = :page AND subject_id = :subject AND version = :version",
        {
            "printer": printer_id,
            "page": page.value,
            "subject": subject_id,
            "version": version,
            "now": now,
        },
    )


def has_unsent(conn: Connection, printer_id: int, page: Page, subject_id: int) -> bool:
    """Whether a page of an order waits to be drawn, as the order is by then."""
    row = conn.one(
        "SELECT 1 FROM print_jobs WHERE origin_id = :printer AND page = :page AND subject_id = :subject "
        "AND state = 'waiting'",
        {"printer": printer_id, "page": page.value, "subject": subject_id},
    )
    return row is not None


def drop_unsent(conn: Connection, order_id: int, pages: Collection[Page], now: int) -> None:
    """Drop what was never handed out of an order."""
    for page in pages:
        conn.run(
            "UPDATE print_jobs SET state = 'dropped', ended_at = :now "
            "WHERE page = :page AND subject_id = :order AND state = 'waiting' AND tries = 0 AND by_hand = 0",
            {"page": page.value, "order": order_id, "now": now},
        )


def drop_handed_out(conn: Connection, order_id: int) -> None:
    """Forget the tickets of an order that was handed out when it was entered."""
    conn.run("DELETE FROM print_jobs WHERE page = 'ticket' AND subject_id = :order AND tries = 0", {"order": order_id})


def find_receipt(conn: Connection, order_id: int) -> PrintedReceipt | None:
    """Find the newest receipt of an order that has an address."""
    row = conn.one(
        "SELECT id, url, fiscal_number, finished_at FROM receipts WHERE order_id = :id AND sale_id IS NULL "
        "AND state = 'done' AND url IS NOT NULL ORDER BY id DESC LIMIT 1",
        {"id": order_id},
    )
    if row is None:
        return None
    way, _, bill = find_contents(conn, row["id"])
    return PrintedReceipt(row["url"], row["fiscal_number"], way, bill, row["finished_at"] or 0)


def count_receipts(conn: Connection, order_id: int) -> int:
    """Count an order's receipts that are made; each is printed."""
    row = conn.one(
        "SELECT COUNT(*) AS receipts FROM receipts WHERE order_id = :id AND sale_id IS NULL AND state = 'done'",
        {"id": order_id},
    )
    return 0 if row is None else int(row["receipts"])


def was_sent(conn: Connection, printer_id: int, page: Page, subject_id: int) -> bool:
    """Whether a printer was given a page of an order, whatever became of it."""
    row = conn.one(
        "SELECT 1 FROM print_jobs WHERE origin_id = :printer AND page = :page AND subject_id = :subject AND tries > 0",
        {"printer": printer_id, "page": page.value, "subject": subject_id},
    )
    return row is not None


def list_open(conn: Connection, printer_id: int | None = None) -> list[Job]:
    """List what is not printed yet, of one printer or of all, the oldest first."""
    condition = "" if printer_id is None else " AND j.printer_id = :id"
    params: dict[str, Any] = {} if printer_id is None else {"id": printer_id}
    return [_job(row) for row in conn.all(f"{_JOBS} WHERE {_OPEN}{condition} ORDER BY j.id", params)]


def list_waiting_printers(conn: Connection, now: int) -> set[int]:
    """List the ids of the printers that have something to print now."""
    rows = conn.all(
        "SELECT DISTINCT printer_id FROM print_jobs WHERE state = 'waiting' AND due_at <= :now", {"now": now}
    )
    return {int(row["printer_id"]) for row in rows}


def list_dropped(conn: Connection, limit: int) -> list[Job]:
    """List what was of no use any more, the latest first."""
    rows = conn.all(f"{_JOBS} WHERE j.state = 'dropped' ORDER BY j.id DESC LIMIT :limit", {"limit": limit})
    return [_job(row) for row in rows]


def list_ticketed(conn: Connection, order_ids: Collection[int]) -> set[tuple[int, int]]:
    """List which printers have had a ticket of which of these orders queued."""
    condition, params = among("subject_id", order_ids)
    rows = conn.all(f"SELECT origin_id, subject_id FROM print_jobs WHERE page = 'ticket' AND {condition}", params)
    return {(int(row["origin_id"]), int(row["subject_id"])) for row in rows}


def find_job(conn: Connection, printer_id: int, job_id: int) -> Job | None:
    row = conn.one(f"{_JOBS} WHERE j.id = :id AND j.printer_id = :printer", {"id": job_id, "printer": printer_id})
    return None if row is None else _job(row)


def order_statuses(conn: Connection, jobs: Iterable[Job]) -> Mapping[int, OrderStatus]:
    ids = {job.subject_id for job in jobs if job.needs_order}
    condition, params = among("id", ids)
    rows = conn.all(f"SELECT id, status FROM orders WHERE {condition}", params)
    return {int(row["id"]): OrderStatus(row["status"]) for row in rows}


def claim(conn: Connection, job: Job, now: int) -> bool:
    """Hand a waiting job out; whether nobody else has."""
    changed = conn.run(
        "UPDATE print_jobs SET state = 'sent', tries = tries + 1, sent_at = :now WHERE id = :id AND state = 'waiting'",
        {"id": job.id, "now": now},
    )
    return changed > 0


def finish(conn: Connection, job: Job, state: JobState, now: int) -> bool:
    """End a job that is open; whether it was."""
    changed = conn.run(
        "UPDATE print_jobs SET state = :state, ended_at = :now WHERE id = :id AND state IN ('waiting', 'sent')",
        {"id": job.id, "state": state.value, "now": now},
    )
    return changed > 0


def release(conn: Connection, job: Job, *, is_copy: bool) -> bool:
    """Let a job that was handed out wait again; whether it was."""
    changed = conn.run(
        "UPDATE print_jobs SET state = 'waiting', is_copy = :is_copy, tries = tries - :taken_back "
        "WHERE id = :id AND state = 'sent'",
        {"id": job.id, "is_copy": int(job.is_copy or is_copy), "taken_back": int(not is_copy)},
    )
    return changed > 0


def move(conn: Connection, job: Job, to: Printer, now: int) -> None:
    """Have another printer print a job, within a minute of its own; it says 'copy' if the first one may have."""
    conn.run(
        "UPDATE print_jobs SET printer_id = :to, state = 'waiting', is_copy = :is_copy, due_at = :now "
        "WHERE id = :id AND state IN ('waiting', 'sent')",
        {"id": job.id, "to": to.id, "is_copy": int(job.is_copy or job.tries > 0), "now": now},
    )


def delete_old(conn: Connection, before: int, limit: int) -> int:
    """Delete jobs that ended before a time, and those of deleted printers; return their number."""
    return conn.run(
        "DELETE FROM print_jobs WHERE id IN (SELECT id FROM print_jobs j WHERE j.ended_at < :before "
        "OR NOT EXISTS (SELECT 1 FROM printers p WHERE p.id = j.printer_id) LIMIT :limit)",
        {"before": before, "limit": limit},
    )


def _history(settings: PrinterSettings) -> Fields:
    """Return what the history of changes has of a printer's settings."""
    return {
        "name": settings.name,
        "width": settings.width,
        "copies": settings.copies,
        "address": settings.address,
        "pages": _listed(settings.pages),
    }


def _columns(settings: PrinterSettings) -> dict[str, Any]:
    return {
        "name": settings.name,
        "name_key": fold(settings.name),
        "width": settings.width,
        "locale": str(settings.locale),
        "pages": orjson.dumps(_listed(settings.pages)).decode(),
        "order_types": orjson.dumps(_listed(settings.order_types)).decode(),
        "categories": orjson.dumps(sorted(settings.categories)).decode(),
        "moment": settings.moment.value,
        "copies": settings.copies,
        "address": settings.address,
        "opens_drawer": int(settings.opens_drawer),
        "rings": int(settings.rings),
    }


def _listed(values: Iterable[Page] | Iterable[OrderType]) -> Sequence[str]:
    return sorted(each.value for each in values)


def _record(
    conn: Connection, actor: Actor, printer: Printer, before: Fields | None, after: Fields | None, now: int
) -> None:
    add_change(conn, actor, [ChangedItem(ENTITY, str(printer.id), printer.name, before, after)], now)


def _printer(row: Row) -> Printer:
    settings = PrinterSettings(
        name=row["name"],
        width=row["width"],
        locale=Locale(row["locale"]),
        pages=frozenset(Page(each) for each in orjson.loads(row["pages"])),
        order_types=frozenset(OrderType(each) for each in orjson.loads(row["order_types"])),
        categories=frozenset(CategoryId(each) for each in orjson.loads(row["categories"])),
        moment=Moment(row["moment"]),
        copies=row["copies"],
        address=row["address"],
        opens_drawer=bool(row["opens_drawer"]),
        rings=bool(row["rings"]),
    )
    return Printer(
        row["id"],
        settings,
        row["created_at"],
        row["seen_at"],
        None if row["way"] is None else Way(row["way"]),
        None if row["trouble"] is None else Trouble(row["trouble"]),
        row["told_at"],
    )


def _job(row: Row) -> Job:
    return Job(
        row["id"],
        row["printer_id"],
        row["origin_id"],
        Page(row["page"]),
        row["subject_id"],
        row["version"],
        JobState(row["state"]),
        bool(row["is_copy"]),
        bool(row["by_hand"]),
        row["tries"],
        row["due_at"],
        row["sent_at"],
        "" if row["order_id"] is None else order_number(row["order_id"], row["sequence_number"]),
    )
