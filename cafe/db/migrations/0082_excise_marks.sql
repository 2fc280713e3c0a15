-- Bottles with excise marks, and which of them were poured for which goods of an order.

ALTER TABLE ingredients ADD COLUMN bottle BIGINT NOT NULL DEFAULT 0 CHECK (bottle >= 0); -- what a bottle with a mark holds; 0: none

CREATE TABLE bottles (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  mark TEXT NOT NULL UNIQUE,
  ingredient_id BIGINT REFERENCES ingredients (id), -- NULL: sold unopened
  amount BIGINT NOT NULL, -- in the ingredient's unit
  remaining BIGINT NOT NULL CHECK (remaining >= 0),
  scanned_at BIGINT NOT NULL,
  scanned_by TEXT NOT NULL,
  emptied_at BIGINT -- NULL: open
);
CREATE INDEX bottles_open ON bottles (ingredient_id) WHERE emptied_at IS NULL;

CREATE TABLE pours (
  order_id BIGINT NOT NULL REFERENCES orders (id),
  code TEXT NOT NULL, -- of the goods on the receipt
  piece BIGINT NOT NULL, -- from 1
  bottle_id BIGINT NOT NULL REFERENCES bottles (id),
  amount BIGINT NOT NULL,
  PRIMARY KEY (order_id, code, piece, bottle_id)
);
CREATE INDEX pours_of_bottle ON pours (bottle_id);
