"""SQL for delivering: finding and claiming queued outbox rows, and storing the outcome."""

from collections.abc import Sequence

import orjson

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.runs import ALIVE, RunId, alive_params
from cafe.core.messages.outbox.model import Delivery, DeliveryState, Priority, Recipient, Via

LONGEST_RETRY_SECONDS = 300
TOO_FAR_SECONDS = 2 * LONGEST_RETRY_SECONDS
FEW_TRIES = 3
"""The number of failures after which a message to the staff no longer delays the others."""
CANDIDATES = 100
"""The most candidates among the edits, and among the customers' messages."""

COLUMNS = "id, recipient, chat_id, kind, order_id, locale, payload, priority, attempts, due_at, created_at, via"

IS_FREE = f"(claimed_by IS NULL OR claimed_by NOT IN ({ALIVE}))"

LONGEST_HOLD_SECONDS = 60
"""New messages are delayed by less than this."""

IS_DUE = "(due_at <= :now OR due_at <= created_at OR due_at > :far OR attempts = 0 AND due_at > :held)"
"""Rows that were never postponed are due whatever the clock says. So are rows postponed further than any retry, or
delayed longer than any delay: the clock was set back since."""

STAFF_QUEUE = "state = 'queued' AND recipient = 'staff' AND priority = :priority"

TO_CHATS, TO_BROWSERS = "via <> 'push'", "via = 'push'"
"""Each has a delivery loop of its own."""
CUSTOMERS_OLDEST = (
    f"SELECT MIN(id) FROM outbox WHERE state = 'queued' AND recipient = 'customer' AND {TO_CHATS} GROUP BY chat_id"
)
BROWSERS_OLDEST = f"SELECT MIN(id) FROM outbox WHERE state = 'queued' AND {TO_BROWSERS} GROUP BY chat_id"


def list_next(conn: Connection, now: int) -> list[Delivery]:
    """Find candidates for delivery, the most urgent first.

    These are the staff's oldest message of each priority, all their edits, and the oldest message of each customer.
    Claimed rows are included: they block their queue.
    """
    params = {
        "now": now,
        "far": now + TOO_FAR_SECONDS,
        "held": now + LONGEST_HOLD_SECONDS,
        "few": FEW_TRIES,
        "most": CANDIDATES,
    }
    edits = _select(conn, f"{STAFF_QUEUE} AND {IS_DUE} ORDER BY id LIMIT :most", params, Priority.EDIT)
    for_staff = [
        delivery
        for priority in (Priority.FIRST, Priority.NORMAL, Priority.LATER, Priority.LAST)
        for delivery in _select(conn, f"{STAFF_QUEUE} AND {_IS_NEXT} ORDER BY id LIMIT 1", params, priority)
    ]
    for_customers = _select(conn, f"id IN ({CUSTOMERS_OLDEST}) AND {IS_DUE} ORDER BY id LIMIT :most", params)
    return [*edits, *(delivery for delivery in for_staff if _is_due(delivery, now)), *for_customers]


def list_for_browsers(conn: Connection, now: int) -> list[Delivery]:
    """Find the oldest due message of each browser."""
    params = {"now": now, "far": now + TOO_FAR_SECONDS, "held": now + LONGEST_HOLD_SECONDS, "most": CANDIDATES}
    return _select(conn, f"id IN ({BROWSERS_OLDEST}) AND {IS_DUE} ORDER BY id LIMIT :most", params)


_IS_NEXT = f"({IS_DUE} OR attempts BETWEEN 1 AND :few - 1)"


def _is_due(delivery: Delivery, now: int) -> bool:
    """Evaluate `IS_DUE` in Python."""
    due = delivery.due_at
    longest = TOO_FAR_SECONDS if delivery.attempts else LONGEST_HOLD_SECONDS
    return due <= now or due <= delivery.created_at or due > now + longest


def claim_deliveries(conn: Connection, ids: Sequence[int], run_id: RunId, now: int) -> set[int]:
    """Claim rows for this process and return the ids of those that were free. A claim lasts as long as the process."""
    names = {f"id{index}": delivery_id for index, delivery_id in enumerate(ids)}
    rows = conn.all(
        "UPDATE outbox SET claimed_by = :run "
        f"WHERE id IN ({', '.join(':' + name for name in names)}) AND state = 'queued' AND {IS_FREE} RETURNING id",
        {"run": run_id, **names, **alive_params(now)},
    )
    return {row["id"] for row in rows}


def recover_deliveries(conn: Connection, run_id: RunId, now: int, which: str = TO_CHATS) -> None:
    """At the start, release the claims of dead processes and of this one's failed loop, and make everything due."""
    conn.run(
        "UPDATE outbox SET claimed_by = NULL WHERE state = 'queued' AND claimed_by IS NOT NULL "
        f"AND {which} AND (claimed_by = :run OR claimed_by NOT IN ({ALIVE}))",
        {"run": run_id, **alive_params(now)},
    )
    retry_now(conn, now, which)


def retry_now(conn: Connection, now: int, which: str = TO_CHATS) -> None:
    """Make failed messages due at once."""
    conn.run(
        f"UPDATE outbox SET due_at = :now WHERE state = 'queued' AND {which} AND attempts > 0 AND due_at > :now",
        {"now": now},
    )


def finish_delivery(
    conn: Connection, delivery_id: int, state: DeliveryState, now: int, error: str | None = None
) -> None:
    """Close a row."""
    conn.run(
        "UPDATE outbox SET state = :state, claimed_by = NULL, finished_at = :now, last_error = :error WHERE id = :id",
        {"id": delivery_id, "state": state.value, "now": now, "error": error},
    )


def postpone_delivery(conn: Connection, delivery_id: int, due_at: int, error: str) -> None:
    """Count a failure and release the row until `due_at`."""
    conn.run(
        "UPDATE outbox SET claimed_by = NULL, due_at = :due, attempts = attempts + 1, last_error = :error "
        "WHERE id = :id",
        {"id": delivery_id, "due": due_at, "error": error},
    )


def release_delivery(conn: Connection, delivery_id: int, note: str | None = None) -> None:
    """Release a row without counting a failure."""
    conn.run(
        "UPDATE outbox SET claimed_by = NULL, last_error = :note WHERE id = :id", {"id": delivery_id, "note": note}
    )


def make_message(conn: Connection, delivery_id: int) -> None:
    """Turn an edit into a new message, as the message to edit is gone."""
    conn.run(
        "UPDATE outbox SET claimed_by = NULL, priority = :priority WHERE id = :id",
        {"id": delivery_id, "priority": Priority.NORMAL.value},
    )


def _select(
    conn: Connection, condition: str, params: dict[str, int], priority: Priority | None = None
) -> list[Delivery]:
    given = params if priority is None else {**params, "priority": priority.value}
    return [_delivery(row) for row in conn.all(f"SELECT {COLUMNS} FROM outbox WHERE {condition}", given)]


def _delivery(row: Row) -> Delivery:
    return Delivery(
        id=row["id"],
        recipient=Recipient(row["recipient"]),
        chat_id=row["chat_id"],
        kind=row["kind"],
        order_id=row["order_id"],
        locale=Locale(row["locale"]),
        payload=orjson.loads(row["payload"]),
        priority=Priority(row["priority"]),
        attempts=row["attempts"],
        due_at=row["due_at"],
        created_at=row["created_at"],
        via=Via(row["via"]),
    )
