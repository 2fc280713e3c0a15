"""Orders as values, for what only reckons with them."""

from cafe.core.kernel.ids import CustomerId, OrderId
from cafe.core.kernel.locale import Locale
from cafe.core.ordering.orders.model import Order, OrderLine, OrderStatus, OrderType, PaymentMethod, PaymentStatus


def bill(
    lines: tuple[OrderLine, ...],
    *,
    kind: OrderType = OrderType.DELIVERY,
    fee: int = 0,
    discount: int = 0,
    promo_discount: int = 0,
) -> Order:
    """An order of these lines that was paid by card; nothing of it is stored."""
    items_total = sum(line.quantity * line.price for line in lines)
    return Order(
        id=OrderId(1),
        sequence_number=1,
        customer_id=CustomerId(7),
        customer_locale=Locale.UK,
        order_type=kind,
        status=OrderStatus.NEW,
        payment_method=PaymentMethod.CARD,
        payment_status=PaymentStatus.PAID,
        items_total=items_total,
        delivery_fee=fee,
        discount_amount=discount,
        promo_code=None,
        promo_discount_amount=promo_discount,
        total=items_total + fee - discount - promo_discount,
        name="Олена",
        phone="",
        address_city=None,
        address_street=None,
        address_house=None,
        address_apartment=None,
        address_comment=None,
        pickup_time=None,
        table_number=None,
        cash_change_for=None,
        cancel_reason=None,
        tracking_token=None,
        created_at=0,
        ready_at=None,
        lines=lines,
    )
