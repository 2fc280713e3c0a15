"""Typing the keys of outside services, and taking them up in every process."""

import asyncio
from collections.abc import Mapping

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.changes.model import ChangedItem
from cafe.core.catalogue.changes.store import add_change
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.kernel import database as db
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.meta import bump_catalogue_version
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.upkeep.connections import store
from cafe.core.upkeep.connections.model import KEYS, Connection, ConnectionFixedError, ConnectionState, KeySource
from cafe.core.upkeep.connections.port import KeyRing

ENTITY = "connections"
"""In the history."""
MAX_KEY = 500


class ConnectionService:
    """Stores keys encrypted. A change counts as one of the catalogue: that is how other processes hear of it."""

    def __init__(self, database: db.Database, cache: SnapshotCache, clock: Clock, ring: KeyRing) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._ring = ring
        self._followed = -1
        """The catalogue version at which the keys were read."""
        self._in_force: Mapping[str, str] = {}
        self._following = asyncio.Lock()

    async def list(self) -> list[ConnectionState]:
        """List all connections with the source of their keys."""
        typed = await self._database.read(store.list_keys)
        return [self._state(connection, typed) for connection in Connection]

    def is_fixed(self, connection: Connection) -> bool:
        """Whether the keys of a connection are set in the environment."""
        return _is_fixed(self._ring, connection)

    async def connect(self, connection: Connection, values: Mapping[str, str], actor: Actor) -> None:
        """Try keys out and, if the service accepts them, store them and put them in force.

        Raises:
            ConnectionFixedError: they are set in the environment.
            ProblemsError: a key is missing or refused, or there is no answer.
        """
        self._check_free(connection)
        keys = {name: values.get(name, "").strip() for name in KEYS[connection]}
        problems = [Problem(name, "desk-field-needed") for name, value in keys.items() if not value]
        problems += [
            Problem(name, "desk-field-too-long", {"limit": MAX_KEY})
            for name, value in keys.items()
            if len(value) > MAX_KEY
        ]
        if problems:
            raise ProblemsError(*problems)
        last = KEYS[connection][-1]
        try:
            access = await self._ring.try_out(connection, keys)
        except ProblemsError:
            raise
        except CafeError:
            raise ProblemsError(Problem(last, "connection-no-answer")) from None
        if not access.is_accepted:
            text_id = "connection-refused-why" if access.reason else "connection-refused"
            raise ProblemsError(Problem(last, text_id, {"reason": access.reason}))
        sealed = {name: self._ring.seal(name, value) for name, value in keys.items()}
        await self._database.write(_connect, connection, sealed, actor, unix_now(self._clock))
        await self._take_up()

    async def disconnect(self, connection: Connection, actor: Actor) -> None:
        """Forget the keys of a connection.

        Raises:
            ConnectionFixedError: they are set in the environment.
        """
        self._check_free(connection)
        await self._database.write(_disconnect, connection, actor, unix_now(self._clock))
        await self._take_up()

    async def follow(self) -> None:
        """Put in force what was typed in any process since the last call."""
        async with self._following:
            version = self._cache.current.version
            if version == self._followed:
                return
            typed = await self._database.read(store.list_keys)
            wanted = readable_keys(self._ring, typed)
            if wanted != self._in_force:
                await self._ring.put_in_force(wanted)
                self._in_force = wanted
            self._followed = version

    async def _take_up(self) -> None:
        await self._cache.refresh()
        await self.follow()

    def _check_free(self, connection: Connection) -> None:
        if self.is_fixed(connection):
            raise ConnectionFixedError

    def _state(self, connection: Connection, typed: Mapping[str, tuple[str, int]]) -> ConnectionState:
        names = KEYS[connection]
        if self.is_fixed(connection):
            return ConnectionState(connection, KeySource.ENVIRONMENT)
        if not all(name in typed for name in names):
            return ConnectionState(connection)
        is_readable = all(self._ring.unseal(name, typed[name][0]) is not None for name in names)
        return ConnectionState(connection, KeySource.DESK, is_readable=is_readable)


def readable_keys(ring: KeyRing, typed: Mapping[str, tuple[str, int]]) -> dict[str, str]:
    """Decrypt the stored keys of connections that have none in the environment."""
    names = [name for connection in Connection if not _is_fixed(ring, connection) for name in KEYS[connection]]
    found = {name: ring.unseal(name, typed[name][0]) for name in names if name in typed}
    return {name: value for name, value in found.items() if value is not None}


def _is_fixed(ring: KeyRing, connection: Connection) -> bool:
    """Whether a connection has any key in the environment."""
    return not set(KEYS[connection]).isdisjoint(ring.from_environment)


def _connect(conn: db.Connection, connection: Connection, sealed: Mapping[str, str], actor: Actor, now: int) -> None:
    typed = store.list_keys(conn)
    store.set_keys(conn, sealed, now)
    before = typed.get(KEYS[connection][0])
    fields = None if before is None else {"typed_at": before[1]}
    _record(conn, connection, fields, {"typed_at": now}, actor, now)


def _disconnect(conn: db.Connection, connection: Connection, actor: Actor, now: int) -> None:
    before = store.list_keys(conn).get(KEYS[connection][0])
    if before is not None:
        store.delete_keys(conn, KEYS[connection])
        _record(conn, connection, {"typed_at": before[1]}, None, actor, now)


def _record(
    conn: db.Connection,
    connection: Connection,
    before: Mapping[str, int] | None,
    after: Mapping[str, int] | None,
    actor: Actor,
    now: int,
) -> None:
    """Record that keys were typed or forgotten, never what they are; the history lists it and cannot undo it."""
    bump_catalogue_version(conn)
    add_change(conn, actor, [ChangedItem(ENTITY, connection.value, "", before, after)], now)
