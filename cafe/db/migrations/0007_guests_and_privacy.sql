-- Guests by age, orders by phone, and orders whose customer asked to be forgotten.

-- The day of a guest's last visit, Unix seconds. 0: not recorded yet (older versions); NULL: kept for the orders.
ALTER TABLE customers ADD COLUMN seen_at BIGINT DEFAULT 0;
CREATE INDEX guests_by_age ON customers (seen_at) WHERE id < -1000000;

-- The last nine digits of the phone. NULL: not filled in yet (older versions); '': no phone.
ALTER TABLE orders ADD COLUMN phone_key TEXT;
CREATE INDEX orders_by_phone ON orders (phone_key);

-- An unfinished order of a forgotten customer is anonymised when it ends.
ALTER TABLE orders ADD COLUMN is_forgotten_at_end INTEGER NOT NULL DEFAULT 0 CHECK (is_forgotten_at_end IN (0, 1));

-- Orders with a person: neither of walk-ins (-1) nor anonymised (0).
CREATE INDEX orders_with_person ON orders (created_at) WHERE customer_id NOT IN (-1, 0);
