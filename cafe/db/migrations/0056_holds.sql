-- A card may be held: its sum is blocked, and taken once the staff accept the order. A CHECK cannot be changed in SQLite.

ALTER TABLE invoices ADD COLUMN new_status TEXT NOT NULL DEFAULT 'pending'
  CHECK (new_status IN ('pending', 'processing', 'held', 'failed', 'paid', 'reversed', 'expired', 'withdrawn'));
UPDATE invoices SET new_status = status;
ALTER TABLE invoices DROP COLUMN status;
ALTER TABLE invoices RENAME COLUMN new_status TO status;

ALTER TABLE invoices ADD COLUMN is_hold INTEGER NOT NULL DEFAULT 0 CHECK (is_hold IN (0, 1)); -- its page only blocks
ALTER TABLE invoices ADD COLUMN held_at BIGINT; -- when we learned that its sum is blocked; NULL: it never was
ALTER TABLE invoices ADD COLUMN held_amount BIGINT; -- in the smallest unit of the currency
ALTER TABLE invoices ADD COLUMN hold_end TEXT CHECK (hold_end IN ('capture', 'release')); -- NULL: nobody has decided
ALTER TABLE invoices ADD COLUMN capture_amount BIGINT; -- what is to be taken of it
CREATE INDEX invoices_held ON invoices (held_at) WHERE status = 'held';

DROP INDEX orders_by_time; -- it has what is copied
ALTER TABLE orders ADD COLUMN new_payment_status TEXT NOT NULL DEFAULT 'unpaid'
  CHECK (new_payment_status IN ('unpaid', 'pending', 'paid')); -- pending: held
UPDATE orders SET new_payment_status = payment_status;
ALTER TABLE orders DROP COLUMN payment_status;
ALTER TABLE orders RENAME COLUMN new_payment_status TO payment_status;
CREATE INDEX orders_by_time ON orders (
  created_at, id, status, order_type, payment_method, payment_status, customer_id, total, phone_key, search_key
);
