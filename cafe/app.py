"""The composition root: opens, wires, runs and stops everything, for the application and its tests."""

import asyncio
import logging
import secrets
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from cafe.background import BackgroundJobs, Core, CurrentBot, LazyPusher, LeaderElection, copying
from cafe.backups.copy_folder import CopyFolder
from cafe.backups.folder import BackupFolder
from cafe.children import Children
from cafe.config import Config
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.handlers import record
from cafe.core.kernel.clock import SYSTEM_CLOCK, Clock
from cafe.core.kernel.database import Connection, Database, Engine
from cafe.core.kernel.locale import FOLDER as LOCALES
from cafe.core.kernel.loops import Supervisor
from cafe.core.kernel.meta import get_instance_id
from cafe.core.kernel.runs import ProcessRun, RunId
from cafe.core.kernel.texts import read_texts
from cafe.core.kernel.urls import desk_link_path
from cafe.core.messages.subscriptions.push import PushServices, is_for_push
from cafe.core.money.payments.bank_keys import StoredKeys
from cafe.core.people.staff.model import LINK_SECONDS
from cafe.core.services import Services
from cafe.core.upkeep.checks.model import Finding
from cafe.core.upkeep.checks.service import ChecksService
from cafe.core.upkeep.outages.service import note_return
from cafe.core.upkeep.setup_checklist.port import BotState
from cafe.db.presence import Presence
from cafe.doctor import Environment, get_own_health, inspect_database, read_typed_keys, report_on, setup_of
from cafe.engines import Opening, back_up_in_thread, open_database
from cafe.keys import Accounts, Keys, reveal
from cafe.pace import Pace
from cafe.printing.page_printer import PillowPrinter
from cafe.providers.http import Calls, open_session
from cafe.providers.passkeys import WebAuthn
from cafe.resources import DEMO, PRINT_AGENT, find_pictures
from cafe.secret_key import get_secret_key
from cafe.server import LEADER, Health, listening, serving
from cafe.terminal import print_link
from cafe.traffic import Traffic
from cafe.uploads.codes import ZxingReader
from cafe.uploads.folder import UploadFolder
from cafe.uploads.maker import PillowMaker
from cafe.web.application import WebConfig, build_application
from cafe.web.init_data import InitDataReader
from cafe.web.pictures import Pictures
from cafe.web.printers.calls import PrinterCalls
from cafe.web.streams import Streams
from cafe.web.telegram import TelegramWebhook, webhook_secret

log = logging.getLogger(__name__)

USUAL_PACE = Pace()
BROWSERS_OWN = PushServices()


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
    checks: ChecksService
    metrics_url: str = ""
    """Empty if metrics are off."""


@dataclass(frozen=True, slots=True)
class _RuntimeInfo:
    """The running program as seen by the core; a command has no health."""

    keys: Keys
    health: Health | None = None

    @property
    def has_staff_chat(self) -> bool:
        return self.keys.config.staff_chat_id is not None

    @property
    def bot_state(self) -> BotState:
        return self.health.bot_state() if self.health is not None else BotState.OFF

    async def report_health(self) -> Mapping[str, Any] | None:
        """Return the health report; None unless the program serves."""
        return await self.health.report() if self.health is not None else None

    def demo_menu(self) -> str:
        return DEMO.read_text(encoding="utf-8")


@asynccontextmanager
async def opened(
    config: Config, *, clock: Clock = SYSTEM_CLOCK, migrates: bool = False
) -> AsyncIterator[tuple[Database, Services]]:
    """Open the database and wire the core without serving: for the commands.

    Raises:
        SchemaError: the schema is not this version's; an older one only unless it `migrates`.
    """
    opening = Opening.MIGRATE if migrates else Opening.CHECK
    async with (
        open_database(config, opening, lambda: None, clock) as database,
        _core(config, clock, database, config.base_url, asyncio.Event(), None) as core,
    ):
        yield core.database, core.services


