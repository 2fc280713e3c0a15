"""The result of checking our credentials with an outside service."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Access:
    """The answer to a harmless call."""

    is_accepted: bool
    ahead: float | None = None
    """Seconds by which this machine's clock is ahead of the service's, if that is known."""
    reason: str = ""
    """The service's reason for refusing, on one line and without secrets."""
