"""The state of a chat conversation."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Dialog:
    """A conversation's state and the data collected so far."""

    state: str | None = None
    data: dict[str, Any] = field(default_factory=dict)
