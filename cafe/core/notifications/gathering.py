"""One message instead of many cards: when more new orders come than the staff chat can show, it says how many wait.

The cards are still sent as the rate limit allows, and the message is edited until none is left.
"""

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.meta import take_turn
from cafe.core.notifications import digests
from cafe.core.notifications.digests import Digest
from cafe.core.notifications.messages import MessageKind, StaffOrdersGathered
from cafe.core.notifications.model import Backlog
from cafe.core.outbox.model import Priority
from cafe.core.outbox.store import is_queued, queue_to_staff

FEW = 5
CHANGE_SECONDS = 10
"""The shortest time between two edits of the message."""
QUIET_SECONDS = 300
"""So long after the last edit the message is finished, if only cancellations are left to count."""

KIND = MessageKind.STAFF_ORDERS_GATHERED


def shown(backlog: Backlog, now: int) -> str:
    """Return a key of the message's content, to notice when it changes."""
    return f"{backlog.waiting} {waiting_minutes(backlog, now)} {backlog.cancelled}"


def waiting_minutes(backlog: Backlog, now: int) -> int:
    """Return how long the oldest card has waited, in minutes."""
    return 0 if backlog.oldest_at is None else max(0, now - backlog.oldest_at) // 60


def is_over(backlog: Backlog, digest: Digest, now: int) -> bool:
    """Whether the message is finished."""
    return backlog.waiting == 0 and (backlog.cancelled == 0 or now - digest.changed_at >= QUIET_SECONDS)


class Gathering:
    """Watches the backlog of cards."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def gather(self) -> bool:
        """Queue the message or an edit of it if needed; always False, as nothing is left to do at once."""
        now = unix_now(self._clock)
        if await self._database.read(_needs, now):
            await self._database.write(_gather, now)
        return False


def _needs(conn: Connection, now: int) -> bool:
    return digests.count_unseen_cancellations(conn) > FEW or _has_news(conn, now)


def _has_news(conn: Connection, now: int) -> bool:
    backlog, digest = digests.read_backlog(conn), digests.find_digest(conn, KIND)
    if is_queued(conn, KIND):
        return False
    if digest.message_id is None:
        return backlog.waiting > FEW or backlog.cancelled > 0
    is_other = digest.shown != shown(backlog, now) and now - digest.changed_at >= CHANGE_SECONDS
    return is_other or is_over(backlog, digest, now)


def _gather(conn: Connection, now: int) -> None:
    take_turn(conn, "gathering")
    if digests.count_unseen_cancellations(conn) > FEW:
        digests.gather_cancellations(conn, now)
    if _has_news(conn, now):
        is_standing = digests.find_digest(conn, KIND).message_id is not None
        priority = Priority.EDIT if is_standing else Priority.LAST
        queue_to_staff(conn, StaffOrdersGathered(), now, priority=priority)
