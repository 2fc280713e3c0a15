"""What receipts say: the goods of an order, or a part of its sum."""

from dataclasses import dataclass

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.money.payments.invoice_lines import invoice_discount, invoice_lines
from cafe.core.money.receipts.port import Good
from cafe.core.ordering.orders.model import Order


@dataclass(frozen=True, slots=True)
class Bill:
    """The contents of a receipt. Kopiykas: `total` = goods − `discount`."""

    goods: tuple[Good, ...]
    discount: int
    total: int


def bill_of(order: Order, texts: Texts) -> Bill:
    """Return the bill of an order as it is now."""
    goods = tuple(Good(line.code, line.name, line.quantity, line.price * 100) for line in invoice_lines(order, texts))
    return Bill(goods, invoice_discount(order) * 100, order.total * 100)


def part_of(order: Order, amount: int, texts: Texts) -> Bill:
    """Return the bill of a sum that is no sum of goods: a part of the order."""
    part = Good("part", texts.format(Locale.UK, "bill-part", number=order.number), 1, amount)
    return Bill((part,), 0, amount)
