"""Checkout: placing an order exactly once per idempotency key, promo quotes and prefilled forms."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime
from weakref import WeakValueDictionary

import orjson

from cafe.core.catalogue.promo import store as promos
from cafe.core.catalogue.snapshot.cache import Offer, SnapshotCache
from cafe.core.catalogue.stock.rules import portions_of
from cafe.core.kernel.clock import Clock, Tokens, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import CustomerId, OrderId
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.runs import RunId
from cafe.core.money.payments.service import PaymentService
from cafe.core.ordering.cart import store as carts
from cafe.core.ordering.checkout import idempotency
from cafe.core.ordering.checkout.checks import CHECKS
from cafe.core.ordering.checkout.context import lock_limits, read_context
from cafe.core.ordering.checkout.errors import PromoInvalidError, PromoRefusal
from cafe.core.ordering.checkout.form import CheckoutForm
from cafe.core.ordering.checkout.idempotency import RequestKey, StoredRequest
from cafe.core.ordering.checkout.lines import read_lines
from cafe.core.ordering.checkout.place import NewOrder, PlacedOrder, place
from cafe.core.ordering.checkout.pricing import percent_of
from cafe.core.ordering.checkout.promo import PromoAttempts, check_promo
from cafe.core.ordering.checkout.timing import serving_time
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.counts import Counts
from cafe.core.ordering.orders.model import Order, OrderType, PaymentMethod

POLL_INTERVAL = 0.1
"""Seconds between checks of a request handled by another process."""


@dataclass(frozen=True, slots=True)
class CheckoutResult:
    """The response of a checkout route (specification, CheckoutResult). `total` in whole UAH."""

    order_id: OrderId
    order_number: str
    total: int
    payment_method: PaymentMethod
    pay_url: str | None
    is_card_unavailable: bool
    track_url: str | None
    locale: Locale
    app_url: str | None = None
    """Opens the payment in the bank's app, while `pay_url` is the page returned first."""


@dataclass(frozen=True, slots=True)
class Prefill:
    """The orders to prefill the form from."""

    latest: Order | None
    latest_delivery: Order | None


@dataclass(frozen=True, slots=True)
class PromoQuote:
    """The discount of a promo code on the cart; `discount_amount` in whole UAH."""

    code: str
    discount_percent: int
    discount_amount: int


@dataclass(frozen=True, slots=True)
class _Attempt:
    """The order of a request; `result` is None if it still needs an invoice."""

    placed: PlacedOrder
    result: CheckoutResult | None
    earlier: StoredRequest | None


