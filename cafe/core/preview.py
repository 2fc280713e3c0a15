"""What an order would cost and whether it could be placed now, before it is placed: for the chat's summary."""

from dataclasses import dataclass
from datetime import datetime

from cafe.core import store
from cafe.core.checks import (
    CHECKS,
    Attempt,
    cafe_takes_orders,
    cart_has_items,
    check_all,
    promo_applies,
    reaches_minimum,
)
from cafe.core.errors import OrderRefusedError
from cafe.core.forms import CheckoutForm
from cafe.core.ports import Clock, Connection, Database
from cafe.core.pricing import Price, price_order
from cafe.core.snapshot import SnapshotCache
from cafe.core.values import Cart, CustomerId

EARLY = {cart_has_items, cafe_takes_orders, reaches_minimum, promo_applies}
"""The checks that need no filled-in form."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The cart as an order: what it would cost, and the first reason why it cannot be placed, if any."""

    cart: Cart
    price: Price
    promo_code: str | None
    refusal: OrderRefusedError | None


class PreviewService:
    """Looks at an order before it is placed; nothing is changed."""

    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock

    async def get(self, customer_id: CustomerId, form: CheckoutForm) -> Preview:
        """The order that this form would make of the customer's cart; only type and promo code of it matter.

        Raises:
            CustomerGoneError: this database does not know the customer.
        """
        return await self._database.read(self._get, customer_id, form, self._clock.now())

    def _get(self, conn: Connection, customer_id: CustomerId, form: CheckoutForm, moment: datetime) -> Preview:
        snapshot = self._cache.snapshot_in(conn)
        cart = store.carts.get_cart(conn, customer_id, int(moment.timestamp()))
        promo = store.promo.find_promo(conn, form.promo_code) if form.promo_code else None
        attempt = Attempt(
            form,
            cart.items_total,
            not cart.lines,
            snapshot.settings,
            snapshot.paused_until > moment.timestamp(),
            moment,
            promo,
            has_earlier_order=promo is not None and store.orders.has_uncancelled_order(conn, customer_id),
        )
        refusal = None
        try:
            check_all(attempt, tuple(check for check in CHECKS[form.order_type] if check in EARLY))
        except OrderRefusedError as error:
            refusal = error
        percent = promo.discount_percent if promo and refusal is None else 0
        price = price_order(form.order_type, cart.items_total, snapshot.settings.delivery_terms, percent)
        return Preview(cart, price, promo.code if promo and percent else None, refusal)
