"""Rules for local configuration and data; those for the outside are in `outside_rules.py`."""

from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from cafe.core.catalogue.settings.model import Settings
from cafe.core.kernel.errors import CafeError
from cafe.core.money.payments.holds import NEARLY_OVER
from cafe.core.upkeep.backups.disks import FULL, MB, NEARLY_FULL, Disk
from cafe.core.upkeep.backups.facts import DiskUse
from cafe.core.upkeep.backups.model import NightCopy
from cafe.core.upkeep.checks.model import DISK_USES, Backlog, Check, Finding, State
from cafe.core.upkeep.checks.port import BackupReport, Contents, CopyReport, DatabaseReport, Setup

CLOCK_OFF, CLOCK_WRONG = 5, 120
"""Seconds that our clock may differ from others'; Telegram's signatures tolerate five minutes."""
HOUR, DAY = 3_600, 86_400
LATE_MESSAGE, STUCK_MESSAGE = 600, HOUR
LATE_RECEIPT = HOUR
OLD_DEBT = 3 * DAY
LONG_CLOSED = timedelta(days=7)
OLD_LIST = 2 * DAY
"""Older than the list of the previous morning."""
OLD_BACKUP = 36 * HOUR
"""Older than the previous night's backup."""
OLD_COPY = 60
"""The continuous copy is seconds old."""


def check_service(report: Mapping[str, Any] | None, setup: Setup) -> Iterator[Finding]:
    """Check the running service's health report."""
    if report is None:
        if setup.own_url:
            yield Finding(Check.SERVICE, State.WARNING, "down", {"url": setup.own_url})
    elif report.get("status") == "ok":
        yield Finding(Check.SERVICE, State.OK)
    else:
        parts = {name: value for name, value in report.items() if _is_trouble(value)}
        named = ", ".join(f"{name} {value}" for name, value in parts.items() if name != "status")
        yield Finding(Check.SERVICE, State.FAILED, "failed", {"parts": named or "?"})


def _is_trouble(value: object) -> bool:
    """Whether a part reports a failure; values other than a single word are details."""
    return isinstance(value, str) and value in {"failed", "late", "stopped"}


def check_address(setup: Setup) -> Iterator[Finding]:
    """Check the public address."""
    scheme = urlsplit(setup.base_url).scheme
    if setup.by_webhook and setup.has_bot and scheme != "https":
        yield Finding(Check.ADDRESS, State.FAILED, "webhook")
    elif not setup.base_url:
        yield Finding(Check.ADDRESS, State.WARNING, "none")
    elif scheme != "https":
        yield Finding(Check.ADDRESS, State.WARNING, "http", {"url": setup.base_url})
    else:
        yield Finding(Check.ADDRESS, State.OK, values={"url": setup.base_url})
    if setup.is_debug:
        yield Finding(Check.DEBUG, State.WARNING, "on")


def check_files(exposed: list[str] | CafeError) -> Iterator[Finding]:
    if isinstance(exposed, CafeError):
        yield Finding(Check.FILES, State.WARNING, "unreachable", {"problem": str(exposed)})
    elif exposed:
        yield Finding(Check.FILES, State.WARNING, "exposed", {"files": ", ".join(exposed)})
    else:
        yield Finding(Check.FILES, State.OK)


