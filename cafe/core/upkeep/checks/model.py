"""Checks and their findings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts


class State(StrEnum):
    """The result of a check; the values are printed and shown at the desk."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


class Check(StrEnum):
    """The checks in display order; each one's name is the text `check-` and its value."""

    SERVICE = "service"
    ADDRESS = "address"
    DEBUG = "debug"
    PROXY = "proxy"
    FILES = "files"
    DATABASE = "database"
    SCHEMA = "schema"
    SESSIONS = "sessions"
    PROCESSES = "processes"
    DISK = "disk"
    UPLOADS = "uploads"
    BACKUPS = "backups"
    COPY = "copy"
    CLOCK = "clock"
    BOT = "bot"
    UPDATES = "updates"
    STAFF_CHAT = "staff-chat"
    MONOBANK = "monobank"
    LIQPAY = "liqpay"
    CHECKBOX = "checkbox"
    VCHASNO = "vchasno"
    HOURS = "hours"
    ALLERGENS = "allergens"
    OWNER = "owner"
    OUTBOX = "outbox"
    RECEIPTS = "receipts"
    REFUNDS = "refunds"
    HOLDS = "holds"
    STATEMENTS = "statements"
    DIFFERENCES = "differences"
    CASH = "cash"
    TILLS = "tills"


DISK_USES = "uses"
"""The value of a finding that lists the contents of a disk, as `DiskUse`s separated by spaces."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding of a check; its text is `check-`, the check, `-`, the reason."""

    check: Check
    state: State
    reason: str = "ok"
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Backlog:
    """Work that waits for the outside. Times in Unix seconds, None if nothing waits; money in kopiykas."""

    open_orders: int
    messages: int
    oldest_message: int | None
    given_up_messages: int
    """Messages of the last day that could not be delivered."""
    receipts: int
    oldest_receipt: int | None
    unclear_refunds: int
    """Refunds whose outcome is unknown."""
    held_refunds: int
    """Refunds that their provider has not accepted for a day: not sent again until somebody decides."""
    debts: int
    """Payments to be returned."""
    owed: int
    """Sum to be returned by somebody, in hryvnias; without refunds on their way."""
    oldest_debt: int | None
    oldest_hold: int | None = None
    """When the oldest sum still blocked on a guest's card was blocked."""


def name_of(finding: Finding, texts: Texts, locale: Locale) -> str:
    return texts.format(locale, f"check-{finding.check.value}")


def describe_finding(finding: Finding, texts: Texts, locale: Locale) -> str:
    """Return one sentence: the finding, and what to do about it."""
    values = dict(finding.values)
    if DISK_USES in values:
        values[DISK_USES] = ", ".join(texts.format(locale, f"disk-use-{use}") for use in str(values[DISK_USES]).split())
    return texts.format(locale, f"check-{finding.check.value}-{finding.reason}", **values)
