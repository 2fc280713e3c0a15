"""What an outside service says to our credentials."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Access:
    """The answer to a harmless call."""

    is_accepted: bool
    ahead: float | None = None
    """Seconds by which this machine's clock is ahead of the service's, if it told its time."""
    reason: str = ""
    """Why it refuses, in its words, on one line and without secrets."""
