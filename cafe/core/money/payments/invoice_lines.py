"""Lines and discount of an order for invoices and receipts; they add up to its total."""

from zlib import crc32

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.money.payments.port import InvoiceLine
from cafe.core.ordering.orders.model import Order, OrderLine


def invoice_lines(order: Order, texts: Texts) -> tuple[InvoiceLine, ...]:
    """Return the lines in Ukrainian, the delivery fee last; free items are left out."""
    lines = [
        InvoiceLine(code=goods_code(line), name=line.name_in(Locale.UK), quantity=line.quantity, price=line.price)
        for line in order.lines
        if line.price and line.quantity
    ]
    if order.delivery_fee:
        delivery = texts.format(Locale.UK, "bill-delivery")
        lines.append(InvoiceLine(code="delivery", name=delivery, quantity=1, price=order.delivery_fee))
    return tuple(lines)


def goods_code(line: OrderLine) -> str:
    """Return the code of a line's goods, one for each choice: a fiscal service knows goods by code, name and price."""
    product = str(line.product_id or "0")
    return product if line.choice.is_plain else f"{product}-{crc32(line.choice.key.encode()):08x}"


def invoice_discount(order: Order) -> int:
    """Return the discount on the lines in whole UAH: lines − discount = total."""
    return order.discount_amount + order.promo_discount_amount
