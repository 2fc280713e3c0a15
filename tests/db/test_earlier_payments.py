"""Payments of versions that inferred them become rows of their own, exactly."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.ids import OrderId
from cafe.core.money.payments import ledger
from tests.db.earlier import migrated_from_before

MIGRATION = "0055_payments"
ORDER = (
    "INSERT INTO orders (id, customer_id, order_type, status, payment_method, payment_status, items_total, "
    "delivery_fee, discount_amount, promo_discount_amount, total, name, phone, created_at) "
    "VALUES (:id, -1, 'pickup', CAST(:status AS TEXT), CAST(:method AS TEXT), CAST(:paid AS TEXT), 85, 0, 0, 0, "
    ":total, '', '', 1000)"
)
EVENT = (
    "INSERT INTO order_events (order_id, kind, actor, detail, created_at) VALUES (:id, :kind, 'Ірина', :detail, :at)"
)
INVOICE = (
    "INSERT INTO invoices (id, order_id, provider, reference, invoice_id, status, paid_at, paid_amount, "
    "paid_currency, holds_receipt, watched_since, created_at) "
    "VALUES (:row, :id, 'monobank', 'r', CAST(:name AS TEXT), 'paid', CAST(:at AS BIGINT), CAST(:amount AS BIGINT), "
    "CAST(:currency AS TEXT), CAST(:holds AS INTEGER), 1, 1)"
)
DEBT = (
    "INSERT INTO money_to_return (order_id, invoice_id, amount, currency, reason, created_at) "
    "VALUES (:id, CAST(:invoice AS BIGINT), 8500, 'UAH', CAST(:reason AS TEXT), 2000)"
)
REFUND = (
    "INSERT INTO refunds (order_id, number, invoice_id, way, reference, amount, currency, state, told_at, created_at) "
    "VALUES (:id, :number, CAST(:invoice AS BIGINT), CAST(:way AS TEXT), CAST(:reference AS TEXT), 1000, 'UAH', "
    "CAST(:state AS TEXT), CAST(:told AS BIGINT), 2000)"
)


STATES = (("done", None), ("requested", 5), ("unknown", 5), ("asked", None), ("refused", 5))
"""Of refunds, and when the staff were told of them."""


def write_earlier(conn: Connection) -> None:
    """One order of each kind; the ids of invoices are their orders' times ten."""

    def order(number: int, status: str, method: str | None, paid: str, total: int = 85) -> None:
        conn.run(ORDER, {"id": number, "status": status, "method": method, "paid": paid, "total": total})

    def event(number: int, kind: str, detail: str, at: int = 1500) -> None:
        conn.run(EVENT, {"id": number, "kind": kind, "detail": detail, "at": at})

    def invoice(
        number: int, row: int, amount: int | None = 8500, currency: str = "UAH", *, holds: bool = False
    ) -> None:
        at = None if amount is None else 1400 + row
        invoice = {
            "id": number,
            "row": row,
            "name": f"i{row}",
            "amount": amount,
            "currency": currency,
            "at": at,
            "holds": int(holds),
        }
        conn.run(INVOICE, invoice)

    def refund(number: int, count: int, invoice: int | None, state: str, told: int | None = None) -> None:
        way, reference = "person" if invoice is None else "provider", f"{number}-{count}"
        of = {"id": number, "number": count, "invoice": invoice, "way": way, "reference": reference}
        conn.run(REFUND, {**of, "state": state, "told": told})

    order(1, "cooking", "card", "unpaid")
    invoice(1, 10, None)
    order(2, "cooking", "card", "paid")
    event(2, "paid", "webhook")
    invoice(2, 20)
    invoice(2, 21, None)
    order(3, "cooking", "card", "paid")  # twice, and in another currency
    invoice(3, 30, 8500, "UAH")
    invoice(3, 31, 150, "USD", holds=True)
    conn.run(DEBT, {"id": 3, "invoice": 31, "reason": "second"})
    for count, (state, told) in enumerate(STATES):
        refund(3, count + 1, 30, state, told)
    order(4, "cancelled", "card", "paid")  # paid, then cancelled by the staff
    invoice(4, 40)
    conn.run(DEBT, {"id": 4, "invoice": 40, "reason": "by-staff"})
    order(5, "completed", "cash", "unpaid")  # at the door
    event(5, "status", "ready", 1600)
    event(5, "status", "completed", 1700)
    refund(5, 1, None, "done")
    order(6, "completed", None, "unpaid")
    order(7, "completed", "card", "unpaid")  # handed out unpaid
    order(8, "completed", "cash", "unpaid", total=0)
    order(9, "completed", "card", "paid")  # in cash at the counter, and later on its page besides
    event(9, "paid", "cash")
    invoice(9, 90)
    conn.run(DEBT, {"id": 9, "invoice": 90, "reason": "completed"})
    order(10, "completed", "card", "paid")
    event(10, "paid", "terminal")
    order(11, "completed", "card", "paid")  # at the counter, of a version that did not note how
    event(11, "paid", "")
    order(12, "new", "cash", "unpaid")
    order(13, "cancelled", "card", "paid")  # at the counter, then cancelled
    event(13, "paid", "cash")
    conn.run(DEBT, {"id": 13, "invoice": None, "reason": "by-staff"})
    order(14, "new", "card", "paid", total=0)


