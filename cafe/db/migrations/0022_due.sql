-- When an order is due, orders for later, and how much the kitchen takes at a time.

ALTER TABLE orders ADD COLUMN scheduled_for BIGINT; -- when the guest wants it; NULL: as soon as possible, or a pickup time
ALTER TABLE orders ADD COLUMN due_at BIGINT; -- when it should be ready; NULL: an earlier version's order
CREATE INDEX orders_by_due ON orders (order_type, due_at) WHERE due_at IS NOT NULL;

-- What the kitchen takes within each slot of an order type. A limit that is NULL does not count.
CREATE TABLE slots (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_type TEXT NOT NULL UNIQUE CHECK (order_type IN ('delivery', 'pickup')),
  every_minutes BIGINT NOT NULL CHECK (every_minutes > 0), -- from midnight on
  max_orders BIGINT CHECK (max_orders > 0),
  max_items BIGINT CHECK (max_items > 0), -- pieces
  max_amount BIGINT CHECK (max_amount > 0) -- whole UAH, of the goods
);
