"""Checkout: placing an order, exactly once for each request key, and what a person sees before they order."""

import asyncio
from dataclasses import dataclass

import orjson

from cafe.core import store
from cafe.core.errors import PromoInvalidError, PromoRefusal
from cafe.core.forms import CheckoutForm
from cafe.core.payments import PaymentService
from cafe.core.placing import PlacedOrder, place_from_cart
from cafe.core.ports import Clock, Connection, Database, Tokens
from cafe.core.pricing import percent_of
from cafe.core.promo import check_promo
from cafe.core.snapshot import SnapshotCache
from cafe.core.store.idempotency import KeptRequest, RequestKey
from cafe.core.values import CustomerId, Locale, Order, OrderId, OrderType, PaymentMethod

FINISH_WITHIN = 15
"""Seconds after which a request that made an order but has no answer is taken to have died."""
LOOK_AGAIN_AFTER = 0.1
"""Seconds between looks at a request that is still worked on."""


@dataclass(frozen=True, slots=True)
class CheckoutResult:
    """What a creation route answers (specification, CheckoutResult). `total` in whole UAH."""

    order_id: OrderId
    order_number: str
    total: int
    payment_method: PaymentMethod
    pay_url: str | None
    is_card_unavailable: bool
    track_url: str | None
    locale: Locale


@dataclass(frozen=True, slots=True)
class Prefill:
    """What the customer filled in last time."""

    latest: Order | None
    latest_delivery: Order | None


@dataclass(frozen=True, slots=True)
class PromoQuote:
    """What a promo code would take off the cart; whole UAH."""

    code: str
    discount_percent: int
    discount_amount: int


@dataclass(frozen=True, slots=True)
class _Begun:
    """How far a request is: what to answer, or the order that still needs its invoice."""

    placed: PlacedOrder
    answer: CheckoutResult | None
    earlier: KeptRequest | None


class CheckoutService:
    """Places orders (specification, Checkout)."""

    def __init__(
        self, database: Database, cache: SnapshotCache, payments: PaymentService, clock: Clock, tokens: Tokens
    ) -> None:
        self._database = database
        self._cache = cache
        self._payments = payments
        self._clock = clock
        self._tokens = tokens

    async def place_order(self, customer_id: CustomerId, form: CheckoutForm, key: str | None = None) -> CheckoutResult:
        """Place the cart as an order and, for card, ask the provider for an invoice.

        A repeat with the same `key` gets the first one's result and makes no second order.

        Raises:
            CustomerGoneError: this database does not know the customer.
            OrderRefusedError: why the order cannot be placed; nothing is changed.
        """
        request = RequestKey(customer_id, form.order_type.value, key) if key else None
        begun = await self._database.write(self._begin, customer_id, form, request, self._tokens.new())
        if form.promo_code:
            await self._cache.refresh_if_changed()  # the code's last use may be gone
        if begun.answer is not None:
            return begun.answer
        if request and begun.earlier:
            answer = await self._wait_for_answer(request, begun.earlier)
            if answer is not None:
                return answer
        pay_url = await self._payments.open_invoice(begun.placed.id)
        result = _result(begun.placed, pay_url, is_card_unavailable=pay_url is None)
        if request:
            return _decode(await self._database.write(store.idempotency.keep_answer, request, _encode(result)))
        return result

    async def quote_promo(self, customer_id: CustomerId, code: str | None) -> PromoQuote:
        """What a promo code would do for the cart as it is.

        Raises:
            CustomerGoneError: this database does not know the customer.
            PromoInvalidError: it does not apply.
        """
        return await self._database.read(_quote_promo, customer_id, code, self._now())

    async def prefill(self, customer_id: CustomerId) -> Prefill:
        """What the form can be filled with beforehand."""
        return await self._database.read(_prefill, customer_id)

    def _begin(
        self, conn: Connection, customer_id: CustomerId, form: CheckoutForm, request: RequestKey | None, token: str
    ) -> _Begun:
        """Place the order, or find the one that an earlier request with this key placed."""
        moment = self._clock.now()
        now = int(moment.timestamp())
        earlier = store.idempotency.find_request(conn, request, now) if request else None
        if earlier is not None:
            placed = PlacedOrder.of(store.orders.get_order(conn, earlier.order_id))
            return _Begun(placed, _decode(earlier.answer) if earlier.answer else None, earlier)
        placed = place_from_cart(conn, customer_id, form, self._cache.snapshot_in(conn), token, moment)
        answer = None if placed.needs_invoice else _result(placed, None, is_card_unavailable=False)
        if request:
            store.idempotency.keep_request(conn, request, placed.id, _encode(answer) if answer else None, now)
        return _Begun(placed, answer, None)

    async def _wait_for_answer(self, request: RequestKey, earlier: KeptRequest) -> CheckoutResult | None:
        """The answer of the request that made the order; None when that request must have died."""
        answer = earlier.answer
        while answer is None and self._now() < earlier.created_at + FINISH_WITHIN:
            await asyncio.sleep(LOOK_AGAIN_AFTER)
            kept = await self._database.read(store.idempotency.find_request, request, self._now())
            answer = kept.answer if kept else None
        return _decode(answer) if answer else None

    def _now(self) -> int:
        return int(self._clock.now().timestamp())


def _result(placed: PlacedOrder, pay_url: str | None, *, is_card_unavailable: bool) -> CheckoutResult:
    return CheckoutResult(
        placed.id,
        placed.number,
        placed.total,
        placed.payment_method,
        pay_url,
        is_card_unavailable,
        placed.track_path,
        placed.locale,
    )


def _encode(result: CheckoutResult) -> str:
    return orjson.dumps(result).decode()


def _decode(answer: str) -> CheckoutResult:
    values = orjson.loads(answer)
    values["payment_method"] = PaymentMethod(values["payment_method"])
    values["locale"] = Locale(values["locale"])
    return CheckoutResult(**values)


def _quote_promo(conn: Connection, customer_id: CustomerId, code: str | None, now: int) -> PromoQuote:
    cart = store.carts.get_cart(conn, customer_id, now)
    if code is None:
        raise PromoInvalidError(PromoRefusal.BLANK)
    promo = check_promo(
        store.promo.find_promo(conn, code),
        items_total=cart.items_total,
        has_earlier_order=store.orders.has_uncancelled_order(conn, customer_id),
        now=now,
    )
    return PromoQuote(promo.code, promo.discount_percent, percent_of(cart.items_total, promo.discount_percent))


def _prefill(conn: Connection, customer_id: CustomerId) -> Prefill:
    store.customers.get_locale(conn, customer_id)  # raises CustomerGoneError
    return Prefill(
        store.orders.find_latest_order_of(conn, customer_id),
        store.orders.find_latest_order_of(conn, customer_id, OrderType.DELIVERY),
    )
