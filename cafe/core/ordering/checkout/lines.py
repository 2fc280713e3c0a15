"""The lines of a new order, at current prices and with current availability."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from cafe.core.catalogue.menu.model import Product
from cafe.core.catalogue.modes.model import Mode
from cafe.core.catalogue.options.model import describe_line
from cafe.core.catalogue.options.rules import read_choice
from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import ProductId
from cafe.core.kernel.locale import Locale, OwnText
from cafe.core.ordering.cart.model import Cart, WantedLine
from cafe.core.ordering.cart.store import unavailable_parts
from cafe.core.ordering.checkout.context import Goods
from cafe.core.ordering.orders.model import OrderLine


def read_lines(
    conn: Connection, snapshot: Snapshot, wanted: Sequence[WantedLine], now: int, served_at: int | None
) -> tuple[tuple[OrderLine, ...], Goods]:
    """Return line snapshots and their summary, leaving out products that cannot be ordered at `now` (Unix seconds).

    Dishes not served at `served_at` (Unix seconds) count as unavailable, also with a drop of alcohol in their choice
    outside its hours; None: at the counter, where serving hours do not matter.
    """
    products = snapshot.find_orderable(dict.fromkeys(line.key.product_id for line in wanted), now)
    lines, unavailable = [], []
    for line in wanted:
        product = products.get(line.key.product_id)
        if product is None:
            continue
        of_product, key = snapshot.option_groups.get(product.id, ()), line.key.choice_key
        choice = read_choice(of_product, key)
        price = choice.price(product.price)
        fiscal = product.fiscal_of(of_product, choice)
        lines.append(OrderLine(product.id, product.name, line.quantity, price, choice, line.key.note, fiscal=fiscal))
        missing = unavailable_parts(conn, of_product, key, now)
        if missing:
            names = (describe_line(product.name.in_locale(locale), choice, locale) for locale in (Locale.UK, Locale.EN))
            unavailable.append(_named(OwnText(*names), missing))
    if served_at is not None:
        unavailable += unserved_in(snapshot, products, served_at)
    alcohol = [line for line in lines if line.fiscal is not None and line.fiscal.is_alcohol]
    unavailable += unsold_in(snapshot, (line.product_name for line in alcohol), now if served_at is None else served_at)
    return tuple(lines), Goods(
        sum(line.total for line in lines),
        sum(line.quantity for line in lines),
        not lines,
        tuple(dict.fromkeys(unavailable)),
        has_alcohol=bool(alcohol),
    )


def unsold_in(snapshot: Snapshot, alcohol: Iterable[OwnText], at: int) -> list[OwnText]:
    """Return what may not be sold at a moment (Unix seconds), with the hours of alcohol."""
    hours, zone = snapshot.settings.alcohol_hours, snapshot.settings.zone
    if snapshot.settings.sells_alcohol_at(datetime.fromtimestamp(at, zone).time()):
        return []
    told = ", ".join(hours.split())
    return [OwnText(*(f"{name.in_locale(locale)} ({told})" for locale in (Locale.UK, Locale.EN))) for name in alcohol]


def unserved_in(snapshot: Snapshot, product_ids: Collection[ProductId], at: int) -> list[OwnText]:
    """Return the dishes not served at a moment (Unix seconds), with their serving hours, or the modes that say so."""
    found = []
    for dish in snapshot.find_unserved(product_ids, at):
        modes = snapshot.list_withholding(dish, at)
        if modes or dish.windows or dish.category_windows:
            texts = (
                f"{dish.name.in_locale(locale)} ({_why(dish, modes, locale)})" for locale in (Locale.UK, Locale.EN)
            )
            found.append(OwnText(*texts))
    return found


def _why(dish: Product, modes: Iterable[Mode], locale: Locale) -> str:
    names = [mode.name.in_locale(locale) for mode in modes]
    return ", ".join(names or map(str, dish.windows or dish.category_windows))


def unavailable_in(cart: Cart) -> tuple[OwnText, ...]:
    """Return the dishes of a cart that are unavailable as chosen."""
    return tuple(_named(OwnText(line.name, line.name), line.unavailable) for line in cart.lines if line.unavailable)


def _named(dish: OwnText, missing: tuple[OwnText, ...]) -> OwnText:
    """Name a dish with its missing parts."""
    return OwnText(
        f"{dish.uk}: {', '.join(name.uk for name in missing)}",
        f"{dish.en}: {', '.join(name.en or name.uk for name in missing)}",
    )
