"""The bank's public key and when it was fetched, shared by all processes."""

from typing import Protocol

import orjson

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.meta import get_meta, set_meta

KEY, FETCHES = "bank_key", "bank_key_fetches"
FETCHES_PER_MINUTE = 3
MINUTE = 60


class KeyStore(Protocol):
    """Stores a published key, and limits how often it is fetched."""

    async def find(self) -> str | None:
        """Return the key stored last, as the bank publishes it."""
        ...

    async def may_fetch(self) -> bool:
        """Count a fetch; False if there were three within the last minute."""
        ...

    async def keep(self, published: str) -> None:
        """Store a fetched key."""
        ...


class StoredKeys:
    """Stores the key in the database: more processes make no more fetches, and a restart makes none."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def find(self) -> str | None:
        return await self._database.read(get_meta, KEY)

    async def may_fetch(self) -> bool:
        now = unix_now(self._clock)
        # Anybody can send wrong signatures: a read is enough to turn most of them away.
        if len(_recent(await self._database.read(get_meta, FETCHES), now)) >= FETCHES_PER_MINUTE:
            return False
        return await self._database.write(_count_fetch, now)

    async def keep(self, published: str) -> None:
        await self._database.write(set_meta, KEY, published)


def _count_fetch(conn: Connection, now: int) -> bool:
    stored = get_meta(conn, FETCHES)
    recent = _recent(stored, now)
    if len(recent) >= FETCHES_PER_MINUTE:
        return False
    value = orjson.dumps([*recent, now]).decode()
    if stored is None:
        added = conn.run(
            "INSERT INTO meta (key, value) VALUES (:key, :value) ON CONFLICT (key) DO NOTHING",
            {"key": FETCHES, "value": value},
        )
        return added == 1
    changed = conn.run(
        "UPDATE meta SET value = :value WHERE key = :key AND value = :stored",
        {"key": FETCHES, "value": value, "stored": stored},
    )
    return changed == 1  # otherwise another process has just counted one, and fetches


def _recent(stored: str | None, now: int) -> list[int]:
    """Return the fetches of the last minute; a future one was counted before the clock was set back."""
    return [moment for moment in orjson.loads(stored or "[]") if now - MINUTE < moment <= now]
