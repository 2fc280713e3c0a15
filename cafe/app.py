"""The composition root: opens, wires, runs and stops everything, for the program and for its tests."""

import asyncio
import errno
import logging
import os
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Self

from aiohttp import ClientSession
from pydantic import SecretStr

import cafe
from cafe.config import Config
from cafe.core import store
from cafe.core.housekeeping import Housekeeping
from cafe.core.i18n import read_texts
from cafe.core.outbox import Outbox
from cafe.core.planning import Planner
from cafe.core.ports import Clock, FiscalService, Messenger, Provider, ProviderName
from cafe.core.receipts import ReceiptService
from cafe.core.reminders import Reminders
from cafe.core.services import Services
from cafe.core.snapshot import SnapshotCache
from cafe.core.staff_chat import StaffChat
from cafe.core.sweeper import Sweeper
from cafe.db.sqlite import SqliteDatabase
from cafe.host import Health, Loops, serving
from cafe.providers.checkbox import Checkbox
from cafe.providers.http import open_session
from cafe.providers.liqpay import LiqPay
from cafe.providers.monobank import Monobank
from cafe.web.application import WebConfig, build_application
from cafe.web.telegram import UpdateDoor, webhook_secret

if TYPE_CHECKING:
    from aiogram import Bot

log = logging.getLogger(__name__)

DATA = Path(cafe.__file__).parent.parent / "data"
PICTURES = DATA / "pictures"
DEMO = DATA / "demo.toml"

LOOK_FOR_CHANGES_EVERY = 0.5
"""Seconds until a change by another process is seen; the operating contract allows two."""


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


@dataclass(slots=True)
class _Address:
    """Where people and providers reach the service; without a configured one it is known once it listens."""

    url: str

    def __call__(self) -> str:
        return self.url


@asynccontextmanager
async def opened(config: Config, *, clock: Clock | None = None) -> AsyncIterator[tuple[SqliteDatabase, Services]]:
    """Open the database and wire the core, without serving anybody: what the commands need."""
    async with _core(config, clock or SystemClock(), _Address(config.base_url)) as core:
        yield core.database, core.services


@asynccontextmanager
async def running(config: Config, *, clock: Clock | None = None, is_demo: bool = False) -> AsyncIterator[App]:
    """Open, wire and start everything; stop it all in the reverse order.

    With `is_demo` the demo catalogue is loaded first when there is none.

    Raises:
        OSError: the address is taken, or the database's folder cannot be written.
        sqlite3.Error: the database cannot be opened.
    """
    clock = clock or SystemClock()
    address = _Address(config.base_url)
    async with AsyncExitStack() as stack:
        core = await stack.enter_async_context(_core(config, clock, address))
        database, services = core.database, core.services
        if is_demo and await services.catalogue.is_empty():
            await services.catalogue.load(DEMO.read_text(encoding="utf-8"))
        token = _reveal(config.bot_token)
        telegram = await stack.enter_async_context(_Telegram(token, config.bot_api_url)) if token else None
        loops = await stack.enter_async_context(Loops())
        secret_key = _secret_key(config)
        door = UpdateDoor(webhook_secret(secret_key))
        health = Health(database, loops)
        application = build_application(
            services,
            WebConfig(
                bot_token=_reveal(config.bot_token),
                secret_key=secret_key,
                instance_id=await database.read(store.settings.get_instance_id),
                is_https=config.is_https,
                is_debug=config.debug,
                pictures=PICTURES,
            ),
            health.report,
            door,
        )
        base_url = await stack.enter_async_context(serving(application, config.host, config.port))
        address.url = address.url or base_url
        loops.start("catalogue", lambda: _watch_catalogue(services.cache))
        loops.start("housekeeping", Housekeeping(database, clock).run)
        loops.start("sweeper", Sweeper(database, clock, services.payments).run)
        if core.fiscal.is_configured:
            loops.start("receipts", ReceiptService(database, clock, services.texts, core.fiscal).run)
        if telegram is None:
            log.info("CAFE_BOT_TOKEN is not set: the bot is off, messages wait up to a day for it")
        else:
            staff_chat = StaffChat(database, config.staff_chat_id)
            planner = Planner(services.texts, clock, staff_chat, address)
            loops.start("outbox", partial(_deliver, database, clock, telegram, planner))
            loops.start("reminders", Reminders(database, clock).run)
            converse = partial(_converse, telegram, config, core, staff_chat, address, door, health)
            loops.start("bot", converse)
        yield App(config, base_url, database, services)


