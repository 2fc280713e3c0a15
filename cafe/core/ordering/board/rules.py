"""An order's section on the board, and what to make (pure)."""

from collections.abc import Iterable

from cafe.core.catalogue.hours.week import parse_clock_time
from cafe.core.catalogue.options.diets import without_implied
from cafe.core.catalogue.settings.model import Settings
from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.kernel.ids import ProductId
from cafe.core.kernel.locale import OwnText
from cafe.core.ordering.board.model import BoardLine, BoardOrder, Pieces, Section
from cafe.core.ordering.orders.due import pickup_due, soonest_due
from cafe.core.ordering.orders.model import Order, OrderLine, OrderStatus
from cafe.core.ordering.orders.rules import MADE

TO_MAKE = frozenset({Section.LATE, Section.NEW, Section.COOKING})
SECTIONS = list(Section)
ProductKey = tuple[ProductId | None, str]
"""A deleted product is identified by its name."""


def due_at(order: Order, settings: Settings) -> int:
    """Return when an order should be ready (Unix seconds): as promised, else as requested less the delivery time."""
    if order.ready_at is not None:
        return order.ready_at
    if order.scheduled_for is not None:
        return order.scheduled_for - order.way_minutes(settings) * 60
    if order.due_at is not None:
        return order.due_at
    # Earlier versions stored no due time.
    placed_at = order.created_at or 0
    clock = parse_clock_time(order.pickup_time or "")
    if clock is None:
        return soonest_due(placed_at, settings.prep_minutes_at(placed_at))
    return pickup_due(placed_at, clock, settings.zone)


def section_of(order: Order, due: int, start: int, now: int) -> Section:
    """Return the section of an open order; times in Unix seconds."""
    if order.status in MADE:
        return Section.READY
    if now > due:
        return Section.LATE
    if order.status is OrderStatus.NEW:
        return Section.NEW
    return Section.LATER if order.status is OrderStatus.CONFIRMED and now < start else Section.COOKING


def contents_of(line: OrderLine, snapshot: Snapshot) -> BoardLine:
    """Say what a line contains, and for which diet its choice makes it, as the catalogue is now."""
    product = None if line.product_id is None else snapshot.products.get(line.product_id)
    if product is None:
        return BoardLine(line, None, (), ())
    groups = snapshot.option_groups.get(product.id, ())
    usual = product.diets_of(groups)
    chosen = tuple(diet for diet in product.diets_of(groups, line.choice) if diet not in usual)
    return BoardLine(line, product.category_id, product.allergens_of(groups, line.choice), without_implied(chosen))


def sort_key(order: BoardOrder) -> tuple[int, int, int]:
    return SECTIONS.index(order.section), order.due_at, order.order.id


def count_pieces(orders: Iterable[BoardOrder]) -> tuple[Pieces, ...]:
    """Count what to make, the most first."""
    names: dict[ProductKey, str] = {}
    counts: dict[ProductKey, int] = {}
    for order in orders:
        if order.section not in TO_MAKE:
            continue
        for each in order.lines:
            if not each.is_done:
                line = each.line
                key = (line.product_id, line.product_name.uk)
                names.setdefault(key, line.product_name.en)
                counts[key] = counts.get(key, 0) + line.quantity
    pieces = [Pieces(key[0], OwnText(key[1], names[key]), count) for key, count in counts.items()]
    return tuple(sorted(pieces, key=lambda each: (-each.quantity, each.name.uk)))
