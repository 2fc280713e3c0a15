"""Runs all checks at once, in bounded time, and changes nothing."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from cafe.core.catalogue.menu.store import count_without_allergens
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.delivery.cash.store import count_open_differences
from cafe.core.kernel.access import Access
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, DatabaseState, Engine
from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.meta import MOVED, get_instance_id, get_meta
from cafe.core.kernel.urls import FISCAL_WEBHOOK, PAYMENT_WEBHOOKS, TELEGRAM_WEBHOOK
from cafe.core.money.receipts.hooks import is_registered
from cafe.core.money.receipts.port import FiscalName
from cafe.core.money.statements.service import read_comparisons
from cafe.core.money.tills.balance import list_mismatches
from cafe.core.upkeep.backups.disks import Disk
from cafe.core.upkeep.checks import outside_rules, rules, store
from cafe.core.upkeep.checks.model import Backlog, Check, Finding, State
from cafe.core.upkeep.checks.port import (
    BackupReport,
    BotReport,
    Contents,
    CopyReport,
    DatabaseReport,
    Outside,
    Setup,
    SiteAnswer,
    UnreachableError,
)

log = logging.getLogger(__name__)

SECONDS = 10
"""Timeout of each request; all are sent at the same time."""
HEALTH = "/healthz"
REFUSED_SINCE = 7 * 86_400

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Answers:
    """All answers; None where there was nothing to request."""

    database: DatabaseReport
    folder: Disk | CafeError | None
    uploads: Disk | CafeError
    exposed: list[str] | CafeError
    service: Mapping[str, Any] | None
    backups: BackupReport | CafeError | None
    copy: CopyReport | CafeError | None
    bot: BotReport | CafeError | None
    health: SiteAnswer | CafeError | None
    callbacks: Mapping[str, SiteAnswer | CafeError]
    access: Mapping[str, Access | CafeError]


async def read_contents(database: Engine, clock: Clock) -> tuple[DatabaseState, Contents]:
    """Read the checked contents of a database."""
    return await database.inspect(), await database.read_long(_read_contents, unix_now(clock))


async def read_backlog(database: Engine, clock: Clock) -> Backlog:
    """Count what waits."""
    return await database.read_long(store.get_backlog, unix_now(clock))


def _read_contents(conn: Connection, now: int) -> Contents:
    comparisons, differences = read_comparisons(conn)
    return Contents(
        instance_id=get_instance_id(conn),
        is_moved=get_meta(conn, MOVED) is not None,
        settings=get_settings(conn),
        backlog=store.get_backlog(conn, now),
        refused_receipts=store.count_refused_receipts(conn, now - REFUSED_SINCE),
        is_called_about_receipts=is_registered(conn),
        processes=store.count_processes(conn, now),
        has_owner=store.has_owner(conn),
        unstated_dishes=count_without_allergens(conn),
        comparisons=comparisons,
        differences=differences,
        cash_differences=count_open_differences(conn),
        mismatches=list_mismatches(conn),
    )


class ChecksService:
    """Runs all checks."""

    def __init__(self, read_setup: Callable[[], Setup], outside: Outside, clock: Clock) -> None:
        self._read_setup = read_setup
        self._outside = outside
        self._clock = clock
        self._running = asyncio.Lock()
        self._found: list[Finding] = []
        self._found_at = float("-inf")

    @property
    def _setup(self) -> Setup:
        return self._read_setup()

    async def run(self) -> list[Finding]:
        """Return the findings in the order of the checks; concurrent callers share one run."""
        now = self._clock.monotonic
        asked_at = now()
        async with self._running:
            if self._found_at < asked_at:
                found = self._judge(await self._query_all())
                self._found = sorted(found, key=lambda finding: list(Check).index(finding.check))
                self._found_at = now()
            return self._found

    async def _query_all(self) -> _Answers:
        """Send all requests at the same time."""
        setup, outside = self._setup, self._outside
        accounts = {name: account for name, account in outside.accounts().items() if account.is_configured}
        async with asyncio.TaskGroup() as tasks:
            database = tasks.create_task(_try(outside.report_database()))
            folder = tasks.create_task(_try(outside.inspect_folder(setup.folder))) if setup.folder else None
            uploads = tasks.create_task(_try(outside.inspect_folder(setup.uploads)))
            exposed = tasks.create_task(_try(outside.list_exposed_files()))
            service = tasks.create_task(_try(outside.get_health()))
            backups = tasks.create_task(_try(outside.report_backups(setup.backups))) if setup.backups else None
            copy = tasks.create_task(_try(outside.report_copy(setup.copy))) if setup.copy else None
            bot = tasks.create_task(_try(outside.report_bot(setup.staff_chat_id))) if setup.has_bot else None
            health = tasks.create_task(_try(outside.get(setup.base_url + HEALTH))) if setup.base_url else None
            access = {name: tasks.create_task(_try(account.check_access())) for name, account in accounts.items()}
            called = {url: tasks.create_task(_try(outside.get(url))) for url in self._callbacks(set(accounts))}
        report, running = database.result(), service.result()
        return _Answers(
            DatabaseReport(problem=str(report)) if isinstance(report, CafeError) else report,
            folder.result() if folder is not None else None,
            uploads.result(),
            exposed.result(),
            None if isinstance(running, CafeError) else running,
            backups.result() if backups is not None else None,
            copy.result() if copy is not None else None,
            bot.result() if bot is not None else None,
            health.result() if health is not None else None,
            {url: task.result() for url, task in called.items()},
            {name: task.result() for name, task in access.items()},
        )

    def _callbacks(self, accounts: set[str]) -> list[str]:
        """List the public addresses called by banks and Telegram."""
        if not self._setup.base_url:
            return []
        paths = [path for name, path in PAYMENT_WEBHOOKS.items() if name.value in accounts]
        if FiscalName.CHECKBOX.value in accounts:
            paths.append(FISCAL_WEBHOOK)
        if self._expected_webhook:
            paths.append(TELEGRAM_WEBHOOK)
        return [self._setup.base_url + path for path in paths]

    @property
    def _expected_webhook(self) -> str:
        """The address to which Telegram sends updates; empty if the bot polls."""
        setup = self._setup
        return setup.base_url + TELEGRAM_WEBHOOK if setup.has_bot and setup.by_webhook else ""

    def _judge(self, answers: _Answers) -> Iterator[Finding]:
        setup, report = self._setup, answers.database
        yield from rules.check_service(answers.service, setup)
        yield from rules.check_address(setup)
        yield from rules.check_files(answers.exposed)
        yield from rules.check_database(report, answers.folder)
        backups = answers.backups.disk if isinstance(answers.backups, BackupReport) else None
        copy = answers.copy.disk if isinstance(answers.copy, CopyReport) else None
        yield from rules.check_disks(answers.folder, answers.uploads, backups, copy)
        is_elsewhere = answers.service is not None and answers.service.get("outbox") == "elsewhere"
        now = self._clock.now()
        yield rules.check_backups(answers.backups, report.contents, now, is_elsewhere=is_elsewhere)
        if answers.copy is not None:
            yield rules.check_copy(answers.copy, report.contents, now, is_running=answers.service is not None)
        yield from rules.check_clock(_ahead(answers))
        if report.contents is not None and report.state is not None:
            yield from rules.check_contents(report.contents, report.state.engine, now)
            yield from rules.check_statements(report.contents, answers.access.keys(), now)
        yield from self._judge_bot(answers)
        banks = {name: access for name, access in answers.access.items() if name not in set(FiscalName)}
        yield from (outside_rules.check_account(name, access) for name, access in banks.items())
        is_called = report.contents is not None and report.contents.is_called_about_receipts
        yield from outside_rules.check_fiscal_services(answers.access, is_called=is_called)
        chosen = report.contents.settings.payment_provider if report.contents is not None else ""
        if chosen and chosen not in answers.access:
            yield Finding(Check(chosen), State.WARNING, "none")
        if answers.health is not None:
            is_running = answers.service is not None
            yield outside_rules.check_proxy(answers.health, answers.callbacks, is_running=is_running)

    def _judge_bot(self, answers: _Answers) -> Iterator[Finding]:
        report, service = answers.bot, answers.service
        if report is None:
            yield Finding(Check.BOT, State.WARNING, "off")
            return
        yield from outside_rules.check_bot(report)
        if self._setup.staff_chat_id is None:
            yield Finding(Check.STAFF_CHAT, State.WARNING, "none")
        if isinstance(report, BotReport) and report.access.is_accepted:
            yield from outside_rules.check_updates(
                report,
                self._expected_webhook,
                unix_now(self._clock),
                is_running=service is not None,
                has_conflict=service is not None and service.get("bot") == "conflict",
            )
            yield from outside_rules.check_chat(report)


def _ahead(answers: _Answers) -> dict[str, float]:
    """Return by how much our clock is ahead of each reported one."""
    found = {name: access.ahead for name, access in answers.access.items() if isinstance(access, Access)}
    if isinstance(answers.bot, BotReport):
        found["telegram"] = answers.bot.access.ahead
    if answers.database.state is not None:
        found["postgresql"] = answers.database.state.ahead
    return {name: ahead for name, ahead in found.items() if ahead is not None}


async def _try(question: Awaitable[T]) -> T | CafeError:
    """Return the answer, or the error."""
    try:
        async with asyncio.timeout(SECONDS):
            return await question
    except CafeError as error:
        return error
    except TimeoutError:
        return UnreachableError(f"no answer within {SECONDS} s")
    except Exception:
        log.exception("a check failed")
        return UnreachableError("the check itself failed: see the log")
