-- Dishes, ingredients and promo codes that were deleted keep their rows: put back, they are what carts, orders and counts of
-- uses know.

ALTER TABLE products ADD COLUMN is_deleted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ingredients ADD COLUMN is_deleted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE promo_codes ADD COLUMN is_deleted INTEGER NOT NULL DEFAULT 0;
