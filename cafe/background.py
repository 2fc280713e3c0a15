"""Background work, done in one process per database: the leader.

The leader sends queued messages, queries banks, makes receipts, deletes old rows and runs the bot's conversations. The
database elects it; all other processes serve requests and wait for their turn.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self
from zoneinfo import ZoneInfo

from aiohttp import ClientSession

from cafe.backups.apart import start_apart
from cafe.config import Config
from cafe.core.catalogue.availability.disruption_watch import DisruptionWatch
from cafe.core.handlers import record
from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Database, Engine
from cafe.core.kernel.loops import Supervisor
from cafe.core.kernel.runs import ProcessRun
from cafe.core.messages.inbox.updates import Receive, UpdateInbox
from cafe.core.messages.notifications.board import BoardKeeper
from cafe.core.messages.notifications.delivery_planner import DeliveryPlanner
from cafe.core.messages.notifications.push_sender import PushSender
from cafe.core.messages.notifications.reminders import Reminders
from cafe.core.messages.notifications.rendering import Renderer
from cafe.core.messages.notifications.staff_chat import StaffChat
from cafe.core.messages.outbox.port import Outcome
from cafe.core.messages.outbox.service import Outbox, Signals
from cafe.core.messages.printers.watch import PrinterWatch
from cafe.core.messages.subscriptions.push import Browser, Pusher
from cafe.core.money.payments.holds import HeldOrders
from cafe.core.money.payments.sweeper import Sweeper
from cafe.core.money.payments.unpaid import UnpaidOrders
from cafe.core.money.receipts.maker import ReceiptMaker
from cafe.core.money.statements.service import MorningComparisons
from cafe.core.ordering.checkout.prevented import PreventedOrders
from cafe.core.services import Services
from cafe.core.upkeep.backups.copying import ContinuousCopy
from cafe.core.upkeep.backups.disks import DiskWatch
from cafe.core.upkeep.backups.facts import DiskUse
from cafe.core.upkeep.backups.port import BackupStorage, CopyStorage
from cafe.core.upkeep.backups.service import NightlyBackups
from cafe.core.upkeep.checks.service import ChecksService
from cafe.core.upkeep.owner_news.service import OwnerNews
from cafe.core.upkeep.retention.service import Retention
from cafe.core.upkeep.setup_checklist.port import BotState
from cafe.db.log_follower import LogFollower
from cafe.doctor import inspect_in_subprocess
from cafe.keys import Keys, reveal
from cafe.pace import Pace
from cafe.providers.http import Calls
from cafe.providers.push_text import PlainRenderer
from cafe.resources import find_pictures
from cafe.server import Health
from cafe.web.telegram import TelegramWebhook

if TYPE_CHECKING:
    from cafe.bot.entry import TelegramBot
    from cafe.bot.telegram.rate_limit import Limits
    from cafe.providers.web_push import WebPush

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Core:
    """The core over its database, with what its loops need."""

    database: Engine
    services: Services
    keys: Keys
    checks: ChecksService
    backup_storage: BackupStorage
    copy_storage: CopyStorage | None
    """None if there is no continuous copy."""
    calls: Calls
    session: ClientSession
    run: ProcessRun
    committed: asyncio.Event
    """Set after each durable commit: there may be messages to send."""


class LeaderElection:
    """Runs the background loops while this process is the leader."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._loops: Supervisor | None = None
        self._restart = asyncio.Event()

    async def lead(self, begin: Callable[[Supervisor], Awaitable[None]]) -> None:
        """Call `begin` to start the loops whenever this process becomes the leader; stop them when it no longer is."""

        async def run_loops() -> None:
            while True:
                self._restart.clear()
                async with Supervisor(self._clock) as loops:
                    try:
                        await begin(loops)
                        self._loops = loops
                        await self._restart.wait()
                    finally:
                        self._loops = None

        await self._database.run_as_leader(run_loops)

    def restart(self) -> None:
        """Stop the loops and begin them anew, if this process leads: the keys they use have changed."""
        self._restart.set()

    def loops(self) -> Supervisor | None:
        """Return the loops; None while another process leads."""
        return self._loops


