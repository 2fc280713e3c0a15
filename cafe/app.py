"""The composition root: opens, wires, runs and stops everything, for the application and its tests."""

import asyncio
import hashlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from aiohttp import ClientSession
from pydantic import SecretStr

from cafe.background import Core, Duties, LazyBot, Leader
from cafe.config import Config
from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Database
from cafe.core.kernel.ids import ProviderName
from cafe.core.kernel.loops import Supervisor
from cafe.core.kernel.meta import get_instance_id
from cafe.core.kernel.runs import REFRESH_SECONDS, ProcessRun, RunId
from cafe.core.kernel.texts import read_texts
from cafe.core.payments.bank_keys import KeyStore, StoredKeys
from cafe.core.payments.port import Provider
from cafe.core.services import Services
from cafe.db.presence import Presence
from cafe.engines import Opening, open_database
from cafe.providers.checkbox import Checkbox
from cafe.providers.http import Calls, open_session
from cafe.providers.liqpay import LiqPay
from cafe.providers.monobank import Monobank
from cafe.resources import DEMO, find_pictures
from cafe.secret_key import get_secret_key
from cafe.server import LEADER, Health, serving
from cafe.web.application import WebConfig, build_application
from cafe.web.board_streams import LOOK_SECONDS, BoardStreams
from cafe.web.pictures import Pictures
from cafe.web.telegram import TelegramWebhook, webhook_secret

log = logging.getLogger(__name__)

CHANGE_POLL_INTERVAL = 0.5
"""Seconds between checks for changes by other processes; the operating contract allows a delay of two."""


class SystemClock:
    """The system clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class RandomTokens:
    """Tokens from the system's random source."""

    def new(self) -> str:
        return secrets.token_urlsafe(16)


@dataclass(frozen=True, slots=True)
class App:
    """The running application."""

    config: Config
    base_url: str
    database: Database
    services: Services


@dataclass(slots=True)
class _BaseUrl:
    """The public base URL; if none is configured, it is known once the server listens."""

    url: str

    def __call__(self) -> str:
        return self.url


@asynccontextmanager
async def opened(
    config: Config, *, clock: Clock | None = None, migrates: bool = False
) -> AsyncIterator[tuple[Database, Services]]:
    """Open the database and wire the core without serving: for the commands.

    Raises:
        SchemaError: the schema is not this version's; an older one only unless it `migrates`.
    """
    opening = Opening.MIGRATE if migrates else Opening.CHECK
    async with _core(config, clock or SystemClock(), _BaseUrl(config.base_url), asyncio.Event(), opening) as core:
        yield core.database, core.services


@asynccontextmanager
async def running(config: Config, *, clock: Clock | None = None, is_demo: bool = False) -> AsyncIterator[App]:
    """Open, wire and start everything; stop it in reverse order.

    With `is_demo` the demo catalogue is loaded first if there is no catalogue.

    Raises:
        OSError: the address is in use, or the database's folder cannot be written.
        sqlite3.Error: the database cannot be opened.
    """
    clock = clock or SystemClock()
    address = _BaseUrl(config.base_url)
    if config.debug:
        log.warning("CAFE_DEBUG=1: ANYBODY WHO REACHES THIS SERVICE CAN POSE AS ANY CUSTOMER by ?dev_user_id=")
    async with AsyncExitStack() as stack:
        core = await stack.enter_async_context(_core(config, clock, address, asyncio.Event(), Opening.SERVE))
        services = core.services
        if is_demo and await services.catalogue.is_empty():
            await services.catalogue.load(DEMO.read_text(encoding="utf-8"))
        token = _reveal(config.bot_token)
        bot = await stack.enter_async_context(LazyBot(token, config.bot_api_url)) if token else None
        presence = None if config.is_shared else stack.enter_context(Presence(config.database_path))
        stack.push_async_callback(_end, core.run)
        supervisor = await stack.enter_async_context(Supervisor())
        _stay_alive(supervisor, core.run, presence)
        secret_key = get_secret_key(config)
        webhook = TelegramWebhook(webhook_secret(secret_key))
        leader = Leader(core.database)
        health = Health(core.database, supervisor, leader.loops)
        pictures = Pictures(find_pictures())
        application, streams = build_application(
            services,
            WebConfig(
                bot_token=token,
                secret_key=secret_key,
                instance_id=await core.database.read(get_instance_id),
                is_https=config.is_https,
                base_url=config.base_url,
                is_debug=config.debug,
                pictures=pictures,
            ),
            health.report,
            webhook,
        )
        base_url = await stack.enter_async_context(
            serving(application, config.host, config.port, streams.close, core.calls.end_within)
        )
        address.url = address.url or base_url
        _watch_changes(supervisor, services, pictures, streams)
        duties = Duties(core, clock, config, address, health, bot, _credentials(config))
        duties.open_webhook(webhook)
        supervisor.run(LEADER, lambda _on_round: leader.lead(lambda loops: duties.begin(loops, webhook)))
        if bot is None:
            log.info("CAFE_BOT_TOKEN is not set: the bot is off, messages wait up to a day for it")
        yield App(config, base_url, core.database, services)


