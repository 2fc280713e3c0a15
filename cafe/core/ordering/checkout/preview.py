"""A preview of an order for the chat's summary: its price, and whether it can be placed now."""

from dataclasses import dataclass
from datetime import datetime

from cafe.core.catalogue.snapshot.cache import Offer, SnapshotCache
from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.ids import CustomerId
from cafe.core.ordering.cart import store as carts
from cafe.core.ordering.cart.model import Cart
from cafe.core.ordering.checkout.checks import (
    CHECKS,
    cafe_takes_orders,
    cart_has_items,
    check_all,
    choices_are_possible,
    is_within_limits,
    promo_applies,
    reaches_minimum,
    slot_has_room,
    time_is_possible,
    type_is_offered,
    zone_is_served,
)
from cafe.core.ordering.checkout.context import Goods, read_context
from cafe.core.ordering.checkout.errors import OrderRefusedError
from cafe.core.ordering.checkout.form import CheckoutForm
from cafe.core.ordering.checkout.lines import unavailable_in, unserved_in, unsold_in
from cafe.core.ordering.checkout.pricing import Price
from cafe.core.ordering.checkout.timing import serving_time
from cafe.core.ordering.checkout.zones import FoundZone
from cafe.core.ordering.orders.due import soonest_due

EARLY_CHECKS = {
    cart_has_items,
    type_is_offered,
    cafe_takes_orders,
    time_is_possible,
    choices_are_possible,
    zone_is_served,
    reaches_minimum,
    promo_applies,
    is_within_limits,
    slot_has_room,
}
"""The checks that do not need a submitted form."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The cart priced as an order, and the first reason why it cannot be placed, if any."""

    cart: Cart
    price: Price
    promo_code: str | None
    refusal: OrderRefusedError | None
    estimated_minutes: int | None
    """Estimated minutes until the guest has it; None for an order for later, or without an estimate."""
    zone: FoundZone | None
    """Only for a delivery of a cafe with zones."""


class PreviewService:
    """Previews orders; changes nothing."""

    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock

    async def get(self, customer_id: CustomerId, form: CheckoutForm) -> Preview:
        """Preview the customer's cart with this form; only its order type, promo code, time and address matter."""
        return await self._database.read(self._get, customer_id, form, self._clock.now())

    def _get(self, conn: Connection, customer_id: CustomerId, form: CheckoutForm, moment: datetime) -> Preview:
        cart = carts.get_cart(conn, customer_id, Offer(int(moment.timestamp()), self._cache))
        in_cart = dict.fromkeys(line.product_id for line in cart.lines)
        snapshot = self._cache.snapshot_in(conn, in_cart)
        served_at = serving_time(form, snapshot.settings, moment)
        unserved = unserved_in(snapshot, in_cart, served_at)
        alcohol = [snapshot.products[each.product_id].name for each in cart.lines if each.is_alcohol]
        unavailable = (*unavailable_in(cart), *unserved, *unsold_in(snapshot, alcohol, served_at))
        goods = Goods(
            cart.items_total,
            cart.count,
            not cart.lines,
            tuple(dict.fromkeys(unavailable)),
            has_alcohol=bool(alcohol),
        )
        context = read_context(conn, snapshot, customer_id, form, goods, moment)
        refusal = None
        try:
            check_all(context, tuple(check for check in CHECKS[form.order_type] if check in EARLY_CHECKS))
        except OrderRefusedError as error:
            refusal = error
        has_promo = context.promo is not None and refusal is None
        promo_code = context.promo.code if context.promo and has_promo else None
        is_asap = context.timing.due_at <= soonest_due(context.now, snapshot.asap_minutes(moment))
        zone = context.zone.zone if context.zone else None
        minutes = snapshot.estimated_minutes_if_open(moment, form.order_type, zone)
        estimate = minutes if is_asap and refusal is None else None
        return Preview(cart, context.price(with_promo=has_promo), promo_code, refusal, estimate, context.zone)
