"""What is cleaned away, and above all what is not."""

from pathlib import Path

from cafe.core.housekeeping import DAY, Housekeeping
from cafe.core.ports import Connection
from cafe.db.sqlite import SqliteDatabase
from tests.core.till import SettableClock

ROWS = """
INSERT INTO categories (id, slug, name, name_en, sort_order, is_active) VALUES (1, 'c', 'К', '', 0, 1);
INSERT INTO products (id, slug, category_id, name, name_en, description, description_en, weight, weight_en, price,
  image_url, allergens, sort_order, is_active) VALUES (1, 'p', 1, 'П', '', '', '', '', '', 5, '', '[]', 0, 1);
INSERT INTO customers (id, first_name, locale, created_at) VALUES
  (-1000001, 'idle', 'uk', :old), (-1000002, 'has a cart', 'uk', :old), (-1000003, 'has an order', 'uk', :old),
  (-1000004, 'chose a language', 'en', :old), (-1000005, 'new', 'uk', :now), (5, 'platform user', 'uk', :old);
INSERT INTO cart_lines (customer_id, product_id, quantity) VALUES (-1000002, 1, 1);
INSERT INTO orders (customer_id, order_type, status, payment_status, items_total, delivery_fee, discount_amount,
  promo_discount_amount, total, name, phone) VALUES (-1000003, 'pickup', 'new', 'unpaid', 5, 0, 0, 0, 5, 'О', '1');
INSERT INTO outbox (recipient, kind, locale, payload, state, due_at, created_at, finished_at) VALUES
  ('staff', 'sent long ago', 'uk', '{}', 'sent', :old, :old, :old),
  ('staff', 'sent today', 'uk', '{}', 'sent', :now, :now, :now),
  ('staff', 'waits since long ago', 'uk', '{}', 'queued', :old, :old, NULL),
  ('staff', 'waits since today', 'uk', '{}', 'queued', :now, :now, NULL)
"""


def fill(conn: Connection, moments: dict[str, int]) -> None:
    for statement in ROWS.split(";"):
        conn.run(statement, moments)


async def test_only_leftovers_go(tmp_path: Path) -> None:
    clock = SettableClock()
    now = int(clock.now().timestamp())
    async with SqliteDatabase(tmp_path / "cafe.db") as database:
        await database.write(fill, {"now": now, "old": now - 40 * DAY})
        for _ in range(2):
            await Housekeeping(database, clock).clean()
        guests = await database.read(lambda conn: conn.all("SELECT first_name FROM customers ORDER BY id DESC"))
        messages = await database.read(lambda conn: conn.all("SELECT kind, state FROM outbox ORDER BY id"))
    assert [row["first_name"] for row in guests] == [
        "platform user",
        "Гість",
        "has a cart",
        "has an order",
        "chose a language",
        "new",
    ]
    assert [(row["kind"], row["state"]) for row in messages] == [
        ("sent today", "sent"),
        ("waits since long ago", "given_up"),
        ("waits since today", "queued"),
    ]


async def test_many_are_cleaned_in_pieces(tmp_path: Path) -> None:
    clock = SettableClock()
    async with SqliteDatabase(tmp_path / "cafe.db") as database:
        many = [{"id": -1_000_001 - n} for n in range(1_200)]
        sql = "INSERT INTO customers (id, first_name, locale, created_at) VALUES (:id, 'Гість', 'uk', 0)"
        await database.write(lambda conn: conn.run_many(sql, many))
        await Housekeeping(database, clock).clean()
        [left] = await database.read(lambda conn: conn.all("SELECT count(*) AS left FROM customers"))
    assert left["left"] == 1  # the walk-in
