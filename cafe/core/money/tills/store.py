"""SQL for tills, counts, days and their moves."""

from collections.abc import Mapping
from dataclasses import asdict

import orjson

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import StaffId
from cafe.core.money.payments.model import HRYVNIA
from cafe.core.money.tills.booking import HANDED_BACK, TILL_OF
from cafe.core.money.tills.model import Count, Figures, Move, MoveKind, Purpose, Till, TillDay
from cafe.core.ordering.orders.model import order_number

_COUNT = ("till_id", "purpose", "counted", "pieces", "expected", "counted_by", "at")
_SINCE = "(SELECT MIN(f.opened_at) FROM till_days f)"
"""When the first day of any till was opened."""
_PAYMENTS = f"p.kind <> 'cash' AND p.currency = '{HRYVNIA}' AND p.paid_at >= {_SINCE}"
_REFUNDS = f"r.state = 'done' AND r.currency = '{HRYVNIA}' AND r.finished_at >= {_SINCE} AND NOT ({HANDED_BACK})"


# Tills.


def list_tills(conn: Connection) -> list[Till]:
    """List the tills, the first one first."""
    people: dict[int, list[StaffId]] = {}
    for row in conn.all("SELECT till_id, staff_id FROM till_people ORDER BY staff_id"):
        people.setdefault(row["till_id"], []).append(StaffId(row["staff_id"]))
    rows = conn.all("SELECT id, name FROM tills ORDER BY id")
    return [Till(row["id"], row["name"], tuple(people.get(row["id"], ()))) for row in rows]


def add_till(conn: Connection, name: str, now: int) -> int | None:
    """Add a till; None if its name is taken."""
    row = conn.one(
        "INSERT INTO tills (name, name_key, created_at) VALUES (:name, :key, :now) "
        "ON CONFLICT (name_key) DO NOTHING RETURNING id",
        {"name": name, "key": name.casefold(), "now": now},
    )
    return None if row is None else int(row["id"])


def rename_till(conn: Connection, till_id: int, name: str) -> None:
    conn.run(
        "UPDATE tills SET name = :name, name_key = :key WHERE id = :id",
        {"id": till_id, "name": name, "key": name.casefold()},
    )


def set_people(conn: Connection, till_id: int, people: list[int]) -> None:
    """Have these people, if there are such, work at a till and at no other one."""
    known = {row["id"] for row in conn.all("SELECT id FROM staff")}
    conn.run("DELETE FROM till_people WHERE till_id = :till", {"till": till_id})
    conn.run_many(
        "INSERT INTO till_people (staff_id, till_id) VALUES (:id, :till) "
        "ON CONFLICT (staff_id) DO UPDATE SET till_id = excluded.till_id",
        [{"till": till_id, "id": each} for each in people if each in known],
    )


# Counts.


def add_count(
    conn: Connection, till_id: int, purpose: Purpose, counted: int, pieces: Mapping[str, int], by: str, now: int
) -> int:
    row = conn.one(
        "INSERT INTO till_counts (till_id, purpose, counted, pieces, counted_by, at) "
        "VALUES (:till, :purpose, :counted, :pieces, :by, :now) RETURNING id",
        {
            "till": till_id,
            "purpose": purpose.value,
            "counted": counted,
            "pieces": orjson.dumps(pieces).decode(),
            "by": by,
            "now": now,
        },
    )
    if row is None:
        raise LookupError("till_counts.id")
    return int(row["id"])


def include_moves(conn: Connection, count_id: int, till_id: int) -> None:
    """Note that the moves until now were in the till for a count; what is stored later belongs to a later one."""
    conn.run(
        "UPDATE till_moves SET count_id = :count WHERE till_id = :till AND day_id IS NULL AND count_id IS NULL",
        {"count": count_id, "till": till_id},
    )


def sum_counted(conn: Connection, till_id: int, since: int) -> int:
    """Return the sum of the moves in no closed day that were first in the till for a count after `since`, its id."""
    row = conn.one(
        "SELECT COALESCE(SUM(amount), 0) AS sum FROM till_moves WHERE till_id = :till AND day_id IS NULL "
        "AND count_id > :since",
        {"till": till_id, "since": since},
    )
    return 0 if row is None else int(row["sum"])


def set_expected(conn: Connection, count_id: int, expected: int | None) -> None:
    conn.run("UPDATE till_counts SET expected = :expected WHERE id = :id", {"id": count_id, "expected": expected})


def find_count(conn: Connection, count_id: int) -> Count | None:
    row = conn.one("SELECT * FROM till_counts WHERE id = :id", {"id": count_id})
    return None if row is None else _count(row)