@pytest.fixture
async def migrated(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Database]:
    """A database that an earlier version wrote."""
    server = request.getfixturevalue("postgres") if engine == "postgres" else None
    async with migrated_from_before(MIGRATION, write_earlier, tmp_path, server) as database:
        yield database


async def test_what_can_be_held_since_is_not(migrated: Database) -> None:
    orders = await migrated.read(lambda conn: conn.all("SELECT id, payment_status FROM orders"))
    paid = {row["id"] for row in orders if row["payment_status"] == "paid"}
    assert paid == {2, 3, 4, 9, 10, 11, 13, 14}
    assert {row["payment_status"] for row in orders} == {"paid", "unpaid"}
    columns = ("status", "is_hold", "held_at", "hold_end")
    invoices = await migrated.read(lambda conn: conn.all(f"SELECT {', '.join(columns)} FROM invoices"))  # noqa: S608 - ours
    assert {tuple(row[column] for column in columns) for row in invoices} == {("paid", 0, None, None)}


async def test_each_payment_is_a_row(migrated: Database) -> None:
    columns = (
        "order_id",
        "kind",
        "amount",
        "currency",
        "paid_at",
        "taken_by",
        "invoice_id",
        "has_sale",
        "holds_receipt",
    )
    rows = await migrated.read(lambda conn: conn.all("SELECT * FROM payments"))
    nobody, irina = "", "Ірина"
    assert sorted(tuple(row[name] for name in columns) for row in rows) == [
        (2, "card", 8500, "UAH", 1420, nobody, 20, 1, 0),
        (3, "card", 150, "USD", 1431, nobody, 31, 0, 1),
        (3, "card", 8500, "UAH", 1430, nobody, 30, 1, 0),
        (4, "card", 8500, "UAH", 1440, nobody, 40, 1, 0),
        (5, "cash", 8500, "UAH", 1700, irina, None, 1, 0),
        (6, "cash", 8500, "UAH", 1000, nobody, None, 1, 0),
        (9, "card", 8500, "UAH", 1490, nobody, 90, 0, 0),
        (9, "cash", 8500, "UAH", 1500, irina, None, 1, 0),
        (10, "terminal", 8500, "UAH", 1500, irina, None, 1, 0),
        (11, "terminal", 8500, "UAH", 1500, irina, None, 1, 0),
        (13, "cash", 8500, "UAH", 1500, irina, None, 1, 0),
    ]


def count_loose(conn: Connection, table: str) -> int:
    """What goes back and is of no payment."""
    return len(conn.all(f"SELECT 1 FROM {table} WHERE payment_id IS NULL"))  # noqa: S608 - our own names


async def test_what_went_back_and_what_is_owed_stay_with_their_payments(migrated: Database) -> None:
    def left(conn: Connection, order: int) -> list[tuple[str, int, bool]]:
        payments = ledger.list_payments(conn, OrderId(order))
        return [(each.kind, each.left, each.debt_id is not None) for each in payments]

    found = {order: await migrated.read(left, order) for order in (3, 4, 5, 9, 13)}
    assert found == {
        3: [("card", 4500, False), ("card", 150, True)],
        4: [("card", 8500, True)],
        5: [("cash", 7500, False)],
        9: [("card", 8500, True), ("cash", 8500, False)],
        13: [("cash", 8500, True)],
    }
    for table in ("refunds", "money_to_return"):
        assert await migrated.read(count_loose, table) == 0


async def test_held_and_unclear_are_states(migrated: Database) -> None:
    states = "SELECT state FROM refunds WHERE order_id = 3 ORDER BY number"
    rows = await migrated.read(lambda conn: conn.all(states))
    assert [row["state"] for row in rows] == ["done", "held", "unclear", "asked", "refused"]
