"""What the first steps need to know of the program around the core."""

from enum import StrEnum
from typing import Protocol


class BotState(StrEnum):
    """What the running bot says of itself."""

    OFF = "off"
    """No token is configured."""
    STARTING = "starting"
    RUNNING = "running"
    WAITING = "waiting for Telegram"
    CONFLICT = "conflict"
    """Another program gets this bot's updates."""
    REFUSED = "token refused"
    ELSEWHERE = "elsewhere"
    """Another process runs it."""


class RuntimeInfo(Protocol):
    """The program around the core."""

    @property
    def bot_state(self) -> BotState: ...

    @property
    def has_staff_chat(self) -> bool:
        """Whether a staff chat is configured."""
        ...

    def demo_menu(self) -> str:
        """Return the demo cafe's catalogue file."""
        ...
