-- Handing over: what proves it, where the courier is meanwhile, and what guest and courier write to each other.

ALTER TABLE deliveries ADD COLUMN code TEXT; -- four digits that the guest reads out
ALTER TABLE deliveries ADD COLUMN wrong_codes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE deliveries ADD COLUMN proof TEXT CHECK (proof IN ('code', 'photo', 'missing')); -- NULL: none was asked

-- The latest place of a courier who shares it; deleted with the last order that they have taken out.
CREATE TABLE courier_points (
  staff_id BIGINT PRIMARY KEY REFERENCES staff (id),
  place TEXT NOT NULL, -- 'lat,lon' in degrees
  at BIGINT NOT NULL -- Unix seconds
);

CREATE TABLE courier_words (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id BIGINT NOT NULL REFERENCES orders (id),
  is_guests INTEGER NOT NULL CHECK (is_guests IN (0, 1)), -- else the courier's
  text TEXT NOT NULL,
  at BIGINT NOT NULL -- Unix seconds
);
CREATE INDEX courier_words_of_order ON courier_words (order_id);
