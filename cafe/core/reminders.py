"""Brings an order up again in the staff chat while nobody has taken it."""

from cafe.core import store
from cafe.core.loops import repeat
from cafe.core.notifications import Kind
from cafe.core.ports import Clock, Connection, Database

GAP_SECONDS = 180
REMINDERS = 5
"""How often an order is brought up; the one after these says that it needs a person, and is the last."""
LOOK_SECONDS = 2.0


class Reminders:
    """The reminding loop."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def run(self) -> None:
        """Remind for ever."""
        await repeat(self._look, name="reminding the staff", seconds=LOOK_SECONDS)

    async def _look(self) -> bool:
        await self.remind()
        return False

    async def remind(self) -> int:
        """Queue the reminders that are due; how many."""
        now = int(self._clock.now().timestamp())
        if not await self._database.read(store.staff_cards.has_due_reminder, now, GAP_SECONDS, REMINDERS + 1):
            return 0
        return await self._database.write(_queue_reminders, now)


def _queue_reminders(conn: Connection, now: int) -> int:
    due = store.staff_cards.claim_reminders(conn, now, GAP_SECONDS, REMINDERS + 1)
    for order_id, count in due:
        kind = Kind.STAFF_ORDER_WAITING if count <= REMINDERS else Kind.STAFF_ORDER_FORGOTTEN
        store.outbox.queue_to_staff(conn, kind, now, order_id)
    return len(due)
