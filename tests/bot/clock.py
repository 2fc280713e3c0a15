"""A clock that can be put forward."""

from tests.driver import FakeClock


class MovableClock(FakeClock):
    """Moves with the virtual time of the loop."""

    def forward(self, **by: float) -> None:
        self.advance(**by)

    @property
    def seconds(self) -> int:
        return int(self.now().timestamp())
