"""Orders entered by the staff for guests at the counter (customer id -1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.catalogue.stock.rules import portions_of
from cafe.core.kernel.clock import Clock, Tokens
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import WALK_IN, OrderId
from cafe.core.kernel.locale import Locale
from cafe.core.money.payments.facts import CounterPayment, PaidAtCounter
from cafe.core.ordering.cart.model import WantedLine
from cafe.core.ordering.checkout import idempotency
from cafe.core.ordering.checkout.checks import WALK_IN_CHECKS, Check
from cafe.core.ordering.checkout.context import Goods, read_context
from cafe.core.ordering.checkout.form import CheckoutForm
from cafe.core.ordering.checkout.idempotency import RequestKey
from cafe.core.ordering.checkout.lines import read_lines
from cafe.core.ordering.checkout.place import NewOrder, PlacedOrder, place
from cafe.core.ordering.orders import payment_store
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.counts import Counts
from cafe.core.ordering.orders.facts import OrderMoved
from cafe.core.ordering.orders.model import OrderLine, OrderStatus, OrderType, PaymentMethod
from cafe.core.ordering.orders.staff_service import advance_order
from cafe.core.people.customers.model import GUEST_NAME

ROUTE = "walk-in"


@dataclass(frozen=True, slots=True)
class WalkIn:
    """An order as entered: lines, type, payment method and staff member.

    Repeated entries with the same `key` are one order.
    """

    lines: Sequence[WantedLine]
    order_type: OrderType
    payment_method: PaymentMethod
    actor: str
    key: str
    is_handed_out: bool
    """Whether the guest has it already."""


class WalkInService:
    """Places orders for guests at the counter."""

    def __init__(
        self, database: Database, cache: SnapshotCache, clock: Clock, tokens: Tokens, record: Recorder, counts: Counts
    ) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._tokens = tokens
        self._record = record
        self._counts = counts

    async def place_order(
        self,
        lines: Sequence[WantedLine],
        order_type: OrderType,
        method: PaymentMethod,
        actor: str,
        key: str,
        *,
        is_handed_out: bool = False,
    ) -> PlacedOrder:
        """Place an order that is paid and accepted at once, and also completed if `is_handed_out`.

        A repeated call with the same `key` returns the same order. Pauses and opening hours do not apply.

        Raises:
            CartEmptyError: none of the products can be ordered now.
            OptionsUnavailableError: a product is unavailable as chosen.
        """
        walk_in = WalkIn(lines, order_type, method, actor, key, is_handed_out)
        placed, is_new = await self._database.write(self._place, walk_in, self._tokens.new(), self._clock.now())
        if is_new:
            self._counts.orders[order_type.value, method.value] += 1
        return placed

    def _place(self, conn: Connection, walk_in: WalkIn, token: str, moment: datetime) -> tuple[PlacedOrder, bool]:
        """Place or find the order; return it, and whether it is new."""
        now = int(moment.timestamp())
        request = RequestKey(WALK_IN, ROUTE, walk_in.key)
        conn.lock("customers", WALK_IN)
        earlier = idempotency.find_request(conn, request, now)
        if earlier is not None:
            return PlacedOrder.of(orders.get_order(conn, earlier.order_id)), False
        idempotency.drop_if_expired(conn, request, now)
        snapshot = self._cache.snapshot_in(conn, {line.key.product_id for line in walk_in.lines})
        lines, goods = read_lines(conn, snapshot, walk_in.lines, now, None)
        form = CheckoutForm(walk_in.order_type, name=GUEST_NAME, phone="", payment_method=walk_in.payment_method.value)
        sale = CounterSale(form, lines, goods, walk_in.actor, walk_in.is_handed_out, WALK_IN_CHECKS)
        placed = sell(conn, self._record, snapshot, sale, token, moment)
        idempotency.store_request(conn, request, placed.id, "walk-in", None, now)
        return placed, True


@dataclass(frozen=True, slots=True)
class CounterSale:
    """What was sold at the counter: the form says how it is paid."""

    form: CheckoutForm
    lines: tuple[OrderLine, ...]
    goods: Goods
    actor: str
    is_handed_out: bool
    checks: tuple[Check, ...]


def sell(
    conn: Connection, record: Recorder, snapshot: Snapshot, sale: CounterSale, token: str, moment: datetime
) -> PlacedOrder:
    """Place an order that is paid and accepted at once, or completed, inside a transaction.

    Raises:
        OrderRefusedError: a check failed.
        MarksMissingError: it was handed out, and needs marks that nobody has scanned.
    """
    now = int(moment.timestamp())
    context = read_context(conn, snapshot, WALK_IN, sale.form, sale.goods, moment)
    portions = portions_of(sale.lines, snapshot.recipes, snapshot.option_recipes)
    new = NewOrder(context, sale.lines, portions, Locale.UK, token, is_for_staff_chat=True, checks=sale.checks)
    placed = place(conn, record, new)
    if payment_store.claim_payment(conn, placed.id):
        payment = CounterPayment.CASH if sale.form.method is PaymentMethod.CASH else CounterPayment.TERMINAL
        record(conn, PaidAtCounter(at=now, order_id=placed.id, actor=sale.actor, payment=payment))
    if sale.is_handed_out:
        _complete(conn, record, placed.id, sale.actor, now)
    else:
        advance_order(conn, record, placed.id, OrderStatus.NEW, OrderStatus.CONFIRMED, sale.actor, now)
    return placed


def _complete(conn: Connection, record: Recorder, order_id: OrderId, actor: str, now: int) -> None:
    """Complete an order that was just placed; its card in the staff chat is withdrawn before it is sent."""
    order = orders.get_order(conn, order_id)
    orders.move_order(conn, order_id, OrderStatus.NEW, OrderStatus.COMPLETED)
    record(conn, OrderMoved(at=now, order=order, to=OrderStatus.COMPLETED, actor=actor))