def find_last_count(conn: Connection, till_id: int) -> Count | None:
    row = conn.one("SELECT * FROM till_counts WHERE till_id = :id ORDER BY id DESC LIMIT 1", {"id": till_id})
    return None if row is None else _count(row)


def list_counts(conn: Connection, till_id: int, after: int, until: int) -> list[Count]:
    """List a till's counts between two, of which the first is left out."""
    rows = conn.all(
        "SELECT * FROM till_counts WHERE till_id = :till AND id > :after AND id <= :until ORDER BY id",
        {"till": till_id, "after": after, "until": until},
    )
    return [_count(row) for row in rows]


# Days.


def find_last_day(conn: Connection, till_id: int) -> TillDay | None:
    """Find a till's latest day, open or not."""
    found = _days(conn, "d.till_id = :till ORDER BY d.id DESC LIMIT 1", {"till": till_id})
    return found[0] if found else None


def find_day(conn: Connection, day_id: int) -> TillDay | None:
    found = _days(conn, "d.id = :id", {"id": day_id})
    return found[0] if found else None


def list_closed(conn: Connection, limit: int) -> list[TillDay]:
    """List the latest closed days of all tills, newest first."""
    return _days(conn, "d.closing_id IS NOT NULL ORDER BY d.closed_at DESC, d.id DESC LIMIT :limit", {"limit": limit})


def open_day(
    conn: Connection, till_id: int, number: int, day: str, opening_id: int, by: str, reason: str, now: int
) -> int | None:
    """Open a day; None if one is open, or that of this date is over."""
    row = conn.one(
        "INSERT INTO till_days (till_id, number, day, opening_id, opened_by, opened_at, opening_reason) "
        "VALUES (:till, :number, :day, :opening, :by, :at, :reason) ON CONFLICT DO NOTHING RETURNING id",
        {
            "till": till_id,
            "number": number,
            "day": day,
            "opening": opening_id,
            "by": by,
            "at": now,
            "reason": reason,
        },
    )
    return None if row is None else int(row["id"])


def close_day(conn: Connection, day: TillDay, count: Count, by: str, reason: str, now: int) -> bool:
    """Close a day with a count and freeze its figures; False if it is closed already.

    What came after the count stays without a day: it belongs to the next one.
    """
    is_first = conn.run(
        "UPDATE till_days SET closing_id = :count, closed_by = :by, closed_at = :now, closing_reason = :reason, "
        "figures = '' WHERE id = :id AND closing_id IS NULL",
        {"id": day.id, "count": count.id, "by": by, "now": now, "reason": reason},
    )
    params = {"day": day.id, "till": day.till_id}
    conn.run(
        "UPDATE till_moves SET day_id = :day WHERE till_id = :till AND day_id IS NULL AND count_id IS NOT NULL", params
    )
    conn.run(
        "UPDATE payments SET till_day_id = :day WHERE till_day_id IS NULL AND id IN (SELECT p.id FROM payments p "
        f"WHERE p.till_day_id IS NULL AND {_PAYMENTS} AND {TILL_OF.format(actor='p.taken_by')} = :till)",
        params,
    )
    conn.run(
        "UPDATE refunds SET till_day_id = :day WHERE till_day_id IS NULL AND id IN (SELECT r.id FROM refunds r "
        f"JOIN payments p ON p.id = r.payment_id WHERE r.till_day_id IS NULL AND {_REFUNDS} "
        f"AND {TILL_OF.format(actor='r.actor')} = :till)",
        params,
    )
    return is_first == 1


def set_figures(conn: Connection, day_id: int, figures: Figures) -> None:
    conn.run(
        "UPDATE till_days SET figures = :figures WHERE id = :id AND figures = ''",
        {"id": day_id, "figures": orjson.dumps(asdict(figures)).decode()},
    )


def sum_cashless(conn: Connection, till_id: int, day_id: int | None) -> dict[str, int]:
    """Sum what was paid and went back without cash, in kopiykas: in a closed day, or since for a till.

    The keys are `terminal`, `card`, `terminal_back` and `card_back`.
    """
    payments = f"p.till_day_id IS NULL AND {_PAYMENTS} AND {TILL_OF.format(actor='p.taken_by')} = :id"
    refunds = f"r.till_day_id IS NULL AND {_REFUNDS} AND {TILL_OF.format(actor='r.actor')} = :id"
    if day_id is not None:
        payments, refunds = "p.till_day_id = :id", "r.till_day_id = :id"
    rows = conn.all(
        f"SELECT p.kind AS what, SUM(p.amount) AS sum FROM payments p WHERE {payments} GROUP BY p.kind UNION ALL "
        "SELECT CASE p.kind WHEN 'card' THEN 'card_back' ELSE 'terminal_back' END, SUM(r.amount) "
        f"FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE {refunds} GROUP BY p.kind",
        {"id": till_id if day_id is None else day_id},
    )
    found: dict[str, int] = {}
    for row in rows:
        found[row["what"]] = found.get(row["what"], 0) + int(row["sum"])
    return found


