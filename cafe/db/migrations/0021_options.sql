-- Options and notes: what a guest chooses for a dish, and the line of text for the kitchen.

CREATE TABLE option_groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_en TEXT NOT NULL,
  min_pieces BIGINT NOT NULL CHECK (min_pieces >= 0),
  max_pieces BIGINT NOT NULL CHECK (max_pieces >= 1)
);

CREATE TABLE options (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  group_id BIGINT NOT NULL REFERENCES option_groups (id) ON DELETE CASCADE,
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  name_en TEXT NOT NULL,
  price_delta BIGINT NOT NULL, -- whole UAH, may be negative
  max_quantity BIGINT NOT NULL CHECK (max_quantity >= 1),
  is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
  sort_order BIGINT NOT NULL,
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  stopped_until BIGINT NOT NULL DEFAULT 0, -- the stop-list: not sold before this moment
  UNIQUE (group_id, slug)
);

CREATE TABLE product_option_groups (
  product_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  group_id BIGINT NOT NULL REFERENCES option_groups (id) ON DELETE CASCADE,
  sort_order BIGINT NOT NULL,
  min_pieces BIGINT, -- narrower than the group's; NULL: the group's
  max_pieces BIGINT,
  PRIMARY KEY (product_id, group_id)
);

CREATE TABLE option_recipes (
  option_id BIGINT NOT NULL REFERENCES options (id) ON DELETE CASCADE,
  ingredient_id BIGINT NOT NULL REFERENCES ingredients (id) ON DELETE CASCADE,
  amount BIGINT NOT NULL CHECK (amount <> 0), -- below zero: takes back what the dish's recipe has
  PRIMARY KEY (option_id, ingredient_id)
);

ALTER TABLE products ADD COLUMN takes_note INTEGER NOT NULL DEFAULT 0 CHECK (takes_note IN (0, 1));

-- A line is a product with a choice and a note, no longer a product alone.
ALTER TABLE cart_lines RENAME TO cart_lines_before_options;
CREATE TABLE cart_lines (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id BIGINT NOT NULL REFERENCES customers (id),
  product_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  choice TEXT NOT NULL DEFAULT '', -- pieces by option id, '5:1,7:2'; '': the product's defaults; '-': nothing
  note TEXT NOT NULL DEFAULT '',
  added BIGINT NOT NULL DEFAULT 0, -- the newest line of a customer has the highest; plain lines have 0
  quantity BIGINT NOT NULL CHECK (quantity BETWEEN 1 AND 10000),
  UNIQUE (customer_id, product_id, choice, note)
);
INSERT INTO cart_lines (customer_id, product_id, quantity)
  SELECT customer_id, product_id, quantity FROM cart_lines_before_options ORDER BY id;
DROP TABLE cart_lines_before_options;

ALTER TABLE order_lines ADD COLUMN choice TEXT; -- JSON, as it was chosen; NULL: the product's defaults
ALTER TABLE order_lines ADD COLUMN note TEXT NOT NULL DEFAULT '';
