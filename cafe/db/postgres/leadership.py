"""Elects the leader: the process that holds an advisory lock on a connection of its own.

The lock ends with its transaction, so after a kill the next process leads as soon as the server sees the connection
closed. The transaction stays open because a pool in between lends a session for one transaction at a time. It holds no
snapshot between its statements, so that old rows are cleared away as ever.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

import asyncpg

from cafe.core.kernel.clock import Clock
from cafe.db.postgres.errors import NOT_THERE, name_of
from cafe.db.postgres.hosts import Raw

log = logging.getLogger(__name__)

KEY = 7215061004
BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY"
TRY_LOCK = f"SELECT pg_try_advisory_xact_lock({KEY})"
TRY_SECONDS = 0.5
HEARTBEAT_SECONDS = 1.0
HEARTBEAT_TIMEOUT = 3.0
"""If the server does not respond to the leader for this long, another process may have the lock."""

Connect = Callable[[], Coroutine[Any, Any, Raw]]


async def lead(connect: Connect, clock: Clock, work: Callable[[], Awaitable[None]]) -> None:
    """Run `work` whenever this process leads, until it returns; cancel it when leadership is lost."""
    while True:
        try:
            raw = await connect()
        except NOT_THERE as error:
            log.debug("no connection to lead by: %s", name_of(error))
            await clock.sleep(TRY_SECONDS)
            continue
        try:
            if await _acquire_lock(raw, clock) and await _lead_once(raw, work):
                return
        finally:
            raw.terminate()  # at once: the lock is free as soon as the server notices
        await clock.sleep(TRY_SECONDS)


async def _acquire_lock(raw: Raw, clock: Clock) -> bool:
    """Wait until this process holds the lock; False if the connection was lost."""
    try:
        while True:
            await raw.execute(BEGIN, timeout=HEARTBEAT_TIMEOUT)
            if await raw.fetchval(TRY_LOCK, timeout=HEARTBEAT_TIMEOUT):
                return True
            await raw.execute("ROLLBACK", timeout=HEARTBEAT_TIMEOUT)
            await clock.sleep(TRY_SECONDS)
    except (*NOT_THERE, asyncpg.InterfaceError):
        return False


async def _lead_once(raw: Raw, work: Callable[[], Awaitable[None]]) -> bool:
    """Run `work` while the lock is held; return whether it ended by itself."""
    log.info("this process leads: it sends messages and asks the banks")
    lost = asyncio.Event()
    raw.add_termination_listener(lambda _: lost.set())
    async with asyncio.TaskGroup() as tasks:
        working = tasks.create_task(_run(work))
        beating = tasks.create_task(_watch(raw, lost))
        await asyncio.wait((working, beating), return_when=asyncio.FIRST_COMPLETED)
        is_over = working.done()
        working.cancel()
        beating.cancel()
    if not is_over:
        log.warning("this process no longer leads: its connection was lost")
    return is_over


async def _run(work: Callable[[], Awaitable[None]]) -> None:
    await work()


async def _watch(raw: Raw, lost: asyncio.Event) -> None:
    """Return when the connection is lost."""
    while not lost.is_set():
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                await lost.wait()
        try:
            # By `execute`: what `fetch` reads through is open until the next statement, and so is its snapshot.
            await raw.execute("SELECT 1", timeout=HEARTBEAT_TIMEOUT)
        except (*NOT_THERE, asyncpg.InterfaceError):
            return
