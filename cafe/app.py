"""The composition root: opens, wires, runs and stops everything, for the program and for its tests."""

import asyncio
import logging
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from aiohttp import web

import cafe
from cafe.config import Config
from cafe.core import store
from cafe.core.i18n import read_texts
from cafe.core.ports import Clock, Connection, Provider, ProviderName
from cafe.core.services import Services
from cafe.core.snapshot import SnapshotCache
from cafe.db.sqlite import SqliteDatabase
from cafe.web.application import WebConfig, build_application

log = logging.getLogger(__name__)

DATA = Path(cafe.__file__).parent.parent / "data"
PICTURES = DATA / "pictures"
DEMO = DATA / "demo.toml"

LOOK_FOR_CHANGES_EVERY = 0.5
"""Seconds until a change by another process is seen; the operating contract allows two."""
STOP_WITHIN = 9
"""Seconds that requests in flight get to finish."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """See `Clock.now`."""
        return datetime.now(UTC)


class RandomTokens:
    """The machine's source of randomness."""

    def new(self) -> str:
        """See `Tokens.new`."""
        return secrets.token_urlsafe(16)


@dataclass(frozen=True, slots=True)
class App:
    """The running application."""

    config: Config
    base_url: str
    database: SqliteDatabase
    services: Services


@asynccontextmanager
async def opened(config: Config, *, clock: Clock | None = None) -> AsyncIterator[tuple[SqliteDatabase, Services]]:
    """Open the database and wire the core, without serving anybody: what the commands need."""
    clock = clock or SystemClock()
    providers: Mapping[ProviderName, Provider] = {}
    async with SqliteDatabase(config.database_path) as database:
        yield database, await Services.build(database, clock, RandomTokens(), read_texts(), providers)


@asynccontextmanager
async def running(config: Config, *, clock: Clock | None = None) -> AsyncIterator[App]:
    """Open, wire and start everything; stop it all in the reverse order.

    Raises:
        OSError: the address is taken, or the database's folder cannot be written.
        sqlite3.Error: the database cannot be opened.
    """
    async with AsyncExitStack() as stack:
        database, services = await stack.enter_async_context(opened(config, clock=clock))
        loops = await stack.enter_async_context(Loops())
        application = build_application(
            services,
            WebConfig(
                bot_token=config.bot_token.get_secret_value() if config.bot_token else None,
                secret_key=_secret_key(config),
                instance_id=await database.read(_instance_id),
                is_https=config.is_https,
                is_debug=config.debug,
                pictures=PICTURES,
            ),
            _health(database, loops),
        )
        loops.start("catalogue", lambda: _watch_catalogue(services.cache))
        base_url = await stack.enter_async_context(_serving(application, config))
        yield App(config, base_url, database, services)


class Loops:
    """The background loops: a loop that fails is logged and begun again, for the others do not depend on it."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop them all and wait until they have stopped."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def start(self, name: str, loop: Callable[[], Awaitable[None]]) -> None:
        """Run a loop until the application stops."""
        self._tasks[name] = asyncio.create_task(self._keep_running(name, loop), name=name)

    def is_running(self, name: str) -> bool:
        """Whether a loop was started and has not ended."""
        return name in self._tasks and not self._tasks[name].done()

    async def _keep_running(self, name: str, loop: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await loop()
            except Exception:
                log.exception("the %s loop failed and starts again", name)
                await asyncio.sleep(1)
            else:
                return


async def _watch_catalogue(cache: SnapshotCache) -> None:
    """See what other processes changed."""
    while True:
        await asyncio.sleep(LOOK_FOR_CHANGES_EVERY)
        await cache.refresh_if_changed()


@asynccontextmanager
async def _serving(application: web.Application, config: Config) -> AsyncIterator[str]:
    """Listen, and yield the address as `http://host:port`; at the end let requests in flight finish."""
    runner = web.AppRunner(
        application, access_log=None, handle_signals=False, shutdown_timeout=STOP_WITHIN, debug=False
    )
    await runner.setup()
    try:
        site = web.TCPSite(runner, config.host, config.port, backlog=1024)
        await site.start()
        host, port = runner.addresses[0][:2]
        address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        log.info("listening on %s", address)
        yield address
    finally:
        await runner.cleanup()


def _health(database: SqliteDatabase, loops: Loops) -> Callable[[], Awaitable[Mapping[str, str]]]:
    async def health() -> Mapping[str, str]:
        try:
            await database.read(_instance_id)
            database_state = "ok"
        except Exception:
            log.exception("the database does not answer")
            database_state = "failed"
        catalogue_state = "running" if loops.is_running("catalogue") else "stopped"
        is_ok = database_state == "ok" and catalogue_state == "running"
        return {"status": "ok" if is_ok else "failed", "database": database_state, "catalogue": catalogue_state}

    return health


def _instance_id(conn: Connection) -> str:
    return store.settings.get_meta(conn, "instance_id") or ""


def _secret_key(config: Config) -> str:
    """The configured secret, or the one beside the database, made on first start with owner-only rights."""
    if config.secret_key:
        return config.secret_key.get_secret_value()
    path = config.database_path.with_suffix(".key")
    if not path.exists():
        made = path.with_suffix(f".{os.getpid()}")
        with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32))
        with suppress(FileExistsError):  # another process was quicker: its key is the one
            os.link(made, path)
        made.unlink()
    return path.read_text().strip()
