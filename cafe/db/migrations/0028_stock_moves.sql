-- What the staff did to the stock: deliveries, write-offs and counts. What orders take is told by the orders.

CREATE TABLE stock_moves (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ingredient_id BIGINT REFERENCES ingredients (id) ON DELETE SET NULL,
  code TEXT NOT NULL, -- code, name and unit as they were: the history outlives the ingredient
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('delivery', 'write_off', 'count')),
  amount BIGINT NOT NULL, -- what the stock changed by, below zero: it is less
  stock_before BIGINT NOT NULL,
  stock_after BIGINT NOT NULL CHECK (stock_after = stock_before + amount),
  note TEXT NOT NULL,
  way TEXT NOT NULL, -- desk, chat
  actor TEXT NOT NULL, -- the person's name at that time
  staff_id BIGINT, -- the id of a staff row, which may be gone; NULL: known by name alone
  created_at BIGINT NOT NULL -- Unix seconds
);
CREATE INDEX stock_moves_of_ingredient ON stock_moves (ingredient_id, id);
CREATE INDEX stock_moves_of_code ON stock_moves (code, id);
