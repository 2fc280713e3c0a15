"""Metrics for Prometheus, on a listener of their own that only this machine can reach.

Counters are kept in memory; everything else is looked up at each scrape. Loaded only if enabled.
"""

import asyncio
import logging
import shutil
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from aiohttp import hdrs, web
from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from cafe import __version__
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import DatabaseState, Engine
from cafe.core.ordering.orders.counts import Counts
from cafe.core.upkeep.backups.model import NightCopy
from cafe.core.upkeep.backups.port import BackupStorage, CopyStorage
from cafe.core.upkeep.checks.model import Backlog
from cafe.core.upkeep.checks.service import read_backlog
from cafe.core.upkeep.setup_checklist.port import BotState
from cafe.server import Health
from cafe.traffic import BOUNDS, Tally, Traffic

log = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
DATABASE_SECONDS = 4
"""Timeout of the database; Prometheus itself waits ten seconds."""
FOLDER_SECONDS = 2
"""Timeout of the disk with the nightly backups."""
UNKNOWN: Final = "unknown"


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of the figures."""

    traffic: Traffic
    counts: Counts
    health: Health
    database: Engine
    clock: Clock
    engine: str
    folder: Path
    """A folder on the watched disk."""
    backup_storage: BackupStorage | None
    """None if there are no nightly backups."""
    copy_storage: CopyStorage | None
    """None if there is no continuous copy."""


@dataclass(frozen=True, slots=True)
class Reading(Collector):
    """All figures of one moment; those from the database are None while it does not respond."""

    sources: Sources
    state: DatabaseState | None
    backlog: Backlog | None
    now: int
    copy: NightCopy | Literal["unknown"] | None
    copied_at: int | Literal["unknown"] | None

    def collect(self) -> Iterator[Metric]:
        health = self.sources.health
        labels = {"version": __version__, "engine": self.sources.engine}
        yield InfoMetricFamily("cafe_build", "Version of the program, and its database engine.", labels)
        yield from _requests(self.sources.traffic.tallies())
        yield from _counts(self.sources.counts)
        yield _gauge("cafe_leader", "Whether this process leads: sends messages, asks the banks.", health.leads)
        rounds = GaugeMetricFamily(
            "cafe_loop_last_good_round_timestamp_seconds",
            "When each background loop last did its work.",
            labels=["loop"],
        )
        for name, seconds in health.seconds_since_good().items():
            rounds.add_metric([name], self.sources.clock.now().timestamp() - seconds)
        yield rounds
        bot = GaugeMetricFamily("cafe_bot_state", "1 for the state that the bot is in.", labels=["state"])
        for each in BotState:
            bot.add_metric([each.name.lower()], health.bot_state() is each)
        yield bot
        free = shutil.disk_usage(self.sources.folder).free
        yield _gauge("cafe_disk_free_bytes", "Room on the disk of the database, or where a server's client runs.", free)
        if self.copy != UNKNOWN:
            yield from _night_copy(self.copy)
        if self.copied_at != UNKNOWN:
            text = "Up to when everything is in the continuous copy."
            yield _gauge("cafe_copy_last_timestamp_seconds", text, (self.copied_at or 0) / 1000)
        yield _gauge("cafe_database_up", "Whether the database answers.", self.state is not None)
        if self.state is not None:
            yield from _database(self.state)
        if self.backlog is not None:
            yield from _backlog(self.backlog, self.now)


async def read(sources: Sources) -> Reading:
    """Read the figures from the database."""
    now = unix_now(sources.clock)
    copy, copied_at = await _find_copy(sources), await _find_copied(sources)
    try:
        async with asyncio.timeout(DATABASE_SECONDS):
            state, backlog = await sources.database.inspect(), await read_backlog(sources.database, sources.clock)
    except Exception:
        log.exception("metrics without the figures of the database")
        return Reading(sources, None, None, now, copy, copied_at)
    return Reading(sources, state, backlog, now, copy, copied_at)


async def _find_copy(sources: Sources) -> NightCopy | Literal["unknown"] | None:
    """Find the last nightly backup, if there are to be any and the disk responds."""
    if sources.backup_storage is None or not sources.health.leads:
        return UNKNOWN
    try:
        async with asyncio.timeout(FOLDER_SECONDS):
            return await sources.backup_storage.find_last()
    except TimeoutError:
        log.warning("metrics without the nightly backups: their disk does not respond")
        return UNKNOWN


async def _find_copied(sources: Sources) -> int | Literal["unknown"] | None:
    """Find the moment up to which the continuous copy has everything, if there is one and its disk responds."""
    if sources.copy_storage is None:
        return UNKNOWN
    try:
        async with asyncio.timeout(FOLDER_SECONDS):
            return await sources.copy_storage.find_last()
    except (TimeoutError, OSError) as error:
        log.warning("metrics without the continuous copy: %s", error or "its disk does not respond")
        return UNKNOWN


@asynccontextmanager
async def exposing(port: int, sources: Sources) -> AsyncIterator[str]:
    """Serve `/metrics` to this machine only; yield its address."""
    process = ProcessCollector(registry=None)

    async def get(request: web.Request) -> web.Response:
        registry = CollectorRegistry()
        registry.register(await read(sources))
        registry.register(process)
        encode, content_type = choose_encoder(request.headers.get(hdrs.ACCEPT, ""))
        return web.Response(body=encode(registry), headers={hdrs.CONTENT_TYPE: content_type})

    app = web.Application()
    app.add_routes([web.get("/metrics", get)])
    runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=0.5)
    await runner.setup()
    try:
        site = web.TCPSite(runner, LOOPBACK, port)
        await site.start()
        address = f"http://{LOOPBACK}:{runner.addresses[0][1]}/metrics"
        log.info("metrics at %s", address)
        yield address
    finally:
        await runner.cleanup()


def _gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, text, value)


def _requests(tallies: Iterable[Tally]) -> Iterator[Metric]:
    """Count requests by route and status, and their time by route."""
    counted = CounterMetricFamily(
        "cafe_requests", "Requests answered, by method, route and status.", labels=["method", "route", "status"]
    )
    spans: dict[str, list[int]] = {}
    seconds: dict[str, float] = {}
    for tally in tallies:
        counted.add_metric([tally.method, tally.route, str(tally.status)], tally.count)
        if tally.is_timed:
            sums = spans.setdefault(tally.route, [0] * len(tally.spans))
            spans[tally.route] = [one + other for one, other in zip(sums, tally.spans, strict=True)]
            seconds[tally.route] = seconds.get(tally.route, 0) + tally.seconds
    yield counted
    timed = HistogramMetricFamily("cafe_request_seconds", "Seconds until a request was answered.", labels=["route"])
    for route, found in spans.items():
        upto = [sum(found[: index + 1]) for index in range(len(found))]
        buckets = [(str(bound), count) for bound, count in zip((*BOUNDS, "+Inf"), upto, strict=True)]
        timed.add_metric([route], buckets, seconds[route])
    yield timed


def _counts(counts: Counts) -> Iterator[Metric]:
    orders = CounterMetricFamily(
        "cafe_orders_placed", "Orders that this process placed.", labels=["type", "payment_method"]
    )
    for labels, count in counts.orders.items():
        orders.add_metric(list(labels), count)
    yield orders
    claimed = CounterMetricFamily(
        "cafe_money_claimed_uah", "Card payments that this process claimed for orders, in UAH.", labels=["provider"]
    )
    for provider, kopiykas in counts.claimed.items():
        claimed.add_metric([provider], kopiykas / 100)
    yield claimed


def _database(state: DatabaseState) -> Iterator[Metric]:
    yield _gauge("cafe_database_size_bytes", "Size of the database.", state.size)
    connections = GaugeMetricFamily(
        "cafe_database_connections", "Connections of this process to the database.", labels=["state"]
    )
    connections.add_metric(["busy"], state.busy)
    connections.add_metric(["idle"], state.connections - state.busy)
    yield connections


def _night_copy(copy: NightCopy | None) -> Iterator[Metric]:
    """The last nightly backup; 0 as long as there is none, so that an alert fires then, too."""
    at, size = (0, 0) if copy is None else (copy.made_at, copy.size)
    yield _gauge("cafe_backup_last_timestamp_seconds", "When the last nightly copy was made.", at)
    yield _gauge("cafe_backup_size_bytes", "Size of it, pictures included.", size)


def _backlog(backlog: Backlog, now: int) -> Iterator[Metric]:
    """The backlog, which is the same in every process of a database."""

    def age(at: int | None) -> int:
        return max(0, now - at) if at is not None else 0

    yield _gauge("cafe_orders_open", "Orders that are neither completed nor cancelled.", backlog.open_orders)
    yield _gauge("cafe_outbox_messages", "Messages that wait to be sent.", backlog.messages)
    yield _gauge("cafe_outbox_oldest_seconds", "How long the oldest of them waits.", age(backlog.oldest_message))
    yield _gauge("cafe_outbox_given_up", "Messages of the last day that nobody took.", backlog.given_up_messages)
    yield _gauge("cafe_receipts_waiting", "Fiscal receipts that wait to be made.", backlog.receipts)
    yield _gauge("cafe_receipts_oldest_seconds", "How long the oldest of them waits.", age(backlog.oldest_receipt))
    yield _gauge(
        "cafe_refunds_unclear", "Refunds of which nobody knows whether they happened.", backlog.unclear_refunds
    )
    yield _gauge("cafe_refunds_held", "Refunds that wait for somebody to say how to go on.", backlog.held_refunds)
    yield _gauge("cafe_money_to_return_uah", "Hryvnias that somebody must give back to guests.", backlog.owed / 100)
    yield _gauge("cafe_money_to_return_oldest_seconds", "Since when some must.", age(backlog.oldest_debt))
