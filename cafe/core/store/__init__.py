"""The SQL, a module per group of tables; every function takes a connection first."""

from cafe.core.store import (
    carts,
    customers,
    idempotency,
    invoices,
    menu,
    orders,
    outbox,
    promo,
    receipts,
    settings,
    stock,
)

__all__ = [
    "carts",
    "customers",
    "idempotency",
    "invoices",
    "menu",
    "orders",
    "outbox",
    "promo",
    "receipts",
    "settings",
    "stock",
]
