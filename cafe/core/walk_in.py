"""Orders that the staff enter for a guest at the counter (customer id -1)."""

from collections.abc import Mapping
from datetime import datetime

from cafe.core import store
from cafe.core.checks import WALK_IN_CHECKS
from cafe.core.forms import CheckoutForm
from cafe.core.notifications import Kind
from cafe.core.placing import PlacedOrder, orderable_lines, place
from cafe.core.ports import Clock, Connection, Database, Tokens
from cafe.core.snapshot import SnapshotCache
from cafe.core.staff_orders import confirm
from cafe.core.store.idempotency import RequestKey
from cafe.core.values import WALK_IN, Locale, OrderType, PaymentMethod, ProductId

ROUTE = "walk-in"


class WalkInService:
    """Places orders for guests who stand at the counter."""

    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock, tokens: Tokens) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._tokens = tokens

    async def place_order(
        self, lines: Mapping[ProductId, int], order_type: OrderType, method: PaymentMethod, actor: str, key: str
    ) -> PlacedOrder:
        """Place an order, taken already by whoever enters it; paid when it is paid by card at the counter.

        A repeat with the same `key` gets the same order. A pause or closed doors do not stop the counter.

        Raises:
            CartEmptyError: nothing of it can be ordered now.
        """
        form = CheckoutForm(order_type, name="Гість", phone="", payment_method=method.value)
        return await self._database.write(self._place, lines, form, actor, key, self._tokens.new(), self._clock.now())

    def _place(
        self,
        conn: Connection,
        lines: Mapping[ProductId, int],
        form: CheckoutForm,
        actor: str,
        key: str,
        token: str,
        moment: datetime,
    ) -> PlacedOrder:
        now = int(moment.timestamp())
        request = RequestKey(WALK_IN, ROUTE, key)
        earlier = store.idempotency.find_request(conn, request, now)
        if earlier is not None:
            return PlacedOrder.of(store.orders.get_order(conn, earlier.order_id))
        snapshot = self._cache.snapshot_in(conn)
        wanted = orderable_lines(conn, list(lines.items()), now)
        placed = place(conn, WALK_IN, Locale.UK, form, wanted, snapshot, token, moment, WALK_IN_CHECKS)
        store.idempotency.keep_request(conn, request, placed.id, "walk-in", now)
        if form.method is PaymentMethod.CARD and store.orders.claim_payment(conn, placed.id):
            store.orders.add_event(conn, placed.id, "paid", actor, now)
        if not snapshot.settings.staff_chat_guest_orders:  # placing told the staff chat otherwise
            store.outbox.queue_to_staff(conn, Kind.STAFF_ORDER_CREATED, now, placed.id)
        confirm(conn, placed.id, actor, now)
        return placed
