"""A clock that can be put forward."""

from datetime import UTC, datetime, timedelta


class MovableClock:
    """The real time plus what a test adds."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    def forward(self, **by: float) -> None:
        self.ahead += timedelta(**by)

    @property
    def seconds(self) -> int:
        return int(self.now().timestamp())
