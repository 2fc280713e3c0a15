-- Orders that change after they were placed.

ALTER TABLE orders ADD COLUMN version BIGINT NOT NULL DEFAULT 0; -- rises with each edit and each answer to one
ALTER TABLE orders ADD COLUMN balance BIGINT NOT NULL DEFAULT 0; -- whole UAH still to take for a paid or held order
ALTER TABLE orders ADD COLUMN pickup_percent BIGINT; -- the discounts as it was placed; NULL: an earlier version's order
ALTER TABLE orders ADD COLUMN promo_percent BIGINT;

CREATE TABLE order_edits (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id BIGINT NOT NULL REFERENCES orders (id),
  number BIGINT NOT NULL, -- the version of the order that it led to
  state TEXT NOT NULL CHECK (state IN ('proposed', 'applied', 'declined', 'dropped')),
  by_customer INTEGER NOT NULL CHECK (by_customer IN (0, 1)),
  actor TEXT NOT NULL, -- who of the staff; '': the customer
  gone TEXT NOT NULL, -- JSON: the pieces that went, …
  added TEXT NOT NULL, -- … and those that came, as lines
  wanted TEXT, -- JSON: what was asked for, while the customer has not answered
  total_before BIGINT NOT NULL, -- whole UAH
  total BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  decided_at BIGINT,
  UNIQUE (order_id, number)
);

-- The edit that a refund comes from: its pieces are no longer in the order.
ALTER TABLE refunds ADD COLUMN edit_number BIGINT;

-- What a receipt says, if the order was edited after the payment and before the receipt; NULL: the order itself.
ALTER TABLE receipts ADD COLUMN goods TEXT;
ALTER TABLE receipts ADD COLUMN discount BIGINT;
ALTER TABLE receipts ADD COLUMN total BIGINT;
