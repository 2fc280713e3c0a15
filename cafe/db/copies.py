"""Copies of a database file, and turning a copy into a database of its own when it is served."""

import os
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from cafe.core.kernel.clock import SYSTEM_CLOCK, Clock, unix_now
from cafe.core.kernel.runs import STOPPED_AT

COPIED_AT = "copied_at"
"""The key in `meta` that marks a copy until it is served."""

SAFE_DISTANCE = 1_000
ORDERS_PER_MINUTE = 1
"""How far beyond the original's last ids those of a served copy start. The original went on being used: it is assumed
to have used fewer than that, so that its ids, and those of another served copy, are not reused."""

PAGES = 1_000
"""Pages copied at a time; `keep_going` is called in between."""

ACCESS = ("staff_codes", "staff_links", "staff_sessions")
"""Credentials of the desk: some may have been revoked since the copy was made."""


class NotADatabaseError(Exception):
    """The file is not a database of a cafe."""


def create_private_file(path: Path) -> None:
    """Create the file, if missing, with mode 0600: it will hold names, phones and addresses."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def copy_database(
    source: Path, target: Path, keep_going: Callable[[], None] = lambda: None, clock: Clock = SYSTEM_CLOCK
) -> None:
    """Write a consistent copy, marked as one, while services go on using the original; its schema stays as it is.

    `keep_going` is called now and then, and may raise to abort.

    Raises:
        NotADatabaseError: the source is not a database of a cafe.
        sqlite3.Error: the source cannot be read, or the target cannot be written.
    """
    with closing(sqlite3.connect(f"file:{source}?mode=rw", uri=True, isolation_level=None)) as reading:
        reading.execute("BEGIN")  # one snapshot for all steps, so that no commit in between restarts the copy
        if not _has_table(reading, "meta"):
            raise NotADatabaseError(f"{source}: is no database of a cafe")
        create_private_file(target)
        with closing(sqlite3.connect(target, isolation_level=None)) as writing:
            reading.backup(writing, pages=PAGES, progress=lambda *_: keep_going())
            mark_copy(writing, unix_now(clock))


def mark_copy(raw: sqlite3.Connection, made_at: int) -> None:
    """Mark a database as a copy, made at a moment in Unix seconds."""
    raw.execute(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (COPIED_AT, str(made_at)),
    )
    raw.execute("DELETE FROM meta WHERE key = ?", (STOPPED_AT,))  # the original went on


UNCLEAR_REFUNDS = """
UPDATE refunds SET state = 'unknown', asked_at = COALESCE(asked_at, :now), next_check_at = :now
WHERE id IN (SELECT MIN(id) FROM refunds WHERE state IN ('requested', 'held') GROUP BY payment_id)
"""
"""Refunds pending in a copy may have been sent since: query the provider for their outcome first.

Refunds queued behind them wait for that.
"""


UNCLEAR_PAYMENTS = "UPDATE invoices SET next_check_at = NULL WHERE status = 'paid'"
"""A copy's payments may have been refunded since: without a scheduled check, they are checked first."""


def become_original(raw: sqlite3.Connection, now: int) -> bool:
    """Give a copy that is about to be served an identity and sequences of its own; False if it is not a copy.

    Old cookies, order ids and numbers then refer to nobody else, and the staff sign in anew.
    """
    raw.execute("BEGIN IMMEDIATE")
    try:
        row = raw.execute("SELECT value FROM meta WHERE key = ?", (COPIED_AT,)).fetchone()
        if row is not None:
            minutes = max(0, now - int(row[0])) // 60
            _advance_sequences(raw, SAFE_DISTANCE + minutes * ORDERS_PER_MINUTE)
            raw.execute("UPDATE meta SET value = ? WHERE key = 'instance_id'", (secrets.token_hex(16),))
            raw.execute("DELETE FROM meta WHERE key = ?", (COPIED_AT,))
            for table in (*ACCESS, "process_runs"):
                raw.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
            raw.execute(UNCLEAR_REFUNDS, {"now": now})
            raw.execute(UNCLEAR_PAYMENTS)
        raw.execute("COMMIT")
    except BaseException:
        if raw.in_transaction:
            raw.execute("ROLLBACK")
        raise
    return row is not None


def _advance_sequences(raw: sqlite3.Connection, distance: int) -> None:
    """Advance all sequences, including those of tables that are still empty in the copy."""
    raw.execute("UPDATE sequences SET value = value + ?", (distance,))
    numbered = raw.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'")
    for (table,) in numbered.fetchall():
        if raw.execute("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?", (distance, table)).rowcount == 0:
            raw.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, distance))


def _has_table(raw: sqlite3.Connection, name: str) -> bool:
    return raw.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,)).fetchone() is not None
