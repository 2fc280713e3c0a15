"""What couriers do: shifts, and their deliveries from taking to handing over. The database decides who was first."""

from cafe.core.catalogue.settings.model import CODE_PROOF, NO_PROOF, PHOTO_PROOF
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.catalogue.zones.model import Pin
from cafe.core.delivery.couriers import store
from cafe.core.delivery.couriers.model import (
    MOST_WRONG_CODES,
    Courier,
    CourierError,
    CourierProblem,
    Delivery,
    DeliveryChanged,
    DeliverySeenLate,
    DeliveryStep,
    HandOverPhotographed,
    Outcome,
    OwnDeliveries,
    Proof,
    ShiftBegun,
    ShiftEnded,
)
from cafe.core.kernel.clock import Clock, Tokens, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import OrderId, StaffId
from cafe.core.kernel.secrets import digits_of
from cafe.core.money.payments.counter import complete_order
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.model import DeliveryState, Order, OrderStatus, OrderType
from cafe.core.ordering.orders.rules import next_step
from cafe.core.ordering.orders.staff_service import advance_order, lock_any_order
from cafe.core.people.staff.model import StaffMember

MOST_FREE = 20
CODE_DIGITS = 4
"""Of the code that a guest reads out."""
OFFERED = frozenset({OrderStatus.CONFIRMED, OrderStatus.COOKING, OrderStatus.READY})
"""The statuses in which a delivery may be taken."""
ASSIGNABLE = OFFERED | {OrderStatus.COURIER}
AT_GUEST = frozenset({DeliveryState.ON_WAY, DeliveryState.AT_DOOR, DeliveryState.NOBODY})


class CourierService:
    """All methods raise CourierError if an act is not possible, and `NotFoundError` for an unknown order."""

    def __init__(self, database: Database, clock: Clock, tokens: Tokens, record: Recorder) -> None:
        self._database = database
        self._clock = clock
        self._tokens = tokens
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
        code = digits_of(self._tokens.new())[:CODE_DIGITS]
        return await self._database.write(_take, self._record, order_id, member, code, unix_now(self._clock))

    async def assign(self, order_id: int, staff_id: int | None, actor: str) -> Order:
        """Give a delivery to somebody on shift, or to nobody, whoever has it now."""
        code, now = digits_of(self._tokens.new())[:CODE_DIGITS], unix_now(self._clock)
        return await self._database.write(_assign, self._record, order_id, staff_id, actor, code, now)

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

    async def note_place(self, member: StaffMember, pin: Pin) -> bool:
        """Store where a courier is who shares it; False if they have nothing taken out, so that nobody is to know."""
        return await self._database.write(_note_place, member.id, pin, unix_now(self._clock))

    async def bring_back(self, order_id: int, member: StaffMember) -> Order:
        """Bring an order back to the cafe that nobody took."""
        return await self._database.write(_bring_back, self._record, order_id, member, unix_now(self._clock))

    async def hand_over(
        self, order_id: int, member: StaffMember, payment: CounterPayment | None, proof: Proof | None = None
    ) -> Order:
        """Hand an order over; what is to collect was paid so, None: the courier saw that there is nothing.

        Where the cafe asks for a proof, `None` for it is refused, and a missing one told to the staff.

        Raises:
            AlreadyPaidError: see `CounterService.complete`.
        """
        now = unix_now(self._clock)
        done = await self._database.write(_hand_over, self._record, order_id, member, payment, proof, now)
        if isinstance(done, CourierProblem):
            raise CourierError(done)
        return done


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


def _take(conn: Connection, record: Recorder, order_id: int, member: StaffMember, code: str, now: int) -> Order:
    order = lock_any_order(conn, order_id)
    courier = store.find_courier(conn, member.id)
    if courier is None or not store.is_on_shift(conn, member.id):
        raise CourierError(CourierProblem.OFF_SHIFT)
    if order.order_type is not OrderType.DELIVERY or order.status not in OFFERED:
        raise CourierError(CourierProblem.NOT_OFFERED)
    current = store.find_delivery(conn, order.id)
    if current is not None or not store.add_delivery(conn, order.id, courier, "", code, now):
        raise CourierError(CourierProblem.TAKEN, current.name if current else "")
    return _note(conn, record, order.id, DeliveryStep.TAKEN, courier.id, courier.name, member.name, now)


def _assign(
    conn: Connection, record: Recorder, order_id: int, staff_id: int | None, actor: str, code: str, now: int
) -> Order:
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
    store.add_delivery(conn, order.id, courier, actor, code, now)
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


def _note_place(conn: Connection, staff_id: StaffId, pin: Pin, now: int) -> bool:
    is_away = store.is_away(conn, staff_id)
    if is_away:
        store.save_point(conn, staff_id, str(pin), now)
    return is_away


def _bring_back(conn: Connection, record: Recorder, order_id: int, member: StaffMember, now: int) -> Order:
    order, delivery = _own(conn, order_id, member)
    if delivery.state is not DeliveryState.NOBODY:
        raise CourierError(CourierProblem.OUTDATED)
    return _end(conn, record, order, delivery, Outcome.RETURNED, member.name, now)


def _hand_over(
    conn: Connection,
    record: Recorder,
    order_id: int,
    member: StaffMember,
    payment: CounterPayment | None,
    proof: Proof | None,
    now: int,
) -> Order | CourierProblem:
    """Hand an order over, or return why not: a wrong code is counted."""
    order, delivery = _own(conn, order_id, member)
    if delivery.state not in AT_GUEST or order.status is not OrderStatus.COURIER:
        raise CourierError(CourierProblem.OUTDATED)
    if payment is None and order.is_payment_asked:
        raise CourierError(CourierProblem.OUTDATED)  # its payment went back meanwhile: nobody has collected anything
    if get_settings(conn).handover_proof == NO_PROOF:
        proof = None  # it was asked for before the owner changed their mind
    if problem := _check_proof(conn, order.id, proof):
        return problem
    if payment is not None:
        complete_order(conn, record, order.id, order.status, payment, member.name, now)
    else:
        advance_order(conn, record, order.id, order.status, OrderStatus.COMPLETED, member.name, now)
    if proof is not None and proof.photo:
        record(conn, HandOverPhotographed(at=now, order=order, name=member.name, photo=proof.photo))
    elif proof is not None and proof.is_missing:
        return _note(conn, record, order.id, DeliveryStep.UNPROVEN, member.id, member.name, member.name, now)
    return orders.get_order(conn, order.id)


def _check_proof(conn: Connection, order_id: OrderId, proof: Proof | None) -> CourierProblem | None:
    """Check and store what the cafe asks for; return what is wrong with it."""
    wanted = get_settings(conn).handover_proof
    code, wrong = store.find_code(conn, order_id)
    if wanted == NO_PROOF or (wanted == CODE_PROOF and not code):
        return None
    if proof is None:
        return CourierProblem.NEEDS_CODE if wanted == CODE_PROOF else CourierProblem.NEEDS_PHOTO
    if wanted == CODE_PROOF and proof.code:
        if wrong >= MOST_WRONG_CODES:
            return CourierProblem.CODE_LOCKED
        if proof.code != code:
            store.note_wrong_code(conn, order_id)
            return CourierProblem.WRONG_CODE
    kind = "missing" if proof.is_missing else CODE_PROOF if proof.code else PHOTO_PROOF
    if kind not in {wanted, "missing"}:
        return CourierProblem.NEEDS_CODE if wanted == CODE_PROOF else CourierProblem.NEEDS_PHOTO
    store.note_proof(conn, order_id, kind)
    return None


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
