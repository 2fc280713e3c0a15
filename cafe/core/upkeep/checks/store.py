"""SQL for the checks: backlog, running processes, owner of the desk."""

from dataclasses import fields
from typing import Any

from cafe.core.kernel.database import Connection
from cafe.core.kernel.runs import ALIVE, alive_params
from cafe.core.money.payments.ledger import UNDER_WAY
from cafe.core.money.payments.model import HRYVNIA
from cafe.core.money.payments.returns_store import TO_RETURN
from cafe.core.upkeep.checks.model import Backlog

DAY = 86_400

BACKLOG = f"""
SELECT
  (SELECT COUNT(*) FROM orders WHERE status NOT IN ('completed', 'cancelled')) AS open_orders,
  m.messages, m.oldest_message,
  (SELECT COUNT(*) FROM outbox WHERE state <> 'queued' AND state = 'given_up' AND finished_at >= :since)
    AS given_up_messages,
  r.receipts, r.oldest_receipt,
  (SELECT COUNT(*) FROM refunds WHERE {UNDER_WAY} AND state = 'unclear') AS unclear_refunds,
  (SELECT COUNT(*) FROM refunds WHERE {UNDER_WAY} AND state = 'held') AS held_refunds,
  d.debts, d.owed, d.oldest_debt,
  (SELECT MIN(held_at) FROM invoices WHERE status = 'held') AS oldest_hold
FROM
  (SELECT COUNT(*) AS messages, MIN(created_at) AS oldest_message FROM outbox
    WHERE state = 'queued') m,
  (SELECT COUNT(*) AS receipts, MIN(w.created_at) AS oldest_receipt FROM (
    SELECT created_at FROM receipts WHERE state = 'pending'
    UNION ALL SELECT created_at FROM cash_receipts WHERE state = 'pending') w) r,
  (SELECT COUNT(*) AS debts, COALESCE(SUM(CASE WHEN m.currency = '{HRYVNIA}' THEN {TO_RETURN} ELSE 0 END), 0) AS owed,
    MIN(m.created_at) AS oldest_debt FROM money_to_return m WHERE m.returned_at IS NULL) d
""".strip()


def get_backlog(conn: Connection, now: int) -> Backlog:
    """Count what waits, in one query that uses indexes only."""
    row = conn.one(BACKLOG, {"since": now - DAY})
    if row is None:
        raise LookupError("backlog")
    found: dict[str, Any] = {each.name: row[each.name] for each in fields(Backlog)}
    return Backlog(**found | {"owed": int(row["owed"])})


def count_refused_receipts(conn: Connection, since: int) -> int:
    """Count the receipts refused by the fiscal service since a moment."""
    row = conn.one(
        "SELECT COUNT(*) AS count FROM receipts WHERE state = 'refused' AND finished_at >= :since",
        {"since": since},
    )
    return 0 if row is None else int(row["count"])


def count_processes(conn: Connection, now: int) -> int:
    """Count the processes that serve this database."""
    return len(conn.all(ALIVE, alive_params(now)))


def has_owner(conn: Connection) -> bool:
    """Whether the desk has an owner."""
    return conn.one("SELECT 1 FROM staff WHERE role = 'owner' AND is_active = 1 LIMIT 1") is not None
