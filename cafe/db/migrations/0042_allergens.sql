-- What a choice adds to a dish's allergens and takes from them, as lists of codes in JSON.
ALTER TABLE options ADD COLUMN allergens TEXT NOT NULL DEFAULT '[]';
ALTER TABLE options ADD COLUMN without_allergens TEXT NOT NULL DEFAULT '[]';
-- 1: the cafe says that the dish contains none of the 14; 0 and no codes: it has said nothing.
ALTER TABLE products ADD COLUMN no_allergens BIGINT NOT NULL DEFAULT 0;
