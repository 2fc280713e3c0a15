-- Marks that guests see on a dish: new, popular, spicy, vegetarian.
ALTER TABLE products ADD COLUMN marks TEXT NOT NULL DEFAULT '[]'; -- JSON list of codes
