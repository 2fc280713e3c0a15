"""What the checks need of the outside: each asks something harmless and returns what it was told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from cafe.core.catalogue.settings.model import Settings
from cafe.core.kernel.access import Access
from cafe.core.kernel.database import DatabaseState
from cafe.core.kernel.errors import CafeError
from cafe.core.money.statements.model import Comparison
from cafe.core.upkeep.backups.disks import Disk
from cafe.core.upkeep.backups.model import NightCopy
from cafe.core.upkeep.checks.model import Backlog


class UnreachableError(CafeError):
    """There is no answer, or one that makes no sense; the text is one line without secrets."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What the configuration says, as far as it is checked; no secrets."""

    base_url: str
    """The public address; empty when none is configured."""
    own_url: str
    """Where the service listens; empty when that is known to nobody but itself."""
    is_debug: bool
    has_bot: bool
    by_webhook: bool
    """Whether the bot gets its updates by webhook."""
    staff_chat_id: int | None
    folder: Path | None
    """Where the SQLite file is, or will be."""
    uploads: Path
    backups: Path | None
    """Where the nightly copies are; None where there are to be none."""


@dataclass(frozen=True, slots=True)
class ChatReport:
    """The staff chat as the bot sees it; `problem` is why it does not, in Telegram's words."""

    title: str = ""
    may_pin: bool = False
    is_public: bool = False
    """Whether anybody can join it by its name."""
    is_linked: bool = False
    """Whether it is the discussion group of a channel, whose readers can write there."""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class BotReport:
    """What Telegram says of the bot. `failed_at`, of the last update that could not be brought, in Unix seconds."""

    access: Access
    name: str = ""
    webhook: str = ""
    waiting: int = 0
    failure: str = ""
    failed_at: int = 0
    chat: ChatReport | None = None


@dataclass(frozen=True, slots=True)
class SiteAnswer:
    """What an address of ours answers; `body` is its JSON, None if it is something else."""

    status: int
    body: Any


@dataclass(frozen=True, slots=True)
class Contents:
    """What the database holds, as far as it is checked."""

    instance_id: str
    is_moved: bool
    settings: Settings
    backlog: Backlog
    refused_receipts: int
    processes: int
    has_owner: bool
    unstated_dishes: int
    """On the menu, without a word on allergens."""
    comparisons: Sequence[Comparison]
    """With the banks' own lists of payments."""
    differences: int
    """What did not match in them and is not settled."""


@dataclass(frozen=True, slots=True)
class DatabaseReport:
    """What the database says; without `contents` the `problem` says why, on one line."""

    state: DatabaseState | None = None
    contents: Contents | None = None
    is_missing: bool = False
    problem: str = ""
    is_outdated: bool = False
    """Whether the problem is its schema, and the next start mends it."""
    shares_sessions: bool = False
    """Whether a proxy in between lends one session to several connections."""


@dataclass(frozen=True, slots=True)
class BackupReport:
    """The folder of the nightly copies, and the last one."""

    disk: Disk
    last: NightCopy | None


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
    """Everything that the checks ask. Any call may raise `UnreachableError`."""

    async def ask_database(self) -> DatabaseReport: ...

    async def ask_bot(self, chat_id: int | None) -> BotReport:
        """Ask Telegram about the bot, its webhook and the staff chat."""
        ...

    async def get(self, url: str) -> SiteAnswer:
        """Get an address of ours."""
        ...

    async def ask_service(self) -> Mapping[str, Any] | None:
        """Return the health report of the running service; None if none runs here."""
        ...

    def accounts(self) -> Mapping[str, Account]:
        """Return the accounts with banks and the fiscal service by name."""
        ...

    async def look_at(self, folder: Path) -> Disk: ...

    async def ask_backups(self, folder: Path) -> BackupReport: ...

    async def list_exposed_files(self) -> list[str]:
        """List the files with secrets or personal data that others on this machine can read."""
        ...
