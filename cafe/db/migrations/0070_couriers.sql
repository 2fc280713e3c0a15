-- Couriers: who is on shift, and who brings which order.

CREATE TABLE courier_shifts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  staff_id BIGINT NOT NULL REFERENCES staff (id),
  from_at BIGINT NOT NULL, -- Unix seconds
  to_at BIGINT -- NULL: still on shift
);
CREATE UNIQUE INDEX courier_shifts_open ON courier_shifts (staff_id) WHERE to_at IS NULL;

-- Of an order that several couriers had one after the other, each has a row.
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id BIGINT NOT NULL REFERENCES orders (id),
  staff_id BIGINT NOT NULL REFERENCES staff (id),
  state TEXT NOT NULL CHECK (state IN ('taken', 'on_way', 'at_door', 'nobody')),
  assigned_by TEXT NOT NULL, -- empty: the courier took it
  taken_at BIGINT NOT NULL,
  left_at BIGINT,
  arrived_at BIGINT,
  ended_at BIGINT,
  outcome TEXT CHECK (outcome IN ('handed_over', 'given_back', 'returned', 'cancelled', 'reassigned'))
);
CREATE UNIQUE INDEX deliveries_open ON deliveries (order_id) WHERE ended_at IS NULL;
CREATE INDEX deliveries_of_courier ON deliveries (staff_id, ended_at);
CREATE INDEX deliveries_of_order ON deliveries (order_id);

-- The message in a courier's own chat that shows an order.
CREATE TABLE courier_cards (
  order_id BIGINT NOT NULL REFERENCES orders (id),
  staff_id BIGINT NOT NULL REFERENCES staff (id),
  chat_id BIGINT NOT NULL,
  message_id BIGINT NOT NULL,
  PRIMARY KEY (order_id, staff_id)
);

-- What an order shows of its open delivery, or of that by which it was handed over.
ALTER TABLE orders ADD COLUMN courier_id BIGINT REFERENCES staff (id);
ALTER TABLE orders ADD COLUMN courier_name TEXT;
ALTER TABLE orders ADD COLUMN delivery_state TEXT CHECK (delivery_state IN ('taken', 'on_way', 'at_door', 'nobody'));
