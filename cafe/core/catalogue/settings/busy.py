"""Busy mode: all orders take longer for a while."""

from dataclasses import dataclass
from datetime import UTC, datetime

BUSY_MINUTES = (10, 20, 30)
"""What the staff can add with one button."""


@dataclass(frozen=True, slots=True)
class Busy:
    """Extra minutes, until a moment in UTC."""

    minutes: int
    until: datetime


@dataclass(frozen=True, slots=True)
class BusyState:
    """Busy mode as last set, over or not. `mark` counts its changes, so that outdated buttons are detected."""

    mark: int = 0
    busy: Busy | None = None

    @classmethod
    def read(cls, stored: str | None) -> "BusyState":
        """Parse the result of `stored`."""
        if not stored:
            return cls()
        mark, minutes, until = map(int, stored.split())
        return cls(mark, Busy(minutes, datetime.fromtimestamp(until, UTC)) if minutes else None)

    @property
    def stored(self) -> str:
        """The state in database form."""
        if self.busy is None:
            return f"{self.mark} 0 0"
        return f"{self.mark} {self.busy.minutes} {int(self.busy.until.timestamp())}"

    def followed_by(self, busy: Busy | None) -> "BusyState":
        """Return the state after a change."""
        return BusyState(self.mark + 1, busy)

    def at(self, moment: datetime) -> Busy | None:
        """Return busy mode if it is on at an aware datetime."""
        return self.busy if self.busy is not None and self.busy.until > moment else None
