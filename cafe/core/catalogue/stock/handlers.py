"""Handlers that take an order's ingredients from stock and restore them."""

from collections.abc import Iterable

from cafe.core.catalogue.stock import store
from cafe.core.catalogue.stock.facts import StockLow
from cafe.core.catalogue.stock.rules import sum_costs
from cafe.core.kernel.database import Connection
from cafe.core.ordering.orders.facts import OrderCancelled, OrderPlaced
from cafe.core.ordering.orders.lines_store import set_last_costs


def take_stock(conn: Connection, fact: OrderPlaced) -> Iterable[StockLow]:
    taken = store.take_stock(conn, fact.ingredients)
    set_last_costs(conn, fact.order_id, [sum_costs(each, taken.costs) for each in fact.portions])
    for low in taken.low:
        yield StockLow(at=fact.at, name=low.name, stock=low.stock, unit=low.unit)


def restore_stock(conn: Connection, fact: OrderCancelled) -> None:
    store.restore_stock(conn, fact.order.id)
