"""A database as an older version of the program left it behind, with orders, for the migration to be killed over."""

import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg

from cafe.db.postgres.migrations import SEQUENCE, translate_schema

MIGRATIONS = Path(__file__).parents[2] / "cafe" / "db" / "migrations"
LATER = "0006"
"""Version 0.1.0 had none of the migrations from here on."""
ORDERS = 300
FORMER = frozenset(range(1, ORDERS + 1))
"""The ids of its orders."""
STEPS = ("confirmed", "cooking", "ready", "completed")

ORDER = """
INSERT INTO orders (id, sequence_number, customer_id, order_type, status, payment_method, payment_status, items_total,
                    delivery_fee, discount_amount, promo_discount_amount, total, name, phone, pickup_time,
                    tracking_token, created_at)
VALUES (:id, :id, 50, 'pickup', 'completed', 'cash', 'unpaid', 85, 0, 0, 0, 85, 'Колишній', '0671234567', '12:00',
        'former-' || :id, 1)
"""
LINE = "INSERT INTO order_lines (order_id, name, name_en, quantity, price) VALUES (:id, 'Лате', 'Latte', 1, 85)"
EVENT = "INSERT INTO order_events (order_id, kind, actor, detail, created_at) VALUES (:id, :kind, '', :detail, 1)"


SERVER_FORMER = {"customers": "id = 50", "orders": "1", "order_lines": "1", "order_events": "1"}
"""The tables with these rows, each after those that it refers to."""


def make_former_database(file: Path) -> None:
    """Make the file."""
    ids = [{"id": number} for number in sorted(FORMER)]
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE migrations (name TEXT PRIMARY KEY)")
        for migration in _migrations():
            connection.executescript(migration.read_text(encoding="utf-8"))
            connection.execute("INSERT INTO migrations (name) VALUES (?)", (migration.stem,))
        connection.execute("INSERT INTO customers (id, first_name, locale, created_at) VALUES (50, 'Олег', 'uk', 1)")
        connection.executemany(ORDER, ids)
        connection.executemany(LINE, ids)
        connection.executemany(EVENT, [{**each, "kind": "created", "detail": ""} for each in ids])
        for step in STEPS:
            connection.executemany(EVENT, [{**each, "kind": "status", "detail": step} for each in ids])
        connection.execute("UPDATE sequences SET value = ? WHERE name = 'order_number'", (ORDERS,))
        connection.commit()


async def make_former_schema(raw: asyncpg.Connection) -> None:
    """Make the same on PostgreSQL, without its rows; ids go on after those."""
    await raw.execute("CREATE TABLE migrations (name TEXT PRIMARY KEY)")
    await raw.execute(SEQUENCE)
    for migration in _migrations():
        await raw.execute(translate_schema(migration.read_text(encoding="utf-8")))
        await raw.execute("INSERT INTO migrations (name) VALUES ($1)", migration.stem)
    for table in ("orders", "order_lines", "order_events"):
        await raw.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {ORDERS * 10})")
    await raw.execute(f"SELECT setval('order_number_sequence', {ORDERS})")


def _migrations() -> list[Path]:
    return sorted(file for file in MIGRATIONS.glob("*.sql") if file.stem < LATER)
