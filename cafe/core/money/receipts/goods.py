"""What receipts say: the goods of an order, or a part of its sum."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from cafe.core.catalogue.taxes.model import FiscalData, Tax
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.spread import spread
from cafe.core.kernel.texts import Texts
from cafe.core.money.payments.invoice_lines import DELIVERY, invoice_discount, invoice_lines
from cafe.core.money.payments.port import InvoiceLine
from cafe.core.money.receipts.port import Good
from cafe.core.ordering.orders.model import Order


@dataclass(frozen=True, slots=True)
class Bill:
    """The contents of a receipt. Kopiykas: `total` = goods at their full price − `discount`."""

    goods: tuple[Good, ...]
    discount: int
    total: int

    @property
    def discounted(self) -> tuple[Good, ...]:
        """The goods, each with its part of the discount; delivery has one only where it is more than all others."""
        weights = [0 if good.code == DELIVERY else good.total for good in self.goods]
        if self.discount > sum(weights):  # of a return of which little is left to pay back
            weights = [good.total for good in self.goods]
        parts = spread(self.discount, weights)
        return tuple(replace(good, discount=part) for good, part in zip(self.goods, parts, strict=True))


def bill_of(order: Order, texts: Texts) -> Bill:
    """Return the bill of an order as it is now."""
    return Bill(to_goods(invoice_lines(order, texts)), invoice_discount(order) * 100, order.total * 100)


def to_goods(lines: Iterable[InvoiceLine]) -> tuple[Good, ...]:
    """Return the lines of an invoice as goods."""
    return tuple(Good(line.code, line.name, line.quantity, line.price * 100, fiscal=line.fiscal) for line in lines)


def with_marks(goods: Iterable[Good], poured: Mapping[str, Mapping[int, tuple[str, ...]]]) -> tuple[Good, ...]:
    """Add the excise marks of the pieces that were poured, by the goods' code and the piece's number."""
    return tuple(
        replace(good, marks=marks) if (marks := _marks_of(poured.get(good.code, {}), good.quantity)) else good
        for good in goods
    )


def _marks_of(pieces: Mapping[int, tuple[str, ...]], quantity: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(mark for piece in sorted(pieces)[:quantity] for mark in pieces[piece]))


def part_of(order: Order, amount: int, texts: Texts) -> Bill:
    """Return the bill of a sum that is no sum of goods: a part of the order, and of each of its tax groups."""
    by_tax: dict[Tax | None, int] = {}
    for good in bill_of(order, texts).discounted:
        by_tax[good.fiscal.tax] = by_tax.get(good.fiscal.tax, 0) + good.total
    name = texts.format(Locale.UK, "bill-part", number=order.number)
    parts = zip(by_tax, spread(amount, list(by_tax.values())), strict=True)
    goods = tuple(Good(_part_code(tax), name, 1, part, fiscal=FiscalData(tax=tax)) for tax, part in parts if part)
    return Bill(goods or (Good(_part_code(None), name, 1, amount),), 0, amount)


def _part_code(tax: Tax | None) -> str:
    return "part" if tax is None else f"part-{tax.code}"
