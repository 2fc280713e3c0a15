"""Stock of ingredients, and recipes that use it."""
