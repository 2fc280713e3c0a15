"""The periods of the background loops, and the bot's rate limits."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cafe.core.kernel.runs import REFRESH_SECONDS
from cafe.core.messages.outbox.service import POLL_SECONDS

if TYPE_CHECKING:
    from cafe.bot.telegram.rate_limit import Limits


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds between two rounds, unless stated otherwise."""

    presence: float = REFRESH_SECONDS
    """Refreshes the row that proves to other processes that this one lives; well below `LEASE_SECONDS`."""
    catalogue: float = 0.5
    """Detects changes by other processes; the operating contract allows a delay of two."""
    pictures: float = 2
    streams: float = 0.5
    """Detects changes for the streams of open pages."""
    heartbeat: float = 15
    """Silence of a stream before a heartbeat; below any proxy's timeout."""
    money: float = 1
    """Processes due payments, refunds, receipts and push messages."""
    outbox: float = POLL_SECONDS
    """Detects messages queued by other processes."""
    moments: float = 2
    """Checks the clock for scheduled work: the board, ends of pauses, reminders, nightly backups."""
    copy: float = 3
    """Copies what was committed since to the folder of the continuous copy; ten seconds are promised."""
    cleaning: float = 3600
    """Deletes expired data."""
    limits: "Limits | None" = None
    """The bot's rate limits; None: Telegram's own."""
