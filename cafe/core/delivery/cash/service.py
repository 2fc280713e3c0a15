"""Counting what couriers hand in, and deciding about differences. The database decides who was first."""

from cafe.core.delivery.cash import store
from cafe.core.delivery.cash.model import (
    CashDecided,
    CashError,
    CashHandedIn,
    CashKind,
    CashOverview,
    CashProblem,
    Decision,
    HandIn,
    Pocket,
)
from cafe.core.delivery.couriers.model import Courier
from cafe.core.delivery.couriers.store import find_courier, is_on_shift
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import StaffId

MOST_HAND_INS, MOST_MOVES = 30, 60


class CourierCashService:
    """All methods that change something raise CashError if that is not possible."""

    def __init__(self, database: Database, clock: Clock, record: Recorder) -> None:
        self._database = database
        self._clock = clock
        self._record = record

    async def list_pockets(self) -> list[Pocket]:
        """List who is on shift or carries something, by name. Who counts does not see how much."""
        return await self._database.read(store.list_pockets)

    async def get_in_hand(self, staff_id: StaffId) -> int:
        """Return what somebody carries, in whole UAH."""
        return await self._database.read(store.get_in_hand, staff_id)

    async def read(self) -> CashOverview:
        return await self._database.read(_read)

    async def hand_in(
        self, staff_id: int, counted: int, counted_by: str, receiver: StaffId | None, question: str | None = None
    ) -> HandIn:
        """Book what was counted of all that a courier carries; a difference is set aside until it is decided.

        `receiver` is who counted, None for somebody who is not known by an id; `question` is what a chat asked, which
        is answered once.
        """
        now = unix_now(self._clock)
        return await self._database.write(
            _hand_in, self._record, staff_id, counted, counted_by, receiver, question, now
        )

    async def decide(self, hand_in_id: int, decision: Decision, reason: str, actor: str) -> HandIn:
        """Decide what becomes of an open difference."""
        now = unix_now(self._clock)
        return await self._database.write(_decide, self._record, hand_in_id, decision, reason, actor, now)

    async def correct(self, staff_id: int, amount: int, reason: str, actor: str) -> None:
        """Add to what a courier carries, or take away from it (`amount` below 0), such as change given along."""
        await self._database.write(_correct, staff_id, amount, reason, actor, unix_now(self._clock))


def _read(conn: Connection) -> CashOverview:
    return CashOverview(
        tuple(store.list_pockets(conn)),
        tuple(store.list_hand_ins(conn, MOST_HAND_INS)),
        tuple(store.list_moves(conn, MOST_MOVES)),
    )


def _hand_in(
    conn: Connection,
    record: Recorder,
    staff_id: int,
    counted: int,
    counted_by: str,
    receiver: StaffId | None,
    question: str | None,
    now: int,
) -> HandIn:
    courier = _courier(conn, staff_id)
    if receiver == courier.id:
        raise CashError(CashProblem.OWN)
    expected = store.get_in_hand(conn, courier.id)
    hand_in = store.add_hand_in(conn, courier.id, counted, expected, counted_by, question, now)
    if hand_in is None:
        raise CashError(CashProblem.COUNTED)
    store.add_move(conn, courier.id, CashKind.HANDED_IN, -counted, counted_by, now, hand_in_id=hand_in.id)
    if hand_in.difference:
        store.add_move(
            conn, courier.id, CashKind.DIFFERENCE, hand_in.difference, counted_by, now, hand_in_id=hand_in.id
        )
    record(conn, CashHandedIn(at=now, courier=courier, hand_in=hand_in))
    return hand_in


def _decide(
    conn: Connection, record: Recorder, hand_in_id: int, decision: Decision, reason: str, actor: str, now: int
) -> HandIn:
    is_first = store.decide(conn, hand_in_id, decision, reason, actor, now)
    hand_in = store.find_hand_in(conn, hand_in_id)
    if not is_first or hand_in is None:
        raise CashError(CashProblem.DECIDED)
    if decision is Decision.OWED:
        store.add_move(
            conn,
            hand_in.staff_id,
            CashKind.CORRECTED,
            -hand_in.difference,
            actor,
            now,
            hand_in_id=hand_in.id,
            reason=reason,
        )
    courier = find_courier(conn, hand_in.staff_id)
    if courier is not None:
        record(conn, CashDecided(at=now, courier=courier, hand_in=hand_in))
    return hand_in


def _correct(conn: Connection, staff_id: int, amount: int, reason: str, actor: str, now: int) -> None:
    store.add_move(conn, _courier(conn, staff_id).id, CashKind.CORRECTED, amount, actor, now, reason=reason)


def _courier(conn: Connection, staff_id: int) -> Courier:
    """Lock somebody who is on shift or carries cash, so that what they carry stays as it is meanwhile."""
    conn.lock("staff", staff_id)
    courier = find_courier(conn, staff_id)
    if courier is None or not (is_on_shift(conn, courier.id) or store.get_in_hand(conn, courier.id)):
        raise CashError(CashProblem.UNKNOWN)
    return courier
