"""What is cleaned away, and above all what is not."""

from cafe.core.kernel.database import Connection, Database
from cafe.core.upkeep.retention.service import DAY, Retention
from cafe.core.upkeep.retention.store import delete_idle_guests
from tests.driver import FakeClock

ROWS = """
INSERT INTO categories (id, slug, name, name_en, sort_order, is_active) VALUES (1, 'c', 'К', '', 0, 1);
INSERT INTO products (id, slug, category_id, name, name_en, description, description_en, weight, weight_en, price,
  image_url, allergens, sort_order, is_active) VALUES (1, 'p', 1, 'П', '', '', '', '', '', 5, '', '[]', 0, 1);
INSERT INTO customers (id, first_name, locale, created_at, seen_at) VALUES
  (-1000001, 'idle', 'uk', :old, :old), (-1000002, 'had a cart', 'uk', :old, :old),
  (-1000003, 'has an order', 'uk', :old, :old), (-1000004, 'chose a language', 'en', :old, :old),
  (-1000005, 'new', 'uk', :now, :now), (-1000006, 'was here again', 'uk', :old, :now),
  (-1000007, 'from before visits were noted', 'uk', :old, 0), (-1000008, 'such a one with a cart', 'uk', :old, 0),
  (5, 'platform user', 'uk', :old, 0);
INSERT INTO cart_lines (customer_id, product_id, quantity) VALUES
  (-1000002, 1, 1), (-1000003, 1, 1), (-1000006, 1, 1), (-1000008, 1, 1), (5, 1, 1);
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


async def test_only_leftovers_go(database: Database) -> None:
    clock = FakeClock()
    now = int(clock.now().timestamp())
    await database.write(fill, {"now": now, "old": now - 40 * DAY})
    for _ in range(2):
        await Retention(database, clock).clean()
    guests = await database.read(lambda conn: conn.all("SELECT first_name FROM customers ORDER BY id DESC"))
    carts = await database.read(lambda conn: conn.all("SELECT customer_id FROM cart_lines ORDER BY id"))
    messages = await database.read(lambda conn: conn.all("SELECT kind, state FROM outbox ORDER BY id"))
    assert [row["first_name"] for row in guests] == [
        "platform user",
        "Гість",
        "has an order",
        "new",
        "was here again",
        "such a one with a cart",
    ]
    assert [row["customer_id"] for row in carts] == [-1000006, -1000008, 5]
    assert [(row["kind"], row["state"]) for row in messages] == [
        ("sent today", "sent"),
        ("waits since long ago", "given_up"),
        ("waits since today", "queued"),
    ]


async def test_many_are_cleaned_in_pieces(database: Database) -> None:
    clock = FakeClock()
    many = [{"id": -1_000_001 - n} for n in range(1_200)]
    sql = "INSERT INTO customers (id, first_name, locale, created_at) VALUES (:id, 'Гість', 'uk', 0)"
    await database.write(lambda conn: conn.run_many(sql, many))
    await Retention(database, clock).clean()
    [left] = await database.read(lambda conn: conn.all("SELECT count(*) AS left FROM customers"))
    assert left["left"] == 1  # the walk-in


async def test_the_guests_who_are_away_longest_go_first(database: Database) -> None:
    guests = [{"id": -1_000_001 - n, "seen": 100 - n} for n in range(10)]
    sql = "INSERT INTO customers (id, first_name, locale, created_at, seen_at) VALUES (:id, '', 'uk', 0, :seen)"
    await database.write(lambda conn: conn.run_many(sql, guests))
    assert await database.write(delete_idle_guests, 99, 3) == 3
    left = await database.read(lambda conn: conn.all("SELECT id FROM customers WHERE id < -1 ORDER BY id DESC"))
    assert [row["id"] for row in left] == [-1_000_001 - n for n in range(7)]


AGES = """
INSERT INTO customers (id, first_name, locale, created_at) VALUES (5, 'platform user', 'uk', :old);
INSERT INTO orders (customer_id, order_type, status, payment_status, items_total, delivery_fee, discount_amount,
  promo_discount_amount, total, name, phone) VALUES (5, 'pickup', 'new', 'unpaid', 5, 0, 0, 0, 5, 'О', '1');
INSERT INTO idempotency_keys (customer_id, route, key, order_id, created_at) VALUES
  (5, 'pickup', 'old', 1, :old), (5, 'pickup', 'new', 1, :now);
INSERT INTO telegram_updates (update_id, body, received_at) VALUES (1, '{}', :old), (2, '{}', :now);
INSERT INTO acts (id, run_id, created_at) VALUES ('old', 'run', :old), ('new', 'run', :now);
INSERT INTO promo_attempts (customer_id, moments, last_at) VALUES (5, '[]', :old), (6, '[]', :now)"""


async def test_what_is_of_use_for_a_while_goes_after_it(database: Database) -> None:
    clock = FakeClock()
    now = int(clock.now().timestamp())

    def fill_ages(conn: Connection) -> None:
        for statement in AGES.split(";"):
            conn.run(statement, {"now": now, "old": now - 3 * DAY})

    await database.write(fill_ages)
    await Retention(database, clock).clean()
    keys = await database.read(lambda conn: conn.all("SELECT key FROM idempotency_keys"))
    updates = await database.read(lambda conn: conn.all("SELECT update_id FROM telegram_updates"))
    attempts = await database.read(lambda conn: conn.all("SELECT customer_id FROM promo_attempts"))
    acts = await database.read(lambda conn: conn.all("SELECT id FROM acts"))
    assert [row["key"] for row in keys] == ["new"]
    assert [row["id"] for row in acts] == ["new"]
    assert [row["update_id"] for row in updates] == [2]
    assert [row["customer_id"] for row in attempts] == [6]
