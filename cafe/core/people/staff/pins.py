"""PINs: a person of the staff says at a shared tablet who they are, for what a tablet alone may not do.

A try counts before its PIN is compared, in a transaction of its own: many at once gain nothing.
"""

import asyncio
import re
from dataclasses import dataclass

from cafe.core.catalogue.changes.model import ChangedItem
from cafe.core.catalogue.changes.store import add_change
from cafe.core.kernel.clock import Clock, Tokens, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import CafeError, NotFoundError
from cafe.core.kernel.ids import DeviceId
from cafe.core.kernel.meta import take_turn
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.kernel.secrets import is_slow_hash_of, slow_hash
from cafe.core.people.staff import pins_store, store
from cafe.core.people.staff.history import ENTITY
from cafe.core.people.staff.model import Session, StaffMember
from cafe.core.people.staff.service import TURN, check_may_manage

PIN = re.compile(r"[0-9]{4,6}")
TRIES = 5
"""Wrong PINs at a tablet after which it is locked; each further one locks it again, for twice as long."""
LOCK_SECONDS, LONGEST_LOCK_SECONDS = 60, 3600
SHOWN = "••••"
"""What the history has of a PIN."""


class PinWrongError(CafeError):
    """The PIN is not this person's; `left` more tries until the tablet is locked."""

    def __init__(self, left: int) -> None:
        super().__init__()
        self.left = left


class PinLockedError(CafeError):
    """Too many wrong PINs were typed at this tablet; it takes none for so many `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__()
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class _Try:
    """A counted try: whose PIN it must be (None: nobody's), and what follows if it is wrong."""

    member: StaffMember | None
    stored: str
    left: int
    locked_for: int


class PinService:
    def __init__(self, database: Database, clock: Clock, tokens: Tokens) -> None:
        self._database = database
        self._clock = clock
        self._tokens = tokens

    async def list_holders(self) -> list[StaffMember]:
        """List the active people who have a PIN."""
        members = await self._database.read(store.list_members)
        return [member for member in members if member.has_pin and member.is_active]

    async def set_pin(self, staff_id: int, pin: str | None, session: Session) -> StaffMember:
        """Set an active person's PIN, or remove it, on behalf of a session.

        Raises:
            NotFoundError: there is no such person, or they work here no more.
            ProblemsError: it is not four to six digits.
            ForbiddenError: the person has rights that the session's has not.
        """
        if pin is not None and not PIN.fullmatch(pin):
            raise ProblemsError(Problem("pin", "staff-pin-invalid"))
        stored = None if pin is None else await asyncio.to_thread(slow_hash, pin, self._tokens.new())
        return await self._database.write(_set, staff_id, stored, session, unix_now(self._clock))

    async def check(self, staff_id: int, pin: str, device_id: DeviceId) -> StaffMember:
        """Return the person whose PIN was typed at a tablet.

        Raises:
            PinWrongError: it is not theirs, or they have none.
            PinLockedError: too many wrong ones were typed there.
        """
        attempt = await self._database.write(_begin_try, staff_id, device_id, unix_now(self._clock))
        is_right = await asyncio.to_thread(is_slow_hash_of, pin, attempt.stored)
        if attempt.member is None or not is_right:
            if attempt.locked_for:
                raise PinLockedError(attempt.locked_for)
            raise PinWrongError(attempt.left)
        await self._database.write(pins_store.forget_tries, device_id)
        return attempt.member


def _set(conn: Connection, staff_id: int, stored: str | None, session: Session, now: int) -> StaffMember:
    take_turn(conn, TURN)
    before = store.find_member(conn, staff_id)
    if before is None or not before.is_active:
        raise NotFoundError
    check_may_manage(session.member, before)
    pins_store.set_pin(conn, before.id, stored)
    after = store.find_member(conn, staff_id)
    if after is None:
        raise NotFoundError
    if before.has_pin or after.has_pin:
        fields = ({"pin": SHOWN if member.has_pin else ""} for member in (before, after))
        add_change(conn, session.actor, [ChangedItem(ENTITY, str(after.id), after.name, *fields)], now)
    return after


def _begin_try(conn: Connection, staff_id: int, device_id: DeviceId, now: int) -> _Try:
    """Count a try; the database decides which of several at once is the last."""
    tries = pins_store.count_try(conn, device_id, now)
    if tries is None:
        raise PinLockedError(pins_store.get_locked_until(conn, device_id) - now)
    locked_for = 0
    if tries >= TRIES:
        locked_for = min(LOCK_SECONDS * 2 ** min(tries - TRIES, 10), LONGEST_LOCK_SECONDS)
        pins_store.lock(conn, device_id, now + locked_for)
    member, stored = store.find_member(conn, staff_id), pins_store.find_pin(conn, staff_id)
    is_known = member is not None and member.is_active and stored is not None
    return _Try(member if is_known else None, stored or "", max(0, TRIES - tries), locked_for)
