-- What a dish is as it comes, and what an option is by itself: lists of codes in JSON. What follows from another is left out.
ALTER TABLE products ADD COLUMN diets TEXT NOT NULL DEFAULT '[]';
ALTER TABLE options ADD COLUMN diets TEXT NOT NULL DEFAULT '[]';
-- What the dish is once what is chosen of this group is so: a list of the same codes.
ALTER TABLE product_option_groups ADD COLUMN makes TEXT NOT NULL DEFAULT '[]';
