"""Placing an order in one transaction: check, price, store, and record the fact that triggers the rest."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from cafe.core.catalogue.promo import store as promos
from cafe.core.catalogue.promo.model import PromoCode
from cafe.core.catalogue.stock.rules import Portions, ingredients_of
from cafe.core.catalogue.stock.store import stored_amounts
from cafe.core.catalogue.taxes.model import Tax
from cafe.core.kernel.database import Connection
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import OrderId
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.meta import bump_catalogue_version
from cafe.core.kernel.urls import track_path
from cafe.core.ordering.checkout.checks import Check, check_all
from cafe.core.ordering.checkout.context import CheckoutContext
from cafe.core.ordering.checkout.errors import PromoInvalidError, PromoRefusal, TotalChangedError
from cafe.core.ordering.checkout.pricing import Price
from cafe.core.ordering.checkout.zones import zone_columns
from cafe.core.ordering.orders import lines_store
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.answers import codes_of
from cafe.core.ordering.orders.facts import OrderPlaced
from cafe.core.ordering.orders.model import (
    Order,
    OrderLine,
    OrderStatus,
    PaymentMethod,
    PaymentStatus,
    order_number,
    search_key,
)
from cafe.core.people.customers.model import GUEST_NAME


@dataclass(frozen=True, slots=True)
class NewOrder:
    """The input for placing an order."""

    context: CheckoutContext
    lines: tuple[OrderLine, ...]
    portions: Portions
    """The ingredients that a piece of each line takes."""
    locale: Locale
    token: str
    """The tracking token."""
    is_for_staff_chat: bool
    checks: tuple[Check, ...]
    order_id: OrderId | None = None
    """Its id, if it has one already."""
    delivery_tax: Tax | None = None
    """The tax group of its delivery."""


@dataclass(frozen=True, slots=True)
class PlacedOrder:
    """A newly placed order; `total` in whole UAH."""

    id: OrderId
    number: str
    total: int
    payment_method: PaymentMethod
    track_path: str | None
    locale: Locale

    @classmethod
    def of(cls, order: Order) -> "PlacedOrder":
        """Describe an existing order."""
        method = order.payment_method or PaymentMethod.CASH
        return cls(order.id, order.number, order.total, method, order.track_path, order.customer_locale)

    @property
    def needs_invoice(self) -> bool:
        """Whether there is an amount to pay by card."""
        return self.payment_method is PaymentMethod.CARD and self.total > 0


def place(conn: Connection, record: Recorder, new: NewOrder) -> PlacedOrder:
    """Check, price and store an order, and record that it was placed.

    Raises:
        OrderRefusedError: a check failed; nothing is changed.
    """
    context = new.context
    check_all(context, new.checks)
    if context.promo is not None:
        _redeem(conn, context.promo)
    price = context.price()
    if context.form.seen_total not in {None, price.total}:
        raise TotalChangedError(price.total)
    method = context.form.method
    assert method is not None, "checked before"  # noqa: S101 - for the type checker
    ingredients = ingredients_of(new.lines, new.portions)
    order_id, sequence_number = orders.add_order(conn, _columns(new, price, method, ingredients), new.order_id)
    lines_store.add_lines(conn, order_id, new.lines)
    fact = OrderPlaced(
        at=context.now,
        order_id=order_id,
        customer_id=context.customer_id,
        locale=new.locale,
        ingredients=ingredients,
        portions=new.portions,
        actor=context.form.name or GUEST_NAME,
        is_for_staff_chat=new.is_for_staff_chat,
        has_printers=context.has_printers,
    )
    record(conn, fact)
    number = order_number(order_id, sequence_number())
    return PlacedOrder(order_id, number, price.total, method, track_path(new.token), new.locale)


def _redeem(conn: Connection, promo: PromoCode) -> None:
    redemption = promos.redeem_promo(conn, promo.id)
    if redemption is None:
        raise PromoInvalidError(PromoRefusal.USED_UP)
    if redemption.is_last:
        bump_catalogue_version(conn)  # `has_active_promos` may have changed


def _columns(new: NewOrder, price: Price, method: PaymentMethod, ingredients: Mapping[int, int]) -> dict[str, Any]:
    form, promo, timing = new.context.form, new.context.promo, new.context.timing
    # A free card order has nothing left to pay.
    is_settled = method is PaymentMethod.CARD and price.total == 0
    return {
        "customer_id": new.context.customer_id,
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
        "name": form.name or GUEST_NAME,
        "phone": form.phone or "",
        "phone_key": form.phone_key,
        "search_key": search_key(form.name or "", form.phone or ""),
        "address_city": form.address_city,
        "address_street": form.address_street,
        "address_house": form.address_house,
        "address_apartment": form.address_apartment,
        "address_comment": form.comment_for_staff,
        "answers": ",".join(codes_of(form.answers, new.context.questions)) or None,
        "pickup_time": timing.pickup_time,
        "table_number": form.table_number,
        "cash_change_for": form.change_for,
        "stock_taken": stored_amounts(ingredients),
        "tracking_token": new.token,
        "created_at": new.context.now,
        "scheduled_for": timing.scheduled_for,
        "due_at": timing.due_at,
        "pickup_percent": new.context.pickup_percent,
        "promo_percent": new.context.promo_percent,
        "delivery_tax": orjson.dumps(new.delivery_tax).decode() if new.delivery_tax else None,
        **zone_columns(new.context.zone, form),
    }
