"""Pouring the drinks of an order, inside a transaction that has locked the order."""

from cafe.core.catalogue.bottles import store
from cafe.core.catalogue.bottles.model import Bottle, Drink, MarksMissingError, MissingMark, Pour
from cafe.core.catalogue.bottles.rules import drinks_of, lacking_pieces, plan_pours
from cafe.core.kernel.database import Connection
from cafe.core.ordering.orders.model import Order


def pour(conn: Connection, order: Order, now: int) -> bool:
    """Take what the order's drinks need from the open bottles; return whether something was poured now.

    Raises:
        MarksMissingError: nothing was poured, since bottles are to be scanned first.
    """
    pours, missing = _plan(conn, order)
    if missing:
        raise MarksMissingError(missing)
    store.add_pours(conn, order.id, pours, now)
    return bool(pours)


def find_missing(conn: Connection, order: Order) -> tuple[MissingMark, ...]:
    """Return what is to be scanned before the order can be ready."""
    return _plan(conn, order)[1]


def is_poured(conn: Connection, order: Order) -> bool:
    """Whether each piece of the order's drinks has its marks."""
    poured = store.list_poured(conn, order.id)
    return not any(lacking_pieces(drink, poured.get(drink.code, ())) for drink in list_drinks(conn, order))


def list_drinks(conn: Connection, order: Order) -> tuple[Drink, ...]:
    """Return the goods of an order that need marks."""
    lines = [line for line in order.lines if line.quantity and line.fiscal is not None and line.fiscal.is_alcohol]
    if not lines:
        return ()
    products = [line.product_id for line in lines if line.product_id is not None]
    options = [option.id for line in lines for option in line.choice.options]
    return drinks_of(lines, *store.list_recipes(conn, products, options))


def _plan(conn: Connection, order: Order) -> tuple[list[Pour], tuple[MissingMark, ...]]:
    drinks = list_drinks(conn, order)
    if not drinks:
        return [], ()
    bottles: list[Bottle] = store.lock_open(conn, {each for drink in drinks for each in drink.takes})
    return plan_pours(drinks, store.list_poured(conn, order.id), bottles, store.list_marked(conn))
