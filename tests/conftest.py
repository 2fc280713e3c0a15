"""A cafe for every test: the real application over its own copy of one prepared database file."""

import asyncio
import logging
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from pathlib import Path
from typing import Protocol, TypeVar
from zlib import crc32

import hypothesis
import pytest
from pytest_aiohttp import AiohttpServer

from cafe.core.kernel.database import Database
from cafe.db.postgres.engine import PostgresDatabase
from tests.driver import BOT_TOKEN, Cafe, FakeClock, config_for, open_cafe, open_engine
from tests.fakes.alerts import FakeAlerts
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.liqpay import FakeLiqPay
from tests.fakes.monobank import FakeMonobank
from tests.fakes.server import SERVER_OPTIONS, FakeServer
from tests.fakes.telegram import FakeTelegram
from tests.fakes.vchasno import FakeVchasno
from tests.network_guard import NetworkGuard
from tests.postgres import PostgresServer, postgres_server
from tests.quick_starts import quick_starts
from tests.traced_threads import trace_threads_in_turn
from tests.virtual.loop import VirtualLoop
from tests.virtual.outside import work_holds_time

Fake = TypeVar("Fake", bound=FakeServer)

# A busy machine is no counter-example.
hypothesis.settings.register_profile("cafe", deadline=None, derandomize=True)  # each run has the same examples
hypothesis.settings.register_profile("search", deadline=None)
hypothesis.settings.load_profile("cafe")

guard = NetworkGuard()
guard.start()
trace_threads_in_turn()

ALONE = (
    "tests/chaos/test_campaign.py",
    "tests/rush/",
    "tests/web/test_stalls.py",
)
"""What measures time or fills the machine: `make test` runs it without anything beside it, and unmeasured."""
IN_BROWSERS = "tests/e2e/"
"""What is done by clicks runs unmeasured, too: tracing would slow the service that the browser waits for."""


ON_SERVERS = (
    "tests/test_archiving.py",
    "tests/test_failover.py",
    "tests/test_demo_cluster.py",
    "tests/db/test_postgres.py",
)
"""Tests that start PostgreSQL themselves."""

IN_REAL_TIME = (
    "tests/chaos/",
    "tests/db/",
    "tests/deploy/",
    "tests/e2e/",
    "tests/page_report/",
    "tests/rush/",
    "tests/test_archiving.py",
    "tests/test_cli.py",
    "tests/test_cli_refunds.py",
    "tests/test_demo.py",
    "tests/test_demo_cluster.py",
    "tests/test_doctor.py",
    "tests/test_failover.py",
    "tests/test_packaging.py",
    "tests/test_processes.py",
    "tests/test_sentry.py",
    "tests/test_service_manager.py",
    "tests/web/test_stalls.py",
)
"""Tests whose other side is another process, or whose subject is real sockets, threads or pace: time passes as ever."""


