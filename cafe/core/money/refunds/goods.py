"""The goods of a refund, for the bank's own fiscal return and for the return receipt."""

from cafe.core.kernel.texts import Texts, read_texts
from cafe.core.money.payments.invoice_lines import delivery_line, goods_of
from cafe.core.money.payments.port import InvoiceLine
from cafe.core.money.receipts.goods import Bill, part_of, to_goods
from cafe.core.money.refunds.model import Refund
from cafe.core.ordering.orders.model import Order


def returned_bill(order: Order, refund: Refund, texts: Texts) -> Bill:
    """Return the goods of a refund at their full price; a part of the order if it is only an amount."""
    goods, amount = to_goods(_lines(order, refund, texts)), refund.money.amount
    discount = sum(each.price * each.quantity for each in goods) - amount
    return Bill(goods, discount, amount) if goods and discount >= 0 else part_of(order, amount, texts)


def refund_lines(order: Order, refund: Refund) -> tuple[InvoiceLine, ...]:
    """Return the goods of a refund for its provider, which accepts them only if they add up to the amount."""
    lines = tuple(_lines(order, refund, read_texts()))
    is_exact = sum(line.total * 100 for line in lines) == refund.money.amount
    return lines if is_exact else ()


def _lines(order: Order, refund: Refund, texts: Texts) -> list[InvoiceLine]:
    """Return the goods as the payment's invoice names them, the delivery fee last."""
    lines = {line.id: line for edit in order.changes for line in edit.gone} | {line.id: line for line in order.lines}
    returned = [
        goods
        for part in refund.lines
        if (line := lines.get(part.line_id)) is not None
        for goods in goods_of(line, part.quantity)
    ]
    return [*returned, delivery_line(order, texts)] if refund.delivery else returned