@asynccontextmanager
async def running(
    config: Config,
    *,
    clock: Clock = SYSTEM_CLOCK,
    pace: Pace = USUAL_PACE,
    is_demo: bool = False,
    push_services: PushServices = BROWSERS_OWN,
    locales: Path = LOCALES,
) -> AsyncIterator[App]:
    """Open, wire and start everything; stop it in reverse order.

    With `is_demo` the demo catalogue is loaded first if there is no catalogue. `push_services` are the push services
    that browsers may use; `locales` has a folder of texts for each language.

    Raises:
        OSError: the address is in use, or the database's folder cannot be written.
        sqlite3.Error: the database cannot be opened.
    """
    if config.debug:
        log.warning("CAFE_DEBUG=1: ANYBODY WHO REACHES THIS SERVICE CAN POSE AS ANY CUSTOMER by ?dev_user_id=")
    async with AsyncExitStack() as stack:
        listener = await stack.enter_async_context(listening(config.host, config.port))
        public_url = config.base_url or listener.url
        committed = asyncio.Event()
        database = await stack.enter_async_context(open_database(config, Opening.SERVE, committed.set, clock))
        supervisor, leader = Supervisor(clock), LeaderElection(database, clock)
        health = Health(database, supervisor, leader.loops)
        core = await stack.enter_async_context(
            _core(config, clock, database, public_url, committed, health, push_services, locales)
        )
        start_copying = await stack.enter_async_context(copying(config, core, clock, supervisor, pace))
        services = core.services
        if is_demo and await services.catalogue.is_empty():
            await services.catalogue.load(DEMO.read_text(encoding="utf-8"))
        keys = core.keys
        bot = await stack.enter_async_context(CurrentBot(config.bot_api_url, pace.limits))
        init_data = InitDataReader(reveal(keys.config.bot_token))
        presence = None if config.is_shared else stack.enter_context(Presence(config.database_path))
        stack.push_async_callback(_end, core.run)
        await stack.enter_async_context(supervisor)
        _stay_alive(supervisor, core.run, presence, pace)
        await start_copying()
        secret_key = get_secret_key(config)
        webhook = TelegramWebhook(webhook_secret(secret_key))
        pictures = Pictures(find_pictures())
        instance_id = await core.database.read(get_instance_id)
        pusher = LazyPusher(core, secret_key, instance_id, config.base_url if config.is_https else "")
        application, streams = build_application(
            services,
            WebConfig(
                init_data=init_data,
                secret_key=secret_key,
                instance_id=instance_id,
                is_https=config.is_https,
                base_url=config.base_url,
                is_debug=config.debug,
                pictures=pictures,
                uploads=config.uploads,
                print_agent=PRINT_AGENT.read_bytes(),
                bot_state=health.bot_state,
                push_key=lambda: pusher.public_key if is_for_push(public_url) else None,
                heartbeat=pace.heartbeat,
            ),
            health.report,
            webhook,
            core.checks,
        )

        def close_streams() -> None:
            for each in streams.values():
                each.close()

        traffic = Traffic()
        recorder = traffic.recorder() if config.metrics_port is not None or config.log_level == "debug" else None
        await stack.enter_async_context(
            serving(application, listener, clock, close_streams, core.calls.end_within, recorder)
        )
        metrics_url = await _expose(stack, config, core, health, traffic, clock)
        await _offer_desk(services, public_url)
        _watch_changes(supervisor, services, pictures, streams, pace)
        jobs = BackgroundJobs(core, clock, pace, config, public_url, health, bot, pusher)
        jobs.open_webhook(webhook)

        async def take_up_keys() -> None:
            init_data.use(reveal(keys.config.bot_token))
            jobs.open_webhook(webhook)
            leader.restart()

        keys.take_up = take_up_keys
        supervisor.run(LEADER, lambda _on_round: leader.lead(lambda loops: jobs.begin(loops, webhook)))
        if keys.config.bot_token is None:
            log.info("CAFE_BOT_TOKEN is not set: the bot is off, messages wait up to a day for it")
        yield App(config, listener.url, core.database, services, core.checks, metrics_url)


@asynccontextmanager
async def _core(
    config: Config,
    clock: Clock,
    database: Engine,
    public_url: str,
    committed: asyncio.Event,
    health: Health | None,
    push_services: PushServices = BROWSERS_OWN,
    locales: Path = LOCALES,
) -> AsyncIterator[Core]:
    async with open_session() as session:
        calls = Calls(clock)
        accounts = Accounts(config, session, calls, StoredKeys(database, clock))
        keys = Keys(config, session, calls, accounts, partial(get_secret_key, config))
        runtime = _RuntimeInfo(keys, health)
        storage, copy_storage = _backup_storage(config, clock), _copy_storage(config)
        read_database = partial(report_on, database, clock)
        environment = Environment(
            lambda: keys.config,
            session,
            calls,
            accounts.by_name,
            storage,
            copy_storage,
            read_database,
            runtime.report_health,
        )
        run_id = RunId(RandomTokens().new())
        apart = Children()
        cache = SnapshotCache(database, clock)
        await cache.refresh()
        texts, files = read_texts(locales), UploadFolder(config.uploads)
        services = Services(
            database,
            clock,
            RandomTokens(),
            texts,
            accounts.providers,
            cache,
            run_id=run_id,
            public_url=public_url,
            fiscal=lambda: accounts.fiscal,
            makes_receipts=lambda: (
                accounts.fiscal.in_force is not None and "card" in cache.current.settings.receipt_ways
            ),
            apart=apart,
            picture_maker=PillowMaker(apart),
            code_reader=ZxingReader(),
            picture_files=files,
            page_printer=PillowPrinter(texts, files),
            runtime=runtime,
            keys=keys,
            passkeys=WebAuthn(),
            push_services=push_services,
            sources=accounts,
        )
        await services.connections.follow()
        checks = ChecksService(lambda: setup_of(keys.config), environment, clock)
        run = ProcessRun(database, clock, run_id)
        yield Core(database, services, keys, checks, storage, copy_storage, calls, session, run, committed)