def pytest_asyncio_loop_factories(item: pytest.Item) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Every other test lives in virtual time."""
    is_real = item.nodeid.startswith(IN_REAL_TIME) or item.get_closest_marker("real_time") is not None
    return {"loop": asyncio.new_event_loop if is_real else VirtualLoop}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(ALONE):
            item.add_marker(pytest.mark.alone)
        elif item.nodeid.startswith(IN_BROWSERS):
            item.add_marker(pytest.mark.in_browser)
        if _is_on_server(item):
            item.add_marker(pytest.mark.on_server)
    if not config.getoption("--all-looks"):
        others = _other_looks(items)
        config.hook.pytest_deselected(items=list(others))
        items[:] = [item for item in items if item not in others]


def _other_looks(items: list[pytest.Item]) -> set[pytest.Item]:
    """Every second one of the people who do the same test in a browser.

    Which ones, is by the test's name, so that all languages, schemes, sizes and places have their share of the tests.
    """
    by_test: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if isinstance(item, pytest.Function) and item.nodeid.startswith(IN_BROWSERS) and hasattr(item, "callspec"):
            looks = [str(value) for value in item.callspec.params.values() if type(value).__name__ == "Look"]
            if looks:
                by_test[item.nodeid.replace(looks[0], "")].append(item)
    return {
        item for test, same in by_test.items() if len(same) > 1 for item in same[(crc32(test.encode()) + 1) % 2 :: 2]
    }


def _is_on_server(item: pytest.Item) -> bool:
    """Whether a test starts a PostgreSQL server, or uses the one of the run."""
    assert isinstance(item, pytest.Function)
    engine = item.callspec.params.get("engine") if hasattr(item, "callspec") else None
    return engine == POSTGRES or "postgres" in item.fixturenames or item.nodeid.startswith(ON_SERVERS)


ON_BOTH = (
    "tests/web/test_busy.py",
    "tests/web/test_disruptions.py",
    "tests/web/test_type_pause.py",
    "tests/web/test_failing_writes.py",
    "tests/web/test_races.py",
    "tests/web/test_idempotency.py",
    "tests/web/test_checkout.py",
    "tests/web/test_payments.py",
    "tests/web/test_promo.py",
    "tests/web/test_options.py",
    "tests/web/test_order_edits.py",
    "tests/web/test_schedule.py",
    "tests/web/test_suggestions.py",
    "tests/web/test_windows.py",
    "tests/web/test_modes.py",
    "tests/web/test_slots.py",
    "tests/web/test_orders.py",
    "tests/web/test_board.py",
    "tests/web/test_board_acts.py",
    "tests/web/test_side_effects.py",
    "tests/web/test_owner_limits.py",
    "tests/web/test_privacy.py",
    "tests/printers/test_jobs.py",
    "tests/web/desk/test_orders.py",
    "tests/web/desk/test_cash.py",
    "tests/web/desk/test_tills.py",
    "tests/web/desk/test_couriers.py",
    "tests/web/desk/test_customers.py",
    "tests/web/desk/test_access.py",
    "tests/web/desk/test_staff.py",
    "tests/db/test_earlier_payments.py",
    "tests/core/test_bank_keys.py",
    "tests/core/test_bar_week.py",
    "tests/core/test_bottles.py",
    "tests/core/test_cash_receipts.py",
    "tests/core/test_costs.py",
    "tests/core/test_day_figures.py",
    "tests/core/test_edits.py",
    "tests/core/test_hours_edits.py",
    "tests/core/test_payments.py",
    "tests/core/test_pictures.py",
    "tests/core/test_receipts.py",
    "tests/core/test_tills.py",
    "tests/core/test_open_refunds.py",
    "tests/core/test_refunds.py",
    "tests/core/test_refund_histories.py",
    "tests/core/test_register.py",
    "tests/core/test_directory.py",
    "tests/core/test_resend.py",
    "tests/core/test_reports.py",
    "tests/core/test_retention.py",
    "tests/core/test_runs.py",
    "tests/core/test_statements.py",
    "tests/core/test_taxes.py",
    "tests/core/test_stock.py",
    "tests/core/test_unpaid.py",
    "tests/web/desk/test_stock.py",
    "tests/core/test_sweeper.py",
    "tests/bot/test_courier_cash.py",
    "tests/bot/test_couriers.py",
    "tests/bot/test_handing_over.py",
    "tests/bot/test_delivery.py",
    "tests/db/test_engines.py",
    "tests/test_backups.py",
    "tests/test_outages.py",
    "tests/test_cli_restore.py",
    "tests/test_doctor.py",
    "tests/test_metrics.py",
    "tests/db/test_interleavings.py",
    "tests/db/test_rehearsals.py",
    "tests/db/test_message_interleavings.py",
    "tests/db/test_payment_interleavings.py",
    "tests/db/test_refund_interleavings.py",
    "tests/db/test_slot_interleavings.py",
    "tests/db/test_stock_interleavings.py",
    "tests/db/test_till_interleavings.py",
)
"""What `make test` runs on PostgreSQL too: where money, orders and messages could be lost by concurrent writers."""
ON_A_FILE = ("tests/web/test_broken_database.py",)
"""What breaks SQLite's own file; a server's faults are in tests/db and tests/test_processes.py."""
SQLITE, POSTGRES = "sqlite", "postgres"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all-looks", action="store_true", help="have every test in a browser done by all its people")
    parser.addoption("--engine", choices=(SQLITE, POSTGRES), help="run every test that can choose on this engine alone")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the chosen tests on both engines."""
    if "engine" not in metafunc.fixturenames:
        return
    only: str | None = metafunc.config.getoption("--engine")
    path = metafunc.definition.nodeid.partition("::")[0]
    if path in ON_A_FILE:
        metafunc.parametrize("engine", [SQLITE], indirect=True)
    elif only is not None:
        metafunc.parametrize("engine", [only], indirect=True)
    elif path in ON_BOTH:
        metafunc.parametrize("engine", [SQLITE, POSTGRES], indirect=True)


@pytest.fixture(autouse=True)
def _stays_on_this_machine() -> Iterator[None]:
    yield
    guard.check()


@pytest.fixture(autouse=True)
def _logs_to_no_closed_stream() -> Iterator[None]:
    """A command that ran in this process logs to the standard error of its own test, which is closed after it."""
    yield
    root = logging.getLogger()
    for handler in [each for each in root.handlers if type(each) is logging.StreamHandler]:
        root.removeHandler(handler)