class BackgroundJobs:
    """Starts the leader's loops, each time that this process becomes the leader."""

    def __init__(
        self,
        core: Core,
        clock: Clock,
        pace: Pace,
        config: Config,
        public_url: str,
        health: Health,
        bot: "CurrentBot",
        pusher: Pusher,
    ) -> None:
        self._core = core
        self._clock = clock
        self._pace = pace
        self._config = config
        self._public_url = public_url
        self._health = health
        self._bot = bot
        self._pusher = pusher
        self._inbox = UpdateInbox(core.database, clock, core.run.id)

    def open_webhook(self, webhook: TelegramWebhook) -> None:
        """In a deployment where any process may get an update, store updates for the leader."""
        if self._stores_updates and self._core.keys.config.bot_token is not None:
            webhook.open(self._inbox.take)

    async def begin(self, loops: Supervisor, webhook: TelegramWebhook) -> None:
        """Start the loops, with the keys in force."""
        keys = self._core.keys
        bot = await self._bot.use(reveal(keys.config.bot_token))
        database, services, clock, pace = self._core.database, self._core.services, self._clock, self._pace
        sweeper = Sweeper(database, clock, services.payments, record, keys.credentials())
        loops.repeat("retention", Retention(database, clock).clean, seconds=pace.cleaning)
        loops.repeat("uploads", services.pictures.clean, seconds=pace.cleaning)
        self._begin_backups(loops)
        loops.repeat("sweeper", sweeper.sweep, seconds=pace.money, first=sweeper.resume)
        unpaid = UnpaidOrders(database, clock, services.payments, record)
        loops.repeat("unpaid", unpaid.sweep, seconds=pace.moments)
        loops.repeat("holds", HeldOrders(database, clock, record).sweep, seconds=pace.moments)
        loops.repeat("modes", services.modes.announce, seconds=pace.moments)
        prevented = PreventedOrders(database, services.cache, clock, record)
        loops.repeat("prevented orders", prevented.work, seconds=pace.moments)
        printers = PrinterWatch(database, services.cache, clock, record)
        loops.repeat("printers", printers.work, seconds=pace.moments)
        loops.repeat("disruptions", services.disruptions.announce, seconds=pace.moments)
        watch = DisruptionWatch(database, services.cache, clock, record, keys.accounts)
        loops.repeat("sources", watch.work, seconds=pace.moments, may_take_long=True)
        refunds = services.refunds.worker
        loops.repeat("refunds", refunds.work, seconds=pace.money, first=refunds.resume)
        comparisons = MorningComparisons(services.statements, clock, self._get_zone)
        loops.repeat("statements", comparisons.work, seconds=pace.moments, may_take_long=True)
        render = PlainRenderer(services.texts).render
        pushes = PushSender(database, clock, self._pusher, render, record, self._core.run.id)
        loops.repeat("push", pushes.work, seconds=pace.money, first=pushes.resume)
        if keys.accounts.fiscal.in_force is not None:
            maker = ReceiptMaker(database, clock, services.texts, keys.accounts.fiscal, record)
            loops.repeat("receipts", maker.work, seconds=pace.money, first=maker.resume)
            loops.repeat("fiscal calls", services.fiscal_hooks.register, seconds=pace.moments, may_take_long=True)
        if bot is not None:
            self._begin_bot(loops, bot, webhook)
        else:
            self._health.set_bot_state(BotState.OFF)

    def _begin_backups(self, loops: Supervisor) -> None:
        """Start the loops for backups and disks, which may be slow but never urgent."""
        database, config, clock = self._core.database, self._config, self._clock
        folders = {DiskUse.UPLOADS: config.uploads}
        if not config.is_shared:
            folders[DiskUse.DATABASE] = config.database_path.parent
        if config.backups_kept:
            folders[DiskUse.BACKUPS] = config.backups
            zone, nights = self._get_zone, self._core.backup_storage
            backups = NightlyBackups(database, clock, record, nights, zone, config.backups_kept)
            loops.repeat("backups", backups.work, seconds=self._pace.moments, may_take_long=True)
        if config.copy_to is not None:
            folders[DiskUse.COPY] = config.copy_to
        disks = DiskWatch(database, clock, record, folders, inspect_in_subprocess)
        loops.repeat("disks", disks.work, seconds=self._pace.moments, may_take_long=True)

    def _get_zone(self) -> ZoneInfo:
        return self._core.services.cache.current.settings.zone

    @property
    def _stores_updates(self) -> bool:
        return self._config.is_shared and self._config.bot_mode == "webhook"

    def _begin_bot(self, loops: Supervisor, lazy_bot: "LazyBot", webhook: TelegramWebhook) -> None:
        """Start the loops of the bot: outbox, reminders and conversations."""
        core, clock, pace = self._core, self._clock, self._pace
        staff_chat = StaffChat(core.database, core.keys.config.staff_chat_id)
        read_board = core.services.board.read_in
        recovered = asyncio.Event()

        async def send_messages(on_round: Callable[[], None]) -> None:
            bot = await lazy_bot.get()
            planner = DeliveryPlanner(await get_renderer(), clock, staff_chat, self._public_url, read_board)
            outbox = Outbox(
                core.database,
                clock,
                bot.messenger(),
                planner,
                core.run.id,
                Signals(core.committed, recovered),
                bot.rate_limiter,
                pace.outbox,
            )
            await outbox.run(on_round)

        async def get_renderer() -> Renderer:
            return (await lazy_bot.get()).renderer(core.services.texts)

        def wake_outbox() -> None:
            recovered.set()
            core.committed.set()

        def hand_out_updates(receive: Receive) -> None:
            loops.run("updates", lambda _on_round: self._inbox.hand_out(receive))

        async def converse(_on_round: Callable[[], None]) -> None:
            bot = await lazy_bot.get()
            from cafe.bot.entry import BotDependencies, Webhook  # noqa: PLC0415 - loaded by now, and only with a bot

            open_webhook = hand_out_updates if self._stores_updates else webhook.open
            dependencies = BotDependencies(
                services=core.services,
                staff_chat=staff_chat,
                base_url=self._public_url,
                pictures=find_pictures(),
                uploads=self._config.uploads,
                report=self._health.set_bot_state,
                on_recovery=wake_outbox,
                webhook=Webhook(webhook.secret, open_webhook) if self._config.bot_mode == "webhook" else None,
            )
            await bot.converse(dependencies)

        loops.run("outbox", send_messages, has_rounds=True)
        board = BoardKeeper(core.database, clock, staff_chat, get_renderer, read_board)
        loops.repeat("board", board.keep, seconds=pace.moments)
        loops.repeat("pause", core.services.pause.announce_end, seconds=pace.moments)
        loops.repeat("busy", core.services.busy.announce_end, seconds=pace.moments)
        loops.repeat("reminders", Reminders(core.database, clock, record).remind, seconds=pace.moments)
        loops.repeat("ratings", core.services.ratings.ask, seconds=pace.moments)
        services = core.services
        news = OwnerNews(core.database, clock, services.texts, services.day_summary, services.inventory, core.checks)
        loops.repeat("news", news.work, seconds=pace.moments, may_take_long=True)
        loops.run("bot", converse)


