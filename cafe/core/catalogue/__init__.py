"""Menu, options, promo codes, hours, settings, stock and their changes."""
