"""The languages that people chose before any could be added stay, and any other may be stored since."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cafe.core.kernel.database import Connection, Database
from tests.db.earlier import migrated_from_before

MIGRATION = "0058_languages"
TABLES = ("customers", "outbox", "push_subscriptions")


def write_earlier(conn: Connection) -> None:
    """A row of each language in each table; the customer -1, who is Ukrainian, is there anyway."""
    conn.run("INSERT INTO customers (id, first_name, locale, created_at) VALUES (5, 'Ann', 'en', 0)", {})
    conn.run(
        "INSERT INTO orders (id, customer_id, order_type, status, payment_method, payment_status, items_total, "
        "delivery_fee, discount_amount, promo_discount_amount, total, name, phone, created_at) "
        "VALUES (1, 5, 'pickup', 'new', 'cash', 'unpaid', 85, 0, 0, 0, 85, '', '', 1000)",
        {},
    )
    for number, locale in enumerate(("uk", "en"), start=1):
        conn.run(
            "INSERT INTO outbox (id, recipient, chat_id, kind, order_id, locale, payload, due_at, created_at) "
            "VALUES (:id, 'customer', 5, 'x', 1, CAST(:locale AS TEXT), '{}', 0, 0)",
            {"id": number, "locale": locale},
        )
        conn.run(
            "INSERT INTO push_subscriptions (id, order_id, endpoint, p256dh, auth, locale, created_at) "
            "VALUES (:id, 1, CAST(:endpoint AS TEXT), 'p', 'a', CAST(:locale AS TEXT), 0)",
            {"id": number, "endpoint": f"https://push.example/{number}", "locale": locale},
        )


@pytest.fixture
async def migrated(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Database]:
    """A database that an earlier version wrote."""
    server = request.getfixturevalue("postgres") if engine == "postgres" else None
    async with migrated_from_before(MIGRATION, write_earlier, tmp_path, server) as database:
        yield database


@pytest.mark.parametrize("table", TABLES)
async def test_everybody_keeps_their_language(migrated: Database, table: str) -> None:
    rows = await migrated.read(lambda conn: conn.all(f"SELECT locale FROM {table} ORDER BY id"))  # noqa: S608 - ours
    assert [row["locale"] for row in rows] == ["uk", "en"]


@pytest.mark.parametrize("table", TABLES)
async def test_any_language_can_be_stored_but_not_its_absence(migrated: Database, table: str) -> None:
    changed = await migrated.write(lambda conn: conn.run(f"UPDATE {table} SET locale = 'pl'"))  # noqa: S608 - ours
    assert changed == 2
    with pytest.raises(Exception, match=r"NOT NULL|not-null"):
        await migrated.write(lambda conn: conn.run(f"UPDATE {table} SET locale = NULL"))  # noqa: S608 - ours
