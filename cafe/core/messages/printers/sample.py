"""An example of an order, for looking at a printer's paper before there is any."""

from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.kernel.ids import WALK_IN, OrderId, OrderLineId
from cafe.core.messages.printers.model import Printer
from cafe.core.ordering.orders.model import (
    Order,
    OrderLine,
    OrderStatus,
    OrderType,
    PaymentMethod,
    PaymentStatus,
)

NUMBER, TABLE, NAME, NOTE = 27, "5", "Олена", "Без цукру"
DISHES = 3
READY_SECONDS = 900


def sample_order(snapshot: Snapshot, printer: Printer, now: int) -> Order:
    """Return an order of the menu's first dishes that a printer's station makes."""
    categories, types = printer.settings.categories, printer.settings.order_types
    dishes = [each for each in snapshot.products.values() if not categories or each.category_id in categories]
    lines = tuple(
        OrderLine(dish.id, dish.name, at, dish.price, note=NOTE if at == 1 else "", id=OrderLineId(at))
        for at, dish in enumerate(dishes[:DISHES], 1)
    )
    total = sum(line.total for line in lines)
    order_type = min(types, key=list(OrderType).index) if types else OrderType.DINE_IN
    return Order(
        id=OrderId(0),
        sequence_number=NUMBER,
        customer_id=WALK_IN,
        customer_locale=printer.settings.locale,
        order_type=order_type,
        status=OrderStatus.CONFIRMED,
        payment_method=PaymentMethod.CASH,
        payment_status=PaymentStatus.UNPAID,
        items_total=total,
        delivery_fee=0,
        discount_amount=0,
        promo_code=None,
        promo_discount_amount=0,
        total=total,
        name=NAME,
        phone="",
        address_city=None,
        address_street=None,
        address_house=None,
        address_apartment=None,
        address_comment=None,
        pickup_time=None,
        table_number=TABLE if order_type is OrderType.DINE_IN else None,
        cash_change_for=None,
        cancel_reason=None,
        tracking_token=None,
        created_at=now,
        ready_at=now + READY_SECONDS,
        lines=lines,
    )
