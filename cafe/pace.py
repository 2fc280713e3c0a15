"""How often each background loop looks, and how fast the bot may talk."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cafe.core.kernel.runs import REFRESH_SECONDS
from cafe.core.messages.outbox.service import POLL_SECONDS

if TYPE_CHECKING:
    from cafe.bot.telegram.rate_limit import Limits


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds between two rounds, where not said otherwise."""

    presence: float = REFRESH_SECONDS
    """Of the row by which other processes know that this one lives; well below their patience (`LEASE_SECONDS`)."""
    catalogue: float = 0.5
    """Looks for changes by other processes; the operating contract allows a delay of two."""
    pictures: float = 2
    streams: float = 0.5
    """Looks for what open pages listen to."""
    heartbeat: float = 15
    """Silence of a stream before a sign of life; below any proxy's patience."""
    money: float = 1
    """Looks for payments, refunds, receipts and browsers' messages that are due."""
    outbox: float = POLL_SECONDS
    """Looks for messages that other processes queued."""
    moments: float = 2
    """Looks at the clock for what is due at a moment: the board, ends of pauses, reminders, nightly copies."""
    cleaning: float = 3600
    """Deletes what is kept no longer."""
    limits: "Limits | None" = None
    """The bot's rate limits; None: Telegram's own."""
