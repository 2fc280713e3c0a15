"""An order for one hryvnia, with which an owner tries out the bank and the receipts from end to end."""

from datetime import datetime

from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.kernel.clock import Clock, Tokens
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import WALK_IN
from cafe.core.kernel.locale import Locale, OwnText
from cafe.core.ordering.checkout.context import Goods, read_context
from cafe.core.ordering.checkout.form import CheckoutForm
from cafe.core.ordering.checkout.place import NewOrder, PlacedOrder, place
from cafe.core.ordering.orders.model import OrderLine, OrderType, PaymentMethod

PRICE = 1
"""UAH."""
NAME = OwnText("Перевірка оплати", "Payment test")


class TrialOrderService:
    def __init__(
        self, database: Database, cache: SnapshotCache, clock: Clock, tokens: Tokens, record: Recorder
    ) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._tokens = tokens
        self._record = record

    async def place(self, name: str) -> PlacedOrder:
        """Place the order, to be paid by card, in the name of whoever tries it; the kitchen has nothing to make."""
        return await self._database.write(self._place, name, self._tokens.new(), self._clock.now())

    def _place(self, conn: Connection, name: str, token: str, moment: datetime) -> PlacedOrder:
        form = CheckoutForm(OrderType.DINE_IN, name=name, phone="", payment_method=PaymentMethod.CARD.value)
        goods = Goods(PRICE, pieces=1, is_empty=False)
        context = read_context(conn, self._cache.snapshot_in(conn, ()), WALK_IN, form, goods, moment)
        line = OrderLine(None, NAME, quantity=1, price=PRICE)
        new = NewOrder(context, (line,), (None,), Locale.UK, token, is_for_staff_chat=False, checks=())
        return place(conn, self._record, new)
