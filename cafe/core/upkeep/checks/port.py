"""Ports of the checks: harmless requests to the outside, and their results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from cafe.core.catalogue.settings.model import Settings
from cafe.core.kernel.access import Access
from cafe.core.kernel.database import DatabaseState
from cafe.core.kernel.errors import CafeError
from cafe.core.money.statements.model import Comparison
from cafe.core.money.tills.model import Mismatch
from cafe.core.upkeep.backups.disks import Disk
from cafe.core.upkeep.backups.model import NightCopy
from cafe.core.upkeep.checks.model import Backlog


class UnreachableError(CafeError):
    """There is no answer, or one that cannot be understood; the text is one line without secrets."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The checked parts of the configuration; no secrets."""

    base_url: str
    """The public address; empty if none is configured."""
    own_url: str
    """The service's own address; empty if only the service knows it."""
    is_debug: bool
    has_bot: bool
    by_webhook: bool
    """Whether the bot gets its updates by webhook."""
    staff_chat_id: int | None
    folder: Path | None
    """The folder of the SQLite file, existing or not."""
    uploads: Path
    backups: Path | None
    """The folder of the nightly backups; None if there are to be none."""
    copy: Path | None
    """The folder of the continuous copy; None if there is to be none."""


@dataclass(frozen=True, slots=True)
class ChatReport:
    """The staff chat as seen by the bot; `problem`, in Telegram's words, if it cannot see it."""

    title: str = ""
    may_pin: bool = False
    is_public: bool = False
    """Whether anybody can join it by its name."""
    is_linked: bool = False
    """Whether it is the discussion group of a channel, whose readers can write there."""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class BotReport:
    """Telegram's data about the bot. `failed_at` is the time of the last undeliverable update, in Unix seconds."""

    access: Access
    name: str = ""
    webhook: str = ""
    waiting: int = 0
    failure: str = ""
    failed_at: int = 0
    chat: ChatReport | None = None


@dataclass(frozen=True, slots=True)
class SiteAnswer:
    """The answer of an address of ours; `body` is its JSON, None if it is something else."""

    status: int
    body: Any


@dataclass(frozen=True, slots=True)
class Contents:
    """The checked contents of the database."""

    instance_id: str
    is_moved: bool
    settings: Settings
    backlog: Backlog
    refused_receipts: int
    is_called_about_receipts: bool
    """Whether a fiscal service was told to call this cafe."""
    processes: int
    has_owner: bool
    unstated_dishes: int
    """Dishes on the menu without a statement on allergens."""
    comparisons: Sequence[Comparison]
    """Comparisons with the banks' own lists of payments."""
    differences: int
    """Open differences found in them."""
    cash_differences: int
    """Hand-ins of couriers' cash that differ and wait for a decision."""
    mismatches: Sequence[Mismatch]
    """What does not add up since the first day of a till."""


@dataclass(frozen=True, slots=True)
class DatabaseReport:
    """The state of the database; without `contents`, `problem` says why, on one line."""

    state: DatabaseState | None = None
    contents: Contents | None = None
    is_missing: bool = False
    problem: str = ""
    is_outdated: bool = False
    """Whether the problem is an old schema, which the next start migrates."""
    shares_sessions: bool = False
    """Whether a pool may lend one session to several connections."""


@dataclass(frozen=True, slots=True)
class BackupReport:
    """The folder of the nightly backups, and the last backup."""

    disk: Disk
    last: NightCopy | None


@dataclass(frozen=True, slots=True)
class CopyReport:
    """The folder of the continuous copy, and the moment up to which everything is in it, in milliseconds."""

    disk: Disk
    at: int | None


class Account(Protocol):
    """An account with an outside service."""

    @property
    def is_configured(self) -> bool: ...

    async def check_access(self) -> Access:
        """Make a harmless call with the credentials.

        Raises:
            CafeError: there is no answer.
        """
        ...


class Outside(Protocol):
    """Everything that the checks query. Any call may raise `UnreachableError`."""

    async def report_database(self) -> DatabaseReport: ...

    async def report_bot(self, chat_id: int | None) -> BotReport:
        """Query Telegram about the bot, its webhook and the staff chat."""
        ...

    async def get(self, url: str) -> SiteAnswer:
        """Get an address of ours."""
        ...

    async def get_health(self) -> Mapping[str, Any] | None:
        """Return the health report of the running service; None if none runs here."""
        ...

    def accounts(self) -> Mapping[str, Account]:
        """Return the accounts with banks and the fiscal service by name."""
        ...

    async def inspect_folder(self, folder: Path) -> Disk: ...

    async def report_backups(self, folder: Path) -> BackupReport: ...

    async def report_copy(self, folder: Path) -> CopyReport: ...

    async def list_exposed_files(self) -> list[str]:
        """List the files with secrets or personal data that other users of this machine can read."""
        ...
