"""Handlers that take an order's ingredients from stock and restore them."""

from collections.abc import Iterable

from cafe.core.catalogue.stock import store
from cafe.core.catalogue.stock.facts import StockLow
from cafe.core.kernel.database import Connection
from cafe.core.ordering.orders.facts import OrderCancelled, OrderPlaced


def take_stock(conn: Connection, fact: OrderPlaced) -> Iterable[StockLow]:
    for low in store.take_stock(conn, fact.ingredients):
        yield StockLow(at=fact.at, name=low.name, stock=low.stock, unit=low.unit)


def restore_stock(conn: Connection, fact: OrderCancelled) -> None:
    store.restore_stock(conn, fact.order.id)
