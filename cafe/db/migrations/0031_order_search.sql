-- Looking orders and customers up.

-- What an order is found by: its name, case-folded, and the last digits of its phone. Made in Python, since lower() of
-- SQLite knows no Cyrillic, and PostgreSQL's depends on the server. NULL: not filled in yet (older versions).
ALTER TABLE orders ADD COLUMN search_key TEXT;
CREATE INDEX orders_without_search_key ON orders (id) WHERE search_key IS NULL;

-- With everything that filters and sums need, so that no row is fetched that is not shown.
DROP INDEX orders_by_time;
CREATE INDEX orders_by_time ON orders (
  created_at, id, status, order_type, payment_method, payment_status, customer_id, total, phone_key, search_key
);

-- A customer's latest order.
DROP INDEX orders_by_phone;
CREATE INDEX orders_by_phone ON orders (phone_key, created_at, id);

CREATE INDEX money_still_to_return ON money_to_return (order_id) WHERE returned_at IS NULL;
