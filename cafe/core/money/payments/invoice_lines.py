"""Lines and discount of an order for invoices and receipts; they add up to its total."""

from collections.abc import Iterable
from zlib import crc32

from cafe.core.catalogue.options.model import ChosenOption
from cafe.core.catalogue.taxes.model import FiscalData, LineFiscal
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.money.payments.port import InvoiceLine
from cafe.core.ordering.orders.model import Order, OrderLine

DELIVERY = "delivery"
"""The code of delivery as goods."""


def invoice_lines(order: Order, texts: Texts) -> tuple[InvoiceLine, ...]:
    """Return the lines in Ukrainian, the delivery fee last; free items are left out."""
    lines = [goods for line in order.lines if line.quantity for goods in goods_of(line, line.quantity)]
    return (*lines, delivery_line(order, texts)) if order.delivery_fee else tuple(lines)


def options_apart(line: OrderLine) -> tuple[ChosenOption, ...]:
    """Return the options that are goods beside their dish: those that have fiscal data and raise the price."""
    own = {} if line.fiscal is None else line.fiscal.options
    apart = tuple(option for option in line.choice.options if option.id in own and option.price_delta > 0)
    # another option may lower the price by more than the dish costs
    return apart if _price_without(line, apart) >= 0 else ()


def goods_of(line: OrderLine, quantity: int, locale: Locale = Locale.UK) -> Iterable[InvoiceLine]:
    """Yield the goods that pieces of a line are for the tax office, the dish first, unless they are free."""
    fiscal, apart = line.fiscal or LineFiscal(), options_apart(line)
    dish = _price_without(line, apart)
    if dish:
        yield InvoiceLine(_code(line), line.name_in(locale), quantity, dish, fiscal.dish)
    for option in apart:
        pieces, own = quantity * option.quantity, fiscal.options[option.id]
        yield InvoiceLine(option_code(option), option.name_in(locale), pieces, option.price_delta, own)


def option_code(option: ChosenOption) -> str:
    """Return the code of an option as goods."""
    return f"o{option.id}"


def _price_without(line: OrderLine, apart: Iterable[ChosenOption]) -> int:
    return line.price - sum(option.price_delta * option.quantity for option in apart)


def delivery_line(order: Order, texts: Texts) -> InvoiceLine:
    """Return the delivery as goods."""
    name = texts.format(Locale.UK, "bill-delivery")
    return InvoiceLine(DELIVERY, name, 1, order.delivery_fee, FiscalData(tax=order.delivery_tax))


def _code(line: OrderLine) -> str:
    """Return the code of a line's goods, one for each choice: a fiscal service knows goods by code, name and price."""
    product = str(line.product_id or "0")
    return product if line.choice.is_plain else f"{product}-{crc32(line.choice.key.encode()):08x}"


def invoice_discount(order: Order) -> int:
    """Return the discount on the lines in whole UAH: lines − discount = total."""
    return order.discount_amount + order.promo_discount_amount
