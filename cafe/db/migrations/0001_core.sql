-- Catalogue, customers, carts, orders. Money: whole UAH. Times (…_at): Unix seconds. Flags: 0 or 1.

CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
-- Changes with every change of the catalogue or the settings, so that caches know when to read again.
INSERT INTO meta (key, value) VALUES ('catalogue_version', '1');
-- Tells this database from any other, so that a session cookie of another one is not taken for ours.
INSERT INTO meta (key, value) VALUES ('instance_id', lower(hex(randomblob(16))));

CREATE TABLE sequences (
  name TEXT PRIMARY KEY,
  value BIGINT NOT NULL
);
INSERT INTO sequences (name, value) VALUES ('guest', 0), ('order_number', 0);

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL -- JSON
);

CREATE TABLE categories (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_en TEXT NOT NULL,
  sort_order BIGINT NOT NULL,
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1))
);

CREATE TABLE products (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slug TEXT NOT NULL UNIQUE,
  category_id BIGINT NOT NULL REFERENCES categories (id),
  name TEXT NOT NULL,
  name_en TEXT NOT NULL,
  description TEXT NOT NULL,
  description_en TEXT NOT NULL,
  weight TEXT NOT NULL,
  weight_en TEXT NOT NULL,
  price BIGINT NOT NULL CHECK (price >= 0),
  image_url TEXT NOT NULL,
  allergens TEXT NOT NULL, -- JSON list of codes
  sort_order BIGINT NOT NULL,
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  stopped_until BIGINT NOT NULL DEFAULT 0 -- the stop-list: not sold before this moment
);
CREATE INDEX products_by_category ON products (category_id);

CREATE TABLE ingredients (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  stock BIGINT NOT NULL, -- may fall below zero: the kitchen knows better
  low_stock BIGINT NOT NULL,
  is_low_reported INTEGER NOT NULL DEFAULT 0 CHECK (is_low_reported IN (0, 1))
);

CREATE TABLE recipes (
  product_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  ingredient_id BIGINT NOT NULL REFERENCES ingredients (id) ON DELETE CASCADE,
  amount BIGINT NOT NULL CHECK (amount > 0),
  PRIMARY KEY (product_id, ingredient_id)
);

CREATE TABLE promo_codes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  code TEXT NOT NULL,
  code_key TEXT NOT NULL UNIQUE, -- case-folded in Python: lower() of SQLite knows no Cyrillic
  discount_percent BIGINT NOT NULL CHECK (discount_percent BETWEEN 1 AND 100),
  expires_at BIGINT,
  max_uses BIGINT,
  used_count BIGINT NOT NULL DEFAULT 0 CHECK (used_count >= 0),
  min_order_amount BIGINT NOT NULL,
  first_order_only INTEGER NOT NULL CHECK (first_order_only IN (0, 1)),
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1))
);

CREATE TABLE customers (
  id BIGINT PRIMARY KEY, -- above 0: platform user; -1: walk-in; -(1000000 + n): guest
  username TEXT,
  first_name TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('uk', 'en')),
  created_at BIGINT NOT NULL
);
INSERT INTO customers (id, first_name, locale, created_at) VALUES (-1, 'Гість', 'uk', 0);

CREATE TABLE cart_lines (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id BIGINT NOT NULL REFERENCES customers (id),
  product_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  quantity BIGINT NOT NULL CHECK (quantity BETWEEN 1 AND 10000),
  UNIQUE (customer_id, product_id)
);

CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sequence_number BIGINT UNIQUE,
  customer_id BIGINT NOT NULL REFERENCES customers (id),
  order_type TEXT NOT NULL CHECK (order_type IN ('delivery', 'pickup', 'dine_in')),
  status TEXT NOT NULL
    CHECK (status IN ('new', 'confirmed', 'cooking', 'ready', 'courier', 'completed', 'cancelled')),
  payment_method TEXT CHECK (payment_method IN ('cash', 'card')),
  payment_status TEXT NOT NULL CHECK (payment_status IN ('unpaid', 'paid')),
  items_total BIGINT NOT NULL,
  delivery_fee BIGINT NOT NULL,
  discount_amount BIGINT NOT NULL,
  promo_code TEXT,
  promo_discount_amount BIGINT NOT NULL,
  total BIGINT NOT NULL CHECK (total >= 0),
  name TEXT NOT NULL,
  phone TEXT NOT NULL,
  address_city TEXT,
  address_street TEXT,
  address_house TEXT,
  address_apartment TEXT,
  address_comment TEXT,
  pickup_time TEXT,
  table_number TEXT,
  cash_change_for BIGINT,
  cancel_reason TEXT,
  tracking_token TEXT UNIQUE,
  stock_taken TEXT, -- JSON {ingredient id: amount}; NULL when nothing was taken or all was restored
  created_at BIGINT,
  ready_at BIGINT -- when the staff promised it
);
CREATE INDEX orders_of_customer ON orders (customer_id, created_at);
CREATE INDEX orders_open ON orders (status) WHERE status NOT IN ('completed', 'cancelled');
CREATE INDEX orders_by_time ON orders (created_at);

CREATE TABLE order_lines (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id BIGINT NOT NULL REFERENCES orders (id),
  product_id BIGINT REFERENCES products (id) ON DELETE SET NULL,
  name TEXT NOT NULL,
  name_en TEXT NOT NULL,
  quantity BIGINT NOT NULL,
  price BIGINT NOT NULL
);
CREATE INDEX lines_of_order ON order_lines (order_id);

-- What happened to an order, for the people who run it: who did what and when.
CREATE TABLE order_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id BIGINT NOT NULL REFERENCES orders (id),
  kind TEXT NOT NULL,
  actor TEXT NOT NULL,
  detail TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL
);
CREATE INDEX events_of_order ON order_events (order_id);

CREATE TABLE idempotency_keys (
  customer_id BIGINT NOT NULL REFERENCES customers (id),
  route TEXT NOT NULL,
  key TEXT NOT NULL,
  order_id BIGINT NOT NULL REFERENCES orders (id),
  answer TEXT, -- JSON; NULL while the first request still works on it
  created_at BIGINT NOT NULL,
  PRIMARY KEY (customer_id, route, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
