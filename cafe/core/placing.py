"""How an order comes to be: one transaction that takes the cart and leaves an order, its stock and its messages."""

from dataclasses import dataclass
from datetime import datetime

from cafe.core import store
from cafe.core.checks import Attempt, Check, check_all
from cafe.core.errors import PromoInvalidError, PromoRefusal
from cafe.core.forms import CheckoutForm
from cafe.core.notifications import Kind
from cafe.core.ports import Connection
from cafe.core.pricing import Price, price_order
from cafe.core.promo import PromoCode
from cafe.core.snapshot import Snapshot
from cafe.core.values import (
    CustomerId,
    Locale,
    Order,
    OrderId,
    OrderLine,
    OrderStatus,
    PaymentMethod,
    PaymentStatus,
    ProductId,
    order_number,
    track_path,
)


@dataclass(frozen=True, slots=True)
class PlacedOrder:
    """What the caller is told of a new order; `total` in whole UAH."""

    id: OrderId
    number: str
    total: int
    payment_method: PaymentMethod
    track_path: str | None
    locale: Locale

    @classmethod
    def of(cls, order: Order) -> "PlacedOrder":
        """The same of an order that was placed before."""
        method = order.payment_method or PaymentMethod.CASH
        return cls(order.id, order.number, order.total, method, order.track_path, order.customer_locale)

    @property
    def needs_invoice(self) -> bool:
        """Whether there is anything to pay by card."""
        return self.payment_method is PaymentMethod.CARD and self.total > 0


def place_from_cart(
    conn: Connection, customer_id: CustomerId, form: CheckoutForm, snapshot: Snapshot, token: str, moment: datetime
) -> PlacedOrder:
    """Take the customer's cart and place it as an order.

    Raises:
        CustomerGoneError: this database does not know the customer.
        OrderRefusedError: a check failed; nothing is changed.
    """
    locale = store.customers.get_locale(conn, customer_id)
    lines = orderable_lines(conn, store.carts.take_lines(conn, customer_id), int(moment.timestamp()))
    return place(conn, customer_id, locale, form, lines, snapshot, token, moment)


def orderable_lines(conn: Connection, wanted: list[tuple[ProductId, int]], now: int) -> tuple[OrderLine, ...]:
    """Snapshots of those products that can be ordered now, at the price of now."""
    found = ((store.menu.find_orderable(conn, product_id, now), quantity) for product_id, quantity in wanted)
    return tuple(
        OrderLine(product.id, product.name_uk, product.name_en, quantity, product.price)
        for product, quantity in found
        if product is not None
    )


def place(
    conn: Connection,
    customer_id: CustomerId,
    locale: Locale,
    form: CheckoutForm,
    lines: tuple[OrderLine, ...],
    snapshot: Snapshot,
    token: str,
    moment: datetime,
    checks: tuple[Check, ...] | None = None,
) -> PlacedOrder:
    """Check, price and store an order, with everything that must be true together with it."""
    items_total = sum(line.price * line.quantity for line in lines)
    promo = store.promo.find_promo(conn, form.promo_code) if form.promo_code else None
    check_all(
        Attempt(
            form,
            items_total,
            not lines,
            snapshot.settings,
            snapshot.paused_until > moment.timestamp(),
            moment,
            promo,
            has_earlier_order=promo is not None
            and promo.first_order_only
            and store.orders.has_uncancelled_order(conn, customer_id),
        ),
        checks,
    )
    price = price_order(
        form.order_type,
        items_total,
        snapshot.settings.delivery_terms,
        promo.discount_percent if promo else 0,
    )
    if promo is not None:
        _redeem(conn, promo)
    now = int(moment.timestamp())
    order = _store_order(conn, customer_id, locale, form, price, promo, token, now)
    store.orders.add_lines(conn, order.id, lines)
    store.orders.add_event(conn, order.id, "created", form.name or "", now)
    _take_stock(conn, order.id, lines, now)
    _queue_messages(conn, order, customer_id, snapshot, now)
    return order


def _redeem(conn: Connection, promo: PromoCode) -> None:
    if not store.promo.redeem_promo(conn, promo.id):
        raise PromoInvalidError(PromoRefusal.USED_UP)
    if promo.max_uses is not None and promo.used_count + 1 >= promo.max_uses:
        store.settings.bump_catalogue_version(conn)  # `has_active_promos` may have changed


def _store_order(
    conn: Connection,
    customer_id: CustomerId,
    locale: Locale,
    form: CheckoutForm,
    price: Price,
    promo: PromoCode | None,
    token: str,
    now: int,
) -> PlacedOrder:
    method = form.method
    assert method is not None, "checked before"  # noqa: S101 - for the type checker
    # A card order that costs nothing has nothing left to pay.
    is_settled = method is PaymentMethod.CARD and price.total == 0
    sequence_number = store.settings.next_value(conn, "order_number")
    order_id = store.orders.add_order(
        conn,
        {
            "sequence_number": sequence_number,
            "customer_id": customer_id,
            "order_type": form.order_type.value,
            "status": OrderStatus.NEW.value,
            "payment_method": method.value,
            "payment_status": (PaymentStatus.PAID if is_settled else PaymentStatus.UNPAID).value,
            "items_total": price.items_total,
            "delivery_fee": price.delivery_fee,
            "discount_amount": price.discount_amount,
            "promo_code": promo.code if promo else None,
            "promo_discount_amount": price.promo_discount_amount,
            "total": price.total,
            "name": form.name,
            "phone": form.phone,
            "address_city": form.address_city,
            "address_street": form.address_street,
            "address_house": form.address_house,
            "address_apartment": form.address_apartment,
            "address_comment": form.address_comment,
            "pickup_time": form.pickup_time,
            "table_number": form.table_number,
            "cash_change_for": form.change_for,
            "tracking_token": token,
            "created_at": now,
        },
    )
    return PlacedOrder(
        order_id, order_number(order_id, sequence_number), price.total, method, track_path(token), locale
    )


def _take_stock(conn: Connection, order_id: OrderId, lines: tuple[OrderLine, ...], now: int) -> None:
    for low in store.stock.take_stock(conn, order_id, lines):
        store.outbox.queue_to_staff(conn, Kind.STAFF_LOW_STOCK, now, name=low.name, stock=low.stock, unit=low.unit)


def _queue_messages(
    conn: Connection, order: PlacedOrder, customer_id: CustomerId, snapshot: Snapshot, now: int
) -> None:
    if customer_id > 0 or snapshot.settings.staff_chat_guest_orders:
        store.outbox.queue_to_staff(conn, Kind.STAFF_ORDER_CREATED, now, order.id)
    store.outbox.queue_to_customer(conn, Kind.CUSTOMER_ORDER_CREATED, now, customer_id, order.locale, order.id)
