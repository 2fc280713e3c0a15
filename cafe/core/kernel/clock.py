"""Protocols for time and random tokens, and Unix time."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """Return the current time as an aware datetime in UTC."""
        ...


class Tokens(Protocol):
    """A source of unguessable strings."""

    def new(self) -> str:
        """Return a URL-safe string made of 16 random bytes."""
        ...


def unix_now(clock: Clock) -> int:
    """Return the current time in whole Unix seconds, as the database stores it."""
    return int(clock.now().timestamp())