@dataclass(frozen=True, slots=True)
class _Core:
    database: SqliteDatabase
    services: Services
    fiscal: FiscalService


@asynccontextmanager
async def _core(config: Config, clock: Clock, address: Callable[[], str]) -> AsyncIterator[_Core]:
    async with SqliteDatabase(config.database_path) as database, open_session() as session:
        fiscal = Checkbox(
            session,
            license_key=_reveal(config.checkbox_license_key),
            pin=_reveal(config.checkbox_pin),
            base_url=config.checkbox_api_url,
        )
        services = await Services.build(
            database,
            clock,
            RandomTokens(),
            read_texts(),
            _providers(config, clock, session),
            public_url=address,
            makes_receipts=fiscal.is_configured,
        )
        yield _Core(database, services, fiscal)


def _providers(config: Config, clock: Clock, session: ClientSession) -> Mapping[ProviderName, Provider]:
    return {
        ProviderName.MONOBANK: Monobank(
            session, token=_reveal(config.monobank_token), base_url=config.monobank_api_url
        ),
        ProviderName.LIQPAY: LiqPay(
            session,
            public_key=config.liqpay_public_key,
            private_key=_reveal(config.liqpay_private_key),
            base_url=config.liqpay_api_url,
            now=clock.now,
        ),
    }


class _Telegram:
    """The client of the Bot API, loaded only where there is a bot, in a thread, while the web already answers.

    Its library takes seconds to load and more memory than all the rest.
    """

    def __init__(self, token: str, api_url: str) -> None:
        self._token = token
        self._api_url = api_url
        self._loading: asyncio.Task[Bot] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._loading is not None:
            bot = await self._loading
            await bot.session.close()

    async def bot(self) -> "Bot":
        """The client; the first caller loads it."""
        if self._loading is None:
            self._loading = asyncio.create_task(self._load())
        return await asyncio.shield(self._loading)

    async def _load(self) -> "Bot":
        client = await asyncio.to_thread(import_module, "cafe.bot.client")
        bot: Bot = client.open_bot(self._token, self._api_url)
        return bot

    async def messenger(self) -> Messenger:
        """The way into the chats."""
        bot = await self.bot()
        messenger: Messenger = import_module("cafe.bot.messenger").TelegramMessenger(bot)
        return messenger


def _reveal(secret: SecretStr | None) -> str | None:
    return secret.get_secret_value() if secret else None


async def _deliver(database: SqliteDatabase, clock: Clock, telegram: _Telegram, planner: Planner) -> None:
    outbox = Outbox(database, clock, await telegram.messenger(), planner)
    database.after_write = outbox.wake
    await outbox.run()


async def _converse(
    telegram: _Telegram,
    config: Config,
    core: _Core,
    staff_chat: StaffChat,
    address: Callable[[], str],
    door: UpdateDoor,
    health: Health,
) -> None:
    bot = await telegram.bot()
    program = await asyncio.to_thread(import_module, "cafe.bot.program")
    is_pushed = config.bot_mode == "webhook"
    around = program.BotSurroundings(
        services=core.services,
        database=core.database,
        staff_chat=staff_chat,
        base_url=address,
        pictures=PICTURES,
        report=health.note_bot,
        webhook=program.Webhook(door.secret, door.open) if is_pushed else None,
    )
    await program.run_bot(bot, around)


async def _watch_catalogue(cache: SnapshotCache) -> None:
    """See what other processes changed."""
    while True:
        await asyncio.sleep(LOOK_FOR_CHANGES_EVERY)
        await cache.refresh_if_changed()


def _secret_key(config: Config) -> str:
    """The configured secret, or the one beside the database, made on first start with owner-only rights."""
    if config.secret_key:
        return config.secret_key.get_secret_value()
    path = config.database_path.with_suffix(".key")
    if not path.exists():
        made = path.with_suffix(f".{os.getpid()}")
        with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):  # another process was quicker: its key is the one
            os.link(made, path)
        made.unlink()
    key = path.read_text().strip()
    if not key:
        raise OSError(errno.EINVAL, "the secret key is empty; remove the file and a new one is made", str(path))
    return key