# Moves.


def add_move(conn: Connection, till_id: int, kind: MoveKind, amount: int, actor: str, reason: str, now: int) -> None:
    """Store what somebody brought or took out."""
    conn.run(
        "INSERT INTO till_moves (till_id, kind, amount, actor, reason, at) "
        "VALUES (:till, :kind, :amount, :actor, :reason, :now)",
        {"till": till_id, "kind": kind.value, "amount": amount, "actor": actor, "reason": reason, "now": now},
    )


def sum_moves(conn: Connection, till_id: int, day_id: int | None) -> dict[MoveKind, int]:
    """Sum the moves of each kind of a closed day; None: of the till's day that is open, or of the next one."""
    which = "day_id IS NULL AND till_id = :id" if day_id is None else "day_id = :id"
    rows = conn.all(
        f"SELECT kind, SUM(amount) AS sum FROM till_moves WHERE {which} GROUP BY kind",
        {"id": till_id if day_id is None else day_id},
    )
    return {MoveKind(row["kind"]): int(row["sum"]) for row in rows}


def sum_waited(conn: Connection, day: TillDay) -> int:
    """Sum a day's moves that were in the till for the count by which it was opened."""
    which = "day_id IS NULL AND till_id = :id" if day.closing is None else "day_id = :id"
    row = conn.one(
        f"SELECT COALESCE(SUM(amount), 0) AS sum FROM till_moves WHERE {which} AND count_id <= :opening",
        {"id": day.till_id if day.closing is None else day.id, "opening": day.opening.id},
    )
    return 0 if row is None else int(row["sum"])


def list_moves(conn: Connection, till_id: int, day_id: int | None, limit: int) -> list[Move]:
    """List the moves of a closed day, or of those of the till that belong to no closed one, newest first."""
    which = "m.day_id IS NULL AND m.till_id = :id" if day_id is None else "m.day_id = :id"
    rows = conn.all(
        f"SELECT m.*, o.sequence_number FROM till_moves m LEFT JOIN orders o ON o.id = m.order_id WHERE {which} "
        "ORDER BY m.id DESC LIMIT :limit",
        {"id": till_id if day_id is None else day_id, "limit": limit},
    )
    return [_move(row) for row in rows]


def _days(conn: Connection, condition: str, params: Mapping[str, int]) -> list[TillDay]:
    rows = conn.all(f"SELECT d.*, t.name FROM till_days d JOIN tills t ON t.id = d.till_id WHERE {condition}", params)
    return [_day(conn, row) for row in rows]


def _day(conn: Connection, row: Row) -> TillDay:
    opening = find_count(conn, row["opening_id"])
    if opening is None:
        raise LookupError(row["opening_id"])
    return TillDay(
        id=row["id"],
        till_id=row["till_id"],
        till=row["name"],
        number=row["number"],
        day=row["day"],
        opening=opening,
        opened_by=row["opened_by"],
        opened_at=row["opened_at"],
        opening_reason=row["opening_reason"],
        closing=None if row["closing_id"] is None else find_count(conn, row["closing_id"]),
        closed_by=row["closed_by"] or "",
        closed_at=row["closed_at"],
        closing_reason=row["closing_reason"] or "",
        figures=Figures(**orjson.loads(row["figures"])) if row["figures"] else None,
    )


def _count(row: Row) -> Count:
    return Count(
        id=row["id"],
        till_id=row["till_id"],
        purpose=Purpose(row["purpose"]),
        counted=row["counted"],
        pieces=orjson.loads(row["pieces"]),
        expected=row["expected"],
        counted_by=row["counted_by"],
        at=row["at"],
    )


def _move(row: Row) -> Move:
    return Move(
        id=row["id"],
        kind=MoveKind(row["kind"]),
        amount=row["amount"],
        order_id=row["order_id"],
        number="" if row["order_id"] is None else order_number(row["order_id"], row["sequence_number"]),
        actor=row["actor"],
        reason=row["reason"],
        at=row["at"],
    )
