"""Recognising signed-in people by their token, and ending their sessions."""

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import StaffId
from cafe.core.kernel.secrets import hash_of
from cafe.core.people.staff import session_store
from cafe.core.people.staff.errors import SignedOutError
from cafe.core.people.staff.model import BEARER_SECONDS, COOKIE_SECONDS, LONGEST_BEARER_SECONDS, Session, SessionKind

SEEN_SECONDS = 60
"""Least interval between updates of a session's last use."""


class SessionService:
    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def identify(self, token: str | None, kind: SessionKind) -> Session:
        """Return the session of a token, and prolong it.

        Raises:
            SignedOutError: there is none, or it has ended.
        """
        now = unix_now(self._clock)
        if not token:
            raise SignedOutError
        found = await self._database.read(session_store.find_session, hash_of(token), kind, now)
        if found is None:
            raise SignedOutError
        if now - found.seen_at >= SEEN_SECONDS:
            expires_at = expiry(kind, found.created_at, now)
            await self._database.write_relaxed(session_store.mark_seen, found.id, now, expires_at)
        return found

    async def list_all(self) -> list[Session]:
        """List everybody's sessions, the newest first."""
        return await self._database.read(session_store.list_sessions, unix_now(self._clock))

    async def end(self, session_id: int, of: StaffId | None = None) -> None:
        """End a session at once; with `of` only if it is that person's.

        Raises:
            NotFoundError: there is no such session.
        """
        await self._database.write(_end, session_id, of)


def expiry(kind: SessionKind, created_at: int, now: int) -> int:
    """Return the new end of a session that is used now."""
    if kind is SessionKind.COOKIE:
        return now + COOKIE_SECONDS
    return min(now + BEARER_SECONDS, created_at + LONGEST_BEARER_SECONDS)


def _end(conn: Connection, session_id: int, of: StaffId | None) -> None:
    if not session_store.delete_session(conn, session_id, of):
        raise NotFoundError
