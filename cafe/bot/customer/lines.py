"""Rendering the lines of carts and orders, with details below their names."""

from collections.abc import Sequence

from cafe.bot.chat.translator import Translator, clipped
from cafe.bot.telegram import limits
from cafe.bot.telegram.fitting import fit
from cafe.core.ordering.cart.model import CartLine
from cafe.core.ordering.orders.model import OrderLine

LINES = 30
"""The most lines of an order or a cart that are shown."""
NAME = 250
"""Characters of a line's name: six lines of a cart with their notes fit into a message."""
LACKING = 120
"""The most characters of the missing options."""


def cart_line(say: Translator, line: CartLine) -> str:
    """Render a line of the cart with its price, its note and its unavailable options."""
    name = clipped(line.name, NAME)
    text = say.html("cart-line", name=name, quantity=line.quantity, price=line.price, sum=line.line_total)
    return text + _below(say, line.note, _lacking(say, line), "line-unavailable")


def summary_line(say: Translator, line: CartLine) -> str:
    """Render a line of the cart for the summary of an order."""
    text = say.html("order-line", name=clipped(line.name, NAME), quantity=line.quantity, sum=line.line_total)
    return text + _below(say, line.note, _lacking(say, line), "line-lacking")


def order_line(say: Translator, line: OrderLine, *, has_note: bool = True) -> str:
    """Return a line of an order."""
    name = clipped(line.name_in(say.locale), NAME)
    text = say.html("order-line", name=name, quantity=line.quantity, sum=line.total)
    return text + _below(say, line.note if has_note else "")


def fit_lines(
    say: Translator, head: Sequence[str], lines: Sequence[str], tail: Sequence[str], most: int = limits.MESSAGE
) -> str:
    """Join the parts of a screen; lines that do not fit are counted. `most` in UTF-16 units."""
    return fit(head, lines, tail, lambda count: say.html("card-more-lines", count=count), most, LINES)[0]


def _below(say: Translator, note: str, lacking: str = "", text_id: str = "") -> str:
    text = "\n" + say.html("line-note", note=note) if note else ""
    return text + ("\n" + say.html(text_id, names=lacking) if lacking else "")


def _lacking(say: Translator, line: CartLine) -> str:
    return clipped(", ".join(name.in_locale(say.locale) for name in line.unavailable), LACKING)
