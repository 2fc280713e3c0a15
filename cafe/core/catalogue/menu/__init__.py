"""The menu: categories, products, allergens."""
