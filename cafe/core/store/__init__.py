"""The SQL, a module per group of tables; every function takes a connection first."""

from cafe.core.store import carts, customers, idempotency, menu, orders, outbox, promo, settings, stock

__all__ = ["carts", "customers", "idempotency", "menu", "orders", "outbox", "promo", "settings", "stock"]
