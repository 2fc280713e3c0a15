"""What couriers do: shifts, and their deliveries from taking to handing over. The database decides who was first."""

from cafe.core.delivery.couriers import store
from cafe.core.delivery.couriers.model import (
    Courier,
    CourierError,
    CourierProblem,
    Delivery,
    DeliveryChanged,
    DeliverySeenLate,
    DeliveryStep,
    Outcome,
    OwnDeliveries,
    ShiftBegun,
    ShiftEnded,
)
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import OrderId, StaffId
from cafe.core.money.payments.counter import complete_order
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.model import DeliveryState, Order, OrderStatus, OrderType
from cafe.core.ordering.orders.rules import next_step
from cafe.core.ordering.orders.staff_service import advance_order, lock_any_order
from cafe.core.people.staff.model import StaffMember

MOST_FREE = 20
OFFERED = frozenset({OrderStatus.CONFIRMED, OrderStatus.COOKING, OrderStatus.READY})
"""The statuses in which a delivery may be taken."""
ASSIGNABLE = OFFERED | {OrderStatus.COURIER}
AT_GUEST = frozenset({DeliveryState.ON_WAY, DeliveryState.AT_DOOR, DeliveryState.NOBODY})


class CourierService:
    """All methods raise CourierError if an act is not possible, and `NotFoundError` for an unknown order."""

    def __init__(self, database: Database, clock: Clock, record: Recorder) -> None:
        self._database = database
        self._clock = clock
        self._record = record

    async def list_on_shift(self) -> list[Courier]:
        """List who is on shift, who carries least first."""
        return await self._database.read(store.list_on_shift)

    async def begin_shift(self, member: StaffMember) -> OwnDeliveries:
        """Begin a person's shift, unless they are on one, and return what there is to bring."""
        return await self._database.write(_begin_shift, self._record, member.id, unix_now(self._clock))

    async def end_shift(self, member: StaffMember) -> ShiftEnded | None:
        """End a person's shift: what they have not taken out is free again. None if they were not on one."""
        return await self._database.write(_end_shift, self._record, member, unix_now(self._clock))

    async def show_deliveries(self, member: StaffMember) -> OwnDeliveries:
        """Return a courier's deliveries and the free ones, whose messages come anew in their chat."""
        return await self._database.write(_show_deliveries, self._record, member.id, unix_now(self._clock))

    async def redraw(self, order_id: int, member: StaffMember) -> None:
        """Update the message of an order in a courier's chat."""
        await self._database.write(_redraw, self._record, order_id, member.id, unix_now(self._clock))

    async def list_deliveries(self, member: StaffMember) -> OwnDeliveries:
        return await self._database.read(_list_deliveries, member.id)

    async def take(self, order_id: int, member: StaffMember) -> Order:
        """Take a free delivery."""
        return await self._database.write(_take, self._record, order_id, member, unix_now(self._clock))

    async def assign(self, order_id: int, staff_id: int | None, actor: str) -> Order:
        """Give a delivery to somebody on shift, or to nobody, whoever has it now."""
        return await self._database.write(_assign, self._record, order_id, staff_id, actor, unix_now(self._clock))

    async def give_back(self, order_id: int, member: StaffMember) -> Order:
        """Return a delivery that was not taken out yet."""
        return await self._database.write(_give_back, self._record, order_id, member, unix_now(self._clock))

    async def leave(self, order_id: int, member: StaffMember) -> Order:
        """Set out with an order, which the kitchen need not have marked as ready."""
        return await self._database.write(_leave, self._record, order_id, member, unix_now(self._clock))

    async def arrive(self, order_id: int, member: StaffMember) -> Order:
        """Be at the guest's door: the guest is told."""
        return await self._database.write(
            _move, self._record, order_id, member, DeliveryState.AT_DOOR, unix_now(self._clock)
        )

    async def find_nobody(self, order_id: int, member: StaffMember) -> Order:
        """Find nobody at the door: the staff are told."""
        return await self._database.write(
            _move, self._record, order_id, member, DeliveryState.NOBODY, unix_now(self._clock)
        )

    async def bring_back(self, order_id: int, member: StaffMember) -> Order:
        """Bring an order back to the cafe that nobody took."""
        return await self._database.write(_bring_back, self._record, order_id, member, unix_now(self._clock))

    async def hand_over(self, order_id: int, member: StaffMember, payment: CounterPayment | None) -> Order:
        """Hand an order over; what is to collect was paid so, None: the courier saw that there is nothing.

        Raises:
            AlreadyPaidError: see `CounterService.complete`.
        """
        return await self._database.write(_hand_over, self._record, order_id, member, payment, unix_now(self._clock))


