"""Notes, when the first process begins, that none has served for a while."""

from datetime import UTC, datetime

from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.database import Connection
from cafe.core.kernel.facts import Recorder
from cafe.core.upkeep.outages.facts import ServiceReturned
from cafe.core.upkeep.outages.rules import was_missed

DUE = """
SELECT sequence_number FROM orders
WHERE status NOT IN ('completed', 'cancelled') AND due_at >= :since AND due_at < :until ORDER BY due_at, id
"""


def note_return(conn: Connection, record: Recorder, since: int, now: int) -> None:
    """Record an outage that somebody may have noticed; moments in Unix seconds."""
    if was_missed(get_settings(conn), datetime.fromtimestamp(since, UTC), datetime.fromtimestamp(now, UTC)):
        rows = conn.all(DUE, {"since": since, "until": now})
        due = tuple(int(row["sequence_number"]) for row in rows)
        record(conn, ServiceReturned(at=now, since=since, due=due))