@asynccontextmanager
async def _core(
    config: Config, clock: Clock, address: Callable[[], str], committed: asyncio.Event, opening: Opening
) -> AsyncIterator[Core]:
    async with open_database(config, opening, committed.set) as database, open_session() as session:
        calls = Calls()
        fiscal = Checkbox(
            session,
            license_key=_reveal(config.checkbox_license_key),
            pin=_reveal(config.checkbox_pin),
            base_url=config.checkbox_api_url,
            calls=calls,
        )
        run_id = RunId(RandomTokens().new())
        services = await Services.build(
            database,
            clock,
            RandomTokens(),
            read_texts(),
            _providers(config, clock, session, calls, StoredKeys(database, clock)),
            run_id=run_id,
            public_url=address,
            makes_receipts=fiscal.is_configured,
        )
        yield Core(database, services, fiscal, calls, ProcessRun(database, clock, run_id), committed)


def _providers(
    config: Config, clock: Clock, session: ClientSession, calls: Calls, keys: KeyStore
) -> Mapping[ProviderName, Provider]:
    return {
        ProviderName.MONOBANK: Monobank(
            session, token=_reveal(config.monobank_token), base_url=config.monobank_api_url, calls=calls, keys=keys
        ),
        ProviderName.LIQPAY: LiqPay(
            session,
            public_key=config.liqpay_public_key,
            private_key=_reveal(config.liqpay_private_key),
            base_url=config.liqpay_api_url,
            now=clock.now,
            calls=calls,
        ),
    }


def _credentials(config: Config) -> Mapping[ProviderName, str]:
    """Return what tells whether a provider's credentials have changed, and nothing about them."""
    secrets_of = {
        ProviderName.MONOBANK: [_reveal(config.monobank_token)],
        ProviderName.LIQPAY: [config.liqpay_public_key, _reveal(config.liqpay_private_key)],
    }
    return {
        name: hashlib.blake2b(repr(parts).encode(), digest_size=8).hexdigest() for name, parts in secrets_of.items()
    }


def _stay_alive(supervisor: Supervisor, run: ProcessRun, presence: Presence | None) -> None:
    """Start refreshing this process's row, so that no other process takes over its claims."""

    async def begin() -> bool:
        await run.begin(is_alone=presence is not None and presence.is_alone)
        if presence is not None:
            presence.share()
        return False

    async def refresh() -> bool:
        if presence is not None:
            presence.share()
        await run.refresh()
        return False

    supervisor.repeat("presence", refresh, seconds=REFRESH_SECONDS, first=begin)


def _watch_changes(supervisor: Supervisor, services: Services, pictures: Pictures, streams: BoardStreams) -> None:
    """Start the loops that notice what other processes changed, and what lies in the folder of pictures."""

    async def refresh_cache() -> bool:
        await services.cache.refresh_if_changed()
        return False

    async def refresh_pictures() -> bool:
        await asyncio.to_thread(pictures.refresh)
        return False

    supervisor.repeat("catalogue", refresh_cache, seconds=CHANGE_POLL_INTERVAL)
    supervisor.repeat("pictures", refresh_pictures, seconds=2)
    supervisor.repeat("board", streams.look, seconds=LOOK_SECONDS)


async def _end(run: ProcessRun) -> None:
    try:
        await run.end()
    except Exception:
        log.exception("the end of this process is not stored: others notice it some seconds later")


def _reveal(secret: SecretStr | None) -> str | None:
    return secret.get_secret_value() if secret else None