def _begin_shift(conn: Connection, record: Recorder, staff_id: StaffId, now: int) -> OwnDeliveries:
    if not store.begin_shift(conn, staff_id, now):
        return _list_deliveries(conn, staff_id)
    return _show_deliveries(conn, record, staff_id, now)


def _show_deliveries(conn: Connection, record: Recorder, staff_id: StaffId, now: int) -> OwnDeliveries:
    deliveries, courier = _list_deliveries(conn, staff_id), store.find_courier(conn, staff_id)
    if courier is not None:
        free = deliveries.free if deliveries.is_on_shift else ()
        record(conn, ShiftBegun(at=now, courier=courier, orders=(*deliveries.own, *free)))
    return deliveries


def _redraw(conn: Connection, record: Recorder, order_id: int, staff_id: StaffId, now: int) -> None:
    order, courier = orders.find_order(conn, order_id), store.find_courier(conn, staff_id)
    if order is not None and courier is not None:
        record(conn, DeliverySeenLate(at=now, courier=courier, order=order))


def _end_shift(conn: Connection, record: Recorder, member: StaffMember, now: int) -> ShiftEnded | None:
    given_back, carried = [], []
    for delivery in store.list_carried(conn, member.id):
        order = lock_any_order(conn, delivery.order_id)
        current = store.find_delivery(conn, order.id)
        if current is None or current.staff_id != member.id:
            continue  # it was given to somebody else meanwhile
        if current.state is DeliveryState.TAKEN:
            given_back.append(_end(conn, record, order, current, Outcome.GIVEN_BACK, member.name, now))
        else:
            carried.append(order)
    if not store.end_shift(conn, member.id, now):
        return None
    fact = ShiftEnded(at=now, name=member.name, given_back=tuple(given_back), carried=tuple(carried))
    record(conn, fact)
    return fact


def _list_deliveries(conn: Connection, staff_id: StaffId) -> OwnDeliveries:
    own = orders.list_orders(conn, [each.order_id for each in store.list_carried(conn, staff_id)])
    free = orders.list_orders(conn, store.list_free(conn, MOST_FREE))
    return OwnDeliveries(store.is_on_shift(conn, staff_id), tuple(sorted(own, key=_due)), tuple(sorted(free, key=_due)))


def _due(order: Order) -> tuple[int, int]:
    return order.ready_at or order.due_at or 0, order.id


def _take(conn: Connection, record: Recorder, order_id: int, member: StaffMember, now: int) -> Order:
    order = lock_any_order(conn, order_id)
    courier = store.find_courier(conn, member.id)
    if courier is None or not store.is_on_shift(conn, member.id):
        raise CourierError(CourierProblem.OFF_SHIFT)
    if order.order_type is not OrderType.DELIVERY or order.status not in OFFERED:
        raise CourierError(CourierProblem.NOT_OFFERED)
    current = store.find_delivery(conn, order.id)
    if current is not None or not store.add_delivery(conn, order.id, courier, "", now):
        raise CourierError(CourierProblem.TAKEN, current.name if current else "")
    return _note(conn, record, order.id, DeliveryStep.TAKEN, courier.id, courier.name, member.name, now)


def _assign(conn: Connection, record: Recorder, order_id: int, staff_id: int | None, actor: str, now: int) -> Order:
    order = lock_any_order(conn, order_id)
    if order.order_type is not OrderType.DELIVERY or order.status not in ASSIGNABLE:
        raise CourierError(CourierProblem.NOT_OFFERED)
    courier = None if staff_id is None else store.find_courier(conn, staff_id)
    if staff_id is not None and (courier is None or not store.is_on_shift(conn, courier.id)):
        raise CourierError(CourierProblem.UNKNOWN)
    current = store.find_delivery(conn, order.id)
    if current is not None and courier is not None and current.staff_id == courier.id:
        raise CourierError(CourierProblem.TAKEN, current.name)
    if current is not None:
        order = _end(conn, record, order, current, Outcome.REASSIGNED, actor, now)
    if courier is None:
        return order
    store.add_delivery(conn, order.id, courier, actor, now)
    if order.status is OrderStatus.COURIER:
        store.set_state(conn, order.id, DeliveryState.ON_WAY, now)
    return _note(conn, record, order.id, DeliveryStep.ASSIGNED, courier.id, courier.name, actor, now)


