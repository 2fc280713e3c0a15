"""The goods of a refund, for the bank's own fiscal return and for the return receipt."""

from dataclasses import dataclass

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts, read_texts
from cafe.core.money.payments.invoice_lines import goods_code
from cafe.core.money.payments.port import RefundLine
from cafe.core.money.refunds.model import Refund
from cafe.core.ordering.orders.model import Order

DELIVERY_CODE = "delivery"


@dataclass(frozen=True, slots=True)
class ReturnedGoods:
    """The contents of a return receipt. Amounts in kopiykas: goods at their full price − `discount` = `total`."""

    lines: tuple[RefundLine, ...]
    discount: int
    total: int


def returned_goods(order: Order, refund: Refund, texts: Texts) -> ReturnedGoods | None:
    """Return the goods of a refund at their full price; None if it is only an amount."""
    lines = _lines(order, refund, texts)
    discount = sum(line.price * line.quantity * 100 for line in lines) - refund.money.amount
    return ReturnedGoods(tuple(lines), discount, refund.money.amount) if lines and discount >= 0 else None


def refund_lines(order: Order, refund: Refund) -> tuple[RefundLine, ...]:
    """Return the goods of a refund for its provider, which accepts them only if they add up to the amount."""
    lines = tuple(_lines(order, refund, read_texts()))
    is_exact = sum(line.price * line.quantity * 100 for line in lines) == refund.money.amount
    return lines if is_exact else ()


def _lines(order: Order, refund: Refund, texts: Texts) -> list[RefundLine]:
    """Return the goods as the payment's invoice names them, the delivery fee last."""
    lines = {line.id: line for edit in order.changes for line in edit.gone} | {line.id: line for line in order.lines}
    returned = [
        RefundLine(goods_code(line), line.name_in(Locale.UK), part.quantity, line.price)
        for part in refund.lines
        if (line := lines.get(part.line_id)) is not None and line.price
    ]
    if refund.delivery:
        name = texts.format(Locale.UK, "bill-delivery")
        returned.append(RefundLine(DELIVERY_CODE, name, 1, order.delivery_fee))
    return returned