@asynccontextmanager
async def copying(
    config: Config, core: Core, clock: Clock, supervisor: Supervisor, pace: Pace
) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """Yield what starts the continuous copy, if there is to be one; at the end copy what is left.

    The end must come after the last write, and before the database is closed, which deletes its log.
    """
    if core.copy_storage is None:
        yield _do_nothing
        return
    log_of_commits = LogFollower(config.database_path)
    copy = ContinuousCopy(core.database, clock, record, log_of_commits, core.copy_storage, start_apart)

    async def start() -> None:
        await copy.work()  # before orders come; it waits for seconds only
        supervisor.repeat("copy", copy.work, seconds=pace.copy, may_take_long=True)

    try:
        yield start
    finally:
        await copy.end()


async def _do_nothing() -> None:
    """There is no continuous copy to start."""


class LazyBot:
    """Loads the bot on first use, in a thread that no stop waits for, while the HTTP API already serves.

    aiogram takes seconds to import and more memory than everything else.
    """

    def __init__(self, token: str, api_url: str, limits: "Limits | None" = None) -> None:
        self._token = token
        self._api_url = api_url
        self._limits = limits
        self._loading: asyncio.Task[TelegramBot] | None = None

    async def close(self) -> None:
        """Close the bot; one still loading is abandoned, since loading may take long on a starved machine."""
        if self._loading is None:
            return
        if not self._loading.done():
            self._loading.cancel()
        await asyncio.wait([self._loading])
        if not self._loading.cancelled() and self._loading.exception() is None:
            await self._loading.result().close()

    async def get(self) -> "TelegramBot":
        """Return the bot; the first call loads it."""
        if self._loading is None:
            self._loading = asyncio.create_task(self._load())
        return await asyncio.shield(self._loading)

    async def _load(self) -> "TelegramBot":
        loaded = start_apart(_import_bot)
        await asyncio.wait([loaded])  # loading goes on when this is cancelled
        return loaded.result()(self._token, self._api_url, self._limits)


def _import_bot() -> "type[TelegramBot]":
    from cafe.bot.entry import TelegramBot  # noqa: PLC0415 - see LazyBot

    return TelegramBot


class CurrentBot:
    """The bot of the token in force."""

    def __init__(self, api_url: str, limits: "Limits | None" = None) -> None:
        self._api_url = api_url
        self._limits = limits
        self._token: str | None = None
        self._bot: LazyBot | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.use(None)

    async def use(self, token: str | None) -> LazyBot | None:
        """Return the bot of a token, after closing that of another one."""
        if token != self._token:
            former, self._token = self._bot, token
            self._bot = LazyBot(token, self._api_url, self._limits) if token else None
            if former is not None:
                await former.close()
        return self._bot


class LazyPusher:
    """Web push, loaded with the first browser that asks for it: its cryptography takes 7 MB."""

    def __init__(self, core: Core, secret_key: str, instance_id: str, contact: str) -> None:
        self._core = core
        self._secret_key = secret_key
        self._instance_id = instance_id
        self._contact = contact

    @cached_property
    def _loaded(self) -> "WebPush":
        from cafe.providers.web_push import WebPush, derive_key  # noqa: PLC0415 - see above

        key = derive_key(self._secret_key, self._instance_id)
        return WebPush(self._core.session, key, contact=self._contact, calls=self._core.calls)

    @property
    def public_key(self) -> str:
        """The key that browsers subscribe with."""
        return self._loaded.public_key

    async def push(self, browser: Browser, payload: Mapping[str, str], topic: str) -> Outcome:
        return await self._loaded.push(browser, payload, topic)
