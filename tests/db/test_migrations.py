"""Migrations: each once, all or nothing, never backwards."""

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from cafe.db import migrations
from cafe.db.migrations import NewerDatabaseError, migrate, migration_files


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    opened = sqlite3.connect(tmp_path / "cafe.db", isolation_level=None)
    yield opened
    opened.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of migrations of the test's own."""
    own = tmp_path / "migrations"
    own.mkdir()
    monkeypatch.setattr(migrations, "FOLDER", own)
    (own / "0001_notes.sql").write_text(
        "CREATE TABLE notes (text TEXT);\nCREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);\n", encoding="utf-8"
    )
    return own


def tables(connection: sqlite3.Connection) -> set[str]:
    return {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def dump(connection: sqlite3.Connection) -> list[str]:
    return list(connection.iterdump())


def apply(connection: sqlite3.Connection, name: str) -> None:
    connection.executescript(migration_files()[name].read_text(encoding="utf-8"))


def apply_before(connection: sqlite3.Connection, migration: str) -> None:
    """Apply those that an earlier version had."""
    for name in migration_files():
        if name < migration:
            apply(connection, name)


def test_the_real_ones_apply_once(connection: sqlite3.Connection) -> None:
    migrate(connection)
    assert {"orders", "customers", "outbox"} <= tables(connection)
    before = dump(connection)
    migrate(connection)
    assert dump(connection) == before
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_each_next_one_applies(connection: sqlite3.Connection, folder: Path) -> None:
    migrate(connection)
    connection.execute("INSERT INTO notes VALUES ('kept')")
    (folder / "0002_more.sql").write_text(
        "-- Semicolons in remarks; and in 'text'.\n"
        "ALTER TABLE notes ADD COLUMN mark TEXT NOT NULL DEFAULT 'a;b';\n"
        "CREATE TRIGGER louder AFTER INSERT ON notes BEGIN\n"
        "  UPDATE notes SET mark = 'c;d' WHERE rowid = new.rowid;\n"
        "END;\n",
        encoding="utf-8",
    )
    migrate(connection)
    connection.execute("INSERT INTO notes (text) VALUES ('new')")
    assert connection.execute("SELECT * FROM notes").fetchall() == [("kept", "a;b"), ("new", "c;d")]


def test_one_that_fails_leaves_nothing_of_itself(connection: sqlite3.Connection, folder: Path) -> None:
    migrate(connection)
    before = dump(connection)
    (folder / "0002_broken.sql").write_text(
        "CREATE TABLE half (x);\nINSERT INTO notes VALUES ('half');\nINSERT INTO nothing VALUES (1);\n",
        encoding="utf-8",
    )
    with pytest.raises(sqlite3.OperationalError, match="nothing"):
        migrate(connection)
    assert dump(connection) == before
    assert not connection.in_transaction


def test_an_older_program_refuses_a_newer_database(connection: sqlite3.Connection, folder: Path) -> None:
    newer = folder / "0002_newer.sql"
    newer.write_text("CREATE TABLE newer (x);\n", encoding="utf-8")
    migrate(connection)
    newer.unlink()
    before = dump(connection)
    with pytest.raises(NewerDatabaseError, match="0002_newer"):
        migrate(connection)
    assert dump(connection) == before


def test_two_programs_starting_at_once(tmp_path: Path) -> None:
    errors: list[BaseException] = []

    def start() -> None:
        connection = sqlite3.connect(tmp_path / "cafe.db", isolation_level=None, timeout=20)
        try:
            migrate(connection)
        except sqlite3.Error as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    connection = sqlite3.connect(tmp_path / "cafe.db")
    assert connection.execute("SELECT count(*) FROM sequences").fetchall() == [(2,)]
    connection.close()


def test_carts_of_an_earlier_version_keep_their_lines(connection: sqlite3.Connection) -> None:
    """The migration makes the table anew."""
    apply_before(connection, "0021_options")
    connection.executescript(
        "INSERT INTO categories VALUES (1, 'c', 'К', '', 0, 1);"
        "INSERT INTO products (id, slug, category_id, name, name_en, description, description_en, weight, weight_en, "
        "price, image_url, allergens, sort_order, is_active) "
        "VALUES (7, 'p', 1, 'П', '', '', '', '', '', 5, '', '[]', 0, 1);"
        "INSERT INTO customers (id, first_name, locale, created_at) VALUES (5, 'О', 'uk', 0);"
        "INSERT INTO cart_lines (customer_id, product_id, quantity) VALUES (5, 7, 3);"
    )
    apply(connection, "0021_options")
    rows = connection.execute("SELECT customer_id, product_id, choice, note, quantity FROM cart_lines").fetchall()
    assert rows == [(5, 7, "", "", 3)]
    assert {name for name in tables(connection) if name.startswith("cart")} == {"cart_lines"}


def test_orders_of_an_earlier_version_stay_without_a_due_time(connection: sqlite3.Connection) -> None:
    apply_before(connection, "0022_due")
    connection.executescript(
        "INSERT INTO orders (customer_id, order_type, status, payment_status, items_total, delivery_fee, "
        "discount_amount, promo_discount_amount, total, name, phone, pickup_time, created_at) "
        "VALUES (-1, 'pickup', 'new', 'unpaid', 85, 0, 0, 0, 85, 'Олена', '0671234567', '18:30', 1000);"
    )
    apply(connection, "0022_due")
    kept = connection.execute("SELECT pickup_time, scheduled_for, due_at FROM orders").fetchall()
    assert kept == [("18:30", None, None)]


def test_payments_that_were_reversed_before_count_as_given_back(connection: sqlite3.Connection) -> None:
    apply_before(connection, "0030_refunds")
    connection.executescript(
        "INSERT INTO orders (customer_id, order_type, status, payment_status, items_total, delivery_fee, "
        "discount_amount, promo_discount_amount, total, name, phone, created_at) "
        "VALUES (-1, 'pickup', 'new', 'paid', 85, 0, 0, 0, 85, 'Олена', '', 1000);"
        "INSERT INTO invoices (order_id, provider, reference, invoice_id, status, paid_at, paid_amount, watched_since, "
        "created_at) VALUES (1, 'monobank', 'a', 'a', 'reversed', 5, 8500, 0, 0), "
        "(1, 'monobank', 'b', 'b', 'paid', 6, 8500, 0, 0), (1, 'liqpay', 'c', 'c', 'reversed', 7, NULL, 0, 0), "
        "(1, 'liqpay', 'd', 'd', 'reversed', NULL, NULL, 0, 0);"
    )
    apply(connection, "0030_refunds")
    kept = connection.execute(
        "SELECT number, invoice_id, way, amount, currency, state FROM refunds ORDER BY id"
    ).fetchall()
    assert kept == [(1, 1, "cabinet", 8500, "UAH", "done"), (2, 3, "cabinet", 8500, "UAH", "done")]


def test_a_payment_that_no_provider_told_the_sum_of_is_the_orders_total(connection: sqlite3.Connection) -> None:
    apply_before(connection, "0053_paid_amounts")
    connection.executescript(
        "INSERT INTO orders (customer_id, order_type, status, payment_status, items_total, delivery_fee, "
        "discount_amount, promo_discount_amount, total, name, phone, created_at) "
        "VALUES (-1, 'pickup', 'new', 'paid', 85, 0, 0, 0, 85, 'Олена', '', 1000);"
        "INSERT INTO invoices (order_id, provider, reference, invoice_id, status, paid_at, paid_amount, watched_since, "
        "created_at) VALUES (1, 'liqpay', 'a', 'a', 'reversed', 5, NULL, 0, 0), "
        "(1, 'monobank', 'b', 'b', 'paid', 6, 8400, 0, 0), (1, 'monobank', 'c', 'c', 'pending', NULL, NULL, 0, 0);"
    )
    apply(connection, "0053_paid_amounts")
    amounts = connection.execute("SELECT paid_amount FROM invoices ORDER BY id").fetchall()
    assert amounts == [(8500,), (8400,), (None,)]
