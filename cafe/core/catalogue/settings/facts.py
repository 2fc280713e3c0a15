"""Facts about accepting orders."""

from dataclasses import dataclass

from cafe.core.kernel.facts import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseEnded(Fact):
    """A pause ended by itself; `is_taking_orders`: the cafe accepts orders now."""

    is_taking_orders: bool
    order_type: str | None = None
    """The paused type; None: all types."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BusyEnded(Fact):
    """Busy mode ended by itself."""