def _give_back(conn: Connection, record: Recorder, order_id: int, member: StaffMember, now: int) -> Order:
    order, delivery = _own(conn, order_id, member)
    if delivery.state is not DeliveryState.TAKEN:
        raise CourierError(CourierProblem.OUTDATED)
    return _end(conn, record, order, delivery, Outcome.GIVEN_BACK, member.name, now)


def _leave(conn: Connection, record: Recorder, order_id: int, member: StaffMember, now: int) -> Order:
    order, delivery = _own(conn, order_id, member)
    if delivery.state is not DeliveryState.TAKEN or order.status not in OFFERED:
        raise CourierError(CourierProblem.OUTDATED)
    store.set_state(conn, order.id, DeliveryState.ON_WAY, now)
    while order.status is not OrderStatus.COURIER:
        step = next_step(order.order_type, order.status)
        assert step is not None  # noqa: S101 - those before have one, for the type checker
        order = advance_order(conn, record, order.id, order.status, step, member.name, now)
    return _note(conn, record, order.id, DeliveryStep.LEFT, member.id, member.name, member.name, now)


STEPS = {DeliveryState.AT_DOOR: DeliveryStep.ARRIVED, DeliveryState.NOBODY: DeliveryStep.NOBODY}
BEFORE = {
    DeliveryState.AT_DOOR: {DeliveryState.ON_WAY, DeliveryState.NOBODY},
    DeliveryState.NOBODY: {DeliveryState.ON_WAY, DeliveryState.AT_DOOR},
}


def _move(
    conn: Connection, record: Recorder, order_id: int, member: StaffMember, state: DeliveryState, now: int
) -> Order:
    order, delivery = _own(conn, order_id, member)
    if delivery.state not in BEFORE[state] or order.status is not OrderStatus.COURIER:
        raise CourierError(CourierProblem.OUTDATED)
    store.set_state(conn, order.id, state, now)
    return _note(conn, record, order.id, STEPS[state], member.id, member.name, member.name, now)


def _bring_back(conn: Connection, record: Recorder, order_id: int, member: StaffMember, now: int) -> Order:
    order, delivery = _own(conn, order_id, member)
    if delivery.state is not DeliveryState.NOBODY:
        raise CourierError(CourierProblem.OUTDATED)
    return _end(conn, record, order, delivery, Outcome.RETURNED, member.name, now)


def _hand_over(
    conn: Connection, record: Recorder, order_id: int, member: StaffMember, payment: CounterPayment | None, now: int
) -> Order:
    order, delivery = _own(conn, order_id, member)
    if delivery.state not in AT_GUEST or order.status is not OrderStatus.COURIER:
        raise CourierError(CourierProblem.OUTDATED)
    if payment is None and order.is_payment_asked:
        raise CourierError(CourierProblem.OUTDATED)  # its payment went back meanwhile: nobody has collected anything
    if payment is not None:
        complete_order(conn, record, order.id, order.status, payment, member.name, now)
    else:
        advance_order(conn, record, order.id, order.status, OrderStatus.COMPLETED, member.name, now)
    return orders.get_order(conn, order.id)


def _own(conn: Connection, order_id: int, member: StaffMember) -> tuple[Order, Delivery]:
    """Lock an order, and return it with the delivery, which must be this courier's."""
    order = lock_any_order(conn, order_id)
    delivery = store.find_delivery(conn, order.id)
    if delivery is None or delivery.staff_id != member.id:
        raise CourierError(CourierProblem.NOT_THEIRS, delivery.name if delivery else "")
    return order, delivery


ENDINGS = {
    Outcome.GIVEN_BACK: DeliveryStep.GIVEN_BACK,
    Outcome.RETURNED: DeliveryStep.RETURNED,
    Outcome.REASSIGNED: DeliveryStep.GIVEN_BACK,
}


def _end(
    conn: Connection, record: Recorder, order: Order, delivery: Delivery, outcome: Outcome, actor: str, now: int
) -> Order:
    store.end_delivery(conn, order.id, outcome, now)
    return _note(conn, record, order.id, ENDINGS[outcome], delivery.staff_id, delivery.name, actor, now)


def _note(
    conn: Connection,
    record: Recorder,
    order_id: OrderId,
    step: DeliveryStep,
    courier: StaffId,
    name: str,
    actor: str,
    now: int,
) -> Order:
    """Record what was done, and return the order as it is now."""
    order = orders.get_order(conn, order_id)
    record(conn, DeliveryChanged(at=now, order=order, step=step, courier=courier, name=name, actor=actor))
    return order
