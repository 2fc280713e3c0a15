"""Updates of the bot: any process stores them, the leader handles them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import orjson

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Database
from cafe.core.kernel.runs import RunId
from cafe.core.messages.inbox import updates_store as store
from cafe.core.messages.inbox.updates_store import StoredUpdate

log = logging.getLogger(__name__)

POLL_SECONDS = 0.5
"""How often to check for updates that other processes stored."""
AT_ONCE = 100
"""The most updates in progress at the same time; the rest wait in the database."""

Receive = Callable[[dict[str, Any]], Awaitable[bool]]
"""Handles an update; False if its sender has too many in progress, so that it must be handled again."""


class UpdateInbox:
    """Stores updates as they arrive, and passes them to the bot in the process that runs it."""

    def __init__(self, database: Database, clock: Clock, run_id: RunId) -> None:
        self._database = database
        self._clock = clock
        self._run_id = run_id
        self._changed = asyncio.Event()
        self._releasing: set[asyncio.Future[None]] = set()
        """Releases in progress, of updates that the bot refused."""

    async def take(self, update: dict[str, Any]) -> bool:
        """Store an update durably, before it is acknowledged to Telegram; one without an id is dropped."""
        update_id = update.get("update_id")
        if isinstance(update_id, int) and not isinstance(update_id, bool) and 0 <= update_id < 2**63:
            body = orjson.dumps(update).decode()
            await self._database.write(store.add_update, update_id, body, unix_now(self._clock))
            self._changed.set()
        return True

    async def hand_out(self, receive: Receive) -> None:
        """Have the updates handled, the oldest first, until cancelled."""
        await self._database.write(store.release_all_of, self._run_id)
        in_hand: set[asyncio.Task[None]] = set()
        async with asyncio.TaskGroup() as tasks:
            while True:
                self._changed.clear()
                room = AT_ONCE - len(in_hand)
                await self._wait_for_releases()
                claimed = await self._claim(room) if room else []
                for update in claimed:
                    task = tasks.create_task(self._handle(update, receive))
                    in_hand.add(task)
                    task.add_done_callback(in_hand.discard)
                if not claimed or len(claimed) < room:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(POLL_SECONDS):
                            await self._changed.wait()

    async def _wait_for_releases(self) -> None:
        """Wait for the releases, so that no update overtakes an earlier one of its sender."""
        await self._clock.sleep(0)  # the bot accepts or refuses an update at once
        while self._releasing:
            await asyncio.wait(self._releasing)

    async def _claim(self, room: int) -> list[StoredUpdate]:
        try:
            return await self._database.write(store.claim_updates, self._run_id, unix_now(self._clock), room)
        except Exception:
            log.exception("updates cannot be read")
            return []

    async def _handle(self, update: StoredUpdate, receive: Receive) -> None:
        try:
            if await receive(update.body):
                await self._database.write(store.finish_update, update.id)
            else:
                await self._release(update)
        except Exception:
            # The claim ends when this process stops leading; then the update is handled again.
            log.exception("update %d is not finished", update.id)

    async def _release(self, update: StoredUpdate) -> None:
        done = asyncio.get_running_loop().create_future()
        self._releasing.add(done)
        try:
            await self._database.write(store.release_update, update.id)
        finally:
            self._releasing.discard(done)
            done.set_result(None)
