"""Stock of ingredients, and recipes that consume it."""
