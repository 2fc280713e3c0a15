"""What a guest and the courier of their order write to each other, through the cafe: neither sees the other's chat."""

from cafe.core.delivery.couriers import store
from cafe.core.delivery.couriers.model import CourierError, CourierProblem, CourierWrote, GuestWrote
from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import CustomerId, OrderId
from cafe.core.kernel.lengths import NOTE
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.model import Order
from cafe.core.people.staff.model import StaffMember

MOST_WORDS = 20
"""Texts of one side about one order."""


class WordsService:
    """All methods raise CourierError if nobody brings the order, or the text is empty, too long, or one too many."""

    def __init__(self, database: Database, clock: Clock, record: Recorder) -> None:
        self._database = database
        self._clock = clock
        self._record = record

    async def write_as_guest(self, customer_id: CustomerId, order_id: int, text: object) -> None:
        """Send a guest's text to the courier of their order.

        Raises:
            NotFoundError: no such order, or not theirs.
        """
        cleaned = _read(text)
        await self._database.write(_as_guest, self._record, customer_id, order_id, cleaned, unix_now(self._clock))

    async def write_as_courier(self, order_id: int, member: StaffMember, text: object) -> Order:
        """Send a courier's text to the guest."""
        cleaned = _read(text)
        return await self._database.write(_as_courier, self._record, order_id, member, cleaned, unix_now(self._clock))


def _read(text: object) -> str:
    cleaned = clean_text(text) if isinstance(text, str) else None
    if not cleaned or len(cleaned) > NOTE:
        raise CourierError(CourierProblem.BAD_WORDS)
    return cleaned


def _as_guest(conn: Connection, record: Recorder, customer_id: CustomerId, order_id: int, text: str, now: int) -> None:
    conn.lock("orders", order_id)
    order = orders.get_order_of(conn, order_id, customer_id)
    delivery = store.find_delivery(conn, order.id)
    courier = None if delivery is None else store.find_courier(conn, delivery.staff_id)
    if courier is None or courier.chat_id is None:
        raise CourierError(CourierProblem.NO_COURIER)
    _add(conn, order.id, text, now, is_guests=True)
    record(conn, GuestWrote(at=now, order=order, courier=courier, text=text))


def _as_courier(conn: Connection, record: Recorder, order_id: int, member: StaffMember, text: str, now: int) -> Order:
    conn.lock("orders", order_id)
    order = orders.get_order(conn, OrderId(order_id))
    delivery = store.find_delivery(conn, order.id)
    if delivery is None or delivery.staff_id != member.id:
        raise CourierError(CourierProblem.NOT_THEIRS, delivery.name if delivery else "")
    _add(conn, order.id, text, now, is_guests=False)
    record(conn, CourierWrote(at=now, order=order, text=text))
    return order


def _add(conn: Connection, order_id: OrderId, text: str, now: int, *, is_guests: bool) -> None:
    if sum(each.is_guests is is_guests for each in store.list_words(conn, order_id)) >= MOST_WORDS:
        raise CourierError(CourierProblem.MANY_WORDS)
    store.add_words(conn, order_id, text, now, is_guests=is_guests)
