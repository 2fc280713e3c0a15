"""What is checked, and what was found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts


class State(StrEnum):
    """How a check ended; the values are printed and shown at the desk."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


class Check(StrEnum):
    """The checks in the order in which they are told; each one's name is the text `check-` and its value."""

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
    CLOCK = "clock"
    BOT = "bot"
    UPDATES = "updates"
    STAFF_CHAT = "staff-chat"
    MONOBANK = "monobank"
    LIQPAY = "liqpay"
    CHECKBOX = "checkbox"
    HOURS = "hours"
    ALLERGENS = "allergens"
    OWNER = "owner"
    OUTBOX = "outbox"
    RECEIPTS = "receipts"
    REFUNDS = "refunds"
    HOLDS = "holds"
    STATEMENTS = "statements"
    DIFFERENCES = "differences"


DISK_USES = "uses"
"""The value of a finding that names what lies on a disk, as `DiskUse`s with spaces between."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found: in words the text `check-`, the check, `-`, the reason."""

    check: Check
    state: State
    reason: str = "ok"
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Backlog:
    """What waits to be done outside. Times in Unix seconds, None where nothing waits; money in kopiykas."""

    open_orders: int
    messages: int
    oldest_message: int | None
    given_up_messages: int
    """Messages that nobody took, of the last day."""
    receipts: int
    oldest_receipt: int | None
    unclear_refunds: int
    """Refunds of which nobody knows whether they happened."""
    held_refunds: int
    """Refunds that their provider did not take for a day: nobody asks it until somebody says how to go on."""
    debts: int
    """Payments that must go back."""
    owed: int
    """What somebody has to give back in hryvnias: what is on its way needs nobody."""
    oldest_debt: int | None
    oldest_hold: int | None = None
    """Since when a sum is blocked on a guest's card."""


def name_of(finding: Finding, texts: Texts, locale: Locale) -> str:
    return texts.format(locale, f"check-{finding.check.value}")


def words_of(finding: Finding, texts: Texts, locale: Locale) -> str:
    """Return one sentence: what is so, and what to do about it."""
    values = dict(finding.values)
    if DISK_USES in values:
        values[DISK_USES] = ", ".join(texts.format(locale, f"disk-use-{use}") for use in str(values[DISK_USES]).split())
    return texts.format(locale, f"check-{finding.check.value}-{finding.reason}", **values)
