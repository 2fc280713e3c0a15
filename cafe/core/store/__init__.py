"""The SQL, a module per group of tables; every function takes a connection first."""

from cafe.core.store import (
    carts,
    customers,
    deliveries,
    dialogs,
    idempotency,
    invoices,
    menu,
    orders,
    outbox,
    promo,
    receipts,
    settings,
    staff_cards,
    stock,
    sums,
)

__all__ = [
    "carts",
    "customers",
    "deliveries",
    "dialogs",
    "idempotency",
    "invoices",
    "menu",
    "orders",
    "outbox",
    "promo",
    "receipts",
    "settings",
    "staff_cards",
    "stock",
    "sums",
]