def check_database(report: DatabaseReport, folder: Disk | CafeError | None) -> Iterator[Finding]:
    """Check the database, its schema and its server's sessions."""
    state = report.state
    if isinstance(folder, Disk) and not folder.is_writable:
        yield Finding(Check.DATABASE, State.FAILED, "read-only")
    elif report.is_missing:
        yield Finding(Check.DATABASE, State.WARNING, "missing")
    elif report.contents is not None and report.contents.is_moved:
        yield Finding(Check.DATABASE, State.FAILED, "moved")
    elif state is not None:
        name = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[state.engine]
        yield Finding(Check.DATABASE, State.OK, values={"engine": name, "size": -(-state.size // MB)})
        yield Finding(Check.SCHEMA, State.OK)
    elif report.is_outdated:
        yield Finding(Check.SCHEMA, State.WARNING, "older")
    else:
        yield Finding(Check.DATABASE, State.FAILED, "unusable", {"problem": report.problem})
    if report.shares_sessions:
        yield Finding(Check.SESSIONS, State.WARNING, "shared")
    elif state is not None and state.engine == "postgresql":
        yield Finding(Check.SESSIONS, State.OK)


def check_disks(
    folder: Disk | CafeError | None, uploads: Disk | CafeError, backups: Disk | None, copy: Disk | None
) -> Iterator[Finding]:
    """Check the free space on the responding disks, and whether pictures can be stored."""
    asked = {DiskUse.DATABASE: folder, DiskUse.UPLOADS: uploads, DiskUse.BACKUPS: backups, DiskUse.COPY: copy}
    disks = {use: disk for use, disk in asked.items() if isinstance(disk, Disk)}
    if disks:
        yield _check_room(disks)
    if isinstance(uploads, CafeError):
        yield Finding(Check.UPLOADS, State.FAILED, "unreachable", {"problem": str(uploads)})
    elif uploads.is_writable:
        yield Finding(Check.UPLOADS, State.OK)
    else:
        yield Finding(Check.UPLOADS, State.FAILED, "read-only")


def _check_room(disks: Mapping[DiskUse, Disk]) -> Finding:
    free = min(disk.free for disk in disks.values())
    low = [use for use, disk in disks.items() if disk.free < NEARLY_FULL]
    if not low:
        return Finding(Check.DISK, State.OK, values={"free": free // MB})
    values: dict[str, str | int] = {"free": free // MB, DISK_USES: " ".join(low)}
    # A disk with nothing but copies does not stop orders.
    if any(disk.free < FULL for use, disk in disks.items() if use not in {DiskUse.BACKUPS, DiskUse.COPY}):
        return Finding(Check.DISK, State.FAILED, "full", values)
    return Finding(Check.DISK, State.WARNING, "low", values)


def check_backups(
    report: BackupReport | CafeError | None, contents: Contents | None, now: datetime, *, is_elsewhere: bool
) -> Finding:
    """Check the nightly backups; if another process makes them, it checks their folder."""
    if report is None:
        return Finding(Check.BACKUPS, State.WARNING, "off")
    if isinstance(report, CafeError):
        return Finding(Check.BACKUPS, State.FAILED, "unreachable", {"problem": str(report)})
    if is_elsewhere and report.last is None:
        return Finding(Check.BACKUPS, State.OK, "elsewhere")
    if not report.disk.is_writable:
        return Finding(Check.BACKUPS, State.FAILED, "read-only")
    if report.last is None:
        return Finding(Check.BACKUPS, State.WARNING, "none")
    return _check_last_backup(report.last, contents, now, is_elsewhere=is_elsewhere)


def _check_last_backup(last: NightCopy, contents: Contents | None, now: datetime, *, is_elsewhere: bool) -> Finding:
    zone = UTC if contents is None else contents.settings.zone
    at = f"{datetime.fromtimestamp(last.made_at, zone):%d.%m.%Y %H:%M}"
    if contents is not None and last.instance_id not in {"", contents.instance_id}:
        return Finding(Check.BACKUPS, State.WARNING, "foreign", {"at": at})
    if now.timestamp() - last.made_at > OLD_BACKUP and not is_elsewhere:
        return Finding(Check.BACKUPS, State.WARNING, "old", {"at": at})
    return Finding(Check.BACKUPS, State.OK, values={"at": at, "size": -(-last.size // MB)})


def check_copy(
    report: CopyReport | CafeError, contents: Contents | None, now: datetime, *, is_running: bool
) -> Finding:
    """Check the continuous copy; without a running service it is as old as the service's end."""
    if isinstance(report, CafeError):
        return Finding(Check.COPY, State.FAILED, "unreachable", {"problem": str(report)})
    if not report.disk.is_writable:
        return Finding(Check.COPY, State.FAILED, "read-only")
    if report.at is None:
        return Finding(Check.COPY, State.WARNING, "none")
    seconds = max(0, int(now.timestamp()) - report.at // 1000)
    if not is_running or seconds > OLD_COPY:
        zone = UTC if contents is None else contents.settings.zone
        at = f"{datetime.fromtimestamp(report.at // 1000, zone):%d.%m.%Y %H:%M:%S}"
        state, reason = (State.FAILED, "old") if is_running else (State.OK, "ended")
        return Finding(Check.COPY, state, reason, {"at": at})
    return Finding(Check.COPY, State.OK, values={"seconds": seconds})


def check_clock(ahead: Mapping[str, float]) -> Iterator[Finding]:
    """Compare our clock with the reported ones; `ahead` in seconds."""
    if not ahead:
        yield Finding(Check.CLOCK, State.OK, "alone")
        return
    # The nearest one is believed: another answer may come from a cache.
    name = min(ahead, key=lambda each: abs(ahead[each]))
    seconds = round(abs(ahead[name]))
    state, reason = State.OK, "ok"
    if seconds > CLOCK_OFF:
        state, reason = (State.FAILED if seconds > CLOCK_WRONG else State.WARNING), "differs"
    yield Finding(Check.CLOCK, state, reason, {"seconds": seconds, "name": name})


def check_contents(contents: Contents, engine: str, now: datetime) -> Iterator[Finding]:
    """Check the stored data: processes, opening hours, the desk's owner, and the backlog."""
    if contents.processes > 1 and engine == "sqlite":
        yield Finding(Check.PROCESSES, State.WARNING, "several", {"count": contents.processes})
    elif engine == "postgresql":
        yield Finding(Check.PROCESSES, State.OK, values={"count": contents.processes})
    yield _check_hours(contents.settings, now)
    if contents.unstated_dishes:
        yield Finding(Check.ALLERGENS, State.WARNING, "unstated", {"count": contents.unstated_dishes})
    else:
        yield Finding(Check.ALLERGENS, State.OK)
    yield Finding(Check.OWNER, State.OK) if contents.has_owner else Finding(Check.OWNER, State.WARNING, "none")
    seconds = int(now.timestamp())
    yield _check_outbox(contents.backlog, seconds)
    yield _check_receipts(contents, seconds)
    yield _check_refunds(contents.backlog, seconds)
    if contents.cash_differences:
        yield Finding(Check.CASH, State.FAILED, "differs", {"count": contents.cash_differences})
    if contents.mismatches:
        first, more = contents.mismatches[0], len(contents.mismatches) - 1
        about: dict[str, str | int] = {"subject": first.name, "number": first.number, "more": more}
        yield Finding(Check.TILLS, State.FAILED, first.place.value, about)
    if seconds - (contents.backlog.oldest_hold or seconds) > NEARLY_OVER:
        days = (seconds - (contents.backlog.oldest_hold or seconds)) // DAY
        yield Finding(Check.HOLDS, State.WARNING, "old", {"days": days})


def _check_hours(settings: Settings, now: datetime) -> Finding:
    if settings.force_closed:
        return Finding(Check.HOURS, State.WARNING, "force-closed")
    if settings.hours.is_open(now):
        return Finding(Check.HOURS, State.OK, "open")
    opens = settings.hours.next_opening(now)
    if opens is None:
        return Finding(Check.HOURS, State.WARNING, "never")
    at = f"{opens.astimezone(settings.zone):%d.%m.%Y %H:%M}"
    if opens - now > LONG_CLOSED:
        return Finding(Check.HOURS, State.WARNING, "long", {"at": at})
    return Finding(Check.HOURS, State.OK, "closed", {"at": at})


def _check_outbox(backlog: Backlog, now: int) -> Finding:
    age = now - (backlog.oldest_message or now)
    values = {"count": backlog.messages, "minutes": age // 60}
    if age > LATE_MESSAGE:
        return Finding(Check.OUTBOX, State.FAILED if age > STUCK_MESSAGE else State.WARNING, "late", values)
    if backlog.given_up_messages:
        return Finding(Check.OUTBOX, State.WARNING, "given-up", {"count": backlog.given_up_messages})
    return Finding(Check.OUTBOX, State.OK)


def _check_receipts(contents: Contents, now: int) -> Finding:
    backlog = contents.backlog
    if now - (backlog.oldest_receipt or now) > LATE_RECEIPT:
        return Finding(Check.RECEIPTS, State.WARNING, "late", {"count": backlog.receipts})
    if contents.refused_receipts:
        return Finding(Check.RECEIPTS, State.WARNING, "refused", {"count": contents.refused_receipts})
    return Finding(Check.RECEIPTS, State.OK)


def _check_refunds(backlog: Backlog, now: int) -> Finding:
    if backlog.unclear_refunds:
        return Finding(Check.REFUNDS, State.WARNING, "unclear", {"count": backlog.unclear_refunds})
    if backlog.held_refunds:
        return Finding(Check.REFUNDS, State.WARNING, "held", {"count": backlog.held_refunds})
    if now - (backlog.oldest_debt or now) > OLD_DEBT:
        values = {"count": backlog.debts, "days": (now - (backlog.oldest_debt or now)) // DAY}
        return Finding(Check.REFUNDS, State.WARNING, "owed", values)
    return Finding(Check.REFUNDS, State.OK)


def check_statements(contents: Contents, configured: Collection[str], now: datetime) -> Iterator[Finding]:
    """Check the comparisons with the lists of the configured banks, and open differences."""
    comparisons = [each for each in contents.comparisons if each.provider in configured]
    bad = next((each for each in comparisons if each.failing_since is not None), None)
    old = next((each for each in comparisons if now.timestamp() - each.good_at > OLD_LIST), None)
    if worst := bad or old or min(comparisons, key=lambda each: each.good_at, default=None):
        at = f"{datetime.fromtimestamp(worst.good_at, contents.settings.zone):%d.%m.%Y %H:%M}"
        values = {"name": worst.provider.value, "at": at, "problem": worst.problem}
        if bad or old:
            yield Finding(Check.STATEMENTS, State.WARNING, "failed" if bad else "old", values)
        else:
            yield Finding(Check.STATEMENTS, State.OK, "new" if worst.compared_at is None else "ok", values)
    if contents.differences:
        yield Finding(Check.DIFFERENCES, State.WARNING, "some", {"count": contents.differences})
