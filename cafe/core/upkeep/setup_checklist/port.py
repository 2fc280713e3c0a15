"""What the checklist needs to know of the running program."""

from enum import StrEnum
from typing import Protocol


class BotState(StrEnum):
    """The state of the running bot."""

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
    """The running program."""

    @property
    def bot_state(self) -> BotState: ...

    @property
    def has_staff_chat(self) -> bool:
        """Whether a staff chat is configured."""
        ...

    def demo_menu(self) -> str:
        """Return the demo cafe's catalogue file."""
        ...