@pytest.fixture(scope="session", autouse=True)
def _quick_starts() -> Iterator[None]:
    with quick_starts(), work_holds_time():
        yield


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> str:
    """The database engine that this test runs on."""
    chosen: str = getattr(request, "param", SQLITE)
    return chosen


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server, started for the first test that needs it."""
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="session")
def prepared_template(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The name of a PostgreSQL database with the schema and the test catalogue."""
    url = postgres.create_database()
    folder = tmp_path_factory.mktemp("template")

    async def prepare() -> None:
        async with open_cafe(config_for(folder, database_url=url)):
            pass

    asyncio.run(prepare())
    return url.rpartition("/")[2]


@pytest.fixture(scope="session")
def empty_template(postgres: PostgresServer) -> str:
    """The name of a PostgreSQL database with the schema alone."""
    url = postgres.create_database()

    async def prepare() -> None:
        async with PostgresDatabase(url):
            pass

    asyncio.run(prepare())
    return url.rpartition("/")[2]


@pytest.fixture
def database_url(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database of this test's own, with the schema and the test catalogue."""
    if engine == SQLITE:
        copy_database(request.getfixturevalue("prepared_database"), tmp_path / "cafe.db")
        yield f"sqlite:///{tmp_path / 'cafe.db'}"
    else:
        yield from _made_from(request, "prepared_template")


@pytest.fixture
def empty_database_url(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database of this test's own, with the schema alone on PostgreSQL, and nothing on SQLite."""
    if engine == SQLITE:
        yield f"sqlite:///{tmp_path / 'cafe.db'}"
    else:
        yield from _made_from(request, "empty_template")


def _made_from(request: pytest.FixtureRequest, template: str) -> Iterator[str]:
    server: PostgresServer = request.getfixturevalue("postgres")
    url = server.create_database(request.getfixturevalue(template))
    yield url
    server.drop_database(url)


@pytest.fixture
async def database(empty_database_url: str) -> AsyncIterator[Database]:
    """An empty database."""
    async with open_engine(empty_database_url) as database:
        yield database


@pytest.fixture
async def catalogue_database(database_url: str) -> AsyncIterator[Database]:
    """A database with the test catalogue."""
    async with open_engine(database_url) as database:
        yield database


@pytest.fixture(scope="session")
def prepared_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with the schema and the test catalogue, made once because copying it is cheaper."""
    folder = tmp_path_factory.mktemp("prepared")

    async def prepare() -> None:
        async with open_cafe(config_for(folder)):
            pass

    asyncio.run(prepare())
    return folder / "cafe.db"


def copy_database(source: Path, target: Path) -> None:
    """A consistent copy, also when the source has a write-ahead log beside it."""
    reading, writing = sqlite3.connect(source), sqlite3.connect(target)
    try:
        reading.backup(writing)
    finally:
        reading.close()
        writing.close()


@pytest.fixture
def clock() -> FakeClock:
    """The time of the cafe and of everything around it: a Monday at noon, until a test moves it."""
    return FakeClock()


@pytest.fixture
async def cafe(tmp_path: Path, database_url: str, clock: FakeClock) -> AsyncIterator[Cafe]:
    """The running test cafe, open on a Monday at noon, with nobody in it yet."""
    async with open_cafe(config_for(tmp_path, database_url=database_url), clock=clock, catalogue=None) as running_cafe:
        yield running_cafe


class Listen(Protocol):
    """Has a fake listen until the end of the test."""

    async def __call__(self, fake: Fake) -> Fake: ...


@pytest.fixture
def listen(aiohttp_server: AiohttpServer) -> Listen:
    async def listen(fake: Fake) -> Fake:
        fake.listens_on(await aiohttp_server(fake.app(), **SERVER_OPTIONS))
        return fake

    return listen


@pytest.fixture
async def bank(listen: Listen, clock: FakeClock) -> FakeMonobank:
    return await listen(FakeMonobank(now=clock.now))


@pytest.fixture
async def liqpay(listen: Listen, clock: FakeClock) -> FakeLiqPay:
    return await listen(FakeLiqPay(now=clock.now))


@pytest.fixture
async def fiscal(listen: Listen, clock: FakeClock) -> FakeCheckbox:
    return await listen(FakeCheckbox(now=clock.now))


@pytest.fixture
async def vchasno(listen: Listen, clock: FakeClock) -> FakeVchasno:
    return await listen(FakeVchasno(now=clock.now))


@pytest.fixture
async def alerts(listen: Listen, clock: FakeClock) -> FakeAlerts:
    return await listen(FakeAlerts(now=clock.now))


@pytest.fixture
async def telegram(listen: Listen) -> FakeTelegram:
    return await listen(FakeTelegram(BOT_TOKEN))