async def examine(config: Config, *, clock: Clock = SYSTEM_CLOCK) -> list[Finding]:
    """Run all checks from outside the service, running or not; nothing is changed."""
    calls = Calls(clock)
    async with open_session() as session:
        accounts = Accounts(config, session, calls, None)
        keys = Keys(config, session, calls, accounts, partial(get_secret_key, config))
        await keys.put_in_force(await read_typed_keys(config, keys, clock))
        environment = Environment(
            lambda: keys.config,
            session,
            calls,
            accounts.by_name,
            _backup_storage(config, clock),
            _copy_storage(config),
            partial(inspect_database, config, clock),
            partial(get_own_health, config, session, calls),
        )
        return await ChecksService(lambda: setup_of(keys.config), environment, clock).run()


def _backup_storage(config: Config, clock: Clock) -> BackupFolder:
    return BackupFolder(config.backups, config.uploads, partial(back_up_in_thread, config, clock))


def _copy_storage(config: Config) -> CopyFolder | None:
    return CopyFolder(config.copy_to) if config.copy_to is not None else None


async def _expose(
    stack: AsyncExitStack, config: Config, core: Core, health: Health, traffic: Traffic, clock: Clock
) -> str:
    """Serve the metrics until the end, if enabled, and return their address."""
    if config.metrics_port is None:
        return ""
    from cafe.metrics import Sources, exposing  # noqa: PLC0415 - only where they are on

    engine = "postgresql" if config.is_shared else "sqlite"
    folder = Path() if config.is_shared else config.database_path.parent
    nights = core.backup_storage if config.backups_kept else None
    sources = Sources(
        traffic, core.services.counts, health, core.database, clock, engine, folder, nights, core.copy_storage
    )
    return await stack.enter_async_context(exposing(config.metrics_port, sources))


def _stay_alive(supervisor: Supervisor, run: ProcessRun, presence: Presence | None, pace: Pace) -> None:
    """Start refreshing this process's row, so that no other process takes over its claims."""

    async def begin() -> bool:
        await run.begin(_note_return, is_alone=presence is not None and presence.is_alone)
        if presence is not None:
            presence.share()
        return False

    async def refresh() -> bool:
        if presence is not None:
            presence.share()
        await run.refresh()
        return False

    supervisor.repeat("presence", refresh, seconds=pace.presence, first=begin)


def _note_return(conn: Connection, since: int, now: int) -> None:
    note_return(conn, record, since, now)


def _watch_changes(
    supervisor: Supervisor,
    services: Services,
    pictures: Pictures,
    streams: Mapping[str, Streams | PrinterCalls],
    pace: Pace,
) -> None:
    """Start the loops that detect changes made by other processes or in the folder of pictures."""

    async def refresh_cache() -> bool:
        await services.cache.refresh_if_changed()
        await services.connections.follow()
        return False

    async def refresh_pictures() -> bool:
        await asyncio.to_thread(pictures.refresh)
        return False

    supervisor.repeat("catalogue", refresh_cache, seconds=pace.catalogue)
    supervisor.repeat("pictures", refresh_pictures, seconds=pace.pictures)
    for name, each in streams.items():
        supervisor.repeat(name, each.check, seconds=pace.streams)


async def _offer_desk(services: Services, address: str) -> None:
    """Print a first link to the owner's desk on a terminal; elsewhere log only a hint, since others may read logs."""
    if not sys.stderr.isatty():
        if not await services.sign_in.has_opened():
            log.info("nobody has signed in at the owner's desk yet: %s -m cafe desk-link prints a link", sys.executable)
        return
    link = await services.sign_in.issue_first_link()
    if link is not None:
        words = f"the owner's desk, good once and for {LINK_SECONDS // 60} minutes: "
        print_link(f"{address}{desk_link_path(link.token)}", sys.stderr, words=words)


async def _end(run: ProcessRun) -> None:
    try:
        await run.end()
    except Exception:
        log.exception("the end of this process could not be stored: others detect it some seconds later")
