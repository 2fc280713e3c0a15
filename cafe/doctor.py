"""Requests and queries of the checks: for the command `doctor`, which changes nothing, and for the running service."""

import os
import shutil
import sqlite3
import stat
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import ClientSession

from cafe.backups.apart import run_apart
from cafe.config import ENV_FILE, Config
from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Engine, UnavailableError
from cafe.core.upkeep.backups.disks import Disk
from cafe.core.upkeep.backups.port import BackupStorage, CopyStorage
from cafe.core.upkeep.checks.port import (
    Account,
    BackupReport,
    BotReport,
    CopyReport,
    DatabaseReport,
    Setup,
    SiteAnswer,
    UnreachableError,
)
from cafe.core.upkeep.checks.service import HEALTH, read_contents
from cafe.core.upkeep.connections.port import KeyRing
from cafe.core.upkeep.connections.service import readable_keys
from cafe.core.upkeep.connections.store import list_keys
from cafe.db.migrations import OlderDatabaseError, SchemaError
from cafe.engines import Opening, open_database
from cafe.file_rights import GROUP_AND_OTHERS, private_files
from cafe.providers import site
from cafe.providers.http import Calls
from cafe.providers.telegram import TelegramProbe


def setup_of(config: Config) -> Setup:
    """Return the checked parts of the configuration."""
    return Setup(
        base_url=config.base_url,
        own_url=own_url(config),
        is_debug=config.debug,
        has_bot=config.bot_token is not None,
        by_webhook=config.bot_mode == "webhook",
        staff_chat_id=config.staff_chat_id,
        folder=None if config.is_shared else config.database_path.parent,
        uploads=config.uploads,
        backups=config.backups if config.backups_kept else None,
        copy=config.copy_to,
    )


@dataclass(frozen=True, slots=True)
class Environment:
    """The core's `Outside`."""

    read_config: Callable[[], Config]
    session: ClientSession
    calls: Calls
    accounts: Callable[[], Mapping[str, Account]]
    backup_storage: BackupStorage
    copy_storage: CopyStorage | None
    read_database: Callable[[], Awaitable[DatabaseReport]]
    read_health: Callable[[], Awaitable[Mapping[str, Any] | None]]

    @property
    def config(self) -> Config:
        return self.read_config()

    async def report_database(self) -> DatabaseReport:
        return await self.read_database()

    async def report_bot(self, chat_id: int | None) -> BotReport:
        token = self.config.bot_token
        if token is None:
            raise UnreachableError("no token is configured")
        url = self.config.bot_api_url
        probe = TelegramProbe(self.session, token=token.get_secret_value(), base_url=url, calls=self.calls)
        return await probe.report(chat_id)

    async def get(self, url: str) -> SiteAnswer:
        return await site.get(self.session, url, self.calls)

    async def get_health(self) -> Mapping[str, Any] | None:
        return await self.read_health()

    async def inspect_folder(self, folder: Path) -> Disk:
        return await inspect_in_subprocess(folder)

    async def report_backups(self, folder: Path) -> BackupReport:
        return BackupReport(await inspect_in_subprocess(folder), await self.backup_storage.find_last())

    async def report_copy(self, folder: Path) -> CopyReport:
        disk = await inspect_in_subprocess(folder)
        return CopyReport(disk, await self.copy_storage.find_last() if self.copy_storage is not None else None)

    async def list_exposed_files(self) -> list[str]:
        return await run_apart(lambda _: self._exposed_files())

    def _exposed_files(self) -> list[str]:
        private = [] if self.config.is_shared else private_files(self.config.database_path)
        # Group access to `.env` may be intended; the database is for the service alone.
        wanted = [(ENV_FILE, stat.S_IRWXO), *((path, GROUP_AND_OTHERS) for path in private)]
        return [str(path) for path, others in wanted if path.exists() and path.stat().st_mode & others]


async def inspect_in_subprocess(folder: Path) -> Disk:
    """Inspect a folder in a subprocess, since its disk may hang forever."""
    return await run_apart(lambda _: inspect_folder(folder))


def inspect_folder(folder: Path) -> Disk:
    """Inspect a folder, existing or not, and its disk."""
    path = folder.absolute()
    in_the_way = None
    while not _is_folder(path):
        in_the_way, path = path, path.parent
    usage = shutil.disk_usage(path)
    # The kernel's own file systems, such as /proc, have no space at all, and allow no folder.
    can_be_made = in_the_way is None or (not os.path.lexists(in_the_way) and usage.total > 0)
    is_writable = can_be_made and os.access(path, os.W_OK | os.X_OK)
    return Disk(in_the_way is None, is_writable, usage.free, path.stat().st_dev)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # not even readable
        return False


async def report_on(database: Engine, clock: Clock) -> DatabaseReport:
    """Report on an open database."""
    state, contents = await read_contents(database, clock)
    return DatabaseReport(state, contents, shares_sessions=await database.shares_sessions())


async def inspect_database(config: Config, clock: Clock) -> DatabaseReport:
    """Report on the configured database without changing it."""
    if not config.is_shared and not config.database_path.exists():
        return DatabaseReport(is_missing=True)
    try:
        async with open_database(config, Opening.INSPECT, clock=clock) as database:
            return await report_on(database, clock)
    except OlderDatabaseError:
        return DatabaseReport(is_outdated=True)
    except (SchemaError, UnavailableError) as error:
        return DatabaseReport(problem=str(error))
    except (sqlite3.Error, OSError) as error:
        return DatabaseReport(problem=f"{type(error).__name__}: {error}")


async def read_typed_keys(config: Config, ring: KeyRing, clock: Clock) -> dict[str, str]:
    """Read the keys typed at the desk without changing anything; none where the database cannot tell."""
    if not config.is_shared and not config.database_path.exists():
        return {}
    try:
        async with open_database(config, Opening.INSPECT, clock=clock) as database:
            typed = await database.read(list_keys)
    except (SchemaError, UnavailableError, sqlite3.Error, OSError):
        return {}  # what is wrong with it is found by its own check
    return readable_keys(ring, typed)


async def get_own_health(config: Config, session: ClientSession, calls: Calls) -> Mapping[str, Any] | None:
    """Return the health report of the service that runs on this machine; None if none answers."""
    if not config.port:
        return None
    try:
        answer = await site.get(session, own_url(config) + HEALTH, calls)
    except UnreachableError:
        return None
    return answer.body if isinstance(answer.body, dict) and "status" in answer.body else None


def own_url(config: Config) -> str:
    """Return the service's own address; empty if it chooses its port itself."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(config.host, config.host)  # noqa: S104 - to be reached, not to listen
    return f"http://{f'[{host}]' if ':' in host else host}:{config.port}" if config.port else ""
