"""The staff and their roles. The last owner cannot be removed: concurrent changes take turns."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cafe.core.catalogue.changes.actor import COMMAND
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import StaffId
from cafe.core.kernel.meta import take_turn
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.people.staff import pins_store, session_store, store
from cafe.core.people.staff.errors import ForbiddenError, LastOwnerError
from cafe.core.people.staff.form import read_member
from cafe.core.people.staff.history import check_unchanged, record_person
from cafe.core.people.staff.model import DEFAULT_NAMES, Role, Session, StaffMember

TURN = "staff"


class StaffService:
    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def list_all(self) -> list[StaffMember]:
        """List everybody, including those who left, the first added first."""
        return await self._database.read(store.list_members)

    async def find_by_telegram(self, telegram_id: int) -> StaffMember | None:
        """Return the active person with a Telegram account."""
        member = await self._database.read(store.find_by_telegram, telegram_id)
        return member if member is not None and member.is_active else None

    async def set_wants_news(self, member: StaffMember, *, wants_news: bool) -> None:
        """Switch the news of the cafe in a person's own chat on or off."""
        await self._database.write(store.set_wants_news, member.id, wants_news=wants_news)

    async def may_pair(self, telegram_id: int) -> bool:
        """Whether a member of the staff chat may pair and revoke tablets: owners may, as at the desk.

        While no owner has a Telegram account connected, everybody in that chat may.
        """
        members = await self.list_all()
        owners = {each.telegram_id for each in members if each.role is Role.OWNER and each.is_active}
        return telegram_id in owners or owners <= {None}

    async def add(self, values: Mapping[str, Any], session: Session | None = None) -> StaffMember:
        """Add a person: `name`, `role` (or the cafe's own `role_id`), and optionally `telegram_id`.

        Raises:
            ProblemsError: fields are invalid, or the name or the Telegram account is another person's.
            ForbiddenError: they would have rights that the session's person has not.
        """
        return await self._database.write(_add, values, session, unix_now(self._clock))

    async def change(
        self, staff_id: int, values: Mapping[str, Any], session: Session, seen: Mapping[str, Any] | None = None
    ) -> StaffMember:
        """Change some of `name`, `role`, `role_id`, `telegram_id`, `is_active`, on behalf of a session.

        Deactivating a person ends their sessions and their PIN at once; another Telegram account, or none any more,
        ends their sessions, except for this one. `seen` are the changed fields as shown to the author; None: do not
        compare.

        Raises:
            NotFoundError: there is no such person.
            EditConflictError: somebody changed one of these fields after it was seen.
            ProblemsError: as for `add`.
            LastOwnerError: the cafe would have no active owner.
            ForbiddenError: they have rights that the session's person has not, or would.
        """
        return await self._database.write(_change, staff_id, values, seen, session, unix_now(self._clock))


def _add(conn: Connection, values: Mapping[str, Any], session: Session | None, now: int) -> StaffMember:
    take_turn(conn, TURN)
    given = {"name": "", "role": "", "telegram_id": None} | dict(values)
    if "is_active" in given:
        raise ProblemsError(Problem("is_active", "desk-field-unknown"))
    member = _read(conn, StaffMember(StaffId(0), "", Role.STAFF, None, is_active=True), given)
    if session is not None:
        check_may_manage(session.member, member)
    _check_unique(conn, member)
    added = store.add_member(conn, member, now)
    record_person(conn, COMMAND if session is None else session.actor, None, added, now)
    return added


def _read(conn: Connection, member: StaffMember, values: Mapping[str, Any]) -> StaffMember:
    """Return the person with the given values; one of the cafe's own roles stands for `staff`."""
    role_id = values.get("role_id")
    found = read_member(member, {name: value for name, value in values.items() if name != "role_id"})
    if "role" not in values and "role_id" not in values:
        return found
    if role_id is None:
        return replace(found, own_role=None)
    own = next((each for each in store.list_roles(conn) if each.id == role_id), None)
    if own is None:
        raise ProblemsError(Problem("role", "staff-role-unknown"))
    return replace(found, role=Role.STAFF, own_role=own)


def check_may_manage(author: StaffMember, *people: StaffMember) -> None:
    """Raise ForbiddenError unless the author may change these people."""
    if not all(map(author.may_manage, people)):
        raise ForbiddenError


def _change(
    conn: Connection,
    staff_id: int,
    values: Mapping[str, Any],
    seen: Mapping[str, Any] | None,
    session: Session,
    now: int,
) -> StaffMember:
    take_turn(conn, TURN)
    before = store.find_member(conn, staff_id)
    if before is None:
        raise NotFoundError
    after = _read(conn, before, values)
    check_may_manage(session.member, before, after)
    if seen is not None:
        check_unchanged(conn, before, after, set(values), seen)
    _check_unique(conn, after)
    require_owner(conn, before, after)
    store.change_member(conn, after)
    record_person(conn, session.actor, before, after, now)
    if not after.is_active:
        session_store.delete_access(conn, after.id)
        pins_store.set_pin(conn, after.id, None)
    elif before.telegram_id not in {None, after.telegram_id}:
        session_store.delete_access(conn, after.id, session.id)
    return after


def _check_unique(conn: Connection, member: StaffMember) -> None:
    """Check that the name and the Telegram account are not another person's."""
    problems = []
    same_name = store.find_by_name(conn, member.name)
    if same_name is not None and same_name.id != member.id:
        problems.append(Problem("name", "staff-name-taken"))
    same_account = None if member.telegram_id is None else store.find_by_telegram(conn, member.telegram_id)
    if same_account is not None and same_account.id != member.id:
        problems.append(Problem("telegram_id", "staff-telegram-taken", {"name": same_account.name}))
    if problems:
        raise ProblemsError(*problems)


def require_owner(conn: Connection, before: StaffMember, after: StaffMember) -> None:
    """Check that a change leaves an active owner; the caller holds the turn.

    Raises:
        LastOwnerError: this person is the last.
    """
    if _is_owner(before) and not _is_owner(after) and not store.has_other_owner(conn, before.id):
        raise LastOwnerError


def _is_owner(member: StaffMember) -> bool:
    return member.is_active and member.role is Role.OWNER


def find_or_add(conn: Connection, name: str | None, role: Role | None, now: int) -> StaffMember:
    """Return the person with a name; a new one is an owner unless a role is given, an existing one keeps their role.

    Without a name and a role it is the first owner. An inactive person is reactivated: whoever runs commands on the
    cafe's own machine is above roles.

    Raises:
        LastOwnerError: the role would leave no active owner.
    """
    take_turn(conn, TURN)
    if name is None and role is None:
        owner = store.find_first_owner(conn)
        if owner is not None:
            return owner
        role = Role.OWNER
    known_as = name or DEFAULT_NAMES[role or Role.OWNER]
    member = store.find_by_name(conn, known_as)
    if member is None:
        return store.add_member(conn, StaffMember(StaffId(0), known_as, role or Role.OWNER, None, is_active=True), now)
    after = replace(member, role=role or member.role, own_role=None if role else member.own_role, is_active=True)
    if after != member:
        require_owner(conn, member, after)
        store.change_member(conn, after)
        record_person(conn, COMMAND, member, after, now)
    return after