class CheckoutService:
    """Places orders (specification, Checkout)."""

    def __init__(
        self,
        database: Database,
        cache: SnapshotCache,
        payments: PaymentService,
        clock: Clock,
        tokens: Tokens,
        record: Recorder,
        run_id: RunId,
        counts: Counts,
    ) -> None:
        self._database = database
        self._cache = cache
        self._payments = payments
        self._clock = clock
        self._tokens = tokens
        self._record = record
        self._run_id = run_id
        self._counts = counts
        self._promo_attempts = PromoAttempts(database, clock)
        self._locks = WeakValueDictionary[RequestKey, asyncio.Lock]()
        """For requests in this process: a repeated one waits until the first has its answer or has failed."""

    async def place_order(self, customer_id: CustomerId, form: CheckoutForm, key: str | None = None) -> CheckoutResult:
        """Place the cart as an order and, for card payment, create an invoice.

        A repeated request with the same `key` returns the first result and creates no second order.

        Raises:
            OrderRefusedError: the order cannot be placed; nothing is changed.
            TooManyAttemptsError: too many promo codes failed within a minute; nothing is changed.
        """
        if not key:
            return await self._place_order(customer_id, form, None)
        request = RequestKey(customer_id, form.order_type.value, key)
        lock = self._locks.setdefault(request, asyncio.Lock())
        async with lock:
            return await self._place_order(customer_id, form, request)

    async def _place_order(
        self, customer_id: CustomerId, form: CheckoutForm, request: RequestKey | None
    ) -> CheckoutResult:
        limit = self._attempts_limit if form.promo_code else 0
        if limit and request and await self._has_order(request):
            limit = 0  # a repeated request tries no code: it returns the order that used it
        async with self._promo_attempts.counted(customer_id, limit):
            attempt = await self._database.write(self._place_once, customer_id, form, request, self._tokens.new())
        if attempt.earlier is None:
            self._counts.orders[form.order_type.value, attempt.placed.payment_method.value] += 1
        if form.promo_code:
            await self._cache.refresh_if_changed()  # the code may have been used up
        if attempt.result is not None:
            return await self._with_current_page(attempt.result) if attempt.earlier else attempt.result
        if request and attempt.earlier:
            earlier_result = await self._wait_for_result(request, attempt.earlier)
            if earlier_result is not None:
                return await self._with_current_page(earlier_result)
        opened = await self._payments.open_invoice(attempt.placed.id)
        result = _result(attempt.placed, opened.page_url, is_card_unavailable=opened.is_unavailable)
        result = replace(result, app_url=opened.app_url)
        if request:
            return _decode(await self._database.write(idempotency.store_answer, request, _encode(result)))
        return result

    async def _has_order(self, request: RequestKey) -> bool:
        """Whether an earlier request with this key has placed its order."""
        now = unix_now(self._clock)
        return await self._database.read(idempotency.find_request, request, now) is not None

    async def _with_current_page(self, result: CheckoutResult) -> CheckoutResult:
        """Return an earlier result with its page while that is payable, then with the newest payable one, if any."""
        if result.pay_url is None:
            return result
        pay_url = await self._payments.find_page_url(result.order_id, result.pay_url)
        return replace(result, pay_url=pay_url, app_url=result.app_url if pay_url == result.pay_url else None)

    async def find_placed(self, customer_id: CustomerId, key: str) -> Order | None:
        """Return the order placed by a request with this key; None if there is none."""
        return await self._database.read(_find_placed, customer_id, key, unix_now(self._clock))

    async def quote_promo(self, customer_id: CustomerId, code: str | None) -> PromoQuote:
        """Return the discount of a promo code on the current cart.

        Raises:
            PromoInvalidError: the code does not apply.
            TooManyAttemptsError: too many codes failed within a minute.
        """
        async with self._promo_attempts.counted(customer_id, self._attempts_limit):
            return await self._database.read(_quote_promo, customer_id, code, self._offer(self._clock.now()))

    async def prefill(self, customer_id: CustomerId) -> Prefill:
        """Return the orders to prefill the form from."""
        return await self._database.read(_prefill, customer_id)

    def _offer(self, moment: datetime) -> Offer:
        return Offer(int(moment.timestamp()), self._cache)

    @property
    def _attempts_limit(self) -> int:
        return self._cache.current.settings.promo_attempts_per_minute

    def _place_once(
        self, conn: Connection, customer_id: CustomerId, form: CheckoutForm, request: RequestKey | None, token: str
    ) -> _Attempt:
        """Place the order, or find the one placed by an earlier request with this key."""
        moment = self._clock.now()
        now = int(moment.timestamp())
        conn.lock("customers", customer_id)  # a repeated request waits, and finds the result of this one
        earlier = idempotency.find_request(conn, request, now) if request else None
        if earlier is not None:
            placed = PlacedOrder.of(orders.get_order(conn, earlier.order_id))
            return _Attempt(placed, _decode(earlier.answer) if earlier.answer else None, earlier)
        if request:
            idempotency.drop_if_expired(conn, request, now)
        placed = place(conn, self._record, self._take_cart(conn, customer_id, form, token, moment))
        result = None if placed.needs_invoice else _result(placed, None, is_card_unavailable=False)
        if request:
            answer = _encode(result) if result else None
            idempotency.store_request(conn, request, placed.id, answer, self._run_id, now)
        return _Attempt(placed, result, None)

    def _take_cart(
        self, conn: Connection, customer_id: CustomerId, form: CheckoutForm, token: str, moment: datetime
    ) -> NewOrder:
        """Empty the customer's cart and build a new order from it."""
        cart = carts.take_cart(conn, customer_id)
        snapshot = self._cache.snapshot_in(conn, {line.key.product_id for line in cart.lines}, cart.catalogue_version)
        served_at = serving_time(form, snapshot.settings, moment)
        lines, goods = read_lines(conn, snapshot, cart.lines, int(moment.timestamp()), served_at)
        lock_limits(conn, snapshot, form)
        context = read_context(conn, snapshot, customer_id, form, goods, moment)
        is_for_staff_chat = customer_id > 0 or snapshot.settings.staff_chat_guest_orders
        portions = portions_of(lines, snapshot.recipes, snapshot.option_recipes)
        checks = CHECKS[form.order_type]
        return NewOrder(
            context=context,
            lines=lines,
            portions=portions,
            locale=cart.locale,
            token=token,
            is_for_staff_chat=is_for_staff_chat,
            checks=checks,
            order_id=cart.order_id,
            delivery_tax=snapshot.first_tax if form.order_type is OrderType.DELIVERY else None,
        )

    async def _wait_for_result(self, request: RequestKey, earlier: StoredRequest) -> CheckoutResult | None:
        """Wait for the result of the request that created the order; None if it is dead and this one takes over.

        A request of this process is dead, since this one has waited for it.
        """
        stored: StoredRequest | None = earlier
        while stored is not None and stored.answer is None:
            now = unix_now(self._clock)
            is_dead = stored.run_id == self._run_id or not await self._database.read(idempotency.is_alive, stored, now)
            if is_dead and await self._database.write(idempotency.take_over, request, stored, self._run_id, now):
                return None
            if not is_dead:
                await self._clock.sleep(POLL_INTERVAL)
            stored = await self._database.read(idempotency.find_request, request, now)
        return _decode(stored.answer) if stored is not None and stored.answer is not None else None


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


def _find_placed(conn: Connection, customer_id: CustomerId, key: str, now: int) -> Order | None:
    order_id = idempotency.find_order_of_key(conn, customer_id, key, now)
    return None if order_id is None else orders.find_order(conn, order_id)


def _quote_promo(conn: Connection, customer_id: CustomerId, code: str | None, offer: Offer) -> PromoQuote:
    cart = carts.get_cart(conn, customer_id, offer)
    if code is None:
        raise PromoInvalidError(PromoRefusal.BLANK)
    promo = check_promo(
        promos.find_promo(conn, code),
        items_total=cart.items_total,
        has_earlier_order=orders.has_uncancelled_order(conn, customer_id),
        now=offer.now,
    )
    return PromoQuote(promo.code, promo.discount_percent, percent_of(cart.items_total, promo.discount_percent))


def _prefill(conn: Connection, customer_id: CustomerId) -> Prefill:
    return Prefill(
        orders.find_latest_order_of(conn, customer_id),
        orders.find_latest_order_of(conn, customer_id, OrderType.DELIVERY),
    )
