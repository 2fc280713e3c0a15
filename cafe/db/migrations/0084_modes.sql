-- Modes of the menu: what is served while one is on. Unix seconds.

CREATE TABLE modes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_en TEXT NOT NULL,
  extra_minutes BIGINT NOT NULL,
  order_types TEXT NOT NULL, -- separated by commas; empty: all
  payments TEXT NOT NULL, -- the same
  message TEXT NOT NULL,
  message_en TEXT NOT NULL,
  hours TEXT NOT NULL, -- when it is on by the clock, in local time: 'mon-fri 08:00-11:00; …'
  sort_order BIGINT NOT NULL,
  on_until BIGINT NOT NULL, -- by the staff
  off_until BIGINT NOT NULL -- by the staff, whatever the clock says
);

CREATE TABLE mode_categories (
  mode_id BIGINT NOT NULL REFERENCES modes (id) ON DELETE CASCADE,
  category_id BIGINT NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
  PRIMARY KEY (mode_id, category_id)
);

CREATE TABLE mode_products (
  mode_id BIGINT NOT NULL REFERENCES modes (id) ON DELETE CASCADE,
  product_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  PRIMARY KEY (mode_id, product_id)
);

-- Orders for later that a mode prevents, and whose guests were told so.
CREATE TABLE prevented_orders (
  order_id BIGINT PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
  dishes TEXT NOT NULL, -- JSON: what cannot be made, as told
  told_at BIGINT NOT NULL
);
