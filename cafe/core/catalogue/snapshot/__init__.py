"""An in-memory snapshot of catalogue, settings and promo codes."""
