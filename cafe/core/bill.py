"""What payer and tax office are told of an order: lines and a discount that add up to its total."""

from cafe.core.i18n import Texts
from cafe.core.ports import InvoiceLine
from cafe.core.values import Locale, Order


def bill_lines(order: Order, texts: Texts) -> tuple[InvoiceLine, ...]:
    """The order's lines in Ukrainian, with the delivery fee as the last; what is free is left out."""
    lines = [
        InvoiceLine(code=str(line.product_id or "0"), name=line.name, quantity=line.quantity, price=line.price)
        for line in order.lines
        if line.price and line.quantity
    ]
    if order.delivery_fee:
        delivery = texts.format(Locale.UK, "bill-delivery")
        lines.append(InvoiceLine(code="delivery", name=delivery, quantity=1, price=order.delivery_fee))
    return tuple(lines)


def bill_discount(order: Order) -> int:
    """What is taken off the lines, in whole UAH: lines − discount = total."""
    return order.discount_amount + order.promo_discount_amount
