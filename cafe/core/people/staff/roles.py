"""Roles that the cafe makes for itself: a name and the areas that it may work in."""

from collections.abc import Mapping
from typing import Any

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.changes.model import ChangedItem
from cafe.core.catalogue.changes.store import add_change
from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.lengths import PERSON
from cafe.core.kernel.meta import take_turn
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.people.staff import store
from cafe.core.people.staff.errors import ForbiddenError
from cafe.core.people.staff.model import OwnRole, Right, Session
from cafe.core.people.staff.service import TURN

ENTITY = "staff_roles"
"""In the history, where they are listed but cannot be undone."""
MOST_ROLES = 50


class RoleService:
    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def list(self) -> list[OwnRole]:
        """List the cafe's own roles by name."""
        return await self._database.read(store.list_roles)

    async def add(self, values: Mapping[str, Any], session: Session) -> OwnRole:
        """Add a role: `name` and `rights`.

        Raises:
            ProblemsError: fields are invalid, or the name is taken.
            ForbiddenError: it has rights that the session's person has not.
        """
        return await self._database.write(_add, values, session, unix_now(self._clock))

    async def change(self, role_id: int, values: Mapping[str, Any], session: Session) -> OwnRole:
        """Change a role, and with it at once what its people may.

        Raises:
            NotFoundError: there is no such role.
            ProblemsError, ForbiddenError: as for `add`; the rights it had count, too.
        """
        return await self._database.write(_change, role_id, values, session, unix_now(self._clock))

    async def delete(self, role_id: int, session: Session) -> None:
        """Delete a role that nobody has, not even somebody who left.

        Raises:
            NotFoundError: there is no such role.
            ProblemsError: people have it.
            ForbiddenError: as for `change`.
        """
        await self._database.write(_delete, role_id, session, unix_now(self._clock))


def _add(conn: Connection, values: Mapping[str, Any], session: Session, now: int) -> OwnRole:
    take_turn(conn, TURN)
    name, rights = _read(conn, values, 0)
    _check_rights(session, rights)
    role = store.add_role(conn, name, rights)
    _record(conn, session.actor, None, role, now)
    return role


def _change(conn: Connection, role_id: int, values: Mapping[str, Any], session: Session, now: int) -> OwnRole:
    take_turn(conn, TURN)
    before = _find(conn, role_id)
    role = OwnRole(role_id, *_read(conn, values, role_id))
    _check_rights(session, before.rights | role.rights)
    store.change_role(conn, role)
    _record(conn, session.actor, before, role, now)
    return role


def _delete(conn: Connection, role_id: int, session: Session, now: int) -> None:
    take_turn(conn, TURN)
    before = _find(conn, role_id)
    _check_rights(session, before.rights)
    people = [each.name for each in store.list_members(conn) if each.own_role == before]
    if people:
        raise ProblemsError(Problem("", "staff-role-in-use", {"names": ", ".join(people[:3])}))
    store.delete_role(conn, role_id)
    _record(conn, session.actor, before, None, now)


def _find(conn: Connection, role_id: int) -> OwnRole:
    found = next((each for each in store.list_roles(conn) if each.id == role_id), None)
    if found is None:
        raise NotFoundError
    return found


def _read(conn: Connection, values: Mapping[str, Any], own_id: int) -> tuple[str, frozenset[Right]]:
    """Validate name and rights of the role with an id; 0: a new one."""
    given, listed = values.get("name"), values.get("rights")
    name = (clean_text(given) if isinstance(given, str) else None) or ""
    known = [each for each in listed if each in list(Right)] if isinstance(listed, list) else []
    rights = frozenset(map(Right, known))
    others = [each for each in store.list_roles(conn) if each.id != own_id]
    problems = []
    if not name:
        problems.append(Problem("name", "desk-field-needed"))
    elif len(name) > PERSON:
        problems.append(Problem("name", "desk-field-too-long", {"limit": PERSON}))
    elif any(store.name_key(each.name) == store.name_key(name) for each in others):
        problems.append(Problem("name", "staff-name-taken"))
    if not rights or known != listed:
        problems.append(Problem("rights", "staff-role-rights"))
    if len(others) >= MOST_ROLES:
        problems.append(Problem("name", "too-many", {"most": MOST_ROLES}))
    if problems:
        raise ProblemsError(*problems)
    return name, rights


def _check_rights(session: Session, rights: frozenset[Right]) -> None:
    if not rights <= session.member.rights:
        raise ForbiddenError


def _record(conn: Connection, actor: Actor, before: OwnRole | None, after: OwnRole | None, now: int) -> None:
    shown = after or before
    if shown is None or before == after:
        return
    fields = [None if each is None else {"name": each.name, "rights": sorted(each.rights)} for each in (before, after)]
    add_change(conn, actor, [ChangedItem(ENTITY, str(shown.id), shown.name, *fields)], now)
