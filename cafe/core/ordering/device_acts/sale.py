"""Placing what was sold at a counter without a network, inside a transaction.

The guest has paid and gone, so nothing refuses it: neither a stop nor an hour, not even a dish deleted since. It
costs what was taken, for the till and the receipt; what it would cost by the prices of now is told beside it.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from cafe.core.catalogue.options.model import DEFAULTS, key_of
from cafe.core.catalogue.options.rules import default_pieces, read_choice
from cafe.core.catalogue.settings.model import DeliveryTerms
from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.kernel.database import Connection
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.locale import OwnText
from cafe.core.ordering.checkout.checks import cart_has_items, has_payment_method, has_sane_length
from cafe.core.ordering.checkout.context import Goods
from cafe.core.ordering.checkout.form import CheckoutForm
from cafe.core.ordering.checkout.place import PlacedOrder
from cafe.core.ordering.checkout.pricing import price_order
from cafe.core.ordering.checkout.walk_in import CounterSale, sell
from cafe.core.ordering.device_acts.model import ActInvalidError, Sale, SoldLine
from cafe.core.ordering.orders.model import OrderLine
from cafe.core.people.customers.model import GUEST_NAME

CHECKS = (cart_has_items, has_payment_method, has_sane_length)

Note = Callable[[int, int], str]
"""Says that so much was taken for what costs so much now; in whole UAH."""


def place_sale(
    conn: Connection,
    record: Recorder,
    snapshot: Snapshot,
    sale: Sale,
    actor: str,
    token: str,
    moment: datetime,
    note: Note,
) -> tuple[PlacedOrder, int]:
    """Place what was sold; return the order, and what it comes to by the prices of now (whole UAH).

    Raises:
        ActInvalidError: its lines do not come to its total.
        MarksMissingError: it was handed out, and needs marks that nobody has scanned.
    """
    priced = [_line(snapshot, each) for each in sale.lines]
    lines = tuple(line for line, _ in priced)
    goods = _goods(lines)
    terms = snapshot.settings.delivery_terms
    if _total(sale, goods.total, replace(terms, pickup_discount_percent=sale.percent)) != sale.total:
        raise ActInvalidError
    expected = _total(sale, sum(price * line.quantity for line, price in priced), terms)
    form = CheckoutForm(
        sale.order_type,
        name=f"{GUEST_NAME} {sale.number}",
        phone="",
        payment_method=sale.payment_method.value,
        comment=None if expected == sale.total else note(sale.total, expected),
    )
    sold_by = replace(snapshot, settings=replace(snapshot.settings, pickup_discount_percent=sale.percent))
    counter_sale = CounterSale(form, lines, goods, actor, sale.is_handed_out, CHECKS)
    return sell(conn, record, sold_by, counter_sale, token, moment), expected


def _total(sale: Sale, items_total: int, terms: DeliveryTerms) -> int:
    return price_order(sale.order_type, items_total, terms).total


def _goods(lines: tuple[OrderLine, ...]) -> Goods:
    total, pieces = sum(line.total for line in lines), sum(line.quantity for line in lines)
    return Goods(total, pieces, not lines)


def _line(snapshot: Snapshot, sold: SoldLine) -> tuple[OrderLine, int]:
    """Return a line as it was sold, and what a piece costs now."""
    product = snapshot.products.get(sold.product_id)
    if product is None:
        return OrderLine(None, OwnText(sold.name, ""), sold.quantity, sold.price, note=sold.note), sold.price
    groups = snapshot.option_groups.get(product.id, ())
    is_plain = sold.pieces is None or sold.pieces == default_pieces(groups)
    choice = read_choice(groups, DEFAULTS if is_plain or sold.pieces is None else key_of(sold.pieces))
    fiscal = product.fiscal_of(groups, choice)
    line = OrderLine(product.id, product.name, sold.quantity, sold.price, choice, sold.note, fiscal=fiscal)
    return line, choice.price(product.price)
